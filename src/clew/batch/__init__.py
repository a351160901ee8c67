"""Many instances of one problem at once: the same variables and constraints, other given values each time.

Most of what a search costs before it begins does not depend on the given values: the plan, the compiled constraints,
the domains that they leave without any clue. So that is done once. Then it goes in three steps:

- the given values of an instance make its *root*, one integer: the domains, with one bit left in each given lane.
  Nothing is propagated yet (`roots`; from lines of text, `lines`);
- *answers* takes roots, many at a time, and gives the first solutions of each (`answers`). That is a loop in Python;
  an engine that does a thousand of them in one call may take its place;
- a solution comes as the place of each value in its domain, and is made into a `Solution` last (`queries`).

If the search depends on more than the given values (hooks, limits, observers, an ordering that learns), the
instances are searched one by one.
"""

from clew.batch.queries import check_each, first_each

__all__ = ["check_each", "first_each"]

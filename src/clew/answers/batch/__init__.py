"""Many instances of one problem at once: the same variables and constraints, other given values each time.

Most of what a search costs before it begins does not depend on the given values: the plan, the compiled constraints,
the domains that they leave without any clue. So that is done once. Then it goes in three steps:

- the given values of an instance make its *row*: a byte for each variable, which says the place of its given value, or
  that it has none (`rows`; from lines of text, `lines`);
- rows are answered with the first solutions of each, many rows at a time (`rows`): a thousand of them in one call of
  the engine, one after the other by the search in Python;
- a solution comes as the place of each value in its domain, and is made into a `Solution` last (`queries`).

If the search depends on more than the given values (hooks, limits, observers, an ordering that learns), the
instances are searched one by one.
"""

from clew.answers.batch.queries import check_each, first_each

__all__ = ["check_each", "first_each"]

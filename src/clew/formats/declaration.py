"""What a problem declares, looked at once and for all before it is written in some format."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any, Final

import attrs

from clew.constraints.base import Constraint, truth
from clew.errors import OptionError, ProblemError
from clew.formats.standard import standard
from clew.lanes import Lanes
from clew.problem import Declared, Problem, overrides

COMBINATIONS: Final = 20_000
"""Combinations of values up to which a constraint that a format does not know is written out one by one."""

PAIRS: Final = 1_000_000
"""The same for one or two variables."""

HOOKS: Final = ("enumerate_values", "is_consistent", "forward_check")
"""Those that may refuse something that no constraint says."""

Domains = Sequence[tuple[Any, ...]]


@attrs.frozen(eq=False)
class Declaration:
    """The variables, the given values and the constraints of a problem.

    Attributes:
        problem: whose they are.
        domains: the values of each variable.
        given: the values that the instance fixes.
        constraints: what must hold, conjunctions taken apart, and what is made of primitives as bundled constraints.
    """

    problem: Problem[Any, Any]
    domains: dict[Any, tuple[Any, ...]]
    given: dict[Any, Any]
    constraints: tuple[Constraint, ...]

    @property
    def title(self) -> str:
        """What the problem is called, in one line."""
        return one_line(self.problem.name or type(self.problem).__name__)

    def of(self, constraint: Constraint) -> Domains:
        """The domains of a constraint's scope."""
        return [self.domains[variable] for variable in constraint.scope]

    def is_small(self, constraint: Constraint) -> bool:
        """Whether the combinations of values in a constraint's scope are few enough to be looked at one by one."""
        return prod(map(len, self.of(constraint))) <= _most(constraint)

    def combinations(self, constraint: Constraint) -> list[tuple[tuple[Any, ...], bool]]:
        """Every combination of values in a constraint's scope, and whether it satisfies the constraint.

        Raises:
            OptionError: there are too many of them.
        """
        if not self.is_small(constraint):
            number = prod(map(len, self.of(constraint)))
            raise OptionError(
                f"{constraint.title} cannot be written: it has no form of its own here, and its values have {number} "
                f"combinations, more than the {_most(constraint)} that are written as a table: declare it otherwise"
            )
        return [(values, truth(constraint, values)) for values in product(*self.of(constraint))]


def _most(constraint: Constraint) -> int:
    return COMBINATIONS if len(constraint.scope) > 2 else PAIRS


def declaration(problem: Problem[Any, Any]) -> Declaration:
    """What a problem declares.

    Raises:
        OptionError: the problem's rules lie in its hooks, or its variables appear as the search goes.
        ProblemError: a constraint or a given value is about something that was not declared.
    """
    if not isinstance(problem, Problem):
        raise OptionError(f"{problem!r} is not a problem: make one, for example with clew.load")
    title = problem.name or type(problem).__name__
    for hook in HOOKS:
        if overrides(problem, hook):
            raise OptionError(f"{title} cannot be written: its {hook} is a rule in Python: declare it as a constraint")
    domains = {variable: tuple(values) for variable, values in problem.domains().items()}
    if not domains:
        raise OptionError(f"{title} cannot be written: its variables appear as the search goes")
    Lanes(domains)  # refuses what is no domain
    given = dict(problem.given())
    for variable, value in given.items():
        if variable not in domains or value not in domains[variable]:
            raise ProblemError(f"{title}: given() fixes {variable!r} to {value!r}, which no domain has")
    constraints = (part for constraint in Declared(problem).constraints for part in standard(constraint, domains))
    return Declaration(problem, domains, given, tuple(constraints))


def one_line(text: object) -> str:
    """A text for a comment: whatever it holds, the comment ends where its line ends."""
    return "".join(c if c.isprintable() else "?" for c in str(text))

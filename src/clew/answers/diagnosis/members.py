"""The clues and constraints of a problem, of which some may be left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import starmap
from typing import Any, TypeVar

import attrs

from clew.answers.diagnosis.shared import Searches
from clew.constraints.base import Constraint
from clew.options import Options
from clew.problem.declared import Declared
from clew.problem.naming import Names
from clew.problem.problem import AnyProblem
from clew.problem.twin import twin_of
from clew.strategies import Strategy

M = TypeVar("M")


@attrs.frozen
class Clue:
    """A value that an instance gives to a variable."""

    variable: Any
    value: Any


Member = Clue | Constraint
"""A clue or a constraint."""


@attrs.frozen
class Members:
    """Some clues and constraints of a problem, with their names."""

    problem: AnyProblem
    clues: tuple[Clue, ...]
    constraints: tuple[Constraint, ...]

    @property
    def clue_names(self) -> tuple[str, ...]:
        """The clues in the problem's words, such as `r1c2 = 5`."""
        return tuple(starmap(Names(self.problem).decision, ((c.variable, c.value) for c in self.clues)))

    @property
    def constraint_names(self) -> tuple[str, ...]:
        """The constraints in the problem's words, such as `row 3`."""
        return tuple(map(self.problem.constraint_name, self.constraints))


@attrs.frozen
class NamedClues(Members):
    """Some clues of a problem: given values, and constraints by the names of the clues that they are."""

    @property
    def constraint_names(self) -> tuple[str, ...]:
        """The clues that the constraints are, in the problem's words, such as `the thermometer at r1c1`."""
        return tuple(dict.fromkeys(str(self.problem.clue_of(one)) for one in self.constraints))


def members_of(problem: AnyProblem, options: Options) -> list[Member]:
    """The constraints of a problem, and its clues: the values of `Problem.given` and of the option `given`."""
    given = [*problem.given().items(), *(options.get("given") or {}).items()]
    return [*Declared(problem).constraints, *starmap(Clue, dict.fromkeys(given))]


def of_kind(kind: type[M], members: Iterable[Member]) -> tuple[M, ...]:
    return tuple(member for member in members if isinstance(member, kind))


def ask_part(searches: Searches, members: Sequence[Member], strategy: Strategy[Any], ration: int | None = None) -> Any:
    """The result of a strategy for a problem with some clues and constraints alone; None if two clues clash.

    Args:
        searches: the searches of the question.
        members: the clues and constraints.
        strategy: the strategy.
        ration: how many nodes the search may enter; `DEAD_END` is the result if it needs more.
    """
    given, constraints = dict[Any, Any](), of_kind(Constraint, members)
    for clue in of_kind(Clue, members):
        if given.setdefault(clue.variable, clue.value) != clue.value:
            return None
    # With a level named, no search has runs of a stronger one: each part of the problem would need its own network.
    changed: dict[str, Any] = {"given": {}, "assume": None, "verify": False, "inference": searches.level}
    if not constraints and searches.has_constraints:
        orders = {"variable_order": None, "search": None, "learning": None}
        changed |= {"inference": None, "kernel": "auto", **orders}  # they may need constraints
    part = twin_of(searches.problem, given=lambda: given, constraints=lambda: constraints)
    return searches.ask(part, strategy, ration, **changed)

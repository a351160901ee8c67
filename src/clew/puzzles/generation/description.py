"""A solution and the clues that describe it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import attrs

from clew.errors import OptionError
from clew.problem.clues import GivenField
from clew.problem.problem import Problem
from clew.puzzles.generation.thinning import Group


@attrs.frozen(eq=False)
class Description:
    """The clues that describe a solution.

    Attributes:
        problem: an instance with the constraints of the fullest one.
        given: the values that the fullest one gives.
        groups: the clues that may be left out.
        fixed: how many values are given besides.
        field: the places of clues, if the problem leaves that to clew.
    """

    problem: Problem[Any, Any]
    given: Mapping[Any, Any]
    groups: list[Group]
    fixed: int
    field: GivenField | None

    @classmethod
    def of(
        cls, blank: Problem[Any, Any], solution: Mapping[Any, Any], random: Random, field: GivenField | None
    ) -> Description:
        """All clues of a solution.

        Args:
            blank: an instance of the size.
            solution: one of its solutions.
            random: draws what the problem's own clues need.
            field: the places of clues; None if the problem says it.
        """
        if field is None:
            return cls.of_own(blank.from_solution(solution, random))
        fixed = blank.given()
        groups = [(pair,) for pair in solution.items() if pair[0] not in fixed]
        return cls(blank, solution, groups, len(fixed), field)

    @classmethod
    def of_own(cls, full: Problem[Any, Any]) -> Description:
        """All clues of an instance that says itself which may be left out."""
        given, groups = full.given(), [tuple(group) for group in full.clue_groups()]
        loose = {clue for group in groups for clue in group}
        return cls(full, given, groups, len([pair for pair in given.items() if pair not in loose]), None)

    def only(self, variables: Iterable[Any]) -> Description:
        """The same with clues on some variables alone; the values given besides stay.

        Raises:
            OptionError: its clues are no given values.
        """
        some = set(variables)
        if not all(map(self.gives, self.groups)):
            title = self.problem.name or type(self.problem).__name__
            raise OptionError(f"clues of {title} are no given values: leave clues out, or say how many")
        groups = [group for group in self.groups if all(clue[0] in some for clue in group)]
        loose = {clue[0] for group in self.groups for clue in group}
        given = {variable: value for variable, value in self.given.items() if variable in some or variable not in loose}
        return attrs.evolve(self, groups=groups, given=given)

    @property
    def is_complete(self) -> bool:
        """Whether the fullest instance gives a value to every variable, so that its solution is the only one."""
        return len(self.given) == len(self.problem.domains())

    def gives(self, group: Group) -> bool:
        """Whether the clues of a group are given values."""
        given = self.given.items()
        return self.field is not None or all(clue in given for clue in group)

    def instance(self, groups: Iterable[Group]) -> Problem[Any, Any]:
        """The instance with the clues of some groups."""
        clues = [clue for group in groups for clue in group]
        if self.field is None:
            return self.problem.with_clues(clues)
        return self.field.with_given([*self.problem.given().items(), *clues])

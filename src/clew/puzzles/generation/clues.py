"""The clues that describe a solution, and those that go together because a symmetry of the board exchanges them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, Final

import attrs

from clew.errors import OptionError, meant
from clew.problem.clues import GivenField
from clew.problem.declared import title_of
from clew.problem.drawing import grid_of, is_cell, rectangle
from clew.problem.problem import AnyProblem
from clew.puzzles.generation.thinning import Group

Cell = tuple[int, int]
Place = frozenset[Cell]
"""The cells that a clue is about."""

SYMMETRIES: Final[Mapping[str, Callable[[int, int, Cell], Cell]]] = {
    "half-turn": lambda height, width, cell: (height - 1 - cell[0], width - 1 - cell[1]),
    "quarter-turn": lambda height, width, cell: (cell[1], height - 1 - cell[0]),
    "left-right": lambda height, width, cell: (cell[0], width - 1 - cell[1]),
    "up-down": lambda height, width, cell: (height - 1 - cell[0], cell[1]),
    "diagonal": lambda height, width, cell: (cell[1], cell[0]),
}
"""By name, the cell to which a symmetry takes a cell of a board with a height and a width."""

SQUARE: Final = ("quarter-turn", "diagonal")


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

    problem: AnyProblem
    given: Mapping[Any, Any]
    groups: list[Group]
    fixed: int
    field: GivenField | None

    @classmethod
    def of(
        cls, blank: AnyProblem, solution: Mapping[Any, Any], random: Random, field: GivenField | None
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
    def of_own(cls, full: AnyProblem) -> Description:
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
            raise OptionError(f"clues of {title_of(self.problem)} are no given values: leave clues out or say how many")
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
        return all(clue in given for clue in group)

    def instance(self, groups: Iterable[Group]) -> AnyProblem:
        """The instance with the clues of some groups."""
        clues = [clue for group in groups for clue in group]
        if self.field is None:
            return self.problem.with_clues(clues)
        return self.field.with_given([*self.problem.given().items(), *clues])


def check_name(what: str, name: str, known: Mapping[str, Any]) -> None:
    """Check that a name is known.

    Raises:
        OptionError: it is none.
    """
    if name not in known:
        otherwise = f"there are {', '.join(known)}"
        raise OptionError(f"there is no {what} {name!r}: {meant(str(name), known, otherwise)}")


def symmetric(problem: AnyProblem, groups: Iterable[Group], name: str) -> list[Group]:
    """The groups, those joined that a symmetry takes to each other.

    Args:
        problem: whose variables are the cells, or whose instance is a grid of them.
        groups: clues that go together anyway.
        name: the name of the symmetry.

    Raises:
        OptionError: the variables are no cells, the board is not square, or a clue is about no cell.
    """
    title = title_of(problem)
    size, grid = rectangle(problem.domains()), grid_of(problem)
    if size is None and grid is None:
        raise OptionError(f"symmetry: the variables of {title} are no cells of a board")
    height, width = size or (grid.height, grid.width)  # type: ignore[union-attr]
    if name in SQUARE and height != width:
        raise OptionError(f"symmetry: {name} needs a square board, and this one is {height}x{width}")
    move, variables = SYMMETRIES[name], problem.domains().keys()
    joined: dict[frozenset[Place], Group] = {}
    for group in groups:
        places = [_place(clue, variables) for clue in group]
        if not all(places):
            raise OptionError(
                f"symmetry: {title} has clues that are about no cell: "
                "let its clue_groups yield cells, or leave symmetry out"
            )
        at: Place = frozenset().union(*places)
        orbit = [at]
        while (image := frozenset(move(height, width, cell) for cell in orbit[-1])) != at:
            orbit.append(image)
        joined[frozenset(orbit)] = (*joined.get(frozenset(orbit), ()), *group)
    return list(joined.values())


def _place(clue: Any, variables: Iterable[Any]) -> Place:
    """The cell of a given value, or a clue that is a cell, or else all cells that a clue names."""
    if is_cell(clue):
        return frozenset([clue])
    parts: Any = clue if isinstance(clue, (tuple, frozenset)) else ()
    cells = [part for part in parts if is_cell(part)]
    if isinstance(clue, tuple) and len(clue) == 2 and clue[0] in variables and clue[1] not in variables:
        cells = [clue[0]]
    return frozenset(cells)

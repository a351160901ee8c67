"""The puzzles that can be played: each variable that a person fills in is a cell of a board, and has few values."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from itertools import islice
from typing import Any, Final

import attrs

from clew.errors import OptionError
from clew.problem.declared import declared_domains, declared_given
from clew.problem.pictures import sorted_values, symbol, title_of
from clew.problem.problem import Problem
from clew.render.boards import Board

Cell = tuple[int, int]

MOST: Final = 100
"""Values that a cell may have."""
LONGEST: Final = 12
"""Characters that the name of a value may have."""


@attrs.frozen(eq=False)
class CellPuzzle:
    """The cells of a puzzle that is played.

    Attributes:
        problem: the puzzle.
        values: the values that each cell may take.
        given: the values of the cells that the instance fixes.
        names: the values by their names, in the order in which they are offered.
        is_whole: whether the cells are all the variables; there may be others, which only the search knows.
    """

    problem: Problem[Any, Any]
    values: Mapping[Cell, tuple[Any, ...]]
    given: Mapping[Cell, Any]
    names: Mapping[str, Any]
    is_whole: bool

    def name(self, value: Any) -> str:
        """The name of a value, as pictures show it."""
        return symbol(self.problem, value)

    def board(self, values: Mapping[Cell, Any], marks: Mapping[Cell, Any] | None = None) -> Board:
        """The board with some values and pencil marks.

        Raises:
            OptionError: the picture of the puzzle is no board.
        """
        board = self.problem.picture(values, marks or None)
        if not isinstance(board, Board):
            raise _refusal(self.problem, "its picture is no board")
        return attrs.evolve(board, spots=tuple(self.names))


def cell_puzzle(problem: Problem[Any, Any]) -> CellPuzzle:
    """The cells of a puzzle, to be played.

    Raises:
        OptionError: it cannot be played on a board of cells; the message says why.
    """
    domains = declared_domains(problem)
    listed = {cell: _listed(problem, cell, domain) for cell, domain in domains.items() if _is_cell(cell)}
    if not listed:
        raise _refusal(problem, "its variables are not cells" if domains else "it declares no variables")
    values = sorted_values(listed.values())
    names = {symbol(problem, value): value for value in values}
    if len(names) < len(values):
        raise _refusal(problem, "several of its values have one name")
    if longest := max((name for name in names if len(name) > LONGEST), default=None):
        raise _refusal(problem, f"it has values such as {longest!r}")
    given = {cell: value for cell, value in declared_given(problem).items() if cell in listed}
    puzzle = CellPuzzle(problem, listed, given, names, len(listed) == len(domains))
    if not listed.keys() <= puzzle.board(given).cells.keys():
        raise _refusal(problem, "its picture does not show all of its cells")
    return puzzle


def _is_cell(variable: Any) -> bool:
    return isinstance(variable, tuple) and len(variable) == 2 and all(type(k) is int and k >= 0 for k in variable)


def _listed(problem: Problem[Any, Any], cell: Cell, domain: Any) -> tuple[Any, ...]:
    values = tuple(islice(domain, MOST + 1))
    if len(values) > MOST:
        number = len(domain) if isinstance(domain, Sized) else f"more than {MOST}"
        raise _refusal(problem, f"{problem.variable_title(cell)} has {number} values, and {MOST} are the most")
    return values


def _refusal(problem: Problem[Any, Any], why: str) -> OptionError:
    return OptionError(f"{title_of(problem)} cannot be played on a board of cells: {why}")

"""Puzzles that are played in the tests: small ones whose solutions are plain to see."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import attrs

import clew
from clew.constraints import AllDifferent, Connected, Constraint, Linear, grid_graph
from clew.render import Board, LineBoard
from clew.render.lines import Line
from clew_problems import Sudoku

FOUR = "12.4/3412/2143/4.21"
"""A sudoku with two open cells: r1c3 is 3 and r4c2 is 3."""

Cell = tuple[int, int]


def four() -> Sudoku:
    return Sudoku.from_text(FOUR)


@attrs.frozen
class Shaded(clew.Problem[Cell, str]):
    """A row of three cells to shade: two are black and are in one piece, and the last one is given as white."""

    name = "shaded"

    def domains(self) -> Mapping[Cell, str]:
        return {(0, c): "wb" for c in range(3)}

    def given(self) -> Mapping[Cell, str]:
        return {(0, 2): "w"}

    def constraints(self) -> Iterable[Constraint]:
        cells = list(self.domains())
        return [Connected(cells, grid_graph(1, 3), "b"), clew.constraints.Exactly(2, "b", cells)]

    def value_name(self, value: str) -> str:
        return {"w": "white", "b": "black"}[value]

    def picture(self, assignment: Mapping[Cell, str], domains: Mapping[Cell, Collection[str]] | None = None) -> Board:
        """The numbers of the cells, the shaded ones on black, and a row of clues below."""
        black = [cell for cell, value in assignment.items() if value == "b"]
        return Board([["5", "6", "7"], ["x", None, "y"]], blocks=black, row_labels=["a", "b"])


@attrs.frozen
class Hidden(clew.Problem[Any, int]):
    """Two cells and their sum, which is no cell: it is 5, so they are 2 and 3, or 3 and 2, but the first is less."""

    name = "hidden"

    def domains(self) -> Mapping[Any, range]:
        return {(0, 0): range(1, 4), (0, 1): range(1, 4), "sum": range(5, 7)}

    def constraints(self) -> Iterable[Constraint]:
        cells: list[Any] = [(0, 0), (0, 1)]
        total: list[Any] = [*cells, "sum"]
        return [AllDifferent(cells), Linear(total, (1, 1, -1), "==", 0), Linear(cells, (1, -1), "<", 0)]

    def picture(self, assignment: Mapping[Any, int], domains: Mapping[Any, Collection[int]] | None = None) -> Board:
        return Board([[str(assignment.get((0, c), "")) for c in range(2)]])


Edge = tuple[Cell, Cell]
TWOS = "22/22"
"""A slitherlink whose loop runs around all of its cells: each has its two outer sides, and none of the inner ones."""


@attrs.frozen
class Fence(clew.Problem[Edge, str]):
    """A row of two cells with a fence on each side of the first; the right side of the second is given as open.

    The puzzle of a user: its values are its own, and it has no code about playing.
    """

    name = "fence"

    def domains(self) -> Mapping[Edge, str]:
        return dict.fromkeys(self._sides(), "OF")

    def given(self) -> Mapping[Edge, str]:
        return {((0, 2), (1, 2)): "O"}

    def constraints(self) -> Iterable[Constraint]:
        for count, cell in ((4, (0, 0)), (1, (0, 1))):
            around = [side for side, cells in self._sides().items() if cell in cells]
            yield clew.constraints.Exactly(count, "F", around).named(f"the {count}")

    def _sides(self) -> Mapping[Any, Any]:
        return clew.constraints.grid_sides(1, 2)

    def picture(
        self, assignment: Mapping[Edge, str], domains: Mapping[Edge, Collection[str]] | None = None
    ) -> LineBoard:
        words: Mapping[str | None, Line] = {"F": "line", "O": "none"}
        lines = {side: words.get(assignment.get(side), "open") for side in self.domains()}
        return LineBoard([["4", "1"]], lines, around=True)

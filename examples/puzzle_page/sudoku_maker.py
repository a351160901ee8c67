"""Sudokus to play: made from a seed, checked, and helped with. Knows nothing of web pages.

A puzzle starts as a full grid. Clues are taken away in random order, as long as there is one solution still.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

import attrs

import clew
from clew_problems import Sudoku

Cell = tuple[int, int]
Grid = dict[Cell, int]

SIZES: Final = (4, 6, 9)
LEVELS: Final = {"easy": 0.5, "medium": 0.4, "hard": 0.0}
"""The share of the cells that stay as clues, at least; `hard` takes away as many as it can."""

EFFORT: Final = clew.Limits(nodes=500)
"""For one question whether there is one solution. Nodes, not seconds: a seed gives the same puzzle everywhere."""


@attrs.frozen
class Puzzle:
    """A puzzle with one solution.

    Attributes:
        empty: the rules of its size, without clues.
        clues: the numbers that are shown.
        solution: all of them.
    """

    empty: Sudoku
    clues: Grid
    solution: Grid

    @property
    def size(self) -> int:
        """The number of rows."""
        return self.empty.size

    def wrong(self, entries: Mapping[Cell, int]) -> list[Cell]:
        """The entries that are not those of the solution."""
        return [cell for cell, number in entries.items() if self.solution[cell] != number]


@attrs.frozen
class Hint:
    """What to write next, and why."""

    cell: Cell
    number: int
    reason: str


@lru_cache(maxsize=128)
def make(size: int, level: str, seed: int) -> Puzzle:
    """The puzzle of a size, a level and a seed: always the same."""
    empty = Sudoku.empty(size)
    solution = clew.first(empty, value_order="random", seed=seed)
    assert solution is not None, "every size has a full grid"
    clues = dict(solution)
    cells = list(clues)
    random.Random(seed).shuffle(cells)
    for cell in cells:
        if len(clues) - 1 < LEVELS[level] * size * size:
            break
        fewer = {other: number for other, number in clues.items() if other != cell}
        if _has_one_solution(empty, fewer):
            clues = fewer
    return Puzzle(empty, clues, dict(solution))


def _has_one_solution(empty: Sudoku, clues: Grid) -> bool:
    """Whether there is one solution; also False where that takes too long to find out, for then the clue can stay."""
    try:
        return clew.is_unique(empty, given=clues, limits=EFFORT)
    except clew.Stopped:
        return False


def hint(puzzle: Puzzle, entries: Mapping[Cell, int]) -> Hint | None:
    """The next step: the simplest there is. None if all the cells are filled.

    Args:
        puzzle: the puzzle.
        entries: what is written so far, all of it right.
    """
    grid = {**puzzle.clues, **entries}
    for simple in (_last_number, _last_place):
        for step in simple(puzzle.empty, grid):
            return step
    for cell in puzzle.solution:
        if cell not in grid:
            return Hint(cell, puzzle.solution[cell], "no simple step leads there")
    return None


def _candidates(empty: Sudoku, grid: Grid, cell: Cell) -> set[int]:
    """The numbers that no neighbour of a cell has."""
    return set(empty.domains()[cell]) - {grid[other] for other in empty.neighbours(cell) if other in grid}


def _last_number(empty: Sudoku, grid: Grid) -> Iterator[Hint]:
    """Cells for which one number is left."""
    for cell in empty.domains():
        left = _candidates(empty, grid, cell)
        if cell not in grid and len(left) == 1:
            yield Hint(cell, left.pop(), "its row, its column and its box have all the other numbers")


def _last_place(empty: Sudoku, grid: Grid) -> Iterator[Hint]:
    """Numbers for which a row, a column or a box has one place left."""
    left = {cell: _candidates(empty, grid, cell) for cell in empty.domains() if cell not in grid}
    for unit in empty.constraints():
        for number in range(1, empty.size + 1):
            places = [cell for cell in left if cell in unit.scope and number in left[cell]]
            if len(places) == 1:
                yield Hint(places[0], number, f"it is the only place for {number} in {empty.constraint_name(unit)}")

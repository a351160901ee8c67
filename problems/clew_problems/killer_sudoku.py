"""Killer sudoku: a sudoku whose clues are cages, cells with different numbers that have a given sum."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import cycle, product
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import AllDifferent, Constraint
from clew.forms import Cells, Words, size_of
from clew.render import Picture, regions
from clew_problems.pieces import grown, is_connected, near
from clew_problems.sudoku import most_square
from clew_problems.sums import different_with_sum
from clew_problems.words import GRID, RULE, words

Cell = tuple[int, int]

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NONE: Final = "."
LARGEST: Final = 4
"""Cells of a cage in a new puzzle."""
DIVISIONS: Final = 100
"""Ways to divide a grid into cages that are tried, until none has one cell."""


@attrs.frozen
class Cage:
    """Cells whose numbers differ.

    Attributes:
        cells: from the top left.
        total: their sum; None if it is not given.
    """

    cells: tuple[Cell, ...]
    total: int | None

    @property
    def name(self) -> str:
        """Its name in messages."""
        row, column = self.cells[0]
        return f"the cage{'' if self.total is None else f' of {self.total}'} at r{row + 1}c{column + 1}"


def _check_cages(grid: Cells) -> None:
    for piece in _pieces(grid):
        numbered = [cell for cell in piece if len(grid[cell]) > 1]
        if len(numbered) > 1:
            row, column = numbered[1]
            raise clew.InputError(
                f"killer-sudoku: row {row + 1}, column {column + 1}: the cage {grid[row, column][0]} has a sum "
                "already: give cages that touch different letters"
            )


@attrs.frozen
class KillerSudoku(clew.Problem[Cell, int]):
    """A killer sudoku to solve.

    Args:
        grid: a word for each cell: the letter of its cage, with the sum behind it in one of its cells; `.` in none.

    Raises:
        InputError: the grid is not square, a word means nothing, or a cage has two sums.
        OptionError: the grid is too large to search.
    """

    name = "killer-sudoku"
    summary = "fill a sudoku whose clues are cages of cells with a sum"
    rules = (
        "Fill every cell with a number from 1 to the size of the grid, so that no row, no column and no box has a "
        "number twice, and no cage either; the numbers of a cage have its sum. The instance has a word for each cell: "
        "the letter of its cage, with the sum in one cell of the cage, as in A12, and a dot for a cell without a cage; "
        "or the size of a grid without cages. Cages that do not touch may have the same letter."
    )
    examples = (
        clew.Example("all of 4x4", "4", 288),  # the sudokus of 4x4
        clew.Example("rows", "A10 A A A / B10 B B B / C C C C / D D D D", 288),
        clew.Example("first row", "A1 B2 C3 D4 / . . . . / . . . . / . . . .", 12),
        clew.Example("eight cages", "A4 A B3 C7 / D9 D B C / D E2 F9 G1 / H5 H F F", 1),
        clew.Example("contradiction", "A8 A . . / . . . . / . . . . / . . . .", 0),
    )
    styles = ("cages", "grid")
    translations = (
        *GRID,
        *words(
            (
                "different numbers in the cage of",
                "la règle des nombres différents de la cage de",
                f"{RULE} im Käfig mit",
            ),
            ("the cage of", "la cage de", "[der|den|dem] Käfig mit"),
            ("the cage", "la cage", "[der|den|dem] Käfig"),
        ),
    )

    grid: Cells = clew.instance(
        Words(r"[A-Za-z]\d{0,4}", "a letter for each cage, with its sum in one cell, such as A12", NONE, square=True),
        help="the cages",
    )

    def __attrs_post_init__(self) -> None:
        clew.check_size(len(self.grid), self.size)
        _check_cages(self.grid)

    @classmethod
    def empty(cls, size: int) -> Self:
        """A grid without cages."""
        clew.check_size(size * size, size)
        return cls(Cells(((NONE,) * size,) * size))

    @property
    def size(self) -> int:
        """The number of rows, of columns, and of numbers."""
        return self.grid.height

    @property
    def cages(self) -> list[Cage]:
        """The cages, from the top left."""
        return [Cage(piece, _total(self.grid, piece)) for piece in _pieces(self.grid)]

    @property
    def boxes(self) -> list[list[Cell]]:
        """The cells of each box: the boxes nearest to squares, not higher than wide."""
        height, width = most_square(self.size)
        corners = product(range(0, self.size, height), range(0, self.size, width))
        return [[(top + r, left + c) for r in range(height) for c in range(width)] for top, left in corners]

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, Iterable[int]]:
        return dict.fromkeys(self.grid, range(1, self.size + 1))

    def constraints(self) -> Iterable[Constraint]:
        for title, units in (("row", self.grid.row_cells), ("column", self.grid.column_cells), ("box", self.boxes)):
            yield from (AllDifferent(unit).named(f"{title} {number}") for number, unit in enumerate(units, 1))
        for cage in self.cages:
            yield from different_with_sum(cage.cells, cage.total, self.size, cage.name)

    # -- new instances ------------------------------------------------------------------------

    def from_solution(self, solution: Mapping[Cell, int], random: Random) -> Self:
        """Random cages with different numbers, none of them with one cell if trying at random finds such."""
        for _ in range(DIVISIONS):
            pieces = _divided(solution, random)
            if all(len(piece) > 1 for piece in pieces):
                break
        return self._with_cages(pieces, solution)

    def repaired(self, one: Mapping[Cell, int], other: Mapping[Cell, int], random: Random) -> Self | None:
        """A cell that has another number in the second solution leaves its cage, for a neighbouring one or a new one.

        No cage with one cell is made: it would give its number away.
        """
        pieces = [set(cage.cells) for cage in self.cages]
        changes = [
            (piece, {cell}, goal)
            for piece in pieces
            for cell in piece
            if one[cell] != other[cell] and len(piece) > 2 and is_connected(piece - {cell})
            for goal in pieces
            if goal is not piece
            and len(goal) < LARGEST
            and near(cell, goal)
            and one[cell] not in [one[beside] for beside in goal]
        ]
        changes += [
            (piece, {cell, beside}, set[Cell]())
            for piece in pieces
            for cell in piece
            for beside in near(cell, piece)
            if len(piece) > 3
            and is_connected(piece - {cell, beside})
            and one[cell] + one[beside] != other[cell] + other[beside]
        ]
        if not changes:
            return None
        piece, cells, goal = random.choice(changes)
        left = [some for some in pieces if some is not piece and some is not goal]
        return self._with_cages([*left, piece - cells, goal | cells], one)

    def clue_groups(self) -> Iterable[Collection[Any]]:
        """None: every cell is in a cage."""
        return ()

    def with_clues(self, clues: Iterable[Any]) -> Self:
        return self

    def _with_cages(self, pieces: Iterable[Iterable[Cell]], numbers: Mapping[Cell, int]) -> Self:
        """The same size with other cages, and the sums of these numbers. Cages that touch have different letters."""
        words: dict[Cell, str] = {}
        letters = cycle(LETTERS)
        for piece in sorted(map(sorted, pieces)):
            beside = {words[other][0] for cell in piece for other in near(cell, words)}
            letter = next(letter for letter in letters if letter not in beside)
            words |= dict.fromkeys(piece, letter)
            words[piece[0]] = f"{letter}{sum(numbers[cell] for cell in piece)}"
        return type(self)(Cells(tuple(tuple(words[cell] for cell in row) for row in self.grid.row_cells)))

    # -- text and pictures ----------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a size such as 9, or a word for each cell."""
        size = size_of(text)
        return super().from_text(text if size is None else f"{size[0]}x{size[1]}", **parameters)

    def draw(self, assignment: Mapping[Cell, int], style: str | None = None) -> str:
        if self.check_style(style) == "grid":
            wide = len(str(self.size))
            rows = [[str(assignment.get(cell, ".")).rjust(wide) for cell in row] for row in self.grid.row_cells]
            return "\n".join((" " if wide > 1 else "").join(row) for row in rows)
        notes = {cage.cells[0]: f"{cage.total}: " for cage in self.cages if cage.total is not None}
        symbols = [
            [f"{notes.get(cell, '')}{assignment.get(cell, '')}".rstrip() for cell in row] for row in self.grid.row_cells
        ]
        return regions(symbols, {cell: cage.cells for cage in self.cages for cell in cage.cells})

    def picture(self, assignment: Mapping[Cell, int], domains: Mapping[Cell, Collection[int]] | None = None) -> Picture:
        """The board, with a dotted line around each cage, and its sum."""
        board: Any = super().picture(assignment, domains)
        shown: Picture = attrs.evolve(
            board,
            regions={cell: number for number, box in enumerate(self.boxes) for cell in box},
            cages={cell: cage.cells for cage in self.cages for cell in cage.cells},
            notes={cage.cells[0]: str(cage.total) for cage in self.cages if cage.total is not None},
        )
        return shown

    def variable_name(self, cell: Cell) -> str:
        return f"r{cell[0] + 1}c{cell[1] + 1}"


def _divided(solution: Mapping[Cell, int], random: Random) -> list[list[Cell]]:
    """Random pieces with different numbers. A cell left alone goes to a neighbouring one that can take it."""
    pieces: list[list[Cell]] = []
    free = dict.fromkeys(random.sample(list(solution), len(solution)))
    while free:
        first, size = next(iter(free)), random.randint(2, LARGEST)

        def takes(piece: list[Cell], cell: Cell, size: int = size) -> bool:
            return len(piece) < size and solution[cell] not in [solution[one] for one in piece]

        del free[first]
        (piece,) = grown([[first]], free, random, takes)
        goals = [one for one in pieces if len(piece) == 1 and near(first, one) and takes(one, first, LARGEST)]
        if goals:
            random.choice(goals).append(first)
        else:
            pieces.append(piece)
        for cell in piece[1:]:
            del free[cell]
    return pieces


def _pieces(grid: Cells) -> list[tuple[Cell, ...]]:
    """The cells of each cage: those that are connected and have the same letter."""
    left = {cell: word[0] for cell, word in grid.given.items()}
    pieces = []
    while left:
        first, letter = next(iter(left.items()))
        piece, waiting = set[Cell](), [first]
        while waiting:
            cell = waiting.pop()
            if left.get(cell) == letter:
                del left[cell]
                piece.add(cell)
                waiting += near(cell, left)
        pieces.append(tuple(sorted(piece)))
    return pieces


def _total(grid: Cells, piece: Iterable[Cell]) -> int | None:
    """The sum that is written in one of the cells of a cage."""
    return next((int(grid[cell][1:]) for cell in piece if len(grid[cell]) > 1), None)

"""Kinds about a whole board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from typing import Any

from clew.constraints import AllDifferent, Constant, Constraint, Element, Var
from clew.constraints.names import name_of
from clew.variants.grid import SudokuGrid
from clew.variants.lines import neighbours
from clew.variants.reading import Cells, variables


def sudoku(grid: SudokuGrid) -> list[Constraint]:
    """The digits of each row, each column and each box are different."""
    return [AllDifferent(cells) for cells in (*grid.rows, *grid.columns, *grid.boxes)]


def anti_knight(grid: SudokuGrid) -> list[Constraint]:
    """Cells a knight's move apart have different digits."""
    return _different(grid, ((1, 2), (2, 1), (1, -2), (2, -1)))


def anti_king(grid: SudokuGrid) -> list[Constraint]:
    """Cells a king's move apart, those that share a side or a corner, have different digits."""
    return _different(grid, ((0, 1), (1, 0), (1, 1), (1, -1)))


def _different(grid: SudokuGrid, steps: Sequence[tuple[int, int]]) -> list[Constraint]:
    return [one != other for one, other in grid.beside(steps)]


def non_consecutive(grid: SudokuGrid) -> list[Constraint]:
    """Cells that share a side do not have consecutive digits."""
    pairs = grid.beside()
    return [one for pair in pairs for one in neighbours(pair, lambda one, other: abs(one - other) != 1)]


def disjoint_groups(grid: SudokuGrid) -> list[Constraint]:
    """Cells in the same place of their boxes have different digits."""
    return [AllDifferent(cells) for cells in zip(*grid.boxes, strict=True)]


def windoku(grid: SudokuGrid) -> list[Constraint]:
    """Further boxes, one row and one column apart from each other and from the border, have different digits."""
    height, width = grid.box
    tops = range(1, len(grid.rows) - height, height + 1)
    lefts = range(1, len(grid.columns) - width, width + 1)
    return [AllDifferent(grid.block(r, c, height, width)) for r, c in product(tops, lefts)]


def diagonals(grid: SudokuGrid) -> list[Constraint]:
    """The digits of each of the two long diagonals are different."""
    rows = [*enumerate(grid.rows)]
    return [AllDifferent([row[k] for k, row in rows]), AllDifferent([row[-1 - k] for k, row in rows])]


def minimum(grid: SudokuGrid, cell: Any) -> list[Constraint]:
    """The digit is less than those of all cells that share a side with its cell."""
    return [Var(name_of(cell)) < other for other in grid.around(cell)]


def maximum(grid: SudokuGrid, cell: Any) -> list[Constraint]:
    """The digit is greater than those of all cells that share a side with its cell."""
    return [Var(name_of(cell)) > other for other in grid.around(cell)]


def region_sum(grid: SudokuGrid, line: Cells) -> list[Constraint]:
    """The digits on the line have one sum in each box, and each time that the line enters the box again."""
    box = {cell.name: k for k, cells in enumerate(grid.boxes) for cell in cells}
    cells = variables(line)
    segments: list[list[Any]] = [cells[:1]]
    for one, other in pairwise(cells):
        if box.get(one.name) != box.get(other.name):
            segments.append([])
        segments[-1].append(other)
    return [sum(one) == sum(other) for one, other in pairwise(segments)]


def full_rank(grid: SudokuGrid, line: Cells, number: int, digits: Iterable[int] = ()) -> list[Constraint]:
    """Of all rows and columns, read as numbers from either end, this one has the rank, counted from the smallest.

    Args:
        grid: the board.
        line: the cells of the row or the column, from the end at which the number stands.
        number: the rank, from 1 on.
        digits: all digits, if each row and each column has each of them once. Then four lines begin with each
            digit, so the rank tells the first digit, two lines that cross differ before they have both been to the
            cell that they share, and the search is much faster.
    """
    from clew.constraints import Lex  # for this kind alone

    own = variables(line)
    both = [some for one in (*grid.rows, *grid.columns) for some in (one, one[::-1])]
    others = [some for some in both if [cell.name for cell in some] != [cell.name for cell in own]]
    before, rest = divmod(number - 1, 4)
    first = sorted(digits)[before : before + 1] if before >= 0 else []
    if not first:
        smaller: Any = sum(Lex(other, own, strict=True) for other in others)
        return [smaller == number - 1]
    begin = own[0].name
    lines = [names for line in (*grid.rows, *grid.columns) if begin in (names := {cell.name for cell in line})]
    alike = [some for some in others if some[0].name == begin or not any(some[0].name in line for line in lines)]
    smaller = sum(_begins_smaller(other, own, first[0]) for other in alike)
    return [own[0] == first[0], smaller == rest]


def _begins_smaller(line: Sequence[Var], own: Sequence[Var], digit: int) -> Constraint:
    """A line begins with a digit, as another one does, and goes on smaller; they share a cell at most.

    Each has no digit twice, so they differ at the latest if one is at the cell that the other comes to later on.
    """
    from clew.constraints import And, Lex

    pairs, names = [], [{cell.name for cell in some} for some in (line, own)]
    for one, other in zip(line[1:], own[1:], strict=True):
        if one.name != other.name:
            pairs.append((one, other))
            if one.name in names[1] or other.name in names[0]:
                break
    return And(line[0] == digit, Lex([one for one, _ in pairs], [other for _, other in pairs], strict=True))


def column_indexer(grid: SudokuGrid, column: int) -> list[Constraint]:
    """A digit in this column, counted from 1, says in which column of its row the number of this column stands."""
    return _indexers(grid.rows, column)


def row_indexer(grid: SudokuGrid, row: int) -> list[Constraint]:
    """A digit in this row, counted from 1, says in which row of its column the number of this row stands."""
    return _indexers(grid.columns, row)


def box_indexer(grid: SudokuGrid, place: int) -> list[Constraint]:
    """A digit in this place of its box, counted from 1 in the order of reading, says where its number is."""
    return _indexers(grid.boxes, place)


def _indexers(lines: Sequence[Sequence[Var]], place: int) -> list[Constraint]:
    return [Element(line[place - 1] - 1, line, Constant(place)) for line in lines]

"""The board of a variant: its cells by rows, columns and boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from clew.constraints import Var
from clew.constraints.names import name_of
from clew.variants.reading import variables

SIDES = ((0, 1), (1, 0))
"""The steps to the cell on the right and to the cell below."""


class SudokuGrid:
    """The cells of a rectangular board.

    Args:
        rows: the cells of each row: variables, by themselves or by their names.
        box: the height and the width of a box.

    Attributes:
        rows: the rows, from top to bottom.
        columns: the columns, from left to right.
        boxes: the boxes, row by row, each with its cells in the order of reading.
    """

    def __init__(self, rows: Iterable[Iterable[Any]], box: tuple[int, int]) -> None:
        self.rows = [variables(row) for row in rows]
        self.columns = [list(column) for column in zip(*self.rows, strict=True)]
        self.box = box
        corners = product(range(0, len(self.rows), box[0]), range(0, len(self.columns), box[1]))
        self.boxes = [self.block(r, c, *box) for r, c in corners]

    def block(self, row: int, column: int, height: int = 2, width: int = 2) -> list[Var]:
        """The cells of a rectangle, in the order of reading; its corner is counted from 0."""
        return [cell for line in self.rows[row : row + height] for cell in line[column : column + width]]

    def beside(self, steps: Sequence[tuple[int, int]] = SIDES) -> Iterator[tuple[Var, Var]]:
        """All pairs of cells such that one of the steps leads from the one to the other."""
        height, width = len(self.rows), len(self.columns)
        for r, c, (down, right) in product(range(height), range(width), steps):
            if 0 <= r + down < height and 0 <= c + right < width:
                yield self.rows[r][c], self.rows[r + down][c + right]

    def around(self, cell: Any) -> list[Var]:
        """The cells that share a side with one."""
        name = name_of(cell)
        return [b if a.name == name else a for a, b in self.beside() if name in (a.name, b.name)]

"""An older way to complete a Takuzu grid, to compare with: it does not use clew.

It is a program of 2016, of which all solutions are wanted here and not just one: cell after cell is given 0, then 1,
if the row and the column of the cell may still become right; that no two lines are equal is looked at in the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

EMPTY: Final = 2


def check_line(line: Sequence[int], k: int, value: int) -> bool:
    """Whether a line may still become right if its cell k gets a value.

    Args:
        line: the cells of a row or a column of even length: 0, 1, and 2 for an empty one.
        k: the place of the cell, from 0.
        value: 0 or 1.
    """
    cells = [*line[:k], value, *line[k + 1 :]]
    zeros, ones, empty = (cells.count(symbol) for symbol in (0, 1, EMPTY))
    has_three = any(a == b == c != EMPTY for a, b, c in zip(cells, cells[1:], cells[2:], strict=False))
    return abs(zeros - ones) <= empty and not has_three


def are_different(lines: Sequence[Sequence[int]]) -> bool:
    """Whether no two lines are equal."""
    return len(set(map(tuple, lines))) == len(lines)


def cell_by_cell(grid: Sequence[Sequence[int]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The completions of a grid of even sides whose clues break no rule by themselves."""
    rows = [list(row) for row in grid]
    width = len(rows[0])

    def columns() -> list[list[int]]:
        return [list(column) for column in zip(*rows, strict=True)]

    def fill(i: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        if i == width * len(rows):
            if are_different(rows) and are_different(columns()):
                yield tuple(map(tuple, rows))
            return
        y, x = divmod(i, width)
        if rows[y][x] != EMPTY:
            yield from fill(i + 1)
            return
        for value in (0, 1):
            if check_line(rows[y], x, value) and check_line([row[x] for row in rows], y, value):
                rows[y][x] = value
                yield from fill(i + 1)
                rows[y][x] = EMPTY

    return fill(0)

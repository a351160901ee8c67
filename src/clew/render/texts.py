"""Text: boards with a box around every symbol or with lines around regions, and tables with their columns aligned."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Final

_CORNERS: Final = {(False, False): " ", (True, False): "-", (False, True): "|", (True, True): "+"}
Rows = Sequence[Sequence[str]]


def boxes(rows: Sequence[Sequence[str]]) -> str:
    """A board with a box around every symbol, drawn with `+`, `-` and `|`."""
    return regions(rows, {(r, c): (r, c) for r, row in enumerate(rows) for c in range(len(row))})


def regions(rows: Sequence[Sequence[str | None]], region: Mapping[tuple[int, int], Hashable]) -> str:
    """A board with lines between its regions and around them, drawn with `+`, `-` and `|`.

    Args:
        rows: the symbols, row by row: "" for an empty cell, None for no cell.
        region: the region of each cell, by its row and its column from 0. Cells that are not in it, open ones say,
            are one region.
    """
    height, width = len(rows), max(map(len, rows), default=0)
    wide = 2 + max((len(symbol) for row in rows for symbol in row if symbol), default=1)
    rest = object()
    inside = {
        (r, c): region.get((r, c), rest)
        for r, row in enumerate(rows)
        for c, symbol in enumerate(row)
        if symbol is not None
    }

    def above(r: int, c: int) -> bool:
        """Whether a line runs above a cell."""
        return inside.get((r - 1, c)) != inside.get((r, c))

    def left(r: int, c: int) -> bool:
        """Whether a line runs to the left of a cell."""
        return inside.get((r, c - 1)) != inside.get((r, c))

    lines = []
    for r in range(height + 1):
        line = middle = ""
        for c in range(width + 1):
            line += _CORNERS[above(r, c - 1) or above(r, c), left(r - 1, c) or left(r, c)]
            line += ("-" if above(r, c) else " ") * wide
            symbol = rows[r][c] if (r, c) in inside else ""
            middle += ("|" if left(r, c) else " ") + (symbol or "").center(wide)
        lines += [line.rstrip(), middle.rstrip()]
    return "\n".join(lines[:-1])


def aligned(rows: Rows, left: Collection[int] = (0,), widths: Sequence[int] | None = None) -> Iterator[str]:
    """The rows of a table as lines.

    Args:
        rows: the cells of each, the same number in all.
        left: the columns whose cells begin below each other; those of the others end below each other.
        widths: how wide each column is; by default as wide as its widest cell.
    """
    widths = widths or widths_of(rows)
    for row in rows:
        cells = (
            cell.ljust(width) if k in left else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def widths_of(rows: Rows) -> list[int]:
    """How many characters the widest cell of each column has."""
    return [max(map(len, column)) for column in zip(*rows, strict=True)]

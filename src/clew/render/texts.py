"""Boards as text: with a box around every symbol, or with lines only around regions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

_CORNERS: Final = {(False, False): " ", (True, False): "-", (False, True): "|", (True, True): "+"}


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

"""Tables as text: columns below each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

Rows = Sequence[Sequence[str]]


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

"""Boards: rows of symbols as text and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


def boxes(rows: Sequence[Sequence[str]]) -> str:
    """A board with a box around every symbol, drawn with `+`, `-` and `|`."""
    lines = []
    for row in rows:
        lines.append("+---" * len(row) + "+")
        lines.append("".join(f"| {symbol or ' '} " for symbol in row) + "|")
    return "\n".join([*lines, *lines[:1]])


def board_svg(rows: Sequence[Sequence[str]], *, square: int = 40, chequered: bool = True) -> str:
    """A board as an SVG picture that reads well on light and on dark pages.

    Args:
        rows: the symbols, "" where a square is empty.
        square: the side of a square in pixels.
        chequered: whether every other square is shaded.
    """
    height, width = len(rows) * square, max(map(len, rows), default=0) * square
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width + 2} {height + 2}" '
        f'width="{width}" height="{height}" '
        f'font-family="DejaVu Sans, sans-serif" font-size="{square * 0.7:g}" text-anchor="middle">'
    ]
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            fill = "#d8c3a5" if chequered and (x + y) % 2 else "#f7efe2"
            parts.append(
                f'<rect x="{x * square}" y="{y * square}" width="{square}" height="{square}" fill="{fill}" '
                f'stroke="#8d7b68"/>'
            )
            if symbol:
                at = f'x="{(x + 0.5) * square:g}" y="{(y + 0.74) * square:g}"'
                parts.append(f'<text {at} fill="#2b2118">{escape(symbol)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"

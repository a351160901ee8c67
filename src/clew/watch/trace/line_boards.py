"""Boards with lines between points, and lists of names, as styled text; the ends of lines, and parts of a drawing."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from operator import add
from typing import Any, Final

import attrs
from rich.cells import cell_len, set_cell_size
from rich.text import Text

from clew.render import LineBoard, Listing
from clew.render.lines import DISCS, Pen
from clew.render.svg import hue
from clew.watch.trace.scene import Scene

HEAVY: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The joint of lines upwards (1), to the right (2), downwards (4) and to the left (8)."""
DOUBLE: Final = "\N{BOX DRAWINGS DOUBLE HORIZONTAL}\N{BOX DRAWINGS DOUBLE VERTICAL}"
DOT: Final = "\N{MIDDLE DOT}"
PEN: Final = Pen(f"━{DOUBLE[0]}", f"┃{DOUBLE[1]}", HEAVY, DOT, "\N{MULTIPLICATION SIGN}")

Extent = tuple[int, int]
"""A number of lines and of columns."""
Box = tuple[int, int, int, int]
"""The first line and the first column of something, its height and its width."""


@attrs.frozen
class ScreenDrawing:
    """A drawing, and the part of it in which something happened.

    Attributes:
        text: the drawing.
        sight: the part; all 0 if there is none.
    """

    text: Text
    sight: Box = (0, 0, 0, 0)


def around(boxes: Collection[Box]) -> Box:
    """The box around some boxes; all 0 if there are none."""
    if not boxes:
        return (0, 0, 0, 0)
    tops, lefts, heights, widths = zip(*boxes, strict=True)
    bottom, right = max(map(add, tops, heights)), max(map(add, lefts, widths))
    return min(tops), min(lefts), bottom - min(tops), right - min(lefts)


def longest(texts: Iterable[str]) -> int:
    """The columns of the longest text; 0 if there is none."""
    return max(map(cell_len, texts), default=0)


def drawn_listing(listing: Listing, scene: Scene) -> ScreenDrawing:
    """A line for each name, with its value or with those that are left to it."""
    wide, given, lines = longest(listing.values), set(listing.given), []
    for name, value in listing.values.items():
        shown = Text(style=scene.touched.get(name, "given" if name in given else "")).append(value)
        if not value:
            shown.append(" ".join(listing.left.get(name, ())), "faint")
            for mark in scene.lost.get(name, ()):
                shown.append(" ").append(mark, "lost")
        lines.append(Text.assemble((set_cell_size(name, wide), "faint"), "  ", shown))
    boxes = [(k, 0, 1, wide) for k, name in enumerate(listing.values) if name in scene.touched]
    return ScreenDrawing(Text("\n", no_wrap=True).join(lines), around(boxes))


def drawn_lines(board: LineBoard, scene: Scene, room: Extent) -> ScreenDrawing:
    """A board with lines between its points, with more room between these if there is more."""
    symbols = [symbol or DISCS[board.discs.get(cell, "")] for cell, symbol in board.cells.items()]
    wide, least = (1, longest(symbols)) if board.around else (longest(symbols) or 1, 0)
    for down, across in ((3, max(7, least)), (1, max(3, least))):
        lines = [Text(line) for line in board.text(PEN, down, across, cell_len).split("\n")]
        width = (board.width + board.around) * (wide + across) - across
        if len(lines) <= room[0] and width <= room[1]:
            break
    for line in lines:
        line.highlight_regex(f"[{HEAVY.strip()}{DOUBLE}]", "found")
        line.highlight_regex(f"[{PEN.dot}{PEN.out}]", "faint")
        line.append(" " * (width - line.cell_len))

    def box(place: Any) -> Box:
        """The part that shows a point, a cell between points, or an edge."""
        (r, c), (v, u) = place if isinstance(place[0], tuple) else (place, place)
        y, x = r * (1 + down), c * (wide + across)
        if r < v:
            return y + 1, x, (v - r) * (1 + down) - 1, wide
        if c < u:
            return y, x + wide, 1, (u - c) * (wide + across) - wide
        return (y + 1, x + 1, down, across) if board.around else (y, x, 1, wide)

    for place, style in [*((cell, f"on-{hue(own)}") for cell, own in board.colours.items()), *scene.touched.items()]:
        y, x, high, columns = box(place)
        for line in lines[y : y + high]:
            line.stylize(style, *(len(set_cell_size(line.plain, column)) for column in (x, x + columns)))
    return ScreenDrawing(Text("\n", no_wrap=True).join(lines), around([box(place) for place in scene.sight]))

"""The clues that setters of sudoku draw on a board: lines over cells, dots on borders and corners, numbers beside."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING, Literal

import attrs

from clew.render.svg import Place, Point, paint, path, written

if TYPE_CHECKING:
    from clew.render.boards import BoardSheet


@attrs.frozen
class Stroke:
    """A line over cells.

    Attributes:
        cells: its cells, in order.
        paint: a paint of `clew.render.svg`.
        width: its width, as a part of a cell.
        start: how its first end is drawn: plain, with a bulb, or with a ring.
        end: how its last end is drawn: plain, with an arrow head, or with a ring.
    """

    cells: tuple[Place, ...] = attrs.field(converter=tuple[Place, ...])
    paint: str
    width: float = 0.18
    start: Literal["", "bulb", "ring"] = ""
    end: Literal["", "arrow", "ring"] = ""


@attrs.frozen
class Dot:
    """A circle or a square in a cell, or on the border or the corner between cells.

    Attributes:
        cells: the cells; its middle is the middle of theirs.
        content: the text in it.
        fill: its paint inside; None leaves it open.
        edge: the paint of its line; None draws none.
        size: its width, as a part of a cell.
        is_square: whether it is a square.
    """

    cells: tuple[Place, ...] = attrs.field(converter=tuple[Place, ...])
    content: str = ""
    fill: str | None = "light"
    edge: str | None = "ink"
    size: float = 0.28
    is_square: bool = False


def strokes(sheet: BoardSheet) -> Iterator[str]:
    """The lines, the dots in single cells, and the numbers beside the board: all that lies below the digits."""
    for stroke in sheet.board.strokes:
        yield from _stroke(sheet, stroke)
    yield from (_dot(sheet, dot) for dot in sheet.board.dots if len(dot.cells) == 1)
    for place, number in sheet.board.outside.items():
        size = min(sheet.side * 0.42, 1.5 * sheet.wide / max(1, len(number)))
        yield written(*sheet.middle(place), number, size, f" {paint('ink')}")


def dots(sheet: BoardSheet) -> Iterator[str]:
    """The dots on borders and corners."""
    yield from (_dot(sheet, dot) for dot in sheet.board.dots if len(dot.cells) > 1)


def _stroke(sheet: BoardSheet, stroke: Stroke) -> Iterator[str]:
    points = [sheet.middle(cell) for cell in stroke.cells]
    width = stroke.width * sheet.side
    more = f' stroke-width="{width:.3g}" stroke-linecap="round" stroke-linejoin="round"'
    if len(points) > 1:
        yield from path("M" + "L".join(f"{x:g} {y:g}" for x, y in points), None, stroke.paint, more)
    if stroke.end == "arrow" and len(points) > 1:
        yield from path(_head(points[-2], points[-1], sheet.side * 0.22), None, stroke.paint, more)
    if stroke.start == "bulb":
        yield _dot(sheet, Dot(stroke.cells[:1], fill=stroke.paint, edge=None, size=0.76))
    for cell, look in ((stroke.cells[0], stroke.start), (stroke.cells[-1], stroke.end)):
        if look == "ring":
            yield _dot(sheet, Dot([cell], edge=stroke.paint, size=0.76))


def _head(before: Point, tip: Point, length: float) -> str:
    """The two sides of an arrow head."""
    (a, b), (x, y) = before, tip
    way = atan2(y - b, x - a)
    one, other = ((x + length * cos(way + turn), y + length * sin(way + turn)) for turn in (pi * 0.8, -pi * 0.8))
    return f"M{one[0]:.4g} {one[1]:.4g}L{x:g} {y:g}L{other[0]:.4g} {other[1]:.4g}"


def _dot(sheet: BoardSheet, dot: Dot) -> str:
    middles = [sheet.middle(cell) for cell in dot.cells]
    x, y = (sum(ways) / len(middles) for ways in zip(*middles, strict=True))
    half = dot.size * sheet.side / 2
    if dot.is_square:
        place = f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}"'
    else:
        place = f'<circle cx="{x:g}" cy="{y:g}" r="{half:g}"'
    shape = f"{place} {paint(dot.fill, dot.edge)}/>"
    if not dot.content:
        return shape
    size = min(1.5 * half, 3 * half / max(1, len(dot.content)))
    ink = paint("on-colour" if dot.fill == "block" else "ink")
    return f"{shape}{written(x, y, dot.content, size, f' {ink}')}"

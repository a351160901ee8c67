"""A sheet of characters to draw on, and a board with lines between its points on it, as large as there is room for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping
from itertools import groupby, product
from operator import add, itemgetter
from typing import Any, Final

import attrs
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from clew.render.lines import DISCS, DRAWN, Line, LineBoard, Segment, crossed, near
from clew.render.svg import Place, hue
from clew.watch.trace.scene import Look, Scene

HEAVY: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The joint of lines upwards (1), to the right (2), downwards (4) and to the left (8)."""
STROKES: Final[Mapping[Line, tuple[str, str]]] = {
    "line": ("━", "┃"),
    "double": ("\N{BOX DRAWINGS DOUBLE HORIZONTAL}", "\N{BOX DRAWINGS DOUBLE VERTICAL}"),
}
"""A line across, and one downwards."""
DOT: Final = "\N{MIDDLE DOT}"
CROSS: Final = "\N{MULTIPLICATION SIGN}"
THICK: Final = 3
"""Columns of the ground of a line downwards."""

Extent = tuple[int, int]
"""A number of lines and of columns."""
Box = tuple[int, int, int, int]
"""The first line and the first column of something, its height and its width."""


@attrs.frozen
class ScreenDrawing:
    """A drawing, and the part of it in which something happened.

    Attributes:
        text: the drawing.
        region: the first column and line to look at, the number of columns and of lines; all 0 if nowhere.
    """

    text: Text
    region: Box = (0, 0, 0, 0)


class Canvas(ABC):
    """A picture of rows and columns of places while it is drawn, each character with a style.

    Args:
        scene: what to draw.
        look: the colours.
        places: the places that it shows.
        shape: how many rows and columns of places there are.
        origin: the line and the column of the first place.
        pitch: how many lines and columns further the next place is.
        margin: how many lines and columns there are behind the last place.
    """

    def __init__(
        self,
        scene: Scene,
        look: Look,
        places: Container[Any],
        shape: Extent,
        origin: Extent,
        pitch: Extent,
        margin: Extent,
    ) -> None:
        self.scene, self.look, self.places = scene, look, places
        self._origin, self._pitch = origin, pitch
        y, x = self.at(*shape)
        self.size = y + margin[0], max(x + margin[1], 1)
        self._written: dict[Extent, tuple[str, Style]] = {}

    def at(self, r: int, c: int) -> Extent:
        """The first line and column of a place."""
        return self._origin[0] + r * self._pitch[0], self._origin[1] + c * self._pitch[1]

    @abstractmethod
    def box(self, place: Any) -> Box:
        """The part of the sheet that shows a place."""

    @abstractmethod
    def draw(self) -> None:
        """Write the picture."""

    def put(self, y: int, x: int, text: str, style: Style) -> None:
        """Write a text that takes as many columns as it has characters; wider ones take up the next column."""
        for character in text:
            self._written[y, x] = character, style
            if cell_len(character) == 2:
                x += 1
                self._written[y, x] = "", style
            x += 1

    def drawn(self) -> ScreenDrawing:
        """The drawing."""
        self.draw()
        text = Text(no_wrap=True)
        for style, run in groupby(self._characters(), itemgetter(1)):
            text.append("".join([character for character, _ in run]), style)
        boxes = [self.box(place) for place in self.scene.sight if place in self.places]
        if not boxes:
            return ScreenDrawing(text)
        tops, lefts, heights, widths = zip(*boxes, strict=True)
        top, left = min(tops), min(lefts)
        bottom, right = max(map(add, tops, heights)), max(map(add, lefts, widths))
        return ScreenDrawing(text, (left, top, right - left, bottom - top))

    def _characters(self) -> Iterator[tuple[str, Style]]:
        """All characters, line by line."""
        (height, width), blank, line = self.size, (" ", self.look("line")), ("\n", self.look("line"))
        for y in range(height):
            if y:
                yield line
            for x in range(width):
                yield self._written.get((y, x), blank)


class LineBoardOnScreen(Canvas):
    """A board with lines, whose places are its points.

    There is a cross on every edge that has no line, at both of its ends if it is long, and a column at either end of
    the board for the ground of a line downwards.

    Args:
        board: the board.
        scene: what to draw.
        look: the colours.
        is_large: whether there is more room between two points.
    """

    def __init__(self, board: LineBoard, scene: Scene, look: Look, is_large: bool) -> None:
        self.board = board
        self.symbols = {cell: symbol or DISCS[board.discs.get(cell, "")] for cell, symbol in board.cells.items()}
        self.wide = 1 if board.around else max(map(cell_len, self.symbols.values()), default=1) or 1
        self.down, self.across = (3, 7) if is_large else (1, 3)
        self.shape = board.height + board.around, board.width + board.around
        pitch = 1 + self.down, self.wide + self.across
        super().__init__(scene, look, board.contents, self.shape, (0, 1), pitch, (-self.down, 1 - self.across))

    def draw(self) -> None:
        for cell in self.board.cells if self.board.around else ():
            self._fill(self.box(cell), self.symbols[cell], self._style(cell, "ink", bold=True))
        for point in product(range(self.shape[0]), range(self.shape[1])):
            self._point(point)
        for edge, line in sorted(self.board.lines.items(), key=lambda pair: pair[1] in DRAWN):
            self._edge(edge, line)

    def box(self, place: Any) -> Box:
        """The part of the sheet that shows a point, a cell between points, or an edge."""
        one, other = place if isinstance(place[0], tuple) else (place, place)
        (y, x), (v, u) = self.at(*one), self.at(*other)
        if y < v:
            return y + 1, x + (self.wide - THICK + 1) // 2, v - y - 1, THICK
        if x < u:
            return y, x + self.wide, 1, u - x - self.wide
        return (y + 1, x + 1, self.down, self.across) if self.board.around else (y, x, 1, self.wide)

    def _fill(self, box: Box, text: str, style: Style) -> None:
        """Write a text in the middle of a box."""
        y, x, high, wide = box
        for k in range(high):
            self.put(y + k, x, (text if k == high // 2 else "").center(wide), style)

    def _style(self, place: Any, ink: str, **more: Any) -> Style:
        touch = self.scene.touched.get(place)
        if touch is not None:
            return self.look.touch(touch)
        colour = self.board.colours.get(place)
        return self.look(ink, None if colour is None else hue(colour), **more)

    def _point(self, point: Place) -> None:
        """A point: a dot, or a cell with lines through it."""
        kind = sum((self.board.lines.get(edge) == "line") << k for k, edge in enumerate(near(point)))
        symbol = "" if self.board.around else self.symbols[point]
        ink = "ink" if symbol else "found" if kind else "faint"
        style = self.look(ink) if self.board.around else self._style(point, ink)
        if not symbol and kind:
            left, right = self.wide // 2, (self.wide - 1) // 2
            symbol = " ━"[kind >> 3] * left + HEAVY[kind] + " ━"[kind >> 1 & 1] * right
        self._fill((*self.at(*point), 1, self.wide), symbol or DOT, style)

    def _edge(self, edge: Segment, line: Line) -> None:
        y, x, high, wide = self.box(edge)
        style = self._style(edge, "found" if line in DRAWN else "faint")
        across, down = STROKES.get(line, (" ", " "))
        if line in DRAWN or edge in self.scene.touched:
            stroke = across * wide if edge[0][0] == edge[1][0] else down.center(wide)
            for k in range(high):
                self.put(y + k, x, stroke, style)
        if line == "none":
            for step in crossed(edge):
                self._fill(self.box(step), CROSS, style)

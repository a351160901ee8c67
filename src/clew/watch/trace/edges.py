"""A board with lines between its points, as styled text, as large as there is room for."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, Final

from rich.cells import cell_len
from rich.style import Style

from clew.render.lines import DISCS, DRAWN, Line, LineBoard, Segment, crossed, near
from clew.render.svg import Place, hue
from clew.watch.trace.look import Box, Canvas, Look
from clew.watch.trace.scene import Scene

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

"""A board with lines between its points, as styled text, as large as there is room for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.cells import cell_len
from rich.style import Style

from clew.render.lines import DISCS, DRAWN, Line, LineBoard, Place, Segment, crossed
from clew.render.svg import HUES
from clew.trace.look import Canvas, Look, ScreenDrawing
from clew.trace.scene import Touch

HEAVY: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The joint of lines upwards (1), to the right (2), downwards (4) and to the left (8)."""
STROKES: Final[Mapping[Line, tuple[str, str]]] = {
    "line": ("━", "┃"),
    "double": ("\N{BOX DRAWINGS DOUBLE HORIZONTAL}", "\N{BOX DRAWINGS DOUBLE VERTICAL}"),
}
"""A line across, and one downwards."""
DOT: Final = "\N{MIDDLE DOT}"
CROSS: Final = "\N{MULTIPLICATION SIGN}"
SIZES: Final = ((3, 7), (1, 3))
"""The lines of text and the columns between two points, the largest first."""
THICK: Final = 3
"""Columns of the ground of a line downwards."""

Box = tuple[int, int, int, int]
"""The first line and the first column of something, its height and its width."""


def lines_drawn(board: LineBoard, touched: Mapping[Any, Touch], look: Look, room: tuple[int, int]) -> ScreenDrawing:
    """The drawing of a board. There is a cross on every edge that has no line, at both of its ends if it is long.

    Args:
        board: the board.
        touched: the changes of cells and of edges.
        look: the colours.
        room: the rows and the columns that there are.
    """
    return _LinesOnScreen(board, touched, look, room).drawn()


class _LinesOnScreen:
    """A board while it is drawn. There is a column at either end for the ground of a line downwards."""

    def __init__(self, board: LineBoard, touched: Mapping[Any, Touch], look: Look, room: tuple[int, int]) -> None:
        self.board, self.touched, self.look = board, touched, look
        self.symbols = {cell: symbol or DISCS[board.discs.get(cell, "")] for cell, symbol in board.cells.items()}
        self.wide = 1 if board.around else max(map(cell_len, self.symbols.values()), default=1) or 1
        rows, columns = board.height + board.around, board.width + board.around
        self.points = [(r, c) for r in range(rows) for c in range(columns)]
        for self.down, self.across in SIZES:
            height, width = rows * (1 + self.down) - self.down, columns * (self.wide + self.across) - self.across + 2
            if height <= room[0] and width <= room[1]:
                break
        self.canvas = Canvas(height, width, look("line"))

    def drawn(self) -> ScreenDrawing:
        for cell in self.board.cells if self.board.around else ():
            self._put(self._box(cell), self.symbols[cell], self._style(cell, "ink", bold=True))
        for point in self.points:
            self._point(point)
        for edge, line in sorted(self.board.lines.items(), key=lambda pair: pair[1] in DRAWN):
            self._edge(edge, line)
        return ScreenDrawing(self.canvas.text(), *self._region())

    def _box(self, place: Any) -> Box:
        """The box of a point, of a cell between points, or of an edge."""
        one, other = place if isinstance(place[0], tuple) else (place, place)
        y, x = one[0] * (1 + self.down), 1 + one[1] * (self.wide + self.across)
        if one[0] < other[0]:
            return y + 1, x + (self.wide - THICK + 1) // 2, (other[0] - one[0]) * (1 + self.down) - 1, THICK
        if one[1] < other[1]:
            return y, x + self.wide, 1, (other[1] - one[1]) * (self.wide + self.across) - self.wide
        return (y + 1, x + 1, self.down, self.across) if self.board.around else (y, x, 1, self.wide)

    def _put(self, box: Box, text: str, style: Style) -> None:
        """Write a text in the middle of a box."""
        y, x, high, wide = box
        for k in range(high):
            self.canvas.put(y + k, x, (text if k == high // 2 else "").center(wide), style)

    def _style(self, place: Any, ink: str, **more: Any) -> Style:
        touch = self.touched.get(place)
        if touch is not None:
            return self.look.touch(touch)
        colour = self.board.colours.get(place)
        return self.look(ink, None if colour is None else f"hue-{colour % HUES}", **more)

    def _point(self, point: Place) -> None:
        """A point: a dot, or a cell with lines through it."""
        r, c = point
        near = [((r - 1, c), point), (point, (r, c + 1)), (point, (r + 1, c)), ((r, c - 1), point)]
        kind = sum((self.board.lines.get(edge) == "line") << k for k, edge in enumerate(near))
        y, x = r * (1 + self.down), 1 + c * (self.wide + self.across)
        if self.board.around:
            self.canvas.put(y, x, HEAVY[kind] if kind else DOT, self.look("found" if kind else "faint"))
            return
        symbol = self.symbols[point]
        style = self._style(point, "ink" if symbol else "found" if kind else "faint")
        if symbol or not kind:
            self._put((y, x, 1, self.wide), symbol or DOT, style)
        else:
            left, right = self.wide // 2, (self.wide - 1) // 2
            self.canvas.put(y, x, " ━"[kind >> 3] * left + HEAVY[kind] + " ━"[kind >> 1 & 1] * right, style)

    def _edge(self, edge: Segment, line: Line) -> None:
        y, x, high, wide = self._box(edge)
        style = self._style(edge, "found" if line in DRAWN else "faint")
        across, down = STROKES.get(line, (" ", " "))
        if line in DRAWN or edge in self.touched:
            stroke = across * wide if edge[0][0] == edge[1][0] else down.center(wide)
            for k in range(high):
                self.canvas.put(y + k, x, stroke, style)
        if line == "none":
            for step in crossed(edge):
                self._put(self._box(step), CROSS, style)

    def _region(self) -> Box:
        boxes = [self._box(place) for place in self.touched if place in self.board.cells or place in self.board.lines]
        if not boxes:
            return 0, 0, 0, 0
        top, left = min(y for y, *_ in boxes), min(x for _, x, *_ in boxes)
        return top, left, max(y + high for y, _, high, _ in boxes), max(x + wide for _, x, _, wide in boxes)

"""The board of a step as styled text, as large as there is room for.

It has a small grid of marks in every cell, or a symbol in every cell, or no lines at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import ceil, sqrt
from typing import Final, Literal

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from clew.render import Board, LineBoard, Listing
from clew.render.svg import Place, hue
from clew.watch.trace.canvas import HEAVY, Box, Canvas, Extent, LineBoardOnScreen, ScreenDrawing
from clew.watch.trace.scene import Look, Scene

Size = Literal["marks", "cells", "compact"]
SIZES: Final[tuple[Size, ...]] = ("marks", "cells", "compact")
"""How a board may be drawn, the largest first."""

DOTTED: Final = -1
"""The weight of a line inside a cage; 1 is a light line, 2 a heavy one."""
ACROSS: Final = {DOTTED: "┈", 1: "─", 2: "━"}
DOWN: Final = {DOTTED: "┊", 1: "│", 2: "┃"}
LIGHT: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
SMALL: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def drawn(scene: Scene, look: Look, room: Extent, size: Size | None = None) -> ScreenDrawing:
    """The drawing of a scene.

    Args:
        scene: what to draw.
        look: the colours.
        room: the rows and the columns that there are; a drawing that needs more is to be scrolled.
        size: how to draw a board; by default as large as there is room for.
    """
    picture = scene.picture
    if isinstance(picture, Listing):
        return _listing(picture, scene, look)
    if not isinstance(picture, (Board, LineBoard)):
        return ScreenDrawing(Text(scene.text, style=look("ink"), no_wrap=True))
    sheet: Canvas
    for one in SIZES if size is None or isinstance(picture, LineBoard) else [size]:
        if isinstance(picture, LineBoard):
            sheet = LineBoardOnScreen(picture, scene, look, is_large=one == SIZES[0])
        else:
            sheet = BoardOnScreen(picture, scene, look, one)
        if sheet.size[0] <= room[0] and sheet.size[1] <= room[1]:
            break
    return sheet.drawn()


class BoardOnScreen(Canvas):
    """A board while it is drawn: the places of its cells, and their size.

    Args:
        board: the board.
        scene: what to draw.
        look: the colours.
        size: how to draw it.
    """

    def __init__(self, board: Board, scene: Scene, look: Look, size: Size) -> None:
        self.board, self.cells = board, board.cells
        self.given, self.blocks = set(board.given), set(board.blocks)
        marks = [*board.marks.values(), *scene.lost.values()]
        self.spots = list(board.spots) or sorted({mark for some in marks for mark in some})
        self.is_compact, self.has_spots = size == "compact", size == "marks" and len(self.spots) > 1
        self.notes = {cell: "\\".join(texts) for cell, texts in board.slashes.items()} | dict(board.notes)
        self.noted = _longest(self.notes.values())
        self.above = [label.split("\n") for label in board.column_labels]
        self.high, self.wide, gap = self._measures()
        top, below = max(map(len, self.above), default=0), int(any(board.lower_labels))
        left, right = (_longest(label + " " for label in side) for side in (board.row_labels, board.right_labels))
        origin, pitch = (top + gap, left + gap), (self.high + gap, self.wide + 1)
        shape = board.height, board.width
        super().__init__(scene, look, self.cells, shape, origin, pitch, (below, gap - 1 + right))
        self.top, self.gap, self.pens = top, gap, (look("line"), look("ink"))

    def _measures(self) -> tuple[int, int, int]:
        """The height and the width of a cell, and the height of a line between cells.

        Notes have a line of their own above the symbol; if there is little room, they are left of it.
        """
        widest = _longest(label for lines in [*self.above, self.board.lower_labels] for label in lines)
        symbol, line = _longest(self.cells.values()), int(bool(self.noted))
        if self.is_compact and not self.board.signs:
            return 1, max(symbol, 1, widest) + self.noted + line, line
        if self.has_spots:
            columns, rows, wide = self._grid()
            return rows + line, max(columns * (wide + 1) - 1, symbol + 2, widest, self.noted), 1
        return 1 + line, max(symbol + 2, widest, self.noted), 1

    def _grid(self) -> tuple[int, int, int]:
        """The columns and rows of marks in a cell, and the width of a mark."""
        wide = max(1, _longest(self.spots))
        columns = ceil(sqrt(len(self.spots))) if wide < 4 else 1
        return columns, ceil(len(self.spots) / columns), wide

    def box(self, place: Place) -> Box:
        return (*self.at(*place), self.high, self.wide)

    def draw(self) -> None:
        board, faint = self.board, self.look("faint")
        for labels, x in ((board.row_labels, 0), (board.right_labels, self.at(0, board.width)[1])):
            for r, label in enumerate(labels):
                self.put(self.at(r, 0)[0], x, label, faint)
        below = [[label] for label in board.lower_labels]
        for columns, end in ((self.above, self.top), (below, self.at(board.height, 0)[0] + 1)):
            for c, lines in enumerate(columns):
                for k, label in enumerate(lines, end - len(lines)):
                    self.put(k, self.at(0, c)[1], label, faint)
        if self.gap:
            for r, c in product(range(board.height + 1), range(board.width + 1)):
                self._joint(r, c)
        for cell, symbol in self.cells.items():
            self._cell(cell, symbol)
        for (one, other), sign in board.signs.items():
            (y, x), (below_it, right) = self.at(*one), self.at(*other)
            place = (y, right - 1) if y == below_it else (below_it - 1, x + self.wide // 2)
            self.put(*place, sign[:1], self.look("ink", bold=True))

    # -- cells ---------------------------------------------------------------------------------------

    def _cell(self, cell: Place, symbol: str) -> None:
        y, x = self.at(*cell)
        style = ground = self._style(cell)
        is_block, filling = cell in self.blocks, " "
        if is_block:
            filling, ground = ("▒", style) if cell in self.scene.touched else ("█", self.look("faint"))
        for k in range(self.high):
            self.put(y + k, x, filling * self.wide, ground)
        self.put(y, x, self.notes.get(cell, ""), style)
        is_beside = bool(self.noted) and self.high == 1  # the note is left of the symbol, not above it
        wide = self.wide - (self.noted + 1 if is_beside else 0)
        inside = y + (bool(self.noted) and not is_beside), x + self.wide - wide
        middle = y + (self.high - 1 + (inside[0] - y)) // 2
        if symbol.strip():
            self.put(middle, inside[1] + (wide - cell_len(symbol)) // 2, symbol, style)
        elif self.has_spots and not is_block:
            self._marks(cell, inside, style)
        elif not is_block:
            self._hint(cell, (middle, inside[1], 1, wide), style)

    def _style(self, cell: Place) -> Style:
        touch = self.scene.touched.get(cell)
        if touch is not None:
            return self.look.touch(touch)
        if cell in self.blocks:
            return self.look("paper", "faint")
        if cell in self.board.colours:
            return self.look("ink", hue(self.board.colours[cell]))
        shaded = "shade" if self.board.chequered and sum(cell) % 2 else None
        if cell in self.given:
            return self.look("ink", shaded, bold=True)
        return self.look("found" if self.given else "ink", shaded)

    def _marks(self, cell: Place, at: Extent, style: Style) -> None:
        """The marks of a cell, each in its spot; those just lost are struck."""
        columns, _, wide = self._grid()
        for mark, own in self._both(cell, style):
            r, c = divmod(self.spots.index(mark), columns)
            self.put(at[0] + r, at[1] + c * (wide + 1), mark, own)

    def _hint(self, cell: Place, box: Box, style: Style) -> None:
        """The values left to a cell without room for a grid of marks: the marks if they are few, or their number."""
        y, x, _, wide = box
        left, shown = self.board.marks.get(cell), [*self._both(cell, style)]
        if left and _length(shown) > wide:
            shown = shown[: len(left)]  # what was lost has to go
        if left is not None and _length(shown) > wide:
            shown = [(str(len(left)).translate(SMALL)[:wide], shown[0][1])]
        if left is None and self.is_compact and not shown:
            self.put(y, x + wide // 2, "·", style)
        x += (wide - _length(shown)) // 2
        for mark, own in shown if _length(shown) <= wide else ():
            self.put(y, x, mark, own)
            x += cell_len(mark)

    def _both(self, cell: Place, style: Style) -> Iterator[tuple[str, Style]]:
        """The marks that a cell has, and those that it has lost just now, each with its style."""
        faint = Style(color=self.look.colour("faint"), bgcolor=style.bgcolor)
        yield from ((mark, faint) for mark in self.board.marks.get(cell, ()))
        red = Style(color=self.look.colour("conflict-edge"), bgcolor=style.bgcolor, strike=True, bold=True)
        yield from ((mark, red) for mark in self.scene.lost.get(cell, ()) if mark in self.spots)

    # -- lines between cells ---------------------------------------------------------------------------

    def _joint(self, r: int, c: int) -> None:
        """The upper left corner of a cell, and the lines to its right and below it."""
        (y, x), here, above, left = self.at(r, c), (r, c), (r - 1, c), (r, c - 1)
        corner = (r - 1, c - 1)
        edges = [self._edge(*two) for two in ((corner, above), (above, here), (left, here), (corner, left))]
        kind, weight = sum((edge > 0) << k for k, edge in enumerate(edges)), max(edges)
        self.put(y - 1, x - 1, (HEAVY if weight == 2 else LIGHT)[kind], self.pens[weight == 2])
        if edges[1]:
            self.put(y - 1, x, ACROSS[edges[1]] * self.wide, self.pens[edges[1] == 2])
        for k in range(self.high if edges[2] else 0):
            self.put(y + k, x - 1, DOWN[edges[2]], self.pens[edges[2] == 2])

    def _edge(self, one: Place, other: Place) -> int:
        """The line between two neighbours: 0 for none, 1 for a light, 2 for a heavy and `DOTTED` for a dotted one."""
        regions, cages = self.board.regions, self.board.cages
        if one not in self.cells and other not in self.cells:
            return 0
        if regions and regions.get(one) != regions.get(other):
            return 2
        return DOTTED if one in cages and other in cages and cages[one] == cages[other] else 1


def _length(marks: Iterable[tuple[str, Style]]) -> int:
    return sum(cell_len(mark) for mark, _ in marks)


def _longest(texts: Iterable[str]) -> int:
    """The columns of the longest text; 0 if there is none."""
    return max(map(cell_len, texts), default=0)


def _listing(listing: Listing, scene: Scene, look: Look) -> ScreenDrawing:
    """A line for each name, with its value or with those that are left to it."""
    wide, given, lines = _longest(listing.values), set(listing.given), []
    for name, value in listing.values.items():
        touch = scene.touched.get(name)
        ground = look("ink", bold=name in given) if touch is None else look.touch(touch)
        faint = Style(color=look.colour("faint"), bgcolor=ground.bgcolor)
        struck = Style(color=look.colour("conflict-edge"), bgcolor=ground.bgcolor, strike=True)
        line = Text.assemble((set_cell_size(name, wide), look("faint")), "  ", (value, ground))
        if not value:
            line.append(" ".join(listing.left.get(name, ())), faint)
            for mark in scene.lost.get(name, ()):
                line.append(" ").append(mark, struck)
        lines.append(line)
    rows = [k for k, name in enumerate(listing.values) if name in scene.touched]
    region = (0, rows[0], wide, rows[-1] + 1 - rows[0]) if rows else (0, 0, 0, 0)
    return ScreenDrawing(Text("\n", no_wrap=True).join(lines), region)

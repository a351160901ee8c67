"""The board of a step as styled text, as large as there is room for.

It has a small grid of marks in every cell, or a symbol in every cell, or no lines at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import ceil, sqrt
from typing import Final, Literal

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from clew.render import Board, LineBoard, Listing
from clew.render.svg import HUES
from clew.trace.edges import HEAVY, lines_drawn
from clew.trace.look import Canvas, Look, ScreenDrawing
from clew.trace.scene import Scene

Size = Literal["marks", "cells", "compact"]
SIZES: Final[tuple[Size, ...]] = ("marks", "cells", "compact")
"""How a board may be drawn, the largest first."""

DOTTED: Final = -1
"""The weight of a line inside a cage; 1 is a light line, 2 a heavy one."""
ACROSS: Final = {DOTTED: "┈", 1: "─", 2: "━"}
DOWN: Final = {DOTTED: "┊", 1: "│", 2: "┃"}
LIGHT: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
SMALL: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def drawn(scene: Scene, look: Look, room: tuple[int, int], size: Size | None = None) -> ScreenDrawing:
    """The drawing of a scene.

    Args:
        scene: what to draw.
        look: the colours.
        room: the rows and the columns that there are; a drawing that needs more is to be scrolled.
        size: how to draw a board; by default as large as there is room for.
    """
    picture = scene.picture
    if isinstance(picture, Board):
        return _BoardOnScreen(picture, scene, look, room, size).drawn()
    if isinstance(picture, LineBoard):
        return lines_drawn(picture, scene.touched, look, room)
    if isinstance(picture, Listing):
        return _listing(picture, scene, look)
    return ScreenDrawing(Text(scene.text, style=look("ink"), no_wrap=True))


class _BoardOnScreen:
    """A board while it is drawn: the places of its cells, and their size."""

    def __init__(self, board: Board, scene: Scene, look: Look, room: tuple[int, int], size: Size | None) -> None:
        self.board, self.scene, self.look = board, scene, look
        self.cells = board.cells
        marks = [*board.marks.values(), *scene.lost.values()]
        self.spots = list(board.spots) or sorted({mark for some in marks for mark in some})
        self.wide = max(map(cell_len, [*self.cells.values(), ""]))
        self.left = max((cell_len(label) + 1 for label in board.row_labels), default=0)
        self.right = max((cell_len(label) + 1 for label in board.right_labels), default=0)
        self.above = [label.split("\n") for label in board.column_labels]
        self.top, self.below = max(map(len, self.above), default=0), int(any(board.lower_labels))
        self.notes = {cell: "\\".join(texts) for cell, texts in board.slashes.items()} | dict(board.notes)
        self.noted = max(map(cell_len, self.notes.values()), default=0)
        self.given = set(board.given)
        self.blocks = set(board.blocks)
        self.size = size or self._largest(room)
        self.high, self.across, self.gap = self._measures(self.size)

    def _largest(self, room: tuple[int, int]) -> Size:
        """The largest size that fits."""
        for size in SIZES:
            high, across, gap = self._measures(size)
            if self._height(high, gap) <= room[0] and self._width(across, gap) <= room[1]:
                return size
        return "compact"

    def _height(self, high: int, gap: int) -> int:
        return self.top + self.board.height * (high + gap) + gap + self.below

    def _width(self, across: int, gap: int) -> int:
        return self.left + self.board.width * (across + 1) + 2 * gap - 1 + self.right

    def _measures(self, size: Size) -> tuple[int, int, int]:
        """The height and the width of a cell, and the height of a line between cells.

        Notes have a line of their own above the symbol; if there is little room, they are left of it.
        """
        labels = max(cell_len(label) for lines in [*self.above, self.board.lower_labels, [""]] for label in lines)
        line = int(bool(self.noted))
        if size == "compact" and not self.board.signs:
            return 1, max(self.wide, 1, labels) + self.noted + line, line
        if size == "marks" and len(self.spots) > 1:
            columns, rows, wide = self._grid()
            return rows + line, max(columns * (wide + 1) - 1, self.wide + 2, labels, self.noted), 1
        return 1 + line, max(self.wide + 2, labels, self.noted), 1

    def _grid(self) -> tuple[int, int, int]:
        """The columns and rows of marks in a cell, and the width of a mark."""
        wide = max(map(cell_len, self.spots), default=1)
        columns = ceil(sqrt(len(self.spots))) if wide < 4 else 1
        return columns, ceil(len(self.spots) / columns), wide

    def at(self, r: int, c: int) -> tuple[int, int]:
        """The first line and column of a cell."""
        return self.top + self.gap + r * (self.high + self.gap), self.left + self.gap + c * (self.across + 1)

    def _inside(self, cell: tuple[int, int]) -> tuple[int, int, int, int]:
        """The first line and column of the contents of a cell without its note, and their height and width."""
        y, x = self.at(*cell)
        if self.noted and self.high == 1:
            return y, x + self.noted + 1, 1, self.across - self.noted - 1
        line = int(bool(self.noted))
        return y + line, x, self.high - line, self.across

    def drawn(self) -> ScreenDrawing:
        board, gap = self.board, self.gap
        canvas = Canvas(self._height(self.high, gap), max(self._width(self.across, gap), 1), self.look("line"))
        for labels, x in ((board.row_labels, 0), (board.right_labels, self.at(0, board.width)[1])):
            for r, label in enumerate(labels):
                canvas.put(self.at(r, 0)[0], x, label, self.look("faint"))
        for c, label in enumerate(board.lower_labels):
            canvas.put(self.at(board.height, 0)[0], self.at(0, c)[1], label, self.look("faint"))
        for c, lines in enumerate(self.above):
            for k, label in enumerate(lines, self.top - len(lines)):
                canvas.put(k, self.at(0, c)[1], label, self.look("faint"))
        if gap:
            self._lines(canvas)
        for cell, symbol in self.cells.items():
            self._cell(canvas, cell, symbol)
        for (one, other), sign in board.signs.items():
            (y, x), (below, right) = self.at(*one), self.at(*other)
            place = (y, right - 1) if y == below else (below - 1, x + self.across // 2)
            canvas.put(*place, sign[:1], self.look("ink", bold=True))
        return ScreenDrawing(canvas.text(), *self._region())

    def _region(self) -> tuple[int, int, int, int]:
        corners = [self.at(*cell) for cell in self.scene.touched if cell in self.cells]
        if not corners:
            return 0, 0, 0, 0
        ys, xs = [y for y, _ in corners], [x for _, x in corners]
        return min(ys), min(xs), max(ys) + self.high, max(xs) + self.across

    # -- cells ---------------------------------------------------------------------------------------

    def _cell(self, canvas: Canvas, cell: tuple[int, int], symbol: str) -> None:
        y, x = self.at(*cell)
        style = ground = self._style(cell)
        is_block, filling = cell in self.blocks, " "
        if is_block:
            filling, ground = ("▒", style) if cell in self.scene.touched else ("█", self.look("faint"))
        for k in range(self.high):
            canvas.put(y + k, x, filling * self.across, ground)
        canvas.put(y, x, self.notes.get(cell, ""), style)
        if symbol.strip():
            y, x, high, across = self._inside(cell)
            canvas.put(y + (high - 1) // 2, x + (across - cell_len(symbol)) // 2, symbol, style)
        elif is_block:
            return
        elif self.size == "marks" and len(self.spots) > 1:
            self._marks(canvas, cell, style)
        else:
            self._hint(canvas, cell, style)

    def _style(self, cell: tuple[int, int]) -> Style:
        touch = self.scene.touched.get(cell)
        if touch is not None:
            return self.look.touch(touch)
        if cell in self.blocks:
            return self.look("paper", "faint")
        if cell in self.board.colours:
            return self.look("ink", f"hue-{self.board.colours[cell] % HUES}")
        shaded = "shade" if self.board.chequered and sum(cell) % 2 else None
        if cell in self.given:
            return self.look("ink", shaded, bold=True)
        return self.look("found" if self.given else "ink", shaded)

    def _marks(self, canvas: Canvas, cell: tuple[int, int], style: Style) -> None:
        """The marks of a cell, each in its spot; those just lost are struck."""
        columns, _, wide = self._grid()
        y, x, _, _ = self._inside(cell)
        for marks, own in self._both(cell, style):
            for mark in marks:
                r, c = divmod(self.spots.index(mark), columns)
                canvas.put(y + r, x + c * (wide + 1), mark, own)

    def _hint(self, canvas: Canvas, cell: tuple[int, int], style: Style) -> None:
        """The values left to a cell without room for a grid of marks: the marks if they are few, or their number."""
        y, x, high, across = self._inside(cell)
        y += (high - 1) // 2
        left = self.board.marks.get(cell)
        both = list(self._both(cell, style))
        shown = [(mark, own) for marks, own in both for mark in marks]
        if left and _length(shown) > across:
            shown = shown[: len(left)]  # what was lost has to go
        if _length(shown) <= across:
            x += (across - _length(shown)) // 2
            for mark, own in shown:
                canvas.put(y, x, mark, own)
                x += cell_len(mark)
            if left is None and self.size == "compact" and not shown:
                canvas.put(y, x, "·", style)
        elif left is not None:
            number = str(len(left)).translate(SMALL)[:across]
            canvas.put(y, x + (across - len(number)) // 2, number, both[0][1])

    def _both(self, cell: tuple[int, int], style: Style) -> Iterator[tuple[Collection[str], Style]]:
        """The marks that a cell has, and those that it has lost just now, each with their style."""
        faint = Style(color=self.look.colour("faint"), bgcolor=style.bgcolor)
        marks = self.board.marks.get(cell, ())
        if marks:
            yield marks, faint
        if lost := self.scene.lost.get(cell):
            red = Style(color=self.look.colour("conflict-edge"), bgcolor=style.bgcolor, strike=True, bold=True)
            yield [mark for mark in lost if mark in self.spots], red

    # -- lines between cells ---------------------------------------------------------------------------

    def _lines(self, canvas: Canvas) -> None:
        height, width = self.board.height, self.board.width
        across = [[self._edge((r - 1, c), (r, c)) for c in range(width)] for r in range(height + 1)]
        down = [[self._edge((r, c - 1), (r, c)) for c in range(width + 1)] for r in range(height)]
        styles = dict.fromkeys((DOTTED, 0, 1), self.look("line")) | {2: self.look("ink")}
        for r in range(height + 1):
            for c in range(width + 1):
                y, x = self.at(r, c)
                edges = [
                    down[r - 1][c] if r else 0,
                    across[r][c] if c < width else 0,
                    down[r][c] if r < height else 0,
                    across[r][c - 1] if c else 0,
                ]
                kind = sum((edge > 0) << k for k, edge in enumerate(edges))
                weight = max(0, *edges)
                canvas.put(y - 1, x - 1, (HEAVY if weight == 2 else LIGHT)[kind], styles[weight])
                if edges[1]:
                    canvas.put(y - 1, x, ACROSS[edges[1]] * self.across, styles[edges[1]])
                for k in range(self.high if edges[2] else 0):
                    canvas.put(y + k, x - 1, DOWN[edges[2]], styles[edges[2]])

    def _edge(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        """The line between two neighbours: 0 for none, 1 for a light, 2 for a heavy and `DOTTED` for a dotted one."""
        regions, cages = self.board.regions, self.board.cages
        if one not in self.cells and other not in self.cells:
            return 0
        if regions and regions.get(one) != regions.get(other):
            return 2
        return DOTTED if one in cages and other in cages and cages[one] == cages[other] else 1


def _length(marks: Sequence[tuple[str, Style]]) -> int:
    return sum(cell_len(mark) for mark, _ in marks)


def _listing(listing: Listing, scene: Scene, look: Look) -> ScreenDrawing:
    """A line for each name, with its value or with those that are left to it."""
    whole = Text(no_wrap=True)
    wide = max(map(cell_len, listing.values), default=0)
    given = set(listing.given)
    touched = []
    for k, (name, value) in enumerate(listing.values.items()):
        touch = scene.touched.get(name)
        ground = Style() if touch is None else look.touch(touch)
        if touch is not None:
            touched.append(k)
        whole.append("\n" if k else "").append(set_cell_size(name, wide), look("faint")).append("  ")
        if value:
            whole.append(value, look("ink", bold=name in given) if touch is None else ground)
            continue
        plain = Style(color=look.colour("faint"), bgcolor=ground.bgcolor)
        whole.append(" ".join(listing.left.get(name, ())), plain)
        for mark in scene.lost.get(name, ()):
            struck = Style(color=look.colour("conflict-edge"), bgcolor=ground.bgcolor, strike=True)
            whole.append(" ").append(mark, struck)
    return ScreenDrawing(whole, touched[0], 0, touched[-1] + 1, wide) if touched else ScreenDrawing(whole)

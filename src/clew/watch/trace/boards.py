"""The picture of a step as styled text, as large as there is room for.

A board has a small grid of marks in every cell, or a symbol in every cell, or no lines at all. It is put together from
pieces in rows and columns: cells, the lines between them, and labels around them. The styles are names, whose
colours `clew.watch.trace.screen` knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, sqrt
from typing import Final, Literal

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from clew.render import Board, LineBoard, Listing
from clew.render.svg import Place, hue
from clew.watch.trace.line_boards import DOT, HEAVY, Extent, ScreenDrawing, around, drawn_lines, drawn_listing, longest
from clew.watch.trace.scene import Scene

Size = Literal["marks", "cells", "compact"]
SIZES: Final[tuple[Size, ...]] = ("marks", "cells", "compact")
"""How a board may be drawn, the largest first."""

DOTTED: Final = -1
"""The weight of a line inside a cage; 1 is a light line, 2 a heavy one."""
ACROSS: Final = {0: " ", DOTTED: "┈", 1: "─", 2: "━"}
DOWN: Final = {0: " ", DOTTED: "┊", 1: "│", 2: "┃"}
LIGHT: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
SMALL: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def drawn(scene: Scene, room: Extent, size: Size | None = None) -> ScreenDrawing:
    """The drawing of a scene.

    Args:
        scene: what to draw.
        room: the rows and the columns that there are; a drawing that needs more is to be scrolled.
        size: how to draw a board; by default as large as there is room for.
    """
    picture = scene.picture
    if isinstance(picture, Listing):
        return drawn_listing(picture, scene)
    if isinstance(picture, LineBoard):
        return drawn_lines(picture, scene, room)
    if picture is None:
        return ScreenDrawing(Text(scene.text, no_wrap=True))
    for one in SIZES if size is None else [size]:
        sheet = BoardOnScreen(picture, scene, one)
        if sum(sheet.heights) <= room[0] and sum(sheet.widths) <= room[1]:
            break
    return sheet.drawn()


class BoardOnScreen:
    """A board of cells while it is drawn: rows and columns of pieces.

    Those with odd numbers are lines between cells, the others cells, with those of labels around them.

    Args:
        board: the board.
        scene: what to draw.
        size: how to draw it.

    Attributes:
        heights: the number of lines of each row of pieces.
        widths: the number of columns of each column of pieces.
    """

    def __init__(self, board: Board, scene: Scene, size: Size) -> None:
        self.board, self.scene, self.cells = board, scene, board.cells
        self.given, self.blocks = set(board.given), set(board.blocks)
        marks = [*board.marks.values(), *scene.lost.values()]
        self.spots = list(board.spots) or sorted({mark for some in marks for mark in some})
        self.is_compact, self.has_spots = size == "compact", size == "marks" and len(self.spots) > 1
        self.notes = {cell: "\\".join(texts) for cell, texts in board.slashes.items()} | dict(board.notes)
        self.noted = longest(self.notes.values())
        self.labels = self._labels()
        self.high, self.wide, gap = self._measures()
        top = max((len(self.labels.get((-1, c), ())) for c in range(board.width)), default=0)
        left, right = (longest(label + " " for label in side) for side in (board.row_labels, board.right_labels))
        self.heights = [top, gap, *[self.high, gap] * board.height, any(board.lower_labels)]
        self.widths = [left, gap, *[self.wide, 1] * board.width, right]
        self.widths[-2] = max(gap, bool(right))

    def _labels(self) -> dict[Place, list[str]]:
        """The lines of each label, by the place behind the end of its row or column."""
        board = self.board
        labels = {(-1, c): label.split("\n") for c, label in enumerate(board.column_labels)}
        labels |= {(board.height, c): [label] for c, label in enumerate(board.lower_labels)}
        labels |= {(r, -1): [label] for r, label in enumerate(board.row_labels)}
        return labels | {(r, board.width): [label] for r, label in enumerate(board.right_labels)}

    def _measures(self) -> tuple[int, int, int]:
        """The height and the width of a cell, and the height of a line between cells.

        Notes have a line of their own above the symbol; if there is little room, they are left of it.
        """
        above_and_below = [lines for (r, _), lines in self.labels.items() if r in (-1, self.board.height)]
        widest = max(map(longest, above_and_below), default=0)
        symbol, line = longest(self.cells.values()), int(bool(self.noted))
        if self.is_compact and not self.board.signs:
            return 1, max(symbol, 1, widest) + self.noted + line, line
        if self.has_spots:
            columns, wide = self._grid()
            rows = ceil(len(self.spots) / columns)
            return rows + line, max(columns * (wide + 1) - 1, symbol + 2, widest, self.noted), 1
        return 1 + line, max(symbol + 2, widest, self.noted), 1

    def _grid(self) -> Extent:
        """How many marks stand in a line of a cell, and the width of a mark."""
        wide = max(1, longest(self.spots))
        return (ceil(sqrt(len(self.spots))) if wide < 4 else 1), wide

    def drawn(self) -> ScreenDrawing:
        """The drawing."""
        columns = [j for j, wide in enumerate(self.widths) if wide]
        rows = [[self._piece(i, j) for j in columns] for i, high in enumerate(self.heights) if high and columns]
        lines = [Text().join(parts) for row in rows for parts in zip(*row, strict=True)]
        places = [place for place in self.scene.sight if place in self.cells]
        boxes = [
            (sum(self.heights[: 2 * r + 2]), sum(self.widths[: 2 * c + 2]), self.high, self.wide) for r, c in places
        ]
        return ScreenDrawing(Text("\n", no_wrap=True).join(lines), around(boxes))

    def _piece(self, i: int, j: int) -> Sequence[Text]:
        """The lines of the piece in a row and a column, as many and as wide as these are."""
        (r, is_line), (c, is_beside) = divmod(i - 2, 2), divmod(j - 2, 2)
        high, wide, place = self.heights[i], self.widths[j], (r, c)
        if is_line and is_beside:
            return [self._joint(r + 1, c + 1)]
        if is_line:
            return self._line(place, (r + 1, c), ACROSS, high, wide)
        if is_beside:
            return self._line(place, (r, c + 1), DOWN, high, wide)
        if place in self.cells:
            return self._cell(place, self.cells[place])
        lines = self.labels.get(place, [])
        blank = [""] * (high - len(lines))
        lines = [*blank, *lines] if r < 0 else [*lines, *blank]
        return [_filled(Text(line, "faint"), wide, before=0) for line in lines]

    # -- cells ---------------------------------------------------------------------------------------

    def _cell(self, cell: Place, symbol: str) -> list[Text]:
        is_block, ground, ink = cell in self.blocks, *self._styles(cell)
        fill = " " if not is_block else "▒" if cell in self.scene.touched else "█"
        note = Text(self.notes.get(cell, ""), ink)
        is_beside = bool(self.noted) and self.high == 1  # the note is left of the symbol, not above it
        room = self.wide - (self.noted + 1) * is_beside, self.high - (bool(self.noted) and not is_beside)
        lines = [Text()] * room[1]
        if symbol.strip() or is_block:
            lines[(room[1] - 1) // 2] = Text(symbol.strip(), ink)
        elif self.has_spots:
            lines = self._marks(cell)
        else:
            lines[(room[1] - 1) // 2] = self._hint(cell, room[0])
        is_left = self.has_spots and not symbol.strip()
        lines = [_filled(line, room[0], fill, 0 if is_left else None) for line in lines]
        if is_beside:
            lines = [_filled(note, self.noted + 1, fill, 0).append_text(lines[0])]
        elif self.noted:
            lines.insert(0, _filled(note, self.wide, fill, 0))
        return [Text(style=ground).append_text(line) for line in lines]

    def _styles(self, cell: Place) -> tuple[str, str]:
        """The style of a whole cell, and that of the letters in it."""
        touch = self.scene.touched.get(cell)
        if touch is not None:
            return touch, ""
        if cell in self.blocks:
            return "faint", "block"
        if cell in self.board.colours:
            return f"on-{hue(self.board.colours[cell])}", "ink"
        ink = "given" if cell in self.given else "found" if self.given else "ink"
        return "on-shade" if self.board.chequered and sum(cell) % 2 else "", ink

    def _marks(self, cell: Place) -> list[Text]:
        """The marks of a cell, each in its spot; those just lost are struck."""
        columns, wide = self._grid()
        styles = dict(self._both(cell))
        lines = [Text() for _ in range(0, len(self.spots), columns)]
        for k, spot in enumerate(self.spots):
            shown = spot if spot in styles else ""
            lines[k // columns].append(shown, styles.get(spot)).append(" " * (wide + 1 - cell_len(shown)))
        for line in lines:
            line.right_crop(1)
        return lines

    def _hint(self, cell: Place, wide: int) -> Text:
        """The values left to a cell without room for a grid of marks: the marks if they are few, or their number."""
        left, shown = self.board.marks.get(cell), [*self._both(cell)]
        if left and _length(shown) > wide:
            shown = shown[: len(left)]  # what was lost has to go
        if left is not None and _length(shown) > wide:
            shown = [(str(len(left)).translate(SMALL)[:wide], shown[0][1])]
        if left is None and self.is_compact and not shown:
            shown = [(DOT, "")]
        return Text.assemble(*shown) if _length(shown) <= wide else Text()

    def _both(self, cell: Place) -> list[tuple[str, str]]:
        """The marks that a cell has, and those that it has lost just now, each with its style."""
        lost = [(mark, "lost") for mark in self.scene.lost.get(cell, ()) if mark in self.spots]
        return [*((mark, "faint") for mark in self.board.marks.get(cell, ())), *lost]

    # -- lines between cells ---------------------------------------------------------------------------

    def _joint(self, r: int, c: int) -> Text:
        """The upper left corner of a cell."""
        here, above, left, corner = (r, c), (r - 1, c), (r, c - 1), (r - 1, c - 1)
        edges = [self._edge(*two) for two in ((corner, above), (above, here), (left, here), (corner, left))]
        kind, weight = sum((edge > 0) << k for k, edge in enumerate(edges)), max(edges)
        return Text((HEAVY if weight == 2 else LIGHT)[kind], "ink" if weight == 2 else "line")

    def _line(self, one: Place, other: Place, strokes: Mapping[int, str], high: int, wide: int) -> list[Text]:
        """The line between two neighbours, with the sign that stands on it."""
        weight = self._edge(one, other)
        line = Text(strokes[weight] * wide, "ink" if weight == 2 else "line")
        lines = [line] * high
        if sign := self.board.signs.get((one, other)):
            lines[high // 2] = line[: wide // 2] + Text(set_cell_size(sign, 1), "given") + line[wide // 2 + 1 :]
        return lines

    def _edge(self, one: Place, other: Place) -> int:
        """The line between two neighbours: 0 for none, 1 for a light, 2 for a heavy and `DOTTED` for a dotted one."""
        regions, cages = self.board.regions, self.board.cages
        if (one not in self.cells and other not in self.cells) or not self.heights[1]:
            return 0
        if regions and regions.get(one) != regions.get(other):
            return 2
        return DOTTED if one in cages and other in cages and cages[one] == cages[other] else 1


def _filled(text: Text, wide: int, fill: str = " ", before: int | None = None) -> Text:
    """A text with something on both sides of it: so much before it, or as much as behind it."""
    space = max(0, wide - text.cell_len)
    before = space // 2 if before is None else before
    return Text(fill * before).append_text(text).append(fill * (space - before))


def _length(marks: Iterable[tuple[str, str]]) -> int:
    return sum(cell_len(mark) for mark, _ in marks)

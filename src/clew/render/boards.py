"""Boards: rows of symbols as text and as pictures, with all that puzzles write into and between cells."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import ceil, sqrt
from typing import Any, Final

import attrs

from clew.render.cells import (
    CLUES,
    NAMES,
    CellPicture,
    borders,
    boxes,
    cages,
    coloured,
    labels,
    links,
    notes,
    room,
    signs,
    slashes,
)
from clew.render.clues import Dot, Stroke, dots, strokes
from clew.render.svg import Drawn, Highlight, Place, Point, Rectangle, group, grouped, paint, path, text, width_of

EDGES: Final[dict[Highlight, str]] = {
    "new": "",
    "pruned": ' stroke-dasharray="4 3"',
    "conflict": "",
    "reason": ' stroke-dasharray="1 3"',
}
MANY: Final = 36
"""Pencil marks that have a spot of their own each. If there may be more, the remaining ones move together."""
SHORT: Final = 3
"""Characters of a symbol in a square cell; longer ones make the cells wide."""
FEW: Final = 6
"""Long marks that fit into a cell, below each other."""


@attrs.frozen
class Board(CellPicture):
    """A board to draw: the contents of each cell, and its surroundings.

    Attributes:
        rows: the symbols, row by row: "" for an open cell, None for no cell.
        title: a description for readers who cannot see it.
        caption: a line above it.
        marks: pencil marks in open cells: the values left to them.
        spots: every mark there may be, in order; each has its place in a cell. By default those in use.
        struck: marks that were just removed.
        given: the cells that the instance fills.
        regions: the region of each cell; thick lines lie between regions and around them.
        colours: a colour for each cell, by its number: neighbouring numbers look different.
        blocks: the cells that are black.
        signs: the signs on the border between two neighbouring cells.
        links: lines from the middle of one cell to the middle of another.
        highlights: cells to highlight, and why.
        chequered: whether every other cell is shaded.
        row_labels: the labels left of the rows.
        column_labels: the labels above the columns, each of one line or of several.
        right_labels: the labels right of the rows.
        lower_labels: the labels below the columns.
        cages: the cage of each cell; a dotted line surrounds each cage, inside its cells.
        notes: small text in the upper left corner of cells, such as the sum of a cage.
        slashes: a pair of texts for each cell with a diagonal, the one below it and the one above it.
        strokes: lines over cells, such as a thermometer.
        dots: circles and squares in cells, on borders and on corners.
        outside: texts in places beside the board: row -1 is above it, column -1 left of it.
    """

    title: str = "a board"
    caption: str = ""
    marks: Mapping[Place, Collection[str]] = attrs.field(factory=dict)
    spots: Sequence[str] = ()
    struck: Mapping[Place, Collection[str]] = attrs.field(factory=dict)
    given: Collection[Place] = ()
    regions: Mapping[Place, Hashable] = attrs.field(factory=dict)
    colours: Mapping[Place, int] = attrs.field(factory=dict)
    blocks: Collection[Place] = ()
    signs: Mapping[tuple[Place, Place], str] = attrs.field(factory=dict)
    links: Sequence[tuple[Place, Place]] = ()
    highlights: Mapping[Place, Highlight] = attrs.field(factory=dict)
    chequered: bool = False
    row_labels: Sequence[str] = ()
    column_labels: Sequence[str] = ()
    right_labels: Sequence[str] = ()
    lower_labels: Sequence[str] = ()
    cages: Mapping[Place, Hashable] = attrs.field(factory=dict)
    notes: Mapping[Place, str] = attrs.field(factory=dict)
    slashes: Mapping[Place, tuple[str, str]] = attrs.field(factory=dict)
    strokes: Sequence[Stroke] = ()
    dots: Sequence[Dot] = ()
    outside: Mapping[Place, str] = attrs.field(factory=dict)

    @property
    def contents(self) -> dict[Place, Hashable]:
        """The part of each cell that a search changes."""
        blocks = set(self.blocks)
        return {cell: (s, cell in blocks, frozenset(self.marks.get(cell, ()))) for cell, s in self.cells.items()}

    @property
    def rectangles(self) -> dict[Place, Rectangle]:
        """The left, the top, the width and the height of each cell in the picture."""
        sheet = BoardSheet(self)
        return {cell: (*sheet.at(*cell), sheet.wide, sheet.side) for cell in self.cells}

    @property
    def description(self) -> tuple[str, str]:
        """Its title, and the rows in words."""
        cells = self.cells
        blank = {cell for cell in self.blocks if cells.get(cell, "").isspace()}
        rows = (
            " ".join("#" if (r, c) in blank else "_" if symbol == "" else symbol or " " for c, symbol in enumerate(row))
            for r, row in enumerate(self.rows)
        )
        return self.heading, " / ".join(rows) if self.height <= 30 else ""

    def since(self, before: Board) -> Board:
        """The board with what is new in it highlighted, and the marks struck that were removed."""
        struck: dict[Place, Collection[str]] = {}
        why: dict[Place, Highlight] = {}
        symbols, blocks = before.cells, {*self.blocks} ^ {*before.blocks}
        for cell, symbol in self.cells.items():
            now, then = set(self.marks.get(cell, ())), set(before.marks.get(cell, ()))
            if symbol != symbols.get(cell) or cell in blocks:
                why[cell] = "new" if symbol else "pruned"
            elif then - now:
                struck[cell] = [mark for mark in before.marks[cell] if mark not in now]
            elif now - then:
                why[cell] = "pruned"
        return attrs.evolve(self, struck=struck, highlights={**self.highlights, **why})

    def drawn(self) -> Drawn:
        """The shapes that it is made of."""
        self.refuse_if_too_large()
        return BoardSheet(self).drawn()


def board_svg(rows: Sequence[Sequence[str | None]], **details: Any) -> str:
    """A board as an SVG picture that reads well on light and on dark pages.

    Args:
        rows: the symbols, "" for an empty cell, None for no cell.
        details: the other attributes of a `Board`.
    """
    return Board(rows, **details).svg()


class BoardSheet:
    """A board while it is drawn: the places of its cells, and their size."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells = board.cells
        used = set(chain.from_iterable((*board.marks.values(), *board.struck.values())))
        self.spots = [*board.spots, *sorted(used.difference(board.spots))]
        longest = max(map(len, self.cells.values()), default=0)
        widest = max(map(len, self.spots), default=0)
        self.side = min(40.0, max(10.0, 900 // max(1, board.width)))
        if 9 < len(self.spots) <= MANY and widest <= SHORT:
            self.side = max(self.side, 14.0 * ceil(sqrt(len(self.spots))))
        self.wide = self.side
        self.size = min(self.side * (0.46 if board.notes else 0.58), self.side * 1.4 / max(1, longest))
        self.drop = self.side * 0.12 if board.notes else 0.0
        if max(longest, widest) > SHORT:
            tallest = max((len(some) for some in board.marks.values() if len(some) <= FEW), default=0)
            self.size = 14.0
            self.side = max(30.0, 13.0 * tallest + 6)
            self.wide = max(self.side, width_of("n" * longest, self.size) + 12, width_of("n" * widest, 11) + 10)
        self._label()

    def _label(self) -> None:
        """Make room for the labels, and for clues outside."""
        board = self.board
        self.above = [label.split("\n") for label in board.column_labels]
        across = [*chain.from_iterable(self.above), *board.lower_labels]
        self.letters = self._size_of_labels(across)
        self.wide = max(self.wide, *(width_of(label, self.letters) + 8 for label in across), 0)
        self.left = room(board.row_labels, self.letters) + self.wide * any(c == -1 for _, c in board.outside)
        deep = max(map(len, self.above), default=0)
        self.top = (
            board.top
            + ((self.letters + 3.0) * deep + 4.0) * bool(deep)
            + self.side * any(r == -1 for r, _ in board.outside)
        )

    def _size_of_labels(self, across: Iterable[str]) -> float:
        """The size of their letters: that of clues if all are numbers, beside large cells."""
        words = " ".join([*across, *self.board.row_labels, *self.board.right_labels]).split()
        return CLUES if words and all(map(str.isdecimal, words)) and self.side >= 2 * CLUES else NAMES

    def at(self, r: float, c: float) -> Point:
        """The upper left corner of a cell."""
        return self.left + c * self.wide, self.top + r * self.side

    def middle(self, cell: Place) -> Point:
        """The middle of a cell."""
        return self.at(cell[0] + 0.5, cell[1] + 0.5)

    def drawn(self) -> Drawn:
        board = self.board
        parts = [
            *coloured(board.colours, self._boxes),
            *self._highlighted(),
            *strokes(self),
            *links(self),
            *cages(self),
        ]
        parts += [*borders(self), *notes(self), *self._marked(), *self._written(), *signs(self), *dots(self)]
        rows, columns = board.height, board.width
        right, below = any(c == columns for _, c in board.outside), any(r == rows for r, _ in board.outside)
        width = self.left + (columns + right) * self.wide + room(board.right_labels, self.letters)
        bottom = self.top + (rows + below) * self.side + (self.letters + 7.0) * bool(board.lower_labels)
        return board.below_caption(width, bottom, self._ground(), parts)

    def _boxes(self, cells: Iterable[Place]) -> str:
        """A path around each of some cells."""
        return boxes((self.at(*cell) for cell in cells), self.wide, self.side)

    def _ground(self) -> Iterator[str]:
        blocks = set(self.board.blocks)
        plain = [cell for cell in self.cells if cell not in blocks]
        shaded = [cell for cell in plain if self.board.chequered and sum(cell) % 2]
        border = 0.5 if self.side < 20 else 1.0
        for cells, name in ((plain, "light"), (shaded, "shade"), (sorted(blocks), "block")):
            yield from path(self._boxes(cells), name, "line", f' stroke-width="{border:g}"')
        yield from slashes(self)
        yield from labels(self)

    def _highlighted(self) -> Iterator[str]:
        blocks = set(self.board.blocks)
        by_reason = grouped(((why, cell in blocks), cell) for cell, why in self.board.highlights.items())
        for (reason, is_block), cells in by_reason.items():
            corners = ((x + 2, y + 2) for x, y in (self.at(*cell) for cell in cells))
            fill, line = (None, 4) if is_block else (reason, 2)  # a block stays black
            more = f' stroke-width="{line}"{EDGES[reason]}'
            yield from path(boxes(corners, self.wide - 4, self.side - 4), fill, f"{reason}-edge", more)

    def _written(self) -> Iterator[str]:
        """The symbols: given ones bold."""
        given, blocks = set(self.board.given), set(self.board.blocks)
        texts: list[tuple[tuple[str, str], str]] = []
        for cell, symbol in self.cells.items():
            if symbol and not symbol.isspace():
                name = "on-colour" if cell in blocks else "ink" if cell in given or not given else "found"
                weight = ' font-weight="bold"' if cell in given else ""
                x, y = self.middle(cell)
                place = f'<text x="{x:g}" y="{y + self.drop + self.size * 0.355:g}">{text(symbol)}</text>'
                texts.append(((name, weight), place))
        for (name, weight), some in sorted(grouped(texts).items()):
            yield from group(some, f'font-size="{self.size:g}"{weight} {paint(name)}')

    def _marked(self) -> Iterator[str]:
        for marks, name, more in (
            (self.board.marks, "faint", ""),
            (self.board.struck, "conflict-edge", ' text-decoration="line-through" font-weight="bold"'),
        ):
            by_size = grouped(
                (round(size, 1), f'<text x="{x:.4g}" y="{y + size * 0.355:.4g}">{text(mark)}</text>')
                for cell, some in marks.items()
                for x, y, mark, size in self._marks(cell, list(some))
            )
            for size, texts in by_size.items():
                yield from group(texts, f'font-size="{size:g}"{more} {paint(name)}')

    def _marks(self, cell: Place, marks: Sequence[str]) -> Iterator[tuple[float, float, str, float]]:
        """The marks of a cell with their spots; long ones below each other; if there are too many, their number."""
        widest = max([1, *map(len, self.spots)])
        is_long = widest > SHORT
        if len(marks) > (FEW if is_long else MANY):
            yield *self.middle(cell), f"{len(marks)} left", min(self.side * 0.3, 11)
            return
        spots = marks if is_long or len(self.spots) > MANY else self.spots
        columns = 1 if is_long else max(1, ceil(sqrt(len(spots))))
        rows = max(1, ceil(len(spots) / columns))
        x, y = self.at(*cell)
        step_x, step_y = (self.wide - 4) / columns, (self.side - 4 - 2 * self.drop) / rows
        size = min(step_y * 0.86, step_x / (0.7 * widest), self.side * 0.5, 11 if is_long else 40)
        for mark in marks:
            r, c = divmod(spots.index(mark), columns)
            yield x + 2 + (c + 0.5) * step_x, y + 2 + 2 * self.drop + (r + 0.5) * step_y, mark, size

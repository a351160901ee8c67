"""Rows of cells, and the additions to the symbols of a board, in its cells and around it: labels, cages, notes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

import attrs

from clew.errors import OptionError
from clew.render.svg import HUES, Place, PlacedPicture, Point, group, grouped, paint, path, text, width_of, written

if TYPE_CHECKING:
    from clew.render.boards import BoardSheet

LARGEST: Final = 40_000
"""Cells that a picture may have: more are no picture any more."""
NAMES, CLUES = 13.0, 18.0
"""Sizes of the letters of labels: of names, such as those of columns, and of clues."""
INSET: Final = 3.0
"""Pixels between the line around a cage and the borders of its cells."""


def _rows(rows: Iterable[Iterable[str | None]]) -> tuple[tuple[str | None, ...], ...]:
    return tuple(map(tuple, rows))


@attrs.frozen
class CellPicture(PlacedPicture):
    """A picture of rows of cells.

    Attributes:
        rows: the symbols, row by row: "" for an open cell, None for no cell.
    """

    rows: tuple[tuple[str | None, ...], ...] = attrs.field(converter=_rows)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return max(map(len, self.rows), default=0)

    @property
    def cells(self) -> dict[Place, str]:
        """The symbol of each cell."""
        return {(r, c): symbol for r, row in enumerate(self.rows) for c, symbol in enumerate(row) if symbol is not None}

    def refuse_if_too_large(self) -> None:
        """Raise an error if a picture would have too many cells.

        Raises:
            OptionError: there are so many.
        """
        if self.height * self.width > LARGEST:
            raise OptionError(f"a board of {self.height} by {self.width} cells is too large for a picture: draw text")


def boxes(corners: Iterable[Point], wide: float, high: float) -> str:
    """A path around rectangles of one size, from their upper left corners."""
    return "".join(f"M{x:g} {y:g}h{wide:g}v{high:g}h{-wide:g}z" for x, y in corners)


def room(side: Iterable[str], size: float) -> float:
    """The width of the labels on one side."""
    return max((width_of(label, size) + 10 for label in side), default=0.0)


def labels(sheet: BoardSheet) -> Iterator[str]:
    """The labels on the four sides: clues, which are numbers, larger and darker than names."""
    board, size = sheet.board, sheet.letters
    right, below = sheet.at(0, board.width)[0] + 8, sheet.at(board.height, 0)[1] + size / 2 + 3.5
    parts = []
    for side, x, anchor in ((board.row_labels, sheet.left - 8, "end"), (board.right_labels, right, "start")):
        more = f' text-anchor="{anchor}"'
        parts += [written(x, sheet.middle((r, 0))[1], label, size, more) for r, label in enumerate(side)]
    upper = sheet.top - size / 2 - 3.5
    for columns, bottom in ((sheet.above, upper), ([[label] for label in board.lower_labels], below)):
        for c, lines in enumerate(columns):
            x = sheet.middle((0, c))[0]
            parts += [written(x, bottom - (size + 3) * k, line, size) for k, line in enumerate(reversed(lines))]
    yield from group(parts, paint("ink" if size > NAMES else "faint"))


def notes(sheet: BoardSheet) -> Iterator[str]:
    """The small text in the upper left corners."""
    size = sheet.side * 0.25
    parts = []
    for cell, note in sheet.board.notes.items():
        x, y = sheet.at(*cell)
        place = f'<text x="{x + INSET + 1:g}" y="{y + INSET + size * 0.85:.4g}">{text(note)}</text>'
        parts.append((cell, place))
    yield from _legible(sheet, parts, f'font-size="{size:.3g}" text-anchor="start" ')


def _legible(sheet: BoardSheet, parts: Iterable[tuple[Place, str]], style: str = "") -> Iterator[str]:
    """Texts in cells: first those in black cells, then the others, in the colour that is read there."""
    blocks = set(sheet.board.blocks)
    found = grouped((cell in blocks, part) for cell, part in parts)
    for is_block in (True, False):
        yield from group(found.get(is_block, ()), style + paint("on-colour" if is_block else "ink"))


def slashes(sheet: BoardSheet) -> Iterator[str]:
    """The cells with a falling diagonal, and the text below and above it."""
    size, falling, parts = sheet.side * 0.34, "", []
    for cell, (below, above) in sheet.board.slashes.items():
        x, y = sheet.at(*cell)
        falling += f"M{x:g} {y:g}l{sheet.wide:g} {sheet.side:g}"
        for content, across, down in ((below, 0.28, 0.74), (above, 0.72, 0.27)):
            if content:
                parts.append((cell, written(x + across * sheet.wide, y + down * sheet.side, content, size)))
    yield from path(falling, None, "line")
    yield from _legible(sheet, parts)


def coloured(colours: Mapping[Place, int], boxes: Callable[[Iterable[Place]], str]) -> Iterator[str]:
    """The grounds of the cells that have a colour.

    Args:
        colours: their colours.
        boxes: a path around each of some cells.
    """
    by_colour = grouped((colour % HUES, cell) for cell, colour in colours.items())
    for colour, cells in sorted(by_colour.items()):
        yield from path(boxes(cells), f"hue-{colour}", "line")


def links(sheet: BoardSheet) -> Iterator[str]:
    """The lines between the middles of cells."""
    lines = "".join("M{:g} {:g}L{:g} {:g}".format(*sheet.middle(a), *sheet.middle(b)) for a, b in sheet.board.links)
    yield from path(lines, None, "new-edge", f' stroke-width="{sheet.side / 16:g}" opacity="0.4"')


def borders(sheet: BoardSheet) -> Iterator[str]:
    """The thick lines: wherever a neighbour belongs to another region, or to none."""
    regions = sheet.board.regions
    lines = ""
    for (r, c), region in regions.items():
        x, y = sheet.at(r, c)
        if regions.get((r - 1, c)) != region:
            lines += f"M{x:g} {y:g}h{sheet.wide:g}"
        if regions.get((r, c - 1)) != region:
            lines += f"M{x:g} {y:g}v{sheet.side:g}"
        if (r + 1, c) not in regions:
            lines += f"M{x:g} {y + sheet.side:g}h{sheet.wide:g}"
        if (r, c + 1) not in regions:
            lines += f"M{x + sheet.wide:g} {y:g}v{sheet.side:g}"
    yield from path(lines, None, "ink", ' stroke-width="2.5" stroke-linecap="square"')


def signs(sheet: BoardSheet) -> Iterator[str]:
    """The signs on the borders between two cells."""
    parts = []
    for (one, other), sign in sheet.board.signs.items():
        (a, b), (c, d) = sheet.middle(one), sheet.middle(other)
        x, y, size = (a + c) / 2, (b + d) / 2, sheet.side * 0.42
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{size / 2:g}" {paint("paper")}/>')
        parts.append(written(x, y, sign, size, f' font-weight="bold" {paint("ink")}'))
    if parts:
        yield "".join(parts)


def cages(sheet: BoardSheet) -> Iterator[str]:
    """The dotted lines around the cages."""
    some = sheet.board.cages
    lines = "".join(_side(sheet, some, cell, *step) for cell in some for step in ((-1, 0), (1, 0), (0, -1), (0, 1)))
    yield from path(lines, None, "ink", ' stroke-dasharray="3 2"')


def _side(sheet: BoardSheet, some: Mapping[Place, Hashable], cell: Place, down: int, across: int) -> str:
    """The line along one side of a cell; nothing if the next cell there belongs to the same cage.

    It ends at the corner of the inset if the cage turns away, and goes on to the line of a neighbour otherwise.
    """
    (r, c), cage = cell, some[cell]
    if some.get((r + down, c + across)) == cage:
        return ""
    y, x = r + 0.5, c + 0.5
    points = []
    for way in (-1, 1):
        beside = (r + way * abs(across), c + way * abs(down))
        if some.get(beside) != cage:
            reach = -INSET
        else:
            reach = INSET * (some.get((beside[0] + down, beside[1] + across)) == cage)
        left, top = sheet.at(y + (down + way * abs(across)) / 2, x + (across + way * abs(down)) / 2)
        left += -INSET * across + way * abs(down) * reach
        top += -INSET * down + way * abs(across) * reach
        points.append(f"{left:g} {top:g}")
    return f"M{points[0]}L{points[1]}"

"""Lines between points of a grid, as text and as pictures: around cells, or through their middles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from itertools import pairwise, product
from typing import Any, Final, Literal

import attrs

from clew.render.cells import CellPicture, boxes, coloured
from clew.render.svg import Drawn, Highlight, Place, Point, Rectangle, group, grouped, paint, path, written

Segment = tuple[Place, Place]
"""The two points that a line joins, each a row and a column from 0, the upper or the left one first. They are in the
same row or column, and mostly neighbours."""
Line = Literal["line", "double", "none", "open"]

SIDE: Final = 40.0
DISCS: Final = {"": "", "white": "\N{WHITE CIRCLE}", "black": "\N{BLACK CIRCLE}"}
DRAWN: Final = ("line", "double")
APART: Final = 5.0
"""How far each of two lines is from the middle between them."""
GAP: Final = 3
"""Characters between two points of a row of text."""


def steps_of(segment: Segment) -> list[Segment]:
    """The pairs of neighbouring points from one end of a line to the other."""
    (r, c), (end, last) = segment
    return [*pairwise(product(range(r, end + 1), range(c, last + 1)))]


def near(point: Place) -> list[Segment]:
    """The steps between a point and its neighbours above, right, below and left."""
    r, c = point
    return [((r - 1, c), point), (point, (r, c + 1)), (point, (r + 1, c)), ((r, c - 1), point)]


def crossed(segment: Segment) -> list[Segment]:
    """The steps of a line that have a cross if it is out: those at its ends."""
    steps = steps_of(segment)
    return [*dict.fromkeys((steps[0], steps[-1]))]


def _strokes(strokes: str) -> dict[Line, str]:
    return {"line": strokes[0], "double": strokes[1], "none": " ", "open": " "}


@attrs.frozen
class Pen:
    """The characters of a board as text.

    Attributes:
        across: a line to the right, and a double one.
        down: a line downwards, and a double one.
        joints: the ends of lines upwards (1), to the right (2), downwards (4) and to the left (8), by their sum.
        dot: a point without a line.
        out: the sign of a line that is out; if nothing, a cross as long as some line is open.
    """

    across: dict[Line, str] = attrs.field(converter=_strokes)
    down: dict[Line, str] = attrs.field(converter=_strokes)
    joints: str
    dot: str
    out: str = ""


ASCII: Final = Pen("-=", "|\N{DOUBLE VERTICAL LINE}", " " + "+" * 15, ".")


@attrs.frozen
class LineBoard(CellPicture):
    """A grid with lines between points of it, which are neighbours or in the same row or column.

    Lines that run around cells join their corners: point (r, c) is the upper left corner of cell (r, c). Other lines
    join the middles of cells. As long as some line is open, a cross is drawn instead of a line that is out.

    Attributes:
        rows: the symbols in the cells, row by row: "" for none.
        lines: whether each of some pairs of points has a line, a double one or none, or is open.
        around: whether lines run around the cells.
        discs: the cells with a circle around their symbol, and whether it is white or black.
        colours: a colour for each of some cells, by its number.
        title: a description for readers who cannot see it.
        caption: a line above it.
        highlights: cells, or pairs of points, to highlight, and why.
    """

    lines: Mapping[Segment, Line]
    around: bool = False
    discs: Mapping[Place, Literal["white", "black"]] = attrs.field(factory=dict)
    colours: Mapping[Place, int] = attrs.field(factory=dict)
    title: str = "a board"
    caption: str = ""
    highlights: Mapping[Place | Segment, Highlight] = attrs.field(factory=dict)

    @property
    def contents(self) -> dict[Any, Hashable]:
        """The part of each cell and of each pair of points that a search changes."""
        cells = {cell: (symbol, self.colours.get(cell)) for cell, symbol in self.cells.items()}
        return {**cells, **self.lines}

    @property
    def rectangles(self) -> dict[Any, Rectangle]:
        """The left, the top, the width and the height of each cell and of each pair of points in the picture.

        A line runs through the middle of its rectangle, which is as wide as a cell, and as long as the line.
        """
        found: dict[Any, Any] = {cell: (*self._at(*cell), SIDE, SIDE) for cell in self.cells}
        for one, other in self.lines:
            (x, y), (u, v) = self._end(one), self._end(other)
            wide, high = max(SIDE, u - x), max(SIDE, v - y)
            found[one, other] = ((x + u - wide) / 2, (y + v - high) / 2, wide, high)
        return found

    @property
    def description(self) -> tuple[str, str]:
        """Its title, and its text."""
        return self.heading, self.text() if self.height <= 30 else ""

    def is_filled(self, place: Place | Segment) -> bool:
        """Whether a pair of points is known to have a line or none, or a cell to have its contents."""
        return self._line(place) != "open" if place in self.lines else True

    def _line(self, place: object) -> Line:
        return self.lines.get(place, "open")  # type: ignore[call-overload,no-any-return]

    def text(self, pen: Pen = ASCII, down: int = 1, across: int = GAP, length: Callable[[str], int] = len) -> str:
        """The board as text: `+` is a point with a line, `.` one without.

        Args:
            pen: its characters.
            down: how many lines there are between two rows of points.
            across: how many columns there are between two points of a row, at least.
            length: the columns that a text takes.
        """
        steps, ends = self._steps(), {end for segment in self.lines for end in segment}
        rows, columns = range(self.height + self.around), range(self.width + self.around)
        points = {(r, c): self._point((r, c), steps, ends, pen) for r in rows for c in columns}
        wide = max(map(length, points.values()), default=1)
        if self.around:
            across = max([across, *map(length, self.cells.values())])
        out = pen.out or self._out
        lines = []
        for r in rows:
            line, below, middle = "", "", ""
            for c in columns:
                point, symbol = points[r, c], self.cells.get((r, c), "") if self.around else ""
                _, after, under, before = (steps.get(step, "open") for step in near((r, c)))
                left = (wide - length(point)) // 2
                line += pen.across[before] * left + point + pen.across[after] * (wide - length(point) - left)
                line += out.center(across) if after == "none" else pen.across[after] * across
                below += pen.down[under].rjust((wide + 1) // 2).ljust(wide + across)
                middle += (out if under == "none" else pen.down[under]).rjust((wide + 1) // 2).ljust(wide)
                middle += symbol.center(across + len(symbol) - length(symbol))
            between = [below] * (down // 2)
            lines += [text.rstrip() for text in (line, *between, middle, *between)]
        return "\n".join(lines[:-down])

    @property
    def _out(self) -> str:
        """What to write for no line: nothing if it is not said of the others either, or if it is known of all."""
        states = {*self.lines.values()}
        return "x" if "open" in states and not states.isdisjoint(DRAWN) else " "

    def _steps(self) -> dict[Segment, Line]:
        """The lines of all pairs of neighbouring points; one that is out is so at its ends."""
        found: dict[Segment, Line] = {}
        for segment, line in self.lines.items():
            steps = crossed(segment) if line == "none" else steps_of(segment)
            found.update(dict.fromkeys(steps, line))
        return found

    def _point(self, point: Place, steps: Mapping[Segment, Line], ends: Collection[Place], pen: Pen) -> str:
        symbol = "" if self.around else self.cells[point] or DISCS[self.discs.get(point, "")]
        up, right, down, left = (steps.get(step, "open") for step in near(point))
        if symbol or not {left, right, up, down}.intersection(DRAWN):
            return symbol or pen.dot
        kind = sum((line in DRAWN) << k for k, line in enumerate((up, right, down, left)))
        return pen.joints[kind] if point in ends else pen.down[up] if up in DRAWN else pen.across[left]

    # -- the picture ----------------------------------------------------------------------------------------

    def drawn(self) -> Drawn:
        """The shapes that it is made of."""
        self.refuse_if_too_large()
        parts = [*self._highlighted(), *self._drawn_lines(), *self._drawn_discs(), *self._written()]
        return self.below_caption(self.width * SIDE, self.top + self.height * SIDE, self._ground(), parts)

    def _at(self, r: float, c: float) -> Point:
        return c * SIDE, self.top + r * SIDE

    def _end(self, point: Place) -> Point:
        half = 0.5 * (not self.around)
        return self._at(point[0] + half, point[1] + half)

    def _boxes(self, cells: Iterable[Place]) -> str:
        return boxes((self._at(*cell) for cell in cells), SIDE, SIDE)

    def _strokes(self, segments: Iterable[Segment], aside: float = 0.0) -> str:
        """A path along some segments, or so far beside them."""
        strokes = ""
        for a, b in segments:
            (x, y), (u, v) = self._end(a), self._end(b)
            across, down = (0.0, aside) if a[0] == b[0] else (aside, 0.0)
            strokes += f"M{x + across:g} {y + down:g}L{u + across:g} {v + down:g}"
        return strokes

    def _ground(self) -> Iterator[str]:
        line = None if self.around else "line"
        yield f'<path d="{self._boxes(self.cells)}" {paint("light", line)}/>'
        yield from coloured(self.colours, self._boxes)

    def _highlighted(self) -> Iterator[str]:
        for why, places in grouped((why, place) for place, why in self.highlights.items()).items():
            cells: list[Any] = [place for place in places if place not in self.lines]
            segments: list[Any] = [place for place in places if place in self.lines]
            yield from path(self._boxes(cells), why, f"{why}-edge", ' stroke-width="2"')
            more = ' stroke-width="14" stroke-linecap="round" opacity="0.45"'
            yield from path(self._strokes(segments), None, f"{why}-edge", more)

    def _drawn_lines(self) -> Iterator[str]:
        found = grouped((state, segment) for segment, state in self.lines.items())
        double = found.get("double", ())
        if self.around:
            corners = (self._at(r, c) for r in range(self.height + 1) for c in range(self.width + 1))
            dots = "".join(f"M{x:g} {y:g}h0" for x, y in corners)
            yield from path(dots, None, "ink", ' stroke-width="6" stroke-linecap="round"')
        for strokes, wide in (
            (self._strokes(found.get("line", ())), 5),
            (self._strokes(double, -APART) + self._strokes(double, APART), 3),
        ):
            yield from path(strokes, None, "found", f' stroke-width="{wide}" stroke-linecap="round"')
        if self._out != " ":
            steps = [step for segment in found.get("none", ()) for step in crossed(segment)]
            middles = [(x + u, y + v) for a, b in steps for (x, y), (u, v) in [(self._end(a), self._end(b))]]
            crosses = "".join(f"M{x / 2 - 3:g} {y / 2 - 3:g}l6 6m0 -6l-6 6" for x, y in middles)
            yield f'<path d="{crosses}" stroke-width="1.5" {paint(None, "faint")}/>'

    def _drawn_discs(self) -> Iterator[str]:
        for cell, colour in self.discs.items():
            x, y = self._at(cell[0] + 0.5, cell[1] + 0.5)
            fill = paint("ink" if colour == "black" else "light", "ink")
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{SIDE * 0.34:g}" stroke-width="2" {fill}/>'

    def _written(self) -> Iterator[str]:
        texts = []
        for (r, c), symbol in self.cells.items():
            size = min(SIDE * 0.45, SIDE * 0.9 / max(1, len(symbol)))
            x, y = self._at(r + 0.5, c + 0.5)
            if symbol:
                texts.append(written(x, y, symbol, size))
        yield from group(texts, f'font-weight="bold" {paint("ink")}')

"""Pictures of what is no board: names with their values, drawings in text, and graphs with vertices on a circle."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from math import ceil, cos, pi, sin
from typing import Final, Self

import attrs

from clew.errors import OptionError
from clew.render.svg import MONOSPACE, Drawn, Highlight, PlacedPicture, Point, hue, paint, path, text, width_of, written

LINE: Final = 26.0
SIZE: Final = 13.0
TALL: Final = 24
"""Names that stand below each other; more go into further columns."""
LARGEST: Final = 2000
MOST_VERTICES: Final = 400
"""Vertices that a picture may have."""


@attrs.frozen
class Listing(PlacedPicture):
    """Names with their values; or, if they have none yet, with those that are left to them.

    Attributes:
        values: each name with its value, "" if it has none.
        title: a description for readers who cannot see it.
        caption: a line above it.
        left: the values that are left to names.
        given: the names whose values the instance gives.
        highlights: names to highlight, and why.
    """

    values: Mapping[str, str]
    title: str = "values"
    caption: str = ""
    left: Mapping[str, Sequence[str]] = attrs.field(factory=dict)
    given: Iterable[str] = ()
    highlights: Mapping[str, Highlight] = attrs.field(factory=dict)

    @property
    def contents(self) -> dict[str, Hashable]:
        """The part of each name that a search changes."""
        return {name: (value, tuple(self.left.get(name, ()))) for name, value in self.values.items()}

    @property
    def description(self) -> tuple[str, str]:
        """Its title, and the values."""
        shown = ", ".join(f"{name} = {value}" for name, value in self.values.items() if value)
        return self.heading, shown

    def is_filled(self, name: str) -> bool:
        """Whether a name has its value."""
        return bool(self.values[name])

    def drawn(self) -> Drawn:
        """The shapes that it is made of."""
        if len(self.values) > LARGEST:
            raise OptionError(f"{len(self.values)} values are too many for a picture: draw text")
        entries = [(name, value or self._open(name)) for name, value in self.values.items()]
        tall = ceil(len(entries) / (ceil(len(entries) / TALL) or 1))
        ground: list[str] = []
        parts: list[str] = []
        x = 0.0
        for start in range(0, len(entries), tall or 1):
            some = entries[start : start + tall]
            names = max(width_of(name, SIZE) for name, _ in some) + 12
            values = max(max(width_of(value, SIZE) for _, value in some) + 12, 30.0)
            for j, entry in enumerate(some):
                name, *own = self._entry(*entry, (x + names, self.top + j * LINE), values)
                ground.append(name)
                parts += own
            x += names + values + 18
        return self.below_caption(max(x - 18, 60.0), max(self.top + tall * LINE - 4, LINE), ground, parts)

    def _open(self, name: str) -> str:
        left = self.left.get(name, ())
        shown = " ".join(left[:20])
        return shown if len(left) <= 20 and len(shown) <= 60 else f"{len(left)} values left"

    def _entry(self, name: str, value: str, at: Point, wide: float) -> Iterator[str]:
        """The name with an empty box to its right, then what lies on it: its highlight and its value."""
        x, y = at
        box = f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{LINE - 4:g}" rx="3"'
        middle = y + (LINE - 4) / 2
        label = written(x - 7, middle, name, SIZE, f' text-anchor="end" {paint("ink")}')
        yield f"{box} {paint('light', 'line')}/>{label}"
        if why := self.highlights.get(name):
            yield f'{box} stroke-width="2" {paint(why, f"{why}-edge")}/>'
        if value:
            colour = "faint" if not self.values[name] else "ink" if name in self.given or not self.given else "found"
            weight = ' font-weight="bold"' if name in self.given else ""
            yield written(x + wide / 2, middle, value, SIZE, f"{weight} {paint(colour)}")


@attrs.frozen
class Text(PlacedPicture):
    """A drawing in text, as it is.

    Attributes:
        lines: the text.
        title: a description for readers who cannot see it.
        caption: a line above it.
    """

    lines: str
    title: str = "a drawing"
    caption: str = ""

    @property
    def contents(self) -> dict[int, Hashable]:
        """Each line."""
        return dict(enumerate(self.lines.split("\n")))

    @property
    def description(self) -> tuple[str, str]:
        """Its title, and the text."""
        return self.heading, self.lines

    def highlighted(self, why: Highlight, lines: Iterable[int]) -> Self:
        """The text as it is, because it has no highlights."""
        return self

    def drawn(self) -> Drawn:
        """The shapes that it is made of."""
        lines = self.lines.split("\n")
        if len(self.lines) > 100_000:
            raise OptionError(f"a text of {len(self.lines)} characters is too long for a picture")
        size, step = 15.0, 19.0
        texts = "".join(
            f'<text x="0" y="{self.top + k * step + 14:g}" xml:space="preserve">{text(line)}</text>'
            for k, line in enumerate(lines)
            if line.strip()
        )
        shown = f'<g font-family="{MONOSPACE}" font-size="{size:g}" text-anchor="start" {paint("ink")}>{texts}</g>'
        width = max(0.61 * size * max(map(len, lines)), 60.0)
        return self.below_caption(width, self.top + step * len(lines), [], [shown])


@attrs.frozen
class Graph(PlacedPicture):
    """A graph to draw, its vertices on a circle in their order.

    Attributes:
        vertices: their names.
        edges: pairs of names.
        colours: the colours of vertices, by their numbers.
        labels: the texts below the names of vertices.
        title: a description for readers who cannot see it.
        caption: a line above it.
        highlights: vertices to highlight, and why.
    """

    vertices: Sequence[str]
    edges: Sequence[tuple[str, str]]
    colours: Mapping[str, int] = attrs.field(factory=dict)
    labels: Mapping[str, str] = attrs.field(factory=dict)
    title: str = "a graph"
    caption: str = ""
    highlights: Mapping[str, Highlight] = attrs.field(factory=dict)

    @property
    def contents(self) -> dict[str, Hashable]:
        """The part of each vertex that a search changes."""
        return {name: (self.colours.get(name), self.labels.get(name)) for name in self.vertices}

    @property
    def description(self) -> tuple[str, str]:
        """Its title, and the colours of the vertices."""
        shown = ", ".join(f"{name}: {self.colours.get(name, 'no colour')}" for name in self.vertices)
        return self.heading, shown

    def is_filled(self, name: str) -> bool:
        """Whether a vertex has its colour."""
        return name in self.colours

    def drawn(self) -> Drawn:
        """The shapes that it is made of."""
        number = len(self.vertices)
        if number > MOST_VERTICES:
            raise OptionError(f"{number} vertices are too many for a picture: draw text")
        longest = max((width_of(name, 13) for name in self.vertices), default=0.0)
        radius = max(22.0, min(longest / 2 + 7, 34.0))
        around = max(70.0, number * radius * 1.35 / pi) if number > 1 else 0.0
        middle = around + radius + 2
        places = {
            name: (middle + around * sin(2 * pi * k / number), self.top + middle - around * cos(2 * pi * k / number))
            for k, name in enumerate(self.vertices)
        }
        lines = "".join("M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*places[a], *places[b]) for a, b in self.edges)
        ground = path(lines, None, "line", ' stroke-width="1.6"')
        parts = [part for name in self.vertices for part in self._vertex(name, *places[name], radius)]
        return self.below_caption(2 * middle, self.top + 2 * middle, ground, parts)

    def _vertex(self, name: str, x: float, y: float, radius: float) -> list[str]:
        colour = self.colours.get(name)
        fill = "light" if colour is None else hue(colour)
        why = self.highlights.get(name)
        line = f'stroke-width="3" {paint(fill, f"{why}-edge")}' if why else paint(fill, "line")
        label = self.labels.get(name, "")
        up = 6 if label else 0
        parts = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" {line}/>']
        for content, size, at in ((name, 13.0, y - up), (label, 11.0, y + 9)):
            if content:
                fitting = min(size, 1.75 * radius / (0.64 * len(content)))
                parts.append(written(round(x, 1), round(at, 1), content, round(fitting, 1), f" {paint('ink')}"))
        return parts

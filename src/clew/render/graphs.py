"""Graphs: vertices on a circle, with their values as colours and the edges between them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import cos, pi, sin
from typing import Final

import attrs

from clew.errors import OptionError
from clew.render.places import Highlight, PlacedPicture
from clew.render.svg import HUES, Drawn, paint, path, width_of, written

LARGEST: Final = 400
"""Vertices that a picture may have."""


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
        if number > LARGEST:
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
        fill = "light" if colour is None else f"hue-{colour % HUES}"
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

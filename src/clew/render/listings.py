"""Pictures of what is no board: names with their values, and drawings in text."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import ceil
from typing import Final, Self

import attrs

from clew.errors import OptionError
from clew.render.places import Highlight, PlacedPicture
from clew.render.svg import MONOSPACE, Drawn, paint, text, width_of, written

LINE: Final = 26.0
SIZE: Final = 13.0
TALL: Final = 24
"""Names that stand below each other; more go into further columns."""
LARGEST: Final = 2000


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
        top = 24.0 * bool(self.caption)
        shown = {name: value or self._open(name) for name, value in self.values.items()}
        columns = ceil(len(shown) / TALL)
        tall = ceil(len(shown) / columns) if columns else 0
        entries = list(shown.items())
        ground: list[str] = []
        parts: list[str] = []
        x = 0.0
        for k in range(columns):
            some = entries[k * tall : (k + 1) * tall]
            names = max(width_of(name, SIZE) for name, _ in some) + 12
            values = max(max(width_of(value, SIZE) for _, value in some) + 12, 30.0)
            for j, (name, value) in enumerate(some):
                ground_part, part = self._entry(name, value, (x, top + j * LINE), (names, values))
                ground.append(ground_part)
                parts += part
            x += names + values + 18
        width = max(x - 18, width_of(self.caption, 14), 60.0)
        return Drawn(width, max(top + tall * LINE - 4, LINE), ground, parts + self.caption_at(width / 2))

    def _open(self, name: str) -> str:
        left = self.left.get(name, ())
        shown = " ".join(left[:20])
        return shown if len(left) <= 20 and len(shown) <= 60 else f"{len(left)} values left"

    def _entry(
        self, name: str, value: str, at: tuple[float, float], wide: tuple[float, float]
    ) -> tuple[str, list[str]]:
        (x, y), (names, values) = at, wide
        high = LINE - 4
        box = f'<rect x="{x + names:g}" y="{y:g}" width="{values:g}" height="{high:g}" rx="3"'
        middle = y + high / 2
        ground = f"{box} {paint('light', 'line')}/>" + written(
            x + names - 7, middle, name, SIZE, f' text-anchor="end" {paint("ink")}'
        )
        parts = []
        if why := self.highlights.get(name):
            parts.append(f'{box} stroke-width="2" {paint(why, f"{why}-edge")}/>')
        if value:
            colour = "faint" if not self.values[name] else "ink" if name in self.given or not self.given else "found"
            weight = ' font-weight="bold"' if name in self.given else ""
            parts.append(written(x + names + values / 2, middle, value, SIZE, f"{weight} {paint(colour)}"))
        return ground, parts


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
        """The same: a text has no highlights."""
        return self

    def drawn(self) -> Drawn:
        """The shapes that it is made of."""
        lines = self.lines.split("\n")
        if len(self.lines) > 100_000:
            raise OptionError(f"a text of {len(self.lines)} characters is too long for a picture")
        top = 24.0 * bool(self.caption)
        size, step = 15.0, 19.0
        width = max(0.61 * size * max(map(len, lines)), width_of(self.caption, 14), 60.0)
        texts = "".join(
            f'<text x="0" y="{top + k * step + 14:g}" xml:space="preserve">{text(line)}</text>'
            for k, line in enumerate(lines)
            if line.strip()
        )
        parts = [f'<g font-family="{MONOSPACE}" font-size="{size:g}" text-anchor="start" {paint("ink")}>{texts}</g>']
        return Drawn(width, top + step * len(lines), [], parts + self.caption_at(width / 2))

"""Pictures in SVG: their colours, in light and in dark, the sheet that they are drawn on, and their places.

Each colour is an attribute of what it paints, so that every program shows it; a style sheet in the picture gives the
colours for dark pages to those programs that know of them. A picture has a ground of its own, and so it reads well on
a page of either kind. The style names start with `clew-` and mean the same in every picture: several of them may
stand in one HTML page.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final, Literal, Self, TypeVar, cast

import attrs

FONT: Final = "DejaVu Sans, Verdana, Segoe UI Symbol, sans-serif"
MONOSPACE: Final = "DejaVu Sans Mono, Menlo, Consolas, monospace"
MARGIN: Final = 12.0

PAINTS: Final[dict[str, tuple[str, str]]] = {
    "paper": ("#fbf5ea", "#23272c"),
    "ink": ("#2b2118", "#ece6da"),
    "found": ("#17508f", "#9ccaf7"),
    "line": ("#a5947f", "#5f6973"),
    "faint": ("#645747", "#b6c0ca"),
    "light": ("#fffdf8", "#3b424a"),
    "shade": ("#e2d1b6", "#2b3037"),
    "block": ("#3a2f26", "#0d0f12"),
    "on-colour": ("#ffffff", "#ffffff"),
    "new": ("#cfe3f8", "#1f4870"),
    "new-edge": ("#17508f", "#9ccaf7"),
    "pruned": ("#f8e3b2", "#4f4016"),
    "pruned-edge": ("#9a6b00", "#e5bd55"),
    "conflict": ("#f7cfc8", "#6a2b26"),
    "conflict-edge": ("#b3261e", "#ff9a8d"),
    "reason": ("#dcedd2", "#2f4d33"),
    "reason-edge": ("#3f6f2e", "#9fd08c"),
    "solution": ("#2f6ab8", "#3a6fb6"),
    "failed": ("#c2413a", "#bf4740"),
    "assumed": ("#e6c152", "#6b540f"),
    "visited": ("#8f6f0e", "#8a6b0c"),
    "unvisited": ("#737373", "#6b7077"),
    "hue-0": ("#f6c9c4", "#7a3b36"),
    "hue-1": ("#bfdcf5", "#2b5376"),
    "hue-2": ("#cde8c3", "#3a6132"),
    "hue-3": ("#f7e3a6", "#6d5a1c"),
    "hue-4": ("#dccdf0", "#54427a"),
    "hue-5": ("#f9d3ad", "#7a4f22"),
    "hue-6": ("#bfe7e2", "#276059"),
    "hue-7": ("#f3c6de", "#743a5b"),
    "hue-8": ("#d9d9d2", "#4d5055"),
    "hue-9": ("#e4d3bd", "#5f4b34"),
    "hue-10": ("#c9d0f2", "#3d4780"),
    "hue-11": ("#e3edb4", "#59651f"),
}
"""Each paint with its colour on light and on dark pages."""

Highlight = Literal["new", "pruned", "conflict", "reason"]
"""Why a place is highlighted: its value is new or another one, it lost something, it breaks a rule,
or it belongs to the reason of a hint."""

Place = tuple[int, int]
"""A row and a column, from 0."""
Point = tuple[float, float]
"""A place in a picture: how far it is from the left, and from the top."""
Rectangle = tuple[float, float, float, float]
"""A left, a top, a width and a height."""

HUES: Final = sum(name.startswith("hue-") for name in PAINTS)

K = TypeVar("K")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The second parts of pairs by their first parts, in order."""
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def paint(fill: str | None = None, stroke: str | None = None) -> str:
    """The attributes that paint something.

    Args:
        fill: the paint inside; None leaves it empty if there is a stroke.
        stroke: the paint of the line around it.
    """
    classes = " ".join(f"clew-{kind}-{name}" for kind, name in (("f", fill), ("s", stroke)) if name)
    line = f' stroke="{PAINTS[stroke][0]}"' if stroke else ""
    return f'class="{classes}" fill="{PAINTS[fill][0] if fill else "none"}"{line}'


def hue(number: int) -> str:
    """The paint of a colour that is given by its number."""
    return f"hue-{number % HUES}"


def text(content: object) -> str:
    """Some text for XML, without the characters that XML does not know."""
    return escape(re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", str(content)))


def written(x: float, y: float, content: object, size: float, more: str = "") -> str:
    """A line of text, centred at a place unless more attributes say otherwise."""
    return f'<text x="{x:g}" y="{y + size * 0.355:g}" font-size="{size:g}"{more}>{text(content)}</text>'


def path(drawing: str, fill: str | None = None, stroke: str | None = None, more: str = "") -> list[str]:
    """A path with its paints and other attributes, in a list; an empty one if there is nothing on it."""
    return [f'<path d="{drawing}"{more} {paint(fill, stroke)}/>'] if drawing else []


def group(texts: Iterable[str], attributes: str) -> list[str]:
    """Elements that share attributes, in a list; an empty one if there are none."""
    inside = "".join(texts)
    return [f"<g {attributes}>{inside}</g>"] if inside else []


def width_of(content: object, size: float) -> float:
    """About how wide a text will be: fonts differ."""
    return 0.64 * size * len(str(content))


@attrs.frozen
class Drawn:
    """The shapes that a picture is made of.

    Attributes:
        width: in pixels.
        height: in pixels.
        ground: the lowest layer, which stays the same from one frame of an animation to the next.
        parts: the rest.
    """

    width: float
    height: float
    ground: Sequence[str]
    parts: Sequence[str]


class Picture(ABC):
    """Something that can be drawn as SVG. In notebooks it shows itself."""

    __slots__ = ()

    @abstractmethod
    def drawn(self) -> Drawn:
        """The shapes that it is made of, without its paper."""

    @property
    @abstractmethod
    def description(self) -> tuple[str, str]:
        """The text for readers who cannot see it: a title, and its contents in words."""

    def svg(self) -> str:
        """The picture as a text in SVG, which may be written to a file or put into an HTML page."""
        drawn = self.drawn()
        return document(drawn.width, drawn.height, [*drawn.ground, *drawn.parts], *self.description)

    def _repr_svg_(self) -> str:
        return self.svg()


class PlacedPicture(Picture):
    """A picture that consists of places; a class of attrs with the fields `title`, `caption` and `highlights`."""

    __slots__ = ()

    title: str
    caption: str
    highlights: Mapping[Any, Highlight]

    @property
    @abstractmethod
    def contents(self) -> Mapping[Any, Hashable]:
        """For each place what a search changes of it."""

    def is_filled(self, place: Any) -> bool:
        """Whether a place has its value."""
        return True

    @property
    def heading(self) -> str:
        """The title, and the caption if there is one."""
        return ": ".join(filter(None, (self.title, self.caption)))

    def highlighted(self, why: Highlight, places: Iterable[Any]) -> Self:
        """A picture like this with some more places highlighted."""
        highlights = {**self.highlights, **dict.fromkeys(places, why)}
        return cast(Self, attrs.evolve(cast(Any, self), highlights=highlights))

    def captioned(self, caption: str) -> Self:
        """A picture like this below another caption."""
        return cast(Self, attrs.evolve(cast(Any, self), caption=caption))

    def since(self, before: Self) -> Self:
        """A picture like this with the places highlighted that are new since an earlier one."""
        then = before.contents
        changed = [place for place, now in self.contents.items() if now != then.get(place)]
        new = self.highlighted("new", filter(self.is_filled, changed))
        return new.highlighted("pruned", [place for place in changed if not self.is_filled(place)])

    @property
    def top(self) -> float:
        """The height of the caption."""
        return 24.0 * bool(self.caption)

    def below_caption(self, width: float, bottom: float, ground: Iterable[str], parts: Iterable[str]) -> Drawn:
        """The shapes of a picture of this width that ends there, with the caption above its middle."""
        width = max(width, width_of(self.caption, 14))
        more = f' font-weight="bold" {paint("ink")}'
        caption = [written(width / 2, 7, self.caption, 14, more)] if self.caption else []
        return Drawn(width, bottom, [*ground], [*parts, *caption])


def document(width: float, height: float, body: Iterable[str], title: str, contents: str = "", style: str = "") -> str:
    """A sheet of paper with something drawn on it.

    Args:
        width: in pixels, without the margin.
        height: in pixels, without the margin.
        body: the elements.
        title: a description of the picture, in a few words.
        contents: its contents, in words.
        style: rules for the style sheet.
    """
    wide, high = width + 2 * MARGIN, height + 2 * MARGIN
    inside = "\n".join(body)
    paper = f'<rect x="{-MARGIN:g}" y="{-MARGIN:g}" width="{wide:g}" height="{high:g}" rx="6" {paint("paper")}/>'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN:g} {-MARGIN:g} {wide:g} {high:g}" '
        f'width="{wide:g}" height="{high:g}" role="img" font-family="{FONT}" text-anchor="middle">'
    )
    words = [f"<title>{text(title)}</title>", *([f"<desc>{text(contents)}</desc>"] if contents else [])]
    return "\n".join([head, *words, f"<style>{style}{_dark(paper + inside)}</style>", paper, inside, "</svg>\n"])


def _dark(body: str) -> str:
    """The colours on dark pages of the paints that are used."""
    used = set(re.findall(r"clew-([fs]-[a-z0-9-]+)", body))
    rules = (
        f".clew-{kind[0]}-{name}{{{kind}:{dark}}}"
        for name, (_, dark) in PAINTS.items()
        for kind in ("fill", "stroke")
        if f"{kind[0]}-{name}" in used
    )
    return f"@media(prefers-color-scheme:dark){{{''.join(rules)}}}"

"""Pictures of places, such as cells or names: a film shows what changes in them, below a caption."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Final, Literal, Self, TypeVar, cast

import attrs

from clew.errors import OptionError
from clew.render.svg import Drawn, Picture, paint, width_of, written

Highlight = Literal["new", "pruned", "conflict", "reason"]
"""Why a place is highlighted: its value is new or another one, it lost something, it breaks a rule,
or it belongs to the reason of a hint."""

Place = tuple[int, int]
"""A row and a column, from 0."""

LARGEST: Final = 40_000
"""Cells that a picture may have: more are no picture any more."""

K = TypeVar("K")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The second parts of pairs by their first parts, in order."""
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


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
        """The same with some more places highlighted."""
        highlights = {**self.highlights, **dict.fromkeys(places, why)}
        return cast(Self, attrs.evolve(cast(Any, self), highlights=highlights))

    def captioned(self, caption: str) -> Self:
        """The same below another caption."""
        return cast(Self, attrs.evolve(cast(Any, self), caption=caption))

    def since(self, before: Self) -> Self:
        """The same with what is new in it highlighted."""
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


def refuse_if_too_large(height: int, width: int) -> None:
    """Refuse to draw a board of more cells than a picture may have.

    Raises:
        OptionError: it has so many.
    """
    if height * width > LARGEST:
        raise OptionError(f"a board of {height} by {width} cells is too large for a picture: draw text")

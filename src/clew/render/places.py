"""Pictures of places, such as cells or names: a film shows what changes in them, below a caption."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Literal, Self, TypeVar, cast

import attrs

from clew.render.svg import Picture, paint, written

Highlight = Literal["new", "pruned", "conflict", "reason"]
"""Why a place is highlighted: its value is new or another one, it lost something, it breaks a rule,
or it belongs to the reason of a hint."""


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
        own = cast(Any, self)
        return ": ".join(filter(None, (own.title, own.caption)))

    def highlighted(self, why: Highlight, places: Iterable[Any]) -> Self:
        """The same with some more places highlighted."""
        highlights = {**cast(Any, self).highlights, **dict.fromkeys(places, why)}
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

    def caption_at(self, middle: float) -> list[str]:
        """The caption, above the middle of the picture; nothing if there is none."""
        caption = cast(Any, self).caption
        return [written(middle, 7, caption, 14, f' font-weight="bold" {paint("ink")}')] if caption else []

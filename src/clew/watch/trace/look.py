"""How the player looks: its colours, and a rectangle of characters to draw on.

Each kind of change has a colour, and a weight or a line too, for those who see no colours.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping
from itertools import groupby
from operator import add, itemgetter
from typing import Any, Final

import attrs
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from clew.problem.events import BacktrackEvent, DeadEndEvent, Event, NodeEvent, PruneEvent, SolutionEvent, TryEvent
from clew.render.svg import PAINTS
from clew.watch.trace.scene import Scene, Touch

TOUCHED: Final[Mapping[Touch, tuple[str, str, Mapping[str, bool]]]] = {
    "tried": ("ink", "pruned", {"bold": True, "underline": True}),
    "new": ("ink", "new", {"bold": True}),
    "pruned": ("ink", "pruned", {}),
    "conflict": ("ink", "conflict", {"bold": True}),
    "undone": ("faint", "undone", {"strike": True}),
    "reason": ("ink", "reason", {}),
    "chosen": ("paper", "found", {"bold": True}),
}
"""The paint of the letters and the ground of a changed place, and how its letters are written."""
SAID: Final[Mapping[type[Event], tuple[str, bool]]] = {
    NodeEvent: ("ink", True),
    TryEvent: ("pruned-edge", True),
    PruneEvent: ("pruned-edge", False),
    DeadEndEvent: ("conflict-edge", True),
    SolutionEvent: ("new-edge", True),
    BacktrackEvent: ("faint", False),
}
"""The paint of the words about an event, and whether they are bold."""

Extent = tuple[int, int]
"""A number of lines and of columns."""
Box = tuple[int, int, int, int]
"""The first line and the first column of something, its height and its width."""


@attrs.frozen
class Look:
    """The colours of dark or of light screens.

    Attributes:
        is_dark: whether the screen is dark.
    """

    is_dark: bool = True

    def colour(self, paint: str) -> str:
        """A colour by its name in pictures."""
        if paint == "undone":
            paint = "shade" if self.is_dark else "unvisited"
        return PAINTS[paint][self.is_dark]

    def __call__(self, ink: str, ground: str | None = None, **more: Any) -> Style:
        return Style(color=self.colour(ink), bgcolor=None if ground is None else self.colour(ground), **more)

    def touch(self, touch: Touch) -> Style:
        """The style of a place to which something happened."""
        ink, ground, more = TOUCHED[touch]
        return self(ink, ground, **more)

    def event(self, event: Event) -> Style:
        """The style of the words about an event."""
        ink, is_bold = SAID.get(type(event), ("ink", False))
        return self(ink, bold=is_bold)


@attrs.frozen
class ScreenDrawing:
    """A drawing, and the part of it in which something happened.

    Attributes:
        text: the drawing.
        region: the first column and line to look at, the number of columns and of lines; all 0 if nowhere.
    """

    text: Text
    region: Box = (0, 0, 0, 0)


class Canvas(ABC):
    """A picture of rows and columns of places while it is drawn, each character with a style.

    Args:
        scene: what to draw.
        look: the colours.
        places: the places that it shows.
        shape: how many rows and columns of places there are.
        origin: the line and the column of the first place.
        pitch: how many lines and columns further the next place is.
        margin: how many lines and columns there are behind the last place.
    """

    def __init__(
        self,
        scene: Scene,
        look: Look,
        places: Container[Any],
        shape: Extent,
        origin: Extent,
        pitch: Extent,
        margin: Extent,
    ) -> None:
        self.scene, self.look, self.places = scene, look, places
        self._origin, self._pitch = origin, pitch
        y, x = self.at(*shape)
        self.size = y + margin[0], max(x + margin[1], 1)
        self._written: dict[Extent, tuple[str, Style]] = {}

    def at(self, r: int, c: int) -> Extent:
        """The first line and column of a place."""
        return self._origin[0] + r * self._pitch[0], self._origin[1] + c * self._pitch[1]

    @abstractmethod
    def box(self, place: Any) -> Box:
        """The part of the sheet that shows a place."""

    @abstractmethod
    def draw(self) -> None:
        """Write the picture."""

    def put(self, y: int, x: int, text: str, style: Style) -> None:
        """Write a text that takes as many columns as it has characters; wider ones take up the next column."""
        for character in text:
            self._written[y, x] = character, style
            if cell_len(character) == 2:
                x += 1
                self._written[y, x] = "", style
            x += 1

    def drawn(self) -> ScreenDrawing:
        """The drawing."""
        self.draw()
        text = Text(no_wrap=True)
        for style, run in groupby(self._characters(), itemgetter(1)):
            text.append("".join([character for character, _ in run]), style)
        boxes = [self.box(place) for place in self.scene.sight if place in self.places]
        if not boxes:
            return ScreenDrawing(text)
        tops, lefts, heights, widths = zip(*boxes, strict=True)
        top, left = min(tops), min(lefts)
        bottom, right = max(map(add, tops, heights)), max(map(add, lefts, widths))
        return ScreenDrawing(text, (left, top, right - left, bottom - top))

    def _characters(self) -> Iterator[tuple[str, Style]]:
        """All characters, line by line."""
        (height, width), blank, line = self.size, (" ", self.look("line")), ("\n", self.look("line"))
        for y in range(height):
            if y:
                yield line
            for x in range(width):
                yield self._written.get((y, x), blank)

"""How the player looks: its colours, and a rectangle of characters to draw on.

Each kind of change has a colour, and a weight or a line too, for those who see no colours.
"""

from __future__ import annotations

from typing import Any

import attrs
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from clew.events import BacktrackEvent, DeadEndEvent, Event, NodeEvent, PruneEvent, SolutionEvent, TryEvent
from clew.render.svg import PAINTS
from clew.trace.scene import Touch


@attrs.frozen
class Look:
    """The colours of dark or of light screens.

    Attributes:
        is_dark: whether the screen is dark.
    """

    is_dark: bool = True

    def colour(self, paint: str) -> str:
        """A colour by its name in pictures."""
        return PAINTS[paint][self.is_dark]

    def __call__(self, ink: str, ground: str | None = None, **more: Any) -> Style:
        return Style(color=self.colour(ink), bgcolor=None if ground is None else self.colour(ground), **more)

    def touch(self, touch: Touch) -> Style:
        """The style of a place to which something happened."""
        if touch == "tried":
            return self("ink", "pruned", bold=True, underline=True)
        if touch == "new":
            return self("ink", "new", bold=True)
        if touch == "pruned":
            return self("ink", "pruned")
        if touch == "refused":
            return self("ink", "conflict", bold=True)
        if touch == "reason":
            return self("ink", "reason")
        if touch == "chosen":
            return self("paper", "found", bold=True)
        return self("faint", "unvisited" if not self.is_dark else "shade", strike=True)

    def event(self, event: Event) -> Style:
        """The style of the words about an event."""
        if isinstance(event, DeadEndEvent):
            return self("conflict-edge", bold=True)
        if isinstance(event, SolutionEvent):
            return self("new-edge", bold=True)
        if isinstance(event, (TryEvent, PruneEvent)):
            return self("pruned-edge", bold=isinstance(event, TryEvent))
        return self("faint" if isinstance(event, BacktrackEvent) else "ink", bold=isinstance(event, NodeEvent))


class Canvas:
    """A rectangle of characters, each with a style."""

    def __init__(self, height: int, width: int, style: Style) -> None:
        self._rows = [[(" ", style)] * width for _ in range(height)]

    def put(self, y: int, x: int, text: str, style: Style) -> None:
        """Write a text that takes as many columns as it has characters; wider ones take up the next column."""
        for character in text:
            row = self._rows[y]
            row[x] = character, style
            if cell_len(character) == 2 and x + 1 < len(row):
                row[x + 1] = "", style
                x += 1
            x += 1

    def text(self) -> Text:
        """All of it."""
        whole = Text(no_wrap=True)
        for k, row in enumerate(self._rows):
            if k:
                whole.append("\n")
            run, style = "", row[0][1] if row else Style()
            for character, own in row:
                if own is not style:
                    whole.append(run, style)
                    run, style = "", own
                run += character
            whole.append(run, style)
        return whole


@attrs.frozen
class ScreenDrawing:
    """A drawing, and the rows and columns of it in which something happened.

    Attributes:
        text: the drawing.
        top, left, bottom, right: where to look; all 0 if nowhere.
    """

    text: Text
    top: int = 0
    left: int = 0
    bottom: int = 0
    right: int = 0

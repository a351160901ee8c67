"""How the player looks: its colours, and the panel beside the board with the event, the counters and the decisions.

Each kind of change has a colour, and a weight or a line too, for those who see no colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, Final

import attrs
from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from clew.errors import cut
from clew.problem.events import BacktrackEvent, DeadEndEvent, Event, NodeEvent, PruneEvent, SolutionEvent, TryEvent
from clew.render.svg import PAINTS
from clew.watch.trace.scene import Touch
from clew.watch.trace.story import Step, Story
from clew.watch.trace.tape import Reel

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
LOW: Final = 12
"""Rows beside the board: with fewer, the numbers stand side by side."""


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


def panel(reel: Reel, look: Look, room: tuple[int, int]) -> Text:
    """The event in words, the counters, and the decisions that led to it.

    Args:
        reel: the place on the tape.
        look: the colours.
        room: the rows and the columns that there are.
    """
    step = reel.step
    if step is None:
        return Text("the search has not begun")
    story = reel.tape.story
    whole = Text(story.words(step), style=look.event(step.event))
    if room[0] >= LOW and (because := story.because(step.event)):
        whole.append(f"\n{because}", look("faint"))
    whole.append("\n\n").append_text(_counters(reel, step, look, narrow=room[0] < LOW))
    if end := reel.ending():
        whole.append("\n").append(end, look("ink", bold=True))
    if room[0] < LOW:
        return whole.append("\n").append(_newest(story.path(step.event.state), room[1]), look("faint"))
    used = sum(max(1, ceil(cell_len(line) / max(1, room[1]))) for line in whole.plain.split("\n"))
    return whole.append_text(_decisions(story, step, look, (room[0] - used - 2, room[1])))


def _counters(reel: Reel, step: Step, look: Look, *, narrow: bool) -> Text:
    text = Text()
    for name in ("step", "depth", "nodes", "failures", "solutions"):
        value = f"{step.number if name == 'step' else getattr(step, name):,}"
        if name == "step" and reel.tape.is_over:
            value += f" of {reel.tape.last:,}"
        text.append((", " if narrow else "\n") if text else "")
        text.append(f"{name} " if narrow else f"{name:10}", look("faint")).append(value, look("ink"))
    return text


def _newest(path: Sequence[str], width: int) -> str:
    """The newest decisions in one line."""
    line = ""
    for decision in reversed(path):
        longer = f"{decision}, {line}" if line else decision
        if cell_len(longer) > width - 2:
            return f"… {line}"
        line = longer
    return line


def _decisions(story: Story, step: Step, look: Look, size: tuple[int, int]) -> Text:
    """The newest decisions, as many as there is room for."""
    path = story.path(step.event.state)
    text = Text()
    room, width = size
    if not path or room < 1:
        return text
    hidden = 0 if len(path) <= room else len(path) - room + 1  # a line says how many
    text.append("\n\n").append("decisions", look("faint"))
    if hidden:
        text.append(f"\n({hidden:,} before)", look("faint"))
    for k, decision in enumerate(path[hidden:], hidden + 1):
        text.append(f"\n{k:3} ", look("faint")).append(cut(decision, max(4, width - 8)), look("ink"))
    return text


def status(reel: Reel, look: Look) -> Text:
    """One line: whether it plays, how fast, and what there is to say."""
    speed = f"{reel.speed:g}/s"
    if reel.goal is not None:
        what = f"step {reel.goal:,}" if isinstance(reel.goal, int) else f"the next {reel.goal.replace('-', ' ')}"
        what = what.replace("the next end", "the end")
        return Text(f"… looking for {what}: space stops it", style=look("pruned-edge", bold=True), no_wrap=True)
    text = Text(f"▶ {speed}" if reel.is_playing else f"‖ {speed}", style=look("ink", bold=True), no_wrap=True)
    return text.append(f"  {reel.message}" if reel.message else "", look("pruned-edge"))


def shown_keys(keys: Sequence[tuple[str, str]], look: Look) -> Text:
    """The help: each key with what it does."""
    wide = max(cell_len(key) for key, _ in keys)
    text = Text()
    for k, (key, about) in enumerate(keys):
        text.append("\n" if k else "").append(set_cell_size(key, wide + 2), look("ink", bold=True))
        text.append(about, look("ink"))
    return text

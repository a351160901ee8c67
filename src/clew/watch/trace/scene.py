"""The view of a step in the player: a scene, with the panel beside it, and their colours.

A scene is the picture of a state, and the latest changes of its places. Pictures know places, not variables: a queen's
row is a variable, and its squares are places. So the effect of a decision is found by making the picture with it and
without it. Each kind of change has a colour, and a weight or a line too, for those who see no colours.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from math import ceil
from typing import Any, Final, Literal

import attrs
from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from clew.errors import cut
from clew.problem.events import BacktrackEvent, DeadEndEvent, Event, NodeEvent, PruneEvent, SolutionEvent, TryEvent
from clew.problem.pictures import different
from clew.problem.problem import AnyProblem
from clew.render import Board, LineBoard, Listing, Picture
from clew.render.svg import PAINTS, Highlight, grouped
from clew.state.state import AnyState
from clew.watch.trace.story import Step, Story, assigned, emptied_by
from clew.watch.trace.tape import Reel

Touch = Highlight | Literal["tried", "undone", "chosen"]
"""The change of a place: besides what pictures highlight, a value is tried there, or is about to be taken back; or the
place was chosen by the player of a puzzle."""

Values = Mapping[Any, Any]
Marks = Mapping[Any, Collection[str]]

EVENTS: Final[Mapping[type[Event], tuple[Touch, str, bool]]] = {
    NodeEvent: ("new", "ink", True),
    TryEvent: ("tried", "pruned-edge", True),
    PruneEvent: ("tried", "pruned-edge", False),
    DeadEndEvent: ("conflict", "conflict-edge", True),
    SolutionEvent: ("new", "new-edge", True),
    BacktrackEvent: ("undone", "faint", False),
}
"""For each event the change of the newest decision, the paint of the words about it, and whether they are bold."""
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
LARGEST: Final = 16_000
"""Values that the variables may have in all: with more, a picture would take seconds."""
LOW: Final = 12
"""Rows beside the board: with fewer, the numbers stand side by side."""


@attrs.frozen
class Scene:
    """The view of a step.

    Attributes:
        picture: the picture of its state; None if there is none that consists of places.
        text: the drawing in text, if there is no such picture.
        touched: the changes of places.
        lost: the small marks just removed from places.
    """

    picture: Board | LineBoard | Listing | None
    text: str = ""
    touched: Mapping[Any, Touch] = attrs.field(factory=dict)
    lost: Marks = attrs.field(factory=dict)

    @property
    def sight(self) -> Collection[Any]:
        """The places that are to be in sight: that which the player chose, or else all that changed."""
        return [place for place, touch in self.touched.items() if touch == "chosen"] or self.touched


def scene(problem: AnyProblem, step: Step) -> Scene:
    """The view of a step."""
    lanes = step.event.state.lanes
    if sum(len(lane.values) for lane in lanes.lane.values()) > LARGEST:
        return Scene(None, f"{len(lanes.variables):,} variables with more than {LARGEST:,} values: too many to draw")
    state = step.event.state if step.emptied is None else step.emptied.state
    values, decided = (step.clues, None) if step.clues else _decided(step, state)
    left = None if step.clues else _left(problem, state, values)
    now = problem.picture(values, left)
    if not isinstance(now, (Board, Listing)):
        return Scene(None, problem.draw(values))
    if step.clues:
        return Scene(now)
    touched: dict[Any, Touch] = {}
    lost: Marks = {}
    pruning = step.event if isinstance(step.event, PruneEvent) else step.emptied
    if pruning is not None:
        changed, lost = _changes(problem.picture(values, _restored(left, pruning)), now)
        touched.update(dict.fromkeys(changed, "conflict" if emptied_by(pruning) else "pruned"))
    if decided is not None:
        (symbols, _), (others, _) = _parts(now), _parts(_without(problem, values, left, decided))
        places = [place for place, symbol in symbols.items() if others.get(place) != symbol]
        touched.update(dict.fromkeys(places, EVENTS[type(step.event)][0]))
    return Scene(now, "", touched, lost)


def _without(problem: AnyProblem, values: Values, left: Values | None, decided: Any) -> Picture:
    """The picture of a state before its newest decision."""
    open_again = None if left is None else {**left, decided: (values[decided],)}
    return problem.picture({v: w for v, w in values.items() if v != decided}, open_again)


def _decided(step: Step, state: AnyState) -> tuple[Values, Any]:
    """The values to show, with that which is tried, and the variable of the newest decision, if it has changed.

    None stands for no such variable: at the root there is none but that which is tried.
    """
    event, values = step.event, assigned(state)
    if isinstance(event, (TryEvent, DeadEndEvent)):
        if event.variable is not None and step.emptied is None:
            return {**values, event.variable: event.value}, event.variable
        has_changed = event.variable is not None
    else:
        has_changed = step.depth > 0 and type(event) in EVENTS
    return values, state.path[1] if state.path and has_changed else None


def _left(problem: AnyProblem, state: AnyState, values: Values) -> dict[Any, Any] | None:
    """The values left to the variables that are open; None if none was declared."""
    lanes = state.lanes.lane
    declared = problem.domains()
    return {v: state.domain(v) for v in declared if v not in values and v in lanes} if declared else None


def _restored(left: Values | None, pruning: PruneEvent) -> dict[Any, Any] | None:
    """The values left before a pruning."""
    if left is None:
        return None
    lanes = pruning.state.lanes.lane
    before = {v: {*left[v], *gone} for v, gone in grouped(pruning.values).items() if v in left}
    return {**left, **{v: tuple(filter(some.__contains__, lanes[v].values)) for v, some in before.items()}}


def _changes(before: Picture, now: Board | Listing) -> tuple[list[Hashable], Marks]:
    """The places that differ, and what is no longer written small in them."""
    if not isinstance(before, type(now)):
        return [], {}
    changed, (_, old), (_, new) = different(now, before), _parts(before), _parts(now)
    lost = {place: [mark for mark in old.get(place, ()) if mark not in new.get(place, ())] for place in changed}
    return changed, {place: some for place, some in lost.items() if some}


def _parts(picture: Picture) -> tuple[Mapping[Any, str], Marks]:
    """The symbols of places, and what is written small in them."""
    if isinstance(picture, Board):
        return picture.cells, picture.marks
    return (picture.values, picture.left) if isinstance(picture, Listing) else ({}, {})


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
        _, ink, is_bold = EVENTS.get(type(event), (None, "ink", False))
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

"""The view of a step in the player: a scene, with the panel beside it.

A scene is the picture of a state, and the latest changes of its places. Pictures know places, not variables: a queen's
row is a variable, and its squares are places. So the effect of a decision is found by making the picture with it and
without it. Each kind of change has a style, with a weight or a line too, for those who see no colours.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Any, Final, Literal

import attrs
from rich.text import Text

from clew.problem.events import (
    BackjumpEvent,
    BacktrackEvent,
    DeadEndEvent,
    Event,
    NodeEvent,
    PruneEvent,
    SolutionEvent,
    TryEvent,
)
from clew.problem.pictures import assigned, different, left_by
from clew.problem.problem import AnyProblem
from clew.render import Board, LineBoard, Listing, Picture
from clew.render.svg import PAINTS, Highlight, grouped
from clew.state.state import AnyState
from clew.watch.trace.story import Step, emptied_by
from clew.watch.trace.tape import Reel

Touch = Highlight | Literal["tried", "undone", "chosen"]
"""The change of a place: besides what pictures highlight, a value is tried there, or is about to be taken back; or the
place was chosen by the player of a puzzle."""

Values = Mapping[Any, Any]
Marks = Mapping[Any, Collection[str]]

EVENTS: Final[Mapping[type[Event], tuple[Touch, str]]] = {
    NodeEvent: ("new", "given"),
    TryEvent: ("tried", "said-tried"),
    PruneEvent: ("tried", "pruned-edge"),
    DeadEndEvent: ("conflict", "said-refused"),
    SolutionEvent: ("new", "said-found"),
    BacktrackEvent: ("undone", "faint"),
    BackjumpEvent: ("undone", "faint"),
}
"""For each event the change of the newest decision, and the style of the words about it."""
STYLES: Final[Mapping[str, str]] = {
    **{name: name for name in PAINTS},
    **{f"on-{name}": f"on {name}" for name in PAINTS},
    "tried": "bold underline ink on pruned",
    "new": "bold ink on new",
    "pruned": "ink on pruned",
    "conflict": "bold ink on conflict",
    "undone": "strike ink on line",
    "reason": "ink on reason",
    "chosen": "bold paper on found",
    "lost": "bold strike conflict-edge",
    "given": "bold ink",
    "block": "paper on faint",
    "said-tried": "bold pruned-edge",
    "said-refused": "bold conflict-edge",
    "said-found": "bold new-edge",
}
"""The styles by their names: the paints of pictures, as ink and as ground; the changes of places; contents of cells;
words about events. Colours are paints of pictures."""
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
    left = None if step.clues else left_by(problem, state, values)
    now = problem.picture(values, left)
    if not isinstance(now, (Board, LineBoard, Listing)):
        return Scene(None, problem.draw(values))
    touched: dict[Any, Touch] = {}
    lost: Marks = {}
    pruning = step.event if isinstance(step.event, PruneEvent) else step.emptied
    if pruning is not None and not step.clues:
        changed, lost = _changes(problem.picture(values, _restored(left, pruning)), now)
        touched.update(dict.fromkeys(changed, "conflict" if emptied_by(pruning) else "pruned"))
    if decided is not None:
        without = {variable: value for variable, value in values.items() if variable != decided}
        open_again = None if left is None else {**left, decided: (values[decided],)}
        (symbols, _), (others, _) = _parts(now), _parts(problem.picture(without, open_again))
        places = [place for place, symbol in symbols.items() if others.get(place) != symbol]
        touched.update(dict.fromkeys(places, EVENTS[type(step.event)][0]))
    return Scene(now, "", touched, lost)


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


def _restored(left: Values | None, pruning: PruneEvent) -> dict[Any, Any] | None:
    """The values left before a pruning."""
    if left is None:
        return None
    lanes = pruning.state.lanes.lane
    before = {v: {*left[v], *gone} for v, gone in grouped(pruning.values).items() if v in left}
    return {**left, **{v: tuple(filter(some.__contains__, lanes[v].values)) for v, some in before.items()}}


def _changes(before: Picture, now: Board | LineBoard | Listing) -> tuple[list[Hashable], Marks]:
    """The places that differ, and what is no longer written small in them."""
    if not isinstance(before, type(now)):
        return [], {}
    changed, (_, old), (_, new) = different(now, before), _parts(before), _parts(now)
    lost = {place: [mark for mark in old.get(place, ()) if mark not in new.get(place, ())] for place in changed}
    return changed, {place: some for place, some in lost.items() if some}


def _parts(picture: Picture) -> tuple[Mapping[Any, Any], Marks]:
    """The symbols or lines of places, and the small marks in them."""
    if isinstance(picture, Board):
        return picture.cells, picture.marks
    if isinstance(picture, LineBoard):
        return picture.contents, {}
    return (picture.values, picture.left) if isinstance(picture, Listing) else ({}, {})


def panel(reel: Reel, height: int) -> Text:
    """The event in words, the counters, and the decisions that led to it, the newest first.

    Args:
        reel: the place on the tape.
        height: the rows that there are.
    """
    step, story = reel.step, reel.tape.story
    if step is None:
        return Text("the search has not begun")
    whole = Text().append(story.words(step), EVENTS.get(type(step.event), ("", "ink"))[1])
    is_low = height < LOW
    if not is_low and (because := story.because(step.event)):
        whole.append(f"\n{because}", "faint")
    whole.append("\n\n")
    numbers = {name: f"{getattr(step, name):,}" for name in ("depth", "nodes", "failures", "solutions")}
    of_all = f" of {reel.tape.last:,}" if reel.tape.is_over else ""
    for name, value in {"step": f"{step.number:,}{of_all}", **numbers}.items():
        whole.append(f"{name} " if is_low else f"{name:10}", "faint")
        whole.append(value + (", " if is_low and name != "solutions" else "\n"))
    if end := reel.ending():
        whole.append(f"{end}\n", "given")
    path = story.path(step.event.state)[::-1]
    if is_low:
        return whole.append(" ← ".join(path[:height]), "faint")
    whole.append("\ndecisions" if path else "", "faint")
    for k, decision in enumerate(path[: max(1, height - 4 - whole.plain.count("\n"))]):
        whole.append(f"\n{len(path) - k:3} ", "faint").append(decision)
    return whole


def status(reel: Reel) -> Text:
    """One line: whether it plays, how fast, and what there is to say."""
    if reel.goal is not None:
        what = f"step {reel.goal:,}" if isinstance(reel.goal, int) else f"the next {reel.goal.replace('-', ' ')}"
        what = what.replace("the next end", "the end")
        return Text().append(f"… looking for {what}: space stops it", "said-tried")
    text = Text().append(f"{'▶' if reel.is_playing else '‖'} {reel.speed:g}/s", "given")
    return text.append(f"  {reel.message}" if reel.message else "", "pruned-edge")

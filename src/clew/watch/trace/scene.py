"""A scene: the view of a step. The picture of its state, and the latest changes of its places.

Pictures know places, not variables: a queen's row is a variable, and its squares are places. So what a decision changes
is found by making the picture with it and without it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Any, Final, Literal

import attrs

from clew.problem.events import BacktrackEvent, DeadEndEvent, Event, NodeEvent, PruneEvent, SolutionEvent, TryEvent
from clew.problem.pictures import different
from clew.problem.problem import AnyProblem
from clew.render import Board, LineBoard, Listing, Picture
from clew.render.svg import Highlight, grouped
from clew.state.state import AnyState
from clew.watch.trace.story import Step, assigned, emptied_by

Touch = Highlight | Literal["tried", "undone", "chosen"]
"""The change of a place: besides what pictures highlight, a value is tried there, or is about to be taken back; or the
place was chosen by the player of a puzzle."""

Values = Mapping[Any, Any]
Marks = Mapping[Any, Collection[str]]

TOUCHES: Final[Mapping[type[Event], Touch]] = {
    NodeEvent: "new",
    TryEvent: "tried",
    PruneEvent: "tried",
    DeadEndEvent: "conflict",
    SolutionEvent: "new",
    BacktrackEvent: "undone",
}
"""The change of the newest decision with each event."""
LARGEST: Final = 16_000
"""Values that the variables may have in all: with more, a picture would take seconds."""


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
        touched.update(dict.fromkeys(places, TOUCHES[type(step.event)]))
    return Scene(now, "", touched, lost)


def _without(problem: AnyProblem, values: Values, left: Values | None, decided: Any) -> Picture:
    """The picture of a state before its newest decision."""
    open_again = None if left is None else {**left, decided: (values[decided],)}
    return problem.picture({v: w for v, w in values.items() if v != decided}, open_again)


def _decided(step: Step, state: AnyState) -> tuple[dict[Hashable, Any], Any]:
    """The values to show, with that which is tried, and the variable of the newest decision, if it has changed.

    None stands for no such variable: at the root there is none but that which is tried.
    """
    event, values = step.event, assigned(state)
    if isinstance(event, (TryEvent, DeadEndEvent)):
        if event.variable is not None and step.emptied is None:
            return {**values, event.variable: event.value}, event.variable
        has_changed = event.variable is not None
    else:
        has_changed = step.depth > 0 and type(event) in TOUCHES
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

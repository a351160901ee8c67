"""A scene: the view of a step. The picture of its state, and the latest changes of its places.

Pictures know places, not variables: a queen's row is a variable, and its squares are places. So what a decision changes
is found by making the picture with it and without it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

import attrs

from clew.events import BacktrackEvent, DeadEndEvent, NodeEvent, PruneEvent, SolutionEvent, TryEvent
from clew.render import Board, LineBoard, Listing, Picture
from clew.state.state import State
from clew.trace.story import Step, assigned, emptied_by

if TYPE_CHECKING:
    from clew.problem.problem import Problem

Touch = Literal["tried", "new", "pruned", "refused", "undone", "reason", "chosen"]
"""The change of a place: a value is tried there, it was accepted, it lost values, it is why the search fails, or its
value is about to be taken back; in a puzzle that is played, it is a reason of the hint, or the player chose it."""

Values = Mapping[Any, Any]

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
    text: str
    touched: Mapping[Any, Touch]
    lost: Mapping[Any, Collection[str]]


def scene(problem: Problem[Any, Any], step: Step) -> Scene:
    """The view of a step."""
    lanes = step.event.state.lanes
    if sum(len(lanes.lane[variable].values) for variable in lanes.variables) > LARGEST:
        text = f"{len(lanes.variables):,} variables with more than {LARGEST:,} values: too many to draw"
        return Scene(None, text, {}, {})
    if step.clues:
        clues = problem.picture(step.clues)
        return Scene(clues, "", {}, {}) if isinstance(clues, (Board, Listing)) else _in_text(problem, step.clues)
    state = step.event.state if step.emptied is None else step.emptied.state
    values, decided = _decided(step, state)
    left = _left(problem, state, values)
    now = problem.picture(values, left)
    if not isinstance(now, (Board, Listing)):
        return _in_text(problem, values)
    touched: dict[Any, Touch] = {}
    lost: dict[Any, Collection[str]] = {}
    pruning = step.event if isinstance(step.event, PruneEvent) else step.emptied
    if pruning is not None:
        changed, lost = _changes(problem.picture(values, _restored(problem, left, pruning)), now)
        touched.update(dict.fromkeys(changed, "refused" if emptied_by(pruning) else "pruned"))
    if decided is not None and (touch := _touch(step)):
        open_again = None if left is None else {**left, decided: (values[decided],)}
        hidden = problem.picture({v: w for v, w in values.items() if v != decided}, open_again)
        touched.update(dict.fromkeys(_symbols_differ(now, hidden), touch))
    return Scene(now, "", touched, lost)


def _in_text(problem: Problem[Any, Any], values: Values) -> Scene:
    return Scene(None, problem.draw(values), {}, {})


def _decided(step: Step, state: State[Any, Any]) -> tuple[dict[Hashable, Any], Any]:
    """The values to show, with that which is tried, and the variable that was decided last; None for none."""
    event, values = step.event, assigned(state)
    if isinstance(event, (TryEvent, DeadEndEvent)) and event.variable is not None and step.emptied is None:
        return {**values, event.variable: event.value}, event.variable
    return values, state.path[1] if state.path else None


def _touch(step: Step) -> Touch | None:
    """The change of the newest decision."""
    event = step.event
    if isinstance(event, (TryEvent, PruneEvent)):
        return "tried" if step.depth or isinstance(event, TryEvent) else None
    if isinstance(event, DeadEndEvent):
        return None if event.variable is None else "refused"
    if isinstance(event, BacktrackEvent):
        return "undone" if step.depth else None
    return "new" if isinstance(event, (NodeEvent, SolutionEvent)) and step.depth else None


def _left(problem: Problem[Any, Any], state: State[Any, Any], values: Values) -> dict[Any, Any] | None:
    """The values left to the variables that are open; None if none was declared."""
    lanes = state.lanes.lane
    declared = problem.domains()
    return {v: state.domain(v) for v in declared if v not in values and v in lanes} if declared else None


def _restored(problem: Problem[Any, Any], left: Values | None, pruning: PruneEvent) -> dict[Any, Any] | None:
    """The values left before a pruning."""
    if left is None:
        return None
    back: dict[Any, set[Any]] = {}
    for variable, value in pruning.values:
        back.setdefault(variable, set()).add(value)
    lanes = pruning.state.lanes.lane
    return {
        v: tuple(w for w in lanes[v].values if w in back[v] or w in some) if v in back else some
        for v, some in left.items()
    }


def _changes(before: Picture, now: Board | Listing) -> tuple[list[Hashable], dict[Any, Collection[str]]]:
    """The places that differ, and what is no longer written small in them."""
    if not isinstance(before, type(now)):
        return [], {}
    earlier: Mapping[Any, Any] = before.contents
    changed: list[Hashable] = [place for place, content in now.contents.items() if content != earlier.get(place)]
    old, new = _marks(before), _marks(now)
    lost = {place: [m for m in old.get(place, ()) if m not in new.get(place, ())] for place in changed}
    return changed, {place: some for place, some in lost.items() if some}


def _marks(picture: Board | Listing) -> Mapping[Any, Collection[str]]:
    return picture.marks if isinstance(picture, Board) else picture.left


def _symbols_differ(now: Picture, hidden: Picture) -> list[Any]:
    """The places whose symbol differs between two pictures."""
    other = _symbols(hidden)
    return [place for place, symbol in _symbols(now).items() if other.get(place) != symbol]


def _symbols(picture: Picture) -> Mapping[Any, str]:
    if isinstance(picture, Board):
        return picture.cells
    return picture.values if isinstance(picture, Listing) else {}

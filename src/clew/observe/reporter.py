"""The reporter: it wraps the steps of the loop, and tells observers what they did.

The loop knows nothing of it. It asks for the values of a node one by one, so what became of a value is known when it
asks for the next one; and what a step has pruned is recorded as it is done (see `clew.reasons`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from clew.events import (
    BacktrackEvent,
    DeadEndEvent,
    Event,
    NodeEvent,
    Observer,
    PruneEvent,
    RestartEvent,
    SolutionEvent,
    TryEvent,
)
from clew.lanes import Lanes
from clew.search import Branch, Judge, LookAhead
from clew.state import DEAD_END, DeadEnd, State

if TYPE_CHECKING:
    from clew.constraints.base import Constraint
    from clew.reasons import Reasons, Step

AnyState = State[Any, Any]


class Reporter:
    """Reports every event to every observer, in order.

    Args:
        observers: those that receive the events.
        reasons: finds the constraint that pruned a value or refused a decision.
    """

    def __init__(self, observers: tuple[Observer, ...], reasons: Reasons) -> None:
        self._observers = observers
        self._reasons = reasons
        self._entered = 0
        self._culprit: Constraint | None = None
        self._root: tuple[AnyState, Step] | None = None
        self._declared: Mapping[Any, Iterable[Any]] = {}

    def root(self, declared: Mapping[Any, Iterable[Any]], start: AnyState, step: Step) -> None:
        """Keep the step that led to the root, to be reported once the search begins.

        Args:
            declared: the domains.
            start: the state in which nothing is assigned; given variables may have kept one value alone.
            step: the step from there to the root.
        """
        self._declared = declared
        self._root = start, step

    def refused(self) -> None:
        """Tell that the root is refused."""
        if self._root is not None:
            start, step = self._root
            self._tell_root(start, step)
            self._emit(DeadEndEvent(start, None, None, step.culprit))

    def restarted(self, before: AnyState, after: AnyState) -> None:
        """Tell that the search begins anew, and what the root has lost since the last time."""
        self._emit(RestartEvent(before))
        bits = before.domains & ~after.domains & before.lanes.declared
        if bits:
            self._emit(PruneEvent(after, tuple(before.lanes.pairs(bits))))

    def branch(self, branch: Branch) -> Branch:
        """The same function, telling of nodes, of solutions and of what became of the values."""

        def reporting(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
            self._entered += 1
            if self._root is not None:
                self._tell_root(*self._root)
                self._root = None
            self._emit(NodeEvent(state))
            alternatives = branch(state)
            if alternatives is None:
                self._emit(SolutionEvent(state))
                return None
            variable, values = alternatives
            return variable, self._values(state, variable, values)

        return reporting

    def _values(self, state: AnyState, variable: Hashable, values: Iterable[Hashable]) -> Iterator[Hashable]:
        for value in values:
            self._emit(TryEvent(state, variable, value))
            before, self._culprit = self._entered, None
            yield value
            if self._entered == before:
                self._emit(DeadEndEvent(state, variable, value, self._culprit))
        self._emit(BacktrackEvent(state, variable))

    def judge(self, judge: Judge) -> Judge:
        """The same function, finding out what refuses a decision."""

        def reporting(state: AnyState, variable: Any, value: Any) -> bool:
            verdict = judge(state, variable, value)
            if verdict is False:
                self._culprit = self._reasons.refusal(state, variable, value)
            return verdict

        return reporting

    def look_ahead(self, look_ahead: LookAhead) -> LookAhead:
        """The same function, telling what it pruned, and finding out what refuses a decision."""

        def reporting(child: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
            self._reasons.begin(child)
            after = look_ahead(child, variable, value)
            if after is DEAD_END or isinstance(after, State):
                step = self._reasons.step(child, after)
                self._tell_pruned(child, step)
                self._culprit = step.culprit
            return after

        return reporting

    def _tell_root(self, start: AnyState, step: Step) -> None:
        """Tell what led to the root: the other values of given variables first, if they have no place in its lanes."""
        lanes: Lanes[Any, Any] = Lanes(self._declared)
        if lanes.variables == start.lanes.variables and lanes.declared != start.lanes.declared:
            kept = lanes.bits((v, value) for v, lane in start.lanes.lane.items() for value in lane.values)
            pruned = tuple(lanes.pairs(lanes.start & ~kept))
            self._emit(PruneEvent(State.root(lanes).narrowed(kept, 0), pruned, None))
        self._tell_pruned(start, step)

    def _tell_pruned(self, state: AnyState, step: Step) -> None:
        domains = state.domains
        for bits, constraint in step.pruned:
            domains &= ~bits
            pruned = state.narrowed(domains, state.assigned)
            self._emit(PruneEvent(pruned, tuple(state.lanes.pairs(bits)), constraint))

    def _emit(self, event: Event) -> None:
        for observer in self._observers:
            observer(event)

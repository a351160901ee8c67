"""The reporter: it wraps the steps of the loop, and tells observers what they did.

The loop knows nothing of it. It asks for the values of a node one by one, so the outcome of a value is known when it
asks for the next one; the prunings of a step are recorded as they happen (see `clew.reference.propagation.observed`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

import attrs

from clew.problem import events
from clew.reference.propagation.observed import Pruning, Record
from clew.reference.search.search import Branch, Judge, LookAhead
from clew.state.lanes import AnyLanes, Lanes
from clew.state.state import DEAD_END, AnyState, DeadEnd, State


class Reporter:
    """Reports every event to every observer, in order.

    Args:
        observers: those that receive the events.
        record: receives the prunings of a step, and the constraint that rejected a decision.
    """

    def __init__(self, observers: tuple[events.Observer, ...], record: Record) -> None:
        self._observers = observers
        self.record = record
        self._entered = 0
        self._failure: Pruning | None = None
        self._root: tuple[AnyState, list[Pruning], Pruning | None] | None = None
        self._declared: Mapping[Any, Iterable[Any]] = {}

    def root(self, declared: Mapping[Any, Iterable[Any]], start: AnyState, root: AnyState | DeadEnd) -> None:
        """Keep what was recorded on the way to the root, to be reported once the search begins.

        Args:
            declared: the domains.
            start: the state in which nothing is assigned; given variables may have kept one value alone.
            root: the state that the search starts in; `DEAD_END` if there is none.
        """
        self._declared = declared
        self.record.end(root)
        self._root = start, self.record.pruned, self.record.failure

    def refused(self) -> None:
        """Tell that the root is rejected."""
        if self._root is not None:
            start, pruned, failure = self._root
            self._tell_root(start, pruned)
            self._emit(_dead_end(start, None, None, failure))

    def restarted(self, before: AnyState, after: AnyState) -> None:
        """Report that the search restarts, and the values that the root has lost since the last time."""
        self._emit(events.RestartEvent(before))
        bits = before.domains & ~after.domains & before.lanes.declared
        if bits:
            self._emit(events.PruneEvent(after, tuple(before.lanes.pairs(bits))))

    # -- a search that learns tells each step itself ----------------------------------------------

    def enters(self, state: AnyState, *, is_complete: bool) -> None:
        """Report a node, and whether it is a solution."""
        self._enter(state)
        if is_complete:
            self._emit(events.SolutionEvent(state))

    def tries(self, state: AnyState, variable: Hashable, value: Hashable) -> None:
        """Report that a value is tried."""
        self._emit(events.TryEvent(state, variable, value))

    def refuses(self, state: AnyState, variable: Hashable, value: Hashable) -> None:
        """Report that it is rejected."""
        self._emit(_dead_end(state, variable, value, self.record.failure))

    def prunes(self, state: AnyState, bits: int, nogood: int) -> None:
        """Report that a nogood has removed values."""
        if self._observers:
            pairs = state.lanes.pairs
            self._emit(events.PruneEvent(state, tuple(pairs(bits)), nogood=tuple(pairs(nogood))))

    def learns(self, tried: tuple[AnyState, Any, Any], nogood: int, root: AnyState, *, is_solution: bool) -> None:
        """Report what was learned from the latest decision: of the variables that the root has left open."""
        if not self._observers:
            return
        lanes = root.lanes
        own = lanes.mask({variable for variable, _ in lanes.pairs(nogood & root.domains)})
        pairs = tuple(lanes.pairs(own & (nogood | lanes.declared & ~root.domains)))
        self._emit(events.NogoodEvent(*tried, pairs, is_solution))

    def leaves(self, state: AnyState, variable: Hashable, *, is_jump: bool) -> None:
        """Report that a node is left, and whether the search jumps over it."""
        self._emit((events.BackjumpEvent if is_jump else events.BacktrackEvent)(state, variable))

    # -- the loop is wrapped ----------------------------------------------------------------------

    def branch(self, branch: Branch) -> Branch:
        """The same function, telling of nodes, of solutions and of what became of the values."""

        def reporting(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
            self._entered += 1
            self._enter(state)
            alternatives = branch(state)
            if alternatives is None:
                self._emit(events.SolutionEvent(state))
                return None
            variable, values = alternatives
            return variable, self._values(state, variable, values)

        return reporting

    def _values(self, state: AnyState, variable: Hashable, values: Iterable[Hashable]) -> Iterator[Hashable]:
        for value in values:
            self._emit(events.TryEvent(state, variable, value))
            before, self._failure = self._entered, None
            yield value
            if self._entered == before:
                self._emit(_dead_end(state, variable, value, self._failure))
        self._emit(events.BacktrackEvent(state, variable))

    def judge(self, judge: Judge) -> Judge:
        """The same function, finding out what rejects a decision."""

        def reporting(state: AnyState, variable: Any, value: Any) -> bool:
            self.record.failure = None
            verdict = judge(state, variable, value)
            if verdict is False:
                self._failure = self.record.failure
            return verdict

        return reporting

    def look_ahead(self, look_ahead: LookAhead) -> LookAhead:
        """The same function, telling what it pruned, and finding out what rejects a decision."""

        def reporting(child: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
            record = self.record
            record.begin(child.lanes, child.domains)
            after = look_ahead(child, variable, value)
            if after is DEAD_END or isinstance(after, State):
                record.end(after)
                self._tell_pruned(child, record.pruned)
                self._failure = record.failure
            return after

        return reporting

    def _enter(self, state: AnyState) -> None:
        """Report a node; before the first one, what led to the root."""
        if self._root is not None:
            self._tell_root(*self._root[:2])
            self._root = None
        self._emit(events.NodeEvent(state))

    def _tell_root(self, start: AnyState, prunings: list[Pruning]) -> None:
        """Tell what led to the root: the other values of given variables first, if they have no place in its lanes."""
        lanes: AnyLanes = Lanes(self._declared)
        if lanes.variables == start.lanes.variables and lanes.declared != start.lanes.declared:
            kept = lanes.bits((v, value) for v, lane in start.lanes.lane.items() for value in lane.values)
            pruned = tuple(lanes.pairs(lanes.start & ~kept))
            self._emit(events.PruneEvent(State.root(lanes).narrowed(kept, 0), pruned, None))
        self._tell_pruned(start, _given_together(prunings))

    def _tell_pruned(self, state: AnyState, prunings: list[Pruning]) -> None:
        domains = state.domains
        for one in prunings if self._observers else ():
            domains &= ~one.bits
            pruned = state.narrowed(domains, state.assigned)
            values = tuple(state.lanes.pairs(one.bits))
            self._emit(events.PruneEvent(pruned, values, one.constraint, one.others, one))

    def _emit(self, event: events.Event) -> None:
        for observer in self._observers:
            observer(event)


def _given_together(prunings: list[Pruning]) -> list[Pruning]:
    """The same prunings, with those of given values that follow each other as one."""
    together: list[Pruning] = []
    for one in prunings:
        before = together[-1] if together else None
        if before is not None and before.is_given and one.is_given:
            together[-1] = attrs.evolve(before, bits=before.bits | one.bits)
        else:
            together.append(one)
    return together


def _dead_end(state: AnyState, variable: Hashable, value: Hashable, failure: Pruning | None) -> events.DeadEndEvent:
    return events.DeadEndEvent(state, variable, value, None if failure is None else failure.constraint, failure)

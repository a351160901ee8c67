"""Observing a search: the two functions of the loop, made to report what they do."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from clew.events import (
    BacktrackEvent,
    DeadEndEvent,
    Event,
    NodeEvent,
    Observer,
    PruneEvent,
    SolutionEvent,
    TryEvent,
)
from clew.search import Branch
from clew.state import State


def observed(branch: Branch, observers: tuple[Observer, ...]) -> Branch:
    """The same function, reporting every event to every observer, in order.

    Branching is all that needs watching: it is called for every node, and the values that it gives are
    asked for one by one, so a value that no node followed was a dead end.
    """
    entered = 0
    above: State[Any, Any] | None = None

    def emit(event: Event) -> None:
        for observer in observers:
            observer(event)

    def reporting(state: State[Any, Any]) -> tuple[Hashable, Iterable[Hashable]] | None:
        nonlocal entered
        entered += 1
        if above is not None and state.path is not None:
            decided = state.lanes.mask({state.path[1]} & state.lanes.lane.keys())
            pruned = above.domains & ~state.domains & ~decided & state.lanes.declared
            if pruned:
                emit(PruneEvent(state, tuple(state.lanes.pairs(pruned))))
        emit(NodeEvent(state))
        alternatives = branch(state)
        if alternatives is None:
            emit(SolutionEvent(state))
            return None
        variable, values = alternatives
        return variable, reporting_values(state, variable, values)

    def reporting_values(state: State[Any, Any], variable: Hashable, values: Iterable[Hashable]) -> Iterator[Hashable]:
        nonlocal above
        for value in values:
            emit(TryEvent(state, variable, value))
            before, above = entered, state
            yield value
            if entered == before:
                emit(DeadEndEvent(state, variable, value))
        emit(BacktrackEvent(state, variable))

    return reporting

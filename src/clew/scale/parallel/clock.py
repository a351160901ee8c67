"""The clock of a worker: it ends the search of a subtree, and lets the worker write how far it is."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Final

from clew.limits import Stop
from clew.outcome import Clock, LimitReached, Status
from clew.reference.search.search import AnyState, Branch
from clew.scale.parallel.results import TaskTerms
from clew.state.counters import Counters

QUICK: Final = 64
"""Turns in a millisecond from which a loop is quick: a look at each of its nodes is enough."""

WRITES: Final = 0.1
"""Seconds between two times that a worker writes how far it is."""


class SubtreeTooLarge(Exception):
    """Ends a search from within; never leaves clew."""


class SubtreeTimedOut(Exception):
    """Ends a search from within; never leaves clew."""


class SubtreeClock(Clock):
    """Ends the search of a subtree: when it has too many nodes, when its time is up, when the run is over.

    Args:
        stops: one of them is set when the run is over.
        terms: how far to go.
        until: the end of the run, by `time.perf_counter`.
        write: writes how far the search is.
    """

    __slots__ = ("_counters", "_due", "_nodes", "_write", "_written")

    def __init__(self, stops: Sequence[Stop], terms: TaskTerms, until: float, write: Callable[[], None]) -> None:
        super().__init__(until, stops=stops)
        self._written = time.perf_counter()
        self._due = self._written + terms.each
        self._write = write
        self.observe(Counters(), None)

    def observe(self, counters: Counters, nodes: int | None) -> None:
        """From now on these counters count, and so many nodes are too many."""
        self._counters = counters
        self._nodes = math.inf if nodes is None else nodes

    @property
    def is_quick(self) -> bool:
        """Whether turns come so fast that not each needs a question."""
        return self._stride >= QUICK

    def looked(self, now: float) -> bool:
        """Whether the time of the run is up."""
        if sum(self._counters.nodes_per_level) > self._nodes:
            raise SubtreeTooLarge
        if now >= self._due:
            raise SubtreeTimedOut
        if now - self._written > WRITES:
            self._written = now
            self._write()
        return super().looked(now)


def watched(branch: Branch, clock: SubtreeClock) -> Branch:
    """The same function, looking whether the search is over: at each node, and at each value if hooks are slow."""

    def looking(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
        if clock.is_up():
            raise LimitReached(Status.TIME_LIMIT)
        alternatives = branch(state)
        if alternatives is None or (clock.is_quick and type(alternatives[1]) is tuple):
            return alternatives
        return alternatives[0], looked_through(alternatives[1])

    def looked_through(values: Iterable[Hashable]) -> Iterator[Hashable]:
        for value in values:
            if clock.is_up():
                raise LimitReached(Status.TIME_LIMIT)
            yield value

    return looking

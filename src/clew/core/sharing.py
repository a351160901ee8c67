"""Searches of the engine that share one tree, each in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from threading import Condition
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from clew.outcome import Clock
from clew.state.counters import Counters

if TYPE_CHECKING:
    from clew.core.threads import Check

R = TypeVar("R")
S = TypeVar("S")


class Sharing(Generic[S, R]):
    """Searches of one tree, each in a thread of its own: one that has nothing left to do is given part of another's.

    Args:
        first: the search that begins.
        another: makes a search that has nothing to do.
        run: continues a search for a slice; returns its results, and whether it is over.
        gives: has the first search give part of its tree to the second, and says whether there was something to give.
        jobs: how many search at a time.

    Attributes:
        searches: all of them; the first alone until it turns out that it takes longer than a slice.
    """

    def __init__(
        self,
        first: S,
        another: Callable[[], S],
        run: Callable[[S], tuple[R, bool]],
        split_off: Callable[[S, S], bool],
        jobs: int,
    ) -> None:
        self.searches = [first]
        self._another, self._run, self._gives, self._jobs = another, run, split_off, jobs
        self._idle: list[int] = []
        self._changed = Condition()

    def results(self, clock: Clock | None) -> Iterator[R]:
        """The results of all slices, as they arrive.

        Raises:
            LimitReached: the time is up.
        """
        result, is_over = self._run(self.searches[0])
        yield result
        if is_over:
            return
        from clew.core.threads import spread  # most searches are over by now

        self.searches += [self._another() for _ in range(1, self._jobs)]
        self._idle += range(1, self._jobs)
        yield from spread(range(self._jobs), self._searched, clock, self._jobs)

    def _searched(self, number: int, check: Check) -> Iterator[R]:
        """The results of the slices of one search, until all of them are over."""
        search = self.searches[number]
        while self._has_work(number, check):
            check()
            result, is_over = self._run(search)
            yield result
            with self._changed:
                if is_over:
                    self._idle.append(number)
                while not is_over and self._idle and self._gives(search, self.searches[self._idle[-1]]):
                    self._idle.pop()
                self._changed.notify_all()

    def _has_work(self, number: int, check: Check) -> bool:
        """Whether a search has something to do, or is given something before all of them are idle."""
        from clew.core.threads import PAUSE

        with self._changed:
            while number in self._idle and len(self._idle) < self._jobs:
                self._changed.wait(PAUSE)
                check()
            return number not in self._idle


def note(counters: Counters, searches: Iterable[Any], failures: int = 0, levels: Sequence[int] = ()) -> None:
    """Note how many nodes and failures some searches of one tree have counted together.

    Args:
        counters: the counters to update.
        searches: the searches.
        failures: those that were counted before.
        levels: the nodes on each level that were counted before.
    """
    counters.failures = failures + sum(search.failures for search in searches)
    counted = [levels, *(search.nodes_per_level for search in searches)]
    counters.nodes_per_level[:] = map(sum, zip_longest(*counted, fillvalue=0))

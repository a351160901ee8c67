"""Searches and counts of the engine that share one tree, each in a thread of its own.

Of a count by masks (see `core/mask_count.pxi`), one that has nothing left to do is given half of the nodes that wait
nearest to the root, between two slices of another one's work. So the same nodes are entered as in one thread, each of
them once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from threading import Condition
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from clew.core._engine import PAUSED, MaskCount, Program
from clew.outcome import Clock, LimitReached, Status
from clew.state.counters import Counters

if TYPE_CHECKING:
    pass

SLICE: Final = 50_000
"""Units of work of a count between two looks at the clock: about 10 ms."""

SHARES: Final = 10
"""So much shorter is a slice if several threads search, so that none waits long for another."""

R = TypeVar("R")
S = TypeVar("S")


class WholeTrees(Generic[S]):
    """Searches of a whole tree beside one that is divided, as soon as a search is hard.

    Args:
        is_hard: says so of the first search.
        make: makes them, given the first search, which may be one of them.
        gives_way: whether the thread of one of them had better help with the tree that is divided.
    """

    def __init__(
        self,
        is_hard: Callable[[S], bool] = lambda _: True,
        make: Callable[[S], list[S]] = lambda _: [],
        gives_way: Callable[[S], bool] = lambda _: False,
    ) -> None:
        self.is_hard, self.make, self.gives_way = is_hard, make, gives_way


class Sharing(Generic[S, R]):
    """Searches of one tree, each in a thread of its own: one that has nothing left to do is given part of another's.

    Args:
        first: the search that begins.
        another: makes a search that has nothing to do.
        run: continues a search for a slice; returns its results, and whether it is over.
        gives: has the first search give part of its tree to the second, and says whether there was something to give.
        jobs: how many search at a time.
        beside: searches of the whole tree, each of which takes one of the threads. Nothing is left to do once one of
            them is over.

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
        beside: WholeTrees[S] | None = None,
    ) -> None:
        self.searches = [first]
        self._another, self._run, self._gives, self._jobs = another, run, split_off, jobs
        self._beside, self._is_over = beside or WholeTrees(), False
        self._running: list[S] = []
        self._waiting: list[S] = []  # the search whose tree is divided, as long as all threads search whole ones
        self._whole: set[int] = set()
        self._idle: list[int] = []
        self._changed = Condition()

    def results(self, clock: Clock | None) -> Iterator[R]:
        """The results of all slices, as they arrive.

        Raises:
            LimitReached: the time is up.
        """
        first, is_over = self.searches[0], False
        while not is_over:
            result, is_over = self._run(first)
            yield result
            if self._beside.is_hard(first):
                break
            if clock is not None and clock.is_up():
                raise LimitReached(Status.TIME_LIMIT)
        if is_over:
            return
        from clew.core.threads import spread  # most searches are over by now

        self._share(first)
        yield from spread(range(self._jobs), self._searched, clock, self._jobs)

    def _share(self, first: S) -> None:
        """Decide which searches the threads begin with."""
        whole = self._beside.make(first)[: self._jobs]
        divided = self._another() if first in whole else first
        others = [self._another() for _ in range(len(whole) + 1, self._jobs)]
        self._running = [*whole, divided, *others][: self._jobs]
        self._waiting = [divided] if len(whole) == self._jobs else []
        self._whole, self._idle = {*range(len(whole))}, [*range(len(whole) + 1, self._jobs)]
        self.searches += [search for search in (*whole, divided, *others) if search is not first]

    def _searched(self, number: int, check: Callable[[], None]) -> Iterator[R]:
        """The results of the slices of one search, until all of them are over."""
        while self._has_work(number, check):
            check()
            search = self._running[number]
            result, is_over = self._run(search)
            yield result
            with self._changed:
                if number in self._whole:
                    self._is_over |= is_over
                    if self._beside.gives_way(search):
                        self._whole.discard(number)
                        self._help(number)
                elif is_over:
                    self._idle.append(number)
                else:
                    while self._idle and self._gives(search, self._running[self._idle[-1]]):
                        self._idle.pop()
                self._changed.notify_all()

    def _help(self, number: int) -> None:
        """Give a thread a search of the tree that is divided."""
        if self._waiting:
            self._running[number] = self._waiting.pop()
            return
        self._running[number] = self._another()
        self.searches.append(self._running[number])
        self._idle.append(number)

    def _has_work(self, number: int, check: Callable[[], None]) -> bool:
        """Whether a search has something to do, or is given something before all of them are idle."""
        from clew.core.threads import PAUSE

        with self._changed:
            while number in self._idle and not self._is_done():
                self._changed.wait(PAUSE)
                check()
            return not self._is_done()

    def _is_done(self) -> bool:
        """Whether a whole tree was searched, or all parts of one."""
        return self._is_over or 0 < len(self._idle) == self._jobs - len(self._whole)


def note(counters: Counters, searches: Iterable[Any], failures: int, levels: Sequence[int]) -> None:
    """Note how many nodes and failures some searches of one tree have counted together.

    Args:
        counters: the counters to update.
        searches: the searches.
        failures: those that were counted before.
        levels: the nodes on each level that were counted before.
    """
    counters.failures = failures + sum(search.failures for search in searches)
    counters.nodes_per_level[:] = map(sum, zip_longest(levels, *[one.nodes_per_level for one in searches], fillvalue=0))


class MaskCounts:
    """Counts the solutions below a node by masks.

    Args:
        program: a program that masks can count.
        given: pairs of a variable and the place of its value.
        node: where to begin, if not at the root (see `MaskCount`).
        jobs: how many threads count at a time.
    """

    def __init__(
        self,
        program: Program,
        given: list[tuple[int, int]],
        node: tuple[list[int], list[int]] | None = None,
        jobs: int = 1,
    ) -> None:
        self._slice = SLICE // (SHARES if jobs > 1 else 1)
        self._sharing: Sharing[MaskCount, None] = Sharing(
            MaskCount(program, given, node),
            lambda: MaskCount(program, given, node, waits=True),
            lambda counter: (None, counter.run(self._slice) != PAUSED),
            lambda giver, taker: giver.split_off(taker),
            jobs,
        )

    def counts(self, counters: Counters, clock: Clock | None) -> Iterator[int]:
        """The numbers of solutions, part by part.

        If it is interrupted, the solutions that it has not reported are left in `counters.unreported`.

        Raises:
            LimitReached: the time is up.
        """
        known, before = 0, (counters.failures, counters.nodes_per_level[:])
        counters.kernel = "compiled"
        counters.position = lambda: (sum(counter.behind for counter in self._sharing.searches), self._found - known)
        try:
            for _ in self._sharing.results(clock):
                note(counters, self._sharing.searches, *before)
                total = self._found  # read once: threads go on counting
                new, known = total - known, total
                yield new
        finally:
            note(counters, self._sharing.searches, *before)
            counters.unreported = self._found - known

    @property
    def _found(self) -> int:
        return sum(counter.found for counter in self._sharing.searches)

"""Searches and counts of the engine that share one tree, each in a thread of its own.

Of a count by masks (see `core/mask_count.pxi`), one that has nothing left to do is given half of the nodes that wait
nearest to the root, between two slices of another one's work. So the same nodes are entered as in one thread, each of
them once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from threading import Condition, Lock
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from clew.core._engine import EXHAUSTED, PAUSED, Learning, MaskCount, Program, Search, split_off
from clew.outcome import Clock, LimitReached, Status
from clew.state.counters import Counters, Learned

if TYPE_CHECKING:
    from clew.core.walk import EngineWalk

SLICE: Final = 50_000
"""Units of work of a count between two looks at the clock: about 10 ms."""

SHARES: Final = 10
"""So much shorter is a slice if several threads search, so that none waits long for another."""

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
        beside: makes searches of the whole tree, each of which takes one of the threads, as soon as `is_hard` says so
            of the first search; None for none. Nothing is left to do once one of them is over.

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
        beside: tuple[Callable[[S], bool], Callable[[], list[S]]] | None = None,
    ) -> None:
        self.searches = [first]
        self._another, self._run, self._gives, self._jobs = another, run, split_off, jobs
        self._beside, self._is_over = beside, False
        self._idle: list[int] = []
        self._changed = Condition()

    def results(self, clock: Clock | None) -> Iterator[R]:
        """The results of all slices, as they arrive.

        Raises:
            LimitReached: the time is up.
        """
        first, is_over = self.searches[0], False
        is_hard, beside = self._beside or (lambda _: True, list)
        while not is_over:
            result, is_over = self._run(first)
            yield result
            if is_hard(first):
                break
            if clock is not None and clock.is_up():
                raise LimitReached(Status.TIME_LIMIT)
        if is_over:
            return
        from clew.core.threads import spread  # most searches are over by now

        others, threads = beside(), self._jobs
        self._jobs -= len(others)
        self.searches += [self._another() for _ in range(1, self._jobs)]
        self._idle += range(1, self._jobs)
        self.searches += others
        yield from spread(range(threads), self._searched, clock, threads)

    def _searched(self, number: int, check: Callable[[], None]) -> Iterator[R]:
        """The results of the slices of one search, until all of them are over."""
        search = self.searches[number]
        while self._has_work(number, check):
            check()
            result, is_over = self._run(search)
            yield result
            with self._changed:
                if number >= self._jobs:
                    self._is_over |= is_over
                    continue
                if is_over:
                    self._idle.append(number)
                while not is_over and self._idle and self._gives(search, self.searches[self._idle[-1]]):
                    self._idle.pop()
                self._changed.notify_all()

    def _has_work(self, number: int, check: Callable[[], None]) -> bool:
        """Whether a search has something to do, or is given something before all of them are idle."""
        from clew.core.threads import PAUSE

        with self._changed:
            while number in self._idle and len(self._idle) < self._jobs and not self._is_over:
                self._changed.wait(PAUSE)
                check()
            is_done = number in self._idle if number < self._jobs else len(self._idle) == self._jobs
            return not (is_done or self._is_over)


def learned_by(searches: Iterable[Learning]) -> Learned:
    """The nogoods that some searches have learned, together."""
    return Learned(
        *map(sum, zip(*[(one.learned, one.literals, one.jumped, one.runs) for one in searches], strict=True))
    )


def note(counters: Counters, searches: Iterable[Any], failures: int, levels: Sequence[int]) -> None:
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


class Exchange:
    """Searches that give each other the limit of the objective and short nogoods, between two slices of each.

    A nogood may follow from the limit, so no search has one without the other.
    """

    def __init__(self, values: list[Sequence[Any]]) -> None:
        self._values = values
        self._limit: int | None = None
        self._waiting: dict[Learning, bytes] = {}  # nogoods that a search has not taken yet
        self._lock = Lock()

    def join(self, learner: Learning) -> Learning:
        """Have a search that learns take part, with an order of its own if it is not the first."""
        if self._waiting:
            learner.vary(len(self._waiting))
        self._waiting[learner], learner.shares = b"", True
        return learner

    def learners(self, walk: EngineWalk) -> list[Search]:
        """The searches that learn beside a walk, and take part."""
        from clew.core.turns import learner_of  # few searches come to that

        if (found := learner_of(walk)) is None:
            return []
        other, learner, assumed, _ = found
        return [self.join(one) for one in (learner, *[other.search(assumed) for _ in range(1, walk.jobs // 2)])]

    def searched(self, search: Search) -> tuple[list[tuple[Any, ...]], bool]:
        """Have a search go on for a slice: the solutions that it finds, and whether it is over."""
        with self._lock:
            if self._limit is not None and (search.limit is None or self._limit < search.limit):
                search.limit = self._limit
            if isinstance(search, Learning) and self._waiting[search]:
                search.take(self._waiting[search])
                self._waiting[search] = b""
        why = search.run(SLICE // SHARES, search.found + 1)
        with self._lock:
            if search.limit is not None and (self._limit is None or search.limit < self._limit):
                self._limit = search.limit
            if isinstance(search, Learning) and (new := search.give()):
                for other in self._waiting:
                    self._waiting[other] += new if other is not search else b""
        return search.fetch(self._values), why == EXHAUSTED


def together(walk: EngineWalk, counters: Counters, given: list[tuple[int, int]]) -> Iterator[list[tuple[Any, ...]]]:
    """The solutions that several threads find; half of them, or one, may learn from dead ends after some time.

    Args:
        walk: how the engine walks.
        counters: the counters of all.
        given: the given values.
    """
    exchange = Exchange(walk.compiled.values)
    counters.kernel = "compiled"
    make: Callable[[], Any] = partial(walk.search, given)
    beside: Any = None if walk.learning is None else (walk.is_hard, partial(exchange.learners, walk))
    if walk.learns:  # the tree of a search that learns is not divided: all search it, in orders of their own
        make = lambda: exchange.join(walk.search(given))  # noqa: E731
        beside = lambda _: True, lambda: [make() for _ in range(1, walk.jobs)]
    sharing = Sharing(make(), make, exchange.searched, split_off, walk.jobs, beside)
    searches, failures, levels = sharing.searches, counters.failures, counters.nodes_per_level[:]
    counters.position = lambda: (sum(search.behind for search in searches if not isinstance(search, Learning)), 0)
    try:
        for rows in sharing.results(walk.clock):
            note(counters, searches, failures, levels)
            for search in searches:
                if search is searches[0] or isinstance(search, Learning):  # the others know the bounds of subtrees
                    walk.note(counters, search)
            if learners := [search for search in searches if isinstance(search, Learning)]:
                counters.learned = learned_by(learners)
            yield rows
    finally:
        note(counters, searches, failures, levels)

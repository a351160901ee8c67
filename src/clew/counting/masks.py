"""Counting by masks in the engine (see `core/mask_count.pxi`), in one thread or in several.

Each thread has a counter of its own. One that has nothing left to do is given half of the nodes that wait nearest to
the root by another, between two slices of that one's work. So the same nodes are entered as in one thread, each of them
once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from threading import Condition
from typing import Final

from clew.core._engine import PAUSED, MaskCount, Program
from clew.counting.threads import PAUSE, Check, spread
from clew.outcome import Clock
from clew.search import Counters

SLICE: Final = 50_000
"""Units of work between two looks at the clock: about 10 ms."""

SHARES: Final = 10
"""So much shorter is a slice if several threads count, so that none waits long for another."""


class MaskCounts:
    """Counts the solutions below a node.

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
        self._first = MaskCount(program, given, node)
        self._another = lambda: MaskCount(program, given, node, waits=True)
        self._all = [self._first]
        self._jobs = jobs
        self._idle: list[MaskCount] = []
        self._changed = Condition()
        self._slice = SLICE // (SHARES if jobs > 1 else 1)

    def counts(self, counters: Counters, clock: Clock | None) -> Iterator[int]:
        """The numbers of solutions, part by part.

        If it is interrupted, the solutions that it has not told of are left in `counters.unreported`.

        Raises:
            LimitReached: the time is up.
        """
        known = 0
        counters.kernel = "compiled"
        counters.position = lambda: (sum(counter.behind for counter in self._all), self._found - known)
        try:
            for _ in self._run(clock):
                self._note(counters)
                total = self._found  # read once: threads go on counting
                new, known = total - known, total
                yield new
        finally:
            self._note(counters)
            counters.unreported = self._found - known

    @property
    def _found(self) -> int:
        return sum(counter.found for counter in self._all)

    def _note(self, counters: Counters) -> None:
        levels = zip_longest(*(counter.nodes_per_level for counter in self._all), fillvalue=0)
        counters.nodes_per_level[:] = map(sum, levels)
        counters.failures = sum(counter.failures for counter in self._all)

    def _run(self, clock: Clock | None) -> Iterator[None]:
        """Count; comes back after each slice. Threads are started for what is not over after the first."""
        is_over = self._first.run(self._slice) != PAUSED
        yield
        if is_over:
            return
        self._all += [self._another() for _ in range(self._jobs - 1)]
        self._idle += self._all[1:]
        yield from spread(range(self._jobs), self._counted, clock, self._jobs)

    def _counted(self, task: int, check: Check) -> Iterator[None]:
        """Count with one of the counters, until all is counted; comes back after each slice."""
        counter = self._all[task]
        while self._has_work(counter, check):
            check()
            is_over = counter.run(self._slice) != PAUSED
            yield
            with self._changed:
                if is_over:
                    self._idle.append(counter)
                while not is_over and self._idle and counter.gives(self._idle[-1]):
                    self._idle.pop()
                self._changed.notify_all()

    def _has_work(self, counter: MaskCount, check: Check) -> bool:
        """Whether a counter has something to do, or is given something before all of them are idle."""
        with self._changed:
            while counter in self._idle and len(self._idle) < len(self._all):
                self._changed.wait(PAUSE)
                check()
            return counter not in self._idle

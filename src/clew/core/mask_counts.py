"""Counting by masks in the engine (see `core/mask_count.pxi`), in one thread or in several.

One that has nothing left to do is given half of the nodes that wait nearest to the root, between two slices of another
one's work. So the same nodes are entered as in one thread, each of them once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clew.core._engine import PAUSED, MaskCount, Program
from clew.core.sharing import Sharing, note
from clew.outcome import Clock
from clew.state.counters import Counters

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
        known = 0
        counters.kernel = "compiled"
        counters.position = lambda: (sum(counter.behind for counter in self._sharing.searches), self._found - known)
        try:
            for _ in self._sharing.results(clock):
                note(counters, self._sharing.searches)
                total = self._found  # read once: threads go on counting
                new, known = total - known, total
                yield new
        finally:
            note(counters, self._sharing.searches)
            counters.unreported = self._found - known

    @property
    def _found(self) -> int:
        return sum(counter.found for counter in self._sharing.searches)

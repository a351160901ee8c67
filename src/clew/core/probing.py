"""Bounds of an objective from below: a search shows that no solution costs so little, the next one asks for a bit more.

The objective of each search is limited to a little more than is known to be impossible. If it ends without a solution,
all better solutions cost more, and the next limit is twice as far away; if it takes too long, half as far. The one that
tries the least step goes on to its end (destructive lower bounds: R. Klein and A. Scholl, Computing lower bounds by
destructive improvement, 1999). So the bound moves while the proof goes on, and the two may meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, repeat
from operator import sub
from typing import Any, Final, cast

from clew.core._engine import EXHAUSTED, PAUSED, Search
from clew.state.counters import Counters

SHARE: Final = 8
"""Searches from below do one in so many of the units of work that the search for the best has done."""

SLICE: Final = 5_000
"""Units of work between two looks at one of them, and the least after which a larger step is given up."""

Rows = list[tuple[Any, ...]]


def least(*limits: int | None) -> int | None:
    """The least of some limits; None if there are none."""
    return min((limit for limit in limits if limit is not None), default=None)


class Probes:
    """Searches from below, one after the other.

    Args:
        make: makes the next one, with the values of each variable by their places.
        counters: count the nodes and dead ends of all of them.

    Attributes:
        work: the units that they have taken.
        bound: the least that the sum may be; None if that is not known.
        limit: the most that it may be in a better solution; None before the first solution.
    """

    def __init__(self, make: Callable[[], tuple[Search, list[Any]]], counters: Counters) -> None:
        self.work, self._step, self._ration, self._most = 0, 1, SLICE, 0
        self._make, self._counters = make, counters

    bound: int | None = None
    limit: int | None = None
    _begun: tuple[Search, list[Any]] | None = None

    def know(self, bound: int | None, limit: int | None) -> None:
        """Take in the least that the sum may be, and the most that it may be in a better solution."""
        self.bound = bound if self.bound is None else self.bound
        self.limit = least(self.limit, limit)

    @property
    def is_over(self) -> bool:
        """Whether it is known that no solution is better than the best one."""
        return self.bound is not None and self.limit is not None and self.bound > self.limit

    def until(self, work: int, check: Callable[[int], None]) -> Iterator[Rows]:
        """The better solutions of searches, until they have done so much work; each slice is followed by a check."""
        while self.begins and self.work < work:
            yield self.searched()
            check(PAUSED)

    @property
    def begins(self) -> bool:
        """Whether there is something to search, once a solution is known; its last step is the proof of the best."""
        if self.bound is None or self.limit is None:
            return False
        return self.bound < self.limit + (self._begun is not None)

    def searched(self) -> Rows:
        """The better solutions that a search finds in its next slice; it may be the last one."""
        bound, limit = cast(int, self.bound), cast(int, self.limit)  # otherwise nothing begins
        if self._begun is None:
            self._begun = self._make()
            self.work += SLICE  # making it is not free
            self._most = min(bound + self._step, limit) - 1
        search, values = self._begun
        search.limit = self._most = min(self._most, limit)
        work, failures, levels = search.work, search.failures, search.nodes_per_level
        why = search.run(SLICE, search.found + 1)
        self.work += search.work - work
        entered = map(sub, search.nodes_per_level, chain(levels, repeat(0)))
        self._counters.add(entered, search.failures - failures)
        if rows := search.fetch(values):
            self.limit = limit = search.limit
        if why == EXHAUSTED:  # what it found last, if anything, is the best
            self.bound = min(self._most, limit) + 1
            self._step, self._begun = 2 * self._step, None
            self._ration = max(SLICE, 2 * search.work)
        elif self._step > 1 and not search.found and search.work >= self._ration:
            self._step, self._begun = self._step // 2, None
        return rows

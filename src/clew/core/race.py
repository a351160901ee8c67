"""Walks of a whole tree in several ways, beside a count that may be slower."""

from __future__ import annotations

from math import inf
from typing import Final

from clew.core._engine import EXHAUSTED, MaskCount, Search
from clew.outcome import Clock, LimitReached, Status

SHARE: Final = 32
"""Each walk may do one in so many of the units of work that the count has done."""

FASTER: Final = 4
"""The fastest walk goes on to its end if the count seems to need so many times as long."""

CHANCE: Final = 3
"""How many times the work of the count it may do then."""

SLICE: Final = 50_000
"""Units of work after which the engine comes back."""

Walk = Search | MaskCount
Way = tuple[str, str]
"""The level and the ordering of a walk."""


class Race:
    """Walks of a whole tree in several ways, beside a count that may be slower.

    Which level and ordering is best, and whether components and equal subproblems make up for an inner loop in Python,
    is known when it has been tried. The part of its tree that a walk leaves behind says how long it will take, about
    (Knuth, Estimating the efficiency of backtrack programs, 1975). So each goes on for a share of the work of the
    count, and the slowest is given up each time. The last one walks to its end once that seems to take no longer than
    the count has taken until then, and much less than the count will take.

    Args:
        walks: searches that have not begun, by their levels and orderings.
    """

    def __init__(self, walks: dict[Way, Walk]) -> None:
        self._walks = walks

    def go_on(self, work: int, behind: float, clock: Clock | None) -> tuple[Way, Walk] | None:
        """Let the walks go on: the one that comes to its end with its level and ordering, if one does.

        Args:
            work: units of work that the count has done.
            behind: the part of the tree that it has left behind.
            clock: when the time is up, if it ever is.

        Raises:
            LimitReached: the time is up.
        """
        before = {way: (walk.work, walk.behind) for way, walk in self._walks.items()}
        speeds: dict[Way, float] = {}
        for way, walk in self._walks.items():
            if ends_within(walk, 1 + work // SHARE, clock):
                return way, walk
            done, part = before[way]
            speeds[way] = (walk.behind - part) / max(walk.work - done, 1)  # lately: the first values are often quick
        fastest = sorted(self._walks, key=speeds.__getitem__)[1:]
        self._walks = {way: self._walks[way] for way in fastest or self._walks}
        best = [*self._walks][-1]
        walk, soon = self._walks[best], speeds[best] * work
        left = 1 - walk.behind if before[best][0] else inf
        pays = left <= soon and FASTER * left * behind <= soon * (1 - behind)
        return (best, walk) if pays and ends_within(walk, CHANCE * work, clock) else None


def ends_within(walk: Walk, most: int, clock: Clock | None) -> bool:
    """Whether a walk comes to its end before it has done so much work; it goes on until then.

    Raises:
        LimitReached: the time is up.
    """
    while walk.work < most:
        if walk.run(min(SLICE, most - walk.work)) == EXHAUSTED:
            return True
        if clock is not None and clock.is_up():
            raise LimitReached(Status.TIME_LIMIT)
    return False

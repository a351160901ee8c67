"""Restarts: give a search for one solution up after a while and begin anew, knowing more.

A search that made a bad choice early may spend for ever below it. Beginning anew with what the ordering has
learned, and with values drawn at random, is often quicker (Gomes, Selman and Kautz, Boosting combinatorial search
through randomization, 1998). What was refuted before is not tried again: each restart leaves nogoods (Lecoutre,
Sais, Tabary and Vidal, Recording and minimizing nogoods from restarts, 2007).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

FIRST_CUTOFF: Final = 20
GROWTH: Final = 1.5
LONGEST: Final = 8
"""Decisions that a nogood may have."""
MOST: Final = 500
"""Nogoods to keep."""


def cutoffs() -> Iterator[int]:
    """How many dead ends each run may meet: a geometric sequence."""
    cutoff = float(FIRST_CUTOFF)
    while True:
        yield int(cutoff)
        cutoff *= GROWTH


@attrs.define(eq=False)
class Nogoods:
    """Sets of decisions that no solution has all of.

    Attributes:
        sets: each as the bits of its decisions, and the guards of their lanes.
    """

    sets: list[tuple[int, int]] = attrs.field(factory=list)

    def add(self, bits: int, guards: int) -> None:
        """Take one in, if it is short; the oldest goes if they get too many."""
        if guards.bit_count() <= LONGEST:
            self.sets.append((bits, guards))
            del self.sets[:-MOST]

    def prune(self, domains: int, done: int) -> int:
        """The domains without the last open decision of each set whose others are made; 0 if one is complete."""
        for bits, guards in self.sets:
            if domains & bits == bits:
                left = guards & ~done
                if not left:
                    return 0
                if not left & (left - 1):
                    # One decision is left, in the one lane that is not done: it is the bit just below that guard.
                    below = bits & (left - 1)
                    domains &= ~(1 << below.bit_length() - 1)
        return domains

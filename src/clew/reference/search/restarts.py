"""Restarts: give up a search for one or two solutions after some dead ends, and start again, knowing more.

A search that made a bad choice early may spend for ever below it. Starting again with what the ordering has
learned, and with values drawn at random, is often quicker (Gomes, Selman and Kautz, Boosting combinatorial search
through randomization, 1998). Refuted assignments are not tried again: each restart leaves nogoods (Lecoutre,
Sais, Tabary and Vidal, Recording and minimizing nogoods from restarts, 2007).

The engine does the same, and some of its runs maintain arc consistency besides (`clew.core.walk`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import attrs

from clew.state.cutoffs import FIRST_CUTOFF, GROWTH

if TYPE_CHECKING:
    from clew.reference.propagation.network import Network

LONGEST: Final = 8
"""Decisions that a nogood may have."""
MOST: Final = 500
"""Nogoods to keep."""


@attrs.frozen(eq=False)
class RestartPolicy:
    """How a search restarts.

    Attributes:
        draws: draws the values in every other run: a bad choice may lie in their order. The runs between keep the
            order, which may be a good one; None to keep it in all runs.
    """

    draws: random.Random | None


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


def drawn(draw: random.Random, rest: int) -> int:
    """The values that are left, from one drawn on."""
    above = rest >> draw.randrange(rest.bit_length())
    return above << rest.bit_length() - above.bit_length()


def without(network: Network, nogoods: Nogoods, domains: int, done: int) -> tuple[int, int]:
    """The fixpoint of propagation and nogoods, or a dead end and what it blames; a nogood blames no lane."""
    while domains:
        pruned = nogoods.prune(domains, done)
        if pruned == domains:
            break
        if not pruned:
            return 0, 0
        pruned = domains & ~network.with_links(domains ^ pruned)
        domains, done = network.propagate(pruned, done, domains ^ pruned)
    return domains, done


def refuted(stack: list[list[int]], nogoods: Nogoods) -> None:
    """Adds what a run has refuted: the decisions above each level, with each value that failed there.

    The value tried last has failed on the lowest level only; above, it is the decision that the run was below.
    """
    bits = guards = 0
    for level, (domains, _, offset, rest, guard, latest) in enumerate(stack):
        lane = ((1 << guard) - 1) >> offset
        tried = (domains >> offset & lane) ^ rest
        failed = tried if level == len(stack) - 1 else tried ^ latest
        while failed:
            lowest = failed & -failed
            failed ^= lowest
            nogoods.add(bits | lowest << offset, guards | 1 << guard)
        bits |= latest << offset
        guards |= 1 << guard

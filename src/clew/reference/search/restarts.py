"""Restarts: give up a search for one or two solutions after some dead ends, and start again, knowing more.

A search that made a bad choice early may spend for ever below it. Starting again with what the ordering has
learned, and with values drawn at random, is often quicker (Gomes, Selman and Kautz, Boosting combinatorial search
through randomization, 1998). Refuted assignments are not tried again: each restart leaves nogoods (Lecoutre,
Sais, Tabary and Vidal, Recording and minimizing nogoods from restarts, 2007).

`Restarts` wraps the steps of the loop: they count dead ends, draw values, and look at the nogoods. The engine does the
same, and some of its runs maintain arc consistency besides (`clew.core.walk`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import count
from typing import Any, Final

import attrs

from clew.outcome import CutoffReached
from clew.reference.propagation.network import Network
from clew.reference.search.search import Branch, Judge, LookAhead, search
from clew.reference.search.variable_order import WeightedDegree
from clew.state.counters import Counters
from clew.state.lanes import places_of
from clew.state.state import DEAD_END, AnyState, DeadEnd
from clew.state.thresholds import FIRST_CUTOFF, GROWTH, PROOF

LONGEST: Final = 8
"""Decisions that a nogood may have."""
MOST: Final = 500
"""Nogoods to keep."""


@attrs.define(eq=False)
class Nogoods:
    """Sets of decisions that no solution has all of.

    Attributes:
        sets: each as the bits of its decisions, and the guards of their lanes.
    """

    sets: list[tuple[int, int]] = attrs.field(factory=list)

    def add(self, bits: int, guards: int) -> None:
        """Add a nogood, if it is short; the oldest is dropped if there are too many."""
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


class Restarts:
    """Runs that give up, each knowing more than the one before.

    Args:
        network: the constraints, compiled.
        draws: draws the values in every other run: a bad choice may lie in their order. The runs between keep the
            order, which may be a good one; None to keep it in all runs.
    """

    def __init__(self, network: Network, draws: random.Random | None) -> None:
        self._network = network
        self._draws = draws
        self._draw: random.Random | None = None
        self._nogoods = Nogoods()
        self._stack: list[list[int]] = []
        """For each open node its domains, the lane's lowest bit and guard, the values left, and the latest one."""
        self._left = 0

    def search(
        self,
        root: AnyState,
        steps: tuple[Branch, Judge | None, LookAhead | None],
        counters: Counters,
        tell: Callable[[AnyState, AnyState], None] | None = None,
    ) -> Iterator[AnyState]:
        """The solutions below a root, in no order; one may come again.

        Args:
            root: where to start.
            steps: those of the loop, the wrapped ones among them.
            counters: counts, all runs together.
            tell: called at each restart with the root until then, and the one from then on.
        """
        cutoff = float(FIRST_CUTOFF)  # the dead ends that a run may meet: a geometric sequence
        for number in count():
            self._left, self._stack = int(cutoff), []
            self._draw = self._draws if number % 2 else None
            cutoff *= GROWTH
            try:
                yield from search(root, *steps, counters)
                return
            except CutoffReached:
                domains, done = self._without_nogoods(root.domains, root.assigned)
                if not domains:
                    return
                before, root = root, root.narrowed(domains, done)
                if tell is not None:
                    tell(before, root)

    def branch(self, branch: Branch) -> Branch:
        """The same function, keeping the open nodes in sight and drawing the values."""

        def drawing(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
            alternatives = branch(state)
            if alternatives is None:
                self._left = max(self._left, PROOF)
                return None
            return alternatives[0], self._values(state, *alternatives)

        return drawing

    def _values(self, state: AnyState, variable: Hashable, values: Iterable[Hashable]) -> Iterator[Hashable]:
        lane, in_order = state.lanes.lane[variable], iter(values)
        frame = [state.domains, lane.offset, lane.guard, state.domains >> lane.offset & lane.full, 0]
        is_last = not state.lanes.decisions & ~state.assigned & ~(1 << lane.guard)
        self._stack.append(frame)
        while True:
            if not self._left:
                self._refute()
                raise CutoffReached
            rest = frame[3]
            if not rest:
                break
            if self._draw is not None and not is_last:  # from a value drawn on
                above = rest >> self._draw.randrange(rest.bit_length())
                rest = above << rest.bit_length() - above.bit_length()
                latest = rest & -rest
            else:
                latest = 1 << lane.positions[next(in_order)]
            frame[3] ^= latest
            frame[4] = latest
            yield lane.values[latest.bit_length() - 1]
        self._stack.pop()

    def _refute(self) -> None:
        """Add what a run has refuted to the nogoods: the decisions above each level, with each value that failed there.

        The value tried last has failed on the lowest level only; above, it is the decision that the run was below.
        """
        bits = guards = 0
        for frame in self._stack:
            domains, offset, guard, rest, latest = frame
            failed = (domains >> offset & (1 << guard - offset) - 1) ^ rest
            if frame is not self._stack[-1]:
                failed ^= latest
            for place in places_of(failed):
                self._nogoods.add(bits | 1 << place + offset, guards | 1 << guard)
            bits |= latest << offset
            guards |= 1 << guard

    def _without_nogoods(self, domains: int, done: int) -> tuple[int, int]:
        """The fixpoint of propagation and nogoods, or a dead end and what it blames; a nogood blames no lane."""
        network = self._network
        while domains:
            pruned = self._nogoods.prune(domains, done)
            if pruned == domains:
                break
            if not pruned:
                return 0, 0
            pruned = domains & ~network.with_links(domains ^ pruned)
            domains, done = network.propagate(pruned, done, domains ^ pruned)
        return domains, done

    def look_ahead(self, look_ahead: LookAhead | None, order: WeightedDegree) -> LookAhead:
        """The same function, pruning by what was refuted before, too.

        Args:
            look_ahead: the step, which has told the ordering of its own dead ends.
            order: learns from the dead ends of nogoods.
        """
        lanes = self._network.lanes

        def pruning(child: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
            after = child if look_ahead is None else look_ahead(child, variable, value)
            if after is not DEAD_END:
                domains, done = self._without_nogoods(after.domains, after.assigned)
                if not domains:
                    order.failed(lanes, lanes.lane[variable].guard, done)
                    return DEAD_END
                after = after.narrowed(domains, done)
            return after

        return pruning

    def counted(self, look_ahead: LookAhead) -> LookAhead:
        """The same function, counting the dead ends that are left to this run."""

        def counting(child: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
            after = look_ahead(child, variable, value)
            self._left -= after is DEAD_END
            return after

        return counting

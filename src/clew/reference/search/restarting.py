"""The loop, started again after so many dead ends.

It wraps the steps of the loop: they count dead ends, draw values, and look at the nogoods.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from clew.outcome import CutoffReached
from clew.reference.propagation.network import Network
from clew.reference.search.restarts import Nogoods, cutoffs, drawn, refuted, without
from clew.reference.search.search import AnyState, Branch, Judge, LookAhead, search
from clew.reference.search.variable_order import WeightedDegree
from clew.state.counters import Counters
from clew.state.cutoffs import PROOF
from clew.state.state import DEAD_END, DeadEnd


class Restarts:
    """Runs that give up, each knowing more than the one before.

    Args:
        network: the constraints, compiled.
        draws: draws the values in some runs; None to keep their order.
    """

    def __init__(self, network: Network, draws: random.Random | None) -> None:
        self._network = network
        self._draws = draws
        self._draw: random.Random | None = None
        self._nogoods = Nogoods()
        self._stack: list[list[int]] = []
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
        before: AnyState | None = None
        for number, cutoff in enumerate(cutoffs()):
            self._left, self._stack = cutoff, []
            self._draw = self._draws if number % 2 else None
            if before is not None and tell is not None:
                tell(before, root)
            try:
                yield from search(root, *steps, counters)
                return
            except CutoffReached:
                domains, done = without(self._network, self._nogoods, root.domains, root.assigned)
                if not domains:
                    return
                before, root = root, root.narrowed(domains, done)

    def branch(self, branch: Branch) -> Branch:
        """The same function, keeping the open nodes in sight and drawing the values."""

        def drawing(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
            alternatives = branch(state)
            if alternatives is None:
                self._left = max(self._left, PROOF)
                return None
            return alternatives[0], self._values(state, alternatives[0])

        return drawing

    def _values(self, state: AnyState, variable: Hashable) -> Iterator[Hashable]:
        lane = state.lanes.lane[variable]
        frame = [state.domains, state.assigned, lane.offset, state.domains >> lane.offset & lane.full, lane.guard, 0]
        is_last = not state.lanes.decisions & ~state.assigned & ~(1 << lane.guard)
        self._stack.append(frame)
        while True:
            if not self._left:
                refuted(self._stack, self._nogoods)
                raise CutoffReached
            rest = frame[3]
            if not rest:
                break
            if self._draw is not None and not is_last:
                rest = drawn(self._draw, rest)
            lowest = rest & -rest
            frame[3] ^= lowest
            frame[5] = lowest
            yield lane.values[lowest.bit_length() - 1]
        self._stack.pop()

    def look_ahead(self, look_ahead: LookAhead | None, order: WeightedDegree) -> LookAhead:
        """The same function, pruning by what was refuted before, too.

        Args:
            look_ahead: the step, which has told the ordering of its own dead ends.
            order: learns from the dead ends of nogoods.
        """
        network = self._network

        def pruning(child: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
            after = child if look_ahead is None else look_ahead(child, variable, value)
            if after is not DEAD_END:
                domains, done = without(network, self._nogoods, after.domains, after.assigned)
                if not domains:
                    order.failed(network.lanes, network.lanes.lane[variable].guard, done)
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

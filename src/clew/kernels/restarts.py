"""The loop, begun anew after so many dead ends: the same runs as those of the tight kernel, for who watches them.

It wraps the steps of the loop: they count dead ends, draw values, and look at the nogoods.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from clew.heuristics.restarts import Nogoods, cutoffs
from clew.kernels.python import GivenUp, drawn, refuted, without
from clew.network import Network
from clew.search import AnyState, Branch, Counters, Judge, LookAhead, search
from clew.state import DEAD_END, DeadEnd


class Restarts:
    """Runs that give up, each knowing more than the one before.

    Args:
        network: the constraints, compiled.
        draws: draws the values in every other run; None to keep their order.
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
        tell: Callable[[AnyState, AnyState], None],
    ) -> Iterator[AnyState]:
        """The first solution below a root.

        Args:
            root: where to start.
            steps: those of the loop, the wrapped ones among them.
            counters: counts, all runs together.
            tell: told of each restart: the root until then, and the one from then on.
        """
        for cutoff in cutoffs():
            self._left = cutoff
            self._stack = []
            try:
                yield from search(root, *steps, counters)
                return
            except GivenUp:
                self._draw = None if self._draw else self._draws
                domains, done = without(self._network, self._nogoods, root.domains, root.assigned)
                if not domains:
                    return
                before, root = root, root.narrowed(domains, done)
                tell(before, root)

    def branch(self, branch: Branch) -> Branch:
        """The same function, keeping the open nodes in sight and drawing the values."""

        def drawing(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
            alternatives = branch(state)
            return alternatives and (alternatives[0], self._values(state, alternatives[0]))

        return drawing

    def _values(self, state: AnyState, variable: Hashable) -> Iterator[Hashable]:
        lane = state.lanes.lane[variable]
        frame = [state.domains, state.assigned, lane.offset, state.domains >> lane.offset & lane.full, lane.guard, 0]
        is_last = not state.lanes.decisions & ~state.assigned & ~(1 << lane.guard)
        self._stack.append(frame)
        while True:
            if not self._left:
                refuted(self._stack, self._nogoods)
                raise GivenUp
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

    def prune(self, look_ahead: LookAhead) -> LookAhead:
        """The same function, that also rules out what was refuted before."""

        def pruning(child: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
            after = look_ahead(child, variable, value)
            if after is DEAD_END:
                return DEAD_END
            domains, done = without(self._network, self._nogoods, after.domains, after.assigned)
            return after.narrowed(domains, done) if domains else DEAD_END

        return pruning

    def counted(self, look_ahead: LookAhead) -> LookAhead:
        """The same function, counting the dead ends that are left to this run."""

        def counting(child: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
            after = look_ahead(child, variable, value)
            self._left -= after is DEAD_END
            return after

        return counting

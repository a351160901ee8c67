"""The loop, started again after so many dead ends.

It wraps the steps of the loop: they count dead ends, draw values, and look at the nogoods.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from clew.outcome import CutoffReached
from clew.reference.propagation.network import Network
from clew.reference.search.restarts import STRONG, Nogoods, RestartRun, drawn, refuted, runs, without
from clew.reference.search.search import AnyState, Branch, Judge, LookAhead, search
from clew.reference.search.variable_order import WeightedDegree
from clew.state.counters import Counters
from clew.state.cutoffs import PROOF
from clew.state.levels import Level
from clew.state.state import DEAD_END, DeadEnd


class Restarts:
    """Runs that give up, each knowing more than the one before.

    Args:
        network: the constraints, compiled.
        draws: draws the values in some runs; None to keep their order.
        strong: the same constraints compiled for arc consistency, if some runs may maintain it; called when one does.

    Attributes:
        network, is_strong: the one of the run that is under way, and whether it maintains arc consistency.
    """

    def __init__(
        self, network: Network, draws: random.Random | None, strong: Callable[[], Network] | None = None
    ) -> None:
        self.network = network
        self.is_strong = False
        self._weak, self._strong = network, strong
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
        for run in runs(has_strong=self._strong is not None):
            beginning = self._begin(run, root)
            counters.strengthened |= run.is_strong
            if beginning is DEAD_END:
                return
            if before is not None and tell is not None:
                tell(before, beginning)
            try:
                yield from search(beginning, *steps, counters)
                return
            except CutoffReached:
                domains, done = without(self._weak, self._nogoods, root.domains, root.assigned)
                if not domains:
                    return
                before, root = beginning, root.narrowed(domains, done)

    def _begin(self, run: RestartRun, root: AnyState) -> AnyState | DeadEnd:
        """The root of a run, which begins now."""
        self._left = run.cutoff
        self._draw = self._draws if run.draws else None
        self._stack = []
        self.is_strong = run.is_strong
        self.network = self._strong() if run.is_strong and self._strong is not None else self._weak
        if not run.is_strong:
            return root
        domains, done = self.network.propagate(root.domains, root.assigned, self.network.lanes.declared)
        return root.narrowed(domains, done) if domains else DEAD_END

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

    def look_ahead(
        self, level: Level, looking: Callable[[Network, Level], LookAhead | None], order: WeightedDegree
    ) -> LookAhead:
        """Looking ahead by the network of the run that is under way, and by what was refuted before.

        Args:
            level: the inference, but for the strong runs.
            looking: makes the step for a network and its level.
            order: learns from the dead ends of nogoods; the step has told it of its own.
        """
        looks: dict[bool, LookAhead | None] = {}

        def pruning(child: AnyState, variable: Any, value: Any) -> AnyState | DeadEnd:
            network = self.network
            if self.is_strong not in looks:
                looks[self.is_strong] = looking(network, STRONG if self.is_strong else level)
            look = looks[self.is_strong]
            after = child if look is None else look(child, variable, value)
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

"""Small subproblems of a count, counted in the native kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from clew.kernels.choose import Mover
from clew.kernels.decomposition import WORTH
from clew.kernels.python import LOOKS, Picks
from clew.propagation.network import Network
from clew.search import Counters

if TYPE_CHECKING:
    from clew.kernels.native_answers import Below

TRIES: Final = 5000
"""Values that the native kernel may try for a subproblem: a millisecond."""

HOPE: Final = 16
"""Subproblems tried natively, where a variable is branched on, before it is judged whether that pays there."""


class Help:
    """Counts small subproblems in the native kernel, once that is ready, by a plain walk.

    Which are small is found out by trying: a walk that takes too long is given up, and the subproblem is counted as
    any other. For the variables that are branched on where that happens too often, it is not tried any more.

    Args:
        network: the constraints, compiled for propagation.
        order: the variable ordering; None for the order of declaration.
        counters: counts the nodes.
        mover: tells when the native kernel is ready.
    """

    def __init__(self, network: Network, order: Picks | None, counters: Counters, mover: Mover) -> None:
        self._network = network
        self._order = order
        self._counters = counters
        self._mover = mover
        self._below: Below | None = None
        self._turns = 1
        self._tried: dict[int, list[int]] = {}

    def count(self, domains: int, done: int, focus: int, guard: int, depth: int) -> int | None:
        """The solutions of a subproblem; None if that is not known soon.

        Args:
            domains: those of the node.
            done: its lanes done.
            focus: the guards of the variables of the subproblem.
            guard: the place of the guard of the variable to branch on.
            depth: the level of the node.
        """
        if self._below is None and not self._is_ready():
            return None
        tried, counted = record = self._tried.setdefault(guard, [0, 0])
        if self._below is None or (tried >= HOPE and counted * WORTH < tried):
            return None
        others = self._network.lanes.decisions & ~focus
        number = self._below.count(domains, done | others, depth, TRIES)
        record[0] += 1
        record[1] += number >= 0
        return None if number < 0 else number

    def _is_ready(self) -> bool:
        self._turns -= 1
        if self._turns:
            return False
        self._turns = LOOKS
        layout = self._mover.layout(self._network, self._order)
        if layout is not None:
            self._below = self._mover.native.below(layout, self._order, self._counters)
            self._counters.kernel = "native"
        return layout is not None

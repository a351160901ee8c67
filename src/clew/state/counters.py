"""The counters of a search, for every method: those of the loop, and those that only other methods have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import zip_longest
from typing import Any

from clew.records import define, field, frozen


@frozen
class Learned:
    """The nogoods that a search has learned from dead ends.

    Attributes:
        nogoods: how many nogoods: sets of values that cannot all be missing.
        literals: about how many variables these were, together.
        jumped: levels that it went back further than to the latest decision.
        restarts: how often it restarted.
    """

    nogoods: int = 0
    literals: int = 0
    jumped: int = 0
    restarts: int = 0


@define(eq=False)
class Counters:
    """The counts of a search until now.

    Attributes:
        nodes_per_level: nodes entered, the root's level first.
        failures: values tried that the inference rejected.
        kernel: the implementation that runs the search now, if it is not the plan's.
        inference, order: the level and the variable ordering with which all was counted, if they are not the plan's.
        repeated: nodes whose solutions were known from equal ones.
        below: nodes that the engine entered in small subproblems.
        unreported: solutions that a kernel had counted and not given yet when it was interrupted.
        strengthened: whether some runs propagated more than the others.
        bound: a value that no solution's objective improves on, if the search is for the best and that is known.
        least: the same bound as the sum that the engine makes small.
        learned: the nogoods that the search has learned from dead ends, if it learns.
        position: reads how much of the tree is left behind, and how many solutions are counted and not given yet, at
            any time and from any thread (see `clew.reference.search.position`). A kernel leaves it here; None while
            nobody can tell.
    """

    nodes_per_level: list[int] = field(factory=partial(list, (0,)))
    failures: int = 0
    kernel: str = ""
    inference: str = ""
    order: str = ""
    repeated: int = 0
    below: int = 0
    unreported: int = 0
    strengthened: bool = False
    bound: Any = None
    least: int | None = None
    learned: Learned | None = None
    position: Callable[[], tuple[float, int]] | None = None

    def raise_bound(self, least: int | None, shown: Callable[[int], Any] | None) -> None:
        """Note the least that the sum may be that the engine makes small, if it is more than was known.

        Args:
            least: that number; None if it is not known.
            shown: makes the bound of the objective from it; None if there is no objective.
        """
        if least is not None and shown is not None and (self.least is None or least > self.least):
            self.least, self.bound = least, shown(least)

    def enter(self, level: int, number: int) -> None:
        """Count nodes of a level that were not walked."""
        self.nodes_per_level += [0] * (level + 1 - len(self.nodes_per_level))
        self.nodes_per_level[level] += number

    def add(self, nodes_per_level: Iterable[int], failures: int) -> None:
        """Count what another search has counted, as part of this one."""
        self.nodes_per_level[:] = map(sum, zip_longest(self.nodes_per_level, nodes_per_level, fillvalue=0))
        self.failures += failures

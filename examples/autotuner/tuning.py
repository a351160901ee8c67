"""A toy tuner: hill climbing over valid neighbours, from starts that are drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
from search_space import Configuration, Space


class BudgetSpent(Exception):
    """No more measurements are allowed."""


@attrs.define
class Bench:
    """Measures configurations, each once, and remembers the best.

    Attributes:
        measure: what a configuration costs; the less, the better.
        budget: how many configurations may be measured.
    """

    measure: Callable[[Configuration], float]
    budget: int
    costs: dict[frozenset[tuple[str, Any]], float] = attrs.field(factory=dict, init=False)
    best: Configuration | None = attrs.field(default=None, init=False)
    best_cost: float = attrs.field(default=float("inf"), init=False)

    def cost(self, configuration: Configuration) -> float:
        """The cost of a configuration.

        Raises:
            BudgetSpent: it was not measured before, and no more may be.
        """
        key = frozenset(configuration.items())
        if key not in self.costs:
            if len(self.costs) == self.budget:
                raise BudgetSpent
            self.costs[key] = self.measure(configuration)
            if self.costs[key] < self.best_cost:
                self.best, self.best_cost = configuration, self.costs[key]
        return self.costs[key]


def climb(space: Space, bench: Bench, start: Configuration) -> Configuration:
    """Go to the best neighbour as long as it is better; where that ends, no neighbour is.

    Raises:
        BudgetSpent: the measurements did not last.
    """
    here = start
    while True:
        there = min(space.neighbours(here), key=bench.cost, default=here)
        if bench.cost(there) >= bench.cost(here):
            return here
        here = there


def tune(space: Space, measure: Callable[[Configuration], float], *, starts: int, budget: int, seed: int = 0) -> Bench:
    """Climb from several starts, as far as the budget goes.

    Returns:
        The bench, with the best configuration that was measured; without one if the space is empty.
    """
    bench = Bench(measure, budget)
    try:
        for start in space.sample(starts, seed):
            climb(space, bench, start)
    except BudgetSpent:
        pass
    return bench

"""Phases: one part of the variables after another, each with an ordering and with an order of its values.

While a phase has an open variable, the search branches on one of its variables: the least by the measure of its
ordering; of equals, the first one in the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final

from clew.problem.problem import AnyProblem
from clew.records import frozen
from clew.reference.search.draws import key_of, mixed, number_of
from clew.reference.search.value_order import VALUE_ORDERS
from clew.reference.search.variable_order import MostNeighbours, Picks, WeightedDegree
from clew.state.lanes import AnyLanes
from clew.state.state import ValueOrder

NUMERIC: Final = ("smallest", "largest", "max_regret")
"""The orderings that compare values."""

ORDERS: Final = ("static", "mrv", "degree", "wdeg", "random", "most_constrained", *NUMERIC)
"""The orderings of a phase."""


@frozen
class Phase:
    """A part of the variables.

    Attributes:
        variables: the variables, in order.
        order: the name of their ordering, one of `ORDERS`.
        values: the name of the order of their values, one of `PHASE_VALUES`; None if any will do.
    """

    variables: tuple[Hashable, ...]
    order: str
    values: str | None

    @property
    def is_numeric(self) -> bool:
        """Whether the ordering compares values of different variables, which must be integers."""
        return self.order in NUMERIC


class Phases(Picks):
    """The ordering that some phases make up.

    Args:
        problem: says which the neighbours of a variable are.
        lanes: the layout.
        phases: every declared variable is in one of them.
        seed: for what is drawn.
    """

    def __init__(self, problem: AnyProblem, lanes: AnyLanes, phases: Sequence[Phase], seed: int) -> None:
        self._near, self._weighted, self._number = MostNeighbours(problem), WeightedDegree(), number_of(seed)
        own = [([lanes.lane[v].guard for v in phase.variables], phase.order) for phase in phases]
        self._parts = [(guards, sum(1 << guard for guard in guards), order) for guards, order in own]

    @property
    def learner(self) -> WeightedDegree | None:
        return self._weighted if any(order == "wdeg" for *_, order in self._parts) else None

    def pick(self, lanes: AnyLanes, domains: int, open_guards: int) -> int:
        guards, order = next((guards, order) for guards, mask, order in self._parts if open_guards & mask)
        some = [guard for guard in guards if open_guards >> guard & 1]
        if order == "random":
            return some[mixed(key_of(self._number, lanes, domains, open_guards)) % len(some)]
        return min(some, key=lambda guard: self._measure(order, lanes, domains, open_guards, guard))

    def _measure(self, order: str, lanes: AnyLanes, domains: int, open_guards: int, guard: int) -> Any:
        lane = lanes.lane[lanes.owner[guard]]
        left = domains >> lane.offset & lane.full
        match order:
            case "mrv":
                return left.bit_count()
            case "wdeg":
                is_other = guard != self._weighted.last
                return is_other and left.bit_count() / self._weighted.weights.get(guard, 1)
            case "degree" | "most_constrained":
                near = -(self._near.near(lanes, guard) & open_guards).bit_count()
                return near if order == "degree" else (left.bit_count(), near)
            case "smallest" | "largest" | "max_regret":
                values = sorted(lane.select(left))
                return {"smallest": values[0], "largest": -values[-1], "max_regret": values[0] - values[:2][-1]}[order]
        return 0


def _from_middle(values: Iterable[Any]) -> list[Any]:
    """The median of the values, of two the lower one, and again that of the others, to the last one."""
    left = list(values)
    return [left.pop((len(left) - 1) // 2) for _ in range(len(left))]


PHASE_VALUES: Final[Mapping[str, Callable[[AnyProblem, int], ValueOrder]]] = {
    **VALUE_ORDERS,
    "middle": lambda problem, seed: lambda state, variable, values: _from_middle(values),
    "halves": VALUE_ORDERS["domain"],
    "upper_halves": VALUE_ORDERS["reverse"],
}
"""The orders of values of a phase. The engine halves a domain until one value is left, so `halves` tries the values in
the order of the domain, and refutes a half without a solution at once."""


def ordered_by(problem: AnyProblem, phases: Sequence[Phase], seed: int) -> ValueOrder:
    """The order of values that some phases make up."""
    orders = {v: PHASE_VALUES[phase.values or "domain"](problem, seed) for phase in phases for v in phase.variables}
    return lambda state, variable, values: orders[variable](state, variable, values)

"""Value orderings: which value to try first. They only reorder what `enumerate_values` gave.

An ordering is a function of the state, the variable and its values, and returns the same values.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Final

from clew.problem.problem import AnyProblem
from clew.reference.search.draws import drawn, key_for, number_of
from clew.state.state import AnyState, ValueOrder


def shuffled(seed: int) -> ValueOrder:
    """`random`: each value has a draw, by the seed, what is left and the variable, and the least comes first."""
    number = number_of(seed)

    def order(state: AnyState, variable: Hashable, values: Iterable[Any]) -> Iterable[Any]:
        draws = drawn(key_for(number, state, variable))
        return sorted(values, key=lambda value: next(draws))

    return order


VALUE_ORDERS: Final[Mapping[str, Callable[[AnyProblem, int], ValueOrder]]] = {
    "domain": lambda problem, seed: lambda state, variable, values: values,
    "reverse": lambda problem, seed: lambda state, variable, values: tuple(values)[::-1],
    "random": lambda problem, seed: shuffled(seed),
}
"""Each ordering by its name, made for a problem and a seed: `domain` as enumerated, `reverse` the last one first."""

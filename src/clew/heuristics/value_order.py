"""Value orderings: which value to try first. They only reorder what `enumerate_values` gave.

An ordering is a function of the state, the variable and its values, and returns the same values.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final

from clew.heuristics.variable_order import generator
from clew.problem import Problem
from clew.state import State

Values = Iterable[Any]
ValueOrder = Callable[[State[Any, Any], Any, Any], Values]


def domain(problem: Problem[Any, Any], seed: int) -> ValueOrder:
    """As enumerated: in the order of the domain, unless the problem has a better one."""
    return lambda state, variable, values: values


def reverse(problem: Problem[Any, Any], seed: int) -> ValueOrder:
    """The last one first."""
    return lambda state, variable, values: tuple(values)[::-1]


def shuffled(problem: Problem[Any, Any], seed: int) -> ValueOrder:
    """In any order, drawn by the seed, the state and the variable."""

    def order(state: State[Any, Any], variable: Hashable, values: Values) -> Values:
        shuffle = list(values)
        generator(seed, state, variable).shuffle(shuffle)
        return shuffle

    return order


VALUE_ORDERS: Final = {"domain": domain, "reverse": reverse, "random": shuffled}

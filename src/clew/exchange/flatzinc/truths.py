"""Conditions that are required, that a Boolean implies, or that a Boolean is the truth of.

Most conditions on integers and Booleans are weighted sums. If a Boolean implies one, that is a weighted sum with the
Boolean besides, whose weight is so large that it holds whenever the Boolean does not ask for it ("big M"): bounds
propagation prunes as much of it as of the implication.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import prod
from typing import Any, Final, cast

from clew import constraints as kinds
from clew.constraints.arithmetic import Comparison, Linear
from clew.constraints.base import Constraint
from clew.exchange.flatzinc.variables import FlatVariables, Value

PAIRS: Final = 400
"""Combinations of the values of a condition up to which it is a table together with its truth."""

Truth = bool | Constraint
"""A condition; True or False if it is known whether it holds. A sum is a `Linear` with `<=`, `==` or `!=`."""


def sum_of(scope: tuple[Any, ...], weights: tuple[int, ...], relation: str, bound: int) -> Linear:
    """The weighted sum of different variables compares with a number: nothing of it need be checked."""
    made = object.__new__(Linear)
    vars(made).update(scope=scope, label=None, coefficients=weights, relation=relation, bound=bound)
    return made


def total(reader: FlatVariables, weights: Iterable[int], scope: Iterable[Value], relation: str, bound: int) -> Truth:
    """The condition that a weighted sum of variables and constants compares; whether it does, if their ends tell."""
    found: dict[str, int] = {}
    for weight, item in zip(weights, scope, strict=True):
        if isinstance(item, int):
            bound -= weight * item
        else:
            found[item] = found[item] + weight if item in found else weight
    if 0 in found.values():
        found = {name: weight for name, weight in found.items() if weight}
    low, high = ends(reader, found.items())
    if relation == "<=" and not low <= bound < high:
        return high <= bound
    if not low <= bound <= high or low == high:
        return (low <= bound <= high) is (relation == "==")
    return sum_of(tuple(found), tuple(found.values()), relation, bound)


def ends(reader: FlatVariables, terms: Iterable[tuple[str, int]]) -> tuple[int, int]:
    """The least and the most that a weighted sum of some variables may be."""
    low, high = 0, 0
    for name, weight in terms:
        least, most = reader.ends(name)
        if weight < 0:
            least, most = most, least
        low += weight * least
        high += weight * most
    return low, high


def opposite(condition: Truth) -> Truth:
    """The condition that holds if another one does not."""
    if isinstance(condition, bool):
        return not condition
    if type(condition) is not Linear:
        return kinds.Not(condition)
    if condition.relation == "<=":
        return sum_of(condition.scope, tuple([-one for one in condition.coefficients]), "<=", -condition.bound - 1)
    relation = "!=" if condition.relation == "==" else "=="
    return sum_of(condition.scope, condition.coefficients, relation, condition.bound)


def require(reader: FlatVariables, condition: Truth) -> None:
    """A condition holds."""
    if not narrowed(reader, condition):
        reader.constraints.append(condition)  # type: ignore[arg-type]  # it is no truth: nothing need be kept of one


def narrowed(reader: FlatVariables, condition: Truth) -> bool:
    """Leave a single variable what satisfies a condition; whether nothing of it need be kept."""
    if isinstance(condition, bool):
        if not condition:
            reader.fail()
        return True
    if len(condition.scope) > 1 or type(condition) is not Linear:
        return False
    (weight,), bound = condition.coefficients, condition.bound
    name: Any = condition.scope[0]
    least, most = reader.ends(name)
    if condition.relation == "<=":
        reader.keep(name, range(least, bound // weight + 1) if weight > 0 else range(-(bound // -weight), most + 1))
        return True
    value, rest = divmod(bound, weight)
    if condition.relation == "!=":
        return bool(rest) or reader.drop(name, value)
    reader.keep(name, range(0) if rest else range(value, value + 1))
    return True


def imply(reader: FlatVariables, truth: Value, condition: Truth, when: int = 1) -> None:
    """A condition holds if a Boolean has a value."""
    if isinstance(truth, int):
        if truth == when:
            require(reader, condition)
    elif isinstance(condition, bool):
        if not condition:
            reader.keep(truth, (1 - when,))
    elif type(condition) is Linear:
        sums: list[Any] = [condition]
        if condition.relation == "==":  # at most the number, and no less
            most, less = (sum_of(condition.scope, condition.coefficients, "<=", condition.bound - k) for k in (0, 1))
            sums = [most, opposite(less)]
        for one in sums:
            _imply_sum(reader, truth, one, when)
    else:
        literal = reader.shared(("literal", truth, when), lambda: Comparison((truth,), "==", 1 - when))
        reader.require(kinds.Or(literal, condition))


def _imply_sum(reader: FlatVariables, truth: str, one: Linear, when: int) -> None:
    """A sum compares with a number if a Boolean has a value: `<=` or `!=`, and its ends do not tell."""
    scope, weights, bound = cast("tuple[str, ...]", one.scope), one.coefficients, one.bound
    low, high = ends(reader, zip(scope, weights, strict=True))
    if one.relation == "<=" and not low <= bound < high:
        if bound < low:
            reader.keep(truth, (1 - when,))
        return
    slack = high - bound if one.relation == "<=" else low - bound - 1
    weight, bound = (slack, bound + slack) if when else (-slack, bound)
    if truth in scope:
        require(reader, total(reader, (*weights, weight), (*scope, truth), one.relation, bound))
    else:
        reader.constraints.append(sum_of((*scope, truth), (*weights, weight), one.relation, bound))


def equivalent(reader: FlatVariables, truth: Value, condition: Truth) -> None:
    """A Boolean is the truth of a condition."""
    if isinstance(truth, int):
        require(reader, condition if truth else opposite(condition))
    elif isinstance(condition, bool):
        reader.keep(truth, (int(condition),))
    elif type(condition) is not Linear or not _is_tabulated(reader, truth, condition):
        imply(reader, truth, condition)
        imply(reader, truth, opposite(condition), 0)


def _is_tabulated(reader: FlatVariables, truth: str, condition: Linear) -> bool:
    """Require a table of the values in a sum, with its truth, if they are few: made once, and nothing is checked."""
    scope: Any = condition.scope
    domains = [reader.domains[name] for name in scope]
    if len(scope) > 2 or truth in scope or prod(map(len, domains)) > PAIRS:
        return False
    from clew.constraints.table import Table, tuple_set  # small models have none

    key = condition.relation, condition.bound, condition.coefficients, *domains
    rows = reader.shared(key, lambda: tuple_set((*some, int(condition.holds(some))) for some in product(*domains)))
    made = object.__new__(Table)
    vars(made).update(scope=(*scope, truth), label=None, tuples=rows, allowed=True)
    reader.constraints.append(made)
    return True

"""Conditions that are required, that a Boolean implies, or that a Boolean is the truth of.

Most conditions on integers and Booleans are weighted sums. If a Boolean implies one, that is a weighted sum with the
Boolean besides, whose weight is so large that it holds whenever the Boolean does not ask for it ("big M"): bounds
propagation prunes as much of it as of the implication.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clew import constraints as kinds
from clew.constraints.arithmetic import Comparison, Linear
from clew.constraints.base import Constraint
from clew.exchange.flatzinc.variables import LISTED

if TYPE_CHECKING:
    from clew.exchange.flatzinc.variables import FlatVariables, Value

PAIRS: Final = 400
"""Combinations of the values of a condition up to which it is a table together with its truth."""


class Totalled(NamedTuple):
    """A weighted sum compares with a number.

    Attributes:
        weights: the weight of each variable.
        relation: `<=`, `==` or `!=`.
        bound: the number.
    """

    weights: dict[str, int]
    relation: str
    bound: int

    def ends(self, reader: FlatVariables) -> tuple[int, int]:
        """The least and the most that the sum may be."""
        low = high = 0
        for name, weight in self.weights.items():
            domain = reader.domains[name] or (0,)
            if weight > 0:
                low += weight * domain[0]
                high += weight * domain[-1]
            else:
                low += weight * domain[-1]
                high += weight * domain[0]
        return low, high

    def opposite(self) -> Totalled:
        """The one that holds if this one does not."""
        if self.relation == "<=":
            return Totalled({name: -weight for name, weight in self.weights.items()}, "<=", -self.bound - 1)
        return Totalled(self.weights, "!=" if self.relation == "==" else "==", self.bound)

    def linear(self) -> Linear:
        """It as a constraint."""
        return Linear(tuple(self.weights), tuple(self.weights.values()), self.relation, self.bound)


Truth = bool | Totalled | Constraint
"""A condition; True or False if it is known whether it holds."""


def total(reader: FlatVariables, weights: Iterable[int], scope: Iterable[Value], relation: str, bound: int) -> Truth:
    """The condition that a weighted sum of variables and constants compares with a number."""
    found: dict[str, int] = {}
    for weight, item in zip(weights, scope, strict=True):
        if isinstance(item, int):
            bound -= weight * item
        else:
            found[item] = found[item] + weight if item in found else weight
    if 0 in found.values():
        found = {name: weight for name, weight in found.items() if weight}
    return decided(reader, Totalled(found, relation, bound))


def decided(reader: FlatVariables, one: Totalled) -> Truth:
    """A sum that compares; whether it does if the ends of its variables tell."""
    (low, high), bound = one.ends(reader), one.bound
    if one.relation == "<=":
        return high <= bound or (low <= bound and one)
    is_known = not low <= bound <= high or low == high
    return (low <= bound <= high) is (one.relation == "==") if is_known else one


def opposite(condition: Truth) -> Truth:
    """The condition that holds if another one does not."""
    if isinstance(condition, bool):
        return not condition
    return condition.opposite() if isinstance(condition, Totalled) else kinds.Not(condition)


def require(reader: FlatVariables, condition: Truth) -> None:
    """A condition holds."""
    if isinstance(condition, Constraint):
        reader.require(condition)
    elif not narrowed(reader, condition) and isinstance(condition, Totalled):
        reader.require(condition.linear())


def narrowed(reader: FlatVariables, condition: Truth) -> bool:
    """Leave a single variable what satisfies a condition; whether nothing of it need be kept."""
    if isinstance(condition, bool):
        if not condition:
            reader.fail()
        return True
    if isinstance(condition, Constraint) or len(condition.weights) > 1:
        return False
    ((name, weight),) = condition.weights.items()
    least, most = reader.ends(name)
    bound = condition.bound
    if condition.relation == "<=":
        reader.keep(name, range(least, bound // weight + 1) if weight > 0 else range(-(bound // -weight), most + 1))
        return True
    value, rest = divmod(bound, weight)
    if condition.relation == "!=":
        return bool(rest) or reader.drop(name, value)
    reader.keep(name, range(0) if rest else range(value, value + 1))
    return True


def literal(reader: FlatVariables, name: str, value: int) -> Comparison:
    """The condition that a Boolean has a value: one object for all of its uses."""
    made: Comparison | None = reader.cache.get((name, value))
    if made is None:
        made = reader.cache[name, value] = Comparison((name,), "==", value)
    return made


def imply(reader: FlatVariables, truth: Value, condition: Truth, when: int = 1) -> None:
    """A condition holds if a Boolean has a value."""
    if isinstance(truth, int):
        if truth == when:
            require(reader, condition)
    elif isinstance(condition, bool):
        if not condition:
            reader.keep(truth, (1 - when,))
    elif isinstance(condition, Constraint):
        if not _is_tabulated(reader, truth, condition, frozenset({when})):
            reader.require(kinds.Or(literal(reader, truth, 1 - when), condition))
    elif condition.relation == "==":
        weights, _, bound = condition
        _imply_sum(reader, truth, Totalled(weights, "<=", bound), when)
        _imply_sum(reader, truth, Totalled({name: -weight for name, weight in weights.items()}, "<=", -bound), when)
    else:
        _imply_sum(reader, truth, condition, when)


def _imply_sum(reader: FlatVariables, truth: str, one: Totalled, when: int) -> None:
    """A sum compares with a number if a Boolean has a value: `<=` or `!=`, and its ends do not tell."""
    (low, high), (weights, relation, bound) = one.ends(reader), one
    if relation == "<=" and not low <= bound < high:
        if bound < low:
            reader.keep(truth, (1 - when,))
        return
    slack = high - bound if relation == "<=" else low - bound - 1
    weight, bound = slack if when else -slack, bound + slack if when else bound
    if truth in weights:
        require(reader, total(reader, (*weights.values(), weight), (*weights, truth), relation, bound))
    else:
        require(reader, Totalled({**weights, truth: weight}, relation, bound))


def equivalent(reader: FlatVariables, truth: Value, condition: Truth) -> None:
    """A Boolean is the truth of a condition."""
    if isinstance(truth, int):
        require(reader, condition if truth else opposite(condition))
    elif isinstance(condition, bool):
        reader.keep(truth, (int(condition),))
    elif _is_tabulated(reader, truth, condition):
        return
    elif isinstance(condition, Constraint):
        yes, no = literal(reader, truth, 1), literal(reader, truth, 0)
        reader.require(kinds.Or(kinds.And(yes, condition), kinds.And(no, kinds.Not(condition))))
    else:
        imply(reader, truth, condition)
        imply(reader, truth, opposite(condition), 0)


def _is_tabulated(
    reader: FlatVariables, truth: str, condition: Totalled | Constraint, whens: Set[int] = frozenset({0, 1})
) -> bool:
    """Require a table of the values that a condition is about, with its truth, if they are few.

    Args:
        reader: the reader.
        truth: the Boolean.
        condition: the condition.
        whens: the values of the Boolean for which it must be the truth of the condition.
    """
    key: Any
    scope: tuple[Any, ...]
    if isinstance(condition, Totalled):
        if len(condition.weights) > 2:
            return False
        scope, most = tuple(condition.weights), PAIRS
        key = condition.relation, condition.bound, *condition.weights.values()
    elif isinstance(condition, kinds.Table) and len(condition.scope) == 1:
        scope, most, key = condition.scope, LISTED, condition.tuples
    else:
        return False
    domains = [reader.domains[name] for name in scope]
    if truth in scope or prod(map(len, domains)) > most:
        return False
    key = (*domains, key, whens)
    if key not in reader.cache:
        from clew.constraints.table import tuple_set  # small models have none

        holds = (condition.linear() if isinstance(condition, Totalled) else condition).holds
        rows = ((*some, one) for some in product(*domains) for one in (0, 1) if one not in whens or one == holds(some))
        reader.cache[key] = tuple_set(rows)
    reader.require(kinds.Table((*scope, truth), reader.cache[key]))
    return True

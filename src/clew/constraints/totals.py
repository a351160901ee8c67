"""Totals that may be variables: how often values occur, how many occur; sums of windows; bins and knapsacks."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from itertools import repeat
from typing import Any, Final

import attrs

from clew.constraints.all_different import AllDifferent
from clew.constraints.arithmetic import RELATIONS, Comparison, Linear
from clew.constraints.base import Constraint, Values, collected
from clew.constraints.expressions import Expression, Var, compare
from clew.constraints.logic import And, Or
from clew.constraints.names import (
    Arithmetic,
    Scope,
    Term,
    argument_of,
    frozenset_of,
    hashable,
    names_of,
    titled,
    tuple_of,
    walkable,
)
from clew.constraints.primitives import Primitive, Reading
from clew.constraints.resolving import whole
from clew.constraints.stepwise import Stepwise
from clew.constraints.table import Table
from clew.constraints.trees import is_number
from clew.errors import ProblemError, called_with, shown

LONGEST: Final = 64
"""Variables up to which an automaton counts those with some values; of more, each is a condition in a sum."""

NAMED: Final = 8
"""Values up to which an automaton remembers the set of those that have occurred; of more, each is a condition."""


@attrs.frozen
class Occurrences(Stepwise):
    """How many variables have one of some values compares with the value of another variable: `Exactly` makes it.

    Args:
        scope: the variables that are counted, and then the one with the number.
        values: the values.
        relation: how the number of variables compares with that of the last one.

    Pruning: generalised arc consistent up to `LONGEST` variables, beyond that of a sum of conditions.
    """

    shareable = True

    values: frozenset[Any]
    relation: str

    def holds(self, values: Values) -> bool:
        return RELATIONS[self.relation](sum(value in self.values for value in values[:-1]), values[-1])

    @property
    def kind(self) -> str:
        return {"==": "Exactly", ">=": "AtLeast", "<=": "AtMost"}[self.relation]

    def start(self) -> Hashable:
        return 0

    def step(self, memory: int, position: int, value: Any) -> Hashable | None:
        if position < len(self.scope) - 1:
            return memory + (value in self.values)
        return 0 if RELATIONS[self.relation](memory, value) else None

    def primitives(self) -> Iterable[Primitive]:
        *counted, number = self.scope
        if len(counted) <= LONGEST or Term in map(type, self.scope):
            return (Reading(self),)
        having = (one_of(name, self.values) for name in counted)
        return whole(_compared(self.scope, _sum(having), self.relation, Var(number))).primitives()


def one_of(name: Hashable, values: Collection[Any]) -> Table | Comparison:
    """A variable has one of some values."""
    if len(values) == 1:
        return Comparison((name,), "==", next(iter(values)))
    return Table((name,), [(value,) for value in values])


@called_with("as in NValues([x, y, z], 2)")
@attrs.frozen(init=False)
class NValues(Stepwise):
    """The variables have so many different values.

    Args:
        variables: the variables.
        count: a number, or a variable.
        values: the only values that count; None for any. If there are many values, name them: an automaton remembers
            the set of those that have occurred, and of more than eight that are named, each is a condition.

    Pruning: generalised arc consistent; that of a sum of conditions if more than eight values are named.
    """

    shareable = True

    number: Any
    values: frozenset[Any] | None = attrs.field(validator=attrs.validators.optional(collected))

    def __init__(self, variables: Iterable[Any], count: Any, values: Iterable[Any] | None = None) -> None:
        names = names_of("NValues", variables)
        if not hashable(argument_of(count)):
            raise ProblemError(f"{titled('NValues', names)}: {shown(count)} is no number of values, nor a variable")
        some = None if values is None else frozenset_of(values)
        if _is_number(count):
            self.__attrs_init__(names, count, some)
        else:
            self.__attrs_init__((*names, count), None, some)

    def holds(self, values: Values) -> bool:
        return self.consistent(values)

    def start(self) -> Hashable:
        return frozenset()

    def step(self, memory: frozenset[Any], position: int, value: Any) -> Hashable | None:
        """The set of the values that have occurred; at the variable that says how many, whether they are so many."""
        if self.number is None and position == len(self.scope) - 1:
            return len(memory) if len(memory) == value else None
        return memory | {value} if self.values is None or value in self.values else memory

    def accepts(self, memory: Any) -> bool:
        return self.number is None or len(memory) == self.number

    def primitives(self) -> Iterable[Primitive]:
        values = self.values or ()
        if len(values) <= NAMED or len(self.scope) < 2 or Term in map(type, self.scope):
            return (Reading(self),)
        names, count = self.scope, self.number
        if count is None:
            names, count = names[:-1], Var(names[-1])
        occurring = (Or([Comparison((name,), "==", value) for name in names]) for value in values)
        return whole(_compared(self.scope, _sum(occurring), "==", count)).primitives()


def _is_number(thing: Any) -> bool:
    return is_number(thing) and not isinstance(thing, Arithmetic)


def _amount(thing: Any) -> Any:
    """A number or an expression; anything else is the name of a variable."""
    return thing if isinstance(thing, (Arithmetic, Constraint)) or is_number(thing) else Var(thing)


def _sum(terms: Iterable[Any], weights: Iterable[Any] = repeat(1)) -> Any:
    """A weighted sum of variables, numbers and conditions, which count as 1 or 0."""
    return sum(weight * _amount(term) for weight, term in zip(weights, terms, strict=False) if weight != 0)


def _compared(names: Scope, total: Any, relation: str, number: Any) -> Constraint:
    """A total compares with a number or a variable; if both are numbers, a table of some variables says how they do."""
    one, other = _amount(total), _amount(number)
    if isinstance(one, Expression) or isinstance(other, Expression):
        return compare(one, relation, other)
    return Table(names, (), allowed=not RELATIONS[relation](one, other))


def _numbers(title: str, what: str, given: Iterable[Any], size: int) -> tuple[Any, ...]:
    """A number for each variable."""
    numbers = tuple_of(given)
    if not isinstance(numbers, tuple) or not all(map(_is_number, numbers)):
        raise ProblemError(f"{title}: its {what} must be numbers, one for each variable, not {shown(given)}")
    if len(numbers) != size:
        raise ProblemError(f"{title} has {size} variables and {len(numbers)} {what}: give one for each")
    return numbers


def _by_bin(title: str, what: str, given: Any) -> dict[Any, Any]:
    """Loads or capacities in a mapping from bins, or in a collection, in which the bins are 0, 1, 2, ..."""
    if isinstance(given, Mapping):
        return dict(given)
    if not walkable(given):
        raise ProblemError(f"{title}: its {what} must be a collection, one for each bin, and {shown(given)} is none")
    return dict(enumerate(given))


@called_with("as in SlidingSum([x, y, z], 2, 1, 3)")
def SlidingSum(variables: Iterable[Any], width: int, low: Any, high: Any) -> Constraint:  # noqa: N802
    """The sum of as many successive variables as a window is wide is between two numbers, wherever the window is.

    Args:
        variables: the variables, whose values are numbers.
        width: how many variables a window has.
        low: the least sum.
        high: the largest.

    Pruning: that of sums, one for each window or two.
    """
    names = names_of("SlidingSum", variables)
    title = titled("SlidingSum", names)
    if not isinstance(width, int) or width < 1:
        raise ProblemError(f"{title}: the width of a window is a whole number from 1 on, not {shown(width)}")
    for number in (low, high):
        if not _is_number(number):
            raise ProblemError(f"{title}: the sum of a window is between two numbers, and {shown(number)} is none")
    ends = (("==", low),) if low == high else ((">=", low), ("<=", high))
    windows = [names[k : k + width] for k in range(len(names) - width + 1)]
    parts = [Linear(window, (1,) * width, *end) for window in windows for end in ends]
    return And(parts) if parts else AllDifferent(names[:1])


@called_with("as in BinPacking([x, y, z], [3, 2, 2], capacity=[5, 4])")
def BinPacking(  # noqa: N802
    bins: Iterable[Any], sizes: Iterable[Any], loads: Any = None, capacity: Any = None
) -> Constraint:
    """Things of some sizes lie in bins, which hold a load or have a capacity.

    Args:
        bins: a variable for each thing: the bin that it lies in.
        sizes: the size of each thing, a number.
        loads: for each bin the sum of the sizes in it, a variable or a number: a collection, if the bins are 0, 1, 2,
            ..., or a mapping from the bins.
        capacity: for each bin the most that may lie in it, likewise; if there are loads, also one number for all.

    Raises:
        ProblemError: there are not as many sizes as variables, or neither loads nor capacities.

    Pruning: that of a sum of conditions for each bin, and of the sum of all loads.
    """
    names = names_of("BinPacking", bins)
    title = titled("BinPacking", names)
    held = _numbers(title, "sizes", sizes, len(names))
    load_of = None if loads is None else _by_bin(title, "loads", loads)
    if load_of is not None and _is_number(capacity):
        capacity = dict.fromkeys(load_of, capacity)
    capacity_of = None if capacity is None else _by_bin(title, "capacity", capacity)
    places = load_of if load_of is not None else capacity_of
    if places is None:
        raise ProblemError(f"{title}: give the loads of the bins, or their capacity, as in capacity=[10, 10]")
    if capacity_of is not None and capacity_of.keys() != places.keys():
        raise ProblemError(f"{title}: its loads and its capacity are of different bins: give both for each bin")
    parts: list[Constraint] = [one_of(name, places) for name in names]
    for place, most in places.items():
        inside = _sum((Comparison((name,), "==", place) for name in names), held)
        parts.append(_compared(names, inside, "<=" if load_of is None else "==", most))
        if load_of is not None and capacity_of is not None:
            parts.append(_compared(names, most, "<=", capacity_of[place]))
    if load_of is not None:
        parts.append(_compared(names, _sum(load_of.values()), "==", sum(held)))
    return And(parts)


@called_with("as in Knapsack([x, y], [3, 2], 7, [5, 4], profit)")
def Knapsack(  # noqa: N802
    counts: Iterable[Any], weights: Iterable[Any], capacity: Any, profits: Iterable[Any], profit: Any
) -> Constraint:
    """Things are taken, each so many times; they weigh no more than a number, or as much as a variable says.

    Args:
        counts: a variable for each kind of thing: how many are taken.
        weights: the weight of one thing of each kind.
        capacity: the largest weight of all things together, a number; or a variable that has their weight.
        profits: the worth of one thing of each kind.
        profit: a variable that has the worth of all things together, or a number.

    Raises:
        ProblemError: there are not as many weights, or profits, as variables.

    Pruning: that of two sums.
    """
    names = names_of("Knapsack", counts)
    title, things = titled("Knapsack", names), [Var(name) for name in names]
    weight = _sum(things, _numbers(title, "weights", weights, len(names)))
    worth = _sum(things, _numbers(title, "profits", profits, len(names)))
    relation = "==" if isinstance(_amount(capacity), Expression) else "<="
    return And(_compared(names, weight, relation, capacity), _compared(names, worth, "==", profit))

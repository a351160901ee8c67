"""Orders: values that rise, or appear in turn; the largest and its place; sequences that invert each other."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import pairwise, product
from typing import Any, ClassVar

import attrs

from clew.constraints.all_different import AllDifferent
from clew.constraints.arithmetic import Comparison, Extremum
from clew.constraints.base import Constraint, Values, collected
from clew.constraints.logic import And, Or
from clew.constraints.names import argument_of, equally_long, hashable, names_of, titled, tuple_of
from clew.constraints.primitives import Primitive
from clew.constraints.stepwise import Stepwise
from clew.constraints.table import Table
from clew.errors import ProblemError, called_with, shown


@called_with("as in Increasing([x, y, z])")
def Increasing(variables: Iterable[Any], *, strict: bool = False) -> Constraint:  # noqa: N802
    """No value is less than the one before it; with `strict`, each is greater."""
    return _monotone("Increasing", variables, "<" if strict else "<=")


@called_with("as in Decreasing([x, y, z])")
def Decreasing(variables: Iterable[Any], *, strict: bool = False) -> Constraint:  # noqa: N802
    """No value is greater than the one before it; with `strict`, each is less."""
    return _monotone("Decreasing", variables, ">" if strict else ">=")


def _monotone(kind: str, variables: Iterable[Any], relation: str) -> Constraint:
    names = names_of(kind, variables)
    return And([Comparison(pair, relation) for pair in pairwise(names)]) if len(names) > 1 else AllDifferent(names)


@called_with("as in ValuePrecedence([x, y, z], ['red', 'green'])")
@attrs.frozen
class ValuePrecedence(Stepwise):
    """Each of some values appears only after the one before it in their order has appeared.

    So values that may change places, such as colours, are used in one order. Other values may appear anywhere.

    Args:
        scope: the variables, in the order of reading.
        values: the values, in the order in which they appear first.

    Pruning: generalised arc consistent.
    """

    shareable = True

    values: tuple[Any, ...] = attrs.field(converter=tuple_of, validator=collected)

    def __attrs_post_init__(self) -> None:
        for k, value in enumerate(self.values):
            if value in self.values[:k]:
                raise ProblemError(f"{self.title}: its values list {shown(value)} twice: give each value once")

    def holds(self, values: Values) -> bool:
        return self.consistent(values)

    def start(self) -> Hashable:
        return 0

    def step(self, memory: int, position: int, value: Any) -> Hashable | None:
        """The number of values that have appeared."""
        place = self.values.index(value) if value in self.values else -1
        return None if place > memory else max(memory, place + 1)


def _others(kind: str, variables: Iterable[Any], one: Any) -> tuple[Any, ...]:
    """The names of the variables of which another one is the largest, the smallest, or the place of such."""
    names = names_of(kind, variables)
    if not names:
        raise ProblemError(f"{kind} is of one variable at least: give some")
    if not hashable(argument_of(one)):
        raise ProblemError(f"{titled(kind, names)}: {shown(one)} is no variable: mind the order")
    return names


@attrs.frozen(init=False)
class _Extreme(Constraint):
    """A variable is the largest, or the smallest, of some others: `result` before `variables` in the scope."""

    is_largest: ClassVar[bool]

    def __init__(self, variables: Iterable[Any], result: Any) -> None:
        self.__attrs_init__((result, *_others(type(self).__name__, variables, result)))

    def holds(self, values: Values) -> bool:
        return bool(values[0] == (max if self.is_largest else min)(values[1:]))

    def opposite(self) -> Constraint:
        """One of the variables is beyond the result, or none reaches it."""
        result, *others = self.scope
        beyond = [Comparison((one, result), ">" if self.is_largest else "<") for one in others]
        return Or(*beyond, And([Comparison((one, result), "<" if self.is_largest else ">") for one in others]))

    def primitives(self) -> Iterable[Primitive]:
        return (Extremum(self, self.scope[0], self.scope[1:], self.is_largest),)


@called_with("as in Maximum([x, y], z)")
@attrs.frozen(init=False)
class Maximum(_Extreme):
    """A variable has the largest value of some others. `Max` is the same in an expression.

    Args:
        variables: the others, one at least.
        result: the variable.

    Pruning: generalised arc consistent.
    """

    is_largest = True


@called_with("as in Minimum([x, y], z)")
@attrs.frozen(init=False)
class Minimum(_Extreme):
    """A variable has the smallest value of some others. `Min` is the same in an expression.

    Args:
        variables: the others, one at least.
        result: the variable.

    Pruning: generalised arc consistent.
    """

    is_largest = False


@called_with("as in ArgMax([x, y, z], index)")
def ArgMax(variables: Iterable[Any], index: Any) -> Or:  # noqa: N802
    """A variable is the place of the largest of some others, from 0; of the first of them, if several are equal.

    Pruning: that of `Or`: a value stays if it goes with one of the places.
    """
    return _place("ArgMax", variables, index, "<")


@called_with("as in ArgMin([x, y, z], index)")
def ArgMin(variables: Iterable[Any], index: Any) -> Or:  # noqa: N802
    """A variable is the place of the smallest of some others, from 0; of the first of them, if several are equal."""
    return _place("ArgMin", variables, index, ">")


def _place(kind: str, variables: Iterable[Any], index: Any, relation: str) -> Or:
    """For each place: the index is there, the values before it are beaten, and those behind it do not beat it."""
    names = _others(kind, variables, index)
    return Or(
        [
            And(
                Comparison((index,), "==", place),
                *(Comparison((other, name), relation) for other in names[:place]),
                *(Comparison((other, name), f"{relation}=") for other in names[place + 1 :]),
            )
            for place, name in enumerate(names)
        ]
    )


@called_with("as in Inverse([a, b], [c, d])")
def Inverse(forth: Iterable[Any], back: Iterable[Any]) -> Constraint:  # noqa: N802
    """Two sequences of variables are each other's inverse: `forth[i] == j` if, and only if, `back[j] == i`.

    The values are places in the other sequence, from 0: `forth` may have the seat of each guest, `back` the guest of
    each seat. If both are the same sequence, its places go in pairs, or stay alone.

    Args:
        forth: a sequence of variables.
        back: the other, equally long.

    Pruning: that of its parts: `AllDifferent` about each sequence, and conditions on one variable of each.
    """
    one, other = equally_long("Inverse", forth, back)
    places = range(len(one))
    parts: list[Constraint] = [AllDifferent(one), AllDifferent(other)]
    parts += [Table((name,), zip(places, strict=True)) for name in dict.fromkeys(one + other)]
    for i, j in product(places, repeat=2):
        here, there = ((one[i],), j), ((other[j],), i)
        if here != there:
            parts += [
                Or(Comparison(here[0], "!=", j), Comparison(there[0], "==", i)),
                Or(Comparison(here[0], "==", j), Comparison(there[0], "!=", i)),
            ]
    return And(parts)

"""Sums of different numbers: which sets of numbers have a sum, and the sums that are found in other constraints.

Variables that differ, by `AllDifferent` or by `!=`, and have a sum take one of a few sets of numbers: four different
digits with the sum 12 are 1, 2, 3, 6 or 1, 2, 4, 5. Neither of the two constraints knows that by itself. So one of them
is 1, and another variable is not, if it differs from all that can be. Other constraints whose variables may change
places leave few sets, too: different numbers that are consecutive. The compilers ask `implied` for all of them, so that
nobody need declare them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, combinations
from math import comb
from typing import Any, Final, NamedTuple

from clew.constraints.arithmetic import Linear
from clew.constraints.base import Constraint, Values, truth
from clew.constraints.differing import Differing
from clew.constraints.names import Scope
from clew.constraints.primitives import Extension, Primitive, WeightedSum, is_unordered
from clew.constraints.registration import DECIDED, DOMAIN, Registration, words
from clew.errors import cut
from clew.limits import looking
from clew.records import evolve, field, frozen

WIDEST: Final = 64
"""Values of a variable, and of the variables of a sum together, up to which its sets of numbers are listed."""

SETS: Final = 500
"""Sets of numbers up to which those of a sum are listed."""

OTHERS: Final = 100
"""Other variables, at most, that lose a number that a sum needs: first those that differ from most of its variables."""

Numbers = Callable[[Hashable], Sequence[int] | None]
"""The whole numbers that a variable has left; None if it has none, other values, or too many."""

Left = Callable[[Hashable], Sequence[Any]]
"""The values that a variable has left."""


NOT_ADDING_UP: Final = words(
    "cannot add up with different numbers",
    "ne peut pas avoir le bon total avec des nombres différents",
    "geht mit verschiedenen Zahlen nicht auf",
)
"""How a hint says that sums of different numbers leave nothing."""


@frozen(eq=False)
class DistinctSum(Primitive):
    """The variables take different numbers, one of some sets: such as those with a given sum. The compilers add it.

    Behind them in its scope come others that differ from several of them. A number that is in all of the sets that are
    possible is one of theirs, so others lose it if they differ from each that can have it.

    Attributes:
        values: the numbers that the variables have together, in ascending order.
        sets: the sets of numbers: bit k for the k-th of the values.
        others: the other variables, each with bits: bit k if it differs from the k-th of the variables.
    """

    record = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.distinct_sum:compile_distinct_sum",
        engine="clew.core.lowering.sums:distinct_sum",
        python_if_small=False,
        unwritten="the constraints that it follows from are written",
        hint=NOT_ADDING_UP,
    )

    values: tuple[int, ...]
    sets: tuple[int, ...]
    others: tuple[tuple[Hashable, int], ...] = ()

    @property
    def scope(self) -> Scope:
        return (*self.source.scope, *[variable for variable, _ in self.others])


@frozen
class OneOfSets(Constraint):
    """The variables take different numbers, one of some sets, because some declared constraints say so together.

    Args:
        scope: the variables.
        values: the numbers that they may take, in ascending order.
        sets: the sets of numbers: bit k for the k-th of the values.
        others: other variables, each with bits: bit k if it differs from the k-th of the variables.
    """

    values: tuple[int, ...]
    sets: tuple[int, ...] = field(repr=False)
    others: tuple[tuple[Hashable, int], ...] = field(default=(), repr=False)

    def holds(self, values: Values) -> bool:
        places = {self.values.index(value) for value in values if value in self.values}
        return len(places) == len(values) and sum(1 << place for place in places) in self.sets

    def primitives(self) -> Iterable[Primitive]:
        return (DistinctSum(self, self.values, self.sets, self.others),)


@frozen
class SumOfDifferent(OneOfSets):
    """The variables take different numbers with a given sum, because some declared constraints say so together."""

    total: int = 0


class PlainSum(NamedTuple):
    """Variables that have a sum.

    Attributes:
        scope: the variables.
        total: their sum.
        of: the constraints that say so.
    """

    scope: Scope
    total: int
    of: tuple[Constraint, ...]

    def of_sets(self, values: tuple[int, ...]) -> OneOfSets | None:
        """That the variables, which differ, take a set of these numbers; None if the sets say nothing, or are many."""
        if len(values) == len(self.scope) and sum(values) == self.total:  # a permutation
            return None
        sets = sets_with_sum(values, len(self.scope), self.total, SETS)
        return None if sets is None else SumOfDifferent(self.scope, values, sets, (), self.total)

    def linear(self, signs: Sequence[int] = ()) -> Primitive:
        """The primitive of this sum, or of the difference of its variables that has these signs."""
        linear = Linear(self.scope, signs or (1,) * len(self.scope), "==", self.total)
        (primitive,) = named_after(self.of, linear).primitives()
        return primitive


class InAnyOrder(NamedTuple):
    """Variables that may change places in a constraint.

    Attributes:
        scope: the variables.
        of: the constraint.
    """

    scope: Scope
    of: tuple[Constraint]

    def of_sets(self, values: tuple[int, ...]) -> OneOfSets | None:
        """That the variables, which differ, take a set of these numbers; None if the sets are many."""
        if comb(len(values), len(self.scope)) > SETS:
            return None
        sets = [
            sum(1 << place for place in places)
            for places in looking(combinations(range(len(values)), len(self.scope)))
            if truth(*self.of, [values[place] for place in places])
        ]
        return OneOfSets(self.scope, values, tuple(sets))


def named_after(constraints: Iterable[Constraint], made: Constraint) -> Constraint:
    """A constraint that follows from some others, by their names if they have any."""
    names = [one.label for one in constraints if one.label]
    return made.named(cut(" and ".join(names))) if names else made


def distinct_sums(
    primitives: Sequence[Primitive], domains: Mapping[Any, Sequence[Any]], left: Left
) -> Iterator[Primitive]:
    """The sums of different numbers, or of groups of them, and of the variables left over that follow from a model.

    Args:
        primitives: all of them.
        domains: the variables with the values that they were declared with.
        left: the values that a variable has left once the constraints on one variable have shrunk its domain.
    """
    from clew.constraints.added_sums import added_sums
    from clew.constraints.grouped_sums import sums_of_groups
    from clew.constraints.left_over import left_over

    @cache
    def numbers(variable: Hashable) -> Sequence[int] | None:
        values = left(variable) if len(domains[variable]) <= WIDEST else ()
        return values if values and all(type(value) is int for value in values) else None

    sums, tables = ([*filter(None, map(kind, primitives))] for kind in (plain_sum, sum_of_table))
    differing = Differing(primitives)
    for plain in looking(sums):
        yield from sums_of_different(plain, differing, numbers)
    for one in filter(is_unordered, primitives):
        yield from sums_of_different(InAnyOrder(one.scope, (one.source,)), differing, numbers)
    for one in primitives:
        yield from sums_of_groups(one, differing, numbers)
    for rest, signs in left_over([*sums, *tables], differing, numbers):
        if signs or not (made := sums_of_different(rest, differing, numbers)):
            one = rest.linear(signs)
            made = (one, *sums_of_groups(one, differing, numbers))
        yield from made
    for rest in added_sums(sums, differing, numbers):
        yield from sums_of_groups(rest.linear(), differing, numbers)


def plain_sum(primitive: Primitive) -> PlainSum | None:
    """The sum of some variables that a primitive gives; None if it does not."""
    if not isinstance(primitive, WeightedSum) or primitive.relation != "==" or len(set(primitive.coefficients)) != 1:
        return None
    weight, bound = primitive.coefficients[0], primitive.bound
    if not (type(weight) is type(bound) is int and weight and bound % weight == 0):
        return None
    return PlainSum(primitive.scope, bound // weight, (primitive.source,))


def sum_of_table(primitive: Primitive) -> PlainSum | None:
    """The same sum of all rows of a table; None if they have none, or it is no table."""
    if not isinstance(primitive, Extension) or not isinstance(primitive.tuples, frozenset):
        return None
    total = common_sum(primitive.tuples)
    return None if total is None else PlainSum(primitive.scope, total, (primitive.source,))


def common_sum(rows: frozenset[tuple[Any, ...]]) -> int | None:
    """The sum that all of some rows of whole numbers have; None if they have none in common."""
    total = None
    for row in rows:
        if any(type(value) is not int for value in row) or total not in (None, sum(row)):
            return None
        total = sum(row)
    return total


def sums_of_different(plain: PlainSum | InAnyOrder, differing: Differing, numbers: Numbers) -> Iterable[Primitive]:
    """The primitive of a sum of variables that differ; none if they may be equal, or its sets are not listed.

    Args:
        plain: the sum, or other variables that may change places.
        differing: the variables that differ.
        numbers: gives the numbers that a variable has left, or None.
    """
    lists = [numbers(variable) for variable in plain.scope]
    values = {value for own in lists for value in own or ()}
    if None in lists or len(values) > WIDEST or not differing.are_different(plain.scope):
        return ()
    if (made := plain.of_sets(tuple(sorted(values)))) is None:
        return ()
    others = [own for own in differing.others(plain.scope, OTHERS) if numbers(own[0]) is not None]
    others.sort(key=lambda own: -own[1].bit_count())
    return named_after(plain.of, evolve(made, others=tuple(others[:OTHERS]))).primitives()


@lru_cache(maxsize=1000)
def sets_with_sum(values: tuple[int, ...], count: int, total: int, most: int) -> tuple[int, ...] | None:
    """The sets of so many of some numbers that have a sum, as bits; None if there are more than may be listed.

    They are found depth first, the largest number first, and a number is not tried if with it the rest cannot be
    reached. If the numbers follow each other each number that is tried leads to a set; otherwise those that lead to
    none are limited, too.

    Args:
        values: the numbers, in ascending order.
        count: how many of them, at least one.
        total: their sum.
        most: the sets that may be listed.
    """
    sums, places = [0, *accumulate(values)], {value: k for k, value in enumerate(values)}
    found: list[int] = []
    stack = [(len(values), count, total, 0)]
    tried = 0
    while stack and tried <= WIDEST * most and len(found) <= most:
        end, missing, rest, chosen = stack.pop()
        tried += 1
        if missing == 1:
            place = places.get(rest, end)
            found += [chosen | 1 << place] if place < end else []
            continue
        if end < missing or not sums[missing] <= rest <= sums[end] - sums[end - missing]:
            continue
        stack.append((end - 1, missing, rest, chosen))
        stack.append((end - 1, missing - 1, rest - values[end - 1], chosen | 1 << end - 1))
    return None if stack or len(found) > most else tuple(found)

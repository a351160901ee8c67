"""Sums of which some variables differ: the numbers of a group add up to more than each of them at its least.

Three cells of a box on a diagonal have the sum 6 at least, not 3. Neither the sum nor the variables that differ say so
by themselves. The compilers ask `implied` for all such sums, so that nobody need declare them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import accumulate, chain, combinations, pairwise
from typing import Final

from clew.constraints.base import Constraint, Values
from clew.constraints.differing import Differing
from clew.constraints.distinct_sums import NOT_ADDING_UP, WIDEST, Numbers
from clew.constraints.primitives import Primitive, WeightedSum
from clew.constraints.registration import DECIDED, Registration
from clew.limits import looking
from clew.records import frozen

LARGE: Final = 3
"""Variables that differ from which on their group bounds a sum: two add up to little more than any two."""


@frozen(eq=False)
class GroupedSum(Primitive):
    """A weighted sum of groups of different numbers. The compilers add it; no constraint is made of it.

    The least that a group can add is found by giving its variables, those with the least first number first, the least
    number that any of them has, is not below that first one, and is free; and the most likewise (Beldiceanu, Carlsson,
    Petit and Régin, An O(n log n) bound consistency algorithm for the conjunction of an alldifferent and an inequality
    between a sum of variables and a constant, 2012). A variable keeps the numbers that leave enough for the others.

    Attributes:
        values: the numbers that the variables have together, in ascending order.
        sizes: how many variables each group has, one after the other in the scope.
        weights: of each group a whole number, not 0.
        total: the sum.
    """

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        reference="clew.reference.propagation.grouped_sum:compile_grouped_sum",
        engine="clew.core.lowering.sums:grouped_sum",
        python_if_small=False,
        unwritten="the constraints that it follows from are written",
        hint=NOT_ADDING_UP,
    )

    values: tuple[int, ...]
    sizes: tuple[int, ...]
    weights: tuple[int, ...]
    total: int


@frozen
class SumOfGroups(Constraint):
    """Variables of which some differ have a weighted sum, because some declared constraints say so together.

    Args:
        scope: the variables, group after group.
        values: the numbers that they may take, in ascending order.
        sizes: how many variables each group has: these differ.
        weights: of each group a whole number, not 0.
        total: the sum.
    """

    values: tuple[int, ...]
    sizes: tuple[int, ...]
    weights: tuple[int, ...]
    total: int

    def holds(self, values: Values) -> bool:
        groups = [values[a:b] for a, b in pairwise((0, *accumulate(self.sizes)))]
        differ = all(len({*group}) == len(group) for group in groups) and {*values} <= {*self.values}
        return differ and self.total == sum(w * sum(group) for w, group in zip(self.weights, groups, strict=True))

    def primitives(self) -> Iterable[Primitive]:
        return (GroupedSum(self, self.values, self.sizes, self.weights, self.total),)


def sums_of_groups(primitive: Primitive, differing: Differing, numbers: Numbers) -> Iterator[Primitive]:
    """The primitives of a sum of which three variables or more differ and weigh the same, but not all of them.

    The groups can often be made in two ways, as of a diagonal by boxes, or by places in the boxes: no two variables are
    together in both.

    Args:
        primitive: any primitive.
        differing: the variables that differ.
        numbers: gives the numbers that a variable has left, or None.
    """
    if not isinstance(primitive, WeightedSum) or primitive.relation != "==" or len(primitive.scope) <= LARGE:
        return
    lists = [numbers(variable) for variable in primitive.scope]
    values = {value for own in lists for value in own or ()}
    is_exact = all(type(number) is int for number in (*primitive.coefficients, primitive.bound))
    if None in lists or len(values) > WIDEST or not is_exact:
        return
    weights = {v: weight for v, weight in zip(primitive.scope, primitive.coefficients, strict=True) if weight}
    known: set[frozenset[Hashable]] = set()
    for _ in range(2):
        groups = _groups(weights, differing, known)
        sizes = tuple([len(group) for group in groups])
        if len(groups) < 2 or not LARGE <= max(sizes) <= len(values):
            return
        known.update(frozenset(pair) for group in groups for pair in combinations(group, 2))
        parts = tuple(sorted(values)), sizes, tuple([weights[group[0]] for group in groups]), primitive.bound
        made = SumOfGroups(tuple(chain.from_iterable(groups)), *parts)
        yield from made.named(primitive.source.label).primitives() if primitive.source.label else made.primitives()


def _groups(
    weights: Mapping[Hashable, int], differing: Differing, known: set[frozenset[Hashable]]
) -> list[list[Hashable]]:
    """Groups of variables that weigh the same and differ, no two of which are known to.

    A large group bounds a sum by more than two small ones: four digits add up to 10 at least, two and two to 6. So
    groups that one constraint tells apart are taken first, one after the other the largest; of what is left each
    variable is in the first group of which it differs from all.
    """

    def joins(variable: Hashable, group: list[Hashable]) -> bool:
        return weights[group[0]] == weights[variable] and all(
            differing.are_different((variable, one)) and frozenset((variable, one)) not in known for one in group
        )

    groups = _largest(weights, differing, known)
    for variable in looking([v for v in weights if v not in {*chain.from_iterable(groups)}]):
        some = (group for group in groups if joins(variable, group)) if differing.has(variable) else iter(())
        if (group := next(some, None)) is not None:
            group.append(variable)
        else:
            groups.append([variable])
    return groups


def _largest(
    weights: Mapping[Hashable, int], differing: Differing, known: set[frozenset[Hashable]]
) -> list[list[Hashable]]:
    """Disjoint groups of `LARGE` variables or more that one constraint tells apart, one after the other the largest."""
    parts: list[list[Hashable]] = []
    for some in differing.parts(weights):
        first = len(parts)
        for v in some:
            for part in parts[first:]:
                if weights[part[0]] == weights[v] and known.isdisjoint(frozenset((v, other)) for other in part):
                    part.append(v)
                    break
            else:
                parts.append([v])
    bits = {variable: 1 << k for k, variable in enumerate(weights)}
    masks = [sum([bits[variable] for variable in part]) for part in parts]
    groups: list[list[Hashable]] = []
    left = (1 << len(bits)) - 1
    while (largest := max([mask & left for mask in looking(masks)], key=int.bit_count, default=0)).bit_count() >= LARGE:
        part = parts[[mask & left for mask in masks].index(largest)]
        groups.append([variable for variable in part if bits[variable] & left])
        left ^= largest
    return groups

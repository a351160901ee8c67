"""Sums that are added up: the variables of several sums together may differ more than those of each.

A diagonal of a sudoku has few cells in a row; two diagonals have twice as many. The numbers that must differ can make
the total of several nearly the least, or the most, that there is. Then each number is bounded, though no sum alone
bounds anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import accumulate, combinations, islice
from math import inf, isqrt
from typing import Final, NamedTuple

from clew.constraints.base import Constraint
from clew.constraints.differing import Differing
from clew.constraints.distinct_sums import Numbers, PlainSum
from clew.constraints.left_over import permutations
from clew.limits import looking

LONGEST: Final = 100
"""Variables of a sum up to which it is added to others."""

TRIES: Final = 100_000
"""Pairs of sums, and of permutations, up to which all are looked at; of sums to be added up, for each group."""

SLACK: Final = 0.25
"""The share of the way between the least and the most up to which a total bounds its numbers."""


class Sum(NamedTuple):
    """A sum of declared constraints, or several that have no variable in common.

    Attributes:
        slack: how far the total is from the least or the most, as a share of the way between them.
        order: its number; of equal ones the first that was found comes first.
        bits: the variables, a bit for each.
        total: their sum.
        of: the constraints that say so.
    """

    slack: float
    order: int
    bits: int
    total: int
    of: tuple[Constraint, ...]


Pair = tuple[Sum, Sum, Sum]
"""Two sums added up, and the two."""


def added_sums(plain: Iterable[PlainSum], differing: Differing, numbers: Numbers) -> Iterator[PlainSum]:
    """Sums of several sums that bound their variables.

    Args:
        plain: the sums of a model.
        differing: the variables that differ.
        numbers: gives the numbers that a variable has left, or None.
    """
    long = (one for one in plain if 2 < len(one.scope) <= LONGEST and any(map(differing.has, one.scope)))
    sums = [*islice((one for one in long if None not in map(numbers, one.scope)), isqrt(TRIES))]
    if sums:
        units = [*islice(permutations(differing, numbers), isqrt(TRIES))]
        yield from Adding(sums, units, differing, numbers).found()


class Adding:
    """The sums of a model, with its variables as bits.

    Args:
        sums: the sums.
        units: the sums of permutations.
        differing: the variables that differ.
        numbers: gives the numbers that a variable has left.
    """

    def __init__(
        self, sums: Sequence[PlainSum], units: Sequence[PlainSum], differing: Differing, numbers: Numbers
    ) -> None:
        variables = dict.fromkeys(v for one in (*sums, *units) for v in one.scope)
        self._bits = {variable: 1 << k for k, variable in enumerate(variables)}
        self._having: dict[frozenset[int], int] = {}
        for variable, bit in self._bits.items():
            own = frozenset(numbers(variable) or ())
            self._having[own] = self._having.get(own, 0) | bit
        groups = [sum(self._bits.get(variable, 0) for variable in one.scope) for one in differing.groups]
        self._groups = [group for group in groups if group.bit_count() > 2]
        self._order = 0
        self._sums, self._units = (
            [self._sum(sum(map(self._bits.__getitem__, scope)), total, of) for scope, total, of in some]
            for some in (sums, units)
        )

    def found(self) -> Iterator[PlainSum]:
        """The sums that bound their variables, first those around permutations."""
        for one in (*self._around(), *self._together()) if self._groups else ():
            if one.slack < SLACK:
                scope = tuple([variable for variable, bit in self._bits.items() if bit & one.bits])
                yield PlainSum(scope, one.total, one.of)

    def _around(self) -> Iterable[Sum]:
        """Of sums that cover a permutation together the variables that lie outside, each time once.

        Those that have the most in common with it are added up first, then permutations that cover just what is left.
        Other permutations that lie outside as a whole are subtracted.
        """
        found: dict[int, Sum] = {}
        for unit in looking(self._units):
            bits, total, of = 0, -unit.total, unit.of
            crossing = [one for one in self._sums if one.bits & unit.bits]
            crossing.sort(key=lambda one: -(one.bits & unit.bits).bit_count())
            for one in (*crossing, *(one for one in self._units if (one.bits & unit.bits).bit_count() > 1)):
                if not one.bits & bits:
                    bits, total, of = bits | one.bits, total + one.total, of + one.of
            if unit.bits & ~bits:
                continue
            left = bits ^ unit.bits
            for one in self._units:
                if not one.bits & ~left:
                    left, total, of = left ^ one.bits, total - one.total, of + one.of
            if left and left not in found:
                found[left] = self._sum(left, total, of)
        return found.values()

    def _together(self) -> Iterator[Sum]:
        """Sums that are tighter than each of those that they add up.

        Of all pairs the tightest is put together first, and both are taken out; it may be put together again.
        """
        pool = {one.bits: one for one in self._sums}
        kept = sorted(pool.values())[: isqrt(TRIES // len(self._groups))]
        declared = len(kept)
        heap = [*self._tighter(looking(combinations(kept, 2)))]
        heapify(heap)
        while heap:
            both, one, other = heappop(heap)
            if pool.get(one.bits) is one and pool.get(other.bits) is other and both.bits not in pool:
                del pool[one.bits], pool[other.bits]
                for pair in self._tighter([(both, third) for third in kept if third.bits in pool]):
                    heappush(heap, pair)
                pool[both.bits] = both
                kept.append(both)
        yield from (one for one in kept[declared:] if one.bits in pool)

    def _tighter(self, pairs: Iterable[tuple[Sum, Sum]]) -> Iterator[Pair]:
        """Two sums added up if they have no variable in common, and are tighter together."""
        for one, other in pairs:
            if not one.bits & other.bits:
                both = self._sum(one.bits | other.bits, one.total + other.total, one.of + other.of)
                if both.slack < min(one.slack, other.slack):
                    yield both, one, other

    def _sum(self, bits: int, total: int, of: tuple[Constraint, ...]) -> Sum:
        """A sum with its slack, infinite if it is too long, or more variables differ than there are numbers.

        Groups that differ are taken out one after the other, the one that has most of the variables left first.
        """
        self._order += 1
        values = sorted(set().union(*[own for own, having in self._having.items() if having & bits]))
        least, most = [0, *accumulate(values)], [0, *accumulate(reversed(values))]
        groups = [group & bits for group in self._groups if group & bits]
        low = high = 0
        left = bits if bits.bit_count() <= LONGEST else 0
        while left:
            group = max([left & group for group in groups], key=int.bit_count, default=0)
            size, times = (group.bit_count(), 1) if group else (1, left.bit_count())
            if size > len(values):
                return Sum(inf, self._order, bits, total, of)
            low, high = low + times * least[size], high + times * most[size]
            left = left ^ group if group else 0
        slack = min(total - low, high - total) / (high - low) if high > low else inf
        return Sum(slack, self._order, bits, total, of)

"""Sums of the variables that are left over: the innies and outies of killer sudokus.

A *permutation*, variables that differ and have as many numbers as there are variables, has the sum of these numbers.
So have some permutations together that have no variable in common. Subtract the sums that lie within, or nearly so: if
few variables are left, inside or outside, they have a sum that no constraint states. These are linear combinations of a
few equations, which propagation does not find because it looks at one equation at a time.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import or_
from typing import Final, NamedTuple

from clew.constraints.base import Constraint
from clew.constraints.differing import Differing
from clew.constraints.distinct_sums import Numbers, PlainSum
from clew.constraints.names import Scope
from clew.limits import looking

LEFT: Final = 5
"""Variables that may be left over."""

TOGETHER: Final = 2
"""Permutations that are looked at together."""

UNIONS: Final = 10_000
"""Permutations, and sets of some, that are looked at, at most."""


class Equation(NamedTuple):
    """Some variables have a sum.

    Attributes:
        bits: the variables, a bit for each.
        total: their sum.
        of: the declared constraints that say so.
    """

    bits: int
    total: int
    of: tuple[Constraint, ...]


def left_over(
    plain: Iterable[PlainSum], differing: Differing, numbers: Numbers, *, most: int = 0, together: int = 0
) -> Iterator[tuple[PlainSum, tuple[int, ...]]]:
    """The sums of variables that are left over, each once.

    Args:
        plain: the sums of a model.
        differing: the variables that differ.
        numbers: gives the numbers that a variable has left, or None.
        most: variables that may be left over; `LEFT` if it is 0.
        together: permutations that are looked at together; `TOGETHER` if it is 0.

    Yields:
        Variables with their sum, and for each of them 1 or -1, if some are to be subtracted; no such signs if none is.
    """
    bits: dict[Hashable, int] = {}

    def equation(scope: Scope, total: int, of: tuple[Constraint, ...]) -> Equation:
        return Equation(sum(bits.setdefault(variable, 1 << len(bits)) for variable in scope), total, of)

    units = [equation(*one) for one in permutations(differing, numbers)]
    if not units:
        return
    sums = [equation(*one) for one in plain if None not in map(numbers, one.scope)]
    sums += [equation((v,), some[0], ()) for v in [*bits] if (some := numbers(v)) and len(some) == 1]
    own = {unit.bits for unit in units}
    sums = sorted((one for one in sums if one.bits not in own), key=lambda one: one.bits.bit_count())
    known = {(0, 0), *((one.bits, 0) for one in (*units, *sums))}
    for union, touching in looking(islice(unions(units, sums, together or TOGETHER), UNIONS)):
        for inside, outside, total, of in leaving(union, [sums[k] for k in touching], most or LEFT):
            if (inside, outside) not in known:
                known.add((inside, outside))
                scope = tuple([variable for variable, bit in bits.items() if (inside | outside) & bit])
                signs = [1 if inside & bits[variable] else -1 for variable in scope]
                yield PlainSum(scope, total if inside else -total, of), tuple(signs) if inside and outside else ()


def permutations(differing: Differing, numbers: Numbers) -> Iterator[PlainSum]:
    """The variables that differ and have as many whole numbers as there are variables."""
    for group in differing.groups:
        lists = [numbers(variable) for variable in group.scope]
        values = {value for own in lists for value in own or ()}
        if None not in lists and len(values) == len(group.scope):
            yield PlainSum(group.scope, sum(values), (group.source,))


def unions(
    units: Sequence[Equation], sums: Sequence[Equation], together: int
) -> Iterator[tuple[Equation, Sequence[int]]]:
    """Some permutations without a common variable, each of which has a sum in common with one of the others.

    Each with the numbers of the sums that have a variable in common with it, in ascending order.

    Args:
        units: the permutations.
        sums: the sums.
        together: how many permutations there may be.
    """
    beside, touching = _meeting(units, sums)
    layer = [(unit, beside[k], touching[k]) for k, unit in enumerate(units)]
    yield from zip(units, touching, strict=True)
    seen = {unit.bits for unit in units}
    for _ in range(1, together):
        after = []
        for union, near, own in layer:
            for k in map(_place, _bits(near)):
                unit = units[k]
                if not unit.bits & union.bits and (both := unit.bits | union.bits) not in seen:
                    seen.add(both)
                    made = Equation(both, union.total + unit.total, union.of + unit.of)
                    after.append((made, near | beside[k], sorted({*own, *touching[k]})))
                    yield made, after[-1][2]
        layer = after


def _meeting(units: Sequence[Equation], sums: Sequence[Equation]) -> tuple[list[int], list[list[int]]]:
    """For each permutation those with which it has a sum in common, as bits, and the numbers of its sums."""
    having: dict[int, int] = {}  # for each variable the permutations, as bits
    for k, unit in enumerate(units):
        for bit in _bits(unit.bits):
            having[bit] = having.get(bit, 0) | 1 << k
    beside = [0] * len(units)
    touching: list[list[int]] = [[] for _ in units]
    for number, one in enumerate(sums):
        both = reduce(or_, [having.get(bit, 0) for bit in _bits(one.bits)], 0)
        for k in map(_place, _bits(both)):
            beside[k] |= both
            touching[k].append(number)
    return beside, touching


def _bits(number: int) -> Iterator[int]:
    """The bits of a number, the lowest first."""
    while number:
        yield (bit := number & -number)
        number ^= bit


def _place(bit: int) -> int:
    return bit.bit_length() - 1


def leaving(
    union: Equation, sums: Iterable[Equation], most: int
) -> Iterator[tuple[int, int, int, tuple[Constraint, ...]]]:
    """The variables left of a union when sums are subtracted from it, if they are few.

    First those that lie within; then those of which most lies within, so that some of their variables are left outside.

    Args:
        union: the variables of some permutations.
        sums: those that have a variable in common with it, the shorter ones first. Of two that have one in common the
            first is subtracted.
        most: variables that may be left.

    Yields:
        The variables left inside, which are added, and outside, which are subtracted; their sum, and the constraints
        that say so.
    """
    inside, outside, total, of = union.bits, 0, union.total, union.of
    crossing = []
    for one in sums:
        if not one.bits & ~inside:
            inside ^= one.bits
            total -= one.total
            of += one.of
        elif one.bits & inside:
            crossing.append(one)
    if inside.bit_count() <= most:
        yield inside, 0, total, of
    for one in crossing:
        own, beyond = one.bits & union.bits, one.bits & ~union.bits
        if not own & ~inside and not beyond & outside and beyond.bit_count() < own.bit_count():
            inside ^= own
            outside |= beyond
            total -= one.total
            of += one.of
    if outside and inside.bit_count() + outside.bit_count() <= most:
        yield inside, outside, total, of

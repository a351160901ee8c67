"""Intervals of expressions, in whole numbers: the numbers that each may be by its parts, and back to these.

The numbers that a part may be are narrowed to two intervals, a low one and a high one, because a square may be far from
0 on either side; both are the same if nothing lies between them. The engine's twin is `core/propagators/compared.pxi`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import reduce
from math import inf, isqrt
from typing import Any, Final, NamedTuple

Interval = tuple[Any, Any]
"""The least and the most; empty if the least is more."""

Pieces = tuple[Interval, Interval]
"""Two intervals, the lower one first, or the same one twice."""

ALL: Final[Pieces] = ((-inf, inf), (-inf, inf))
NOTHING: Final[Pieces] = ((1, 0), (1, 0))


class Kind(IntEnum):
    """The kinds of steps, by their numbers in the engine."""

    SUM, PRODUCT, QUOTIENT, REMAINDER, POWER, DISTANCE, LARGEST = range(7)


SUM, PRODUCT, QUOTIENT, REMAINDER, POWER, DISTANCE, LARGEST = Kind


class Operation(NamedTuple):
    """A step of a calculation.

    Attributes:
        kind: the operation; `DISTANCE` is that from 0.
        parts: the steps before it of which it is calculated; the first steps are the variables.
        numbers: the weights of a sum, and the number that is added; the exponents of a product.
    """

    kind: Kind
    parts: tuple[int, ...]
    numbers: tuple[int, ...] = ()


def times(one: Interval, other: Interval) -> Interval:
    """The least and the most that a number of one interval times a number of another may be."""
    corners = [a * b for a in one for b in other]
    return min(corners), max(corners)


def raised(ends: Interval, exponent: int) -> Interval:
    """The least and the most that a power of a number of an interval may be; the exponent is positive."""
    corners = [end**exponent for end in ends]
    if exponent % 2 == 0 and ends[0] < 0 < ends[1]:
        corners.append(0)
    return min(corners), max(corners)


def met(pieces: Pieces, ends: Interval) -> Pieces | None:
    """The part of some pieces that lies in an interval; None for nothing."""
    low, high = ((max(least, ends[0]), min(most, ends[1])) for least, most in pieces)
    if low[0] > low[1]:
        low = high
    if high[0] > high[1]:
        high = low
    if low[0] > low[1]:
        return None
    both = low[0], high[1]
    return (both, both) if low[1] + 1 >= high[0] else (low, high)


def hull(pieces: Pieces) -> Interval:
    """The ends of two intervals together."""
    return pieces[0][0], pieces[1][1]


def _hull_of(some: Iterable[Interval]) -> Interval:
    least, most = zip(*some, strict=True)
    return min(least), max(most)


def _mirrored(ends: Interval, sign: int) -> Interval:
    return ends if sign > 0 else (-ends[1], -ends[0])


def _by_sign(number: Interval, divisor: Interval) -> Iterator[tuple[int, Interval, Interval]]:
    """A number and a divisor, by the sign of the divisor: negative ones divide the opposite number, made positive."""
    for sign in (1, -1):
        least, most = _mirrored(divisor, sign)
        if most > 0:
            yield sign, _mirrored(number, sign), (max(least, 1), most)


def _divided(number: Interval, divisor: Interval) -> Interval:
    """The quotients of a number by a positive divisor, rounded down."""
    (least, most), (small, large) = number, divisor
    return min(least // small, least // large), max(most // small, most // large)


def _over(pieces: Pieces, factor: int) -> Pieces:
    """The whole numbers whose product with a number that is not 0 lies in some pieces."""
    low, high = pieces if factor > 0 else (_mirrored(pieces[1], -1), _mirrored(pieces[0], -1))
    size = abs(factor)
    return (-(-low[0] // size), low[1] // size), (-(-high[0] // size), high[1] // size)


def _factors(ends: Interval, factor: Interval) -> Pieces:
    """The whole numbers whose product with some number of an interval lies in another one."""
    return _reaching((factor, ends[0]), (_mirrored(factor, -1), -ends[1]))


def _reaching(*conditions: tuple[Interval, Any]) -> Pieces:
    """The whole numbers whose product with an end of each interval is no smaller than a bound; one is positive."""
    least, most, top, bottom = -inf, inf, inf, -inf
    for (small, large), bound in conditions:
        if bound > 0:
            top = -bound // -small if small < 0 else -inf
            bottom = -(-bound // large) if large > 0 else inf
        else:
            most = min(most, -bound // -large) if large < 0 else most
            least = max(least, -(-bound // small)) if small > 0 else least
    return (least, min(most, top)), (max(least, bottom), most)


def _root(number: int, exponent: int) -> int:
    """The largest whole number whose power is no larger than a number that is not negative."""
    number = int(number)
    if exponent <= 2:
        return isqrt(number) if exponent == 2 else number
    root, beyond = 0, 1 << number.bit_length() // exponent + 1
    while root + 1 < beyond:
        middle = root + beyond >> 1
        root, beyond = (middle, beyond) if middle**exponent <= number else (root, middle)
    return root


def _rooted(ends: Interval, exponent: int) -> Interval:
    """The whole numbers whose power lies in an interval, those with its sign if the exponent is even."""
    least, most = ends
    least = _root(least - 1, exponent) + 1 if least > 0 else -_root(-least, exponent)
    return least, _root(most, exponent) if most >= 0 else -_root(-most - 1, exponent) - 1


def _roots(pieces: Pieces, exponent: int, own: Interval, *, is_even: bool) -> Pieces:
    """The numbers of an interval whose power lies in some pieces; distances from 0 are even powers of exponent 1."""
    low, high = (_rooted(ends, exponent) for ends in pieces)
    if not is_even or own[0] >= 0:
        return low, high
    if own[1] <= 0:
        return _mirrored(high, -1), _mirrored(low, -1)
    both = low[0], high[1]
    return _mirrored(both, -1), both


# -- forwards -------------------------------------------------------------------------------------


def _sum(step: Operation, own: list[Interval]) -> Interval:
    terms = [times(ends, (weight, weight)) for ends, weight in zip(own, step.numbers, strict=False)]
    return sum([low for low, _ in terms], step.numbers[-1]), sum([high for _, high in terms], step.numbers[-1])


def _quotient(step: Operation, own: list[Interval]) -> Interval:
    return _hull_of(_divided(number, divisor) for _, number, divisor in _by_sign(*own))


def _remainder(step: Operation, own: list[Interval]) -> Interval:
    some = []
    for sign, number, divisor in _by_sign(*own):
        least, most = 0, divisor[1] - 1
        quotient = _divided(number, divisor)
        if quotient[0] == quotient[1]:
            product = times(quotient, divisor)
            least, most = max(least, number[0] - product[1]), min(most, number[1] - product[0])
        if number[0] >= 0:
            most = min(most, number[1])
        some.append(_mirrored((least, most), sign))
    return _hull_of(some)


def _power(step: Operation, own: list[Interval]) -> Interval:
    (least, most), (low, high) = own
    if low == high:
        return raised(own[0], low) if low else (1, 1)
    if least >= 0:
        return min(least**low, least**high), max(most**low, most**high)
    size = max(-least, most) ** high
    return -size, size


def _distance(step: Operation, own: list[Interval]) -> Interval:
    ((least, most),) = own
    return (max(least, -most, 0), max(-least, most))


FORWARDS: Final[tuple[Callable[[Operation, list[Interval]], Interval], ...]] = (
    _sum,
    lambda step, own: reduce(times, map(raised, own, step.numbers)),
    *(_quotient, _remainder, _power, _distance),
    lambda step, own: (max(low for low, _ in own), max(high for _, high in own)),
)
"""For each kind of step its ends, by those of its parts."""


# -- backwards ------------------------------------------------------------------------------------

Parts = Iterable[tuple[int, Pieces]]


def _addends(step: Operation, own: list[Interval], kept: Pieces) -> Parts:
    terms = [times(ends, (weight, weight)) for ends, weight in zip(own, step.numbers, strict=False)]
    least, most = _sum(step, own)
    for part, weight, (low, high) in zip(step.parts, step.numbers, terms, strict=False):
        one, other = ((start - (most - high), end - (least - low)) for start, end in kept)
        yield part, _over((one, other), weight)


def _factors_of(step: Operation, own: list[Interval], kept: Pieces) -> Parts:
    powers = [*map(raised, own, step.numbers)]
    for k, (part, exponent) in enumerate(zip(step.parts, step.numbers, strict=True)):
        others = reduce(times, powers[:k] + powers[k + 1 :], (1, 1))
        if others == (0, 0):
            continue
        pieces = _over(kept, others[0]) if others[0] == others[1] else _factors(hull(kept), others)
        if exponent > 1:
            left = met(pieces, powers[k])
            pieces = _roots(left, exponent, own[k], is_even=exponent % 2 == 0) if left else NOTHING
        yield part, pieces


def _divided_from(step: Operation, own: list[Interval], kept: Pieces) -> Parts:
    least, most = hull(kept)
    some = []
    for sign, number, divisor in _by_sign(*own):
        after = most + 1
        left = met(_reaching(((after, after), number[0] + 1), ((-least, -least), -number[1])), divisor)
        if left:
            start, end = times((least, least), divisor)[0], times((after, after), divisor)[1] - 1
            some.append((sign, (start, end), hull(left)))
    return _with_signs(step, some)


def _remaining_from(step: Operation, own: list[Interval], kept: Pieces) -> Parts:
    some = []
    for sign, number, divisor in _by_sign(*own):
        least, most = _mirrored(hull(kept), sign)
        least, most = max(least, 0), min(most, divisor[1] - 1)
        quotient = _divided(number, divisor)
        pieces = _factors((number[0] - most, number[1] - least), quotient)
        left = met(pieces, (max(divisor[0], least + 1), divisor[1])) if least <= most else None
        if left:
            product = times(quotient, divisor)
            some.append((sign, (least + product[0], most + product[1]), hull(left)))
    return _with_signs(step, some)


def _with_signs(step: Operation, some: list[tuple[int, Interval, Interval]]) -> Parts:
    """The numbers that a number and a divisor may be, from those of both by the sign of the divisor."""
    if not some:
        yield step.parts[0], NOTHING
        return
    ends = _hull_of(_mirrored(number, sign) for sign, number, _ in some)
    yield step.parts[0], (ends, ends)
    divisors = sorted(_mirrored(divisor, sign) for sign, _, divisor in some)
    yield step.parts[1], (divisors[0], divisors[-1])


def _base_and_exponent(step: Operation, own: list[Interval], kept: Pieces) -> Parts:
    (least, most), (low, high) = own
    start, end = hull(kept)
    if low == high:
        if low:
            yield step.parts[0], _roots(kept, low, own[0], is_even=low % 2 == 0)
    elif least >= 0:
        base = _rooted((start, start), high)[0] if start > 1 else 0, _root(end, low) if low else inf
        yield step.parts[0], (base, base)
        while low <= high and most**low < start:
            low += 1
        while low <= high and least > 1 and least**high > end:
            high -= 1
        yield step.parts[1], ((low, high), (low, high))


def _compared(step: Operation, own: list[Interval], kept: Pieces) -> Parts:
    least, most = hull(kept)
    able = [k for k, (_, high) in enumerate(own) if high >= least]
    for k, part in enumerate(step.parts):
        ends = least if able == [k] else -inf, most
        yield part, (ends, ends)


BACKWARDS: Final[tuple[Callable[[Operation, list[Interval], Pieces], Parts], ...]] = (
    *(_addends, _factors_of, _divided_from, _remaining_from, _base_and_exponent),
    lambda step, own, kept: [(step.parts[0], _roots(kept, 1, own[0], is_even=True))],
    _compared,
)
"""For each kind of step its parts with what they may be, from the ends of these and what the step must be."""

"""Products, indexing, and constraints that are asked about their last open variable, compiled.

See `clew.kernels.native_pruning` for what the functions have in common.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clew.kernels.native import ONE, ZERO, trailing_zeros
from clew.kernels.native_inner import Integers, Words, inner

# What a constraint is asked (see `prune_last`).
ALLOWED: Final = 0
SUM: Final = 1
MULTIPLIED: Final = 2
APART: Final = 3
INDEXED: Final = 4

RELATIONS: Final = ("==", "!=", "<", "<=", ">", ">=")
"""The comparisons, by their numbers."""


@inner
def compare(least: int, most: int, relation: int, bound: int) -> bool:
    """Whether some number from the least to the most may stand in a relation to the bound."""
    if relation == 0:
        return least <= bound <= most
    if relation == 1:
        return least != bound or most != bound
    if relation <= 3:
        return least < bound + (relation - 2)
    return most > bound - (relation - 4)


@inner
def prune_product(
    at: int, count: int, ints: Integers, bits: Words, lanes: Words, free: Words, places: Integers
) -> bool:
    """Where no value is negative, keep those that fit the product of the others at their smallest or largest, once.

    The record: the relation, the bound; for each lane its values.
    """
    for k in range(count):
        rest = lanes[k]
        smallest = largest = ints[ints[at + 2 + k] + np.int64(trailing_zeros(rest))]
        while rest != ZERO:
            number = ints[ints[at + 2 + k] + np.int64(trailing_zeros(rest))]
            rest &= rest - ONE
            smallest = min(smallest, number)
            largest = max(largest, number)
        if smallest < 0:
            return True
        places[2 * k] = smallest
        places[2 * k + 1] = largest
    for k in range(count):
        least = most = 1
        for other in range(count):
            if other != k:
                least *= places[2 * other]
                most *= places[2 * other + 1]
        rest = lanes[k]
        while rest != ZERO:
            value = trailing_zeros(rest)
            rest &= rest - ONE
            number = ints[ints[at + 2 + k] + np.int64(value)]
            if not compare(number * least, number * most, ints[at], ints[at + 1]):
                lanes[k] ^= ONE << value
        if lanes[k] == ZERO:
            return False
    return True


@inner
def among(rest: np.uint64, numbers: int, ints: Integers, some: int, free: Words) -> np.uint64:
    """Those of some values whose numbers are in a set."""
    kept = ZERO
    while rest != ZERO:
        value = trailing_zeros(rest)
        rest &= rest - ONE
        number = ints[numbers + np.int64(value)]
        kept |= (free[some + (number >> 6)] >> np.uint64(number & 63) & ONE) << value
    return kept


@inner
def gather(rest: np.uint64, numbers: int, ints: Integers, some: int, free: Words) -> None:
    """Add the numbers of some values to a set."""
    while rest != ZERO:
        number = ints[numbers + np.int64(trailing_zeros(rest))]
        rest &= rest - ONE
        free[some + (number >> 6)] |= ONE << np.uint64(number & 63)


@inner
def prune_element(
    at: int, count: int, ints: Integers, bits: Words, lanes: Words, free: Words, places: Integers
) -> bool:
    """Keep the indices whose element and the value have something in common, and the values that some element has.

    The record: words of a set, the entries that the index's values stand for (-1 for none), where the entries are;
    for each lane numbers that are equal for equal values. An entry: which lane of the scope it is, or -1 for a
    constant; and then the bit, and the place of a number.
    """
    words = ints[at]
    chosen = ints[at + 1]
    entries = ints[at + 2]
    for j in range(2 * words):
        free[j] = ZERO
    gather(lanes[1], ints[at + 4], ints, 0, free)
    rest = lanes[0]
    kept = ZERO
    while rest != ZERO:
        place = trailing_zeros(rest)
        rest &= rest - ONE
        entry = ints[chosen + np.int64(place)]
        if entry < 0:
            continue
        who = ints[entries + 2 * entry]
        numbers = entries + 2 * entry + 1
        have = ONE
        if who >= 0:
            numbers = ints[at + 3 + who]
            have = lanes[who]
        if among(have, numbers, ints, 0, free) != ZERO:
            gather(have, numbers, ints, words, free)
            kept |= ONE << place
    if kept == ZERO:
        return False
    if kept & (kept - ONE) == ZERO:
        who = ints[entries + 2 * ints[chosen + np.int64(trailing_zeros(kept))]]
        if who >= 2:
            lanes[who] = among(lanes[who], ints[at + 3 + who], ints, 0, free)
    lanes[0] = kept
    lanes[1] = among(lanes[1], ints[at + 4], ints, words, free)
    return True


@inner
def holds(at: int, count: int, ints: Integers, bits: Words, places: Integers) -> bool:
    """What a constraint says about complete values, given by their places in the lanes (see `prune_last`)."""
    asked = ints[at]
    tables = at + 3
    if asked <= MULTIPLIED:
        total = 1 if asked == MULTIPLIED else 0
        for k in range(count):
            number = ints[ints[tables + k] + places[k]]
            total = total * number if asked == MULTIPLIED else total + number
        if asked == ALLOWED:
            return bool(bits[ints[at + 1] + (total >> 6)] >> np.uint64(total & 63) & ONE != ZERO)
        return bool(compare(total, total, ints[at + 1], ints[at + 2]))
    data = ints[at + 1]
    if asked == APART:
        for k in range(data, data + 2 * ints[at + 2], 2):
            one = ints[k]
            other = ints[k + 1]
            if ints[ints[tables + one] + places[one]] != ints[ints[tables + other] + places[other]]:
                return True
        return False
    entry = ints[ints[at + 2] + places[0]]
    if entry < 0:
        return False
    who = ints[data + 2 * entry]
    number = ints[data + 2 * entry + 1]
    if who >= 0:
        number = ints[ints[tables + who] + places[who]]
    return bool(number == ints[ints[tables + 1] + places[1]])


@inner
def prune_last(at: int, count: int, ints: Integers, bits: Words, lanes: Words, free: Words, places: Integers) -> bool:
    """Keep the values of the last open variable that satisfy the constraint.

    The record: what to ask, and two numbers that the question needs; for each lane numbers of its values.

    - ALLOWED: a row of bits. The values' numbers add up to the place in it.
    - SUM, MULTIPLIED: the relation and the bound. The values' numbers are terms or factors.
    - APART: where pairs of places are, and how many. One place at least must have values with different numbers.
    - INDEXED: where the entries are, and those that the index's values stand for, as `prune_element` has them.
    """
    hole = -1
    for k in range(count):
        have = lanes[k]
        if have & (have - ONE) == ZERO:
            places[k] = np.int64(trailing_zeros(have))
        elif hole >= 0:
            return True
        else:
            hole = k
    if hole < 0:
        return bool(holds(at, count, ints, bits, places))
    rest = lanes[hole]
    while rest != ZERO:
        value = trailing_zeros(rest)
        rest &= rest - ONE
        places[hole] = np.int64(value)
        if not holds(at, count, ints, bits, places):
            lanes[hole] ^= ONE << value
    return bool(lanes[hole] != ZERO)

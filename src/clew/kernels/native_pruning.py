"""What propagators do to a row of machine words, compiled: each kind is one function.

`clew.kernels.native_calls` takes the lanes of a scope out of the row, a word for each, and puts back what the function
has left of them. A function does what one call of its namesake in `clew.propagation` does, and says whether anything
is left. Nothing is remembered from call to call, and nothing allocated: what a function needs on its way is in words
that may hold anything before and after.

All the functions take the same:

- `at`, `count`: where the record goes on after the lanes, and how many lanes there are;
- `ints`, `bits`: the records with their tables, rows of bits;
- `lanes`: the values that each lane has, none of them empty, changed in place;
- `free`, `places`: words to work with, after those of the lanes; and the same memory once more, for whole numbers.

A propagator is a kind, and a place in `ints` where its record starts (`clew.kernels.native_propagators` writes it):
how many lanes, their numbers, and what its function tells. Long rows of bits are in `bits`, and the record says where.
Numbers that belong to the values of a lane are in `ints` too, value by value.

The functions are plain on purpose: what takes long in compiling them is to read them.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clew.kernels.native import ONE, ZERO, population, trailing_zeros
from clew.kernels.native_inner import Integers, Words, inner

# Kinds of propagators.
TABLE: Final = 0
LINEAR: Final = 1
STEPS: Final = 2
DISTINCT: Final = 3
MATCHING: Final = 4
PRODUCT: Final = 5
ELEMENT: Final = 6
LAST: Final = 7

LARGEST: Final = 2**62
"""No sum or product may get so far from zero."""

COMPLETE: Final = -1
OPEN: Final = -2
"""Instead of the place of a vector's one open variable: it has none, or several."""


@inner
def supporters(at: int, count: int, ints: Integers, bits: Words, lanes: Words, free: Words) -> bool:
    """The tuples whose values are all there, as a row of bits; False if there is none.

    A tuple has one value in each lane: those left are those that have one of the values there, and those that have
    none of the values gone. The smaller set is looked at.
    """
    words = ints[at]
    every = ints[at + 1]
    for j in range(words):
        free[j] = bits[every + j]
    for k in range(count):
        rows = ints[at + 2 + 2 * k]
        have = lanes[k]
        rest = have ^ np.uint64(ints[at + 3 + 2 * k])
        if rest == ZERO:
            continue
        by_absent = population(rest) < population(have)
        if not by_absent:
            rest = have
        for j in range(words):
            free[words + j] = ZERO
        while rest != ZERO:
            row = rows + np.int64(trailing_zeros(rest)) * words
            rest &= rest - ONE
            for j in range(words):
                free[words + j] |= bits[row + j]
        for j in range(words):
            free[j] &= ~free[words + j] if by_absent else free[words + j]
    some = ZERO
    for j in range(words):
        some |= free[j]
    return bool(some != ZERO)


@inner
def prune_table(at: int, count: int, ints: Integers, bits: Words, lanes: Words, free: Words, places: Integers) -> bool:
    """Keep the values that are in a tuple whose other values are all there.

    The record: words of a row, the row of all tuples; for each lane the rows of its values, and its bits.
    """
    if not supporters(at, count, ints, bits, lanes, free):
        return False
    end = words = ints[at]
    start = 0
    while free[start] == ZERO:
        start += 1
    while free[end - 1] == ZERO:
        end -= 1
    for k in range(count):
        rest = lanes[k]
        if rest & (rest - ONE) == ZERO:
            continue
        while rest != ZERO:
            value = trailing_zeros(rest)
            rest &= rest - ONE
            row = ints[at + 2 + 2 * k] + np.int64(value) * words
            j = start
            while j < end and bits[row + j] & free[j] == ZERO:
                j += 1
            if j == end:
                lanes[k] ^= ONE << value
    return True


@inner
def prune_linear(at: int, count: int, ints: Integers, bits: Words, lanes: Words, free: Words, places: Integers) -> bool:
    """Keep the values that the other variables could make up for at their smallest or largest, to the fixpoint.

    The record: the least and the largest sum allowed; whether one sum is forbidden, and which; for each lane the
    terms of its values.
    """
    low = ints[at]
    high = ints[at + 1]
    # A lane's ends are not known at first: it counts for nothing until it has been looked at.
    least = most = 0
    known = False
    changed = True
    while changed:
        if known:
            if least > high or most < low:
                return False
            if least >= low and most <= high:
                break
        changed = not known
        for k in range(count):
            smallest = places[2 * k]
            largest = places[2 * k + 1]
            need = low
            room = high
            if known:
                need -= most - largest
                room -= least - smallest
                if smallest == largest or (smallest >= need and largest <= room):
                    continue
                least -= smallest
                most -= largest
                changed = True
            else:
                need = -LARGEST
                room = LARGEST
            terms = ints[at + 4 + k]
            rest = lanes[k]
            smallest = LARGEST
            largest = -LARGEST
            while rest != ZERO:
                value = trailing_zeros(rest)
                rest &= rest - ONE
                term = ints[terms + np.int64(value)]
                if term < need or term > room:
                    lanes[k] ^= ONE << value
                else:
                    smallest = min(smallest, term)
                    largest = max(largest, term)
            if lanes[k] == ZERO:
                return False
            places[2 * k] = smallest
            places[2 * k + 1] = largest
            least += smallest
            most += largest
        known = True
    return not (ints[at + 2] != 0 and least == most and least == ints[at + 3])


@inner
def prune_steps(at: int, count: int, ints: Integers, bits: Words, lanes: Words, free: Words, places: Integers) -> bool:
    """Keep the values on a path from the start of an automaton to an accepting end.

    The record: the place of the automaton in `ints`. There: words of a layer; for each position the values, the
    memories after each memory and value, and the values that each memory goes on with. Only memories from which an
    end can be reached have numbers; the start is 0.
    """
    table = ints[at]
    words = ints[table]
    for j in range((count + 1) * words):
        free[j] = ZERO
    free[0] = ONE
    # Forward, which memories can be reached; backward, from which of them the end can.
    for turn in range(2 * count):
        backward = turn >= count
        position = 2 * count - 1 - turn if backward else turn
        entry = table + 1 + 3 * position
        width = ints[entry]
        then = (position + 1) * words
        some = ZERO
        for j in range(words):
            here = position * words + j
            front = free[here]
            while front != ZERO:
                place = trailing_zeros(front)
                front &= front - ONE
                memory = j * 64 + np.int64(place)
                rest = lanes[position] & bits[ints[entry + 2] + memory]
                alive = ZERO
                while rest != ZERO:
                    value = trailing_zeros(rest)
                    rest &= rest - ONE
                    number = ints[ints[entry + 1] + memory * width + np.int64(value)]
                    bit = np.uint64(number & 63)
                    number = then + (number >> 6)
                    if not backward:
                        free[number] |= ONE << bit
                        alive = ONE
                    else:
                        alive |= (free[number] >> bit & ONE) << value
                some |= alive
                if alive == ZERO:
                    free[here] ^= ONE << place
        if some == ZERO:
            return False
        if backward:
            lanes[position] = some
    return True


@inner
def agree(places: Integers, one: int, other: int, length: int, hole: int) -> bool:
    """Whether two vectors have the same values, but for the hole."""
    for k in range(length):  # noqa: SIM110  (compiled code has no generators)
        if places[one + k] != places[other + k] and k != hole:
            return False
    return True


@inner
def settled(at: int, ints: Integers, lanes: Words, places: Integers) -> int:
    """Write down the vectors' values and holes; how many are complete, or -1 if two of these are equal."""
    vectors = ints[at]
    length = ints[at + 1]
    holes = vectors * length
    complete = 0
    for v in range(vectors):
        hole = COMPLETE
        for p in range(length):
            k = v * length + p
            have = lanes[ints[at + 2 + 2 * k]]
            if have & (have - ONE) == ZERO:
                places[k] = ints[ints[at + 3 + 2 * k] + np.int64(trailing_zeros(have))]
            elif hole == COMPLETE:
                hole = p
            else:
                hole = OPEN
                break
        places[holes + v] = hole
        if hole == COMPLETE:
            complete += 1
            for other in range(v):
                if places[holes + other] == COMPLETE and agree(places, v * length, other * length, length, -1):
                    return -1
    return complete


@inner
def prune_distinct(
    at: int, count: int, ints: Integers, bits: Words, lanes: Words, free: Words, places: Integers
) -> bool:
    """Keep vectors apart: one with a single open variable must not become one that is complete.

    The record: the vectors' number, their length; for each variable of each vector which lane of the scope it is, and
    numbers that are equal for equal values.
    """
    vectors = ints[at]
    length = ints[at + 1]
    holes = vectors * length
    complete = settled(at, ints, lanes, places)
    if complete <= 0:
        return bool(complete == 0)
    for v in range(vectors):
        hole = places[holes + v]
        if hole < 0:
            continue
        k = v * length + hole
        lane = ints[at + 2 + 2 * k]
        same = ints[at + 3 + 2 * k]
        gone = ZERO
        for other in range(vectors):
            if places[holes + other] == COMPLETE and agree(places, v * length, other * length, length, hole):
                rest = lanes[lane]
                while rest != ZERO:
                    value = trailing_zeros(rest)
                    rest &= rest - ONE
                    if ints[same + np.int64(value)] == places[other * length + hole]:
                        gone |= ONE << value
        lanes[lane] &= ~gone  # where vectors share the variable, another may have taken some
        if lanes[lane] == ZERO:
            return False
    return True

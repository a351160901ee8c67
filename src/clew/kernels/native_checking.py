"""What forward checking asks of constraints that are not masks, compiled: `ForwardCheck.filter` on words.

A check counts a variable as open until it is assigned, however few values it has left. So each function first looks
which lanes of its scope are done. Most constraints judge complete values, and wait until one variable is open at most;
then they prune as propagators do. Others judge what is assigned so far:

- PREFIX: those that read their scope from the first variable to the last, up to the first open one;
- COUNTED: those that count values;
- ASKED: any other, by bits for all combinations of values, open variables among them.

`clew.kernels.native_checks` writes their records, among those of propagators. The functions that prune take what
those of `clew.kernels.native_pruning` take, and in `places` for each lane whether it is open.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from clew.kernels import native_table as nt
from clew.kernels.native import ONE, ZERO, trailing_zeros
from clew.kernels.native_asking import prune_last
from clew.kernels.native_calls import array, begun, ended, inputs
from clew.kernels.native_inner import Integers, Words, as_integers, inner
from clew.kernels.native_pruning import LARGEST, prune_table

# Kinds of checks, after those of propagators.
ALONE: Final = 32
ALONE_IN_TABLE: Final = 33
PREFIX: Final = 34
COUNTED: Final = 35
ASKED: Final = 36


@inner
def note_open(where: Any, number: int, at: int) -> int:
    """Write for each lane of a scope whether it is open, where the functions look; how many are."""
    t = nt.integers_at(where)
    scope_at, scopes = nt.integers_at(t[nt.SCOPE_AT]), nt.integers_at(t[nt.SCOPES])
    word, guard, done = nt.integers_at(t[nt.WORD]), nt.words_at(t[nt.GUARD]), nt.words_at(t[nt.DONE])
    done_at = at // t[nt.SIZE] * t[nt.SHORT]
    first, count = scope_at[number], scope_at[number + 1] - scope_at[number]
    places = as_integers(array(nt.words_at(t[nt.SCRATCH]), t[nt.SCRATCH_SIZE])[count:])
    some = 0
    for k in range(count):
        lane = scopes[first + k]
        places[k] = 1 if done[done_at + word[lane]] & guard[lane] == ZERO else 0
        some += places[k]
    return int(some)


def filtered(where: Any, at: int, done_at: int) -> int:
    """What the checks leave after a decision; 0 for a dead end. Nobody is to blame for it."""
    t = nt.integers_at(where)
    lane = nt.integers_at(t[nt.LANE])[done_at // t[nt.SHORT] - 1]
    watch_at, watches, kinds = (
        nt.integers_at(t[nt.WATCH_AT]),
        nt.integers_at(t[nt.WATCHES]),
        nt.integers_at(t[nt.KINDS]),
    )
    for j in range(watch_at[lane], watch_at[lane + 1]):
        if nt.call(kinds[watches[j]], t[nt.SELF], watches[j], at) == 0:
            return 0
    return 1


def alone(where: Any, number: int, at: int) -> int:
    """Ask a constraint about the values of its last open variable (see `prune_last`)."""
    if note_open(where, number, at) > 1:
        return 1
    alive = begun(where, number, at) and prune_last(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


def alone_in_table(where: Any, number: int, at: int) -> int:
    """The same for a table, by its tuples (see `prune_table`)."""
    if note_open(where, number, at) > 1:
        return 1
    alive = begun(where, number, at) and prune_table(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


@inner
def read(table: int, position: int, memory: int, place: int, ints: Integers) -> int:
    """What is remembered after one more value; -1 if nothing can follow."""
    width = ints[table + 2 * position]
    return int(ints[ints[table + 2 * position + 1] + memory * width + place])


@inner
def prune_prefix(at: int, count: int, ints: Integers, bits: Words, lanes: Words, free: Words, places: Integers) -> bool:
    """Keep the values of the first open variable that can be read, with those behind it up to the next open one.

    The record: where the automaton is in `ints`. There: for each position how many values there are, and where the
    memories after each memory and value are, -1 for none; at the end where it says which memories are accepted.
    """
    table = ints[at]
    memory = np.int64(0)
    hole = 0
    while hole < count and places[hole] == 0:
        memory = read(table, hole, memory, np.int64(trailing_zeros(lanes[hole])), ints)
        if memory < 0:
            return False
        hole += 1
    accepted = ints[table + 2 * count]
    if hole == count:
        return bool(ints[accepted + memory] != 0)
    rest = lanes[hole]
    while rest != ZERO:
        value = trailing_zeros(rest)
        rest &= rest - ONE
        then = read(table, hole, memory, np.int64(value), ints)
        position = hole + 1
        while then >= 0 and position < count and places[position] == 0:
            then = read(table, position, then, np.int64(trailing_zeros(lanes[position])), ints)
            position += 1
        if then < 0 or (position == count and ints[accepted + then] == 0):
            lanes[hole] ^= ONE << value
    return bool(lanes[hole] != ZERO)


@inner
def note_counts(at: int, count: int, ints: Integers, bits: Words, lanes: Words, places: Integers) -> int:
    """Write how often each value has occurred, behind what is open; how many are missing, -1 if some are too many."""
    missing = 0
    for c in range(ints[at]):
        entry = at + 1 + 3 * c
        seen = 0
        for k in range(count):
            if places[k] == 0 and lanes[k] & bits[ints[entry + 2] + k] != ZERO:
                seen += 1
        if seen > ints[entry + 1]:
            return -1
        missing += max(0, ints[entry] - seen)
        places[count + c] = seen
    return missing


@inner
def missing_with(
    at: int, count: int, ints: Integers, bits: Words, places: Integers, k: int, bit: np.uint64, missing: int
) -> int:
    """How many are missing with one more value, the one with this bit of a lane; very many if it is one too many."""
    for c in range(ints[at]):
        entry = at + 1 + 3 * c
        if bits[ints[entry + 2] + k] & bit != ZERO:
            if places[count + c] >= ints[entry + 1]:
                return LARGEST
            if places[count + c] < ints[entry]:
                missing -= 1
    return missing


@inner
def prune_counted(
    at: int, count: int, ints: Integers, bits: Words, lanes: Words, free: Words, places: Integers
) -> bool:
    """Keep the values with which no count is exceeded, and those still missing find room.

    The record: how many counts there are; for each the least, the most, and where the bits of its value are for each
    lane.
    """
    missing = note_counts(at, count, ints, bits, lanes, places)
    if missing < 0:
        return False
    unread = 0
    for k in range(count):
        unread += places[k]
    if unread == 0:
        return bool(missing == 0)
    for k in range(count):
        rest = lanes[k] if places[k] != 0 else ZERO
        while rest != ZERO:
            bit = rest & (ZERO - rest)
            rest ^= bit
            if missing_with(at, count, ints, bits, places, k, bit, missing) > unread - 1:
                lanes[k] ^= bit
        if lanes[k] == ZERO:
            return False
    return True


@inner
def prune_asked(at: int, count: int, ints: Integers, bits: Words, lanes: Words, free: Words, places: Integers) -> bool:
    """Keep the values of each open variable that the constraint accepts with what is assigned.

    The record: where the answers are; for each lane numbers of its values. The numbers of the values assigned and of
    the one in question add up to the place of the answer.
    """
    base = np.int64(0)
    holes = 0
    for k in range(count):
        holes += places[k]
        if places[k] == 0:
            base += ints[ints[at + 1 + k] + np.int64(trailing_zeros(lanes[k]))]
    if holes == 0:
        return bool(bits[ints[at] + (base >> 6)] >> np.uint64(base & 63) & ONE != ZERO)
    for k in range(count):
        rest = lanes[k] if places[k] != 0 else ZERO
        while rest != ZERO:
            value = trailing_zeros(rest)
            rest &= rest - ONE
            place = base + ints[ints[at + 1 + k] + np.int64(value)]
            if bits[ints[at] + (place >> 6)] >> np.uint64(place & 63) & ONE == ZERO:
                lanes[k] ^= ONE << value
        if lanes[k] == ZERO:
            return False
    return True


def prefix(where: Any, number: int, at: int) -> int:
    """See `prune_prefix`."""
    note_open(where, number, at)
    alive = begun(where, number, at) and prune_prefix(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


def counted(where: Any, number: int, at: int) -> int:
    """See `prune_counted`."""
    note_open(where, number, at)
    alive = begun(where, number, at) and prune_counted(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


def asked(where: Any, number: int, at: int) -> int:
    """See `prune_asked`."""
    note_open(where, number, at)
    alive = begun(where, number, at) and prune_asked(*inputs(where, number, at))
    return int(ended(where, number, at, alive))


FUNCTIONS: Final = {
    ALONE: alone,
    ALONE_IN_TABLE: alone_in_table,
    PREFIX: prefix,
    COUNTED: counted,
    ASKED: asked,
}
"""What runs each kind."""

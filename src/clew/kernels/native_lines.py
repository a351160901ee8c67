"""The compiled steps of counting grids from both ends, on arrays of machine words.

See `clew.counting.meet_in_the_middle`.

A *record* is a row of words: what each column remembers, a few bits a column; the lines used, a bit a line; the
pairs of columns that are still equal, a bit a pair. Records that agree are kept once, with the number of beginnings
that they stand for: a table with open addressing says where.

Rows are read and written word by word, for slices of rows, and rows taken apart as tuples, take long to compile.

This module needs numba and numpy (`pip install 'clew[fast]'`); nothing imports it before a count has turned out to be
long.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from clew.kernels.native import Words, compiled, population, trailing_zeros
from clew.kernels.native_inner import inner

FREE: Final = -1
"""No state, no place."""

Places = NDArray[np.int64]
Table = NDArray[np.int32]
Small = NDArray[np.uint16]
Starts = NDArray[np.uint32]

ZERO, ONE, LOW = np.uint64(0), np.uint64(1), np.uint64(2**32 - 1)
HALF, SOME = np.uint64(32), np.uint64(29)
FACTOR, OTHER = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77)


@inner
def slot_of(table: Table, records: Words, at: int, among: Words) -> int:
    """Where a table has a record that is equal to one, or would have it.

    Args:
        table: for each slot the place of a record, or `FREE` (-1); a power of two, and not full.
        records, at: the record to look for.
        among: what the places are places in.
    """
    mixed = ZERO
    for k in range(records.shape[1]):
        mixed ^= records[at, k]  # products of halves: they never overflow
        mixed = (mixed & LOW) * FACTOR ^ (mixed >> HALF) * OTHER ^ mixed >> SOME
    slot = np.int64(mixed >> HALF ^ mixed & LOW) & (len(table) - 1)
    while table[slot] != FREE:
        same = True
        for k in range(records.shape[1]):
            same &= among[table[slot], k] == records[at, k]
        if same:
            break
        slot = (slot + 1) & (len(table) - 1)
    return int(slot)


@inner
def remembered(records: Words, at: int, memory: Places, column: int) -> int:
    """What a record says that a column remembers; for `memory` see `allow`."""
    word, shift, bits = memory[column, 0], memory[column, 1], memory[column, 2]
    return int(np.int64(records[at, word] >> np.uint64(shift) & (ONE << np.uint64(bits)) - ONE))


@compiled
def enter(table: Table, records: Words, first: int, end: int) -> None:
    """Enter records that differ into a table."""
    for k in range(first, end):
        table[slot_of(table, records, k, records)] = k


@compiled
def numbers(table: Table, records: Words, known: Words, size: int, adds: bool, found: Places) -> int:
    """The numbers of records, each its place among the known ones.

    Args:
        table, known, size: the known ones, with room for more.
        records: what to look up.
        adds: whether those that are not known become so; else their number is -1.
        found: takes the numbers.

    Returns:
        How many are known now.
    """
    for at in range(len(records)):
        slot = slot_of(table, records, at, known)
        if table[slot] == FREE and adds:
            table[slot] = size
            for k in range(records.shape[1]):
                known[size, k] = records[at, k]
            size += 1
        found[at] = table[slot]
    return size


@compiled
def allow(
    records: Words, first: int, end: int, memory: Places, permits: Words, rows: Words, used_at: int, allowed: Words
) -> int:
    """Which lines may continue some records.

    Args:
        records, first, end: the records: the first, and the one after the last.
        memory: for each column the word of a record, how far up it lies there, and how many bits it has.
        permits: for each column and what it remembers the lines that it lets pass.
        rows: the lines that the next row accepts.
        used_at: the first word of the lines used; 0 if lines may repeat.
        allowed: takes the lines.

    Returns:
        How many lines there are in all.
    """
    number = 0
    for at in range(first, end):
        for w in range(len(rows)):
            allowed[at, w] = rows[w] & ~records[at, used_at + w] if used_at else rows[w]
        for column in range(len(memory)):
            held = remembered(records, at, memory, column)
            for w in range(len(rows)):
                allowed[at, w] &= permits[column, held, w]
        for w in range(len(rows)):
            number += int(np.int64(population(allowed[at, w])))
    return number


@compiled
def expand(
    records: Words, counts: Words, allowed: Words, first: int, end: int, rows: Words, memory: Places, after: Places,
    lines: Places, equal: Words, kept: Words, used_at: int, equal_at: int, out: Words, out_counts: Words,
    table: Table, size: int,
) -> int:  # fmt: skip
    """Continue records by a row, and keep those that agree once.

    Args:
        records, counts, allowed: the records, what they stand for, and the lines that may come next.
        first, end: the first of them, and the one after the last.
        rows: the lines to continue by.
        memory: as for `allow`.
        after: for each column, what it remembers and the value that comes what it remembers then.
        lines: the values of each line.
        equal: for each line the pairs of columns that are equal in it.
        kept: the used lines that may matter later.
        used_at, equal_at: the first words of the used lines, and of the pairs; 0 if these do not matter.
        out, out_counts, table, size: those that came out until now, with room for more.

    Returns:
        How many came out.
    """
    columns = len(memory)
    held = np.zeros(columns, np.int64)
    for at in range(first, end):
        is_fresh = True
        for w in range(len(rows)):
            rest = allowed[at, w] & rows[w]
            while rest != ZERO:
                if is_fresh:
                    is_fresh = False
                    for column in range(columns):
                        held[column] = remembered(records, at, memory, column)
                line = w * 64 + np.int64(trailing_zeros(rest))
                lowest = rest & (~rest + ONE)
                rest ^= lowest
                for k in range(out.shape[1]):
                    out[size, k] = ZERO
                for column in range(columns):
                    then = np.uint64(after[column, held[column], lines[line, column]])
                    out[size, memory[column, 0]] |= then << np.uint64(memory[column, 1])
                if used_at:
                    for k in range(len(kept)):
                        out[size, used_at + k] = records[at, used_at + k] & kept[k]
                    out[size, used_at + w] |= lowest & kept[w]
                if equal_at:
                    for k in range(equal.shape[1]):
                        out[size, equal_at + k] = records[at, equal_at + k] & equal[line, k]
                slot = slot_of(table, out, size, out)
                if table[slot] == FREE:
                    table[slot] = size
                    out_counts[size] = counts[at]
                    size += 1
                else:
                    out_counts[table[slot]] += counts[at]
    return size


@compiled
def classify(
    records: Words, memory: Places, parts: Places, part_at: Places, marks: Words, mark_at: Places, keys: Words,
    ends: Words,
) -> None:  # fmt: skip
    """Say for each record what must be equal on both sides, and which bits may not meet.

    Args:
        records, memory: the records, and where they hold what the columns remember.
        parts: for each column and what it remembers the part that it belongs to.
        marks: for each column and what it remembers the bits that may not meet.
        part_at, mark_at: for each column the word of these, and how far up they lie there; the same on both sides.
        keys: takes the parts.
        ends: takes the bits.
    """
    for at in range(len(records)):
        for column in range(len(memory)):
            held = remembered(records, at, memory, column)
            keys[at, part_at[column, 0]] |= np.uint64(parts[column, held]) << np.uint64(part_at[column, 1])
            ends[at, mark_at[column, 0]] |= marks[column, held] << np.uint64(mark_at[column, 1])

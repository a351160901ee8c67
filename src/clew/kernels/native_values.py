"""One lane of a row of machine words: what it has, what is taken out of it, and what choosing a value leaves.

See `clew.kernels.native_walk` for what a row is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from clew.kernels import native_table as nt
from clew.kernels.native import ONE, ZERO, population, trailing_zeros
from clew.kernels.native_inner import inner
from clew.kernels.native_table import Table, Words


@inner
def guard_of(t: Table, lane: int) -> np.uint64:
    """The guard of a lane, in its word."""
    guard: np.uint64 = nt.words_at(t[nt.GUARD])[lane]
    return guard


@inner
def first_value(t: Table, rows: Words, at: int, lane: int) -> int:
    """The first value that a lane has; there is one."""
    block_of = nt.integers_at(t[nt.BLOCK])
    length = nt.integers_at(t[nt.LENGTH])
    word = nt.integers_at(t[nt.WORD])
    shift = nt.words_at(t[nt.SHIFT])
    block = block_of[lane]
    if length[lane] == 0:
        return int(np.int64(trailing_zeros(rows[at + word[lane]] >> shift[lane])))
    k = 0
    while rows[at + block + k] == ZERO:
        k += 1
    return int(k * 64 + np.int64(trailing_zeros(rows[at + block + k])))


@inner
def size_of(t: Table, rows: Words, at: int, lane: int) -> int:
    """How many values a lane has."""
    length = nt.integers_at(t[nt.LENGTH])
    word = nt.integers_at(t[nt.WORD])
    shift = nt.words_at(t[nt.SHIFT])
    ones = nt.words_at(t[nt.ONES])
    block = nt.integers_at(t[nt.BLOCK])
    if length[lane] == 0:
        return int(np.int64(population(rows[at + word[lane]] >> shift[lane] & ones[lane])))
    size = ZERO
    for w in range(at + block[lane], at + block[lane] + length[lane]):
        size += population(rows[w])
    return int(np.int64(size))


@inner
def has(t: Table, rows: Words, at: int, lane: int, k: int) -> bool:
    """Whether a lane has its k-th value."""
    length = nt.integers_at(t[nt.LENGTH])
    word = nt.integers_at(t[nt.WORD])
    shift = nt.words_at(t[nt.SHIFT])
    block = nt.integers_at(t[nt.BLOCK])
    if length[lane] == 0:
        return bool(rows[at + word[lane]] >> (shift[lane] + np.uint64(k)) & ONE != ZERO)
    return bool(rows[at + block[lane] + (k >> 6)] >> np.uint64(k & 63) & ONE != ZERO)


@inner
def remove(t: Table, rows: Words, at: int, lane: int, k: int) -> None:
    """Take the k-th value from a lane."""
    length = nt.integers_at(t[nt.LENGTH])
    word = nt.integers_at(t[nt.WORD])
    shift = nt.words_at(t[nt.SHIFT])
    block = nt.integers_at(t[nt.BLOCK])
    if length[lane] == 0:
        rows[at + word[lane]] &= ~(ONE << (shift[lane] + np.uint64(k)))
    else:
        rows[at + block[lane] + (k >> 6)] &= ~(ONE << np.uint64(k & 63))
        summarize(t, rows, at, lane)


@inner
def summarize(t: Table, rows: Words, at: int, lane: int) -> None:
    """Bring the summary of a wide lane up to date."""
    block = nt.integers_at(t[nt.BLOCK])
    length = nt.integers_at(t[nt.LENGTH])
    ones = nt.words_at(t[nt.ONES])
    word_of = nt.integers_at(t[nt.WORD])
    shift_of = nt.words_at(t[nt.SHIFT])
    summary = ZERO
    for w in range(at + block[lane], at + block[lane] + length[lane]):
        bits = rows[w]
        if bits != ZERO:
            if summary != ZERO or bits & (bits - ONE) != ZERO:
                summary = ones[lane]
                break
            summary = ONE
    word, shift = at + word_of[lane], shift_of[lane]
    rows[word] = rows[word] & ~(ones[lane] << shift) | summary << shift


@inner
def choose(t: Table, at: int, lane: int, k: int) -> None:
    """Leave what the k-th value of a lane leaves of all of them."""
    value = nt.integers_at(t[nt.FIRST])[lane] + k
    mask = nt.integers_at(t[nt.MASK_OF])[value]
    if mask < 0:
        nt.call(t[nt.GROUPED], t[nt.SELF], value, at)
        return
    rows, masks = nt.words_at(t[nt.DOMAINS]), nt.words_at(t[nt.MASKS])
    for w in range(t[nt.SIZE]):
        rows[at + w] &= masks[mask + w]
    wide = nt.integers_at(t[nt.WIDE])
    for j in range(t[nt.WIDES]):
        summarize(t, rows, at, wide[j])


def choose_in_groups(where: Any, value: int, at: int) -> int:
    """The same for a value that has no mask: what it rules out goes one by one, with what stands for the same."""
    t = nt.integers_at(where)
    rows = nt.words_at(t[nt.DOMAINS])
    first, lane_of = nt.integers_at(t[nt.FIRST]), nt.integers_at(t[nt.VALUE_LANE])
    value = nt.integers_at(t[nt.TWIN])[value]
    lane = lane_of[value]
    own = first[lane]
    for other in range(own, first[lane + 1]):
        if other != value and has(t, rows, at, lane, other - own):
            remove_linked(t, rows, at, other)
    group_at, groups = nt.integers_at(t[nt.GROUP_AT]), nt.integers_at(t[nt.GROUPS])
    member_at, members = nt.integers_at(t[nt.MEMBER_AT]), nt.integers_at(t[nt.MEMBERS])
    for j in range(group_at[value], group_at[value + 1]):
        for i in range(member_at[groups[j]], member_at[groups[j] + 1]):
            other = members[i]
            if other != value and has(t, rows, at, lane_of[other], other - first[lane_of[other]]):
                remove_linked(t, rows, at, other)
    return 0


@inner
def remove_linked(t: Table, rows: Words, at: int, value: int) -> None:
    """Take a value out of its lane, and what stands for the same out of the dual lanes."""
    lane = nt.integers_at(t[nt.VALUE_LANE])[value]
    remove(t, rows, at, lane, value - nt.integers_at(t[nt.FIRST])[lane])
    link_at = nt.integers_at(t[nt.LINK_AT])
    links, link_lane = nt.integers_at(t[nt.LINKS]), nt.integers_at(t[nt.LINK_LANE])
    for j in range(link_at[value], link_at[value + 1]):
        remove(t, rows, at, link_lane[j], links[j])

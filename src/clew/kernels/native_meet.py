"""The compiled step that joins prefixes and suffixes of grids (see `clew.counting.meet_in_the_middle`).

The endings of a group are turned around: for each key and each bit a row of words says which endings have it. So all
endings that a beginning goes with come from a few ORs, one for each bit of the beginning, and are counted at once.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clew.kernels.native import Words, compiled, population, trailing_zeros
from clew.kernels.native_inner import inner
from clew.kernels.native_lines import Places, Small, Starts

TOGETHER: Final = 4096
"""Beginnings that are looked at together, at most: so long does a look at the clock wait."""

ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)


@compiled
def spell(bits: Words, groups: Places, at: Starts, places: Small, shared_at: Places, shared: Small) -> None:
    """Write out the bits of some records by their places: those that a group shares once, the others for each.

    Args:
        bits, groups: the bits, and where each group begins, and the end.
        at, places: takes where the places of each record begin, and the end; and the places, if there is room.
        shared_at, shared: the same for each group.
    """
    number = shared_number = 0
    writes = len(places) > 0 or len(shared) > 0
    common = np.zeros(bits.shape[1], np.uint64)
    for group in range(len(groups) - 1):
        shared_at[group] = shared_number
        for w in range(bits.shape[1]):
            common[w] = ~ZERO
            for record in range(groups[group], groups[group + 1]):
                common[w] &= bits[record, w]
            rest = common[w]
            while rest != ZERO:
                if writes:
                    shared[shared_number] = 64 * w + np.int64(trailing_zeros(rest))
                rest &= rest - ONE
                shared_number += 1
        for record in range(groups[group], groups[group + 1]):
            at[record] = number
            for w in range(bits.shape[1]):
                rest = bits[record, w] & ~common[w]
                while rest != ZERO:
                    if writes:
                        places[number] = 64 * w + np.int64(trailing_zeros(rest))
                    rest &= rest - ONE
                    number += 1
    at[len(bits)] = number
    shared_at[len(groups) - 1] = shared_number


@compiled
def tabulate(
    keys: Places, runs: Places, bits: Words, counts: Words, first: int, end: int, row_of: Words
) -> tuple[Places, Places, Places, Places, Words, int]:
    """Turn a group of endings around: for each key and each bit the endings that have it.

    Args:
        keys, runs, bits, counts: the endings.
        first, end: the group.
        row_of: takes for each bit its row in the table; row 0 is empty, and so are the rows of bits that none has.

    Returns:
        The keys; for each where its rows begin, the words of a row, and how many rows say what the endings stand for:
        one for each binary digit; the rows; and which of them has all endings, the one before those of the digits.
    """
    row_of[:] = 0
    live = 0
    for w in range(bits.shape[1]):
        some = ZERO
        for k in range(first, end):
            some |= bits[k, w]
        while some != ZERO:
            live += 1
            row_of[64 * w + np.int64(trailing_zeros(some))] = live
            some &= some - ONE
    number = 0
    k = first
    while k < end:
        number += 1
        k = runs[k]
    of, at = np.zeros(number, np.int64), np.zeros(number, np.int64)
    widths, digits = np.zeros(number, np.int64), np.zeros(number, np.int64)
    size = 0
    k = first
    for run in range(number):
        of[run], at[run], widths[run] = keys[k], size, (runs[k] - k + 63) // 64
        most = ZERO
        for entry in range(k, runs[k]):
            most |= counts[entry]
        while most != ZERO:
            digits[run] += 1
            most >>= ONE
        size += (live + 2 + digits[run]) * widths[run]
        k = runs[k]
    table = np.zeros(size, np.uint64)
    k = first
    for run in range(number):
        width = widths[run]
        for entry in range(k, runs[k]):
            here = at[run] + (entry - k) // 64
            bit = ONE << np.uint64((entry - k) % 64)
            table[here + (live + 1) * width] |= bit
            for digit in range(digits[run]):
                table[here + (live + 2 + digit) * width] |= bit * (counts[entry] >> np.uint64(digit) & ONE)
            for w in range(bits.shape[1]):
                rest = bits[entry, w]
                while rest != ZERO:
                    table[here + np.int64(row_of[64 * w + np.int64(trailing_zeros(rest))]) * width] |= bit
                    rest &= rest - ONE
        k = runs[k]
    return of, at, widths, digits, table, live + 1


@inner
def narrow(
    table: Words, start: int, whole: int, digits: int, row_of: Words, shared: Small, first: int, end: int,
    at: Starts, places: Small, counts: Words,
) -> np.uint64:  # fmt: skip
    """Count the pairs of some beginnings with the endings of a key: 64 of these at most, that stand for up to 3 each.

    Args:
        table, start, whole, digits, row_of: the endings, turned around.
        shared: the bits that all beginnings have.
        first, end: the beginnings.
        at, places, counts: their other bits, and what they stand for.
    """
    base = np.uint64(start)
    fit = table[base + np.uint64(whole)]
    for bit in shared:
        fit &= ~table[base + row_of[bit]]
    some = ZERO
    if fit == ZERO:
        return some
    one, two = fit & table[base + np.uint64(whole + 1)], ZERO
    if digits == 2:
        two = fit & table[base + np.uint64(whole + 2)]
    k = np.uint64(at[first])
    for beginning in range(np.uint64(first), np.uint64(end)):
        refused = ZERO
        last = np.uint64(at[beginning + ONE])
        while k < last:
            refused |= table[base + row_of[places[k]]]
            k += ONE
        some += counts[beginning] * (population(one & ~refused) + population(two & ~refused) * TWO)
    return some


@inner
def wide(
    table: Words, start: int, whole: int, digits: int, row_of: Words, shared: Small, first: int, end: int,
    at: Starts, places: Small, counts: Words, width: int,
) -> np.uint64:  # fmt: skip
    """The same for any number of endings, that stand for as many as they like; a row has so many words."""
    some = ZERO
    for word in range(start, start + width):
        fit = table[word + whole * width]
        for bit in shared:
            fit &= ~table[word + np.int64(row_of[bit]) * width]
        if fit == ZERO:
            continue
        for beginning in range(first, end):
            refused = ZERO
            for k in range(np.int64(at[beginning]), np.int64(at[beginning + 1])):
                refused |= table[word + np.int64(row_of[places[k]]) * width]
            number = ZERO
            for digit in range(digits):
                row = table[word + (whole + 1 + digit) * width]
                number += population(fit & ~refused & row) << np.uint64(digit)
            some += number * counts[beginning]
    return some


@inner
def apart(ends: Words, group: int, others: Words, other: int) -> bool:
    """Whether two groups have no bit in common."""
    meets = ZERO
    for k in range(ends.shape[1]):
        meets |= ends[group, k] & others[other, k]
    return bool(meets == ZERO)


@inner
def first_from(of: Places, key: int) -> int:
    """The first of some sorted keys that is no smaller than one; `np.searchsorted` takes long to compile."""
    run, end = 0, len(of)
    while run < end:
        half = (run + end) // 2
        if of[half] < key:
            run = half + 1
        else:
            end = half
    return run


@compiled
def meet(
    keys: Places, runs: Places, counts: Words, groups: Places, ends: Words, lines: Places, at: Starts, places: Small,
    shared_at: Places, shared: Small, others: Places, other_runs: Places, bits: Words, other_counts: Words,
    other_groups: Places, other_ends: Words, other_lines: Places, weights: Places, place: Places, budget: int,
    found: Words,
) -> int:  # fmt: skip
    """Count the pairs of a beginning and an ending that fit: equal keys, and no bit in common.

    Args:
        keys, counts: the beginnings, sorted by group and key, and what they stand for.
        runs: for each beginning where the next key begins.
        groups, ends, lines: where each group begins, and the end; the bits of its columns; its line in the middle.
        at, places, shared_at, shared: the bits of the beginnings, spelled out.
        others, other_runs, bits, other_counts, other_groups, other_ends, other_lines: the endings likewise.
        weights: for each two lines in the middle what their grids count; 0 if they need not be counted.
        place: how far this has come: the group of endings, that of beginnings, the beginning; it is moved on.
        budget: how many steps to take, more or less.
        found: takes for each weight the number of pairs: what fits into a word, and the rest above it.

    Returns:
        What is left of the budget; it is positive if all is counted.
    """
    theirs, ours, i = place[0], place[1], place[2]
    row_of = np.zeros(64 * bits.shape[1], np.uint64)
    first = end = np.int64(0)  # of the kind that they are later, so that `tabulate` is compiled once
    of, rows_at, widths, digits, table, whole = tabulate(others, other_runs, bits, other_counts, first, end, row_of)
    tabulated = -1
    while theirs < len(other_lines) and budget > 0:
        while ours < len(lines):
            weight = weights[lines[ours], other_lines[theirs]]
            if weight > 0 and apart(ends, ours, other_ends, theirs):
                if tabulated != theirs:
                    tabulated = theirs
                    first, end = other_groups[theirs], other_groups[theirs + 1]
                    of, rows_at, widths, digits, table, whole = tabulate(
                        others, other_runs, bits, other_counts, first, end, row_of
                    )
                    budget = max(budget - (end - first), 1)  # one step at least, so that it comes to an end
                i, end = max(i, groups[ours]), groups[ours + 1]
                common = shared[shared_at[ours] : shared_at[ours + 1]]
                run = first_from(of, keys[i])
                some = ZERO
                while i < end and run < len(of) and budget > 0:
                    budget -= 1
                    if keys[i] < of[run]:
                        i = runs[i]
                    elif keys[i] > of[run]:
                        run += 1
                    else:
                        stop, start, width, powers = min(runs[i], i + TOGETHER), rows_at[run], widths[run], digits[run]
                        if width == 1 and powers <= 2:
                            some += narrow(table, start, whole, powers, row_of, common, i, stop, at, places, counts)
                        else:
                            some += wide(
                                table, start, whole, powers, row_of, common, i, stop, at, places, counts, width
                            )
                        budget -= (stop - i) * width
                        i = stop
                found[weight, 0] += some
                found[weight, 1] += np.uint64(found[weight, 0] < some)
                if i < end and run < len(of):
                    place[0], place[1], place[2] = theirs, ours, i
                    return budget
            i = 0
            ours += 1
        ours = 0
        theirs += 1
    place[0], place[1], place[2] = theirs, ours, i
    return budget if theirs < len(other_lines) else max(budget, 1)

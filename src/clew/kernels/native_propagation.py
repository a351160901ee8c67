"""Propagation on a row of machine words, to the fixpoint: `Network.propagate`, with the same steps in the same order.

See `clew.kernels.native_walk` for what a row is.
"""

from __future__ import annotations

import numpy as np

from clew.kernels import native_table as nt
from clew.kernels.native import ONE, ZERO, trailing_zeros
from clew.kernels.native_inner import inner
from clew.kernels.native_table import Table
from clew.kernels.native_values import choose, first_value, guard_of, has, remove, summarize


@inner
def settle(t: Table, done_at: int, value: int) -> None:
    """Note the lanes as done that choosing a value settles; their one value need not be chosen any more."""
    settle_at = nt.integers_at(t[nt.SETTLE_AT])
    words, guards = nt.integers_at(t[nt.SETTLE_WORD]), nt.words_at(t[nt.SETTLE_GUARD])
    done, single = nt.words_at(t[nt.DONE]), nt.words_at(t[nt.SINGLE])
    for j in range(settle_at[value], settle_at[value + 1]):
        done[done_at + words[j]] |= guards[j]
        single[words[j]] &= ~guards[j]


@inner
def choose_singles(t: Table, at: int, done_at: int) -> bool:
    """Choose every value that is alone in its lane, until there is none; False for a dead end."""
    domains = nt.words_at(t[nt.DOMAINS])
    chosen, mask_of, masks = nt.integers_at(t[nt.CHOSEN]), nt.integers_at(t[nt.MASK_OF]), nt.words_at(t[nt.MASKS])
    while True:
        some = find_singles(t, at, done_at)
        if some <= 0:
            return bool(some == 0)
        # First note which values these are, then choose them: what one rules out may be another one.
        number = note_singles(t, at, done_at)
        for j in range(number):
            mask = mask_of[chosen[j]]
            if mask < 0:
                nt.call(t[nt.GROUPED], t[nt.SELF], chosen[j], at)
            for w in range(t[nt.SIZE] if mask >= 0 else 0):
                domains[at + w] &= masks[mask + w]
        for j in range(t[nt.WIDES] if number else 0):
            summarize(t, domains, at, nt.integers_at(t[nt.WIDE])[j])


@inner
def find_singles(t: Table, at: int, done_at: int) -> int:
    """Find the lanes that have one value and are not done; -1 for a dead end, 0 if there are none, else 1."""
    domains, done, single = nt.words_at(t[nt.DOMAINS]), nt.words_at(t[nt.DONE]), nt.words_at(t[nt.SINGLE])
    guards, low = nt.words_at(t[nt.GUARDS]), nt.words_at(t[nt.LOW])
    empty = some = ZERO
    for w in range(t[nt.SHORT]):
        row, guard = domains[at + w], guards[w]
        full = guard - low[w]
        empty |= guard & ~(row + full)
        single[w] = (guard ^ done[done_at + w]) & ~((row & (row - low[w])) + full)
        some |= single[w]
    if empty != ZERO:
        blame_empty(t, at)
        return -1
    return 0 if some == ZERO else 1


@inner
def note_singles(t: Table, at: int, done_at: int) -> int:
    """Note the values of the lanes found, and the lanes that they settle as done; how many values there are."""
    domains, done, single = nt.words_at(t[nt.DOMAINS]), nt.words_at(t[nt.DONE]), nt.words_at(t[nt.SINGLE])
    speaking, first_of, shift_of = (
        nt.words_at(t[nt.SPEAKING]),
        nt.integers_at(t[nt.FIRST_OF]),
        nt.words_at(t[nt.SHIFT_OF]),
    )
    chosen, twin = nt.integers_at(t[nt.CHOSEN]), nt.integers_at(t[nt.TWIN])
    number = 0
    for block in range(0, t[nt.SHORT], 64):
        busy = ZERO  # the words with such a lane, as bits
        for w in range(block, min(block + 64, t[nt.SHORT])):
            done[done_at + w] |= single[w]
            busy |= (ONE if single[w] & speaking[w] != ZERO else ZERO) << np.uint64(w - block)
        while busy != ZERO:
            w = block + int(np.int64(trailing_zeros(busy)))
            found = single[w] & speaking[w]
            if found == ZERO:
                busy &= busy - ONE
                continue
            guard = w * 64 + np.int64(trailing_zeros(found))
            if first_of[guard] >= 0:
                value = first_of[guard] + np.int64(trailing_zeros(domains[at + w] >> shift_of[guard]))
            else:
                lane = nt.integers_at(t[nt.LANE_OF])[guard]
                value = nt.integers_at(t[nt.FIRST])[lane] + first_value(t, domains, at, lane)
            chosen[number] = twin[value]
            settle(t, done_at, chosen[number])
            number += 1
    return number


@inner
def blame_empty(t: Table, at: int) -> bool:
    """Blame the lanes that are empty; whether there are any."""
    domains, blamed = nt.words_at(t[nt.DOMAINS]), nt.words_at(t[nt.BLAMED])
    guards, low = nt.words_at(t[nt.GUARDS]), nt.words_at(t[nt.LOW])
    empty = ZERO
    for w in range(t[nt.SHORT]):
        blamed[w] = guards[w] & ~(domains[at + w] + (guards[w] - low[w]))
        empty |= blamed[w]
    return bool(empty != ZERO)


@inner
def is_known(t: Table, at: int) -> bool:
    """Whether a row is what it is known to have been."""
    domains = nt.words_at(t[nt.DOMAINS])
    known = nt.words_at(t[nt.KNOWN])
    changed = ZERO
    for w in range(t[nt.SIZE]):
        changed |= domains[at + w] ^ known[w]
    return bool(changed == ZERO)


@inner
def wake(t: Table, at: int) -> None:
    """Put the propagators into the queue that watch a lane that is not what it is known to have been."""
    domains = nt.words_at(t[nt.DOMAINS])
    known = nt.words_at(t[nt.KNOWN])
    full = nt.words_at(t[nt.WHOLE])
    decisions = nt.words_at(t[nt.DECISIONS])
    lane_of = nt.integers_at(t[nt.LANE_OF])
    watch_at = nt.integers_at(t[nt.WATCH_AT])
    queue = nt.words_at(t[nt.QUEUE])
    watches = nt.integers_at(t[nt.WATCHES])
    for w in range(t[nt.SHORT]):
        touched = ((domains[at + w] ^ known[w]) & full[w]) + full[w] & decisions[w]
        while touched != ZERO:
            lane = lane_of[w * 64 + np.int64(trailing_zeros(touched))]
            touched &= touched - ONE
            for j in range(watch_at[lane], watch_at[lane + 1]):
                queue[watches[j] >> 6] |= ONE << np.uint64(watches[j] & 63)


@inner
def run_propagators(t: Table, at: int) -> bool:
    """Run those in the queue, the light ones together or else one, until a domain changes; False for a dead end."""
    queue = nt.words_at(t[nt.QUEUE])
    light = nt.words_at(t[nt.LIGHT])
    kinds = nt.integers_at(t[nt.KINDS])
    word = nt.integers_at(t[nt.WORD])
    blamed = nt.words_at(t[nt.BLAMED])
    scope_at = nt.integers_at(t[nt.SCOPE_AT])
    scopes = nt.integers_at(t[nt.SCOPES])
    length = t[nt.QUEUE_WORDS]
    while True:
        some = ZERO
        for q in range(length):
            queue[length + q] = queue[q] & light[q]
            some |= queue[length + q]
        if some == ZERO:
            for q in range(length):
                some = queue[q] & (ZERO - queue[q])
                if some != ZERO:
                    queue[length + q] = some
                    break
        if some == ZERO:
            return True
        for q in range(length):
            batch = queue[length + q]
            queue[q] ^= batch
            while batch != ZERO:
                number = q * 64 + np.int64(trailing_zeros(batch))
                batch &= batch - ONE
                if nt.call(kinds[number], t[nt.SELF], number, at) == 0:
                    for w in range(t[nt.SHORT]):
                        blamed[w] = ZERO
                    for j in range(scope_at[number], scope_at[number + 1]):
                        blamed[word[scopes[j]]] |= guard_of(t, scopes[j])
                    return False
        if not is_known(t, at):
            return True


@inner
def drop_unsupported(t: Table, at: int, done_at: int) -> None:
    """Take out the values whose mask empties a lane."""
    known = nt.words_at(t[nt.KNOWN])
    domains = nt.words_at(t[nt.DOMAINS])
    word = nt.integers_at(t[nt.WORD])
    decisions = nt.words_at(t[nt.DECISIONS])
    done = nt.words_at(t[nt.DONE])
    first = nt.integers_at(t[nt.FIRST])
    left = at + t[nt.SIZE]  # the row above the topmost
    guards = nt.words_at(t[nt.GUARDS])
    full = nt.words_at(t[nt.WHOLE])
    for w in range(t[nt.SIZE]):
        known[t[nt.SIZE] + w] = domains[at + w]
    for lane in range(t[nt.LANES]):
        w = word[lane]
        if (decisions[w] & ~done[done_at + w]) & guard_of(t, lane) == ZERO:
            continue
        for k in range(first[lane + 1] - first[lane]):
            if not has(t, domains, at, lane, k):
                continue
            for j in range(t[nt.SIZE]):
                domains[left + j] = domains[at + j]
            choose(t, left, lane, k)
            empty = ZERO
            for j in range(t[nt.SHORT]):
                empty |= guards[j] & ~(domains[left + j] + full[j])
            if empty != ZERO:
                remove(t, known, t[nt.SIZE], lane, k)
    for w in range(t[nt.SIZE]):
        domains[at + w] = known[t[nt.SIZE] + w]


@inner
def unlink(t: Table, at: int) -> None:
    """Take out of the dual lanes what is gone from the variables'."""
    decisions = nt.words_at(t[nt.DECISIONS])
    word = nt.integers_at(t[nt.WORD])
    first = nt.integers_at(t[nt.FIRST])
    known = nt.words_at(t[nt.KNOWN])
    domains = nt.words_at(t[nt.DOMAINS])
    link_at = nt.integers_at(t[nt.LINK_AT])
    link_lane = nt.integers_at(t[nt.LINK_LANE])
    links = nt.integers_at(t[nt.LINKS])
    if t[nt.LINKED] == 0:
        return
    for lane in range(t[nt.LANES]):
        if decisions[word[lane]] & guard_of(t, lane) == ZERO:
            continue
        for k in range(first[lane + 1] - first[lane]):
            if has(t, known, 0, lane, k) and not has(t, domains, at, lane, k):
                value = first[lane] + k
                for j in range(link_at[value], link_at[value + 1]):
                    other = link_lane[j]
                    remove(t, domains, at, other, links[j])


def propagate(where: Table, at: int, done_at: int) -> int:
    """Propagate a row to a fixpoint; 0 for a dead end. What it was at the last one is in `known`."""
    t = nt.integers_at(where)
    known = nt.words_at(t[nt.KNOWN])
    queue = nt.words_at(t[nt.QUEUE])
    domains = nt.words_at(t[nt.DOMAINS])
    for q in range(t[nt.QUEUE_WORDS]):
        queue[q] = ZERO
    while True:
        if not choose_singles(t, at, done_at):
            return 0
        wake(t, at)
        for w in range(t[nt.SIZE]):
            known[w] = domains[at + w]
        if t[nt.PROPAGATORS] and not run_propagators(t, at):
            return 0
        same = is_known(t, at)
        if same and t[nt.STRONG] != 0:
            drop_unsupported(t, at, done_at)
            same = is_known(t, at)
        if same:
            return 1
        unlink(t, at)


def singles_chosen(where: Table, at: int, done_at: int) -> int:
    """Propagate a row to a fixpoint where there are masks only; 0 for a dead end."""
    return 1 if choose_singles(nt.integers_at(where), at, done_at) else 0


def without_nogoods(where: Table, at: int, done_at: int) -> int:
    """Propagate and take out what nogoods rule out, to a fixpoint; 0 for a dead end."""
    t = nt.integers_at(where)
    known = nt.words_at(t[nt.KNOWN])
    domains = nt.words_at(t[nt.DOMAINS])
    set_at = nt.integers_at(t[nt.SET_AT])
    set_values = nt.integers_at(t[nt.SET_VALUES])
    done = nt.words_at(t[nt.DONE])
    word = nt.integers_at(t[nt.WORD])
    blamed = nt.words_at(t[nt.BLAMED])
    while True:
        for w in range(t[nt.SIZE]):
            known[w] = domains[at + w]
        changed = False
        for number in range(t[nt.SETS]):
            still, last = 0, 0
            for j in range(set_at[number], set_at[number + 1], 2):
                lane = set_values[j]
                if not has(t, domains, at, lane, set_values[j + 1]):
                    still = 2
                    break
                if done[done_at + word[lane]] & guard_of(t, lane) == ZERO:
                    still += 1
                    last = j
            if still == 0:
                for w in range(t[nt.SHORT]):
                    blamed[w] = ZERO
                return 0
            if still == 1:
                remove(t, domains, at, set_values[last], set_values[last + 1])
                changed = True
        if not changed:
            return 1
        unlink(t, at)
        if nt.call(t[nt.STABLE], t[nt.SELF], at, done_at) == 0:
            return 0

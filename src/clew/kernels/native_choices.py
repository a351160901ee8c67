"""Ways to choose a variable and a value that few searches take: `native_walk` calls them by their place in memory.

So they are compiled where a search asks for them. Each takes the table (`clew.kernels.native_table`) and two numbers.

Two of them finish one part of a problem before the next, as `clew.kernels.enumeration` does: where little is left
below a node, and it falls apart, the part that holds the first open variable comes first. Each variable has a *rank*
then, on each level of the stack; the part at work has the lowest, and where it falls apart in its turn, the first of
its parts goes below it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from clew.kernels import native_table as nt
from clew.kernels.native import ONE, ZERO, population, trailing_zeros
from clew.kernels.native_inner import inner
from clew.kernels.native_values import guard_of, size_of
from clew.kernels.native_walk import next_value, note_open, smallest_open


@inner
def most_open(t: Any) -> int:
    """The first of some variables' lanes that have the most neighbours among these."""
    near, left, lane_of = nt.words_at(t[nt.NEAR]), nt.words_at(t[nt.LEFT]), nt.integers_at(t[nt.LANE_OF])
    words = t[nt.DECIDED]
    best, most = -1, -1
    for w in range(words):
        still = left[w]
        while still != ZERO:
            lane = lane_of[w * 64 + np.int64(trailing_zeros(still))]
            still &= still - ONE
            number: Any = 0
            for v in range(words):
                number += np.int64(population(near[lane * words + v] & left[v]))
            if number > most:
                best, most = lane, number
    return int(best)


@inner
def is_little(t: Any, at: int) -> bool:
    """Whether the open variables have few combinations of values (see `clew.kernels.enumeration.is_small`)."""
    left, lane_of, domains = nt.words_at(t[nt.LEFT]), nt.integers_at(t[nt.LANE_OF]), nt.words_at(t[nt.DOMAINS])
    combinations = 1
    for w in range(t[nt.DECIDED]):
        still = left[w]
        while still != ZERO:
            combinations *= size_of(t, domains, at, lane_of[w * 64 + np.int64(trailing_zeros(still))])
            still &= still - ONE
            if combinations > t[nt.LITTLE]:
                return False
    return True


@inner
def rank_all(t: Any, at: int) -> bool:
    """Rank the variables as the node above does, all alike where little is left for the first time; whether it is."""
    ranks, size = nt.integers_at(t[nt.RANKS]), t[nt.VARIABLES] + 1
    here = at // t[nt.SIZE] * size
    if here > 0 and ranks[here - 1] != 0:
        for k in range(size):
            ranks[here + k] = ranks[here - size + k]
        return True
    for k in range(size):
        ranks[here + k] = 0
    if not is_little(t, at):
        return False
    ranks[here + size - 1] = 1
    return True


@inner
def reach(t: Any, reached: Any, front: Any) -> None:
    """Add what hangs together with some variables, by constraints on two of those to choose from."""
    left, touch, lane_of = nt.words_at(t[nt.LEFT]), nt.words_at(t[nt.TOUCH]), nt.integers_at(t[nt.LANE_OF])
    words = t[nt.DECIDED]
    w = 0
    while w < words:
        if front[w] == ZERO:
            w += 1
            continue
        lane = lane_of[w * 64 + np.int64(trailing_zeros(front[w]))]
        front[w] &= front[w] - ONE
        for v in range(words):
            new = touch[lane * words + v] & left[v] & ~reached[v]
            reached[v] |= new
            front[v] |= new
            if new != ZERO and v < w:
                w = v


@inner
def note_part(t: Any, at: int) -> None:
    """Leave, of the open variables, those of the part at work, and give it the lowest rank."""
    left, lane_of, ranks = nt.words_at(t[nt.LEFT]), nt.integers_at(t[nt.LANE_OF]), nt.integers_at(t[nt.RANKS])
    reached, front = nt.words_at(t[nt.REACHED]), nt.words_at(t[nt.FRONT])
    words = t[nt.DECIDED]
    here = at // t[nt.SIZE] * (t[nt.VARIABLES] + 1)
    least = 1
    for w in range(words):
        still = left[w]
        while still != ZERO:
            least = min(least, ranks[here + lane_of[w * 64 + np.int64(trailing_zeros(still))]])
            still &= still - ONE
    first = -1
    for w in range(words):
        reached[w] = front[w] = ZERO
        still = left[w]
        while still != ZERO:
            bit = still & (ZERO - still)
            still ^= bit
            if ranks[here + lane_of[w * 64 + np.int64(trailing_zeros(bit))]] != least:
                left[w] ^= bit
            elif first < 0:
                first = w
                reached[w] = front[w] = bit
    reach(t, reached, front)
    rest = ZERO
    for w in range(words):
        rest |= left[w] ^ reached[w]
    for w in range(words):
        still = reached[w] if rest != ZERO else ZERO
        while still != ZERO:
            ranks[here + lane_of[w * 64 + np.int64(trailing_zeros(still))]] = least - 1
            still &= still - ONE
        left[w] = reached[w]


def most_neighbours(where: Any, at: int, done_at: int) -> int:
    """The first of the open variables' lanes that have the most open neighbours."""
    t = nt.integers_at(where)
    note_open(t, done_at)
    return int(most_open(t))


def most_neighbours_of_part(where: Any, at: int, done_at: int) -> int:
    """The same, one part after the other."""
    t = nt.integers_at(where)
    note_open(t, done_at)
    if rank_all(t, at):
        note_part(t, at)
    return int(most_open(t))


def smallest_of_part(where: Any, at: int, done_at: int) -> int:
    """The first of the open variables' lanes that have the fewest values, one part after the other."""
    t = nt.integers_at(where)
    note_open(t, done_at)
    if rank_all(t, at):
        note_part(t, at)
    return int(smallest_open(t, at))


def last_value(where: Any, level: int, done_at: int) -> int:
    """The last value still to try at a level, its number in the lane; -1 if there is none."""
    t = nt.integers_at(where)
    rest = nt.words_at(t[nt.REST])
    k = t[nt.REACH] - 1
    while k >= 0 and rest[level * t[nt.REACH] + k] == ZERO:
        k -= 1
    if k < 0:
        return -1
    word = rest[level * t[nt.REACH] + k]
    place, step = 0, 32
    while step > 0:
        if word >> np.uint64(step) != ZERO:
            word >>= np.uint64(step)
            place += step
        step >>= 1
    return int(k * 64 + place)


@inner
def draw(t: Any, number: int) -> int:
    """A number below another, drawn as `random.Random.randrange` does; -1 if the random numbers are used up."""
    now = nt.integers_at(t[nt.CURRENT])
    draws = nt.integers_at(t[nt.NUMBERS])
    bits = 0
    while number >> bits:
        bits += 1
    while now[nt.DRAW] < t[nt.NUMBERS_SIZE]:
        drawn = draws[now[nt.DRAW]] >> (32 - bits)
        now[nt.DRAW] += 1
        if drawn < number:
            return int(drawn)
    return -1


def drawn_value(where: Any, level: int, done_at: int) -> int:
    """A value still to try at a level, drawn unless its variable is the last one; otherwise as `first_to_try`."""
    t = nt.integers_at(where)
    lane = nt.integers_at(t[nt.LANE])[level]
    word_of, rest = nt.integers_at(t[nt.WORD]), nt.words_at(t[nt.REST])
    decisions, done = nt.words_at(t[nt.DECISIONS]), nt.words_at(t[nt.DONE])
    others = ZERO
    for w in range(t[nt.SHORT]):
        still = decisions[w] & ~done[done_at + w]
        others |= still & ~guard_of(t, lane) if w == word_of[lane] else still
    value = next_value(t, level, 0)
    if value < 0 or others == ZERO:
        return int(value)
    at, top = level * t[nt.REACH], t[nt.REACH] - 1
    while rest[at + top] == ZERO:
        top -= 1
    high = 0
    while high < 64 and rest[at + top] >> np.uint64(high) != ZERO:
        high += 1
    drawn = draw(t, top * 64 + high)
    return int(next_value(t, level, drawn)) if drawn >= 0 else -2

"""Ways to choose a variable and a value that few searches take: `native_walk` calls them by their place in memory.

So they are compiled where a search asks for them. Each takes the table of `clew.kernels.native_walk` and two numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from clew.kernels import native_walk as nw
from clew.kernels.native import ONE, ZERO, population, trailing_zeros


def most_neighbours(where: Any, at: int, done_at: int) -> int:
    """The first of the open variables' lanes that have the most open neighbours."""
    t = nw.integers_at(where)
    near, done, decisions = nw.words_at(t[nw.NEAR]), nw.words_at(t[nw.DONE]), nw.words_at(t[nw.DECISIONS])
    lane_of = nw.integers_at(t[nw.LANE_OF])
    words = t[nw.DECIDED]
    best, most = -1, -1
    for w in range(words):
        still = decisions[w] & ~done[done_at + w]
        while still != ZERO:
            lane = lane_of[w * 64 + np.int64(trailing_zeros(still))]
            still &= still - ONE
            number: Any = 0
            for v in range(words):
                number += np.int64(population(near[lane * words + v] & ~done[done_at + v]))
            if number > most:
                best, most = lane, number
    return int(best)


def last_value(where: Any, level: int, done_at: int) -> int:
    """The last value still to try at a level, its number in the lane; -1 if there is none."""
    t = nw.integers_at(where)
    rest = nw.words_at(t[nw.REST])
    k = t[nw.REACH] - 1
    while k >= 0 and rest[level * t[nw.REACH] + k] == ZERO:
        k -= 1
    if k < 0:
        return -1
    word = rest[level * t[nw.REACH] + k]
    place, step = 0, 32
    while step > 0:
        if word >> np.uint64(step) != ZERO:
            word >>= np.uint64(step)
            place += step
        step >>= 1
    return int(k * 64 + place)

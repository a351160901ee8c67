"""Generalised arc consistency of `AllDifferent`, compiled: matching, and strongly connected components.

A value stays if it is part of a matching of the variables with their targets, what must differ. One matching is found
by augmenting paths. Then a variable points to the variables that own the targets it could take, and one more vertex
stands for the free targets: who could take one of them points to it, and it points to all. An edge is in some
matching if it is in this one, or if both its ends are in one component (Régin, A filtering algorithm for constraints
of difference in CSPs, 1994; Tarjan, Depth-first search and linear graph algorithms, 1972).
"""

from __future__ import annotations

import numpy as np

from clew.kernels.native import ONE, ZERO, trailing_zeros
from clew.kernels.native_inner import Integers, Words, inner


@inner
def match(at: int, count: int, ints: Integers, lanes: Words, places: Integers) -> bool:
    """A target for each variable, no target twice; False if there is none.

    From the start of `places` on: for each target its owner, whence it was reached and for which variable; for each
    variable its target; a queue.
    """
    targets = ints[at]
    reached = targets
    seen = 2 * targets
    target_of = 3 * targets
    queue = target_of + count
    for t in range(targets):
        places[t] = -1
        places[seen + t] = -1
    for variable in range(count):
        places[queue] = variable
        length = 1
        here = 0
        end = -1
        while here < length and end < 0:
            one = places[queue + here]
            here += 1
            rest = lanes[one]
            while rest != ZERO:
                t = ints[ints[at + 1 + one] + np.int64(trailing_zeros(rest))]
                rest &= rest - ONE
                if places[seen + t] == variable:
                    continue
                places[seen + t] = variable
                places[reached + t] = one
                if places[t] < 0:
                    end = t
                    break
                places[queue + length] = places[t]
                length += 1
        if end < 0:
            return False
        one = -1
        while one != variable:
            one = places[reached + end]
            before = places[target_of + one]
            places[end] = one
            places[target_of + one] = end
            end = before
    return True


@inner
def connect(at: int, count: int, ints: Integers, lanes: Words, free: Words, places: Integers) -> None:
    """The strongly connected component of each variable, numbered from `component` on; -1 for that of the free targets.

    Depth first, from the vertex of the free targets on: it is the first, and since it points to all variables, each
    search that begins anew belongs to it.
    """
    index = 3 * ints[at] + 2 * count
    low = index + count
    component = low + count
    path = component + count
    work = path + count
    rests = work + count
    for v in range(count):
        places[index + v] = 0
        places[component + v] = -1
        free[rests + v] = lanes[v]
    number = 0
    length = 0
    for root in range(count):
        if places[index + root] != 0:
            continue
        depth = 0
        new = root
        while depth >= 0:
            if new >= 0:
                number += 1
                places[index + new] = number
                places[low + new] = number
                places[path + length] = new
                length += 1
                places[work + depth] = new
                new = -1
            v = places[work + depth]
            rest = free[rests + v]
            if rest != ZERO:
                free[rests + v] = rest & (rest - ONE)
                other = places[ints[ints[at + 1 + v] + np.int64(trailing_zeros(rest))]]
                if other < 0:
                    places[low + v] = 0
                elif places[index + other] == 0:
                    depth += 1
                    new = other
                elif places[component + other] < 0:
                    places[low + v] = min(places[low + v], places[index + other])
                continue
            depth -= 1
            if depth >= 0:
                above = places[work + depth]
                places[low + above] = min(places[low + above], places[low + v])
            if places[low + v] == places[index + v]:
                other = -1
                while other != v:
                    length -= 1
                    other = places[path + length]
                    places[component + other] = v


@inner
def prune_matching(
    at: int, count: int, ints: Integers, bits: Words, lanes: Words, free: Words, places: Integers
) -> bool:
    """Keep the values that are part of a matching of the variables with what must differ.

    The record: how many targets; for each lane the targets of its values.
    """
    if not match(at, count, ints, lanes, places):
        return False
    connect(at, count, ints, lanes, free, places)
    component = 3 * ints[at] + 4 * count
    for v in range(count):
        rest = lanes[v]
        while rest != ZERO:
            value = trailing_zeros(rest)
            rest &= rest - ONE
            owner = places[ints[ints[at + 1 + v] + np.int64(value)]]
            if owner >= 0 and owner != v and places[component + owner] != places[component + v]:
                lanes[v] ^= ONE << value
    return True

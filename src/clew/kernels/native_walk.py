"""The tight kernel on machine words, compiled: `clew.kernels.python.boxes` and `Network.propagate`.

It enters the same nodes in the same order, for it does the same steps, word by word instead of on whole integers:

- a state is a row of 64-bit words. A lane lies in one of them with its guard above it, so one addition per word
  finds the empty lanes, and stripping the lowest bits those that have one value. A lane too wide for that has whole
  words of its own, behind the others, and among the others a *summary* of two bits: one if it has a value, both if
  it has more than one. So it looks like a lane that is empty, single or open;
- choosing a value is an AND with its mask, a row of the same width; or, where masks would fill the memory, the bits
  that it rules out are cleared one by one, from lists of those that map to the same;
- propagators (`clew.kernels.native_pruning`) change a row in place;
- the stack is two tables of rows, the domains and the lanes done, with the lane that is branched on and the values
  still to try beside them. Backtracking is a smaller depth.

`walk` runs for so many tries, or until it has something to say, and says why it came back. Everything that lasts
longer than one call is in arrays, so a search can be taken over in the middle, looked at, and left.

All of these arrays are in one *table* (`clew.kernels.native_table`). What happens to one lane is in
`clew.kernels.native_values`, propagation in `clew.kernels.native_propagation`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from clew.kernels import native_table as nt
from clew.kernels.choose import ANSWERS, COUNTED, SINGLY
from clew.kernels.native import ONE, ZERO, compiled, population, trailing_zeros
from clew.kernels.native_inner import inner
from clew.kernels.native_propagation import blame_empty, settle
from clew.kernels.native_table import Table, Words
from clew.kernels.native_values import choose, first_value, guard_of, has, size_of, summarize


@inner
def note_open(t: Table, done_at: int) -> None:
    """Write the guards of the open variables where those to choose from are looked for."""
    left, done, decisions = nt.words_at(t[nt.LEFT]), nt.words_at(t[nt.DONE]), nt.words_at(t[nt.DECISIONS])
    for w in range(t[nt.DECIDED]):
        left[w] = decisions[w] & ~done[done_at + w]


@inner
def smallest_open(t: Table, at: int) -> int:
    """The first of some variables' lanes that have the fewest values."""
    left, lane_of, domains = nt.words_at(t[nt.LEFT]), nt.integers_at(t[nt.LANE_OF]), nt.words_at(t[nt.DOMAINS])
    best, least = -1, 2**62
    for w in range(t[nt.DECIDED]):
        still = left[w]
        while still != ZERO:
            lane = lane_of[w * 64 + np.int64(trailing_zeros(still))]
            still &= still - ONE
            size = size_of(t, domains, at, lane)
            if size < least:
                best, least = lane, size
    return int(best)


@inner
def smallest(t: Table, at: int, done_at: int) -> int:
    """The first of the open variables' lanes that have the fewest values."""
    left = nt.words_at(t[nt.LEFT])
    domains = nt.words_at(t[nt.DOMAINS])
    guards = nt.words_at(t[nt.GUARDS])
    low = nt.words_at(t[nt.LOW])
    decisions = nt.words_at(t[nt.DECISIONS])
    done = nt.words_at(t[nt.DONE])
    full = nt.words_at(t[nt.WHOLE])
    lane_of = nt.integers_at(t[nt.LANE_OF])
    words = t[nt.DECIDED]
    if t[nt.WIDES] == 0:  # by stripping: one, two, three values
        for w in range(words):
            left[w] = domains[at + w]
        for _ in range(3):
            for w in range(words):
                row = left[w]
                row &= (row | guards[w]) - low[w]
                left[w] = row
                empty = decisions[w] & ~done[done_at + w] & ~(row + full[w])
                if empty != ZERO:
                    return int(lane_of[w * 64 + np.int64(trailing_zeros(empty))])
    note_open(t, done_at)
    return int(smallest_open(t, at))


@inner
def pick(t: Table, at: int, done_at: int) -> int:
    """The lane to branch on; there is an open one."""
    rules = nt.integers_at(t[nt.RULING])
    now = nt.integers_at(t[nt.CURRENT])
    decisions = nt.words_at(t[nt.DECISIONS])
    done = nt.words_at(t[nt.DONE])
    lane_of = nt.integers_at(t[nt.LANE_OF])
    word = nt.integers_at(t[nt.WORD])
    domains = nt.words_at(t[nt.DOMAINS])
    weights = nt.integers_at(t[nt.WEIGHTS])
    words = t[nt.DECIDED]
    order, last = rules[nt.ORDER], now[nt.LAST]
    if order == nt.STATIC:
        for w in range(words):
            still = decisions[w] & ~done[done_at + w]
            if still != ZERO:
                return int(lane_of[w * 64 + np.int64(trailing_zeros(still))])
    if order == nt.CALLED:
        return int(nt.call(t[nt.PICK], t[nt.SELF], at, done_at))
    if order == nt.MRV or last < 0:  # without a dead end all weigh the same
        return int(smallest(t, at, done_at))
    if done[done_at + word[last]] & guard_of(t, last) == ZERO:
        return int(last)
    best, least, weight = -1, 1, 0
    for w in range(words):
        still = decisions[w] & ~done[done_at + w]
        while still != ZERO:
            lane = lane_of[w * 64 + np.int64(trailing_zeros(still))]
            still &= still - ONE
            size = size_of(t, domains, at, lane)
            if size * weight < least * weights[lane]:
                best, least, weight = lane, size, weights[lane]
    return int(best)


@inner
def first_to_try(t: Table, level: int, done_at: int) -> int:
    """The next value to try at a level, its number in the lane; -1 if there is none, -2 to ask for random numbers."""
    if t[nt.TRY] != nt.NOTHING:
        return int(nt.call(t[nt.TRY], t[nt.SELF], level, done_at))
    return int(next_value(t, level, 0))


@inner
def next_value(t: Table, level: int, from_value: int) -> int:
    """The first value still to try at a level from one on; -1 if there is none."""
    rest, at = nt.words_at(t[nt.REST]), level * t[nt.REACH]
    k, low = from_value >> 6, np.uint64(from_value & 63)
    word = rest[at + k] >> low << low
    while word == ZERO:
        k += 1
        if k == t[nt.REACH]:
            return -1
        word = rest[at + k]
    return int(k * 64 + np.int64(trailing_zeros(word)))


@inner
def blame(t: Table, lane: int) -> None:
    """A value of a lane led to a dead end: note the lanes that are to blame."""
    now = nt.integers_at(t[nt.CURRENT])
    blames = nt.words_at(t[nt.BLAMED])
    decisions = nt.words_at(t[nt.DECISIONS])
    weights = nt.integers_at(t[nt.WEIGHTS])
    lane_of = nt.integers_at(t[nt.LANE_OF])
    now[nt.LAST] = lane
    for w in range(t[nt.SHORT]):
        blamed = blames[w] & decisions[w]
        while blamed != ZERO:
            weights[lane_of[w * 64 + np.int64(trailing_zeros(blamed))]] += 1
            blamed &= blamed - ONE


@inner
def push(t: Table, depth: int, lane: int) -> None:
    """Put a node on the stack, to branch on a lane."""
    lanes = nt.integers_at(t[nt.LANE])
    latest = nt.integers_at(t[nt.LATEST])
    sizes = nt.integers_at(t[nt.SIZES])
    domains = nt.words_at(t[nt.DOMAINS])
    rests = nt.words_at(t[nt.REST])
    length_of = nt.integers_at(t[nt.LENGTH])
    word = nt.integers_at(t[nt.WORD])
    shift = nt.words_at(t[nt.SHIFT])
    ones = nt.words_at(t[nt.ONES])
    block = nt.integers_at(t[nt.BLOCK])
    rules = nt.integers_at(t[nt.RULING])
    done = nt.words_at(t[nt.DONE])
    length = t[nt.REACH]
    at, rest = depth * t[nt.SIZE], depth * length
    lanes[depth] = lane
    latest[depth] = -1
    sizes[depth] = size_of(t, domains, at, lane)
    for k in range(length):
        rests[rest + k] = ZERO
    if length_of[lane] == 0:
        rests[rest] = domains[at + word[lane]] >> shift[lane] & ones[lane]
    else:
        for k in range(length_of[lane]):
            rests[rest + k] = domains[at + block[lane] + k]
    if rules[nt.FORWARD] != 0:
        done[depth * t[nt.SHORT] + word[lane]] |= guard_of(t, lane)


def note_answers(where: Table, depth: int, lane: int) -> int:
    """Write the solutions of a box where the answers to an instance are wanted, as many as are."""
    t = nt.integers_at(where)
    now, domains, first = nt.integers_at(t[nt.CURRENT]), nt.words_at(t[nt.DOMAINS]), nt.integers_at(t[nt.FIRST])
    answers, at = nt.integers_at(t[nt.ANSWERS_AT]), depth * t[nt.SIZE]
    written = now[nt.BOXES]
    k = 0 if lane >= 0 else -1
    while written < nt.integers_at(t[nt.RULING])[nt.MOST]:
        if lane >= 0:
            while k < first[lane + 1] - first[lane] and not has(t, domains, at, lane, k):
                k += 1
            if k == first[lane + 1] - first[lane]:
                break
        place = (now[nt.INSTANCE] * nt.integers_at(t[nt.RULING])[nt.MOST] + written) * t[nt.VARIABLES]
        for other in range(t[nt.VARIABLES]):
            answers[place + other] = k if other == lane else first_value(t, domains, at, other)
        written += 1
        if lane < 0:
            break
        k += 1
    now[nt.BOXES] = written
    return 1


@inner
def take_box(t: Table, depth: int, lane: int) -> bool:
    """Count a box, and write it down if boxes are wanted; whether there is to be more."""
    now = nt.integers_at(t[nt.CURRENT])
    domains = nt.words_at(t[nt.DOMAINS])
    rules = nt.integers_at(t[nt.RULING])
    nodes = nt.integers_at(t[nt.NODES])
    box_lane = nt.integers_at(t[nt.BOX_LANE])
    box_depth = nt.integers_at(t[nt.BOX_DEPTH])
    box_rows = nt.words_at(t[nt.BOX_ROWS])
    at = depth * t[nt.SIZE]
    size = 1 if lane < 0 else size_of(t, domains, at, lane)
    now[nt.FOUND] += size
    if lane >= 0 and rules[nt.LISTS] != SINGLY:
        nodes[depth + 1] += size
    if rules[nt.LISTS] == COUNTED:
        return bool(now[nt.FOUND] < rules[nt.MOST])
    if rules[nt.LISTS] == ANSWERS:
        nt.call(t[nt.NOTE], t[nt.SELF], depth, lane)
        return bool(now[nt.FOUND] < rules[nt.MOST])
    box = now[nt.BOXES]
    now[nt.BOXES] = box + 1
    box_lane[box], box_depth[box] = lane, depth
    for w in range(t[nt.SIZE]):
        box_rows[box * t[nt.SIZE] + w] = domains[at + w]
    return bool(now[nt.BOXES] < rules[nt.MOST])


def walk(where: Table, budget: int, _: int) -> int:  # noqa: C901  (the loop of clew.search in one piece, on words)
    """Search on, for so many tries at most; why it came back.

    A level of the stack is an open node: its rows, its lane, the values to try. Above them is the row of the child.
    """
    t = nt.integers_at(where)
    domains = nt.words_at(t[nt.DOMAINS])
    done = nt.words_at(t[nt.DONE])
    now = nt.integers_at(t[nt.CURRENT])
    rules = nt.integers_at(t[nt.RULING])
    decisions = nt.words_at(t[nt.DECISIONS])
    lane_of = nt.integers_at(t[nt.LANE_OF])
    lanes = nt.integers_at(t[nt.LANE])
    rest = nt.words_at(t[nt.REST])
    latest = nt.integers_at(t[nt.LATEST])
    known = nt.words_at(t[nt.KNOWN])
    first = nt.integers_at(t[nt.FIRST])
    nodes = nt.integers_at(t[nt.NODES])
    words = t[nt.SHORT]
    forward = rules[nt.FORWARD] != 0
    depth = now[nt.DEPTH]
    while True:
        at, done_at = depth * t[nt.SIZE], depth * words
        if now[nt.ENTERING]:
            # Enter a node: it is a box, or its variable's values go on the stack.
            now[nt.ENTERING] = 0
            number, word = np.int64(0), 0
            for w in range(t[nt.DECIDED]):
                still = decisions[w] & ~done[done_at + w]
                if still != ZERO:
                    number += np.int64(population(still))
                    word = w
            if number == 0 or (number == 1 and rules[nt.NODES_LEFT] < 0):
                lane = -1
                if number == 1:
                    lane = lane_of[word * 64 + np.int64(trailing_zeros(decisions[word] & ~done[done_at + word]))]
                if not take_box(t, depth, lane):
                    now[nt.DEPTH] = depth
                    return nt.FULL
            else:
                push(t, depth, pick(t, at, done_at))
                depth += 1
                at, done_at = at + t[nt.SIZE], done_at + words
        # Try the next value, until a decision stands.
        if depth == 0:
            now[nt.DEPTH] = 0
            return nt.OVER
        if budget == 0:
            now[nt.DEPTH] = depth
            return nt.PAUSED
        level, above, done_above = depth - 1, at - t[nt.SIZE], done_at - words
        k = first_to_try(t, level, done_above)
        if k == -1:
            depth = level
            continue
        if k == -2:
            now[nt.DEPTH] = depth
            return nt.DRAWN
        budget -= 1
        lane = lanes[level]
        rest[level * t[nt.REACH] + (k >> 6)] ^= ONE << np.uint64(k & 63)
        latest[level] = k
        for w in range(t[nt.SIZE]):
            domains[at + w] = domains[above + w]
        if t[nt.PROPAGATE] != nt.NOTHING:
            for w in range(t[nt.SIZE]):
                known[w] = domains[above + w]
        for w in range(words):
            done[done_at + w] = done[done_above + w]
        choose(t, at, lane, k)
        if forward:
            alive = not blame_empty(t, at)
            if alive and t[nt.PROPAGATE] != nt.NOTHING:
                alive = nt.call(t[nt.PROPAGATE], t[nt.SELF], at, done_at) != 0
        else:
            settle(t, done_at, nt.integers_at(t[nt.TWIN])[first[lane] + k])
            alive = nt.call(t[nt.STABLE], t[nt.SELF], at, done_at) != 0
            if alive and t[nt.SETS] > 0:
                alive = nt.call(t[nt.NOGOODS], t[nt.SELF], at, done_at) != 0
        if not alive:
            now[nt.FAILURES] += 1
            if rules[nt.ORDER] == nt.WDEG:
                blame(t, lane)
            if now[nt.FAILURES] == rules[nt.CUTOFF]:
                now[nt.DEPTH] = depth
                return nt.GIVEN_UP
            continue
        if rules[nt.NODES_LEFT] == 0:
            now[nt.DEPTH] = depth
            return nt.RATIONED
        if rules[nt.NODES_LEFT] > 0:
            rules[nt.NODES_LEFT] -= 1
        nodes[depth] += 1
        now[nt.ENTERING] = 1


@inner
def forget(t: Table) -> None:
    """Let an ordering begin anew that has learnt something."""
    if nt.integers_at(t[nt.CURRENT])[nt.LAST] >= 0:
        weights = nt.integers_at(t[nt.WEIGHTS])
        for lane in range(t[nt.LANES]):
            weights[lane] = 1
        nt.integers_at(t[nt.CURRENT])[nt.LAST] = -1


@inner
def lay_out(t: Table, at: int, rows: Words, to: int) -> None:
    """Write an integer as a row."""
    roots, offsets, first = nt.words_at(t[nt.ROOTS]), nt.integers_at(t[nt.OFFSET]), nt.integers_at(t[nt.FIRST])
    word, shift, ones = nt.integers_at(t[nt.WORD]), nt.words_at(t[nt.SHIFT]), nt.words_at(t[nt.ONES])
    block, length = nt.integers_at(t[nt.BLOCK]), nt.integers_at(t[nt.LENGTH])
    for w in range(t[nt.SIZE]):
        rows[to + w] = ZERO
    for lane in range(t[nt.LANES]):
        for k in range(max(1, length[lane])):
            offset = offsets[lane] + 64 * k
            low, from_bit = at + (offset >> 6), np.uint64(offset & 63)
            bits = roots[low] >> from_bit
            if from_bit != ZERO:
                bits |= roots[low + 1] << (np.uint64(64) - from_bit)
            if length[lane] == 0:
                rows[to + word[lane]] |= (bits & ones[lane]) << shift[lane]
            else:
                width = first[lane + 1] - first[lane] - 64 * k
                if width < 64:
                    bits &= (ONE << np.uint64(width)) - ONE
                rows[to + block[lane] + k] = bits
        if length[lane] != 0:
            summarize(t, rows, to, lane)


@compiled
def put(where: Table, level: int) -> None:
    """Write the node that `ROOTS` gives, its domains and then its lanes done, as the rows of a level."""
    t = nt.integers_at(where)
    done, done_at = nt.words_at(t[nt.DONE]), level * t[nt.SHORT]
    roots, offsets, first = nt.words_at(t[nt.ROOTS]), nt.integers_at(t[nt.OFFSET]), nt.integers_at(t[nt.FIRST])
    word = nt.integers_at(t[nt.WORD])
    lay_out(t, 0, nt.words_at(t[nt.DOMAINS]), level * t[nt.SIZE])
    for w in range(t[nt.SHORT]):
        done[done_at + w] = ZERO
    for lane in range(t[nt.LANES]):
        place = offsets[lane] + first[lane + 1] - first[lane]
        if roots[t[nt.ROOT_SIZE] + (place >> 6)] >> np.uint64(place & 63) & ONE != ZERO:
            done[done_at + word[lane]] |= guard_of(t, lane)


@compiled
def answer(where: Table, count: int, budget: int) -> int:
    """Answer instances from the one on the way on, for about so many tries; the number of the next one.

    Each begins like a decision: with a row that all share, and what its given values leave of it.
    """
    t = nt.integers_at(where)
    domains, done, known = nt.words_at(t[nt.DOMAINS]), nt.words_at(t[nt.DONE]), nt.words_at(t[nt.KNOWN])
    base, base_done = nt.words_at(t[nt.BASE]), nt.words_at(t[nt.BASE_DONE])
    now, found = nt.integers_at(t[nt.CURRENT]), nt.integers_at(t[nt.NUMBERS_FOUND])
    while now[nt.INSTANCE] < count:
        if now[nt.DEPTH] == 0:
            lay_out(t, now[nt.INSTANCE] * t[nt.ROOT_SIZE], domains, 0)
            for w in range(t[nt.SIZE]):
                known[w] = base[w]
            for w in range(t[nt.SHORT]):
                done[w] = base_done[w]
            now[nt.FOUND] = now[nt.BOXES] = 0
            forget(t)
            now[nt.ENTERING] = 1 if nt.call(t[nt.STABLE], t[nt.SELF], 0, 0) != 0 else 0
        code = nt.call(t[nt.WALK], t[nt.SELF], budget, 0)
        if code == nt.PAUSED:
            break
        budget -= 20
        found[now[nt.INSTANCE]] = min(now[nt.FOUND], nt.integers_at(t[nt.RULING])[nt.MOST])
        now[nt.INSTANCE] += 1
        now[nt.DEPTH] = now[nt.ENTERING] = 0
        if budget < 100:
            break
    return int(now[nt.INSTANCE])


@compiled
def spread(where: Table, boxes: int, table: Any) -> None:
    """Write the solutions of boxes as the numbers of their values, a row each; the variables' lanes come first."""
    t = nt.integers_at(where)
    box_lane = nt.integers_at(t[nt.BOX_LANE])
    box_rows = nt.words_at(t[nt.BOX_ROWS])
    first_of = nt.integers_at(t[nt.FIRST])
    row = 0
    for box in range(boxes):
        at, lane = box * t[nt.SIZE], box_lane[box]
        first = row
        for k in range(table.shape[1]):
            table[first, k] = first_value(t, box_rows, at, k)
        row += 1
        if lane < 0:
            continue
        for k in range(table[first, lane] + 1, first_of[lane + 1] - first_of[lane]):
            if has(t, box_rows, at, lane, k):
                for other in range(table.shape[1]):  # copying the row as such takes two seconds to compile
                    table[row, other] = table[first, other]
                table[row, lane] = k
                row += 1

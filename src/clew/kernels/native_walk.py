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

All of these arrays are in one *table* `t`: numbers, and the places of arrays in memory, which `words_at` and
`integers_at` make into pointers. Passing fifty arrays from function to function would take the compiler half a
minute, and this takes it a few seconds. `clew.kernels.native_search` fills the table and keeps the arrays alive.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import config, types
from numba.extending import intrinsic

from clew.kernels.choose import ANSWERS, COUNTED, SINGLY
from clew.kernels.native import ONE, ZERO, callable_from_anywhere, compiled, population, trailing_zeros
from clew.kernels.native_inner import inner

Words = Any
Table = Any
"""Numbers and places of arrays in memory, as `int64`."""

STATIC: Final = 0
MRV: Final = 1
WDEG: Final = 2
CALLED: Final = 3
"""What `PICK` says."""

# What `walk` comes back with.
OVER: Final = 0
"""The tree is walked."""
PAUSED: Final = 1
"""The tries are used up."""
FULL: Final = 2
"""There is no room for more boxes, or enough solutions are counted."""
GIVEN_UP: Final = 3
"""So many dead ends were met."""
RATIONED: Final = 4
"""No node may be entered any more."""
DRAWN: Final = 5
"""The random numbers are used up."""

# Where things are in `Search.now`.
DEPTH: Final = 0
"""Frames on the stack."""
ENTERING: Final = 1
"""Whether the row above the stack is a node that is to be entered."""
FAILURES: Final = 2
FOUND: Final = 3
BOXES: Final = 4
"""Boxes written."""
LAST: Final = 5
"""The lane whose value failed last."""
DRAW: Final = 6
"""The next random number."""
INSTANCE: Final = 7
"""The instance that is being answered, where there are many."""
NOW: Final = 8

# Where things are in `Search.rules`.
FORWARD: Final = 0
"""Whether a decision is followed by forward checking alone."""
ORDER: Final = 1
LISTS: Final = 2
"""What is wanted: `COUNTED`, `SINGLY` or `LISTED`. Singly, whoever takes a box counts the nodes of its last level."""
MOST: Final = 3
"""Boxes, or solutions, after which to come back."""
CUTOFF: Final = 4
"""Dead ends after which to give up; -1 for never."""
NODES_LEFT: Final = 5
"""Nodes that may be entered; -1 for any number. Then the last open lane is walked too."""
DRAWS: Final = 6
"""Whether values are drawn."""
RULES: Final = 7


# The table: what the network is. Lanes are numbered from the lowest, those of the variables first; values lane by lane.

LANES: Final = 0
"""Number: lanes."""
VARIABLES: Final = 1
"""Number: lanes of variables, which come first."""
SIZE: Final = 2
"""Number: words of a row."""
SHORT: Final = 3
"""Number: words of a row before the wide lanes' own."""
REACH: Final = 4
"""Number: words that the values of one lane take, at most."""
WORD: Final = 5
"""Integers: for each lane, or its summary, its word."""
SHIFT: Final = 6
"""Words: its lowest bit there."""
ONES: Final = 7
"""Words: its bits, shifted down."""
GUARD: Final = 8
"""Words: its guard there."""
BLOCK: Final = 9
"""Integers: for each lane the first of the words of its own."""
LENGTH: Final = 10
"""Integers: how many they are; none of a narrow lane."""
FIRST: Final = 11
"""Integers: for each lane the number of its first value."""
WIDE: Final = 12
"""Integers: the lanes that have words of their own."""
WIDES: Final = 13
"""Number: how many they are."""
LANE_OF: Final = 14
"""Integers: for each bit of the short words the lane whose guard it is."""
WHOLE: Final = 15
"""Words: for each short word its lanes' bits."""
LOW: Final = 16
"""Words: their lowest bits."""
GUARDS: Final = 17
"""Words: their guards."""
DECISIONS: Final = 18
"""Words: the guards of the variables' lanes."""
SPEAKING: Final = 19
"""Words: of those whose values rule out others."""
MASKS: Final = 20
"""Words: rows."""
MASK_OF: Final = 21
"""Integers: for each value where its row begins; -1 if it has groups instead."""
GROUP_AT: Final = 22
"""Integers: for each value where its groups begin; it rules out all others in them."""
GROUPS: Final = 23
"""Integers: groups."""
MEMBER_AT: Final = 24
"""Integers: for each group where its members begin."""
MEMBERS: Final = 25
"""Integers: their values."""
VALUE_LANE: Final = 26
"""Integers: for each value its lane."""
TWIN: Final = 27
"""Integers: for each value of a dual lane the variable's value that it stands for; any other stands for itself."""
SETTLE_AT: Final = 28
"""Integers: for each value where the lanes begin that it settles: its own, and those of what stands for the same."""
SETTLE_WORD: Final = 29
"""Integers: their words."""
SETTLE_GUARD: Final = 30
"""Words: their guards there."""
LINK_AT: Final = 31
"""Integers: for each value where the values of dual lanes begin that stand for the same."""
LINKS: Final = 32
"""Integers: values, numbered in their lane."""
LINK_LANE: Final = 33
"""Integers: their lanes."""
LINKED: Final = 34
"""Number: how many they are."""
WATCH_AT: Final = 35
"""Integers: for each lane where the propagators begin that run when it changed, or the checks when it is decided."""
WATCHES: Final = 36
"""Integers: propagators."""
PROPAGATORS: Final = 37
"""Number: how many there are."""
QUEUE_WORDS: Final = 38
"""Number: words for a bit for each of them."""
LIGHT: Final = 39
"""Words: those that are cheap, as bits."""
STRONG: Final = 40
"""Number: whether masks are used for arc consistency too."""
SCOPE_AT: Final = 41
"""Integers: for each propagator where the lanes of its scope begin."""
SCOPES: Final = 42
"""Integers: lanes."""
KINDS: Final = 43
"""Integers: for each propagator the place of the function that prunes."""
STARTS: Final = 44
"""Integers: where its record begins."""
RECORDS: Final = 45
"""Integers: the records."""
BITS: Final = 46
"""Words: their rows of bits."""
DOMAINS: Final = 47
"""Words: the search: the rows of the stack, and one more: the node that is being made."""
DONE: Final = 48
"""Words: the lanes done, in short words."""
LANE: Final = 49
"""Integers: for each level the lane branched on."""
REST: Final = 50
"""Words: its values still to try."""
LATEST: Final = 51
"""Integers: the value tried last."""
SIZES: Final = 52
"""Integers: how many values it had."""
NODES: Final = 53
"""Integers: nodes entered, by level."""
WEIGHTS: Final = 54
"""Integers: for each lane how often it was to blame, and one."""
CURRENT: Final = 55
"""Integers: numbers that change (see above)."""
RULING: Final = 56
"""Integers: numbers that do not."""
BOX_ROWS: Final = 57
"""Words: the boxes written: their rows."""
BOX_LANE: Final = 58
"""Integers: the open lane, or -1."""
BOX_DEPTH: Final = 59
"""Integers: the level."""
SETS: Final = 60
"""Number: nogoods: how many."""
SET_AT: Final = 61
"""Integers: where each begins."""
SET_VALUES: Final = 62
"""Integers: lanes and values, that must not all be chosen."""
NUMBERS: Final = 63
"""Integers: random numbers of 32 bits."""
NUMBERS_SIZE: Final = 64
"""Number: how many."""
LEFT: Final = 65
"""Words: rows to work on."""
KNOWN: Final = 66
"""Words: two rows."""
SINGLE: Final = 67
"""Words: short words."""
CHOSEN: Final = 68
"""Integers: values that are being chosen."""
DECIDED: Final = 69
"""Number: short words with lanes of variables."""
QUEUE: Final = 70
BLAMED: Final = 71
"""Words: the guards that a dead end is due to."""
SCRATCH: Final = 72
"""Words: for propagators."""
ROOTS: Final = 73
"""Words: many instances: for each what its given values leave, one integer."""
ROOT_SIZE: Final = 74
"""Number: words of such an integer, and one more."""
OFFSET: Final = 75
"""Integers: for each lane the place of its lowest bit there."""
BASE: Final = 76
"""Words: a row that all of them share, propagated."""
BASE_DONE: Final = 77
"""Words: its lanes done."""
NUMBERS_FOUND: Final = 78
"""Integers: for each instance how many solutions were found."""
ANSWERS_AT: Final = 79
"""Integers: for each of these the places of its values, one for each variable."""
NOTE: Final = 80
"""Place: of the function that writes them."""
SELF: Final = 81
"""Place: of the table itself."""
STABLE: Final = 82
"""Place: of the function that propagates a row to a fixpoint."""
WALK: Final = 83
"""Place: of `walk`."""
PROPAGATE: Final = 84
"""Place: of the function that propagates, or forward-checks, if there is more than masks; else `NOTHING`."""
NOGOODS: Final = 85
"""Place: of the function that looks at nogoods."""
RECORDS_SIZE: Final = 86
BITS_SIZE: Final = 87
SCRATCH_SIZE: Final = 88
NEAR: Final = 89
"""Words: for the ordering `degree`, for each variable the guards of its neighbours, in the words with variables."""
PICK: Final = 90
"""Place: of the function that chooses a variable, if none of the orderings above does."""
TRY: Final = 91
"""Place: of the function that chooses the value to try, if it is not the first one or a drawn one."""
RANKS: Final = 92
"""Integers: where parts come one after the other, for each level the rank of each variable; and whether they do."""
TOUCH: Final = 93
"""Words: for each variable the guards of those that share a constraint with it."""
REACHED: Final = 94
"""Words: as many as there are with variables."""
FRONT: Final = 95
"""Words: as many."""
LITTLE: Final = 96
"""Number: so many combinations of values of the open variables are little."""
TABLE: Final = 97


IS_INTERPRETED: Final = bool(getattr(config, "DISABLE_JIT", False))
"""Whether the compiler is switched off: then the table has the arrays themselves."""

if IS_INTERPRETED:

    def words_at(place: Any) -> Any:
        """The words at a place in memory."""
        return place

    integers_at = words_at
    NOTHING: Any = None

    def place_of(function: Any) -> Any:
        """What `call` needs to know of a function."""
        return function

    def call(function: Any, t: Table, number: Any, at: Any) -> Any:
        """What a function makes of a table and two numbers."""
        return function(t, number, at)

    def run(function: Any, where: Table, number: int) -> Any:
        """What a function makes of a table and a number, without the interpreter's lock."""
        return function(where, number, 0)

else:
    from llvmlite import ir

    NOTHING = 0
    _places: dict[Any, int] = {}
    _functions: dict[Any, Any] = {}

    def place_of(function: Any) -> Any:
        """Where a function lies in memory, compiled when it is first needed."""
        if function not in _places:
            made = callable_from_anywhere(function)
            _functions[function], _places[function] = made.ctypes, made.address
        return _places[function]

    def run(function: Any, where: Table, number: int) -> Any:
        """What a function makes of a table and a number, without the interpreter's lock."""
        place_of(function)
        return _functions[function](where, number, 0)

    def _pointer(kind: Any) -> Any:
        @intrinsic
        def pointer(typing: Any, place: Any) -> Any:
            """What lies at a place in memory."""

            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())

            return types.CPointer(kind)(types.int64), generate  # type: ignore[no-untyped-call]

        return pointer

    words_at, integers_at = _pointer(types.uint64), _pointer(types.int64)

    @intrinsic
    def call(typing: Any, function: Any, t: Any, number: Any, at: Any) -> Any:
        """What the function at a place in memory makes of a table and two numbers."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            whole = ir.IntType(64)
            kind = ir.FunctionType(whole, [whole] * 3)
            return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

        return types.int64(types.int64, types.int64, types.int64, types.int64), generate

# -- one lane of a row ------------------------------------------------------------------------------


@inner
def guard_of(t: Table, lane: int) -> np.uint64:
    """The guard of a lane, in its word."""
    guard: np.uint64 = words_at(t[GUARD])[lane]
    return guard


@inner
def first_value(t: Table, rows: Words, at: int, lane: int) -> int:
    """The first value that a lane has; there is one."""
    block_of = integers_at(t[BLOCK])
    length = integers_at(t[LENGTH])
    word = integers_at(t[WORD])
    shift = words_at(t[SHIFT])
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
    length = integers_at(t[LENGTH])
    word = integers_at(t[WORD])
    shift = words_at(t[SHIFT])
    ones = words_at(t[ONES])
    block = integers_at(t[BLOCK])
    if length[lane] == 0:
        return int(np.int64(population(rows[at + word[lane]] >> shift[lane] & ones[lane])))
    size = ZERO
    for w in range(at + block[lane], at + block[lane] + length[lane]):
        size += population(rows[w])
    return int(np.int64(size))


@inner
def has(t: Table, rows: Words, at: int, lane: int, k: int) -> bool:
    """Whether a lane has its k-th value."""
    length = integers_at(t[LENGTH])
    word = integers_at(t[WORD])
    shift = words_at(t[SHIFT])
    block = integers_at(t[BLOCK])
    if length[lane] == 0:
        return bool(rows[at + word[lane]] >> (shift[lane] + np.uint64(k)) & ONE != ZERO)
    return bool(rows[at + block[lane] + (k >> 6)] >> np.uint64(k & 63) & ONE != ZERO)


@inner
def remove(t: Table, rows: Words, at: int, lane: int, k: int) -> None:
    """Take the k-th value from a lane."""
    length = integers_at(t[LENGTH])
    word = integers_at(t[WORD])
    shift = words_at(t[SHIFT])
    block = integers_at(t[BLOCK])
    if length[lane] == 0:
        rows[at + word[lane]] &= ~(ONE << (shift[lane] + np.uint64(k)))
    else:
        rows[at + block[lane] + (k >> 6)] &= ~(ONE << np.uint64(k & 63))
        summarize(t, rows, at, lane)


@inner
def summarize(t: Table, rows: Words, at: int, lane: int) -> None:
    """Bring the summary of a wide lane up to date."""
    block = integers_at(t[BLOCK])
    length = integers_at(t[LENGTH])
    ones = words_at(t[ONES])
    word_of = integers_at(t[WORD])
    shift_of = words_at(t[SHIFT])
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
def choose(t: Table, rows: Words, at: int, lane: int, k: int) -> None:
    """Leave what the k-th value of a lane leaves of all of them."""
    value = integers_at(t[FIRST])[lane] + k
    mask = integers_at(t[MASK_OF])[value]
    if mask < 0:
        choose_in_groups(t, rows, at, value)
        return
    masks = words_at(t[MASKS])
    for w in range(t[SIZE]):
        rows[at + w] &= masks[mask + w]
    wide = integers_at(t[WIDE])
    for j in range(t[WIDES]):
        summarize(t, rows, at, wide[j])


@inner
def choose_in_groups(t: Table, rows: Words, at: int, value: int) -> None:
    """The same for a value that has no mask: what it rules out goes one by one, with what stands for the same."""
    first, lane_of = integers_at(t[FIRST]), integers_at(t[VALUE_LANE])
    value = integers_at(t[TWIN])[value]
    lane = lane_of[value]
    own = first[lane]
    for other in range(own, first[lane + 1]):
        if other != value and has(t, rows, at, lane, other - own):
            remove_linked(t, rows, at, other)
    group_at, groups = integers_at(t[GROUP_AT]), integers_at(t[GROUPS])
    member_at, members = integers_at(t[MEMBER_AT]), integers_at(t[MEMBERS])
    for j in range(group_at[value], group_at[value + 1]):
        for i in range(member_at[groups[j]], member_at[groups[j] + 1]):
            other = members[i]
            if other != value and has(t, rows, at, lane_of[other], other - first[lane_of[other]]):
                remove_linked(t, rows, at, other)


@inner
def remove_linked(t: Table, rows: Words, at: int, value: int) -> None:
    """Take a value out of its lane, and what stands for the same out of the dual lanes."""
    lane = integers_at(t[VALUE_LANE])[value]
    remove(t, rows, at, lane, value - integers_at(t[FIRST])[lane])
    link_at, links, link_lane = integers_at(t[LINK_AT]), integers_at(t[LINKS]), integers_at(t[LINK_LANE])
    for j in range(link_at[value], link_at[value + 1]):
        remove(t, rows, at, link_lane[j], links[j])


# -- propagation --------------------------------------------------------------------------------------


@inner
def settle(t: Table, done_at: int, value: int) -> None:
    """Note the lanes as done that choosing a value settles; their one value need not be chosen any more."""
    settle_at, words, guards = integers_at(t[SETTLE_AT]), integers_at(t[SETTLE_WORD]), words_at(t[SETTLE_GUARD])
    done, single = words_at(t[DONE]), words_at(t[SINGLE])
    for j in range(settle_at[value], settle_at[value + 1]):
        done[done_at + words[j]] |= guards[j]
        single[words[j]] &= ~guards[j]


@inner
def choose_singles(t: Table, at: int, done_at: int) -> bool:
    """Choose every value that is alone in its lane, until there is none; False for a dead end."""
    domains = words_at(t[DOMAINS])
    chosen, mask_of, masks = integers_at(t[CHOSEN]), integers_at(t[MASK_OF]), words_at(t[MASKS])
    while True:
        some = find_singles(t, at, done_at)
        if some <= 0:
            return bool(some == 0)
        # First note which values these are, then choose them: what one rules out may be another one.
        number = note_singles(t, at, done_at)
        for j in range(number):
            mask = mask_of[chosen[j]]
            if mask < 0:
                choose_in_groups(t, domains, at, chosen[j])
            for w in range(t[SIZE] if mask >= 0 else 0):
                domains[at + w] &= masks[mask + w]
        for j in range(t[WIDES] if number else 0):
            summarize(t, domains, at, integers_at(t[WIDE])[j])


@inner
def find_singles(t: Table, at: int, done_at: int) -> int:
    """Find the lanes that have one value and are not done; -1 for a dead end, 0 if there are none, else 1."""
    domains, done, single = words_at(t[DOMAINS]), words_at(t[DONE]), words_at(t[SINGLE])
    guards, low = words_at(t[GUARDS]), words_at(t[LOW])
    empty = some = ZERO
    for w in range(t[SHORT]):
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
    domains, done, single = words_at(t[DOMAINS]), words_at(t[DONE]), words_at(t[SINGLE])
    speaking, lane_of, chosen = words_at(t[SPEAKING]), integers_at(t[LANE_OF]), integers_at(t[CHOSEN])
    first, length, shift = integers_at(t[FIRST]), integers_at(t[LENGTH]), words_at(t[SHIFT])
    twin = integers_at(t[TWIN])
    number = 0
    for block in range(0, t[SHORT], 64):
        busy = ZERO  # the words with such a lane, as bits
        for w in range(block, min(block + 64, t[SHORT])):
            done[done_at + w] |= single[w]
            busy |= (ONE if single[w] & speaking[w] != ZERO else ZERO) << np.uint64(w - block)
        while busy != ZERO:
            w = block + int(np.int64(trailing_zeros(busy)))
            found = single[w] & speaking[w]
            if found == ZERO:
                busy &= busy - ONE
                continue
            lane = lane_of[w * 64 + np.int64(trailing_zeros(found))]
            if length[lane] == 0:
                k = np.int64(trailing_zeros(domains[at + w] >> shift[lane]))
            else:
                k = first_value(t, domains, at, lane)
            chosen[number] = twin[first[lane] + k]
            settle(t, done_at, chosen[number])
            number += 1
    return number


@inner
def blame_empty(t: Table, at: int) -> bool:
    """Blame the lanes that are empty; whether there are any."""
    domains, guards, low, blamed = words_at(t[DOMAINS]), words_at(t[GUARDS]), words_at(t[LOW]), words_at(t[BLAMED])
    empty = ZERO
    for w in range(t[SHORT]):
        blamed[w] = guards[w] & ~(domains[at + w] + (guards[w] - low[w]))
        empty |= blamed[w]
    return bool(empty != ZERO)


@inner
def is_known(t: Table, at: int) -> bool:
    """Whether a row is what it is known to have been."""
    domains = words_at(t[DOMAINS])
    known = words_at(t[KNOWN])
    changed = ZERO
    for w in range(t[SIZE]):
        changed |= domains[at + w] ^ known[w]
    return bool(changed == ZERO)


@inner
def wake(t: Table, at: int) -> None:
    """Put the propagators into the queue that watch a lane that is not what it is known to have been."""
    domains = words_at(t[DOMAINS])
    known = words_at(t[KNOWN])
    full = words_at(t[WHOLE])
    decisions = words_at(t[DECISIONS])
    lane_of = integers_at(t[LANE_OF])
    watch_at = integers_at(t[WATCH_AT])
    queue = words_at(t[QUEUE])
    watches = integers_at(t[WATCHES])
    for w in range(t[SHORT]):
        touched = ((domains[at + w] ^ known[w]) & full[w]) + full[w] & decisions[w]
        while touched != ZERO:
            lane = lane_of[w * 64 + np.int64(trailing_zeros(touched))]
            touched &= touched - ONE
            for j in range(watch_at[lane], watch_at[lane + 1]):
                queue[watches[j] >> 6] |= ONE << np.uint64(watches[j] & 63)


@inner
def run_propagators(t: Table, at: int) -> bool:
    """Run those in the queue, the light ones together or else one, until a domain changes; False for a dead end."""
    queue = words_at(t[QUEUE])
    light = words_at(t[LIGHT])
    kinds = integers_at(t[KINDS])
    word = integers_at(t[WORD])
    blamed = words_at(t[BLAMED])
    scope_at = integers_at(t[SCOPE_AT])
    scopes = integers_at(t[SCOPES])
    length = t[QUEUE_WORDS]
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
                if call(kinds[number], t[SELF], number, at) == 0:
                    for w in range(t[SHORT]):
                        blamed[w] = ZERO
                    for j in range(scope_at[number], scope_at[number + 1]):
                        blamed[word[scopes[j]]] |= guard_of(t, scopes[j])
                    return False
        if not is_known(t, at):
            return True


@inner
def drop_unsupported(t: Table, at: int, done_at: int) -> None:
    """Take out the values whose mask empties a lane."""
    known = words_at(t[KNOWN])
    domains = words_at(t[DOMAINS])
    word = integers_at(t[WORD])
    decisions = words_at(t[DECISIONS])
    done = words_at(t[DONE])
    first = integers_at(t[FIRST])
    left = words_at(t[LEFT])
    guards = words_at(t[GUARDS])
    full = words_at(t[WHOLE])
    for w in range(t[SIZE]):
        known[t[SIZE] + w] = domains[at + w]
    for lane in range(t[LANES]):
        w = word[lane]
        if (decisions[w] & ~done[done_at + w]) & guard_of(t, lane) == ZERO:
            continue
        for k in range(first[lane + 1] - first[lane]):
            if not has(t, domains, at, lane, k):
                continue
            for j in range(t[SIZE]):
                left[j] = domains[at + j]
            choose(t, left, 0, lane, k)
            empty = ZERO
            for j in range(t[SHORT]):
                empty |= guards[j] & ~(left[j] + full[j])
            if empty != ZERO:
                remove(t, known, t[SIZE], lane, k)
    for w in range(t[SIZE]):
        domains[at + w] = known[t[SIZE] + w]


@inner
def unlink(t: Table, at: int) -> None:
    """Take out of the dual lanes what is gone from the variables'."""
    decisions = words_at(t[DECISIONS])
    word = integers_at(t[WORD])
    first = integers_at(t[FIRST])
    known = words_at(t[KNOWN])
    domains = words_at(t[DOMAINS])
    link_at = integers_at(t[LINK_AT])
    link_lane = integers_at(t[LINK_LANE])
    links = integers_at(t[LINKS])
    if t[LINKED] == 0:
        return
    for lane in range(t[LANES]):
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
    t = integers_at(where)
    known = words_at(t[KNOWN])
    queue = words_at(t[QUEUE])
    domains = words_at(t[DOMAINS])
    for q in range(t[QUEUE_WORDS]):
        queue[q] = ZERO
    while True:
        if not choose_singles(t, at, done_at):
            return 0
        wake(t, at)
        for w in range(t[SIZE]):
            known[w] = domains[at + w]
        if t[PROPAGATORS] and not run_propagators(t, at):
            return 0
        same = is_known(t, at)
        if same and t[STRONG] != 0:
            drop_unsupported(t, at, done_at)
            same = is_known(t, at)
        if same:
            return 1
        unlink(t, at)


def singles_chosen(where: Table, at: int, done_at: int) -> int:
    """Propagate a row to a fixpoint where there are masks only; 0 for a dead end."""
    return 1 if choose_singles(integers_at(where), at, done_at) else 0


def without_nogoods(where: Table, at: int, done_at: int) -> int:
    """Propagate and take out what nogoods rule out, to a fixpoint; 0 for a dead end."""
    t = integers_at(where)
    known = words_at(t[KNOWN])
    domains = words_at(t[DOMAINS])
    set_at = integers_at(t[SET_AT])
    set_values = integers_at(t[SET_VALUES])
    done = words_at(t[DONE])
    word = integers_at(t[WORD])
    blamed = words_at(t[BLAMED])
    while True:
        for w in range(t[SIZE]):
            known[w] = domains[at + w]
        changed = False
        for number in range(t[SETS]):
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
                for w in range(t[SHORT]):
                    blamed[w] = ZERO
                return 0
            if still == 1:
                remove(t, domains, at, set_values[last], set_values[last + 1])
                changed = True
        if not changed:
            return 1
        unlink(t, at)
        if call(t[STABLE], t[SELF], at, done_at) == 0:
            return 0


# -- branching ------------------------------------------------------------------------------------------


@inner
def smallest(t: Table, at: int, done_at: int) -> int:
    """The first of the open variables' lanes that have the fewest values."""
    left = words_at(t[LEFT])
    domains = words_at(t[DOMAINS])
    guards = words_at(t[GUARDS])
    low = words_at(t[LOW])
    decisions = words_at(t[DECISIONS])
    done = words_at(t[DONE])
    full = words_at(t[WHOLE])
    lane_of = integers_at(t[LANE_OF])
    words = t[DECIDED]
    if t[WIDES] == 0:  # by stripping: one, two, three values
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
    best, least = -1, 2**62
    for w in range(words):
        still = decisions[w] & ~done[done_at + w]
        while still != ZERO:
            lane = lane_of[w * 64 + np.int64(trailing_zeros(still))]
            still &= still - ONE
            size = size_of(t, domains, at, lane)
            if size < least:
                best, least = lane, size
    return int(best)


@inner
def pick(t: Table, at: int, done_at: int) -> int:
    """The lane to branch on; there is an open one."""
    rules = integers_at(t[RULING])
    now = integers_at(t[CURRENT])
    decisions = words_at(t[DECISIONS])
    done = words_at(t[DONE])
    lane_of = integers_at(t[LANE_OF])
    word = integers_at(t[WORD])
    domains = words_at(t[DOMAINS])
    weights = integers_at(t[WEIGHTS])
    words = t[DECIDED]
    order, last = rules[ORDER], now[LAST]
    if order == STATIC:
        for w in range(words):
            still = decisions[w] & ~done[done_at + w]
            if still != ZERO:
                return int(lane_of[w * 64 + np.int64(trailing_zeros(still))])
    if order == CALLED:
        return int(call(t[PICK], t[SELF], at, done_at))
    if order == MRV or last < 0:  # without a dead end all weigh the same
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
def draw(t: Table, number: int) -> int:
    """A number below another, drawn as `random.Random.randrange` does; -1 if the random numbers are used up."""
    now = integers_at(t[CURRENT])
    draws = integers_at(t[NUMBERS])
    bits = 0
    while number >> bits:
        bits += 1
    while now[DRAW] < t[NUMBERS_SIZE]:
        drawn = draws[now[DRAW]] >> (32 - bits)
        now[DRAW] += 1
        if drawn < number:
            return int(drawn)
    return -1


@inner
def first_to_try(t: Table, level: int, done_at: int) -> int:
    """The next value to try at a level, its number in the lane; -1 if there is none, -2 to ask for random numbers."""
    if t[TRY] != NOTHING:
        return int(call(t[TRY], t[SELF], level, done_at))
    rest = words_at(t[REST])
    rules = integers_at(t[RULING])
    lanes = integers_at(t[LANE])
    decisions = words_at(t[DECISIONS])
    done = words_at(t[DONE])
    word_of = integers_at(t[WORD])
    length = t[REACH]
    at = level * length
    k = 0
    while k < length and rest[at + k] == ZERO:
        k += 1
    if k == length:
        return -1
    skipped = 0
    if rules[DRAWS] != 0:
        lane = lanes[level]
        others = ZERO
        for w in range(t[SHORT]):
            still = decisions[w] & ~done[done_at + w]
            others |= still & ~guard_of(t, lane) if w == word_of[lane] else still
        if others != ZERO:
            top = length - 1
            while rest[at + top] == ZERO:
                top -= 1
            high = 0
            while high < 64 and rest[at + top] >> np.uint64(high) != ZERO:
                high += 1
            skipped = draw(t, top * 64 + high)
            if skipped < 0:
                return -2
            k = skipped >> 6
    word = rest[at + k] >> np.uint64(skipped & 63) << np.uint64(skipped & 63)
    while word == ZERO:
        k += 1
        word = rest[at + k]
    return int(k * 64 + np.int64(trailing_zeros(word)))


@inner
def blame(t: Table, lane: int) -> None:
    """A value of a lane led to a dead end: note the lanes that are to blame."""
    now = integers_at(t[CURRENT])
    blames = words_at(t[BLAMED])
    decisions = words_at(t[DECISIONS])
    weights = integers_at(t[WEIGHTS])
    lane_of = integers_at(t[LANE_OF])
    now[LAST] = lane
    for w in range(t[SHORT]):
        blamed = blames[w] & decisions[w]
        while blamed != ZERO:
            weights[lane_of[w * 64 + np.int64(trailing_zeros(blamed))]] += 1
            blamed &= blamed - ONE


@inner
def push(t: Table, depth: int, lane: int) -> None:
    """Put a node on the stack, to branch on a lane."""
    lanes = integers_at(t[LANE])
    latest = integers_at(t[LATEST])
    sizes = integers_at(t[SIZES])
    domains = words_at(t[DOMAINS])
    rests = words_at(t[REST])
    length_of = integers_at(t[LENGTH])
    word = integers_at(t[WORD])
    shift = words_at(t[SHIFT])
    ones = words_at(t[ONES])
    block = integers_at(t[BLOCK])
    rules = integers_at(t[RULING])
    done = words_at(t[DONE])
    length = t[REACH]
    at, rest = depth * t[SIZE], depth * length
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
    if rules[FORWARD] != 0:
        done[depth * t[SHORT] + word[lane]] |= guard_of(t, lane)


def note_answers(where: Table, depth: int, lane: int) -> int:
    """Write the solutions of a box where the answers to an instance are wanted, as many as are."""
    t = integers_at(where)
    now, domains, first = integers_at(t[CURRENT]), words_at(t[DOMAINS]), integers_at(t[FIRST])
    answers, at = integers_at(t[ANSWERS_AT]), depth * t[SIZE]
    written = now[BOXES]
    k = 0 if lane >= 0 else -1
    while written < integers_at(t[RULING])[MOST]:
        if lane >= 0:
            while k < first[lane + 1] - first[lane] and not has(t, domains, at, lane, k):
                k += 1
            if k == first[lane + 1] - first[lane]:
                break
        place = (now[INSTANCE] * integers_at(t[RULING])[MOST] + written) * t[VARIABLES]
        for other in range(t[VARIABLES]):
            answers[place + other] = k if other == lane else first_value(t, domains, at, other)
        written += 1
        if lane < 0:
            break
        k += 1
    now[BOXES] = written
    return 1


@inner
def take_box(t: Table, depth: int, lane: int) -> bool:
    """Count a box, and write it down if boxes are wanted; whether there is to be more."""
    now = integers_at(t[CURRENT])
    domains = words_at(t[DOMAINS])
    rules = integers_at(t[RULING])
    nodes = integers_at(t[NODES])
    box_lane = integers_at(t[BOX_LANE])
    box_depth = integers_at(t[BOX_DEPTH])
    box_rows = words_at(t[BOX_ROWS])
    at = depth * t[SIZE]
    size = 1 if lane < 0 else size_of(t, domains, at, lane)
    now[FOUND] += size
    if lane >= 0 and rules[LISTS] != SINGLY:
        nodes[depth + 1] += size
    if rules[LISTS] == COUNTED:
        return bool(now[FOUND] < rules[MOST])
    if rules[LISTS] == ANSWERS:
        call(t[NOTE], t[SELF], depth, lane)
        return bool(now[FOUND] < rules[MOST])
    box = now[BOXES]
    now[BOXES] = box + 1
    box_lane[box], box_depth[box] = lane, depth
    for w in range(t[SIZE]):
        box_rows[box * t[SIZE] + w] = domains[at + w]
    return bool(now[BOXES] < rules[MOST])


def walk(where: Table, budget: int, _: int) -> int:  # noqa: C901  (the loop of clew.search in one piece, on words)
    """Search on, for so many tries at most; why it came back.

    A level of the stack is an open node: its rows, its lane, the values to try. Above them is the row of the child.
    """
    t = integers_at(where)
    domains = words_at(t[DOMAINS])
    done = words_at(t[DONE])
    now = integers_at(t[CURRENT])
    rules = integers_at(t[RULING])
    decisions = words_at(t[DECISIONS])
    lane_of = integers_at(t[LANE_OF])
    lanes = integers_at(t[LANE])
    rest = words_at(t[REST])
    latest = integers_at(t[LATEST])
    known = words_at(t[KNOWN])
    first = integers_at(t[FIRST])
    nodes = integers_at(t[NODES])
    words = t[SHORT]
    forward = rules[FORWARD] != 0
    depth = now[DEPTH]
    while True:
        at, done_at = depth * t[SIZE], depth * words
        if now[ENTERING]:
            # Enter a node: it is a box, or its variable's values go on the stack.
            now[ENTERING] = 0
            number, word = np.int64(0), 0
            for w in range(t[DECIDED]):
                still = decisions[w] & ~done[done_at + w]
                if still != ZERO:
                    number += np.int64(population(still))
                    word = w
            if number == 0 or (number == 1 and rules[NODES_LEFT] < 0):
                lane = -1
                if number == 1:
                    lane = lane_of[word * 64 + np.int64(trailing_zeros(decisions[word] & ~done[done_at + word]))]
                if not take_box(t, depth, lane):
                    now[DEPTH] = depth
                    return FULL
            else:
                push(t, depth, pick(t, at, done_at))
                depth += 1
                at, done_at = at + t[SIZE], done_at + words
        # Try the next value, until a decision stands.
        if depth == 0:
            now[DEPTH] = 0
            return OVER
        if budget == 0:
            now[DEPTH] = depth
            return PAUSED
        level, above, done_above = depth - 1, at - t[SIZE], done_at - words
        k = first_to_try(t, level, done_above)
        if k == -1:
            depth = level
            continue
        if k == -2:
            now[DEPTH] = depth
            return DRAWN
        budget -= 1
        lane = lanes[level]
        rest[level * t[REACH] + (k >> 6)] ^= ONE << np.uint64(k & 63)
        latest[level] = k
        for w in range(t[SIZE]):
            domains[at + w] = domains[above + w]
        if t[PROPAGATE] != NOTHING:
            for w in range(t[SIZE]):
                known[w] = domains[above + w]
        for w in range(words):
            done[done_at + w] = done[done_above + w]
        choose(t, domains, at, lane, k)
        if forward:
            alive = not blame_empty(t, at)
            if alive and t[PROPAGATE] != NOTHING:
                alive = call(t[PROPAGATE], t[SELF], at, done_at) != 0
        else:
            settle(t, done_at, integers_at(t[TWIN])[first[lane] + k])
            alive = call(t[STABLE], t[SELF], at, done_at) != 0
            if alive and t[SETS] > 0:
                alive = call(t[NOGOODS], t[SELF], at, done_at) != 0
        if not alive:
            now[FAILURES] += 1
            if rules[ORDER] == WDEG:
                blame(t, lane)
            if now[FAILURES] == rules[CUTOFF]:
                now[DEPTH] = depth
                return GIVEN_UP
            continue
        if rules[NODES_LEFT] == 0:
            now[DEPTH] = depth
            return RATIONED
        if rules[NODES_LEFT] > 0:
            rules[NODES_LEFT] -= 1
        nodes[depth] += 1
        now[ENTERING] = 1


@inner
def forget(t: Table) -> None:
    """Let an ordering begin anew that has learnt something."""
    if integers_at(t[CURRENT])[LAST] >= 0:
        weights = integers_at(t[WEIGHTS])
        for lane in range(t[LANES]):
            weights[lane] = 1
        integers_at(t[CURRENT])[LAST] = -1


@inner
def lay_out(t: Table, at: int, rows: Words, to: int) -> None:
    """Write an integer as a row."""
    roots, offsets, first = words_at(t[ROOTS]), integers_at(t[OFFSET]), integers_at(t[FIRST])
    word, shift, ones = integers_at(t[WORD]), words_at(t[SHIFT]), words_at(t[ONES])
    block, length = integers_at(t[BLOCK]), integers_at(t[LENGTH])
    for w in range(t[SIZE]):
        rows[to + w] = ZERO
    for lane in range(t[LANES]):
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
    t = integers_at(where)
    done, done_at = words_at(t[DONE]), level * t[SHORT]
    roots, offsets, first = words_at(t[ROOTS]), integers_at(t[OFFSET]), integers_at(t[FIRST])
    word = integers_at(t[WORD])
    lay_out(t, 0, words_at(t[DOMAINS]), level * t[SIZE])
    for w in range(t[SHORT]):
        done[done_at + w] = ZERO
    for lane in range(t[LANES]):
        place = offsets[lane] + first[lane + 1] - first[lane]
        if roots[t[ROOT_SIZE] + (place >> 6)] >> np.uint64(place & 63) & ONE != ZERO:
            done[done_at + word[lane]] |= guard_of(t, lane)


@compiled
def answer(where: Table, count: int, budget: int) -> int:
    """Answer instances from the one on the way on, for about so many tries; the number of the next one.

    Each begins like a decision: with a row that all share, and what its given values leave of it.
    """
    t = integers_at(where)
    domains, done, known = words_at(t[DOMAINS]), words_at(t[DONE]), words_at(t[KNOWN])
    base, base_done = words_at(t[BASE]), words_at(t[BASE_DONE])
    now, found = integers_at(t[CURRENT]), integers_at(t[NUMBERS_FOUND])
    while now[INSTANCE] < count:
        if now[DEPTH] == 0:
            lay_out(t, now[INSTANCE] * t[ROOT_SIZE], domains, 0)
            for w in range(t[SIZE]):
                known[w] = base[w]
            for w in range(t[SHORT]):
                done[w] = base_done[w]
            now[FOUND] = now[BOXES] = 0
            forget(t)
            now[ENTERING] = 1 if call(t[STABLE], t[SELF], 0, 0) != 0 else 0
        code = call(t[WALK], t[SELF], budget, 0)
        if code == PAUSED:
            break
        budget -= 20
        found[now[INSTANCE]] = min(now[FOUND], integers_at(t[RULING])[MOST])
        now[INSTANCE] += 1
        now[DEPTH] = now[ENTERING] = 0
        if budget < 100:
            break
    return int(now[INSTANCE])


@compiled
def spread(where: Table, boxes: int, table: Any) -> None:
    """Write the solutions of boxes as the numbers of their values, a row each; the variables' lanes come first."""
    t = integers_at(where)
    box_lane = integers_at(t[BOX_LANE])
    box_rows = words_at(t[BOX_ROWS])
    first_of = integers_at(t[FIRST])
    row = 0
    for box in range(boxes):
        at, lane = box * t[SIZE], box_lane[box]
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

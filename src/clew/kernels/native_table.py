"""The table that the native functions read: the names of its entries, and how they are reached.

Everything that a search has to do with is in arrays, and they are all in one *table* `t`: numbers, and the places of
arrays in memory, which `words_at` and `integers_at` make into pointers. Passing fifty arrays from function to function
would take the compiler half a minute, and this takes it a few seconds. `clew.kernels.native_layout` makes the entries
that belong to a network; `clew.kernels.native_stack` adds those of a search, and keeps the arrays alive.

Functions are in it too, by their place in memory: what few searches call is compiled where one asks for it.
"""

from __future__ import annotations

from typing import Any, Final

from numba import config, types
from numba.extending import intrinsic

from clew.kernels.native import callable_from_anywhere

Words = Any
Table = Any
"""Numbers and places of arrays in memory, as `int64`."""

STATIC: Final = 0
MRV: Final = 1
WDEG: Final = 2
CALLED: Final = 3
"""What `ORDER` says; `PICK` chooses where a function is called."""

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
RULES: Final = 6


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
GROUPED: Final = 97
"""Place: of the function that chooses a value without a mask."""
SHIFT_OF: Final = 98
"""Words: for each bit of the short words the lowest bit of the lane whose guard it is."""
FIRST_OF: Final = 99
"""Integers: for each bit of the short words the number of that lane's first value; -1 if it has words of its own."""
TABLE: Final = 100


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

    def is_at_hand(function: Any) -> bool:
        """Whether a function need not be compiled, or read from disk, any more."""
        return True

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

    def is_at_hand(function: Any) -> bool:
        """Whether a function need not be compiled, or read from disk, any more."""
        return function in _places

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

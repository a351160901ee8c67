"""The automata of the columns of a grid, read from both ends (see `clew.counting.meet_in_the_middle`).

From above, they are minimized: states that accept the same values from there on are one. From below, they are
reversed and made deterministic: a state is the set of states from above that it goes with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.counting.structure import Unfit
from clew.kernels.native_lines import FREE

if TYPE_CHECKING:
    from clew.counting.automata import LayeredAutomaton

Ways = list[list[tuple[int, ...]]]
"""For each step and each state the state after each value; `FREE` where the value is refused."""

STATES: Final = 2**12
"""States of a column at a level, at most."""

WIDEST: Final = 64
"""Bits of a column that may not meet, at most."""

LOOK_BACK: Final = 2
"""Values read last that states tell apart, in the middle."""


def minimal(column: LayeredAutomaton, values: Sequence[Any]) -> Ways:
    """The minimal automaton of a column, its states at each level as numbers."""
    numbered = dict.fromkeys(column.later[-1], 0)
    ways: Ways = []
    for steps in reversed(column.steps):
        kinds: dict[tuple[int, ...], int] = {}
        before = {}
        for state, after in steps.items():
            kind = tuple([numbered[after[value]] if value in after else FREE for value in values])
            before[state] = kinds.setdefault(kind, len(kinds))
        ways.append(list(kinds))
        numbered = before
    ways.reverse()
    return ways


def reverse(ways: Ways, middle: int, values: int) -> tuple[Ways, list[frozenset[int]]]:
    """The same read from the end, down to a level, by the subset construction: a state is a set of states.

    Returns:
        The ways, the last step first; and the sets at that level.

    Raises:
        Unfit: there are too many sets.
    """
    sets = [frozenset([0])]
    turned: Ways = []
    for steps in reversed(ways[middle:]):
        known: dict[frozenset[int], int] = {}
        step = []
        for held in sets:
            before = [frozenset(m for m, after in enumerate(steps) if after[v] in held) for v in range(values)]
            step.append(tuple([known.setdefault(one, len(known)) if one else FREE for one in before]))
        if len(known) > STATES:
            raise Unfit("the automata of the columns have too many states for counting from both ends")
        turned.append(step)
        sets = list(known)
    return turned, sets


MiddleState = tuple[int, tuple[int, ...]]
"""The state of a column in the middle, and the values that it has read last."""


def with_last_values(ways: Ways) -> tuple[Ways, list[MiddleState]]:
    """The same, only that states differ in the last values too, so that the lines in the middle show in the states.

    Returns:
        The ways; and what each number stands for at the end.
    """
    states: list[MiddleState] = [(0, ())]
    extended: Ways = []
    for step, kinds in enumerate(ways):
        keeps = step >= len(ways) - LOOK_BACK
        known: dict[MiddleState, int] = {}
        extended.append([])
        for state, word in states:
            after = [(then, (*word, value) if keeps else word) for value, then in enumerate(kinds[state])]
            kind = tuple([known.setdefault(one, len(known)) if one[0] != FREE else FREE for one in after])
            extended[-1].append(kind)
        states = list(known)
    return extended, states


@attrs.frozen
class Compatibility:
    """Which states of a column from above are compatible with which from below, in the middle of the grid.

    The states from above fall into *parts*: none from below is compatible with states of two of them. Each state of a
    part has a bit, and one from below has the bits of those that it is not compatible with.

    Attributes:
        parts, bits: for each state from above its part and its bit.
        parts_below, refused: for each state from below its part and the bits that it refuses.
        width: how many bits there are.
    """

    parts: list[int]
    bits: list[int]
    parts_below: list[int]
    refused: list[int]
    width: int


def compatibility(
    above: Sequence[MiddleState], below: Sequence[MiddleState], sets: Sequence[frozenset[int]]
) -> Compatibility:
    """The compatibility of a column's states.

    Parts share their bits, so that there are few different ones: states that have read the same last values have the
    same bit. A bit for which a part has no state may be refused or not: as by others that have read the same values.

    Args:
        above: the states from above.
        below: those from below; the first of each is the place of a set.
        sets: sets of states from above.

    Raises:
        Unfit: there are too many of them.
    """
    part = {state: state for state, _ in above}
    for held in sets:
        together = {part[state] for state in held}
        part = {state: min(together) if one in together else one for state, one in part.items()}
    numbers: dict[Any, int] = {}
    taken: dict[Any, int] = {}
    labels = []
    for state, word in above:
        taken[part[state], word] = rank = taken.get((part[state], word), 0) + 1
        labels.append(numbers.setdefault((word, rank), len(numbers)))
    if len(numbers) > WIDEST:
        raise Unfit("the automata of the columns have too many states for counting from both ends")
    known: dict[int, int] = {}
    for (state, _), label in zip(above, labels, strict=True):
        known[part[state]] = known.get(part[state], 0) | 1 << label
    parts_below = [part[min(sets[k])] for k, _ in below]
    wanted = [
        sum(1 << label for (m, _), label in zip(above, labels, strict=True) if part[m] == one and m not in sets[k])
        for one, (k, _) in zip(parts_below, below, strict=True)
    ]
    alike: dict[tuple[int, ...], int] = {}
    for (_, word), refused in zip(below, wanted, strict=True):
        alike[word] = alike.get(word, 0) | refused
    fit = [
        alike[word] if alike[word] & known[one] == refused else refused
        for one, (_, word), refused in zip(parts_below, below, wanted, strict=True)
    ]
    return Compatibility([part[state] for state, _ in above], [1 << k for k in labels], parts_below, fit, len(numbers))

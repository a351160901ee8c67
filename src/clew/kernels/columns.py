"""What the columns of a grid remember, read from both ends (see `clew.kernels.meeting`).

From above, a column remembers as little as it can: memories that go on alike are one. From below, it remembers from
which of these memories it could go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

if TYPE_CHECKING:
    from clew.kernels.lines import Column

Ways = list[list[tuple[int, ...]]]
"""For each step and each memory what it becomes by each value; `FREE` where the value is refused."""

FREE: Final = -1
"""No memory, no place."""

MEMORIES: Final = 2**12
"""Memories of a column at a level, at most."""

WIDEST: Final = 64
"""Bits of a column that may not meet, at most."""

LOOK_BACK: Final = 2
"""Values that a column remembers having read last, in the middle."""


class Unfit(Exception):
    """The grid is too large to be counted from both ends; never leaves clew."""


def minimal(column: Column, values: Sequence[Any]) -> Ways:
    """What a column remembers at each level, as numbers: memories that go on alike are one."""
    numbered = dict.fromkeys(column.later[-1], 0)
    ways: Ways = []
    for steps in reversed(column.steps):
        kinds: dict[tuple[int, ...], int] = {}
        before = {}
        for memory, after in steps.items():
            kind = tuple([numbered[after[value]] if value in after else FREE for value in values])
            before[memory] = kinds.setdefault(kind, len(kinds))
        ways.append(list(kinds))
        numbered = before
    ways.reverse()
    return ways


def backwards(ways: Ways, middle: int, values: int) -> tuple[Ways, list[frozenset[int]]]:
    """The same read from the end, down to a level: what is remembered is the set of memories to go on from.

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
        if len(known) > MEMORIES:
            raise Unfit("the columns of the grid have too much to remember to be counted from both ends")
        turned.append(step)
        sets = list(known)
    return turned, sets


Memory = tuple[int, tuple[int, ...]]
"""What a column remembers in the middle, and the values that it has read last."""


def recalling(ways: Ways) -> tuple[Ways, list[Memory]]:
    """The same, only that the last values are remembered too, so that the lines in the middle show in the memories.

    Returns:
        The ways; and what each number stands for at the end.
    """
    states: list[Memory] = [(0, ())]
    recalled: Ways = []
    for step, kinds in enumerate(ways):
        keeps = step >= len(ways) - LOOK_BACK
        known: dict[Memory, int] = {}
        recalled.append([])
        for memory, word in states:
            after = [(then, (*word, value) if keeps else word) for value, then in enumerate(kinds[memory])]
            kind = tuple([known.setdefault(one, len(known)) if one[0] != FREE else FREE for one in after])
            recalled[-1].append(kind)
        states = list(known)
    return recalled, states


@attrs.frozen
class Middle:
    """Which memories of a column go with which, in the middle of the grid.

    The memories from above fall into *parts*: none from below goes with memories of two of them. Each memory of a
    part has a bit, and one from below has the bits of those that it does not go with.

    Attributes:
        parts, bits: for each memory from above its part and its bit.
        parts_below, refused: for each memory from below its part and the bits that it refuses.
        width: how many bits there are.
    """

    parts: list[int]
    bits: list[int]
    parts_below: list[int]
    refused: list[int]
    width: int


def in_the_middle(above: Sequence[Memory], below: Sequence[Memory], sets: Sequence[frozenset[int]]) -> Middle:
    """What is known of a column in the middle.

    Parts share their bits, so that there are few different ones: memories that have read the same last values have
    the same bit. What a part has no memory for may be refused or not: as others do that have read the same values.

    Args:
        above: the memories from above.
        below: those from below; the first of each is the place of a set.
        sets: sets of memories from above.

    Raises:
        Unfit: there are too many of them.
    """
    part = {memory: memory for memory, _ in above}
    for held in sets:
        together = {part[memory] for memory in held}
        part = {memory: min(together) if one in together else one for memory, one in part.items()}
    numbers: dict[Any, int] = {}
    taken: dict[Any, int] = {}
    labels = []
    for memory, word in above:
        taken[part[memory], word] = rank = taken.get((part[memory], word), 0) + 1
        labels.append(numbers.setdefault((word, rank), len(numbers)))
    if len(numbers) > WIDEST:
        raise Unfit("the columns of the grid have too much to remember to be counted from both ends")
    known: dict[int, int] = {}
    for (memory, _), label in zip(above, labels, strict=True):
        known[part[memory]] = known.get(part[memory], 0) | 1 << label
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
    return Middle([part[memory] for memory, _ in above], [1 << k for k in labels], parts_below, fit, len(numbers))

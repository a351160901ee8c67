"""Taking clues away, one group after the other, as long as the solution stays the only one.

A group that is needed once is needed ever after, because there are only fewer clues then: one pass leaves an instance
none of whose groups can be left out. Most of the first groups can go, and few of the last, so several are tried at a
time, more of them after each success. If they cannot all go, the first that is needed is looked for by halves. That
leaves what trying them one by one would leave, with fewer proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import accumulate
from typing import Any, Final

Group = tuple[Any, ...]
"""Clues that go together."""
Removes = Callable[[Sequence[Group]], bool]
"""Takes some groups away if one solution is left then, for good, and says whether."""

FIRST: Final = 3
"""The part of the groups that is tried at first: one in so many."""
GROWTH: Final = 1.5
"""How many more are tried after a success."""


def thinned(groups: Sequence[Group], removes: Removes, spare: int | None = None) -> tuple[list[Group], list[Group]]:
    """The groups that stay, and those that were taken away, in the order of trying.

    Args:
        groups: in the order in which to try them.
        removes: takes some groups away, or not.
        spare: how many clues may go; None for any number.
    """
    stay: list[Group] = []
    gone: list[Group] = []
    place, size = 0, max(1.0, len(groups) / FIRST)
    while place < len(groups) and spare != 0:
        part = _within(groups[place : place + int(size)], spare)
        went = _first_needed(part, removes) if part else 0  # a group may have more clues than may go
        gone += part[:went]
        spare = None if spare is None else spare - number_of(part[:went])
        place += went
        if went < len(part) or not part:
            stay.append(groups[place])
            place += 1
            size = max(1, went)
        else:
            size *= GROWTH
    return stay + list(groups[place:]), gone


def _first_needed(part: Sequence[Group], removes: Removes) -> int:
    """The place of the first group that is needed; all before it are taken away. If none is, their number."""
    if removes(part):
        return len(part)
    low, high = 0, len(part)  # those before `low` are gone, and one before `high` is needed
    while high - low > 1:
        middle = (low + high) // 2
        if removes(part[low:middle]):
            low = middle
        else:
            high = middle
    return low


def number_of(groups: Collection[Collection[Any]]) -> int:
    """How many clues the groups have."""
    return sum(map(len, groups))


def _within(groups: Sequence[Group], spare: int | None) -> Sequence[Group]:
    """The first of the groups that together have at most so many clues."""
    if spare is None:
        return groups
    numbers = accumulate(map(len, groups))
    return groups[: sum(number <= spare for number in numbers)]

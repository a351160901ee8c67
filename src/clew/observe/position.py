"""Where a search is in its tree: how much of it is left behind, read from the stack alone.

The root weighs 1, and the values of a node's variable share the weight of the node evenly. What lies before the
branch that is being walked is left behind, dead ends included; the branch itself is not. So the part left behind is
0 at the root, never shrinks, and says how far a complete walk is (Knuth's random probes weigh nodes the same way,
see `clew.estimation`).

Nothing is noted as the search goes. A kernel leaves in its counters a function that reads its stack, and another
thread may call it at any time: what it reads is never more than what was left behind when it ended.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from operator import length_hint
from typing import Final, TypeVar

import attrs

from clew.search import AnyState, Branch

Frame = TypeVar("Frame")
Seen = TypeVar("Seen")

Share = tuple[float, float]
"""The part of a node that is left behind, and the part that the branch being walked has of it."""

NEGLIGIBLE: Final = 2.0**-60
"""Weights below this cannot be seen in the sum."""


def share(size: int, left: int) -> Share:
    """How far a node is.

    Args:
        size: how many values its variable had.
        left: how many of them are still to try; the last one taken is being walked.
    """
    taken = size - left
    return ((taken - 1) / size, 1 / size) if taken > 0 else (0.0, 1.0)


def steady(stack: Iterable[Frame], look: Callable[[Frame], Seen]) -> Iterator[tuple[Frame, Seen]]:
    """The frames of a live stack, from the root on, each with what a look at it gave.

    The search may go on meanwhile. A frame belongs below the one above as long as that one looks the same; where it
    has moved on, the reading ends.
    """
    above: tuple[Frame, Seen] | None = None
    for frame in stack:
        if above is not None and look(above[0]) != above[1]:
            return
        above = frame, look(frame)
        yield above


def left_behind(stack: Iterable[Frame], look: Callable[[Frame], Share]) -> float:
    """The part of the tree that is left behind.

    Args:
        stack: the open nodes, from the root on.
        look: how far one of them is.
    """
    behind, weight = 0.0, 1.0
    for _, (before, now) in steady(stack, look):
        behind += weight * before
        weight *= now
        if weight < NEGLIGIBLE:
            break
    return behind


class _Unsized(Iterator[Hashable]):
    """Values that do not say how many they are. It counts those that were taken."""

    def __init__(self, values: Iterator[Hashable]) -> None:
        self._values = values
        self.taken = 0

    def __next__(self) -> Hashable:
        value = next(self._values)
        self.taken += 1
        return value


@attrs.frozen(eq=False)
class _Level:
    """An open node of the loop.

    Attributes:
        depth: its depth.
        values: the values still to try.
        size: how many there were; -1 if they do not say.
        above: how many values the node above had left when this one was entered.
    """

    depth: int
    values: Iterator[Hashable]
    size: int
    above: int

    def mark(self) -> int:
        """A number that changes with every value taken."""
        return self.values.taken if isinstance(self.values, _Unsized) else length_hint(self.values)

    def share(self) -> Share:
        mark = self.mark()
        if self.size >= 0:
            return share(self.size, mark)
        # Nobody knows how many values there are: each has half of what those before leave.
        return (1 - 2.0 ** (1 - mark), 2.0**-mark) if mark else (0.0, 1.0)


class Path:
    """The open nodes of the loop, noted where it branches: the loop keeps its stack to itself.

    Python's iterators know how many values they have left, so nothing is noted for a value.
    """

    def __init__(self) -> None:
        self._levels: list[_Level] = []

    def noted(self, branch: Branch) -> Branch:
        """The same function, noting each node that it opens."""
        levels = self._levels

        def noting(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
            alternatives = branch(state)
            if alternatives is None:
                return None
            variable, values = alternatives
            left = iter(values)
            size = length_hint(left, -1)
            if size < 0:
                left = _Unsized(left)
            while levels and levels[-1].depth >= state.depth:
                levels.pop()
            levels.append(_Level(state.depth, left, size, levels[-1].mark() if levels else 0))
            return variable, left

        return noting

    def left_behind(self) -> float:
        """The part of the tree that is left behind."""
        return left_behind(self._open(), _Level.share)

    def _open(self) -> Iterator[_Level]:
        """Without the levels that the loop has left since."""
        above: _Level | None = None
        for level in self._levels:
            if above is not None and above.mark() != level.above:
                return
            yield level
            above = level

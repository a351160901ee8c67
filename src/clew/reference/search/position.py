"""The position of a search in its tree: how much of it is left behind, read from the stack alone.

The root weighs 1, and the values of a node's variable share the weight of the node evenly. The part before the
branch that is being walked is left behind, dead ends included; the branch itself is not. So the part left behind is
0 at the root, never shrinks, and says how far a complete walk is (Knuth's random probes weigh nodes the same way,
see `clew.answers.estimation`).

Nothing is noted as the search goes. A kernel leaves in its counters a function that reads its stack, and another
thread may call it at any time: it never reads more than was left behind when it ended.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sized
from operator import length_hint
from typing import Final, TypeVar

from clew.reference.search.search import Branch
from clew.state.state import AnyState

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

    The search may go on meanwhile. A frame belongs below the one above as long as that one looks the same; if it has
    moved on, the reading ends.
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
    return _weighed(part for _, part in steady(stack, look))


def _weighed(shares: Iterable[Share]) -> float:
    """The part of the tree that is left behind: of each open node, from the root on, by its weight."""
    behind, weight = 0.0, 1.0
    for before, now in shares:
        behind += weight * before
        weight *= now
        if weight < NEGLIGIBLE:
            break
    return behind


class _Unsized(Iterator[Hashable]):
    """Values that do not say how many they are.

    Attributes:
        latest: how many were taken, and the last of them.
    """

    def __init__(self, values: Iterable[Hashable]) -> None:
        self._values = iter(values)
        self.latest: tuple[int, Hashable] = (0, None)

    def __next__(self) -> Hashable:
        value = next(self._values)
        self.latest = self.latest[0] + 1, value
        return value

    def look(self) -> tuple[Share, int, Hashable]:
        """How far they are, as each has half of what those before leave; how many were taken, and the last."""
        taken, value = self.latest
        return ((1 - 2.0 ** (1 - taken), 2.0**-taken) if taken else (0.0, 1.0)), taken, value


_Level = tuple[AnyState, tuple[Hashable, ...] | _Unsized, Iterator[Hashable]]
"""An open node of the loop: its state, its values, and an iterator that gives them."""


class Path:
    """The open nodes of the loop, noted at each branching: the loop keeps its stack to itself.

    A node stays noted until another one of its depth takes its place. Whether it is open still shows in the one
    above: it is if that one is trying the value that leads to it. Python's iterators know how many values they have
    left, so nothing is noted for a value.
    """

    def __init__(self) -> None:
        self._levels: dict[int, _Level] = {}

    def noted(self, branch: Branch) -> Branch:
        """The same function, noting each node that it opens."""
        levels = self._levels

        def noting(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
            alternatives = branch(state)
            if alternatives is None:
                return None
            variable, values = alternatives
            if type(values) is not tuple:
                values = tuple(values) if isinstance(values, Sized) else _Unsized(values)
            left = iter(values)
            levels[state.depth] = state, values, left
            return variable, left

        return noting

    def clear(self) -> None:
        """Forget what was noted: another tree is walked."""
        self._levels.clear()

    def left_behind(self) -> float:
        """The part of the tree that is left behind."""
        return _weighed(self._shares())

    def _shares(self) -> Iterator[Share]:
        """How far the open nodes are, from the root on."""
        level = next(iter(self._levels.values()), None)  # what was noted first is the root
        while level is not None:
            state, values, left = level
            if isinstance(values, _Unsized):
                part, taken, value = values.look()
            else:
                taken = len(values) - length_hint(left)
                part, value = share(len(values), len(values) - taken), values[taken - 1] if taken else None
            yield part
            level = self._levels.get(state.depth + 1) if taken else None
            path = level[0].path if level is not None else None
            if path is None or path[0] is not state.path or path[2] is not value:  # the value does not lead there
                return

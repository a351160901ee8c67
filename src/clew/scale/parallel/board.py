"""The board: how far the tasks under way are, written by the workers and read by the process that waits for them.

A worker is heard when its task ends. Until then it writes numbers, and no more than numbers: the progress of a search
needs no messages. Tasks of a run have numbers from 1.
"""

from __future__ import annotations

from collections.abc import Collection, MutableSequence
from typing import Final, Protocol

import attrs


@attrs.frozen
class Standing:
    """How far a task is, or several together.

    Attributes:
        behind: the share of the whole tree that is left behind.
        nodes: nodes entered.
        solutions: solutions found.
    """

    behind: float = 0.0
    nodes: int = 0
    solutions: int = 0

    def __add__(self, other: Standing) -> Standing:
        return Standing(self.behind + other.behind, self.nodes + other.nodes, self.solutions + other.solutions)


class ProgressBoard(Protocol):
    """The board on which workers write their progress."""

    def write(self, task: int, standing: Standing) -> None:
        """Write how far a task is, in place of anything that this worker wrote before."""

    def read(self, tasks: Collection[int]) -> Standing:
        """How far these tasks are together, as far as their workers have written."""


class LocalBoard:
    """A board for workers in this process."""

    def __init__(self) -> None:
        self._standings: dict[int, Standing] = {}

    def write(self, task: int, standing: Standing) -> None:
        self._standings[task] = standing

    def read(self, tasks: Collection[int]) -> Standing:
        for task in self._standings.keys() - tasks:
            self._standings.pop(task, None)  # its result has come
        return sum((self._standings.get(task, Standing()) for task in tasks), Standing())


SLOT: Final = 4
"""Numbers that a worker writes: the task, and its standing."""


class SharedBoard:
    """A board in memory that processes share. Each worker writes into a slot of its own.

    Args:
        cells: the slots, one after the other.
        slot: that of this worker; -1 for a process that only reads.
    """

    def __init__(self, cells: MutableSequence[float], slot: int = -1) -> None:
        self._cells = cells
        self._slot = slot

    def write(self, task: int, standing: Standing) -> None:
        start = SLOT * self._slot
        if not 0 <= start < len(self._cells):
            return
        self._cells[start] = 0.0  # meanwhile the slot is empty
        self._cells[start + 1 : start + SLOT] = [standing.behind, standing.nodes, standing.solutions]
        self._cells[start] = task

    def read(self, tasks: Collection[int]) -> Standing:
        total = Standing()
        for start in range(0, len(self._cells), SLOT):
            task, behind, nodes, solutions = self._cells[start : start + SLOT]
            if task in tasks and self._cells[start] == task:
                total += Standing(behind, int(nodes), int(solutions))
        return total

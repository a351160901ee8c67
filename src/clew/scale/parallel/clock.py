"""The clock of a worker, which ends the search of a subtree, and the board on which the worker writes how far it is.

A worker reports when its task ends. Until then it writes numbers, and no more than numbers: the progress of a search
needs no messages. Tasks of a run have numbers from 1.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, MutableSequence, Sequence
from typing import Final

import attrs

from clew.limits import Stop
from clew.outcome import Clock, LimitReached, Status
from clew.reference.search.search import Branch
from clew.scale.parallel.subtree import TaskTerms
from clew.state.counters import Counters
from clew.state.state import AnyState

QUICK: Final = 64
"""Turns in a millisecond from which a loop is quick: a look at each of its nodes is enough."""

WRITES: Final = 0.1
"""Seconds between two times that a worker writes how far it is."""

SLOT: Final = 4
"""Numbers that a worker writes: the task, and its standing."""


class SubtreeTooLarge(Exception):
    """Ends a search from within; never leaves clew."""


class SubtreeTimedOut(Exception):
    """Ends a search from within; never leaves clew."""


class SubtreeClock(Clock):
    """Ends the search of a subtree: when it has too many nodes, when its time is up, when the run is over.

    Args:
        stops: one of them is set when the run is over.
        terms: how far to go.
        until: the end of the run, by `time.perf_counter`.
        write: writes how far the search is.
    """

    __slots__ = ("_counters", "_due", "_nodes", "_write", "_written")

    def __init__(self, stops: Sequence[Stop], terms: TaskTerms, until: float, write: Callable[[], None]) -> None:
        super().__init__(until, stops=stops)
        self._written = time.perf_counter()
        self._due = self._written + terms.each
        self._write = write
        self.observe(Counters(), None)

    def observe(self, counters: Counters, nodes: int | None) -> None:
        """From now on these counters count, and so many nodes are too many."""
        self._counters = counters
        self._nodes = math.inf if nodes is None else nodes

    def check_size(self) -> None:
        """End the search if it has too many nodes."""
        if sum(self._counters.nodes_per_level) > self._nodes:
            raise SubtreeTooLarge

    def is_up(self) -> bool:
        """Whether the time of the run is up; the size is looked at in every turn, so that no clock decides on it."""
        self.check_size()
        return super().is_up()

    def looked(self, now: float) -> bool:
        """Whether the time of the run is up."""
        if now >= self._due:
            raise SubtreeTimedOut
        if now - self._written > WRITES:
            self._written = now
            self._write()
        return super().looked(now)

    def watched(self, branch: Branch) -> Branch:
        """A step that branches, and looks at the clock: at each node, and at each value if hooks are slow."""

        def looking(state: AnyState) -> tuple[Hashable, Iterable[Hashable]] | None:
            if self.is_up():
                raise LimitReached(Status.TIME_LIMIT)
            alternatives = branch(state)
            is_quick = self._stride >= QUICK  # then not each value needs a question
            if alternatives is None or (is_quick and type(alternatives[1]) is tuple):
                return alternatives
            return alternatives[0], looked_through(alternatives[1])

        def looked_through(values: Iterable[Hashable]) -> Iterator[Hashable]:
            for value in values:
                if self.is_up():
                    raise LimitReached(Status.TIME_LIMIT)
                yield value

        return looking


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


class LocalBoard:
    """A board for workers in this process."""

    def __init__(self) -> None:
        self._standings: dict[int, Standing] = {}

    def write(self, task: int, standing: Standing) -> None:
        """Write how far a task is, in place of anything that was written of it before."""
        self._standings[task] = standing

    def read(self, tasks: Collection[int]) -> Standing:
        """How far these tasks are together; others have ended, and are forgotten."""
        for task in self._standings.keys() - tasks:
            self._standings.pop(task, None)
        return sum((self._standings.get(task, Standing()) for task in tasks), Standing())


class SharedBoard:
    """A board in memory that processes share. Each worker writes into a slot of its own.

    Args:
        cells: the slots, one after the other.
        slot: that of this worker; -1 for a process that only reads.
    """

    def __init__(self, cells: MutableSequence[float], slot: int = -1) -> None:
        self._cells, self._slot = cells, slot

    def write(self, task: int, standing: Standing) -> None:
        """Write how far a task is, in place of anything that this worker wrote before."""
        start = SLOT * self._slot
        if not 0 <= start < len(self._cells):
            return
        self._cells[start] = 0.0  # meanwhile the slot is empty
        self._cells[start + 1 : start + SLOT] = [standing.behind, standing.nodes, standing.solutions]
        self._cells[start] = task

    def read(self, tasks: Collection[int]) -> Standing:
        """How far these tasks are together, as far as their workers have written."""
        total = Standing()
        for start in range(0, len(self._cells), SLOT):
            task, behind, nodes, solutions = self._cells[start : start + SLOT]
            if task in tasks and self._cells[start] == task:
                total += Standing(behind, int(nodes), int(solutions))
        return total

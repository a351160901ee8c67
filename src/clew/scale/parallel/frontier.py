"""The frontier of a run: the open subtrees, the finished ones that wait for others before them, and the counters.

All that a run must not lose is also recorded in its journal: the planned, the finished and the open subtrees. So a run
is resumed by running again with a journal that lists the finished subtrees, and a journal in a file
(`clew.scale.checkpoint.checkpoint`) makes a search survive its process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush

import attrs

from clew.outcome import Failure
from clew.problem.origins import place
from clew.scale.parallel.limits import Policy, Standing
from clew.scale.parallel.subtree import Expanded, Failed, Key, Subtree, SubtreeResult, first_line, is_below
from clew.scale.parallel.work import Work
from clew.state.counters import Counters

Past = tuple[Iterable[SubtreeResult], Sequence[Subtree], Expanded]
"""The results of the finished subtrees and the open ones, both in search order, and the nodes expanded by cutting."""


class Journal:
    """The record of a run: this one keeps nothing. Calls come from one thread, in the order in which things happen."""

    def past(self) -> Past | None:
        """The state that an earlier run has left; None if there was none, or it ended before its tree was cut."""
        return None

    def planned(self, subtrees: Sequence[Subtree], expanded: Expanded) -> None:
        """The subtrees that the whole tree was cut into, and the nodes expanded for that. Called once, at the start."""

    def finished(self, result: SubtreeResult) -> None:
        """One open subtree was searched. Never called twice for the same one."""

    def recut(self, subtree: Subtree, children: Sequence[Subtree], expanded: Expanded) -> None:
        """An open subtree was too large: its children take its place. There may be none."""

    def close(self, status: str) -> None:
        """The run has ended.

        Args:
            status: the value of its `Status`.
        """


class Frontier:
    """The state of the subtrees of a run. Everything that must not be lost goes into its journal at once.

    Args:
        work: the search.
        journal: the record of the run.
        policy: whether results are wanted in search order, and whether to go on behind a subtree that failed.

    Attributes:
        open: the subtrees that are still to be searched, waiting or handed out.
        counters: those of the finished subtrees.
        found: the number of solutions in the finished subtrees.
        policy: as given.
        held: the number of solutions that wait for subtrees before them.
        failures: the subtrees that failed, by their keys.
        unfinished: the results of subtrees that were left when the run ended.
        under_way: gives how far the tasks are that are under way.
    """

    def __init__(self, work: Work, journal: Journal, policy: Policy) -> None:
        self.work, self.journal, self.policy = work, journal, policy
        self.open: dict[Key, Subtree] = {}
        self.counters = Counters()
        self.found = self.held = self._given = 0
        self.failures: dict[Key, Failure] = {}
        self.unfinished: list[SubtreeResult] = []
        self.under_way: Callable[[], Standing] = Standing
        self._superseded: dict[Key, SubtreeResult] = {}
        self._behind = Fraction(0)
        self._queue: list[Key] = []  # this, and the two below, are heaps
        self._ever_open: list[Key] = []
        self._waiting: list[tuple[Key, SubtreeResult]] = []
        self._last: Key | None = None
        self._cuts: list[tuple[Key, Expanded]] = []

    # -- progress, read from any thread -----------------------------------------------------------

    @property
    def nodes_per_level(self) -> list[int]:
        """The nodes entered: in finished subtrees, and in the one that is searched in this process."""
        here = sum(self.work.here[0].nodes_per_level)
        return [*self.counters.nodes_per_level, here, self.under_way().nodes]

    def position(self) -> tuple[float, int]:
        """How much is left behind, and how many solutions are counted and not given yet."""
        counters, weight = self.work.here
        behind, number = (0.0, 0) if counters.position is None else counters.position()
        elsewhere = self.under_way()
        return float(self._behind) + weight * behind + elsewhere.behind, number + elsewhere.solutions

    # -- open subtrees ----------------------------------------------------------------------------

    def begin(self, subtrees: Iterable[Subtree], expanded: Expanded) -> None:
        """Take over the open subtrees, and the nodes expanded by cutting until now."""
        self._expand((0, ()), expanded)
        for subtree in subtrees:
            self._add(subtree)

    def _add(self, subtree: Subtree) -> None:
        if self._last is None or subtree.key < self._last:
            self.open[subtree.key] = subtree
            heappush(self._queue, subtree.key)
            heappush(self._ever_open, subtree.key)

    def _expand(self, key: Key, expanded: Expanded) -> None:
        self._cuts.append((key, expanded))
        self.counters.add(expanded.nodes_per_level, expanded.failures)
        self._behind += expanded.weight

    @property
    def first(self) -> Key | None:
        """The key of the first open subtree in search order; None if none is open."""
        while self._ever_open and self._ever_open[0] not in self.open:
            heappop(self._ever_open)
        return self._ever_open[0] if self._ever_open else None

    def next(self) -> Iterator[Subtree]:
        """The subtrees that no worker has yet, in search order; those that are taken are handed out."""
        while self._queue:
            key = heappop(self._queue)
            if key in self.open:
                yield self.open[key]

    def is_next(self, subtree: Subtree) -> bool:
        """Whether a subtree is open, and its result can be given as soon as it comes."""
        return subtree.key in self.open and (not self.policy.in_order or subtree.key == self.first)

    def put_back(self, subtrees: Iterable[Subtree]) -> None:
        """No worker searches these subtrees any more."""
        for subtree in subtrees:
            if subtree.key in self.open:
                heappush(self._queue, subtree.key)

    def recut(self, subtree: Subtree, children: list[Subtree], expanded: Expanded) -> None:
        """A subtree was too large: its children take its place."""
        self.journal.recut(subtree, children, expanded)
        del self.open[subtree.key]
        self._expand(subtree.key, expanded)
        for child in children:
            self._add(child)

    def supersede(self, result: SubtreeResult) -> None:
        """Keep the solutions of a subtree that was too large, until its children have found it again."""
        self._superseded[result.subtree.key] = result

    def fail(self, failed: Failed) -> None:
        """Raise the error of a subtree, or note it and go on. In the journal the subtree stays open."""
        error = failed.raised(self.policy.each)
        if not self.policy.keep_going:
            raise error
        where, line = place(error), f"{type(error).__name__}: {first_line(error)}"
        self.open.pop(failed.subtree.key, None)
        self.failures[failed.subtree.key] = Failure(failed.subtree.name, f"{where}: {line}" if where else line)

    # -- finished subtrees ------------------------------------------------------------------------

    def finish(self, result: SubtreeResult) -> None:
        """A subtree is finished."""
        self.note(result)
        self.add(result)

    def note(self, result: SubtreeResult) -> None:
        """Note in the journal that a subtree is finished."""
        self.journal.finished(result)
        del self.open[result.subtree.key]

    def add(self, result: SubtreeResult) -> None:
        """The result of a subtree that the journal knows."""
        self.work.here = Counters(), 0.0
        self.counters.add(result.nodes_per_level, result.failures)
        self.found += result.found
        self._behind += result.subtree.weight
        self.held += result.solutions if self.work.lists else 0
        heappush(self._waiting, (result.subtree.key, result))
        self._drop()

    def _drop(self) -> None:
        """Give up the subtrees behind as many solutions as are wanted."""
        most = self.work.most
        if most is None or self.found < most or not self.policy.in_order:
            return
        number = self._given
        for key, result in sorted(self._waiting):
            number += result.found
            if number >= most:
                self._last = key
                self.open = {other: subtree for other, subtree in self.open.items() if other < key}
                return

    def ready(self) -> Iterator[SubtreeResult]:
        """The finished subtrees with no open one before them, or all of them if the order does not matter."""
        first = self.first if self.policy.in_order else None
        while self._waiting and (first is None or self._waiting[0][0] < first):
            result = heappop(self._waiting)[1]
            self.held -= result.solutions if self.work.lists else 0
            self._given += result.found
            if not self.work.folds:
                known = self._superseded
                self._superseded = {k: known[k] for k in known if not is_below(result.subtree.key, k)}
            yield result

    # -- at the end -------------------------------------------------------------------------------

    def leftovers(self, *, counts: bool) -> list[SubtreeResult]:
        """The results that were not given, with gaps between, in search order.

        Of a subtree that was too large they are the solutions found there before, or those found below it since:
        the larger number of the two. A strategy that names witnesses gets both: seeing one again changes nothing.

        Args:
            counts: whether their nodes count; they do not if they lie beyond a limit on nodes.
        """
        results = [result for _, result in self._waiting] + self.unfinished
        self._waiting = []
        if not counts:
            results = list(map(_uncounted, results))
        for key, before in sorted(self._superseded.items(), reverse=True):  # those below come before it
            below = [result for result in results if is_below(result.subtree.key, key)]
            if self.work.folds:
                results.append(_uncounted(before))
            elif before.solutions > sum(result.solutions for result in below):
                results = [result for result in results if result not in below] + [before]
        return sorted(results, key=lambda result: result.subtree.key)

    def expanded(self, last: Key | None) -> Expanded:
        """The nodes expanded by cutting, up to some subtree in search order; all of them if that is None."""
        return sum((done for key, done in self._cuts if last is None or key <= last), Expanded())


def _uncounted(result: SubtreeResult) -> SubtreeResult:
    """A result without its nodes."""
    return attrs.evolve(result, nodes_per_level=(), failures=0, solutions=0)

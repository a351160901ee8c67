"""A run of subtrees: they are dispatched to workers, and their results given in search order.

Subtrees are handed out in search order, and their results noted in a journal. A task that is lost is handed out again;
a result that comes twice counts once. Results are given in search order, so the answer is that of one search, with any
number of workers of any speed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, Final

from clew.errors import ProblemError
from clew.limits import resident
from clew.outcome import Clock, LimitReached, Status
from clew.planning.engine_method import MaskMethod
from clew.scale.parallel.frontier import Frontier
from clew.scale.parallel.limits import Policy
from clew.scale.parallel.pool import WorkerPool
from clew.scale.parallel.subtree import Failed, Key, Report, Subtree, SubtreeResult, TaskTerms
from clew.scale.parallel.tasks import Tasks
from clew.scale.parallel.tree import cut
from clew.scale.parallel.work import Work
from clew.scale.parallel.worker import search_one

NODES: Final = 10_000_000
"""The nodes of a subtree, at most."""

QUICK: Final = 100
"""How many times as many there are if the engine counts by masks alone."""


class Dispatcher:
    """Dispatches the subtrees of a run.

    A limit on nodes gives the first so many nodes in search order, with any number of workers. A subtree that reaches
    the limit is held until all before it are merged. Then it is known how many nodes are left for it: it is searched
    just as far, or cut if that is far. A run that is kept ends before a subtree that the limit would cut through,
    because only whole subtrees are kept; it cuts that one, so that the next run gets further.

    Args:
        work: the search.
        pool: the workers.
        frontier: the state of the subtrees.
        policy: limits, and how subtrees are treated.
        known: gives the strategy's knowledge from the subtrees that were merged, as a worker returns it.
    """

    def __init__(
        self, work: Work, pool: WorkerPool, frontier: Frontier, policy: Policy, known: Callable[[], list[Any]]
    ) -> None:
        self.work, self.pool, self.frontier, self.policy = work, pool, frontier, policy
        self._tasks = Tasks(work, pool, frontier)
        self._clock = Clock(policy.until, stops=policy.stops)
        self._known = known if work.bounds else list
        self._held: dict[Key, SubtreeResult] = {}
        self._kept: set[Key] = set()  # what an earlier run has searched: it does not count for a limit on nodes
        self._entered = self._cut_before = 0  # nodes in what this run has given, and above what an earlier one left

    def results(self, finished: Iterable[SubtreeResult], *, resumed: bool) -> Iterator[SubtreeResult]:
        """The results of all subtrees, in search order or, if that is not wanted, as they come.

        Args:
            finished: those that are there already.
            resumed: whether an earlier run has searched those: their nodes do not count for a limit.

        Raises:
            LimitReached: a limit on time, memory or nodes struck.
            KeyboardInterrupt: by Ctrl-C.
            Exception: any that a subtree raised, unless the run goes on.
        """
        frontier = self.frontier
        frontier.under_way = lambda: self._tasks.board.total()
        for result in finished:
            frontier.add(result)
            if resumed:
                self._kept.add(result.subtree.key)
        if resumed:
            self._cut_before = sum(frontier.expanded(None).nodes_per_level)
        yield from self._given()
        while (first := frontier.first) is not None:
            if self._left(first) == 0:
                raise LimitReached(Status.NODE_LIMIT)
            self._tasks.hand_out(self._terms)
            for report in self._tasks.reports():
                self._take(report)
            self._look()
            yield from self._given()
            yield from self._settled()
        yield from self._given()

    def end(self, *, keeps: bool) -> None:
        """End the tasks that are still running.

        Args:
            keeps: whether to keep the solutions found there.
        """
        for report in self._tasks.end():
            if keeps:
                self._remember(report)

    def _terms(self) -> TaskTerms:
        policy = self.policy
        return TaskTerms(
            self._budget(),
            policy.cutting.solutions if policy.divides else None,
            left=self._left(self.frontier.first),
            seconds=max(0.0, policy.until - time.perf_counter()),
            each=policy.each,
            keep_going=policy.keep_going,
            known=self._known(),
        )

    def _budget(self) -> int | None:
        """The nodes after which a subtree is cut again; None if that never happens."""
        if not self.policy.divides:
            return None
        usual = NODES * (QUICK if isinstance(self.work.tree().plan.method, MaskMethod) else 1)
        return self.policy.cutting.nodes or usual

    def _look(self) -> None:
        """Look at the limits, and after the tasks.

        Raises:
            LimitReached: a limit struck.
        """
        self._clock.look()
        memory = self.policy.limits.memory
        if memory is not None and resident(self.pool.processes()) > memory:
            raise LimitReached(Status.MEMORY_LIMIT)
        self._tasks.look()

    # -- reports ----------------------------------------------------------------------------------

    def _take(self, report: Report) -> None:
        """Take in the report of a subtree."""
        key = report.subtree.key
        if key not in self.frontier.open:
            return  # it came before, or is not wanted any more
        if isinstance(report, Failed):
            self.frontier.fail(report)
        elif report.status is Status.COMPLETE:
            self.frontier.finish(report)
        elif report.status is Status.NODE_LIMIT:
            self.frontier.supersede(report)
            if self.policy.limits.nodes is None:
                self._cut(report.subtree)
            else:
                self._held[key] = report
        elif report.status is Status.CANCELLED and not any(stop.is_set() for stop in self.policy.stops):
            self.frontier.put_back([report.subtree])  # the worker ends, the run does not
        else:
            self._remember(report)
            if report.status is Status.INTERRUPTED:
                raise KeyboardInterrupt

    def _remember(self, report: Report) -> None:
        """Note a result that came too late to be merged; it counts if the answer is not known."""
        frontier = self.frontier
        if isinstance(report, Failed) or report.status is Status.NODE_LIMIT or report.subtree.key not in frontier.open:
            return
        if report.status is Status.COMPLETE:
            frontier.note(report)
        frontier.unfinished.append(report)

    def _cut(self, subtree: Subtree) -> None:
        """Put the children of a subtree in its place."""
        cutting, left = self.policy.cutting, self._left(subtree.key)
        target = max(2, cutting.again)
        expansions = target * cutting.expansions
        expansions = expansions if left is None else min(expansions, left)
        children, expanded = cut(self.work.tree(), [subtree], target, expansions)
        if children == [subtree]:
            error = ProblemError(f"subtree {subtree.name} is too large and cannot be cut")
            self.frontier.fail(Failed(subtree, error))
        else:
            self.frontier.recut(subtree, children, expanded)

    # -- a limit on nodes --------------------------------------------------------------------------

    def _left(self, key: Key | None) -> int | None:
        """How many nodes a subtree may have when all before it are merged; more while some of them are not."""
        limit = self.policy.limits.nodes
        if limit is None:
            return None
        above = sum(self.frontier.expanded(key).nodes_per_level) - self._cut_before
        return max(0, limit - self._entered - above)

    def _given(self) -> Iterator[SubtreeResult]:
        """The results that are ready, within the limit on nodes."""
        for result in self.frontier.ready():
            key, left = result.subtree.key, self._left(result.subtree.key)
            if left is not None and key not in self._kept:
                if result.nodes > left and self.policy.is_kept:
                    raise LimitReached(Status.NODE_LIMIT)
                if result.nodes > left:
                    result = yield from self._cut_short(result.subtree, left)
                self._entered += result.nodes
            yield result

    def _settled(self) -> Iterator[SubtreeResult]:
        """A subtree that is held and comes next is cut, or searched up to the limit."""
        for result in [result for result in self._held.values() if self.frontier.is_next(result.subtree)]:
            subtree = result.subtree
            del self._held[subtree.key]
            left, budget = self._left(subtree.key), self._budget()
            if left is None or (budget is not None and left > budget):
                self._cut(subtree)
            elif self.policy.is_kept:
                if left:
                    self._cut(subtree)
                raise LimitReached(Status.NODE_LIMIT)
            elif result.nodes == left:
                yield result
                raise LimitReached(Status.NODE_LIMIT)
            else:
                self.frontier.finish((yield from self._cut_short(subtree, left)))

    def _cut_short(self, subtree: Subtree, left: int) -> Generator[SubtreeResult, None, SubtreeResult]:
        """Search a subtree up to the limit on nodes, give the result, and end the run.

        Returns:
            Its result, if it ends before the limit after all: a bound has become better meanwhile.
        """
        if left:
            terms = TaskTerms(None, left=left, known=self._known())
            report = search_one(self.work, subtree, terms, self.policy.until)
            if isinstance(report, Failed):
                self.frontier.fail(report)
            elif report.status is Status.COMPLETE:
                return report
            else:
                yield report
                raise report.end  # if it ended for another reason, that one comes first
        raise LimitReached(Status.NODE_LIMIT)

"""Searching a problem in subtrees: `clew.solve` and `clew.solutions` with workers.

The first nodes are entered in this process (`clew.scale.parallel.ends`). A search that is not over by then is cut into
subtrees (`tree`), which are dispatched to workers (`dispatch`), and whose results merge (`ends`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from clew.limits import Cancel, limited
from clew.options import Cutting, Options, tokens_of
from clew.outcome import Clock, LimitReached, Limits, Outcome, Status, Stopped
from clew.planning.deriving import bound_of
from clew.planning.progress.progress import ProgressReporting
from clew.planning.projection import counted
from clew.planning.validation import checked
from clew.planning.walking import Walk, status_of
from clew.problem.problem import AnyProblem
from clew.scale.parallel.dispatch import Dispatcher
from clew.scale.parallel.ends import Merger, PreliminarySearch
from clew.scale.parallel.frontier import Frontier, Journal, Past
from clew.scale.parallel.limits import Policy
from clew.scale.parallel.pool import WorkerPool, pool_for, refuse_respawn
from clew.scale.parallel.subtree import Expanded, Key, Part, Subtree, SubtreeResult
from clew.scale.parallel.tree import cut
from clew.scale.parallel.work import AnyStrategy, Work
from clew.solution import AnySolution
from clew.strategies import All, Best


def is_wanted(options: Options) -> bool:
    """Whether a search is to be cut: the options ask for workers, or for a subtree.

    A limit of few nodes leaves nothing to share out.
    """
    limits, cutting = options.get("limits"), options.get("cutting") or Cutting()
    if options.get("subtree") is not None:
        return True
    if isinstance(limits, Limits) and limits.nodes is not None and limits.nodes <= cutting.first:
        return False
    return options.get("jobs") not in (None, 1) or options.get("executor") is not None


def solve(
    problem: AnyProblem,
    strategy: AnyStrategy,
    options: Options,
    journal: Journal | None = None,
    parts: Sequence[Part] | None = None,
) -> Outcome[Any]:
    """Search a problem in subtrees (see `clew.solve`).

    Args:
        problem: the problem to search.
        strategy: folds the solutions.
        options: see `Options`.
        journal: the record of the run; subtrees that are finished there are not searched again.
        parts: the trees to search, if not that of the problem.
    """
    search = _ParallelSearch(problem, strategy, options, journal, parts)
    merger = search.merger
    is_enough = False
    try:
        for result in search.reported(search.results()):  # not `any`: it would swallow a strategy's StopIteration
            if is_enough := merger.take(result):
                break
        status = search.status(merger.last if is_enough else None)
    except (LimitReached, KeyboardInterrupt) as end:
        status = status_of(end)
    except BaseException:
        search.abandon()
        raise
    return search.outcome(status, is_enough=is_enough)


def solutions(problem: AnyProblem, options: Options) -> Iterator[AnySolution]:
    """The solutions one by one (see `clew.solutions`)."""
    search = _ParallelSearch(problem, None, options)
    try:
        for result in search.reported(search.results()):
            yield from search.merger.given(result)
        status = search.status(None)
    except LimitReached as limit:
        status = limit.status
    except BaseException:
        search.abandon()
        raise
    outcome = search.outcome(status, is_enough=False)
    if status not in (Status.COMPLETE, Status.SOLUTION_LIMIT):
        raise Stopped(attrs.evolve(outcome, result=None))


class _ParallelSearch(ProgressReporting):
    """A search in subtrees, from the options to the outcome.

    Args:
        problem: the problem to search.
        strategy: folds the solutions; None if they are asked for one by one.
        options: see `Options`.
        journal: the record of the run, if it is kept.
        parts: the trees to search, if not that of the problem.
    """

    def __init__(
        self,
        problem: AnyProblem,
        strategy: AnyStrategy | None,
        options: Options,
        journal: Journal | None = None,
        parts: Sequence[Part] | None = None,
    ) -> None:
        refuse_respawn()
        self.started = time.perf_counter()
        checked(problem, options)
        counted(problem, options, strategy)
        self.options, self.strategy = options, strategy
        report = options.get("progress")
        given_up = Cancel() if report else None
        stops = tokens_of(options, given_up)
        self.policy = Policy.of(options, self.started, stops, is_kept=journal is not None)
        self.journal = journal or Journal()
        self.work = Work.of(problem, strategy, options, parts, stops)
        self.frontier = Frontier(self.work, self.journal, self.policy)
        self.merger = Merger(self.work, All() if strategy is None else strategy, self.policy.limits)
        self._clock = Clock(self.policy.until, self.policy.limits.memory, stops)
        self._dispatcher: Dispatcher | None = None
        self._whole: Walk | None = None  # the walk that found the answer in one piece
        super().__init__(report, self.frontier, lambda: self.frontier.found, self.started, given_up)

    def results(self) -> Iterator[SubtreeResult]:
        """The results of the subtrees, as `Dispatcher` gives them."""
        past = self.journal.past()
        if isinstance(self.strategy, Best):
            self.watch.best = lambda: (self.merger.result and self.merger.result[0], None)
        with limited(self._clock.look):  # the problem is declared and compiled here
            if past is not None:
                self.work.check_kernel()
            finished, subtrees, expanded = past or self._plan()
            pool, work = WorkerPool(), self.work
            if subtrees and self.policy.divides:
                pool, work = pool_for(work, self.options)
        self._dispatcher = Dispatcher(work, pool, self.frontier, self.policy, self.merger.known)
        self.frontier.begin(subtrees, expanded)
        yield from self._dispatcher.results(finished, resumed=past is not None)

    def _plan(self) -> Past:
        """Search small trees here, cut the others, and plan the journal.

        Raises:
            LimitReached: a limit struck.
            KeyboardInterrupt: by Ctrl-C.
            Exception: any that the search raised.
        """
        trees: Sequence[Subtree] = self._trees()
        expanded = Expanded()
        preliminary = PreliminarySearch(self.work, self.frontier, self.policy)
        finished: Sequence[SubtreeResult] = ()
        if self.policy.divides and self.work.parts is None and not self.policy.is_kept:
            walk, result = preliminary.with_restarts(self.options, self.strategy) or (None, None)
            if result is not None and result.solutions and isinstance(self.strategy, Best):
                self._open(result)
            elif result is not None:
                self._whole, finished, trees = walk, [result], []
        if trees:
            self.work.check_kernel()
            finished, trees = preliminary.run(trees, self.merger.known() if self.work.bounds else ())
            self.policy = attrs.evolve(self.policy, divides=preliminary.divides)
        if trees and self.policy.divides:
            trees, expanded = self._cut(trees, sum(result.nodes for result in finished))
        self.journal.planned([*(result.subtree for result in finished), *trees], expanded)
        for result in finished:
            self.journal.finished(result)
        return finished, trees, expanded

    def _open(self, opening: SubtreeResult) -> None:
        """Know a solution before the trees are searched for the best.

        Raises:
            LimitReached: there are no nodes left, or no more solutions are wanted.
        """
        self.merger.know(opening)
        self.frontier.counters.add(opening.nodes_per_level, opening.failures)
        if self.merger.found == self.policy.limits.solutions:
            raise LimitReached(Status.SOLUTION_LIMIT)
        self.policy = attrs.evolve(self.policy, limits=self.policy.limits.after(opening.nodes))

    def _cut(self, trees: Sequence[Subtree], entered: int) -> tuple[list[Subtree], Expanded]:
        """Cut trees, and expand no more nodes for that than a limit leaves."""
        tree, cutting, limit = self.work.tree(), self.policy.cutting, self.policy.limits.nodes
        most = cutting.subtrees * cutting.expansions
        tree.clock = self._clock
        return cut(tree, trees, cutting.subtrees, most if limit is None else max(0, min(most, limit - entered)))

    def _trees(self) -> list[Subtree]:
        """The trees to search."""
        parts = (Part(0, 0),) if self.work.parts is None else self.work.parts
        roots = [Subtree((), k, part.multiplicity, part.share) for k, part in enumerate(parts)]
        name = self.options.get("subtree")
        if name is None:
            return roots
        subtree = Subtree.named(name)
        self.work.tree().state(subtree)  # if there is none, no subtree has failed
        return [attrs.evolve(roots[subtree.part], path=subtree.path)]

    def status(self, last: Key | None) -> Status:
        """The status of a search that came to its end, or has found enough with some subtree."""
        in_order, failed = self.policy.in_order, self.frontier.failures
        is_affected = any(last is None or not in_order or key < last for key in failed)
        return Status.FAILED if is_affected else Status.COMPLETE

    def abandon(self) -> None:
        """End without an answer."""
        self._end(keeps=False)
        self.journal.close(Status.FAILED.value)

    def _end(self, *, keeps: bool) -> None:
        if self._dispatcher is not None:
            self._dispatcher.end(keeps=keeps)
        self.close()

    def outcome(self, status: Status, *, is_enough: bool) -> Outcome[Any]:
        """End with an answer, or with the known part of it."""
        merger, frontier = self.merger, self.frontier
        # A limit on nodes gives the same answer every time, unless the nodes depend on what others have found.
        is_same = status is Status.NODE_LIMIT and not self.work.bounds
        is_known = is_enough or is_same or status in (Status.COMPLETE, Status.SOLUTION_LIMIT)
        self._end(keeps=not is_known)
        if not is_known:
            merger.add_leftovers(frontier.leftovers(counts=status is not Status.NODE_LIMIT))
        self.journal.close(status.value)
        exhausted = status is Status.COMPLETE and not is_enough and merger.exhausted
        self.conclude(exhausted=exhausted)
        with limited(self._clock.look):
            expanded = frontier.expanded(merger.last if is_known else None)
            statistics = merger.statistics(expanded, self.started, self._whole)
        result, strategy, bound = merger.strategy.finish(merger.result, exhausted), self.strategy, None
        if isinstance(strategy, Best) and statistics.inference:  # it was compiled before a limit struck
            bound = bound_of(self.work.tree().plan, strategy, merger.result, None, exhausted)
        return Outcome(result, status, exhausted, statistics, tuple(frontier.failures.values()), bound)

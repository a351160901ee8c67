"""The two ends of a run, in this process: its first nodes, and the answer.

The first nodes are entered in one go, before a tree is cut. Most searches are over by then, before a worker has begun.
In the end the strategy folds the results of subtrees, one after the other.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, cast

import attrs

from clew.options import Options
from clew.outcome import LimitReached, Limits, Statistics, Status
from clew.planning.walking import Folding, Walk, searched
from clew.scale.parallel.frontier import Frontier
from clew.scale.parallel.limits import Policy
from clew.scale.parallel.subtree import Expanded, Failed, Key, Report, Subtree, SubtreeResult, TaskTerms
from clew.scale.parallel.work import AnyStrategy, Work
from clew.scale.parallel.worker import search_one, solutions_of, values_of, worker_name
from clew.solution import AnySolution
from clew.state.counters import Counters
from clew.strategies import All, AtMost, Best, First


class PreliminarySearch:
    """The preliminary search.

    Args:
        work: the search.
        frontier: notes what is unfinished, too large, or has failed.
        policy: says how many nodes to enter.

    Attributes:
        divides: whether the trees that it does not finish may be cut.
    """

    def __init__(self, work: Work, frontier: Frontier, policy: Policy) -> None:
        self._work, self._frontier, self._policy = work, frontier, policy
        self.divides = policy.divides

    def run(self, trees: Sequence[Subtree], known: Sequence[Any]) -> tuple[Sequence[SubtreeResult], Sequence[Subtree]]:
        """Search trees one after the other, as far as so many nodes lead.

        Args:
            trees: the trees.
            known: the solutions that the strategy knows from the beginning.

        Returns:
            The results of the trees that it finished, and the other trees.

        Raises:
            LimitReached: a limit struck.
            KeyboardInterrupt: by Ctrl-C.
            Exception: any that the search raised.
        """
        policy, finished = self._policy, list[SubtreeResult]()
        left = self._nodes()
        for k, subtree in enumerate(trees):
            terms = TaskTerms(left, policy.cutting.solutions if policy.divides else None, each=policy.each, known=known)
            report = search_one(self._work, subtree, terms, policy.until)
            if isinstance(report, Failed) or report.status is not Status.COMPLETE:
                self._note(report)
                return finished, trees[k:]
            finished.append(report)
            left = None if left is None else left - report.nodes
            if left is not None and left <= 0:
                return finished, trees[k + 1 :]
        return finished, ()

    def _nodes(self) -> int | None:
        """How many nodes to enter; None for any number."""
        policy = self._policy
        if not policy.divides:
            return None
        first, most = policy.cutting.first, policy.limits.nodes
        # A result in the journal cannot be cut short afterwards.
        return min(first, most) if policy.is_kept and most is not None else first

    def _note(self, report: Report) -> None:
        """Note that a tree was not finished."""
        policy = self._policy
        if isinstance(report, Failed):
            if report.error is None or not policy.divides or not policy.keep_going:
                self._frontier.fail(report)
        elif report.status is Status.NODE_LIMIT:
            self._frontier.supersede(report)
            if report.repeats and not policy.is_kept:
                self.divides = False  # shared out, it would lose more than it gains
        else:
            self._frontier.unfinished.append(report)
            raise report.end

    def with_restarts(self, options: Options, strategy: AnyStrategy | None) -> tuple[Walk, SubtreeResult] | None:
        """A search with restarts for the first nodes, and its result, if a few solutions are wanted or the best.

        Restarts are no part of a shared search, and often find in a moment a solution that it would never come to. The
        solutions are kept, even if they are too few. Of a search for the best it is the opening: the first solution.

        Raises:
            LimitReached: a limit struck.
            KeyboardInterrupt: by Ctrl-C.
        """
        work, policy = self._work, self._policy
        most, strategy = (1, First()) if isinstance(strategy, Best) else (work.most, strategy)
        if most is None or policy.cutting.first < 1:
            return None
        seconds = None if policy.until == math.inf else max(0.0, policy.until - time.perf_counter())
        limits = Limits(seconds, policy.cutting.first, policy.limits.solutions, policy.limits.memory)
        own = cast(Options, {**options, "limits": limits, "progress": None})  # the run itself reports its progress
        walk = Walk(work.problem, own, strategy)
        if not (walk.plan.restarts or walk.plan.is_patient):
            return None
        work.here = walk.counters, 1.0
        outcome = searched(work.problem, AtMost(most), own, walk)
        spent, found = outcome.statistics, [solution.row() for solution in outcome.result]
        result = SubtreeResult(
            Subtree(), spent.nodes_per_level, spent.failures, len(found), found, outcome.exhausted, spent.seconds,
            spent.kernel, worker_name(), outcome.status,
        )  # fmt: skip
        if result.exhausted or result.solutions == most:
            return walk, result
        if outcome.status is Status.NODE_LIMIT:
            self._frontier.supersede(result)
            return None
        self._frontier.unfinished.append(result)
        raise result.end


class Merger(Folding):
    """Folds the results of subtrees.

    Args:
        work: the search.
        strategy: folds the solutions.
        limits: when to stop; the one on solutions concerns it.

    Attributes:
        found: how many solutions there were.
        exhausted: whether all subtrees until now were walked to their end.
        last: the subtree that was merged last.
    """

    def __init__(self, work: Work, strategy: AnyStrategy, limits: Limits) -> None:
        super().__init__(strategy, strategy.empty())
        self.work, self.limits = work, limits
        self.found = self.subtrees = 0
        self.exhausted = True
        self.last: Key | None = None
        self._counters = Counters()
        self._kernels: dict[str, None] = {}

    def take(self, searched: SubtreeResult) -> bool:
        """Merge the next one; whether that is enough.

        Args:
            searched: the result of the next subtree.

        Raises:
            LimitReached: the solutions are as many as they may be.
        """
        if self.work.lists:
            return self._take_solutions(searched)
        self._count(searched)
        number, limit = searched.payload * searched.subtree.multiplicity, self.limits.solutions
        if limit is not None:
            number = min(number, limit - self.found)
        self.found += number
        self.result = self.strategy.add_count(self.result, number)
        if self.found == limit:
            raise LimitReached(Status.SOLUTION_LIMIT)
        return self.strategy.is_enough(self.result)

    def _take_solutions(self, searched: SubtreeResult) -> bool:
        strategy, before = self.strategy, self.found
        if type(strategy) is All and self.limits.solutions is None:
            self._count(searched)
            solutions = solutions_of(self.work, searched.payload)
            self.result += solutions
            self.found += len(solutions)
            return False
        for solution in self.given(searched):
            self.add(solution, self.found)
            if strategy.is_enough(self.result):
                return True
        if self.work.folds:
            self.found = max(self.found, before + searched.solutions)
        return False

    def given(self, searched: SubtreeResult) -> Iterator[AnySolution]:
        """The solutions of the next one, which are not kept here.

        Raises:
            LimitReached: the solutions are as many as they may be.
        """
        self._count(searched)
        for solution in solutions_of(self.work, searched.payload):
            self.found += 1
            yield solution
            if self.found == self.limits.solutions:
                raise LimitReached(Status.SOLUTION_LIMIT)

    def know(self, opening: SubtreeResult) -> None:
        """Take in solutions that were found before the tree is searched."""
        self._counters.add(opening.nodes_per_level, opening.failures)
        for solution in solutions_of(self.work, opening.payload):
            self.found += 1
            self.add(solution, self.found)

    def add_leftovers(self, results: Iterable[SubtreeResult]) -> None:
        """Merge the results left when the run ended: with gaps between, and in search order.

        A witness may be among them twice, if its subtree was cut after it had been found.
        """
        with suppress(LimitReached):
            for searched in results:
                if self.work.folds:
                    known = self.known()
                    searched = attrs.evolve(
                        searched, payload=[values for values in searched.payload if values not in known]
                    )
                if self.take(searched):
                    break

    def _count(self, searched: SubtreeResult) -> None:
        """Count the nodes and the failures of a subtree."""
        self._counters.add(searched.nodes_per_level, searched.failures)
        if searched.kernel:
            self._kernels[searched.kernel] = None
        self.exhausted = self.exhausted and searched.exhausted
        self.last = searched.subtree.key
        self.subtrees += 1

    def known(self) -> list[Any]:
        """The solutions that the strategy's bound may use from now on, as workers take them."""
        witnesses = self.strategy.witnesses(self.result)
        return [values_of(self.work, solution) for solution in witnesses or ()]

    def statistics(self, expanded: Expanded, started: float, whole: Walk | None = None) -> Statistics:
        """The statistics of the search; called once, at its end.

        Args:
            expanded: the nodes expanded by cutting.
            started: when the search began, by `time.perf_counter`.
            whole: the walk that found the answer in one piece, if one did.
        """
        if whole is not None:
            return attrs.evolve(whole.statistics(), solutions=self.found, seconds=time.perf_counter() - started)
        counters = self._counters
        counters.add(expanded.nodes_per_level, expanded.failures)
        counters.kernel = ", ".join(self._kernels)
        manner = f", {self.subtrees} subtrees" if self.subtrees > 1 else ""
        try:
            plan = self.work.tree().plan
        except LimitReached:  # before the problem was compiled: it is not known which kernel would have run
            spent = time.perf_counter() - started
            return Statistics(tuple(counters.nodes_per_level), counters.failures, self.found, spent, "")
        return plan.statistics(counters, self.found, started, manner)

"""The preliminary search: the first nodes are entered in this process, in one go, before a tree is cut.

Most searches are over by then, before a worker has begun.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any, cast

from clew.options import Options
from clew.outcome import Limits, Status
from clew.planning.walking import Walk, searched
from clew.scale.parallel.frontier import Frontier
from clew.scale.parallel.policy import Policy
from clew.scale.parallel.subtree import Failed, Report, Subtree, SubtreeResult, TaskTerms, TooLarge, Unfinished
from clew.scale.parallel.work import AnyStrategy, Work
from clew.scale.parallel.worker import search_one, worker_name
from clew.strategies import AtMost, Best, First


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
            if not isinstance(report, SubtreeResult):
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
        if isinstance(report, Failed) and (report.error is None or not policy.divides or not policy.keep_going):
            self._frontier.fail(report)
        elif isinstance(report, Unfinished):
            self._frontier.unfinished.append(report.result)
            raise report.end
        elif isinstance(report, TooLarge):
            self._frontier.supersede(report.result)
            if report.repeats and not policy.is_kept:
                self.divides = False  # shared out, it would lose more than it gains

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
            spent.kernel, worker_name(),
        )  # fmt: skip
        if result.exhausted or result.solutions == most:
            return walk, result
        if outcome.status is Status.NODE_LIMIT:
            self._frontier.supersede(result)
            return None
        self._frontier.unfinished.append(result)
        raise Unfinished(result, outcome.status).end

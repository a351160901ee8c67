"""The preliminary search: the first nodes are entered in this process, in one go, before a tree is cut.

Most searches are over by then, before a worker has begun.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any, cast

import attrs

from clew.options import Options
from clew.outcome import LimitReached, Limits, Status
from clew.planning.walking import Walk
from clew.scale.parallel.frontier import Frontier
from clew.scale.parallel.policy import Policy
from clew.scale.parallel.results import Failed, Report, TaskTerms, TooLarge, Unfinished
from clew.scale.parallel.subtree import Subtree, SubtreeResult
from clew.scale.parallel.work import Work
from clew.scale.parallel.worker import search_one, worker_name
from clew.solution import Solution
from clew.strategies import Best, First, Strategy


@attrs.frozen
class Beginning:
    """How far the preliminary search came.

    Attributes:
        finished: the results of the trees that it finished.
        left: the other trees.
        divides: whether those may be cut.
    """

    finished: Sequence[SubtreeResult]
    left: Sequence[Subtree]
    divides: bool


class PreliminarySearch:
    """The preliminary search.

    Args:
        work: the search.
        frontier: notes what is unfinished, too large, or has failed.
        policy: says how many nodes to enter.
    """

    def __init__(self, work: Work, frontier: Frontier, policy: Policy) -> None:
        self._work, self._frontier, self._policy = work, frontier, policy

    def run(self, trees: Sequence[Subtree], known: Sequence[Any] = ()) -> Beginning:
        """Search trees one after the other, as far as so many nodes lead.

        Args:
            trees: the trees.
            known: the solutions that the strategy knows from the beginning.

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
                return Beginning(finished, trees[k:], self._divides(report))
            finished.append(report)
            left = None if left is None else left - report.nodes
            if left is not None and left <= 0:
                return Beginning(finished, trees[k + 1 :], policy.divides)
        return Beginning(finished, (), policy.divides)

    def _nodes(self) -> int | None:
        """How many nodes to enter; None for any number."""
        policy = self._policy
        if not policy.divides:
            return None
        first, most = policy.cutting.first, policy.limits.nodes
        # A result in the journal cannot be cut short afterwards.
        return min(first, most) if policy.is_kept and most is not None else first

    def _divides(self, report: Report) -> bool:
        """Note that a tree was not finished; whether the rest of it may be cut."""
        policy = self._policy
        if isinstance(report, Failed) and (report.error is None or not policy.divides or not policy.keep_going):
            self._frontier.fail(report)
        elif isinstance(report, Unfinished):
            self._frontier.unfinished.append(report.result)
            raise report.end
        elif isinstance(report, TooLarge):
            self._frontier.supersede(report.result)
            if report.repeats and not policy.is_kept:
                return False  # shared out, it would lose more than it gains
        return policy.divides

    def with_restarts(self, options: Options, strategy: Strategy[Any] | None) -> tuple[Walk, SubtreeResult] | None:
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
        limits = Limits(seconds, policy.cutting.first, policy.limits.solutions)
        own = cast(Options, {**options, "limits": limits, "progress": None})  # the run itself reports its progress
        walk = Walk(work.problem, own, strategy)
        if not (walk.plan.restarts or walk.plan.is_patient):
            return None
        work.here = walk.counters, 1.0
        result, status = _walked(walk, most)
        if result.exhausted or result.solutions == most:
            return walk, result
        if status is Status.NODE_LIMIT:
            self._frontier.supersede(result)
            return None
        self._frontier.unfinished.append(result)
        raise KeyboardInterrupt if status is Status.INTERRUPTED else LimitReached(status)


def _walked(walk: Walk, most: int) -> tuple[SubtreeResult, Status]:
    """The result of a walk that ends with as many solutions as are wanted, and what ended it."""
    began, found, exhausted = time.perf_counter(), list[Solution[Any, Any]](), True
    status = Status.COMPLETE
    try:
        for solution in walk.solutions():
            found.append(solution)
            if len(found) == most:
                exhausted = False
                break
    except LimitReached as limit:
        status, exhausted = limit.status, False
    except KeyboardInterrupt:
        status, exhausted = Status.INTERRUPTED, False
    finally:
        walk.close()
    spent = walk.statistics()
    payload, seconds = [solution.row() for solution in found], time.perf_counter() - began
    result = SubtreeResult(
        Subtree(), spent.nodes_per_level, spent.failures, len(found), payload, exhausted, seconds, spent.kernel,
        worker_name(),
    )  # fmt: skip
    return result, status

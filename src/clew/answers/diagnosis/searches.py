"""Several searches that answer one question, and share its limits."""

from __future__ import annotations

import time
from itertools import zip_longest
from typing import Any

import attrs

from clew.api import FIRST, solve
from clew.options import Options
from clew.outcome import Interrupted, LimitReached, Limits, Outcome, Statistics, Status, Stopped
from clew.planning.iterating import stopping
from clew.planning.plan import make_plan
from clew.problem.problem import AnyProblem
from clew.state.state import DEAD_END
from clew.strategies import Strategy


class Searches:
    """Searches, all of them under the limits of one question.

    Attributes:
        problem: that of the question.
        root: the state in which its search starts.
        level: its inference.
        spent: the cost of all the searches.
    """

    def __init__(self, problem: AnyProblem, options: Options) -> None:
        self._started = time.perf_counter()
        with stopping(self._started):
            plan = make_plan(problem, options, FIRST)
        self.problem = problem
        self.root = plan.root
        self.level = plan.inference.name
        self._options = options
        self._limits = plan.limits
        self.spent = Statistics((), 0, 0, 0.0, plan.inference.name, plan.variable_order, plan.method.name)

    def ask(
        self, problem: AnyProblem, strategy: Strategy[Any] = FIRST, ration: int | None = None, **changed: Any
    ) -> Any:
        """The result of a strategy.

        Args:
            problem: the problem of the question, or one made from it.
            strategy: the strategy; by default the first solution, or None.
            ration: how many nodes this search may enter; by default as many as the others have left.
            changed: options that differ from those of the question.

        Returns:
            The result, or `DEAD_END` if the ration was used up.

        Raises:
            LimitReached: a limit of the question struck, or Ctrl-C.
        """
        limits = self._left()
        is_rationed = ration is not None and (limits.nodes is None or ration < limits.nodes)
        options: Any = {**self._options, **changed}
        options["limits"] = attrs.evolve(limits, nodes=ration) if is_rationed else limits
        outcome = solve(problem, strategy, **options)
        self.spent = _added(self.spent, outcome.statistics)
        if is_rationed and outcome.status is Status.NODE_LIMIT:
            return DEAD_END
        if not outcome.is_complete:
            raise LimitReached(outcome.status)
        return outcome.result

    def _left(self) -> Limits:
        """The limits, less the time and the nodes that earlier searches took."""
        seconds = self._limits.time
        if seconds is not None:
            seconds -= time.perf_counter() - self._started
            if seconds <= 0:
                raise LimitReached(Status.TIME_LIMIT)
        return Limits(time=seconds, nodes=self._limits.after(self.spent.nodes).nodes)

    def cut_short(self, end: BaseException, result: Any) -> Stopped | Interrupted:
        """The exception that tells the caller what was known when it ended."""
        status = end.status if isinstance(end, LimitReached) else Status.INTERRUPTED
        raised = Interrupted if status is Status.INTERRUPTED else Stopped
        return raised(Outcome(result, status, False, self.spent))


def _added(one: Statistics, other: Statistics) -> Statistics:
    levels = zip_longest(one.nodes_per_level, other.nodes_per_level, fillvalue=0)
    return attrs.evolve(
        other,
        nodes_per_level=tuple(map(sum, levels)),
        failures=one.failures + other.failures,
        solutions=one.solutions + other.solutions,
        seconds=one.seconds + other.seconds,
    )

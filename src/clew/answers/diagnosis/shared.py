"""Several searches that answer one question and share its limits; the values that all solutions share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any, ClassVar, Unpack

import attrs

from clew.api import FIRST, solve
from clew.core import LEARNED
from clew.errors import OptionError
from clew.options import Options
from clew.outcome import Interrupted, LimitReached, Limits, Outcome, Status, Stopped
from clew.planning.plan import make_plan
from clew.planning.walking import status_of, stopping
from clew.problem.declared import Declared, overrides, title_of
from clew.problem.drawing import without_auxiliary
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution, Solution
from clew.state.counters import Counters
from clew.state.state import DEAD_END, State
from clew.strategies import Strategy

Values = dict[Any, Any]


class Searches:
    """Searches, all of them under the limits of one question.

    Attributes:
        problem: that of the question.
        level: its inference.
        has_constraints: whether it has any, or conditions are assumed.
    """

    def __init__(self, problem: AnyProblem, options: Options) -> None:
        self._started = time.perf_counter()
        with stopping(self._started):
            plan = make_plan(problem, options, FIRST)
        self.problem = problem
        self.level = plan.inference.name
        self.has_constraints = bool(Declared(problem).constraints or options.get("assume"))
        self._options = options
        self._plan, self._counters, self._found = plan, Counters([]), 0
        self._learned: dict[Any, Any] = {}

    @cached_property
    def root(self) -> Any:
        """The state in which the search of the question starts."""
        return self._plan.root

    @property
    def nodes(self) -> int:
        """How many nodes all the searches entered."""
        return sum(self._counters.nodes_per_level)

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
        token = LEARNED.set(self._learned)
        try:
            outcome = solve(problem, strategy, **options)
        finally:
            LEARNED.reset(token)
        self._counters.add(outcome.statistics.nodes_per_level, outcome.statistics.failures)
        self._found += outcome.statistics.solutions
        if is_rationed and outcome.status is Status.NODE_LIMIT:
            return DEAD_END
        if not outcome.is_complete:
            raise LimitReached(outcome.status, outcome.result)
        return outcome.result

    def _left(self) -> Limits:
        """The limits, less the time and the nodes that earlier searches took."""
        seconds = self._plan.limits.time
        if seconds is not None:
            seconds -= time.perf_counter() - self._started
            if seconds <= 0:
                raise LimitReached(Status.TIME_LIMIT)
        return Limits(time=seconds, nodes=self._plan.limits.after(self.nodes).nodes)

    @contextmanager
    def telling(self, known: Callable[[], Any]) -> Iterator[None]:
        """Meanwhile a limit, or Ctrl-C, raises the exception that tells the caller what is known when it strikes."""
        try:
            yield
        except (LimitReached, KeyboardInterrupt) as end:
            raise self.cut_short(end, known()) from None

    def cut_short(self, end: LimitReached | KeyboardInterrupt, result: Any) -> Stopped | Interrupted:
        """The exception that tells the caller what was known when it ended."""
        status = status_of(end)
        raised = Interrupted if status is Status.INTERRUPTED else Stopped
        spent = self._plan.statistics(self._counters, self._found, self._started)
        return raised(Outcome(result, status, False, spent))


def differences(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> dict[Any, tuple[Any, Any]]:
    """The variables in which two solutions differ, each with its two values; None stands for no value."""
    if isinstance(one, Solution):
        one, other = (without_auxiliary(one.problem, solution) for solution in (one, other))
    return {v: (one.get(v), other.get(v)) for v in {**one, **other} if one.get(v) != other.get(v)}


def check_assumable(problem: AnyProblem) -> None:
    """Check that values of a problem's variables can be assumed.

    Raises:
        OptionError: its variables appear as the search goes, or it enumerates their values itself.
    """
    if not problem.domains() and overrides(problem, "choose_variable"):
        raise no_domains(problem)
    if overrides(problem, "enumerate_values"):
        raise OptionError(
            f"{title_of(problem)} enumerates its values itself, so none can be assumed: list its solutions"
        )


@surfacing()
def fixed(problem: AnyProblem, **options: Unpack[Options]) -> Values | None:
    """The values that are the same in every solution, or None if there is no solution.

    They are called the backbone of the problem. The solutions are not listed: a value is fixed if no other value
    of its variable leads to a solution, and each solution that is found on the way rules out all the values in
    which it differs from the first.

    Args:
        problem: the problem to search.
        options: see `Options`. The limits hold for all the searches together.

    Raises:
        OptionError: the variables of the problem appear as the search goes.
        Stopped: a limit struck; `outcome.result` has the values that were proved to be fixed until then.
    """
    searches = Searches(problem, options)
    domains = problem.domains()
    if not domains and overrides(problem, "choose_variable"):
        raise no_domains(problem)
    known: Values = {}
    proof = _fixed_in_one_walk if overrides(problem, "enumerate_values") else _fixed_one_by_one
    with searches.telling(lambda: _ordered(known, domains)):
        has_solution = proof(searches, known)
    return _ordered(known, domains) if has_solution else None


def _fixed_one_by_one(searches: Searches, known: Values) -> bool:
    """Prove values to be fixed, one after the other; False if there is no solution.

    The algorithm is the iterative one of Janota, Lynce and Marques-Silva, Algorithms for computing backbones of
    propositional formulae, 2015: a candidate is tried with its other values, and a candidate
    that a solution found so does not share with the first is one no more.

    Args:
        searches: the searches.
        known: is given each value as soon as it is proved.
    """
    problem, root = searches.problem, searches.root
    solution = searches.ask(problem)
    if solution is None or root is DEAD_END:
        return False
    candidates = _candidates(problem, solution)
    others = {v: [w for w in root.domain(v) if w != value] for v, value in candidates.items()}
    for variable in sorted(candidates, key=lambda v: len(others[v])):
        for value in others[variable]:
            if variable not in candidates:
                break
            # What is proved holds in every solution, so to assume it loses none. What is given comes first.
            assumed = {**known, variable: value}
            if (solution := searches.ask(problem, given=assumed)) is not None:
                candidates = _shared(candidates, solution)
        if variable in candidates:
            known[variable] = candidates[variable]
    return True


def _fixed_in_one_walk(searches: Searches, known: Values) -> bool:
    """Look for fixed values of a problem that enumerates its values itself: it may leave out some that a domain has.

    So no value can be assumed. The tree is walked once, and only below nodes at which a candidate may still take
    another value.
    """
    candidates = searches.ask(searches.problem, _Shared())
    known.update(candidates or {})
    return candidates is not None


@attrs.frozen
class _Shared(Strategy[Values | None]):
    """The values that all the solutions share; None before the first."""

    stops: ClassVar[bool] = True

    def empty(self) -> Values | None:
        return None

    def add(self, result: Values | None, solution: AnySolution) -> Values:
        return _candidates(solution.problem, solution) if result is None else _shared(result, solution)

    def is_enough(self, result: Values | None) -> bool:
        return result is not None and not result

    def is_hopeless(self, result: Values | None, state: State[Any, Any]) -> bool:
        return result is not None and all(state.get(v, DEAD_END) == w for v, w in result.items())

    def merge(self, earlier: Values | None, later: Values | None) -> Values | None:
        if earlier is None or later is None:
            return later if earlier is None else earlier
        return _shared(earlier, later)


def _candidates(problem: AnyProblem, solution: AnySolution) -> Values:
    """The values of a solution, if its variables are those that the problem declares."""
    domains = problem.domains()
    if any(variable not in domains for variable in solution):
        raise no_domains(problem)
    return dict(solution)


def _shared(candidates: Values, solution: Mapping[Any, Any]) -> Values:
    return {v: w for v, w in candidates.items() if v in solution and solution[v] == w}


def _ordered(values: Values, domains: Mapping[Any, Any]) -> Values:
    return {v: values[v] for v in domains if v in values}


def no_domains(problem: AnyProblem) -> OptionError:
    title = title_of(problem)
    return OptionError(
        f"the variables of {title} appear as the search goes, so no value can be proved to be fixed: list the solutions"
    )

"""The values that all solutions share, and the variables in which two differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Unpack

import attrs

from clew.answers.diagnosis.searches import Searches
from clew.errors import OptionError
from clew.options import Options
from clew.outcome import LimitReached
from clew.problem.declared import overrides
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution
from clew.state.state import DEAD_END, State
from clew.strategies import Strategy

Values = dict[Any, Any]


def differences(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> dict[Any, tuple[Any, Any]]:
    """The variables in which two solutions differ, each with its two values; None stands for no value."""
    return {v: (one.get(v), other.get(v)) for v in {**one, **other} if one.get(v) != other.get(v)}


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
        raise _no_domains(problem)
    known: Values = {}
    proof = _fixed_in_one_walk if overrides(problem, "enumerate_values") else _fixed_one_by_one
    try:
        has_solution = proof(searches, known)
    except (LimitReached, KeyboardInterrupt) as end:
        raise searches.cut_short(end, _ordered(known, domains)) from None
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
    """The same for a problem that enumerates its values itself: it may leave out some that a domain has.

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
        raise _no_domains(problem)
    return dict(solution)


def _shared(candidates: Values, solution: Mapping[Any, Any]) -> Values:
    return {v: w for v, w in candidates.items() if v in solution and solution[v] == w}


def _ordered(values: Values, domains: Mapping[Any, Any]) -> Values:
    return {v: values[v] for v in domains if v in values}


def _no_domains(problem: AnyProblem) -> OptionError:
    title = problem.name or type(problem).__name__
    return OptionError(
        f"the variables of {title} appear as the search goes, so no value can be proved to be fixed: list the solutions"
    )

"""Cross-checking: another solver's answer to a problem beside clew's own.

Two programs that share no code rarely make the same mistake. The other one is given an exported model, each of its
solutions is judged by the problem itself, and the numbers of solutions must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

import attrs

from clew.api import solve, violations
from clew.errors import ClewError, OptionError
from clew.exchange.solvers import Answer, Solver, find_solver
from clew.outcome import Limits, Status
from clew.problem.problem import AnyProblem
from clew.solution import Solution
from clew.strategies import AtMost


@attrs.frozen
class Verdict:
    """The answers of two solvers to a problem.

    Attributes:
        ours: clew's answer.
        theirs: the other solver's.
        differences: their disagreements, a line each; none if they agree.
        limit: how many solutions were looked for.
    """

    ours: Answer
    theirs: Answer
    differences: tuple[str, ...]
    limit: int

    @property
    def agree(self) -> bool | None:
        """Whether they agree; None if a time limit struck before that was known."""
        if self.differences:
            return False
        return None if self.ours.stopped or self.theirs.stopped else True

    def __str__(self) -> str:
        end = {True: "they agree", False: "they disagree", None: "undecided"}[self.agree]
        parts = [f"{answer.solver}: {_said(answer, self.limit)}" for answer in (self.ours, self.theirs)]
        return "\n".join(["; ".join([*parts, end]), *self.differences])


def verify(
    problem: AnyProblem, solver: str | Solver = "ortools", limit: int = 2, seconds: float | None = None
) -> Verdict:
    """Ask another solver for the solutions of a problem, and compare.

    Args:
        problem: any problem that declares its variables and constraints.
        solver: `ortools`, `minizinc`, `minizinc:NAME`, or a function of the problem, the limit and the seconds that
            gives an `Answer`.
        limit: how many solutions to look for; two tell none, one and several apart.
        seconds: a time limit for each of the two.

    Raises:
        OptionError: the solver is not installed, or the problem cannot be written for it.
    """
    _check_limit(limit)
    theirs = (find_solver(solver) if isinstance(solver, str) else solver)(problem, limit, seconds)
    ours = own_answer(problem, limit, seconds)
    return Verdict(ours, theirs, tuple(_differences(problem, ours, theirs)), limit)


def solve_with(
    problem: AnyProblem,
    solver: str | Solver = "ortools",
    limit: int | None = 1,
    seconds: float | None = None,
) -> Answer:
    """Let another solver search; its solutions can be drawn like clew's own.

    Args:
        problem: any problem that declares its variables and constraints.
        solver: `ortools`, `minizinc`, `minizinc:NAME`, or a function of the problem, the limit and the seconds that
            gives an `Answer`.
        limit: how many solutions to look for; None for all.
        seconds: a time limit.

    Returns:
        The solutions that it found; each is a `clew.Solution`.

    Raises:
        OptionError: the solver is not installed, or the problem cannot be written for it.
        ClewError: it gave a solution that breaks a rule.
    """
    _check_limit(limit if limit is not None else 1)
    answer = (find_solver(solver) if isinstance(solver, str) else solver)(problem, limit, seconds)
    for number, solution in enumerate(answer.solutions, 1):
        for violation in violations(problem, solution):
            raise ClewError(f"solution {number} of {answer.solver} breaks a rule: {violation}")
    order = problem.domains()
    found = tuple(Solution(problem, {v: solution[v] for v in order}) for solution in answer.solutions)
    return attrs.evolve(answer, solutions=found)


def own_answer(problem: AnyProblem, limit: int, seconds: float | None = None) -> Answer:
    """The answer of clew itself."""
    outcome = solve(problem, AtMost(limit), limits=Limits(time=seconds))
    if outcome.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    return Answer.of("clew", outcome.result, limit, exhausted=outcome.is_complete)


def _check_limit(limit: int) -> None:
    if not isinstance(limit, int) or limit < 1:
        raise OptionError(f"limit must be a whole number from 1, not {limit!r}")


def _differences(problem: AnyProblem, ours: Answer, theirs: Answer) -> Iterator[str]:
    """Solutions of theirs that break a rule or come twice, and solutions that only one of them has."""
    seen: set[Hashable] = set()
    for number, solution in enumerate(theirs.solutions, 1):
        for violation in violations(problem, solution):
            yield f"solution {number} of {theirs.solver} breaks a rule: {violation}"
            break
        key = frozenset(solution.items())
        if key in seen:
            yield f"solution {number} of {theirs.solver} comes twice"
        seen.add(key)
    for one, other in ((ours, theirs), (theirs, ours)):
        # A list that is complete has every solution of the other.
        if one.complete:
            known = {frozenset(solution.items()) for solution in one.solutions}
            for solution in other.solutions:
                if frozenset(solution.items()) not in known:
                    yield f"a solution of {other.solver} is none of {one.solver}'s: {_shown(problem, solution)}"
                    break


def _shown(problem: AnyProblem, solution: Mapping[Any, Any]) -> str:
    name: Callable[[Any], str] = problem.variable_name
    text = ", ".join(f"{name(variable)} = {problem.value_name(value)}" for variable, value in solution.items())
    return text if len(text) <= 300 else f"{text[:297]}..."


def _said(answer: Answer, limit: int) -> str:
    """The number of solutions in words: none, unique, several, or how many."""
    number = len(answer.solutions)
    if answer.stopped:
        return f"undecided ({number} found)"
    if number < 2 and answer.complete:
        return ("none", "unique")[number]
    if limit <= 2:
        return "several" if number > 1 else "at least one"
    return f"{number} solutions" if answer.complete else f"at least {number} solutions"

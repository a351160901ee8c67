"""Other solvers, asked for the solutions of what was written, and their answers beside clew's own.

A solver is a function of a problem, how many solutions are enough, or None for all, and a time limit; it gives an
`Answer`. It sees nothing but an exported model, so that neither clew's compilation nor its search has a say in what it
finds. None of them is needed to use clew.

Two programs that share no code rarely make the same mistake: `verify` judges the solutions of both, and compares them.
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import version
from itertools import islice
from math import inf
from typing import Any, Final

import attrs

from clew.api import solve, violations
from clew.errors import ClewError, OptionError, check_number, cut
from clew.exchange import NEEDS
from clew.exchange.cnf import cnf
from clew.exchange.minizinc import minizinc
from clew.outcome import Limits, Status
from clew.problem.problem import AnyProblem
from clew.solution import Solution
from clew.strategies import AtMost


@attrs.frozen
class Answer:
    """The answer of a solver to a problem.

    Attributes:
        solver: its name and version.
        solutions: those that it found.
        complete: whether there are no more.
        stopped: whether a time limit ended the search before it was known.
    """

    solver: str
    solutions: tuple[Mapping[Any, Any], ...]
    complete: bool
    stopped: bool = False

    @classmethod
    def of(cls, solver: str, found: Sequence[Mapping[Any, Any]], limit: int | None, *, exhausted: bool) -> Answer:
        """The answer of a search for so many solutions, which may have come to its end."""
        is_enough = len(found) == limit
        return cls(solver, tuple(found), exhausted and not is_enough, not (exhausted or is_enough))


Solver = Callable[[AnyProblem, Any, float | None], Answer]


def _solved(solver: Any, *arguments: Any) -> Any:
    """The status of CP-SAT, which leaves the system's own handler of Ctrl-C behind: ours is set again."""
    handler = signal.getsignal(signal.SIGINT)
    status = solver.solve(*arguments)
    if handler is not None and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, handler)
    return status


def ortools(problem: AnyProblem, limit: int | None, seconds: float | None = None) -> Answer:
    """CP-SAT of OR-Tools, given the problem's CNF.

    Raises:
        OptionError: it is not installed, or the problem cannot be written as CNF.
    """
    try:
        cp_model: Any = import_module("ortools.sat.python.cp_model")
    except ImportError:
        raise OptionError("ortools is not installed: pip install 'clewpy[verify]'") from None
    name = f"ortools {version('ortools')}"
    formula = cnf(problem)
    model = cp_model.CpModel()
    booleans = {k: model.new_bool_var(str(k)) for k in range(1, formula.variables + 1)}
    for clause in formula.clauses:
        model.add_bool_or([booleans[k] if k > 0 else ~booleans[-k] for k in clause])
    found: list[Mapping[Any, Any]] = []

    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            found.append(formula.decode(k for k in formula.names if self.boolean_value(booleans[k])))
            if len(found) == limit:
                self.stop_search()

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = inf if seconds is None else seconds
    status = _solved(solver, model, Collector())
    if status == cp_model.MODEL_INVALID:
        raise ClewError(f"{name} rejects the model: {' '.join(model.validate().split())}")
    return Answer.of(name, found, limit, exhausted=status in (cp_model.OPTIMAL, cp_model.INFEASIBLE))


def with_minizinc(
    problem: AnyProblem, limit: int | None, seconds: float | None = None, solver: str = "gecode"
) -> Answer:
    """A solver that the command `minizinc` knows, Gecode by default, given the problem's MiniZinc model.

    Raises:
        ClewError: it rejects the model.
        OptionError: it is not installed, or the problem cannot be written in MiniZinc.
    """
    command = shutil.which("minizinc")
    if command is None:
        raise OptionError("minizinc is not installed: see minizinc.org, or use --with ortools")
    said = subprocess.run([command, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    model = minizinc(problem)
    enough = ["-a"] if limit is None else ["-n", str(limit)]
    arguments = ["--solver", solver, "--output-mode", "json", *enough, "--input-from-stdin"]
    if seconds is not None:
        arguments += ["--time-limit", str(max(1, round(1000 * seconds)))]
    done = subprocess.run(  # noqa: S603
        [command, *arguments], input=model.text, capture_output=True, text=True, encoding="utf-8", check=False
    )
    number = re.search(r"version ([\d.]+)", said)
    name = f"minizinc {number[1]}" if number else "minizinc"
    name += f" ({solver})" if solver != "gecode" else ""
    if done.returncode:
        raise ClewError(f"{name} rejects the model: {_last_words(done.stderr or done.stdout)}")
    return listed(name, done.stdout, model.decode, limit)


def listed(
    name: str, output: str, decode: Callable[[Mapping[str, int]], Mapping[Any, Any]], limit: int | None
) -> Answer:
    """The answer that `minizinc --output-mode json` printed.

    Args:
        name: the solver's name.
        output: the text that it printed.
        decode: makes an assignment of a solution.
        limit: how many solutions were asked for; None for all.

    Raises:
        ClewError: it printed that it failed.
    """
    *parts, end = output.split("----------")
    if "=====ERROR=====" in end:
        raise ClewError(f"{name} failed: {_last_words(end)}")
    exhausted = "==========" in end or "=====UNSATISFIABLE=====" in end
    return Answer.of(name, [decode(json.loads(part)) for part in parts], limit, exhausted=exhausted)


def _last_words(text: str) -> str:
    """The error in one line: the text from the word `Error` on."""
    return " ".join(text[max(text.find("Error"), 0) :].split())[:300]


SOLVERS: Final[dict[str, Solver]] = {"ortools": ortools, "minizinc": with_minizinc}
"""By the names that the command line knows."""


def find_solver(name: str | Solver) -> Solver:
    """A solver, which may be given by its name: one of `SOLVERS`, or `minizinc:NAME` for one that `minizinc` knows.

    Raises:
        OptionError: there is none.
    """
    if not isinstance(name, str):
        return name
    _, colon, own = name.partition("minizinc:")
    if colon and re.fullmatch(r"[\w.@-]+", own):
        return partial(with_minizinc, solver=own)
    if name not in SOLVERS:
        raise OptionError(f"there is no solver {name!r}: use {NEEDS}")
    return SOLVERS[name]


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
    check_number("limit", limit, 1)
    theirs = find_solver(solver)(problem, limit, seconds)
    outcome = solve(problem, AtMost(limit), limits=Limits(time=seconds))
    if outcome.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    ours = Answer.of("clew", outcome.result, limit, exhausted=outcome.is_complete)
    return Verdict(ours, theirs, tuple(_differences(problem, ours, theirs)), limit)


def solve_with(
    problem: AnyProblem, solver: str | Solver = "ortools", limit: int | None = 1, seconds: float | None = None
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
    check_number("limit", 1 if limit is None else limit, 1)
    answer = find_solver(solver)(problem, limit, seconds)
    for number, solution in enumerate(answer.solutions, 1):
        for violation in violations(problem, solution):
            raise ClewError(f"solution {number} of {answer.solver} breaks a rule: {violation}")
    order = problem.domains()
    found = tuple(Solution(problem, {v: solution[v] for v in order}) for solution in answer.solutions)
    return attrs.evolve(answer, solutions=found)


def _differences(problem: AnyProblem, ours: Answer, theirs: Answer) -> Iterator[str]:
    """Solutions of theirs that break a rule or come twice, and solutions that only one of them has."""
    seen: set[Hashable] = set()
    for number, solution in enumerate(theirs.solutions, 1):
        for violation in violations(problem, solution)[:1]:
            yield f"solution {number} of {theirs.solver} breaks a rule: {violation}"
        key = frozenset(solution.items())
        if key in seen:
            yield f"solution {number} of {theirs.solver} comes twice"
        seen.add(key)
    for one, other in ((ours, theirs), (theirs, ours)):
        known = {frozenset(solution.items()) for solution in one.solutions}
        foreign = (solution for solution in other.solutions if frozenset(solution.items()) not in known)
        for solution in islice(foreign, 1 if one.complete else 0):  # what is complete has every solution of the other
            yield f"a solution of {other.solver} is none of {one.solver}'s: {_shown(problem, solution)}"


def _shown(problem: AnyProblem, solution: Mapping[Any, Any]) -> str:
    text = ", ".join(f"{problem.variable_name(v)} = {problem.value_name(w)}" for v, w in solution.items())
    return cut(text, 300)


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

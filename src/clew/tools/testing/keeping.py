"""That a problem is a value: it survives pickling, and solving leaves it as it was."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

from clew.api import first, solve
from clew.constraints.names import hashable
from clew.plugins import AnyProblem
from clew.state.lanes import Lanes
from clew.state.state import State
from clew.strategies import All, AnySolution
from clew.tools.testing.cases import Case, raised


def pickling(case: Case) -> Iterator[str]:
    """The problem, the root of its search and its solutions survive pickling."""
    problem = case.make()
    root: State[Any, Any] = State.root(Lanes(problem.domains()))
    solution = first(problem, verify=False)
    for what, thing in (("the problem", problem), ("the root of its search", root), ("a solution", solution)):
        try:
            copy = pickle.loads(pickle.dumps(thing))  # noqa: S301  # its own
        except Exception as error:
            yield (
                f"{what} cannot be pickled: {raised(error)}: define the class at the top of a module, and keep "
                "functions and open files out of its fields"
            )
            return
        if copy != thing:
            yield f"{what} is another one after pickling: look at the fields that are not compared or not kept"
        elif hashable(thing) and hash(copy) != hash(thing):
            yield f"{what} is equal after pickling, and its hash is another: look at __hash__"
        elif isinstance(thing, type(solution)) and str(copy) != str(thing):
            yield f"{what} is drawn otherwise after pickling: look at draw, and at fields that are not kept"


def unchanged(case: Case) -> Iterator[str]:
    """Solving leaves the problem as it was: a second search gives the same."""
    problem, untouched = case.make(), case.make()
    before, was_equal = _seen(problem), problem == untouched
    runs = [_run(case, problem) for _ in range(2)]
    fresh = _run(case, untouched)
    if runs[0] != runs[1]:
        yield f"solved twice, it gives {len(runs[0])} solutions, then {len(runs[1])}, or others: {MUTATES}"
    elif runs[0] != fresh:
        yield f"a new copy of the instance gives other solutions, or in another order: {MUTATES}"
    if _seen(problem) != before or (was_equal and problem != case.make()):
        yield f"solving changed the problem: {MUTATES}"


MUTATES = "look for hooks, domains() or constraints() that change the problem, a field of it or a global"


def _seen(problem: AnyProblem) -> tuple[object, ...]:
    """All of a problem that a caller may look at."""
    domains = [(variable, tuple(domain)) for variable, domain in problem.domains().items()]
    return repr(problem), domains, dict(problem.given())


def _run(case: Case, problem: AnyProblem) -> list[AnySolution]:
    """The first solutions, as far as the budget goes: the same nodes are looked at in every run."""
    found: list[AnySolution] = solve(problem, All(), limits=case.limits(), verify=False).result
    return found

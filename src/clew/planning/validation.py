"""Checks of the arguments of the public functions, before anything is done with them.

A wrong argument is rejected in one line that says how to write it, rather than by whatever stumbles over it later.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.base import Constraint
from clew.constraints.names import hashable, name_of, tuple_of, walkable
from clew.constraints.objectives import Computed, Weighted
from clew.errors import InputError, OptionError, meant, shown
from clew.limits import Cancel
from clew.options import Options
from clew.outcome import Limits
from clew.problem.declared import (
    SEARCHED,
    check_attributes,
    declared_domains,
    flat,
    overrides,
    title_of,
    why_undeclared,
)
from clew.problem.problem import AnyProblem, Problem
from clew.strategies import Best, Strategy

if TYPE_CHECKING:
    from pathlib import Path

    from clew.problem.events import Observer

ELSEWHERE: Final = {
    "limits=clew.Limits(time={})": "time time_limit timelimit timeout max_time max_seconds seconds time_out",
    "limits=clew.Limits(nodes={})": "nodes node_limit max_nodes",
    "limits=clew.Limits(solutions={})": "limit solutions solution_limit max_solutions n_solutions num_solutions",
    "limits=clew.Limits(memory={})": "memory memory_limit max_memory",
    "jobs={}": "n_jobs workers n_workers num_workers threads processes cores parallel",
    "variable_order={}": "order ordering heuristic var_order",
    "value_order={}": "val_order",
    "search=[{}]": "phases search_annotations int_search",
    "learning={}": "backjumping cbj conflict_learning nogood_learning clause_learning",
    "inference={}": "level propagation consistency",
    "kernel={}": "engine backend solver",
    "given={}": "clues",
    "assume=[{}]": "assumptions",
    "hint={}": "hints solution_hint warm_start initial start",
    "seed={}": "random_seed random_state",
    "observers=[{}]": "observer callback on_event",
    "progress={}": "verbose",
    "cancel=clew.Cancel()": "cancel_token token stop stop_event cancellation interrupt",
}
"""How an option is written that others call otherwise."""

Parts = tuple[tuple[Any, ...], str | None, str | None]
"""The variables of a phase, their ordering and the order of their values, as far as they are named."""

MEANT: Final = {name: option for option, names in ELSEWHERE.items() for name in names.split()}


def check_problem(problem: object) -> None:
    """Check that an object is a problem, and that it hides none of its own methods.

    Raises:
        OptionError: it is none.
        ProblemError: one of its attributes hides a method.
    """
    if isinstance(problem, type) and issubclass(problem, Problem):
        name = problem.__name__
        raise OptionError(f"{name} is a class, and a problem is wanted: make one, as in {name}(...) or with clew.load")
    if not isinstance(problem, Problem):
        raise OptionError(f"{shown(problem)} is not a problem: make one, for example with clew.load")
    check_attributes(problem)


def check_strategy(strategy: object) -> None:
    """Check that an object is a strategy.

    Raises:
        OptionError: it is none.
    """
    if isinstance(strategy, Strategy):
        return
    if strategy is None:
        raise OptionError(
            "clew.solve needs a strategy: give one, as in clew.solve(problem, clew.First()), or ask clew.first, "
            "clew.count or clew.check"
        )
    if isinstance(strategy, Constraint) or (isinstance(strategy, type) and issubclass(strategy, Constraint)):
        raise OptionError(
            f"{shown(strategy)} is a constraint, and a strategy is wanted: give one of clew's own, such as "
            "clew.Count() or clew.AtMost(10)"
        )
    raise OptionError(f"{shown(strategy)} is not a strategy: give an object such as clew.All()")


def check_objective(problem: Problem[Any, Any], strategy: Best) -> None:
    """Check that the problem has the variables of an objective.

    Raises:
        OptionError: it lacks one.
    """
    check_problem(problem)
    objective = strategy.objective
    scope = objective.scope if isinstance(objective, (Weighted, Computed)) else ()
    domains = declared_domains(problem) if scope else {}
    for name in scope if domains else ():
        if name not in domains:
            raise OptionError(f"the objective: {title_of(problem)} has no variable {shown(name)}")


def conditions_of(assume: Any) -> tuple[Constraint, ...]:
    """The conditions that the option `assume` has; none if it is None.

    Raises:
        OptionError: it is no list of conditions.
    """
    if assume is None:
        return ()
    is_list = isinstance(assume, (list, tuple))
    for condition in assume if is_list else (assume,):
        if not (is_list and isinstance(condition, Constraint)):
            raise OptionError(f"assume must be a list of conditions, as in [x == 3, y < z], not {shown(condition)}")
    return tuple(assume)


def assuming(problem: AnyProblem, options: Options) -> AnyProblem:
    """The problem with the conditions that a call assumes as more constraints.

    Raises:
        InputError: it lacks a variable of theirs.
        OptionError: they are no conditions, or the problem declares no constraints beside which they could stand.
    """
    if not (conditions := conditions_of(options.get("assume"))):
        return problem
    from clew.problem.twin import twin_of  # few calls assume any

    own = tuple(problem.constraints())
    if not own and any(overrides(problem, hook) for hook in (*SEARCHED, "violations")):
        complaint = f"assume asks for constraints, and {title_of(problem)} {why_undeclared(problem)}: give values"
        raise OptionError(f"{complaint} with given=")
    domains = declared_domains(problem)
    for name in [name for condition in flat(conditions) for name in condition.scope]:
        if name not in domains:
            raise InputError(f"assume: {title_of(problem)} has no variable {shown(name)}")
    return twin_of(problem, constraints=lambda: (*own, *conditions))


def check_given(given: object, what: str = "given") -> None:
    """Check that an argument maps variables to values.

    Raises:
        OptionError: it does not.
    """
    if not isinstance(given, Mapping):
        raise OptionError(f"{what} must map variables to values, as in {{variable: value}}, and is {shown(given)}")
    for variable, value in given.items():
        if not hashable(value):
            raise OptionError(f"{what}: {shown(variable)} cannot be {shown(value)}: a value must be hashable")


def check_assumption(problem: AnyProblem, domains: Mapping[Any, Any], variable: Any, value: Any) -> None:
    """Check that the problem has a given variable and its value.

    Raises:
        InputError: it has no such variable, or the domain has no such value.
    """
    if variable not in domains:
        raise InputError(f"given: {title_of(problem)} has no variable {variable!r}")
    if value not in domains[variable]:
        name = problem.variable_name(variable)
        raise InputError(f"given: {name} cannot be {value!r}: its domain does not have it")


def path_of(path: object, what: str) -> Path:
    """A path, given as a text or as a path.

    Raises:
        OptionError: it is neither.
    """
    if not isinstance(path, (str, os.PathLike)) or isinstance(os.fspath(path), bytes):
        raise OptionError(f"{what} is a file: give its path, and not {shown(path)}")
    from pathlib import Path

    return Path(path)


def checked(problem: object, options: Options) -> Limits:
    """The limits, if this is a problem and these are options.

    Raises:
        OptionError: it is not, or one of them is not.
    """
    if unknown := options.keys() - Options.__annotations__.keys():
        name = min(unknown)
        raise OptionError(f"no option {name!r}: {_remedy(name, options)}")
    check_problem(problem)
    limits = options.get("limits") or Limits()
    if not isinstance(limits, Limits):
        raise OptionError(f"limits must be clew.Limits(time=..., nodes=..., solutions=..., memory=...), not {limits!r}")
    if not isinstance(options.get("cancel"), (Cancel, type(None))):
        raise OptionError(f"cancel must be a clew.Cancel, which any thread may set, not {shown(options['cancel'])}")
    _check_values(problem, options)
    for name in ("variable_order", "value_order"):
        order: Any = options.get(name)
        if not (order is None or isinstance(order, str) or callable(order)):
            raise OptionError(f"{name} must be the name of an ordering or a function, not {shown(order)}")
    parts_of(options.get("search"))
    if not isinstance(options.get("seed", 0), (int, float, str, bytes, bytearray, type(None))):
        raise OptionError(f"seed must be a number or a text, not {shown(options['seed'])}")
    if not (callable(options.get("progress")) or options.get("progress") in (None, True, False)):
        raise OptionError(f"progress must be True, or a function of a clew.Progress, not {options['progress']!r}")
    subtree: Any = options.get("subtree")
    if not (subtree is None or isinstance(subtree, str) or _is_path(subtree)):
        raise OptionError(f"subtree must be the name of a subtree, such as '0.3.1', not {shown(subtree)}")
    return limits


def _check_values(problem: Any, options: Options) -> None:
    """Check the given values and the hint; a hint may have other values than the problem.

    Raises:
        InputError: the problem lacks a variable of the hint.
        OptionError: one of them does not map variables to values.
    """
    if options.get("given") is not None:
        check_given(options["given"])
    if (hint := options.get("hint")) is None:
        return
    check_given(hint, "hint")
    domains = declared_domains(problem)
    if (missing := next((name for name in hint if domains and name not in domains), None)) is not None:
        raise InputError(f"hint: {title_of(problem)} has no variable {shown(missing)}")


def _remedy(name: str, options: Mapping[str, Any]) -> str:
    """What to write for an option that does not exist."""
    if name in MEANT:
        return f"pass {MEANT[name].format(shown(options[name]))}"
    return meant(name, Options.__annotations__, f"there are {', '.join(Options.__annotations__)}")


def parts_of(search: Any) -> list[Parts]:
    """The phases that the option `search` asks for, with the names of the variables; none if it is None.

    Raises:
        OptionError: it is no list of phases.
    """
    if search is None:
        return []
    if not isinstance(search, (list, tuple)) or not search:
        raise OptionError(f"search must be a list of phases, as in [(variables, 'mrv', 'domain')], not {shown(search)}")
    return [_part(phase) for phase in search]


def _part(phase: Any) -> Parts:
    if not isinstance(phase, (list, tuple)) or not 1 <= len(phase) <= 3:
        raise OptionError(f"search: a phase is (variables, ordering, values), as in (x, 'mrv'), not {shown(phase)}")
    from clew.reference.search.phases import ORDERS, PHASE_VALUES  # few searches have phases

    variables, order, values = (*phase, None, None)[:3]
    names = () if isinstance(variables, str) or not walkable(variables) else tuple(map(name_of, tuple_of(variables)))
    if not names:
        raise OptionError(f"search: a phase is about a collection of variables, at least one, not {shown(variables)}")
    for kind, name, known in (("variable", order, ORDERS), ("value", values, PHASE_VALUES)):
        if not (name is None or (isinstance(name, str) and name in known)):
            raise OptionError(f"search: no {kind} order is called {shown(name)}: choose one of {', '.join(known)}")
    return names, order, values


def observers_of(options: Options) -> tuple[Observer, ...]:
    """The observers among the options.

    Raises:
        OptionError: they are no collection of functions.
    """
    given: Any = options.get("observers") or ()
    observers = tuple_of(given)
    if not isinstance(observers, tuple) or not all(map(callable, observers)):
        raise OptionError(
            f"observers must be a collection of functions, as in observers=[function], not {shown(given)}"
        )
    return observers


def _is_path(subtree: object) -> bool:
    return isinstance(subtree, (tuple, list)) and all(isinstance(step, int) for step in subtree)

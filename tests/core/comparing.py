"""Runs a model in the engine and in the reference, for tests that compare the two."""

from __future__ import annotations

from math import prod
from typing import Any

import clew
from clew.core import _engine
from clew.core.compiler import program_of
from clew.problem.declared import Declared, declared_domains, declared_given
from clew.state.levels import LEVELS
from tests.random_models import brute_force

ORDERS = {"static": _engine.STATIC, "mrv": _engine.SMALLEST}

FEW = 2**15
"""Assignments up to which brute force looks at all of them."""

Run = tuple[list[dict[Any, Any]], list[int], int]
"""The solutions in the order of the search, the nodes of each level, and the failures."""


def engine_runs(problem: clew.Problem[Any, Any], order: str = "mrv", level: str = "unit", pause: int = 10**12) -> Run:
    """All solutions, by the engine.

    Args:
        problem: what is searched.
        order: the ordering of variables.
        level: the inference.
        pause: after how many units of work the search pauses, and goes on.

    Raises:
        CannotCompileError: the engine has no form for a constraint.
    """
    domains = {variable: tuple(values) for variable, values in declared_domains(problem).items()}
    compiled = program_of(domains, Declared(problem).constraints, LEVELS[level])
    given = [(compiled.places[v], domains[v].index(value)) for v, value in declared_given(problem).items()]
    search = _engine.Search(compiled.program, given, ORDERS[order], False, False, -1)
    found = []
    why = None
    while why != _engine.EXHAUSTED:
        why = search.run(pause, -1)
        found += [dict(zip(domains, values, strict=True)) for values in search.fetch(compiled.values)]
    return found, list(search.nodes_per_level), search.failures


def reference_runs(problem: clew.Problem[Any, Any], order: str = "mrv", level: str = "unit") -> Run:
    """All solutions, by the search in Python."""
    outcome = clew.solve(problem, clew.All(), inference=level, variable_order=order, kernel="python")
    statistics = outcome.statistics
    return [dict(solution) for solution in outcome.result], list(statistics.nodes_per_level), statistics.failures


def agree(problem: clew.Problem[Any, Any], level: str = "unit") -> Run:
    """See that the engine enters the same nodes as the reference, under each ordering, also if it pauses.

    Returns:
        What the search in the order of declaration found.
    """
    for order in ORDERS:
        run = engine_runs(problem, order, level)
        assert run == reference_runs(problem, order, level), order
        assert run == engine_runs(problem, order, level, pause=1), order
    return engine_runs(problem, "static", level)


def is_small(model: clew.Model) -> bool:
    """Whether brute force can look at all assignments."""
    return prod(map(len, model.domains().values())) <= FEW


def all_agree(model: clew.Model, level: str = "unit") -> Run:
    """See that the engine agrees with the reference and, if there are few assignments, with brute force.

    Returns:
        What the search in the order of declaration found.
    """
    run = agree(model, level)
    if is_small(model):
        assert run[0] == list(brute_force(model))
    return run

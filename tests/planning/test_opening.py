"""The best solution of a search cut short is never worse than the first one that the same limit allows."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, AtLeast, Table, Var
from clew.constraints.objectives import objective_of
from clew.core import ORDERS
from clew.state.levels import LEVELS
from tests.job_shops import LA01, job_shop
from tests.random_models import models

Objective = Any


def priced(model: clew.Model, name: Any, choice: Var, prices: list[int]) -> Var:
    """The price of a choice."""
    price = model.variable(("price", name), sorted(set(prices)))
    model.require(Table([choice, price], list(enumerate(prices))))
    return price


def rota(people: int = 8, days: int = 28) -> tuple[clew.Model, Var]:
    """Days off, days and nights: enough people for each, no day after a night, two days off a week; wishes cost."""
    draw, model = random.Random(1), clew.Model("rota")
    shift = {(p, d): model.variable((p, d), range(3)) for p in range(people) for d in range(days)}
    cost = model.variable("cost", range(3 * people * days + 1))
    for day in range(days):
        working = [shift[person, day] for person in range(people)]
        model.require(AtLeast(3 * people // 8, 1, working), AtLeast(2 * people // 8, 2, working))
    for person in range(people):
        own = [shift[person, day] for day in range(days)]
        model.require([Table(both, [(2, 1)], allowed=False) for both in pairwise(own)])
        model.require([AtLeast(2, 0, own[day : day + 7]) for day in range(days - 6)])
    prices = [priced(model, name, one, [draw.choice((0, 0, 1, 3)) for _ in range(3)]) for name, one in shift.items()]
    model.require(sum(prices[1:], prices[0] + 0) == cost)
    return model, cost


def product(weights: list[int], variables: list[Var]) -> Any:
    """The weighted sum of some variables."""
    return sum((a * b for a, b in zip(weights[1:], variables[1:], strict=True)), weights[0] * variables[0])


def knapsack(number: int = 20) -> tuple[clew.Model, Any]:
    """As much worth as fits; the objective is the worth left behind."""
    draw, model = random.Random(2), clew.Model("knapsack")
    taken = model.variables(range(number), (0, 1))
    weight = [draw.randint(10, 60) for _ in taken]
    worth = [one + draw.randint(-5, 15) for one in weight]
    model.require(
        sum((a * b for a, b in zip(weight[1:], taken[1:], strict=True)), weight[0] * taken[0]) <= sum(weight) // 2
    )
    return model, sum(worth) - sum((a * b for a, b in zip(worth[1:], taken[1:], strict=True)), worth[0] * taken[0])


def assignment(number: int = 8) -> tuple[clew.Model, Any]:
    """Each task by another worker, at the least cost."""
    draw, model = random.Random(3), clew.Model("assignment")
    tasks = model.variables(range(number), range(number))
    model.require(AllDifferent(tasks))
    prices = [priced(model, k, task, [draw.randint(1, 50) for _ in tasks]) for k, task in enumerate(tasks)]
    return model, sum(prices[1:], prices[0] + 0)


def small_shop() -> tuple[clew.Model, Var]:
    """The first four jobs of la01, a tenth as long."""
    return job_shop([[(machine, duration // 10 + 1) for machine, duration in job] for job in LA01[:4]])


MODELS: dict[str, Callable[[], tuple[clew.Model, Objective]]] = {
    "job shop": job_shop,
    "small job shop": small_shop,
    "rota": rota,
    "small rota": lambda: rota(4, 14),
    "knapsack": knapsack,
    "assignment": assignment,
}

FORMS: dict[str, Callable[[Any], clew.Best]] = {
    "linear": clew.Best,
    "largest": lambda objective: clew.Best(objective, maximize=True),
    "fractions": lambda objective: clew.Best(objective * Fraction(1, 2)),
    "computed": lambda objective: clew.Best(objective * objective),
    "function": lambda objective: clew.Best(lambda solution: objective_of(objective)(solution)),
    "bound": lambda objective: clew.Best(objective, bound=lambda state: -1),
}

OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "wdeg": {"variable_order": "wdeg"},
    "static": {"variable_order": "static"},
    "reverse": {"value_order": "reverse"},
    "random": {"value_order": "random", "seed": 5},
    "seed": {"seed": 7},
    "compiled": {"kernel": "compiled"},
    "python": {"kernel": "python"},
    "arc": {"inference": "arc"},
    "jobs": {"jobs": 2},
}


def is_never_worse(model: clew.Model, best: clew.Best, nodes: int, **options: Any) -> bool:
    """Whether the best of so many nodes is no worse than the first one; each is at its end by then, or at its limit."""
    limits = clew.Limits(nodes=nodes)
    one, other = (clew.solve(model, strategy, limits=limits, **options) for strategy in (clew.First(), best))
    assert other.statistics.nodes <= nodes
    if one.result is None:
        return other.result is None or one.status is clew.Status.NODE_LIMIT
    if other.result is None:
        return False
    first, found = best.objective(one.result), best.objective(other.result)
    return bool(found >= first if best.maximize else found <= first)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("options", OPTIONS)
def test_it_is_never_worse_than_the_first_solution(options: str, form: str) -> None:
    for name in ("small rota", "knapsack", "assignment"):
        model, objective = MODELS[name]()
        if options == "compiled" and form in ("fractions", "bound"):
            continue  # which it refuses
        for nodes in (1, 30, 300) if options != "python" else (60,):
            assert is_never_worse(model, FORMS[form](objective), nodes, **OPTIONS[options]), (name, nodes)


@pytest.mark.parametrize("form", ["linear", "function"])
@pytest.mark.parametrize("name", ["rota", "job shop"])
@pytest.mark.parametrize("options", ["plain", "compiled", "jobs"])
def test_a_model_that_needs_restarts_has_a_best_solution_as_soon_as_a_first_one(
    name: str, form: str, options: str
) -> None:
    model, objective = MODELS[name]()
    if options == "jobs" and (name, form) == ("job shop", "function"):
        return  # its workers would compile it in Python for long
    for nodes in (100, 6000) if name == "rota" else (45, 100):
        assert is_never_worse(model, FORMS[form](objective), nodes, **OPTIONS[options]), nodes


@given(models(), st.data(), st.sampled_from([*OPTIONS]), st.integers(1, 12), st.booleans())
def test_so_it_is_for_random_models(
    model: clew.Model, data: st.DataObject, options: str, nodes: int, is_linear: bool
) -> None:
    names = list(model.domains())
    weights = data.draw(st.lists(st.integers(-3, 3), min_size=len(names), max_size=len(names)))

    def worth(solution: Any) -> Any:
        return sum(weight * solution[name] for weight, name in zip(weights, names, strict=True))

    linear = sum((w * Var(name) for w, name in zip(weights, names, strict=True)), start=Var(names[0]) * 0)
    best = clew.Best(linear if is_linear else worth)
    try:
        assert is_never_worse(model, best, nodes, **OPTIONS[options])
    except clew.OptionError as refused:
        assert "compiled" in str(refused) or "arc" in str(refused)  # noqa: PT017


@given(models(), st.data(), st.sampled_from(["unit", "arc"]), st.sampled_from([*ORDERS.values()]))
def test_a_program_without_its_objective_is_searched_as_if_it_never_had_one(
    model: clew.Model, data: st.DataObject, level: str, order: int
) -> None:
    engine = pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")
    from clew.core.compiler import CannotCompileError, program_of

    names = list(model.domains())
    weights = tuple(data.draw(st.lists(st.integers(-3, 3), min_size=len(names), max_size=len(names))))
    parts = {name: tuple(values) for name, values in model.domains().items()}, tuple(model.constraints()), LEVELS[level]
    try:
        bounded = program_of(*parts, (tuple(names), weights)).program
    except (CannotCompileError, TypeError):
        return
    searched = []
    for program in (program_of(*parts).program, engine.without_objective(bounded), bounded):
        search = engine.Search(program, [], order, False, False, -1)
        search.run(10**6, -1)
        searched.append((search.found, search.failures, search.nodes_per_level))
    assert searched[0] == searched[1]
    assert searched[2][0] <= searched[0][0]


@pytest.mark.parametrize("jobs", [None, 2])
@pytest.mark.parametrize("form", ["linear", "function", "bound"])
def test_the_opening_counts_and_is_heard(form: str, jobs: int | None) -> None:
    model, objective = MODELS["small job shop"]()
    heard: list[Any] = []
    best = attrs.evolve(FORMS[form](objective), on_improvement=lambda solution, value: heard.append(value))
    first = clew.solve(model, clew.First())
    limits = clew.Limits(nodes=first.statistics.nodes)
    found = clew.solve(model, best, limits=limits, jobs=jobs)
    assert found.result == first.result
    assert heard == [best.objective(first.result)]
    assert found.status is clew.Status.NODE_LIMIT
    assert found.statistics.nodes == first.statistics.nodes
    assert found.statistics.solutions == 1

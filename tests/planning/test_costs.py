"""Objectives that are no weighted sums: brute force on random models, in all ways of asking."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any
from unittest import mock

import pytest

import clew
from clew.constraints import AllDifferent, Max, Min, Or, Var
from clew.planning import costs
from clew.planning.deriving import opening
from clew.planning.plan import make_plan

Parts = list[Any]


def model_of(draw: random.Random) -> clew.Model:
    """A small model of integers."""
    model = clew.Model()
    values = [-2, 0, 1, 3] if draw.random() < 0.3 else range(draw.randint(2, 5))
    names = model.variables(range(draw.randint(2, 4)), values)
    if draw.random() < 0.3:
        model.require(AllDifferent([0, 1]))
    for _ in range(draw.randint(0, 2)):
        one, other = draw.sample(range(len(names)), 2)
        model.require(Or([Var(one) + 1 <= Var(other), Var(other) != draw.randint(0, 2)]))
    return model


def part(draw: random.Random, names: list[Any]) -> Any:
    """A part of an objective."""
    x, y = (Var(name) for name in draw.sample(names, 2))
    parts: list[Any] = [
        x,
        (x == draw.randint(0, 3)) * 1,
        (x + y <= draw.randint(0, 4)) * 2,
        abs(x - y),
        x * y,
        x * x - 3 * x,
        Max(x, y) - Min(x, 1),
        Or([x == 1, y == 2]) + 4,
        (x + 2) // 2,
        Max(x + 2 * y, (x == 1) * 3 + (y <= 1)) - Min(x + 2 * y, 2 * (x != y) + y),
    ]
    return draw.choice(parts)


def objective_of(draw: random.Random, names: list[Any]) -> Any:
    """A sum of such parts, and a number."""
    total: Any = draw.randint(-3, 3)
    for _ in range(draw.randint(1, 5)):
        total = total + draw.choice((-3, -1, 1, 2)) * part(draw, names)
    return total


def drawn(seed: int) -> tuple[clew.Model, Any]:
    """A model and an objective."""
    draw = random.Random(seed)
    model = model_of(draw)
    return model, objective_of(draw, list(model.domains()))


@cache
def best_of(seed: int, choose: Any) -> Any:
    """By brute force, once for all tests of a process."""
    model, objective = drawn(seed)
    asked: Any = clew.Best(objective).objective
    names, rows = list(model.domains()), product(*model.domains().values())
    solutions = [dict(zip(names, row, strict=True)) for row in rows]
    return choose((asked(s) for s in solutions if not list(model.violations(s))), default=None)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"kernel": "compiled"},
    {"learning": "nogoods"},
    {"jobs": 2},
    {"inference": "arc"},
    {"inference": "unit", "learning": "nogoods"},
    {"variable_order": "static", "value_order": "random"},
    {"kernel": "python"},
    {"limits": clew.Limits(time=100)},
    {"seed": 3},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("most", [0, 5, costs.MOST])
def test_brute_force_finds_the_same_best(options: dict[str, Any], most: int) -> None:
    if clew.engine().available is False and options.get("kernel") == "compiled":
        pytest.skip("there is no engine, as engine().reason says")
    with mock.patch.object(costs, "MOST", most):
        for seed in range(25):
            model, objective = drawn(seed)
            for direction, choose in (("min", min), ("max", max)):
                found: Any = clew.best(model, objective, direction, **options)  # type: ignore[arg-type]
                right = best_of(seed, choose)
                assert (found.objective, found.is_optimal) == (right, True), (seed, direction)
                if right is not None:
                    assert found.bound == right
                    assert set(found.solution) == set(model.domains())
                    assert clew.Best(objective).objective(found.solution) == right


@pytest.mark.parametrize(
    "options",
    [
        {"inference": "unit"},
        {"inference": "arc", "learning": "nogoods"},
        {"variable_order": "static"},
        {"value_order": "random"},
        {"search": [(["x1", "x2"], "mrv", "middle")]},
    ],
    ids=str,
)
def test_options_that_name_no_function_leave_an_objective_its_bounds(options: dict[str, Any]) -> None:
    """Each of the half a million assignments was looked at."""
    model = clew.Model()
    x = model.variables([f"x{k}" for k in range(7)], range(6))
    found: Any = clew.best(model, 5 * (x[6] >= 3) - 2 * Max(x[5], x[4] + 1) + x[5], **options)
    assert (found.objective, found.is_optimal) == (-12, True)
    assert sum(found.statistics.nodes_per_level) < 200


def test_a_rota_is_proved() -> None:
    """Without bounds, ten seconds were not enough."""
    draw, model, people, days = random.Random(1), clew.Model(), range(6), range(7)
    x = {(p, d): model.variable(("shift", p, d), range(3)) for p in people for d in days}
    for d in days:
        model.require(sum((x[p, d] == 1) * 1 for p in people) == 2, sum((x[p, d] == 2) * 1 for p in people) == 2)
    for p in people:
        model.require(Or([x[p, d] != 2, x[p, d + 1] != 1]) for d in days[:-1])
    total: Any = sum(draw.choice((0, 0, 1, 3)) * (x[p, d] == s) for p in people for d in days for s in (1, 2))
    found = clew.best(model, total, limits=clew.Limits(time=60))
    assert found.is_optimal
    assert found.bound == found.objective


def test_a_sum_that_occurs_twice_is_one_cost() -> None:
    """Fair loads: each sum is a cost of its own, in the maximum and in the minimum."""
    model, days = clew.Model(), range(10)
    x = {(p, d): model.variable((p, d), range(3)) for p in range(3) for d in days}
    loads = [sum((d % 3 + 1) * (x[p, d] == 1) + x[p, d] for d in days) for p in range(3)]
    plan = make_plan(model, {}, clew.Best(Max(*loads) - Min(*loads)), merges=True)
    own = [name for name in plan.declared.domains if type(name) is costs.Cost]
    assert len(own) == len(loads) + 3  # the greatest, the least, and the number 0


def test_parts_that_are_no_whole_numbers_are_asked_of_solutions() -> None:
    model = clew.Model()
    x, y = model.variables(["x", "y"], range(1, 4))
    found: Any = clew.best(model, x / y + 1, "min")
    assert found.is_optimal
    assert dict(found.solution) == {"x": 1, "y": 3}


@pytest.mark.parametrize(("maximize", "order"), [(False, (2, 0, 1)), (True, (1, 0, 2))])
def test_the_first_solution_is_looked_for_without_costs(maximize: bool, order: tuple[int, ...]) -> None:
    """The values that cost least come first."""
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    model.require(x != y)
    strategy = clew.Best(5 * (x == 1) - 2 * (x == 2) + Max(x, y), maximize=maximize)
    plan = make_plan(model, {}, strategy, merges=True)
    begun = opening(plan)
    assert len(plan.declared.domains) > 2
    assert begun is not None
    assert [*begun.declared.domains] == ["x", "y"]
    assert begun.declared.domains["x"] == order
    assert len(begun.declared.constraints) == 1

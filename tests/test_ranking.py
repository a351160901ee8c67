"""Several objectives in order, and the solutions from the best to the worst: brute force on random models."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

import clew
from clew.constraints import AllDifferent
from clew_problems import Queens
from tests.planning.test_costs import model_of, objective_of


def values_of(model: clew.Model, objectives: list[Any]) -> list[tuple[Any, ...]]:
    """The values of all solutions, by brute force."""
    asked = [clew.Best(objective).objective for objective in objectives]
    return [tuple(one(solution) for one in asked) for solution in clew.solutions(model, kernel="python")]


@pytest.mark.parametrize("options", [{}, {"kernel": "python"}, {"jobs": 2}, {"limits": clew.Limits(time=100)}], ids=str)
def test_objectives_in_order(options: dict[str, Any]) -> None:
    for seed in range(30):
        draw = random.Random(seed)
        model = model_of(draw)
        objectives = [objective_of(draw, list(model.domains())) for _ in range(draw.randint(1, 3))]
        senses: list[Any] = [draw.choice(("min", "max")) for _ in objectives]
        signs = [1 if sense == "min" else -1 for sense in senses]
        rows = values_of(model, objectives)
        right = min(rows, key=lambda row: [s * v for s, v in zip(signs, row, strict=True)], default=None)
        found = clew.best(model, objectives, senses, **options)
        assert found.objective == right, seed
        assert found.is_optimal == (right is not None)
        assert right is None or found.bound == right
        assert found.solution is None or found.solution.problem is model


def test_a_tuple_of_expressions_is_several_objectives_and_one_of_names_is_a_name() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    pair = model.variable(("x", "y"), range(4, 6))
    model.require(x + y == 2)
    found = clew.best(model, (x * y, y, pair), "max")
    assert (found.objective, found.bound) == ((1, 1, 5), (1, 1, 5))
    assert clew.best(model, (x, "y"), ["max", "min"]).objective == (2, 0)
    assert clew.best(model, (x >= 1, y), "min").objective == (0, 2)
    assert clew.best(model, ("x", "y")).objective == 4
    with pytest.raises(clew.OptionError, match=r"no variable \('y', 'x'\)"):
        clew.best(model, ("y", "x"))


@pytest.mark.parametrize("kernel", ["auto", "python"])
def test_solutions_are_ranked(kernel: Any) -> None:
    for seed in range(15):
        draw = random.Random(seed)
        model = model_of(draw)
        objective = objective_of(draw, list(model.domains()))
        rows = {solution.row() for solution in clew.solutions(model)}
        right = sorted(row[0] for row in values_of(model, [objective]))
        for sense in ("min", "max"):
            found = list(clew.ranked(model, objective, sense, kernel=kernel))
            assert {solution.row() for solution, _ in found} == rows
            assert len(found) == len(rows)
            values = [value for _, value in found]
            assert values == (right if sense == "min" else right[::-1])


def test_the_first_few_of_a_plugin() -> None:
    best = [value for _, value in islice(clew.ranked(Queens(6), 0, "max"), 3)]
    assert best == [4, 3, 2]


def test_a_limit_keeps_what_was_found_before() -> None:
    model = clew.Model()
    x = model.variables(range(30), range(30))
    model.require(AllDifferent(x))
    found = clew.best(model, [x[0], sum(v * w for v, w in enumerate(x[1:]))], limits=clew.Limits(nodes=40))
    assert found.status is clew.Status.NODE_LIMIT
    assert not found.is_optimal
    with pytest.raises(clew.Stopped):
        list(clew.ranked(model, x[0], limits=clew.Limits(nodes=40)))


def test_one_line_says_what_is_wrong() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    for asked, senses in (([x, y], ["min"]), ([], "min"), ([x, y], "most"), ([x, lambda s: s["x"]], "min")):
        with pytest.raises(clew.OptionError) as refused:
            clew.best(model, asked, senses)  # type: ignore[arg-type]
        assert "\n" not in str(refused.value)
    with pytest.raises(clew.OptionError, match="min or max"):
        next(clew.ranked(model, x, "least"))  # type: ignore[arg-type]
    with pytest.raises(clew.OptionError, match="is a function"):
        list(clew.ranked(model, lambda s: s["x"]))

"""Objectives bounded by the sums that oppose them: the best solutions of knapsacks, and of sums of any sign."""

from __future__ import annotations

import operator
import random
from itertools import product
from typing import Any
from unittest import mock

import pytest

import clew
from clew.constraints import Constant, Var
from clew.planning.request import forget

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core.lowering import sums
from tests.agreement import narrowed
from tests.core.test_turns import at_once


def scaled(variables: list[Var], weights: list[int]) -> Any:
    """A weighted sum."""
    return sum((one * weight for one, weight in zip(variables, weights, strict=True)), Constant(0))


def drawn(draw: random.Random) -> tuple[clew.Model, Any, list[int]]:
    """A model of some sums, an objective, and its values for all solutions."""
    model, number = clew.Model(), draw.randint(2, 5)
    lows = [draw.randint(-2, 1) for _ in range(number)]
    domains = [range(low, low + draw.randint(1, 4)) for low in lows]
    names = [model.variable(f"x{k}", domain) for k, domain in enumerate(domains)]
    costs = [draw.randint(-9, 9) for _ in names]
    compare: dict[str, Any] = {"<=": operator.le, ">=": operator.ge, "==": operator.eq, "<": operator.lt}
    compare |= {">": operator.gt, "!=": operator.ne}
    conditions = []
    for _ in range(draw.randint(1, 2)):
        weights = [draw.choice((0, draw.randint(-9, 9), draw.randint(1, 9))) for _ in names]
        middle = sum(weight * draw.choice(domain) for weight, domain in zip(weights, domains, strict=True))
        relation = draw.choice([*compare])
        if any(weights):
            conditions.append((weights, relation, middle))
            model.require(compare[relation](scaled(names, weights), middle))
    values = [
        sum(map(int.__mul__, costs, row))
        for row in product(*domains)
        if all(compare[relation](sum(map(int.__mul__, weights, row)), bound) for weights, relation, bound in conditions)
    ]
    return model, scaled(names, costs), values


@pytest.mark.parametrize("learns", [False, True])
@pytest.mark.parametrize("is_interval", [False, True])
def test_the_best_is_that_of_brute_force(*, learns: bool, is_interval: bool) -> None:
    for seed in range(150):
        model, objective, values = drawn(random.Random(seed))
        options: Any = {"learning": "nogoods"} if learns else {}
        with narrowed(is_interval=is_interval, is_listed=not is_interval):
            forget()
            for direction, extreme in (("min", min), ("max", max)):
                found = clew.best(model, objective, direction, **options)  # type: ignore[arg-type]
                assert found.objective == extreme(values, default=None)
                assert found.is_optimal == bool(values)
    forget()


def knapsack(number: int, seed: int, most: int = 100) -> tuple[clew.Model, Any, int]:
    """A knapsack, its worth, and the greatest one by the table of Bellman."""
    draw, model = random.Random(seed), clew.Model()
    things = [(draw.randrange(most // 10, most), draw.randrange(most // 10, most)) for _ in range(number)]
    taken = model.variables(range(number), (0, 1))
    room = sum(weight for weight, _ in things) // 3
    model.require(scaled(taken, [weight for weight, _ in things]) <= room)
    best = [0] * (room + 1)
    for weight, worth in things:
        for load in range(room, weight - 1, -1):
            best[load] = max(best[load], best[load - weight] + worth)
    return model, sum(worth * x for (_, worth), x in zip(things, taken, strict=True)), best[room]


@pytest.mark.parametrize("number", [10, 40, 100])
def test_knapsacks_are_proved(number: int) -> None:
    for seed in range(5):
        model, worth, expected = knapsack(number, seed)
        found = clew.best(model, worth, "max")
        assert (found.objective, found.is_optimal) == (expected, True)


def test_a_bound_saves_nodes() -> None:
    model, worth, expected = knapsack(20, 1)
    with mock.patch.object(sums, "_add_relaxed"):
        forget()
        plain = clew.best(model, worth, "max", learning="none")
    forget()
    found = clew.best(model, worth, "max", learning="none")
    assert found.objective == plain.objective == expected
    assert 4 * found.statistics.nodes < plain.statistics.nodes


@pytest.mark.parametrize("most", [2**26, 2**27, 2**28, 2**31, 2**40])
def test_sums_that_do_not_fit_a_word_together_have_no_such_bound(most: int) -> None:
    model, draw = clew.Model(), random.Random(most)
    x = model.variables(range(6), range(3))
    costs, weights = ([draw.randint(most // 2, most) for _ in x] for _ in range(2))
    room = sum(weights)
    model.require(scaled(x, weights) <= room)
    rows = product(range(3), repeat=6)
    fitting = [row for row in rows if sum(map(int.__mul__, weights, row)) <= room]
    expected = max(sum(map(int.__mul__, costs, row)) for row in fitting)
    assert clew.best(model, scaled(x, costs), "max").objective == expected


def test_a_bound_together_with_turns_and_threads() -> None:
    for seed in range(30):
        model, objective, values = drawn(random.Random(1000 + seed))
        with at_once():
            assert clew.best(model, objective, "max").objective == max(values, default=None)
            assert clew.best(model, objective, "min", jobs=2).objective == min(values, default=None)

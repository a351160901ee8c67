"""Orderings of the engine that need more than domains: by neighbours, and drawn."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.reference.search.draws import drawn
from clew_problems import Queens
from tests.examples import examples
from tests.random_models import models

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core.compiler import TIGHT

ORDERS = ({"variable_order": "degree"}, {"variable_order": "random"}, {"value_order": "random"},
          {"variable_order": "random", "value_order": "random"})  # fmt: skip


def test_the_generator_is_the_published_one() -> None:
    """The first numbers of SplitMix64 with the seed 1234567, as Rosetta Code lists them."""
    first = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert list(islice(drawn(1234567), 5)) == first


def run(problem: Any, options: Any, kernel: Any) -> Any:
    outcome = clew.solve(problem, clew.All(), kernel=kernel, **options)
    statistics = outcome.statistics
    return [dict(solution) for solution in outcome.result], statistics.nodes_per_level, statistics.failures


@examples(150)
@given(models(), st.sampled_from(ORDERS), st.sampled_from(("forward", "unit")), st.integers(-3, 2**70))
def test_the_same_run_as_the_reference(model: clew.Model, order: Any, level: str, seed: int) -> None:
    options = {"inference": level, "seed": seed, **order}
    try:
        compiled = run(model, options, "compiled")
    except clew.OptionError:
        return  # there is no form for a constraint, whatever the order
    assert compiled == run(model, options, "loop")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("level", ["forward", "unit", "arc"])
def test_the_same_run_on_wide_domains(order: Any, level: str) -> None:
    model: Any = clew.Model()
    x, y, z = model.variables(["x", "y", "z"], [0, 1, *range(60, 70), 129])
    model.variable("w", range(130))
    model.require(x != y, x + y == z, clew.constraints.Table(("z", "w"), [(k, 129 - k) for k in range(130)]))
    options = {"inference": level, "seed": 5, **order}
    found = run(model, options, "compiled")
    assert found[0]
    assert found == run(model, options, "loop")


def test_a_seed_changes_the_run() -> None:
    def first(seed: int) -> Any:
        return clew.first(Queens(8), variable_order="random", value_order="random", seed=seed, kernel="compiled")

    assert first(1) == first(1)
    assert len({first(seed).draw("list") for seed in range(8)}) > 1


class Ring(clew.Problem[int, int]):
    """Variables in a row of which only the last two are said to be neighbours."""

    def domains(self) -> dict[int, range]:
        return dict.fromkeys(range(4), range(2))

    def constraints(self) -> Any:
        return [clew.constraints.NotEqual(0, 3)]

    def neighbours(self, variable: int) -> list[int]:
        return [5 - variable] if variable > 1 else []


def test_the_problem_says_who_is_near() -> None:
    options: Any = {"variable_order": "degree", "inference": "forward"}
    compiled = run(Ring(), options, "compiled")
    assert compiled == run(Ring(), options, "loop")
    assert [solution[2] for solution in compiled[0]] == [0] * 4 + [1] * 4  # the first that was branched on


def test_a_neighbour_that_does_not_exist() -> None:
    class Lost(Ring):
        def neighbours(self, variable: int) -> list[int]:
            return [9]

    with pytest.raises(clew.ProblemError, match=r"neighbours\(0\) names 9"):
        clew.first(Lost(), variable_order="degree", kernel="compiled")


@pytest.mark.parametrize("order", ORDERS[1:])
def test_nothing_is_drawn_from_an_interval(order: Any) -> None:
    model: Any = clew.Model()
    x, y = model.variables(["x", "y"], range(10_000))
    model.require(x + y >= 5000)  # a bound that leaves more values than have bits
    with pytest.raises(clew.OptionError, match="too many values to draw"):
        clew.first(model, kernel="compiled", **order)


@pytest.mark.parametrize("order", ORDERS[1:])
@pytest.mark.parametrize("size", [TIGHT, TIGHT + 1, 10_000])
@pytest.mark.parametrize("kernel", ["auto", "compiled"])
def test_whoever_cuts_a_tree_draws_from_the_tightened_range_too(kernel: Any, size: int, order: Any) -> None:
    """A draw depends on the places of the values left, in the range that the engine has tightened before."""
    model: Any = clew.Model()
    x, y = model.variables(["x", "y"], range(size))
    model.require(x + y >= 2 * size - 5)
    options = {"inference": "unit", "seed": 3, "kernel": kernel, **order}
    alone = clew.solve(model, clew.All(), **options).result
    with ThreadPoolExecutor(2) as pool:
        cutting = clew.Cutting(subtrees=4, first=0)
        assert clew.solve(model, clew.All(), executor=pool, cutting=cutting, **options).result == alone


@pytest.mark.parametrize("order", ORDERS)
def test_many_instances(order: Any) -> None:
    instances = [{0: column} for column in range(6)]
    answers = list(clew.first_each(Queens(6), instances, **order))
    expected = [clew.first(Queens(6), given=instance, kernel="loop", **order) for instance in instances]
    assert [answer is None for answer in answers] == [one is None for one in expected]


def graph(number: int, *, padding: int = 0) -> clew.Model:
    """A graph to be coloured with three colours, as hard as such graphs are: a decision changes several blocks."""
    model = clew.Model()
    draw = random.Random(number)
    x = model.variables(range(number), range(3))
    for _ in range(int(2.3 * number)):
        one, other = draw.sample(x, 2)
        model.require(one != other)
    for k in range(padding):
        model.variable(f"padding {k}", [0])
    return model


@pytest.mark.parametrize("order", ["static", "mrv"])
@pytest.mark.parametrize("level", ["forward", "unit"])
@pytest.mark.parametrize("number", [255, 256, 257, 320, 321])
def test_many_variables_are_measured_in_blocks(number: int, level: Any, order: Any) -> None:
    """The same nodes as in Python, which measures each variable at each node."""
    options: Any = {"inference": level, "variable_order": order, "limits": clew.Limits(nodes=900)}
    for strategy in (clew.First(), clew.AtMost(40)):
        runs = [clew.solve(graph(number), strategy, kernel=kernel, **options) for kernel in ("compiled", "python")]
        told = [(run.statistics.nodes_per_level, run.statistics.failures, run.result) for run in runs]
        assert told[0] == told[1]


@pytest.mark.parametrize("level", ["unit", "arc"])
@pytest.mark.parametrize("number", [190, 255])
@pytest.mark.parametrize("strategy", [clew.First(), clew.Unique(), clew.Count()])
def test_blocks_weigh_as_each_variable_does(strategy: Any, number: int, level: Any) -> None:
    """Variables with one value are none to branch on, but with them there are blocks."""
    options: Any = {"inference": level, "variable_order": "wdeg", "kernel": "compiled"}
    told = []
    for padding in (0, 1, 100):
        run = clew.solve(graph(number, padding=padding), strategy, limits=clew.Limits(nodes=20_000), **options)
        told.append((run.statistics.nodes_per_level, run.statistics.failures, run.status))
    assert told[0] == told[1] == told[2]
    assert told[0][1] > 0

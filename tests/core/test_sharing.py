"""Searches that share a tree: no solution is lost, none comes twice; several threads find the best one."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from itertools import product
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Linear, Var
from clew.constraints.objectives import Weighted
from clew.core import engine
from tests.examples import examples
from tests.random_models import brute_force, models

pytestmark = pytest.mark.skipif(not engine().available, reason="there is no engine here")


def shared_out(problem: clew.Problem[Any, Any], order: int, number: int, draw: random.Random) -> Iterator[Any]:
    """All solutions, by some searches that are paused all the time, and give whenever one is over."""
    from clew.core._engine import EXHAUSTED, Search, split_off
    from clew.core.compiler import program_of
    from clew.problem.declared import Declared, declared_domains, declared_given
    from clew.state.levels import UNIT

    domains = declared_domains(problem)
    made = program_of(domains, Declared(problem).constraints, UNIT)  # type: ignore[arg-type]
    assumed = [(made.places[v], list(domains[v]).index(value)) for v, value in declared_given(problem).items()]
    names = range(len(made.places))
    last_first, key = draw.random() < 0.5, draw.getrandbits(40)
    backward = [v for v in names if draw.random() < 0.3]
    shuffles = draw.random() < 0.5 and not made.program.has_intervals
    near = [[u for u in names if u != v] for v in names]
    searches = [
        Search(made.program, assumed, order, last_first, False, -1, None, None, backward, near, key, shuffles)
        for _ in range(number)
    ]
    running, idle = searches[:1], searches[1:]
    while running:
        search = draw.choice(running)
        why = search.run(draw.randint(1, 4), -1)
        yield from search.fetch(made.values)
        if why == EXHAUSTED:
            running.remove(search)
            idle.append(search)
        for one in running:
            while idle and split_off(one, idle[-1]):
                running.append(idle.pop())
    assert sum(search.behind for search in searches) <= 1.000001


@given(models(), st.integers(0, 4), st.integers(2, 4), st.randoms(use_true_random=False))
def test_each_solution_is_found_once(model: clew.Model, order: int, number: int, draw: random.Random) -> None:
    from clew.core.compiler import CannotCompileError

    expected = sorted(map(repr, (tuple(solution.values()) for solution in brute_force(model))))
    try:
        found = list(shared_out(model, order, number, draw))
    except CannotCompileError:
        return
    assert sorted(map(repr, found)) == expected


@examples(40)
@given(st.sampled_from([2, 63, 64, 65, 128, 129, 200]), st.integers(2, 7), st.integers(0, 4), st.integers(2, 4),
       st.randoms(use_true_random=False))  # fmt: skip
def test_each_solution_in_domains_of_many_words_is_found_once(
    width: int, step: int, order: int, number: int, draw: random.Random
) -> None:
    model = clew.Model()
    values, right = draw.sample(range(-width, width), width), draw.randint(-step, step)
    model.variables(list("ab"), values)
    model.variable("c", range(step))
    model.require(Linear(list("abc"), (1, -step, 1), "==", right))
    expected = [(right + step * b - c, b, c) for b in values for c in range(step)]
    known = set(values)
    assert sorted(shared_out(model, order, number, draw)) == sorted(some for some in expected if some[0] in known)


@given(
    st.lists(st.integers(-3, 3).filter(bool), min_size=2, max_size=3), st.integers(-9, 9),
    st.integers(2, 4), st.randoms(use_true_random=False),
)  # fmt: skip
def test_each_solution_in_intervals_is_found_once(
    factors: list[int], right: int, number: int, draw: random.Random
) -> None:
    model = clew.Model()
    names = range(len(factors))
    model.variables(names, range(-500, 500))
    model.require(Linear(names, factors, "==", right), [Var(name) * 1 <= 6 for name in names])
    model.require([Var(name) >= -6 for name in names])
    within = product(range(-6, 7), repeat=len(factors))
    expected = [values for values in within if sum(f * v for f, v in zip(factors, values, strict=True)) == right]
    assert sorted(shared_out(model, draw.randrange(5), number, draw)) == expected


@given(models(), st.data(), st.sampled_from(["min", "max"]), st.integers(2, 3))
def test_threads_find_the_best(model: clew.Model, data: st.DataObject, sense: Any, jobs: int) -> None:
    names = list(model.domains())
    factors = data.draw(st.lists(st.integers(-3, 3), min_size=len(names), max_size=len(names)))
    objective = sum((f * Var(name) for f, name in zip(factors, names, strict=True)), start=Var(names[0]) * 0)

    def worth(solution: Any) -> Any:
        return sum(factor * solution[name] for factor, name in zip(factors, names, strict=True))

    expected = (min if sense == "min" else max)(map(worth, brute_force(model)), default=None)
    heard: list[int] = []
    with mock.patch("clew.core.walk.SLICE", 10):
        found = clew.best(model, objective, sense, jobs=jobs, on_improvement=lambda _, value: heard.append(value))
    assert (found.objective, found.bound, found.is_optimal) == (expected, expected, expected is not None)
    assert found.status is clew.Status.COMPLETE
    assert heard == sorted(set(heard), reverse=sense == "min")
    if found.solution is not None:
        assert worth(found.solution) == expected
        assert clew.violations(model, found.solution) == ()


@pytest.mark.parametrize("variable_order", ["static", "mrv", "degree", "random"])
@pytest.mark.parametrize("value_order", ["domain", "reverse", "random"])
@pytest.mark.parametrize("width", [5, 70])
def test_threads_find_the_best_in_any_order(
    variable_order: str, value_order: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clew.core.walk.SLICE", 50)
    for seed in range(4):
        draw = random.Random(seed)
        model, names = clew.Model(), range(4)
        model.variables(names, range(width))
        model.require(Linear(names, [draw.randint(1, 9) for _ in names], ">=", 8 * width))
        objective = sum((draw.randint(1, 20) * Var(name) for name in names), start=Var(0) * 0)
        alone = clew.best(model, objective, "min", kernel="python" if width < 9 else "auto")
        for jobs in (2, 3):
            options: Any = {"variable_order": variable_order, "value_order": value_order, "seed": seed, "jobs": jobs}
            together = clew.best(model, objective, "min", **options)
            assert (together.objective, together.is_optimal) == (alone.objective, True)


def knapsack(size: int, seed: int) -> tuple[clew.Model, Weighted]:
    """Things of some weights and worths, three kinds of weight at once."""
    draw = random.Random(seed)
    model = clew.Model()
    model.variables(range(size), range(2))
    for _ in range(3):
        sizes = [draw.randint(20, 99) for _ in range(size)]
        model.require(Linear(range(size), sizes, "<=", sum(sizes) // 2))
    return model, Weighted(tuple(range(size)), tuple(draw.randint(20, 99) for _ in range(size)))


@pytest.mark.parametrize("jobs", [2, 3, 6])
def test_many_threads_prove_what_one_does(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.core.walk.SLICE", 500)  # so that they give and take often
    model, objective = knapsack(18, seed=2)
    alone = clew.best(model, objective, "max")
    for _ in range(5):
        together = clew.best(model, objective, "max", jobs=jobs)
        assert (together.objective, together.is_optimal) == (alone.objective, True)
        assert together.statistics.kernel == "compiled"


def test_an_improvement_of_one_is_the_limit_of_all() -> None:
    from clew.core.portfolio import Exchange

    searches: Any = [mock.Mock(limit=None, found=0), mock.Mock(limit=None, found=0)]
    for search in searches:
        search.run.return_value = 0
        search.fetch.return_value = []
    exchange = Exchange(mock.Mock())
    searches[0].limit = 7
    for search in (*searches, *searches):
        exchange.searched(search)
    assert [search.limit for search in searches] == [7, 7]
    searches[1].limit = 3
    for search in reversed(searches):
        exchange.searched(search)
    assert [search.limit for search in searches] == [3, 3]


def test_a_limit_on_time_leaves_the_best_found_and_ends_the_threads() -> None:
    before = threading.active_count()
    model, objective = knapsack(60, seed=4)
    with mock.patch("clew.core.lowering.sums._add_relaxed"):  # or else it is proved before
        found = clew.best(model, objective, "max", jobs=3, limits=clew.Limits(time=3), learning="none")
    assert (found.status, found.is_optimal) == (clew.Status.TIME_LIMIT, False)
    assert found.solution is not None
    assert clew.violations(model, found.solution) == ()
    assert found.objective == objective(found.solution) <= found.bound
    assert threading.active_count() == before

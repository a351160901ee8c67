"""Searches that learn give each other nogoods: all of these hold, and the answers are those of brute force."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any
from unittest import mock

import pytest

import clew
from clew.constraints import AllDifferent, Constant, Var
from clew.planning.request import forget
from clew.state.levels import UNIT

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import _engine, portfolio
from tests.agreement import narrowed
from tests.core.test_learning import SEARCHED, Target, clauses, complete, holds, learner
from tests.core.test_turns import at_once, graph
from tests.corpus.families import brute_force
from tests.examples import examples
from tests.job_shops import job_shop


def joined(model: clew.Model, number: int, target: Target | None, shortest: int = 100) -> Any:
    """Some searches that learn from one model, and the exchange between them; None if the engine has no form."""
    made_ones = [learner(model, UNIT, target) for _ in range(number)]
    if None in made_ones:
        return None
    searches, exchange = [one[0] for one in made_ones if one], portfolio.Exchange(mock.Mock(compiled=made_ones[0][1]))  # type: ignore[index]
    for search in searches:
        exchange.join(search)
        search.shortest = shortest
    return searches, exchange


def agree(model: clew.Model, solutions: list[dict[Any, Any]], target: Target | None, draw: random.Random) -> int:
    """Let some searches go on by turns; check all that they have. How many bytes they have told each other."""
    names, values = list(model.domains()), [list(domain) for domain in model.domains().values()]
    if (found := joined(model, draw.randint(2, 4), target, draw.choice((1, 2, 5)))) is None:
        return 0
    searches, exchange = found
    told, rows, is_over = 0, [], False
    while not is_over:
        search = draw.choice(searches)
        with mock.patch.multiple(portfolio, SLICE=draw.choice((1, 5, 50, 300)), SHARES=1):
            some, is_over = exchange.searched(search)
        rows += [row[: len(names)] for row in some]
        told += sum(map(len, exchange._waiting.values()))
    assert set(rows) <= {tuple(s.values()) for s in solutions}
    if target is None:
        assert bool(rows) == bool(solutions)
        searches = []  # these have left solutions out
    else:
        costs = [sum(w * row[names.index(v)] for v, w in zip(*target, strict=True)) for row in rows]
        best = [sum(w * s[v] for v, w in zip(*target, strict=True)) for s in solutions]
        assert min(costs, default=None) == min(best, default=None)
    for search in searches:
        wanted = [s for s, cost in zip(solutions, best, strict=True) if search.limit is None or cost <= search.limit]
        places = [[own.index(s[v]) for own, v in zip(values, names, strict=True)] for s in wanted]
        for nogood in search.nogoods():
            if all(v < len(values) for v, _ in nogood):
                assert not any(all(holds(row[v], one) for v, one in nogood) for row in places)
    return told


@pytest.mark.parametrize("is_interval", [False, True])
@pytest.mark.parametrize("family", SEARCHED)
def test_several_find_what_one_does(family: str, *, is_interval: bool) -> None:
    with narrowed(is_interval=is_interval, is_listed=not is_interval):
        forget()
        for seed, (model, solutions) in enumerate(complete(family, 6)):
            draw = random.Random(seed)
            numeric = [v for v, domain in model.domains().items() if all(type(value) is int for value in domain)]
            some = tuple(draw.sample(numeric, min(len(numeric), draw.randint(1, 4))))
            weights = tuple(draw.choice((-3, -2, -1, 1, 2, 5)) for _ in some)
            agree(model, solutions, None, draw)
            if some:
                agree(model, solutions, (some, weights), draw)
    forget()


@pytest.mark.parametrize("seed", range(examples(100).max_examples))
def test_colours_are_cheapest(seed: int) -> None:
    draw = random.Random(seed)
    model, target = graph(draw, 8, 5), (tuple(range(8)), tuple(draw.randint(-4, 4) for _ in range(8)))
    rows = brute_force(model)
    agree(model, [dict(enumerate(row)) for row in rows], target, draw)


def test_nogoods_are_told() -> None:
    """A shop whose proof takes hundreds of dead ends, and clauses that cannot all hold."""
    model, end = job_shop()
    found = joined(model, 3, ((end.name,), (1,)))
    searches, exchange = found
    told, is_over = 0, False
    while not is_over:
        for search in searches:
            is_over = is_over or exchange.searched(search)[1]
            told += sum(map(len, exchange._waiting.values()))
    assert searches[0].limit == 665
    assert told > 1000
    assert len({tuple(map(repr, search.nogoods())) for search in searches}) == 3


@pytest.mark.parametrize("seed", range(4))
def test_clauses_have_the_same_answer(seed: int) -> None:
    model = clauses(90, 4.3, seed)
    searches, exchange = joined(model, 4, None)
    rows: list[Any] = []
    is_over = False
    while not is_over and not rows:
        for search in searches:
            some, is_over = exchange.searched(search)
            rows += some
            if is_over or rows:
                break
    assert bool(rows) == (clew.first(model) is not None)


def test_after_a_solution_nothing_is_told() -> None:
    model = clew.Model()
    model.variables(range(6), range(3))
    for one, other in combinations(range(6), 2):
        model.require(Var(one) + Var(other) < 4)
    made_one = learner(model, UNIT)
    assert made_one is not None
    search = made_one[0]
    search.shares = True
    while search.run(1, 1) == _engine.PAUSED:
        pass
    search.give()
    while search.run(1, -1) != _engine.EXHAUSTED:
        assert search.give() == b"" or search.shares
    assert not search.shares
    assert search.learned > 10


@pytest.mark.parametrize("jobs", [4, 6])
def test_half_of_several_threads_learn(jobs: int) -> None:
    for seed in range(10):
        draw = random.Random(seed)
        model = graph(draw, 7, 5)
        values = [sum((k + 1) * value for k, value in enumerate(row)) for row in brute_force(model)]
        total = sum((Var(k) * (k + 1) for k in range(7)), Constant(0))
        with at_once(), mock.patch.multiple(portfolio, SLICE=10, SHARES=1):
            found = clew.best(model, total, "max", jobs=jobs)
        assert found.objective == max(values, default=None)
        assert found.is_optimal == bool(values)


def test_threads_prove_a_shop_together() -> None:
    model, end = job_shop()
    for _ in range(3):
        together = clew.best(model, end, jobs=4)
        assert (together.objective, together.is_optimal) == (666, True)


@pytest.mark.parametrize("jobs", [2, 3, 4])
def test_all_threads_learn_if_that_is_asked_for(jobs: int) -> None:
    for seed in range(20):
        draw = random.Random(seed)
        model, weights = clew.Model(), [draw.randint(-3, 3) for _ in range(6)]
        x = model.variables(range(6), range(6))
        model.require(AllDifferent(x), x[0] + x[1] != x[2], x[3] < x[4])
        total = sum(weight * one for weight, one in zip(weights, x, strict=True)) + x[0]
        alone = clew.best(model, total, learning="none")
        with mock.patch.multiple(portfolio, SLICE=10, SHARES=1):
            found = clew.best(model, total, learning="nogoods", jobs=jobs)
        assert (found.objective, found.is_optimal) == (alone.objective, True)
        assert found.statistics.learned is not None

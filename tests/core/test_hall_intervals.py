"""Full intervals of variables that differ: the ends left are those of brute force, and the best is the best."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any
from unittest import mock

import pytest
from benchmarks.targets.works import golomb_model

import clew
from clew.constraints import AllDifferent, Var
from clew.planning.request import forget
from tests.random_models import brute_force

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import _engine
from clew.core.lowering.distinct import add_hall_intervals

Domains = list[list[int]]


def drawn(draw: random.Random) -> tuple[Domains, list[int]]:
    """Places of three to six variables, narrow ones so that intervals are full, and their shifts."""
    number = draw.randint(3, 6)
    width = draw.choice((number, number + 1, number + 3))
    domains = []
    for _ in range(number):
        low = draw.randrange(width)
        domain = range(low, min(width, low + draw.randint(2, 4)))
        domains.append(sorted(draw.sample(domain, draw.randint(1, len(domain)))))
    return domains, [draw.choice((0, 0, 1)) for _ in range(number)]


def ends(domains: Domains, shifts: list[int], width: int) -> list[tuple[int, int]] | None:
    """The ends that the engine leaves at the root; None for a dead end."""
    program = _engine.Program([width] * len(domains))
    for v, domain in enumerate(domains):
        program.keep(v, domain)
    made = _engine.Distinct(program, [*range(len(domains))], shifts, width + 1, False)
    _engine.HallIntervals(program, made)
    search = _engine.Search(program, [], _engine.STATIC, False, True, 0)
    if search.run(10**6, -1) == _engine.EXHAUSTED:
        return None
    return [search.ends(v) for v in range(len(domains))]


def solutions(domains: Any, shifts: list[int]) -> list[tuple[int, ...]]:
    return [row for row in product(*domains) if len({a + b for a, b in zip(row, shifts, strict=True)}) == len(shifts)]


@pytest.mark.parametrize("offset", [0, 61, 130])
def test_each_end_that_is_left_has_a_support_between_the_ends(offset: int) -> None:
    dead = narrowed = 0
    for seed in range(600):
        domains, shifts = drawn(random.Random(seed))
        moved = [[value + offset for value in domain] for domain in domains]
        left = ends(moved, shifts, offset + 12)
        if left is None:
            dead += 1
            assert not solutions(domains, shifts)
            continue
        left = [(low - offset, high - offset) for low, high in left]
        among = solutions([range(low, high + 1) for low, high in left], shifts)
        for v, (low, high) in enumerate(left):
            assert {low, high} <= {row[v] for row in among}
            narrowed += [low, high] != [domains[v][0], domains[v][-1]]
        exact = solutions(domains, shifts)
        assert all(low <= row[v] <= high for row in exact for v, (low, high) in enumerate(left))
    assert dead > 20
    assert narrowed > 100


def joined(draw: random.Random) -> tuple[clew.Model, dict[Any, int]]:
    """Different numbers, most of them the distances of others; and the weights of an objective."""
    model, number = clew.Model(), draw.randint(3, 4)
    marks = model.variables([f"m{k}" for k in range(number)], range(draw.randint(3, 6)))
    pairs = draw.sample([*combinations(range(number), 2)], 3)
    low = draw.randint(0, 1)
    gaps = [model.variable(pair, range(low, low + draw.randint(4, 6))) for pair in pairs]
    for (a, b), gap in zip(pairs, gaps, strict=True):
        model.require(marks[b] - marks[a] == gap if draw.random() < 0.7 else marks[a] + gap >= marks[b] + 1)
    if draw.random() < 0.4:
        model.require(AllDifferent(marks))
    model.require(AllDifferent(gaps))
    return model, {name: draw.choice((-2, -1, 1, 3)) for name in model.domains()}


@pytest.mark.parametrize("options", [{}, {"learning": "nogoods"}, {"variable_order": "static"}, {"inference": "arc"}])
def test_the_best_is_that_of_brute_force(options: Any) -> None:
    for seed in range(60):
        model, weights = joined(random.Random(seed))
        objective = sum(weight * Var(name) for name, weight in weights.items())
        found = [sum(weight * row[name] for name, weight in weights.items()) for row in brute_force(model)]
        forget()
        for direction, extreme in (("min", min), ("max", max)):
            best = clew.best(model, objective, direction, **options)  # type: ignore[arg-type]
            assert best.is_optimal == bool(found)
            assert best.objective == extreme(found, default=None)


def test_a_ruler_needs_fewer_nodes_by_full_intervals() -> None:
    nodes = []
    for adding in (add_hall_intervals, lambda compiler: None):
        forget()
        with mock.patch("clew.core.lowering.sums.add_hall_intervals", adding):
            found = clew.best(golomb_model(7)(), "m6", learning="none", variable_order="static")
        assert found.objective == 25  # A003022
        nodes.append(found.statistics.nodes)
    assert 2 * nodes[0] < nodes[1]

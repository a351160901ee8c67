"""Large neighbourhood search: never a wrong best, the same run for the same seed, and better solutions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import pytest

import clew
from clew.constraints import AllDifferent, Table
from clew.outcome import LimitReached
from clew.planning import engine_method
from clew.planning.request import forget

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import neighbourhoods, portfolio, turns, walk
from tests.agreement import narrowed
from tests.core.test_probing import drawn


@contextmanager
def at_once(**sizes: Any) -> Iterator[list[int]]:
    """Neighbourhoods are searched after one dead end; the list has the number of each as it is searched."""
    met: list[int] = []
    searched = neighbourhoods.Neighbourhoods.searched

    def noted(self: neighbourhoods.Neighbourhoods) -> Any:
        met.append(len(met))
        return searched(self)

    with ExitStack() as stack:
        stack.enter_context(mock.patch.multiple(walk, DEAD_ENDS=1, SLICE=1))
        stack.enter_context(mock.patch.multiple(portfolio, SLICE=1, SHARES=1))
        stack.enter_context(mock.patch.object(turns, "PROBE", 10**9))
        stack.enter_context(mock.patch.object(engine_method, "COMPILING", 0))
        stack.enter_context(mock.patch.multiple(neighbourhoods, **{"FEWEST": 0, **sizes}))
        stack.enter_context(mock.patch.object(neighbourhoods.Neighbourhoods, "searched", noted))
        yield met


SIZES = [
    {"SMALLEST": 1, "DEAD_ENDS": 1, "SLICE": 2, "SLICES": 1, "FRUITLESS": 1},
    {"SMALLEST": 2, "DEAD_ENDS": 5, "SLICE": 2, "SLICES": 2, "FRUITLESS": 2},
    {"SMALLEST": 100, "DEAD_ENDS": 1000, "SLICE": 2, "SLICES": 10**6, "FRUITLESS": 10**9},
]


@pytest.mark.parametrize("sizes", SIZES, ids=["small", "middle", "large"])
@pytest.mark.parametrize("is_interval", [False, True])
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_best_is_that_of_brute_force(sizes: dict[str, int], jobs: int, *, is_interval: bool) -> None:
    with narrowed(is_interval=is_interval, is_listed=not is_interval), at_once(**sizes) as met:
        for _ in range(1 if jobs == 1 else 10):  # threads go on at any pace: all proofs may end first
            all_are_best(jobs)
            if met:
                break
    assert len(met) > (20 if jobs == 1 else 0)


def all_are_best(jobs: int) -> None:
    """Search for the best solutions of many models, and compare them with brute force."""
    number = 0
    forget()
    for model, total, values in drawn():
        for direction, extreme in (("min", min), ("max", max)):
            found = clew.best(model, total, direction, jobs=jobs)  # type: ignore[arg-type]
            assert found.objective == extreme(values, default=None)
            assert found.is_optimal == bool(values)
            number += 1
    forget()
    assert number > 50


def tour(towns: int) -> tuple[clew.Model, Any]:
    """The shortest tour of some towns, by the town at each place."""
    draw, model, order = random.Random(3), clew.Model(), range(towns)
    points = [(draw.randrange(100), draw.randrange(100)) for _ in order]
    at = [model.variable(("at", k), order) for k in order]
    legs = [model.variable(("leg", k), range(150)) for k in order]
    model.require(AllDifferent(at), at[0] == 0)
    rows = [(a, b, round(abs(complex(*points[a]) - complex(*points[b])))) for a in order for b in order if a != b]
    for k in order:
        model.require(Table([at[k].name, at[(k + 1) % towns].name, legs[k].name], rows))
    return model, sum(legs)


def improvements(model: clew.Model, objective: Any, **options: Any) -> list[Any]:
    """The values of the solutions found, as they come."""
    values: list[Any] = []
    strategy = clew.Best(objective, on_improvement=lambda _, value: values.append(value))
    calls = iter(range(200))

    def looked(_why: int) -> None:
        if next(calls, None) is None:
            raise LimitReached(clew.Status.TIME_LIMIT)

    with mock.patch.object(walk.EngineWalk, "check_limits", side_effect=looked):
        clew.solve(model, strategy, **options)
    return values


def test_the_same_seed_finds_the_same_and_neighbourhoods_find_more() -> None:
    model, objective = tour(25)
    with mock.patch.object(walk, "SLICE", 5000):
        runs = [improvements(model, objective, **options) for options in ({}, {}, {"improve": False}, {"seed": 1})]
    assert runs[0] == runs[1]
    assert all(values == sorted(set(values), reverse=True) for values in runs)
    assert runs[0][-1] < runs[2][-1]


def test_improve_turns_it_off() -> None:
    model, objective = tour(8)
    with at_once(SMALLEST=1) as met:
        found = clew.best(model, objective, improve=False)
    assert found.is_optimal
    assert not met


def ruler(marks: int) -> tuple[clew.Model, Any]:
    """Marks on the shortest ruler, and all distances between them, which are variables that the marks define."""
    model, size = clew.Model(), marks**2
    at = [model.variable(k, range(size) if k else range(1)) for k in range(marks)]
    pairs = [(i, j) for j in range(marks) for i in range(j)]
    apart = [model.variable(pair, range(1, size)) for pair in pairs]
    model.require([distance == at[j] - at[i] for distance, (i, j) in zip(apart, pairs, strict=True)])
    model.require(AllDifferent(apart))
    return model, at[-1]


@pytest.mark.parametrize(("make", "size", "number"), [(tour, 8, 8), (ruler, 6, 5)])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_few_variables_have_none_nor_do_those_that_others_define(make: Any, size: int, number: int, more: int) -> None:
    """The legs of a tour and the last mark are the objective; distances follow from the marks."""
    model, objective = make(size)
    with at_once(SMALLEST=1, FEWEST=number + more) as met:
        found = clew.best(model, objective)
    assert found.is_optimal
    assert found.objective == clew.best(model, objective, improve=False, learning="none").objective
    assert bool(met) == (more < 0)

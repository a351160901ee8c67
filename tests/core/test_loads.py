"""Things in bins: what the engine leaves has loads by brute force, and the best packing is the best."""

from __future__ import annotations

import random
from itertools import product
from typing import Any
from unittest import mock

import pytest

import clew
from clew.constraints import BinPacking, Var
from clew.planning.request import forget
from tests.random_models import brute_force

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import _engine
from clew.core.lowering import loads

Things = tuple[list[int], list[list[int]], list[int]]


def drawn(draw: random.Random, most: int) -> Things:
    """Sizes, the bins of each thing, and rooms that leave little over."""
    number, bins = draw.randint(2, 6), draw.randint(2, 3)
    sizes = [draw.randint(1, most) for _ in range(number)]
    where = [sorted(draw.sample(range(bins), draw.randint(1, bins))) for _ in range(number)]
    rooms = [draw.randint(1, max(2, 2 * sum(sizes) // bins)) for _ in range(bins)]
    return sizes, where, rooms


def packings(sizes: list[int], where: list[list[int]], rooms: list[int]) -> list[tuple[int, ...]]:
    def fits(row: tuple[int, ...]) -> bool:
        return all(sum(s for s, b in zip(sizes, row, strict=True) if b == k) <= room for k, room in enumerate(rooms))

    return [row for row in product(*where) if fits(row)]


@pytest.mark.parametrize("most", [9, 40, 64, 150])
def test_no_packing_is_lost_and_all_that_are_found_fit(most: int) -> None:
    dead = pruned = 0
    for seed in range(400):
        sizes, where, rooms = drawn(random.Random(seed), most)
        program = _engine.Program([*map(len, where)])
        _engine.Loads(program, [*range(len(sizes))], sizes, where, rooms)
        search = _engine.Search(program, [], _engine.STATIC, False, False, -1)
        while search.run(10**6, -1) != _engine.EXHAUSTED:
            pass
        found = search.fetch(where)
        expected = packings(sizes, where, rooms)
        assert found == expected
        dead += not expected and search.failures == 1
        pruned += search.failures == 0 and 0 < len(expected) < len([*product(*where)])
    assert dead > 20
    assert pruned > 20


def packed(draw: random.Random) -> tuple[clew.Model, dict[Any, int]]:
    """A model of a packing, written in one of two ways, with a limit on the last bin that is used."""
    sizes, where, rooms = drawn(draw, draw.choice((3, 9)))
    model = clew.Model()
    things = [model.variable(k, own) for k, own in enumerate(where)]
    if draw.random() < 0.5:
        model.require(BinPacking(things, sizes, capacity=dict(enumerate(rooms))))
    else:
        for k, room in enumerate(rooms[: draw.randint(1, 3)]):
            model.require(sum(size * (thing == k) for size, thing in zip(sizes, things, strict=True)) <= room)
    used = model.variable("used", range(4))
    model.require([thing < used for thing in things])
    return model, {name: draw.choice((-1, 1, 2)) for name in model.domains()}


@pytest.mark.parametrize("options", [{}, {"learning": "nogoods"}, {"variable_order": "static"}, {"inference": "arc"}])
@pytest.mark.parametrize("steps", [0, loads.STEPS])
def test_the_best_is_that_of_brute_force(options: Any, steps: int) -> None:
    with mock.patch.object(loads, "STEPS", steps):
        for seed in range(60):
            forget()
            model, weights = packed(random.Random(seed))
            objective = sum(weight * Var(name) for name, weight in weights.items())
            found = [sum(weight * row[name] for name, weight in weights.items()) for row in brute_force(model)]
            best = clew.best(model, objective, **options)
            assert best.is_optimal == bool(found)
            assert best.objective == min(found, default=None)
    forget()


@pytest.mark.parametrize(("more", "is_there"), [(-1, False), (0, True), (1, True)])
def test_loads_are_there_up_to_so_many_steps(more: int, is_there: bool) -> None:
    sizes = [4, 5, 6, 7]
    model = clew.Model()
    things = model.variables(range(4), range(2))
    model.require(sum(size * (thing == k) for size, thing in zip(sizes, things, strict=True)) <= 12 for k in range(2))
    forget()
    with (
        mock.patch.object(loads, "STEPS", 16 + more),
        mock.patch.object(_engine, "Loads", wraps=_engine.Loads) as made,
        mock.patch("clew.core.lowering.images.is_written_out", return_value=False),
    ):
        assert clew.best(model, things[0]).objective == 0
    assert made.called == is_there
    forget()


@pytest.mark.parametrize("size", [2**31 - 1, 2**31, 2**40, 2**60])
@pytest.mark.parametrize("rooms", [(5, 9), (20, 9), (5, None)])
def test_a_thing_may_be_larger_than_any_room_and_than_a_word_of_the_engine(size: int, rooms: Any) -> None:
    """Beside a large room one thing lies in it; otherwise it fits nowhere. There are too many things for a table."""
    sizes = [size] + [1] * 14
    model = clew.Model()
    things = model.variables(range(15), range(2))
    for k, room in enumerate(rooms):
        most = sum(sizes) if room is None else room
        model.require(sum(own * (thing == k) for own, thing in zip(sizes, things, strict=True)) <= most)
    forget()
    assert clew.best(model, sum(things)).objective == (10 if None in rooms else None)
    forget()

"""Nogoods that take more memory than they may are forgotten, and the search that learns goes on."""

from __future__ import annotations

import random
from typing import Any
from unittest import mock

import pytest

import clew
from clew.state.levels import UNIT

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import _engine, walk
from tests.agreement import narrowed
from tests.core.test_learning import SEARCHED, clauses, complete, found, holds, learner
from tests.core.test_turns import at_once, graph
from tests.corpus.families import brute_force

NOGOOD, PART = 96, 16
"""Bytes of a nogood with its two watches, and of each word or end that it names."""


def parts_of(literal: int | tuple[int | None, int | None]) -> int:
    if isinstance(literal, tuple):
        return 1
    return sum(literal >> 64 * k & (1 << 64) - 1 > 0 for k in range(literal.bit_length() // 64 + 1))


def bytes_of(nogoods: list[Any]) -> int:
    return sum(NOGOOD + PART * sum(parts_of(literal) for _, literal in one) for one in nogoods)


@pytest.mark.parametrize("room", [None, 0, 200, 20_000])
@pytest.mark.parametrize("seed", range(3))
def test_the_bytes_of_nogoods_are_counted_exactly(seed: int, room: int | None) -> None:
    made_one = learner(clauses(150, 4.3, seed), UNIT)
    assert made_one is not None
    search, most, compiled = made_one[0], 0, made_one[1]
    if room is not None:
        search.room = room
    search.run(0, 1)
    given = set(map(tuple, search.nogoods()))
    while search.run(3_000, 1) == _engine.PAUSED:
        assert search.held == bytes_of([one for one in search.nogoods() if tuple(one) not in given])
        most = max(most, search.held)
    if room is None:
        assert most > 30_000
    elif room == 20_000:  # a part of those that are left were reasons, and then some of one dead end
        assert 15_000 < most < 25_000
    solution = clew.first(clauses(150, 4.3, seed))
    assert (solution is not None) == bool(search.fetch(compiled.values))


@pytest.mark.parametrize("is_interval", [False, True])
@pytest.mark.parametrize("family", SEARCHED)
def test_every_solution_is_found_in_any_room(family: str, *, is_interval: bool) -> None:
    draw = random.Random(len(family))
    with narrowed(is_interval=is_interval, is_listed=not is_interval):
        for model, solutions in complete(family, 4):
            if (made_one := learner(model, UNIT)) is None:
                continue
            search, compiled = made_one
            search.room = draw.choice((0, 300, 1000))
            rows = list(found(search, compiled))
            assert len(rows) == len(set(rows))
            assert set(rows) == {tuple(s.values()) for s in solutions}


@pytest.mark.parametrize("seed", range(30))
def test_what_is_kept_holds(seed: int) -> None:
    model = graph(random.Random(seed), 8, 4)
    made_one, solutions = learner(model, UNIT), brute_force(model)
    assert made_one is not None
    search = made_one[0]
    search.room = 100 * (seed % 5)
    while search.run(1, 1) == _engine.PAUSED:
        for nogood in search.nogoods():
            assert not any(all(holds(row[v], one) for v, one in nogood) for row in solutions)


def test_a_limit_of_memory_does_not_end_a_search_that_learns() -> None:
    limit = 2**40
    for seed in range(3):
        model, fewer = clauses(130, 4.3, seed), clauses(50, 4.3, seed)
        plain = clew.solve(model, clew.First(), learning="nogoods")
        with mock.patch.object(walk, "resident", return_value=limit - 4 * 10_000):
            small = clew.solve(model, clew.First(), learning="nogoods", limits=clew.Limits(memory=limit))
            with at_once():
                other = clew.first(fewer, limits=clew.Limits(memory=limit))
        assert plain.status == small.status
        assert (plain.result is None) == (small.result is None)
        assert (other is None) == (clew.first(fewer) is None)
        assert plain.statistics.learned != small.statistics.learned

"""Bounds from below: they hold, they move, and with small sizes the best is still that of brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any
from unittest import mock

import pytest

import clew
from clew.constraints import AllDifferent, Circuit, Constant, Var
from clew.outcome import LimitReached
from clew.planning import engine_method
from clew.planning.request import forget
from clew.state.counters import Counters

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import neighbourhoods, portfolio, probing, turns, walk
from tests.agreement import FAMILIES, made, narrowed
from tests.corpus.families import brute_force


@contextmanager
def at_once(slice_: int, share: int, probe: int = 10**9, ends_after: int | None = None) -> Iterator[list[int]]:
    """Searches from below begin after one dead end; the list has each bound that they show.

    Args:
        slice_: units of work of their slices.
        share: the part of the work that is theirs, as one in so many.
        probe: nogoods after which those that learn may be given up.
        ends_after: after how many looks the time is up; None for never.
    """
    told: list[int] = []
    raise_bound, calls = Counters.raise_bound, iter(range(-1 if ends_after is None else ends_after))

    def noted(self: Counters, least: int | None, shown: Any) -> None:
        told.extend([] if least is None else [least])
        raise_bound(self, least, shown)

    def looked(_self: walk.EngineWalk, _why: int) -> None:
        if ends_after is not None and next(calls, None) is None:
            raise LimitReached(clew.Status.TIME_LIMIT)

    with ExitStack() as stack:
        stack.enter_context(mock.patch.multiple(walk, DEAD_ENDS=1, SLICE=1))
        stack.enter_context(mock.patch.multiple(portfolio, SLICE=1, SHARES=1, SHARE=share))
        stack.enter_context(mock.patch.multiple(turns, PROBE=probe, SHARE=share))
        stack.enter_context(mock.patch.object(probing, "SLICE", slice_))
        stack.enter_context(mock.patch.object(neighbourhoods, "SLICE", 2))
        stack.enter_context(mock.patch.object(engine_method, "COMPILING", 0))
        stack.enter_context(mock.patch.object(Counters, "raise_bound", noted))
        stack.enter_context(mock.patch.object(walk.EngineWalk, "check_limits", looked))
        yield told


@cache
def solutions_of(family: str, seed: int) -> list[tuple[Any, ...]]:
    """By brute force, once for all tests of a process."""
    return brute_force(made(family, seed))


def drawn() -> Iterator[tuple[clew.Model, Any, list[int]]]:
    """Models with an objective, and the values of all their solutions."""
    draw = random.Random(5)
    for family in FAMILIES:
        for seed in range(3):
            model, solutions = made(family, seed), solutions_of(family, seed)
            names = list(model.domains())
            if all(type(value) is int for values in model.domains().values() for value in values):
                weights = {v: draw.choice((-3, -1, 1, 2)) for v in draw.sample(names, min(3, len(names)))}
                total: Any = sum((Var(v) * weight for v, weight in weights.items()), Constant(7))
                yield model, total, [7 + sum(w * row[names.index(v)] for v, w in weights.items()) for row in solutions]


SIZES = [(1, 1, 10**9), (3, 1, 1), (10**6, 1, 10**9), (2, 3, 1)]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("improve", [False, True])
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_best_is_that_of_brute_force(sizes: tuple[int, int, int], jobs: int, *, improve: bool) -> None:
    raised = 0
    for is_interval in (False, True):
        with narrowed(is_interval=is_interval, is_listed=not is_interval), at_once(*sizes) as told:
            forget()
            for model, total, values in drawn():
                for sense, extreme in (("min", min), ("max", max)):
                    told.clear()
                    found = clew.best(model, total, sense, improve=improve, jobs=jobs)  # type: ignore[arg-type]
                    assert found.objective == extreme(values, default=None)
                    assert found.is_optimal == bool(values)
                    raised += len({*told}) > 1
            forget()
    assert raised > (20 if jobs == 1 else -1)  # threads go on at any pace: all proofs may end first


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_a_bound_holds_if_a_limit_ends_the_search(sizes: tuple[int, int, int]) -> None:
    number, places = 0, product((("min", 1), ("max", -1)), (1, 3, 10, 30))
    for (sense, sign), ends_after in places:
        for model, total, values in drawn():
            forget()
            with at_once(*sizes, ends_after=ends_after):
                found = clew.best(model, total, sense, seed=ends_after)  # type: ignore[arg-type]
            best = min((sign * value for value in values), default=None)
            if best is None or found.objective is None:
                assert found.objective is None
                continue
            assert sign * found.objective in {sign * value for value in values}
            assert sign * found.bound <= best <= sign * found.objective
            assert not found.is_optimal or sign * found.objective == best
            number += not found.is_optimal
    forget()
    assert number > 20


def ruler(marks: int) -> tuple[clew.Model, Any]:
    """A Golomb ruler: all distances of its marks differ."""
    model = clew.Model()
    at = [model.variable(k, range(marks * marks + 1)) for k in range(marks)]
    model.require(at[0] == 0, *[one < other for one, other in pairwise(at)])
    pairs = list(combinations(range(marks), 2))
    gaps = [model.variable(pair, range(1, marks * marks + 1)) for pair in pairs]
    model.require([at[b] - at[a] == gap for (a, b), gap in zip(pairs, gaps, strict=True)], AllDifferent(gaps))
    return model, at[-1]


def test_the_bound_of_a_ruler_moves_up_to_what_is_published() -> None:
    model, length = ruler(8)
    with at_once(2000, 1) as told:
        found = clew.best(model, length)
    assert (found.objective, found.is_optimal) == (34, True)  # A003022
    assert told[0] < max(told) <= 34
    assert len({*told}) > 5


def test_it_may_be_the_bound_that_ends_the_search() -> None:
    draw, model = random.Random(1), clew.Model()
    ways = [[draw.randrange(1, 50) for _ in range(9)] for _ in range(9)]
    after, total = model.variables(range(9), range(9)), model.variable("total", range(500))
    model.require(Circuit(after, costs=ways, total=total))
    expected = clew.best(model, total, learning="none", improve=False)
    with at_once(10**6, 1) as told:
        found = clew.best(model, total, improve=False)
    assert found.objective == expected.objective
    assert found.is_optimal
    assert max(told) <= found.objective


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bound_of_a_hint_and_of_given_values(jobs: int) -> None:
    for model, total, values in drawn():
        if not values or not model.domains():
            continue
        solution = clew.first(model)
        assert solution is not None
        with at_once(2, 1):
            forget()
            found = clew.best(model, total, hint=solution, jobs=jobs)
            assert (found.objective, found.is_optimal) == (min(values), True)
            name = next(iter(model.domains()))
            known = [Var(name) == solution[name]]
            given = clew.best(model, total, assume=known, jobs=jobs)
        plain = clew.best(model, total, assume=known, kernel="python")
        assert (given.objective, given.is_optimal) == (plain.objective, True)
    forget()


@pytest.mark.parametrize(("doublings", "is_near"), [(11.9, True), (12, True), (12.1, False)])
def test_a_proof_is_in_sight_if_few_doublings_of_its_work_are_left(doublings: float, *, is_near: bool) -> None:
    """The part left behind is eight times as large after each doubling, so it is all after `doublings` more."""
    search = mock.Mock(work=1000, behind=8.0 ** (-doublings - 1))
    proof = turns.Proof(search)
    search.work, search.behind = 1999, 8.0**-1
    assert not proof.is_in_sight(search)  # nobody knows before the work has doubled
    search.work, search.behind = 2000, 8.0**-doublings
    assert proof.is_in_sight(search) == is_near
    search.work, search.behind = 4000, 8.0**-doublings
    assert not proof.is_in_sight(search)  # no progress any more


@pytest.mark.parametrize(
    ("fruitless", "price"), [(2, 1), (3, 2), (6, 2), (7, 4), (11, 8), (22, 32), (23, 64), (26, 64), (27, 64)]
)
def test_fruitless_neighbourhoods_cost_more_and_more_if_a_proof_is_in_sight(fruitless: int, price: int) -> None:
    """The one that is searched is the next in vain: the fourth costs twice its work, the eighth four times."""
    near = neighbourhoods.Neighbourhoods.__new__(neighbourhoods.Neighbourhoods)
    near._fruitless, near._worth, near._size, near.work, near.limit = fruitless, [1.0], 8.0, 0, 5
    near.counters, near._open, near.gives_way = mock.Mock(), [*range(9)], True
    search = mock.Mock(work=1000, limit=5)
    near._learn(0, search, [], is_over=True)
    assert near.work == price * (1000 + neighbourhoods.SLICE // 2)
    near._fruitless, near.work, near.gives_way = fruitless, 0, False
    near._learn(0, search, [], is_over=True)
    assert near.work == 1000 + neighbourhoods.SLICE // 2


@pytest.mark.parametrize("share", [7, 8, 9])
@pytest.mark.parametrize("slice_", [4_999, 5_000, 5_001])
def test_sizes_of_searches_from_below_change_no_answer(share: int, slice_: int) -> None:
    model, length = ruler(7)
    with at_once(slice_, share) as told:
        found = clew.best(model, length)
    assert (found.objective, found.bound) == (25, 25)  # A003022
    assert max(told) <= 25

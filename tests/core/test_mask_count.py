"""Counting by masks: known numbers, the nodes and failures of the loop, what is given, limits, interruptions."""

from __future__ import annotations

import _thread
import threading
import time
from itertools import product
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Predicate
from clew.core import engine
from clew.planning.plan import make_plan
from clew.planning.progress import progress as progress_module
from clew.state.counters import Counters
from clew_problems import Queens
from tests.examples import examples

pytestmark = pytest.mark.skipif(not engine().available, reason="there is no engine here")

A000170 = (1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712)  # OEIS: n queens on a board of n by n

Pair = tuple[int, int, list[list[bool]]]


@st.composite
def networks(draw: st.DrawFn) -> tuple[list[int], list[Pair], list[tuple[list[int], list[int]]]]:
    """Domains of different sizes, conflicts of some pairs of variables, and sets with offsets that must differ."""
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=6))
    places = st.integers(0, len(sizes) - 1)
    pairs = []
    for one, other in draw(st.lists(st.tuples(places, places), max_size=6)):
        if one != other:
            row = st.lists(st.booleans(), min_size=sizes[other], max_size=sizes[other])
            pairs.append((one, other, draw(st.lists(row, min_size=sizes[one], max_size=sizes[one]))))
    differing = []
    for scope in draw(st.lists(st.lists(places, min_size=1, unique=True), max_size=2)):
        offsets = draw(st.lists(st.integers(-2, 2), min_size=len(scope), max_size=len(scope)))
        differing.append((scope, offsets))
    return sizes, pairs, differing


def model_of(sizes: list[int], pairs: list[Pair], differing: list[tuple[list[int], list[int]]]) -> clew.Model:
    model = clew.Model()
    for k, size in enumerate(sizes):
        model.variable(k, range(size))
    for one, other, good in pairs:
        model.require(Predicate(lambda a, b, good=good: good[a][b], (one, other)))
    for scope, offsets in differing:
        model.require(AllDifferent(scope, offsets=offsets))
    return model


def told(outcome: clew.Outcome[int]) -> tuple[int, tuple[int, ...], int]:
    return outcome.result, outcome.statistics.nodes_per_level, outcome.statistics.failures


@examples(300)
@given(networks(), st.data())
def test_it_counts_what_brute_force_finds_and_enters_the_nodes_of_the_loop(network: Any, data: st.DataObject) -> None:
    sizes, pairs, differing = network
    assumed = data.draw(st.dictionaries(st.integers(0, len(sizes) - 1), st.integers(0, 4), max_size=3))
    assumed = {v: value % sizes[v] for v, value in assumed.items()}
    expected = sum(
        all(good[values[one]][values[other]] for one, other, good in pairs)
        and all(len({values[v] + k for v, k in zip(*some, strict=True)}) == len(some[0]) for some in differing)
        and all(values[v] == value for v, value in assumed.items())
        for values in product(*map(range, sizes))
    )
    options: dict[str, Any] = {"inference": "forward", "variable_order": "static", "given": assumed}
    model = model_of(sizes, pairs, differing)
    ours = clew.solve(model, clew.Count(), **options)
    loop = clew.solve(model, clew.Count(), kernel="python", **options)
    assert ours.statistics.kernel == "compiled" or loop.statistics.nodes == 0
    assert ours.result == expected
    assert told(ours) == told(loop)
    with mock.patch("clew.core.sharing.SLICE", 10):
        assert told(clew.solve(model, clew.Count(), jobs=2, **options)) == told(loop)


@pytest.mark.parametrize("jobs", [2, 3, 6])
def test_threads_share_the_nodes_of_one_search(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.core.sharing.SLICE", 100)  # so that they give and take often
    alone = clew.solve(Queens(10), clew.Count(), kernel="python")
    for _ in range(10):
        together = clew.solve(Queens(10), clew.Count(), jobs=jobs)
        assert together.statistics.kernel == "compiled"
        assert told(together) == told(alone)


def test_what_is_given_away_is_counted_once() -> None:
    from clew.core._engine import EXHAUSTED, PAUSED, MaskCount

    plan: Any = make_plan(Queens(9), {}, clew.Count())
    one, other = (MaskCount(plan.program().program, [], None, waits) for waits in (False, True))
    assert not one.split_off(other)  # the root alone
    assert other.run(100) == EXHAUSTED
    gave = 0
    while one.run(1) == PAUSED:
        if other.run(10**6) == EXHAUSTED:
            gave += one.split_off(other)
    other.run(10**6)
    assert gave > 3
    assert min(one.found, other.found) > 0
    assert one.found + other.found == A000170[9]
    assert one.behind + other.behind == pytest.approx(1)


@pytest.mark.parametrize("n", range(2, 14))
def test_queens_are_counted_in_one_to_five_words(n: int) -> None:
    outcome = clew.solve(Queens(n), clew.Count())
    assert (outcome.result, outcome.statistics.kernel, outcome.exhausted) == (A000170[n], "compiled", True)
    if n < 9:
        assert told(outcome) == told(clew.solve(Queens(n), clew.Count(), kernel="python"))


def sparse(variables: int, values: int, left: int) -> clew.Model:
    """Variables all of which differ, and share so many values, in the middle of their domains."""
    model = clew.Model()
    names = range(variables)
    model.variables(names, range(values))
    for name in names:
        model.require(Predicate(lambda value: values // 2 <= value < values // 2 + left, (name,)))
    model.require(AllDifferent(names))
    return model


@pytest.mark.parametrize(("variables", "values"), [(4, 63), (12, 63), (16, 63), (7, 15), (6, 31)])
def test_wide_lanes_and_many_words(variables: int, values: int) -> None:
    outcome = clew.solve(sparse(variables, values, 5), clew.Count(), inference="forward")
    assert outcome.statistics.kernel == "compiled"
    assert outcome.result == (120 if variables == 4 else 0)
    python = clew.solve(sparse(variables, values, 5), clew.Count(), inference="forward", kernel="python")
    assert told(outcome) == told(python)


@pytest.mark.parametrize(
    ("model", "options"),
    [
        (sparse(4, 64, 5), {}),  # no guard fits beside 64 values
        (sparse(17, 63, 3), {}),  # more than sixteen words
        (Queens(6), {"variable_order": "mrv"}),
        (Queens(6), {"limits": clew.Limits(nodes=1000)}),
        (Queens(6), {"kernel": "python"}),
    ],
)
def test_what_does_not_fit_is_counted_otherwise(model: Any, options: dict[str, Any]) -> None:
    from clew.core._engine import MaskCount

    by_masks = mock.Mock(unfit=MaskCount.unfit, side_effect=AssertionError("it is counted by masks"))
    with mock.patch("clew.core.sharing.MaskCount", by_masks):
        outcome = clew.solve(model, clew.Count(), inference="forward", **options)
    assert outcome.result == clew.count(model, inference="forward", kernel="python")
    if "kernel" in options:
        assert outcome.statistics.kernel == "python"


def test_under_the_name_of_the_engine_its_search_counts_what_is_more_than_masks() -> None:
    outcome = clew.solve(sparse(4, 64, 5), clew.Count(), inference="forward", kernel="compiled")
    assert (outcome.result, outcome.statistics.kernel) == (120, "compiled")


def test_domains_may_be_empty_and_values_may_clash_at_the_root() -> None:
    empty = sparse(3, 6, 0)
    assert clew.count(empty, inference="forward") == 0
    clashing: dict[str, Any] = {"given": {0: 0, 1: 1}, "inference": "forward"}
    outcome = clew.solve(Queens(6), clew.Count(), **clashing)
    loop = clew.solve(Queens(6), clew.Count(), kernel="python", **clashing)
    assert (outcome.result, outcome.statistics.nodes) == (0, 0)
    assert outcome.statistics.failures == loop.statistics.failures == 1


def test_all_variables_may_be_given() -> None:
    solution = clew.first(Queens(6))
    assert solution is not None
    for left in range(3):
        assumed = {row: solution[row] for row in range(6 - left)}
        outcome = clew.solve(Queens(6), clew.Count(), given=assumed, inference="forward")
        loop = clew.solve(Queens(6), clew.Count(), given=assumed, inference="forward", kernel="python")
        assert told(outcome) == told(loop)


def test_a_limit_on_time_leaves_the_count_so_far() -> None:
    outcome = clew.solve(Queens(19), clew.Count(), limits=clew.Limits(time=1))
    assert (outcome.status, outcome.exhausted) == (clew.Status.TIME_LIMIT, False)
    assert outcome.result == outcome.statistics.solutions == outcome.statistics.nodes_per_level[-1] > 0


def test_a_limit_on_solutions_is_kept() -> None:
    outcome = clew.solve(Queens(12), clew.Count(), limits=clew.Limits(solutions=5000))
    assert (outcome.status, outcome.result) == (clew.Status.SOLUTION_LIMIT, 5000)


def test_an_interruption_leaves_the_count_so_far() -> None:
    began = time.perf_counter()
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    try:
        outcome = clew.solve(Queens(19), clew.Count())
    finally:
        timer.join()
    assert outcome.status is clew.Status.INTERRUPTED
    assert outcome.result == outcome.statistics.nodes_per_level[-1] > 0
    assert time.perf_counter() - began < 60


class Noticing(list[int]):
    """Numbers of nodes that read the position whenever they change."""

    def __init__(self) -> None:
        super().__init__([0])
        self.counters = Counters(self)
        self.read: list[tuple[float, int]] = []

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value)
        if self.counters.position is not None:
            self.read.append(self.counters.position())


def test_the_position_grows_to_the_whole_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.core.sharing.SLICE", 10)
    noticing = Noticing()
    plan = make_plan(Queens(10), {}, clew.Count())
    number = 0
    for part in plan.counts(noticing.counters):
        number += part
    parts = [behind for behind, _ in noticing.read]
    assert number == A000170[10]
    assert len(set(parts)) > 20
    assert parts == sorted(parts)
    assert parts[-1] == pytest.approx(1)
    assert all(0 <= pending <= number for _, pending in noticing.read)


def test_a_limit_and_an_interruption_end_all_threads() -> None:
    before = threading.active_count()
    outcome = clew.solve(Queens(19), clew.Count(), limits=clew.Limits(time=1), jobs=3)
    assert (outcome.status, outcome.exhausted) == (clew.Status.TIME_LIMIT, False)
    assert outcome.result == outcome.statistics.nodes_per_level[-1] > 0
    timer = threading.Timer(1, _thread.interrupt_main)
    timer.start()
    outcome = clew.solve(Queens(19), clew.Count(), jobs=3)
    timer.join()
    assert outcome.status is clew.Status.INTERRUPTED
    assert outcome.result == outcome.statistics.nodes_per_level[-1] > 0
    assert threading.active_count() == before


def test_subtrees_are_counted_by_masks_too() -> None:
    alone = clew.solve(Queens(9), clew.Count(), kernel="python")
    cutting = clew.Cutting(subtrees=20, first=0)
    from clew.core._engine import MaskCount

    with mock.patch("clew.core.sharing.MaskCount", wraps=MaskCount) as counter:
        shared = clew.solve(Queens(9), clew.Count(), jobs=2, cutting=cutting)
    assert counter.call_count >= 20
    assert told(shared) == told(alone)


def test_progress_is_told_while_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_module, "EVERY", 0.0005)
    reports: list[clew.Progress] = []
    assert clew.count(Queens(13), progress=reports.append) == A000170[13]
    fractions = [report.fraction for report in reports if report.fraction is not None]
    assert fractions == sorted(fractions)
    assert (fractions[-1], reports[-1].solutions) == (1, A000170[13])

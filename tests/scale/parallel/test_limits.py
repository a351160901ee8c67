"""Searching in subtrees under limits: they hold inside subtrees, what was found is kept, and progress moves."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from multiprocessing.sharedctypes import RawArray
from typing import Any
from unittest import mock

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, NotEqual
from clew.options import Cutting
from clew.scale.parallel.limits import CELLS, SLOT, SLOTS, ProgressBoard, Standing
from clew_problems import Queens
from tests.scale.parallel.test_dispatch import ALL, QUEENS, Doubling, Shuffled
from tests.scale.parallel.test_running import SMALL, TINY, Synchronous

NODES = clew.solve(QUEENS, clew.Count()).statistics.nodes


def timetable(exams: int = 15) -> clew.Model:
    """A timetable with far more solutions than anybody can list: each exam is beside its neighbours on a circle."""
    model = clew.Model("timetable")
    slots = model.variables([f"exam {k}" for k in range(exams)], range(10))
    model.require(NotEqual(slots[k - near], slots[k]) for k in range(exams) for near in (1, 2))
    return model


def length(solution: clew.Solution[Any, Any]) -> int:
    values = list(solution.values())
    return sum(abs(one - other) for one, other in pairwise(values))


BEST = clew.Best(length)


def test_the_best_until_a_limit_on_time_is_kept() -> None:
    limits = clew.Limits(time=1.0)
    for options in ({"first": 0}, {}):
        with ThreadPoolExecutor(2) as threads:
            cutting = Cutting(subtrees=8, **options)
            outcome = clew.solve(timetable(), BEST, executor=threads, limits=limits, cutting=cutting)
        assert outcome.status is clew.Status.TIME_LIMIT
        assert outcome.result is not None
        assert not clew.violations(timetable(), outcome.result)
        assert outcome.statistics.solutions > 0


def test_what_was_found_before_the_cut_is_kept() -> None:
    class Idle(Synchronous):
        """Workers that never come."""

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            return Future()

    few = Cutting(subtrees=8, first=500)
    limits = clew.Limits(time=0.5)
    best = clew.solve(timetable(), BEST, executor=Idle(), limits=limits, cutting=few)
    assert best.result is not None
    assert clew.solve(timetable(), clew.Count(), executor=Idle(), limits=limits, cutting=few, jobs=2).result > 100
    listed = clew.solve(timetable(), clew.All(), executor=Idle(), limits=limits, cutting=few).result
    assert len(listed) == len({solution.row() for solution in listed}) > 100


def test_a_limit_on_nodes_holds_within_a_subtree() -> None:
    limits, cutting = clew.Limits(nodes=5000), Cutting(first=2000)
    for workers in (1, 2):
        with ThreadPoolExecutor(workers) as threads:
            outcome = clew.solve(timetable(), BEST, executor=threads, limits=limits, cutting=cutting)
        assert outcome.status is clew.Status.NODE_LIMIT
        assert outcome.statistics.nodes == 5000
        assert outcome.result is not None


@settings(max_examples=30)
@given(st.integers(1, NODES + 2), st.integers(0, 3), st.booleans(), st.sampled_from((SMALL, TINY)))
def test_a_limit_on_nodes_is_met_exactly(nodes: int, seed: int, doubles: bool, cutting: Cutting) -> None:
    limits = clew.Limits(nodes=nodes)
    outcomes = set()
    for number in (seed, seed + 1):
        kind = Doubling if doubles else Shuffled
        with kind(number) as executor:
            counted = clew.solve(QUEENS, clew.Count(), executor=executor, cutting=cutting, limits=limits)
        with kind(number) as executor:
            listed = clew.solve(QUEENS, clew.All(), executor=executor, cutting=cutting, limits=limits)
        assert counted.result == len(listed.result)
        assert [solution for solution in ALL if solution in listed.result] == listed.result
        if counted.status is clew.Status.NODE_LIMIT:
            assert counted.statistics.nodes == nodes
            assert not counted.exhausted
        else:
            assert counted.is_complete
            assert counted.result == len(ALL)
            assert counted.statistics.nodes == NODES
        outcomes.add((counted.result, counted.status, counted.statistics.nodes_per_level))
    assert len(outcomes) == 1


@settings(max_examples=40)
@given(
    st.integers(0, 40),
    st.sampled_from((clew.Count(), clew.All(), clew.AtMost(3), clew.Best(length), clew.Sample(2))),
    st.sampled_from((TINY, Cutting(subtrees=4, nodes=5, solutions=1, again=2, first=15))),
)
@example(18, clew.All(), TINY)
def test_an_interrupted_search_neither_invents_nor_doubles(
    calls: int, strategy: clew.Strategy[Any], cutting: Cutting
) -> None:
    class Interrupting(Synchronous):
        """Ctrl-C comes at some time."""

        left = calls

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
            return super().submit(fn, *args, **kwargs)

    whole = clew.solve(QUEENS, strategy).result
    outcome = clew.solve(QUEENS, strategy, executor=Interrupting(), cutting=cutting, jobs=1)
    result = outcome.result
    if outcome.is_complete:
        assert result == whole
    elif isinstance(strategy, clew.Count):
        assert 0 <= result <= whole
    elif isinstance(strategy, clew.Best):
        assert result is None or result in ALL
    else:
        assert all(solution in ALL for solution in result)
        assert len({solution.row() for solution in result}) == len(result)


def test_a_resumed_run_has_a_limit_on_nodes_of_its_own(tmp_path: Any) -> None:
    limits = clew.Limits(nodes=60)
    options: dict[str, Any] = {"checkpoint": tmp_path / "queens.clew", "cutting": TINY}
    results = []
    for _ in range(40):
        outcome = clew.solve(Queens(7), clew.Count(), limits=limits, **options)
        results.append(outcome.result)
        if outcome.is_complete:
            break
    assert outcome.is_complete
    assert results[-1] == 40
    assert len(results) > 3
    assert results == sorted(results)


# -- progress ---------------------------------------------------------------------------------------


class Moved(Exception):
    """The progress of a search has changed often enough."""


class MovingProgress:
    """A function for `progress`: it collects the reports, and ends the search once nodes and fraction have changed.

    Attributes:
        limits: for the search, if they do not change.
    """

    limits = clew.Limits(time=60)

    def __init__(self) -> None:
        self.fractions: list[float] = []
        self.nodes: set[int] = set()

    def __call__(self, progress: clew.Progress) -> None:
        self.nodes.add(progress.nodes)
        if progress.fraction is not None:
            self.fractions.append(progress.fraction)
        if len(self.nodes) > 3 and self.fractions and self.fractions[-1] > 0:
            raise Moved


@pytest.mark.parametrize("kernel", ["python", "compiled"])
def test_progress_moves_inside_a_subtree(kernel: Any) -> None:
    reports = MovingProgress()
    options: Any = {"limits": reports.limits, "cutting": Cutting(subtrees=2, first=0), "kernel": kernel}
    with ThreadPoolExecutor(2) as threads, pytest.raises(Moved):  # no subtree ends by then, and yet it moves
        clew.solve(Queens(24), clew.All(), progress=reports, executor=threads, **options)
    assert reports.fractions == sorted(reports.fractions)


def test_progress_moves_in_other_processes() -> None:
    reports = MovingProgress()
    options: Any = {"limits": reports.limits, "cutting": Cutting(subtrees=2, first=0), "kernel": "python"}
    with pytest.raises(Moved):
        clew.solve(Queens(24), clew.All(), jobs=2, progress=reports, **options)


@pytest.mark.parametrize("cells", [[0] * (2 * SLOT), RawArray("d", 2 * SLOT)])
def test_a_board_adds_up_what_each_task_has_written_last(cells: Any) -> None:
    board = ProgressBoard(cells)
    for slot in range(3):
        board.write(slot, Standing(0.25, 10 * slot, slot))
    assert board.total() == Standing(0.5, 10, 1), "the third has no slot"
    board.write(-1, Standing(0.25, 5, 5))
    assert board.total() == Standing(0.5, 10, 1)
    board.write(0, Standing(0.125, 1, 0))
    assert board.total() == Standing(0.375, 11, 1)
    board.write(1, Standing())
    assert board.total() == Standing(0.125, 1, 0), "its result has come, and it is not counted twice"
    board.write(1, Standing(0.0, 1, 10**4000))
    assert board.total().nodes == 2


@pytest.mark.parametrize("tasks", [SLOTS - 1, SLOTS, SLOTS + 1])
def test_a_board_shows_at_most_as_many_tasks_as_it_has_slots(tasks: int) -> None:
    board = ProgressBoard(RawArray("d", CELLS))
    for slot in range(tasks):
        board.write(slot, Standing(0.0, 1, 2))
    shown = min(tasks, 1024)
    assert board.total() == Standing(0.0, shown, 2 * shown)


@pytest.mark.parametrize("slots", [1, 7, 8, 9])
def test_tasks_without_a_slot_on_the_board_are_searched_like_the_others(slots: int) -> None:
    handed = set()

    class Noting(Shuffled):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            handed.add(args[-1].slot)
            return super().submit(fn, *args, **kwargs)

    with (
        mock.patch("clew.scale.parallel.work.CELLS", slots * SLOT),
        mock.patch("clew.scale.parallel.limits.WRITES", 0.0),
        Noting(0) as executor,
    ):
        outcome = clew.solve(QUEENS, clew.Count(), executor=executor, cutting=TINY, jobs=4)
    assert handed == {*range(8)}
    assert (outcome.result, outcome.statistics.nodes) == (len(ALL), NODES)


def early(solution: clew.Solution[int, int]) -> int:
    """Small if the later numbers are the larger ones."""
    return -sum(k * value for k, value in solution.items())


@pytest.mark.parametrize("pool", [None, ThreadPoolExecutor])
@pytest.mark.parametrize(
    "strategy",
    [clew.All(), clew.Count(), clew.AtMost(10**7), clew.Sample(5), clew.Best(early)],
    ids=lambda one: type(one).__name__,
)
def test_workers_that_are_cut_short_report_what_they_found(strategy: Any, pool: Any) -> None:
    model = clew.Model()
    numbers = model.variables(range(12), range(12))
    model.require(AllDifferent(numbers), sum(numbers[1:4], numbers[0] + 0) >= 10)
    executor = pool and pool(2)
    limits, cutting = clew.Limits(time=0.7), clew.Cutting(first=500)
    found = clew.solve(model, strategy, jobs=2, executor=executor, limits=limits, cutting=cutting, kernel="python")
    assert found.status is clew.Status.TIME_LIMIT
    assert found.statistics.solutions >= (len(found.result) if isinstance(found.result, list) else 1)
    assert found.result
    assert ", ," not in found.statistics.kernel


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("options", [{}, {"jobs": 2}, {"executor": Synchronous()}, {"jobs": 2, "cutting": SMALL}])
def test_the_best_of_so_many_solutions_is_not_called_the_best_of_all(number: int, options: dict[str, Any]) -> None:
    outcome = clew.solve(timetable(6), BEST, limits=clew.Limits(solutions=number), **options)
    assert (outcome.status, outcome.exhausted) == (clew.Status.SOLUTION_LIMIT, False)
    assert outcome.statistics.solutions == number
    assert outcome.result is not None

"""Grids counted from both ends: as many as line by line, and as brute force finds."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Sequence
from itertools import combinations, count, product
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, DistinctVectors, Regular
from clew.core.threads import spread
from clew.counting import meet_in_the_middle, row_by_row
from clew.counting.grids import GridCount
from clew.counting.meet_in_the_middle import MeetInTheMiddle
from clew.counting.orbits import weights
from clew.counting.row_by_row import RowByRow
from clew.counting.structure import Unfit, structure_of
from clew.counting.tables import GridTables
from clew.kernels import choose
from clew.levels import UNIT
from clew.outcome import LimitReached
from clew.plan import make_plan
from clew.propagation.compiler import compiled
from clew.propagation.network import Network
from clew.search import Counters
from clew.symmetry import count_by_symmetry
from clew_problems import Takuzu

Cell = tuple[int, int]


def cells(height: int, width: int) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """The rows and the columns of a grid."""
    rows = [[(r, c) for c in range(width)] for r in range(height)]
    return rows, [list(column) for column in zip(*rows, strict=True)]


@st.composite
def automata(draw: st.DrawFn, line: Sequence[Cell], values: int) -> Regular:
    """Automata of a few states with most transitions."""
    states = range(draw(st.integers(1, 3)))
    after = st.sampled_from([*states] * 4 + [None])
    transitions = {(s, v): to for s in states for v in range(values) if (to := draw(after)) is not None}
    return Regular(line, transitions, 0, draw(st.sets(st.sampled_from(states), min_size=1)))


@st.composite
def grids(draw: st.DrawFn, most: int = 24) -> tuple[dict[Cell, range], tuple[Constraint, ...], dict[Cell, int]]:
    """Grids whose lines are read by automata, with clues; lines may have several rules, or none."""
    height, width = draw(st.integers(2, 6)), draw(st.integers(2, 5))
    values = draw(st.sampled_from([2, 2, 2, 3]))
    while height * width * (values - 1) > most:
        height, width = max(2, height - 1), max(2, width - 1)
    rows, columns = cells(height, width)
    rules: list[Constraint] = [draw(automata(rows[0], values))]
    for line in [*rows, *columns]:
        rules += [draw(automata(line, values)) for _ in range(draw(st.sampled_from([0, 1, 1, 2])))]
    rules += [DistinctVectors(rows)] if draw(st.booleans()) else []
    rules += [DistinctVectors(columns)] if draw(st.booleans()) else []
    clues = st.dictionaries(
        st.sampled_from([cell for row in rows for cell in row]), st.integers(0, values - 1), max_size=3
    )
    return {cell: range(values) for row in rows for cell in row}, tuple(rules), draw(clues)


def tables_of(network: Network, clues: dict[Cell, int]) -> GridTables | None:
    """What the counts start from; None if the clues contradict each other."""
    domains, _ = network.root(clues)
    return GridTables(network, structure_of(network), domains) if domains else None


def row_by_row_of(tables: GridTables) -> int:
    return sum(RowByRow(tables).counts(Counters(), None))


def met(tables: GridTables, **options: Any) -> int:
    return sum(MeetInTheMiddle(tables).counts(Counters(), None, **options))


jobs_or_not = st.sampled_from([1, 2])


@given(grids(), jobs_or_not)
@settings(deadline=None)
def test_as_many_as_line_by_line(grid: Any, jobs: int) -> None:
    domains, rules, clues = grid
    tables = tables_of(compiled(domains, rules, UNIT), clues)
    if tables is not None:
        assert met(tables, jobs=jobs) == row_by_row_of(tables)


@given(grids(most=12), jobs_or_not)
@settings(deadline=None, max_examples=40)
def test_as_many_as_brute_force_finds(grid: Any, jobs: int) -> None:
    domains, rules, clues = grid
    tables = tables_of(compiled(domains, rules, UNIT), clues)
    number = 0
    for values in product(*domains.values()):
        filled = dict(zip(domains, values, strict=True))
        fits = all(filled[cell] == value for cell, value in clues.items())
        number += fits and all(rule.holds([filled[cell] for cell in rule.scope]) for rule in rules)
    assert (0 if tables is None else met(tables, jobs=jobs)) == number
    assert (0 if tables is None else row_by_row_of(tables)) == number


def spelled_out(line: Sequence[Cell], words: Sequence[Sequence[int]]) -> Regular:
    """What accepts some words, each with a first symbol of its own."""
    steps: dict[tuple[Any, int], Any] = {
        ((k, at) if at else "start", value): (k, at + 1)
        for k, word in enumerate(words)
        for at, value in enumerate(word)
    }
    return Regular(line, steps, "start", {(k, len(line)) for k in range(len(words))})


@pytest.mark.parametrize(("width", "fits"), [(60, True), (380, False)])
def test_more_pairs_of_columns_than_places_are_left_to_python(width: int, fits: bool) -> None:
    draw = random.Random(1)
    rows, columns = cells(5, width)
    words = [[[k, *(draw.randrange(8) for _ in range(width - 1))] for k in range(4)] for _ in rows]
    rules = (*map(spelled_out, rows, words), DistinctVectors(columns))
    network = compiled({cell: range(8) for row in rows for cell in row}, rules, UNIT)
    tables = tables_of(network, {})
    differ = sum(len(set(zip(*grid, strict=True))) == width for grid in product(*words))
    assert tables is not None
    assert 0 < differ < 4**5
    assert sum(GridCount(network, network.root({})).run(Counters(), None, Soon(0))) == differ
    if fits:
        assert met(tables) == differ
    else:
        with pytest.raises(Unfit, match="too many lines and columns"):
            met(tables)


@given(st.integers(2, 5), st.integers(2, 5), st.booleans(), st.sampled_from(["either", "0", "1"]), st.data())
@settings(deadline=None, max_examples=30)
def test_takuzu_with_clues(height: int, width: int, distinct: bool, excess: str, data: st.DataObject) -> None:
    problem = clew.load("takuzu", f"{width}x{height}", distinct=distinct, excess=excess)
    some = st.dictionaries(st.sampled_from(list(problem.domains())), st.integers(0, 1), max_size=4)
    clues = data.draw(some)
    native = clew.solve(problem, clew.Count(), kernel="native", given=clues)
    assert native.result == clew.count(problem, given=clues, kernel="python")
    if problem.symmetries():
        symmetric = count_by_symmetry(problem, kernel="native", given=clues)
        assert symmetric.result == native.result


def test_takuzu_8x8() -> None:
    outcome = clew.solve(clew.load("takuzu", "8x8"), clew.Count(), kernel="native")
    assert (outcome.result, outcome.statistics.kernel) == (4111116, "native")  # OEIS A253316
    tables = laid_out(clew.load("takuzu", "7x6", distinct=False))
    assert met(tables) == row_by_row_of(tables)


@pytest.mark.parametrize("text", ["6x6", "5x6", "6x5", "6x2", "4x3"])
def test_symmetry_meets_fewer(text: str) -> None:
    problem = clew.load("takuzu", text)
    assert isinstance(problem, Takuzu)
    whole = clew.solve(problem, clew.Count(), kernel="native")
    part = count_by_symmetry(problem, kernel="native")
    assert part.result == whole.result
    assert part.statistics.kernel == "native, by symmetry"
    middle = problem.height // 2
    assert part.statistics.nodes_per_level[middle] < whole.statistics.nodes_per_level[middle]


@pytest.mark.parametrize(("height", "width"), [(4, 4), (5, 4), (6, 6)])
def test_what_a_portion_stands_for(height: int, width: int) -> None:
    problem = clew.load("takuzu", f"{width}x{height}")
    tables = laid_out(problem)
    one, other = tables.structure.rows[height // 2 - 1 : height // 2 + 1]
    turns = [
        {(cell, value): next(iter(turn({cell: value}).items())) for cell in problem.domains() for value in (0, 1)}
        for turn in (dict, *problem.symmetries().values())
    ]
    group: list[Any] = turns[:1]  # closed by hand: each product once
    for element in group:
        group += [new for turn in turns if (new := {k: turn[v] for k, v in element.items()}) not in group]
    alike = weights((one, other), tables.lines, group)
    number = len(tables.lines)
    assert alike.sum() == number**2
    pairs = {(a, b): frozenset(_orbit(tables.lines, one, other, a, b, group)) for a, b in np.ndindex(number, number)}
    assert all(alike[pair] in (0, len(orbit)) for pair, orbit in pairs.items())
    assert (alike > 0).sum() == len(set(pairs.values()))
    assert (weights((one, other), tables.lines, group[:1]) == 1).all()


def _orbit(every: Any, one: Any, other: Any, a: int, b: int, group: Any) -> set[tuple[int, int]]:
    """The images of two lines in the middle of which both are there again."""
    images = set()
    literals = [*zip(one, every[a], strict=True), *zip(other, every[b], strict=True)]
    for turn in group:
        image = dict(turn[literal] for literal in literals)
        if image.keys() == {*one, *other}:
            images.add(tuple(every.index(tuple(image[cell] for cell in row)) for row in (one, other)))
    return images


def free(height: int, width: int) -> Network:
    """A grid of 0 and 1 that everything fits."""
    rows, columns = cells(height, width)
    anything = {("any", 0): "any", ("any", 1): "any"}
    rules = tuple(Regular(line, anything, "any", {"any"}) for line in rows + columns)
    return compiled({cell: range(2) for row in rows for cell in row}, rules, UNIT)


def met_freely(height: int, width: int, **options: Any) -> int:
    tables = tables_of(free(height, width), {})
    assert tables is not None
    return met(tables, **options)


def test_numbers_that_do_not_fit_into_a_word() -> None:
    assert met_freely(14, 5) == 2**70
    assert met_freely(12, 6, jobs=2) == 2**72


def test_numbers_that_do_not_fit_at_all_are_left_to_python() -> None:
    with pytest.raises(Unfit, match="from both ends"):
        met_freely(30, 5)
    counters = Counters()
    mover = Soon(0)
    network = free(30, 5)
    assert sum(GridCount(network, network.root({})).run(counters, None, mover)) == 2**150
    assert counters.kernel == ""
    assert "from both ends" in mover.reason


def laid_out(problem: clew.Problem[Any, Any]) -> GridTables:
    """What the counts of a problem's grids start from."""
    network = make_plan(problem, {}, clew.Count()).network
    assert network is not None
    tables = tables_of(network, {})
    assert tables is not None
    return tables


def takuzu(height: int, width: int) -> GridTables:
    return laid_out(clew.load("takuzu", f"{width}x{height}"))


def moving(height: int, width: int) -> GridCount:
    """The count of Takuzu grids that may move."""
    grids = make_plan(clew.load("takuzu", f"{width}x{height}"), {}, clew.Count()).lines
    assert grids is not None
    return grids


class Soon(choose.Mover):
    """Moves after so many looks, instead of after a while."""

    def __init__(self, looks: int) -> None:
        self.looks = count(looks, -1)
        self.reason = ""

    @property
    def native(self) -> Any:
        return meet_in_the_middle if next(self.looks) <= 0 else None


@given(st.integers(0, 400), st.sampled_from([1, 8, 2**20]))
@settings(deadline=None, max_examples=25)
def test_moving_loses_nothing_and_repeats_nothing(looks: int, room: int) -> None:
    counters = Counters()
    with mock.patch.object(row_by_row, "ROOM", room):
        behind = []
        total = 0
        for number in moving(5, 4).run(counters, None, Soon(looks)):
            total += number
            assert counters.position is not None
            behind.append(counters.position()[0])
        assert total == row_by_row_of(takuzu(5, 4))
    assert behind == sorted(behind)


def test_moving_keeps_the_nodes_walked_before() -> None:
    native = Counters()
    assert sum(MeetInTheMiddle(takuzu(5, 4)).counts(native, None)) == row_by_row_of(takuzu(5, 4))
    before = []
    for looks in (0, 1, 10, 40):
        counters = Counters()
        sum(moving(5, 4).run(counters, None, Soon(looks)))
        assert counters.kernel == "native"
        assert counters.nodes_per_level[0] == 1
        before.append(sum(counters.nodes_per_level) - sum(native.nodes_per_level))
    assert before[:2] == [1, 1 + 6]  # the root, and below it a node for each line of two 0 and two 1
    assert before[1] < before[2] < before[3]


@pytest.mark.parametrize("looks", [0, 10, 40])
def test_nodes_told_never_go_back_when_a_count_moves(looks: int) -> None:
    told: list[int] = []

    class Noting(list[int]):
        """Numbers of nodes that are noted whenever one changes, or all are gone."""

        def __setitem__(self, index: Any, value: Any) -> None:
            super().__setitem__(index, value)
            told.append(sum(self))

        def clear(self) -> None:
            super().clear()
            told.append(0)

    sum(moving(5, 4).run(Counters(Noting([0])), None, Soon(looks)))
    assert told == sorted(told)


def test_small_slices_and_blocks_find_the_same() -> None:
    whole = Counters()
    assert sum(MeetInTheMiddle(takuzu(6, 6)).counts(whole, None)) == 4140
    for first, block in ((1, 1), (1, 200), (50, 2**20)):
        counters, behind = Counters(), [0.0]
        with mock.patch.multiple(meet_in_the_middle, FIRST=first, MOST=first, BLOCK=block):
            total = 0
            for number in MeetInTheMiddle(takuzu(6, 6)).counts(counters, None, behind=0.25):
                total += number
                assert counters.position is not None
                behind.append(counters.position()[0])
        assert total == 4140
        assert counters.nodes_per_level == whole.nodes_per_level
        assert behind == sorted(behind)
        assert behind[1] >= 0.25
        assert behind[-1] == pytest.approx(1)


@pytest.mark.parametrize("jobs", [2, 5])
def test_threads_find_the_same(jobs: int) -> None:
    alone, together = Counters(), Counters()
    assert sum(MeetInTheMiddle(takuzu(6, 6)).counts(alone, None)) == 4140
    assert sum(MeetInTheMiddle(takuzu(6, 6)).counts(together, None, jobs)) == 4140
    assert together.nodes_per_level == alone.nodes_per_level
    assert clew.count(clew.load("takuzu", "6x6"), kernel="native", jobs=jobs) == 4140
    assert count_by_symmetry(clew.load("takuzu", "6x6"), kernel="native", jobs=jobs).result == 4140


class Ticks:
    """A clock that is up after so many looks."""

    def __init__(self, ticks: int) -> None:
        self.ticks = count(ticks, -1)

    def is_up(self) -> bool:
        return next(self.ticks) <= 0


def found_until(ticks: int, jobs: int = 1) -> tuple[int, int]:
    """How many grids are found until a clock is up, and how often it is looked at."""
    clock, total = Ticks(ticks), 0
    with mock.patch.multiple(meet_in_the_middle, FIRST=1, MOST=1):
        try:
            for number in MeetInTheMiddle(takuzu(6, 6)).counts(Counters(), clock, jobs):  # type: ignore[arg-type]
                total += number
        except LimitReached:
            return total, 0
    return total, 10**9 - next(clock.ticks) - 1


def test_a_limit_on_time_keeps_what_was_found() -> None:
    total, looks = found_until(10**9)
    assert total == 4140
    found = [found_until(looks * k // 20)[0] for k in range(20)]
    assert found[0] == 0
    assert found == sorted(found)
    assert 0 < found[-1] < 4140
    outcome = clew.solve(clew.load("takuzu", "8x8"), clew.Count(), kernel="native", limits=clew.Limits(time=0))
    assert outcome.status is clew.Status.TIME_LIMIT


def test_a_limit_on_time_ends_the_threads() -> None:
    threads = threading.active_count()
    assert found_until(3, jobs=2)[0] < 4140
    assert threading.active_count() == threads


def test_threads_end_when_nobody_wants_more() -> None:
    threads = threading.active_count()
    with mock.patch.multiple(meet_in_the_middle, FIRST=1, MOST=1):
        running = MeetInTheMiddle(takuzu(6, 6)).counts(Counters(), None, 2)
        next(running)
        running.close()  # type: ignore[attr-defined]
    assert threading.active_count() == threads


def test_what_a_thread_raises_surfaces() -> None:
    def work(task: int, check: Any) -> Any:
        check()
        yield task
        raise ValueError(task)

    threads = threading.active_count()
    with pytest.raises(ValueError, match=r"\d"):
        list(spread(range(4), work, None, 2))
    assert threading.active_count() == threads


def test_too_many_beginnings_are_left_to_python() -> None:
    with mock.patch("clew.counting.records.LARGEST", 1000):
        outcome = clew.solve(clew.load("takuzu", "6x6"), clew.Count(), kernel="native")
    assert (outcome.result, outcome.statistics.kernel) == (4140, "lines")
    assert "from both ends" in outcome.statistics.kernel_reason


def test_lines_that_differ_keep_all_pairs_apart() -> None:
    rows, columns = cells(3, 3)
    anything = {("any", 0): "any", ("any", 1): "any"}
    rules = (*(Regular(row, anything, "any", {"any"}) for row in rows), DistinctVectors(rows), DistinctVectors(columns))
    tables = tables_of(compiled({cell: range(2) for row in rows for cell in row}, rules, UNIT), {})
    grids = product(product((0, 1), repeat=3), repeat=3)
    differ = [
        g
        for g in grids
        if all(a != b for family in (g, list(zip(*g, strict=True))) for a, b in combinations(family, 2))
    ]
    assert tables is not None
    assert met(tables) == row_by_row_of(tables) == len(differ)


def test_the_lines_themselves_are_right_without_the_compiler() -> None:
    code = (
        "import clew; from clew.symmetry import count_by_symmetry; p = clew.load('takuzu', '4x4');"
        "print(clew.count(p, kernel='native'), count_by_symmetry(p, kernel='native').result,"
        "clew.count(clew.load('takuzu', '3x4', distinct=False), kernel='native'));"
        "from clew.counting import meet_in_the_middle as meet; from clew.kernels import native_meet;"
        "native_meet.TOGETHER = meet.FIRST = meet.MOST = 1;"
        "print(clew.count(p, kernel='native'))"  # a beginning at a time: what is compiled keeps its constants
    )
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=env, capture_output=True, text=True, check=False
    )
    expected = clew.count(clew.load("takuzu", "3x4", distinct=False), kernel="python")
    assert (done.stdout, done.returncode) == (f"72 72 {expected}\n72\n", 0), done.stderr

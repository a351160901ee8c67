"""Grids counted from both ends: as many as row by row, and as brute force finds."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, count, product
from math import inf
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.answers.symmetry.classes import count_by_symmetry
from clew.constraints import Constraint, DistinctVectors, Regular
from clew.core import engine
from clew.core.threads import spread
from clew.outcome import LimitReached
from clew.planning.counting import grids as grids_module
from clew.planning.counting import row_by_row
from clew.planning.counting.columns import columns_of
from clew.planning.counting.grids import GridCount
from clew.planning.counting.orbits import images, portions
from clew.planning.counting.row_by_row import RowByRow
from clew.planning.counting.tables import GridTables, Unfit, structure_of
from clew.planning.plan import make_plan
from clew.planning.reference import compiled
from clew.reference.propagation.network import Network
from clew.state.counters import Counters
from clew.state.levels import UNIT
from tests.examples import examples

pytestmark = pytest.mark.skipif(not engine().available, reason="there is no engine here")
if engine().available:
    from clew.core._engine import GridHalf, HalfJoin, Prefixes
    from clew.planning.counting import meet_in_the_middle
    from clew.planning.counting.meet_in_the_middle import MeetInTheMiddle

Cell = tuple[int, int]
Grid = tuple[dict[Cell, range], tuple[Constraint, ...], dict[Cell, int]]


def cells(height: int, width: int) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """The rows and the columns of a grid."""
    rows = [[(r, c) for c in range(width)] for r in range(height)]
    return rows, [list(column) for column in zip(*rows, strict=True)]


@st.composite
def automata(draw: st.DrawFn, line: Sequence[Cell], values: int) -> Regular:
    """Automata of a few states with most transitions."""
    states = range(draw(st.integers(1, 4)))
    after = st.sampled_from([*states] * 4 + [None])
    transitions = {(s, v): to for s in states for v in range(values) if (to := draw(after)) is not None}
    return Regular(line, transitions, 0, draw(st.sets(st.sampled_from(states), min_size=1)))


@st.composite
def grids(draw: st.DrawFn, most: int = 24) -> Grid:
    """Grids whose lines are read by automata, with clues; lines may have several rules, or none.

    In some grids all columns have the same rule, and so have all rows, as in puzzles with symmetries.
    """
    height, width = draw(st.integers(2, 6)), draw(st.integers(2, 5))
    values = draw(st.sampled_from([2, 2, 2, 3]))
    while height * width * (values - 1) > most:
        height, width = max(2, height - 1), max(2, width - 1)
    rows, columns = cells(height, width)
    rules: list[Constraint]
    if draw(st.booleans()):
        rules = []
        for lines in (rows, columns):
            rule = draw(automata(lines[0], values))
            rules += [Regular(line, rule.transitions, rule.initial, rule.accepting) for line in lines]
    else:
        rules = [draw(automata(rows[0], values))]
        for line in [*rows, *columns]:
            rules += [draw(automata(line, values)) for _ in range(draw(st.sampled_from([0, 1, 1, 2])))]
    rules += [DistinctVectors(rows)] if draw(st.booleans()) else []
    rules += [DistinctVectors(columns)] if draw(st.booleans()) else []
    clues = st.dictionaries(
        st.sampled_from([cell for row in rows for cell in row]), st.integers(0, values - 1), max_size=3
    )
    return {cell: range(values) for row in rows for cell in row}, tuple(rules), draw(st.just({}) | clues)


def tables_of(network: Network, clues: dict[Cell, int]) -> GridTables | None:
    """What the counts start from; None if the clues contradict each other."""
    domains, _ = network.root(clues)
    return GridTables(network, structure_of(network), domains) if domains else None


def row_by_row_of(tables: GridTables) -> int:
    return sum(RowByRow(tables).counts(Counters(), None))


def met(tables: GridTables, **options: Any) -> int:
    return sum(MeetInTheMiddle(tables).counts(Counters(), None, **options))


def solutions_of(grid: Grid) -> list[dict[Cell, int]]:
    """By brute force."""
    domains, rules, clues = grid
    found = []
    for values in product(*domains.values()):
        filled: dict[Any, int] = dict(zip(domains, values, strict=True))
        fits = all(filled[cell] == value for cell, value in clues.items())
        if fits and all(rule.holds([filled[cell] for cell in rule.scope]) for rule in rules):
            found.append(filled)
    return found


jobs_or_not = st.sampled_from([1, 2])


@given(grids(), jobs_or_not)
@settings(deadline=None)
def test_as_many_as_line_by_line(grid: Grid, jobs: int) -> None:
    domains, rules, clues = grid
    tables = tables_of(compiled(domains, rules, UNIT), clues)
    if tables is not None:
        assert met(tables, jobs=jobs) == row_by_row_of(tables)


@given(grids(most=12), jobs_or_not)
@examples(60)
def test_as_many_as_brute_force_finds(grid: Grid, jobs: int) -> None:
    domains, rules, clues = grid
    tables = tables_of(compiled(domains, rules, UNIT), clues)
    number = len(solutions_of(grid))
    assert (0 if tables is None else met(tables, jobs=jobs)) == number
    assert (0 if tables is None else row_by_row_of(tables)) == number


@pytest.mark.parametrize("run", [3, 4])
@pytest.mark.parametrize(("height", "width"), [(5, 3), (6, 3), (9, 2)])
def test_columns_whose_parts_need_marks(run: int, height: int, width: int) -> None:
    """No value may come too often in a row: which states of a column go together depends on both."""
    rows, columns = cells(height, width)
    steps = {((v, n), w): (w, n + 1 if v == w else 1) for v in (0, 1) for n in range(1, run) for w in (0, 1)}
    steps = {key: to for key, to in steps.items() if to[1] < run}
    begin: dict[Any, Any] = {("start", v): (v, 1) for v in (0, 1)}
    accepting = {"start", *steps.values(), *begin.values()}
    anything = {("any", 0): "any", ("any", 1): "any"}
    rules = (
        *(Regular(row, anything, "any", {"any"}) for row in rows),
        *(Regular(column, {**begin, **steps}, "start", accepting) for column in columns),
    )
    tables = tables_of(compiled({cell: range(2) for row in rows for cell in row}, rules, UNIT), {})
    words = [w for w in product("01", repeat=height) if "0" * run not in "".join(w) and "1" * run not in "".join(w)]
    assert tables is not None
    assert met(tables) == len(words) ** width


def spelled_out(line: Sequence[Cell], words: Sequence[Sequence[int]]) -> Regular:
    """What accepts some words, each with a first symbol of its own."""
    steps: dict[tuple[Any, int], Any] = {
        ((k, at) if at else "start", value): (k, at + 1)
        for k, word in enumerate(words)
        for at, value in enumerate(word)
    }
    return Regular(line, steps, "start", {(k, len(line)) for k in range(len(words))})


@pytest.mark.parametrize("width", [12, 60, 380])
def test_many_pairs_of_columns(width: int) -> None:
    draw = random.Random(1)
    rows, columns = cells(5, width)
    words = [[[k, *(draw.randrange(8) for _ in range(width - 1))] for k in range(4)] for _ in rows]
    rules = (*map(spelled_out, rows, words), DistinctVectors(columns))
    network = compiled({cell: range(8) for row in rows for cell in row}, rules, UNIT)
    tables = tables_of(network, {})
    differ = sum(len(set(zip(*grid, strict=True))) == width for grid in product(*words))
    assert tables is not None
    assert 0 < differ <= 4**5
    assert met(tables) == differ


@given(st.integers(2, 5), st.integers(2, 5), st.booleans(), st.sampled_from(["either", "0", "1"]), st.data())
@examples(30)
def test_takuzu_with_clues(height: int, width: int, distinct: bool, excess: str, data: st.DataObject) -> None:
    problem = clew.load("takuzu", f"{width}x{height}", distinct=distinct, excess=excess)
    some = st.dictionaries(st.sampled_from(list(problem.domains())), st.integers(0, 1), max_size=4)
    clues = data.draw(some)
    expected = clew.count(problem, given=clues, kernel="python")
    tables = laid_out(problem, clues)
    assert (0 if tables is None else met(tables)) == expected
    if problem.symmetries():
        assert count_by_symmetry(problem, given=clues).result == expected


# OEIS A253316, and how many there are if lines may be equal (A177790 says how many lines there are).
@pytest.mark.parametrize(
    ("size", "distinct", "number"),
    [(2, True, 2), (4, True, 72), (6, True, 4140), (8, True, 4111116), (4, False, 90), (6, False, 11222)],
)
def test_takuzu(size: int, distinct: bool, number: int) -> None:
    problem = clew.load("takuzu", f"{size}x{size}", distinct=distinct)
    assert met(takuzu(size, size, distinct)) == number
    assert clew.count(problem) == number


def test_takuzu_whose_lines_do_not_fit_into_one_word() -> None:
    # Four cells make only six columns, so no ten of them differ. A count row by row takes seconds for five rows.
    for height, distinct, number in ((4, True, 0), (4, False, 44052), (5, True, 710524), (5, False, 7399396)):
        tables = takuzu(height, 10, distinct)
        assert len(tables.lines) == 84  # A177790
        assert met(tables, jobs=2) == number
        assert height > 4 or row_by_row_of(tables) == number


def test_statistics_tell_that_the_engine_counted() -> None:
    statistics = clew.solve(clew.load("takuzu", "8x8"), clew.Count()).statistics
    assert (statistics.kernel, statistics.kernel_reason) == ("compiled, lines", "")
    statistics = clew.solve(clew.load("takuzu", "4x4"), clew.Count()).statistics
    assert (statistics.kernel, statistics.kernel_reason) == ("lines", "")
    assert count_by_symmetry(clew.load("takuzu", "8x8")).statistics.kernel == "compiled, lines, by symmetry"


# -- symmetries ---------------------------------------------------------------------------------------


def image_of(image: Any, tables: GridTables, solution: tuple[int, ...]) -> tuple[int, ...]:
    """A grid, as the numbers of its lines, under a symmetry."""
    lines = [image.lines[line] for line in solution]
    return tuple(lines[::-1] if image.turns else lines)


@given(grids(most=12))
@examples(100)
def test_a_symmetry_takes_solutions_to_solutions(grid: Grid) -> None:
    domains, rules, clues = grid
    tables = tables_of(compiled(domains, rules, UNIT), clues)
    if tables is None or not all(tables.row_lines):
        return
    columns = columns_of(tables.columns, tables.values)
    found = images(tables, columns, len(tables.values))
    assert any(not image.turns and image.lines == list(range(len(tables.lines))) for image in found)
    rows = tables.structure.rows
    solutions = [
        tuple(tables.lines.index(tuple(filled[cell] for cell in row)) for row in rows) for filled in solutions_of(grid)
    ]
    for image in found:
        assert {image_of(image, tables, one) for one in solutions} == set(solutions)
    middle = tables.height // 2
    wanted = {(one, other): weight for other, pairs in portions(tables, found).items() for one, weight in pairs}
    counted = sum(wanted.get((one[middle - 1], one[middle]), 0) for one in solutions)
    assert counted == len(solutions)


@pytest.mark.parametrize(
    ("height", "width", "number"),
    [(4, 4, 8), (6, 6, 8), (6, 4, 8), (5, 4, 4), (4, 5, 8)],  # mirrored, 0 and 1 exchanged, and upside down if even
)
def test_the_symmetries_of_takuzu(height: int, width: int, number: int) -> None:
    tables = takuzu(height, width)
    assert len(images(tables, columns_of(tables.columns, tables.values), 2)) == number


def test_a_clue_breaks_symmetries() -> None:
    tables = laid_out(clew.load("takuzu", "4x4"), {(0, 0): 1})
    assert tables is not None
    assert len(images(tables, columns_of(tables.columns, tables.values), 2)) == 1


def test_without_symmetry_more_prefixes_meet() -> None:
    with_them, without = Counters(), Counters()
    assert sum(MeetInTheMiddle(takuzu(6, 6)).counts(with_them, None)) == 4140
    with mock.patch("clew.planning.counting.orbits.MOST", 0):
        assert sum(MeetInTheMiddle(takuzu(6, 6)).counts(without, None)) == 4140
    assert with_them.nodes_per_level[3] < without.nodes_per_level[3]


# -- numbers that do not fit into a word --------------------------------------------------------------


def free(height: int, width: int) -> Network:
    """A grid of 0 and 1 that everything fits."""
    rows, columns = cells(height, width)
    anything = {("any", 0): "any", ("any", 1): "any"}
    rules = tuple(Regular(line, anything, "any", {"any"}) for line in rows + columns)
    return compiled({cell: range(2) for row in rows for cell in row}, rules, UNIT)


@pytest.mark.parametrize(("height", "width"), [(14, 5), (12, 6), (24, 5), (20, 6), (7, 9)])
@pytest.mark.parametrize("jobs", [1, 2])
def test_numbers_that_do_not_fit_into_a_word(height: int, width: int, jobs: int) -> None:
    tables = tables_of(free(height, width), {})
    assert tables is not None
    assert met(tables, jobs=jobs) == 2 ** (height * width)


def test_numbers_that_do_not_fit_at_all_are_left_to_python() -> None:
    network = free(30, 5)
    tables = tables_of(network, {})
    assert tables is not None
    with pytest.raises(Unfit, match="from both ends"):
        met(tables)
    counters = Counters()
    method = GridCount(network, network.root({}))
    with mock.patch.object(grids_module, "SHORT", -1):
        assert sum(method.run(counters, None)) == 2**150
    assert counters.kernel == ""
    assert "from both ends" in method.reason


def test_too_many_prefixes_are_left_to_python() -> None:
    for largest in (1000, 8000):  # too small for a level; and for all that are kept
        with (
            mock.patch.object(meet_in_the_middle, "LARGEST", largest),
            mock.patch.object(meet_in_the_middle, "SLICE", 10),
            mock.patch.object(grids_module, "SHORT", 10),
        ):
            outcome = clew.solve(clew.load("takuzu", "6x6"), clew.Count())
        assert (outcome.result, outcome.statistics.kernel) == (4140, "lines")
        assert "from both ends" in outcome.statistics.kernel_reason


def test_too_many_states_are_left_to_python() -> None:
    with mock.patch("clew.planning.counting.columns.STATES", 2), mock.patch.object(grids_module, "SHORT", 10):
        outcome = clew.solve(clew.load("takuzu", "6x6"), clew.Count())
    assert (outcome.result, outcome.statistics.kernel) == (4140, "lines")
    assert "too many states" in outcome.statistics.kernel_reason


def test_without_an_engine_rows_are_counted_in_python() -> None:
    absent = mock.Mock(available=False, reason="it is away")
    with (
        mock.patch("clew.planning.counting.grids.engine", return_value=absent),
        mock.patch.object(grids_module, "SHORT", 10),
    ):
        outcome = clew.solve(clew.load("takuzu", "6x6"), clew.Count())
    assert (outcome.result, outcome.statistics.kernel) == (4140, "lines")
    assert outcome.statistics.kernel_reason == "there is no engine here: it is away"


# -- beginning anew -----------------------------------------------------------------------------------


def laid_out(problem: clew.Problem[Any, Any], clues: Any = None) -> GridTables | None:
    """What the counts of a problem's grids start from."""
    network = make_plan(problem, {}, clew.Count()).network
    assert network is not None
    return tables_of(network, {**problem.given(), **(clues or {})})


def takuzu(height: int, width: int, distinct: bool = True) -> GridTables:
    tables = laid_out(clew.load("takuzu", f"{width}x{height}", distinct=distinct))
    assert tables is not None
    return tables


def counted(height: int, width: int) -> GridCount:
    grids = make_plan(clew.load("takuzu", f"{width}x{height}"), {}, clew.Count()).lines
    assert grids is not None
    return grids


@given(st.integers(0, 200), st.sampled_from([1, 8, 2**20]))
@examples(25)
def test_beginning_anew_loses_nothing_and_repeats_nothing(short: int, room: int) -> None:
    counters = Counters()
    with mock.patch.object(row_by_row, "ROOM", room), mock.patch.object(grids_module, "SHORT", short):
        behind = []
        total = 0
        for number in counted(5, 4).run(counters, None):
            total += number
            assert counters.position is not None
            behind.append(counters.position()[0])
        assert total == row_by_row_of(takuzu(5, 4))
    assert behind == sorted(behind)


def test_beginning_anew_keeps_the_nodes_walked_before() -> None:
    alone = Counters()
    assert sum(MeetInTheMiddle(takuzu(5, 4)).counts(alone, None)) == row_by_row_of(takuzu(5, 4))
    with mock.patch.object(grids_module, "SHORT", 6):
        counters = Counters()
        sum(counted(5, 4).run(counters, None))
    assert counters.kernel == "compiled, lines"
    assert counters.nodes_per_level[0] == 1
    # The root, and below it a node for each line of two 0 and two 1.
    assert sum(counters.nodes_per_level) - sum(alone.nodes_per_level) == 1 + 6


@pytest.mark.parametrize("short", [0, 10, inf])
def test_nodes_told_never_go_back(short: float) -> None:
    told: list[int] = []

    class Noting(list[int]):
        """Numbers of nodes that are noted whenever one changes, or all are gone."""

        def __setitem__(self, index: Any, value: Any) -> None:
            super().__setitem__(index, value)
            told.append(sum(self))

        def clear(self) -> None:
            super().clear()
            told.append(0)

    with mock.patch.object(grids_module, "SHORT", short):
        sum(counted(5, 4).run(Counters(Noting([0])), None))
    assert told == sorted(told)


# -- slices, threads and limits -----------------------------------------------------------------------


@contextmanager
def small_slices(slice_: int = 1) -> Iterator[None]:
    with mock.patch.object(meet_in_the_middle, "SLICE", slice_):
        yield


def test_small_slices_find_the_same() -> None:
    whole = Counters()
    assert sum(MeetInTheMiddle(takuzu(6, 6)).counts(whole, None)) == 4140
    for slice_ in (1, 7, 100):
        counters, behind = Counters(), [0.0]
        with small_slices(slice_):
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
    with mock.patch.object(grids_module, "SHORT", 10):
        assert clew.count(clew.load("takuzu", "6x6"), jobs=jobs) == 4140
        assert count_by_symmetry(clew.load("takuzu", "6x6"), jobs=jobs).result == 4140


class Ticks:
    """A clock that is up after so many looks."""

    def __init__(self, ticks: int) -> None:
        self.ticks = count(ticks, -1)

    def is_up(self) -> bool:
        return next(self.ticks) <= 0


def found_until(ticks: int, jobs: int = 1) -> tuple[int, int]:
    """How many grids are found until a clock is up, and how often it is looked at."""
    clock, total = Ticks(ticks), 0
    with small_slices(20):
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
    with mock.patch.object(grids_module, "SHORT", 0):
        outcome = clew.solve(clew.load("takuzu", "8x8"), clew.Count(), limits=clew.Limits(time=0))
    assert outcome.status is clew.Status.TIME_LIMIT
    assert not outcome.is_complete


def test_a_limit_on_time_ends_the_threads() -> None:
    threads = threading.active_count()
    assert found_until(3, jobs=2)[0] < 4140
    assert threading.active_count() == threads


def test_threads_end_when_nobody_wants_more() -> None:
    threads = threading.active_count()
    with small_slices():
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


# -- what the engine is given -------------------------------------------------------------------------


def half_of(rows: int) -> GridHalf:
    """Rows of one cell, 0 or 1."""
    return GridHalf([[0], [1]], 2, [0, 0], 0, False, [3] * (rows + 1), [3] * rows, [[[(0, 0)]]] * (rows + 1))


def finished(prefixes: Prefixes) -> Prefixes:
    assert prefixes.run(10**6)
    return prefixes


def test_the_engine_refuses_what_does_not_belong_together() -> None:
    one, other = half_of(1), half_of(1)
    first = finished(Prefixes(one))
    full = finished(Prefixes(one, first, 0))
    below = finished(Prefixes(other, finished(Prefixes(other)), 1))
    for source, line in ((full, -1), (first, 2), (first, -2), (finished(Prefixes(other)), 0)):
        with pytest.raises(ValueError, match="continued"):
            Prefixes(one, source, line)
    meeting = HalfJoin(one, other, [([0], [0], [0], [0])], [0] * 4, [(0, 0)])
    with pytest.raises(ValueError, match="begun"):
        meeting.run(1)
    with pytest.raises(ValueError, match="halves"):
        meeting.begin(below, full, 0, 1)
    with pytest.raises(ValueError, match="no such line"):
        meeting.begin(full, below, 0, 2)
    meeting.begin(full, below, 0, 1)
    assert meeting.run(10**6) == 1
    with pytest.raises(ValueError, match="64 bits"):
        HalfJoin(one, other, [([0], [0], [0], [0])], [0] * 4, [(65, 0)])

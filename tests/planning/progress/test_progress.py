"""Progress: an exact part of the tree, never backwards, 1 at the end; the time left; the line on a terminal."""

from __future__ import annotations

import io
import math
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.options import Options
from clew.planning.deriving import branching
from clew.planning.plan import Plan, make_plan
from clew.planning.progress import progress as progress_module
from clew.planning.progress.line import BLOCKS, ProgressLine, bar, described, duration, short
from clew.planning.progress.progress import Pace, ProgressReader
from clew.reference.search.position import left_behind, share
from clew.state.counters import Counters
from clew.state.state import DEAD_END
from clew_problems import LetterTree, Queens, Takuzu
from clew_problems.colouring import Colouring
from tests.examples import examples
from tests.random_models import models
from tests.random_problems import problems
from tests.tools.cli.calling import on_a_terminal, screen

NOTHING: Callable[[clew.Progress], None] = lambda progress: None  # noqa: E731
CLOSE = 1e-12


def walked(plan: Plan, state: Any, behind: Fraction, weight: Fraction) -> Iterator[tuple[Fraction, bool]]:
    """The nodes below one, each with the exact part of the tree before it, and whether it is a solution."""
    alternatives = plan.steps().branch(state)
    yield behind, alternatives is None
    if alternatives is None:
        return
    variable, values = alternatives[0], list(alternatives[1])
    for k, value in enumerate(values):
        judge, look_ahead = plan.steps().judge, plan.steps().look_ahead
        if judge is not None and not judge(state, variable, value):
            continue
        child = state.assign(variable, value)
        if look_ahead is not None and child is not DEAD_END:
            child = look_ahead(child, variable, value)
        if child is not DEAD_END:
            share = weight / len(values)
            yield from walked(plan, child, behind + share * k, share)


def plan_of(problem: Any, strategy: clew.Strategy[Any], **options: Any) -> Plan:
    return make_plan(problem, cast(Options, options), strategy)


def exact(problem: Any, **options: Any) -> list[tuple[Fraction, bool]]:
    plan = plan_of(problem, clew.Count(), **options, kernel="python")
    return [] if plan.root is DEAD_END else list(walked(plan, plan.root, Fraction(0), Fraction(1)))


class Noticing(list[int]):
    """Numbers of nodes that have the position read whenever one changes: at every node that is entered."""

    def __init__(self) -> None:
        super().__init__([0])
        self.counters: Counters | None = None
        self.read: list[tuple[float, int]] = []

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value)
        if self.counters is not None and self.counters.position is not None:
            self.read.append(self.counters.position())


def noticing() -> tuple[Counters, list[tuple[float, int]]]:
    nodes = Noticing()
    nodes.counters = Counters(nodes)
    return nodes.counters, nodes.read


@settings(deadline=None)
@given(st.one_of(models(), problems()), st.sampled_from(["none", "check", "forward"]), st.booleans())
def test_the_loop_knows_the_exact_part_at_every_node(problem: Any, level: str, is_random: bool) -> None:
    options: dict[str, Any] = {"inference": level, "value_order": "random" if is_random else None}
    expected = exact(problem, **options)
    plan = plan_of(problem, clew.Count(), **options, kernel="python", progress=NOTHING)
    counters, branch, read = Counters(), plan.steps().branch, []

    def reading(state: Any) -> Any:
        assert counters.position is not None
        read.append(counters.position()[0])
        return branch(state)

    plan = branching(plan, lambda _: reading)
    leaves = [position()[0] for _ in plan.batches(counters) if (position := counters.position)]
    assert read == pytest.approx([float(behind) for behind, _ in expected], abs=CLOSE)
    assert leaves == pytest.approx([float(behind) for behind, is_leaf in expected if is_leaf], abs=CLOSE)


@settings(deadline=None)
@given(models(), st.sampled_from(["forward", "unit", "arc"]), st.sampled_from(["static", "mrv"]))
def test_no_kernel_goes_back_and_none_counts_more_than_there_are(model: Any, level: str, order: str) -> None:
    options: dict[str, Any] = {"inference": level, "variable_order": order}
    number = clew.count(model, kernel="python", **options)
    for strategy in (clew.Count(), clew.All()):
        plan = plan_of(model, strategy, **options)
        counters, read = noticing()
        for _ in plan.counts(counters) if not strategy.lists else plan.batches(counters):
            pass
        parts = [behind for behind, _ in read]
        assert parts == sorted(parts)
        assert all(0 <= behind <= 1 + CLOSE for behind in parts)
        assert all(0 <= pending <= number for _, pending in read)


@pytest.mark.parametrize("level", ["unit", "arc"])
def test_counting_apart_weighs_nodes_as_the_loop_does_where_nothing_falls_apart(level: str) -> None:
    options: dict[str, Any] = {"inference": level, "variable_order": "mrv"}
    plan = plan_of(Queens(8), clew.Count(), **options)
    assert plan.method.name == "counting"
    counters, read = noticing()
    assert sum(plan.counts(counters)) == 92
    loop = sorted({round(float(behind), 9) for behind, _ in exact(Queens(8), **options)})
    assert {round(behind, 9) for behind, _ in read} <= set(loop)
    assert len({behind for behind, _ in read}) > 50


def test_parts_share_a_node_evenly() -> None:
    model = clew.Model()
    for name in "abcd":
        model.variable(name, range(3))
    model.require(clew.constraints.AllDifferent("ab"), clew.constraints.AllDifferent("cd"))
    plan = make_plan(model, {"inference": "unit", "variable_order": "mrv"}, clew.Count())
    assert plan.method.name == "counting"
    counters, read = noticing()
    assert list(plan.counts(counters)) == [36]
    # The root; then in each part three values tried, each of which leaves one variable to count.
    assert sorted({round(behind * 6) for behind, _ in read}) == [0, 1, 2, 3, 4, 5]


def test_lines_are_counted_with_every_row_weighing_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from clew.planning.counting import grids, row_by_row

    monkeypatch.setattr(grids, "SHORT", math.inf)  # from both ends no rows are weighed
    for room in (row_by_row.ROOM, 20, 3):  # with portions, too
        monkeypatch.setattr(row_by_row, "ROOM", room)
        plan = make_plan(Takuzu.from_text("6x6"), {}, clew.Count())
        assert plan.method.name == "lines"
        counters, read = noticing()
        assert sum(plan.counts(counters)) == 4140  # A253316
        parts = [behind for behind, _ in read]
        assert parts == pytest.approx(sorted(parts), abs=CLOSE)
        assert max(parts) < 1
        if room == 20 or room == 3:
            assert len(set(parts)) > 100
        else:
            assert parts[:6] == pytest.approx([k / 6 for k in range(6)])


CASES: list[tuple[str, Any, dict[str, Any], str]] = [
    ("loop", Queens(7), {"kernel": "python"}, "count"),
    ("hooks", LetterTree.from_text(LetterTree.examples[0].text), {}, "count"),
    ("boxes", Queens(8), {"inference": "unit", "kernel": "python"}, "count"),
    ("batches", Queens(9), {}, "count"),
    ("counting", Colouring.from_text(Colouring.examples[0].text), {}, "count"),
    ("lines", Takuzu.from_text("6x6"), {}, "count"),
    ("listing", Queens(8), {"inference": "unit"}, "all"),
    ("no solution", Queens(3), {}, "all"),
    ("refused at the root", Queens(4, (0, 1, -1, -1)), {}, "all"),
]


@pytest.mark.parametrize(("problem", "options", "question"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
@pytest.mark.parametrize("threads", [True, False])
def test_reports_never_go_back_and_end_at_one(
    problem: Any, options: dict[str, Any], question: str, threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_module, "EVERY", 0.0005 if threads else 0.0)
    if not threads:
        monkeypatch.setattr(threading.Thread, "start", refuse)
    told: list[clew.Progress] = []
    strategy: clew.Strategy[Any] = clew.Count() if question == "count" else clew.All()
    outcome = clew.solve(problem, strategy, progress=told.append, **options)
    number = outcome.result if question == "count" else len(outcome.result)
    fractions = [progress.fraction for progress in told if progress.fraction is not None]
    for numbers in (fractions, [p.nodes for p in told], [p.solutions for p in told], [p.seconds for p in told]):
        assert numbers == sorted(numbers)
    assert all(fraction < 1 for fraction in fractions[:-1])
    assert fractions[-1] == 1
    assert told[-1].solutions == number == outcome.statistics.solutions
    assert told[-1].nodes == outcome.statistics.nodes
    assert told[-1].seconds_left == (0, 0)
    assert not [t for t in threading.enumerate() if t.name == "clew progress"]


def refuse(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_a_limit_leaves_the_fraction_where_it_was() -> None:
    told: list[clew.Progress] = []
    clew.solve(Queens(8), clew.Count(), limits=clew.Limits(nodes=100), progress=told.append)
    outcome = clew.solve(Queens(8), clew.AtMost(5), progress=told.append, variable_order="static")
    assert not outcome.exhausted
    for progress in told:
        assert progress.fraction is not None
        assert 0 < progress.fraction < 1


def test_a_search_that_restarts_has_no_fraction_but_nodes() -> None:
    told: list[clew.Progress] = []
    assert clew.first(Queens(20), progress=told.append)
    assert told[-1].fraction is None
    assert told[-1].seconds_left is None
    assert told[-1].nodes > 1
    assert told[-1].nodes_per_second > 0


def test_a_lazy_search_tells_while_it_is_asked_and_stops_when_it_is_dropped() -> None:
    told: list[clew.Progress] = []
    assert sum(1 for _ in clew.solutions(Queens(6), progress=told.append)) == 4
    assert told[-1].fraction == 1
    told.clear()
    some = clew.solutions(Queens(6), progress=told.append)
    next(some)
    assert [t for t in threading.enumerate() if t.name == "clew progress"]
    del some
    assert not [t for t in threading.enumerate() if t.name == "clew progress"]


@pytest.mark.parametrize("threads", [True, False])
def test_what_the_function_raises_surfaces_when_the_search_has_ended(
    threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_module, "EVERY", 0.0)
    if not threads:
        monkeypatch.setattr(threading.Thread, "start", refuse)
    calls = []

    def fail(progress: clew.Progress) -> None:
        calls.append(progress)
        raise ZeroDivisionError("ours")

    with pytest.raises(ZeroDivisionError) as caught:
        clew.count(Queens(8), progress=fail)
    assert caught.value.__notes__ == ["while the progress was reported"]
    assert len(calls) == 1
    with pytest.raises(clew.OptionError, match="progress must be True, or a function"):
        clew.count(Queens(4), progress="yes")  # type: ignore[arg-type]


def test_values_without_a_number_have_half_of_the_rest_each() -> None:
    class Streams(clew.Problem[int, int]):
        def choose_variable(self, state: clew.State[int, int]) -> int | None:
            return state.depth if state.depth < 2 else None

        def enumerate_values(self, state: clew.State[int, int], variable: int) -> Iterator[int]:
            return iter(value for value in range(2))

    plan = make_plan(Streams(), {"progress": NOTHING}, clew.Count())
    counters = Counters()
    read = [position()[0] for _ in plan.batches(counters) if (position := counters.position)]
    assert read == [0, 1 / 4, 1 / 2, 1 / 2 + 1 / 8]


def test_the_measurement_of_the_cost_runs() -> None:
    command = [sys.executable, "-m", "benchmarks.progress", "--quick"]
    root = Path(__file__).parents[3]
    output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root).stdout
    kernels = [line.split()[0] for line in output.splitlines()[2:]]
    assert kernels == ["python", "compiled", "compiled", "compiled,", "compiled", "compiled,"]


class Moving:
    """A search of a random tree that goes on while its stack is read."""

    def __init__(self, seed: int, pauses: list[int]) -> None:
        self.random = random.Random(seed)
        self.pauses = pauses
        self.stack: list[list[int]] = [[3, 3]]
        self.most = 0.0

    def step(self) -> None:
        """Take the next value, and perhaps open a node below it; or leave a node."""
        if not self.stack:
            return
        top = self.stack[-1]
        if not top[1]:
            self.stack.pop()
        else:
            top[1] -= 1
            if len(self.stack) < 5 and self.random.random() < 0.7:
                size = self.random.randrange(1, 4)
                self.stack.append([size, size])
        self.most = max(self.most, left_behind(self.stack, lambda frame: share(*frame)))

    def look(self, frame: list[int]) -> tuple[float, float]:
        for _ in range(self.pauses.pop() if self.pauses else 0):
            self.step()
        return share(*frame)


@examples(300)
@given(st.integers(0, 10**6), st.integers(0, 60), st.lists(st.integers(0, 6), max_size=30))
def test_a_reading_in_the_middle_of_a_move_is_never_too_much(seed: int, before: int, pauses: list[int]) -> None:
    search = Moving(seed, pauses)
    for _ in range(before):
        search.step()
    read = left_behind(search.stack, search.look)
    assert read <= (search.most if search.stack else 1) + CLOSE


def test_a_watch_never_goes_back_and_stays_below_one_until_the_end() -> None:
    counters = Counters()
    watch = ProgressReader(counters, lambda: 0, 0.0)
    assert watch.read().fraction is None
    for position, expected in (((0.5, 7), 0.5), ((0.4, 3), 0.5), ((1.0, 9), 1 - 2**-53)):
        counters.position = lambda position=position: position
        assert watch.read().fraction == expected
    assert watch.read().solutions == 9
    counters.nodes_per_level = [5]
    assert watch.read().nodes == 5
    counters.nodes_per_level = [3]  # as while a part's nodes are added to the others
    assert watch.read().nodes == 5
    assert watch.read(exhausted=True).fraction == 1


def test_the_time_left_comes_from_the_speeds_of_late() -> None:
    even = Pace()
    assert even.seconds_left() is None
    for tick in range(1, 2001):
        even.add(tick / 10, tick / 4000)
        if tick < 10:
            assert even.seconds_left() is None
    assert even.seconds_left() == pytest.approx((200, 200), rel=0.02)
    slowing = Pace()
    for tick in range(1, 101):  # half the tree in the first half, and then a quarter in as long
        slowing.add(tick / 10, min(tick, 50) / 100 + max(tick - 50, 0) / 200)
    assert slowing.seconds_left() == pytest.approx((0.25 / 0.075, 0.25 / 0.05), rel=0.05)
    stuck = Pace()
    for tick in range(1, 101):
        stuck.add(tick / 10, 0.5)
    assert stuck.seconds_left() is None


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_line_waits_is_written_over_and_erased() -> None:
    terminal = Terminal()
    line = ProgressLine(terminal, after=2)
    line(clew.Progress(0.1, 10, 0, 1.9))
    assert terminal.getvalue() == ""
    line(clew.Progress(0.25, 3_000_000, 1, 2.5, (60, 180)))
    said = "25.00 %, 1 solution, 1.2 M nodes/s, 60 s to 3.0 min left"  # 56 columns of 79
    assert screen(terminal.getvalue()) == f"{'█' * 5}▌{'░' * 16} {said}"  # a quarter of 22 columns
    line(clew.Progress(None, 5, 2, 2.5))
    assert screen(terminal.getvalue()) == "5 nodes, 2 solutions, 2 nodes/s"
    with line.hidden():
        assert screen(terminal.getvalue()) == ""
    line(clew.Progress(0.5, 5, 2, 2.5))
    line.erase()
    assert screen(terminal.getvalue()) == ""


@pytest.mark.parametrize("width", [1, 8, 24])
def test_a_bar_is_as_long_as_the_fraction(width: int) -> None:
    assert bar(0, width) == "░" * width
    assert bar(1, width) == "█" * width
    assert bar(1, width, is_plain=True) == "#" * width
    lengths = [8 * shown.count("█") + sum(map(BLOCKS.index, shown.strip("█░"))) for shown in
               (bar(k / 1000, width) for k in range(1001))]  # fmt: skip
    assert lengths == sorted(lengths)
    assert set(lengths) == set(range(8 * width + 1))
    assert {len(bar(k / 1000, width, is_plain=plain)) for k in range(1001) for plain in (True, False)} == {width}


@pytest.mark.parametrize("columns", [20, 60, 80, 120])
def test_the_bar_leaves_room_for_the_words(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    line = ProgressLine(terminal)
    monkeypatch.setattr(line, "_width", lambda: columns - 1)
    line(clew.Progress(0.5, 123_456_789, 12_345, 100.0, (12.0, 800.0)))
    shown = screen(terminal.getvalue())
    said = "50.00 %, 12,345 solutions, 1.23 M nodes/s, 12 s to 13 min left"  # 62 columns
    assert shown.strip("█░ ") == said[: columns - 1].strip()
    assert shown.count("█") == shown.count("░") == {20: 0, 60: 0, 80: 8, 120: 12}[columns]
    line(clew.Progress(0.5, 1234, 0, 1.0))  # shorter words: the bar stays as it was
    assert screen(terminal.getvalue()).count("█") == {20: 0, 60: 0, 80: 8, 120: 12}[columns]


def test_a_terminal_without_the_blocks_has_a_plain_bar() -> None:
    written = io.BytesIO()
    terminal = io.TextIOWrapper(written, encoding="ascii", write_through=True)
    ProgressLine(terminal)(clew.Progress(0.5, 1234, 0, 1.0))
    assert (
        written.getvalue().decode("ascii").startswith("\r############............ 50.00 %, 0 solutions, 1.23 k nodes/s")
    )


def test_numbers_and_times_in_words() -> None:
    assert [short(n) for n in (0, 999, 1234, 2.81e6, 5e9, 1e15)] == ["0", "999", "1.23 k", "2.81 M", "5 G", "1e+15"]
    assert [duration(s) for s in (0.012, 3.21, 59, 600, 7200, 300_000, 1e8, 1e20)] == [
        "0.012 s", "3.2 s", "59 s", "10 min", "2.0 h", "3.5 days", "3.2 years", "3.2e+12 years"]  # fmt: skip
    assert described(clew.Progress(0.5, 1, 0, 1.0, (5.01, 5.02))).endswith("about 5 s left")
    assert described(clew.Progress(1.0, 1, 0, 1.0, (2.6e-14, 3.2e-14))).endswith("less than 0.1 s left")


PYTHON = ("--kernel", "python")
"""Else it may tell that it compiles."""


def test_a_terminal_shows_a_line_and_keeps_none() -> None:
    out, written, status = on_a_terminal("count", "queens", "30", "--time-limit", "2", "--progress", *PYTHON)
    assert status == 3
    assert out.startswith("at least")
    assert " nodes/s" in written
    assert " %" in written
    assert screen(written) == ""


def test_short_searches_and_those_that_are_told_not_to_show_nothing() -> None:
    assert on_a_terminal("count", "queens", "8", *PYTHON) == ("92\n", "", 0)
    assert on_a_terminal("count", "queens", "30", "--time-limit", "2.6", "--no-progress", *PYTHON)[1] == ""


def test_no_terminal_no_line() -> None:
    command = [sys.executable, "-m", "clew", "count", "queens", "30", "--time-limit", "1", "--progress"]
    assert subprocess.run(command, capture_output=True, text=True).stderr == ""


def test_true_shows_the_line_on_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress_module, "EVERY", 0.0)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert sum(1 for _ in clew.solutions(Queens(6), progress=True, kernel="python")) == 4
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "4 solutions" in printed.err or "3 solutions" in printed.err
    assert screen(printed.err) == ""

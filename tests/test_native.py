"""The native kernel walks the same tree as the loop, wherever it takes over."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, NotEqual, Table
from clew.kernels import choose, native, python
from clew.outcome import Statistics
from clew.plan import make_plan
from clew.search import Counters
from clew_problems import Colouring, Queens
from tests.test_native_walk import Soon, started

QUEENS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200}


@st.composite
def masked(draw: st.DrawFn) -> clew.Model:
    """Models with nothing but masks; lanes of every width, so that some words are full to the last bit."""
    model = clew.Model()
    widths = st.one_of(st.integers(1, 5), st.sampled_from([1, 7, 15, 20, 31, 62, 63]))
    names = [f"v{k}" for k in range(draw(st.integers(1, 6)))]
    sizes = [draw(widths) for _ in names]
    while sum(size > 5 for size in sizes) > 2:
        sizes[max(range(len(sizes)), key=sizes.__getitem__)] = 3
    for name, size in zip(names, sizes, strict=True):
        model.variable(name, range(size))
    pairs = st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True) if len(names) > 1 else st.nothing()
    for _ in range(draw(st.integers(0, 6)) if len(names) > 1 else 0):
        one, other = draw(pairs)
        kind = draw(st.sampled_from(["differ", "offset", "table"]))
        if kind == "differ":
            model.require(NotEqual(one, other))
        elif kind == "offset":
            model.require(AllDifferent([one, other], offsets=[0, draw(st.integers(-2, 2))]))
        else:
            rows = draw(st.lists(st.tuples(st.integers(0, 63), st.integers(0, 63)), max_size=5))
            model.require(Table([one, other], rows, allowed=False))
    model.require(AllDifferent(draw(st.lists(st.sampled_from(names), min_size=1, unique=True))))
    return model


def walked(problem: clew.Problem[Any, Any], kernel: str, **options: Any) -> tuple[int, Statistics]:
    options = {"inference": "forward", "variable_order": "static", "kernel": kernel, **options}
    outcome = clew.solve(problem, clew.Count(), **options)
    return outcome.result, attrs.evolve(outcome.statistics, seconds=0, kernel="")


@given(masked())
@settings(deadline=None)
def test_the_same_nodes_as_the_loop(model: clew.Model) -> None:
    assert walked(model, "native") == walked(model, "loop", limits=None)


@given(masked(), st.integers(0, 8), st.sampled_from([1, 40, 2**17]), st.sampled_from([1, 3, 64]))
@settings(deadline=None)
def test_moving_loses_no_node_and_repeats_none(model: clew.Model, looks: int, together: int, chunk: int) -> None:
    plan = make_plan(model, {"inference": "forward", "variable_order": "static"}, clew.Count())
    assert plan.masks_only
    if plan.root is clew.DEAD_END or plan.network is None:
        return
    root = plan.root.domains, plan.root.assigned
    stayed, moved = Counters(), Counters()
    with mock.patch.object(python, "TOGETHER", together), mock.patch.object(native, "CHUNK", chunk):
        number = sum(python.count_forward(plan.network, root, stayed, None))
        assert sum(python.count_forward(plan.network, root, moved, None, Soon("flat", looks))) == number
    moved.kernel = ""
    assert attrs.evolve(moved, position=None) == attrs.evolve(stayed, position=None)


@pytest.mark.parametrize("n", sorted(QUEENS))
def test_queens(n: int) -> None:
    number, statistics = walked(Queens(n), "native")
    assert number == QUEENS[n]
    assert statistics == walked(Queens(n), "python")[1]


def test_lanes_too_many_for_the_unrolled_loops() -> None:
    # 4 colours: 12 vertices to a word; a path of 90 has 4 * 3^89 colourings, so the first 78 are given.
    path = "\n".join(f"{k} {k + 1}" for k in range(1, 90))
    problem = clew.load("colouring", path, colours=4)
    assert isinstance(problem, Colouring)
    order = list(problem.domains())
    given = {vertex: list(problem.domains()[vertex])[k % 2] for k, vertex in enumerate(order[78:], 78)}
    limits = clew.Limits(time=1)
    outcome = clew.solve(problem, clew.Count(), inference="forward", variable_order="static", kernel="native",
                         given=given, limits=limits)  # fmt: skip
    assert outcome.status is clew.Status.TIME_LIMIT
    assert outcome.result > 0
    levels = outcome.statistics.nodes_per_level
    # Every node of a path has 3 children, but where the given vertices end it: so has each level that was walked.
    assert levels[0] == 1
    assert levels[1] <= 4
    assert outcome.statistics.solutions == outcome.result


def test_the_tree_is_left_behind_evenly() -> None:
    problem = Queens(9)
    plan = make_plan(problem, {"kernel": "native"}, clew.Count())
    counters = Counters()
    behind = []
    anew = mock.patch.dict(python._spare, clear=True)
    with mock.patch.object(native, "MOST", 1), mock.patch.object(native, "CHUNK", 1), anew:
        for _ in plan.counts(counters):
            assert counters.position is not None
            behind.append(counters.position()[0])
    assert behind == sorted(behind)
    assert len(behind) > 50
    assert counters.position is not None
    assert counters.position()[0] == pytest.approx(1)


def test_lanes_too_wide_for_a_word() -> None:
    model = clew.Model()
    model.variables("a b", range(64))
    model.require(NotEqual("a", "b"))
    outcome = clew.solve(model, clew.Count(), inference="forward", kernel="native")
    assert (outcome.result, outcome.statistics.kernel) == (64 * 63, "native")


@pytest.mark.usefixtures("without_engine")
def test_without_numba() -> None:
    with mock.patch.object(choose, "find_spec", return_value=None), mock.patch.dict(choose.ready, clear=True):
        with pytest.raises(clew.OptionError, match=r"needs numba: pip install 'clew\[fast\]'"):
            clew.count(Queens(6), kernel="native")
        with mock.patch.object(choose, "AFTER", -1):
            outcome = clew.solve(Queens(8), clew.Count())
        assert (outcome.result, outcome.statistics.kernel) == (92, "python")
        assert outcome.statistics.kernel_reason == "numba is not installed"


@pytest.mark.usefixtures("without_engine")
def test_it_moves_by_itself() -> None:
    with mock.patch.object(choose, "AFTER", 0), mock.patch.object(choose, "SOON", 0):
        for n in range(8, 14):
            outcome = clew.solve(Queens(n), clew.Count())
            if outcome.statistics.kernel == "native":
                assert outcome.result == QUEENS[n]
                break
        else:
            pytest.fail("it never moved")


def test_the_lines_themselves_are_right_without_the_compiler() -> None:
    code = "import clew; from clew_problems import Queens; print(clew.count(Queens(6), kernel='native'))"
    done = started("-W", "error", "-c", code, NUMBA_DISABLE_JIT="1")
    assert (done.stdout, done.returncode) == ("4\n", 0), done.stderr


@pytest.mark.usefixtures("without_engine")
def test_a_numba_that_does_not_work_ends_no_search() -> None:
    broken = mock.patch.object(native, "warm", side_effect=ImportError("broken"))
    with mock.patch.object(choose, "AFTER", -1), mock.patch.dict(choose.ready, clear=True), broken:
        outcome = clew.solve(Queens(9), clew.Count())
        assert (outcome.result, outcome.statistics.kernel) == (352, "python")
        with pytest.raises(clew.OptionError, match="kernel 'native': numba does not work: ImportError: broken"):
            clew.count(Queens(9), kernel="native")


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "no folder"
    folder.write_text("a file is in its place")
    code = "import clew; from clew_problems import Queens; print(clew.count(Queens(6), kernel='native'))"
    done = started("-c", code, NUMBA_CACHE_DIR=str(folder))
    assert (done.stdout, done.stderr, done.returncode) == ("4\n", "", 0)


def test_the_first_compilation_is_announced(tmp_path: Path) -> None:
    code = (
        "import clew; from clew.kernels import choose; from clew_problems import Queens;"
        "choose.announce.append(lambda: print('compiling'));"
        "print(clew.count(Queens(6), kernel='native'), clew.count(Queens(6), kernel='native'))"
    )
    for expected in ("compiling\n4 4\n", "4 4\n"):
        done = started("-c", code, NUMBA_CACHE_DIR=str(tmp_path))
        assert (done.stdout, done.stderr, done.returncode) == (expected, "", 0)


def test_a_short_search_loads_nothing_of_it() -> None:
    code = "import sys, clew; from clew_problems import Queens; print(clew.count(Queens(8)), 'numba' in sys.modules)"
    done = started("-c", code)
    assert (done.returncode, done.stdout) == (0, "92 False\n"), done.stderr


def test_a_time_limit_and_ctrl_c_are_minded_soon() -> None:
    code = (
        "import clew, os, signal, threading, time; from clew_problems import Queens;"
        "clew.count(Queens(6), kernel='native');"
        "threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start();"
        "outcome = clew.solve(Queens(20), clew.Count(), kernel='native');"
        "print(outcome.status.value, outcome.result > 0, outcome.statistics.seconds < 5)"
    )
    done = started("-c", code)
    assert (done.returncode, done.stdout) == (0, "interrupted True True\n"), done.stderr

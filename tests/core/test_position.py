"""The position of the engine's search: the exact part of the tree that is left behind, read while it runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.core import engine
from clew.planning.plan import Plan, make_plan
from clew.planning.progress import progress as progress_module
from clew.state.counters import Counters
from clew.state.state import DEAD_END
from clew_problems import Queens, Sudoku
from tests.random_models import models

pytestmark = pytest.mark.skipif(not engine().available, reason="there is no engine here")

CLOSE = 1e-12


class Lazy(clew.Strategy[int]):
    """Takes one solution after the other, and does not say beforehand how many."""

    stops = True

    def empty(self) -> int:
        return 0

    def add(self, result: int, solution: Any) -> int:
        return result + 1


def leaves(plan: Plan, state: Any, behind: Fraction, weight: Fraction) -> Iterator[Fraction]:
    """For each solution below a node of the loop the exact part of the tree before it."""
    alternatives = plan.steps().branch(state)
    if alternatives is None:
        yield behind
        return
    variable, values = alternatives[0], list(alternatives[1])
    for k, value in enumerate(values):
        child = state.assign(variable, value)
        look_ahead = plan.steps().look_ahead
        if look_ahead is not None:
            child = look_ahead(child, variable, value)
        if child is not DEAD_END:
            yield from leaves(plan, child, behind + weight * k / len(values), weight / len(values))


@settings(deadline=None)
@given(models(), st.sampled_from(["forward", "unit"]), st.sampled_from(["static", "mrv"]), st.booleans())
def test_the_part_is_exact_at_every_solution(model: Any, level: str, order: str, is_reversed: bool) -> None:
    options: Any = {"inference": level, "variable_order": order, "value_order": "reverse" if is_reversed else None}
    plan = make_plan(model, options | {"kernel": "compiled"}, Lazy())
    if not plan.is_compiled:
        return  # not all constraints are compiled
    loop = make_plan(model, options | {"kernel": "python"}, Lazy())
    expected = [] if loop.root is DEAD_END else list(leaves(loop, loop.root, Fraction(0), Fraction(1)))
    counters, read = Counters(), []
    for _, rows in plan.batches(counters):
        assert len(list(rows)) == 1
        assert counters.position is not None
        read.append(counters.position()[0])
    assert read == pytest.approx([float(behind) for behind in expected], abs=CLOSE)


def test_another_thread_reads_it_and_it_never_goes_back() -> None:
    plan = make_plan(Queens(9), {"kernel": "compiled", "inference": "unit"}, clew.Count())
    assert plan.is_compiled
    counters, read = Counters(), []
    is_over = threading.Event()

    def look() -> None:
        while not is_over.is_set():
            if counters.position is not None:
                read.append(counters.position()[0])

    reader = threading.Thread(target=look)
    reader.start()
    try:
        number = sum(plan.counts(counters))
    finally:
        is_over.set()
        reader.join()
    assert number == 352  # OEIS A000170
    assert all(before <= after + CLOSE for before, after in pairwise(read))
    assert counters.position is not None
    assert counters.position()[0] == pytest.approx(1)


def test_a_deep_tree_has_parts_that_are_nothing() -> None:
    plan = make_plan(Queens(80), {"kernel": "compiled", "inference": "unit", "variable_order": "mrv"}, clew.First())
    counters = Counters()
    assert len(list(plan.batches(counters))) == 1
    assert counters.position is not None
    assert 0 <= counters.position()[0] < 1


@pytest.mark.parametrize("threads", [True, False])
def test_progress_is_told_by_the_engine(threads: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_module, "EVERY", 0.0005 if threads else 0.0)
    if not threads:
        monkeypatch.setattr(threading.Thread, "start", refuse)
    reports: list[clew.Progress] = []
    options: Any = {"kernel": "compiled", "inference": "unit", "progress": reports.append}
    outcome = clew.solve(Queens(9), clew.All(), **options)
    fractions = [report.fraction for report in reports if report.fraction is not None]
    assert len(outcome.result) == reports[-1].solutions == 352
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1
    assert all(fraction < 1 for fraction in fractions[:-1])
    assert reports[-1].nodes == outcome.statistics.nodes


def refuse(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_a_search_that_restarts_has_no_position() -> None:
    reports: list[clew.Progress] = []
    outcome = clew.solve(Queens(20), clew.First(), progress=reports.append)
    assert outcome.statistics.kernel == "compiled"
    assert reports[-1].fraction is None
    assert reports[-1].nodes > 1


def test_a_verdict_is_told_with_its_progress() -> None:
    reports: list[clew.Progress] = []
    text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    outcome = clew.solve(Sudoku.from_text(text), clew.Unique(), progress=reports.append, variable_order="mrv")
    assert (outcome.result.answer, outcome.statistics.kernel) == ("unique", "compiled")
    assert reports[-1].fraction == 1

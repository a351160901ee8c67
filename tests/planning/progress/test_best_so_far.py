"""Progress of a search for the best: the value found, its bound and the gap between them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import pytest

import clew
from clew.planning.progress.line import described
from clew.state.progress import gap_between
from tests.planning.test_opening import knapsack

WAYS: list[dict[str, Any]] = [{}, {"kernel": "python"}, {"jobs": 2}, {"jobs": 2, "cutting": clew.Cutting(first=0)}]


@pytest.mark.parametrize(
    ("objective", "bound", "gap"),
    [
        (50, 40, 0.2),
        (0, 3, 3.0),
        (-4, -5, 0.25),
        (Fraction(1, 2), 0, 0.5),
        (None, 3, None),
        (3, None, None),
        ("b", 3, None),
    ],
)
def test_the_gap(objective: Any, bound: Any, gap: float | None) -> None:
    assert gap_between(objective, bound) == gap


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_progress_tells_the_best_value_and_its_bound(options: dict[str, Any]) -> None:
    model, objective = knapsack(12)
    reports: list[clew.Progress] = []
    found = clew.best(model, objective, progress=reports.append, **options)
    assert reports[-1].objective == reports[-1].bound == found.objective
    assert reports[-1].gap == found.gap == 0


@pytest.mark.parametrize("options", WAYS[:3], ids=str)  # one that is cut at once spends its nodes on that
@pytest.mark.parametrize("sense", ["min", "max"])
def test_a_search_cut_short_tells_its_incumbent(options: dict[str, Any], sense: Any) -> None:
    model, objective = knapsack(20)
    best = clew.best(model, objective, sense).objective
    reports: list[clew.Progress] = []
    limits = clew.Limits(nodes=200)
    found = clew.best(model, objective, sense, progress=reports.append, limits=limits, **options)
    assert found.objective == reports[-1].objective
    assert found.bound <= best <= found.objective if sense == "min" else found.bound >= best >= found.objective
    assert found.gap is not None


@pytest.mark.parametrize("executor", [None, "threads"])
def test_improvements_and_the_incumbent_survive_a_limit(executor: str | None) -> None:
    model, objective = knapsack(30)
    seen: list[Any] = []
    with ThreadPoolExecutor(2) as pool:
        ways: dict[str, Any] = {"executor": pool} if executor else {"jobs": 2}
        limits = clew.Limits(time=2)
        found = clew.best(model, objective, on_improvement=lambda _, v: seen.append(v), limits=limits, **ways)
    assert found.objective == seen[-1] == min(seen)
    assert found.bound is not None
    assert found.bound <= found.objective


def test_the_line_tells_the_best_value_and_the_gap() -> None:
    assert "best 50, gap 20.0%" in described(clew.Progress(0.5, 1, 0, 1.0, None, 50, 40))
    assert "best ab," not in described(clew.Progress(0.5, 1, 0, 1.0, None, "ab", None))
    assert "best ab" in described(clew.Progress(0.5, 1, 0, 1.0, None, "ab", None))

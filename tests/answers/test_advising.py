"""What would be worth trying for a search that a limit ended."""

from __future__ import annotations

from typing import Any

import pytest

import clew
from clew.answers import advising
from clew.constraints import AllDifferent
from clew_problems import Queens


def intervals(notes: int) -> clew.Model:
    """All-interval series (CSPLib 7)."""
    model = clew.Model()
    row = [model.variable(("note", k), range(notes)) for k in range(notes)]
    steps = [model.variable(("step", k), range(1, notes)) for k in range(notes - 1)]
    model.require(AllDifferent(row), AllDifferent(steps))
    for k, step in enumerate(steps):
        model.require(step == abs(row[k + 1] - row[k]))
    return model


def test_a_level_and_an_ordering_whose_short_run_ends_are_named() -> None:
    line = clew.advice(intervals(8), clew.Count(), inference="check")
    assert line.startswith("inference unit, variable order static: a run of ")
    assert line.endswith(" nodes ends with the answer")
    nodes = clew.solve(intervals(8), clew.Count(), inference="unit", variable_order="static", kernel="python")
    assert f" {nodes.statistics.nodes} " in line


def test_one_that_goes_much_further_is_named_too() -> None:
    """Costas arrays: the vectors between dots differ, which `check` sees only when both dots are set."""
    model = clew.Model()
    row = model.variables(range(8), range(8))
    model.require(AllDifferent(row))
    model.require(AllDifferent([row[k + gap] - row[k] for k in range(8 - gap)]) for gap in range(1, 7))
    line = clew.advice(model, clew.Count(), inference="check")
    assert line.startswith("inference unit, ")
    assert " nodes leaves 0." in line
    assert line.endswith(" of the tree behind, not 0")


@pytest.mark.parametrize("strategy", [clew.Count(), clew.First()])
def test_there_is_nothing_to_try_if_the_own_run_ends(strategy: Any) -> None:
    assert clew.advice(Queens(5), strategy) == ""


def test_an_option_that_does_not_exist_is_refused() -> None:
    options: Any = {"inference": "much"}
    with pytest.raises(clew.OptionError, match="much"):
        clew.advice(Queens(5), clew.Count(), **options)


def test_the_line_is_the_same_each_time() -> None:
    assert len({clew.advice(intervals(8), clew.Count(), inference="check") for _ in range(2)}) == 1


def test_runs_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "SHORT", 20)
    assert clew.advice(intervals(8), clew.Count(), inference="check") == ""


def test_all_runs_together_have_little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search whose hooks take long is not begun again and again: each run after the time is up ends at once."""
    asked: list[int] = []

    class Slow(Queens):
        def is_consistent(self, state: Any, variable: Any, value: Any) -> bool:
            asked.append(value)
            return True

    monkeypatch.setattr(advising, "SECONDS", 0.0)
    assert clew.advice(Slow(30), clew.Count()) == ""
    assert len(asked) <= 1 + len(advising.LEVELS) * len(advising.ORDERS)

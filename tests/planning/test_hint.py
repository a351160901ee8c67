"""Hints: a solution is found at once, the best stays the best, and what is wrong in a hint is repaired."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent
from clew.planning import hinted
from clew_problems import LetterTree, Queens
from tests.job_shops import job_shop
from tests.planning.test_costs import model_of, objective_of
from tests.planning.test_opening import knapsack
from tests.random_models import WAYS, models

MORE: list[dict[str, Any]] = [{"inference": "check"}, {"variable_order": "mrv", "value_order": "reverse"}]


@pytest.mark.parametrize("options", WAYS + MORE, ids=str)
@given(data=st.data())
def test_a_hint_never_changes_the_optimum(options: dict[str, Any], data: st.DataObject) -> None:
    model = data.draw(models())
    names = list(model.domains())
    hint = data.draw(st.dictionaries(st.sampled_from(names), st.integers(-1, 3)))
    solutions = [solution.row() for solution in clew.solutions(model, kernel="python")]
    first = clew.first(model, hint=hint, **options)
    assert (first is None) == (not solutions)
    assert first is None or first.row() in solutions
    found = clew.best(model, names[-1], hint=hint, **options)
    assert found.objective == min((row[-1] for row in solutions), default=None)
    assert found.is_optimal == bool(solutions)
    assert clew.count(model, hint=hint) == len(solutions)


@pytest.mark.parametrize("options", WAYS + MORE, ids=str)
@given(data=st.data())
def test_a_solution_is_found_at_once(options: dict[str, Any], data: st.DataObject) -> None:
    draw = data.draw(st.randoms(use_true_random=False))
    model = model_of(draw)
    objective = objective_of(draw, list(model.domains()))
    solutions = list(clew.solutions(model, kernel="python"))
    if not solutions:
        return
    hint = draw.choice(solutions)
    value = clew.Best(objective).objective(hint)
    assert clew.first(model, hint=dict(hint), **options) == hint
    seen: list[Any] = []
    found = clew.best(model, objective, hint=dict(hint), on_improvement=lambda *one: seen.append(one), **options)
    assert seen[0] == (hint, value)
    assert found.objective == seen[-1][1] == clew.best(model, objective, kernel="python").objective
    assert [one[1] for one in seen] == sorted({one[1] for one in seen}, reverse=True)


def test_a_schedule_that_is_nearly_right_is_repaired() -> None:
    model, end = job_shop(longest=1000)
    best = clew.best(model, end).solution
    assert best is not None
    assert clew.first(model, hint=dict(best)) == best
    wrong = {**best, (0, 0): 5, (3, 2): 7, "end": 10**6}
    seen: list[int] = []
    clew.best(model, end, hint=wrong, on_improvement=lambda _, value: seen.append(value))
    assert seen[0] < 900  # without the hint it is 998
    with ProcessPoolExecutor(1) as pool:
        found = clew.best(model, end, hint=dict(best), executor=pool, limits=clew.Limits(time=5))
    assert found.objective == 666


@pytest.mark.parametrize("limits", [clew.Limits(nodes=60), clew.Limits(solutions=1), clew.Limits(time=2)], ids=str)
@pytest.mark.parametrize("options", WAYS[:3], ids=str)
def test_a_hint_survives_a_limit(limits: clew.Limits, options: dict[str, Any]) -> None:
    model, objective = knapsack(20)
    best = clew.best(model, objective)
    found = clew.best(model, objective, hint=dict(best.solution or {}), limits=limits, **options)
    assert found.objective == best.objective
    assert found.statistics.nodes <= (limits.nodes or 10**9)
    assert found.statistics.solutions == 1


def test_limits_in_the_midst_of_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hinted, "NODES", 1)
    model = clew.Model()
    rows = model.variables(range(12), range(12))
    model.require(AllDifferent(rows), *[AllDifferent([x + k * s for k, x in enumerate(rows)]) for s in (1, -1)])
    assert clew.first(model, hint=dict.fromkeys(range(12), 0)) is not None
    outcome = clew.solve(model, clew.Best(rows[5]), hint={0: 3}, limits=clew.Limits(nodes=3))
    assert (outcome.status, outcome.statistics.nodes) == (clew.Status.NODE_LIMIT, 3)
    cancel = clew.Cancel()
    cancel.set()
    assert clew.solve(model, clew.First(), hint={0: 3}, cancel=cancel).status is clew.Status.CANCELLED


def test_hints_of_problems_with_hooks_and_of_other_questions() -> None:
    solution = list(clew.solutions(Queens(6)))[2]
    assert clew.first(Queens(6), hint=dict(solution)) == solution
    assert clew.first(LetterTree("a(b,c)"), hint={"no such letter": 1}) is None
    assert len(list(clew.solutions(Queens(6), hint=dict(solution)))) == 4
    assert clew.is_unique(Queens(6), hint={0: 1}) is False


def test_what_is_no_hint() -> None:
    with pytest.raises(clew.InputError, match="hint: queens has no variable 9"):
        clew.first(Queens(6), hint={9: 1})
    strange: Any = [1]
    with pytest.raises(clew.OptionError, match=r"hint must map variables to values, as in \{variable: value\}"):
        clew.count(Queens(6), hint=strange)
    assert clew.first(Queens(6), hint={0: 99}) is not None


@pytest.mark.parametrize("limit", [None, 1])
def test_ctrl_c_in_the_report_of_a_hint_keeps_its_solution(limit: int | None) -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(4))
    model.require(x + y >= 3)

    def stop(solution: Any, value: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(clew.Interrupted) as raised:
        clew.best(model, x + y, on_improvement=stop, hint={"x": 3, "y": 3}, limits=clew.Limits(solutions=limit))
    found: Any = raised.value.optimum
    assert (dict(found.solution), found.objective, found.is_optimal) == ({"x": 3, "y": 3}, 6, False)

"""The best solution: against brute force, and against published optima."""

from __future__ import annotations

import pickle
import signal
from itertools import combinations, pairwise
from threading import Timer
from types import FrameType
from typing import Any

import pytest
from benchmarks.targets.instances import JOBS as FT06
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Var
from clew_problems import Queens
from tests.job_shops import job_shop
from tests.random_models import brute_force, models

KERNELS = ("auto", "python")


def ruler(marks: int, longest: int) -> tuple[clew.Model, list[Var]]:
    """A Golomb ruler: no two pairs of its marks are equally far apart (problem 6 of CSPLib)."""
    model = clew.Model("golomb")
    places = model.variables(range(marks), range(longest + 1))
    gaps = [model.variable(pair, range(1, longest + 1)) for pair in combinations(range(marks), 2)]
    for (one, other), gap in zip(combinations(places, 2), gaps, strict=True):
        model.require(other - one == gap)
    model.require(places[0] == 0, [one < other for one, other in pairwise(places)], AllDifferent(gaps))
    return model, places


@st.composite
def weights(draw: st.DrawFn, names: list[Any]) -> list[int]:
    return draw(st.lists(st.integers(-3, 3), min_size=len(names), max_size=len(names)))


@given(models(), st.data(), st.sampled_from(KERNELS), st.sampled_from(["min", "max"]))
def test_it_is_the_best_of_all_solutions(model: clew.Model, data: st.DataObject, kernel: Any, sense: Any) -> None:
    names = list(model.domains())
    factors = data.draw(weights(names))
    constant = data.draw(st.integers(-2, 2))

    def worth(solution: Any) -> Any:
        return sum(factor * solution[name] for factor, name in zip(factors, names, strict=True)) + constant

    solutions = list(brute_force(model))
    values = [worth(solution) for solution in solutions]
    heard: list[int] = []
    linear = sum((factor * Var(name) for factor, name in zip(factors, names, strict=True)), start=Var(names[0]) * 0)
    found = clew.best(
        model, linear + constant, sense, kernel=kernel, on_improvement=lambda s, value: heard.append(value)
    )
    expected = (min if sense == "min" else max)(values, default=None)
    assert found.objective == expected
    assert found.is_optimal is bool(values)
    assert found.status is clew.Status.COMPLETE
    assert found.bound == expected
    assert heard == sorted(set(heard), reverse=sense == "min")
    assert heard[-1:] == ([] if expected is None else [expected])
    if found.solution is not None:
        assert worth(found.solution) == expected
        assert dict(found.solution) in solutions
    assert clew.best(model, worth, sense, kernel=kernel).objective == expected


@given(models(), st.data(), st.sampled_from(KERNELS), st.sampled_from(["min", "max"]), st.integers(1, 12))
def test_a_limit_leaves_the_best_found_and_a_bound(
    model: clew.Model, data: st.DataObject, kernel: Any, sense: Any, nodes: int
) -> None:
    names = list(model.domains())
    factors = data.draw(weights(names))

    def worth(solution: Any) -> Any:
        return sum(factor * solution[name] for factor, name in zip(factors, names, strict=True))

    solutions = list(brute_force(model))
    values = [worth(solution) for solution in solutions]
    linear = sum((factor * Var(name) for factor, name in zip(factors, names, strict=True)), start=Var(names[0]) * 0)
    found = clew.best(model, linear, sense, kernel=kernel, limits=clew.Limits(nodes=nodes))
    assert found.statistics.nodes <= nodes
    sign = 1 if sense == "min" else -1
    if found.status is clew.Status.COMPLETE:
        assert found.objective == (min if sense == "min" else max)(values, default=None)
        return
    assert not found.is_optimal
    assert found.status is clew.Status.NODE_LIMIT
    if found.solution is not None:
        assert worth(found.solution) == found.objective
        assert sign * found.bound <= sign * found.objective
    assert all(sign * found.bound <= sign * value for value in values)


@pytest.mark.parametrize(("marks", "length"), [(5, 11), (6, 17), (7, 25), (8, 34)])
def test_golomb_rulers_are_as_short_as_published(marks: int, length: int) -> None:
    model, places = ruler(marks, marks * marks)
    found = clew.best(model, places[-1])
    assert (found.objective, found.bound, found.is_optimal) == (length, length, True)
    assert found.solution is not None
    assert not list(model.violations(found.solution))


@pytest.mark.parametrize("horizon", [60, 197])
def test_a_job_shop_is_as_short_as_published(horizon: int) -> None:
    model, end = job_shop(FT06, horizon)
    found = clew.best(model, end)
    assert (found.objective, found.bound, found.is_optimal) == (55, 55, True)
    assert found.solution is not None
    assert not list(model.violations(found.solution))


def test_a_variable_is_given_by_its_name_or_as_part_of_an_expression() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(5))
    model.require(x + y == 4)
    assert clew.best(model, "x").objective == 0
    assert clew.best(model, x, "max").objective == 4
    assert clew.best(model, 2 * x - y + 7).objective == 3
    assert clew.best(model, (x - 2) * (y - 1)).objective == -6  # x = 0
    assert clew.best(model, abs(x - y)).objective == 0
    assert clew.best(model, lambda solution: solution[x] * solution[y], "max").objective == 4
    assert clew.solve(model, clew.Best(3 * x + y, maximize=True)).result == {"x": 4, "y": 0}


def test_values_need_only_compare() -> None:
    model = clew.Model()
    model.require(AllDifferent(model.variables("x y", ("b", "c", "a"))), Var("y") != "a")
    for kernel in KERNELS:
        assert clew.best(model, "y", kernel=kernel).objective == "b"  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [0.1, 2**70])
def test_numbers_that_do_not_fit_the_engine_are_added_in_python(number: Any) -> None:
    model = clew.Model()
    names = model.variables("x y z", (0, number, 2 * number, 3 * number))
    model.require(AllDifferent(names))
    assert clew.best(model, sum(names)).objective == sum([0, number, 2 * number])
    assert clew.best(model, sum(names), "max").objective == pytest.approx(6 * number)


def test_a_problem_without_a_solution_has_no_best_one() -> None:
    for kernel in KERNELS:
        found = clew.best(Queens(3), 0, kernel=kernel)  # type: ignore[arg-type]
        assert (found.solution, found.objective, found.bound, found.is_optimal) == (None, None, None, False)
        assert found.status is clew.Status.COMPLETE


def test_what_is_wrong_is_said_in_one_line() -> None:
    for wrong, message in (((), "no objective: name one"), (("z",), "has no variable 'z'"),
                           ((0, "least"), "sense must be min or max, not 'least'"),
                           (([],), r"must be a variable, an expression or a function, not \[\]")):  # fmt: skip
        with pytest.raises(clew.OptionError, match=message):
            clew.best(Queens(4), *wrong)


def test_what_on_improvement_raises_surfaces() -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        clew.best(Queens(6), 0, on_improvement=lambda solution, value: 1 // 0)
    assert "took in solution 1" in raised.value.__notes__[0]


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_while_an_improvement_is_reported_it_keeps_that(jobs: int) -> None:
    model, places = ruler(10, 100)
    heard: list[int] = []

    def interrupt(solution: Any, value: int) -> None:
        heard.append(value)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(clew.Interrupted) as raised:
        clew.best(model, places[-1], on_improvement=interrupt, jobs=jobs)
    assert raised.value.outcome.result[9] == heard[0]


def test_workers_find_the_same_and_the_caller_hears_of_it() -> None:
    model, places = ruler(6, 36)
    heard: list[int] = []
    found = clew.best(model, places[-1], jobs=2, on_improvement=lambda solution, value: heard.append(value))
    assert (found.objective, found.is_optimal) == (17, True)
    assert heard[-1] == 17
    assert heard == sorted(set(heard), reverse=True)


def test_interrupted_it_keeps_the_best_found() -> None:
    model, places = ruler(14, 200)
    reported: list[int] = []

    def interrupt(solution: Any, value: int) -> None:
        if not reported:
            later()
        reported.append(value)

    def later() -> None:
        Timer(0.1, signal.raise_signal, (signal.SIGINT,)).start()

    def strike(number: int, frame: FrameType | None) -> None:
        """Only while the engine searches: then each solution that is kept has been reported."""
        if frame is not None and frame.f_code.co_filename.endswith("walk.py"):
            raise KeyboardInterrupt
        later()

    before = signal.signal(signal.SIGINT, strike)
    try:
        with pytest.raises(clew.Interrupted) as raised:
            clew.best(model, places[-1], on_improvement=interrupt)
    finally:
        signal.signal(signal.SIGINT, before)
    outcome = raised.value.outcome
    assert outcome.status is clew.Status.INTERRUPTED
    assert outcome.result[13] == reported[-1]
    assert 0 < outcome.bound <= reported[-1]
    found: Any = raised.value.optimum
    assert (found.solution, found.objective, found.bound) == (outcome.result, reported[-1], outcome.bound)
    assert (found.is_optimal, found.status) == (False, clew.Status.INTERRUPTED)


def test_ctrl_c_keeps_what_is_known_of_several_objectives() -> None:
    """It strikes when the second one is looked at: the first one is proved to be 1, so y is at least 2."""
    model = clew.Model()
    x, y = model.variables("x y", range(1, 5))
    model.require(x + y >= 3)
    values: list[int] = []

    def strike(solution: Any, value: int) -> None:
        values.append(value)
        if len(values) == 2:
            raise KeyboardInterrupt

    with pytest.raises(clew.Interrupted) as raised:
        clew.best(model, [x, y], on_improvement=strike)
    found: Any = raised.value.optimum
    assert (dict(found.solution), found.objective, found.is_optimal) == ({"x": 1, "y": 2}, (1, 2), False)
    assert found.bound[0] == 1 <= found.bound[1] <= 2


def test_the_strategy_reports_improvements_too() -> None:
    heard: list[int] = []
    model, places = ruler(4, 8)
    best = clew.Best(places[-1], on_improvement=lambda solution, length: heard.append(length))
    assert clew.solve(model, best, value_order="reverse").result is not None
    assert heard[-1] == 6  # the shortest ruler of four marks
    assert heard == sorted(set(heard), reverse=True)


@pytest.mark.parametrize("hook", ["bound", "on_improvement"])
def test_what_is_no_function_is_refused(hook: str) -> None:
    options: Any = {hook: 5}
    with pytest.raises(clew.OptionError, match=f"Best: {hook} must be a function, not 5"):
        clew.Best("x", **options)


def test_answers_are_found_where_pickles_of_earlier_versions_name_them() -> None:
    named = b"cclew.strategies\nUniqueness\n(S'none'\n(ttR."
    assert pickle.loads(named) == clew.Uniqueness("none", ())  # noqa: S301

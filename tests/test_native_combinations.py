"""Every combination of ordering, value order, inference, strategy and limit is the same search in every kernel."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, NotEqual, Sum
from clew.kernels import enumeration, python
from clew_problems import Queens
from tests.random_models import covers, models
from tests.test_native_walk import Soon, asked, mixed, started, total

EXAMPLES = 5 if os.environ.get("NUMBA_DISABLE_JIT") else 50
LEVELS = st.sampled_from(["forward", "unit", "arc"])
STRATEGIES = st.sampled_from(
    [
        clew.All(),
        clew.Count(),
        clew.First(),
        clew.Unique(),
        clew.AtMost(3),
        clew.AtMost(25),
        clew.Sample(2),
        clew.Best(total),
    ]
)


@st.composite
def choices(draw: st.DrawFn) -> dict[str, Any]:
    """Options that choose how a search goes, and when it ends."""
    options: dict[str, Any] = {
        "inference": draw(LEVELS),
        "variable_order": draw(st.sampled_from(["static", "mrv", "degree"])),
        "value_order": draw(st.sampled_from([None, "domain", "reverse"])),
    }
    kind = draw(st.sampled_from(["", "", "nodes", "solutions"]))
    if kind:
        options["limits"] = clew.Limits(**{kind: draw(st.integers(1, 8) | st.integers(9, 60))})
    return options


def same_everywhere(problem: clew.Problem[Any, Any], strategy: clew.Strategy[Any], options: dict[str, Any]) -> None:
    """The loop, the tight kernel and the native one enter the same nodes."""
    loop = asked(problem, strategy, kernel="loop", **options)
    assert asked(problem, strategy, kernel="python", **options) == loop
    assert asked(problem, strategy, kernel="native", **options) == loop


@given(st.one_of(models(), covers()), STRATEGIES, choices())
@settings(deadline=None, max_examples=EXAMPLES)
def test_every_combination(model: clew.Model, strategy: clew.Strategy[Any], options: dict[str, Any]) -> None:
    same_everywhere(model, strategy, options)


@given(st.one_of(models(), covers()), STRATEGIES, choices(), st.integers(0, 8), st.sampled_from([1, 3]))
@settings(deadline=None, max_examples=EXAMPLES)
def test_moving_in_the_middle(
    model: clew.Model, strategy: clew.Strategy[Any], options: dict[str, Any], looks: int, every: int
) -> None:
    stayed = asked(model, strategy, kernel="loop", **options)
    with (
        mock.patch.object(python, "LOOKS", every),
        mock.patch("clew.running.Mover", lambda purpose, at_once: Soon(purpose, looks)),
    ):
        assert asked(model, strategy, kernel="native", **options) == stayed


@given(mixed(), st.sampled_from([clew.Count(), clew.First(), clew.AtMost(5)]), choices())
@settings(deadline=None, max_examples=EXAMPLES * 3 // 5)
def test_lanes_of_every_width(model: clew.Model, strategy: clew.Strategy[Any], options: dict[str, Any]) -> None:
    same_everywhere(model, strategy, {"limits": clew.Limits(nodes=2000)} | options)


@given(models(), LEVELS, st.sampled_from([clew.First(), clew.Unique(), clew.Best(total)]))
@settings(deadline=None, max_examples=EXAMPLES)
def test_learning_with_the_last_value_first(model: clew.Model, level: str, strategy: clew.Strategy[Any]) -> None:
    same_everywhere(model, strategy, {"inference": level, "variable_order": "wdeg", "value_order": "reverse"})


@given(models(), st.sampled_from(["static", "mrv", "degree"]), st.sampled_from([clew.All(), clew.Sample(3)]))
@settings(deadline=None, max_examples=EXAMPLES)
def test_parts_are_listed_with_the_last_value_first(
    model: clew.Model, order: str, strategy: clew.Strategy[Any]
) -> None:
    """In the order of declaration that is the order of the walk; in any other, as many and the same."""
    options: dict[str, Any] = {"variable_order": order, "value_order": "reverse", "inference": "unit"}
    walked, listed = (clew.solve(model, strategy, kernel=kernel, **options) for kernel in ("loop", "auto"))
    shown = [[list(s.items()) for s in outcome.result] for outcome in (walked, listed)]
    assert (shown[0] == shown[1]) if order == "static" else (sorted(map(repr, shown[0])) == sorted(map(repr, shown[1])))
    assert clew.count(model, **options) == len(list(clew.solutions(model, **options)))


@st.composite
def falling_apart(draw: st.DrawFn) -> clew.Model:
    """Models whose variables, declared in any order, hang together in a few places."""
    model = clew.Model()
    count = draw(st.integers(4, 9))
    for k in range(count):
        model.variable(k, range(draw(st.integers(2, 3))))
    for _ in range(draw(st.integers(2, count))):
        some = draw(st.lists(st.integers(0, count - 1), min_size=2, max_size=3, unique=True))
        kinds: list[Any] = [AllDifferent(some), Sum(some, "!=", 3), Sum(some, "<=", 2)]
        model.require(draw(st.sampled_from(kinds)))
    return model


@pytest.mark.usefixtures("without_engine")
@given(
    falling_apart(),
    st.sampled_from(["static", "mrv", "degree"]),
    st.sampled_from([None, "reverse"]),
    st.sampled_from(["unit", "arc"]),
    st.integers(1, 200),
    st.integers(0, 8),
    st.sampled_from([1, 3]),
)
@settings(deadline=None, max_examples=EXAMPLES)
def test_listing_keeps_its_order_when_it_moves(
    model: clew.Model, order: str, values: str | None, level: str, small: int, looks: int, every: int
) -> None:
    options: dict[str, Any] = {"variable_order": order, "value_order": values, "inference": level}
    with mock.patch.object(enumeration, "SMALL", small):
        with mock.patch("clew.running.Plan.why_not", "to stay"):
            stayed = clew.solve(model, clew.All(), **options)
        with (
            mock.patch.object(enumeration, "LOOKS", every),
            mock.patch.object(enumeration, "RICH", 10**9),
            mock.patch("clew.running.Mover", lambda purpose, at_once: Soon(purpose, looks)),
        ):
            moved = clew.solve(model, clew.All(), **options)
    assert stayed.statistics.kernel == "listing"
    assert moved.statistics.kernel in ("listing", "native")
    assert [list(s.items()) for s in moved.result] == [list(s.items()) for s in stayed.result]


@pytest.mark.usefixtures("without_engine")
def test_a_list_moves_to_the_native_kernel_unless_its_parts_are_many_solutions_at_a_time() -> None:
    """Three rings of four: 84 ways each to colour a ring with four colours (3**4 + 3)."""
    model = clew.Model()
    for ring in range(3):
        beads = [model.variable((k, ring), range(4)) for k in range(4)]
        model.require([NotEqual(beads[k], beads[k - 1]) for k in range(4)])
    options: dict[str, Any] = {"inference": "unit", "variable_order": "mrv"}
    with mock.patch("clew.running.Mover", lambda purpose, at_once: Soon(purpose, 0)):
        moved = clew.solve(model, clew.All(), **options)
    with mock.patch("clew.running.Mover", lambda purpose, at_once: Soon(purpose, 20)):
        stayed = clew.solve(model, clew.All(), **options)
    assert (moved.statistics.kernel, moved.statistics.kernel_reason) == ("native", "")
    assert (stayed.statistics.kernel, stayed.statistics.kernel_reason.split()[:3]) == (
        "listing",
        ["parts", "that", "repeat"],
    )
    assert list(map(dict, moved.result)) == list(map(dict, stayed.result))
    assert len(moved.result) == 84**3


@given(models(), st.lists(st.dictionaries(st.sampled_from("vw"), st.integers(-1, 3)), max_size=4))
@settings(deadline=None, max_examples=EXAMPLES)
def test_many_instances_with_the_last_value_first(model: clew.Model, givens: list[dict[str, int]]) -> None:
    domains = model.domains()
    some = [{v: w for v, w in given.items() if w in domains.get(v, ())} for given in givens]
    options: dict[str, Any] = {"value_order": "reverse", "variable_order": "degree"}
    assert list(clew.first_each(model, some, **options)) == [clew.first(model, given=g, **options) for g in some]


@given(models(), st.lists(st.dictionaries(st.sampled_from("vw"), st.integers(-1, 3)), max_size=4))
@settings(deadline=None, max_examples=EXAMPLES)
def test_many_instances_by_degree(model: clew.Model, givens: list[dict[str, int]]) -> None:
    domains = model.domains()
    some = [{v: w for v, w in given.items() if w in domains.get(v, ())} for given in givens]
    options: dict[str, Any] = {"variable_order": "degree", "kernel": "native"}
    found = [solution and dict(solution) for solution in clew.first_each(model, some, **options)]
    alone = [clew.first(model, given=given, **options | {"kernel": "loop"}) for given in some]
    assert found == [solution and dict(solution) for solution in alone]


class Lonely(clew.Model):
    """A model whose variables name their neighbours themselves."""

    def neighbours(self, variable: Any) -> list[Any]:
        return {"a": ["b", "c"], "b": ["nobody"], "c": []}[variable]


def test_a_neighbour_that_is_no_variable_is_named() -> None:
    model = Lonely()
    model.require(AllDifferent(model.variables("a b c", range(3))))
    for kernel in ("loop", "python", "native"):
        with pytest.raises(clew.ProblemError, match=r"neighbours\('b'\) names 'nobody'"):
            clew.count(model, variable_order="degree", kernel=kernel)


def test_the_last_value_first_turns_the_order_round() -> None:
    for kernel in ("loop", "python", "native"):
        options: dict[str, Any] = {"value_order": "reverse", "variable_order": "static", "kernel": kernel}
        found = [list(s.values()) for s in clew.solutions(Queens(6), **options)]
        assert found == sorted(found, reverse=True)
        assert len(found) == 4  # OEIS A000170


def bound(state: Any) -> int:
    """No solution is larger."""
    return sum(max(state.domain(variable)) for variable in state.lanes.variables)


class Choosy(clew.Model):
    """A model that chooses the next variable itself: the last one."""

    def choose_variable(self, state: Any) -> Any:
        return max(state.open, default=None)


class Judging(clew.Model):
    """A model that judges decisions itself, besides what it declares."""

    def is_consistent(self, state: Any, variable: Any, value: Any) -> bool:
        return True


@pytest.mark.parametrize(
    ("kind", "strategy", "options", "reason"),
    [
        (
            clew.Model,
            clew.All(),
            {"value_order": "random", "variable_order": "mrv"},
            "the value order 'random' is drawn in Python",
        ),
        (clew.Model, clew.All(), {"variable_order": "random"}, "the variable order 'random' is drawn in Python"),
        (clew.Model, clew.All(), {"value_order": lambda state, variable, values: values}, "the value order is a func"),
        (clew.Model, clew.All(), {"variable_order": lambda state: state.first_open()}, "the variable order is a func"),
        (Choosy, clew.All(), {}, "the problem's own choose_variable is Python"),
        (Judging, clew.All(), {"inference": "forward"}, "the problem's own is_consistent is Python"),
        (clew.Model, clew.All(), {"observers": [lambda event: None]}, "the search is watched"),
        (clew.Model, clew.All(), {"inference": "check"}, "inference 'check' looks at assigned variables alone"),
        (clew.Model, clew.Best(total, bound=bound), {}, "a bound is asked in Python"),
    ],
)
def test_what_stays_in_the_loop_says_why(
    kind: type[clew.Model], strategy: clew.Strategy[Any], options: dict[str, Any], reason: str
) -> None:
    model = kind()
    model.require(AllDifferent(model.variables("a b c", range(3))))
    for kernel in ("auto", "native"):
        statistics = clew.solve(model, strategy, kernel=kernel, **options).statistics
        assert statistics.kernel == "loop"
        assert statistics.kernel_reason.startswith(reason)


def test_a_problem_that_chooses_its_variables_is_walked_so_whatever_its_constraints() -> None:
    model = Choosy()
    model.require(AllDifferent(model.variables("a b c", range(3))))
    found = [tuple(s.values())[::-1] for s in clew.solutions(model)]
    assert found == sorted(found)
    assert len(found) == 6


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="this is the run that it starts")
def test_the_lines_themselves_are_right_without_the_compiler() -> None:
    """The same tests on fewer models."""
    files = [str(Path(__file__).with_name(f"test_native_{name}.py")) for name in ("combinations", "checks")]
    done = started("-m", "pytest", "-n0", "-p", "no:cacheprovider", *files, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stdout

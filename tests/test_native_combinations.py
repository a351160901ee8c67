"""Every combination of ordering, value order, inference, strategy and limit is the same search in every kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent
from clew.kernels import python
from clew_problems import Queens
from tests.random_models import covers, models
from tests.test_native_walk import Soon, asked, mixed, total

LEVELS = st.sampled_from(["forward", "unit", "arc"])
STRATEGIES = st.sampled_from(
    [clew.All(), clew.Count(), clew.First(), clew.Unique(), clew.AtMost(3), clew.Sample(2), clew.Best(total)]
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
        options["limits"] = clew.Limits(**{kind: draw(st.integers(1, 8))})
    return options


def same_everywhere(problem: clew.Problem[Any, Any], strategy: clew.Strategy[Any], options: dict[str, Any]) -> None:
    """The loop, the tight kernel and the native one enter the same nodes."""
    loop = asked(problem, strategy, kernel="loop", **options)
    assert asked(problem, strategy, kernel="python", **options) == loop
    assert asked(problem, strategy, kernel="native", **options) == loop


@given(st.one_of(models(), covers()), STRATEGIES, choices())
@settings(deadline=None)
def test_every_combination(model: clew.Model, strategy: clew.Strategy[Any], options: dict[str, Any]) -> None:
    same_everywhere(model, strategy, options)


@given(st.one_of(models(), covers()), STRATEGIES, choices(), st.integers(0, 8), st.sampled_from([1, 3]))
@settings(deadline=None)
def test_moving_in_the_middle(
    model: clew.Model, strategy: clew.Strategy[Any], options: dict[str, Any], looks: int, every: int
) -> None:
    stayed = asked(model, strategy, kernel="loop", **options)
    with (
        mock.patch.object(python, "LOOKS", every),
        mock.patch("clew.plan.Mover", lambda purpose, at_once: Soon(purpose, looks)),
    ):
        assert asked(model, strategy, kernel="native", **options) == stayed


@given(mixed(), st.sampled_from([clew.Count(), clew.First(), clew.AtMost(5)]), choices())
@settings(deadline=None, max_examples=60)
def test_lanes_of_every_width(model: clew.Model, strategy: clew.Strategy[Any], options: dict[str, Any]) -> None:
    same_everywhere(model, strategy, {"limits": clew.Limits(nodes=2000)} | options)


@given(models(), LEVELS, st.sampled_from([clew.First(), clew.Unique(), clew.Best(total)]))
@settings(deadline=None)
def test_learning_with_the_last_value_first(model: clew.Model, level: str, strategy: clew.Strategy[Any]) -> None:
    same_everywhere(model, strategy, {"inference": level, "variable_order": "wdeg", "value_order": "reverse"})


@given(models(), st.sampled_from(["static", "mrv", "degree"]), st.sampled_from([clew.All(), clew.Sample(3)]))
@settings(deadline=None)
def test_parts_are_listed_with_the_last_value_first(
    model: clew.Model, order: str, strategy: clew.Strategy[Any]
) -> None:
    """In the order of declaration that is the order of the walk; in any other, as many and the same."""
    options: dict[str, Any] = {"variable_order": order, "value_order": "reverse", "inference": "unit"}
    walked, listed = (clew.solve(model, strategy, kernel=kernel, **options) for kernel in ("loop", "auto"))
    shown = [[list(s.items()) for s in outcome.result] for outcome in (walked, listed)]
    assert (shown[0] == shown[1]) if order == "static" else (sorted(map(repr, shown[0])) == sorted(map(repr, shown[1])))
    assert clew.count(model, **options) == len(list(clew.solutions(model, **options)))


@given(models(), st.lists(st.dictionaries(st.sampled_from("vw"), st.integers(-1, 3)), max_size=4))
@settings(deadline=None)
def test_many_instances_with_the_last_value_first(model: clew.Model, givens: list[dict[str, int]]) -> None:
    domains = model.domains()
    some = [{v: w for v, w in given.items() if w in domains.get(v, ())} for given in givens]
    options: dict[str, Any] = {"value_order": "reverse", "variable_order": "degree"}
    assert list(clew.first_each(model, some, **options)) == [clew.first(model, given=g, **options) for g in some]


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


def test_the_lines_themselves_are_right_without_the_compiler() -> None:
    code = (
        "import clew, clew_problems as p; o = dict(kernel='native', value_order='reverse', variable_order='degree');"
        "print([list(s.values()) for s in clew.solve(p.Queens(6), clew.All(), inference='forward', **o).result][0],"
        " len(clew.solve(clew.load('takuzu', '4'), clew.All(), **o).result),"
        " clew.solve(clew.load('takuzu', '4'), clew.All(), **o).statistics.kernel)"
    )
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=env, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("[4, 2, 0, 5, 3, 1] 72 native\n", 0), done.stderr

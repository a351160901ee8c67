"""The native kernel enters the nodes of the tight one in Python, whatever the model, the ordering and the question."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import count as counter
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Predicate, Sum
from clew.kernels import choose, native, native_help, native_layout, native_search, python
from tests.random_models import Modular, covers, models

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def total(solution: clew.Solution[Any, Any]) -> int:
    return sum(solution.values())


LEVELS = st.sampled_from(["forward", "unit", "arc"])
ORDERS = st.sampled_from(["static", "mrv"])
STRATEGIES = st.sampled_from(
    [clew.All(), clew.Count(), clew.First(), clew.Unique(), clew.AtMost(3), clew.Sample(2), clew.Best(total)]
)


def asked(problem: clew.Problem[Any, Any], strategy: clew.Strategy[Any], **options: Any) -> tuple[Any, ...]:
    """Everything about a search that must not depend on what runs it."""
    outcome = clew.solve(problem, strategy, **options)
    result = outcome.result
    if isinstance(result, clew.Uniqueness):
        result = result.solutions
    shown = [list(s.items()) for s in result] if isinstance(result, list | tuple) else result and repr(result)
    statistics = attrs.evolve(outcome.statistics, seconds=0, kernel="", kernel_reason="")
    return shown, outcome.status, outcome.exhausted, statistics


def started(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What became of a Python of its own."""
    env = {**os.environ, **environment}
    return subprocess.run([sys.executable, *arguments], env=env, capture_output=True, text=True, check=False)


class Soon(choose.Mover):
    """Moves after so many looks, instead of after a while."""

    def __init__(self, purpose: choose.Purpose, looks: int) -> None:
        super().__init__(purpose)
        self.waits = True
        self.looks = counter(looks, -1)

    @property
    def native(self) -> Any:
        if next(self.looks) > 0:
            return None
        return native if self.purpose == "flat" else native_search


def same(problem: clew.Problem[Any, Any], strategy: clew.Strategy[Any], **options: Any) -> None:
    assert asked(problem, strategy, kernel="native", **options) == asked(problem, strategy, kernel="python", **options)


@given(models(), STRATEGIES, LEVELS, ORDERS)
@settings(deadline=None)
def test_the_same_as_in_python(model: clew.Model, strategy: clew.Strategy[Any], level: str, order: str) -> None:
    same(model, strategy, inference=level, variable_order=order)


@given(covers(), STRATEGIES, LEVELS, ORDERS)
@settings(deadline=None)
def test_exact_covers(model: clew.Model, strategy: clew.Strategy[Any], level: str, order: str) -> None:
    same(model, strategy, inference=level, variable_order=order)


@given(models(), LEVELS, st.sampled_from([clew.First(), clew.Unique(), clew.Best(total)]))
@settings(deadline=None)
def test_an_ordering_that_learns(model: clew.Model, level: str, strategy: clew.Strategy[Any]) -> None:
    same(model, strategy, inference=level, variable_order="wdeg")


@given(models(), STRATEGIES, LEVELS, ORDERS, st.integers(1, 8), st.sampled_from(["nodes", "solutions"]))
@settings(deadline=None)
def test_limits(model: clew.Model, strategy: clew.Strategy[Any], level: str, order: str, limit: int, kind: str) -> None:
    same(model, strategy, inference=level, variable_order=order, limits=clew.Limits(**{kind: limit}))


@st.composite
def mixed(draw: st.DrawFn) -> clew.Model:
    """Models with lanes of every width: narrow ones, such as fill a word, and such as need words of their own."""
    model = clew.Model()
    names = [f"v{k}" for k in range(draw(st.integers(2, 5)))]
    widest = draw(st.permutations([63, 64, 65, 130, 3, 2, 4, 3]))
    for name, size in zip(names, widest, strict=False):
        model.variable(name, range(size))
    for _ in range(draw(st.integers(1, 4))):
        some = draw(st.lists(st.sampled_from(names), min_size=2, max_size=3, unique=True))
        step = draw(st.integers(1, 3))
        model.require(
            draw(
                st.sampled_from(
                    [
                        AllDifferent(some),
                        AllDifferent(some, offsets=range(0, step * len(some), step)),
                        Predicate(lambda a, b, step=step: (a + b) % 31 == step, some[:2]),
                    ]
                )
            )
        )
    return model


@given(mixed(), st.sampled_from([clew.Count(), clew.First(), clew.Unique(), clew.AtMost(5)]), LEVELS, ORDERS)
@settings(deadline=None, max_examples=60)
def test_lanes_of_every_width(model: clew.Model, strategy: clew.Strategy[Any], level: str, order: str) -> None:
    same(model, strategy, inference=level, variable_order=order, limits=clew.Limits(nodes=3000))


@given(st.integers(4, 9), STRATEGIES, LEVELS, ORDERS, st.booleans())
@settings(deadline=None, max_examples=30)
def test_groups_instead_of_masks(n: int, strategy: clew.Strategy[Any], level: str, order: str, dual: bool) -> None:
    size = n + 64 * dual
    model = clew.Model()
    names = model.variables([f"q{k}" for k in range(n)], range(size))
    model.require(AllDifferent(names), AllDifferent(names, offsets=range(n)))
    model.require(AllDifferent(names[1:], offsets=range(0, 1 - n, -1)))
    with mock.patch.object(native_layout, "FEW_BYTES", 0):
        same(model, strategy, inference=level, variable_order=order, limits=clew.Limits(nodes=2000))


@given(models(), STRATEGIES, LEVELS, ORDERS, st.integers(0, 8), st.sampled_from([1, 3]))
@settings(deadline=None)
def test_moving_loses_no_node_and_repeats_none(
    model: clew.Model, strategy: clew.Strategy[Any], level: str, order: str, looks: int, every: int
) -> None:
    options = {"inference": level, "variable_order": order}
    stayed = asked(model, strategy, kernel="python", **options)
    with (
        mock.patch.object(python, "LOOKS", every),
        mock.patch("clew.running.Mover", lambda purpose, at_once: Soon(purpose, looks)),
    ):
        assert asked(model, strategy, kernel="native", **options) == stayed


@given(st.integers(6, 11), st.integers(0, 40), st.integers(0, 3))
@settings(deadline=None, max_examples=30)
def test_restarts_move_too(n: int, looks: int, seed: int) -> None:
    """Latin squares with some holes: the first solution needs a few runs."""
    draw = random.Random(seed)
    model = clew.Model()
    cells = {(r, c): model.variable(f"{r},{c}", range(n)) for r in range(n) for c in range(n)}
    for k in range(n):
        model.require(AllDifferent([cells[k, c] for c in range(n)]), AllDifferent([cells[r, k] for r in range(n)]))
    for _ in range(n * n // 3):
        r, c = draw.randrange(n), draw.randrange(n)
        model.fix(cells[r, c], (r * 2 + c * (1 + n % 2) + draw.randrange(2)) % n)
    with mock.patch("clew.running.Plan.why_not", "to stay"):
        stayed = asked(model, clew.First())
    with (
        mock.patch.object(python, "LOOKS", 1),
        mock.patch("clew.running.Mover", lambda purpose, at_once: Soon(purpose, looks)),
    ):
        assert asked(model, clew.First()) == stayed


@given(models(), st.integers(0, 8), st.sampled_from([1, 3]), st.sampled_from([1, 5, 5000]))
@settings(deadline=None)
def test_help_with_counting(model: clew.Model, looks: int, every: int, tries: int) -> None:
    number = len(clew.solve(model, clew.All(), kernel="python").result)
    with (
        mock.patch.object(native_help, "LOOKS", every),
        mock.patch.object(native_help, "TRIES", tries),
        mock.patch("clew.running.Mover", lambda purpose, at_once: Soon(purpose, looks)),
    ):
        assert clew.count(model) == number


def latin(n: int) -> clew.Model:
    model = clew.Model()
    cells = [[model.variable(f"{r},{c}", range(n)) for c in range(n)] for r in range(n)]
    for line in (*cells, *zip(*cells, strict=True)):
        model.require(AllDifferent(line))
    return model


@pytest.mark.usefixtures("without_engine")
def test_small_subproblems_are_counted_natively() -> None:
    with mock.patch("clew.running.Mover", lambda purpose, at_once: Soon(purpose, 0)):
        outcome = clew.solve(latin(5), clew.Count())
    assert (outcome.result, outcome.statistics.kernel) == (161280, "native")  # OEIS A002860


def test_what_only_python_can_run_says_why() -> None:
    model = clew.Model()
    model.variables("a b c d e f g h i j k l", range(3))
    model.require(Modular("abcdefghijkl"), Sum("abcdefghijkl", "==", 2))
    outcome = clew.solve(model, clew.All(), kernel="native")
    assert outcome.result == clew.solve(model, clew.All(), kernel="python").result
    assert outcome.statistics.kernel == "python"
    assert outcome.statistics.kernel_reason.endswith(": its propagate is code of its own")


@given(mixed(), st.lists(st.dictionaries(st.sampled_from(["v0", "v1"]), st.integers(0, 1)), max_size=5))
@settings(deadline=None, max_examples=40)
def test_many_instances(model: clew.Model, givens: list[dict[str, int]]) -> None:
    some = list(clew.check_each(model, givens, kernel="native"))
    assert some == list(clew.check_each(model, givens, kernel="python"))
    assert [verdict.answer for verdict in some] == [clew.check(model, given=given).answer for given in givens]


def test_the_lines_themselves_are_right_without_the_compiler() -> None:
    code = (
        "import clew, clew_problems as p; o = dict(kernel='native');"
        "print(len(clew.solve(p.Queens(6), clew.All(), **o).result), clew.first(p.Queens(66), **o) is not None,"
        " len(clew.solve(clew.load('takuzu', '4'), clew.All(), inference='arc', **o).result),"
        f" clew.check(clew.load('sudoku', '{HARD}'), **o).answer)"
    )
    done = started("-W", "error", "-c", code, NUMBA_DISABLE_JIT="1")
    assert (done.stdout, done.returncode) == ("4 True 72 unique\n", 0), done.stderr

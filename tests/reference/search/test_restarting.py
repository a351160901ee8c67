"""The first few solutions: one is looked for with restarts, whatever then becomes of a second one or of the proof."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Equal, NotEqual, Or, Sum, Var
from clew.core import Engine
from clew.formats import to_json
from clew.planning import engine_method
from clew.reference.search import restarts
from clew.state import thresholds
from clew.tools.cli import main
from tests.constraints.test_shortcuts import tangled
from tests.examples import THOROUGH
from tests.random_models import brute_force, models

# The solution of a kakuro with 107 white cells, drawn at random; the sums of its runs are its clues.
KAKURO = """
##############
#32###########
#63#83#####746
###932###75138
##6124#98435##
##179#86597###
###27#12#2419#
###45#985##78#
#123###57346##
#4362###127489
#2956#718#9571
#3185#326#329#
#97#74183#2316
####9246##5924
"""


def kakuro(text: str) -> clew.Model:
    """The puzzle whose runs have the sums of a filled grid: it has that solution, and maybe others."""
    rows = text.split()
    digits = {(r, c): int(digit) for r, row in enumerate(rows) for c, digit in enumerate(row) if digit != "#"}
    model = clew.Model("kakuro")
    for cell in digits:
        model.variable(cell, range(1, 10))
    lines = [[(r, c) for c in range(14)] for r in range(14)] + [[(r, c) for r in range(14)] for c in range(14)]
    for line in lines:
        run: list[tuple[int, int]] = []
        for cell in [*line, (-1, -1)]:
            if cell in digits:
                run.append(cell)
            elif run:
                model.require(AllDifferent(run), Sum(run, "==", sum(digits[cell] for cell in run)))
                run = []
    return model


FEW = clew.Limits(nodes=3000)


@pytest.mark.parametrize("observers", [(), (lambda event: None,)])
def test_a_large_kakuro_has_two_solutions_within_a_few_nodes(observers: Any) -> None:
    puzzle = kakuro(KAKURO)
    # The ordering alone finds none of them in so many nodes.
    assert clew.solve(puzzle, clew.Unique(), limits=FEW, variable_order="mrv").result.solutions == ()
    verdict = clew.check(puzzle, limits=FEW, observers=observers)
    assert verdict.answer == "several"
    one, other = verdict.solutions
    assert one != other
    assert not clew.violations(puzzle, one)
    assert not clew.violations(puzzle, other)


@pytest.mark.parametrize(
    ("strategy", "wanted"),
    [(clew.AtMost(3), None), (clew.All(), 3), (clew.AtMost(2), 1)],
)
@pytest.mark.parametrize("has_engine", [True, False])
def test_so_has_a_search_for_a_few_solutions(
    strategy: clew.Strategy[Any], wanted: int | None, has_engine: bool, request: pytest.FixtureRequest
) -> None:
    if not has_engine:
        request.getfixturevalue("without_engine")
    with mock.patch.object(engine_method, "COMPILING", 0):  # otherwise they are found before the first stronger run
        outcome = clew.solve(kakuro(KAKURO), strategy, limits=clew.Limits(nodes=20_000, solutions=wanted))
    number = wanted or 3
    assert outcome.status is (clew.Status.SOLUTION_LIMIT if wanted else clew.Status.COMPLETE)
    assert len({solution.row() for solution in outcome.result}) == len(outcome.result) == number
    assert outcome.statistics.solutions == number
    assert outcome.statistics.nodes <= 20_000
    assert outcome.statistics.inference == ("unit, arc" if has_engine else "unit")


def test_a_witness_is_kept_when_a_limit_strikes() -> None:
    puzzle = kakuro(KAKURO)
    first = clew.solve(puzzle, clew.First()).statistics.nodes
    verdict = clew.solve(puzzle, clew.Unique(), limits=clew.Limits(nodes=first)).result
    assert verdict.answer == "undecided"
    assert len(verdict.solutions) == 1


def test_the_command_finds_them_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kakuro.json"
    file.write_text(to_json(kakuro(KAKURO)), encoding="utf-8")
    assert main(["solve", str(file), "--limit", "2", "--node-limit", "20000"]) == 0
    assert capsys.readouterr().out.endswith("\n2 solutions\n")
    assert main(["check", str(file), "--node-limit", "20000"]) == 4
    assert capsys.readouterr().out.startswith("several\n")


@contextmanager
def impatient(patience: int = 5, *, has_engine: bool = True) -> Iterator[None]:
    """Meanwhile searches restart after a dead end or two."""
    with ExitStack() as patches:
        for name, value in (("FIRST_CUTOFF", 1), ("GROWTH", 1.1)):
            patches.enter_context(mock.patch.object(restarts, name, value))
            patches.enter_context(mock.patch(f"clew.core.walk.{name}", value))
        for module in ("clew.reference.search.restarts", "clew.core.walk"):
            patches.enter_context(mock.patch(f"{module}.PROOF", 2))
        patches.enter_context(mock.patch("clew.planning.deriving.FRUITLESS_VALUES", patience))
        for name, value in (("SLICE", 1), ("FRUITLESS_WORK", 10 * patience)):  # if there is an engine
            patches.enter_context(mock.patch(f"clew.core.walk.{name}", value))
        if not has_engine:
            absent = Engine(available=False, reason="a test takes it away")
            patches.enter_context(mock.patch("clew.core.engine", return_value=absent))
        yield


@settings(max_examples=500 if THOROUGH else 60)
@given(st.one_of(tangled(), models()), st.integers(1, 4), st.sampled_from((1, 2, 5)), st.booleans(), st.booleans())
def test_restarts_neither_lose_nor_repeat_solutions(
    model: clew.Model, wanted: int, patience: int, watched: bool, has_engine: bool
) -> None:
    expected = {tuple(solution.values()) for solution in map(dict, brute_force(model))}
    options: dict[str, Any] = {"observers": [lambda event: None]} if watched else {}
    limits = clew.Limits(nodes=50_000)
    with impatient(patience, has_engine=has_engine):
        few = clew.solve(model, clew.AtMost(wanted), limits=limits, **options)
        verdict = clew.solve(model, clew.Unique(), limits=limits, **options).result
    assert few.is_complete
    found = {solution.row() for solution in few.result}
    assert found <= expected
    assert len(found) == len(few.result) == few.statistics.solutions == min(wanted, len(expected))
    assert verdict.answer == {0: "none", 1: "unique"}.get(len(expected), "several")
    assert len({solution.row() for solution in verdict.solutions} & expected) == min(2, len(expected))


@pytest.mark.parametrize("has_engine", [True, False])
def test_however_many_solutions_are_wanted_the_way_is_the_same(*, has_engine: bool) -> None:
    model = clew.Model("three differences")
    numbers = model.variables(range(6), range(6))
    model.require(AllDifferent(numbers), *(abs(one - other) != 1 for one, other in pairwise(numbers)))
    ways: dict[type, set[tuple[int, int]]] = {clew.AtMost: set(), clew.All: set()}
    with impatient(has_engine=has_engine):
        for wanted in (999, 1000, 1001, 10**6):
            limits = clew.Limits(solutions=wanted)
            for strategy, own in ((clew.AtMost(wanted), None), (clew.All(), limits)):
                outcome = clew.solve(model, strategy, limits=own)
                assert len(outcome.result) == len({solution.row() for solution in outcome.result}) == 90
                ways[type(strategy)].add((outcome.statistics.nodes, outcome.statistics.failures))
    assert [len(way) for way in ways.values()] == [1, 1]


@settings(max_examples=300 if THOROUGH else 40)
@given(st.one_of(tangled(), models()), st.sampled_from((clew.First(), clew.Unique())))
def test_who_watches_sees_the_nodes_of_the_kernel_in_every_run(model: clew.Model, strategy: clew.Strategy[Any]) -> None:
    with impatient(has_engine=False):
        limits = clew.Limits(nodes=50_000)
        alone = clew.solve(model, strategy, limits=limits)
        watched = clew.solve(model, strategy, limits=limits, observers=[lambda event: None])
    assert watched.result == alone.result
    assert watched.statistics.nodes_per_level == alone.statistics.nodes_per_level
    assert watched.statistics.failures == alone.statistics.failures
    assert watched.statistics.inference == alone.statistics.inference


@pytest.mark.parametrize("options", [{}, {"variable_order": "wdeg"}], ids=["plain", "wdeg"])
@pytest.mark.parametrize("order", ["domain", "reverse"])
def test_restarts_in_python_try_values_in_the_order_that_was_named(order: Any, options: Any) -> None:
    model = clew.Model()
    x, y = model.variable("x", range(3)), model.variable("y", range(3))
    model.require(x + y >= 1)
    watched = clew.first(model, value_order=order, observers=[lambda event: None], **options)
    assert watched == clew.first(model, value_order=order, **options)


def pigeons(number: int, *, is_split: bool = False) -> clew.Model:
    """One hole too few, told pair by pair; if split, below a variable of two values, one of them refuted at once."""
    model = clew.Model("pigeons")
    model.variable("z", range(2 if is_split else 1))
    for k in range(number):
        model.variable(k, range(number - 1))
    model.require(*[NotEqual(one, other) for one, other in combinations(range(number), 2)])
    model.require(Or(Var("z") == is_split, Equal(0, 1)))
    return model


@pytest.mark.parametrize("is_split", [False, True])
@pytest.mark.parametrize("number", [6, 7, 8])
def test_a_run_that_seems_to_end_soon_is_not_given_up(number: int, *, is_split: bool) -> None:
    """The last run meets more dead ends than its cutoff; a run that has one half behind it at once is given up."""
    outcome = clew.solve(
        pigeons(number, is_split=is_split), clew.First(), inference="unit", learning="none", variable_order="wdeg"
    )
    runs, cutoff, before = outcome.statistics.nodes_per_level[0], float(thresholds.FIRST_CUTOFF), 0
    for _ in range(runs - 1):
        before, cutoff = before + int(cutoff), cutoff * thresholds.GROWTH
    assert outcome.exhausted
    assert outcome.result is None
    assert outcome.statistics.failures - before > cutoff
    assert runs >= number - 3

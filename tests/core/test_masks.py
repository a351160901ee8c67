"""Permutations and conflicts pruned together: the nodes of the reference, and what brute force finds."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from operator import ne
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Predicate, Sum, Var
from clew.core import engine
from clew_problems import Sudoku
from tests.examples import THOROUGH, examples

pytestmark = pytest.mark.skipif(not engine().available, reason="there is no engine here")

PLATINUM = ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."  # coloin
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."  # Inkala


@st.composite
def squares(draw: st.DrawFn) -> tuple[clew.Model, int]:
    """Some cells of a square, permutations of its values in whole rows and columns, and other constraints."""
    n = draw(st.integers(3, 4))
    is_square = draw(st.booleans())
    most = n if is_square or THOROUGH else 3  # four rows of no common columns have very many solutions together
    rows = draw(st.integers(1, most))
    model = clew.Model()
    cells = [(r, c) for r in range(rows) for c in range(n)]
    model.variables(cells, range(n))
    checks: list[tuple[tuple[Any, ...], Any]] = []
    for row in range(rows):
        model.require(AllDifferent([(row, c) for c in range(n)]))
    for column in range(n) if is_square else ():
        model.require(AllDifferent([(r, column) for r in range(rows)]))
        checks += [(pair, ne) for pair in combinations([(r, column) for r in range(rows)], 2)]
    for cell in draw(st.lists(st.sampled_from(cells), max_size=3, unique=True)):
        kept = draw(st.sets(st.integers(0, n - 1), min_size=1))
        checks.append(((cell,), lambda value, kept=kept: value in kept))
        model.require(Predicate(checks[-1][1], (cell,)))
    for pair in draw(st.lists(st.lists(st.sampled_from(cells), min_size=2, max_size=2, unique=True), max_size=3)):
        good = draw(st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), min_size=1))
        checks.append((tuple(pair), lambda a, b, good=good: (a, b) in good))
        model.require(Predicate(checks[-1][1], tuple(pair)))
    for scope in draw(st.lists(st.lists(st.sampled_from(cells), min_size=2, max_size=3, unique=True), max_size=1)):
        bound = draw(st.integers(0, 2 * n))
        checks.append((tuple(scope), lambda *values, bound=bound: sum(values) <= bound))
        model.require(Sum(scope, "<=", bound))
    return model, number_of_squares(n, rows, checks)


def number_of_squares(n: int, rows: int, checks: list[tuple[tuple[Any, ...], Any]]) -> int:
    """By brute force, row by row: the checks that a row decides are made before the next row is tried."""
    decided = [[(scope, check) for scope, check in checks if max(scope)[0] == row] for row in range(rows)]

    def below(row: int, values: dict[Any, int]) -> int:
        if row == rows:
            return 1
        number = 0
        for line in permutations(range(n)):
            there = values | {(row, c): value for c, value in enumerate(line)}
            if all(check(*map(there.__getitem__, scope)) for scope, check in decided[row]):
                number += below(row + 1, there)
        return number

    return below(0, {})


@examples(150)
@given(squares(), st.sampled_from(["static", "mrv"]))
def test_the_nodes_of_the_reference(square: tuple[clew.Model, int], order: str) -> None:
    model, expected = square
    found = {}
    for kernel in ("compiled", "python"):
        outcome = clew.solve(model, clew.All(), kernel=kernel, inference="unit", variable_order=order)
        statistics = outcome.statistics
        found[kernel] = list(map(dict, outcome.result)), statistics.nodes_per_level, statistics.failures
    assert found["compiled"] == found["python"]
    assert len(found["compiled"][0]) == expected


@pytest.mark.parametrize("text", [PLATINUM, HARD])
def test_a_hard_sudoku_takes_the_nodes_of_the_reference(text: str) -> None:
    options: Any = {"inference": "unit", "variable_order": "mrv"}
    outcomes = [clew.solve(Sudoku.from_text(text), clew.Count(), kernel=k, **options) for k in ("compiled", "python")]
    ours, reference = [(one.result, one.statistics.nodes_per_level, one.statistics.failures) for one in outcomes]
    assert ours == reference
    assert ours[0] == 1


def test_a_variable_that_two_values_need_is_a_dead_end() -> None:
    # Of four variables that take four values each once, two values are left to one variable, and it has no others.
    model = clew.Model()
    model.variables(range(22), range(22))  # too many values for masks: the propagator alone
    model.require(AllDifferent(range(22)))
    for v in range(1, 22):
        model.require(Predicate(lambda value: value > 1, (v,)))
    model.require(Predicate(lambda value: value < 2, (0,)))
    outcome = clew.solve(model, clew.Count(), kernel="compiled", inference="unit", variable_order="static")
    assert (outcome.result, outcome.statistics.nodes) == (0, 0)


ROW = 96  # words of a row, as masks.pxi says


def apart(one: int, other: int) -> bool:
    return abs(one - other) >= 2


def rows_of(words: int, width: int, more: int) -> clew.Model:
    """A model whose lanes take so many words and, if `more` is positive, so many lanes of the next one."""
    lanes = words * (64 // (width + 1)) + more
    model = clew.Model()
    names = range(lanes - width)  # the values of the permutation have lanes, too
    model.variables(names, range(width))
    model.require(Predicate(apart, (k, k + 1)) for k in range(width, len(names) - 1))
    model.require(AllDifferent(range(width)), Predicate(apart, (0, width)))
    return model


@pytest.mark.parametrize("width", [4, 7, 9, 12, 16, 20])
@pytest.mark.parametrize(("words", "more"), [(ROW - 1, 0), (ROW, -1), (ROW, 0), (ROW, 1), (ROW + 1, 0), (ROW + 4, 1)])
def test_rows_of_as_many_words_as_may_be_and_of_more(width: int, words: int, more: int) -> None:
    found = {}
    for kernel in ("compiled", "python"):
        options: Any = {"inference": "unit", "variable_order": "static", "kernel": kernel}
        outcome = clew.solve(rows_of(words, width, more), clew.First(), **options)
        found[kernel] = dict(outcome.result or {}), outcome.statistics.nodes_per_level, outcome.statistics.failures
    assert found["compiled"] == found["python"]
    assert all(apart(found["compiled"][0][k], found["compiled"][0][k + 1]) for k in range(width, 6 * width))


@pytest.mark.parametrize("others", [3, 5, 16, 17, 18, 19, 20, 40])
def test_a_permutation_whose_values_have_about_as_many_places_as_a_lane_has_bits(others: int) -> None:
    # As many variables as targets, but most of them share their first twenty targets: there is no solution.
    model = clew.Model()
    offsets = [20 * k for k in range(1, others + 1)]
    number = 20 * (others + 1)
    model.variables(range(number), range(20))
    crowded = range(number - others)
    model.require(AllDifferent([Var(k) for k in crowded] + [Var(k + len(crowded)) + o for k, o in enumerate(offsets)]))
    options: Any = {"inference": "unit", "variable_order": "static", "limits": clew.Limits(nodes=40)}
    outcomes = [clew.solve(model, clew.First(), kernel=k, **options).statistics for k in ("compiled", "python")]
    assert outcomes[0].nodes_per_level == outcomes[1].nodes_per_level
    assert outcomes[0].failures == outcomes[1].failures


@pytest.mark.parametrize("cells", [271, 272, 273, 274, 275, 276, 288])
def test_distances_with_a_permutation_among_them_by_default(cells: int) -> None:
    # Three lanes of seventeen bits to a word: 275 cells and the sixteen values of the permutation take 97 of them.
    model = clew.Model()
    names = model.variables(range(cells), range(16))
    model.require([abs(one - other) >= 2 for one, other in pairwise(names)], AllDifferent(names[::17][:16]))
    found = clew.first(model)
    assert found is not None
    assert not clew.violations(model, found)
    assert len({found[17 * k] for k in range(16)}) == 16

"""Wide ranges in the engine: intervals, of which only the ends are kept."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Comparison, Constraint, Linear, Or, Predicate, Var
from clew.constraints.expressions import compare
from tests.random_models import RELATIONS, Shown, brute_force

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core import _engine
from clew.core.compiler import CannotCompileError, program_of
from clew.state.levels import FORWARD, UNIT
from tests.core.comparing import engine_runs
from tests.examples import examples

LARGE = range(10**9)


def first_of(domains: dict[Any, Any], constraints: Sequence[Constraint], last_first: bool = False) -> list[int]:
    """The first solution, as numbers."""
    compiled = program_of(domains, constraints, UNIT)
    search = _engine.Search(compiled.program, [], _engine.STATIC, last_first, False, -1)
    assert search.run(10**9, 1) == _engine.FOUND
    ((*values,),) = search.fetch(compiled.values)
    chosen = dict(zip(domains, values, strict=True))
    assert all(constraint.holds([chosen[v] for v in constraint.scope]) for constraint in constraints)
    return values


@st.composite
def products(draw: st.DrawFn, names: list[str]) -> Constraint:
    """A sum of products, or one of two inequalities, about some of three variables."""
    x, y, z = (Var(draw(st.sampled_from(names))) for _ in range(3))
    if draw(st.booleans()):
        some = x * y - z, x * x - y * z, x * y * z, x * x * x - 2 * y, x * x + y * y - z * z, x * x - y, x * x
        left = draw(st.sampled_from(some))
        try:
            return compare(left, draw(st.sampled_from(RELATIONS)), draw(st.integers(-30, 60)))
        except clew.ProblemError:  # x * y - y * x
            reject()
    distance = draw(st.integers(-9, 9))
    return Or(2 * x - y >= distance + 1, 3 * y - z <= 2, Linear([x.name], (3,), "<=", distance))


@st.composite
def models(draw: st.DrawFn, far: int = 0) -> clew.Model:
    names = list("wxyz"[: draw(st.integers(1, 4))])
    model = Shown()
    for name in names:
        low = draw(st.integers(-4, 4)) + draw(st.sampled_from((0, far)))
        model.variable(name, range(low, low + draw(st.integers(1, 6))))
    for _ in range(draw(st.integers(1, 4))):
        scope = draw(st.permutations(names))[: draw(st.integers(1, len(names)))]
        weights = draw(st.lists(st.integers(-3, 3), min_size=len(scope), max_size=len(scope)))
        bound = draw(st.integers(-6, 6)) + draw(st.sampled_from((0, sum(weights) * far)))
        model.require(Linear(scope, weights, draw(st.sampled_from(RELATIONS)), bound))
    if draw(st.booleans()):
        model.require(draw(products(names)))
    if len(names) > 2 and draw(st.booleans()):
        model.require(AllDifferent(names[1:]))  # of these, every value is kept
    if draw(st.integers(0, 3)) == 0:
        name = draw(st.sampled_from(names))
        model.fix(name, draw(st.sampled_from(model.domains()[name])))
    return model


def runs(model: clew.Model, last_first: bool) -> list[dict[Any, Any]]:
    domains = model.domains()
    compiled = program_of(domains, model.constraints(), UNIT)
    places = compiled.places
    left = {v: compiled.values[places[v]] for v in model.given()}
    given_places = [(places[v], left[v].index(w) if w in left[v] else -1) for v, w in model.given().items()]
    search = _engine.Search(compiled.program, given_places, _engine.STATIC, last_first, False, -1)
    found = []
    why = None
    while why != _engine.EXHAUSTED:
        why = search.run(10, -1)
        found += [dict(zip(domains, values, strict=True)) for values in search.fetch(compiled.values)]
    return found


@examples(600)
@given(models() | models(10**6), st.booleans(), st.sampled_from((1, 3, 2**11)))
def test_the_same_solutions_as_brute_force(model: clew.Model, last_first: bool, tight: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clew.core.compiler.WIDE", 2)
        patch.setattr("clew.core.compiler.TIGHT", tight)
        found = runs(model, last_first)
    expected = list(brute_force(model))
    assert found == (expected[::-1] if last_first else expected)


def test_sums_over_a_thousand_million_values() -> None:
    domains = {"x": LARGE, "y": LARGE, "z": LARGE}
    constraints = [Linear("yx", (1, -1), ">=", 3), Linear("xyz", (1, 1, -1), "==", -5)]
    assert first_of(domains, constraints) == [0, 3, 8]
    assert first_of(domains, constraints[1:], last_first=True) == [10**9 - 6, 0, 10**9 - 1]


def test_bounds_of_single_variables_and_a_sum_that_is_unequal() -> None:
    domains = {"x": range(-(10**9), 10**9), "y": range(7, 10**12), "z": range(5)}
    constraints: list[Constraint] = [
        Comparison("x", ">", 10**8),
        Linear("y", (3,), "<=", 100),
        Comparison("y", "!=", 7),
        Linear("xyz", (1, 1, 1), "!=", 10**8 + 9),
        Comparison("xy", "!="),
    ]
    assert first_of(domains, constraints) == [10**8 + 1, 8, 1]


def test_none_of_a_thousand_million_values() -> None:
    compiled = program_of({"x": LARGE, "y": LARGE}, [Comparison("x", "<", 0), Comparison("xy", "<=")], UNIT)
    search = _engine.Search(compiled.program, [], _engine.STATIC, False, False, -1)
    assert search.run(10**9, -1) == _engine.EXHAUSTED
    assert search.found == 0


@pytest.mark.parametrize("weight", [0, 1])
def test_a_product_with_a_variable_that_has_no_value_left(weight: int) -> None:
    w, x = Var("w"), Var("x")
    constraints: list[Constraint] = [Linear("x", (weight,), "!=", 0), compare(w * w - x, "==", 0)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clew.core.compiler.WIDE", 2)
        patch.setattr("clew.core.compiler.TIGHT", 3)
        program = program_of({"w": range(3), "x": range(1)}, constraints, UNIT).program
    search = _engine.Search(program, [], _engine.STATIC, False, False, -1)
    assert search.run(10**9, -1) == _engine.EXHAUSTED
    assert search.found == 0


@examples(200)
@given(models(), st.sampled_from((0, 2040, 4000, 5000, 2**31)), st.booleans(), st.data())
def test_bounds_are_tightened_before_values_get_bits(
    model: clew.Model, far: int, above: bool, data: st.DataObject
) -> None:
    """Of ranges that go on far beyond all solutions, with a constraint that asks for single values."""
    names = list(model.domains())
    wide = clew.Model()
    ranges = {name: range(min(own), max(own) + 1) for name, own in model.domains().items()}
    for name, own in ranges.items():
        wide.variable(name, range(own.start - far, own.stop + far * above))
        wide.require(Var(name) >= own.start, Var(name) < own.stop)
    rule = Predicate(lambda *values: sum(values) % 3 != 1, names)
    model.require(rule)
    wide.require([*model.constraints()])
    for name, value in model.given().items():
        wide.fix(name, value)
    expected = list(brute_force(model))
    for kernel in ("compiled", "auto"):
        assert clew.count(wide, kernel=kernel) == len(expected)
        found = clew.solve(wide, clew.All(), kernel=kernel, variable_order="static").result
        assert [dict(solution) for solution in found] == expected
    other = data.draw(st.sampled_from(names))
    if other not in model.given():
        wide.fix(other, ranges[other].start - far)
        assert clew.count(wide, kernel="compiled") == sum(one[other] == wide.given()[other] for one in expected)


def test_what_asks_for_single_values_keeps_them_all() -> None:
    """Then a range that is too wide is refused."""
    with pytest.raises(CannotCompileError, match="1000000000 values"):
        program_of({"x": LARGE, "y": LARGE}, [AllDifferent("xy")], UNIT)
    with pytest.raises(CannotCompileError, match="1000000000 values"):
        program_of({"x": LARGE, "y": LARGE}, [Comparison("xy", "<")], FORWARD)
    model = clew.Model()
    model.variable("x", range(5000))
    model.variable("y", range(5000))
    model.require(AllDifferent("xy"), Linear("xy", (1, 1), "<=", 2))
    assert [tuple(solution.values()) for solution in engine_runs(model)[0]] == [(0, 1), (0, 2), (1, 0), (2, 0)]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(100, 400), st.integers(100, 400), st.integers(1, 9), st.integers(-9, -1), st.integers(-50, 50),
    st.booleans(),
)  # fmt: skip
def test_halves_keep_the_order_of_solutions(
    width: int, height: int, weight: int, other: int, bound: int, last_first: bool
) -> None:
    model = Shown()
    model.variable("x", range(-30, width))
    model.variable("y", range(height))
    model.variable("z", range(3))
    model.require(Linear("xyz", (weight, other, 1), "==", bound), Linear("xz", (1, 1), ">=", 1))
    expected = [
        {"x": x, "y": y, "z": z}
        for x, y, z in product(range(-30, width), range(height), range(3))
        if weight * x + other * y + z == bound and x + z >= 1
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clew.core.compiler.WIDE", 2)
        assert runs(model, last_first) == (expected[::-1] if last_first else expected)


@settings(max_examples=60, deadline=None)
@given(st.integers(66, 200), st.integers(66, 200), st.integers(1, 4), st.integers(-300, 300), st.booleans())
def test_halves_of_products_keep_the_order_of_solutions(
    width: int, height: int, power: int, bound: int, last_first: bool
) -> None:
    model = Shown()
    x, y, z = model.variable("x", range(-30, width)), model.variable("y", range(height)), model.variable("z", range(3))
    model.require(x**power * z - x * y == bound, Or(x + y <= bound, x - 2 * y >= 7))
    expected = [
        {"x": a, "y": b, "z": c}
        for a, b, c in product(range(-30, width), range(height), range(3))
        if a**power * c - a * b == bound and (a + b <= bound or a - 2 * b >= 7)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clew.core.compiler.WIDE", 2)
        assert runs(model, last_first) == (expected[::-1] if last_first else expected)


@pytest.mark.parametrize("size", [2**12 - 1, 2**12, 2**12 + 1, 2**20 - 1, 2**20, 2**20 + 1, 2**31, 2**40])
def test_products_and_disjunctions_over_wide_ranges(size: int) -> None:
    model = clew.Model()
    a, b = model.variables("a b", range(1, 10))
    p = model.variable("p", range(size))
    model.require(a * b == p)
    assert clew.count(model) == 81
    model.require((p + a <= 9) | (p - 2 * b >= 60), p >= 7)
    right = sum((i * j + i <= 9 or i * j - 2 * j >= 60) and i * j >= 7 for i, j in product(range(1, 10), repeat=2))
    assert clew.count(model, kernel="compiled") == clew.count(model) == right > 0


@pytest.mark.parametrize("size", [255, 256, 257, 2047, 2048, 2049, 2**12, 2**12 + 1, 10**6])
def test_squares_over_wide_ranges_are_counted(size: int) -> None:
    """Masks would take the width squared."""
    model = clew.Model()
    x, y = model.variables("x y", range(1, size + 1))
    model.require(x * x == y)
    assert clew.count(model) == math.isqrt(size)
    assert [s["x"] for s in clew.solutions(model)] == [*range(1, math.isqrt(size) + 1)]


def test_halves_refute_a_wide_interval() -> None:
    """Two equal numbers have no odd sum; value by value, that would take as many dead ends as there are values."""
    domains = {"x": range(10**6), "y": range(10**6)}
    constraints = [Linear("xy", (1, -1), "==", 0), Linear("xy", (1, 1), "==", 10**6 + 1)]
    compiled = program_of(domains, constraints, UNIT)
    search = _engine.Search(compiled.program, [], _engine.STATIC, False, False, -1)
    assert search.run(10**7, -1) == _engine.EXHAUSTED
    assert search.found == 0
    assert search.failures < 100


def test_a_long_fixpoint_is_left_and_taken_up_again() -> None:
    """Each of two numbers is to be smaller than the other: their ends move one by one, at the root."""
    width = 20_000
    with mock.patch("clew.core.compiler.TIGHTENING", 0):  # otherwise they meet before the search begins
        domains = {"x": range(width), "y": range(width)}
        compiled = program_of(domains, [Comparison("xy", "<"), Comparison("yx", "<")], UNIT)
    search = _engine.Search(compiled.program, [], _engine.STATIC, False, False, -1)
    pauses = 0
    while search.run(100, -1) == _engine.PAUSED:
        pauses += 1
        assert search.work <= 100 * pauses + 10
    assert pauses > width // 1000
    assert (search.found, search.failures, search.nodes_per_level) == (0, 1, [0])


def test_a_time_limit_holds_within_a_fixpoint() -> None:
    model = clew.Model()
    x, y, z = model.variable("x", LARGE), model.variable("y", LARGE), model.variable("z", range(3))
    model.require(x + z < y, y < x + z)  # the ends creep towards each other, one by one
    model.fix(z, 0)
    outcome = clew.solve(model, clew.First(), limits=clew.Limits(time=0.05), kernel="compiled")
    assert outcome.status is clew.Status.TIME_LIMIT


@pytest.mark.parametrize("order", ["static", "mrv", "degree"])
@pytest.mark.parametrize("size", [4096, 4097, 10_000])
def test_subtrees_of_intervals_are_disjoint(size: int, order: str) -> None:
    """Twelve solutions, by construction: a subtree that decides on an interval has that value alone."""
    model = clew.Model()
    x, y = model.variables("x y", range(size))
    z = model.variable("z", range(3))
    model.require(x - y == size - 10 - z, x >= size - 3 - z)
    right = {(a, a - size + 10 + c, c) for c in range(3) for a in range(size - 3 - c, size)}
    options: Any = {"inference": "unit", "variable_order": order, "cutting": clew.Cutting(first=0, subtrees=4)}
    with ThreadPoolExecutor(2) as pool:
        for kernel in ("compiled", "auto"):
            found = clew.solve(model, clew.All(), kernel=kernel, executor=pool, **options).result
            assert sorted(solution.row() for solution in found) == sorted(right)
            assert clew.count(model, kernel=kernel, executor=pool, **options) == len(right) == 12


def test_another_thread_reads_the_nodes_while_a_search_deepens() -> None:
    domains: dict[Any, Any] = {name: range(10**15) for name in "abcdef"}
    compiled = program_of(domains, [Linear(list("abcdef"), (1,) * 6, ">=", 7)], UNIT)
    read: list[int] = []
    is_over = threading.Event()

    def look() -> None:
        while not is_over.is_set():
            for search in searches:
                levels = search.nodes_per_level
                assert all(number >= 0 for number in levels)
                read.append(len(levels))

    for _ in range(30):
        searches = [_engine.Search(compiled.program, [], _engine.STATIC, False, False, -1) for _ in range(4)]
        is_over.clear()
        reader = threading.Thread(target=look)
        reader.start()
        for search in searches:
            assert search.run(2 * 10**5, 200) == _engine.FOUND
            search.fetch(compiled.values)
        is_over.set()
        reader.join()
        assert all(len(search.nodes_per_level) == 7 for search in searches)  # and about fifty halves above each
    assert read


@pytest.mark.parametrize("order", ["static", "mrv", "wdeg"])
def test_ranges_with_more_values_than_a_size_can_say_are_branched_on(order: str) -> None:
    """The smallest of domains that all count as having 2**31 - 2 values is one of them."""
    model = clew.Model()
    x, y = model.variable("x", range(2**33)), model.variable("y", range(2**33))
    model.require([x >= 5, x <= y])
    found = clew.solve(model, clew.AtMost(3), variable_order=order, kernel="compiled").result
    assert [dict(solution) for solution in found] == [{"x": 5, "y": y} for y in (5, 6, 7)]

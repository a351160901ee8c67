"""Inference `arc` in the engine: matchings, and supports in what two values rule out together."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Comparison, Linear, Table
from tests.random_models import Shown, brute_force, covers
from tests.random_models import models as any_models

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core.compiler import CannotCompileError, program_of
from clew.state.levels import ARC
from tests.core.comparing import agree, all_agree, engine_runs
from tests.core.test_distinct_mapped import models as distinct_models
from tests.examples import examples


@st.composite
def alone(draw: st.DrawFn) -> clew.Model:
    """A model of one constraint: some variables take different values, or different images of their values."""
    names = list("uvwxyz"[: draw(st.integers(3, 6))])
    values = st.sampled_from((0, 1, 2, 64, 65, 129) if draw(st.booleans()) else range(6))
    model = Shown()
    for name in names:
        model.variable(name, draw(st.lists(values, min_size=1, max_size=4, unique=True)))
    modulus = draw(st.integers(3, 6))
    kind = draw(st.sampled_from(("plain", "offsets", "mapping", "except")))
    if kind == "offsets":
        offsets = draw(st.lists(st.integers(-2, 2), min_size=len(names), max_size=len(names)))
        model.require(AllDifferent(names, offsets=offsets))
    elif kind == "mapping":
        model.require(AllDifferent(names, mapping=lambda name, value: value % modulus))
    elif kind == "except":
        model.require(AllDifferent(names, exceptions=draw(st.sets(values, max_size=2))))
    else:
        model.require(AllDifferent(names))
    return model


@examples(200)
@given(alone(), st.sampled_from(("static", "mrv")))
def test_a_search_on_one_constraint_never_fails(model: clew.Model, order: str) -> None:
    solutions = list(brute_force(model))
    found, nodes, failures = engine_runs(model, order, "arc")
    if solutions:
        assert failures == 0  # every value that is left has a support
    else:
        assert nodes == [0]
    assert sorted(map(repr, found)) == sorted(map(repr, solutions))


@examples(150)
@given(st.data(), st.integers(23, 25))
def test_matchings_of_about_as_many_variables_as_are_compared_with_all(data: st.DataObject, number: int) -> None:
    """Some are open, in some order among others with one value, which may be one that these have, too."""
    model = Shown()
    some = data.draw(st.sets(st.integers(0, number - 1), min_size=3, max_size=6))
    for k in range(number):
        own = data.draw(st.lists(st.integers(0, 6), min_size=1, max_size=4, unique=True)) if k in some else [10 + k]
        model.variable(f"v{k}", [*own, *([10 + k] if data.draw(st.booleans()) and k in some else [])])
    model.require(AllDifferent([f"v{k}" for k in range(number)]))
    found, nodes, failures = agree(model, "arc")
    assert failures == 0 if found else nodes == [0]


@examples(100)
@given(distinct_models())
def test_matchings_enter_the_nodes_of_the_reference(model: clew.Model) -> None:
    agree(model, "arc")


@st.composite
def pairs(draw: st.DrawFn) -> clew.Model:
    """Relations of two variables, some on the same two, beside permutations; domains of one word and of three."""
    names = list("uvwxyz"[: draw(st.integers(3, 6))])
    many = len(names) if draw(st.booleans()) else draw(st.integers(2, 4))
    values = range(many)
    is_wide = draw(st.integers(0, 9)) == 0
    model = Shown()
    for name in names:
        model.variable(name, range(130) if is_wide else values)
        if is_wide:
            model.require(Table([name], [(63 * value,) for value in values if 63 * value < 130]))
    step = 63 if is_wide else 1
    every = [(step * one, step * other) for one in values for other in values]
    for _ in range(draw(st.integers(1, 6))):
        scope = draw(st.permutations(names))[:2]
        kind = draw(st.sampled_from(("table", "table", "relation", "same offsets")))
        if kind == "table":
            model.require(Table(scope, draw(st.lists(st.sampled_from(every), min_size=1, unique=True))))
        elif kind == "relation":
            model.require(Comparison(scope, draw(st.sampled_from(("<", "<=", "!=", ">=", "==")))))
        else:
            model.require(AllDifferent(scope, offsets=[0, draw(st.integers(-2, 2))]))
    if draw(st.booleans()):
        model.require(AllDifferent(names))
    return model


@examples(150)
@given(pairs())
def test_supports_enter_the_nodes_of_the_reference(model: clew.Model) -> None:
    all_agree(model, "arc")


@settings(max_examples=60, deadline=None)
@given(covers())
def test_covers_enter_the_nodes_of_the_reference(model: clew.Model) -> None:
    agree(model, "arc")


@examples(100)
@given(any_models())
def test_all_constraints_enter_the_nodes_of_the_reference(model: clew.Model) -> None:
    try:
        agree(model, "arc")
    except CannotCompileError:
        assume(False)


def test_two_relations_of_two_variables_are_looked_at_together() -> None:
    model = clew.Model()
    model.variable("x", range(3))
    model.variable("y", range(2))
    # Each relation alone has a support for x = 0 and for x = 1; both together have none.
    model.require(Table(("x", "y"), [(0, 0), (1, 1), (2, 0), (2, 1)]), Table(("x", "y"), [(0, 1), (1, 0), (2, 0)]))
    assert engine_runs(model, "static", "arc") == ([{"x": 2, "y": 0}], [1], 0)
    assert engine_runs(model, "static", "unit")[2] > 0


def test_a_target_whose_places_share_a_neighbour_has_none_elsewhere() -> None:
    """The locked candidates of sudoku: in a row a digit has places in one box alone, so the box has none elsewhere."""
    model: Any = clew.Model()
    row = [model.variable(f"r{k}", range(4)) for k in range(4)]
    other = model.variable("other", range(4))
    model.require(AllDifferent([f"r{k}" for k in range(4)]))
    model.require(row[2] != 0, row[3] != 0)  # the 0 of the row is in one of its first two cells,
    model.require(other != row[0], other != row[1])  # and `other` is in a box with these
    model.require(other < 2)
    found, nodes, failures = agree(model, "arc")
    assert found == list(brute_force(model))
    assert (nodes[0], failures) == (1, 0)
    assert all(solution["other"] == 1 for solution in found)


def test_pigeons_are_refused_at_the_root() -> None:
    model = clew.Model()
    model.variables(range(12), range(11))
    model.require(AllDifferent(list(range(12))))
    assert engine_runs(model, "static", "arc") == ([], [0], 1)


def test_a_graph_of_differences_needs_no_supports() -> None:
    """A value that two variables differ by rules out one value of each: what is left of the neighbour tells at once."""
    model: Any = clew.Model()
    cells = [model.variable(k, range(3)) for k in range(5)]
    model.require([one != other for one, other in combinations(cells, 2)][:7])
    unit, arc = engine_runs(model, "mrv", "unit"), engine_runs(model, "mrv", "arc")
    assert unit == arc


def test_inequalities_of_two_variables_are_no_pairs() -> None:
    """The pairs of these values would be more than Python is asked about; their bounds prune as much."""
    domains = dict.fromkeys("xyz", range(4000))
    x, y, z = map(clew.constraints.Var, "xyz")
    constraints: list[Any] = [x + 1000 <= y, y < z, 2 * x + 3 * z >= 13_990, x + z <= 5000]
    program = program_of(domains, constraints, ARC).program
    assert not program.is_stronger
    model = clew.Model()
    model.variables("x y z", range(12))
    model.require(x + 3 <= y, y < z, 2 * x + 3 * z >= 40, x + z <= 15)
    found, _, _ = agree(model, "arc")
    assert found == list(brute_force(model))


@examples(150)
@given(st.data())
def test_an_inequality_leaves_only_values_with_a_support(data: st.DataObject) -> None:
    """Alone it is decided without a failure, whatever the values and the weights are."""
    numbers = st.sampled_from((-5, -1, 0, 2, 3, 7, Fraction(1, 2), Fraction(-5, 3)))
    model = Shown()
    for name in "xy":
        model.variable(name, data.draw(st.lists(numbers, min_size=1, max_size=5, unique=True)))
    relation = data.draw(st.sampled_from(("<", "<=", ">", ">=")))
    model.require(Linear("xy", data.draw(st.sampled_from(((1, -1), (2, 3), (-1, 2)))), relation, data.draw(numbers)))
    found, nodes, failures = agree(model, "arc")
    assert found == list(brute_force(model))
    assert failures == 0 or nodes == [0]


def test_wide_ranges_have_a_bit_for_each_value() -> None:
    model: Any = clew.Model()
    x, y = model.variable("x", range(4200)), model.variable("y", range(60))
    model.require(x == y * 7 + 1, y > 57)
    found, _, failures = engine_runs(model, "static", "arc")
    assert ([tuple(solution.values()) for solution in found], failures) == ([(407, 58), (414, 59)], 0)

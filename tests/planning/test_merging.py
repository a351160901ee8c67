"""Variables that an equation makes equal are searched as one, and every solution still has all of them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import (
    AllDifferent,
    And,
    Comparison,
    Connected,
    Constraint,
    Element,
    Equal,
    Lex,
    Linear,
    Not,
    Or,
    Predicate,
    Regular,
    Table,
    Var,
)
from tests.random_models import brute_force

NAMES = "vwxyz"


@st.composite
def constraints(draw: st.DrawFn, depth: int = 1) -> Constraint:
    """Constraints of many kinds about two or three of five variables; some cannot be written with fewer."""
    one, two, three, four = draw(st.permutations(NAMES))[:4]
    number = draw(st.integers(-1, 3))
    made = [
        Comparison((one, two), draw(st.sampled_from(("<", "<=", "!=", "==")))),
        Comparison((one,), draw(st.sampled_from(("<", "<=", "!=", "=="))), number),
        Linear((one, two, three), (1, 2, -1), draw(st.sampled_from(("==", "<=", "!="))), number),
        Linear((one, two), (1, -1), "==", draw(st.sampled_from((0, 0, 1)))),
        AllDifferent((one, two, three), offsets=(0, 1, number)),
        AllDifferent((one, two), mapping=lambda name, value: (value + NAMES.index(name)) % 3),
        Table((one, two), [(0, 1), (1, 1), (2, 0), (number, 2)]),
        Predicate(lambda a, b, c: (a + b * c) % 3 != 1, (one, two, three)),
        Lex((one, two), (three, four)),
        Element(one, [Var(two), 1, 2], three),
    ]
    if depth:
        part, other = draw(constraints(0)), draw(constraints(0))
        made += [Or(part, other), And(part, other), Not(part), Or(part, Equal(one, two))]
    return draw(st.sampled_from(made))


@given(st.lists(st.tuples(*[st.sampled_from(("<", "<=", "!=", "==")), st.integers(-1, 3)] * 2), min_size=1, max_size=3))
def test_conditions_on_two_variables_that_are_one_stay(parts: list[tuple[str, int, str, int]]) -> None:
    """Once `v == w` is left out, an alternative about both is about one variable, and no equation."""
    model = clew.Model()
    for name in "vwx":
        model.variable(name, range(3))
    for one, number, other, limit in parts:
        model.require(Or(Comparison(("v",), one, number), Comparison(("w",), other, limit)))
    model.require(Equal("v", "w"))
    assert [one.row() for one in clew.solve(model, clew.All()).result] == [
        tuple(r.values()) for r in brute_force(model)
    ]


@given(
    st.lists(st.tuples(*[st.sampled_from(NAMES)] * 2), min_size=1, max_size=4),
    st.lists(constraints(), max_size=3),
    st.lists(st.sampled_from([range(4), range(1, 3), (2, 0, 1), (3, 1), range(3, -1, -1)]), min_size=5, max_size=5),
    st.sampled_from([{}, {"kernel": "python"}, {"inference": "arc"}, {"inference": "forward"}, {"inference": "check"}]),
    st.sampled_from([{}, {"given": {"x": 1}}, {"variable_order": "degree"}, {"value_order": "reverse"}]),
)
def test_random_models_have_the_solutions_of_brute_force(
    equal: list[tuple[str, str]], others: list[Constraint], domains: list[Any], level: Any, how: Any
) -> None:
    model = clew.Model()
    for name, domain in zip(NAMES, domains, strict=True):
        model.variable(name, domain)
    model.require([Equal(one, other) for one, other in equal if one != other], others)
    given = how.get("given", {}).items()
    expected = [tuple(one.values()) for one in brute_force(model) if one.items() >= given]
    found = clew.solve(model, clew.All(), **level, **how).result
    assert sorted(s.row() for s in found) == sorted(expected)
    assert all(tuple(s) == tuple(NAMES) and len(s) == 5 for s in found)
    assert clew.count(model, **level, **how) == len(expected)
    first = clew.first(model, **level, **how)
    assert first.row() in expected if first else not expected
    if level.get("inference") == "check" and not how:
        assert [s.row() for s in found] == expected


def queens(number: int, more: int) -> clew.Model:
    """Queens; the rows are declared so many times more, and each constraint has rows of its own."""
    model = clew.Model()
    rows = [model.variables([f"r{k}.{row}" for row in range(number)], range(number)) for k in range(more + 1)]
    for earlier, later in pairwise(rows):
        model.require([one == other for one, other in zip(earlier, later, strict=True)])
    model.require(AllDifferent(rows[0]))
    model.require(AllDifferent([q + k for k, q in enumerate(rows[more // 2])]))
    model.require(AllDifferent([q - k for k, q in enumerate(rows[-1])]))
    return model


@pytest.mark.parametrize("kernel", ["auto", "python"])
@pytest.mark.parametrize("strategy", [clew.First(), clew.Count(), clew.All(), clew.Unique()])
def test_an_equation_costs_no_node(strategy: Any, kernel: Any) -> None:
    plain, twice = (clew.solve(queens(6, more), strategy, kernel=kernel) for more in (0, 2))
    assert twice.statistics.nodes_per_level == plain.statistics.nodes_per_level
    assert twice.statistics.kernel == plain.statistics.kernel


def test_equal_variables_are_found_in_their_order_of_declaration() -> None:
    model = clew.Model()
    x, y, z = (model.variable(name, domain) for name, domain in zip("xyz", [(2, 0, 1), range(3), (0, 2)], strict=True))
    model.require(z == y, x - y == 0)
    assert [dict(s) for s in clew.solutions(model)] == [{"x": 2, "y": 2, "z": 2}, {"x": 0, "y": 0, "z": 0}]


@pytest.mark.parametrize("values", [(True, False), (1.0, 0.0), ("1", "0")])
def test_values_that_are_no_integers_stay_as_they_are(values: tuple[Any, Any]) -> None:
    model = clew.Model()
    x, y = model.variable("x", range(2)), model.variable("y", values)
    model.require(Equal(x, y))
    found = clew.solve(model, clew.All()).result
    assert [type(s["y"]) for s in found] == [type(v) for v in values if v in range(2)]


def test_a_graph_keeps_its_vertices() -> None:
    model = clew.Model()
    a, _, c = model.variables(["a", "b", "c"], range(2))
    model.require(a == c, Connected("abc", [("a", "b"), ("b", "c")]))
    assert [s.row() for s in clew.solutions(model)] == [(0, 0, 0), (0, 1, 0), (1, 1, 1)]


def test_automata_read_the_variable_that_stands_for_another() -> None:
    model = clew.Model()
    a, b, c = model.variables(["a", "b", "c"], range(2))
    model.require(a == b, Regular((b, c), {(0, 0): 0, (0, 1): 1, (1, 0): 0}, 0, (0, 1)))
    assert [s.row() for s in clew.solutions(model)] == [(0, 0, 0), (0, 0, 1), (1, 1, 0)]


def test_a_chain_of_equations_is_one_variable() -> None:
    model = clew.Model()
    chain = model.variables(range(2000), range(3))
    model.require([one == other for one, other in pairwise(chain)])
    outcome = clew.solve(model, clew.All())
    assert [s.row() for s in outcome.result] == [(k,) * 2000 for k in range(3)]
    assert len(outcome.statistics.nodes_per_level) == 2


def test_equal_variables_whose_domains_share_nothing() -> None:
    model = clew.Model()
    x, y = model.variable("x", range(3)), model.variable("y", range(3, 6))
    model.require(x == y)
    assert clew.count(model) == 0
    assert clew.first(model) is None

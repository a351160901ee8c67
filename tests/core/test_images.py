"""Constraints on expressions in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from math import prod
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import (
    AllDifferent,
    And,
    AtMost,
    Constant,
    Constraint,
    Element,
    Exactly,
    Lex,
    Or,
    Predicate,
    Table,
    Var,
)
from tests.core.drawing import models

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core.compiler import program_of
from clew.core.lowering import alternatives
from clew.core.lowering.images import IMAGES
from clew.state.levels import UNIT
from tests.core.comparing import agree, all_agree, engine_runs
from tests.examples import examples


def odd(*values: Any) -> bool:
    return bool(sum(values) % 2)


TERMS: dict[str, Callable[[Any, Any], Any]] = {
    "{0} + {1}": lambda x, y: x + y,
    "{0} - {1}": lambda x, y: x - y,
    "{0} * {1}": lambda x, y: x * y,
    "2 * {0}": lambda x, _: 2 * x,
    "{0} % 3": lambda x, _: x % 3,
    "abs({0} - 1)": lambda x, _: abs(x - 1),
}
KINDS = st.sampled_from(sorted(TERMS))


def written(term: tuple[str, list[str]]) -> str:
    kind, names = term
    return kind.format(*names)


@st.composite
def about_expressions(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """Expressions of one variable or two, in which variables may come more than once, or variables alone."""
    if draw(st.booleans()):
        pairs = st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True)
        terms = draw(st.lists(st.tuples(KINDS, pairs), min_size=3, max_size=5, unique_by=written))
    else:  # each variable comes once
        left = draw(st.permutations(names))
        terms = []
        while left:
            kind = draw(KINDS if len(left) > max(2, 4 - len(terms)) else st.just("2 * {0}"))
            terms.append((kind, (left * 2)[:2]))
            left = left[2 if "{1}" in kind else 1 :]
    scope = [TERMS[kind](*map(Var, pair)) for kind, pair in terms]
    match draw(st.sampled_from(("different", "exceptions", "element", "lex", "count", "table", "predicate"))):
        case "different":
            return AllDifferent(scope)
        case "exceptions":
            return AllDifferent(scope, exceptions=[draw(values)])
        case "element":
            return Element(scope[0] % 3, [*scope[2:], draw(values)], scope[1])
        case "lex" if len(scope) > 3:
            return Lex(scope[:1] + scope[-1:], scope[1:3], draw(st.booleans()))
        case "count":
            count = draw(st.sampled_from((AtMost, Exactly)))
            constraint: Constraint = count(draw(st.integers(0, 2)), draw(values), scope)
            return constraint
        case "table":
            rows = draw(st.lists(st.tuples(*[values] * len(scope)), min_size=1, max_size=40))
            return Table(scope, rows, allowed=draw(st.booleans()))
    return Predicate(odd, scope)


MODELS = models(about_expressions, st.integers(0, 4), wide=())


@pytest.fixture(autouse=True)
def nothing_is_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few combinations of values would become a table."""
    monkeypatch.setattr("clew.state.thresholds.FEW_TUPLES", 0)


@examples(300)
@given(MODELS)
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)


@pytest.mark.parametrize("values", [IMAGES - 1, IMAGES, IMAGES + 1])
@pytest.mark.parametrize("width", [60, 90])
def test_expressions_of_one_variable_around_the_values_that_are_looked_for(values: int, width: int) -> None:
    def holds(x: Any, y: Any, z: Any) -> Any:
        return x % values + 2 * (y % values) + (z == 7) == values

    model = clew.Model()
    x, y, z = (model.variable(name, range(width)) for name in "xyz")
    model.require(holds(x, y, z), x + y + z == 70)
    found, _, _ = engine_runs(model, "static") if width > 64 else agree(model)
    triples = ((x, y, 70 - x - y) for x in range(width) for y in range(max(0, 71 - width - x), min(width, 71 - x)))
    assert [tuple(one.values()) for one in found] == [some for some in triples if holds(*some)]


def test_a_variable_alone_is_its_own_value() -> None:
    model = clew.Model()
    some: list[Any] = [model.variable(name, range(4)) for name in "wxyz"]
    model.require(*[sum(2 * (variable == k) for variable in some) == 2 * some[k] for k in range(4)])
    compiled = program_of(model.domains(), model.constraints(), UNIT)
    assert compiled.program.variables == 4 + 16
    all_agree(model)
    assert [solution.row() for solution in clew.solutions(model)] == [(1, 2, 1, 0), (2, 0, 2, 0)]


def test_expressions_become_variables_that_no_search_branches_on() -> None:
    u, v, w, x, y, z = map(Var, "uvwxyz")
    model = clew.Model()
    model.variables("u v w x y z", range(5))
    model.require(Exactly(2, 3, [u + v, w - x, y * z]))
    program = program_of(model.domains(), model.constraints(), UNIT).program
    assert (program.decisions, program.variables, program.calls_python) == (6, 9, False)
    all_agree(model)


def test_a_variable_in_two_expressions_is_looked_at_once_it_is_the_last() -> None:
    u, v, w = map(Var, "uvw")
    model = clew.Model()
    model.variables("u v w", range(12))
    model.require(AllDifferent([u + v, v + w, u - w], exceptions=[3, 4]))
    program = program_of(model.domains(), model.constraints(), UNIT).program
    assert (program.decisions, program.variables, program.calls_python) == (3, 6, False)
    all_agree(model)


def test_the_last_open_variable_is_looked_at_with_the_values_that_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only these are combined, even if the whole domains have far more combinations."""
    combined = []

    def counted(*domains: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        combined.append(prod(map(len, domains)))
        return product(*domains)

    monkeypatch.setattr("clew.core.lowering.images.product", counted)
    s, t, u, v, w, x, y = scope = [Var(name) for name in "stuvwxy"]
    model = clew.Model()
    model.variables("s t u v w x y", range(5))
    model.variables("a b c", range(20))
    model.require([one < 3 for one in scope])
    model.require(Exactly(2, 4, [s * t * u * v + w * x * y, s + Var("a"), t + Var("b"), u + Var("c")]))
    program = program_of(model.domains(), model.constraints(), UNIT).program
    assert program.variables == 14
    assert max(combined) == 3**7


def test_an_expression_may_have_no_variable() -> None:
    """The index is a cell of its own line, so that the constraint is about expressions; what is there is known."""
    model = clew.Model("index")
    cells = model.variables([*"abcdefgh"], range(1, 9))
    model.require(AllDifferent(cells), Element(cells[0] - 1, cells, Constant(2)))
    expected = [v for v in permutations(range(1, 9)) if v[v[0] - 1] == 2]
    assert sorted(tuple(found.values()) for found in clew.solutions(model)) == expected


def test_equal_conditions_share_what_they_are_compiled_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one of some values, and of an order of sequences; variables may be there twice, and have other values."""
    monkeypatch.setattr("clew.state.thresholds.FEW_TUPLES", 0)
    model = clew.Model()
    a, b, c, d, e = model.variables([*"abcde"], range(3))
    f = model.variable("f", range(2, 5))
    some: list[Any] = [
        Or(a == 1, b == 1, a == 2),
        Or(b == 1, c == 1, f == 1),
        Or(c == 2, f == 2, f == 3),
        Or(d == 0, e > 1),
    ]
    orders = [Lex([a, b], [c, d], strict=True), Lex([b, c], [d, e], strict=True), Lex([c, d], [e, f], strict=True)]
    before: list[Any] = [And(a != one, order) for one, order in enumerate(orders)]
    model.require(sum(some) == 2, sum(before) == e)
    all_agree(model)


def test_equal_conditions_share_programs_whatever_their_variables_have_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.state.thresholds.FEW_TUPLES", 0)
    made = Mock(wraps=alternatives._program)
    monkeypatch.setattr(alternatives, "_program", made)
    numbers = []
    for pairs in (["abcd"], ["abcd", "cdef", "efab"]):
        model = clew.Model()
        names = model.variables([*"abcdef"], range(4))
        some: list[Any] = [And(Var(a) != 1, Lex([a, b], [c, d], strict=True)) for a, b, c, d in map(tuple, pairs)]
        model.require(names[2] != 2, names[4] >= 2, names[0] <= 2, sum(some) + names[1] == names[5])
        made.reset_mock()
        program_of(model.domains(), model.constraints(), UNIT)
        numbers.append(made.call_count)
        all_agree(model)
    assert numbers[0] == numbers[1] > 0


def test_conditions_that_begin_alike_share_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """What conditions are compiled to is one for those that are equal, not for those with an equal first part."""
    monkeypatch.setattr("clew.state.thresholds.FEW_TUPLES", 0)
    model = clew.Model()
    a, b, c, d = model.variables([*"abcd"], range(3))
    rest: list[Any] = [b < c, b > c, b + c <= 2, Lex([b, c], [d, a]), Lex([c, b], [d, a], strict=True), c != d]
    number: Any = sum(And(a == 1, one) for one in rest)
    model.require(number == 2)
    all_agree(model)

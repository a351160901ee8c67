"""Tables in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from typing import Any, Final
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, And, Constraint, Not, NotEqual, Or, Predicate, Table, Var
from clew.constraints.base import truth
from tests.corpus.families import Even
from tests.random_models import Shown, modular

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from tests.core.comparing import agree, all_agree
from tests.examples import examples


@st.composite
def tables(draw: st.DrawFn, names: list[str], values: list[int]) -> Constraint:
    """A constraint on two variables or more that becomes a table."""
    scope = draw(st.permutations(names))[: draw(st.integers(2, min(4, len(names))))]
    match draw(st.sampled_from(("few", "many", "predicate", "product", "own"))):
        case "few":
            one = st.tuples(*[st.sampled_from(values)] * len(scope))
            return Table(scope, draw(st.lists(one, min_size=0, max_size=20)))
        case "many":  # of up to 256, more than fit into a word
            chance = draw(st.randoms(use_true_random=False))
            share = draw(st.floats(0.2, 0.9))
            return Table(scope, [row for row in product(values, repeat=len(scope)) if chance.random() < share])
        case "predicate":
            return Predicate(modular(draw(st.integers(2, 4)), draw(st.integers(0, 1))), scope)
        case "product":
            return Predicate(lambda *numbers: numbers[0] * numbers[1] <= numbers[-1], scope)
    return Even(scope)


@st.composite
def models(draw: st.DrawFn) -> clew.Model:
    names = list("uvwxyz"[: draw(st.integers(3, 6))])
    # More than 64 values take more than one word; only a few of them are left at the root.
    wide = draw(st.booleans())
    values = [0, 63, 64, 129] if wide else [-1, 0, 1, 2]
    model = Shown()
    for name in names:
        some = draw(st.lists(st.sampled_from(values), min_size=1, max_size=4, unique=True))
        model.variable(name, range(130) if wide else some)
        if wide:
            model.require(Table([name], [(value,) for value in some]))
    model.require(draw(st.lists(tables(names, values), min_size=1, max_size=4)))
    if draw(st.booleans()):
        model.require(draw(st.sampled_from((NotEqual(names[0], names[-1]), AllDifferent(names)))))
    if draw(st.integers(0, 3)) == 0:
        name = draw(st.sampled_from(names))
        if set(values) & set(model.domains()[name]):
            model.fix(name, draw(st.sampled_from(values).filter(lambda value: value in model.domains()[name])))
    return model


@examples(300)
@given(models())
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)


@pytest.mark.parametrize("rows", [[(0, 0), (1, 0), (2, 1), (3, 1)], [(0, 4), (1, 5), (2, 6), (3, 6)]])
def test_two_variables_are_consistent_without_a_decision(rows: list[tuple[int, int]]) -> None:
    """The second has one value left when the first still has two, whether it is a Boolean or not."""
    model = clew.Model()
    model.variable("x", range(4))
    model.variable("y", sorted({value for _, value in rows}))
    model.variable("z", range(2))
    model.variable("u", range(2))
    last = rows[-1][1]
    model.require(Table(["x", "y"], rows), Var("x") >= Var("u") + 2, Var("z") >= Var("y") - last + 1)
    model.require(Var("z") + Var("y") <= last)
    for kernel in ("python", "compiled"):
        outcome = clew.solve(model, clew.First(), inference="unit", kernel=kernel)
        assert outcome.result is None
        assert outcome.statistics.nodes == 0


def latin(n: int, rows: list[tuple[int, ...]]) -> clew.Model:
    """Squares whose rows and columns are some words."""
    model = clew.Model()
    model.variables([(r, c) for r in range(n) for c in range(n)], range(n))
    for k in range(n):
        model.require(Table([(k, c) for c in range(n)], rows))
        model.require(Table([(r, k) for r in range(n)], rows))
    return model


def test_latin_squares_by_words() -> None:
    """Their number: A002860."""
    rows = [row for row in product(range(4), repeat=4) if len(set(row)) == 4]
    assert len(agree(latin(4, rows))[0]) == 576


def test_a_table_without_tuples_has_no_solution() -> None:
    model = clew.Model()
    model.variables(list("xyz"), range(3))
    model.require(Table(list("xyz"), [(0, 1, 7), (5, 0, 0)]))
    found, nodes, _ = agree(model)
    assert not found
    assert not sum(nodes)


def test_forward_checking_checks_tables() -> None:
    assert len(agree(latin(2, [(0, 1), (1, 0)]), "forward")[0]) == 2
    assert len(agree(latin(3, list(permutations(range(3)))), "forward")[0]) == 12


SHAPES: Final[tuple[Callable[..., Any], ...]] = (
    lambda x, y, z, one, other: Or([x + y < one, z == other]),
    lambda x, y, z, one, other: Or([x + y < other, z == one]),
    lambda x, y, z, one, other: And([Or([x < y, z > one]), Not(And([x == one, y * z == other]))]),
    lambda x, y, z, one, other: Or([x * y == z, And([y == one, z != other])]),
    lambda x, y, z, one, other: x * y + one != z * other,
    lambda x, y, z, one, other: (x + y == z + one) + (y < z) + (x == other) == 1,
    lambda x, y, z, one, other: AllDifferent([x * y, y + z, one + x]),
)
"""What may be said of three variables and two numbers: some of these have the same form, and some nearly."""


@examples(60)
@given(st.data())
def test_constraints_of_one_form_share_rows_and_no_others_do(data: st.DataObject) -> None:
    model = clew.Model()
    whole = st.sampled_from([(0, 1, 2), (1, 2, 0), (0, 1), (0, True, 2), (Fraction(1), 0, 2), (-1, 0, 1, 2)])
    variables = [model.variable(name, data.draw(whole)) for name in "wxyz"]
    for _ in range(data.draw(st.integers(2, 5))):
        shape, three = data.draw(st.sampled_from(SHAPES)), data.draw(st.permutations(variables))[:3]
        model.require(shape(*three, data.draw(st.integers(0, 2)), data.draw(st.integers(0, 2))))
    all_agree(model)


def test_a_form_is_asked_once_for_all_its_variables() -> None:
    model = clew.Model()
    rows = [model.variables([f"{name}{k}" for name in "xyz"], range(4)) for k in range(20)]
    model.require(Or([x + y < 2, y == z]) for x, y, z in rows)
    with mock.patch("clew.core.lowering.tables.truth", wraps=truth) as asked:
        assert clew.first(model, kernel="compiled") is not None
    assert asked.call_count == 4**3


@pytest.mark.parametrize("places", [(0, 1), (1, 0)])
def test_equal_numbers_of_two_types_have_two_forms(places: tuple[int, int]) -> None:
    """A float rounds what a whole number keeps: 2**53 + 1 is one of them only."""
    model = clew.Model()
    x = model.variable("x", [2**53, 2**53 + 1])
    a, b, c, d = model.variables([*"abcd"], range(2))
    both = ((x * 2.0) // 2 + a**b == 2**53, (x * 2) // 2 + c**d == 2**53)
    model.require([both[k] for k in places])
    found = clew.solve(model, clew.All(), inference="unit", kernel="compiled").result
    assert {solution.row() for solution in found} == {(2**53, i, j, 0, 1) for i, j in product(range(2), repeat=2)}

"""Expressions that compare in the engine: the same nodes as the reference, the same solutions as brute force."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import clew
from clew.constraints import Constant, Constraint, Max, Min, Not, Or, Product, Var
from clew.constraints.expressions import compare
from clew.constraints.trees import linear
from tests.core.drawing import models
from tests.random_models import RELATIONS, Shown, brute_force

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core.compiler import CannotCompileError, program_of
from clew.state.levels import UNIT
from tests.core.comparing import all_agree, engine_runs, reference_runs
from tests.examples import examples

WEIGHTS = st.sampled_from((-3, -2, -1, 1, 2, Fraction(1, 2), Fraction(-2, 3)))


@st.composite
def polynomials(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """A product of some variables, or a sum of products in which variables may come more than once."""
    relation = draw(st.sampled_from(RELATIONS))
    scope = draw(st.permutations(names))[: draw(st.integers(2, 4))]
    bound = reduce(mul, (draw(values) for _ in scope)) if draw(st.booleans()) else draw(values)
    if draw(st.booleans()):
        return Product(scope, relation, bound)
    factors = st.lists(st.sampled_from(scope), min_size=1, max_size=3).map(sorted)
    several = draw(
        st.lists(factors, min_size=2, max_size=4, unique_by=tuple).filter(lambda all_: max(map(len, all_)) > 1)
    )
    total: Any = 0
    for some in several:
        total = total + reduce(mul, map(Var, some)) * draw(WEIGHTS)
    return compare(total, relation, bound)


@st.composite
def expressions(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any], depth: int = 3) -> Any:
    """An expression of any operators, nested; its divisors are other numbers than 0, its exponents not negative."""
    if depth == 0 or draw(st.integers(0, 5)) == 0:
        return Var(draw(st.sampled_from(names)))
    smaller = expressions(names, values, depth - 1)
    one = draw(smaller)
    other = draw(smaller | st.sampled_from((-2, 2, 3)).map(Constant))
    match draw(st.sampled_from(("+", "-", "*", "//", "%", "**", "of", "abs", "max", "min"))):
        case "+":
            return one + 2 * other
        case "-":
            return one - other
        case "*":
            return one * other
        case "//":
            return one // (abs(other) + 1) if draw(st.booleans()) else one // (-other * other - 2)
        case "%":
            return one % (other * other + 1) if draw(st.booleans()) else one % Min(other, -1)
        case "**":
            return one ** draw(st.integers(0, 3))
        case "of":
            return (
                (one % 3) ** (abs(other) % 4)
                if draw(st.booleans())
                else Var(draw(st.sampled_from(names))) ** Min(abs(other), 3)
            )
        case "abs":
            return abs(one)
        case "max":
            return Max(one, other, draw(smaller))
    return Min(one, other)


@st.composite
def comparisons(draw: st.DrawFn, names: list[str], values: st.SearchStrategy[Any]) -> Constraint:
    """Two expressions that compare; sometimes one of two such comparisons, or the opposite of one, must hold."""
    made = []
    for _ in range(2):
        one, other = draw(expressions(names, values)), draw(expressions(names, values, 1))
        assume(linear(("-", one._tree, other._tree))[0] != {})  # no variable would be left
        made.append(compare(one, draw(st.sampled_from(RELATIONS)), other))
    return draw(st.sampled_from((made[0], made[0], Or(made), Not(made[0]), Or([Not(made[0]), made[1]]))))


MODELS = models(polynomials, st.integers(-3, 5)) | models(comparisons, st.integers(-3, 5))


@pytest.fixture(autouse=True)
def nothing_is_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few combinations of values would become a table."""
    monkeypatch.setattr("clew.state.thresholds.FEW_TUPLES", 0)


@examples(400)
@given(MODELS)
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)


@pytest.mark.parametrize("bound", [-(2**62) + 2**44, -(2**42), 0])
def test_numbers_at_the_border_of_a_word(bound: int) -> None:
    """Sums are proved to stay below 2^62, and 4 * (2^20 - 1)^3 does."""
    size = 2**20 - 1
    model = clew.Model()
    for name in "xyz":
        model.variable(name, (-size, 1, size))
    x, y, z = map(Var, "xyz")
    model.require(4 * x * y * z <= bound)
    found, _, _ = all_agree(model)
    assert found


def test_numbers_beyond_the_border_of_a_word() -> None:
    x, y, z = map(Var, "xyz")
    with pytest.raises(CannotCompileError, match="do not fit into a word"):
        program_of(dict.fromkeys("xyz", (-(2**20), 1)), [4 * x * y * z <= 3], UNIT)


@pytest.mark.parametrize("root", [1, 2**30, 2**31 - 1])
@pytest.mark.parametrize("relation", RELATIONS)
def test_roots_of_the_largest_squares(root: int, relation: str) -> None:
    """The square of the largest of these stays below 2^62, beside another number."""
    model = clew.Model()
    values = dict.fromkeys((-root, 1 - root, -1, 0, root - 1, root))
    x, one, z = model.variable("x", values), model.variable("one", (1,)), model.variable("z", (0, 1))
    model.require(compare(x * x * one - z, relation, (root - 1) ** 2))
    found, nodes, _ = engine_runs(model, "static")
    assert found == list(brute_force(model))
    assert nodes == reference_runs(model, "static")[1]


@examples(100)
@given(
    st.tuples(st.integers(66, 150), st.integers(66, 150)),
    st.sampled_from(RELATIONS),
    st.integers(-300, 300),
    st.booleans(),
    st.sampled_from(("static", "mrv", "degree", "random")),
)
def test_wide_domains_are_halved_and_no_other_node_is_entered(
    sizes: tuple[int, int], relation: str, bound: int, shuffled: bool, order: str
) -> None:
    width, height = sizes
    model = Shown()
    ranges = {"x": range(-20, width - 20), "y": range(height - 1, -1, -1)}
    x, y = (model.variable(v, [*own[1::2], *own[::2]] if shuffled else own) for v, own in ranges.items())
    z = model.variable("z", range(-1, 3))
    model.require(compare(x * z + y, "==", bound), compare(x * x - y * y * z, relation, bound))
    compiled, python = (
        clew.solve(model, clew.All(), inference="unit", variable_order=order, kernel=kernel)
        for kernel in ("compiled", "python")
    )
    assert compiled.statistics.failures <= python.statistics.failures
    assert compiled.statistics.nodes_per_level == python.statistics.nodes_per_level
    assert [one.row() for one in compiled.result] == [one.row() for one in python.result]


def test_a_factor_of_all_products_divides_the_number() -> None:
    model = clew.Model()
    x, y, z = model.variables("x y z", range(-200, 201))
    model.require(3 * x * x * y - x * z == 1001)
    outcome = clew.solve(model, clew.Count(), kernel="compiled", variable_order="static")
    assert outcome.result == sum(
        1001 % x == 0 and abs(3 * x * y - 1001 // x) <= 200 for x in range(-200, 201) if x for y in range(-200, 201)
    )
    assert outcome.statistics.nodes_per_level[1] <= 14
    fractions = clew.Model()
    a, b = fractions.variables("a b", (Fraction(1, 2), 3, 24))
    fractions.require(a * b * fractions.variable("c", (1,)) == 12)
    assert clew.count(fractions) == 2


@pytest.mark.parametrize("kernel", ["compiled", "python"])
def test_a_divisor_without_a_value_left_is_no_error(kernel: Any) -> None:
    """The constraint on one variable leaves it none before the quotient is looked at."""
    model = clew.Model()
    x, y, z = model.variables("x y z", range(1, 4))
    model.require(y > 5, x // y > z, Or([x % y == z, z < 2]))
    assert clew.count(model, kernel=kernel) == 0

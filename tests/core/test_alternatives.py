"""Alternatives in the engine: the same nodes as the reference, the same solutions as brute force, however written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any, Final
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import (
    AllDifferent,
    And,
    Constraint,
    Count,
    DistinctVectors,
    Element,
    Implies,
    Lex,
    Linear,
    Max,
    Not,
    Or,
    Predicate,
    Regular,
    Same,
    Table,
    Var,
)
from clew.constraints import primitives as forms
from clew.state import thresholds
from tests.random_models import Shown, brute_force

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core.compiler import program_of
from clew.state.levels import ARC, UNIT
from tests.core.comparing import agree, all_agree
from tests.core.drawing import models
from tests.core.test_learning import found, learner
from tests.examples import examples

RELATIONS: Final = ("==", "!=", "<", "<=", ">", ">=")

Values = st.SearchStrategy[int]


@st.composite
def plain(draw: st.DrawFn, names: list[str], values: Values) -> Constraint:
    """A constraint that combines nothing."""
    scope = draw(st.permutations(names))[: draw(st.integers(1, 3))]
    match draw(st.integers(0, 9)):
        case 0:
            return AllDifferent(scope)
        case 1:
            rows = draw(st.lists(st.tuples(*[values] * len(scope)), min_size=1, max_size=6))
            return Table(scope, rows, allowed=draw(st.booleans()))
        case 2:
            return Count(scope, {draw(values): (draw(st.integers(0, 1)), draw(st.integers(1, 2)))})
        case 6:
            moves = {(state, value): draw(st.integers(0, 1)) for state in (0, 1) for value in draw(st.sets(values))}
            return Regular(scope, moves, 0, [draw(st.integers(0, 1))])
        case 7:
            index, entry, value = draw(st.permutations(names))[:3]
            return Element(index, [Var(entry), draw(values), Var(index)], value)
        case 8:
            return Same(names[:2], draw(st.permutations(names))[:2])
        case 9:
            return DistinctVectors([names[:2], names[1:3]])
        case 3 if len(names) > 3:
            return Lex(names[:2], names[2:4], draw(st.booleans()))
    weights = draw(st.lists(st.integers(-2, 2), min_size=len(scope), max_size=len(scope)))
    return Linear(scope, weights, draw(st.sampled_from(RELATIONS)), draw(values))


def conditions(names: list[str], values: Values) -> st.SearchStrategy[Constraint]:
    """A condition of several parts, nested a few times."""

    def combined(parts: st.SearchStrategy[Constraint]) -> st.SearchStrategy[Constraint]:
        several = st.lists(parts, min_size=1, max_size=3)
        return st.one_of(
            several.map(And), several.map(Or), parts.map(Not), st.tuples(parts, parts).map(lambda pair: Implies(*pair))
        )

    return st.recursive(plain(names, values), combined, max_leaves=6)


@examples(300)
@given(models(conditions, st.integers(-3, 3), most=4, wide=(0, 1, 63, 64, 65, 129)))
def test_engine_reference_and_brute_force_agree(model: clew.Model) -> None:
    all_agree(model)


# -- conditions that count as numbers -------------------------------------------------------------------


@st.composite
def sums(draw: st.DrawFn) -> tuple[Constraint, Callable[..., Any]]:
    """A weighted sum of conditions on few variables, which share some of them, compares with a number or a variable."""
    names = list("wxyz")
    parts: list[tuple[int, str, str | int, str]] = []
    for _ in range(draw(st.integers(1, 4))):
        one, other = draw(st.permutations(names))[:2]
        right = draw(st.one_of(st.just(other), st.integers(0, 3)))
        parts.append((draw(st.integers(1, 3)), one, right, draw(st.sampled_from(("==", "<=")))))
    bound = draw(st.one_of(st.sampled_from(names), st.integers(-2, 3)))

    def left(of: Callable[[str], Any]) -> Any:
        total: Any = 0
        for weight, one, right, relation in parts:
            other = of(right) if isinstance(right, str) else right
            total = total + weight * (of(one) == other if relation == "==" else of(one) <= other)
        return total

    relation = draw(st.sampled_from(("==", "<=", "!=")))
    written = left(Var)
    end: Any = Var(bound) if isinstance(bound, str) else bound
    made = written == end if relation == "==" else written <= end if relation == "<=" else written != end

    def holds(*values: int) -> bool:
        known = dict(zip(names, values, strict=True))
        total = left(known.__getitem__)
        end = known[bound] if isinstance(bound, str) else bound
        return bool(total == end if relation == "==" else total <= end if relation == "<=" else total != end)

    return made, holds


@pytest.mark.parametrize("sizes", [{}, {"FEW_TUPLES": 0}, {"FEW_TUPLES": 0, "PREIMAGES": 1}], ids=repr)
@examples(100)
@given(drawn=sums())
def test_sums_of_conditions_enter_the_same_nodes(
    sizes: dict[str, int], drawn: tuple[Constraint, Callable[..., Any]]
) -> None:
    """Conditions become tables, or alternatives of which one holds; the variables that several share come last."""
    made, holds = drawn
    model = clew.Model()
    model.variables("w x y z", range(4))
    if isinstance(made, Constraint):  # otherwise no variable is left in it
        model.require(made)
        with mock.patch.dict(vars(thresholds), sizes):
            found, _, _ = agree(model)
        assert [tuple(some.values()) for some in found] == [row for row in product(range(4), repeat=4) if holds(*row)]


# -- ways of writing the same ---------------------------------------------------------------------------

LAWS: Final[dict[str, Callable[[Constraint, Constraint, Constraint], tuple[Constraint, Constraint]]]] = {
    "an implication is a disjunction": lambda a, b, c: (Implies(a, And([b, c])), Or([Not(a), And([b, c])])),
    "not both": lambda a, b, c: (Not(And([a, b, c])), Or([Not(a), Not(b), Not(c)])),
    "neither of them": lambda a, b, c: (Or([Not(Or([a, b])), c]), Or([And([Not(a), Not(b)]), c])),
    "not not": lambda a, b, c: (Or([a, And([b, c])]), Not(Not(Or([Not(Not(a)), And([b, Not(Not(c))])])))),
    "order": lambda a, b, c: (Or([a, And([b, c])]), Or([And([c, b]), a])),
    "nesting": lambda a, b, c: (Or([a, Or([b, c])]), Or([Or([a, b]), c])),
    "one by one": lambda a, b, c: (Not(Or([a, And([b, c])])), And([Not(a), Not(And([b, c]))])),
}


DISTRIBUTION: Final[dict[str, Callable[[Constraint, Constraint, Constraint], tuple[Constraint, Constraint]]]] = {
    "and over or": lambda a, b, c: (And([a, Or([b, c])]), Or([And([a, b]), And([a, c])])),
    "or over and": lambda a, b, c: (Or([a, And([b, c])]), And([Or([a, b]), Or([a, c])])),
}


@pytest.mark.parametrize("law", DISTRIBUTION)
@pytest.mark.parametrize("sizes", [{}, {"FEW_TUPLES": 0}], ids=repr)
@examples(60)
@given(data=st.data())
def test_conditions_on_single_variables_may_be_distributed(
    law: str, sizes: dict[str, int], data: st.DataObject
) -> None:
    """Each is a condition on one variable, two of which may be the same."""
    values = st.integers(-3, 3)
    domains = [data.draw(st.lists(values, min_size=1, max_size=6, unique=True)) for _ in "wxyz"]
    single = st.builds(Linear, st.tuples(st.sampled_from("wxyz")), st.just([1]), st.sampled_from(RELATIONS), values)
    runs = []
    for written in DISTRIBUTION[law](*(data.draw(single) for _ in range(3))):
        model = Shown()
        for name, domain in zip("wxyz", domains, strict=True):
            model.variable(name, domain)
        model.require(written)
        with mock.patch.dict(vars(thresholds), sizes):
            runs.append(agree(model))
    assert runs[0] == runs[1]


@pytest.mark.parametrize("law", LAWS)
@examples(60)
@given(data=st.data())
def test_ways_of_writing_the_same_prune_the_same(law: str, data: st.DataObject) -> None:
    names, values = list("wxyz"), st.integers(-3, 3)
    domains = [data.draw(st.lists(values, min_size=1, max_size=6, unique=True)) for _ in names]
    pair = LAWS[law](*(data.draw(plain(names, values)) for _ in range(3)))
    runs = []
    for written in pair:
        model = Shown()
        for name, domain in zip(names, domains, strict=True):
            model.variable(name, domain)
        model.require(written)
        runs.append(agree(model))
    assert runs[0] == runs[1]


@pytest.mark.parametrize(("one", "other", "kind"), [(3, 5, "Clause"), (4, 4, "Clause"), (1, 17, "Alternatives")])
def test_few_clauses_are_written_out(one: int, other: int, kind: str) -> None:
    """15, 16 and 17 of them: each has a condition of the one conjunction and one of the other."""
    names = [f"x{k}" for k in range(one + other)]
    either = Or([And([Var(n) >= 1 for n in names[:one]]), And([Var(n) >= 1 for n in names[one:]])])
    assert {type(primitive).__name__ for primitive in either.primitives()} == {kind}
    model = clew.Model()
    model.variables(names, range(2))
    model.require(either, *[Var(a) <= Var(b) for a, b in pairwise(names[one:])])
    found, _, _ = agree(model)
    rising = [(0,) * k + (1,) * (other - k) for k in range(other + 1)]
    assert len(found) == sum(all(row) or all(some) for row in product(range(2), repeat=one) for some in rising)


@pytest.mark.parametrize("number", [1, 2, 40])
def test_many_conditions_on_one_variable_take_no_more_primitives_than_they_are(number: int) -> None:
    model = Shown()
    x, y, z = model.variables("x y z", range(0, 120, 10))
    some = [x == 3 * k for k in range(number)]
    (clause,) = Or([*some, y == 20]).primitives()
    assert isinstance(clause, forms.Clause)
    assert [one.variable for one in clause.literals] == ["x", "y"]
    either = Or([*some, x > y + z])
    (alternatives,) = either.primitives()
    assert isinstance(alternatives, forms.Alternatives)
    assert [len(one) for one in alternatives.alternatives] == [1] * number + [number + 1]
    model.require(either, Or([*some, y == 20]))
    agree(model)


@pytest.mark.parametrize("size", [2_048, 2_049, 4_096, 4_097, 100_000])
def test_wide_ranges_may_be_guarded(size: int) -> None:
    model = clew.Model()
    x, y, z = model.variables("x y z", range(size))
    model.require(Or([y == 0, x // y == z]), x == size - 1, z >= size // 2, y <= 2)
    assert clew.count(model) == size - size // 2 + 1 + size % 2  # y is 0, and z any; it is 1; it is 2


def test_an_equality_is_two_inequalities() -> None:
    def pruned(*either: Constraint) -> Any:
        model = clew.Model()
        model.variables("x y z", range(0, 90, 3))
        model.require(Or(either))
        return agree(model)

    x, y, z = map(Var, "xyz")
    assert pruned(x == y, y + 70 < z) == pruned(And([x <= y, y <= x]), y + 70 < z)


@st.composite
def equalities(draw: st.DrawFn) -> tuple[Constraint, Constraint]:
    """An equation, and two inequalities that say it, each in some way."""
    names = draw(st.permutations(["w", "x", "y", "z"]))[: draw(st.integers(2, 4))]
    weights = draw(st.lists(st.sampled_from((-2, -1, 1, 2)), min_size=len(names), max_size=len(names)))
    bound = draw(st.integers(-3, 3))

    def written(relation: str, sign: int) -> Constraint:
        return Linear(names, [sign * weight for weight in weights], relation, sign * bound)

    least = draw(st.sampled_from((written(">=", 1), written("<=", -1), Not(written("<", 1)), Not(written(">", -1)))))
    most = draw(st.sampled_from((written("<=", 1), written(">=", -1), Not(written(">", 1)))))
    return written("==", 1), And(draw(st.permutations([least, most])))


@pytest.mark.parametrize("sizes", [{}, {"FEW_TUPLES": 0, "TUPLES": 0}], ids=repr)
@pytest.mark.parametrize("is_alone", [True, False])
@examples(60)
@given(data=st.data())
def test_two_inequalities_are_an_equation(is_alone: bool, sizes: dict[str, int], data: st.DataObject) -> None:
    domains = [data.draw(st.lists(st.integers(-3, 3), min_size=1, max_size=6, unique=True)) for _ in "wxyz"]
    other = data.draw(plain(list("wxyz"), st.integers(-3, 3)))
    runs = []
    for written in data.draw(equalities()):
        model = Shown()
        for name, domain in zip("wxyz", domains, strict=True):
            model.variable(name, domain)
        model.require(written if is_alone else Or([And([written, other]), Var("w") + Var("x") == 5]))
        with mock.patch.dict(vars(thresholds), sizes):
            runs.append(agree(model))
    assert runs[0] == runs[1]


# -- parts in Python ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 30])
@pytest.mark.parametrize("kernel", ["python", "auto"])
def test_a_part_is_asked_only_if_those_before_it_do_not_decide(size: int, kernel: Any) -> None:
    """Division by zero is never tried, whether the combinations are few or many."""
    model = clew.Model()
    x, y, z = model.variables("x y z", range(size))
    model.require(Or([x == 0, Predicate(lambda x, y, z: (y + z) // x == 1, ["x", "y", "z"])]))
    model.require(Or([x == 0, (y + z) % x == 0]))
    expected = [
        (a, b, c)
        for a in range(size)
        for b in range(size)
        for c in range(size)
        if a == 0 or ((b + c) // a == 1 and (b + c) % a == 0)
    ]
    found = [tuple(s.values()) for s in clew.solutions(model, kernel=kernel, variable_order="static")]
    assert found == expected


@st.composite
def guarded(draw: st.DrawFn, names: list[str], values: Values) -> Constraint:
    """A condition that excludes what another one after it cannot do."""
    one, other, last = draw(st.permutations(names))[:3]
    relation = draw(st.sampled_from(("==", "!=", "<=")))
    kind = draw(st.sampled_from(("//", "%", "**")))
    x, y, z = map(Var, (one, other, last))
    value = {"//": x // y, "%": x % y, "**": abs(x) ** y}[kind]
    left: Any = value if draw(st.booleans()) else value + z
    part = left == z if relation == "==" else left != z if relation == "!=" else left <= z
    way = draw(st.integers(0, 4))
    guard = y < 0 if kind == "**" else y == 0
    if way == 0:
        return Or([guard, part])
    if way == 1:
        return Or([z == draw(values), And([Not(guard), part])])
    if way == 2:
        return Implies(Not(guard), And([part, x != draw(values)]))
    if way == 3:
        least: Any = draw(st.integers(0, 1))
        number: Any = And([Not(guard), part])
        return Or([number >= least, x == draw(values)])
    return Or([z <= draw(values), guard, Not(part)])


@pytest.mark.parametrize("sizes", [{}, {"FEW_TUPLES": 0}, {"FEW_TUPLES": 0, "PREIMAGES": 1}], ids=repr)
@examples(150)
@given(data=st.data())
def test_a_condition_before_takes_a_divisor_of_0_away(sizes: dict[str, int], data: st.DataObject) -> None:
    with mock.patch.dict(vars(thresholds), sizes):
        all_agree(data.draw(models(guarded, st.integers(-3, 3), most=4, wide=(0, 1, 63, 64))))


@pytest.mark.parametrize("size", [3, 60])
def test_python_is_not_asked_about_a_divisor_that_is_excluded(size: int) -> None:
    model = clew.Model()
    x, y, z = model.variables("x y z", range(size))
    model.require(Or([y == 0, x // y == z]), Or([z == 1, And([y != 0, x % y == 1])]), Implies(y > 0, (x // y) >= 0))
    program = program_of(model.domains(), list(model.constraints()), UNIT).program
    assert not program.calls_python


def test_python_is_asked_about_a_divisor_that_is_excluded_too_late() -> None:
    model = clew.Model()
    x, y, z = model.variables("x y z", range(60))
    model.require(Or([x // y == z, y == 0]))
    assert program_of(model.domains(), list(model.constraints()), UNIT).program.calls_python
    with pytest.raises(ZeroDivisionError):
        clew.first(model, given={"y": 0})


@pytest.mark.parametrize("kernel", ["python", "auto"])
def test_a_predicate_is_asked_only_if_what_stands_before_it_holds(kernel: Any) -> None:
    """Another constraint excludes that it is asked about 0; on few values all are asked, and an error would say so."""
    model, size = clew.Model(), 40
    x, y, z = model.variables("x y z", range(size))
    model.require(Implies(y == 0, x != 1), Implies(x == 1, And([Predicate(lambda y: 6 // y > 1, ["y"]), z == 2])))
    expected = sum(
        (b != 0 or a != 1) and (a != 1 or (6 // b > 1 and c == 2)) for a, b, c in product(range(size), repeat=3)
    )
    assert clew.count(model, kernel=kernel) == expected


@pytest.mark.parametrize("kernel", ["python", "auto"])
def test_a_literal_is_not_asked_about_what_one_before_accepts(kernel: Any) -> None:
    model = clew.Model()
    x, y = model.variables("x y", ["none", *range(5)])
    model.require(Or([x == "none", x >= 3, y == 2]))
    assert clew.count(model, kernel=kernel) == 6 * 3 + 3


@pytest.mark.parametrize("kernel", ["python", "auto"])
@pytest.mark.parametrize("number", [4, 40])
def test_numbers_and_words_in_one_domain(number: int, kernel: Any) -> None:
    """A word is never added to: the part before excludes it."""
    model = clew.Model()
    values = ["none", *range(number)]
    x, y, z = model.variables("x y z", values)
    model.require(Or([x == "none", And([y != "none", z != "none", x + y + z <= 3])]))
    model.require(Or([y == "none", And([y >= 2, z == "none"])]) | (x == y))
    expected = sum(
        (a == "none" or (b != "none" and c != "none" and a + b + c <= 3))
        and (b == "none" or (b >= 2 and c == "none") or a == b)
        for a, b, c in product(values, repeat=3)
    )
    assert clew.count(model, kernel=kernel) == expected


ONES: Any = sum(Var(name) == 1 for name in "wxyz")
OPPOSITES: Final[dict[str, Constraint]] = {
    "a number of conditions": Not(ONES >= 2),
    "in an alternative": Or([ONES >= 2, Var("w") + Var("x") == 3]),
    "of different values": Not(AllDifferent("wxyz")),
    "of words": Not(Regular("wxyz", {(0, 1): 1, (1, 2): 0, (0, 0): 0}, 0, [0])),
    "of entries": Not(Element("w", [Var("x"), 2, Var("y")], "z")),
    "of vectors": Or([Not(DistinctVectors(["wx", "yz"])), Not(Same("wx", "yz"))]),
    "of counts": Not(Count("wxyz", {1: (1, 2), 0: 1})),
    "of orders": And([Or([Lex("wx", "yz"), Not(Lex("wx", "zy", strict=True))]), Not(Var("w") * Var("x") == Var("y"))]),
}


@pytest.mark.parametrize("name", OPPOSITES)
def test_python_is_asked_about_no_condition_made_of_known_parts(name: str) -> None:
    model = clew.Model()
    model.variables("w x y z", range(12))  # more combinations than a table has
    model.require(OPPOSITES[name])
    for level in (UNIT, ARC):
        assert not program_of(model.domains(), model.constraints(), level).program.calls_python


class Odd(AllDifferent):
    """A subclass that means something else."""

    def holds(self, values: Sequence[Any]) -> bool:
        return bool(sum(values) % 2 == 1)

    def primitives(self) -> Any:
        return (forms.Callback(self),)


def test_the_opposite_of_a_subclass_is_what_the_subclass_says() -> None:
    model = clew.Model()
    names = model.variables("x y z", range(5))
    model.require(Not(Odd(names)))
    assert clew.count(model) == sum((a + b + c) % 2 == 0 for a in range(5) for b in range(5) for c in range(5))


def test_sets_are_neither_smaller_nor_equal_nor_larger() -> None:
    """The opposite of an order need not be an order: values that are sets may be incomparable."""
    model = clew.Model()
    some = [frozenset(), frozenset("a"), frozenset("b"), frozenset("ab")]
    x, y, z = model.variables("x y z", some)
    model.require(Or([And([Not(x < y), z == some[0]]), And([y == z, Not(x <= z)])]))
    expected = sum((not a < b and c == some[0]) or (b == c and not a <= c) for a in some for b in some for c in some)
    assert clew.count(model) == expected == clew.count(model, kernel="python")


# -- many of them ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 63, 64, 65, 129])
def test_more_alternatives_than_bits_of_a_word(number: int) -> None:
    """One alternative for each value of z says how x and y lie; refuted ones are remembered in words."""
    model = clew.Model()
    x, y, z = model.variables("x y z", range(130))
    model.require(Or([And([z == k, x == k, y - x == k - 5]) for k in range(number)]))
    found, nodes, failures = agree(model)
    assert [tuple(s.values()) for s in found] == [(k, 2 * k - 5, k) for k in range(number) if 0 <= 2 * k - 5 < 130]
    assert failures == (not found)
    assert len(found) < 2 or nodes[1] == len(found)


def test_a_sudoku_with_lines_between_two_cells_is_decided() -> None:
    """Each line is one condition on five cells, which has too many combinations for a table."""
    rows = ["534678912", "672195348", "198342567", "859761423", "426853791", "713924856", "961537284", "287419635"]
    model = clew.Model()
    cells = [[model.variable((i, j), range(1, 10)) for j in range(9)] for i in range(9)]
    for k in range(9):
        model.require(AllDifferent(cells[k]))
        model.require(AllDifferent([row[k] for row in cells]))
        model.require(AllDifferent([cells[k // 3 * 3 + i][k % 3 * 3 + j] for i in range(3) for j in range(3)]))
    for i, row in enumerate(rows):
        for j in range(5):
            first, *between, last = (int(digit) for digit in row[j : j + 5])
            if all(min(first, last) < value < max(first, last) for value in between):
                a, *inner, b = cells[i][j : j + 5]
                rising = [part for cell in inner for part in (a < cell, cell < b)]
                falling = [part for cell in inner for part in (b < cell, cell < a)]
                model.require(Or([And(rising), And(falling)]))
    outcome = clew.solve(model, clew.First(), limits=clew.Limits(nodes=5000))
    assert outcome.result is not None
    assert not clew.violations(model, outcome.result)


RANGE: Final = range(100)
"""Few combinations with the values of two other variables; an interval if the search learns."""


@pytest.mark.parametrize(
    "condition",
    [
        pytest.param(lambda x, y, z: Or([x * y >= 150 + z, x <= 5]), id="product"),
        pytest.param(lambda x, y, z: Implies(Max([x, 30 * y]) >= 50 + z, x + y >= 60), id="maximum"),
        pytest.param(
            lambda x, y, z: Or([And([Or([And([x + y <= 9, x - z >= 7]), x >= 60]), y >= 1]), x + z == 20]), id="nested"
        ),
    ],
)
def test_alternatives_of_an_interval_are_no_table(condition: Callable[..., Constraint]) -> None:
    model = clew.Model()
    for name, domain in (("x", RANGE), ("y", (0, 1, 2)), ("z", (0, 1, 2))):
        model.variable(name, domain)
    model.require(condition(*map(Var, "xyz")))
    rows = [tuple(row.values()) for row in brute_force(model)]
    made = learner(model, UNIT)
    assert made is not None
    assert made[1].compiler is not None
    assert made[1].compiler.intervals == {0}
    assert sorted({*found(*made)}) == rows
    assert 0 < len(rows) < 900

"""Expressions and constants in the place of variables: the same answers as from the definition."""

import pickle
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.constraints import (
    AllDifferent,
    AtLeast,
    AtMost,
    Constant,
    Constraint,
    Count,
    DistinctVectors,
    Element,
    Exactly,
    Less,
    Lex,
    Linear,
    NotEqual,
    Predicate,
    Product,
    Regular,
    Sum,
    Table,
    Var,
)
from clew_problems import Queens
from tests.examples import THOROUGH

NAMES = ("a", "b", "c")
DOMAINS = {"a": range(3), "b": (2, 0, -1), "c": range(-1, 3)}
a, b, c = map(Var, NAMES)

leaves = st.sampled_from([a, b, c])


def _combined(one: Any, other: Any, kind: str) -> Any:
    return {"+": lambda: one + other, "-": lambda: one - other, "*": lambda: one * other}[kind]()


single = st.builds(
    lambda variable, kind, number: {
        "+": variable + number, "-": number - variable, "*": variable * number, "abs": abs(variable - number),
        "//": variable // 2, "%": variable % 2, "same": variable,
    }[kind],
    leaves, st.sampled_from(["+", "-", "*", "abs", "//", "%", "same"]), st.integers(-2, 2),
)  # fmt: skip
terms = st.one_of(
    single,
    st.builds(_combined, leaves, leaves, st.sampled_from("+-*")),
    st.integers(-1, 3).map(Constant),
)

Rule = Callable[[list[int]], bool]
KINDS: dict[str, tuple[Callable[[list[Any]], Constraint], Rule]] = {
    "all different": (AllDifferent, lambda v: len(set(v)) == 3),
    "all different but 0": (
        lambda t: AllDifferent(t, exceptions=[0]), lambda v: len({x for x in v if x}) == sum(x != 0 for x in v),
    ),
    "all different with offsets": (
        lambda t: AllDifferent(t, offsets=[0, 2, 1]), lambda v: len({v[0], v[1] + 2, v[2] + 1}) == 3,
    ),
    "count": (lambda t: Count(t, {1: (1, 2), 0: (0, 1)}), lambda v: 1 <= v.count(1) <= 2 and v.count(0) <= 1),
    "exactly": (lambda t: Exactly(1, 2, t), lambda v: v.count(2) == 1),
    "at least": (lambda t: AtLeast(2, 1, t), lambda v: v.count(1) >= 2),
    "at most": (lambda t: AtMost(1, 0, t), lambda v: v.count(0) <= 1),
    "table": (
        lambda t: Table(t, [(0, 1, 2), (1, 1, 1), (2, 0, -1), (2, 2, 0)]),
        lambda v: tuple(v) in {(0, 1, 2), (1, 1, 1), (2, 0, -1), (2, 2, 0)},
    ),
    "forbidden": (
        lambda t: Table(t, [(0, 1, 2), (1, 1, 1)], allowed=False), lambda v: tuple(v) not in {(0, 1, 2), (1, 1, 1)},
    ),
    "element": (
        lambda t: Element(t[0], [t[1], 1, c, -1], t[2]), lambda v: False,  # the rule is written below
    ),
    "lex": (lambda t: Lex([t[0], a + 9], [t[1], t[2]]), lambda v: False),
    "sum": (lambda t: Sum(t, "==", 3), lambda v: sum(v) == 3),
    "weights": (lambda t: Linear(t, (1, -2, 1), "<=", 0), lambda v: v[0] - 2 * v[1] + v[2] <= 0),
    "product": (lambda t: Product(t, ">", 1), lambda v: v[0] * v[1] * v[2] > 1),
    "less": (lambda t: Less(t[0], t[1]) & NotEqual(t[1], t[2]), lambda v: v[0] < v[1] != v[2]),
    "predicate": (lambda t: Predicate(lambda x, y, z: x + y > z, t), lambda v: v[0] + v[1] > v[2]),
    "or": (
        lambda t: AllDifferent(t) | Count(t, {1: 0}), lambda v: len(set(v)) == 3 or 1 not in v,
    ),
    "not": (lambda t: ~AllDifferent(t), lambda v: len(set(v)) < 3),
    "vectors": (lambda t: DistinctVectors([[t[0], t[1]], [t[2], a + 9]]), lambda v: False),
    "regular": (
        lambda t: Regular(t, {(0, x): int(x > 0) for x in range(-9, 10)} | {(1, x): 1 for x in range(-1, 10)}, 0, [1]),
        lambda v: any(x > 0 for x in v) and all(y >= -1 for k, y in enumerate(v) if any(x > 0 for x in v[:k])),
    ),
}  # fmt: skip


def value(term: Any, values: dict[str, int]) -> int:
    """What a term is worth, by Python itself."""
    tree = term._tree

    def worth(tree: Any) -> Any:
        kind, *rest = tree
        if kind == "name":
            return values[rest[0]]
        if kind == "constant":
            return rest[0]
        if kind == "abs":
            return abs(worth(rest[0]))
        one, other = map(worth, rest)
        return {"+": lambda: one + other, "-": lambda: one - other, "*": lambda: one * other,
                "//": lambda: one // other, "%": lambda: one % other}[kind]()  # fmt: skip

    return int(worth(tree))


def holds(kind: str, some: list[Any], values: dict[str, int]) -> bool:
    v = [value(term, values) for term in some]
    if kind == "element":
        entries = [v[1], 1, values["c"], -1]
        return 0 <= v[0] < 4 and entries[v[0]] == v[2]
    if kind == "lex":
        return (v[0], values["a"] + 9) <= (v[1], v[2])
    if kind == "vectors":
        return (v[0], v[1]) != (v[2], values["a"] + 9)
    return KINDS[kind][1](v)


@pytest.mark.parametrize("inference", ["none", "check", "forward", "unit", "arc"])
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=100 if THOROUGH else 12)
@given(some=st.lists(terms, min_size=3, max_size=3, unique_by=lambda term: repr(term._tree)))
def test_terms_have_the_answers_of_their_definition(kind: str, inference: Any, some: list[Any]) -> None:
    model = clew.Model()
    for name, domain in DOMAINS.items():
        model.variable(name, domain)
    constraint = KINDS[kind][0](some)
    if kind != "predicate":  # whose function cannot be pickled
        constraint = pickle.loads(pickle.dumps(constraint))  # noqa: S301
    model.require(constraint)
    expected = [row for row in product(*DOMAINS.values()) if holds(kind, some, dict(zip(NAMES, row, strict=True)))]
    found = clew.solve(model, clew.All(), inference=inference, variable_order="static").result
    assert [solution.row() for solution in found] == expected
    assert all(isinstance(solution[name], int) for solution in found for name in NAMES)


def test_the_model_of_the_queens_is_that_of_the_plugin() -> None:
    """Offsets are kept, so that the search is the same, node for node."""
    n = 7
    model = clew.Model("queens")
    queens = model.variables(range(n), range(n))
    model.require(
        AllDifferent(queens),
        AllDifferent([queens[i] + i for i in range(n)]),
        AllDifferent(queens[i] - i for i in range(n)),
    )
    for inference in ("forward", "unit", "arc"):
        options: Any = {"inference": inference, "variable_order": "static", "kernel": "python"}
        one, other = clew.solve(model, clew.All(), **options), clew.solve(Queens(n), clew.All(), **options)
        assert [s.row() for s in one.result] == [tuple(s[q] for q in s) for s in other.result]
        assert one.statistics.nodes == other.statistics.nodes


def test_constants_and_shared_variables_need_no_case_of_their_own() -> None:
    x, y = Var("x"), Var("y")

    def solutions(*constraints: Constraint) -> list[tuple[int, ...]]:
        model = clew.Model()
        model.variables("x y", range(3))
        model.require(constraints)
        return [s.row() for s in clew.solve(model, clew.All(), variable_order="static").result]

    assert solutions(AllDifferent([x, Constant(1), Constant(2)])) == [(0, 0), (0, 1), (0, 2)]
    assert solutions(AllDifferent([x, x + 1, y])) == [(0, 2), (1, 0), (2, 0), (2, 1)]
    assert solutions(AllDifferent([x - x, y])) == [(p, q) for p in range(3) for q in (1, 2)]
    assert solutions(AllDifferent([x - x, y - y])) == []
    assert solutions(Count([Constant(1), x], {1: 2})) == [(1, 0), (1, 1), (1, 2)]


def test_messages_and_names_show_the_expressions() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    model.require(AllDifferent([x * y, x + y]).named("no coincidence"), Count([x + 1, y], {1: 1}))
    assert {v.rule for v in clew.violations(model, {"x": 0, "y": 0})} == {"no coincidence"}
    assert "x" in str(clew.violations(model, {"x": 1, "y": 0})[0])
    with pytest.raises(clew.ProblemError, match="has no variable 'z'"):
        model.require(AllDifferent([x + 1, Var("z") - 1]))
    with pytest.raises(clew.ProblemError, match="is an expression in place of a variable"):
        model.fix(x + 1, 2)


@pytest.mark.parametrize("rule", [AllDifferent, lambda some: Count(some, {1: 1}), lambda some: Table(some, [(1, 1)])])
def test_terms_that_are_nested_too_deeply_are_refused(rule: Callable[[list[Any]], Constraint]) -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(3))
    fine = deep = x + 0
    for k in range(10_000):
        deep = abs(deep - 1)
        fine = deep if k < 40 else fine
    model.require(rule([fine, y]))
    with pytest.raises(clew.ProblemError, match="may be nested 100 deep, and this one is deeper"):
        model.require(rule([deep, y]))

"""Small random models with constraints of every kind, and the brute force that they are compared with."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from hypothesis import strategies as st

import clew
from clew.constraints import (
    MDD,
    AllDifferent,
    And,
    ArgMax,
    ArgMin,
    AtLeast,
    AtMost,
    BinPacking,
    Comparison,
    Constraint,
    Count,
    Decreasing,
    DistinctVectors,
    Element,
    ExactCover,
    Exactly,
    If,
    Implies,
    Increasing,
    Inverse,
    Knapsack,
    Lex,
    Linear,
    Maximum,
    Minimum,
    Not,
    NotEqual,
    NValues,
    Or,
    Predicate,
    Product,
    Regular,
    Same,
    SlidingSum,
    Sum,
    Table,
    ValuePrecedence,
    Var,
)
from tests.corpus.families import Even

Assignment = dict[Any, Any]
RELATIONS = ("==", "!=", "<", "<=", ">", ">=")
VALUES: st.SearchStrategy[Any] = st.integers(-1, 3)

WAYS: Final[list[dict[str, Any]]] = [
    {},
    {"kernel": "python"},
    {"jobs": 2},
    {"jobs": 2, "cutting": clew.Cutting(first=0, subtrees=3)},
    {"learning": "nogoods"},
    {"learning": "jump", "kernel": "python"},
]
"""Options under which a question has the same answer."""


def scopes(names: list[str], low: int, high: int) -> st.SearchStrategy[list[str]]:
    high = min(high, len(names))
    return st.lists(st.sampled_from(names), min_size=min(low, high), max_size=high, unique=True)


WORDS = ["argmax", "extreme", "gaps", "increasing", "inverse", "knapsack", "mdd", "nvalues", "occurrences", "packing",
         "precedence", "sliding"]  # fmt: skip


@st.composite
def orders_and_totals(draw: st.DrawFn, kind: str, scope: list[str]) -> Constraint:  # noqa: C901  (a long list)
    """A constraint of `clew.constraints.orders` or `totals`, or one that goes with them."""
    *some, last = scope
    n, flag = len(scope), draw(st.booleans())
    sizes = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    if not some:
        return Increasing(scope)
    if kind == "gaps":
        rows = draw(st.lists(st.tuples(*[st.one_of(VALUES, st.just(...))] * n), max_size=6))
        return Table(scope, rows, allowed=flag)
    if kind == "increasing":
        return (Increasing if draw(st.booleans()) else Decreasing)(scope, strict=flag)
    if kind == "precedence":
        return ValuePrecedence(scope, draw(st.lists(VALUES, max_size=3, unique=True)))
    if kind == "inverse":
        return Inverse(scope, scope) if flag else Inverse(scope[: n // 2], scope[n // 2 : n // 2 * 2])
    if kind == "mdd":
        layer = st.dictionaries(st.tuples(st.integers(0, 1), VALUES), st.integers(0, 1), max_size=6)
        first = draw(st.dictionaries(st.tuples(st.just(0), VALUES), st.integers(0, 1), max_size=4))
        return MDD(scope, [first, *(draw(layer) for _ in some)])
    if kind == "nvalues":
        values = draw(st.none() | st.sets(VALUES, max_size=3) | st.just(range(-1, 9)))
        return NValues(scope, draw(st.integers(0, 3)), values) if flag else NValues(some, last, values)
    if kind == "sliding":
        low = draw(st.integers(-2, 4))
        return SlidingSum(scope, draw(st.integers(1, 3)), low, low + draw(st.integers(0, 3)))
    if kind == "packing":
        if flag:
            return BinPacking(scope, sizes, capacity=draw(st.lists(st.integers(0, 5), min_size=1, max_size=3)))
        return BinPacking(some, sizes[:-1], {0: draw(st.integers(0, 4)), 2: last}, draw(st.none() | st.integers(2, 6)))
    if kind == "occurrences":
        number = Var(last) if flag else draw(st.integers(0, 2))
        make: Callable[..., Constraint] = draw(st.sampled_from([Exactly, AtLeast, AtMost]))
        return make(number, draw(st.sets(VALUES) | VALUES), some)
    if kind == "extreme":
        return (Maximum if flag else Minimum)(some, last)
    if kind == "argmax":
        return (ArgMax if flag else ArgMin)(some, last)
    weights, profits = sizes[:-1], [size + 1 for size in sizes[:-1]]
    return Knapsack(some, weights, draw(st.integers(0, 8)), profits, Var(last))


@st.composite
def constraints(draw: st.DrawFn, names: list[str], depth: int = 0) -> Constraint:  # noqa: C901  (a long list)
    """Any constraint on some of the variables."""
    kinds = ["alldifferent", "offsets", "mapping", "except", "table", "forbidden", "predicate", "comparison", "unary",
             "linear", "sum", "product", "count", "exactly", "atleast", "atmost", "regular", "element", "lex",
             "vectors", "same", "own", "formula"]  # fmt: skip
    if depth < 2:
        kinds += ["and", "or", "not", "implies", "if"]
    kinds += WORDS
    kind = draw(st.sampled_from(kinds))
    scope = draw(scopes(names, 1, 4))
    n = len(scope)
    relation = draw(st.sampled_from(RELATIONS))
    bound = draw(st.integers(-2, 6))
    if kind == "alldifferent":
        return AllDifferent(scope)
    if kind == "offsets":
        return AllDifferent(scope, offsets=draw(st.lists(st.integers(-2, 2), min_size=n, max_size=n)))
    if kind == "mapping":
        return AllDifferent(scope, mapping=lambda variable, value: (value + len(variable)) // 2)
    if kind == "except":
        return AllDifferent(scope, exceptions=draw(st.frozensets(VALUES, max_size=2)))
    if kind in ("table", "forbidden"):
        rows = draw(st.lists(st.tuples(*[VALUES] * n), min_size=1, max_size=12))
        return Table(scope, rows, allowed=kind == "table")
    if kind == "predicate":
        modulus = draw(st.integers(1, 3))
        return Predicate(lambda *values: sum(values) % (modulus + 1) != modulus, scope)
    if kind == "comparison":
        return Comparison(scope[:2], relation, bound if n == 1 else None)
    if kind == "unary":
        return Comparison(scope[:1], relation, bound)
    if kind == "linear":
        return Linear(scope, draw(st.lists(st.integers(-2, 2), min_size=n, max_size=n)), relation, bound)
    if kind == "sum":
        return Sum(scope, relation, bound)
    if kind == "product":
        return Product(scope, relation, bound)
    if kind == "count":
        lows = draw(st.dictionaries(VALUES, st.tuples(st.integers(0, 1), st.integers(1, 3)), max_size=2))
        return Count(scope, lows if sum(low for low, _ in lows.values()) <= n else {})
    value = draw(VALUES)
    number = draw(st.integers(0, n))
    if kind == "exactly":
        return Exactly(number, value, scope)
    if kind == "atleast":
        return AtLeast(number, value, scope)
    if kind == "atmost":
        return AtMost(number, value, scope)
    if kind == "regular":
        moves = draw(st.dictionaries(st.tuples(st.integers(0, 2), VALUES), st.integers(0, 2), max_size=12))
        states: st.SearchStrategy[Any] = st.sampled_from((0, 1, 2))
        return Regular(scope, moves, 0, draw(st.sets(states, min_size=1)))
    if kind == "element" and n >= 2:
        entries = st.one_of(VALUES, st.sampled_from(names).map(Var))
        return Element(scope[0], draw(st.lists(entries, min_size=1, max_size=4)), scope[1])
    if kind == "lex" and n >= 2:
        return Lex(scope[: n // 2], scope[n // 2 : n // 2 * 2], draw(st.booleans()))
    if kind == "vectors" and len(names) >= 2:
        width = draw(st.integers(1, 2))
        vector = st.permutations(names).map(lambda some: tuple(some[:width]))
        vectors = draw(st.lists(vector, min_size=2, max_size=3, unique=True))
        return DistinctVectors(vectors)
    if kind == "same" and n >= 2:
        return Same(scope[: n // 2], scope[n // 2 : n // 2 * 2])
    if kind == "own":
        return Even(scope)
    if kind == "formula":
        x, y, z = (Var(draw(st.sampled_from(names))) for _ in range(3))
        compare: Callable[[Any, Any], Any] = draw(st.sampled_from([operator.eq, operator.ne, operator.lt, operator.ge]))
        left: Any = draw(st.sampled_from([x * y, x * y + z, x % 2, abs(x), x * 2 + y, x + y * 3, 2 - x, x // 2 * y]))
        formula: Constraint = compare(left, bound)
        return formula
    if kind == "and":
        return And([draw(constraints(names, depth + 1)), draw(constraints(names, depth + 1))])
    if kind == "or":
        return Or([draw(constraints(names, depth + 1)), draw(constraints(names, depth + 1))])
    if kind == "if":
        return If(*(draw(constraints(names, depth + 1)) for _ in range(draw(st.integers(2, 3)))))
    if kind in WORDS:
        return draw(orders_and_totals(kind, scope))
    if kind == "not":
        return Not(draw(constraints(names, depth + 1)))
    if kind == "implies":
        return Implies(draw(constraints(names, depth + 1)), draw(constraints(names, depth + 1)))
    return AllDifferent(scope)


class Shown(clew.Model):
    """A model that says all of itself when a test fails."""

    def __repr__(self) -> str:
        return f"{self.domains()} {self.given()} {self.constraints()}"


@st.composite
def models(draw: st.DrawFn, most: int = 5) -> clew.Model:
    """Up to five variables of up to four values, up to five constraints, sometimes a value given."""
    names = list("vwxyz"[: draw(st.integers(1, most))])
    model = Shown()
    for name in names:
        model.variable(name, draw(st.lists(VALUES, min_size=1, max_size=4, unique=True)))
    model.require(draw(st.lists(constraints(names), min_size=1, max_size=5)))
    if draw(st.integers(0, 3)) == 0:
        name = draw(st.sampled_from(names))
        model.fix(name, draw(st.sampled_from(model.domains()[name])))
    return model


@st.composite
def covers(draw: st.DrawFn) -> clew.Model:
    """A small exact cover."""
    items = list("abcde")
    optional = draw(st.sets(st.sampled_from(items), max_size=2))
    options = {}
    for number in range(draw(st.integers(1, 8))):
        chosen = draw(st.sets(st.sampled_from(items), min_size=1, max_size=3))
        if chosen - optional:
            options[number] = sorted(chosen)
    if not options:
        options = {0: ["a"]}
        optional = set()
    cover = ExactCover(options, optional)
    model = Shown()
    for item, domain in cover.domains().items():
        model.variable(item, domain)
    model.require(cover)
    return model


@st.composite
def sparse(draw: st.DrawFn) -> clew.Model:
    """A few groups of variables, mostly apart, with constraints of two and three variables within them."""
    size, values = draw(st.integers(2, 7)), draw(st.integers(2, 3))
    model = Shown()
    model.variables(range(size), range(values))
    for _ in range(draw(st.integers(1, 6))):
        width = min(size, draw(st.integers(2, 3)))
        first = draw(st.integers(0, size - width))
        scope = draw(st.permutations(range(first, first + width)))
        modulus, rest = draw(st.integers(2, 4)), draw(st.integers(0, 1))
        model.require(
            draw(
                st.sampled_from(
                    (
                        NotEqual(scope[0], scope[1]),
                        Predicate(modular(modulus, rest), scope),
                        Sum(scope, "<=", rest + 1),
                        AllDifferent(scope),
                        Exactly(1, rest, scope),
                        Table(scope, [(0,) * width, (1,) * width, tuple(k % values for k in range(width))]),
                    )
                )
            )
        )
    return model


def modular(modulus: int, rest: int) -> Any:
    """A predicate on a weighted sum."""
    return lambda *values: sum((k + 1) * v for k, v in enumerate(values)) % modulus != rest


def satisfying(domains: Mapping[Any, Collection[Any]], constraints: Iterable[Constraint]) -> list[Assignment]:
    """Every solution, in lexicographic order, by `holds` alone, asked once its variables have values."""
    names = [*domains]
    asked: list[list[Constraint]] = [[] for _ in range(len(names) + 1)]
    for constraint in constraints:
        asked[max(map(names.index, constraint.scope), default=-1) + 1].append(constraint)
    found: list[Assignment] = [{}] if all(constraint.holds([]) for constraint in asked[0]) else []
    for name, here in zip(names, asked[1:], strict=True):
        found = [
            one
            for one in ({**before, name: value} for before in found for value in domains[name])
            if all(constraint.holds([one[v] for v in constraint.scope]) for constraint in here)
        ]
    return found


def brute_force(model: clew.Model) -> Iterator[Assignment]:
    """Every solution of a model, in lexicographic order, by `holds` alone."""
    given = model.given()
    domains = {v: [w for w in values if w == given.get(v, w)] for v, values in model.domains().items()}
    yield from satisfying(domains, model.constraints())


def check_nodes(model: clew.Model, level: str) -> None:
    """Both kernels find the solutions of a model, in order, and by the same nodes."""
    expected = [tuple(one.values()) for one in brute_force(model)]
    options: Any = {"inference": level, "variable_order": "static"}
    outcomes = [clew.solve(model, clew.All(), kernel=kernel, **options) for kernel in ("python", "compiled")]
    assert [[tuple(solution.values()) for solution in one.result] for one in outcomes] == [expected, expected]
    assert outcomes[0].statistics.nodes_per_level == outcomes[1].statistics.nodes_per_level

"""Random expressions of CPMpy about a few variables, and what they are worth by CPMpy's own `value`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

import cpmpy as cp
from cpmpy.expressions.core import Comparison, Operator
from cpmpy.expressions.utils import argval
from cpmpy.tools.xcsp3.globals import NoOverlap2d
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

RELATIONS: Final = ("==", "!=", "<", "<=", ">", ">=")
VALUES: Final = st.integers(-3, 4)

X: Final = cp.intvar(-2, 2, name="x")
Y: Final = cp.intvar(0, 3, name="y")
Z: Final = cp.intvar(-1, 2, name="z")
A: Final = cp.boolvar(name="a")
B: Final = cp.boolvar(name="b")
VARIABLES: Final = (X, Y, Z, A, B)


def combinations() -> Iterator[tuple[int, ...]]:
    """All values that the variables may take together; the variables have them while they are looked at."""
    for values in product(*(range(one.lb, one.ub + 1) for one in VARIABLES)):
        for one, value in zip(VARIABLES, values, strict=True):
            one._value = bool(value) if one.is_bool() else value
        yield values


def expected(constraints: Sequence[Any]) -> set[tuple[int, ...]]:
    """The solutions, by trying all values. An expression that is not defined makes the nearest condition false."""
    return {values for values in combinations() if all(argval(one) for one in constraints)}


def some(kind: SearchStrategy[Any], least: int = 2, most: int = 3) -> SearchStrategy[list[Any]]:
    return st.lists(kind, min_size=least, max_size=most)


def leaves() -> SearchStrategy[Any]:
    return st.sampled_from([X, Y, Z, A, ~B])


def numbers(children: SearchStrategy[Any], conditions: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """One more function of numeric expressions, or of conditions."""
    parts = children | conditions
    lists = some(parts | VALUES).filter(lambda entries: any(map(_is_expression, entries)))
    index = children.filter(lambda one: not one.is_bool())
    weighted = some(st.tuples(VALUES, parts)).map(
        lambda terms: Operator("wsum", [list(one) for one in zip(*terms, strict=True)])
    )
    rows = st.tuples(some(parts, 4, 4), index, index).map(
        lambda entry: cp.NDElement(cp.cpm_array(entry[0]).reshape(2, 2), list(entry[1:]))
    )
    return st.one_of(
        some(parts).map(partial(Operator, "sum")),
        weighted,
        parts.map(lambda one: Operator("-", [one])),
        st.builds(cp.Multiplication, parts, parts | VALUES),
        st.builds(cp.Division, parts, parts | VALUES.filter(bool)),
        st.builds(cp.Modulo, parts, parts | VALUES.filter(bool)),
        st.builds(cp.Power, parts, st.integers(0, 3)),
        parts.map(cp.Abs),
        lists.map(cp.Maximum),
        lists.map(cp.Minimum),
        st.builds(cp.Element, some(parts | VALUES), index),
        rows,
        st.builds(cp.Count, lists, parts | VALUES),
        st.builds(cp.Among, lists, some(VALUES, 1)),
        lists.map(cp.NValue),
        st.builds(cp.NValueExcept, lists, VALUES),
    )


def _is_expression(thing: Any) -> bool:
    return not isinstance(thing, int)


def _pair(kind: Callable[..., Any]) -> Callable[[list[list[Any]]], Any]:
    return lambda rows: kind(*rows) if kind in (cp.LexLess, cp.LexLessEq, cp.Inverse) else kind(rows)


def global_constraints(parts: SearchStrategy[Any], conditions: SearchStrategy[Any]) -> SearchStrategy[Any]:
    lists = some(parts, 2, 3)
    mixed = some(parts | VALUES).filter(lambda entries: any(map(_is_expression, entries)))
    of_lists: tuple[Any, ...] = (
        cp.AllDifferent,
        cp.AllDifferentExcept0,
        cp.AllEqual,
        cp.Increasing,
        cp.IncreasingStrict,
    )
    of_lists += (cp.Decreasing, cp.DecreasingStrict, cp.Circuit)
    tables = some(some(VALUES, 2, 2), 1, 4)
    starred = some(some(VALUES | st.just("*"), 2, 2), 1, 4)
    edges = st.lists(st.tuples(st.integers(0, 2), VALUES, st.integers(0, 2)), min_size=2, max_size=8)
    return st.one_of(
        *(mixed.map(kind) for kind in of_lists),
        st.builds(cp.AllDifferentExceptN, mixed, some(VALUES, 1)),
        st.builds(cp.AllEqualExceptN, mixed, some(VALUES, 1)),
        st.builds(cp.Table, some(parts, 2, 2), tables),
        st.builds(cp.NegativeTable, some(parts, 2, 2), tables),
        st.builds(cp.ShortTable, some(parts, 2, 2), starred),
        st.builds(cp.Regular, lists, edges, st.just(0), some(st.integers(0, 2), 1)),
        st.builds(cp.InDomain, parts, some(VALUES, 1)),
        some(conditions, 1).map(cp.Xor),
        st.builds(cp.IfThenElse, conditions, conditions, conditions),
        *(
            some(some(parts | VALUES, 2, 2), 2, 2).map(_pair(kind))
            for kind in (cp.LexLess, cp.LexLessEq, cp.LexChainLess, cp.LexChainLessEq)
        ),
        st.builds(cp.Inverse, some(parts, 2, 2), some(parts | st.integers(0, 1), 2, 2)),
        st.builds(cp.Precedence, mixed, some(st.integers(0, 3), 2, 3)),
        st.builds(
            _cardinality,
            lists,
            st.lists(st.tuples(VALUES, parts | st.integers(0, 2)), min_size=1, max_size=2),
            st.booleans(),
        ),
        st.builds(
            lambda s, d, n, c: cp.Cumulative(s, d[: len(s)], None, n[: len(s)], c),
            some(parts, 2, 2),
            some(st.integers(0, 2) | parts, 2, 2),
            some(st.integers(0, 2), 2, 2),
            st.integers(0, 3),
        ),
        st.builds(lambda s, d: cp.NoOverlap(s, d), some(parts, 2, 2), some(st.integers(0, 2), 2, 2)),
        st.builds(
            lambda x, y, w, h, e: NoOverlap2d(x, w, [x[0] + w[0], e], y, h, [y[0] + h[0], y[1] + h[1]]),
            some(parts, 2, 2),
            some(parts, 2, 2),
            some(st.integers(0, 3), 2, 2),
            some(st.integers(1, 2), 2, 2),
            parts,
        ),
    )


def _cardinality(entries: list[Any], counted: list[tuple[int, Any]], closed: bool) -> Any:
    return cp.GlobalCardinalityCount(entries, [value for value, _ in counted], [n for _, n in counted], closed=closed)


def conditions_of(children: SearchStrategy[Any], parts: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """One more condition of conditions."""
    return st.one_of(
        some(children).map(partial(Operator, "and")),
        some(children).map(partial(Operator, "or")),
        some(children, 2, 2).map(partial(Operator, "->")),
        children.map(lambda one: ~one),
        children.map(lambda one: Operator("not", [one])),
        st.builds(Comparison, st.sampled_from(RELATIONS), parts, parts | VALUES),
        global_constraints(parts, children),
    )


def expressions() -> tuple[SearchStrategy[Any], SearchStrategy[Any]]:
    """Numeric expressions and conditions, some levels deep."""
    parts = leaves()
    conditions: SearchStrategy[Any] = st.sampled_from([A, ~B])
    for _ in range(3):
        new = conditions | conditions_of(conditions, parts)
        parts, conditions = parts | numbers(parts, conditions), new
    return parts, conditions

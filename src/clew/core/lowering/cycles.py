"""Equations and differences of wide ranges that contradict each other, which bounds would find out one by one.

From `x < y` and `y <= x` propagation takes a value from an end at a time, over ranges of millions for minutes. They
are a cycle of negative length in the graph that has an edge of length c for each `x <= y + c` (R. Dechter, I. Meiri and
J. Pearl, Temporal constraint networks, 1991), which is found as by R. Bellman, On a routing problem, 1958.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from math import gcd
from typing import Any

from clew.constraints.primitives import Difference, Primitive, WeightedSum

Edge = tuple[Hashable, Hashable, int]
"""Two variables, the first of which is at most the second plus a number."""


def contradicts(primitives: Iterable[Primitive], domains: Mapping[Any, Sequence[Any]], work: int) -> bool:
    """Whether equations and differences of integers alone have no solution, as far as a limited search finds out.

    Args:
        primitives: the constraints; others than sums and differences of ranges are left aside.
        domains: the variables with their values.
        work: how many edges may be looked at, at most.
    """
    edges: list[Edge] = []
    for primitive in primitives:
        if (terms := _terms(primitive, domains)) is None:
            continue
        coefficients, relation, bound = terms
        if relation == "==" and bound % (gcd(*coefficients) or 1):
            return True
        if len(coefficients) == 2 and coefficients[0] == -coefficients[1] != 0:
            edges += _edges(primitive.scope, coefficients[0], relation, bound)
    return _has_negative_cycle(edges, work)


def _terms(primitive: Primitive, domains: Mapping[Any, Sequence[Any]]) -> tuple[tuple[int, ...], str, int] | None:
    """The coefficients, the relation and the bound of a sum of ranges of integers; None if it is none."""
    if isinstance(primitive, Difference):
        terms: tuple[Any, str, Any] = (1, -1), primitive.relation, primitive.offset
    elif isinstance(primitive, WeightedSum):
        terms = primitive.coefficients, primitive.relation, primitive.bound
    else:
        return None
    has_integers = all(type(number) is int for number in (*terms[0], terms[2]))
    return terms if has_integers and all(isinstance(domains[v], range) for v in primitive.scope) else None


def _edges(scope: Sequence[Hashable], factor: int, relation: str, bound: int) -> Iterator[Edge]:
    """The edges that `factor * (one - other)` compared with a bound makes; none if they are unequal."""
    one, other = scope
    if factor < 0:
        one, other, factor = other, one, -factor
    if relation in ("<", "<=", "=="):
        yield one, other, (bound - (relation == "<")) // factor
    if relation in (">", ">=", "=="):
        yield other, one, (-bound - (relation == ">")) // factor


def _has_negative_cycle(edges: Sequence[Edge], work: int) -> bool:
    """Whether there is a cycle of negative length; False, too, if that would take too much work."""
    most = {v: 0 for one, other, _ in edges for v in (one, other)}
    for _ in range(min(len(most) + 1, work // max(1, len(edges)))):
        is_shorter = False
        for one, other, length in edges:
            if most[other] + length < most[one]:
                most[one], is_shorter = most[other] + length, True
        if not is_shorter:
            return False
    return len(most) < work // max(1, len(edges))

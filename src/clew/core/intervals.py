"""Which variables the engine keeps as intervals: wide ranges of which nothing but the ends is asked for."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from numbers import Rational
from typing import Any

from clew.constraints.arithmetic import Comparison, Linear
from clew.constraints.primitives import Difference, Primitive, Unary, WeightedSum


def intervals(domains: Mapping[Any, Sequence[Any]], primitives: Iterable[Primitive], width: int) -> set[Hashable]:
    """The variables with wide ranges that only compare with numbers, or occur in sums of exact numbers.

    Args:
        domains: the variables with their values.
        primitives: all that is said about them.
        width: the values up to which a domain has a bit for each.
    """
    wide = {
        v for v, values in domains.items() if isinstance(values, range) and values.step == 1 and len(values) > width
    }
    for primitive in primitives:
        if not _is_sum(primitive):
            wide.difference_update(primitive.scope)
    return wide


def single_term(primitive: Unary) -> tuple[Any, str, Any]:
    """The factor of a variable, the comparison, and the number to compare with.

    The constraint tells: of the primitive itself no more is known than what it says of each value. If the constraint
    is no such comparison, the number is none.
    """
    source = primitive.source
    if type(source) is Comparison and len(source.scope) == 1:
        return 1, source.relation, source.constant
    if type(source) is Linear and len(source.scope) == 1:
        return source.coefficients[0], source.relation, source.bound
    return 1, "==", None


def _is_sum(primitive: Primitive) -> bool:
    """Whether a sum of exact numbers compares with a number."""
    match primitive:
        case WeightedSum(coefficients=coefficients, bound=bound):
            return all(isinstance(number, Rational) for number in (*coefficients, bound))
        case Difference(offset=offset):
            return isinstance(offset, Rational)
        case Unary():
            weight, _, bound = single_term(primitive)
            return isinstance(weight, Rational) and isinstance(bound, Rational)
    return False

"""Weighted sums in whole numbers, for the engine: fractions are scaled, and what does not fit is refused."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from numbers import Rational
from typing import Any, Final

import attrs

BITS: Final = 62
"""Bits that the sums of a linear constraint must fit into."""


@attrs.frozen(eq=False)
class Terms:
    """A weighted sum, multiplied so that its weights are whole numbers.

    Attributes:
        weights: a whole number for each variable.
        bound: what the sum is compared with, multiplied as well.
    """

    weights: list[int]
    bound: Any

    def ends(self, relation: str) -> tuple[int | None, int | None]:
        """The least and the most that the sum may be; None for no end.

        For `!=` they are the number that it must not be; if it cannot be that, the least is above the most.
        """
        below, above = int(self.bound // 1), -int(-self.bound // 1)  # the whole numbers next to it
        match relation:
            case "==" | "!=":
                return above, below
            case "<=":
                return None, below
            case "<":
                return None, above - 1
            case ">=":
                return above, None
            case _:
                return below + 1, None


def scale_of(values: Sequence[Any]) -> int:
    """What some values are to be multiplied by to be whole numbers; 0 if they are no exact numbers."""
    if isinstance(values, range) or all(isinstance(value, int) for value in values):
        return 1
    if not all(isinstance(value, Rational) for value in values):
        return 0
    return lcm(*[int(value.denominator) for value in values])


def terms_of(weights: Sequence[Any], bound: Any, scales: Sequence[int], most: Sequence[int]) -> Terms | None:
    """A weighted sum in whole numbers; None if it has none, or if its sums do not fit into a word.

    Args:
        weights: a number for each variable.
        bound: what the sum is compared with.
        scales: what the values of each variable are multiplied by.
        most: the largest of these whole numbers of each variable, without its sign.
    """
    if any(type(number) is not int for number in (*weights, bound)) or any(scale != 1 for scale in scales):
        from fractions import Fraction

        if not all(isinstance(number, Rational) for number in (*weights, bound)) or 0 in scales:
            return None
        exact = [Fraction(weight) / scale for weight, scale in zip(weights, scales, strict=True)]
        common = lcm(*[weight.denominator for weight in exact])
        weights, bound = [int(weight * common) for weight in exact], Fraction(bound) * common
    size = sum(abs(weight) * number for weight, number in zip(weights, most, strict=True))
    # Beyond all sums, one bound is as good as another.
    return None if size >> BITS else Terms(list(weights), max(-size - 1, min(bound, size + 1)))

"""The arithmetic of sums and products that compare with something: which values satisfy them, and which still may.

A total that is a float is rounded to ten digits before it is compared, as python-constraint does: so 0.1 + 0.2 is
0.3. Whole numbers and fractions stay exact.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import accumulate, repeat
from math import inf, isfinite, prod
from numbers import Rational, Real
from typing import Any, Final, NamedTuple

from clew.compat.constraint.rules import Values
from clew.compat.constraint.steps import Row, Step, Steps, picker

RELATIONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
DIGITS: Final = 10
SLACK: Final = 1e-9
"""How far a bound may be off by rounding, for each unit of size."""

Interval = tuple[Any, Any]


def is_calculable(values: Iterable[Any]) -> bool:
    """Whether they are numbers that can be compared."""
    return all(isinstance(value, Real) for value in values)


class Shape(NamedTuple):
    """A sum or a product that compares with a number, or with the last value if there is none.

    Args:
        relation: `==`, `<=`, `>=`, `<` or `>`.
        bound: the number.
        weights: the factors of the values in the sum; by default 1.
        multiplies: whether it is a product.
        rounds: whether a total that is a float is rounded.
    """

    relation: str
    bound: Any = None
    weights: Sequence[Any] | None = None
    multiplies: bool = False
    rounds: bool = True

    def truth(self, values: Values) -> bool:
        """Whether values satisfy it."""
        bound = self.bound
        parts = values[:-1] if bound is None else values
        if self.multiplies:
            total = prod(parts)
        else:
            total = sum(map(operator.mul, parts, self.weights)) if self.weights else sum(parts)
        if self.rounds and isinstance(total, float):
            total = round(total, DIGITS)
        return bool(RELATIONS[self.relation](total, values[-1] if bound is None else bound))

    def terms(self, domains: Sequence[Values]) -> tuple[list[list[Any]], Values]:
        """The addends, or factors, that each variable may give to the total; and the values of the target."""
        parts, target = (domains[:-1], domains[-1]) if self.bound is None else (domains, (self.bound,))
        return [[v * w for v in part] for part, w in zip(parts, self.weights or repeat(1), strict=False)], target

    def within(self, at: Sequence[int], row: Row) -> Steps:
        """The steps that compare what has been given values with what the rest can add at most.

        Args:
            at: the places of the variables, the target last if there is one.
            row: the values of each variable.
        """
        terms, target = self.terms([row[place] for place in at])
        numbers = [*target, *(end for some in terms for end in (min(some), max(some)))]
        if not (is_calculable(numbers) and all(map(isfinite, numbers))) or (self.multiplies and min(numbers) < 0):
            return
        low = min(target) if self.relation in ("==", ">=", ">") else -inf
        high = max(target) if self.relation in ("==", "<=", "<") else inf
        together = operator.mul if self.multiplies else operator.add
        if not all(isinstance(number, Rational) for number in (*numbers, *(self.weights or ()))):
            largest = reduce(together, (max(map(abs, some)) for some in terms))
            slack = SLACK * (1 + max(largest, *map(abs, target)))
            low, high = low - slack, high + slack
        ordered = sorted(zip(at, terms, self.weights or repeat(1), strict=False), key=operator.itemgetter(0))
        for count in range(1, len(ordered) - 1):
            rest = [some for _, some, _ in ordered[count:]]
            least, most = reduce(together, map(min, rest)), reduce(together, map(max, rest))
            total = self._total_of(ordered[:count])
            yield ordered[count - 1][0], _bounding(total, together, (least, most), (low, high))

    def _total_of(self, known: Sequence[tuple[int, Any, Any]]) -> Callable[[Values], Any]:
        """A function that adds up the values at some places, or multiplies them."""
        pick, weights = picker([place for place, *_ in known]), [weight for *_, weight in known]
        if self.multiplies or all(weight == 1 for weight in weights):
            fold = prod if self.multiplies else sum
            return lambda values: fold(pick(values))
        return lambda values: sum(map(operator.mul, pick(values), weights))

    def left(self, domains: Sequence[Values]) -> list[list[Any]] | None:
        """The values that the others could make up for at their ends; None if a variable has none."""
        if not all(domains):
            return None
        terms, target = self.terms(domains)
        ends, limits = [(min(some), max(some)) for some in terms], (min(target), max(target))
        nothing = (1, 1) if self.multiplies else (0, 0)
        before = list(accumulate(ends, self._both, initial=nothing))
        after = list(accumulate(reversed(ends), self._both, initial=nothing))
        kept = []
        for domain, some, one, other in zip(domains, terms, before, after[-2::-1], strict=False):
            others = self._both(one, other)
            kept.append(
                [v for v, t in zip(domain, some, strict=True) if self._fits(self._both(others, (t, t)), limits)]
            )
        if self.bound is None:
            kept.append([value for value in target if self._fits(before[-1], (value, value))])
        return kept if all(kept) else None

    def _both(self, one: Interval, other: Interval) -> Interval:
        if not self.multiplies:
            return one[0] + other[0], one[1] + other[1]
        corners = [a * b for a in one for b in other]
        if any(corner != corner for corner in corners):  # zero times infinity
            return -inf, inf
        return min(corners), max(corners)

    def _fits(self, total: Interval, target: Interval) -> bool:
        """Whether some total in an interval may compare as it should with something in another."""
        (low, high), (least, most) = total, target
        if any(isinstance(end, float) for end in (*total, *target)):
            slack = SLACK * (1 + max(abs(low), abs(high), *(abs(end) for end in target if isfinite(end))))
            low, high = low - slack, high + slack
        if self.relation == "==":
            return bool(low <= most and least <= high)
        return bool(RELATIONS[self.relation](*((low, most) if self.relation in ("<", "<=") else (high, least))))


def _bounding(total: Callable[[Values], Any], together: Any, rest: Interval, target: Interval) -> Step:
    """The step that compares the total so far, put together with the ends of the rest, with the target."""
    (least, most), (low, high) = rest, target

    def step(values: list[Any], row: Row) -> bool:
        known = total(values)
        return bool(together(known, most) >= low and together(known, least) <= high)

    return step

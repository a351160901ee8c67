"""The arithmetic of sums and products that compare with something: which values satisfy them, and which still may.

A total that is a float is rounded to ten digits before it is compared, as python-constraint does: so 0.1 + 0.2 is
0.3. Whole numbers and fractions stay exact.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain, repeat
from math import inf, isfinite, prod
from numbers import Rational, Real
from typing import Any, Final, NamedTuple

from clew.compat.constraint.domain import Unassigned
from clew.compat.constraint.rules import Values
from clew.compat.constraint.steps import Row, Step, picker

RELATIONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
DIGITS: Final = 10
INTEGERS: Final = frozenset({int})
LOW: Final = ("==", ">=", ">")
HIGH: Final = ("==", "<=", "<")
"""The relations that hold a total up, and those that hold it down."""

SLACK: Final = 1e-9
"""How far a bound may be off by rounding, for each unit of size."""

Placed = tuple[int, Step]
Bounds = tuple[list[Any], list[Any], Any, Any, Any]
"""The least and the largest of each part of a total, those of totals that are allowed, and what rounding adds."""

Limits = tuple[int, Any, Any, Any, Any]
"""The place of a domain; the least of values times the last but one, the largest of values times the last."""


def is_calculable(values: Iterable[Any]) -> bool:
    """Whether they are numbers that can be compared."""
    return _are(Real, set(map(type, values)))


def _are(kind: type, kinds: set[type]) -> bool:
    """Whether all of some types are numbers of a kind; mostly they are whole ones."""
    return kinds == INTEGERS or all(issubclass(one, kind) for one in kinds)


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
        bound, weights = self.bound, self.weights
        parts: Iterable[Any] = values
        if bound is None:
            parts, bound = values[:-1], values[-1]
        if weights:
            parts = map(operator.mul, parts, weights)
        total = prod(parts) if self.multiplies else sum(parts)
        if isinstance(total, float) and self.rounds:
            total = round(total, DIGITS)
        return bool(RELATIONS[self.relation](total, bound))

    def is_exact(self, domains: Sequence[Values]) -> bool:
        """Whether nothing that it adds up, multiplies and compares is rounded."""
        return _are(Rational, self._kinds(domains, ()))

    def _kinds(self, domains: Sequence[Values], given: Values) -> set[type]:
        numbers = () if self.bound is None else (self.bound,)
        return {*map(type, chain(given, self.weights or (), numbers, *domains))}

    def wrong(self, values: list[Any], holes: Sequence[int], some: Values, given: Values) -> list[Any]:
        """Those of some values that do not satisfy it in the places that lack one; `given` is that of `limits`."""
        first, multiplies = holes[0], self.multiplies
        if len(holes) == 1 and (self.bound is not None or first < len(values) - 1):
            rest, factor = prod(given) if multiplies else sum(given), self.weights[first] if self.weights else 1
            if {type(rest), type(factor), *map(type, some)} == INTEGERS:  # nothing is rounded
                fits, bound = RELATIONS[self.relation], values[-1] if self.bound is None else self.bound
                return [v for v in some if not fits(rest * v if multiplies else rest + v * factor, bound)]
        found = []
        for value in some:
            for k in holes:
                values[k] = value
            if not self.truth(values):
                found.append(value)
        return found

    def possible(self, values: Values, bounds: Bounds | None) -> bool:
        """Whether values leave a total that is allowed, between the bounds of the parts that are `Unassigned`."""
        if bounds is None:
            return True
        lows, highs, low, high, margin = bounds
        weights, multiplies = self.weights, self.multiplies
        least: Any = 1 if multiplies else 0
        most = least
        for k in range(len(lows)):
            below = above = values[k]
            if below is Unassigned:
                below, above = lows[k], highs[k]
            elif weights:
                below = above = below * weights[k]
            least, most = (least * below, most * above) if multiplies else (least + below, most + above)
        if self.bound is None and values[-1] is not Unassigned:
            low, high = self._allowed(values[-1], values[-1], margin)
        return bool(least <= high and most >= low)

    def left(self, domains: Sequence[Values]) -> Sequence[Values] | None:
        """The values that the others could make up for at their ends; None if a variable has none."""
        limits, kept = self.limits(domains, self.weights), list(domains)
        if limits is None:
            return None
        for k, wanted, allowed, up, down in limits:
            kept[k] = [value for value in domains[k] if wanted <= value * up and value * down <= allowed]
        return kept if all(kept) else None

    def limits(self, domains: Sequence[Values], weights: Values | None, given: Values = ()) -> list[Limits] | None:
        """The limits of the values of some domains, those that restrict them; None if none satisfy it.

        Args:
            domains: those of the parts of a total, and of the target if there is one.
            weights: the factors of these parts.
            given: the other parts, times their factors.
        """
        if not all(domains):
            return None
        bounds = self.bounds(domains, weights, given)
        if bounds is None:
            return []
        lows, highs, low, high, margin = bounds
        least, most = self._added(lows, given), self._added(highs, given)
        if least > high or most < low:
            return None
        found: list[Limits] = []
        room = min(most - low, high - least)
        for k in range(len(lows)):
            below, above = lows[k], highs[k]
            if self.multiplies and below < above:
                up, down = [prod([*given, *ends[:k], *ends[k + 1 :]]) for ends in (highs, lows)]
                found.append((k, low, high, up, down))
            elif above - below > room:
                factor = weights[k] if weights else 1
                found.append((k, low - (most - above), high - (least - below), factor, factor))
        if self.bound is None and len(domains[-1]) > 1:
            slack = max(margin, 0)
            wanted, allowed = least - slack if high < inf else -inf, most + slack if low > -inf else inf
            found.append((len(lows), wanted, allowed, 1, 1))
        return found

    def _added(self, parts: Values, given: Values) -> Any:
        return prod(parts) * prod(given) if self.multiplies else sum(parts) + sum(given)

    def bounds(self, domains: Sequence[Values], weights: Values | None, given: Values = ()) -> Bounds | None:
        """The bounds of a total; the arguments are those of `limits`.

        None if a value is no number, or not finite, or a factor that is negative: then ends say nothing.
        """
        kinds = self._kinds(domains, given)
        is_whole = kinds == INTEGERS
        is_exact = is_whole or _are(Rational, kinds)
        if not is_exact and not _are(Real, kinds):
            return None
        target = domains[-1] if self.bound is None else (self.bound,)
        lows, highs = self._ends(domains, weights)
        if self.multiplies and min([*lows, *given], default=0) < 0:
            return None
        margin: Any = -1 if is_whole and len(self.relation) == 1 else 0
        if not is_exact:
            size = prod([*highs, *given]) if self.multiplies else sum(map(abs, [*lows, *highs, *given]))
            margin = SLACK * (1 + size + sum([abs(number) for number in target if isfinite(number)]))
            if not isfinite(margin):
                return None
        low, high = self._allowed(min(target), max(target), margin)
        return lows, highs, low, high, margin

    def _allowed(self, low: Any, high: Any, margin: Any) -> tuple[Any, Any]:
        """Between which numbers a total may be, to compare with one between two others."""
        return low - margin if self.relation in LOW else -inf, high + margin if self.relation in HIGH else inf

    def _ends(self, domains: Sequence[Values], weights: Values | None) -> tuple[list[Any], list[Any]]:
        """The least and the largest that each variable gives to a total."""
        lows, highs = [], []
        for k in range(len(domains) - (self.bound is None)):
            some = domains[k]
            low, high = (min(some), max(some)) if len(some) > 1 else (some[0], some[0])
            if weights:
                weight = weights[k]
                low, high = (low * weight, high * weight) if weight > 0 else (high * weight, low * weight)
            lows.append(low)
            highs.append(high)
        return lows, highs

    def steps(self, at: Sequence[int], row: Row) -> tuple[list[Placed], bool]:
        """The steps of the direct search, with their places, and whether they are all that is asked for.

        Args:
            at: the places of the variables, the target last if there is one.
            row: the values of each variable.
        """
        domains = [row[place] for place in at]
        first = 1 if self.bound is None else 2  # `left` has looked at each value alone
        made: list[Placed] = []
        slack: Any = 0
        if len(at) > first + 1 or not self.is_exact(domains):
            bounds = self.bounds(domains, self.weights)
            if bounds is None:
                return [], False
            slack = max(bounds[-1], 0)
            if len(at) > first + 1:
                made = self._bounding(at, bounds, first)
        if self.multiplies and self.bound is None:
            return made, False
        return [*made, self._completing(at, slack)], True

    def _bounding(self, at: Sequence[int], bounds: Any, first: int) -> list[Placed]:
        """The steps that compare the total so far, from so many variables on, and the ends of the rest."""
        lows, highs, low, high, _ = bounds
        parts = sorted(zip(at, self.weights or repeat(1), lows, highs, strict=False))
        together = operator.mul if self.multiplies else operator.add
        least, most = (list(accumulate([part[end] for part in reversed(parts)], together)) for end in (2, 3))
        made = []
        for count in range(first, len(parts) - 1):
            rest, heads = len(parts) - count - 1, [part[:2] for part in parts[:count]]
            made.append((heads[-1][0], _bounding(heads, self.multiplies, (least[rest], most[rest]), (low, high))))
        return made

    def _completing(self, at: Sequence[int], slack: Any) -> Placed:
        """The step that keeps the values of the last variable that complete the total.

        Near the bound it asks for the truth, which rounds.
        """
        bound, factors = (0, [1] * (len(at) - 1)) if self.bound is None else (self.bound, [1] * len(at))
        factors = [*(self.weights or factors), -1]
        *heads, last = sorted(zip(at, factors, strict=False))
        return heads[-1][0] if heads else -1, _completing(self, heads, last, bound, (picker(at), slack))


def _completing(shape: Shape, heads: Sequence[Any], last: tuple[int, Any], bound: Any, near: tuple[Any, Any]) -> Step:
    (target, factor), (pick, slack), multiplies = last, near, shape.multiplies
    is_low, is_high, is_strict = shape.relation in LOW, shape.relation in HIGH, len(shape.relation) == 1

    def step(values: list[Any], row: Row) -> object:
        rest: Any = 1 if multiplies else -bound
        for place, weight in heads:
            rest = rest * values[place] if multiplies else rest + values[place] * weight
        left = []
        for value in row[target]:
            over = rest * value - bound if multiplies else rest + value * factor
            if over > slack:
                fits = not is_high
            elif over < -slack:
                fits = not is_low
            elif slack:
                values[target] = value
                fits = shape.truth(pick(values))
            else:
                fits = not is_strict
            if fits:
                left.append(value)
        row[target] = left
        return left

    return step


def _bounding(
    heads: Sequence[tuple[int, Any]], multiplies: bool, rest: tuple[Any, Any], limits: tuple[Any, Any]
) -> Step:
    """The step that compares the total so far, put together with the ends of the rest, with the limits."""
    (least, most), (low, high) = rest, limits

    def step(values: list[Any], row: Row) -> bool:
        total: Any = 1 if multiplies else 0
        for place, weight in heads:
            total = total * values[place] if multiplies else total + values[place] * weight
        if multiplies:
            return bool(total * most >= low and total * least <= high)
        return bool(total + most >= low and total + least <= high)

    return step

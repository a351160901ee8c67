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
LOW: Final = ("==", ">=", ">")
HIGH: Final = ("==", "<=", "<")
"""The relations that hold a total up, and those that hold it down."""

SLACK: Final = 1e-9
"""How far a bound may be off by rounding, for each unit of size."""

Placed = tuple[int, Step]


def is_calculable(values: Iterable[Any]) -> bool:
    """Whether they are numbers that can be compared."""
    return _are(Real, set(map(type, values)))


def _are(kind: type, kinds: set[type]) -> bool:
    """Whether all of some types are numbers of a kind; mostly they are whole ones."""
    return kinds == {int} or all(issubclass(one, kind) for one in kinds)


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

    def is_exact(self, domains: Sequence[Values]) -> bool:
        """Whether nothing that it adds up, multiplies and compares is rounded."""
        return _are(Rational, self._kinds(domains))

    def _kinds(self, domains: Sequence[Values]) -> set[type]:
        numbers = () if self.bound is None else (self.bound,)
        return {*map(type, chain(*domains, self.weights or (), numbers))}

    def left(self, domains: Sequence[Values]) -> Sequence[Values] | None:
        """The values that the others could make up for at their ends; None if a variable has none.

        The domains stay as they are if they say nothing about a total: `_bounds`.
        """
        if not all(domains):
            return None
        bounds = self._bounds(domains)
        if bounds is None:
            return domains
        lows, highs, low, high, slack = bounds
        (below, least), (above, most) = _folded(lows, self.multiplies), _folded(highs, self.multiplies)
        kept: list[Values] = []
        for k in range(len(lows)):
            wanted, allowed, up, down = low, high, above[k], below[k]
            if not self.multiplies:
                wanted, allowed, up, down = low - up, high - down, 1, 1
            some = domains[k]
            if wanted > lows[k] * up or highs[k] * down > allowed:
                if self.weights:
                    up = down = self.weights[k]
                some = [value for value in some if wanted <= value * up and value * down <= allowed]
            kept.append(some)
        if self.bound is None:
            least, most = least - slack if high < inf else -inf, most + slack if low > -inf else inf
            kept.append([value for value in domains[-1] if least <= value <= most])
        return kept if all(kept) else None

    def _bounds(self, domains: Sequence[Values]) -> tuple[list[Any], list[Any], Any, Any, Any] | None:
        """The least and the largest that each variable gives to a total, the same of the total, and the rounding.

        None if a value is no number, or not finite, or a factor that is negative: then ends say nothing.
        """
        kinds = self._kinds(domains)
        exact = _are(Rational, kinds)
        if not exact and not _are(Real, kinds):
            return None
        target = domains[-1] if self.bound is None else (self.bound,)
        lows, highs = self._ends(domains)
        slack: Any = 0
        if not exact:
            size = prod(highs) if self.multiplies else sum(map(abs, [*lows, *highs]))
            slack = SLACK * (1 + size + sum([abs(number) for number in target if isfinite(number)]))
        if not isfinite(slack) or (self.multiplies and lows and min(lows) < 0):
            return None
        margin = -1 if len(self.relation) == 1 and kinds == {int} else slack
        low = min(target) - margin if self.relation in LOW else -inf
        high = max(target) + margin if self.relation in HIGH else inf
        return lows, highs, low, high, slack

    def _ends(self, domains: Sequence[Values]) -> tuple[list[Any], list[Any]]:
        """The least and the largest that each variable gives to a total."""
        lows, highs = [], []
        for k in range(len(domains) - (self.bound is None)):
            some = domains[k]
            low, high = (min(some), max(some)) if len(some) > 1 else (some[0], some[0])
            if self.weights:
                weight = self.weights[k]
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
            bounds = self._bounds(domains)
            if bounds is None:
                return [], False
            slack = bounds[-1]
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


def _folded(numbers: Sequence[Any], multiplies: bool) -> tuple[list[Any], Any]:
    """For each number the sum, or the product, of the others; and that of all."""
    if not multiplies:
        total = sum(numbers)
        return [total - number for number in numbers], total
    return [prod([*numbers[:k], *numbers[k + 1 :]]) for k in range(len(numbers))], prod(numbers)


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

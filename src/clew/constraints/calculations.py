"""Calculations: expressions as steps, each with the ends of what it may be worth, from those of the variables.

That is HC4-revise (F. Benhamou, F. Goualard, L. Granvilliers and J.-F. Puget, Revising hull and box consistency, 1999).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial, reduce
from math import inf, prod
from numbers import Rational
from operator import mul
from typing import Any, Final

from clew.constraints.intervals import (
    ALL,
    BACKWARDS,
    DISTANCE,
    FORWARDS,
    LARGEST,
    POWER,
    PRODUCT,
    QUOTIENT,
    REMAINDER,
    SUM,
    Interval,
    Kind,
    Operation,
    Pieces,
    hull,
    met,
)
from clew.constraints.trees import Tree, folded

Form = tuple[dict[int, Any], Any]
"""A weighted sum: the weight of each step, and a number."""

BITS: Final = 62
"""Bits into which each step must fit for its ends to be known."""


class Operations:
    """Two expressions as steps: the last one and a number compare as they do. Equal parts are one step.

    Args:
        size: how many variables there are.
        left, right: the expressions, with whole numbers and without `/`.

    Attributes:
        bound: the number.
        steps: the steps behind the variables.
        shared: those that are part of several others.
    """

    def __init__(self, size: int, left: Tree, right: Tree) -> None:
        self.size = size
        self.steps: list[Operation] = []
        self._number: dict[Operation, int] = {}
        self._asked: tuple[Sequence[Sequence[Any]] | None, bool] = (None, False)  # `is_known`, for the latest domains
        weights, number = _added("-", *(folded(tree, _leaf, self._form) for tree in (left, right)))
        self.steps.append(Operation(SUM, tuple(weights), (*weights.values(), 0)))
        self.bound = -number
        uses = Counter(part for step in self.steps for part in step.parts)
        self.shared = {part for part, number in uses.items() if number > 1}

    def _form(self, kind: str, parts: list[Form]) -> Form:
        if kind in ("+", "-"):
            return reduce(partial(_added, kind), parts)
        if kind == "*":
            return reduce(self._multiplied, parts)
        weights, exponent = parts[-1]
        if kind == "**" and len(parts) == 2 and not weights and exponent >= 0:
            return self._raised(parts[0], exponent)
        if kind in ("max", "min"):
            sign = 1 if kind == "max" else -1
            made = self._step(LARGEST, [self._at(_scaled(part, sign)) for part in parts])
            return {made: sign}, 0
        if kind == "abs":
            return {self._step(DISTANCE, [self._at(parts[0])]): 1}, 0
        name = {"//": QUOTIENT, "%": REMAINDER, "**": POWER}[kind]
        return reduce(lambda one, other: ({self._step(name, [self._at(one), self._at(other)]): 1}, 0), parts)

    def _multiplied(self, one: Form, other: Form) -> Form:
        if not one[0]:
            return _scaled(other, one[1])
        if not other[0]:
            return _scaled(one, other[1])
        factors: dict[int, int] = {}
        weight = 1
        for (at, exponent), own in map(self._factor, (one, other)):
            weight *= own
            for part, number in self._powers(at):
                factors[part] = factors.get(part, 0) + number * exponent
        return {self._step(PRODUCT, factors, factors.values()): weight}, 0

    def _raised(self, base: Form, exponent: int) -> Form:
        if exponent == 0 or not base[0]:
            return {}, base[1] ** exponent
        (at, _), weight = self._factor(base)
        factors = {part: number * exponent for part, number in self._powers(at)}
        if exponent == 1:
            return base
        return {self._step(PRODUCT, factors, factors.values()): weight**exponent}, 0

    def _factor(self, form: Form) -> tuple[tuple[int, int], Any]:
        """A sum as a step, to the power of 1, with a weight before it."""
        if len(form[0]) == 1 and form[1] == 0:
            ((at, weight),) = form[0].items()
            return (at, 1), weight
        return (self._at(form), 1), 1

    def _powers(self, at: int) -> Iterable[tuple[int, int]]:
        step = self.steps[at - self.size] if at >= self.size else None
        if step is None or step.kind is not PRODUCT:
            return [(at, 1)]
        return zip(step.parts, step.numbers, strict=True)

    def _at(self, form: Form) -> int:
        """The step that is worth as much as a sum."""
        weights, number = form
        if number == 0 and [*weights.values()] == [1]:
            return next(iter(weights))
        return self._step(SUM, weights, [*weights.values(), number])

    def _step(self, kind: Kind, parts: Iterable[int], numbers: Iterable[int] = ()) -> int:
        made = Operation(kind, tuple(parts), tuple(numbers))
        if made not in self._number:
            self._number[made] = self.size + len(self.steps)
            self.steps.append(made)
        return self._number[made]

    # -- forwards, and backwards -------------------------------------------------------------------

    def worth(self, ends: Iterable[Interval]) -> list[Interval]:
        """The ends of each step, from those of the variables."""
        own = [*ends]
        for step in self.steps:
            own.append(FORWARDS[step.kind](step, [own[part] for part in step.parts]))
        return own

    def is_known(self, domains: Sequence[Sequence[Any]]) -> bool:
        """Whether no divisor can be 0, no exponent negative, and every step fits into `BITS`.

        Args:
            domains: the values of the variables: whole numbers. Nothing is known if one of them has none.
        """
        asked = self._asked  # another thread may ask about other domains meanwhile
        if asked[0] != domains:
            asked = self._asked = domains, self._is_known(domains)
        return asked[1]

    def _is_known(self, domains: Sequence[Sequence[Any]]) -> bool:
        if not all(domains):
            return False
        own = [ends_of(values) for values in domains]
        for step in self.steps:
            ends = [own[part] for part in step.parts]
            sizes = [max(-least, most, 1) for least, most in ends]
            exponents = (ends[1][1],) if step.kind is POWER else step.numbers if step.kind is PRODUCT else ()
            if step.kind in (QUOTIENT, REMAINDER):
                divisor = step.parts[1]
                is_defined = 0 not in domains[divisor] if divisor < self.size else not ends[1][0] <= 0 <= ends[1][1]
            else:
                is_defined = step.kind is not POWER or ends[1][0] >= 0
            if not is_defined or not all(map(is_small, sizes, exponents)) or self._size(step, sizes) >> BITS:
                return False
            own.append(FORWARDS[step.kind](step, ends))
        return not any(max(-least, most) >> BITS for least, most in (*own, (self.bound, self.bound)))

    @staticmethod
    def _size(step: Operation, sizes: list[int]) -> int:
        """The most that a step comes to, without its sign, while it is calculated."""
        if step.kind is SUM:
            return sum(map(mul, map(abs, step.numbers), (*sizes, 1)))
        return prod(map(pow, sizes, step.numbers)) if step.kind is PRODUCT else 0

    def residual(self, settled: Sequence[Any]) -> Any:
        """The numbers on which the calculation depends when some variables are settled; None for open ones."""
        known: list[Any] = [*settled]
        for step in self.steps:
            parts = [known[part] for part in step.parts]
            numbers = [k for k, part in enumerate(parts) if isinstance(part, Rational)]
            held = None
            if len(numbers) == len(parts):
                held = FORWARDS[step.kind](step, [(part, part) for part in parts])[0]
            elif step.kind is SUM:
                held = sum([step.numbers[k] * parts[k] for k in numbers], step.numbers[-1])
            elif step.kind is PRODUCT:
                held = prod([parts[k] ** step.numbers[k] for k in numbers])
            is_known = len(numbers) == len(parts) or (step.kind is PRODUCT and held == 0)
            rest = parts if held is None else [part for part in parts if not isinstance(part, Rational)]
            known.append(held if is_known else (held, *rest))
        return known[-1]

    def required(self, relation: str) -> Pieces:
        """The numbers that the last step may be so that the expressions compare so."""
        match relation:
            case "==":
                return (self.bound, self.bound), (self.bound, self.bound)
            case "!=":
                return (-inf, self.bound - 1), (self.bound + 1, inf)
        beyond = len(relation) == 1
        ends = (-inf, self.bound - beyond) if relation[0] == "<" else (self.bound + beyond, inf)
        return ends, ends

    def left(self, own: list[Interval], required: Pieces) -> list[tuple[int, Pieces]] | None:
        """The numbers that variables may be, some several times, if the last step complies; None if it cannot.

        Args:
            own: the ends of each step.
            required: the numbers that the last step may be.
        """
        found: list[tuple[int, Pieces]] = []
        sets = {len(own) - 1: required}
        for at in range(len(own) - 1, self.size - 1, -1):
            kept = met(sets.get(at, ALL), own[at])
            if kept is None:
                return None
            if kept[0] == own[at]:
                continue
            step = self.steps[at - self.size]
            for part, pieces in BACKWARDS[step.kind](step, [own[part] for part in step.parts], kept):
                if part < self.size:
                    found.append((part, pieces))
                elif part in self.shared:
                    ends, (low, high) = hull(sets.get(part, ALL)), pieces
                    both = max(ends[0], low[0]), min(ends[1], high[1])
                    sets[part] = both, both
                else:
                    sets[part] = pieces
        return found


def _leaf(part: Tree) -> Form:
    return ({part[1]: 1}, 0) if part[0] == "variable" else ({}, part[1])


def _scaled(form: Form, factor: Any) -> Form:
    return {at: weight * factor for at, weight in form[0].items() if factor}, form[1] * factor


def _added(kind: str, one: Form, other: Form) -> Form:
    sign = 1 if kind == "+" else -1
    weights = dict(one[0])
    for at, weight in other[0].items():
        weights[at] = weights.get(at, 0) + sign * weight
    return {at: weight for at, weight in weights.items() if weight}, one[1] + sign * other[1]


def ends_of(values: Sequence[Any]) -> Interval:
    """The least and the most of some values; 0 if there are none."""
    some = (values[0], values[-1]) if isinstance(values, range) and values else values
    return min(some, default=0), max(some, default=0)


def is_small(size: int, exponent: int) -> bool:
    """Whether a power of a positive number can fit into `BITS`."""
    return exponent <= BITS or (size == 1 and not exponent >> BITS)

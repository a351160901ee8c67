"""The propagator of weighted sums: bounds consistency."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Sequence
from math import inf, log2
from operator import le
from typing import Any

from clew.constraints.arithmetic import RELATIONS, comparing
from clew.constraints.base import Constraint
from clew.constraints.primitives import Difference, WeightedSum
from clew.errors import ProblemError
from clew.limits import looking
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import WIDE, AnyLanes, Lane, bits_of, places_of


class LinearPropagator(Propagator):
    """Keeps the values that the other variables could make up for at their smallest or largest.

    A sum that must not be equal to a number takes a value from the last variable that can still change it.
    """

    cost = 2

    def __init__(self, primitive: WeightedSum | Difference, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes, primitive.scope)
        self.relation = relation = primitive.relation
        if isinstance(primitive, WeightedSum):
            self.coefficients, self.bound = primitive.coefficients, primitive.bound
        else:
            self.coefficients, self.bound = (1, -1), primitive.offset
        self._at_most = {"<=": bisect_right, "<": bisect_left, "==": bisect_right}.get(relation)
        self._at_least = {">=": bisect_left, ">": bisect_right, "==": bisect_left}.get(relation)
        self.waits = relation == "!="
        weights = zip(self.scope, self.coefficients, strict=True)
        self.terms = [WeightedValues(primitive.source, lane, weight) for lane, weight in weights]
        self._places = [(*place, terms) for place, terms in zip(self.shifts, self.terms, strict=True)]

    def prune(self, key: int) -> int:
        while True:
            ends = []
            least = most = 0
            for shift, full, terms in self._places:
                bits = key >> shift & full
                if not bits:
                    return 0
                known = terms[bits]
                ends.append(known)
                least += known[0]
                most += known[1]
            before, key = key, self._bounded(key, ends, least, most)
            if not key:
                return 0
            if key == before:
                break
        # With all values fixed the bounds are the sum.
        if least == most:
            return key if RELATIONS[self.relation](least, self.bound) else 0
        return self._unequal(key, ends, self.bound - least) if self.relation == "!=" else key

    def _bounded(self, key: int, ends: Sequence[tuple[Any, Any]], least: Any, most: Any) -> int:
        """The domains without the values that the others cannot make up for; 0 if a variable has none left.

        Args:
            key: the domains.
            ends: the least and the most that each variable adds.
            least: the sum of the least.
            most: that of the most.
        """
        at_most, at_least = self._at_most, self._at_least
        room, need = self.bound - least, self.bound - most
        for (shift, full, terms), (smallest, largest) in zip(self._places, ends, strict=True):
            if smallest == largest:
                continue
            kept = -1
            if at_most is not None:  # the others take least - smallest at least
                kept = terms.below[at_most(terms.sorted, room + smallest)]
            if at_least is not None:
                kept &= ~terms.below[at_least(terms.sorted, need + largest)]
            bits = key >> shift & full
            if bits & ~kept:
                if not bits & kept:
                    return 0
                key ^= (bits & ~kept) << shift
        return key

    def _unequal(self, key: int, ends: Sequence[tuple[Any, Any]], missing: Any) -> int:
        """The domains without the value that would make the sum equal to the bound, if one variable alone decides it.

        Args:
            key: the domains.
            ends: the least and the most that each variable adds.
            missing: the difference between the bound and the least sum.
        """
        able = [k for k, (least, most) in enumerate(ends) if least != most]
        if len(able) > 1:
            return key
        shift, _, terms = self._places[able[0]]
        term = ends[able[0]][0] + missing
        return key & ~(terms.between(term, term) << shift)

    def explain(self, before: int, pruned: int) -> int:
        """The values below the smallest or above the largest of the other variables: those that bounds depend on.

        Some of them may be ones that can be spared. Consequences of several rounds are found by deletion.
        """
        if self.relation != "!=":
            reason = 0
            for lane, terms in zip(self.scope, self.terms, strict=True):
                bits = before >> lane.offset & lane.full
                if not bits or pruned & lane.full << lane.offset:
                    continue
                least, most = terms[bits]
                if self._at_most is not None:
                    reason |= terms.below[bisect_left(terms.sorted, least)] << lane.offset
                if self._at_least is not None:
                    reason |= (lane.full & ~terms.below[bisect_right(terms.sorted, most)]) << lane.offset
            if self._follows(reason, pruned):
                return reason
        return super().explain(before, pruned)

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """The sum of the values that are settled."""
        total = 0
        key = domains >> self.low
        for shift, full, terms in self._places:
            bits = key >> shift & full
            if not bits & bits - 1:
                total += terms.at[bits.bit_length() - 1]
        return total

    def memories(self, domains: int, before: int) -> float:
        """No more than there are numbers between the least and the most that the settled variables add up to."""
        least = most = 0
        for lane, terms in zip(self.scope, self.terms, strict=True):
            bits = domains >> lane.offset & lane.full
            if before >> lane.guard & 1 and bits:
                low, high = terms[bits]
                least, most = least + low, most + high
        whole = all(isinstance(number, int) for number in (least, most))
        return min(super().memories(domains, before), log2(most - least + 1) if whole else inf)


class WeightedValues(dict[int, tuple[Any, Any]]):
    """The terms of one variable in a weighted sum: from some of its values, as bits, to the ends of what they add.

    Of a wide domain nothing is remembered, because that would take its width squared.

    Args:
        constraint: the sum.
        lane: the variable's lane.
        weight: its weight.

    Attributes:
        at: the term of each value, by its place.
        sorted: the same in ascending order.
        below: the bits of the first so many values in that order.
    """

    def __init__(self, constraint: Constraint, lane: Lane[Any], weight: Any) -> None:
        try:
            self.at = [weight * value for value in looking(lane.values)]
            self._rises = all(map(le, self.at, self.at[1:]))
            order = range(len(self.at)) if self._rises else sorted(range(len(self.at)), key=self.at.__getitem__)
        except TypeError as error:
            raise ProblemError(f"{constraint.title}: its values must be numbers: {error}") from None
        self.sorted = [self.at[k] for k in order]
        self._is_wide = len(self.at) > WIDE
        self.below: list[int] | _Below = _Below(order)
        if not self._is_wide:
            self.below = [self.below[number] for number in range(len(order) + 1)]

    def between(self, least: Any, most: Any) -> int:
        """The bits of the values whose terms lie between two numbers."""
        return self.below[bisect_right(self.sorted, most)] & ~self.below[bisect_left(self.sorted, least)]

    def __missing__(self, bits: int) -> tuple[Any, Any]:
        at = self.at
        if self._rises:
            ends = at[(bits & -bits).bit_length() - 1], at[bits.bit_length() - 1]
        else:
            some = [at[place] for place in places_of(bits)]
            ends = min(some), max(some)
        if not self._is_wide:
            self[bits] = ends
        return ends


class _Below:
    """The bits at the first so many of some places, made when they are asked for."""

    def __init__(self, order: Sequence[int]) -> None:
        self._order = order

    def __getitem__(self, number: int) -> int:
        order = self._order
        return (1 << number) - 1 if isinstance(order, range) else bits_of(order[:number], len(order))


def compile_difference(compiler: Compiler, primitive: Difference) -> None:
    """Masks, and bounds besides if the numbers are exact."""
    is_bounded = primitive.relation != "!=" and compiler.is_exact(primitive.scope, primitive.offset)
    if not (is_bounded and _needs_no_masks(compiler, primitive.relation)):
        compiler.pairs(primitive.source, primitive.one, primitive.other, comparing(primitive))
    if is_bounded:
        compiler.propagate(LinearPropagator(primitive, compiler.lanes))


def _needs_no_masks(compiler: Compiler, relation: str) -> bool:
    """Whether bounds leave no value of two variables without a support, at a level that would look for supports."""
    return compiler.level.supports and relation not in ("==", "!=")


def compile_sum(compiler: Compiler, primitive: WeightedSum) -> None:
    """Bounds if the numbers are exact, and masks for two variables; otherwise Python decides."""
    source, scope = primitive.source, primitive.scope
    is_rounded = not compiler.is_exact(scope, *primitive.coefficients, primitive.bound)
    if is_rounded or len(scope) < 2 or (len(scope) == 2 and not _needs_no_masks(compiler, primitive.relation)):
        compiler.default(source)
    if is_rounded or len(scope) < 2 or (len(scope) == 2 and primitive.relation == "!="):
        return
    if compiler.propagates:
        compiler.propagate(LinearPropagator(primitive, compiler.lanes))
    elif len(scope) > 2:
        compiler.check(source)

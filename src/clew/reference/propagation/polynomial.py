"""The propagator of polynomials: bounds of sums of products."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable
from functools import partial, reduce
from typing import Any

from clew.constraints.arithmetic import possible
from clew.constraints.primitives import Polynomial
from clew.limits import looking
from clew.reference.propagation.callback import LastOpenPropagator
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.linear import WeightedValues, is_exact
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes

Interval = tuple[Any, Any]


def times(one: Interval, other: Interval) -> Interval:
    """The least and the most that a number of one interval times a number of another may be."""
    corners = [a * b for a in one for b in other]
    return min(corners), max(corners)


def raised(ends: Interval, exponent: int) -> Interval:
    """The least and the most that a power of a number of an interval may be."""
    corners = [end**exponent for end in ends]
    if exponent % 2 == 0 and ends[0] < 0 < ends[1]:
        corners.append(0)
    return min(corners), max(corners)


def _run(places: range, accepts: Callable[[int], bool]) -> range:
    """The places that are accepted, if those are the first ones or the last ones."""
    if not places or (accepts(places[0]) and accepts(places[-1])):
        return places
    is_last = accepts(places[-1])
    turn = bisect_left(places, True, key=lambda place: accepts(place) is is_last)
    return places[turn:] if is_last else places[:turn]


class PolynomialPropagator(Propagator):
    """Keeps the values with which the sum may still stand in its relation to the bound.

    Each power of a variable is taken at its ends, whatever the others are, and so is each product (interval arithmetic:
    Moore, Interval analysis, 1966). If no variable occurs in two products, that is exact about the last open one.

    Attributes:
        is_exact: whether no variable occurs in two products.
    """

    cost = 3

    def __init__(self, primitive: Polynomial, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        self.primitive = primitive
        self._terms = primitive.powers
        self._values = [WeightedValues(primitive.source, lane, 1) for lane in self.scope]
        occurring = [k for _, powers in self._terms for k in powers]
        self.is_exact = len(set(occurring)) == len(occurring)

    def prune(self, key: int) -> int:
        domains = self.domains(key)
        if not all(domains):
            return 0
        ends = [values[bits] for values, bits in zip(self._values, domains, strict=True)]
        products = [self._product(ends, *term) for term in self._terms]
        least, most = sum(low for low, _ in products), sum(high for _, high in products)
        if not possible(self.primitive.relation, self.primitive.bound, least, most):
            return 0
        for (weight, powers), (low, high) in zip(self._terms, products, strict=True):
            others = least - low, most - high
            for k, exponent in powers.items():
                if ends[k][0] == ends[k][1]:  # what is possible at all is possible with its value
                    continue
                factor = self._product(ends, weight, powers, but=k)
                domains[k] &= self._kept(self._values[k], exponent, factor, others)
                if not domains[k]:
                    return 0
        return self.joined(domains)

    def _kept(self, values: WeightedValues, exponent: int, factor: Interval, others: Interval) -> int:
        """The values of a variable, as bits, with which the sum may still be what it must be.

        Those on either side of 0 are a run, because a power grows with the distance from 0: its end is found by halves.

        Args:
            values: the values.
            exponent: that of the power.
            factor: the ends of the rest of the product.
            others: the sum of the other products.
        """
        relation, bound = self.primitive.relation, self.primitive.bound
        places, kept = range(len(values.sorted)), 0

        def is_possible(place: int, relation: str = relation) -> bool:
            low, high = times(factor, (values.sorted[place] ** exponent,) * 2)
            return possible(relation, bound, others[0] + low, others[1] + high)

        if relation == "!=":
            kept = values.below[len(places)]
            for place in places if others[0] == others[1] else ():
                if not is_possible(place):
                    kept ^= values.below[place + 1] ^ values.below[place]
            return kept
        zero = bisect_left(values.sorted, 0)
        for side in (places[:zero], places[zero:]):
            run = side
            for one in ("<=", ">=") if relation == "==" else (relation,):
                run = _run(run, partial(is_possible, relation=one))
            kept |= values.below[run.stop] & ~values.below[run.start] if run else 0
        return kept

    @staticmethod
    def _product(ends: list[Interval], weight: Any, powers: dict[int, int], but: int = -1) -> Interval:
        """The ends of a product, without one of its variables maybe."""
        factors = [raised(ends[k], exponent) for k, exponent in powers.items() if k != but]
        return reduce(times, factors, (weight, weight))

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """For each product with an open variable what the others come to, and the sum of those that have none."""
        total = 0
        parts = []
        for weight, powers in self._terms:
            is_open = False
            for k, exponent in powers.items():
                lane = self.scope[k]
                if open_guards >> lane.guard & 1:
                    is_open = True
                else:
                    weight *= lane.values[(domains >> lane.offset & lane.full).bit_length() - 1] ** exponent
            if is_open:
                parts.append(weight)
            else:
                total += weight
        return total, tuple(parts)


def compile_polynomial(compiler: Compiler, primitive: Polynomial) -> None:
    """A table if it is small; bounds if the numbers are exact, and the last open variable unless bounds decide it."""
    source, scope = primitive.source, primitive.scope
    weights = [weight for weight, _ in primitive.terms]
    if not is_exact(compiler.lanes, scope, [*weights, primitive.bound]):
        compiler.default(source)
        return
    if all(type(value) is int for v in scope for value in looking(compiler.lanes.lane[v].values)):
        for variable, accepts in primitive.divisors():
            compiler.keep(variable, accepts)
    if not compiler.is_written_out(source, prunes=True):
        propagator = PolynomialPropagator(primitive, compiler.lanes)
        compiler.propagate(propagator)
        if not propagator.is_exact:
            compiler.propagate(LastOpenPropagator(source, compiler.lanes))

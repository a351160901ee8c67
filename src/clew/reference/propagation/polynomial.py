"""The propagator of polynomials: bounds of sums of products."""

from __future__ import annotations

from collections.abc import Hashable
from functools import reduce
from typing import Any

from clew.constraints.arithmetic import possible
from clew.constraints.primitives import Polynomial
from clew.reference.propagation.callback import LastOpenPropagator
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.linear import is_exact
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes

Interval = tuple[Any, Any]


def times(one: Interval, other: Interval) -> Interval:
    """The least and the most that a number of one interval times a number of another may be."""
    corners = [a * b for a in one for b in other]
    return min(corners), max(corners)


class PolynomialPropagator(Propagator):
    """Keeps the values with which the sum may still stand in its relation to the bound.

    Each factor is taken at its ends, whatever the others are, and so is each product (interval arithmetic: Moore,
    Interval analysis, 1966). If no variable occurs twice, that is exact about the last open one.

    Attributes:
        is_exact: whether no variable occurs twice.
    """

    cost = 3

    def __init__(self, primitive: Polynomial, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        self.primitive = primitive
        place = {variable: k for k, variable in enumerate(self.variables)}
        self._terms = [(weight, [place[v] for v in factors]) for weight, factors in primitive.terms]
        occurring = [k for _, places in self._terms for k in places]
        self.is_exact = len(set(occurring)) == len(occurring)

    def prune(self, key: int) -> int:
        relation, bound = self.primitive.relation, self.primitive.bound
        domains = self.selected(key)
        if not all(domains):
            return 0
        ends = [(min(domain), max(domain)) for domain in domains]
        products = [reduce(times, [ends[k] for k in places], (weight, weight)) for weight, places in self._terms]
        least, most = sum(low for low, _ in products), sum(high for _, high in products)
        if not possible(relation, bound, least, most):
            return 0
        for (weight, places), (low, high) in zip(self._terms, products, strict=True):
            for position, k in enumerate(places):
                if len(domains[k]) == 1:  # what is possible at all is possible with its value
                    continue
                factors = [ends[other] for other in places[:position] + places[position + 1 :]]
                others = reduce(times, factors, (weight, weight))
                lane = self.scope[k]
                for value in domains[k]:
                    smallest, largest = times(others, (value, value))
                    if not possible(relation, bound, least - low + smallest, most - high + largest):
                        key &= ~(1 << lane.offset - self.low + lane.positions[value])
                if not key >> lane.offset - self.low & lane.full:
                    return 0
        return key

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """For each product with an open variable what the others come to, and the sum of those that have none."""
        total = 0
        parts = []
        for weight, places in self._terms:
            is_open = False
            for k in places:
                lane = self.scope[k]
                if open_guards >> lane.guard & 1:
                    is_open = True
                else:
                    weight *= lane.values[(domains >> lane.offset & lane.full).bit_length() - 1]
            if is_open:
                parts.append(weight)
            else:
                total += weight
        return total, tuple(parts)


def compile_polynomial(compiler: Compiler, primitive: Polynomial) -> None:
    """A table if it is small; bounds if the numbers are exact, and the last open variable if one occurs twice."""
    source, scope = primitive.source, primitive.scope
    weights = [weight for weight, _ in primitive.terms]
    if not is_exact(compiler.lanes, scope, [*weights, primitive.bound]):
        compiler.default(source)
    elif not compiler.is_written_out(source, prunes=True):
        propagator = PolynomialPropagator(primitive, compiler.lanes)
        compiler.propagate(propagator)
        if not propagator.is_exact:
            compiler.propagate(LastOpenPropagator(source, compiler.lanes))

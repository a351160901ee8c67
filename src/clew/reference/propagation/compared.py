"""The propagator of expressions that compare: the bounds of each, and those that they leave to its variables."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable
from math import lcm
from numbers import Rational

from clew.constraints.calculations import Operations
from clew.constraints.compared import Compared, calculation, is_calculated, is_exact_at_last, is_for_python
from clew.constraints.intervals import met
from clew.limits import looking
from clew.reference.propagation.callback import LastOpenPropagator
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.linear import WeightedValues
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes


class ComparedPropagator(Propagator):
    """Keeps the values with which both expressions may still compare as they must, by the ends of the domains.

    Args:
        primitive: the comparison.
        lanes: the layout of the domains.
        steps: the steps of the expressions.
        scale: the factor that makes whole numbers of the values.
    """

    cost = 3

    def __init__(self, primitive: Compared, lanes: AnyLanes, steps: Operations, scale: int) -> None:
        super().__init__(primitive.source, lanes)
        self._steps, self._required = steps, steps.required(primitive.relation)
        self._values = [WeightedValues(primitive.source, lane, scale) for lane in self.scope]

    def prune(self, key: int) -> int:
        domains = self.domains(key)
        if not all(domains):
            return 0
        own = self._steps.worth(values[bits] for values, bits in zip(self._values, domains, strict=True))
        kept = met(self._required, own[-1])
        left = None if kept is None else self._steps.left(own, kept)
        for k, pieces in left or ():
            values = self._values[k]
            bits = 0
            for least, most in {*pieces}:
                first, end = bisect_left(values.sorted, least), bisect_right(values.sorted, most)
                if first < end:
                    bits |= values.below[end] & ~values.below[first]
            domains[k] &= bits
        return 0 if left is None else self.joined(domains)

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """The values of the parts that have no open variable, as far as sums and products need them."""
        settled = [
            None if open_guards >> lane.guard & 1 else values.at[(domains >> lane.offset & lane.full).bit_length() - 1]
            for lane, values in zip(self.scope, self._values, strict=True)
        ]
        held: Hashable = self._steps.residual(settled)
        return held


def compile_compared(compiler: Compiler, primitive: Compared) -> None:
    """A table if it is small; bounds if the numbers are exact, and the last open variable unless bounds decide it."""
    source, scope = primitive.source, primitive.scope
    domains = compiler.domains(scope)
    lists = {id(values): values for v in scope for values in (compiler.lanes.lane[v].values,)}
    are_exact = all(isinstance(value, Rational) for values in lists.values() for value in looking(values))
    if is_for_python(primitive, compiler.level, domains) or not (are_exact and is_calculated(primitive, domains)):
        compiler.default(source)
        return
    scale = lcm(*{value.denominator for values in lists.values() for value in looking(values)})
    for variable, accepts in primitive.divisors() if scale == 1 else ():
        compiler.keep(variable, accepts)
    if not compiler.is_written_out(source, prunes=True):
        steps = calculation(primitive, scale)
        compiler.propagate(ComparedPropagator(primitive, compiler.lanes, steps, scale))
        if not is_exact_at_last(primitive):
            compiler.propagate(LastOpenPropagator(source, compiler.lanes))

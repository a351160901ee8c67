"""The propagator of disjunctions of inequalities: one of some weighted sums at least is small enough."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from clew.constraints.primitives import Disjunction
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.linear import WeightedValues
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes


class DisjunctionPropagator(Propagator):
    """Keeps the values that have a support: those that one of the inequalities allows, by the ends of the others.

    An inequality that is refuted allows none, so if a single one is left, its bounds are pruned; if several are, what
    none of them allows goes (constructive disjunction: Van Hentenryck, Saraswat and Deville, Design, implementation,
    and evaluation of the constraint language cc(FD), 1998). A variable that an inequality lacks may take any value if
    that one holds. A pruning changes no end that an inequality counts on, so there is nothing to repeat.
    """

    cost = 1

    def __init__(self, primitive: Disjunction, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        self._sums = []
        for one in primitive.sums:
            weights = zip(one.scope, one.coefficients, strict=True)
            terms = {variable: WeightedValues(one.source, lanes.lane[variable], weight) for variable, weight in weights}
            self._sums.append((terms, bisect_left if one.relation == "<" else bisect_right, one.bound))

    def prune(self, key: int) -> int:
        domains = dict(zip(self.variables, self.domains(key), strict=True))
        if not all(domains.values()):
            return 0
        kept = dict.fromkeys(domains, 0)
        for terms, find, bound in self._sums:
            least = {variable: of[domains[variable]] for variable, of in terms.items()}
            room = bound - sum(low for low, _ in least.values())
            for variable, domain in domains.items():
                if variable in terms:
                    of = terms[variable]
                    kept[variable] |= of.below[find(of.sorted, room + least[variable][0])]
                elif find([0], room):  # the inequality can hold
                    kept[variable] |= domain
        return self.joined(domain & some for domain, some in zip(domains.values(), kept.values(), strict=True))


def compile_disjunction(compiler: Compiler, primitive: Disjunction) -> None:
    """Bounds if the numbers are exact; otherwise Python decides."""
    if compiler.propagates and compiler.is_exact(primitive.scope):
        compiler.propagate(DisjunctionPropagator(primitive, compiler.lanes))
    else:
        compiler.default(primitive.source)

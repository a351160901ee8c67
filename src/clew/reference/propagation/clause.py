"""The propagator of clauses: one literal at least is true."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

from clew.constraints.primitives import Clause
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import Lane
from clew.state.thresholds import are_rows


class ClausePropagator(Propagator):
    """If one variable alone can still make a literal true, it takes a value that does: every value has a support."""

    cost = 1

    def __init__(self, primitive: Clause, compiler: Compiler) -> None:
        super().__init__(primitive.source, compiler.lanes)
        self.true = 0
        """The values that make a literal true, shifted down by `low`."""
        for literal in primitive.literals:
            lane = compiler.lanes.lane[literal.variable]
            true = lane.accepted(literal.accepts, ~compiler.removed >> lane.offset)
            self.true |= true << lane.offset - self.low
        self._lanes = [full << shift for shift, full in self.shifts]

    def prune(self, key: int) -> int:
        true = key & self.true
        if not true:
            return 0
        for lane in self._lanes:
            if true & lane:
                return key & ~lane | true if not true & ~lane else key
        return key

    def explain(self, before: int, pruned: int) -> int:
        """The values that would make a literal of another variable true: none of them can be spared."""
        lanes = sum(lane.full << lane.offset for lane in self.scope if pruned & lane.full << lane.offset)
        true = self.true << self.low
        reason = true & ~lanes
        if reason & before or pruned & true or (not pruned and true & before):
            raise ValueError(f"{self.constraint.title} does not prune these values of these domains")
        return reason

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """Whether a variable that is settled makes a literal true."""
        true = domains & self.true << self.low
        return any(true & lane.full << lane.offset and not open_guards >> lane.guard & 1 for lane in self.scope)

    def memories(self, domains: int, before: int) -> float:
        """One bit: whether a literal is true already."""
        return min(super().memories(domains, before), 1)


def compile_clause(compiler: Compiler, primitive: Clause) -> None:
    """Masks for two variables with few values, for which each condition is asked about its values alone."""
    source, scope = primitive.source, primitive.scope
    is_short = len(scope) == 2 and are_rows(*[compiler.lanes.lane[variable].values for variable in scope])
    if len(scope) > 1 and not is_short and compiler.propagates:
        compiler.propagate(ClausePropagator(primitive, compiler))
    elif len(scope) != 2:
        compiler.default(source)
    else:
        one, other = [_false(compiler, primitive, variable) for variable in scope]
        for variable, own, others in ((scope[0], one, other), (scope[1], other, one)):
            lane = compiler.lanes.lane[variable]
            compiler.masks(source, variable, partial(_left_false, lane, own, others))


def _false(compiler: Compiler, clause: Clause, variable: Hashable) -> int:
    """The bits of the values that a variable has left and that make no literal true."""
    accepts = [literal.accepts for literal in clause.literals if literal.variable == variable]
    return compiler.refused(variable, lambda value: any(accept(value) for accept in accepts))


def _left_false(lane: Lane[Any], own: int, others: int, value: Any) -> int:
    """The bits that a value rules out: none if it makes a literal true."""
    return others if own >> lane.offset + lane.positions[value] & 1 else 0

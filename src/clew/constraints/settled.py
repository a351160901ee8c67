"""Constraints about no variable: they hold always or never."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from clew.constraints.base import Constraint, StandIn, Values
from clew.constraints.primitives import Primitive, Unary


@attrs.frozen
class Settled(StandIn, Constraint):
    """Stands for a constraint about no variable: every value of some variable will do, or none.

    Args:
        scope: any one variable of the problem; empty if it has none.
        of: the constraint.
        verdict: whether it holds.
    """

    of: Constraint
    verdict: bool

    def holds(self, values: Values) -> bool:
        return self.verdict

    def primitives(self) -> Iterable[Primitive]:
        return (Unary(self, self.scope[0], lambda _: self.verdict),) if self.scope else ()

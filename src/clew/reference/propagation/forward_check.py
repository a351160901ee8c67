"""The propagator of forward checking: a constraint is asked about each open variable, beside those assigned."""

from __future__ import annotations

from typing import Any

from clew.constraints.base import OPEN, Constraint, judged
from clew.limits import looking
from clew.reference.propagation.propagator import Propagator, Wakes
from clew.state.lanes import Lanes


class ForwardCheckPropagator(Propagator):
    """Asks `consistent` about each value of each open variable alone, with the values that are assigned.

    Forward checking decides with the variables that a search has assigned, not with those that have one value left by
    chance. So the integer that this propagator is called with has the guards of the lanes that are assigned, too, and
    so has its result. A constraint that is not `partial` is asked when one variable is open, or none.
    """

    wakes = Wakes.ASSIGNED

    def __init__(self, constraint: Constraint, lanes: Lanes[Any, Any]) -> None:
        super().__init__(constraint, lanes)
        self.is_early = constraint.partial

    def __call__(self, domains: int) -> int:
        if self._is_too_early(domains, 1):
            return domains
        values = self.values(domains)
        holes = [k for k, value in enumerate(values) if value is OPEN]
        if not holes:
            return domains if judged(self.constraint, values) else 0
        for hole in holes:
            lane = self.scope[hole]
            remaining = kept = domains >> lane.offset & lane.full
            for value in looking(lane.select(remaining)):
                values[hole] = value
                if not judged(self.constraint, values):
                    kept ^= 1 << lane.positions[value]
            values[hole] = OPEN
            if not kept:
                return 0
            domains ^= (remaining ^ kept) << lane.offset
        return domains

    def values(self, domains: int) -> list[Any]:
        """The values of the scope, OPEN for those that are not assigned."""
        return [
            lane.values[(domains >> lane.offset & lane.full).bit_length() - 1] if domains >> lane.guard & 1 else OPEN
            for lane in self.scope
        ]

    def accepts(self, domains: int) -> bool:
        return self._is_too_early(domains, 0) or judged(self.constraint, self.values(domains))

    def _is_too_early(self, domains: int, holes: int) -> bool:
        """Whether the constraint cannot judge yet: more variables are open than that many."""
        return not self.constraint.partial and (self.guards & ~domains).bit_count() > holes

    def _follows(self, missing: int, pruned: int) -> bool:
        """If nothing but certain values is missing, the variables with one value left are assigned."""
        domains = self.mask & ~missing
        for lane in self.scope:
            bits = domains >> lane.offset & lane.full
            if not bits & bits - 1:
                domains |= 1 << lane.guard
        left = self(domains)
        return not left or bool(pruned and not left & pruned)

"""The propagators that call Python: `propagate` of a constraint, `holds` of the last open variable, `consistent`.

The last is forward checking: it runs at the levels that do not propagate.
"""

from __future__ import annotations

from typing import Any, Final

from clew.constraints.base import OPEN, Constraint, judged, truth
from clew.errors import ProblemError
from clew.limits import looking
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes, bits_of, places_of

REMEMBERED: Final = 2**18
"""Tuples up to which answers of a function are remembered."""


class CallbackPropagator(Propagator):
    """Calls the constraint's own `propagate`."""

    cost = 5

    def prune(self, key: int) -> int:
        constraint = self.constraint
        domains = self.selected(key)
        if not all(domains):
            return 0
        kept = constraint.propagate(domains)
        if kept is None:
            return 0
        try:
            kept_bits = [
                sum({1 << lane.positions[value] for value in values})
                for lane, values in zip(self.scope, kept, strict=True)
            ]
        except (KeyError, TypeError, ValueError) as error:
            raise ProblemError(
                f"{constraint.title}: propagate must give, for each variable, values of its domain ({error})"
            ) from None
        return self.joined(bits & some for bits, some in zip(self.domains(key), kept_bits, strict=True))


class LastOpenPropagator(Propagator):
    """Asks the constraint about each value of the last open variable, and about no tuple twice while it remembers."""

    cost = 2
    waits = True

    def __init__(self, constraint: Constraint, lanes: AnyLanes) -> None:
        super().__init__(constraint, lanes)
        self._widest = max(len(lane.values) for lane in self.scope)
        self._answers: dict[tuple[int, ...], bool] = {}

    def __call__(self, domains: int) -> int:
        # More values than one open variable could have: nothing to do yet.
        lanes = self.scope
        if (domains & self.mask).bit_count() > len(lanes) - 1 + self._widest:
            return domains
        last = None
        places = []
        for k, lane in enumerate(lanes):
            bits = domains >> lane.offset & lane.full
            if bits & bits - 1:
                if last is not None:
                    return domains
                last = k
            places.append(bits.bit_length() - 1)
        if last is None:
            return domains if self._holds(tuple(places)) else 0
        lane = lanes[last]
        bits = domains >> lane.offset & lane.full
        refused = []
        for place in places_of(bits):
            places[last] = place
            if not self._holds(tuple(places)):
                refused.append(place)
        gone = bits_of(refused, len(lane.values))
        return domains ^ gone << lane.offset if bits != gone else 0

    def _holds(self, places: tuple[int, ...]) -> bool:
        """Whether the values at these places of the lanes satisfy the constraint."""
        known = self._answers.get(places)
        if known is None:
            known = truth(self.constraint, [lane.values[place] for lane, place in zip(self.scope, places, strict=True)])
            if len(self._answers) >= REMEMBERED:
                self._answers.clear()
            self._answers[places] = known
        return known


class ForwardCheckPropagator(Propagator):
    """Asks `consistent` about each value of each open variable alone, with the values that are assigned.

    Forward checking decides with the variables that a search has assigned, not with those that have one value left by
    chance. So the integer that this propagator is called with has the guards of the lanes that are assigned, too, and
    so has its result. A constraint that is not `partial` is asked when one variable is open, or none.
    """

    waits = True

    def __init__(self, constraint: Constraint, lanes: AnyLanes) -> None:
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

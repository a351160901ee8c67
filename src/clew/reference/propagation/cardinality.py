"""The propagator of cardinalities: counters for each value."""

from __future__ import annotations

from collections.abc import Hashable
from math import log2

from clew.constraints.primitives import Cardinality
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes


class CardinalityPropagator(Propagator):
    """Counts how often each value occurs, and how often it can.

    A value that occurs as often as it may is removed from the other variables. If no more variables have a value than
    must take it, they take it. If the values still missing are as many as the open variables, these take no others.
    """

    cost = 2

    def __init__(self, primitive: Cardinality, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        self._lanes = [full << shift for shift, full in self.shifts]
        self._ones = sum(1 << shift for shift, _ in self.shifts)
        self._guards = self.guards >> self.low
        self._counts = []
        for value, low, high in primitive.counts:
            bits = lanes.bits((variable, value) for variable in self.variables)
            self._counts.append((bits >> self.low, low, high))

    def prune(self, key: int) -> int:
        guards, narrow = self._guards, self.narrow
        while (key + narrow) & guards == guards:
            before, settled = key, self._settled(key)
            missing = wanted = 0
            for bits, low, high in self._counts:
                possible = key & bits
                seen, most = (possible & settled).bit_count(), possible.bit_count()
                if seen > high or most < low:
                    return 0
                if seen == high:
                    key &= ~bits | settled
                elif most == low:
                    key &= ~sum(lane for lane in self._lanes if possible & lane) | possible
                if seen < low:
                    missing += low - seen
                    wanted |= bits
            unsettled = len(self._lanes) - settled.bit_count()
            if missing > unsettled:
                return 0
            if missing == unsettled:
                key &= wanted | settled
            if key == before:
                return key
        return 0

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """How often each value has been taken."""
        settled = self._settled(domains >> self.low & self.narrow)
        return tuple([(bits & settled).bit_count() for bits, _, _ in self._counts])

    def memories(self, domains: int, before: int) -> float:
        """No more than there are ways for the values to have occurred."""
        number = (self.guards & before).bit_count()
        ways = sum(log2(1 + min(high, number)) for _, _, high in self._counts)
        return min(super().memories(domains, before), ways)

    def _settled(self, key: int) -> int:
        """The values that are alone in their lanes."""
        more = key & (key | self._guards) - self._ones  # the lanes without their lowest values
        settled = key
        for lane in self._lanes:
            if more & lane:
                settled &= ~lane
        return settled

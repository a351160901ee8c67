"""The propagator of lexicographic order."""

from __future__ import annotations

from collections.abc import Hashable

from clew.constraints.primitives import Lexicographic
from clew.reference.propagation.propagator import Propagator, View, ranks
from clew.state.lanes import AnyLanes


class LexicographicPropagator(Propagator):
    """Keeps the values that are part of two sequences in order.

    Up to the first place where the left one may be less, the sequences may be equal only. There a value of the left
    one stays if the right one has a larger value, or an equal one behind which the rest may be in order (Frisch et al.,
    Propagation algorithms for lexicographic ordering constraints, 2006).
    """

    cost = 2

    def __init__(self, primitive: Lexicographic, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        self._ends_equal = not primitive.strict
        self._pairs = []
        for names in zip(primitive.left, primitive.right, strict=True):
            pair = [lanes.lane[name] for name in names]
            places = ranks(pair)
            self._pairs.append([(lane, View(lane, lane.offset - self.low, places)) for lane in pair])

    def prune(self, key: int) -> int:
        domains = [[view.seen(key) for _, view in pair] for pair in self._pairs]
        if not all(left and right for left, right in domains):
            return 0
        # From each place on: whether the rest can be in order, if all before is equal.
        orders = [self._ends_equal]
        for left, right in reversed(domains):
            orders.append((left & -left) << 1 <= right or bool(left & right and orders[-1]))
        if not orders.pop():
            return 0
        for pair, (left, right) in zip(self._pairs, domains, strict=True):
            common = left & right if orders.pop() else 0
            smaller = left & (1 << right.bit_length() - 1) - 1 | common
            larger = right & -((left & -left) << 1) | common
            for (_, view), some in zip(pair, (smaller, larger), strict=True):
                key = view.keep(key, some)
            if (left & -left) << 1 <= right:
                break
        return key

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """Nothing, if the left one is less already; else the values of both from the first pair on that is open."""
        key = domains >> self.low & self.narrow
        for position, pair in enumerate(self._pairs):
            (one, view), (other, image) = pair
            if (1 << one.guard | 1 << other.guard) & open_guards:
                behind = sum(lane.full << lane.offset - self.low for some in self._pairs[position:] for lane, _ in some)
                return key & behind
            if view.seen(key) != image.seen(key):
                return None
        return None

    def memories(self, domains: int, before: int) -> float:
        """Whether the sequences are equal up to the first pair that is open, and the values of the variables behind."""
        settled = 0
        for pair in self._pairs:
            if not all(before >> lane.guard & 1 for lane, _ in pair):
                break
            settled |= sum(1 << lane.guard for lane, _ in pair)
        return super().memories(domains, before & ~settled) + (1 if settled else 0)

"""The propagator of the largest and the smallest of some variables."""

from __future__ import annotations

from clew.constraints.primitives import Extremum
from clew.reference.propagation.propagator import Propagator, View, ranks
from clew.state.lanes import AnyLanes


class ExtremumPropagator(Propagator):
    """Keeps the values that have a support, by the ends of the domains and which values are in two of them.

    The result has a value if some variable has it and each has one that is no larger. A variable has a value if the
    result can be that value, or a larger one that another variable has.
    """

    cost = 2

    def __init__(self, primitive: Extremum, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        own = [lanes.lane[variable] for variable in (*primitive.variables, primitive.result)]
        places = ranks(own)
        if not primitive.is_largest:  # the smallest is the largest in the order turned round
            places = {value: len(places) - 1 - place for value, place in places.items()}
        self._views = [View(lane, lane.offset - self.low, places) for lane in own]

    def prune(self, key: int) -> int:
        *domains, result = (view.seen(key) for view in self._views)
        if not all(domains):
            return 0
        once = twice = 0
        for domain in domains:
            twice |= once & domain
            once |= domain
        # The two largest of the smallest values: what is below cannot be the largest of all, or of the others.
        *_, second, first = sorted([0, *(domain & -domain for domain in domains)])
        result &= once & -first
        if not result:
            return 0
        kept = []
        for domain in domains:
            bottom = second if domain & -domain == first else first
            larger = result & (once & ~domain | twice) & -max(bottom, 1)
            kept.append(domain & ((1 << larger.bit_length()) - 1 | result & -max(bottom, 1)))
        for view, some in zip(self._views, [*kept, result], strict=True):
            if not some:
                return 0
            key = view.keep(key, some)
        return key

"""The propagator of forbidden tuples: a value goes if all its combinations with what is left are forbidden."""

from __future__ import annotations

from math import prod

from clew.constraints.primitives import Forbidden
from clew.reference.propagation.table import TablePropagator
from clew.state.lanes import AnyLanes, places_of


class ForbiddenPropagator(TablePropagator):
    """Counts, for each value, the forbidden tuples that are left, and compares with the product of the other domains.

    The tuples are bits of one integer, as in `TablePropagator`. A value with fewer forbidden tuples than combinations
    has one that is allowed: every value that stays has a support.
    """

    def __init__(self, primitive: Forbidden, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes, primitive.tuples)

    def prune(self, key: int) -> int:
        left, remaining = self.left(key)
        if not left:
            return key if all(remaining) else 0
        sizes = [bits.bit_count() for bits in remaining]
        combinations = prod(sizes)
        number = left.bit_count()
        if number == combinations:
            return 0
        for (shift, _), supports, bits, size in zip(self.shifts, self.supports, remaining, sizes, strict=True):
            others = combinations // size
            if number < others:  # too few for any value of this variable
                continue
            for place in places_of(bits):
                if (left & supports[place]).bit_count() == others:
                    key ^= 1 << place + shift
        return key

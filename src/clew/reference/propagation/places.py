"""The propagator of wide permutations: a target that has one place left takes it.

Of a narrow one dual lanes do the same (see `clew.reference.propagation.masks`): each of its masks is then twice as
wide.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from functools import partial, reduce
from operator import or_
from typing import Any

from clew.constraints.base import Constraint
from clew.reference.propagation.explanations import irreducible
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes, Lane, bits_of, places_of


class _Seat:
    """The targets of one variable's values.

    Args:
        lane: the variable's lane.
        low: the place from which on the domains are seen.
        targets: for each value its target, -1 for one that is gone.
    """

    def __init__(self, lane: Lane[Any], low: int, targets: Sequence[int]) -> None:
        first = lane.offset - low
        self.full, self.at = lane.full, first
        self.bytes = slice(first >> 3, (first + len(targets) + 7 >> 3) + 1)
        self.shift = first & 7
        self.targets = targets
        moves = {target - k for k, target in enumerate(targets) if target >= 0}
        self.move = moves.pop() if len(moves) == 1 and min(moves, default=0) >= 0 else -1

    def seen(self, data: bytes) -> int:
        """The targets that the variable can have, as bits."""
        own = int.from_bytes(data[self.bytes], "little") >> self.shift & self.full
        return own << self.move if self.move >= 0 else sum(1 << self.targets[place] for place in places_of(own))


class PlacesPropagator(Propagator):
    """A target that one variable alone can have is its own, and one that no variable can have is a dead end.

    Args:
        constraint: the constraint.
        lanes: the layout of the domains.
        variables: those of the permutation.
        places: for each target the places of the values that have it; there are as many as variables.
    """

    cost = 2

    def __init__(
        self, constraint: Constraint, lanes: AnyLanes, variables: tuple[Hashable, ...], places: list[list[int]]
    ) -> None:
        super().__init__(constraint, lanes, variables)
        self._all = (1 << len(places)) - 1
        self._places = places
        self._size = (self.narrow.bit_length() + 7 >> 3) + 1
        target = array("q", [-1]) * (self.narrow.bit_length() + 1)
        for number, spots in enumerate(places):
            for place in spots:
                target[place - self.low] = number
        self._seats = [
            _Seat(lane, self.low, target[lane.offset - self.low : lane.guard - self.low]) for lane in self.scope
        ]

    def prune(self, key: int) -> int:
        data = key.to_bytes(self._size, "little")
        targets = [seat.seen(data) for seat in self._seats]
        once = twice = 0
        for some in targets:
            twice |= once & some
            once |= some
        if once != self._all:
            return 0
        once &= ~twice
        for seat, some in zip(self._seats, targets, strict=True):
            own = some & once
            if own & own - 1:
                return 0
            if own and own != some:
                place = seat.targets.index(own.bit_length() - 1)
                key = key & ~(seat.full << seat.at) | 1 << seat.at + place
        return key

    def explain(self, before: int, pruned: int) -> int:
        """The other places of the targets that have one place left, or none: without each of these it had another."""
        needed: dict[int, int] = {}  # from a lane to the other places of a target that has no place but there
        for spots in self._places:
            own = bits_of(spots, self.low + self.narrow.bit_length())
            left = own & before
            if not left and not pruned:
                return own
            lanes = [lane for lane in self.scope if not left & ~(lane.full << lane.offset)] if left else ()
            for lane in lanes:
                bits = lane.full << lane.offset
                if not pruned and lane.guard in needed:
                    return own & ~bits | needed[lane.guard]
                if not left & pruned and (not pruned or pruned & bits):
                    needed[lane.guard] = own & ~bits
        missing = reduce(or_, needed.values(), 0)
        if not pruned or not self._follows(missing, pruned):
            raise ValueError(f"{self.constraint.title} does not prune these values of these domains")
        # Of several variables one may have its target because another one has its own.
        return missing if len(needed) == 1 else irreducible(missing, partial(self._follows, pruned=pruned))

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """Nothing: masks have taken from the open variables whatever the others have."""
        return None

    def memories(self, domains: int, before: int) -> float:
        """None."""
        return 0

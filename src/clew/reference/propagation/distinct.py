"""All different: masks, by the targets that values map to, and dual lanes.

The bits of all values with the same target are the conflicts of each of them. Values without a support are pruned by
`clew.reference.propagation.matching`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.primitives import Distinct
from clew.limits import look, looking
from clew.reference.propagation.masks import Conflicting
from clew.reference.propagation.matching import MatchingPropagator
from clew.reference.propagation.places import PlacesPropagator
from clew.state.lanes import Lane

if TYPE_CHECKING:
    from clew.reference.propagation.compiler import Compiler

DUAL_WIDTH: Final = 2**15
"""Bits of the variables' lanes up to which dual lanes are added beside them; beyond, a propagator prunes the same."""

DUAL_SCOPE: Final = 64
"""Variables up to which a permutation gets dual lanes: of more, a mask has so many bits to clear twice that the
propagator takes less time."""

ROW_BYTES: Final = 4096
"""Bytes up to which the bits that map to one target are kept."""


@attrs.frozen
class _Row:
    """The bits that map to one target, if all variables have the same whole numbers and the offsets go one way.

    The bits for target t are those for target 0 moved up by t; a variable whose value would be out of its domain
    has none, and those that have one are neighbours. So a mask of any width is made of shifts alone.

    Attributes:
        shape: the bits for target `low`, with the offsets added to keep them apart.
        places: the place of each variable's bit in the shape, ascending.
        offsets: the variables' offsets.
        low, high: the first value, and the one after the last.
        lift: the distance that the places are moved up, so that none is negative.
    """

    shape: int
    places: tuple[int, ...]
    offsets: tuple[int, ...]
    low: int
    high: int
    lift: int

    @classmethod
    def of(cls, lanes: list[Lane[Any]], offsets: tuple[int, ...], values: tuple[int, ...]) -> _Row | tuple[()]:
        lift = max(offsets)
        places = tuple(lane.offset - offset + lift for lane, offset in zip(lanes, offsets, strict=True))
        is_dense = lift - min(offsets) <= max(
            lane.guard for lane in lanes
        )  # otherwise the shape would be as long as the numbers are large
        rises = is_dense and all(a < b for a, b in pairwise(places))
        one_way = list(offsets) in (sorted(offsets), sorted(offsets, reverse=True))
        if not rises or not one_way or not values:
            return ()
        bits = bytearray((places[-1] >> 3) + 1)
        for place in places:
            bits[place >> 3] |= 1 << (place & 7)
        return cls(int.from_bytes(bits, "little"), places, offsets, values[0], values[-1] + 1, lift)

    def bits(self, target: int) -> int:
        """The bits of the values that map to a target."""
        # Those with low <= target - offset < high.
        if self.offsets[0] <= self.offsets[-1]:
            first, last = bisect_right(self.offsets, target - self.high), bisect_right(self.offsets, target - self.low)
        else:
            first = bisect_left(self.offsets, self.low - target, key=lambda offset: -offset)
            last = bisect_left(self.offsets, self.high - target, key=lambda offset: -offset)
        if first >= last:
            return 0
        base = self.places[first]
        width = self.places[last - 1] - base + 1
        cut = (self.shape >> base) & ((1 << width) - 1)
        return cut << base + target - self.low - self.lift


class DistinctTargets:
    """The targets of the values that must differ, and their places in the integer."""

    def __init__(self, primitive: Distinct, lanes: list[Lane[Any]]) -> None:
        self.primitive = primitive
        self.lanes = lanes
        self.offsets = primitive.offsets or (0,) * len(lanes)
        # Whole numbers plus an offset can be taken back by subtraction; anything else is looked up.
        domains = {id(lane.values): lane.values for lane in lanes}.values()
        self.plain = not primitive.is_mapped and (
            primitive.offsets is None
            or all(type(number) is int for numbers in (self.offsets, *domains) for number in looking(numbers))
        )
        self._inverse: list[dict[Any, list[int]]] = []
        self._known: dict[Any, int] = {}
        self._shape: _Row | tuple[()] | None = None
        self._bytes = (max(lane.guard for lane in lanes) >> 3) + 1

    def conflicts(self, position: int) -> Conflicting:
        """For the variable at a position: from its value to the bits of the others that map to the same."""
        primitive = self.primitive
        row = self._row()

        def conflicts(value: Any) -> int:
            target = primitive.mapped(position, value)
            if target in primitive.exceptions:
                return 0
            bits = self._known.get(target)
            if bits is None:
                bits = row.bits(target) if row is not None else self._bits(target)
                if self._bytes <= ROW_BYTES:
                    self._known[target] = bits
            return bits

        return conflicts

    def _bits(self, target: Any) -> int:
        bits = bytearray(self._bytes)
        for place in self._places(target):
            bits[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(bits, "little")

    def _row(self) -> _Row | None:
        """The shape of the bits that map to one target, if it is the same for every target."""
        if self._shape is None:
            values = self.lanes[0].values
            regular = (
                self.plain
                and values
                and all(type(value) is int for value in looking(values))
                and all(lane.values is values or lane.values == values for lane in self.lanes)
                and values == tuple(range(values[0], values[0] + len(values)))
            )
            self._shape = _Row.of(self.lanes, self.offsets, values) if regular else ()
        return self._shape or None

    def _places(self, target: Any) -> list[int]:
        if not self.plain:
            return [place for inverse in self._inverses() for place in inverse.get(target, ())]
        if self.primitive.offsets is None:
            return [lane.offset + k for lane in self.lanes if (k := lane.positions.get(target)) is not None]
        return [
            lane.offset + k
            for lane, offset in zip(self.lanes, self.offsets, strict=True)
            if (k := lane.positions.get(target - offset)) is not None
        ]

    def _inverses(self) -> list[dict[Any, list[int]]]:
        if not self._inverse:
            inverses = []
            for position, lane in enumerate(self.lanes):
                inverse: dict[Any, list[int]] = {}
                look()
                for k, value in enumerate(lane.values):
                    inverse.setdefault(self.primitive.mapped(position, value), []).append(lane.offset + k)
                inverses.append(inverse)
            self._inverse = inverses  # only now: another thread may ask meanwhile
        return self._inverse

    def places(self, removed: int) -> dict[Any, list[int]]:
        """For each target the places of the values that map to it.

        Empty if two values of a variable map to the same, or if there are not as many targets as variables and that is
        known without a look at each value.
        """
        if self.plain and not removed:
            values = self.lanes[0].values
            if self.primitive.offsets is None and all(lane.values is values for lane in self.lanes):
                if len(values) != len(self.lanes):
                    return {}
                starts = [lane.offset for lane in self.lanes]
                return {value: [start + k for start in starts] for k, value in enumerate(values)}
            if self._row() is not None:
                number = len(values) + sum(min(len(values), b - a) for a, b in pairwise(sorted(self.offsets)))
                if number != len(self.lanes):
                    return {}
        places: dict[Any, list[int]] = {}
        gone = (removed & (1 << 8 * self._bytes) - 1).to_bytes(self._bytes, "little")
        for inverse in self._inverses():
            for target, spots in inverse.items():
                left = [place for place in spots if not gone[place >> 3] >> (place & 7) & 1]
                if len(left) > 1:
                    return {}
                if left:
                    places.setdefault(target, []).extend(left)
        return places


def compile_distinct(compiler: Compiler, primitive: Distinct) -> None:
    """Masks; a propagator if the level looks for supports; and more if every value must have its place."""
    lanes = [compiler.lanes.lane[variable] for variable in primitive.scope]
    targets = DistinctTargets(primitive, lanes)
    for position, variable in enumerate(primitive.scope):
        compiler.masks(primitive.source, variable, targets.conflicts(position))
    if compiler.level.supports and len(lanes) > 2:
        compiler.propagate(MatchingPropagator(primitive, compiler.lanes))
    if compiler.propagates and not primitive.exceptions:
        places = targets.places(compiler.removed)
        if len(places) == len(lanes):
            _place_all(compiler, primitive, places)


def _place_all(compiler: Compiler, primitive: Distinct, places: dict[Any, list[int]]) -> None:
    """See to it that each target that has one place left is given it: both ways prune the same.

    Values without a support are looked for in all lanes, so a level that does so needs the dual ones.
    """
    is_small = len(places) <= DUAL_SCOPE and compiler.lanes.guards.bit_length() <= DUAL_WIDTH
    if is_small or compiler.level.supports:
        compiler.add_duals(primitive.source, places.values())
    else:
        in_order = sorted(places) if primitive.offsets else places
        rows = [places[target] for target in in_order]
        compiler.propagate(PlacesPropagator(primitive.source, compiler.lanes, primitive.scope, rows))

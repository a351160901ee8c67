"""All different: masks, by the targets that values map to, and dual lanes.

The bits of all values with the same target are the conflicts of each of them. Values without a support are pruned by
`clew.reference.propagation.matching`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

from clew.constraints.primitives import Distinct
from clew.limits import look, looking
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.masks import Conflicting
from clew.reference.propagation.matching import MatchingPropagator
from clew.reference.propagation.places import PlacesPropagator
from clew.state.lanes import Lane, bits_of

DUAL_WIDTH: Final = 2**15
"""Bits of the variables' lanes up to which dual lanes are added beside them; beyond, a propagator prunes the same."""

DUAL_SCOPE: Final = 64
"""Variables up to which a permutation gets dual lanes: of more, a mask has so many bits to clear twice that the
propagator takes less time."""

ROW_BYTES: Final = 4096
"""Bytes up to which the bits that map to one target are kept."""


class DistinctTargets:
    """The targets of the values that must differ, and their places in the integer."""

    def __init__(self, primitive: Distinct, lanes: list[Lane[Any]]) -> None:
        self.primitive = primitive
        self.lanes = lanes
        self.offsets = primitive.offsets or (0,) * len(lanes)
        # Whole numbers plus an offset can be taken back by subtraction; anything else is looked up.
        domains = {id(lane.values): lane.values for lane in lanes}.values()
        self._is_plain = not primitive.is_mapped and (
            primitive.offsets is None
            or all(type(number) is int for numbers in (self.offsets, *domains) for number in looking(numbers))
        )
        self._row = moved_row(lanes, self.offsets) if self._is_plain else None
        self._inverse: dict[int, dict[Any, list[int]]] = {}
        self._known: dict[Any, int] = {}
        self._width = max(lane.guard for lane in lanes)

    def conflicts(self, position: int) -> Conflicting:
        """For the variable at a position: from its value to the bits of the others that map to the same."""
        primitive = self.primitive

        def conflicts(value: Any) -> int:
            target = primitive.mapped(position, value)
            if target in primitive.exceptions:
                return 0
            bits = self._known.get(target)
            if bits is None:
                bits = self._row(target) if self._row else bits_of(self._places(target), self._width)
                if self._width < 8 * ROW_BYTES:
                    self._known[target] = bits
            return bits

        return conflicts

    def _places(self, target: Any) -> list[int]:
        if not self._is_plain:
            inverses = map(self._inverse_of, range(len(self.lanes)))
            return [place for inverse in inverses for place in inverse.get(target, ())]
        has_offsets = self.primitive.offsets is not None
        return [
            lane.offset + k
            for lane, offset in zip(self.lanes, self.offsets, strict=True)
            if (k := lane.positions.get(target - offset if has_offsets else target)) is not None
        ]

    def _inverse_of(self, position: int) -> dict[Any, list[int]]:
        """For each target of a variable the places of the values that map to it."""
        inverse = self._inverse.get(position)
        if inverse is None:
            look()
            inverse = {}
            lane = self.lanes[position]
            for k, value in enumerate(lane.values):
                inverse.setdefault(self.primitive.mapped(position, value), []).append(lane.offset + k)
            self._inverse[position] = inverse  # only now: another thread may ask meanwhile
        return inverse

    def places(self, removed: int) -> dict[Any, list[int]]:
        """For each target the places of the values that map to it.

        Empty if two values of a variable map to the same, or if there are not as many targets as variables and that is
        known without a look at each value.
        """
        number, values = len(self.lanes), self.lanes[0].values
        is_shared = self._is_plain and self.primitive.offsets is None and all(o.values is values for o in self.lanes)
        if is_shared and not removed:
            starts = [lane.offset for lane in self.lanes]
            return {v: [start + k for start in starts] for k, v in enumerate(values)} if len(values) == number else {}
        places: dict[Any, list[int]] = {}
        digits = f"{removed:0{self._width}b}"[::-1]
        for position in range(number):
            for target, spots in self._inverse_of(position).items():
                left = [place for place in spots if digits[place] == "0"]
                if len(left) > 1:
                    return {}
                if left:
                    places.setdefault(target, []).extend(left)
            if len(places) > number:
                return {}
        return places


def moved_row(lanes: list[Lane[Any]], offsets: Sequence[int]) -> Callable[[int], int] | None:
    """From a target to the bits that map to it, if all variables have the same whole numbers, and offsets in order.

    The bits for target t are those for target 0 moved up by t; a variable whose value would be out of its domain
    has none, and those that have one are neighbours. So a mask of any width is made of shifts alone.
    """
    values = lanes[0].values
    are_whole = values and all(type(value) is int for value in looking(values))
    if not are_whole or not all(lane.values is values or lane.values == values for lane in lanes):
        return None
    low: int = values[0]
    size, lift = len(values), max(offsets)
    # Where each variable has its bit for target `low`, and the offsets are added to keep them apart.
    places = [lane.offset - offset + lift for lane, offset in zip(lanes, offsets, strict=True)]
    ascending = sorted(offsets)
    rises = ascending == [*offsets]
    is_dense = lift - ascending[0] <= max(lane.guard for lane in lanes)  # otherwise the row would be too long
    are_in_order = (rises or ascending[::-1] == [*offsets]) and all(one < other for one, other in pairwise(places))
    if not (are_in_order and is_dense) or values != tuple(range(low, low + size)):
        return None
    row = bits_of(places, places[-1] + 1)

    def bits(target: int) -> int:
        first, last = bisect_left(ascending, target - low - size + 1), bisect_left(ascending, target - low + 1)
        if not rises:
            first, last = len(places) - last, len(places) - first
        if first >= last:
            return 0
        base = places[first]
        cut = row >> base & (1 << places[last - 1] - base + 1) - 1
        return cut << base + target - low - lift

    return bits


def compile_distinct(compiler: Compiler, primitive: Distinct) -> None:
    """Masks; a propagator if the level looks for supports; and more if every value must have its place."""
    lanes = [compiler.lanes.lane[variable] for variable in primitive.scope]
    targets = DistinctTargets(primitive, lanes)
    for position, variable in enumerate(primitive.scope):
        compiler.masks(primitive.source, variable, targets.conflicts(position))
    if compiler.level.supports and len(lanes) > 2:
        compiler.propagate(MatchingPropagator(primitive, compiler.lanes))
    if not compiler.propagates or primitive.exceptions:
        return
    places = targets.places(compiler.removed)
    if len(places) != len(lanes):
        return
    # Each target that has one place left is given it: both ways prune the same. Values without a support are looked
    # for in all lanes, so a level that does so needs the dual ones.
    is_small = len(places) <= DUAL_SCOPE and compiler.lanes.guards.bit_length() <= DUAL_WIDTH
    if is_small or compiler.level.supports:
        compiler.add_duals(primitive.source, places.values())
    else:
        rows = [places[target] for target in (sorted(places) if primitive.offsets else places)]
        compiler.propagate(PlacesPropagator(primitive.source, compiler.lanes, primitive.scope, rows))

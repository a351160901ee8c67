"""Masks: the values that a choice leaves in all domains, in one integer for each value.

Conflicts between two variables become masks. The mask of a value keeps the value itself and clears all that it rules
out anywhere: choosing it is one AND. Masks are made when first needed and kept while they fit into a budget of memory,
so a problem whose masks would fill the machine still runs.

If there are as many values as variables and each must have its place, the value gets a *dual* lane above those of the
variables, of the places left to it. Then a mask clears the bits of both, and "one place left" is a singleton like any
other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

import attrs

from clew.constraints.base import Constraint
from clew.limits import look, looking
from clew.state.lanes import AnyLanes, bits_of, places_of

MASK_BUDGET: Final = 2**29
"""Bits that the masks kept may take together: 64 MiB."""

Conflicting = Callable[[Any], int]
"""From a value of a variable to the bits that it rules out. Those of its own lane do not matter."""


@attrs.frozen
class MaskSource:
    """Why a value rules out others: a constraint, and its conflicts."""

    constraint: Constraint
    conflicts: Conflicting


@attrs.define(eq=False)
class Masks:
    """The mask of each value.

    Attributes:
        lanes: the layout, auxiliary lanes included.
        sources: for each variable the constraints that become masks, so that a pruning can be named.
        links: for the place of a value's bit those of the dual lanes' bits that stand for the same.
        fixes_together: for the place of a value's bit the guards of the lanes that its one mask fixes, if that is
            more than its own anywhere: those of the items of an option, those of the dual lanes of a value.
        dual_of: for the place of a dual lane's guard the constraint that it belongs to.
    """

    lanes: AnyLanes
    sources: Mapping[Any, list[MaskSource]]
    links: Mapping[int, tuple[int, ...]]
    fixes_together: dict[int, int]
    dual_of: Mapping[int, Constraint]
    with_conflicts: int = attrs.field(init=False)
    """The guards of the lanes whose values rule out others."""
    primal: Mapping[int, int] = attrs.field(init=False)
    """For the place of a dual lane's bit that of the value's bit that stands for the same."""
    lane_at: dict[int, tuple[int, int]] = attrs.field(init=False)
    """For the place of a guard the lane's lowest bit and its width in ones."""
    kept_masks: dict[int, int] = attrs.field(init=False, factory=dict)
    """The masks made so far, by the place of the value's bit, as far as the budget goes."""
    _rows: dict[int, int] = attrs.field(init=False, factory=dict)
    """From conflicts to the same conflicts with the bits of the dual lanes."""
    _room: int = attrs.field(init=False, default=MASK_BUDGET)

    def __attrs_post_init__(self) -> None:
        lanes = self.lanes
        self.primal = {dual: primal for primal, duals in looking(self.links.items()) for dual in duals}
        own = (lanes.lane[variable].guard for variable in self.sources)
        self.with_conflicts = lanes.guards & ~lanes.decisions | bits_of(own, lanes.guards.bit_length())
        self.lane_at = {}
        offset = 0
        for guard in looking(lanes.owner):
            self.lane_at[guard] = offset, (1 << guard - offset) - 1
            offset = guard + 1

    def mask(self, place: int) -> int:
        """The mask of a value, given by the place of its bit: all domains without the conflicts of the value."""
        return self.kept_masks.get(place) or self._make_mask(place)

    def _make_mask(self, place: int) -> int:
        look()
        primal = self.primal.get(place, place)
        same = (primal, *self.links.get(primal, ()))  # the places of all the bits that stand for the value
        ruled_out = self._row(self.lane_of(primal))
        for conflicts, _ in self.conflicts(primal):
            ruled_out |= self._row(conflicts)
        full = self.lanes.full
        mask = full & ~ruled_out | sum(1 << bit for bit in same)
        if self._room > 0:
            self._room -= full.bit_length()
            if len(same) > 1:  # before the mask: another thread that finds the mask finds the lanes that it fixes, too
                self._room -= full.bit_length()
                self.fixes_together |= dict.fromkeys(same, sum(map(self._guard, same)))
            self.kept_masks |= dict.fromkeys(same, mask)
        return mask

    def conflicts(self, place: int) -> Iterable[tuple[int, Constraint]]:
        """The values that a value rules out, constraint by constraint. The bits of its own lane do not matter.

        Args:
            place: the place of its bit, in a variable's lane.
        """
        variable = self.lanes.at(place)
        lane = self.lanes.lane[variable]
        value = lane.values[place - lane.offset]
        for source in self.sources.get(variable, ()):
            try:
                conflicts = source.conflicts(value)
            except Exception as error:
                error.add_note(f"while {source.constraint.title} said what {variable!r} = {value!r} rules out")
                raise
            yield conflicts, source.constraint

    def _guard(self, place: int) -> int:
        """The guard of the lane that holds a bit."""
        above = self.lanes.guards >> place
        return (above & -above) << place

    def _row(self, bits: int) -> int:
        """As `with_links`, remembered: in an `AllDifferent` a value has the same conflicts for all its variables."""
        if not self.links:
            return bits
        row = self._rows.get(bits)
        if row is None:
            row = self.with_links(bits)
            if self._room > 0:
                self._room -= 2 * row.bit_length()
                self._rows[bits] = row
        return row

    def with_links(self, bits: int) -> int:
        """Some of the variables' bits and the bits of the dual lanes that stand for the same."""
        links = self.links
        if not links:
            return bits
        duals = (dual for place in places_of(bits) for dual in links.get(place, ()))
        return bits | bits_of(duals, self.lanes.guards.bit_length())

    def lane_of(self, place: int) -> int:
        """The lane of the value whose bit has this place, whole."""
        lane = self.lanes.lane[self.lanes.at(place)]
        return lane.full << lane.offset

    @cached_property
    def duals(self) -> dict[int, list[int]]:
        """For the identity of a constraint the places of the guards of its dual lanes."""
        duals: dict[int, list[int]] = {}
        for guard, constraint in self.dual_of.items():
            duals.setdefault(id(constraint), []).append(guard)
        return duals

    @cached_property
    def places(self) -> dict[int, int]:
        """For the place of each guard the bits of the lane's values; of a dual lane those that its bits stand for."""
        places = {lane.guard: lane.full << lane.offset for lane in self.lanes.lane.values()}
        for dual, primal in self.primal.items():
            guard = self._guard(dual).bit_length() - 1
            places[guard] = places.get(guard, 0) | 1 << primal
        return places

    def supported(self, domains: int, done: int) -> int:
        """The domains without the values whose mask wipes out a lane: those without a support somewhere."""
        lanes = self.lanes
        full, guards, masks = lanes.full, lanes.guards, self.kept_masks
        unsupported = 0
        for place in looking(places_of(domains & lanes.span(lanes.decisions & ~done))):
            left = domains & (masks.get(place) or self._make_mask(place))
            if (left + full) & guards != guards:
                unsupported |= 1 << place
        return domains & ~unsupported

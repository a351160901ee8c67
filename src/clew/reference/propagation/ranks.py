"""The bits of several lanes over one list of values, so that they can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clew.limits import looking
from clew.state.lanes import Lane, places_of


def ranks(lanes: list[Lane[Any]]) -> dict[Any, int]:
    """The place of each value of some lanes among all their values in ascending order."""
    values = dict.fromkeys(value for lane in lanes for value in looking(lane.values))
    return {value: k for k, value in enumerate(sorted(values))}


class View:
    """A lane's bits as bits over a list of values.

    Args:
        lane: the lane.
        shift: how far it is shifted up in the keys of the propagator that looks.
        places: the place of each value in the list; a value that has none is never seen there.
    """

    def __init__(self, lane: Lane[Any], shift: int, places: Mapping[Any, int]) -> None:
        self._shift, self._full = shift, lane.full
        self._places = [places.get(value) for value in looking(lane.values)]
        self._is_plain = self._places == list(range(len(lane.values)))
        self._back = {place: 1 << k for k, place in enumerate(self._places) if place is not None}

    def seen(self, key: int) -> int:
        """The places in the list of the values that are left."""
        bits = key >> self._shift & self._full
        if self._is_plain:
            return bits
        return sum(1 << place for k in places_of(bits) if (place := self._places[k]) is not None)

    def keep(self, key: int, places: int) -> int:
        """The key with nothing but the values at some places in the list."""
        bits = places if self._is_plain else sum(self._back.get(place, 0) for place in places_of(places))
        return key & (~(self._full << self._shift) | bits << self._shift)

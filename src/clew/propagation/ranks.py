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
        places: the place of each value in the list; a value that has none is never seen there.
    """

    def __init__(self, lane: Lane[Any], places: Mapping[Any, int]) -> None:
        self._places = [places.get(value) for value in looking(lane.values)]
        self._is_plain = self._places == list(range(len(lane.values)))
        self._back = {place: 1 << k for k, place in enumerate(self._places) if place is not None}

    def seen(self, bits: int) -> int:
        """The places in the list of some of the lane's values, which are given by their bits."""
        if self._is_plain:
            return bits
        return sum(1 << place for k in places_of(bits) if (place := self._places[k]) is not None)

    def back(self, places: int) -> int:
        """The bits of the lane's values at some places in the list."""
        if self._is_plain:
            return places
        return sum(self._back.get(place, 0) for place in places_of(places))

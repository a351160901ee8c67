"""The propagator of elements: a value and the entry that an index points at are equal."""

from __future__ import annotations

from typing import Any

from clew.constraints.primitives import Element
from clew.propagation.propagator import Propagator
from clew.propagation.ranks import View
from clew.state.lanes import Lanes, places_of


class ElementPropagator(Propagator):
    """Keeps an index if its entry and the value have something in common, and the value if some entry has it.

    If one variable alone can be the entry, it keeps what it has in common with the value. So every value that stays
    has a support.
    """

    cost = 2

    def __init__(self, primitive: Element, lanes: Lanes[Any, Any]) -> None:
        super().__init__(primitive.source, lanes)
        self.index, self.value = lanes.lane[primitive.index], lanes.lane[primitive.value]
        numbers = self.value.positions
        views = {name: View(lanes.lane[name], numbers) for kind, name in primitive.entries if kind == "variable"}
        self.entries: list[tuple[int, Any, View | None]] = []
        """For each value of the index the places of a constant, or the variable and how to see its values."""
        for index in self.index.values:
            kind, content = primitive.entries[index] if 0 <= index < len(primitive.entries) else ("constant", None)
            if kind == "variable":
                self.entries.append((0, content, views[content]))
            else:
                is_there = 0 <= index < len(primitive.entries) and content in numbers
                self.entries.append((1 << numbers[content] if is_there else 0, None, None))
        self._lane = {name: lanes.lane[name] for name in views}

    def prune(self, key: int) -> int:
        low = self.low
        values = key >> self.value.offset - low & self.value.full
        kept = within = 0
        names = set()
        for k in places_of(key >> self.index.offset - low & self.index.full):
            bits, name, view = self.entries[k]
            if view is not None:
                lane = self._lane[name]
                bits = view.seen(key >> lane.offset - low & lane.full)
            if bits & values:
                kept |= 1 << k
                within |= bits & values
                names.add(name)
        if not kept:
            return 0
        key &= ~(self.index.full << self.index.offset - low) | kept << self.index.offset - low
        key &= ~(self.value.full << self.value.offset - low) | within << self.value.offset - low
        if len(names) == 1 and None not in names:
            (name,) = names
            lane = self._lane[name]
            view = next(view for _, other, view in self.entries if other == name and view is not None)
            key &= ~(lane.full << lane.offset - low) | view.back(within) << lane.offset - low
        return key

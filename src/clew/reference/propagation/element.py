"""The propagator of elements: a value and the entry that an index points at are equal."""

from __future__ import annotations

from typing import Any

from clew.constraints.primitives import ElementAt
from clew.reference.propagation.propagator import Propagator, View
from clew.state.lanes import AnyLanes, places_of


class ElementPropagator(Propagator):
    """Keeps an index if its entry and the value have something in common, and the value if some entry has it.

    If one variable alone can be the entry, it keeps what it has in common with the value. So every value that stays
    has a support.
    """

    cost = 2

    def __init__(self, primitive: ElementAt, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        self.index = lanes.lane[primitive.index]
        numbers = lanes.lane[primitive.value].positions

        def view(name: Any) -> View:
            return View(lanes.lane[name], lanes.lane[name].offset - self.low, numbers)

        self.value = view(primitive.value)
        views = {name: view(name) for kind, name in primitive.entries if kind == "variable"}
        self.entries: list[int | View] = []
        """For each value of the index the bit of a constant, 0 if the value cannot be that; or the variable's view."""
        for index in self.index.values:
            kind, content = primitive.entries[index] if 0 <= index < len(primitive.entries) else ("", None)
            if kind == "variable":
                self.entries.append(views[content])
            else:
                self.entries.append(1 << numbers[content] if kind and content in numbers else 0)

    def prune(self, key: int) -> int:
        values, shift = self.value.seen(key), self.index.offset - self.low
        kept = within = 0
        able: set[int | View] = set()
        for k in places_of(key >> shift & self.index.full):
            entry = self.entries[k]
            common = values & (entry.seen(key) if isinstance(entry, View) else entry)
            if common:
                kept |= 1 << k
                within |= common
                able.add(entry)
        if not kept:
            return 0
        key = self.value.keep(key & (~(self.index.full << shift) | kept << shift), within)
        if len(able) == 1 and isinstance(one := able.pop(), View):
            key = one.keep(key, within)
        return key

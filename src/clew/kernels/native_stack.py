"""The arrays of a native search, and the table with their places in memory."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import attrs
import numpy as np

from clew.kernels import native_walk as nw
from clew.kernels.native_layout import Layout
from clew.kernels.native_rows import Integers, Words

BOXES: Final = 1024
"""Boxes to write before they are given."""

DRAWS: Final = 2**12
"""Random numbers to draw beforehand."""


@attrs.define(eq=False)
class Search:
    """The arrays of a search, named as in `clew.kernels.native_walk`, and the table with all that it needs."""

    domains: Words
    done: Words
    rest: Words
    lane: Integers
    latest: Integers
    sizes: Integers
    chosen: Integers
    nodes: Integers
    weights: Integers
    box_rows: Words
    box_lane: Integers
    box_depth: Integers
    known: Words
    left: Words
    single: Words
    blamed: Words
    queue: Words
    scratch: Words
    now: Integers = attrs.field(factory=lambda: np.zeros(nw.NOW, np.int64))
    rules: Integers = attrs.field(factory=lambda: np.zeros(nw.RULES, np.int64))
    draws: Integers = attrs.field(factory=lambda: np.zeros(DRAWS, np.int64))
    set_at: Integers = attrs.field(factory=lambda: np.zeros(1, np.int64))
    set_values: Integers = attrs.field(factory=lambda: np.zeros(0, np.int64))
    table: Any = None
    where: Any = None

    @classmethod
    def of(cls, layout: Layout) -> Search:
        """As large as a network needs it."""
        size, short, reach = layout.size, layout.short, layout.model[nw.REACH]
        depth = layout.variables + 2
        boxes = max(1, min(BOXES, 2**20 // max(size, 1)))

        def words(count: int) -> Words:
            return np.zeros(count, np.uint64)

        def integers(count: int) -> Integers:
            return np.zeros(count, np.int64)

        return cls(
            domains=np.empty(depth * size, np.uint64),  # not touched before it is needed
            done=np.empty(depth * short, np.uint64),
            rest=words(depth * reach),
            lane=integers(depth),
            latest=integers(depth),
            sizes=integers(depth),
            chosen=integers(layout.count),
            nodes=integers(depth + 1),
            weights=np.ones(layout.count, np.int64),
            box_rows=words(boxes * size),
            box_lane=integers(boxes),
            box_depth=integers(boxes),
            known=words(2 * size),
            left=words(size),
            single=words(short),
            blamed=words(short),
            queue=words(2 * int(layout.model[nw.QUEUE_WORDS])),
            scratch=words(layout.scratch),
        )

    def fill(self, layout: Layout, sets: int, more: Mapping[int, Any] = MappingProxyType({})) -> None:
        """Write the table."""
        entries = layout.model | dict(more) | {
            nw.DOMAINS: self.domains, nw.DONE: self.done, nw.REST: self.rest, nw.LANE: self.lane,
            nw.LATEST: self.latest, nw.SIZES: self.sizes, nw.NODES: self.nodes, nw.WEIGHTS: self.weights,
            nw.BOX_ROWS: self.box_rows, nw.BOX_LANE: self.box_lane, nw.BOX_DEPTH: self.box_depth,
            nw.KNOWN: self.known, nw.LEFT: self.left, nw.SINGLE: self.single, nw.CHOSEN: self.chosen,
            nw.BLAMED: self.blamed,
            nw.QUEUE: self.queue, nw.SCRATCH: self.scratch, nw.SCRATCH_SIZE: len(self.scratch),
            nw.CURRENT: self.now, nw.RULING: self.rules, nw.NUMBERS: self.draws, nw.NUMBERS_SIZE: DRAWS,
            nw.NOGOODS: nw.place_of(nw.without_nogoods) if sets else nw.NOTHING,
            nw.SETS: sets, nw.SET_AT: self.set_at, nw.SET_VALUES: self.set_values,
        }  # fmt: skip
        if nw.IS_INTERPRETED:
            table: list[Any] = [0] * nw.TABLE
            for slot, entry in entries.items():
                table[slot] = entry
            table[nw.SELF] = table
            self.table = self.where = table
            return
        self.table = np.zeros(nw.TABLE, np.int64)
        for slot, entry in entries.items():
            self.table[slot] = entry if isinstance(entry, int) else entry.ctypes.data
        self.where = self.table[nw.SELF] = self.table.ctypes.data

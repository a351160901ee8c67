"""The arrays of a native search, and the table with their places in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import attrs
import numpy as np

from clew.heuristics.variable_order import MostNeighbours, WeightedDegree
from clew.kernels import enumeration, native_propagation, native_walk
from clew.kernels import native_table as nt
from clew.kernels.native_choices import (
    drawn_value,
    last_value,
    most_neighbours,
    most_neighbours_of_part,
    smallest_of_part,
)
from clew.kernels.native_inner import Integers, Words
from clew.kernels.native_layout import Layout
from clew.kernels.python import Picks

BOXES: Final = 1024
"""Boxes to write before they are given."""

DRAWS: Final = 2**12
"""Random numbers to draw beforehand."""


@attrs.define(eq=False)
class Search:
    """The arrays of a search, named as in `clew.kernels.native_table`, and the table with all that it needs."""

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
    roots: Words
    now: Integers = attrs.field(factory=lambda: np.zeros(nt.NOW, np.int64))
    rules: Integers = attrs.field(factory=lambda: np.zeros(nt.RULES, np.int64))
    draws: Integers = attrs.field(factory=lambda: np.zeros(DRAWS, np.int64))
    set_at: Integers = attrs.field(factory=lambda: np.zeros(1, np.int64))
    set_values: Integers = attrs.field(factory=lambda: np.zeros(0, np.int64))
    near: Words = attrs.field(factory=lambda: np.zeros(0, np.uint64))
    touch: Words = attrs.field(factory=lambda: np.zeros(0, np.uint64))
    ranks: Integers = attrs.field(factory=lambda: np.zeros(0, np.int64))
    parts: Words = attrs.field(factory=lambda: np.zeros(0, np.uint64))
    pick: Any = nt.NOTHING
    attempt: Any = nt.NOTHING
    table: Any = None
    where: Any = None

    @classmethod
    def of(cls, layout: Layout) -> Search:
        """As large as a network needs it."""
        size, short, reach = layout.size, layout.short, layout.model[nt.REACH]
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
            queue=words(2 * int(layout.model[nt.QUEUE_WORDS])),
            scratch=words(layout.scratch),
            roots=words(2 * layout.integer_words),
        )

    def choose(
        self,
        layout: Layout,
        order: Picks | None,
        *,
        last_first: bool = False,
        part_by_part: bool = False,
        drawn: bool = False,
    ) -> None:
        """Say how variables and values are chosen, before the table is filled.

        Args:
            layout: the network.
            order: the variable ordering; None for the order of declaration.
            last_first: whether values are tried from the last one to the first.
            part_by_part: whether parts come one after the other where little is left (see `native_choices`). In the
                order of declaration they do so anyway, as far as they do not interleave.
            drawn: whether values are drawn.
        """
        picks = _picker(order, part_by_part)
        self.pick = nt.NOTHING if picks is None else nt.place_of(picks)
        tries = _trier(last_first, drawn)
        self.attempt = nt.NOTHING if tries is None else nt.place_of(tries)
        if order is None:
            self.rules[nt.ORDER] = nt.STATIC
            return
        if isinstance(order, WeightedDegree):
            self.rules[nt.ORDER] = nt.WDEG
            return
        self.rules[nt.ORDER] = nt.MRV if picks is None else nt.CALLED
        if isinstance(order, MostNeighbours):
            lanes = layout.network.lanes
            self.near = _near(layout, lambda guard: order.near(lanes, guard))
        if part_by_part:
            self.touch = _near(layout, layout.network.near.__getitem__)
            self.ranks = np.zeros(len(self.lane) * (layout.variables + 1), np.int64)
            self.parts = np.zeros(2 * layout.model[nt.DECIDED], np.uint64)

    def fill(self, layout: Layout, sets: int, more: Mapping[int, Any] = MappingProxyType({})) -> None:
        """Write the table."""
        entries = layout.model | {
            nt.DOMAINS: self.domains, nt.DONE: self.done, nt.REST: self.rest, nt.LANE: self.lane,
            nt.LATEST: self.latest, nt.SIZES: self.sizes, nt.NODES: self.nodes, nt.WEIGHTS: self.weights,
            nt.BOX_ROWS: self.box_rows, nt.BOX_LANE: self.box_lane, nt.BOX_DEPTH: self.box_depth,
            nt.KNOWN: self.known, nt.LEFT: self.left, nt.SINGLE: self.single, nt.CHOSEN: self.chosen,
            nt.BLAMED: self.blamed,
            nt.QUEUE: self.queue, nt.SCRATCH: self.scratch, nt.SCRATCH_SIZE: len(self.scratch),
            nt.CURRENT: self.now, nt.RULING: self.rules, nt.NUMBERS: self.draws, nt.NUMBERS_SIZE: DRAWS,
            nt.NOGOODS: nt.place_of(native_propagation.without_nogoods) if sets else nt.NOTHING,
            nt.NEAR: self.near, nt.PICK: self.pick, nt.TRY: self.attempt, nt.TOUCH: self.touch, nt.RANKS: self.ranks,
            nt.LITTLE: enumeration.SMALL, nt.REACHED: self.parts, nt.FRONT: self.parts[len(self.parts) // 2 :],
            nt.SETS: sets, nt.SET_AT: self.set_at, nt.SET_VALUES: self.set_values,
            nt.ROOTS: self.roots, nt.ROOT_SIZE: layout.integer_words, **more,
        }  # fmt: skip
        if nt.IS_INTERPRETED:
            table: list[Any] = [0] * nt.TABLE
            for slot, entry in entries.items():
                table[slot] = entry
            table[nt.SELF] = table
            self.table = self.where = table
            return
        self.table = np.zeros(nt.TABLE, np.int64)
        for slot, entry in entries.items():
            self.table[slot] = entry if isinstance(entry, int) else entry.ctypes.data
        self.where = self.table[nt.SELF] = self.table.ctypes.data

    def put(self, layout: Layout, level: int, domains: int, done: int) -> None:
        """Write a node as the rows of a level.

        Args:
            layout: the network.
            level: which.
            domains: its domains.
            done: its lanes done.
        """
        size = 8 * layout.integer_words
        self.roots[:] = np.frombuffer(domains.to_bytes(size, "little") + done.to_bytes(size, "little"), np.uint64)
        with np.errstate(over="ignore"):  # where the compiler is switched off
            native_walk.put(self.where, level)


def _near(layout: Layout, guards_of: Callable[[int], int]) -> Words:
    """For each variable the guards of some others, in the words with variables."""
    guards = layout.guard_places[: layout.variables]
    rows = [layout.marks(guards_of(guard))[: layout.model[nt.DECIDED]] for guard in guards]
    return np.concatenate([np.zeros(0, np.uint64), *rows])


def _picker(order: Picks | None, part_by_part: bool) -> Callable[..., Any] | None:
    """The function that picks variables, if an ordering has one to be called."""
    if isinstance(order, MostNeighbours):
        return most_neighbours_of_part if part_by_part else most_neighbours
    return smallest_of_part if part_by_part and order is not None and not isinstance(order, WeightedDegree) else None


def _trier(last_first: bool, drawn: bool) -> Callable[..., Any] | None:
    """The function that finds the value to try, if it is not the first one."""
    return drawn_value if drawn else last_value if last_first else None


def called(
    order: Picks | None,
    *,
    last_first: bool = False,
    part_by_part: bool = False,
    drawn: bool = False,
    nogoods: bool = False,
) -> list[Callable[..., Any]]:
    """The functions that a search calls by their places, besides those of its network.

    Args:
        order: the variable ordering; None for the order of declaration.
        last_first: see `Search.choose`.
        part_by_part: see there too.
        drawn: see there too.
        nogoods: whether there may be some.
    """
    some = [
        _picker(order, part_by_part),
        _trier(last_first, drawn),
        native_propagation.without_nogoods if nogoods else None,
    ]
    return [function for function in some if function is not None]

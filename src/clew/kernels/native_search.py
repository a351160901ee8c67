"""Searches in the native kernel: a network laid out in words, a search begun there or taken over, boxes given back.

The layout of a network is made once and kept with it. Networks that the native kernel cannot run raise `Unsupported`
with the reason; their searches stay in Python.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import attrs
import numpy as np
from numba import config
from numpy.typing import NDArray

from clew.constraints.all_different import AllDifferent
from clew.heuristics.restarts import Nogoods
from clew.heuristics.variable_order import WeightedDegree
from clew.kernels import native_calls, native_propagators
from clew.kernels import native_walk as nw
from clew.kernels.choose import ANSWERS, COUNTED, LISTED, SINGLY, Purpose, Unsupported
from clew.kernels.native import SLICE, compiled_before, places
from clew.kernels.python import Box, GivenUp, Picks, Several, Start, refuted
from clew.network import Network
from clew.observe.position import left_behind, share
from clew.outcome import Clock, LimitReached, Status
from clew.search import Counters
from clew.targets import Targets

Words = NDArray[np.uint64]
Integers = NDArray[np.int64]

IS_INTERPRETED: Final = bool(getattr(config, "DISABLE_JIT", False))

NARROW: Final = 63
"""Values that fit into a word with their guard."""

FEW_BYTES: Final = 2**22
"""Bytes that the rows of masks may take where there is another way."""

MASK_BYTES: Final = 2**27
"""Bytes that the rows of masks may take."""

STACK_BYTES: Final = 2**30
"""Bytes that the rows of one branch may take."""

BOXES: Final = 1024
"""Boxes to write before they are given."""

DRAWS: Final = 2**12
"""Random numbers to draw beforehand."""

FOREVER: Final = 2**62


class Layout:
    """A network in words.

    Args:
        network: the constraints, compiled.

    Attributes:
        model: what the native functions read.
        guard_places: for each lane the place of its guard in the one integer.

    Raises:
        Unsupported: there is something that only Python can run.
    """

    def __init__(self, network: Network) -> None:
        lanes = network.lanes
        self.network = network
        self.guard_places = list(lanes.owner)
        spans = [network.lane_at[guard] for guard in self.guard_places]
        self.offsets = [offset for offset, _ in spans]
        widths = [lane.bit_length() for _, lane in spans]
        self.widths = widths
        self.count, self.variables = len(widths), len(lanes.variables)
        wide = [k for k, width in enumerate(widths) if width > NARROW]
        if any(width > NARROW for width in widths) and network.propagators:
            self._refuse_wide(widths)
        spots = list(places([2 if width > NARROW else width for width in widths]))
        short = spots[-1][0] + 1 if spots else 0
        blocks, lengths, size = [], [], short
        for width in widths:
            length = -(-width // 64) if width > NARROW else 0
            blocks.append(size)
            lengths.append(length)
            size += length
        self.size, self.short = size, short
        if (self.variables + 2) * (size + short) * 8 > STACK_BYTES:
            raise Unsupported("a branch of its search would take more than a gibibyte")
        self.number = {guard: k for k, guard in enumerate(self.guard_places)}
        self.spots, self.blocks, self.lengths = spots, blocks, lengths
        self._first: Integers = np.cumsum([0, *widths]).astype(np.int64)
        self._lane_of_value: Integers = np.repeat(np.arange(self.count), widths)
        self._set_bits()
        self.model = self._model(network, wide)
        self._idle: list[Search] = []

    def below(self, order: Picks | None, counters: Counters) -> Below:
        """What counts below nodes of a search in Python."""
        return Below(self, order, counters)

    def answers(self, base: tuple[int, int], order: Picks | None, most: int) -> Answers:
        """What answers many instances (see `Answers`)."""
        return Answers(self, base, order, most)

    def borrowed(self, nogoods: Nogoods | None) -> Search:
        """What a search needs, its own until it is returned."""
        search = self._idle.pop() if self._idle else Search.of(self)
        sets = [] if nogoods is None else nogoods.sets
        pairs = [[number for place in _ones(bits) for number in self._value_at(place)] for bits, _ in sets]
        search.set_at, search.set_values = _lists(dict(enumerate(pairs)), len(pairs))
        search.fill(self, len(sets))
        return search

    def returned(self, search: Search) -> None:
        """Keep it for the next search."""
        self._idle.append(search)

    def walked(
        self, level: str, order: Picks | None, start: Start, counters: Counters, clock: Clock | None
    ) -> Iterator[Box | Several]:
        """The solutions of a search, box by box or several together.

        Args:
            level: the inference.
            order: the variable ordering; None for the order of declaration.
            start: how it begins.
            counters: counts as the loop does.
            clock: when to stop.

        Raises:
            LimitReached: the nodes or the time are used up.
            GivenUp: the cutoff is reached.
        """
        return NativeWalk(self, level, order, start).results(counters, clock)

    def _refuse_wide(self, widths: list[int]) -> None:
        for propagator in self.network.propagators:
            if any(lane.guard - lane.offset > NARROW for lane in propagator.scope):
                raise Unsupported(f"{propagator.constraint.title}: a variable has more than {NARROW} values")

    # -- integers and rows ------------------------------------------------------------------------

    def _set_bits(self) -> None:
        """For each bit of the integer its place in a row, and the other way round."""
        bits = self.network.lanes.guards.bit_length()
        self._bytes = bits // 8 + 1
        source = np.full(self.size * 64, bits, np.int64)  # that bit is never set
        target = np.full(self._bytes * 8, self.size * 64, np.int64)
        for k, (word, shift) in enumerate(self.spots):
            first = self.blocks[k] * 64 if self.lengths[k] else word * 64 + shift
            offset, width = self.offsets[k], self.widths[k]
            source[first : first + width] = np.arange(offset, offset + width)
            target[offset : offset + width] = np.arange(first, first + width)
        self._source, self._target = source, target
        guard_places = np.array(self.guard_places, np.int64)
        self._guard_bytes, self._guard_bits = guard_places >> 3, (1 << (guard_places & 7)).astype(np.uint8)
        shown = [2 if length else width for width, length in zip(self.widths, self.lengths, strict=True)]
        self._words = np.array([word for word, _ in self.spots], np.int64)
        self._guards = np.array([1 << s + w for (_, s), w in zip(self.spots, shown, strict=True)], np.uint64)

    def rows(self, integers: Iterable[int]) -> Words:
        """Domains as rows; the summaries of wide lanes are made."""
        raw = b"".join(integer.to_bytes(self._bytes, "little") for integer in integers)
        table = np.frombuffer(raw, np.uint8).reshape(-1, self._bytes)
        found = np.unpackbits(table, axis=1, bitorder="little")[:, self._source]
        packed = np.ascontiguousarray(np.packbits(found, axis=1, bitorder="little"))
        rows: Words = packed.view(np.uint64)
        for k, length in enumerate(self.lengths):
            if length:
                word, shift = self.spots[k]
                for row in rows:
                    number = sum(int(w).bit_count() for w in row[self.blocks[k] : self.blocks[k] + length])
                    row[word] |= np.uint64(min(number, 2) * (min(number, 2) + 1) // 2 << shift)
        return rows

    def integer(self, row: Words) -> int:
        """A row as domains."""
        bits = np.append(np.unpackbits(row.view(np.uint8), bitorder="little"), np.uint8(0))[self._target]
        return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")

    def marks(self, guards: int) -> Words:
        """The guards of some lanes as the words before the blocks."""
        bits = np.frombuffer(guards.to_bytes(self._bytes, "little"), np.uint8)
        chosen = np.flatnonzero(bits[self._guard_bytes] & self._guard_bits)
        row = np.zeros(self.short, np.uint64)
        np.bitwise_or.at(row, self._words[chosen], self._guards[chosen])
        return row

    # -- the model ----------------------------------------------------------------------------------

    def _model(self, network: Network, wide: list[int]) -> dict[int, Any]:
        lanes = network.lanes
        shown = [2 if length else width for width, length in zip(self.widths, self.lengths, strict=True)]
        full, low = [0] * self.short, [0] * self.short
        lane_of = np.zeros(self.short * 64, np.int64)
        for k, ((word, shift), width) in enumerate(zip(self.spots, shown, strict=True)):
            full[word] |= (1 << width) - 1 << shift
            low[word] |= 1 << shift
            lane_of[word * 64 + shift + width] = k
        masks = self._masks(network)
        twins, link_at, link_lane, link_value = self._links(network)
        settled = {} if network.links else self._settled(network)
        watching = [network.watching.get(guard, 0) for guard in self.guard_places]
        flat = native_propagators.flatten(network, {v: k for k, v in enumerate(lanes.variables)})
        self.scratch = max(flat.scratch, 1)
        scopes = [[self.number[lane.guard] for lane in p.scope] for p in network.propagators]
        light = network.light.to_bytes(8 * (len(network.propagators) // 64 + 1), "little")
        table: dict[int, Any] = {
            nw.LANES: self.count,
            nw.VARIABLES: self.variables,
            nw.SIZE: self.size,
            nw.SHORT: self.short,
            nw.REACH: max([1, *self.lengths]),
            nw.WORD: np.array([word for word, _ in self.spots], np.int64),
            nw.SHIFT: np.array([shift for _, shift in self.spots], np.uint64),
            nw.ONES: np.array([(1 << width) - 1 for width in shown], np.uint64),
            nw.GUARD: self._guards,
            nw.DECIDED: self.spots[self.variables - 1][0] + 1 if self.variables else 0,
            nw.OFFSET: np.array(self.offsets, np.int64),
            nw.BLOCK: np.array(self.blocks, np.int64),
            nw.LENGTH: np.array(self.lengths, np.int64),
            nw.FIRST: self._first,
            nw.WIDE: np.array(wide, np.int64),
            nw.WIDES: len(wide),
            nw.LANE_OF: lane_of,
            nw.WHOLE: np.array(full, np.uint64),
            nw.LOW: np.array(low, np.uint64),
            nw.GUARDS: self.marks(lanes.guards),
            nw.DECISIONS: self.marks(lanes.decisions),
            nw.SPEAKING: self.marks(network.speaking),
            nw.LINKED: len(link_lane),
            nw.VALUE_LANE: self._lane_of_value,
            nw.TWIN: twins,
            nw.LINK_AT: link_at,
            nw.LINK_LANE: link_lane,
            nw.LINKS: link_value,
            nw.SETTLING: int(bool(settled)),
            nw.PROPAGATORS: len(network.propagators),
            nw.QUEUE_WORDS: len(light) // 8,
            nw.LIGHT: np.frombuffer(light, np.uint64).copy(),
            nw.STRONG: int(network.strong),
            nw.PROPAGATE: nw.place_of(nw.propagate) if network.propagators or network.strong else nw.NOTHING,
            nw.KINDS: self._functions(flat.kinds.tolist()),
            nw.STARTS: flat.starts,
            nw.RECORDS: flat.ints,
            nw.RECORDS_SIZE: len(flat.ints),
            nw.BITS: flat.bits,
            nw.BITS_SIZE: len(flat.bits),
        }
        table |= masks
        values = int(self._first[-1])
        lists = [
            (nw.SETTLE_AT, nw.SETTLES, values, settled),
            (nw.WATCH_AT, nw.WATCHES, self.count, dict(enumerate(map(_ones, watching)))),
            (nw.SCOPE_AT, nw.SCOPES, len(scopes), dict(enumerate(scopes))),
        ]
        for where, what, number, some in lists:
            table[where], table[what] = _lists(some, number)
        return table

    def _value_at(self, place: int) -> tuple[int, int]:
        """The lane of a bit of the integer, and which of its values it is."""
        lane = bisect_right(self.offsets, place) - 1
        return lane, place - self.offsets[lane]

    def _functions(self, kinds: list[int]) -> Any:
        """What runs each propagator."""
        places = [nw.place_of(native_calls.FUNCTIONS[kind]) for kind in kinds]
        return places if IS_INTERPRETED else np.array(places, np.int64)

    def _settled(self, network: Network) -> dict[int, list[int]]:
        """For each option of an exact cover, by the number of its value, the lanes of its items."""
        return {
            int(self._first[lane]) + k: [self.number[guard] for guard in _ones(guards)]
            for place, guards in network.together.items()
            for lane, k in [self._value_at(place)]
        }

    def _links(self, network: Network) -> tuple[Integers, Integers, Integers, Integers]:
        """The dual lanes' values by the variables' values that they stand for.

        Returns:
            for each value the one that it stands for; for each value where its dual ones begin; their lanes; their
            places there.
        """
        values = int(self._first[-1])
        number_of = np.zeros(network.lanes.guards.bit_length() + 1, np.int64)
        offsets = np.array(self.offsets, np.int64)
        number_of[np.arange(values) - self._first[self._lane_of_value] + offsets[self._lane_of_value]] = np.arange(
            values
        )
        times = [len(duals) for duals in network.links.values()]
        primal = np.repeat(number_of[np.array(list(network.links), np.int64)], times)
        dual = number_of[np.array([place for duals in network.links.values() for place in duals], np.int64)]
        order = np.argsort(primal, kind="stable")
        primal, dual = primal[order], dual[order]
        twins = np.arange(values)
        twins[dual] = primal
        lane = self._lane_of_value[dual]
        return twins, np.searchsorted(primal, np.arange(values + 1)), lane, dual - self._first[lane]

    def _masks(self, network: Network) -> dict[int, Any]:
        """The rows of masks, and where that of each value begins; or the groups, where the rows would be too many."""
        values = sum(self.widths[: self.variables])
        needed = values * self.size * 8
        if needed > FEW_BYTES:
            grouped = self._grouped(network)
            if grouped is None and needed > MASK_BYTES:
                raise Unsupported("its masks would take too much memory")
            if grouped is not None:
                return grouped | {nw.MASKS: np.zeros(0, np.uint64), nw.MASK_OF: np.full(sum(self.widths), -1, np.int64)}
        start = network.start
        mask_of = np.zeros(sum(self.widths), np.int64)
        known: dict[int, int] = {}
        kept: list[int] = []
        number = 0
        for k, width in enumerate(self.widths):
            for place in range(self.offsets[k], self.offsets[k] + width):
                if start >> place & 1:
                    try:
                        mask = network.mask(place)
                    except Exception as error:
                        raise Unsupported(f"a mask could not be made: {error}") from None
                    at = known.setdefault(mask, len(known))
                    if at == len(kept):
                        kept.append(mask)
                    mask_of[number] = at * self.size
                number += 1
        rows = [self._mask_rows(kept[k : k + 256]) for k in range(0, len(kept), 256)]
        masks = np.concatenate(rows).reshape(-1) if rows else np.zeros(0, np.uint64)
        none = dict.fromkeys((nw.GROUP_AT, nw.GROUPS, nw.MEMBER_AT, nw.MEMBERS), np.zeros(1, np.int64))
        return none | {nw.MASKS: masks, nw.MASK_OF: mask_of}

    def _mask_rows(self, masks: Sequence[int]) -> Words:
        rows = self.rows(masks)
        for k, length in enumerate(self.lengths):
            if length:  # a mask says nothing of summaries
                rows[:, self.spots[k][0]] |= np.uint64(3 << self.spots[k][1])
        return rows

    def _grouped(self, network: Network) -> dict[int, Any] | None:
        """The groups of values that map to the same, if masks are made of nothing else."""
        if any(type(s.constraint) is not AllDifferent for some in network.sources.values() for s in some):
            return None
        constraints = {id(s.constraint): s.constraint for some in network.sources.values() for s in some}
        number = {variable: k for k, variable in enumerate(network.lanes.variables)}
        known: dict[int, Integers] = {}
        group_of = np.full((int(self._first[-1]), len(constraints)), -1, np.int64)
        members, counts, groups = [], [], 0
        for column, constraint in enumerate(constraints.values()):
            lanes = [network.lanes.lane[variable] for variable in constraint.scope]
            if (
                not isinstance(constraint, AllDifferent)
                or constraint.exceptions
                or not Targets(constraint, lanes).plain
            ):
                return None
            for lane in lanes:
                if id(lane.values) not in known:
                    if not _whole(lane.values):
                        return None
                    known[id(lane.values)] = np.array(lane.values, np.int64)
            offsets = constraint.offsets or (0,) * len(lanes)
            target = np.concatenate([known[id(lane.values)] + o for lane, o in zip(lanes, offsets, strict=True)])
            target -= target.min()
            spans = [number[variable] for variable in constraint.scope]
            value = np.concatenate([np.arange(self._first[k], self._first[k + 1]) for k in spans])
            group_of[value, column] = groups + target
            count = np.bincount(target)
            small = target.astype(np.uint16) if len(count) < 2**16 else target  # sorted by their digits
            members.append(value[np.argsort(small, kind="stable")])
            counts.append(count)
            groups += len(count)
        has_group = group_of >= 0
        every = np.concatenate(members)
        return {
            nw.GROUP_AT: np.concatenate([[0], np.cumsum(has_group.sum(axis=1))]).astype(np.int64),
            nw.GROUPS: group_of[has_group],
            nw.MEMBER_AT: np.cumsum(np.concatenate([[0], *counts])).astype(np.int64),
            nw.MEMBERS: every.astype(np.int64),
        }


def _joined(words: Words) -> int:
    return int.from_bytes(words.tobytes(), "little")


def _whole(values: Iterable[Any]) -> bool:
    return all(type(value) is int and abs(value) < 2**31 for value in values)


def _lists(lists: Mapping[int, Sequence[int]], number: int) -> tuple[Integers, Integers]:
    """Lists, by their number, as one; and where each begins, those that are missing too."""
    at = np.zeros(number + 1, np.int64)
    for k, some in lists.items():
        at[k + 1] = len(some)
    every = [entry for k in sorted(lists) for entry in lists[k]]
    return np.cumsum(at), np.array(every, np.int64)


def _ones(bits: int) -> list[int]:
    """The places of the ones."""
    found = []
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        found.append(lowest.bit_length() - 1)
    return found


def layout(network: Network) -> Layout:
    """The layout of a network, made once.

    Raises:
        Unsupported: there is something that only Python can run.
    """
    if network.native is None:
        try:
            network.native = Layout(network)
        except Unsupported as reason:
            network.native = reason
    if isinstance(network.native, Unsupported):
        raise network.native
    made: Layout = network.native
    return made


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
        if IS_INTERPRETED:
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


class NativeWalk:
    """A search in words: begun, or taken over in the middle.

    Args:
        of: the layout.
        level: the inference.
        order: the variable ordering; None for the order of declaration.
        start: how it begins.
    """

    def __init__(self, of: Layout, level: str, order: Picks | None, start: Start) -> None:
        self.of = of
        self.order = order
        self.start = start
        self.reach = int(of.model[nw.REACH])
        self.search = of.borrowed(start.nogoods)
        self._seen: tuple[int, Integers, Words, Integers] | None = None
        s = self.search
        s.now[:] = 0
        s.now[nw.LAST] = -1
        s.nodes[:] = 0
        s.rules[nw.FORWARD] = level == "forward"
        s.rules[nw.ORDER] = nw.STATIC if order is None else nw.MRV
        s.rules[nw.LISTS] = start.wants
        s.rules[nw.CUTOFF] = start.cutoff
        s.rules[nw.NODES_LEFT] = start.nodes_left
        s.rules[nw.DRAWS] = start.draw is not None
        if isinstance(order, WeightedDegree):
            s.rules[nw.ORDER] = nw.WDEG
            s.weights[:] = 1
            for guard, weight in order.weights.items():
                s.weights[of.number[guard]] = weight
            s.now[nw.LAST] = of.number.get(order.last, -1)
        self._put(start.frames)

    def _put(self, frames: Sequence[Sequence[int]]) -> None:
        """Put open nodes on the stack, and a node to enter above them if it has not been entered."""
        s, of = self.search, self.of
        root = self.start.root
        rows = [frame[0] for frame in frames] + ([root[0]] if root else [])
        done = [frame[1] for frame in frames] + ([root[1]] if root else [])
        for k, (row, marks) in enumerate(zip(of.rows(rows), done, strict=True)):
            s.domains[k * of.size : (k + 1) * of.size] = row
            s.done[k * of.short : (k + 1) * of.short] = of.marks(marks)
        for k, (domains, _, offset, rest, guard, latest) in enumerate(frames):
            s.lane[k] = of.number[guard]
            s.latest[k] = latest.bit_length() - 1
            s.sizes[k] = (domains >> offset & ((1 << guard - offset) - 1)).bit_count()
            for j in range(self.reach):
                s.rest[k * self.reach + j] = np.uint64(rest >> 64 * j & (1 << 64) - 1)
        s.now[nw.DEPTH] = len(frames)
        s.now[nw.ENTERING] = root is not None

    def frames(self) -> list[list[int]]:
        """The open nodes as `clew.kernels.python` has them, of the domains the lane branched on alone."""
        s, of, reach = self.search, self.of, self.reach
        frames = []
        for level in range(int(s.now[nw.DEPTH])):
            k = int(s.lane[level])
            offset, guard, width = of.offsets[k], of.guard_places[k], max(1, of.lengths[k])
            word, shift = (of.blocks[k], 0) if of.lengths[k] else of.spots[k]
            lane = _joined(s.domains[level * of.size + word :][:width]) >> shift & (1 << guard - offset) - 1
            rest = _joined(s.rest[level * reach : (level + 1) * reach])
            latest = 1 << int(s.latest[level]) if s.latest[level] >= 0 else 0
            frames.append([lane << offset, 0, offset, rest, guard, latest])
        return frames

    def results(self, counters: Counters, clock: Clock | None) -> Iterator[Box | Several]:
        """The solutions, box by box or several together.

        Raises:
            LimitReached: the nodes or the time are used up.
            GivenUp: the cutoff is reached.
        """
        s, wants, start = self.search, self.start.wants, self.start
        counters.kernel = "native"
        if start.cutoff < 0:
            counters.position = self._position
        state = None if start.draw is None else start.draw.getstate()
        if start.draw is not None:
            s.draws[:] = [start.draw.getrandbits(32) for _ in range(DRAWS)]
        most = 1
        left = FOREVER if start.solutions < 0 else start.solutions
        budget = 1000
        try:
            while True:
                if clock is not None and clock.is_up():
                    raise LimitReached(Status.TIME_LIMIT)
                s.rules[nw.MOST] = left if wants == COUNTED else min(most, len(s.box_lane))
                began = time.perf_counter()
                with np.errstate(over="ignore"):  # where the compiler is switched off
                    code = nw.walk(s.where, budget)
                took = time.perf_counter() - began
                if code == nw.PAUSED:
                    budget = max(100, min(2 * budget, int(budget * SLICE / max(took, 1e-6))))
                self._look()
                self._count(counters)
                if s.now[nw.FOUND]:
                    most *= 2 if wants == LISTED else 1
                    left -= int(s.now[nw.FOUND])
                    yield from self._given()
                if code == nw.OVER:
                    return
                if code == nw.GIVEN_UP:
                    if start.nogoods is not None:
                        refuted(self.frames(), start.nogoods)
                    raise GivenUp
                if code == nw.RATIONED:
                    raise LimitReached(Status.NODE_LIMIT)
                if code == nw.DRAWN and start.draw is not None:
                    state = start.draw.getstate()
                    s.draws[:] = [start.draw.getrandbits(32) for _ in range(DRAWS)]
                    s.now[nw.DRAW] = 0
        finally:
            self._count(counters)
            if start.draw is not None and state is not None:  # as if no number had been drawn beforehand
                start.draw.setstate(state)
                for _ in range(int(s.now[nw.DRAW])):
                    start.draw.getrandbits(32)
            if isinstance(self.order, WeightedDegree):
                self._taught(self.order)
            self.of.returned(s)

    def _count(self, counters: Counters) -> None:
        s = self.search
        for level in np.flatnonzero(s.nodes).tolist():
            counters.enter(level, int(s.nodes[level]))
        s.nodes[:] = 0
        counters.failures += int(s.now[nw.FAILURES])
        if s.rules[nw.CUTOFF] >= 0:
            s.rules[nw.CUTOFF] -= s.now[nw.FAILURES]
        s.now[nw.FAILURES] = 0

    def _taught(self, order: WeightedDegree) -> None:
        """Let the ordering know what was learnt."""
        s, of = self.search, self.of
        for k in np.flatnonzero(s.weights > 1).tolist():
            order.weights[of.guard_places[k]] = int(s.weights[k])
            order.heavy |= 1 << of.guard_places[k]
        order.last = of.guard_places[int(s.now[nw.LAST])] if s.now[nw.LAST] >= 0 else -1

    def _given(self) -> Iterator[Box | Several]:
        """What was found since the last time."""
        s, of = self.search, self.of
        found, boxes = int(s.now[nw.FOUND]), int(s.now[nw.BOXES])
        s.now[nw.FOUND] = s.now[nw.BOXES] = 0
        if self.start.wants == COUNTED:
            yield Several(found)
        elif self.start.wants == SINGLY:
            lane = int(s.box_lane[0])
            guard = of.guard_places[lane] if lane >= 0 else -1
            yield Box(of.integer(s.box_rows[: of.size]), guard, int(s.box_depth[0]))
        else:
            table = np.zeros((found, of.variables), np.int64)
            nw.spread(s.where, boxes, table)
            values = [lane.values for lane in of.network.lanes.lane.values()]
            columns = [map(of.__getitem__, column.tolist()) for of, column in zip(values, table.T, strict=True)]
            yield Several(found, list(zip(*columns, strict=True)))

    def _look(self) -> None:
        s = self.search
        depth = int(s.now[nw.DEPTH])
        self._seen = depth, s.sizes[:depth].copy(), s.rest[: depth * self.reach].copy(), s.nodes[:0]

    def _position(self) -> tuple[float, int]:
        if self._seen is None:
            return 0.0, 0
        depth, sizes, rest, _ = self._seen
        reach = self.reach
        left = [sum(int(w).bit_count() for w in rest[k * reach : (k + 1) * reach]) for k in range(depth)]
        return left_behind(list(zip(sizes.tolist(), left, strict=True)), lambda frame: share(*frame)), 0


class Answers:
    """Finds the first solutions of many instances of one model, in one call.

    Args:
        of: the layout.
        base: what all instances share, propagated: domains and lanes done.
        order: the variable ordering; one that learns begins anew with each. None for the order of declaration.
        most: how many solutions of each are looked for.
    """

    def __init__(self, of: Layout, base: tuple[int, int], order: Picks | None, most: int) -> None:
        self._of = of
        self._most = most
        self._search = s = Search.of(of)
        s.rules[nw.ORDER] = nw.STATIC if order is None else nw.WDEG if isinstance(order, WeightedDegree) else nw.MRV
        s.rules[nw.LISTS], s.rules[nw.MOST] = ANSWERS, most
        s.rules[nw.CUTOFF] = s.rules[nw.NODES_LEFT] = -1
        self._base, self._base_done = of.rows([base[0]])[0], of.marks(base[1])
        self._words = (of.network.lanes.guards.bit_length() >> 6) + 2

    def __call__(self, roots: Sequence[int]) -> Iterator[list[list[int]]]:
        """The answers to some roots, in their order: the places of the values of each solution."""
        s, of = self._search, self._of
        raw = np.frombuffer(b"".join([root.to_bytes(8 * self._words, "little") for root in roots]), np.uint64)
        found = np.zeros(len(roots), np.int64)
        places = np.zeros((len(roots), self._most, of.variables), np.int64)
        entries = {
            nw.ROOTS: raw,
            nw.ROOT_SIZE: self._words,
            nw.BASE: self._base,
            nw.BASE_DONE: self._base_done,
            nw.NUMBERS_FOUND: found,
            nw.ANSWERS_AT: places,
        }
        s.fill(of, 0, entries)
        s.now[:] = 0
        s.now[nw.LAST] = -1
        budget, answered = 1000, 0
        while answered < len(roots):
            began = time.perf_counter()
            with np.errstate(over="ignore"):
                upto = nw.answer(s.where, len(roots), budget)
            took = time.perf_counter() - began
            budget = max(1000, min(2 * budget, int(budget * SLICE / max(took, 1e-6))))
            numbers = found[answered:upto].tolist()
            for rows, number in zip(places[answered:upto].tolist(), numbers, strict=True):
                yield rows[:number]
            answered = upto


class Below:
    """Counts below nodes, where that does not take long.

    Args:
        of: the layout.
        order: the variable ordering, one that does not learn; None for the order of declaration.
        counters: counts the nodes.
    """

    def __init__(self, of: Layout, order: Picks | None, counters: Counters) -> None:
        self._counters = counters
        self._search = s = Search.of(of)
        s.rules[nw.ORDER] = nw.STATIC if order is None else nw.MRV
        s.rules[nw.LISTS], s.rules[nw.MOST] = COUNTED, FOREVER
        s.rules[nw.CUTOFF] = s.rules[nw.NODES_LEFT] = -1
        words = (of.network.lanes.guards.bit_length() >> 6) + 2
        self._bytes = 8 * words
        self._roots = np.zeros(2 * words, np.uint64)
        s.fill(of, 0, {nw.ROOTS: self._roots, nw.ROOT_SIZE: words})
        s.now[:] = 0
        s.now[nw.LAST] = -1

    def count(self, domains: int, done: int, depth: int, budget: int) -> int:
        """The solutions below a node; -1 if that takes more tries than the budget.

        Args:
            domains: those of the node, propagated.
            done: its lanes done.
            depth: its level.
            budget: how many values may be tried.
        """
        s = self._search
        both = domains.to_bytes(self._bytes, "little") + done.to_bytes(self._bytes, "little")
        self._roots[:] = np.frombuffer(both, np.uint64)
        with np.errstate(over="ignore"):
            nw.enter(s.where)
            code = nw.walk(s.where, budget)
        levels = np.flatnonzero(s.nodes)
        if code == nw.OVER:
            for level in levels.tolist():
                self._counters.enter(depth + level, int(s.nodes[level]))
            self._counters.failures += int(s.now[nw.FAILURES])
        s.nodes[levels] = 0
        s.now[nw.FAILURES] = 0
        return int(s.now[nw.FOUND]) if code == nw.OVER else -1


def is_compiled(purpose: Purpose) -> bool:
    """Whether what was compiled before can be read."""
    return compiled_before(nw.answer if purpose == "answers" else nw.walk)


def warm(purpose: Purpose) -> None:
    """Compile, or read what was compiled before: a small search does that."""
    from clew.compiler import compiled as network_of
    from clew.constraints import NotEqual

    network = network_of(dict.fromkeys("abc", range(3)), (NotEqual("a", "b"),), "unit")
    root = network.root({})
    of = Layout(network)
    if purpose == "answers":
        list(Answers(of, root, None, 2)([root[0]]))
        return
    for _ in of.walked("unit", None, Start(root, []), Counters(), None):
        pass
    if purpose == "below":
        Below(of, None, Counters()).count(*root, 0, 1)

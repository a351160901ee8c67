"""A network laid out in words: what the native functions read, as the entries of their table.

It is made once and kept with the network. A network that the native kernel cannot run raises `Unsupported` with the
reason; its searches stay in Python.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from clew.constraints.all_different import AllDifferent
from clew.constraints.primitives import Distinct
from clew.kernels import native_calls, native_checking, native_propagation, native_values, native_walk
from clew.kernels import native_table as nt
from clew.kernels.choose import Unsupported
from clew.kernels.fetching import compile_elsewhere
from clew.kernels.native import cache_folder, compiled_before
from clew.kernels.native_checks import flatten_checks
from clew.kernels.native_inner import Integers, Words
from clew.kernels.native_propagators import flatten
from clew.kernels.native_rows import Rows, ones
from clew.propagation.distinct import Targets
from clew.propagation.forward_check import ForwardCheckPropagator
from clew.propagation.network import Network

FEW_BYTES: Final = 2**22
"""Bytes that the rows of masks may take where there is another way."""

MASK_BYTES: Final = 2**27
"""Bytes that the rows of masks may take."""


class Layout(Rows):
    """A network in words.

    Args:
        network: the constraints, compiled.

    Attributes:
        model: the entries of the table (see `clew.kernels.native_table`) that belong to the network.
        scratch: the words that propagators need to work with.
        idle: what searches have left for the next one.

    Raises:
        Unsupported: there is something that only Python can run.
    """

    def __init__(self, network: Network, *, aside: bool = False) -> None:
        super().__init__(network)
        self.idle: list[Any] = []
        self.model = self._model(network, aside)

    def _model(self, network: Network, aside: bool) -> dict[int, Any]:
        lanes = network.lanes
        shown = [2 if length else width for width, length in zip(self.widths, self.lengths, strict=True)]
        full, low = [0] * self.short, [0] * self.short
        lane_of, first_of = np.zeros((2, self.short * 64), np.int64)
        shift_of = np.zeros(self.short * 64, np.uint64)
        for k, ((word, shift), width) in enumerate(zip(self.spots, shown, strict=True)):
            full[word] |= (1 << width) - 1 << shift
            low[word] |= 1 << shift
            guard = word * 64 + shift + width
            lane_of[guard], shift_of[guard] = k, shift
            first_of[guard] = -1 if self.lengths[k] else self.first[k]
        masks = self._masks(network)
        twins, link_at, link_lane, link_value = self._links(network)
        settle_at, settled = self._settled(network, link_at, link_lane)
        numbers = {v: k for k, v in enumerate(lanes.variables)}
        prunes = network.propagators or network.prunes
        if any(isinstance(propagator, ForwardCheckPropagator) for propagator in network.propagators):  # then all are
            checks = flatten_checks(network, numbers)
            flat, watching = checks.records, checks.about
            pruning: Any = native_checking.filtered
        else:
            flat = flatten(network, numbers)
            watching = {k: ones(network.watching.get(guard, 0)) for k, guard in enumerate(self.guard_places)}
            pruning = native_propagation.propagate if prunes else None
        grouped = native_values.choose_in_groups if (masks[nt.MASK_OF] < 0).any() else None
        stable = native_propagation.propagate if prunes else native_propagation.singles_chosen
        functions = [(native_calls.FUNCTIONS | native_checking.FUNCTIONS)[kind] for kind in flat.kinds.tolist()]
        if aside:
            compile_aside(filter(None, [stable, pruning, grouped, *functions]))
        places = [nt.place_of(function) for function in functions]
        self.scratch = max(flat.scratch, 1)
        light = network.light.to_bytes(8 * (len(network.propagators) // 64 + 1), "little")
        table: dict[int, Any] = {
            nt.LANES: self.count,
            nt.VARIABLES: self.variables,
            nt.SIZE: self.size,
            nt.SHORT: self.short,
            nt.REACH: max([1, *self.lengths]),
            nt.WORD: np.array([word for word, _ in self.spots], np.int64),
            nt.SHIFT: np.array([shift for _, shift in self.spots], np.uint64),
            nt.ONES: np.array([(1 << width) - 1 for width in shown], np.uint64),
            nt.GUARD: self.guards,
            nt.DECIDED: self.spots[self.variables - 1][0] + 1 if self.variables else 0,
            nt.OFFSET: np.array(self.offsets, np.int64),
            nt.BLOCK: np.array(self.blocks, np.int64),
            nt.LENGTH: np.array(self.lengths, np.int64),
            nt.FIRST: self.first,
            nt.WIDE: np.array(self.wide, np.int64),
            nt.WIDES: len(self.wide),
            nt.LANE_OF: lane_of,
            nt.SHIFT_OF: shift_of,
            nt.FIRST_OF: first_of,
            nt.WHOLE: np.array(full, np.uint64),
            nt.LOW: np.array(low, np.uint64),
            nt.GUARDS: self.marks(lanes.guards),
            nt.DECISIONS: self.marks(lanes.decisions),
            nt.SPEAKING: self.marks(network.with_conflicts),
            nt.LINKED: len(link_lane),
            nt.VALUE_LANE: self.lane_of_value,
            nt.TWIN: twins,
            nt.LINK_AT: link_at,
            nt.LINK_LANE: link_lane,
            nt.LINKS: link_value,
            nt.SETTLE_AT: settle_at,
            nt.SETTLE_WORD: np.array([word for word, _ in self.spots], np.int64)[settled],
            nt.SETTLE_GUARD: self.guards[settled],
            nt.PROPAGATORS: len(network.propagators),
            nt.QUEUE_WORDS: len(light) // 8,
            nt.LIGHT: np.frombuffer(light, np.uint64).copy(),
            nt.STRONG: int(network.prunes is not None),
            nt.STABLE: nt.place_of(stable),
            nt.WALK: nt.place_of(native_walk.walk),
            nt.GROUPED: nt.place_of(grouped) if grouped else nt.NOTHING,
            nt.PROPAGATE: nt.place_of(pruning) if pruning else nt.NOTHING,
            nt.KINDS: places if nt.IS_INTERPRETED else np.array(places, np.int64),
            nt.STARTS: flat.starts,
            nt.RECORDS: flat.ints,
            nt.RECORDS_SIZE: len(flat.ints),
            nt.BITS: flat.bits,
            nt.BITS_SIZE: len(flat.bits),
        }
        table |= masks
        listed = [
            (nt.WATCH_AT, nt.WATCHES, self.count, watching),
            (nt.SCOPE_AT, nt.SCOPES, len(flat.scopes), dict(enumerate(flat.scopes))),
        ]
        for where, what, number, some in listed:
            table[where], table[what] = lists(some, number)
        return table

    def _settled(self, network: Network, link_at: Integers, link_lane: Integers) -> tuple[Integers, Integers]:
        """The lanes that each value settles: its own, the dual ones, and those of an exact cover's items.

        Returns:
            for each value where they begin; the lanes.
        """
        values = np.arange(len(self.lane_of_value))
        items = {} if network.links else network.fixes_together
        if not items and not len(link_lane):
            return np.arange(len(values) + 1), self.lane_of_value
        others = [
            (int(self.first[lane]) + k, self.number[guard])
            for place, guards in items.items()
            for lane, k in [self.value_at(place)]
            for guard in ones(guards)
        ]
        by = [values, np.repeat(values, np.diff(link_at)), np.array([value for value, _ in others], np.int64)]
        settled = [self.lane_of_value, link_lane, np.array([lane for _, lane in others], np.int64)]
        value_of, lane_of = np.concatenate(by), np.concatenate(settled)
        order = np.argsort(value_of, kind="stable")
        return np.searchsorted(value_of[order], np.arange(len(values) + 1)), lane_of[order]

    def _links(self, network: Network) -> tuple[Integers, Integers, Integers, Integers]:
        """The dual lanes' values by the variables' values that they stand for.

        Returns:
            for each value the one that it stands for; for each value where its dual ones begin; their lanes; their
            places there.
        """
        values = int(self.first[-1])
        number_of = np.zeros(network.lanes.guards.bit_length() + 1, np.int64)
        offsets = np.array(self.offsets, np.int64)
        number_of[np.arange(values) - self.first[self.lane_of_value] + offsets[self.lane_of_value]] = np.arange(values)
        times = [len(duals) for duals in network.links.values()]
        primal = np.repeat(number_of[np.array(list(network.links), np.int64)], times)
        dual = number_of[np.array([place for duals in network.links.values() for place in duals], np.int64)]
        order = np.argsort(primal, kind="stable")
        primal, dual = primal[order], dual[order]
        twins = np.arange(values)
        twins[dual] = primal
        lane = self.lane_of_value[dual]
        return twins, np.searchsorted(primal, np.arange(values + 1)), lane, dual - self.first[lane]

    def _masks(self, network: Network) -> dict[int, Any]:
        """The rows of masks, and where that of each value begins; or the groups, where the rows would be too many."""
        values = sum(self.widths[: self.variables])
        needed = values * self.size * 8
        if needed > FEW_BYTES:
            grouped = self._grouped(network)
            if grouped is None and needed > MASK_BYTES:
                raise Unsupported("its masks would take too much memory")
            if grouped is not None:
                return grouped | {nt.MASKS: np.zeros(0, np.uint64), nt.MASK_OF: np.full(sum(self.widths), -1, np.int64)}
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
        none = dict.fromkeys((nt.GROUP_AT, nt.GROUPS, nt.MEMBER_AT, nt.MEMBERS), np.zeros(1, np.int64))
        return none | {nt.MASKS: masks, nt.MASK_OF: mask_of}

    def _mask_rows(self, masks: Sequence[int]) -> Words:
        rows = self.rows(masks)
        for k, length in enumerate(self.lengths):
            if length:  # a mask says nothing of summaries
                rows[:, self.spots[k][0]] |= np.uint64(3 << self.spots[k][1])
        return rows

    def _grouped(self, network: Network) -> dict[int, Any] | None:
        """The groups of values that map to the same, if masks are made of nothing else."""
        constraints = {id(s.constraint): s.constraint for some in network.sources.values() for s in some}
        if not constraints or any(type(constraint) is not AllDifferent for constraint in constraints.values()):
            return None
        number = {variable: k for k, variable in enumerate(network.lanes.variables)}
        known: dict[int, Integers] = {}
        group_of = np.full((int(self.first[-1]), len(constraints)), -1, np.int64)
        members, counts, groups = [], [], 0
        for column, constraint in enumerate(constraints.values()):
            lanes = [network.lanes.lane[variable] for variable in constraint.scope]
            if (
                not isinstance(constraint, AllDifferent)
                or constraint.exceptions
                or not all(isinstance(p, Distinct) and Targets(p, lanes).plain for p in constraint.primitives())
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
            value = np.concatenate([np.arange(self.first[k], self.first[k + 1]) for k in spans])
            group_of[value, column] = groups + target
            count = np.bincount(target)
            small = target.astype(np.uint16) if len(count) < 2**16 else target  # sorted by their digits
            members.append(value[np.argsort(small, kind="stable")])
            counts.append(count)
            groups += len(count)
        has_group = group_of >= 0
        group_at, of_values = np.arange(len(group_of) + 1) * len(constraints), group_of.reshape(-1)
        if not has_group.all():
            group_at, of_values = np.concatenate([[0], np.cumsum(has_group.sum(axis=1))]), group_of[has_group]
        every = np.concatenate(members)
        return {
            nt.GROUP_AT: group_at.astype(np.int64),
            nt.GROUPS: of_values,
            nt.MEMBER_AT: np.cumsum(np.concatenate([[0], *counts])).astype(np.int64),
            nt.MEMBERS: every.astype(np.int64),
        }


def missing(functions: Iterable[Any]) -> list[str]:
    """The names of those functions that have not been compiled yet, neither here nor before."""
    absent = {function for function in functions if not nt.is_at_hand(function)}
    names = [f"{function.__module__.rpartition('.')[2]}.{function.__name__}" for function in absent]
    return sorted(name for name in names if not compiled_before(name))


def compile_aside(functions: Iterable[Any]) -> None:
    """Have functions compiled elsewhere that have not been compiled yet."""
    folder, names = cache_folder(), missing(functions)
    if folder is None or not names:
        return
    modules = ", ".join(sorted({name.partition(".")[0] for name in names}))
    calls = "; ".join(f"native_table.place_of({name})" for name in names)
    title = f"{zlib.crc32(calls.encode()):x}"
    compile_elsewhere(title, f"from clew.kernels import native_table, {modules}; {calls}", folder)


def _whole(values: Iterable[Any]) -> bool:
    return all(type(value) is int and abs(value) < 2**31 for value in values)


def lists(some: Mapping[int, Sequence[int]], number: int) -> tuple[Integers, Integers]:
    """Lists, by their number, as one; and where each begins, those that are missing too."""
    at = np.zeros(number + 1, np.int64)
    for k, entries in some.items():
        at[k + 1] = len(entries)
    every = [entry for k in sorted(some) for entry in some[k]]
    return np.cumsum(at), np.array(every, np.int64)


def layout(network: Network, *, aside: bool = False) -> Layout:
    """The layout of a network, made once.

    Args:
        network: the constraints, compiled.
        aside: whether a search goes on meanwhile, so that another process had better compile what is not there yet.

    Raises:
        Unsupported: there is something that only Python can run.
    """
    if network.native is None:
        try:
            network.native = Layout(network, aside=aside)
        except Unsupported as reason:
            network.native = reason
    if isinstance(network.native, Unsupported):
        raise network.native
    made: Layout = network.native
    return made

"""Searches in the native kernel: begun there or taken over in the middle, their solutions given as they come.

This is what the other kernels see of it: `layout` makes a network ready, `walked` searches, `below` helps with
counting, `answers` does many instances at once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from clew.heuristics.variable_order import WeightedDegree
from clew.kernels import native_table as nt
from clew.kernels import native_walk
from clew.kernels.choose import COUNTED, LISTED, SINGLY, Purpose
from clew.kernels.native import SLICE, compiled_before
from clew.kernels.native_answers import FOREVER, Answers, Below
from clew.kernels.native_inner import Integers, Words
from clew.kernels.native_layout import Layout, compile_aside, layout, lists, missing
from clew.kernels.native_rows import joined, ones
from clew.kernels.native_stack import DRAWS, Search, called
from clew.kernels.python import Box, Picks, Several, Start, refuted
from clew.levels import UNIT, Level
from clew.observe.position import left_behind, share
from clew.outcome import Clock, GivenUp, LimitReached, Status
from clew.propagation.network import Network
from clew.search import Counters

__all__ = ["answers", "below", "is_at_hand", "is_compiled", "layout", "make_ready", "walked", "warm"]

answers = Answers
below = Below


def walked(
    of: Layout, level: Level, order: Picks | None, start: Start, counters: Counters, clock: Clock | None
) -> Iterator[Box | Several]:
    """The solutions of a search, box by box or several together.

    Args:
        of: the network in words.
        level: the inference.
        order: the variable ordering; None for the order of declaration.
        start: how it begins.
        counters: counts as the loop does.
        clock: when to stop.

    Raises:
        LimitReached: the nodes or the time are used up.
        GivenUp: the cutoff is reached.
    """
    return NativeWalk(of, level, order, start).results(counters, clock)


def is_at_hand(network: Network, order: Picks | None, **choices: bool) -> bool:
    """Whether a search can begin at once: nothing must be compiled for it, as far as can be told.

    Args:
        network: the constraints, compiled.
        order: the variable ordering; None for the order of declaration.
        **choices: how else the search chooses (see `clew.kernels.native_stack.called`).
    """
    is_laid_out = network.native is not None or not network.propagators
    return is_laid_out and not missing(called(order, **choices))


def make_ready(network: Network, order: Picks | None, **choices: bool) -> None:
    """Make a network, and what a search in it calls, ready while the search goes on in Python.

    Args:
        network: the constraints, compiled.
        order: the variable ordering; None for the order of declaration.
        **choices: see `is_at_hand`.

    Raises:
        Unsupported: there is something that only Python can run.
    """
    layout(network, aside=True)
    functions = called(order, **choices)
    compile_aside(functions)
    for function in functions:
        nt.place_of(function)


def _borrowed(of: Layout, order: Picks | None, start: Start) -> Search:
    """What a search needs, its own until it is returned."""
    nogoods = start.nogoods
    try:
        search: Search = of.idle.pop()
    except IndexError:  # there is none, or another thread has taken the last one
        search = Search.of(of)
    sets = [] if nogoods is None else nogoods.sets
    pairs = [[number for place in ones(bits) for number in of.value_at(place)] for bits, _ in sets]
    search.set_at, search.set_values = lists(dict(enumerate(pairs)), len(pairs))
    drawn = start.draw is not None
    search.choose(of, order, last_first=start.last_first, part_by_part=start.part_by_part, drawn=drawn)
    search.fill(of, len(sets))
    return search


class NativeWalk:
    """A search in words: begun, or taken over in the middle.

    Args:
        of: the layout.
        level: the inference.
        order: the variable ordering; None for the order of declaration.
        start: how it begins.
    """

    def __init__(self, of: Layout, level: Level, order: Picks | None, start: Start) -> None:
        self.of = of
        self.order = order
        self.start = start
        self.reach = int(of.model[nt.REACH])
        self.widest = of.network.widest
        self.search = _borrowed(of, order, start)
        self._seen: tuple[int, Integers, Words] | None = None
        self._drawn: Any = None
        s = self.search
        s.now[:] = 0
        s.now[nt.LAST] = -1
        s.nodes[:] = 0
        s.rules[nt.FORWARD] = not level.propagates
        s.rules[nt.LISTS] = start.wants
        s.rules[nt.CUTOFF] = start.cutoff
        s.rules[nt.NODES_LEFT] = start.nodes_left
        if isinstance(order, WeightedDegree):
            s.weights[:] = 1
            for guard, weight in order.weights.items():
                s.weights[of.number[guard]] = weight
            s.now[nt.LAST] = of.number.get(order.last, -1)
        self._put(start.frames)

    def _put(self, frames: Sequence[Sequence[int]]) -> None:
        """Put open nodes on the stack, and a node to enter above them if it has not been entered."""
        s, of = self.search, self.of
        root = self.start.root
        for k, (domains, done, *_) in enumerate(frames):
            s.put(of, k, domains, done)
        if root is not None:
            s.put(of, len(frames), *root)
        for k, (domains, _, offset, rest, guard, latest) in enumerate(frames):
            s.lane[k] = of.number[guard]
            s.latest[k] = latest.bit_length() - 1
            s.sizes[k] = (domains >> offset & ((1 << guard - offset) - 1)).bit_count()
            for j in range(self.reach):
                s.rest[k * self.reach + j] = np.uint64(rest >> 64 * j & (1 << 64) - 1)
        s.now[nt.DEPTH] = len(frames)
        s.now[nt.ENTERING] = root is not None

    def frames(self) -> list[list[int]]:
        """The open nodes as `clew.kernels.python` has them, of the domains the lane branched on alone."""
        s, of, reach = self.search, self.of, self.reach
        frames = []
        for level in range(int(s.now[nt.DEPTH])):
            k = int(s.lane[level])
            offset, guard, width = of.offsets[k], of.guard_places[k], max(1, of.lengths[k])
            word, shift = (of.blocks[k], 0) if of.lengths[k] else of.spots[k]
            lane = joined(s.domains[level * of.size + word :][:width]) >> shift & (1 << guard - offset) - 1
            rest = joined(s.rest[level * reach : (level + 1) * reach])
            latest = 1 << int(s.latest[level]) if s.latest[level] >= 0 else 0
            frames.append([lane << offset, 0, offset, rest, guard, latest])
        return frames

    def results(self, counters: Counters, clock: Clock | None) -> Iterator[Box | Several]:
        """The solutions, box by box or several together.

        Raises:
            LimitReached: the nodes or the time are used up.
            GivenUp: the cutoff is reached.
        """
        s, start = self.search, self.start
        counters.kernel = "native"
        if start.cutoff < 0:
            counters.position = self._position
        self._draw_more()
        most = 1
        left = FOREVER if start.solutions < 0 else start.solutions
        budget = 1000
        try:
            while True:
                if clock is not None and clock.is_up():
                    raise LimitReached(Status.TIME_LIMIT)
                s.rules[nt.MOST] = left if start.wants == COUNTED else self._boxes(most, left)
                began = time.perf_counter()
                with np.errstate(over="ignore"):  # where the compiler is switched off
                    code = nt.run(native_walk.walk, s.where, budget)
                took = time.perf_counter() - began
                if code == nt.PAUSED:
                    budget = max(100, min(2 * budget, int(budget * SLICE / max(took, 1e-6))))
                self._look()
                self._count(counters)
                if s.now[nt.FOUND]:
                    most *= 2
                    left -= int(s.now[nt.FOUND])
                    yield from self._given()
                if code == nt.OVER:
                    return
                self._mind(code)
        finally:
            self._count(counters)
            self._draw_no_more()
            if isinstance(self.order, WeightedDegree):
                self._taught(self.order)
            self.of.idle.append(s)

    def _boxes(self, most: int, left: int) -> int:
        """How many boxes to come back with: not more than it is sure that all their solutions are wanted.

        Where that is not sure of one, its solutions are taken singly.
        """
        sure = left // self.widest
        is_single = self.start.wants == SINGLY or sure == 0
        self.search.rules[nt.LISTS] = SINGLY if is_single else LISTED
        return 1 if is_single else min(most, sure, len(self.search.box_lane))

    def _mind(self, code: int) -> None:
        """Do what the native kernel came back for, if that is not the end and no solutions."""
        if code == nt.GIVEN_UP:
            if self.start.nogoods is not None:
                refuted(self.frames(), self.start.nogoods)
            raise GivenUp
        if code == nt.RATIONED:
            raise LimitReached(Status.NODE_LIMIT)
        if code == nt.DRAWN:
            self._draw_more()

    def _draw_more(self) -> None:
        """Draw random numbers beforehand."""
        draw = self.start.draw
        if draw is not None:
            self._drawn = draw.getstate()
            self.search.draws[:] = [draw.getrandbits(32) for _ in range(DRAWS)]
            self.search.now[nt.DRAW] = 0

    def _draw_no_more(self) -> None:
        """Leave the random numbers as if none had been drawn beforehand."""
        draw = self.start.draw
        if draw is not None:
            draw.setstate(self._drawn)
            for _ in range(int(self.search.now[nt.DRAW])):
                draw.getrandbits(32)

    def _count(self, counters: Counters) -> None:
        """Hand over what was counted."""
        s = self.search
        for level in np.flatnonzero(s.nodes).tolist():
            counters.enter(level, int(s.nodes[level]))
        s.nodes[:] = 0
        counters.failures += int(s.now[nt.FAILURES])
        if s.rules[nt.CUTOFF] >= 0:
            s.rules[nt.CUTOFF] -= s.now[nt.FAILURES]
        s.now[nt.FAILURES] = 0

    def _taught(self, order: WeightedDegree) -> None:
        """Let the ordering know what was learnt."""
        s, of = self.search, self.of
        for k in np.flatnonzero(s.weights > 1).tolist():
            order.weights[of.guard_places[k]] = int(s.weights[k])
            order.heavy |= 1 << of.guard_places[k]
        order.last = of.guard_places[int(s.now[nt.LAST])] if s.now[nt.LAST] >= 0 else -1

    def _given(self) -> Iterator[Box | Several]:
        """What was found since the last time."""
        s, of = self.search, self.of
        found, boxes = int(s.now[nt.FOUND]), int(s.now[nt.BOXES])
        s.now[nt.FOUND] = s.now[nt.BOXES] = 0
        if self.start.wants == COUNTED:
            yield Several(found)
        elif s.rules[nt.LISTS] == SINGLY:
            lane = int(s.box_lane[0])
            guard = of.guard_places[lane] if lane >= 0 else -1
            yield Box(of.integer(s.box_rows[: of.size]), guard, int(s.box_depth[0]))
        else:
            table = np.zeros((found, of.variables), np.int64)
            if self.start.last_first:  # the last box first, and then all of it the other way round
                s.box_lane[:boxes] = s.box_lane[:boxes][::-1].copy()
                rows = s.box_rows[: boxes * of.size].reshape(boxes, of.size)
                rows[:] = rows[::-1].copy()
            native_walk.spread(s.where, boxes, table)
            table = table[::-1] if self.start.last_first else table
            values = [lane.values for lane in of.network.lanes.lane.values()]
            columns = [map(of.__getitem__, column.tolist()) for of, column in zip(values, table.T, strict=True)]
            yield Several(found, list(zip(*columns, strict=True)))

    def _look(self) -> None:
        """Take down where the search is, for `_position`."""
        s = self.search
        depth = int(s.now[nt.DEPTH])
        self._seen = depth, s.sizes[:depth].copy(), s.rest[: depth * self.reach].copy()

    def _position(self) -> tuple[float, int]:
        """See `clew.search.Counters.position`: where it was when it last came back."""
        if self._seen is None:
            return 0.0, 0
        (depth, sizes, rest), reach = self._seen, self.reach
        left = [sum(int(w).bit_count() for w in rest[k * reach : (k + 1) * reach]) for k in range(depth)]
        return left_behind(list(zip(sizes.tolist(), left, strict=True)), lambda frame: share(*frame)), 0


def is_compiled(purpose: Purpose) -> bool:
    """Whether what was compiled before can be read."""
    return compiled_before("native_walk.answer" if purpose == "answers" else "native_walk.walk")


def warm(purpose: Purpose) -> None:
    """Compile, or read what was compiled before: a small search does that."""
    from clew.constraints import NotEqual
    from clew.propagation.compiler import compiled as network_of

    network = network_of(dict.fromkeys("abc", range(3)), (NotEqual("a", "b"),), UNIT)
    root = network.root({})
    of = Layout(network)
    if purpose == "answers":
        list(Answers(of, root, None, 2)([root[0]]))
        return
    for _ in walked(of, UNIT, None, Start(root, []), Counters(), None):
        pass
    if purpose == "below":
        Below(of, None, Counters()).count(*root, 0, 1)

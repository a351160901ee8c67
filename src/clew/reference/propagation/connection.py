"""The propagator of connections: reachability and articulation points."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import compress, count
from math import log2
from operator import and_

from clew.constraints.connected import Connection, SizedConnection
from clew.constraints.primitives import Unary
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes


class ConnectionPropagator(Propagator):
    """Looks at the graph of the vertices that may be in, from one that must be in.

    Vertices not reached from there are out. A vertex without which another that must be in is not reached, an
    articulation point between the two, is in. All others may be in or out: every value that stays has a support.
    """

    cost = 3

    def __init__(self, primitive: Connection, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes, primitive.scope)
        self._neighbours: list[list[int]] = [[] for _ in primitive.vertices]
        for one, other in primitive.edges:
            self._neighbours[one].append(other)
            self._neighbours[other].append(one)
        self._joints = {k for k, vertex in enumerate(primitive.vertices) if vertex is False}
        self._always = 1 << self.narrow.bit_length()
        """A bit that stands for a value that is always left: of the vertices that are no variables."""
        self._conditions = [
            split(v, lanes, self.low) if isinstance(v, Unary) else (self._always, 0 if v else self._always)
            for v in primitive.vertices
        ]
        """For each vertex the values with which it is in, and those with which it is out, shifted down by `low`."""
        self._guard = [lanes.lane[v.variable].guard if isinstance(v, Unary) else None for v in primitive.vertices]

    def prune(self, key: int) -> int:
        possible = [bool((key | self._always) & accepted) for accepted, _ in self._conditions]
        required = [not (key | self._always) & rejected for _, rejected in self._conditions]
        if True not in required:
            return key
        reached, needed, _ = articulation(self._neighbours, possible, required)
        for vertex, (accepted, rejected) in enumerate(self._conditions):
            if required[vertex]:
                if not reached[vertex]:
                    return 0
            elif not reached[vertex]:
                key &= ~accepted
            elif needed[vertex]:
                key &= ~rejected
        return key

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """The pieces of what is in already: by which open vertices each may go on, and whether something must be in it.

        A piece that only joints are in matters if two open vertices meet there.
        """
        key = domains >> self.low & self.narrow
        is_open = [guard is not None and open_guards >> guard & 1 for guard in self._guard]
        is_passed = [not (key & rejected or is_open[number]) for number, (_, rejected) in enumerate(self._conditions)]
        pieces: list[tuple[bool, tuple[int, ...]]] = []
        seen: set[int] = set()
        for start, passed in enumerate(is_passed):
            if passed and start not in seen:
                piece = [start]
                seen.add(start)
                for vertex in piece:
                    new = [other for other in self._neighbours[vertex] if is_passed[other] and other not in seen]
                    seen.update(new)
                    piece += dict.fromkeys(new)
                onward = sorted({other for vertex in piece for other in self._neighbours[vertex] if is_open[other]})
                is_required = not self._joints.issuperset(piece)
                if is_required or len(onward) > 1:
                    pieces.append((is_required, tuple(onward)))
        return tuple(sorted(pieces))

    def memories(self, domains: int, before: int) -> float:
        """Each vertex at the frontier is out, in the piece of the last one, or in another."""
        is_open = [guard is not None and not before >> guard & 1 for guard in self._guard]
        frontier = sum(
            not own and len({is_open[other] for other in others}) == 2 if guard is None
            else not own and any(is_open[other] for other in others)
            for guard, own, others in zip(self._guard, is_open, self._neighbours, strict=True)
        )  # fmt: skip
        return min(super().memories(domains, before), frontier * log2(3))


class SizedConnectionPropagator(ConnectionPropagator):
    """Looks also at how far vertices are from what is in, and at how many may be connected.

    The variables to be added on a way are at most as many as there is room for. The piece reached without a vertex that
    may be out must be large enough, otherwise the vertex is in; before anything is in, a piece must be large enough.
    """

    def __init__(self, primitive: SizedConnection, lanes: AnyLanes) -> None:
        super().__init__(primitive, lanes)
        self._least, self._most = primitive.sizes
        self._counts = [guard is not None for guard in self._guard]

    def prune(self, key: int) -> int:
        before = -1
        while key not in (0, before):
            before = key
            key = self._measured(key)
            key = super().prune(key) if key else 0
        return key

    def _measured(self, key: int) -> int:
        """The domains without what is too far, or would leave too few; 0 for a dead end."""
        possible = [bool((key | self._always) & accepted) for accepted, _ in self._conditions]
        required = [not (key | self._always) & rejected for _, rejected in self._conditions]
        near = self._near(possible, required)
        wanted = self._wanted(near, required) if near.issuperset(compress(count(), required)) else None
        if wanted is None:
            return 0
        for vertex, (accepted, rejected) in enumerate(self._conditions):
            if self._counts[vertex]:
                key &= ~(0 if vertex in near else accepted) & ~(rejected if vertex in wanted else 0)
        return key

    def _near(self, possible: list[bool], required: list[bool]) -> set[int]:
        """The vertices that are near enough to each piece of what is in; none if too many are in."""
        room = self._most - sum(map(and_, required, self._counts))
        waiting = set(compress(count(), required))
        near = set(compress(count(), possible))
        if room <= 0:
            near = {v for v in near if required[v] or not self._counts[v]} if room == 0 else set()
        while waiting and near:
            far = self._distances(near, required, min(waiting), room)
            waiting -= {vertex for vertex, cost in far.items() if not cost}
            near &= far.keys()
        return near

    def _distances(self, near: set[int], required: list[bool], source: int, room: int) -> dict[int, int]:
        """How many variables at least are to be added to reach each vertex from one, if there is room for them."""
        far = {source: 0}
        now = [source]
        for cost in range(room + 1):
            later = []
            for vertex in now:
                for other in self._neighbours[vertex]:
                    if other in far or other not in near:
                        continue
                    if required[other] or not self._counts[other]:
                        far[other] = cost
                        now.append(other)
                    elif cost < room:
                        far[other] = cost + 1
                        later.append(other)
            now = later
        return far

    def _wanted(self, near: set[int], required: list[bool]) -> set[int] | None:
        """The vertices without which too few can be connected; None if too few can in any case.

        Before anything is in, vertices in a piece that is too small are taken from those that are near.
        """
        if True in required:
            possible = [vertex in near for vertex in range(len(required))]
            reached, _, parted = articulation(self._neighbours, possible, required, self._counts)
            size = sum(map(and_, reached, self._counts))
            small = {v for v in near if self._counts[v] and reached[v] and size - 1 - parted[v] < self._least}
            return small if size >= self._least else None
        if self._least == 0:
            return set()
        pieces = []
        waiting = {v for v in near if self._counts[v]}
        while waiting:
            piece = self._distances(near, required, min(waiting), len(required)).keys()
            waiting -= piece
            pieces.append({v for v in piece if self._counts[v]})
        large = [piece for piece in pieces if len(piece) >= self._least]
        near.difference_update(*[piece for piece in pieces if piece not in large])
        if not large:
            return None
        return large[0] if len(large) == 1 and len(large[0]) == self._least else set()

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """How many variables are in, too."""
        key = domains >> self.low & self.narrow
        settled = [c and not key & rejected for c, (_, rejected) in zip(self._counts, self._conditions, strict=True)]
        return sum(settled), super().residual(domains, open_guards)

    def memories(self, domains: int, before: int) -> float:
        return super().memories(domains, before) + log2(len(self._counts))


def split(condition: Unary, lanes: AnyLanes, low: int) -> tuple[int, int]:
    """The values of a variable that satisfy a condition, and those that do not, shifted down."""
    lane = lanes.lane[condition.variable]
    accepted = lane.accepted(condition.accepts)
    return accepted << lane.offset - low, (lane.full & ~accepted) << lane.offset - low


def articulation(
    neighbours: Sequence[Sequence[int]],
    possible: Sequence[bool],
    required: Sequence[bool],
    counts: Sequence[bool] = (),
) -> tuple[list[bool], list[bool], list[int]]:
    """The vertices reached from the first required vertex, and those that separate it from another.

    A vertex separates what was found below it, by a depth-first search, unless an edge leads from there to a vertex
    that was found before it (R. Tarjan, Depth-first search and linear graph algorithms, 1972).

    Args:
        neighbours: those of each vertex.
        possible: whether a vertex may be passed.
        required: whether it must be reached. One vertex at least is required, and all of them may be passed.
        counts: whether it is counted.

    Returns:
        For each vertex whether it is reached, whether it lies on all ways to some required vertex, and how many that
        are counted are not reached without it.
    """
    root = required.index(True)
    found = [0 if own else -1 for own in possible]  # when each was found, from 1; -1 if it cannot be
    earliest = [0] * len(found)  # the first of those to which an edge leads from there or from below
    matters = list(required)  # whether a required vertex is there or below
    needed = [False] * len(found)
    below = [*map(int, counts or possible)]  # how many are counted there and below
    parted = [0] * len(found)
    path, left = [root], [iter(neighbours[root])]
    clock = found[root] = earliest[root] = 1
    while path:
        vertex = path[-1]
        first = earliest[vertex]
        for other in left[-1]:
            time = found[other]
            if not time:
                clock += 1
                found[other] = earliest[other] = clock
                path.append(other)
                left.append(iter(neighbours[other]))
                break
            if 0 < time < first:
                earliest[vertex] = first = time
        else:
            path.pop()
            left.pop()
            if path:
                above = path[-1]
                if first < earliest[above]:
                    earliest[above] = first
                below[above] += below[vertex]
                if first >= found[above]:
                    parted[above] += below[vertex]
                if matters[vertex]:
                    matters[above] = True
                    if first >= found[above]:
                        needed[above] = True
    return [time > 0 for time in found], needed, parted

"""The propagator of connections: reachability and articulation points."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import log2

from clew.constraints.connected import Connection
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
        reached, needed = articulation(self._neighbours, possible, required)
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


def split(condition: Unary, lanes: AnyLanes, low: int) -> tuple[int, int]:
    """The values of a variable that satisfy a condition, and those that do not, shifted down."""
    lane = lanes.lane[condition.variable]
    accepted = lane.accepted(condition.accepts)
    return accepted << lane.offset - low, (lane.full & ~accepted) << lane.offset - low


def articulation(
    neighbours: Sequence[Sequence[int]], possible: Sequence[bool], required: Sequence[bool]
) -> tuple[list[bool], list[bool]]:
    """The vertices reached from the first required vertex, and those that separate it from another.

    A vertex separates what was found below it, by a depth-first search, unless an edge leads from there to a vertex
    that was found before it (R. Tarjan, Depth-first search and linear graph algorithms, 1972).

    Args:
        neighbours: those of each vertex.
        possible: whether a vertex may be passed.
        required: whether it must be reached. One vertex at least is required, and all of them may be passed.

    Returns:
        For each vertex whether it is reached, and whether it lies on all ways to some required vertex.
    """
    root = required.index(True)
    found = [0 if own else -1 for own in possible]  # when each was found, from 1; -1 if it cannot be
    earliest = [0] * len(found)  # the first of those to which an edge leads from there or from below
    matters = list(required)  # whether a required vertex is there or below
    needed = [False] * len(found)
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
                if matters[vertex]:
                    matters[above] = True
                    if first >= found[above]:
                        needed[above] = True
    return [time > 0 for time in found], needed

"""The propagator of forests: an edge between vertices that are connected already would close a cycle."""

from __future__ import annotations

from collections.abc import Hashable
from math import log2

from clew.constraints.connected import AcyclicEdges
from clew.reference.propagation.connection import split
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes


class ForestPropagator(Propagator):
    """Unites the vertices of the edges that must be in; an open edge within such a set is out.

    If the edges may be one cycle, the edge that closes it is allowed to stay: the one between the ends of a path that
    has all edges that must be in. Once the cycle is closed all other edges are out. Every value that stays has a
    support.
    """

    cost = 2

    def __init__(self, primitive: AcyclicEdges, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes, primitive.scope)
        self._edges = [((one, other), *split(condition, lanes, self.low)) for one, other, condition in primitive.edges]
        self._guard = [lane.guard for lane in self.scope]
        self._may_close = primitive.may_close

    def prune(self, key: int) -> int:
        parts, degrees, closed = self._united(key)
        if closed and not (self._may_close and closed == 1 and set(degrees.values()) == {2}):
            return 0
        ends_of_path = {vertex for vertex, degree in degrees.items() if degree == 1}
        if not self._may_close or max(degrees.values(), default=0) > 2:
            ends_of_path = set()
        for (one, other), accepted, rejected in self._edges:
            is_within = one in parts and parts[one] is parts.get(other) and ends_of_path != {one, other}
            if (closed or is_within) and key & rejected:
                key &= ~accepted
        return key

    def _united(self, key: int) -> tuple[dict[int, list[int]], dict[int, int], int]:
        """The vertices connected with each vertex, how many edges it has, and how many close a cycle, of those in.

        Vertices that are connected have the same list, and those without an edge none.
        """
        parts: dict[int, list[int]] = {}
        degrees: dict[int, int] = {}
        closed = 0
        for one, other in [ends for ends, _, rejected in self._edges if not key & rejected]:
            degrees[one], degrees[other] = degrees.get(one, 0) + 1, degrees.get(other, 0) + 1
            less, more = parts.setdefault(one, [one]), parts.setdefault(other, [other])
            if less is more:
                closed += 1
                continue
            if len(less) > len(more):
                less, more = more, less
            more += less
            for vertex in less:
                parts[vertex] = more
        return parts, degrees, closed

    def residual(self, domains: int, open_guards: int) -> Hashable:
        """Which of the vertices of open edges are connected; and if a cycle may be closed, how many edges they have.

        No cycle can be closed if a vertex has more than two edges, or one and no open edge.
        """
        key = domains >> self.low & self.narrow
        is_open = [open_guards >> guard & 1 for guard in self._guard]
        open_bits = sum(rejected for (_, _, rejected), own in zip(self._edges, is_open, strict=True) if own)
        united, degrees, closed = self._united(key | open_bits)
        live = sorted({vertex for (ends, *_), own in zip(self._edges, is_open, strict=True) if own for vertex in ends})
        numbers: dict[int, int] = {}
        leaders = [united.get(vertex, [vertex])[0] for vertex in live]
        parts = tuple([numbers.setdefault(leader, len(numbers)) for leader in leaders])
        lost = any(degree > 2 or (degree == 1 and vertex not in live) for vertex, degree in degrees.items())
        if not self._may_close or lost:
            return parts
        return parts, closed, tuple([degrees.get(vertex, 0) for vertex in live])

    def memories(self, domains: int, before: int) -> float:
        """Each vertex at the frontier is alone, connected to the last one, or to another."""
        sides: dict[int, set[int]] = {}
        for (ends, *_), guard in zip(self._edges, self._guard, strict=True):
            for vertex in ends:
                sides.setdefault(vertex, set()).add(before >> guard & 1)
        frontier = sum(len(side) == 2 for side in sides.values())
        return min(super().memories(domains, before), frontier * log2(3))

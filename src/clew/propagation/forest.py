"""The propagator of forests: an edge between vertices that are connected already would close a cycle."""

from __future__ import annotations

from collections import Counter
from typing import Any

from clew.constraints.primitives import Forest
from clew.propagation.connection import split
from clew.propagation.propagator import Propagator
from clew.state.lanes import Lanes


class ForestPropagator(Propagator):
    """Unites the vertices of the edges that must be in; an open edge within such a set is out.

    If the edges may be one cycle, the edge that closes it is allowed to stay: the one between the ends of a path that
    has all edges that must be in. Once the cycle is closed all other edges are out. Every value that stays has a
    support.
    """

    cost = 2

    def __init__(self, primitive: Forest, lanes: Lanes[Any, Any]) -> None:
        super().__init__(primitive.source, lanes, primitive.scope)
        self._edges = [((one, other), *split(condition, lanes, self.low)) for one, other, condition in primitive.edges]
        self._may_close = primitive.may_close

    def prune(self, key: int) -> int:
        leader: dict[int, int] = {}

        def leader_of(vertex: int) -> int:
            while (above := leader.setdefault(vertex, vertex)) != vertex:
                leader[vertex] = vertex = leader[above]
            return vertex

        degrees: Counter[int] = Counter()
        closed = 0
        for ends, _, rejected in self._edges:
            if not key & rejected:
                degrees.update(ends)
                one, other = map(leader_of, ends)
                closed += one == other
                leader[one] = other
        if closed and not (self._may_close and closed == 1 and set(degrees.values()) == {2}):
            return 0
        ends_of_path = {vertex for vertex, degree in degrees.items() if degree == 1}
        if not self._may_close or max(degrees.values(), default=0) > 2:
            ends_of_path = set()
        for ends, accepted, rejected in self._edges:
            if key & accepted and key & rejected:
                one, other = map(leader_of, ends)
                if closed or (one == other and ends_of_path != {*ends}):
                    key &= ~accepted
        return key

"""The propagator that gives each variable a value of its own, by matchings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clew.constraints.primitives import Distinct
from clew.propagation.propagator import Propagator
from clew.state.lanes import Lanes, places_of


class MatchingPropagator(Propagator):
    """Keeps the values that are part of a matching of the variables with what must differ.

    Régin, A filtering algorithm for constraints of difference in CSPs, 1994.
    """

    cost = 5

    def __init__(self, primitive: Distinct, lanes: Lanes[Any, Any]) -> None:
        super().__init__(primitive.source, lanes)
        self.primitive = primitive

    def prune(self, key: int) -> int:
        exceptions = self.primitive.exceptions
        edges: list[dict[Any, int]] = []
        for position, lane in enumerate(self.scope):
            shift = lane.offset - self.low
            by_target: dict[Any, int] = {}
            for place in places_of(key >> shift & lane.full):
                target = self.primitive.mapped(position, lane.values[place])
                # An exception may occur any number of times: it is a different target for each variable.
                own = (position, target) if target in exceptions else (None, target)
                by_target[own] = by_target.get(own, 0) | 1 << shift + place
            edges.append(by_target)
        owner = matching(edges)
        if owner is None:
            return 0
        kept = consistent_edges(edges, owner)
        return sum(edges[k][target] for k in range(len(edges)) for target in kept[k])


def matching(edges: Sequence[Mapping[Any, Any]]) -> dict[Any, int] | None:
    """A target for each variable, no target twice: target -> variable; None if there is none.

    Kuhn's algorithm (The Hungarian method for the assignment problem, 1955), one augmenting path a variable.
    """
    owner: dict[Any, int] = {}
    for first in range(len(edges)):
        # Breadth first, so that no recursion limits the size.
        came_from: dict[Any, int] = {}
        queue = [first]
        end = None
        for variable in queue:
            for target in edges[variable]:
                if target not in came_from:
                    came_from[target] = variable
                    if target not in owner:
                        end = target
                        break
                    queue.append(owner[target])
            if end is not None:
                break
        if end is None:
            return None
        target_of = {variable: target for target, variable in owner.items()}
        while True:
            variable = came_from[end]
            before = target_of.get(variable)
            owner[end] = variable
            if variable == first:
                break
            end = before
    return owner


def consistent_edges(edges: Sequence[Mapping[Any, Any]], owner: Mapping[Any, int]) -> list[list[Any]]:
    """For each variable the targets that some maximum matching gives it (Berge: alternating cycles and paths).

    The graph: a variable points to the variables that own the targets it could take. An edge is consistent if it
    is matched, lies on a cycle (both ends in one strongly connected component), or leads to where a free target
    can be reached.
    """
    count = len(edges)
    target_of = {variable: target for target, variable in owner.items()}
    successors = [[owner[t] for t in edges[v] if t in owner and owner[t] != v] for v in range(count)]
    component = _components(successors)
    predecessors: list[list[int]] = [[] for _ in range(count)]
    for v, after in enumerate(successors):
        for w in after:
            predecessors[w].append(v)
    reaches_free = {v for v in range(count) if any(t not in owner for t in edges[v])}
    queue = list(reaches_free)
    for v in queue:
        for w in predecessors[v]:
            if w not in reaches_free:
                reaches_free.add(w)
                queue.append(w)
    return [
        [
            t
            for t in edges[v]
            if t == target_of[v] or t not in owner or component[owner[t]] == component[v] or owner[t] in reaches_free
        ]
        for v in range(count)
    ]


def _components(successors: Sequence[Sequence[int]]) -> list[int]:
    """The strongly connected component of each vertex (Tarjan 1972), with a stack of its own."""
    count = len(successors)
    index = [-1] * count
    low = [0] * count
    component = [-1] * count
    path: list[int] = []
    number = 0
    for root in range(count):
        if index[root] >= 0:
            continue
        work = [(root, iter(successors[root]))]
        index[root] = low[root] = number
        number += 1
        path.append(root)
        while work:
            v, rest = work[-1]
            for w in rest:
                if index[w] < 0:
                    index[w] = low[w] = number
                    number += 1
                    path.append(w)
                    work.append((w, iter(successors[w])))
                    break
                if component[w] < 0:
                    low[v] = min(low[v], index[w])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[v])
                if low[v] == index[v]:
                    while True:
                        w = path.pop()
                        component[w] = v
                        if w == v:
                            break
    return component

"""The propagator that gives each variable a value of its own, by matchings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clew.constraints.primitives import Distinct
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes, places_of


class MatchingPropagator(Propagator):
    """Keeps the values that are part of a matching of the variables with what must differ.

    Régin, A filtering algorithm for constraints of difference in CSPs, 1994.
    """

    cost = 5

    def __init__(self, primitive: Distinct, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        self.primitive = primitive

    def prune(self, key: int) -> int:
        exceptions = self.primitive.exceptions
        edges: list[dict[Any, int]] = []
        for position, ((shift, _), bits) in enumerate(zip(self.shifts, self.domains(key), strict=True)):
            by_target: dict[Any, int] = {}
            for place in places_of(bits):
                target = self.primitive.mapped(position, self.scope[position].values[place])
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
    target_of: dict[int, Any] = {}
    for first in range(len(edges)):
        came_from, target = _search(edges, owner, first)
        if target is None:
            return None
        variable = None
        while variable != first:  # along the path, each variable takes the target and leaves its own
            variable = came_from[target]
            owner[target], target_of[variable], target = variable, target, target_of.get(variable)
    return owner


def _search(edges: Sequence[Mapping[Any, Any]], owner: Mapping[Any, int], first: int) -> tuple[dict[Any, int], Any]:
    """From where each target is reached on alternating paths from a variable; and a free target, None if there is none.

    Breadth first, so that no recursion limits the size.
    """
    came_from: dict[Any, int] = {}
    queue = [first]
    for variable in queue:
        for target in edges[variable]:
            if target not in came_from:
                came_from[target] = variable
                if target not in owner:
                    return came_from, target
                queue.append(owner[target])
    return came_from, None


def consistent_edges(edges: Sequence[Mapping[Any, Any]], owner: Mapping[Any, int]) -> list[list[Any]]:
    """For each variable the targets that some maximum matching gives it (Berge: alternating cycles and paths).

    The graph: a variable points to the variables that own the targets it could take. One more vertex owns all the free
    targets, and may take any. An edge is consistent if both its ends lie in one strongly connected component.
    """
    free = len(edges)
    successors = [[owner.get(target, free) for target in targets] for targets in edges]
    component = _components([*successors, range(free)])
    return [
        [target for target, other in zip(targets, after, strict=True) if component[other] == component[variable]]
        for variable, (targets, after) in enumerate(zip(edges, successors, strict=True))
    ]


def _components(successors: Sequence[Sequence[int]]) -> list[int]:
    """The strongly connected component of each vertex, with stacks instead of recursion.

    1. Search depth first along the edges, and note the order in which vertices are finished.
    2. Search backwards, from the vertex that was finished last on: the newly reached vertices are a component.

    Sharir, A strong-connectivity algorithm and its applications in data flow analysis, 1981.
    """
    predecessors: list[list[int]] = [[] for _ in successors]
    for v, after in enumerate(successors):
        for w in after:
            predecessors[w].append(v)
    finished: list[int] = []
    seen: set[int] = set()
    for root in range(len(successors)):
        work = [(root, False)]
        while work:
            v, is_done = work.pop()
            if is_done:
                finished.append(v)
            elif v not in seen:
                seen.add(v)
                work.append((v, True))
                work += [(w, False) for w in successors[v] if w not in seen]
    component = [-1] * len(successors)
    for root in reversed(finished):
        stack = [root] if component[root] < 0 else []
        while stack:
            v = stack.pop()
            component[v] = root
            stack += [w for w in predecessors[v] if component[w] < 0]
    return component

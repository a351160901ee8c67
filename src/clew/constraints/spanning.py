"""Multipliers of nodes, with which a spanning tree costs nearly as much as a round trip.

M. Held and R. Karp, The traveling-salesman problem and minimum spanning trees: part II, 1971.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

SHIFT: Final = 4
"""Bits of the fractions of multipliers."""

MOST: Final = 100
"""Nodes up to which there are any: their number squared is the time that it takes, and the memory."""

ROUNDS: Final = 120


def multipliers(costs: Sequence[Sequence[int]]) -> list[int]:
    """For each node what is added to the cost of every arc there; none for too few or too many nodes.

    They come from all arcs, whatever is taken later, so that the bound is monotone and the same in both kernels. Nodes
    with more than two edges in the cheapest tree become dearer, by smaller and smaller steps.
    """
    nodes = range(len(costs))
    if not 3 <= len(nodes) <= MOST:
        return []
    edges = [[float(min(costs[i][j], costs[j][i])) for j in nodes] for i in nodes]
    added = best = [0.0 for _ in nodes]
    most, step = -inf, sum(map(sum, edges)) / len(nodes) ** 2 / 4
    for _ in range(ROUNDS):
        value, degrees = _tree(edges, added)
        if value > most:
            most, best = value, added
        added = [one + step * (degree - 2) for one, degree in zip(added, degrees, strict=True)]
        step *= 0.96
    return [round(one * (1 << SHIFT)) for one in best]


def _tree(edges: list[list[float]], added: list[float]) -> tuple[float, list[int]]:
    """The cost of a cheapest tree of all nodes but the first, and two edges there; and how many edges each node has."""
    value, degrees = -2 * sum(added), [0 for _ in added]
    nearest = {j: (edges[1][j] + added[1] + added[j], 1) for j in range(2, len(added))}
    joined = sorted((own + added[0] + one, j, 0) for j, (own, one) in enumerate(zip(edges[0], added, strict=True)) if j)
    taken = joined[:2]
    while nearest:
        node = min(nearest, key=nearest.__getitem__)
        taken.append((nearest[node][0], node, nearest.pop(node)[1]))
        for j, (known, _) in nearest.items():
            cost = edges[node][j] + added[node] + added[j]
            if cost < known:
                nearest[j] = cost, node
    for cost, one, other in taken:
        value += cost
        degrees[one] += 1
        degrees[other] += 1
    return value, degrees

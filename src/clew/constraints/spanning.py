"""Multipliers of nodes, with which a spanning tree costs nearly as much as a round trip, and costs that all tours have.

M. Held and R. Karp, The traveling-salesman problem and minimum spanning trees: part II, 1971.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import inf
from typing import Final

SHIFT: Final = 4
"""Bits of the fractions of multipliers."""

MOST: Final = 100
"""Nodes up to which there are any: their number squared is the time that it takes, and the memory."""

ROUNDS: Final = 120

Matrix = tuple[tuple[int, ...], ...]


def spanned(costs: Matrix) -> tuple[Matrix, list[int]]:
    """The costs of a trip through all nodes, or reduced ones, those with the dearer tree; and multipliers."""
    other = _reduced(costs)
    (value, added), (least, own) = multipliers(costs), multipliers(other)
    return (costs, added) if value >= least else (other, own)


def _reduced(costs: Matrix) -> Matrix:
    """Costs with the same sum for each trip, in which arcs that are dear anyway are cheap.

    The prices of an assignment are taken off, and their sum is added to the arcs of the first node, half of it to each
    side. If the way back always costs as much as the way there, the costs stay.
    """
    size = len(costs)
    if size > MOST or all(costs[i][j] == costs[j][i] for i in range(size) for j in range(i)):
        return costs
    far = sum(map(abs, chain(*costs))) + 1
    out, back = _prices([[far if j == k else c for k, c in enumerate(row)] for j, row in enumerate(costs)])
    common = sum(out) + sum(back)
    out[0] -= common // 2
    back[0] -= common - common // 2
    return tuple([tuple([c - out[j] - back[k] for k, c in enumerate(row)]) for j, row in enumerate(costs)])


def _prices(costs: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Prices of rows and columns, no entry less than both together, and the sum as large as it may be.

    H. Kuhn, The Hungarian method for the assignment problem, 1955.
    """
    size = len(costs)
    rows, columns, owner = [0] * size, [0] * (size + 1), [-1] * (size + 1)
    for row in range(size):
        column, owner[size] = size, row
        left, before, open_ones = [inf] * size, [size] * size, {*range(size)}
        while owner[column] >= 0:
            one = owner[column]
            for j in open_ones:
                cost = costs[one][j] - rows[one] - columns[j]
                if cost < left[j]:
                    left[j], before[j] = cost, column
            column = min(open_ones, key=left.__getitem__)
            by = int(left[column])
            for j in {*range(size + 1)} - open_ones:
                rows[owner[j]] += by
                columns[j] -= by
            for j in open_ones:
                left[j] -= by
            open_ones.remove(column)
        while column != size:
            owner[column], column = owner[before[column]], before[column]
    return rows, columns[:size]


def multipliers(costs: Sequence[Sequence[int]]) -> tuple[float, list[int]]:
    """The least that a tour costs by a tree, and for each node a number that is added to the cost of every arc there.

    There is none for too few or too many nodes.

    They come from all arcs, whatever is taken later, so that the bound is monotone and the same in both kernels. Nodes
    with more than two edges in the cheapest tree become dearer, by smaller and smaller steps.
    """
    nodes = range(len(costs))
    if not 3 <= len(nodes) <= MOST:
        return 0.0, []
    edges = [[float(min(costs[i][j], costs[j][i])) for j in nodes] for i in nodes]
    added = best = [0.0 for _ in nodes]
    most, step = -inf, sum(map(sum, edges)) / len(nodes) ** 2 / 4
    for _ in range(ROUNDS):
        value, degrees = _tree(edges, added)
        if value > most:
            most, best = value, added
        added = [one + step * (degree - 2) for one, degree in zip(added, degrees, strict=True)]
        step *= 0.96
    return most, [round(one * (1 << SHIFT)) for one in best]


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

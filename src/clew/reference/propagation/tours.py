"""The propagator of the costs of circuits: by cheapest and dearest arcs, and by a spanning tree."""

from __future__ import annotations

from math import inf

from clew.constraints.circuits import TourCost
from clew.constraints.spanning import SHIFT, Matrix, spanned
from clew.reference.propagation.linear import WeightedValues
from clew.reference.propagation.propagator import Propagator, View
from clew.state.lanes import AnyLanes, places_of


class TourCostPropagator(Propagator):
    """Keeps the total between the sums of cheapest and dearest arcs, and arcs that fit into it.

    A circuit through all nodes costs no less than a tree that spans all nodes but one, and two more edges (Held and
    Karp, The traveling-salesman problem and minimum spanning trees, 1970); with known arcs among its edges. An arc goes
    if each such tree with it is too dear (Benchimol et al., Improved filtering for weighted circuit constraints, 2012).
    """

    cost = 3

    def __init__(self, primitive: TourCost, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes, primitive.scope)
        *after, total = self.scope
        self._views = [View(lane, lane.offset - self.low, primitive.nodes) for lane in after]
        self._total, self._shift = WeightedValues(primitive.source, total, 1), total.offset - self.low
        costs = primitive.costs
        self._costs, self._multipliers = spanned(costs) if primitive.is_trip else (costs, [])
        self._full = total.full

    def prune(self, key: int) -> int:
        left, total = [view.seen(key) for view in self._views], key >> self._shift & self._full
        if not all(left) or not total:
            return 0
        costs = [[own[to] for to in places_of(bits)] for own, bits in zip(self._costs, left, strict=True)]
        low, high = sum(map(min, costs)), sum(map(max, costs))
        total &= self._total.between(low, high)
        if not total:
            return 0
        bottom, top = self._total[total]
        kept = [
            sum(1 << to for to in places_of(bits) if bottom - high + max(some) <= own[to] <= top - low + min(some))
            for own, bits, some in zip(self._costs, left, costs, strict=True)
        ]
        if self._multipliers:
            total &= self._total.between(self._span(left, kept, top), inf)
        for view, bits in zip(self._views, kept, strict=True):
            key = view.keep(key, bits)
        key &= ~(self._full << self._shift) | total << self._shift
        return key if total and all(kept) else 0

    def _span(self, left: list[int], kept: list[int], top: int) -> float:
        """Take arcs that are too dear; the least that a circuit costs."""
        tree = _Tree(left, self._costs, self._multipliers)
        if not tree.spans:
            return -inf
        for node, bits in enumerate(left):
            for to in places_of(bits & ~(1 << node)) if bits & bits - 1 else ():
                if tree.worth(node, to) - tree.replaced(node, to) > (top << SHIFT) - tree.value:
                    kept[node] &= ~(1 << to)
        return tree.value + (1 << SHIFT) - 1 >> SHIFT


class _Tree:
    """A cheapest tree that spans all nodes but the first one, and the two cheapest edges of that one.

    Args:
        left: for each node those that may follow it.
        costs, multipliers: the costs of arcs, and numbers that are added for each end of one.

    Attributes:
        spans: whether there are such edges.
        value: the sum of their costs, less twice all multipliers.
    """

    def __init__(self, left: list[int], costs: Matrix, multipliers: list[int]) -> None:
        self._left, self._costs, self._multipliers = left, costs, multipliers
        self.value, self._dearest = -2 * sum(multipliers), dict[tuple[int, int], float]()
        self.spans = self._grow() and self._close()

    def worth(self, one: int, other: int) -> int:
        """The cost of an arc with the multipliers of its ends."""
        return (self._costs[one][other] << SHIFT) + self._multipliers[one] + self._multipliers[other]

    def replaced(self, one: int, other: int) -> float:
        """The cost of the edge that is left out for an arc; infinite if that edge is known, and stays."""
        (first, at), (second, _) = self._joined
        dearest = self._dearest[one, other] if one and other else first if at == one + other else second
        return dearest if dearest > -inf else inf

    def _edge(self, one: int, other: int) -> tuple[float, float]:
        """The rank of an edge, in which known ones come first, and its cost in the cheaper direction."""
        arcs = [self.worth(a, b) for a, b in ((one, other), (other, one)) if self._left[a] >> b & 1]
        is_known = self._left[one] == 1 << other or self._left[other] == 1 << one
        return (-inf, min(arcs)) if arcs and is_known else (min(arcs, default=inf),) * 2

    def _grow(self) -> bool:
        """Prim's algorithm; of all pairs of nodes, the dearest edge on the way from one to the other."""
        grown, open_ones = [1], {j: (*self._edge(1, j), 1) for j in range(2, len(self._left))}
        while open_ones:
            node = min(open_ones, key=lambda j: (open_ones[j][0], j))
            rank, worth, begin = open_ones.pop(node)
            if worth == inf:
                return False
            self.value += int(worth)
            for old in grown:
                dearest = max(rank, self._dearest.get((begin, old), -inf))
                self._dearest[node, old] = self._dearest[old, node] = dearest
            grown.append(node)
            for j, (known, _, _) in open_ones.items():
                edge = self._edge(node, j)
                if edge[0] < known:
                    open_ones[j] = (*edge, node)
        return True

    def _close(self) -> bool:
        """The two cheapest edges of the first node."""
        edges = sorted((*self._edge(0, j), j) for j in range(1, len(self._left)))[:2]
        self._joined = [(rank, j) for rank, _, j in edges]
        if edges[1][1] == inf:
            return False
        self.value += int(edges[0][1] + edges[1][1])
        return True

"""The propagator of circuits, by the paths of successors that are known."""

from __future__ import annotations

from clew.constraints.circuits import OneCircuit
from clew.reference.propagation.propagator import Propagator, View
from clew.state.lanes import AnyLanes, places_of


class OneCircuitPropagator(Propagator):
    """Keeps paths from closing too early, and nodes connected.

    The end of a path does not lead back to its beginning as long as the path lacks a node that must be on the circuit.
    Such nodes all reach each other; a node that does not reach one of them, or that it does not reach, is left out.
    """

    cost = 2

    def __init__(self, primitive: OneCircuit, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        self._views = [View(lane, lane.offset - self.low, primitive.nodes) for lane in self.scope]
        self._loops = primitive.loops

    def prune(self, key: int) -> int:
        left = [view.seen(key) for view in self._views]
        if not (all(left) and self._follow(left) and self._connect(left) and all(left)):
            return 0
        for view, nodes in zip(self._views, left, strict=True):
            key = view.keep(key, nodes)
        return key

    def _required(self, left: list[int]) -> list[int]:
        """The nodes that must be on the circuit."""
        return [node for node, after in enumerate(left) if not self._loops or not after >> node & 1]

    def _follow(self, left: list[int]) -> bool:
        """Look at the paths of known successors. Two circuits of all required nodes are left to `_connect`."""
        required, size = self._required(left), len(left)
        after = [bits.bit_length() - 1 if bits & bits - 1 == 0 else -1 for bits in left]
        arrived = [to for to in after if to >= 0]
        if len(set(arrived)) < len(arrived):
            return False
        if len(arrived) == size - 1:
            left[after.index(-1)] &= ~sum(1 << to for to in arrived)
        outside = {node for node, to in enumerate(after) if to != node or not self._loops}
        for begin in {*range(size)}.difference(arrived):
            end, length = begin, 0
            while after[end] >= 0:
                outside.discard(end)
                end, length = after[end], length + 1
            outside.discard(end)
            if (length or not self._loops) and length + (end in required) < len(required):
                left[end] &= ~(1 << begin)
        if outside:  # they are on a circuit
            for node in {*range(size)} - outside:
                left[node] &= 1 << node
        return len(outside) in (0, len(required))

    def _connect(self, left: list[int]) -> bool:
        """Leave out the nodes that are not connected with one that must be on the circuit, both ways."""
        required, size = self._required(left), range(len(left))
        if not required:
            return True
        back = [sum(1 << k for k in size if left[k] >> node & 1) for node in size]
        connected = _reached(required[0], left) & _reached(required[0], back)
        for node in size:
            if not connected >> node & 1:
                left[node] &= self._loops << node
        return all(left)


def _reached(root: int, left: list[int]) -> int:
    """The nodes to which the arcs of a graph lead from one of them, which is among them."""
    found = latest = 1 << root
    while latest:
        beyond = 0
        for node in places_of(latest):
            beyond |= left[node]
        latest = beyond & ~found
        found |= latest
    return found

"""Circuits: round trips through the nodes of a graph, by the node that follows each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from clew.constraints.all_different import AllDifferent
from clew.constraints.base import Constraint, Values
from clew.constraints.primitives import Primitive, Unary
from clew.constraints.registration import DECIDED, Registration, words
from clew.errors import ProblemError, called_with, shown
from clew.records import frozen


@frozen(eq=False)
class OneCircuit(Primitive):
    """Successors close no circuit that leaves out a node, unless each node left out is its own successor.

    Attributes:
        nodes: the node, from 0, that a value stands for.
        loops: whether nodes may be left out.
    """

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        reference="clew.reference.propagation.circuits:OneCircuitPropagator",
        engine="clew.core._engine:compile_one_circuit",
        minizinc="clew.constraints.circuits:in_minizinc",
        unwritten="the successors of each combination of values are followed",
        hint=words("is one circuit only so", "n'est un seul circuit qu'ainsi", "ist nur so ein einziger Kreis"),
    )

    nodes: dict[Any, int]
    loops: bool


@called_with("as in Circuit(successors)")
@attrs.frozen
class Circuit(Constraint):
    """Each variable is the node that follows its own node, on one circuit through all nodes.

    Args:
        scope: for each node the variable that is its successor.
        loops: whether nodes may be left out: their successors are themselves.
        first: the number of the first node.

    Pruning: that of `AllDifferent`, and the end of a path does not lead back to its beginning before the path has all
    nodes (Caseau and Laburthe, Solving small TSPs with constraints, 1997). Every node is reached from one of them, and
    reaches it (Francis and Stuckey, Explaining circuit propagation, 2014).
    """

    loops: bool = attrs.field(default=False, kw_only=True)
    first: int = attrs.field(default=0, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.first, int):
            raise ProblemError(f"{self.title}: the first node must be a whole number, and {shown(self.first)} is none")

    @property
    def nodes(self) -> dict[Any, int]:
        """The node, from 0, that a value stands for."""
        return {self.first + node: node for node in range(len(self.scope))}

    def holds(self, values: Values) -> bool:
        nodes = self.nodes
        after = [nodes.get(value, -1) for value in values]
        begin = next((node for node, to in enumerate(after) if to != node), 0)
        node, visited = begin, set[int]()
        while node not in visited and 0 <= node < len(after):
            visited.add(node)
            node = after[node]
        others = [k for k in range(len(after)) if k not in visited]
        return node == begin and all(self.loops and after[k] == k for k in others)

    def primitives(self) -> Iterable[Primitive]:
        nodes = self.nodes
        if len(self.scope) < 2:
            return [Unary(self, name, nodes.__contains__) for name in self.scope]
        others = [{k for k in nodes if self.loops or nodes[k] != node} for node in range(len(self.scope))]
        arcs = [Unary(self, v, own.__contains__) for v, own in zip(self.scope, others, strict=True)]
        return [*arcs, *AllDifferent(self.scope).primitives(), OneCircuit(self, nodes, self.loops)]


def in_minizinc(p: OneCircuit, terms: Any) -> str | None:
    """A global constraint: it may be no part of another one."""
    if not (terms.alone and terms.are_whole(p.scope)):
        return None
    nodes = f"{min(p.nodes)}..{max(p.nodes)}"
    return f"{'subcircuit' if p.loops else 'circuit'}(array1d({nodes}, [{', '.join(terms.of(p.scope))}]))"

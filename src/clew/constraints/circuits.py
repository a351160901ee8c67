"""Circuits: round trips through the nodes of a graph, by the node that follows each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from clew.constraints.all_different import AllDifferent
from clew.constraints.base import Constraint, Values
from clew.constraints.names import Scope, names_of
from clew.constraints.primitives import Primitive, Unary
from clew.constraints.registration import DECIDED, Registration, words
from clew.constraints.spanning import Matrix
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
        hint=words("cannot be one circuit", "ne forme pas un seul circuit", "ist kein einziger Kreis"),
    )

    nodes: dict[Any, int]
    loops: bool


@frozen(eq=False)
class TourCost(Primitive):
    """The costs of the arcs that are taken have a total, the last variable.

    Attributes:
        nodes: the node, from 0, that a value stands for.
        costs: for each node the cost of the arc to each.
        is_trip: whether the arcs are one circuit through all nodes.
    """

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        reference="clew.reference.propagation.tours:TourCostPropagator",
        engine="clew.core.lowering.tours:tour_cost",
        may_raise="clew.constraints.asking:of_numbers",
        minizinc="clew.constraints.circuits:cost_in_minizinc",
        unwritten="the costs of each combination of values are added up",
        hint=words("cannot have that total", "ne peut pas avoir ce total", "hat nicht diese Summe"),
    )

    nodes: dict[Any, int]
    costs: Matrix
    is_trip: bool


@called_with("as in Circuit(successors)")
@attrs.frozen(init=False)
class Circuit(Constraint):
    """Each variable is the node that follows its own node, on one circuit through all nodes.

    Args:
        successors: for each node the variable that is the node after it.
        loops: whether nodes may be left out: their successors are themselves.
        first: the number of the first node.
        costs: for each node what the arc to each costs, whole numbers.
        total: the variable that is the sum of the costs of the arcs taken.
        ends: the first and the last node of a path, which the circuit closes: the first one is after the last one, at
            no cost.

    Pruning: that of `AllDifferent`, and the end of a path does not lead back to its beginning before the path has all
    nodes (Caseau and Laburthe, Solving small TSPs with constraints, 1997). Every node is reached from one of them, and
    reaches it (Francis and Stuckey, Explaining circuit propagation, 2014). The total has the bounds of the cheapest and
    dearest arcs, and that of a spanning tree (Held and Karp, The traveling-salesman problem and minimum spanning trees,
    1970), by which arcs go that are too dear.
    """

    loops: bool
    first: int
    costs: Matrix
    ends: tuple[int, ...]

    def __init__(
        self,
        successors: Iterable[Any],
        loops: bool = False,
        first: int = 0,
        costs: Iterable[Iterable[int]] | None = None,
        total: Any = None,
        ends: Iterable[int] | None = None,
    ) -> None:
        scope = names_of("Circuit", successors)
        if not isinstance(first, int):
            raise ProblemError(f"Circuit: the first node must be a whole number, and {shown(first)} is none")
        rows = () if costs is None else tuple([tuple(row) for row in costs])
        if (costs is None) != (total is None):
            raise ProblemError("Circuit: costs and a total are given together")
        if costs is not None and ([*map(len, rows)] != [len(scope)] * len(scope) or not scope):
            raise ProblemError(f"Circuit: its costs must be {len(scope)} rows of as many")
        if not all(isinstance(cost, int) for row in rows for cost in row):
            raise ProblemError("Circuit: its costs must be whole numbers")
        closing = _ends_of(ends, range(first, first + len(scope)))
        rows = _closed(rows, *(node - first for node in closing))
        scope = scope if total is None else (*scope, *names_of("Circuit", (total,)))
        self.__attrs_init__(scope, bool(loops), first, rows, closing)

    @property
    def successors(self) -> Scope:
        """The variables without the total."""
        return self.scope[: len(self.costs)] if self.costs else self.scope

    @property
    def nodes(self) -> dict[Any, int]:
        """The node, from 0, that a value stands for."""
        return {self.first + node: node for node in range(len(self.successors))}

    def holds(self, values: Values) -> bool:
        nodes = self.nodes
        after = [nodes.get(value, -1) for value in values[: len(nodes)]]
        begin = next((node for node, to in enumerate(after) if to != node), 0)
        node, visited = begin, set[int]()
        while node not in visited and 0 <= node < len(after):
            visited.add(node)
            node = after[node]
        others = [k for k in range(len(after)) if k not in visited]
        is_path = not self.ends or values[self.ends[1] - self.first] == self.ends[0]
        is_circuit = node == begin and is_path and all(self.loops and after[k] == k for k in others)
        return is_circuit and (not self.costs or bool(values[-1] == cost_of(self.costs, after)))

    def primitives(self) -> Iterable[Primitive]:
        nodes, scope = self.nodes, self.successors
        trip = Circuit(scope, self.loops, self.first, ends=self.ends or None) if self.costs else self
        others = [{k for k in nodes if self.loops or len(nodes) < 2 or nodes[k] != node} for node in range(len(nodes))]
        if self.ends:
            others[nodes[self.ends[1]]] &= {self.ends[0]}
        made: list[Primitive] = [Unary(trip, v, own.__contains__) for v, own in zip(scope, others, strict=True)]
        if len(scope) > 1:
            made += [*AllDifferent(scope).primitives(), OneCircuit(trip, nodes, self.loops)]
        return [*made, TourCost(self, nodes, self.costs, not self.loops)] if self.costs else made


def _ends_of(ends: Iterable[int] | None, nodes: range) -> tuple[int, ...]:
    found = tuple(ends or ())
    if ends is not None and (len(found) != 2 or not {*found}.issubset(nodes)):
        raise ProblemError("Circuit: its ends must be two of its nodes, the first one and the last one")
    return found


def _closed(costs: Matrix, *ends: int) -> Matrix:
    """The costs, of which the way back from the last node to the first one has none."""
    return tuple([tuple([0 if (k, j) == ends else cost for k, cost in enumerate(row)]) for j, row in enumerate(costs)])


def cost_of(costs: Matrix, after: Iterable[int]) -> int:
    """The sum of the costs of arcs to known nodes."""
    return sum(row[to] for row, to in zip(costs, after, strict=True))


def cost_in_minizinc(p: TourCost, terms: Any) -> str | None:
    """A sum of entries of arrays."""
    if not (terms.are_whole(p.scope) and terms.alone):
        return None
    *after, total = terms.of(p.scope)
    nodes = f"{min(p.nodes)}..{max(p.nodes)}"
    entries = [f"array1d({nodes}, {[*row]})[{name}]" for row, name in zip(p.costs, after, strict=True)]
    return f"{' + '.join(entries)} = {total}"


def in_minizinc(p: OneCircuit, terms: Any) -> str | None:
    """A global constraint: it may be no part of another one."""
    if not (terms.alone and terms.are_whole(p.scope)):
        return None
    nodes = f"{min(p.nodes)}..{max(p.nodes)}"
    return f"{'subcircuit' if p.loops else 'circuit'}(array1d({nodes}, [{', '.join(terms.of(p.scope))}]))"

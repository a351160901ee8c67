"""Vertices in one piece, and edges without a cycle: vertices, or edges, of a graph, such as that of a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Any

import attrs

from clew.constraints.base import OPEN, Constraint, Values, collected
from clew.constraints.names import Scope, frozenset_of, scope_of, walkable
from clew.constraints.primitives import Primitive, Unary
from clew.constraints.registration import DECIDED, DOMAIN, FAILS, Registration, words
from clew.errors import ProblemError, called_with, shown
from clew.records import frozen

Vertex = Hashable
Edge = tuple[Vertex, Vertex]
Cell = tuple[int, int]


def pairs_of(edges: Iterable[Iterable[Any]]) -> tuple[Edge, ...]:
    """Pairs of names; an edge that is no pair is left for `_check_edges` to reject."""
    return tuple([scope_of(edge) for edge in edges]) if walkable(edges) else edges  # type: ignore


def _check_edges(constraint: Constraint, field: attrs.Attribute[Any], edges: tuple[Edge, ...]) -> None:
    """Check that edges are pairs of different vertices."""
    collected(constraint, field, edges)
    for edge in edges:
        if not (isinstance(edge, tuple) and len(edge) == 2 and edge[0] != edge[1]):
            raise ProblemError(f"{constraint.title}: an edge is a pair of two vertices, and {shown(edge)} is none")


def _size_of(size: Any) -> Any:
    """A number as a pair; `_check_size` rejects all that is no pair."""
    return (size, size) if isinstance(size, int) else tuple(size) if isinstance(size, list) else size


def _check_size(constraint: Constraint, field: attrs.Attribute[Any], size: Any) -> None:
    is_pair = isinstance(size, tuple) and len(size) == 2 and all(isinstance(number, int) for number in size)
    if size is not None and not is_pair:
        raise ProblemError(f"{constraint.title}: its size is a number or a pair of numbers, and {shown(size)} is none")


@frozen(eq=False)
class Connection(Primitive):
    """The vertices of a graph that are in are connected: each is reached from each by way of vertices that are in.

    No vertex at all is connected, too.

    Attributes:
        vertices: for each the condition that it is in, each about another variable; True if it is in always, and False
            for a joint, which is in if others need it to be connected.
        edges: pairs of vertices, by their places.
    """

    record = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.connection:ConnectionPropagator",
        engine="clew.core._engine:compile_connection",
        minizinc="clew.exchange.minizinc_graphs:connection",
        unwritten="reachability needs more variables; in JSON `Connected` has a form",
        hint=words("cannot be connected", "ne peut pas être d'un seul tenant", "hängt nicht zusammen"),
    )

    vertices: tuple[Unary | bool, ...]
    edges: tuple[tuple[int, int], ...]

    @property
    def scope(self) -> Scope:
        return tuple([vertex.variable for vertex in self.vertices if isinstance(vertex, Unary)])


@frozen(eq=False)
class SizedConnection(Connection):
    """The same, and the number of variables whose vertices are in lies between two numbers.

    Only necessary conditions are looked at, as to decide the rest is hard: from each piece of what is in already no
    vertex is farther away than variables may be added, and what may be connected is large enough, without any vertex
    that may be out, too.

    Attributes:
        sizes: the least and the largest number.
    """

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        reference="clew.reference.propagation.connection:SizedConnectionPropagator",
        engine="clew.core._engine:compile_connection",
        minizinc="clew.exchange.minizinc_graphs:sized_connection",
        unwritten=Connection.record.unwritten,
        hint=Connection.record.hint,
    )

    sizes: tuple[int, int]


@frozen(eq=False)
class AcyclicEdges(Primitive):
    """The edges of a graph that are in close no cycle.

    Attributes:
        edges: for each its ends, which differ, by the numbers of the vertices, and the condition that it is in, each
            about another variable.
        may_close: whether the edges that are in may also be all of one cycle.
    """

    record = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.forest:ForestPropagator",
        engine="clew.core._engine:compile_forest",
        minizinc="clew.exchange.minizinc_graphs:acyclic",
        unwritten="an order of the vertices needs more variables; in JSON `Acyclic` has a form",
        hint=FAILS,
    )

    edges: tuple[tuple[int, int, Unary], ...]
    may_close: bool

    @property
    def scope(self) -> Scope:
        return tuple([condition.variable for _, _, condition in self.edges])


@called_with("as in Connected(cells, edges)")
@attrs.frozen
class Connected(Constraint):
    """The vertices of a graph that have a value are in one piece: each is reached from each by way of such vertices.

    No vertex with the value at all is one piece, too; `AtLeast(1, value, cells)` asks for one.

    Args:
        scope: the variables, one for each vertex, such as the cells of a board.
        edges: pairs of neighbours, as `grid_graph` gives them.
        value: the value of the vertices that are in one piece.
        also: further values that count like it, such as 2 if there may be one bridge or two.
        fixed: further vertices of the graph that are no variables and belong to the piece.
        joints: further vertices that are no variables and belong to the piece if it is connected by way of them.
        size: how many variables have such a value, a number or a pair (at least, at most); None for any number.

    Raises:
        ProblemError: an edge is no pair, or has an end that is none of these vertices; the size is no number and no
            pair of numbers.

    Pruning: without a size, generalised arc consistent. Vertices that cannot be reached from one with the value lose
    it, and vertices without which two of them would be separated take it. These are articulation points, found in time
    linear in the size of the graph (R. Tarjan, Depth-first search and linear graph algorithms, 1972). With a size
    vertices that are too far from one with the value lose it, too, and those without which the piece would be too small
    take it.
    """

    partial = True

    edges: tuple[Edge, ...] = attrs.field(converter=pairs_of, validator=_check_edges, repr=False)
    value: Any = 1
    also: frozenset[Any] = attrs.field(default=frozenset(), converter=frozenset_of, validator=collected, kw_only=True)
    fixed: frozenset[Vertex] = attrs.field(default=frozenset(), converter=frozenset_of, validator=collected)
    joints: frozenset[Vertex] = attrs.field(
        default=frozenset(), converter=frozenset_of, validator=collected, repr=False
    )
    size: tuple[int, int] | None = attrs.field(default=None, converter=_size_of, validator=_check_size, kw_only=True)

    def __attrs_post_init__(self) -> None:
        known = {*self.scope, *self.fixed, *self.joints}
        for edge in self.edges:
            for end in edge:
                if end not in known:
                    raise ProblemError(
                        f"{self.title}: the edge {shown(edge)} ends at {shown(end)}, which is none of its variables: "
                        "leave the edge out, or give the vertex as one of `fixed` or `joints`"
                    )

    def is_in(self, value: Any) -> bool:
        """Whether a vertex that has a value belongs to the piece."""
        return bool(value == self.value) or value in self.also

    def consistent(self, values: Values) -> bool:
        """Whether the vertices with the value can be connected by way of those that are open."""
        cells = dict(zip(self.scope, values, strict=True))
        wanted = {*self.fixed, *[cell for cell, value in cells.items() if value is not OPEN and self.is_in(value)]}
        passable = wanted.union(self.joints, [cell for cell, value in cells.items() if value is OPEN])
        least, most = self.size or (0, len(values))
        settled = len(wanted.intersection(self.scope))
        if settled > most or settled + sum(value is OPEN for value in values) < least:
            return False
        return wanted <= reached(wanted, passable, self.edges)

    holds = consistent

    def primitives(self) -> Iterable[Primitive]:
        places = {name: k for k, name in enumerate((*self.scope, *self.fixed, *self.joints))}
        conditions = [Unary(self, name, self.is_in) for name in self.scope]
        vertices: tuple[Unary | bool, ...] = (*conditions, *[True] * len(self.fixed), *[False] * len(self.joints))
        edges = tuple([(places[one], places[other]) for one, other in self.edges])
        if self.size is None:
            return (Connection(self, vertices, edges),)
        number = len(conditions)  # beyond it, and below 0, one size is as good as another
        least, most = self.size if self.size[1] >= 0 else (number + 1, 0)
        sizes = max(0, min(least, number + 1)), min(most, number)
        return (SizedConnection(self, vertices, edges, sizes),)


def reached(wanted: Iterable[Vertex], passable: Collection[Vertex], edges: Iterable[Edge]) -> set[Vertex]:
    """The vertices reached from any one of some vertices by way of those that may be passed."""
    beside: dict[Vertex, list[Vertex]] = {vertex: [] for vertex in passable}
    for one, other in edges:
        if one in beside and other in beside:
            beside[one].append(other)
            beside[other].append(one)
    found = set(list(wanted)[:1])
    waiting = list(found)
    while waiting:
        new = [vertex for vertex in beside[waiting.pop()] if vertex not in found]
        found.update(new)
        waiting.extend(new)
    return found


@called_with("as in Acyclic(variables, edges)")
@attrs.frozen
class Acyclic(Constraint):
    """The edges of a graph that are 1 close no cycle: they are a forest.

    Args:
        scope: the variables, one for each edge.
        edges: for each of them its ends.
        may_close: whether the edges that are 1 may also be all of one cycle, as in a `Loop`.

    Pruning: generalised arc consistent. An edge between two vertices that are connected already would close a cycle,
    and is 0; vertices that are connected are found by sets that are united (B. Galler, M. Fischer, An improved
    equivalence algorithm, 1964).
    """

    edges: tuple[Edge, ...] = attrs.field(converter=pairs_of, validator=_check_edges, repr=False)
    may_close: bool = False

    def __attrs_post_init__(self) -> None:
        if len(self.edges) != len(self.scope):
            raise ProblemError(f"{self.title}: {len(self.edges)} edges for {len(self.scope)} variables: give one each")

    def holds(self, values: Values) -> bool:
        chosen = [edge for edge, value in zip(self.edges, values, strict=True) if value == 1]
        kept = _without_leaves(chosen)
        if not self.may_close or len(kept) < len(chosen):
            return not kept
        degrees = Counter(vertex for edge in kept for vertex in edge)
        return set(degrees.values()) <= {2} and degrees.keys() <= reached(degrees, degrees, kept)

    def primitives(self) -> Iterable[Primitive]:
        numbers: dict[Vertex, int] = {}
        numbered = [[numbers.setdefault(vertex, len(numbers)) for vertex in edge] for edge in self.edges]
        conditions = [Unary(self, name, _is_one) for name in self.scope]
        edges = [(one, other, condition) for (one, other), condition in zip(numbered, conditions, strict=True)]
        return (AcyclicEdges(self, tuple(edges), self.may_close),)


def _is_one(value: Any) -> bool:  # one function for all: equal constraints have equal primitives
    return bool(value == 1)


def _without_leaves(edges: Sequence[Edge]) -> Sequence[Edge]:
    """The edges that are left when those that end at a vertex of no other edge are taken away, again and again."""
    while True:
        degrees = Counter(vertex for edge in edges for vertex in edge)
        kept = [(one, other) for one, other in edges if degrees[one] > 1 and degrees[other] > 1]
        if len(kept) == len(edges):
            return kept
        edges = kept

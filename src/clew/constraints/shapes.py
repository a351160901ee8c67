"""Shapes in a graph: cells in one piece, loops, paths, trees, regions, and the inside of a loop.

A graph is a collection of edges, each a pair of vertices. `Connected` and `Regions` have a variable for each vertex, a
cell of a board for example. `Loop`, `Path` and `Tree` have one for each edge, whose values are 0 and 1: the edges that
are 1 are the shape. `Paths` has both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import attrs

from clew.constraints.arithmetic import Comparison
from clew.constraints.base import Constraint
from clew.constraints.connected import Acyclic, Connected, Edge, Vertex, pairs_of
from clew.constraints.counting import Count
from clew.constraints.logic import And, Or
from clew.constraints.names import frozenset_of, hashable, name_of, names_of, tuple_of
from clew.constraints.sequences import Regular
from clew.constraints.table import Table
from clew.errors import ProblemError, called_with, shown

Edges = Mapping[Any, Edge] | Iterable[Any]


# -- shapes made of edges ---------------------------------------------------------------------------------


@called_with("as in Loop(edges)")
def Loop(edges: Edges, through: Iterable[Vertex] = ()) -> And:  # noqa: N802
    """The edges that are 1 are one closed curve, which passes each vertex once at most.

    Args:
        edges: pairs of vertices, each the name of a variable with the values 0 and 1; or a mapping from such variables
            to pairs of vertices.
        through: vertices that the curve passes; all of them for a Hamiltonian cycle.

    Raises:
        ProblemError: an edge is no pair of two vertices, or a vertex to be passed has no edge.

    Pruning: that of its parts, which are the number of edges at each vertex, 0 or 2, `Connected` about the edges, and
    `Acyclic`, by which no edge closes the curve too early. One edge at least is 1.
    """
    graph = _Graph.of("Loop", edges)
    passed = graph.vertices_of(through)
    degrees = {vertex: (2,) if vertex in passed else (0, 2) for vertex in graph.at}
    some = Or([Comparison((name,), "==", 1) for name in graph.ends])
    return And([*graph.degrees(degrees), some, graph.connected(passed), graph.acyclic(may_close=True)])


@called_with("as in Path(edges, start, end)")
def Path(edges: Edges, start: Vertex, end: Vertex, through: Iterable[Vertex] = ()) -> And:  # noqa: N802
    """The edges that are 1 are one path from a vertex to another, which passes each vertex once at most.

    Args:
        edges: as for `Loop`.
        start: one end of the path.
        end: the other.
        through: vertices that the path passes; all of them for a Hamiltonian path.

    Raises:
        ProblemError: an edge is no pair of two vertices, the ends are the same, or one of these vertices has no edge.

    Pruning: that of its parts, which are the number of edges at each vertex, `Connected` about the edges, and
    `Acyclic`.
    """
    graph = _Graph.of("Path", edges)
    ends, passed = graph.vertices_of((start, end)), graph.vertices_of(through)
    if len(ends) < 2:
        raise ProblemError(f"Path: it begins and ends at {shown(start)}: give two vertices, or use Loop")
    degrees = {vertex: (1,) if vertex in ends else (2,) if vertex in passed else (0, 2) for vertex in graph.at}
    return And([*graph.degrees(degrees), graph.connected(ends | passed), graph.acyclic()])


@called_with("as in Paths(edges, {label: (start, end)})")
def Paths(edges: Edges, ends: Mapping[Any, Iterable[Vertex]]) -> And:  # noqa: N802
    """The edges that are 1 are paths from vertex to vertex, one for each label; every vertex is on one of them.

    A vertex is a variable, too: its value is the label of its path.

    Args:
        edges: as for `Loop`.
        ends: for each label the two ends of its path.

    Raises:
        ProblemError: an edge is no pair of two vertices, there is no label, or a path does not end at two vertices
            that have edges.

    Pruning: that of its parts, which are the number of edges at each vertex, the labels of the two ends of each edge,
    `Connected` about the vertices of each label, and `Acyclic`.
    """
    graph = _Graph.of("Paths", edges)
    if not (isinstance(ends, Mapping) and ends):
        raise ProblemError(f"Paths: its ends must map each label to two vertices, and {shown(ends)} does not")
    label_of: dict[Vertex, Any] = {}
    for label, pair in ends.items():
        found = graph.vertices_of(pair)
        if len(found) != 2 or found & label_of.keys():
            raise ProblemError(f"Paths: the path {shown(label)} needs two ends of its own, not {shown(pair)}")
        label_of |= dict.fromkeys(found, label)
    degrees = {vertex: (1,) if vertex in label_of else (2,) for vertex in graph.at}
    apart = [(0, one, other) for one in ends for other in ends]
    along = [Table((name, *edge), [(1, label, label) for label in ends] + apart) for name, edge in graph.ends.items()]
    known = [Table((vertex,), [(label,)]) for vertex, label in label_of.items()]
    pieces = [Connected(tuple(graph.at), tuple(graph.ends.values()), label) for label in ends]
    return And([*graph.degrees(degrees), *along, *known, *pieces, graph.acyclic()])


@called_with("as in Tree(edges)")
def Tree(edges: Edges, through: Iterable[Vertex] | None = None) -> And:  # noqa: N802
    """The edges that are 1 are a tree: connected, without a cycle.

    Args:
        edges: as for `Loop`.
        through: vertices that the tree has, beside others maybe; None for all of them, a spanning tree.

    Raises:
        ProblemError: an edge is no pair of two vertices, or one of these vertices has no edge.

    Pruning: that of `Connected` about the edges, and of `Acyclic`. For a spanning tree that is generalised arc
    consistent: every forest without a cycle in a connected graph can be completed.
    """
    graph = _Graph.of("Tree", edges)
    reached = graph.vertices_of(graph.at if through is None else through)
    return And([graph.connected(reached), graph.acyclic()])


@attrs.frozen
class _Graph:
    """A graph with a variable for each edge.

    Attributes:
        kind: the kind of constraint that it is for.
        ends: the ends of each edge, by the name of its variable.
        at: the names of the edges at each vertex.
    """

    kind: str
    ends: dict[Any, Edge]
    at: dict[Vertex, list[Any]]

    @classmethod
    def of(cls, kind: str, edges: Edges) -> _Graph:
        """The graph of some edges, for a kind of constraint.

        Raises:
            ProblemError: an edge is no pair of two vertices, or there is none.
        """
        named = edges.items() if isinstance(edges, Mapping) else [(one, name_of(one)) for one in names_of(kind, edges)]
        ends = {name_of(name): tuple_of(edge) for name, edge in named}
        at: dict[Vertex, list[Any]] = {}
        for name, edge in ends.items():
            if not (isinstance(edge, tuple) and len(edge) == 2 and hashable(edge) and edge[0] != edge[1]):
                raise ProblemError(
                    f"{kind}: an edge is a pair of two vertices, and {shown(edge)} is none: "
                    "give a list of pairs, or a mapping from variables to pairs"
                )
            for vertex in edge:
                at.setdefault(vertex, []).append(name)
        if not ends:
            raise ProblemError(f"{kind}: its graph has no edge: give at least one")
        return cls(kind, ends, at)

    def vertices_of(self, vertices: Iterable[Vertex]) -> frozenset[Vertex]:
        """Some of the vertices.

        Raises:
            ProblemError: one of them has no edge.
        """
        some = frozenset_of(vertices)
        if not isinstance(some, frozenset):
            raise ProblemError(f"{self.kind}: {shown(vertices)} is no collection of vertices")
        for vertex in some:
            if vertex not in self.at:
                raise ProblemError(f"{self.kind}: no edge ends at the vertex {shown(vertex)}")
        return some

    def degrees(self, allowed: Mapping[Vertex, tuple[int, ...]]) -> Iterable[Constraint]:
        """At each vertex one of some numbers of edges is 1."""
        for vertex, names in self.at.items():
            most = max(allowed[vertex])
            steps = {(n, chosen): n + chosen for chosen in (0, 1) for n in range(most + 1 - chosen)}
            yield Regular(names, steps, 0, allowed[vertex])

    def connected(self, fixed: Collection[Vertex]) -> Connected:
        """The edges that are 1 are connected, with some vertices. Two of them are so by the vertex at which they meet.

        The names of vertices and those of edges could be the same, so vertices get other names here.
        """
        meetings = [(name, ("at", vertex)) for name, ends in self.ends.items() for vertex in ends]
        vertices = [("at", vertex) for vertex in self.at]
        joints = [vertex for vertex in vertices if vertex[1] not in fixed]
        return Connected(tuple(self.ends), meetings, 1, [("at", vertex) for vertex in fixed], joints)

    def acyclic(self, may_close: bool = False) -> Acyclic:
        return Acyclic(tuple(self.ends), tuple(self.ends.values()), may_close)


# -- shapes made of cells ---------------------------------------------------------------------------------


@called_with("as in Regions(cells, edges, {region: size})")
def Regions(  # noqa: N802
    cells: Iterable[Any], edges: Iterable[Iterable[Any]], sizes: Mapping[Any, int | tuple[int, int]]
) -> And:
    """The cells are parted into regions, each in one piece and of its size; the value of a cell is its region.

    Args:
        cells: the variables. Values that are no region belong to none.
        edges: pairs of neighbours, as `grid_graph` gives them.
        sizes: for each region the number of its cells, or a pair (at least, at most).

    Pruning: that of `Count` for the sizes, and of `Connected` with its size for each region.
    """
    scope, pairs = names_of("Regions", cells), pairs_of(edges)
    if not (isinstance(sizes, Mapping) and sizes):
        raise ProblemError(f"Regions: its sizes must map each region to a number, and {shown(sizes)} does not")
    return And([Count(scope, sizes), *[Connected(scope, pairs, region, size=size) for region, size in sizes.items()]])


@called_with("as in Inside(grid_sides(height, width))")
def Inside(sides: Mapping[Any, Iterable[Any]]) -> And:  # noqa: N802
    """The cells that are 1 are those inside of the closed curves that the edges that are 1 draw.

    A curve passes between two cells just if one of them is inside. Together with `Loop` the curve is one.

    Args:
        sides: for each edge, a variable with the values 0 and 1, the one or two cells beside it, as `grid_sides` gives
            them. A cell is a variable with the values 0 and 1; the other side of the border is outside.

    Raises:
        ProblemError: an edge has neither one nor two cells beside it.

    Pruning: generalised arc consistent edge by edge.
    """
    parts: list[Constraint] = []
    for edge, beside in sides.items() if isinstance(sides, Mapping) else ():
        cells = names_of("Inside", beside)
        if len(cells) not in (1, 2):
            raise ProblemError(f"Inside: {shown(edge)} has {len(cells)} cells beside it: an edge has one or two")
        even = [(0, 0), (1, 1)] if len(cells) == 1 else [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
        parts.append(Table((name_of(edge), *cells), even))
    if not parts:
        raise ProblemError(f"Inside: its sides must map each edge to the cells beside it, and {shown(sides)} does not")
    return And(parts)

"""Graphs in the DIMACS format: `p edge VERTICES EDGES`, then a line `e U V` for each edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from clew.errors import InputError
from clew.exchange.declaration import one_line
from clew.forms.edges import dimacs


def read_graph(text: str) -> dict[str, tuple[str, ...]]:
    """The graph that a text in the DIMACS format describes: each vertex with all of its neighbours.

    The vertices are named by their numbers, as text, from 1. An edge may be listed twice. The number of edges in the
    first line is not looked at, for files at large count in two ways; nor are lines `n`, which weigh vertices.

    Raises:
        InputError: the text is no graph; the message names the line.
    """
    lines = ((f"line {k}", words) for k, line in enumerate(text.splitlines(), 1) if (words := line.split()))
    early = "the first line must be p edge VERTICES EDGES"
    return dimacs(lines, early, "an edge joins {} to itself: leave it out").neighbours


def write_graph(graph: Mapping[Any, Iterable[Any]], title: str = "") -> str:
    """A graph in the DIMACS format.

    Vertices that are not named by their places get numbers, and comments say which is which.

    Args:
        graph: each vertex with its neighbours; an edge needs to be given once only.
        title: a comment for the first line.

    Raises:
        InputError: a vertex is joined to itself.
    """
    listed = {vertex: tuple(others) for vertex, others in graph.items()}
    vertices = dict.fromkeys([*listed, *(other for others in listed.values() for other in others)])
    number = {vertex: k for k, vertex in enumerate(vertices, 1)}
    edges: dict[tuple[int, int], None] = {}
    for vertex, others in listed.items():
        for other in others:
            if vertex == other:
                raise InputError(f"an edge joins {vertex!r} to itself: leave it out")
            edges[min(number[vertex], number[other]), max(number[vertex], number[other])] = None
    lines = [f"c {one_line(title)}"] if title else []
    lines += [f"c vertex {k} is {one_line(vertex)}" for vertex, k in number.items() if str(vertex) != str(k)]
    lines.append(f"p edge {len(number)} {len(edges)}")
    return "\n".join([*lines, *(f"e {one} {other}" for one, other in sorted(edges)), ""])

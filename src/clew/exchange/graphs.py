"""Graphs in the DIMACS format: `p edge VERTICES EDGES`, then a line `e U V` for each edge."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from clew.errors import InputError
from clew.exchange.declaration import one_line
from clew.limits import check_size


def read_graph(text: str) -> dict[str, tuple[str, ...]]:
    """The graph that a text in the DIMACS format describes: each vertex with all of its neighbours.

    The vertices are named by their numbers, as text, from 1. An edge may be listed twice. The number of edges in the
    first line is not looked at, for files at large count in two ways; nor are lines `n`, which weigh vertices.

    Raises:
        InputError: the text is no graph; the message names the line.
    """
    graph: dict[str, dict[str, None]] | None = None
    for k, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] in ("c", "n"):
            continue
        if words[0] == "p":
            if graph is not None:
                raise InputError(f"line {k}: a second p line: a file has one graph")
            graph = {str(vertex): {} for vertex in range(1, _vertices(k, words) + 1)}
        elif words[0] == "e":
            if graph is None:
                raise InputError(f"line {k}: the first line must be p edge VERTICES EDGES")
            one, other = _ends(k, words, graph)
            graph[one][other] = graph[other][one] = None
        else:
            raise InputError(f"line {k}: {one_line(words[0][:20])!r} begins no line of a DIMACS graph: use c, p and e")
    if graph is None:
        raise InputError("the text has no line p edge VERTICES EDGES")
    return {vertex: tuple(others) for vertex, others in graph.items()}


def _vertices(k: int, words: list[str]) -> int:
    if len(words) != 4 or words[1] not in ("edge", "edges", "col") or not re.fullmatch(r"[0-9]{1,12}", words[2]):
        raise InputError(f"line {k}: write p edge VERTICES EDGES, with two numbers")
    check_size(int(words[2]), 1)
    return int(words[2])


def _ends(k: int, words: list[str], graph: Mapping[str, Any]) -> tuple[str, str]:
    ends = words[1:]
    if len(ends) != 2 or not graph.keys() >= set(ends):
        raise InputError(f"line {k}: write e U V, with two numbers from 1 to {len(graph)}")
    if ends[0] == ends[1]:
        raise InputError(f"line {k}: an edge joins {ends[0]} to itself: leave it out")
    return ends[0], ends[1]


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

"""Instances that are a graph: its edges, two names a line, or the DIMACS format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import attrs

from clew.errors import InputError
from clew.forms.base import Form, InstanceText, Word, quoted, shape_of
from clew.limits import check_size

Edge = tuple[str, str]

NAME: Final = r"[^\s,=#]+"
NUMBER: Final = r"[0-9]{1,12}"


@attrs.frozen
class Graph:
    """An undirected graph.

    Attributes:
        vertices: the names of the vertices, in the order of their first mention.
        edges: each edge once, as the pair of its ends.
    """

    vertices: tuple[str, ...]
    edges: tuple[Edge, ...]

    @property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """For each vertex the vertices that an edge joins it to."""
        joined: dict[str, list[str]] = {vertex: [] for vertex in self.vertices}
        for one, other in self.edges:
            joined[one].append(other)
            joined[other].append(one)
        return {vertex: tuple(others) for vertex, others in joined.items()}


@attrs.frozen
class Edges(Form[Graph]):
    """The edges of a graph: two names a line, or several edges in a line with commas between.

    A name by itself is a vertex without edges; `#` begins a comment. A text with a line
    `p edge VERTICES EDGES` is in the DIMACS format: `e U V` is an edge, `c` begins a comment.
    """

    @property
    def hint(self) -> str:
        return "edges such as 'a b, b c', or one a line, or a graph in the DIMACS format"

    def read(self, text: str) -> Graph:
        whole = InstanceText(text, self)
        whole.text = re.sub("#[^\n]*", lambda comment: " " * len(comment[0]), whole.text)
        is_dimacs = re.search(r"^[^\S\n]*p[^\S\n]+(edges?|col)[^\S\n]+\S", whole.text, re.MULTILINE)
        graph = _dimacs(whole) if is_dimacs else _pairs(whole)
        self.check(graph)
        return graph

    def write(self, value: Graph) -> str:
        # The vertices come back in their order: those that the edges would mention later are named first.
        mentioned = dict.fromkeys(name for edge in value.edges for name in edge)
        is_plain = tuple(mentioned) == value.vertices
        lines = [] if is_plain else list(value.vertices)
        return "\n".join([*lines, *(f"{one} {other}" for one, other in value.edges)])

    def made(self, value: Any) -> Any:
        if isinstance(value, (Graph, str)) or not isinstance(value, Iterable):
            return value
        vertices: list[Any] = []
        if isinstance(value, Mapping):
            if not all(isinstance(others, Iterable) for others in value.values()):
                return value
            vertices = list(value)
            edges = [(vertex, other) for vertex, others in value.items() for other in others]
        else:
            edges = [tuple(edge) if isinstance(edge, Sequence) else () for edge in value]
        names = [*vertices, *(name for edge in edges for name in edge)]
        if not all(len(edge) == 2 for edge in edges) or not all(isinstance(name, str) for name in names):
            return value
        return _graph(dict.fromkeys(names), edges)

    def check(self, value: Graph) -> None:
        if not isinstance(value, Graph):
            raise InputError(f"{shape_of(value)} is no graph: give pairs of names, or each vertex with its neighbours")
        for vertex in value.vertices:
            if not isinstance(vertex, str) or not re.fullmatch(NAME, vertex):
                raise InputError(f"{shape_of(vertex)} is no name of a vertex: use a text without spaces and , = #")
        for one, other in value.edges:
            if one == other:
                raise InputError(f"{quoted(one)} is joined to itself: {LOOP}")
        if not value.vertices:
            raise InputError("a graph has one vertex at least")
        check_size(len(value.vertices), 1)


LOOP: Final = "leave that edge out"


def _pairs(whole: InstanceText) -> Graph:
    edges: list[Edge] = []
    vertices: dict[str, None] = {}
    for words in whole.lines(",\n", r"[^\s,]+"):
        names = [_named(whole, word) for word in words]
        if len(names) > 2:
            raise InputError(
                f"{whole.place(words[2][1])}: {quoted(names[2])} is the third name: an edge has two, and a comma or a "
                "new line comes before the next"
            )
        if len(set(names)) < len(names):
            raise InputError(f"{whole.place(words[0][1])}: {quoted(names[0])} is joined to itself: {LOOP}")
        vertices.update(dict.fromkeys(names))
        edges += pairwise(names)
    return _graph(vertices, edges)


def _named(whole: InstanceText, word: Word) -> str:
    name, begin = word
    if not re.fullmatch(NAME, name):
        raise InputError(f"{whole.place(begin)}: {quoted(name)} is no name of a vertex: leave out =")
    return name


def _graph(vertices: Iterable[Any], edges: Iterable[tuple[Any, ...]]) -> Graph:
    """The graph of these edges, each of them once."""
    once: dict[Any, Any] = {}
    for edge in edges:
        once.setdefault(frozenset(edge), edge)
    return Graph(tuple(vertices), tuple(once.values()))


def _dimacs(whole: InstanceText) -> Graph:
    lines = ((whole.place(words[0][1]), [word for word, _ in words]) for words in whole.lines("\n", r"\S+"))
    early = "an edge before the p line: put the p line first"
    return dimacs(lines, early, f"{{}} is joined to itself: {LOOP}")


def dimacs(lines: Iterable[tuple[str, Sequence[str]]], early: str, loop: str) -> Graph:
    """The graph that lines in the DIMACS format describe.

    Args:
        lines: the place of each line, for messages, and its words.
        early: what to say of an edge before the number of vertices.
        loop: what to say of an edge with the same vertex, `{}`, at both ends.

    Raises:
        InputError: they describe none.
        OptionError: it would be too large to search.
    """
    size: int | None = None
    edges: list[Edge] = []
    for place, (kind, *words) in lines:
        if kind == "p":
            if size is not None:
                raise InputError(f"{place}: a second p line: a file has one graph")
            if len(words) != 3 or words[0] not in ("edge", "edges", "col") or not re.fullmatch(NUMBER, words[1]):
                raise InputError(f"{place}: write p edge VERTICES EDGES, with two numbers")
            size = int(words[1])
            check_size(size, 1)
        elif kind == "e":
            if size is None:
                raise InputError(f"{place}: {early}")
            if len(words) != 2 or not all(re.fullmatch(NUMBER, w) and 1 <= int(w) <= size for w in words):
                raise InputError(f"{place}: write e U V, with two numbers from 1 to {size}")
            one, other = (str(int(word)) for word in words)
            if one == other:
                raise InputError(f"{place}: {loop.format(one)}")
            edges.append((one, other))
        elif kind not in ("c", "n"):
            raise InputError(f"{place}: {quoted(kind)} begins no line of a DIMACS graph: use c, p and e")
    if size is None:
        raise InputError("the text has no line p edge VERTICES EDGES")
    return _graph(map(str, range(1, size + 1)), edges)

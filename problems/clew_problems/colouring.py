"""Graph colouring: a colour for every vertex, so that no edge joins two vertices of one colour."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Self

import attrs

import clew
from clew import render
from clew.constraints import Constraint, NotEqual
from clew_problems.words import words

Graph = tuple[tuple[str, tuple[str, ...]], ...]
Edge = tuple[str, str]

MAX_TEXT: Final = 20_000_000
MAX_COLOURS: Final = 10_000

PETERSEN: Final = "1-2-3-4-5-1 1-6 2-7 3-8 4-9 5-10 6-8-10-7-9-6"
GROETZSCH: Final = "1-2-3-4-5-1 6-2 6-5 7-1 7-3 8-2 8-4 9-3 9-5 10-4 10-1 11-6 11-7 11-8 11-9 11-10"
AUSTRALIA: Final = "WA-NT-SA-WA NT-Q-SA Q-NSW-SA NSW-V-SA T"


def _error(message: str) -> clew.InputError:
    return clew.InputError(f"colouring: {message}")


def _graph(neighbours: Mapping[str, Iterable[str]] | Graph) -> Graph:
    """Each vertex with those of its neighbours that come before it."""
    named = {vertex: tuple(others) for vertex, others in dict(neighbours).items()}
    order = dict.fromkeys([*named, *(other for others in named.values() for other in others)])
    place = {vertex: k for k, vertex in enumerate(order)}
    earlier: dict[str, set[str]] = {vertex: set() for vertex in place}
    for vertex, others in named.items():
        for other in others:
            first, last = sorted((vertex, other), key=place.__getitem__)
            earlier[last].add(first)
    return tuple((vertex, tuple(sorted(others, key=place.__getitem__))) for vertex, others in earlier.items())


def _sound(problem: Colouring, field: attrs.Attribute[Any], graph: Graph) -> None:
    for vertex, earlier in graph:
        if not isinstance(vertex, str) or not re.fullmatch(r"\w+", vertex):
            raise _error(f"{vertex!r} is no name of a vertex: use letters, digits and _")
        if vertex in earlier:
            raise _error(f"{vertex} is joined to itself and could have no colour: leave that edge out")
    if len(graph) < 2:
        raise _error("a graph has two vertices at least: give edges such as a-b b-c")


def _number(problem: Colouring, field: attrs.Attribute[Any], colours: int) -> None:
    if not isinstance(colours, int) or not 1 <= colours <= MAX_COLOURS:
        raise clew.OptionError(f"colouring: colours must be a whole number from 1 to {MAX_COLOURS}, not {colours!r}")
    clew.check_size(len(problem.graph), colours)


MAX_DRAWN = 120
"""Vertices that a picture of the graph may have: larger graphs are a list."""


@attrs.frozen
class Colouring(clew.Problem[str, int]):
    """The colourings of a graph.

    Args:
        graph: each vertex, by its name, with the names of its neighbours; an edge needs to be given once only.
        colours: how many colours there are: the values are the numbers from 1.

    Raises:
        InputError: a vertex is joined to itself or has a name with other characters than letters, digits and `_`.
        OptionError: there is no colour, or the graph is too large to search.
    """

    name = "colouring"
    summary = "colour the vertices of a graph so that no edge joins two of the same colour"
    rules = (
        "Give every vertex one of the colours, so that neighbours differ. The instance is a list of edges, as in "
        "a-b b-c, or of paths, as in a-b-c, with lone vertices by themselves; or two names a line; or a graph in "
        "the DIMACS format."
    )
    examples = (
        clew.Example("australia", AUSTRALIA, 18),
        clew.Example("petersen", PETERSEN, 120),
        clew.Example("petersen, 4 colours", PETERSEN, 12960, {"colours": 4}),
        clew.Example("groetzsch", GROETZSCH, 0),
        clew.Example("groetzsch, 4 colours", GROETZSCH, 12480, {"colours": 4}),
        clew.Example("triangle, dimacs", "c a triangle\np edge 3 3\ne 1 2\ne 2 3\ne 3 1\n", 6),
    )
    translations = words(
        ("edge", "l'arête", "Kante"),
    )
    styles = ("classes", "vertices", "dot")

    graph: Graph = attrs.field(converter=_graph, validator=_sound)
    colours: int = clew.parameter(3, "how many colours there are", validator=_number)

    @property
    def vertices(self) -> tuple[str, ...]:
        """The names of the vertices."""
        return tuple(vertex for vertex, _ in self.graph)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Each edge once."""
        return tuple((other, vertex) for vertex, earlier in self.graph for other in earlier)

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[str, range]:
        return dict.fromkeys(self.vertices, range(1, self.colours + 1))

    def constraints(self) -> Iterable[Constraint]:
        return _constraints(self.graph)

    def symmetries(self) -> Mapping[str, Callable[[Mapping[str, int]], Mapping[str, int]]]:
        """All exchanges of colours come of these two: of the first two, and each for the next."""
        return {"exchange of 1 and 2": _exchanged, "next colour": self._shifted} if self.colours > 1 else {}

    def _shifted(self, colouring: Mapping[str, int]) -> dict[str, int]:
        return {vertex: colour % self.colours + 1 for vertex, colour in colouring.items()}

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads edges and paths such as `a-b-c`, two names a line, or the DIMACS format."""
        return cls(read(text), **parameters)

    def to_text(self) -> str:
        words: list[str] = []
        for vertex, earlier in self.graph:
            words += [f"{other}-{vertex}" for other in earlier] or [vertex]
        # A vertex that the next edge begins with needs no line of its own.
        return "\n".join(w for w, after in zip(words, [*words[1:], ""], strict=True) if not after.startswith(f"{w}-"))

    def draw(self, assignment: Mapping[str, int], style: str | None = None) -> str:
        style = self.check_style(style)
        if style == "vertices":
            return "\n".join(f"{vertex} = {assignment.get(vertex, '.')}" for vertex in self.vertices)
        if style == "dot":
            return self._dot(assignment)
        classes = [
            (str(colour or "."), [v for v in self.vertices if assignment.get(v, 0) == colour])
            for colour in range(self.colours + 1)
        ]
        return "\n".join(f"{colour}: {' '.join(members)}" for colour, members in [*classes[1:], classes[0]] if members)

    def picture(
        self, assignment: Mapping[str, int], domains: Mapping[str, Collection[int]] | None = None
    ) -> render.Picture:
        """The graph with its vertices on a circle, each in its colour; the colours left stand below open vertices."""
        if len(self.vertices) > MAX_DRAWN:
            return super().picture(assignment, domains)
        left = {v: " ".join(map(str, some)) for v, some in (domains or {}).items() if v not in assignment}
        colours = {vertex: colour - 1 for vertex, colour in assignment.items()}
        labels = {vertex: str(colour) for vertex, colour in assignment.items()}
        return render.Graph(self.vertices, self.edges, colours, {**labels, **left}, title="a graph")

    def _dot(self, assignment: Mapping[str, int]) -> str:
        """The graph in the language of Graphviz; the first twelve colours are seen, all are written."""
        lines = ["graph {", "  node [style=filled, colorscheme=set312, fillcolor=white]"]
        for vertex in self.vertices:
            colour = assignment.get(vertex)
            look = f'label="{vertex}: {colour}"' if colour else f'label="{vertex}"'
            lines.append(f'  "{vertex}" [{look}{f", fillcolor={colour}" if colour and colour <= 12 else ""}]')
        return "\n".join([*lines, *(f'  "{a}" -- "{b}"' for a, b in self.edges), "}"])

    def constraint_name(self, constraint: Constraint) -> str:
        return f"edge {'-'.join(map(str, constraint.scope))}"


def _exchanged(colouring: Mapping[str, int]) -> dict[str, int]:
    return {vertex: {1: 2, 2: 1}.get(colour, colour) for vertex, colour in colouring.items()}


@lru_cache(maxsize=32)
def _constraints(graph: Graph) -> tuple[Constraint, ...]:
    return tuple(NotEqual(other, vertex) for vertex, earlier in graph for other in earlier)


# -- reading -----------------------------------------------------------------------------------------


def read(text: str) -> dict[str, list[str]]:
    """The vertices of the graph that a text describes, each with neighbours.

    Raises:
        InputError: the text is no graph; the message names the place.
    """
    if len(text) > MAX_TEXT:
        raise _error(f"the text has {len(text)} characters, more than any graph that could be searched")
    lines = [(k, words) for k, line in enumerate(text.splitlines(), 1) if (words := re.findall(r"[^\s,;]+", line))]
    if not lines:
        raise _error("the instance is empty: give edges such as a-b b-c")
    if any(words[0] == "p" and words[1:2] in (["edge"], ["edges"], ["col"]) for _, words in lines):
        return _dimacs(lines)
    return _edges(lines)


def _edges(lines: Sequence[tuple[int, Sequence[str]]]) -> dict[str, list[str]]:
    pairs = all(len(words) == 2 and "-" not in "".join(words) for _, words in lines)
    graph: dict[str, list[str]] = {}
    for k, parts in lines:
        for path in [parts] if pairs else [part.split("-") for part in parts]:
            if bad := [name for name in path if not re.fullmatch(r"\w+", name)]:
                raise _error(
                    f"line {k}: {bad[0][:20]!r} in {'-'.join(path)[:40]!r} is no name of a vertex: write an edge as a-b"
                )
            for name in path:
                graph.setdefault(name, [])
            for one, other in pairwise(path):
                graph[one].append(other)
    return graph


def _dimacs(lines: Sequence[tuple[int, Sequence[str]]]) -> dict[str, list[str]]:
    graph: dict[str, list[str]] = {}
    for k, (kind, *numbers) in lines:
        if kind == "p":
            if graph:
                raise _error(f"line {k}: a second p line: a file has one graph")
            if len(numbers) != 3 or not re.fullmatch(r"[0-9]{1,12}", numbers[1]):
                raise _error(f"line {k}: write p edge VERTICES EDGES, with two numbers")
            clew.check_size(int(numbers[1]), 1)
            graph = {str(vertex): [] for vertex in range(1, int(numbers[1]) + 1)}
        elif kind == "e":
            if len(numbers) != 2 or not graph.keys() >= set(numbers):
                raise _error(
                    f"line {k}: {' '.join(numbers)[:40]!r} are no two vertices: write e U V, with numbers from 1 to "
                    f"{len(graph)}, below the p line"
                )
            graph[numbers[0]].append(numbers[1])
        elif kind not in ("c", "n"):
            raise _error(f"line {k}: {kind[:20]!r} begins no line of a DIMACS graph: use c, p and e")
    return graph

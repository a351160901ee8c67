"""Graphs: pairs of names, the DIMACS format, errors with their place, and a colouring made from one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, NotEqual
from clew.forms import Edges, Graph


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    names = draw(st.permutations("abcdef"))[: draw(st.integers(1, 5))]
    pairs = [(a, b) for k, a in enumerate(names) for b in names[k + 1 :]]
    return Graph(tuple(names), tuple(draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else ()))


@given(graphs())
def test_a_graph_is_written_and_read_again(graph: Graph) -> None:
    assert Edges().read(Edges().write(graph)) == graph
    assert Edges().made(graph.neighbours).vertices == graph.vertices
    joined = {frozenset(edge) for edge in graph.edges}
    assert {frozenset((v, w)) for v, others in graph.neighbours.items() for w in others} == joined
    assert {frozenset(edge) for edge in Edges().made(graph.neighbours).edges} == joined


@given(graphs())
def test_the_dimacs_format(graph: Graph) -> None:
    number = {name: k for k, name in enumerate(graph.vertices, 1)}
    lines = [f"e {number[a]} {number[b]}" for a, b in graph.edges]
    text = "\n".join(["c a comment", "# another", f"p edge {len(number)} {len(lines)}", *lines])
    assert Edges().read(text) == Graph(
        tuple(map(str, number.values())), tuple((str(number[a]), str(number[b])) for a, b in graph.edges)
    )


def test_commas_comments_and_an_edge_said_twice() -> None:
    wanted = Graph(("a", "b", "c", "d"), (("a", "b"), ("b", "c")))
    assert Edges().read("a b, b c\nb a # the same again\n\n# d is alone\nd") == wanted
    assert Edges().made([("a", "b"), ["b", "c"], ("b", "a")]).edges == wanted.edges
    assert Edges().made({"a": ["b"], "b": ["a", "c"], "c": [], "d": []}) == wanted
    # A vertex may be called p or e: only a p line with its two numbers makes a text DIMACS.
    assert Edges().read("p e\ne c") == Graph(("p", "e", "c"), (("p", "e"), ("e", "c")))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a b\nb b", "line 2, column 1: 'b' is joined to itself: leave that edge out"),
        ("a b c", "line 1, column 5: 'c' is the third name: an edge has two"),
        ("a b, c=d e", "line 1, column 6: 'c=d' is no name of a vertex: leave out ="),
        ("p edge 3 1\np edge 3 1", "line 2, column 1: a second p line"),
        ("p edge x 1", "line 1, column 1: write p edge VERTICES EDGES"),
        ("e 1 2\np edge 3 1", "line 1, column 1: an edge before the p line: put the p line first"),
        ("p edge 3 1\ne 1 4", "line 2, column 1: write e U V, with two numbers from 1 to 3"),
        ("p edge 3 1\ne 1", "line 2, column 1: write e U V"),
        ("p edge 3 1\ne 2 02", "line 2, column 1: 2 is joined to itself"),
        ("p edge 3 1\nq 1 2", "line 2, column 1: 'q' begins no line of a DIMACS graph"),
        ("p edge 0 0", "a graph has one vertex at least"),
        ("# nothing", "a graph has one vertex at least"),
    ],
)
def test_what_is_no_graph_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(clew.InputError, match=f"^{re.escape(complaint)}"):
        Edges().read(text)


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("a b", "'a b' is no graph"),
        (3, "3 is no graph"),
        ({"a": 1}, "is no graph"),
        ([("a", "a")], "'a' is joined to itself"),
        ([("a", "b", "c")], "is no graph"),
        ([("a", 2)], "[('a', 2)] is no graph"),
        ([("a", "b c")], "'b c' is no name of a vertex"),
        ([], "a graph has one vertex at least"),
    ],
)
def test_what_is_no_graph_in_python_is_refused(value: object, complaint: str) -> None:
    with pytest.raises(clew.InputError, match=re.escape(complaint)):
        Edges().check(Edges().made(value))


def test_absurd_graphs_are_refused() -> None:
    with pytest.raises(clew.OptionError):
        Edges().read("p edge 999999999 0")


@attrs.frozen
class Colours(clew.Problem[str, int]):
    """The colourings of a graph."""

    name = "colours"
    graph: Graph = clew.instance(Edges())
    colours: int = clew.parameter(3, "how many colours there are")

    def domains(self) -> Mapping[str, Iterable[int]]:
        return dict.fromkeys(self.graph.vertices, range(self.colours))

    def constraints(self) -> Iterable[Constraint]:
        return [NotEqual(*edge) for edge in self.graph.edges]


@given(graphs(), st.integers(1, 3))
def test_a_problem_made_from_a_graph(graph: Graph, colours: int) -> None:
    place = {vertex: k for k, vertex in enumerate(graph.vertices)}
    wanted = {
        painted
        for painted in product(range(colours), repeat=len(place))
        if all(painted[place[a]] != painted[place[b]] for a, b in graph.edges)
    }
    problem = Colours.from_text(Edges().write(graph), colours=colours)
    assert {tuple(s.values()) for s in clew.solutions(problem)} == wanted

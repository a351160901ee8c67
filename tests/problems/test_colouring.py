"""Graph colouring: published graphs and numbers, chromatic polynomials, and graphs as text."""

from __future__ import annotations

from functools import partial
from itertools import combinations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import clew
from clew_problems import colouring
from clew_problems.colouring import Colouring
from tests.problems.refusals import assert_read_or_refused, refused

refusal = partial(refused, Colouring)

Edges = frozenset[frozenset[str]]


def colourings(vertices: frozenset[str], edges: Edges, colours: int) -> int:
    """The chromatic polynomial by deletion and contraction."""
    if not edges:
        return int(colours ** len(vertices))
    edge = next(iter(edges))
    kept, gone = sorted(edge)
    merged = frozenset(frozenset(kept if v == gone else v for v in other) for other in edges - {edge})
    without = colourings(vertices, edges - {edge}, colours)
    return without - colourings(vertices - {gone}, merged, colours)


def undirected(problem: Colouring) -> Edges:
    return frozenset(map(frozenset, problem.edges))


@st.composite
def graphs(draw: st.DrawFn, most: int = 6) -> dict[str, list[str]]:
    """Graphs as a mapping from names to neighbours, edges given once, twice, or from either end."""
    names = draw(st.lists(st.from_regex(r"\A[a-z0-9_éß]{1,4}\Z"), min_size=2, max_size=most, unique=True))
    pairs = [(a, b) for a in names for b in names if a != b]
    edges = draw(st.lists(st.sampled_from(pairs), max_size=10))
    return {name: [other for one, other in edges if one == name] for name in names}


# -- published numbers -----------------------------------------------------------------------------


@pytest.mark.parametrize("inference", ["check", "forward", "unit", "arc"])
@pytest.mark.parametrize(
    ("graph", "vertices", "edges", "counts"),
    [
        (colouring.PETERSEN, 10, 15, {1: 0, 2: 0, 3: 120, 4: 12960}),
        (colouring.GROETZSCH, 11, 20, {1: 0, 2: 0, 3: 0, 4: 12480}),
        (colouring.AUSTRALIA, 7, 9, {1: 0, 2: 0, 3: 18}),
    ],
)
def test_published_graphs_have_as_many_colourings_as_published(
    graph: str, vertices: int, edges: int, counts: dict[int, int], inference: str
) -> None:
    problem = Colouring.from_text(graph)
    assert (len(problem.vertices), len(problem.edges)) == (vertices, edges)
    found = {
        colours: clew.count(Colouring.from_text(graph, colours=colours), inference=inference) for colours in counts
    }
    assert found == counts


def test_the_petersen_graph_has_three_neighbours_a_vertex_and_no_circle_shorter_than_five() -> None:
    edges = undirected(Colouring.from_text(colouring.PETERSEN))
    vertices = frozenset[str]().union(*edges)
    near = {v: {u for edge in edges if v in edge for u in edge - {v}} for v in vertices}
    assert all(len(near[v]) == 3 for v in vertices)
    for one, other in combinations(vertices, 2):
        assert len(near[one] & near[other]) == (other not in near[one])


def test_the_groetzsch_graph_has_no_triangle() -> None:
    edges = undirected(Colouring.from_text(colouring.GROETZSCH))
    vertices = frozenset[str]().union(*edges)
    assert not [v for edge in edges for v in vertices if edges >= {frozenset({v, u}) for u in edge}]


@pytest.mark.parametrize("colours", [1, 2, 3, 4])
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_circles_paths_and_complete_graphs_follow_their_formulas(n: int, colours: int) -> None:
    names = [f"v{k}" for k in range(n)]
    path = "-".join(names)
    complete = " ".join(f"{a}-{b}" for a, b in combinations(names, 2))
    k = colours
    falling = 1
    for step in range(n):
        falling *= max(0, k - step)
    assert clew.count(Colouring.from_text(f"{path}-v0", colours=k)) == (k - 1) ** n + (-1) ** n * (k - 1)
    assert clew.count(Colouring.from_text(path, colours=k)) == k * (k - 1) ** (n - 1)
    assert clew.count(Colouring.from_text(complete, colours=k)) == falling


@given(graphs(), st.integers(1, 4))
def test_there_are_as_many_colourings_as_the_chromatic_polynomial_says(
    graph: dict[str, list[str]], colours: int
) -> None:
    problem = Colouring(graph, colours=colours)
    edges = frozenset(frozenset({a, b}) for a, others in graph.items() for b in others)
    assert undirected(problem) == edges
    assert clew.count(problem) == colourings(frozenset(graph), edges, colours)


@given(graphs(4), st.integers(1, 3))
def test_the_solutions_are_the_assignments_that_no_edge_forbids(graph: dict[str, list[str]], colours: int) -> None:
    problem = Colouring(graph, colours=colours)
    expected = {
        choice
        for choice in product(range(1, colours + 1), repeat=len(graph))
        for colour in [dict(zip(graph, choice, strict=True))]
        if all(colour[a] != colour[b] for a, others in graph.items() for b in others)
    }
    found = [tuple(solution[vertex] for vertex in graph) for solution in clew.solutions(problem)]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_an_edge_between_two_vertices_of_one_colour_is_a_violation() -> None:
    (violation,) = clew.violations(Colouring.from_text("a-b-c"), {"a": 1, "b": 2, "c": 2})
    assert violation.variables == ("b", "c")


def test_problems_on_one_graph_share_their_constraints() -> None:
    one, other = Colouring.from_text("a-b-c"), Colouring.from_text("a-b-c", colours=5)
    assert one.constraints() is other.constraints()


# -- reading and drawing -----------------------------------------------------------------------------

KITE = Colouring({"1": ["2", "3"], "2": ["3"], "3": ["4"]})


@pytest.mark.parametrize(
    "text",
    [
        "1-2 1-3 2-3 3-4",
        "1-2, 1-3; 2-3,3-4",
        "1-2\n1-3\n2-3\n\n3-4\n",
        "1-2-3-1 3-4",
        "1-2-3-4 3-1 1-3 1-2",
        "1 2\n1 3\n2 3\n3 4",
        "1\t2\r\n1,3\r\n2 3\r\n4 3\r\n",
        "1 2-1 3-1-2-3 4-3",
        "c a kite\nc\np edge 4 4\ne 1 2\ne 1 3\ne 2 3\ne 3 4\n",
        "p col 4 8\ne 1 2\ne 2 1\ne 1 3\ne 3 1\ne 2 3\ne 3 2\ne 3 4\ne 4 3",
        "p edges 4 4\nn 1 5\ne 4 3\ne 3 2\ne 3 1\ne 2 1",
    ],
)
def test_a_graph_is_recognised_in_every_form(text: str) -> None:
    assert Colouring.from_text(text) == KITE


def test_vertices_without_edges_are_vertices_too() -> None:
    assert Colouring.from_text("a-b T").vertices == ("a", "b", "T")
    assert Colouring.from_text("T\na\n").edges == ()
    assert Colouring.from_text("p edge 3 1\ne 2 3").vertices == ("1", "2", "3")
    assert clew.count(Colouring.from_text("p edge 3 0")) == 27


@given(graphs(), st.integers(1, 4))
@example({"p": [], "edge": [], "3": [], "4": []}, 3)
@example({"c": ["p"], "p": ["edge"], "edge": []}, 3)
@example({"a": [], "b": []}, 3)
def test_a_graph_is_read_back_from_its_text(graph: dict[str, list[str]], colours: int) -> None:
    problem = Colouring(graph, colours=colours)
    again = Colouring.from_text(problem.to_text(), colours=colours)
    assert again == problem
    assert again.vertices == tuple(graph)


def test_a_colouring_draws_as_its_classes_its_vertices_or_a_graph() -> None:
    colour = {"1": 1, "3": 2, "4": 1}
    assert KITE.draw(colour) == "1: 1 4\n2: 3\n.: 2"
    assert KITE.draw(colour, "vertices") == "1 = 1\n2 = .\n3 = 2\n4 = 1"
    assert KITE.draw({}) == ".: 1 2 3 4"
    dot = KITE.draw(colour, "dot").splitlines()
    assert dot[0] == "graph {"
    assert dot[-1] == "}"
    assert [line for line in dot if "--" in line] == ['  "1" -- "2"', '  "1" -- "3"', '  "2" -- "3"', '  "3" -- "4"']
    assert sum("fillcolor=1]" in line for line in dot) == 2


# -- bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        (" \n,;", "empty"),
        ("-1", "line 1: ''"),
        (str(10**9), "two vertices"),
        ("a", "two vertices"),
        ("a-", "line 1: '' in 'a-'"),
        ("a-b\nb--c", "line 2: '' in 'b--c'"),
        ("a-b\nb-c\nx.y-a", "line 3: 'x.y'"),
        ("a-b b-b", "b is joined to itself"),
        ("p edge 3 1\ne 2 2", "2 is joined to itself"),
        ("graph.col", "'graph.col'"),
        ("p edge 3", "line 1"),
        ("p edge -1 0", "line 1"),
        ("p edge x 0", "line 1"),
        (f"p edge {10**9} 0", "too large"),
        ("p edge 0 0", "two vertices"),
        ("p edge 1 0", "two vertices"),
        ("p edge 3 1\ne 1 4", "line 2: '1 4'"),
        ("p edge 3 1\ne 0 1", "line 2: '0 1'"),
        ("p edge 3 1\ne 1", "line 2: '1'"),
        ("c x\ne 1 2\np edge 3 1", "line 2"),
        ("p edge 3 1\np edge 3 1", "line 2"),
        ("p edge 3 1\nx 1 2", "line 2: 'x'"),
        ("\x1b[31m-a", "\\x1b"),
        ("\x00", "\\x00"),
    ],
)
def test_bad_input_is_refused_with_one_line_that_names_the_place(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize("colours", [0, -1, 10**9, 10**30, "3", 2.5])
def test_a_number_of_colours_that_cannot_be_is_refused(colours: object) -> None:
    with pytest.raises(clew.OptionError, match="colours must be a whole number"):
        Colouring.from_text("a-b", colours=colours)


@pytest.mark.parametrize(
    "graph", [{}, {"a": []}, {"a": ["a", "b"]}, {"a b": ["c"]}, {"a-b": ["c"]}, {1: [2]}, {"": ["a"]}]
)
def test_a_graph_that_cannot_be_is_refused_from_python_too(graph: dict[str, list[str]]) -> None:
    with pytest.raises(clew.InputError):
        Colouring(graph)


@given(st.text() | st.text("abpec123- \n") | st.binary().map(lambda junk: junk.decode("latin-1")))
@example("p edge 2 1\ne 1 2")
def test_arbitrary_text_is_read_or_refused_in_one_line(text: str) -> None:
    assert_read_or_refused(Colouring, text)

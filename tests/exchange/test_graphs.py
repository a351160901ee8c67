"""Graphs in the DIMACS format."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.formats import read_graph, write_graph
from clew_problems.colouring import Colouring

Graph = dict[str, tuple[str, ...]]


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, set[str]]:
    """Any small graph, each vertex with all of its neighbours."""
    size = draw(st.integers(1, 7))
    graph: dict[str, set[str]] = {str(k): set() for k in range(1, size + 1)}
    for one in graph:
        for other in draw(st.sets(st.sampled_from(sorted(graph)))) - {one}:
            graph[one].add(other)
            graph[other].add(one)
    return graph


@given(graphs())
def test_a_graph_is_read_back(graph: dict[str, set[str]]) -> None:
    again = read_graph(write_graph(graph, "a title\nof two lines"))
    assert list(again) == list(graph)
    assert {vertex: set(others) for vertex, others in again.items()} == graph


def test_the_text_is_as_the_format_asks() -> None:
    text = write_graph({"a": ["b", "c"], "b": ["a"], "d": []}, "paths")
    assert text.splitlines() == [
        "c paths",
        "c vertex 1 is a",
        "c vertex 2 is b",
        "c vertex 3 is d",
        "c vertex 4 is c",
        "p edge 4 2",
        "e 1 2",
        "e 1 4",
    ]


def test_files_as_they_are_found_are_read() -> None:
    """Edges listed twice or both ways round, counts that are off, weights, blank lines."""
    text = "c x\n\np col 3 99\nn 1 5\ne 1 2\ne 2 1\ne 1 2\ne 3 2\n"
    assert read_graph(text) == {"1": ("2",), "2": ("1", "3"), "3": ("2",)}


def test_a_graph_that_was_read_can_be_coloured() -> None:
    """The cycle of five vertices has 30 colourings by 3 colours: (k - 1)^5 - (k - 1)."""
    graph = read_graph("p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n")
    assert clew.count(Colouring(graph, colours=3)) == 30


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "no line p edge"),
        ("c nothing\n", "no line p edge"),
        ("e 1 2\n", "line 1: the first line must be p"),
        ("p edge 3\n", "line 1: write p edge"),
        ("p graph 3 1\n", "line 1: write p edge"),
        ("p edge x 1\n", "line 1: write p edge"),
        ("p edge 2 1\np edge 2 1\n", "line 2: a second p line"),
        ("p edge 2 1\ne 1 3\n", "line 2: write e U V, with two numbers from 1 to 2"),
        ("p edge 2 1\ne 1\n", "line 2: write e U V"),
        ("p edge 2 1\ne 1 2 3\n", "line 2: write e U V"),
        ("p edge 2 1\ne 1 1\n", "line 2: an edge joins 1 to itself"),
        ("p edge 2 1\nx 1 2\n", "line 2: 'x' begins no line"),
        ("p edge 2 1\n\x1b[31m\n", "begins no line"),
    ],
)
def test_what_is_no_graph_is_refused_with_its_line(text: str, say: str) -> None:
    with pytest.raises(clew.InputError, match=say) as caught:
        read_graph(text)
    assert str(caught.value).isprintable()


def test_a_graph_too_large_to_search_is_refused_before_it_is_made() -> None:
    with pytest.raises(clew.OptionError, match="too large"):
        read_graph("p edge 999999999999 1\n")


def test_a_loop_cannot_be_written() -> None:
    with pytest.raises(clew.InputError, match="'a' to itself"):
        write_graph({"a": ["a"]})

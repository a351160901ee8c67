"""Shapes in graphs: published numbers, a determinant, and brute force over what the words mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import (
    Acyclic,
    AtLeast,
    Connected,
    Constraint,
    Exactly,
    Inside,
    Loop,
    Not,
    Path,
    Paths,
    Regions,
    Tree,
    ValuePrecedence,
    grid_graph,
    grid_sides,
    hexagon_graph,
)
from tests.examples import examples

Edge = tuple[Any, Any]
KERNELS: Sequence[Literal["compiled", "python"]] = ("compiled", "python")
LEVELS: Sequence[Literal["check", "forward", "unit", "arc"]] = ("check", "forward", "unit", "arc")


def of_edges(edges: Sequence[Edge], *constraints: Constraint) -> clew.Model:
    model = clew.Model()
    model.variables(edges, range(2))
    model.require(constraints)
    return model


def cells_of(height: int, width: int) -> list[tuple[int, int]]:
    return list(product(range(height), range(width)))


# -- published numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "number"), [(2, 2), (3, 10), (4, 117), (5, 4006)])
def test_squares_are_parted_into_pieces_of_one_size(size: int, number: int) -> None:
    """OEIS A172477: the ways to part a square into as many connected pieces as it has rows, all of one size."""
    model = clew.Model()
    cells = model.variables([*product(range(size), repeat=2)], range(size))
    sides = grid_graph(size, size)
    model.require(Regions(cells, sides, dict.fromkeys(range(size), size)), ValuePrecedence(cells, range(size)))
    ways: list[Any] = [{"kernel": "python"}, {"learning": "nogoods"}] if size < 5 else []
    for options in ({}, *ways):
        assert clew.count(model, **options) == number


@pytest.mark.parametrize(
    ("height", "width", "number"),
    # On-Line Encyclopedia of Integer Sequences: A003763 for squares, A006864 for four rows.
    [(2, 2, 1), (4, 4, 6), (6, 6, 1072), (4, 3, 2), (4, 5, 14), (4, 6, 37), (4, 7, 92), (3, 3, 0), (4, 8, 236)],
)
def test_hamiltonian_cycles_of_grids(height: int, width: int, number: int) -> None:
    edges = grid_graph(height, width)
    assert clew.count(of_edges(edges, Loop(edges, through=cells_of(height, width)))) == number


@pytest.mark.parametrize(("size", "number"), [(2, 1), (3, 13), (4, 213), (5, 9349), (6, 1222363)])
def test_cycles_of_grids(size: int, number: int) -> None:
    """A140517."""
    edges = grid_graph(size, size)
    assert clew.count(of_edges(edges, Loop(edges))) == number


@pytest.mark.parametrize(("size", "number"), [(2, 2), (3, 12), (4, 184), (5, 8512), (6, 1262816)])
def test_self_avoiding_paths_between_opposite_corners(size: int, number: int) -> None:
    """A007764."""
    edges = grid_graph(size, size)
    assert clew.count(of_edges(edges, Path(edges, (0, 0), (size - 1, size - 1)))) == number


@pytest.mark.parametrize(("size", "number"), list(enumerate((1, 2, 6, 19, 63, 216, 760), 1)))
def test_fixed_polyominoes(size: int, number: int) -> None:
    """A001168: as many cells as a side of the box, which they touch above and on the left."""
    cells = cells_of(size, size)
    model = of_edges(cells, Connected(cells, grid_graph(size, size)), Exactly(size, 1, cells))
    model.require(AtLeast(1, 1, cells[:size]), AtLeast(1, 1, cells[::size]))
    assert clew.count(model) == number


@pytest.mark.parametrize(("size", "number"), list(enumerate((1, 3, 11, 44, 186), 1)))
def test_fixed_polyhexes(size: int, number: int) -> None:
    """A001207: each has the middle of the board in as many places as it has cells."""
    edges = hexagon_graph(size)
    cells = sorted({cell for edge in edges for cell in edge} | {(0, 0)})
    assert len(cells) == 3 * size * (size - 1) + 1
    model = of_edges(cells, Connected(cells, edges), Exactly(size, 1, cells))
    assert clew.count(model, given={(0, 0): 1}) == size * number


@pytest.mark.parametrize(("size", "number"), [(2, 6), (3, 53), (4, 627), (5, 16213)])
def test_grids_parted_into_two_pieces(size: int, number: int) -> None:
    """A068416; here the two regions have names."""
    cells = cells_of(size, size)
    regions = Regions(cells, grid_graph(size, size), dict.fromkeys((0, 1), (1, size * size)))
    assert clew.count(of_edges(cells, regions)) == 2 * number


# -- spanning trees -----------------------------------------------------------------------------------------


def trees_by_determinant(edges: Iterable[Edge]) -> int:
    """The number of spanning trees (the matrix-tree theorem, G. Kirchhoff, 1847), without a fraction (E. Bareiss)."""
    edges = list(edges)
    vertices = sorted({vertex for edge in edges for vertex in edge})
    rows = [[0] * len(vertices) for _ in vertices]
    for one, other in edges:
        a, b = vertices.index(one), vertices.index(other)
        rows[a][a] += 1
        rows[b][b] += 1
        rows[a][b] -= 1
        rows[b][a] -= 1
    size, before = len(vertices) - 1, 1
    for k in range(size - 1):
        if rows[k][k] == 0:
            return 0  # a minor of a matrix without negative eigenvalues: then it is 0 itself
        for i, j in product(range(k + 1, size), repeat=2):
            rows[i][j] = (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) // before
        before = rows[k][k]
    return rows[size - 1][size - 1]


def test_many_spanning_trees_are_counted_by_what_is_left() -> None:
    """Nodes that differ only in how they came about have the same number below them."""
    edges = grid_graph(5, 5)
    outcome = clew.solve(of_edges(edges, Tree(edges)), clew.Count())
    assert outcome.result == trees_by_determinant(edges) == 557568000  # A007341
    assert outcome.statistics.nodes < 10_000


@pytest.mark.parametrize("edges", [grid_graph(3, 3), grid_graph(2, 7), grid_graph(3, 4, [(1, 1)]), hexagon_graph(2)])
def test_spanning_trees_without_a_failure(edges: list[Edge]) -> None:
    """Both parts together leave only edges with a solution, so no search comes to a dead end."""
    outcome = clew.solve(of_edges(edges, Tree(edges)), clew.Count())
    assert outcome.result == trees_by_determinant(edges)
    assert outcome.statistics.failures == 0


# -- brute force over small graphs --------------------------------------------------------------------------


def walked(chosen: list[Edge], start: Any) -> list[Any]:
    """The vertices that are met when one goes along edges, each once, until there is no way on or several."""
    left, here, met = list(chosen), start, [start]
    while True:
        onward = [edge for edge in left if here in edge]
        if len(onward) != 1 and not (len(met) == 1 and onward):
            return met
        left.remove(onward[0])
        here = onward[0][onward[0][0] == here]
        met.append(here)


def is_loop(chosen: list[Edge]) -> bool:
    """From any vertex one comes back to it over all edges, having met no other twice."""
    met = walked(chosen, chosen[0][0]) if chosen else []
    return len(met) == len(chosen) + 1 > 2 and met[0] == met[-1] and len(set(met)) == len(chosen)


def is_path(chosen: list[Edge], start: Any, end: Any) -> bool:
    met = walked(chosen, start)
    is_single = sum(start in edge for edge in chosen) == 1
    return is_single and len(met) == len(chosen) + 1 == len(set(met)) and met[-1] == end


def pieces(vertices: Iterable[Any], edges: Iterable[Edge]) -> int:
    """How many pieces a graph has: pieces are united by an edge."""
    parts = [{vertex} for vertex in vertices]
    for edge in edges:
        joined = [part for part in parts if part & {*edge}]
        parts = [part for part in parts if part not in joined] + ([set().union(*joined)] if joined else [])
    return len(parts)


def is_forest(chosen: list[Edge]) -> bool:
    vertices = {vertex for edge in chosen for vertex in edge}
    return pieces(vertices, chosen) == len(vertices) - len(chosen)


def is_tree(chosen: list[Edge], through: Iterable[Any]) -> bool:
    vertices = {vertex for edge in chosen for vertex in edge}.union(through)
    return is_forest(chosen) and pieces(vertices, chosen) <= 1


@st.composite
def graphs(draw: st.DrawFn) -> list[Edge]:
    vertices = "abcdef"[: draw(st.integers(3, 6))]
    return draw(st.lists(st.sampled_from(list(combinations(vertices, 2))), min_size=1, max_size=8, unique=True))


def chosen_by(model: clew.Model, level: Any, kernel: Any) -> set[tuple[Any, ...]]:
    outcome = clew.solve(model, clew.All(), inference=level, kernel=kernel)
    return {solution.row() for solution in outcome.result}


@examples(60)
@given(edges=graphs(), data=st.data())
@pytest.mark.parametrize("shape", ["loop", "through", "path", "tree", "spanning", "forest", "forest or loop"])
def test_shapes_of_edges_are_what_they_are_called(edges: list[Edge], data: st.DataObject, shape: str) -> None:
    vertices = sorted({vertex for edge in edges for vertex in edge})
    some = data.draw(st.lists(st.sampled_from(vertices), min_size=2, max_size=2, unique=True))
    start, end = some
    kinds: dict[str, tuple[Constraint, Callable[[list[Edge]], bool]]] = {
        "loop": (Loop(edges), is_loop),
        "through": (Loop(edges, some), lambda c: is_loop(c) and {*some} <= {v for edge in c for v in edge}),
        "path": (Path(edges, start, end), lambda c: is_path(c, start, end)),
        "tree": (Tree(edges, some), lambda c: is_tree(c, some)),
        "spanning": (Tree(edges), lambda c: is_tree(c, vertices)),
        "forest": (Acyclic(edges, edges), is_forest),
        "forest or loop": (Acyclic(edges, edges, may_close=True), lambda c: is_forest(c) or is_loop(c)),
    }
    constraint, is_right = kinds[shape]
    rows = product(range(2), repeat=len(edges))
    expected = {row for row in rows if is_right([edge for edge, value in zip(edges, row, strict=True) if value])}
    level = data.draw(st.sampled_from(LEVELS))
    assert chosen_by(of_edges(edges, constraint), level, "python") == expected
    if level != "check":
        assert chosen_by(of_edges(edges, constraint), level, "compiled") == expected
    for order in ("static", "mrv"):
        assert clew.count(of_edges(edges, constraint), variable_order=order, kernel="python") == len(expected)
    assert chosen_by(of_edges(edges, Not(constraint)), "unit", "python") == {
        row for row in product(range(2), repeat=len(edges)) if row not in expected
    }


@examples(100)
@given(edges=graphs(), data=st.data())
@pytest.mark.parametrize("kernel", KERNELS)
def test_vertices_of_a_value_are_in_one_piece(edges: list[Edge], data: st.DataObject, kernel: Any) -> None:
    vertices = sorted({vertex for edge in edges for vertex in edge})
    sizes = st.tuples(st.integers(0, 2), st.integers(2, 6))
    bounds = data.draw(st.dictionaries(st.integers(0, 2), sizes, min_size=1))
    model = clew.Model()
    model.variables(vertices, range(3))
    model.require(Regions(vertices, edges, bounds))

    def is_right(row: tuple[int, ...]) -> bool:
        for value, (low, high) in bounds.items():
            own = {vertex for vertex, its in zip(vertices, row, strict=True) if its == value}
            if not low <= len(own) <= high or pieces(own, [edge for edge in edges if {*edge} <= own]) > 1:
                return False
        return True

    expected = set(filter(is_right, product(range(3), repeat=len(vertices))))
    assert chosen_by(model, data.draw(st.sampled_from(LEVELS[1:])), kernel) == expected
    for order in ("static", "mrv"):
        assert clew.count(model, variable_order=order, kernel="python") == len(expected)


def test_what_lies_inside_a_loop() -> None:
    """A ray to the left crosses the loop an odd number of times from a cell inside."""
    sides = grid_sides(3, 3)
    assert sorted(sides) == sorted(grid_graph(4, 4))
    beside = {edge: [("cell", *cell) for cell in cells] for edge, cells in sides.items()}
    model = of_edges(list(sides), Loop(list(sides)))
    model.variables([("cell", *cell) for cell in cells_of(3, 3)], range(2))
    model.require(Inside(beside))
    found = clew.solve(model, clew.All()).result
    assert len(found) == 213  # A140517, as without the cells
    for solution in found:
        for row, column in cells_of(3, 3):
            crossed = sum(solution[(row, c), (row + 1, c)] for c in range(column + 1))
            assert solution["cell", row, column] == crossed % 2


# -- what is refused, and what pruning leaves ---------------------------------------------------------------

REFUSED: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "an edge of one vertex": (lambda: Loop([("a",)]), ("Loop", "pair", "('a',)")),
    "an edge from a vertex to itself": (lambda: Loop([("a", "a")]), ("Loop", "two vertices")),
    "a graph without edges": (lambda: Tree([]), ("Tree", "no edge")),
    "a vertex that is not there": (lambda: Loop([("a", "b")], through="c"), ("Loop", "'c'")),
    "a path to where it begins": (lambda: Path([("a", "b")], "a", "a"), ("Path", "'a'", "Loop")),
    "a neighbour that is no variable": (lambda: Connected("ab", [("a", "c")]), ("Connected", "'c'", "joints")),
    "neighbours that are no pair": (lambda: Connected("ab", ["abc"]), ("Connected", "pair")),
    "neighbours that are no collection": (lambda: Connected("ab", 7), ("Connected", "edges")),  # type: ignore[arg-type]
    "more edges than variables": (lambda: Acyclic("x", [(1, 2), (2, 3)]), ("Acyclic", "2 edges for 1")),
    "regions without sizes": (lambda: Regions("ab", [("a", "b")], {}), ("Regions", "sizes")),
    "an edge between three cells": (lambda: Inside({"e": "abc"}), ("Inside", "'e'", "3 cells")),
    "sides that are no mapping": (lambda: Inside(["e"]), ("Inside", "map")),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("title", REFUSED)
def test_what_is_no_shape_is_refused(title: str) -> None:
    make, words = REFUSED[title]
    with pytest.raises(clew.ProblemError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


def test_edges_may_have_names() -> None:
    model = clew.Model()
    model.variables("u v w", range(2))
    model.require(Loop({"u": ("a", "b"), "v": ("b", "c"), "w": ("c", "a")}))
    assert [solution.row() for solution in clew.solutions(model)] == [(1, 1, 1)]


def test_a_shape_may_have_a_name() -> None:
    edges = grid_graph(2, 2)
    broken = clew.violations(of_edges(edges, Loop(edges).named("the fence")), dict.fromkeys(edges, 0))
    assert "the fence" in str(broken[0])


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_loop_is_not_closed_too_early(kernel: Any) -> None:
    """Three sides of one square and one of another far from it: the fourth side is out without a failure."""
    edges = grid_graph(2, 5)
    model = of_edges(edges, Loop(edges))
    given = dict.fromkeys([((0, 0), (0, 1)), ((0, 0), (1, 0)), ((1, 0), (1, 1)), ((0, 4), (1, 4))], 1)
    outcome = clew.solve(model, clew.All(), given=given, kernel=kernel)
    assert len(outcome.result) == 1
    assert outcome.statistics.failures == 0
    assert outcome.result[0][(0, 1), (1, 1)] == 0


@pytest.mark.parametrize(
    ("ends", "message"),
    [
        ({}, "must map each label"),
        ({"a": [(0, 0)]}, "two ends of its own"),
        ({"a": [(0, 0), (0, 1)], "b": [(0, 1), (1, 1)]}, "two ends of its own"),
        ({"a": [(0, 0), (5, 5)]}, "no edge ends"),
    ],
)
def test_paths_need_two_ends_each(ends: Any, message: str) -> None:
    with pytest.raises(clew.ProblemError, match=message):
        Paths(grid_graph(2, 2), ends)


def test_paths_from_side_to_side_of_a_board_of_two_rows() -> None:
    """Two rows can be filled in one way if the ends of each path lie in one row."""
    board = grid_graph(2, 4)
    model = clew.Model("rows")
    model.variables(board, range(2))
    model.variables([(r, c) for r in range(2) for c in range(4)], "ab")
    model.require(Paths(board, {"a": [(0, 0), (0, 3)], "b": [(1, 0), (1, 3)]}))
    (solution,) = clew.solutions(model)
    assert all(solution[r, c] == "ab"[r] for r in range(2) for c in range(4))
    assert {edge for edge in board if solution[edge]} == {edge for edge in board if edge[0][0] == edge[1][0]}


@pytest.mark.parametrize("size", ["x", 1.5, (1, 2, 3), (1,), [1, "x"], {1, 2}])
def test_a_size_that_is_no_number_and_no_pair_is_an_error(size: Any) -> None:
    with pytest.raises(clew.ProblemError, match=r"Connected\('a', 'b'\): its size is a number or a pair of numbers"):
        Connected(["a", "b"], [("a", "b")], size=size)


@pytest.mark.parametrize(
    ("size", "number"), [(-1, 0), (0, 1), (1, 3), (2, 2), (3, 1), (4, 0), ((1, 2), 5), ([2, 9], 3)]
)
def test_so_many_pieces_of_a_path_have_a_size(size: Any, number: int) -> None:
    model = clew.Model()
    a, b, c = model.variables("a b c", range(2))
    model.require(Connected([a, b, c], [(a, b), (b, c)], size=size))
    assert clew.count(model) == clew.count(model, kernel="python") == number

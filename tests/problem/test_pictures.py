"""Pictures: well-formed, legible in light and dark, and true to what they show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew import plugins
from clew.constraints import AllDifferent, Constraint
from clew.events import DeadEndEvent, NodeEvent
from clew.forms import Cells, Grid
from clew.planning.plan import make_plan
from clew.problem.pictures import differing, frames_for, picture_of, search_film, with_conflicts
from clew.render import Board, Frame, Graph, Listing, Picture, Text, Tree, animation, beside, board_svg, tree_svg
from clew.render.svg import PAINTS
from clew.tools.cli import main
from clew.watch.observers.recorder import Recorder

Cell = tuple[int, int]
SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = [
    pytest.param(plugin.problem, example, id=f"{plugin.name}-{example.name}")
    for plugin in plugins.installed()
    if plugin.problem is not None and plugin.distribution == "clewpy"
    for example in plugin.problem.examples
]


def elements(svg: str, tag: str) -> list[ElementTree.Element]:
    """The elements of a kind, in order; the picture is well-formed."""
    return list(ElementTree.fromstring(svg).iter(SVG + tag))  # noqa: S314  # our own


def texts(svg: str) -> list[str]:
    return ["".join(element.itertext()) for element in elements(svg, "text")]


def assert_sound(svg: str) -> None:
    """A picture that stands on its own, has words for those who cannot see it, and lies on its sheet."""
    root = ElementTree.fromstring(svg)  # noqa: S314
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title")
    assert not re.search(r"\b(nan|inf)\b|href|url\(|@import|<script", svg)
    assert svg.count("http") == 1
    left, top, width, height = map(float, root.get("viewBox", "").split())
    for element in root.iter():
        for name, start, size in (("x", left, width), ("cx", left, width), ("y", top, height), ("cy", top, height)):
            value = element.get(name)
            inside = element.tag != f"{SVG}rect" or float(value or 0) >= start
            if value is not None and not [g for g in root.iter(f"{SVG}g") if g.get("transform")]:
                assert inside
                assert start <= float(value) <= start + size


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_every_problem_has_pictures(kind: type[clew.Problem[Any, Any]], example: clew.Example) -> None:
    problem = kind.from_text(example.text, **example.parameters)
    pictures = [problem.picture(problem.given())]
    root = make_plan(problem, {}).root
    if root is not clew.DEAD_END:
        pictures.append(picture_of(problem, root))
    solution = clew.first(problem)
    if solution is not None:
        pictures.append(solution.picture())
    for picture in pictures:
        assert_sound(picture.svg())
        assert picture.svg() == picture.svg()
    assert problem._repr_svg_() == pictures[0].svg()


# -- boards ------------------------------------------------------------------------------------------------

SYMBOLS = st.text(max_size=5)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = list(product(range(height), range(width)))
    rows = [[draw(SYMBOLS | st.none()) for _ in range(width)] for _ in range(height)]
    here = st.sampled_from(cells)
    some: Any = st.lists(here, unique=True)
    return Board(
        rows,
        title=draw(st.text(max_size=5)) + "!",
        caption=draw(SYMBOLS),
        marks=draw(st.dictionaries(here, st.lists(SYMBOLS, unique=True, max_size=40), max_size=3)),
        given=draw(some),
        regions=draw(st.dictionaries(here, st.integers(0, 2))),
        colours=draw(st.dictionaries(here, st.integers(0, 30))),
        blocks=draw(some),
        highlights=draw(st.dictionaries(here, st.sampled_from(["new", "pruned", "conflict", "reason"]))),
        chequered=draw(st.booleans()),
        row_labels=draw(st.just(()) | st.tuples(*[SYMBOLS] * height)),
        column_labels=draw(st.just(()) | st.tuples(*[SYMBOLS] * width)),
        right_labels=draw(st.just(()) | st.tuples(*[SYMBOLS] * height)),
        lower_labels=draw(st.just(()) | st.tuples(*[SYMBOLS] * width)),
        cages=draw(st.dictionaries(here, st.integers(0, 2))),
        notes=draw(st.dictionaries(here, SYMBOLS)),
        slashes=draw(st.dictionaries(here, st.tuples(SYMBOLS, SYMBOLS))),
    )


@given(boards())
@settings(deadline=None)
def test_whatever_a_board_holds_its_picture_is_well_formed(board: Board) -> None:
    assert_sound(board.svg())
    around: Any = {f"{side}_labels": () for side in ("row", "column", "right", "lower")}
    bare = attrs.evolve(board, marks={}, notes={}, slashes={}, caption="", **around)
    known = {clean(symbol) for symbol in board.cells.values() if symbol and not symbol.isspace()}
    assert set(texts(bare.svg())) == known


def clean(symbol: str) -> str:
    """A symbol as a reader of XML gets it."""
    return re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", symbol).replace(
        "\r\n", "\n"
    ).replace("\r", "\n")  # fmt: skip


def test_a_board_without_cells_is_a_picture_too() -> None:
    assert_sound(Board([]).svg())
    assert_sound(Board([[], []]).svg())


def test_text_is_escaped() -> None:
    svg = board_svg([["<b>", "&", '"']], title="<t>", caption="a & b")
    assert texts(svg) == ["<b>", "&", '"', "a & b"] or sorted(texts(svg)) == sorted(["<b>", "&", '"', "a & b"])
    assert elements(svg, "title")[0].text == "<t>: a & b"


@given(st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(0, 2), min_size=1))
def test_thick_lines_lie_just_where_regions_meet(regions: dict[Cell, int]) -> None:
    svg = Board([[""] * 4] * 4, regions=regions).svg()
    (path,) = [e.get("d") or "" for e in elements(svg, "path") if e.get("stroke-width") == "2.5"]
    drawn = set()
    for x, y, way in re.findall(r"M([\d.]+) ([\d.]+)([hv])40", path):
        at = float(x) / 40, float(y) / 40
        drawn.add((at, (at[0] + 1, at[1]) if way == "h" else (at[0], at[1] + 1)))
    expected = set()
    for r, c in product(range(-1, 4), range(-1, 4)):
        if regions.get((r, c)) != regions.get((r + 1, c)):
            expected.add(((c, r + 1), (c + 1, r + 1)))
        if regions.get((r, c)) != regions.get((r, c + 1)):
            expected.add(((c + 1, r), (c + 1, r + 1)))
    assert drawn == expected


def test_marks_are_in_their_spots_and_long_ones_below_each_other() -> None:
    svg = Board([["", ""]], marks={(0, 0): ["1", "9"], (0, 1): ["5"]}, spots=list("123456789")).svg()
    places = [(float(e.get("x") or 0), float(e.get("y") or 0)) for e in elements(svg, "text")]
    (x1, y1), (x9, y9), (x5, y5) = places
    assert x1 < x9 < x5
    assert y1 < y5 < y9
    assert y5 - y1 == pytest.approx(y9 - y5, abs=0.1)
    svg = Board([[""]], marks={(0, 0): ["north", "south"]}).svg()
    (x1, y1), (x2, y2) = [(float(e.get("x") or 0), float(e.get("y") or 0)) for e in elements(svg, "text")]
    assert x1 == x2
    assert y1 < y2
    assert texts(Board([[""]], marks={(0, 0): list(map(str, range(100)))}).svg()) == ["100 left"]


def test_what_a_board_says_has_changed() -> None:
    before = Board([["1", ""], ["", ""]], marks={(0, 1): ["2", "3"], (1, 0): ["2"], (1, 1): ["1"]})
    after = Board([["1", "2"], ["", ""]], marks={(1, 0): ["2"], (1, 1): []})
    since = after.since(before)
    assert since.highlights == {(0, 1): "new"}
    assert since.struck == {(1, 1): ["1"]}
    assert before.since(after).highlights == {(0, 1): "pruned", (1, 1): "pruned"}


def test_a_board_that_is_too_large_is_refused_and_shows_itself_as_text() -> None:
    with pytest.raises(clew.OptionError, match="a board of 300 by 300 cells is too large for a picture"):
        board_svg([[""] * 300] * 300)
    from clew_problems import Queens

    solution = clew.first(Queens(201))
    assert solution is not None
    assert solution._repr_svg_() is None
    assert solution._repr_html_().startswith("<pre>+---+")
    assert Queens(201)._repr_svg_() is None


# -- light and dark ----------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """As defined for contrast by the WCAG 2."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


HUES = [name for name in PAINTS if name.startswith("hue-")]
ON = {
    "ink": ["paper", "light", "shade", "assumed", "new", "pruned", "conflict", "reason", *HUES],
    "found": ["light", "shade", "new", "pruned"],
    "faint": ["paper", "light", "shade"],
    "conflict-edge": ["light"],
    "on-colour": ["block", "solution", "failed", "visited", "unvisited"],
}


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("writing", "ground"), [(name, ground) for name, grounds in ON.items() for ground in grounds])
def test_writing_is_legible(writing: str, ground: str, scheme: int) -> None:
    assert contrast(PAINTS[writing][scheme], PAINTS[ground][scheme]) >= 4.5  # the least for text, by the WCAG 2


def test_every_paint_that_is_used_has_its_dark_colour_in_the_style_sheet() -> None:
    svg = Board([["1", ""]], given=[(0, 0)], highlights={(0, 1): "conflict"}, chequered=True).svg()
    (style,) = elements(svg, "style")
    used = {name for e in ElementTree.fromstring(svg).iter() for name in (e.get("class") or "").split()}  # noqa: S314
    assert used
    assert used == set(re.findall(r"\.(clew-[fs]-[a-z0-9-]+)\{", style.text or ""))
    assert "prefers-color-scheme:dark" in (style.text or "")


# -- what the standard picture finds out ---------------------------------------------------------------------


@attrs.frozen
class Jigsaw(clew.Problem[Cell, int]):
    """A latin square in regions, as anyone may write it."""

    name = "jigsaw"
    map: Cells = clew.instance(Grid("ABCD", empty=""))

    def domains(self) -> Mapping[Cell, range]:
        return dict.fromkeys(self.map, range(1, self.map.width + 1))

    def constraints(self) -> Iterator[Constraint]:
        lines = range(self.map.width)
        yield from (AllDifferent([(r, c) for c in lines]) for r in lines)
        yield from (AllDifferent([(r, c) for r in lines]) for c in lines)
        for symbol in sorted(set(self.map.values())):
            yield AllDifferent([cell for cell, own in self.map.items() if own == symbol])


def test_regions_are_found_without_a_word_of_the_plugin() -> None:
    jigsaw = Jigsaw.from_text("AAAB/ACBB/CCDB/CDDD")
    board = jigsaw.picture({})
    assert isinstance(board, Board)
    assert {board.regions[cell] for cell in jigsaw.map} == set(range(4))
    for one, other in product(jigsaw.map, repeat=2):
        same = jigsaw.map[one] == jigsaw.map[other]
        assert (board.regions[one] == board.regions[other]) is same


@pytest.mark.parametrize("size", [4, 6, 9])
def test_the_regions_of_a_sudoku_are_its_boxes(size: int) -> None:
    sudoku = clew.load("sudoku", str(size), diagonals=True)
    board: Any = sudoku.picture({})
    height, width = {4: (2, 2), 6: (2, 3), 9: (3, 3)}[size]
    for (r, c), (s, d) in product(product(range(size), repeat=2), repeat=2):
        together = (r // height, c // width) == (s // height, d // width)
        assert (board.regions[r, c] == board.regions[s, d]) is together


@attrs.frozen
class Blanks(clew.Problem[Cell, int]):
    """Only the dots are variables."""

    name = "blanks"
    map: Cells = clew.instance(Grid("12#"))

    def domains(self) -> Mapping[Cell, range]:
        return {cell: range(1, 3) for cell, symbol in self.map.items() if symbol == "."}


def test_cells_that_are_no_variables_keep_their_symbols() -> None:
    board: Any = Blanks.from_text("1.#/.2.").picture({(0, 1): 2})
    assert board.rows == (("1", "2", "#"), ("", "2", ""))
    assert board.given == [(0, 0), (1, 1)]
    assert board.blocks == [(0, 2)]
    assert_sound(board.svg())


def test_pencil_marks_are_what_is_left_and_hold_every_solution() -> None:
    sudoku = clew.load("sudoku", "12../..../..../..4.")
    root = make_plan(sudoku, {"inference": "forward"}).root
    assert root is not clew.DEAD_END
    board: Any = picture_of(sudoku, root)
    solutions = list(clew.solutions(sudoku))
    assert len(solutions) > 1
    for cell in sudoku.domains():
        values = {str(solution[cell]) for solution in solutions}
        if cell in board.marks:
            assert values <= set(board.marks[cell])
            assert tuple(board.marks[cell]) == tuple(map(str, root.domain(cell)))
        else:
            assert values == {board.cells[cell]}


def test_problems_that_are_no_boards() -> None:
    model = clew.Model()
    x, y = model.variables("x y", range(4))
    model.require(x < y)
    model.fix("y", 2)
    assert texts(model._repr_svg_() or "") == ["x", "y", "2"]
    root = make_plan(model, {}).root
    assert root is not clew.DEAD_END
    listing = picture_of(model, root)
    assert isinstance(listing, Listing)
    assert listing.left["x"] == ["0", "1"]
    assert texts(listing.svg()) == ["x", "0 1", "y", "2"] or "0 1" in texts(listing.svg())
    letters = clew.load("letter-tree", "B(L(O(G)))")
    assert len(elements(letters._repr_svg_() or "", "circle")) == 4
    with pytest.raises(clew.OptionError, match="3000 values are too many"):
        Listing({str(k): "" for k in range(3000)}).svg()
    with pytest.raises(clew.OptionError, match="too long"):
        Text("x" * 200_000).svg()
    with pytest.raises(clew.OptionError, match="500 vertices"):
        Graph([str(k) for k in range(500)], []).svg()


def test_the_edges_of_a_graph_join_its_vertices() -> None:
    svg = Graph(["a", "b", "c"], [("a", "c"), ("b", "c")], {"a": 0, "b": 0, "c": 1}).svg()
    circles = {(e.get("cx"), e.get("cy")): e.get("class") for e in elements(svg, "circle")}
    (path,) = (e.get("d") or "" for e in elements(svg, "path"))
    ends = re.findall(r"[ML]([\d.]+) ([\d.]+)", path)
    assert len(circles) == 3
    assert len(ends) == 4
    assert set(ends) == set(circles)
    assert [circles[a] == circles[b] for a, b in (ends[:2], ends[2:])] == [False, False]


def test_a_tree_in_blue_red_and_grey() -> None:
    problem = clew.load("letter-tree", "B(A(R,S),L(I(P),O(T,G,B),U),E)")
    recorder = Recorder()
    clew.count(problem, observers=[recorder])
    picture = problem.picture_search(recorder.events)
    assert picture is not None
    svg = picture.svg()
    circles = elements(svg, "circle")
    by_kind = {kind: sum(f"clew-f-{kind}" in (e.get("class") or "") for e in circles)
               for kind in ("solution", "failed", "unvisited")}  # fmt: skip
    # B, L, O and G are found; A, I, T, B, U and E are tried in vain; R, S and P are never looked at: and the legend.
    assert by_kind == {"solution": 4 + 1, "failed": 6 + 1, "unvisited": 3 + 1}
    assert {"found", "dead end", "not visited"} <= set(texts(svg))
    assert tree_svg([Tree("a")]) == Tree("a")._repr_svg_()


# -- several pictures ------------------------------------------------------------------------------------------


def test_where_two_solutions_differ() -> None:
    problem = clew.load("sudoku", "1234/..../..../....")
    verdict = clew.check(problem)
    one, other = verdict.solutions
    shown: Any = verdict.picture()
    differ = {cell for cell in one if one[cell] != other[cell]}
    assert differ
    assert [set(picture.highlights) for picture in shown.pictures] == [differ, differ]
    assert_sound(shown.svg())
    assert "several" in verdict._repr_html_()
    assert shown.svg() in verdict._repr_html_()
    alone = clew.load("sudoku", "1234/3412/2143/4321")
    assert clew.check(alone).picture() == differing([alone.picture(alone.given())])
    none = clew.check(clew.load("queens", "3"))
    assert none._repr_html_() == "<p>none</p>"
    with pytest.raises(clew.OptionError, match="no solution to draw"):
        none.picture()


def test_pictures_side_by_side_do_not_overlap() -> None:
    pictures: list[Picture] = [Board([["x"] * k] * k) for k in range(1, 12)]
    svg = beside(pictures).svg()
    assert_sound(svg)
    places = re.findall(r"translate\((\S+) (\S+)\)", svg)
    corners = {(float(x), float(y)) for x, y in places}
    assert len(corners) == len(pictures)
    rows: dict[float, list[float]] = {}
    for x, y in corners:
        rows.setdefault(y, []).append(x)
    sizes = iter(40 * k for k in range(1, 12))
    for _, row in sorted(rows.items()):
        ends = [x + next(sizes) for x in sorted(row)]
        assert all(end < x for end, x in pairwise_of(ends, sorted(row)))
        assert ends[-1] <= 1000


def pairwise_of(ends: list[float], starts: list[float]) -> Iterator[tuple[float, float]]:
    return zip(ends, starts[1:], strict=False)


def test_what_breaks_a_rule_is_red() -> None:
    takuzu = clew.load("takuzu", "111./..0./..../....")
    board: Any = with_conflicts(takuzu, takuzu.given())
    assert board.highlights == {(0, 0): "conflict", (0, 1): "conflict", (0, 2): "conflict"}
    queens = clew.load("queens", "[0,-1,2,-1]")
    board = with_conflicts(queens, queens.given())
    assert board.highlights == {(0, 0): "conflict", (2, 2): "conflict"}
    sound: Any = with_conflicts(clew.load("queens", "4"), {})
    assert sound.highlights == {}


def test_very_large_domains_are_counted() -> None:
    model = clew.Model()
    model.variables([(0, 0), (0, 1)], range(10**6))
    board: Any = model.picture({(0, 1): 7}, {(0, 0): range(10**6)})
    assert board.marks == {(0, 0): ["1000000 left"]}
    assert_sound(board.svg())
    other = clew.Model()
    other.variables("a b", range(10**6))
    assert "1000000 left" in texts(other.picture({}, {"a": range(10**6)}).svg())


# -- films -----------------------------------------------------------------------------------------------------


def film_of(problem: clew.Problem[Any, Any], **options: Any) -> tuple[Any, Recorder]:
    recorder = Recorder()
    clew.count(problem, observers=[recorder], **options)
    return search_film(problem, recorder.events), recorder


def test_a_film_has_a_frame_for_each_step_and_ends_at_a_solution() -> None:
    film, recorder = film_of(clew.load("queens", "4"), inference="check", variable_order="static")
    nodes = sum(isinstance(event, NodeEvent) for event in recorder.events)
    refused = sum(isinstance(event, DeadEndEvent) for event in recorder.events)
    captions = [frame.picture.caption for frame in film.frames]
    assert sum("failure" in caption for caption in captions) == refused
    assert sum("failure" not in c and "back from" not in c and c != "all is tried" for c in captions) == nodes
    assert captions.count("a solution") == 2
    assert captions[film.still] == "a solution"
    shown = film.frames[film.still].picture
    assert {cell for cell, symbol in shown.cells.items() if symbol} in (
        {(0, 1), (1, 3), (2, 0), (3, 2)}, {(0, 2), (1, 0), (2, 3), (3, 1)})  # fmt: skip


def test_a_dead_end_shows_what_was_tried_in_vain() -> None:
    film, _ = film_of(clew.load("queens", "4"), inference="check", variable_order="static")
    frame = next(f.picture for f in film.frames if f.picture.caption == "B2: failure")
    assert frame.highlights == {(1, 1): "conflict"}
    assert {cell for cell, symbol in frame.cells.items() if symbol} == {(0, 0), (1, 1)}


def test_the_frames_of_a_film_take_turns() -> None:
    pictures: list[Picture] = [Board([[str(k)]]) for k in range(4)]
    film = animation([pictures[0], Frame(pictures[1], 3), pictures[2], Frame(pictures[3], 2)], seconds=0.5)
    svg = film.svg()
    assert_sound(svg)
    groups = [g for g in elements(svg, "g") if g.get("style")]
    delays = [float(re.findall(r"-?[\d.]+", g.get("style") or "")[0]) for g in groups]
    beats = [int((g.get("class") or "").rpartition("-")[2]) for g in groups]
    assert beats == [1, 3, 1, 2]
    assert delays[0] == -3.5
    assert [later - earlier for earlier, later in pairwise(delays)] == [0.5, 1.5, 0.5]
    assert [g.get("visibility") for g in groups] == ["hidden", "hidden", "hidden", None]
    assert "prefers-reduced-motion" in svg
    for length, part in ((1, "14.286%"), (2, "28.571%"), (3, "42.857%")):
        assert f"@keyframes clew-4-7-{length}{{0%{{visibility:visible}}{part}{{visibility:hidden}}" in svg
    assert "@keyframes" not in animation([pictures[0]]).svg()


def test_films_that_cannot_be() -> None:
    with pytest.raises(clew.OptionError, match="an animation needs a frame"):
        animation([])
    with pytest.raises(clew.OptionError, match="nothing was reported"):
        search_film(clew.load("queens", "4"), [])
    with pytest.raises(clew.OptionError, match="steps must be a number from 1, not 0"):
        search_film(clew.load("queens", "4"), [], steps=0)


def test_a_film_of_a_long_search_shows_its_beginning_and_says_so() -> None:
    film, recorder = film_of(clew.load("queens", "7"), inference="check", variable_order="static")
    assert len(film.frames) == 400
    assert film.title == "the search of queens, step by step, its first 400 steps"
    some = search_film(clew.load("queens", "7"), recorder.events, steps=5)
    assert [frame.picture for frame in some.frames] == [frame.picture for frame in film.frames[:5]]
    assert some.still == -1
    whole, _ = film_of(clew.load("queens", "4"), inference="check", variable_order="static")
    assert "first" not in whole.title
    events = film_of(clew.load("queens", "4"), inference="check", variable_order="static")[1].events
    assert search_film(clew.load("queens", "4"), events, steps=len(whole.frames)).title == whole.title


def test_a_film_has_fewer_frames_if_they_are_large() -> None:
    assert frames_for(clew.load("queens", "8")) == frames_for(clew.load("letter-tree", "A")) == 400
    assert frames_for(clew.load("queens", "100")) == 40
    model = clew.Model()
    model.variables("a b", range(10**6))
    assert frames_for(model) == 20


@pytest.mark.parametrize("name", ["takuzu", "langford", "colouring", "letter-tree", "cryptarithm", "zebra"])
def test_a_film_of_any_problem(name: str) -> None:
    kind = next(p.problem for p in plugins.installed() if p.name == name)
    assert kind is not None
    problem = kind.from_text(kind.examples[0].text)
    recorder = Recorder()
    clew.first(problem, observers=[recorder])
    assert_sound(search_film(problem, recorder.events).svg())


def test_given_values_that_contradict_each_other_can_be_filmed() -> None:
    recorder = Recorder()
    problem = clew.load("sudoku", "11../..../..../....")
    assert clew.first(problem, observers=[recorder]) is None
    assert recorder.events
    assert_sound(search_film(problem, recorder.events).svg())


# -- notebooks and the command -----------------------------------------------------------------------------------


def test_outcomes_and_statistics_show_themselves() -> None:
    outcome = clew.solve(clew.load("queens", "6"), clew.All())
    html = outcome._repr_html_()
    ElementTree.fromstring(html)  # noqa: S314
    assert html.count("<title>6 queens</title>") == 4
    assert "complete; the whole tree was walked" in html
    assert f"<td>{outcome.statistics.nodes}</td>" in re.sub(r' style="[^"]*"', "", html)
    many = clew.solve(clew.load("queens", "8"), clew.All())._repr_html_()
    assert many.count("<title>8 queens</title>") == 12
    assert "and 80 more" in many
    assert "none" in clew.solve(clew.load("queens", "3"), clew.All())._repr_html_()
    assert "92" in clew.solve(clew.load("queens", "8"), clew.Count())._repr_html_()


def test_the_command_draws_into_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture.svg"
    sudoku = "1234/..../..../...1"
    assert main(["solve", "sudoku", sudoku, "--to", str(file)]) == 0
    assert capsys.readouterr().out == f"{file} written\n"
    solution = clew.first(clew.load("sudoku", sudoku))
    assert solution is not None
    assert file.read_text(encoding="utf-8") == solution.picture().svg()
    assert main(["show", "sudoku", sudoku, "--to", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == clew.load("sudoku", sudoku)._repr_svg_()
    assert main(["show", "sudoku", sudoku, "--domains", "--to", str(file)]) == 0
    assert len(texts(file.read_text(encoding="utf-8"))) > 16
    assert main(["solve", "queens", "8", "--all", "--to", str(file)]) == 0
    assert "with the first 24 solutions\n92 solutions\n" in capsys.readouterr().out
    assert file.read_text(encoding="utf-8").count("translate(") == 2 * 24
    assert main(["check", "queens", "6", "--to", str(file)]) == 4
    assert_sound(file.read_text(encoding="utf-8"))
    assert main(["solve", "letter-tree", "B(A,L(O(G)))", "--to", str(file)]) == 0
    assert "not visited" in file.read_text(encoding="utf-8")
    file.unlink()
    assert main(["solve", "queens", "3", "--to", str(file)]) == 1
    assert not file.exists()


def test_the_command_says_what_it_cannot_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "queens", "4", "--to", "queens.png"]) == 2
    assert (
        capsys.readouterr().err == "clew: --to: pictures are written as SVG: call the file NAME.svg, not 'queens.png'\n"
    )
    assert main(["show", "queens", "4", "--to", str(tmp_path / "no" / "x.svg")]) == 2
    assert "cannot be written: No such file or directory" in capsys.readouterr().err


def test_a_picture_of_a_dead_board_has_the_marks_that_were_left_and_the_command_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "dead.svg"
    assert main(["show", "queens", "[0,-1,3,-1]", "--domains", "--to", str(file)]) == 0
    why = "row 2 has no value left (no two queens on a falling diagonal): there is no solution"
    assert capsys.readouterr().out == f"{file} written\n{why}\n"
    svg = file.read_text(encoding="utf-8")
    assert_sound(svg)
    assert svg.count("\N{MULTIPLICATION SIGN}</text>") == 13  # all but three squares

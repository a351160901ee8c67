"""Trees as pictures, graphs and pages: well-formed, honest about what is missing, and safe from hostile names."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, Predicate
from clew.watch.trace.domains import coded, decoded
from clew.watch.trace.drawing import tidy
from clew.watch.trace.nodes import MEANINGS, REFUSED
from clew.watch.trace.sketch import Sketch, Sketched
from clew.watch.trace.tree import SearchTree, format_of
from clew_problems import Queens, Sudoku
from tests.random_models import models

SVG = "{http://www.w3.org/2000/svg}"


# -- numbers as text ------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 2**70)))
def test_numbers_survive(numbers: list[int]) -> None:
    text = coded(numbers)
    assert list(decoded(text)) == numbers
    assert re.fullmatch(r"[A-Za-z0-9+/]*", text)


# -- layout ---------------------------------------------------------------------------------------


@st.composite
def shapes(draw: st.DrawFn) -> tuple[list[list[int]], list[float]]:
    """The children of each node, and how wide each is."""
    number = draw(st.integers(1, 40))
    children: list[list[int]] = [[] for _ in range(number)]
    for node in range(1, number):
        children[draw(st.integers(0, node - 1))].append(node)
    return children, draw(st.lists(st.floats(1, 50), min_size=number, max_size=number))


@given(shapes(), st.floats(0, 10))
def test_nodes_do_not_overlap_and_parents_stand_in_the_middle(
    shape: tuple[list[list[int]], list[float]], gap: float
) -> None:
    children, widths = shape
    across = tidy(children, widths, gap)
    assert min(x - wide / 2 for x, wide in zip(across, widths, strict=True)) == pytest.approx(0)
    row = [0]
    while row:
        for left, right in pairwise(row):
            assert across[right] - widths[right] / 2 >= across[left] + widths[left] / 2 + gap - 1e-6
        row = [child for node in row for child in children[node]]
    for node, below in enumerate(children):
        if below:
            assert across[node] == pytest.approx((across[below[0]] + across[below[-1]]) / 2)


@given(shapes())
def test_equal_subtrees_look_equal(shape: tuple[list[list[int]], list[float]]) -> None:
    children, widths = shape
    n = len(widths)
    twice = [[1, n + 1]] + [[c + 1 + k * n for c in below] for k in (0, 1) for below in children]
    across = tidy(twice, [10.0, *widths, *widths], 4.0)
    shift = across[n + 1] - across[1]
    assert across[n + 1 :] == pytest.approx([x + shift for x in across[1 : n + 1]])


def test_a_path_is_as_narrow_as_its_widest_node() -> None:
    n = 50_000
    across = tidy([*([k + 1] for k in range(n - 1)), []], [10.0] * n, 4.0)
    assert set(across) == {5.0}


# -- what is drawn ----------------------------------------------------------------------------------


def shown(tree: SearchTree, **limits: Any) -> tuple[list[Sketched], list[str]]:
    drawing = Sketch(tree, **{"most": 10**6, "deepest": 10**6, **limits})
    return list(drawing.nodes), drawing.notes


@given(models(), st.sampled_from(["none", "check", "forward", "unit"]), st.integers(1, 20), st.integers(0, 4))
def test_a_sketch_counts_what_it_cuts(model: clew.Model, inference: str, most: int, deepest: int) -> None:
    tree = clew.search_tree(model, clew.All(), inference=inference, most=15)
    nodes, notes = shown(tree, most=most, deepest=deepest)
    drawn = [node for node in nodes if node.look not in ("pruned", "unvisited", "cut")]
    cut = sum(int(node.label.split()[0].replace(",", "")) for node in nodes if node.look == "cut")
    assert len(drawn) <= most
    assert len(drawn) + cut == tree.whole.tries
    assert bool(notes) == bool(cut)
    if notes:
        assert notes[0] == f"drawn: {len(drawn)} of {tree.whole.tries} nodes and failures"


def test_a_whole_sketch_has_every_node_once() -> None:
    tree = clew.search_tree(Queens(4), clew.All(), inference="forward")
    nodes, notes = shown(tree)
    assert not notes
    assert sorted(node.look for node in nodes if node.look not in ("pruned", "unvisited")) == sorted(
        tree.kind(k) for k in range(len(tree))
    )
    # Values stand in the order of the domain, whether they were tried or pruned.
    corner = nodes[0].children[0]
    assert [(child.label, child.look) for child in corner.children] == [
        ("A2", "pruned"), ("B2", "pruned"), ("C2", "refused"), ("D2", "failed")
    ]  # fmt: skip
    assert [child.look for child in Sketch(tree, 100, 100, untried=False).roots[0].children[0].children] == [
        "refused", "failed"
    ]  # fmt: skip


# -- pictures and graphs ------------------------------------------------------------------------------


@attrs.frozen
class Hostile(clew.Problem[str, str]):
    """A problem whose names try to break out of every format."""

    def domains(self) -> Mapping[str, Iterable[str]]:
        return dict.fromkeys(NAMES, (*NAMES, "plain"))

    def constraints(self) -> Iterable[Constraint]:
        return [Predicate(lambda *values: len(set(values)) == len(values), NAMES[:2])]

    def constraint_name(self, constraint: Constraint) -> str:
        return "".join(NAMES)


NAMES = ['<script>alert("1")</script>', "a\nb\\", "]]> & &amp; <!-- \x00 \ud800 --> '\"", "</title></style>${DATA}`$x`"]


@pytest.fixture
def hostile() -> SearchTree:
    return clew.search_tree(Hostile(), clew.All(), inference="forward", limits=clew.Limits(nodes=60))


@given(models(), st.sampled_from(["none", "forward", "unit"]))
def test_pictures_are_well_formed(model: clew.Model, inference: str) -> None:
    tree = clew.search_tree(model, clew.All(), inference=inference)
    svg = ElementTree.fromstring(tree.svg())  # noqa: S314  (our own)
    groups = svg.findall(f"{SVG}g")
    nodes, _ = shown(tree, most=300, deepest=60)
    tooltips = [group.findtext(f"{SVG}title") for group in groups]
    assert tooltips[: len(nodes)] == ["\n".join(node.about) for node in nodes]


def test_a_picture_says_what_is_not_in_it() -> None:
    tree = clew.search_tree(Queens(6), clew.All(), inference="forward")
    svg = tree.svg(most=10, deepest=2)
    assert f"drawn: 10 of {tree.whole.tries} nodes and failures" in svg
    assert "at most 10" in svg
    assert "not drawn" in svg
    assert "not drawn" not in clew.search_tree(Queens(4), clew.All(), inference="forward").svg()


def test_pictures_of_hostile_names(hostile: SearchTree) -> None:
    svg = ElementTree.fromstring(hostile.svg())  # noqa: S314
    assert not list(svg.iter(f"{SVG}script"))
    assert any("<script>" in (title.text or "") for title in svg.iter(f"{SVG}title"))


def test_notebooks_show_the_picture() -> None:
    tree = clew.search_tree(Queens(4))
    assert ElementTree.fromstring(tree._repr_svg_()).tag == f"{SVG}svg"  # noqa: S314


STRING = r'"((?:[^"\\]|\\.)*)"'


def parsed_dot(text: str) -> tuple[dict[str, dict[str, str]], list[tuple[str, str]]]:
    """The nodes and edges of a graph that has one statement on each line, its strings unescaped."""
    nodes: dict[str, dict[str, str]] = {}
    edges = []
    head, *lines, tail = text.splitlines()
    assert (head, tail) == ("digraph search {", "}")
    for line in lines:
        if edge := re.fullmatch(r"  (n\d+) -> (n\d+)", line):
            edges.append((edge[1], edge[2]))
            continue
        statement = re.fullmatch(rf"  (\w+) \[((?:\w+=(?:{STRING}|[\w.]+)(?:, )?)+)\]", line)
        assert statement, line
        pairs = re.findall(rf"(\w+)=(?:{STRING}|([\w.]+))", statement[2])
        values = {name: re.sub(r"\\(.)", lambda m: {"n": "\n"}.get(m[1], m[1]), one or other)
                  for name, one, other in pairs}  # fmt: skip
        if re.fullmatch(r"n\d+", statement[1]):
            nodes[statement[1]] = {name: value.replace("&amp;", "&") for name, value in values.items()}
    return nodes, edges


@given(models(), st.sampled_from(["none", "forward", "unit"]))
def test_graphs_are_well_formed(model: clew.Model, inference: str) -> None:
    tree = clew.search_tree(model, clew.All(), inference=inference)
    nodes, edges = parsed_dot(tree.dot())
    expected, _ = shown(tree, most=1000, deepest=100)
    assert [node["tooltip"] for node in nodes.values()] == ["\n".join(node.about) for node in expected]
    assert [node["class"] for node in nodes.values()] == [node.look for node in expected]
    assert len(edges) == len(nodes) - len(tree.roots)


def test_graphs_of_hostile_names(hostile: SearchTree) -> None:
    nodes, _ = parsed_dot(hostile.dot())
    tooltips = "\n".join(node["tooltip"] for node in nodes.values())
    assert '<script>alert("1")</script>' in tooltips
    assert "a\nb\\" in tooltips
    assert "&amp;" in tooltips


# -- pages ------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """What a browser finds in a page: its tags, and what its scripts and styles hold."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.contents: dict[str, str] = {}
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        self._inside = tag if not any(name == "type" for name, _ in attrs) else f"{tag} data"

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        self.contents[self._inside] = self.contents.get(self._inside, "") + data

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.contents["script data"])
        return found


def read_stream(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The nodes of a page, read as its script reads them, from the description in `clew.watch.trace.html.stream`."""
    text, at = data["stream"], 0
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    def number() -> int:
        nonlocal at
        result = shift = 0
        while True:
            place = alphabet.index(text[at])
            at += 1
            result |= (place & 31) << shift
            shift += 5
            if place < 32:
                return result

    nodes: list[dict[str, Any]] = []
    above: list[int] = []
    for k in range(data["count"]):
        ups = number()
        del above[len(above) - ups :]
        node: dict[str, Any] = {"parent": above[-1] if above else -1}
        what = number()
        node["fate"] = what & 3
        node["choice"] = number() if above else -1
        node["culprit" if node["fate"] == REFUSED else "branching"] = number() - 1
        node["left out"] = [number(), number(), number()] if what & 4 else None
        node["prunings"] = []
        end = number()
        end += at
        while at < end:
            constraint, codes = number() - 1, [number() for _ in range(number())]
            node["prunings"].append((constraint, [sum(codes[: j + 1]) for j in range(len(codes))]))
        assert at == end
        above.append(k)
        nodes.append(node)
    assert at == len(text)
    return nodes


@given(models(), st.sampled_from([None, "none", "check", "forward", "unit", "arc"]), st.integers(1, 60))
def test_pages_hold_the_tree(model: clew.Model, inference: str | None, most: int) -> None:
    tree = clew.search_tree(model, clew.All(), inference=inference, most=most)
    data = Page(tree.html()).data
    nodes = read_stream(data)
    starts = [0]
    for v in range(data["declared"]):
        starts.append(starts[-1] + len(data["lists"][data["listOf"][v]]))
    pairs = [(v, w) for v in range(data["declared"]) for w in range(starts[v + 1] - starts[v])]
    assert len(nodes) == len(tree)
    for k, node in enumerate(nodes):
        assert node["parent"] == tree.parents[k]
        assert node["fate"] == tree.fates[k]
        if (decision := tree.decision(k)) is not None:
            v = nodes[node["parent"]]["branching"]
            assert data["variables"][v] == str(decision[0])
            assert data["lists"][data["listOf"][v]][node["choice"]] == str(decision[1])
        pruned = [
            (data["constraints"][c] if c >= 0 else None,
             [(data["variables"][pairs[code][0]],
               data["lists"][data["listOf"][pairs[code][0]]][pairs[code][1]]) for code in codes])
            for c, codes in node["prunings"]
        ]  # fmt: skip
        assert pruned == [
            (None if c is None else tree.problem.constraint_name(c), [(str(v), str(w)) for v, w in some])
            for c, some in tree.pruned(k)
        ]
        rest = tree.left_out.get(k)
        assert node["left out"] == (None if rest is None else [rest.nodes, rest.failures, rest.solutions])
        if node["fate"] == REFUSED:
            culprit = tree.culprit(k)
            name = data["constraints"][node["culprit"]] if node["culprit"] >= 0 else None
            assert name == (None if culprit is None else tree.problem.constraint_name(culprit))


def test_pages_load_nothing_and_run_one_script() -> None:
    page = Page(clew.search_tree(Queens(4), clew.All()).html())
    assert page.tags.count("script") == 2
    assert page.tags.count("style") == 1
    policy = next(
        value for tag, name, value in page.attributes if name == "content" and value and "default-src" in value
    )
    digest = {name: b64encode(sha256(page.contents[name].encode()).digest()).decode() for name in ("script", "style")}
    assert policy.split("; ")[:3] == [
        "default-src 'none'", f"script-src 'sha256-{digest['script']}'", f"style-src 'sha256-{digest['style']}'"
    ]  # fmt: skip
    links = [value for _, name, value in page.attributes if name in ("src", "href", "srcset", "action")]
    assert links == ["data:,"]
    assert not [name for _, name, _ in page.attributes if name.startswith("on") or name == "style"]
    assert not re.search(r"fetch\(|XMLHttpRequest|import\(|eval\(|new Function|WebSocket", page.contents["script"])


def test_pages_of_hostile_names(hostile: SearchTree) -> None:
    page = Page(hostile.html())
    assert page.tags == Page(clew.search_tree(Queens(4)).html()).tags
    data = page.data
    assert data["variables"] == NAMES
    assert set(data["constraints"]) == {"".join(NAMES)}


def test_boards_of_pages() -> None:
    def board(problem: clew.Problem[Any, Any]) -> dict[str, Any]:
        found: dict[str, Any] = Page(clew.search_tree(problem, limits=clew.Limits(nodes=5)).html()).data["board"]
        return found

    sudoku = board(Sudoku.empty(4))
    assert (sudoku["kind"], sudoku["rows"], sudoku["columns"], sudoku["cells"]) == ("grid", 4, 4, [*range(16)])
    # The box in the upper left corner ends to the right of, and below, the second cell.
    assert sudoku["borders"]["0"].split() == ["top", "left"]
    assert sudoku["borders"]["5"].split() == ["bottom", "right"]
    assert board(Queens(5)) == {"kind": "matrix", "columns": ["A", "B", "C", "D", "E"], "places": [[0, 1, 2, 3, 4]]}
    assert board(Queens(60))["kind"] == "list"
    # Four cells, the first of them less than its right neighbour.
    less = clew.Model()
    cells = {(r, c): less.variable((r, c), range(1, 3)) for r in range(2) for c in range(2)}
    less.require(cells[0, 0] < cells[0, 1])
    assert board(less)["signs"] == {"0r": "<"}


def test_pages_show_pictures_of_problems_that_have_their_own() -> None:
    tree = clew.search_tree(Queens(5), clew.All(), inference="forward")
    pictures = Page(tree.html()).data["pictures"]
    assert list(pictures["of"]) == [str(k) for k in range(len(tree))]
    _, _, *numbers = pictures["of"]["1"]
    parts = "".join(pictures["parts"][number] for number in numbers)
    assert parts.count("♛") == 1
    assert ElementTree.fromstring(f"<svg>{parts}</svg>").tag == "svg"  # noqa: S314
    assert Page(clew.search_tree(Sudoku.empty(4)).html()).data["pictures"] is None


# -- files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "beginning"), [("a.svg", "<svg"), ("b.HTML", "<!DOCTYPE html>"), ("c.dot", "digraph"),
                                                 ("d.gv", "digraph")])  # fmt: skip
def test_the_name_says_the_format(tmp_path: Path, name: str, beginning: str) -> None:
    clew.search_tree(Queens(4)).save(tmp_path / name)
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(beginning)


@pytest.mark.parametrize("name", ["tree", "tree.png", "tree.svg.gz"])
def test_other_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(clew.OptionError, match=r"written as \.svg, \.html or \.dot"):
        format_of(name)
    with pytest.raises(clew.OptionError, match=re.escape(name)):
        clew.search_tree(Queens(4)).save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(clew.OptionError, match="cannot be written: No such file"):
        clew.search_tree(Queens(4)).save(tmp_path / "nowhere" / "tree.svg")


def test_every_kind_has_a_meaning_in_the_page() -> None:
    assert Page(clew.search_tree(Queens(4)).html()).data["meanings"] == MEANINGS

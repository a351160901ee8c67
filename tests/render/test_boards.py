"""Boards: the lines between regions say just which neighbours belong together; labels; highlighted black cells."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from clew.render import Board, regions
from clew.watch.trace.boards import SIZES, drawn
from clew.watch.trace.scene import Scene


def test_a_drawing_by_hand() -> None:
    rows: list[list[str | None]] = [["1", "", "12"], ["", "", None]]
    region = {(0, 0): "a", (0, 1): "a", (0, 2): "b", (1, 0): "c", (1, 1): "a"}
    assert regions(rows, region).split("\n") == [
        "+---------+----+",
        "| 1       | 12 |",
        "+----+    +----+",
        "|    |    |",
        "+----+----+",
    ]


def test_open_cells_are_one_region() -> None:
    assert regions([["", ""], ["", ""]], {}) == "+-------+\n|       |\n|       |\n|       |\n+-------+"
    assert regions([], {}) == ""


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_lines_lie_where_regions_end(height: int, width: int, data: st.DataObject) -> None:
    cells = [(r, c) for r in range(height) for c in range(width)]
    region = {cell: data.draw(st.integers(0, 2)) for cell in cells}
    lines = [line.ljust(4 * width + 1) for line in regions([["x"] * width] * height, region).split("\n")]
    assert len(lines) == 2 * height + 1
    for r in range(height):
        for c in range(width + 1):
            assert (lines[2 * r + 1][4 * c] == "|") == (region.get((r, c - 1)) != region.get((r, c)))
    for r in range(height + 1):
        for c in range(width):
            under = lines[2 * r][4 * c + 1 : 4 * c + 4]
            assert under == ("---" if region.get((r - 1, c)) != region.get((r, c)) else "   ")


def test_the_lines_of_a_label_stand_above_each_other() -> None:
    board = Board([["a", "b"]], column_labels=["7", "3\n12"], row_labels=["1 1"])
    found = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(7|3|12)</text>', board.svg())
    x, y = ({label: float(place[k]) for *place, label in found} for k in (0, 1))
    assert y["3"] < y["7"] == y["12"]
    assert x["7"] < x["3"] == x["12"]
    assert float(re.findall(r'height="([\d.]+)"', Board([["a"]], column_labels=["1\n2\n3"]).svg())[0]) > float(
        re.findall(r'height="([\d.]+)"', Board([["a"]], column_labels=["1"]).svg())[0]
    )


def test_a_terminal_shows_labels_of_several_lines() -> None:
    board = Board([["a", "b"]], column_labels=["7", "3\n12"])
    for size in SIZES:
        lines = str(drawn(Scene(board, "", {}, {}), (20, 40), size).text).splitlines()
        assert lines[0].split() == ["3"]
        assert lines[1].split() == ["7", "12"]
        assert lines[0].index("3") == lines[1].index("12")


def test_a_highlighted_black_cell_stays_black() -> None:
    """Its highlight is a line around it: nothing is filled above the black."""
    board = Board([[" ", ""]], blocks=[(0, 0)])
    black, white = (board.highlighted("new", [cell]).svg() for cell in ((0, 0), (0, 1)))
    assert 'stroke-width="4"' in black
    assert 'stroke-width="4"' not in white
    assert board.description[1] == "# _"


def test_a_note_on_a_black_cell_is_white() -> None:
    svg = Board([["", ""]], blocks=[(0, 0)], notes={(0, 0): "3", (0, 1): "4"}).svg()
    found = re.findall(r'text-anchor="start" class="clew-f-([a-z-]+)"[^>]*><text[^>]*>([0-9])<', svg)
    assert found == [("on-colour", "3"), ("ink", "4")]

"""Lines on grids, around cells and through them: texts drawn by hand, and shapes in the picture."""

from __future__ import annotations

import re
from typing import Any

import pytest

import clew
from clew.render import LineBoard

SQUARE: Any = {
    ((0, 0), (0, 1)): "line",
    ((0, 1), (0, 2)): "none",
    ((0, 0), (1, 0)): "line",
    ((0, 1), (1, 1)): "line",
    ((0, 2), (1, 2)): "none",
    ((1, 0), (1, 1)): "line",
    ((1, 1), (1, 2)): "none",
}
OPEN: Any = {**SQUARE, ((1, 0), (1, 1)): "open"}


def test_lines_run_around_cells() -> None:
    board = LineBoard([["4", ""]], SQUARE, around=True)
    assert board.text().split("\n") == ["+---+   .", "| 4 |", "+---+   ."]


def test_lines_that_are_out_are_crossed_as_long_as_some_are_open() -> None:
    assert LineBoard([["4", ""]], OPEN, around=True).text().split("\n") == ["+---+ x .", "| 4 |   x", "+   + x ."]


def test_lines_run_through_cells_with_symbols_and_discs() -> None:
    board = LineBoard([["12", "", ""], ["", "", "7"]], SQUARE, discs={(1, 1): "black", (1, 2): "white"})
    assert board.text().split("\n") == ["12---+    .", "|    |", "+----●    7"]


def test_a_picture_has_a_stroke_for_each_line_and_a_cross_for_what_is_out() -> None:
    svg = LineBoard([["4", ""]], OPEN, around=True, title="four").svg()
    assert "<title>four</title>" in svg
    (strokes,) = re.findall(r'<path d="([^"]*)" stroke-width="5"', svg)
    assert strokes.count("M") == 3
    (crosses,) = re.findall(r'<path d="([^"]*)" stroke-width="1.5"', svg)
    assert crosses.count("l6 6") == 3
    assert 'stroke-width="1.5"' not in LineBoard([["4", ""]], SQUARE, around=True).svg()


def test_double_lines() -> None:
    lines: Any = {((0, 0), (0, 1)): "double", ((0, 0), (1, 0)): "double", ((1, 0), (1, 1)): "open"}
    board = LineBoard([["4", ""], ["", ""]], lines)
    assert board.text().split("\n") == ["4===+", "\N{DOUBLE VERTICAL LINE}", "+   ."]
    (strokes,) = re.findall(r'<path d="([^"]*)" stroke-width="3"', board.svg())
    assert strokes == "M20 15L60 15M15 20L15 60M20 25L60 25M25 20L25 60"


def test_long_lines_pass_between_other_cells() -> None:
    lines: Any = {
        ((0, 0), (0, 2)): "double", ((0, 0), (2, 0)): "none", ((2, 0), (2, 2)): "line", ((0, 2), (2, 2)): "open",
        ((1, 1), (2, 1)): "none",
    }  # fmt: skip
    board = LineBoard([["3", "", "4"], ["", "1", ""], ["2", "", "5"]], lines)
    assert board.text().split("\n") == ["3=======4", "x", ".   1   .", "x   x", "2---+---5"]
    assert board.rectangles[(0, 0), (0, 2)] == (20, 0, 80, 40)
    assert board.rectangles[(0, 0), (2, 0)] == (0, 20, 40, 80)
    (crosses,) = re.findall(r'<path d="([^"]*)" stroke-width="1.5"', board.svg())
    assert [place.split("l")[0] for place in crosses.split("M")[1:]] == ["17 37", "17 77", "57 77"]  # both ends of one
    (stroke,) = re.findall(r'<path d="([^"]*)" stroke-width="5"', board.svg())
    assert stroke == "M20 100L100 100"


def test_discs_and_colours_are_drawn() -> None:
    svg = LineBoard([["", ""]], {}, discs={(0, 0): "white", (0, 1): "black"}, colours={(0, 1): 3}).svg()
    assert svg.count("<circle") == 2
    assert 'class="clew-f-hue-3' in svg


def test_what_changed_is_highlighted() -> None:
    board = LineBoard([["4", ""]], SQUARE, around=True).since(LineBoard([["4", ""]], OPEN, around=True))
    assert board.highlights == {((1, 0), (1, 1)): "new"}
    assert 'stroke-width="14"' in board.svg()
    assert LineBoard([["4", ""]], OPEN, around=True).highlighted("reason", [(0, 0)]).svg().count("clew-f-reason") > 0


def test_a_board_that_is_too_large_is_refused() -> None:
    with pytest.raises(clew.OptionError):
        LineBoard([[""] * 300] * 300, {}).svg()

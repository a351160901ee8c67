"""Takuzu grids as text: every published form is recognised, and what is none is refused in one line."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from clew_problems import Takuzu
from clew_problems.takuzu_text import EMPTY, STYLES, Grid, Reading, read, write
from tests.examples import examples
from tests.problems.refusals import assert_read_or_refused, refused

refusal = partial(refused, Takuzu)

GRID: Grid = ((0, 1, 2, 0), (2, 2, 1, 2), (1, 2, 2, 2), (2, 0, 2, 1))
"""The grid of the forms below: ``01.0/..1./1.../.0.1``."""

# As the article of 2016 prints it, before and after it is solved.
ARTICLE = """\
grille = [[2,2,2,2,2,1,1,2,2,2,1,2,2,0],
          [2,2,1,1,2,2,1,2,0,2,2,2,1,0],
          [2,2,2,1,2,2,2,2,2,0,2,2,1,2],
          [2,2,0,2,2,0,2,2,2,2,2,0,2,2],
          [2,2,2,2,2,2,2,2,2,2,2,2,2,2],
          [2,0,2,2,2,0,0,2,2,2,0,2,2,2],
          [2,2,2,2,2,0,0,2,2,2,2,2,2,0],
          [2,2,0,2,2,2,2,2,2,2,2,0,2,2],
          [2,2,0,0,2,2,2,2,0,2,2,2,2,2],
          [2,2,2,2,2,2,2,2,2,1,2,2,2,2],
          [2,2,2,2,2,2,2,2,2,2,2,2,1,2],
          [0,0,2,2,0,2,2,1,1,2,2,2,1,2],
          [0,2,2,1,2,2,0,2,1,2,2,0,2,2],
          [2,2,2,2,0,0,2,2,2,2,2,2,1,2]]
"""
ARTICLE_ROWS = (
    ".....11...1..0/..11..1.0...10/...1.....0..1./..0..0.....0../............../.0...00...0.../"
    ".....00......0/..0........0../..00....0...../.........1..../............1./00..0..11...1./"
    "0..1..0.1..0../....00......1."
)
SOLVED = """\
Out[2]:
[[0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0],
 [0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0],
 [1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1],
 [1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1],
 [0, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 0],
 [1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1],
 [0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0],
 [1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1],
 [1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1],
 [0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0],
 [1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0],
 [0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 1, 1],
 [0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1],
 [1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0]]
"""
SOLVED_ROWS = (
    "01100110101100/00110110010110/10011001001011/11001001101001/01100110110100/10011001010011/"
    "01101001101100/10010110010011/11001101001001/01101010110100/10010110010110/00100101101011/"
    "01011001101001/10110010010110"
)


@st.composite
def grids(draw: st.DrawFn, largest: int = 8) -> Grid:
    """Rectangular grids from 2x2, of 0, 1 and empty cells, most of them empty in some draws."""
    height, width = draw(st.integers(2, largest)), draw(st.integers(2, largest))
    cell = st.sampled_from(draw(st.sampled_from([(0, 1, EMPTY), (EMPTY, EMPTY, EMPTY, EMPTY, 0, 1), (0, 1)])))
    row = st.tuples(*[cell] * width)
    return draw(st.tuples(*[row] * height))


def parsed(text: str) -> Grid:
    """A grid written as rows with slashes between: the only form that the tests read by themselves."""
    return tuple(tuple(EMPTY if symbol == "." else int(symbol) for symbol in row) for row in text.split("/"))


# -- the forms -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "01.0\n..1.\n1...\n.0.1",
        "01.0\r\n..1.\r\n1...\r\n.0.1\r\n",
        "\n01.0\n\n..1.\n1...\n\n.0.1\n\n",
        "0120\n2212\n1222\n2021",
        "01_0\n__1_\n1___\n_0_1",
        "01-0\n--1-\n1---\n-0-1",
        "01.0\n_-12\n1._-\n20.1",
        "01.0/..1./1.../.0.1",
        "01 0\n  1 \n1   \n 0 1",
        "0 1 . 0\n. . 1 .\n1 . . .\n. 0 . 1",
        "0,1,.,0\n.,.,1,.\n1,.,.,.\n.,0,.,1",
        "0,1,,0\n,,1,\n1,,,\n,0,,1",
        "0, 1, 2, 0\n2, 2, 1, 2\n1, 2, 2, 2\n2, 0, 2, 1",
        "0;1;;0\n;;1;\n1;;;\n;0;;1",
        "0|1|.|0\n.|.|1|.\n1|.|.|.\n.|0|.|1",
        "0\t1\t.\t0\n.\t.\t1\t.\n1\t.\t.\t.\n.\t0\t.\t1",
        "0\t1\t\t0\n.\t\t1\t\n1\t\t\t\n.\t0\t\t1",
        "|0|1| |0|\n| | |1| |\n|1| | | |\n| |0| |1|",
        "+---+---+---+---+\n| 0 | 1 |   | 0 |\n+---+---+---+---+\n|   |   | 1 |   |\n+---+---+---+---+\n"
        "| 1 |   |   |   |\n+---+---+---+---+\n|   | 0 |   | 1 |\n+---+---+---+---+",
        "[[0,1,2,0],[2,2,1,2],[1,2,2,2],[2,0,2,1]]",
        "[[0, 1, 2, 0],\n [2, 2, 1, 2],\n [1, 2, 2, 2],\n [2, 0, 2, 1]]\n",
        "[[0, 1, 2, 0,],\n [2, 2, 1, 2,],\n [1, 2, 2, 2,],\n [2, 0, 2, 1,],]",
        "grid = [[0,1,2,0],[2,2,1,2],[1,2,2,2],[2,0,2,1]]",
        "Out[12]: [[0, 1, 2, 0], [2, 2, 1, 2], [1, 2, 2, 2], [2, 0, 2, 1]]",
        "4x4;01.0..1.1....0.1",
        "4x4;01a0b1a1d0a1",
        "4 x 4; 01.0 ..1. 1... .0.1",
        "01.0..1.1....0.1",
        "01a0b1a1d0a1",
    ],
)
def test_every_form_of_a_grid_is_recognised(text: str) -> None:
    assert read(text) == Reading(GRID)


@pytest.mark.parametrize(
    ("description", "distinct"), [("4x4", False), ("4x4dt", False), ("4x4dn", False), ("4x4u", True), ("4x4ude", True)]
)
def test_a_game_id_of_unruly_is_recognised_and_u_asks_for_distinct_lines(description: str, distinct: bool) -> None:
    # 0, 1, one cell later 0, two later 1, one later 1, four later 0, one later 1, and at once the end.
    text = f"{description}:aAbCBeBa"
    assert read(text) == Reading(GRID, distinct)
    assert Takuzu.from_text(text).distinct == distinct
    assert "game id" in refusal(text[:-1])


def test_the_published_game_id_of_unruly_is_the_published_grid() -> None:
    assert read("6x6de:faCADAJeBd").grid == parsed(".....0/0..11./..11../....../.1..../0.1...")


def test_an_option_wins_over_what_the_game_id_says_about_lines() -> None:
    assert Takuzu.from_text("6x6de:faCADAJeBd", distinct=True).distinct
    assert not Takuzu.from_text("6x6ude:faCADAJeBd", distinct=False).distinct


def test_z_in_a_game_id_skips_25_cells_and_gives_no_clue() -> None:
    clue = {(r, c): 2 for r in range(6) for c in range(6)}
    for skip, symbols in ((24, "y"), (25, "za"), (26, "zb")):
        rest = 36 - skip - 1
        grid = read(f"6x6:{symbols}{chr(ord('a') + rest)}").grid
        expected = {**clue, (skip // 6, skip % 6): 0}
        assert {(r, c): grid[r][c] for r in range(6) for c in range(6)} == expected


def test_the_list_of_the_article_is_read_as_it_is_printed() -> None:
    assert read(ARTICLE) == Reading(parsed(ARTICLE_ROWS))


def test_the_answer_of_the_article_is_read_as_it_is_printed() -> None:
    assert read(SOLVED) == Reading(parsed(SOLVED_ROWS))


@pytest.mark.parametrize(
    ("text", "height", "width"), [("4", 4, 4), ("14", 14, 14), ("6x4", 4, 6), ("2 x 3", 3, 2), (" 5x5\n", 5, 5)]
)
def test_a_size_alone_is_an_empty_grid_width_before_height(text: str, height: int, width: int) -> None:
    assert read(text).grid == ((EMPTY,) * width,) * height


@pytest.mark.parametrize("text", ["01\n10", "01/10", "0110", "2x2;0110", "0 1\n1 0", "[[0,1],[1,0]]", "2x2:aAAaa"])
def test_the_smallest_grid_is_read_in_every_form(text: str) -> None:
    assert read(text).grid == ((0, 1), (1, 0))


# -- round trips ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
@examples(150)
@given(grids())
@example(((EMPTY, EMPTY), (EMPTY, EMPTY)))
@example(((0, 1), (1, 0)))
@example(((1, 1, 1), (1, 1, 1)))
@example(((EMPTY,) * 9,) * 9)
def test_a_grid_written_in_any_style_is_read_back(style: str, grid: Grid) -> None:
    assert read(write(grid, style)).grid == grid


def test_a_task_that_is_digits_around_an_x_is_no_size() -> None:
    # 24 empty cells are an x, so that the task of this grid looks like a size.
    grid = ((1, 0, 1, 0, 1, 0), *[(EMPTY,) * 6] * 4, (0, 1, 0, 1, 0, 1))
    assert read(write(grid, "task")).grid == grid


def test_a_game_id_is_written_as_the_game_writes_it() -> None:
    """The published id, without the letter for its difficulty; and long runs of empty cells, Z before a 1."""
    published = Takuzu.from_text("6x6de:faCADAJeBd")
    assert published.draw(published.given(), "unruly") == "6x6:faCADAJeBd"
    late = (EMPTY,) * 30
    ids = [write((late, (*late[1:], last)), "unruly") for last in (EMPTY, 0, 1)]
    assert ids == ["30x2u:zzk", "30x2u:zzja", "30x2u:ZZJa"]


@settings(max_examples=50, deadline=None)
@given(grids(), st.booleans())
def test_a_game_id_says_whether_lines_are_distinct(grid: Grid, distinct: bool) -> None:
    assert read(write(grid, "unruly", distinct)) == Reading(grid, distinct)


@settings(max_examples=50, deadline=None)
@given(grids(), st.sampled_from("._-2 "), st.sampled_from(",;|\t"))
def test_a_separator_may_stand_between_any_cells(grid: Grid, empty: str, separator: str) -> None:
    text = "\n".join(separator.join(empty if cell == EMPTY else str(cell) for cell in row) for row in grid)
    if separator == "|":
        text = "\n".join(f"|{line}|" for line in text.split("\n"))
    assume(text.strip())  # spaces and tabs alone are no grid
    assert read(text).grid == grid


@settings(max_examples=50, deadline=None)
@given(grids())
def test_empty_cells_may_be_spaces(grid: Grid) -> None:
    full = ((0, 1, 0, 1, 0, 1, 0, 1)[: len(grid[0])], *grid)
    text = "\n".join("".join(" " if cell == EMPTY else str(cell) for cell in row) for row in full)
    assert read(text).grid == full


@pytest.mark.parametrize(
    ("text", "grid"),
    [
        (" 1/01", ((2, 1), (0, 1))),
        ("01/1 ", ((0, 1), (1, 2))),
        ("0 \n1 ", ((0, 2), (1, 2))),
        (" 1\n 0", ((2, 1), (2, 0))),
        ("  \n01", ((2, 2), (0, 1))),
        ("   \n010\n   ", ((2, 2, 2), (0, 1, 0), (2, 2, 2))),
        ("    \n0110", ((2, 2, 2, 2), (0, 1, 1, 0))),
    ],
)
def test_empty_cells_at_the_edge_may_be_spaces_too(text: str, grid: Grid) -> None:
    assert read(text).grid == grid


@settings(max_examples=50, deadline=None)
@given(grids(), st.sampled_from("._-2"))
def test_cells_may_stand_apart_or_side_by_side(grid: Grid, empty: str) -> None:
    rows = [[empty if cell == EMPTY else str(cell) for cell in row] for row in grid]
    assert read("\n".join(map(" ".join, rows))).grid == grid
    assert read("\n".join(map("".join, rows))).grid == grid
    assert read("/".join(map("".join, rows))).grid == grid


@settings(max_examples=50, deadline=None)
@given(grids(largest=6))
def test_the_text_of_a_problem_is_read_back_as_an_equal_problem(grid: Grid) -> None:
    problem = Takuzu(grid)
    assert Takuzu.from_text(problem.to_text()) == problem


@pytest.mark.parametrize("style", Takuzu.styles)
def test_a_problem_draws_a_partial_grid_in_every_style_so_that_it_is_read_back(style: str) -> None:
    problem = Takuzu(GRID)
    assert read(problem.draw(problem.given(), style)).grid == GRID


# -- bad input -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        (" \n\t\r\n ", "empty"),
        ("0", "0x0"),
        ("1", "1x1"),
        ("0x0", "0x0"),
        ("1x5", "1x5"),
        ("5x1", "5x1"),
        ("-1", "-1"),
        ("1x5;01010", "1x5"),
        ("01.0\n..1\n1...\n.0.1", "line 2 has 3 cells, and line 1 has 4"),
        ("01.0/..1./1..../.0.1", "line 3 has 5 cells, and line 1 has 4"),
        ("0 1 . 0\n. . 1", "line 2 has 3 cells, and line 1 has 4"),
        ("0,1\n1,0,1", "line 2 has 3 cells, and line 1 has 2"),
        ("[[0,1],[1]]", "line 2 has 1 cells, and line 1 has 2"),
        ("01.0\n..1.\n1.z.\n.0.1", "line 3, column 3: 'z'"),
        ("01.0/..1./1.../.0.9", "line 4, column 4: '9'"),
        ("0 1 x 0\n. . 1 .", "line 1, column 3: 'x'"),
        ("0,1\n1,y", "line 2, column 2: 'y'"),
        ("[[0,1],[1,3]]", "row 2, column 2: '3'"),
        ("[[0,1],[1,'0']]", "row 2, column 2"),
        ("[[0,1],[1,]", "list"),
        ("[0,1]", "list"),
        ("[]", "row"),
        ("[[],[]]", "row 1"),
        ("0110110", "7 cells"),
        ("01é0", "'é'"),
        ("4x4;01.0", "4 cells, and the size asks for 16"),
        ("2x2;01101", "5 cells, and the size asks for 4"),
        ("2x2;01!1", "character 3: '!'"),
        ("2x2:aAA", "game id"),
        ("2x2:aAAaaa", "game id"),
        ("2x2:zzz", "game id"),
        ("2x2:", "game id"),
        ("2x2:a1", "character 2 of the game id: '1'"),
        ("6x6de:faCADAJeB", "game id"),
        ("1000000x1000000", "too large"),
        ("9999999999x2", "too large"),
        ("1000000x1000000u:a", "too large"),
        ("1000000x1000000;01", "too large"),
        ("9" * 5_000, "too large"),
        ("999999", "too large"),
        ("999", "too large"),
        ("\x00\x01\x02", "'\\x00'"),
        ("\x7fELF\x02\x01\x01", "takuzu"),
        ("\x89PNG\r\n\x1a\n\x00\x00", "line 1, column 1"),
        ("�" * 16, "takuzu"),
    ],
)
def test_bad_input_is_refused_with_one_line_that_names_the_place(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize("text", ["/", "//", "+-\n+-", "+---+---+\n+---+---+", "+-/"])
def test_a_drawing_without_a_row_of_cells_is_refused(text: str) -> None:
    refusal(text)


@examples(300)
@given(st.text() | st.binary().map(lambda junk: junk.decode("latin-1")))
@example("\x0c/")
@example("\x85\u2028\x1c")
def test_arbitrary_text_is_read_or_refused_in_one_line(text: str) -> None:
    assert_read_or_refused(Takuzu, text)


@settings(max_examples=1_000, deadline=None)
@given(st.text("012._- /,;|x:uabzAZ[]\n\t+=", max_size=40))
@example("2x2:zzzz")
@example("[[0,1],[1,0]")
def test_text_that_is_nearly_a_form_is_read_or_refused_in_one_line(text: str) -> None:
    assert_read_or_refused(Takuzu, text)

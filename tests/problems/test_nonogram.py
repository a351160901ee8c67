"""Nonograms: every tiny one against brute force, published ones with their pictures, texts, pictures, new ones.

The published puzzles are numbers 1 and 6 of webpbn.com, "Dancer" and "Scardy Cat", copyright 2004 by Jan Wolter, CC BY
3.0, with the pictures that the author gives.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import groupby, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.forms import LineClues
from clew.tools.cli import main
from clew_problems.nonogram import Nonogram

Lines = tuple[tuple[int, ...], ...]

DANCER = """\
catalogue "webpbn.com #1"
title "Dancer"
width 5
height 10

rows
2
2,1
1,1
3
1,1
1,1
2
1,1
1,2
2

columns
2,1
2,1,3
7
1,3
2,1

goal "01100011010010101110101001010000110010100101111000"
"""
SCARDY_CAT = (
    "2, 2, 1, 1, 1 3, 2 5, 1 7 1 1, 1 8 2 2, 1 9 5, 2 16, 1 17, 7 11, 5 5 3, 5 4, 3 3, 2 2, 2 1, 1 1, 2 2, 2 2 / "
    "5, 5 3, 2 3 4, 1 7 2, 8, 9, 9, 8, 7, 8, 9, 10, 13, 6 2, 4, 6, 6, 5, 6, 6"
)
SCARDY_CAT_GOAL = (
    "0011000000000000000001100000000000000000010000000000000000000100000000000000000001000001110000000000"
    "1100001111100000000010000111111100010001100001111111100110111000111111111001111111001111111111111111"
    "0101111111111111111101111111011111111111001111100011111011100011111000111100000000011100000111000000"
    "0001100000011000000000110000000010000000001000000000100000000011000000001100000000110000000011000000"
)


@cache
def numbers(height: int, width: int) -> Counter[tuple[Lines, Lines]]:
    """For the numbers of each picture of a size, how many pictures have them: brute force over all pictures."""
    found: Counter[tuple[Lines, Lines]] = Counter()
    for cells in product((0, 1), repeat=height * width):
        rows = [cells[k : k + width] for k in range(0, height * width, width)]
        found[tuple(map(lengths, rows)), tuple(map(lengths, zip(*rows, strict=True)))] += 1
    return found


def lengths(line: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(len(list(run)) for black, run in groupby(line) if black)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 5), (2, 2), (3, 3), (2, 4), (3, 4)])
def test_the_solutions_of_tiny_ones_are_counted_by_brute_force(height: int, width: int) -> None:
    found = numbers(height, width)
    for number, (clues, pictures) in enumerate(sorted(found.items())):
        if number % max(1, len(found) // 60) == 0 or pictures > 1:
            assert clew.count(Nonogram(LineClues(*clues))) == pictures


line = st.lists(st.integers(1, 3), max_size=2).map(tuple)


@given(st.tuples(line, line, line), st.tuples(line, line, line))
def test_any_numbers_have_as_many_pictures_as_brute_force_finds(rows: Lines, columns: Lines) -> None:
    assert clew.count(Nonogram(LineClues(rows, columns))) == numbers(3, 3)[rows, columns]


@pytest.mark.parametrize(
    ("text", "goal"),
    [(DANCER, re.findall('goal "([01]+)"', DANCER)[0]), (SCARDY_CAT, SCARDY_CAT_GOAL)],
    ids=["Dancer", "Scardy Cat"],
)
def test_published_nonograms_have_the_pictures_of_their_author_alone(text: str, goal: str) -> None:
    problem = Nonogram.from_text(text)
    found = clew.check(problem)
    assert found.answer == "unique"
    (solution,) = clew.solutions(problem)
    assert "".join(solution[cell] for cell in problem.clues.cells) == goal.replace("0", ".").replace("1", "#")


def test_a_file_and_its_numbers_are_the_same_puzzle() -> None:
    text = "2, 2 1, 1 1, 3, 1 1, 1 1, 2, 1 1, 1 2, 2 / 2 1, 2 1 3, 7, 1 3, 2 1"
    assert Nonogram.from_text(DANCER) == Nonogram.from_text(text)
    columns_first = "width 2\nheight 1\ncolumns\n1\n\nrows\n1\n"
    assert Nonogram.from_text(columns_first) == Nonogram(LineClues(((1,),), ((1,), ())))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (DANCER.replace("1,2\n", "1,2b\n"), "nonogram: line 15: '1,2b' are no numbers with commas between"),
        (DANCER.replace("width 5", ""), "nonogram: a file .non has a line 'width 10', say, and below it one of 'col"),
        (DANCER.replace("columns", "colums"), "and below it one of 'columns'"),
        (DANCER.partition("1,3\n2,1")[0], "nonogram: line 22: 'the end' are no numbers"),
        (DANCER.replace("width 5", "width 7"), "nonogram: line 25: 'goal"),
        ("1, 2 / 1, x", "nonogram: line 1, column 11: 'x' is no clue"),
        ("0x5", "nonogram: there is one row and one column at least"),
        ("https://puzz.link/p?nonogram/2/2/.j", "nonogram: the length of a block is not given"),
    ],
)
def test_faulty_texts_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(clew.InputError, match=re.escape(complaint.removeprefix("nonogram: "))):
        Nonogram.from_text(text)


def test_an_address_is_read_and_written(capsys: pytest.CaptureFixture[str]) -> None:
    """The picture is that of pzprjs's own test of this address."""
    address = "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h"
    problem = clew.load("nonogram", address)
    assert str(clew.first(problem)).split() == ["##.#..", "#...#.", ".#.##.", "......", "#...#.", ".###.."]
    assert str(problem.to_address()) == address
    assert main(["export", "nonogram", address, "--to", "puzz.link"]) == 0
    assert capsys.readouterr().out == f"{address}\n"


def test_drawings_have_the_numbers_beside_and_above() -> None:
    problem = Nonogram.from_text("1 1, 10 / 2, 1, 1 1")
    assert problem.draw({(0, 0): "#", (0, 1): "."}) == "#.?\n???"
    assert problem.draw({(0, 0): "#", (0, 1): "."}, "clues").splitlines() == [
        "        1",
        "    2 1 1",
        "1 1 # . ?",
        " 10 ? ? ?",
    ]


def test_a_picture_marks_white_cells_until_all_are_known() -> None:
    problem = Nonogram.from_text("1 1, 1 / 2, ., 1")
    solution = clew.first(problem)
    assert solution is not None
    part = problem.picture({(0, 0): "#", (0, 1): "."})
    assert part.rows == ((" ", "·", ""), ("", "", ""))
    assert part.blocks == [(0, 0)]
    assert part.row_labels == ["1 1", "1"]
    assert part.column_labels == ["2", "0", "1"]
    whole = problem.picture(solution)
    assert "·" not in whole.svg()
    assert whole.description[1].split() == ["#", "#", "/", "#"]


def test_a_hint_names_the_line_and_its_numbers() -> None:
    hint = clew.hint(Nonogram.from_text("., 2 1 / 1, 1, ., 1"))
    assert str(hint) == "r1c1 to r1c4 are white: row 1 with 0 allows nothing else"
    hint = clew.hint(Nonogram.from_text("2 1, 1 / 1, 2, ., 1"))
    assert str(hint) == "r1c1, r1c2 and r1c4 are black, r1c3 is white: there is only one way to complete row 1 with 2 1"


@pytest.mark.parametrize("size", ["5x5", "4x9", "15x15"])
def test_new_ones_have_one_solution(size: str) -> None:
    made = list(clew.generate("nonogram", size, seed=5, count=4))
    for problem in made:
        assert isinstance(problem, Nonogram)
        assert f"{problem.clues.height}x{problem.clues.width}" == size
        assert clew.is_unique(problem)
    assert len(set(made)) == 4
    assert made == list(clew.generate("nonogram", size, seed=5, count=4))

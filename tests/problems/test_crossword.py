"""Crosswords: small grids against brute force, word squares, and grids and word lists as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew_problems import crossword
from clew_problems.crossword import Crossword
from clew_problems.crossword_words import WORDS
from tests.examples import examples
from tests.problems.refusals import assert_read_or_refused, refused

refusal = partial(refused, Crossword)

SATOR = "sator arepo tenet opera rotas"
SHORT = "ab ba aa aba bab abb"
THREE = [word.upper() for word in WORDS.split() if len(word) == 3]


@st.composite
def grids(draw: st.DrawFn) -> tuple[str, ...]:
    """Small grids without a cell that is in no entry."""
    height, width = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    cells = st.sampled_from(".....#A")
    grid = [[draw(cells) for _ in range(width)] for _ in range(height)]

    def alone(r: int, c: int) -> bool:
        near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        return all(not (0 <= y < height and 0 <= x < width) or grid[y][x] == "#" for y, x in near)

    rows = tuple("".join("#" if alone(r, c) else grid[r][c] for c in range(width)) for r in range(height))
    return rows if set("".join(rows)) != {"#"} else (".." + "#" * (max(width, 2) - 2),)


def lines(rows: list[str]) -> list[str]:
    """The words of a filled grid, read off its rows and columns."""
    every = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
    return [word for line in every for word in line.split("#") if len(word) > 1]


def brute_force(grid: tuple[str, ...], words: str, repeat: bool) -> set[str]:
    """Every way to fill the open cells that leaves words only, none of them twice."""
    known = set(words.upper().split())
    text = "\n".join(grid)
    alphabet = sorted(set("".join(known)))
    found = set()
    for letters in product(alphabet, repeat=text.count(".")):
        rest = iter(letters)
        filled = "".join(next(rest) if symbol == "." else symbol for symbol in text)
        spelled = lines(filled.split("\n"))
        if known.issuperset(spelled) and (repeat or max(Counter(spelled).values()) == 1):
            found.add(filled)
    return found


def squares_of_three(first: str) -> Iterator[list[str]]:
    """The squares of three rows and three columns of bundled words with a given first row."""
    beginnings = {word[:2] for word in THREE}
    for second in THREE:
        if beginnings.issuperset(map("".join, zip(first, second, strict=True))):
            for third in THREE:
                rows = [first, second, third]
                if set(THREE).issuperset(map("".join, zip(*rows, strict=True))):
                    yield rows


def fillings(problem: Crossword) -> list[str]:
    return [solution.draw("grid") for solution in clew.solutions(problem)]


# -- solutions -------------------------------------------------------------------------------------


def test_the_sator_square_is_found_in_both_of_its_readings() -> None:
    problem = Crossword.from_text("5x5", words=SATOR, repeat=True)
    rows = SATOR.upper().split()
    assert set(fillings(problem)) == {"\n".join(rows), "\n".join(reversed(rows))}


def test_a_word_is_not_used_twice_unless_it_may() -> None:
    assert clew.count(Crossword.from_text("5x5", words=SATOR)) == 0
    assert fillings(Crossword.from_text("##.\n##.\n...", words="aba,", repeat=True)) == ["##A\n##B\nABA"]
    assert fillings(Crossword.from_text("##.\n##.\n...", words="aba, bab")) == []


@examples(150)
@given(grids(), st.booleans())
def test_the_fillings_are_those_of_brute_force(grid: tuple[str, ...], repeat: bool) -> None:
    problem = Crossword(grid, words=SHORT, repeat=repeat)
    found = fillings(problem)
    assert len(set(found)) == len(found)
    assert set(found) == brute_force(grid, SHORT, repeat)


@pytest.mark.parametrize("inference", ["check", "forward", "unit", "arc"])
@pytest.mark.parametrize("first", ["CAT", "ICE", "ZOO"])
def test_squares_of_bundled_words_are_those_of_brute_force(first: str, inference: str) -> None:
    problem = Crossword.from_text(f"{first}/.../...")
    found = [str(solution) for solution in clew.solutions(problem, inference=inference)]
    squares = ["\n".join(rows) for rows in squares_of_three(first) if len(set(lines(rows))) == 6]
    assert sorted(found) == sorted(squares)


def test_a_square_of_four_bundled_words_either_way_is_found() -> None:
    solution = clew.first(Crossword.from_text("4"))
    assert solution is not None
    spelled = lines(str(solution).split("\n"))
    assert len(set(spelled)) == 8
    assert set(spelled) <= set(WORDS.upper().split())


def test_letters_that_no_word_fits_are_an_answer() -> None:
    assert clew.first(Crossword.from_text("QX.")) is None
    assert clew.first(Crossword.from_text("CATS")) is None
    assert fillings(Crossword.from_text("CAT")) == ["CAT"]


def test_the_bundled_words_are_different_and_of_three_to_five_letters() -> None:
    words = WORDS.split()
    assert len(set(words)) == len(words)
    assert {len(word) for word in words} == {3, 4, 5}
    assert all(word.isalpha() and word.islower() and word.isascii() for word in words)


def test_a_row_that_spells_no_word_is_a_violation() -> None:
    problem = Crossword.from_text("...\n.##\n.##")
    letters: Mapping[tuple[int, int], str] = dict(zip([(0, 0), (0, 1), (0, 2)], "CXT", strict=True))
    (violation,) = clew.violations(problem, letters)
    assert violation.rule == "1 across"
    assert violation.variables == ((0, 0), (0, 1), (0, 2))


# -- text and drawings -------------------------------------------------------------------------------


def test_a_filled_grid_draws_as_rows_as_boxes_and_entry_by_entry() -> None:
    problem = Crossword.from_text("c../a##/t## words: cat cow")
    drawn = {style: problem.draw({**problem.given(), (0, 1): "O"}, style) for style in problem.styles}
    line = "+---+---+---+"
    assert drawn == {
        "grid": "CO.\nA##\nT##",
        "boxes": "\n".join([line, "| C | O |   |", line, "| A | █ | █ |", line, "| T | █ | █ |", line]),
        "entries": "1 across: CO.\n1 down: CAT",
    }


def test_entries_are_numbered_as_in_a_newspaper() -> None:
    problem = Crossword(("#..", "...", "..#"), words="in ink")
    drawn = problem.draw({(r, c): "ABCDEFGHI"[3 * r + c] for r, c in problem.domains()}, "entries")
    assert drawn.split("\n") == [
        "1 across: BC",
        "3 across: DEF",
        "4 across: GH",
        "1 down: BEH",
        "2 down: CF",
        "3 down: DG",
    ]


@pytest.mark.parametrize(
    "text", ["3x3", " 3 ", "3 x 3", ".../.../...", "...\n...\n...\n", "___\n_ _ _\n. . .", "\n...\r\n...\r\n..."]
)
def test_an_open_grid_is_read_in_every_form(text: str) -> None:
    assert Crossword.from_text(text) == Crossword(("...", "...", "..."))


def test_small_letters_are_the_same_as_large_ones() -> None:
    assert Crossword.from_text("cAt\n.##\n.## words: Cow caT") == Crossword(("CAT", ".##", ".##"), words="cat, cow")


@pytest.mark.parametrize("words", ["dog cat cow", "cat,cow,dog", "COW\nDOG;\tCat,cat,", "CAT,COW,DOG,"])
def test_words_are_the_same_however_they_are_written(words: str) -> None:
    problem = Crossword.from_text(f"... words: {words}")
    assert problem == Crossword.from_text("...", words=words) == Crossword(("...",), words="cat cow dog")
    assert sorted(fillings(problem)) == ["CAT", "COW", "DOG"]


def test_words_given_by_name_go_before_those_of_the_text() -> None:
    assert fillings(Crossword.from_text("... words: dog", words="cat,")) == ["CAT"]


def test_a_list_of_words_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my words.txt"
    file.write_text("cat\ncow's\nCow\n3rd\nété\n", encoding="utf-8")
    problem = Crossword.from_text("...", words=str(file))
    file.unlink()
    assert sorted(fillings(problem)) == ["CAT", "COW", "ÉTÉ"]
    assert Crossword.from_text(problem.to_text()) == problem


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "words"
    file.write_bytes(b"\xff\xfe\x00cat")
    assert "is not text" in refusal("...", words=str(file))


@given(grids(), st.booleans())
def test_the_text_is_read_back(grid: tuple[str, ...], repeat: bool) -> None:
    problem = Crossword(grid, words=SHORT, repeat=repeat)
    assert Crossword.from_text(problem.to_text(), repeat=repeat) == problem


@given(grids())
def test_entries_are_what_the_lines_of_the_grid_hold(grid: tuple[str, ...]) -> None:
    found = ["".join(grid[r][c] for r, c in entry) for entry in crossword.entries(grid)]
    assert sorted(found) == sorted(lines(list(grid)))


# -- bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        (" words: cat", "empty"),
        ("0", "from 1 to"),
        ("-1", "-1"),
        ("1000000000", "1000000000"),
        ("3x1000000000", "3x1000000000"),
        ("900x900", "too large"),
        ("." * 2_000_000, "from 1 to"),
        ("...\n....", "row 2 has 4 cells"),
        ("...\n.?.", "row 2, column 2: '?'"),
        ("...\n.\x1b.", "row 2, column 2"),
        ("1", "row 1, column 1: the cell is part of no entry"),
        (".#.\n#..\n...", "row 1, column 1"),
        ("##\n##", "every cell is a block"),
        ("......", "6 letters"),
        ("...\n..#", "row 2, column 1: the entry has 2 letters"),
        ("... words: cat d0g", "word 2: 'd0g'"),
        ("... words: ,", "words"),
    ],
)
def test_bad_input_is_refused_with_one_line_that_names_the_place(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize("words", ["no-such-file", "x" * 5000, "a\0b", 3, ",", "cat, d-g"])
def test_words_that_cannot_be_are_refused(words: object) -> None:
    refusal("...", words=words)


@examples(300)
@given(st.text() | st.text(".#_abc/\n0123456789x") | grids().map("/".join))
def test_arbitrary_text_is_read_or_refused_in_one_line(text: str) -> None:
    assert_read_or_refused(Crossword, text)

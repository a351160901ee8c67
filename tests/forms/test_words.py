"""Grids of words: what is read, what is said about a mistake, and where."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import clew
from clew.forms import Cells, Words

NUMBERS = Words(r"[1-9][0-9]?|#", "a number from 1 to 99 or #")


def test_rows_of_words() -> None:
    cells = NUMBERS.read("12 .  #\n\n .\t3 . ")
    assert cells.rows == (("12", ".", "#"), (".", "3", "."))
    assert cells.given == {(0, 0): "12", (0, 2): "#", (1, 1): "3"}
    assert cells[0, 0] == "12"
    assert (cells.height, cells.width) == (2, 3)
    assert cells.lines[-1] == ((0, 2), (1, 2))
    assert str(cells) == "12 . #\n. 3 ."
    assert NUMBERS.read("12 . # / . 3 .") == cells
    assert NUMBERS.read("2x3").given == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 2\n3 a", "line 2, column 3: 'a' is no cell: use a number from 1 to 99 or # or . for an empty cell"),
        ("1 2 / 3 100", "line 1, column 9: '100' is no cell"),
        ("1 2\n\n3", "line 3, column 1: row 2 has 1 cell, and row 1 has 2: give every row as many"),
        ("/ /", "there are no cells: give rows of words"),
        ("", "the instance is empty: give rows of words"),
        ("0x3", "a grid has one row and one column at least"),
        ("9" * 5000, "is no cell"),
        ("٣", "is no cell"),
    ],
)
def test_a_mistake_is_placed(text: str, said: str) -> None:
    with pytest.raises(clew.InputError) as caught:
        NUMBERS.read(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_square() -> None:
    with pytest.raises(clew.InputError, match="1 row and 2 columns is not square"):
        Words("[a-z]+", "a word", square=True).read("ab c")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Words("(", "a word"), "no regular expression"),
        (lambda: Words(5, "a word"), "no regular expression"),  # type: ignore[arg-type]
        (lambda: Words("a", "a word", empty="a b"), "white space"),
    ],
)
def test_a_form_that_cannot_be(make: Any, said: str) -> None:
    with pytest.raises(clew.ProblemError, match=said):
        make()


@attrs.frozen
class Latin(clew.Problem[Any, Any]):
    name = "latin"
    grid: Cells = clew.instance(NUMBERS)

    def domains(self) -> Any:
        return {cell: (10, 5) for cell, word in self.grid.items() if word == "."}


def test_made_in_python_and_drawn() -> None:
    make: Any = Latin
    problem = make([["12", "."], [".", "#"]])
    assert problem == Latin.from_text("12 . / . #")
    assert problem.draw({(0, 1): 10}) == "12 10\n .  #"
    assert clew.count(problem) == 4
    for wrong in (["12"], [["12", "."], ["."]], [[12]], [], 5, [["x"]]):
        with pytest.raises(clew.InputError):
            make(wrong)

"""Shikaku: tiny grids and a larger one against brute force, a published one, addresses, texts, pictures, new ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew_problems import Shikaku
from clew_problems.shikaku import FIELDS

Cell = tuple[int, int]
Rows = list[list[str]]
Division = frozenset[frozenset[Cell]]


def divisions(rows: Rows) -> list[Division]:
    """The ways to divide a grid: the first free cell is the upper left corner of a rectangle, and all are tried."""
    cells = set(product(range(len(rows)), range(len(rows[0]))))

    def fits(block: set[Cell]) -> bool:
        numbers = [rows[r][c] for r, c in block if rows[r][c] != "."]
        return numbers in ([str(len(block))], ["?"])

    def tried(free: set[Cell]) -> Iterator[list[frozenset[Cell]]]:
        if not free:
            yield []
            return
        top, left = min(free)
        for end, last in product(range(top, len(rows)), range(left, len(rows[0]))):
            block = set(product(range(top, end + 1), range(left, last + 1)))
            if block <= free and fits(block):
                yield from ([frozenset(block), *more] for more in tried(free - block))

    return [frozenset(found) for found in tried(cells)]


def blocks(puzzle: Shikaku, solution: clew.Solution[Cell, str]) -> Division:
    """The rectangles that a solution names by two corners, such as r1c1-r2c3."""
    found = []
    for title in solution.values():
        (top, left), (end, last) = (map(int, corner[1:].split("c")) for corner in title.split("-"))
        found.append(frozenset(product(range(top - 1, end), range(left - 1, last))))
    return frozenset(found)


def made(rows: Any) -> Shikaku:
    return Shikaku(rows)


@st.composite
def grids(draw: st.DrawFn) -> Rows:
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    return [[draw(st.sampled_from(".....?12346")) for _ in range(width)] for _ in range(height)]


@given(grids())
def test_the_solutions_are_those_of_brute_force(rows: Rows) -> None:
    puzzle = made(rows)
    found = [blocks(puzzle, solution) for solution in clew.solutions(puzzle)]
    assert len(found) == len(set(found))
    assert set(found) == set(divisions(rows))
    assert Shikaku.from_text(puzzle.to_text()) == puzzle
    assert Shikaku.from_text(str(puzzle.to_address())) == puzzle


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_grids_that_are_divided_before_they_are_numbered(height: int, width: int, data: st.DataObject) -> None:
    """Those of random words have no solution mostly."""
    free, rows = sorted(product(range(height), range(width))), [["."] * width for _ in range(height)]
    while free:
        top, left = free[0]
        room = next((c for c in range(left, width) if (top, c) not in free), width) - left
        wide, tall = data.draw(st.integers(1, room)), data.draw(st.integers(1, height - top))
        block = list(product(range(top, top + tall), range(left, left + wide)))
        r, c = data.draw(st.sampled_from(block))
        rows[r][c] = data.draw(st.sampled_from([str(len(block)), "?"]))
        free = [cell for cell in free if cell not in block]
    puzzle = made(rows)
    expected = divisions(rows)
    assert expected
    assert {blocks(puzzle, solution) for solution in clew.solutions(puzzle)} == set(expected)


def test_the_fields_of_the_gallery_have_one_solution() -> None:
    (expected,) = divisions([line.split() for line in FIELDS.splitlines()])
    puzzle = Shikaku.from_text(FIELDS)
    (solution,) = clew.solutions(puzzle)
    assert blocks(puzzle, solution) == expected


def test_the_published_one_has_the_published_answer_alone() -> None:
    """The address with which pzprjs tests itself, and the answer that its test accepts, a letter for each rectangle."""
    address = "https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5j"
    puzzle = Shikaku.from_text(address)
    (solution,) = clew.solutions(puzzle)
    published = "ABBCCC ABBDDD ABBDDD AEEEFG AEEEFG HHHHHG".split()  # noqa: SIM905 - as a grid
    cells = {(r, c): letter for r, row in enumerate(published) for c, letter in enumerate(row)}
    assert blocks(puzzle, solution) == {
        frozenset(cell for cell, letter in cells.items() if letter == one) for one in "ABCDEFGH"
    }
    assert str(puzzle.to_address()) == address


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 / 3", "row 2 has 1 cell, and row 1 has 2"),
        ("1 0", "line 1, column 3: '0' is no cell: use numbers from 1, ? or . for an empty cell"),
        ("https://puzz.link/p?shikaku/2/1/0g", "the address has the number 0: a rectangle has a cell at least"),
        ("https://puzz.link/p?shikaku/2/1/_g", "character 1 of its body, '_', means nothing here"),
    ],
)
def test_other_texts_are_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(clew.InputError) as caught:
        Shikaku.from_text(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_number_without_a_rectangle_has_a_hint_that_says_so() -> None:
    hint = clew.hint(Shikaku.from_text("9 . / . ."))
    assert hint is not None
    assert hint.kind in ("contradiction", "unsolvable")
    assert "9 at r1c1" in str(hint)


def test_hints_name_the_rule() -> None:
    """No 4 reaches r1c2, because one has the 2 and the other the 3."""
    steps = [str(hint) for hint in clew.steps(Shikaku.from_text(". . 3 / 2 4 . / . . ."))]
    assert steps[0] == "the 3 at r1c3 covers r1c1-r1c3: every other value is ruled out by the covering of r1c2"
    assert len(steps) == 3
    rivals = Shikaku.from_text("2 . 2 . . 3")
    assert "the 2 at r1c1 beside the 2 at r1c3" in map(rivals.constraint_name, rivals.constraints())


def test_a_picture_has_a_line_around_each_rectangle_that_is_known() -> None:
    puzzle = made([["4", ".", "."], [".", ".", "2"]])
    board = puzzle.picture({(0, 0): "r1c1-r2c2"})
    assert board.rows == (("4", "·", ""), ("·", "·", "2"))
    assert set(board.regions) == set(board.colours) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    (solution,) = clew.solutions(puzzle)
    assert puzzle.draw(solution, "corners") == "the 4 at r1c1: r1c1-r2c2\nthe 2 at r2c3: r1c3-r2c3"
    assert puzzle.draw(solution).split("\n")[1] == "| 4     |   |"


@pytest.mark.parametrize("size", ["4x4", "3x6", "5x5"])
def test_new_ones_are_unique(size: str) -> None:
    for puzzle in islice(clew.generate("shikaku", size, seed=2), 5):
        assert isinstance(puzzle, Shikaku)
        assert len(divisions([line.split() for line in puzzle.to_text().split("\n")])) == 1
    (large,) = clew.generate("shikaku", "12x12", seed=1, count=1)
    assert clew.check(large).answer == "unique"


def test_numbers_that_are_not_given_are_found() -> None:
    (puzzle,) = clew.generate(made([["?", ".", "?"], [".", ".", "."]]), seed=1, count=1)
    assert isinstance(puzzle, Shikaku)
    assert set(puzzle.grid.given) == {(0, 0), (0, 2)}
    assert len(divisions([list(row) for row in puzzle.grid.rows])) == 1

"""Hitori: tiny grids against brute force, two published ones, addresses, texts, pictures, hints, new ones."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew_problems import Hitori

Cell = tuple[int, int]
Rows = list[str]


def shadings(rows: Rows) -> list[set[Cell]]:
    """The sets of shaded cells that keep the rules: brute force, row by row, until a row breaks one.

    A row's shaded cells are the bits of a number.
    """
    width = len(rows[0])
    found: list[list[int]] = [[]]
    for r, row in enumerate(rows):
        ways = [w for w in range(2**width) if not w & w >> 1]
        ways = [w for w in ways if is_mixed([n for c, n in enumerate(row) if not w >> c & 1])]
        equal = [sum(2**c for c, n in enumerate(row) if n == old[c] != ".") for old in rows[:r]]
        found = [
            [*some, w]
            for some in found
            for w in ways
            if not (some and some[-1] & w)
            and not any(same & ~before & ~w for same, before in zip(equal, some, strict=True))
        ]
        if r < len(rows) - 1:
            found = [some for some in found if has_way_out(some, width)]
    return [bits_of(some, width) for some in found if is_whole(cells_of(some, width))]


def bits_of(some: list[int], width: int) -> set[Cell]:
    """The shaded cells."""
    return {(r, c) for r, way in enumerate(some) for c in range(width) if way >> c & 1}


def cells_of(some: list[int], width: int) -> set[Cell]:
    """The unshaded cells."""
    return {*product(range(len(some)), range(width))} - bits_of(some, width)


def has_way_out(some: list[int], width: int) -> bool:
    """Whether the unshaded cells can still be connected: below the last row there may be anything."""
    return is_whole(cells_of(some, width) | {(len(some), c) for c in range(width)})


def is_mixed(numbers: list[str]) -> bool:
    """Whether no number is there twice."""
    known = [number for number in numbers if number != "."]
    return len(set(known)) == len(known)


def is_whole(cells: set[Cell]) -> bool:
    """Whether the cells are in one piece, or none."""
    left, waiting = set(cells), [*cells][:1]
    while waiting:
        r, c = waiting.pop()
        if (r, c) in left:
            left.remove((r, c))
            waiting += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return not left


def shaded(solution: clew.Solution[Cell, str]) -> set[Cell]:
    return {cell for cell, value in solution.items() if value == "#"}


def made(rows: Any) -> Hitori:
    return Hitori(rows)


@st.composite
def grids(draw: st.DrawFn) -> Rows:
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    return [draw(st.text("1234.", min_size=width, max_size=width)) for _ in range(height)]


@given(grids())
def test_the_solutions_are_those_of_brute_force(rows: Rows) -> None:
    found = [shaded(solution) for solution in clew.solutions(made(rows))]
    expected = shadings(rows)
    assert len(found) == len(expected)
    assert all(cells in expected for cells in found)


@given(st.integers(1, 4).flatmap(lambda w: st.lists(st.text("19AW.", min_size=w, max_size=w), min_size=1, max_size=4)))
def test_texts_and_addresses_are_read_as_they_are_written(rows: Rows) -> None:
    puzzle = made(rows)
    assert Hitori.from_text(puzzle.to_text()) == puzzle
    assert Hitori.from_text(str(puzzle.to_address())) == puzzle


def test_the_grid_of_the_gallery_has_one_solution() -> None:
    example = next(example for example in Hitori.examples if example.name == "8x8")
    (expected,) = shadings(example.text.split("/"))
    (solution,) = clew.solutions(Hitori.from_text(example.text))
    assert shaded(solution) == expected


def test_the_published_one_has_the_published_answer_alone() -> None:
    """The address with which pzprjs tests itself, and the answer that its test accepts."""
    address = "https://puzz.link/p?hitori/4/4/1114142333214213"
    puzzle = Hitori.from_text(address)
    (solution,) = clew.solutions(puzzle)
    assert puzzle.draw(solution, "grid") == "#+#+\n++++\n#+#+\n+++#"
    assert puzzle.draw(solution) == "#1#4\n1423\n#3#1\n421#"
    assert str(puzzle.to_address()) == address


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12/3", "row 2 has 1 cell, and row 1 has 2"),
        ("1x", "line 1, column 2: 'x' is no symbol here"),
        ("102", "'0' is no symbol here: use 1-9 A-W, and . for an empty cell"),
        ("https://puzz.link/p?hitori/2/1/10", "hitori: the address has the number 0: use 1 to 32"),
        ("https://puzz.link/p?hitori/2/1/1-10", "hitori: the address has the number 36: use 1 to 32"),
        ("https://puzz.link/p?hitori/2/1/1!", "the address of a hitori: character 2 of its body, '!', means nothing"),
        ("https://puzz.link/p?hitori/2/1/1-1", "its body ends after 3 characters, in the middle of a clue"),
    ],
)
def test_other_texts_are_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(clew.InputError) as caught:
        Hitori.from_text(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_question_mark_in_an_address_is_a_cell_without_a_number() -> None:
    assert Hitori.from_text("https://puzz.link/p?hitori/3/1/1@a") == made(["1.A"])


def test_a_hint_names_the_rule() -> None:
    assert str(clew.hint(made(["122"]))) == (
        "r1c2 is white: with black in r1c2, the pair r1c1, r1c2 and the pair r1c2, r1c3 would leave "
        "the area of white cells without a solution"
    )


def test_a_picture_has_black_cells_and_circles_until_all_are_known() -> None:
    puzzle = made(["12", ".A"])
    board = puzzle.picture({(0, 0): "#", (1, 0): "+"}, {(1, 1): {"+"}, (0, 1): {"+", "#"}})
    assert board.rows == (("1", "2"), ("◯", "⑩"))
    assert list(board.blocks) == [(0, 0)]
    assert puzzle.picture(dict.fromkeys(puzzle.grid, "+")).rows == (("1", "2"), ("", "10"))
    assert puzzle.draw({(0, 0): "#", (1, 0): "+"}, "grid") == "#?\n+?"


@pytest.mark.parametrize("size", ["3x3", "4x4", "3x6"])
def test_new_ones_are_unique(size: str) -> None:
    for puzzle in islice(clew.generate("hitori", size, seed=2), 5):
        assert isinstance(puzzle, Hitori)
        assert "." not in puzzle.to_text()
        assert len(shadings(puzzle.to_text().split("\n"))) == 1
    (large,) = clew.generate("hitori", "12x12", seed=1, count=1)
    assert clew.check(large).answer == "unique"


def test_new_ones_begin_without_numbers() -> None:
    with pytest.raises(clew.OptionError, match="begin with an empty grid: give its size"):
        next(clew.generate(made(["12", ".."])))

"""Kakuro: small grids against a search of their own, texts and addresses, and new grids."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew_problems import Kakuro
from tests.problems.refusals import refused

Cell = tuple[int, int]
Words = list[list[str]]

PUBLISHED = "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3"
TEXT = r"# 23\ 12\ 8\ # / \24 . . . # / \11 . . \4 . / \8 . . # #"


def fillings(words: Words) -> Iterator[dict[Cell, int]]:
    """All ways to fill a grid, cell by cell, judged by walking back along each run."""
    cells = [(r, c) for r, row in enumerate(words) for c, word in enumerate(row) if word == "."]

    def word(r: int, c: int) -> str:
        return words[r][c] if 0 <= r < len(words) and 0 <= c < len(words[0]) else "#"

    def fits(digits: dict[Cell, int], cell: Cell, down: int, across: int) -> bool:
        run, (r, c) = [digits[cell]], cell
        while word(r := r - down, c := c - across) == ".":
            run.append(digits[r, c])
        clue = word(r, c).partition("\\")[0 if down else 2]
        is_over = word(cell[0] + down, cell[1] + across) != "."
        is_sum = not clue.isdigit() or (sum(run) == int(clue) if is_over else sum(run) < int(clue))
        return len(set(run)) == len(run) and is_sum

    def extended(digits: dict[Cell, int]) -> Iterator[dict[Cell, int]]:
        if len(digits) == len(cells):
            yield dict(digits)
            return
        cell = cells[len(digits)]
        for digit in range(1, 10):
            digits[cell] = digit
            if fits(digits, cell, 1, 0) and fits(digits, cell, 0, 1):
                yield from extended(digits)
            del digits[cell]

    yield from extended({})


@st.composite
def grids(draw: st.DrawFn) -> Words:
    """Small grids with runs of any kind, the sums of which some digits have, or nearly."""
    height, width = draw(st.sampled_from([(3, 3), (3, 4), (2, 5), (5, 2)]))
    is_open = {(r, c): bool(r and c) and draw(st.integers(0, 5)) > 0 for r in range(height) for c in range(width)}
    digits: dict[Cell, int] = {cell: draw(st.integers(1, 9)) for cell in is_open}
    words = [["." if is_open[r, c] else "#" for c in range(width)] for r in range(height)]
    for r, c in is_open:
        sums = []
        for down, across in ((1, 0), (0, 1)):
            run = list[int]()
            y, x = r + down, c + across
            while is_open.get((y, x)):
                run.append(digits[y, x])
                y, x = y + down, x + across
            is_given = draw(st.booleans())
            sums.append(str(sum(run)) if run and is_given else "")
        if not is_open[r, c] and any(sums):
            words[r][c] = "\\".join(sums)
    return words


@settings(max_examples=60)
@given(grids())
def test_the_solutions_are_the_fillings_that_keep_the_rules(words: Words) -> None:
    problem = Kakuro.from_text("/".join(map(" ".join, words)))
    expected = [tuple(sorted(filling.items())) for filling in fillings(words)]
    if len(expected) > 20_000:
        assert clew.count(problem) == len(expected)
        return
    found = [tuple(sorted(solution.items())) for solution in clew.solutions(problem)]
    assert sorted(found) == sorted(expected)


@given(grids())
def test_texts_and_addresses_are_read_back(words: Words) -> None:
    problem = Kakuro.from_text("/".join(map(" ".join, words)))
    assert Kakuro.from_text(problem.to_text()) == problem
    assert Kakuro.from_text(str(problem.to_address())) == problem


def test_a_published_puzzle_has_one_solution() -> None:
    problem = Kakuro.from_text(PUBLISHED)
    rows = [list(row) for row in problem.grid.rows]
    (only,) = fillings(rows)
    assert clew.first(problem) == only
    assert clew.check(problem).answer == "unique"
    assert str(problem.to_address()) == PUBLISHED


def test_the_picture_has_diagonals_with_sums_and_no_words() -> None:
    board = Kakuro.from_text(TEXT).picture({(1, 1): 9})
    assert board.slashes[2, 3] == ("", "4")  # type: ignore[attr-defined]
    assert board.slashes[0, 1] == ("23", "")  # type: ignore[attr-defined]
    assert board.cells[1, 1] == "9"  # type: ignore[attr-defined]
    assert "\\" not in board.svg()


def test_constraints_are_called_by_sum_direction_and_place() -> None:
    problem = Kakuro.from_text(TEXT)
    names = [problem.constraint_name(constraint) for constraint in problem.constraints()]
    assert "the run of 24 across from r2c1" in names
    assert "the run of 4 across from r3c4" in names


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        ("# 3x / . .", "'3x' is no cell"),
        ("# 3\\ / . #", "row 1, column 2: the sum 3 has no cell below"),
        ("\\3 # / . .", "row 1, column 1: the sum 3 has no cell to the right"),
        ("# # / .", "row 2 has 1 cell"),
        ("99999x99999", "too large"),
        ("https://puzz.link/p?slither/5/5/cbcbcddad", "of the kind slither, not kakuro"),
    ],
)
def test_bad_input_is_refused_in_one_line(text: str, say: str) -> None:
    assert say in refused(Kakuro, text)


@pytest.mark.parametrize("size", ["4x4", "6x8"])
def test_new_puzzles_are_symmetric_and_have_one_solution(size: str) -> None:
    height, width = map(int, size.split("x"))
    for made in clew.generate("kakuro", size, count=2):
        assert isinstance(made, Kakuro)
        cells = {(r, c) for r, c in made.domains()}
        assert {(height + 1 - r, width + 1 - c) for r, c in cells} == cells
        assert all(run.total is not None and len(run.cells) > 1 for run in made.runs)
        assert clew.check(made).answer == "unique"
        assert len(list(fillings([list(row) for row in made.grid.rows]))) == 1
        assert Kakuro.from_text(made.to_text()) == made


def test_a_layout_stays_as_it_is() -> None:
    layout = Kakuro.from_text("# # # # / # . . # / # . . . / # # . .")
    made = next(clew.generate(layout))
    assert made.domains().keys() == layout.domains().keys()
    assert clew.check(made).answer == "unique"
    assert layout.random_solution(Random(1)) is not None

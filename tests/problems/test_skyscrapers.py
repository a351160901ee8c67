"""Skyscrapers: small squares against brute force, texts and addresses, and new puzzles."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew_problems import Skyscrapers
from tests.problems.refusals import refused

Square = tuple[tuple[int, ...], ...]

PUBLISHED = "https://puzz.link/p?skyscrapers/4/4/k13h4j3g"


@cache
def squares(size: int) -> list[Square]:
    """Brute force over all squares whose rows are permutations."""
    rows = list(permutations(range(1, size + 1)))
    return [
        square
        for square in product(rows, repeat=size)
        if all(len({*column}) == size for column in zip(*square, strict=True))
    ]


def agrees(square: Square, words: list[list[str]]) -> bool:
    """Whether a square has the numbers of a text inside and the views beside it."""
    size = len(square)

    def seen(line: tuple[int, ...]) -> int:
        return sum(height == max(line[: k + 1]) for k, height in enumerate(line))

    views = {}
    for k in range(size):
        column = tuple(row[k] for row in square)
        views[k + 1, 0], views[k + 1, size + 1] = seen(square[k]), seen(square[k][::-1])
        views[0, k + 1], views[size + 1, k + 1] = seen(column), seen(column[::-1])
    inside = {(r + 1, c + 1): height for r, row in enumerate(square) for c, height in enumerate(row)}
    numbers = views | inside
    return all(numbers[r, c] == int(word) for r, row in enumerate(words) for c, word in enumerate(row) if word != ".")


@st.composite
def puzzles(draw: st.DrawFn) -> list[list[str]]:
    size = draw(st.sampled_from([2, 3, 4]))
    corners = {(r, c) for r in (0, size + 1) for c in (0, size + 1)}
    places = st.tuples(st.integers(0, size + 1), st.integers(0, size + 1)).filter(lambda place: place not in corners)
    numbers = draw(st.dictionaries(places, st.integers(1, size), max_size=5))
    return [[str(numbers.get((r, c), ".")) for c in range(size + 2)] for r in range(size + 2)]


@given(puzzles())
def test_the_solutions_are_the_latin_squares_that_agree_with_the_clues(words: list[list[str]]) -> None:
    size = len(words) - 2
    expected = {square for square in squares(size) if agrees(square, words)}
    found = [
        tuple(tuple(solution[r, c] for c in range(size)) for r in range(size))
        for solution in clew.solutions(Skyscrapers.from_text("/".join(map(" ".join, words))))
    ]
    assert len(found) == len(expected)
    assert set(found) == expected


@given(puzzles())
def test_texts_and_addresses_are_read_back(words: list[list[str]]) -> None:
    problem = Skyscrapers.from_text("/".join(map(" ".join, words)))
    assert Skyscrapers.from_text(problem.to_text()) == problem
    assert Skyscrapers.from_text(str(problem.to_address())) == problem


def test_a_published_puzzle_has_one_solution() -> None:
    problem = Skyscrapers.from_text(PUBLISHED)
    assert problem.clues == {(4, 1): 1, (4, 2): 3, (1, -1): 4, (2, 4): 3}
    (only,) = [square for square in squares(4) if agrees(square, [list(row) for row in problem.grid.rows])]
    solution = clew.first(problem)
    assert solution is not None
    assert tuple(tuple(solution[r, c] for c in range(4)) for r in range(4)) == only
    assert clew.check(problem).answer == "unique"
    assert str(problem.to_address()) == PUBLISHED


def test_clues_stand_around_the_board() -> None:
    problem = Skyscrapers.from_text(". 3 . . . / . . . . . / . . . . 1 / 2 . . . . / . . . 2 .")
    assert problem.draw({(0, 0): 1}) == "\n".join(
        ["    3", "  +-------+", "  | 1 . . |", "  | . . . | 1", "2 | . . . |", "  +-------+", "        2"]
    )
    board = problem.picture({(0, 0): 1})
    assert board.column_labels == ["3", "", ""]
    assert board.lower_labels == ["", "", "2"]
    assert board.row_labels == ["", "", "2"]
    assert board.right_labels == ["", "1", ""]
    names = [problem.constraint_name(constraint) for constraint in problem.constraints()]
    assert names[6:] == [
        "3 seen from the top of column 1",
        "2 seen from the bottom of column 3",
        "2 seen from the left of row 3",
        "1 seen from the right of row 2",
    ]


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        ("1 . . / . . . / . . .", "row 1, column 1: 1 stands in a corner"),
        (". 2 . / . . . / . . .", "row 1, column 2: 2 is no height"),
        (". 0 . / . . . / . . .", "row 1, column 2: 0 is no height"),
        (". . / . .", "one cell at least"),
        ("3x4", "not square"),
        (". x . / . . . / . . .", "'x' is no cell"),
        ("99999", "too large"),
        ("https://puzz.link/p?skyscrapers/4/5/k13h4j3g", "give a square"),
    ],
)
def test_bad_input_is_refused_in_one_line(text: str, say: str) -> None:
    assert say in refused(Skyscrapers, text)


@pytest.mark.parametrize("options", [{}, {"symmetry": "half-turn"}])
def test_new_puzzles_have_one_solution_and_no_clue_too_many(options: dict[str, str]) -> None:
    for made in clew.generate("skyscrapers", 4, count=3, **options):  # type: ignore[arg-type]
        assert isinstance(made, Skyscrapers)
        words = [list(row) for row in made.grid.rows]
        assert sum(agrees(square, words) for square in squares(4)) == 1
        numbers = {(r, c) for r, row in enumerate(words) for c, word in enumerate(row) if word != "."}
        if options:
            assert {(5 - r, 5 - c) for r, c in numbers} == numbers
            continue
        for r, c in numbers:
            without = [[*row] for row in words]
            without[r][c] = "."
            assert sum(agrees(square, without) for square in squares(4)) > 1

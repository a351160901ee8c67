"""Knight's tours: published numbers, which moves a knight may make, and boards as text."""

from __future__ import annotations

from functools import cache, partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew_problems import knights_tour
from clew_problems.knights_tour import KnightsTour
from tests.problems.refusals import refused

refusal = partial(refused, KnightsTour)

# Directed open tours: OEIS A165134 for square boards, A169696 for three rows, A079137 for four (undirected).
OPEN = {(1, 1): 1, (2, 2): 0, (3, 3): 0, (4, 4): 0, (3, 4): 16, (3, 5): 0, (3, 6): 0, (3, 7): 104, (4, 5): 2 * 82}
# Of the 1728 tours of a board of 5 by 5 so many begin on these squares; by symmetry, on the others as many.
STARTS = {"A1": (4, 304), "B2": (4, 56), "C1": (4, 56), "C3": (1, 64)}

Square = tuple[int, int]


def squares(text: str) -> list[Square]:
    """Squares by their names, as (row, column)."""
    return [(int(word[1:]) - 1, ord(word[0]) - ord("A")) for word in text.split()]


def is_move(one: Square, other: Square) -> bool:
    """The definition: two squares in one direction and one in the other."""
    return sorted((abs(one[0] - other[0]), abs(one[1] - other[1]))) == [1, 2]


def tours(height: int, width: int, closed: bool) -> int:
    """The number of tours, by dynamic programming: by the squares visited and the last of them."""
    board = [(r, c) for r in range(height) for c in range(width)]
    near = [[k for k, other in enumerate(board) if is_move(square, other)] for square in board]
    full = (1 << len(board)) - 1

    @cache
    def continued(visited: int, at: int) -> int:
        if visited == full:
            return not closed or len(board) == 1 or 0 in near[at]
        return sum(continued(visited | 1 << k, k) for k in near[at] if not visited >> k & 1)

    return sum(continued(1 << k, k) for k in (range(1) if closed else range(len(board))))


def fast_count(problem: KnightsTour) -> int:
    return clew.count(problem, inference="forward", variable_order="static")


# -- numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("height", "width"), OPEN)
def test_the_tours_are_as_many_as_published(height: int, width: int) -> None:
    assert clew.count(KnightsTour(height, width)) == OPEN[height, width]
    assert clew.count(KnightsTour(width, height)) == OPEN[height, width]


@pytest.mark.parametrize("start", STARTS)
def test_the_tours_of_5x5_from_a_square_are_as_many_as_published(start: str) -> None:
    assert fast_count(KnightsTour(5, 5, start=start)) == STARTS[start][1]
    assert sum(squares * number for squares, number in STARTS.values()) == 1728


@pytest.mark.parametrize("height", range(1, 5))
@pytest.mark.parametrize("width", range(1, 5))
@pytest.mark.parametrize("closed", [False, True])
def test_the_tours_are_as_many_as_dynamic_programming_finds(height: int, width: int, closed: bool) -> None:
    assert clew.count(KnightsTour(height, width, closed=closed)) == tours(height, width, closed)


def test_the_closed_tours_of_3x10_are_sixteen_in_either_direction() -> None:
    """OEIS A070030: 16 closed tours of 3 by 10, the smallest board of three rows that has any."""
    assert fast_count(KnightsTour(3, 10, closed=True)) == 2 * 16


@pytest.mark.parametrize("closed", [False, True])
def test_a_tour_of_the_chessboard_is_found(closed: bool) -> None:
    solution = clew.first(KnightsTour(8, 8, closed=closed))
    assert solution is not None
    way = squares(solution.draw("squares"))
    assert sorted(way) == [(r, c) for r in range(8) for c in range(8)]
    assert all(is_move(one, other) for one, other in pairwise(way))
    if closed:
        assert way[0] == (0, 0)
        assert is_move(way[-1], way[0])


def test_a_tour_that_begins_on_the_rarer_colour_does_not_exist() -> None:
    assert clew.first(KnightsTour(3, 5, start="B1")) is None


def test_squares_of_a_tour_may_be_given() -> None:
    problem = KnightsTour(3, 4)
    every = list(clew.solutions(problem))
    for square in problem.domains()[1]:
        expected = [dict(solution) for solution in every if solution[12] == square]
        assert sorted(map(str, map(dict, clew.solutions(problem, given={12: square})))) == sorted(map(str, expected))


def test_a_leap_that_no_knight_makes_breaks_a_rule() -> None:
    problem = KnightsTour(3, 4)
    assert [violation.rule for violation in clew.violations(problem, {1: "A1", 2: "B3"})] == []
    assert [violation.rule for violation in clew.violations(problem, {1: "A1", 2: "B2"})] == ["move 1"]
    assert [violation.rule for violation in clew.violations(problem, {1: "A1", 3: "B2"})] == []


# -- names, text, drawings ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("square", "name"), [((0, 0), "A1"), ((9, 25), "Z10"), ((0, 26), "AA1"), ((0, 701), "ZZ1"), ((1, 702), "AAA2")]
)
def test_columns_are_lettered_as_in_a_spreadsheet(square: Square, name: str) -> None:
    assert knights_tour.name(*square) == name


def test_a_tour_draws_as_a_board_of_numbers() -> None:
    problem = KnightsTour(3, 4)
    way = "A1 C2 A3 B1 D2 B3 C1 A2 C3 D1 B2 D3"
    tour = dict(enumerate(way.split(), 1))
    assert not clew.violations(problem, tour)
    assert problem.draw(tour) == " 1  4  7 10\n 8 11  2  5\n 3  6  9 12"
    assert problem.draw(tour, "squares") == way
    assert problem.draw({1: "A1", 2: "C2"}) == " 1  .  .  .\n .  .  2  .\n .  .  .  ."
    assert problem.draw({2: "C2"}, "squares") == ". C2 . . . . . . . . . ."


@pytest.mark.parametrize(("text", "sides"), [("5", (5, 5)), (" 3x4\n", (3, 4)), ("3 x 10", (3, 10))])
def test_a_board_is_read_in_every_form(text: str, sides: tuple[int, int]) -> None:
    problem = KnightsTour.from_text(text)
    assert (problem.height, problem.width) == sides


@given(st.integers(1, 20), st.integers(1, 20), st.booleans())
def test_the_text_is_read_back(height: int, width: int, closed: bool) -> None:
    problem = KnightsTour(height, width, closed=closed)
    assert KnightsTour.from_text(problem.to_text(), closed=closed) == problem


# -- bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "no board"),
        ("abc", "'abc'"),
        ("3x", "'3x'"),
        ("3x4x5", "'3x4x5'"),
        ("0", "from 1"),
        ("-1", "-1"),
        ("3x-4", "width"),
        ("1000000000", "too large"),
        ("5x1000000000", "too large"),
        ("9" * 5000, "no board"),
        ("\x1b[31m", "no board"),
    ],
)
def test_bad_input_is_refused_with_one_line(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize("start", ["D1", "A4", "A0", "1A", "A", "A1 ", "\x1b", 3, None])
def test_a_start_off_the_board_is_refused(start: object) -> None:
    assert "start must be a square from A1 to C3" in refusal("3x3", start=start)


def test_a_start_may_be_written_in_small_letters() -> None:
    assert KnightsTour(3, 4, start="b2").given() == {1: "B2"}


@pytest.mark.parametrize(("height", "width"), [(0, 5), (5, -1), (10**9, 10**9), (2.0, 3), ("3", 3)])
def test_sides_that_cannot_be_are_refused_from_python_too(height: object, width: object) -> None:
    with pytest.raises((clew.InputError, clew.OptionError)):
        KnightsTour(height, width)  # type: ignore[arg-type]

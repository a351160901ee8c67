"""Magic squares: published numbers and squares, every completion of order 3 against brute force, squares as text."""

from __future__ import annotations

from functools import cache, partial
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import clew
from clew_problems.magic_square import MagicSquare
from tests.problems.refusals import assert_read_or_refused, refused

refusal = partial(refused, MagicSquare)

Grid = tuple[tuple[int, ...], ...]

DUERER = ((16, 3, 2, 13), (5, 10, 11, 8), (9, 6, 7, 12), (4, 15, 14, 1))
LO_SHU = ((4, 9, 2), (3, 5, 7), (8, 1, 6))


@cache
def semimagic() -> list[Grid]:
    """Brute force: the squares of order 3 whose rows and columns have the same sum."""
    squares = (tuple(zip(*[iter(numbers)] * 3, strict=True)) for numbers in permutations(range(1, 10)))
    return [
        square
        for square in squares
        if len({*map(sum, square)}) == 1 and len({*map(sum, square), *map(sum, zip(*square, strict=True))}) == 1
    ]


@cache
def magic() -> list[Grid]:
    """Those whose diagonals have it too."""
    return [s for s in semimagic() if s[0][0] + s[1][1] + s[2][2] == s[0][2] + s[1][1] + s[2][0] == sum(s[0])]


def filled(solution: clew.Solution[tuple[int, int], int] | None, order: int) -> Grid:
    assert solution is not None
    return tuple(tuple(solution[r, c] for c in range(order)) for r in range(order))


@st.composite
def squares(draw: st.DrawFn) -> MagicSquare:
    """Squares of order 1 to 4 with any numbers."""
    order = draw(st.integers(1, 4))
    cell = st.just(0) | st.integers(1, order * order)
    row = st.lists(cell, min_size=order, max_size=order)
    return MagicSquare(draw(st.lists(row, min_size=order, max_size=order)), diagonals=draw(st.booleans()))


# -- published numbers and brute force -------------------------------------------------------------


@pytest.mark.parametrize(("order", "published"), [(1, 1), (2, 0), (3, 1 * 8)])
def test_there_are_as_many_magic_squares_as_published(order: int, published: int) -> None:
    assert clew.count(MagicSquare.empty(order)) == published  # OEIS A006052, times the eight symmetries


@pytest.mark.parametrize("inference", ["check", "forward", "unit", "arc"])
@pytest.mark.parametrize("diagonals", [True, False])
def test_the_squares_of_order_3_are_those_that_brute_force_finds(inference: str, diagonals: bool) -> None:
    problem = MagicSquare.empty(3, diagonals=diagonals)
    found = [filled(solution, 3) for solution in clew.solutions(problem, inference=inference)]
    assert len(found) == (8 if diagonals else 72)
    assert set(found) == set(magic() if diagonals else semimagic())
    assert LO_SHU in found


@given(
    st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 2)), st.integers(1, 9), max_size=3),
    st.booleans(),
)
def test_the_completions_of_a_square_are_the_squares_that_have_its_numbers(
    clues: dict[tuple[int, int], int], diagonals: bool
) -> None:
    grid = [[clues.get((r, c), 0) for c in range(3)] for r in range(3)]
    expected = {
        square
        for square in (magic() if diagonals else semimagic())
        if all(square[r][c] == value for (r, c), value in clues.items())
    }
    found = {filled(solution, 3) for solution in clew.solutions(MagicSquare(grid, diagonals=diagonals))}
    assert found == expected


@given(st.sets(st.integers(0, 15), max_size=6))
def test_duerers_square_with_cells_removed_is_found_again(removed: set[int]) -> None:
    grid = [[0 if 4 * r + c in removed else DUERER[r][c] for c in range(4)] for r in range(4)]
    assert DUERER in {filled(solution, 4) for solution in clew.solutions(MagicSquare(grid))}


@pytest.mark.parametrize("text", ["1 1 ./. . ./. . .", "1 2 3/. . ./. . .", ". . ./. 4 ./. . .", "9 . ./. . ./. . ."])
def test_numbers_that_no_square_has_are_an_answer_and_no_error(text: str) -> None:
    # The centre is 5 and the corners are even: a third of the middle lines, and what follows from them.
    assert clew.check(MagicSquare.from_text(text)).answer == "none"


def test_a_line_of_another_sum_is_a_violation_that_names_its_cells() -> None:
    found = clew.violations(MagicSquare.empty(3), {(0, 0): 4, (0, 1): 9, (0, 2): 1})
    assert [violation.variables for violation in found] == [((0, 0), (0, 1), (0, 2))]


def test_squares_of_one_order_share_their_constraints() -> None:
    one, other = MagicSquare.empty(4), MagicSquare(DUERER)
    assert one.constraints() is other.constraints()
    assert len(tuple(one.constraints())) == 1 + 4 + 4 + 2


# -- reading and drawing -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "16 3 2 13\n5 . . 8\n9 . . 12\n4 15 14 1",
        "16  3  2 13\r\n 5  .  .  8\r\n\r\n 9  .  . 12\r\n 4 15 14  1\r\n",
        "16,3,2,13/5,_,_,8/9,0,0,12/4,15,14,1",
        "|16| 3| 2|13|\n| 5| .| .| 8|\n| 9| .| .|12|\n| 4|15|14| 1|",
    ],
)
def test_a_square_is_recognised_in_every_form(text: str) -> None:
    rows = [list(row) for row in DUERER]
    for r, c in ((1, 1), (1, 2), (2, 1), (2, 2)):
        rows[r][c] = 0
    assert MagicSquare.from_text(text) == MagicSquare(rows)


def test_a_square_draws_with_its_numbers_right_aligned() -> None:
    problem = MagicSquare.from_text("16 3 2 13\n5 . . 8\n9 . . 12\n4 15 14 1")
    assert problem.draw(problem.given()) == "16  3  2 13\n 5  .  .  8\n 9  .  . 12\n 4 15 14  1"
    assert clew.first(problem) is not None
    assert str(clew.first(problem)) == "16  3  2 13\n 5 10 11  8\n 9  6  7 12\n 4 15 14  1"


@given(squares())
@example(MagicSquare.empty(1))
@example(MagicSquare([[1]]))
def test_a_square_is_read_back_from_its_text(problem: MagicSquare) -> None:
    assert MagicSquare.from_text(problem.to_text(), diagonals=problem.diagonals) == problem


@pytest.mark.parametrize(("text", "order"), [("3", 3), (" 4\n", 4), ("+1", 1)])
def test_a_number_alone_is_the_order_of_an_empty_square(text: str, order: int) -> None:
    assert MagicSquare.from_text(text) == MagicSquare.empty(order)


# -- bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("-1", "-1"),
        ("0", "0"),
        (str(10**9), "too large"),
        ("9" * 5000, "cannot be"),
        ("1 2\n3", "row 2 has 1 cells"),
        ("1 2 3\n4 5 6", "row 1 has 3 cells"),
        ("1 2\n3 5", "row 2, column 2: 5"),
        ("1 2\n3 x", "line 2, number 2: 'x'"),
        ("1 2\n3 -4", "line 2, number 2: '-4'"),
        ("1 2\n3 1.5", "line 2, number 2: '1.5'"),
        ("||", "0"),
        ("\x1b[31m", "\\x1b"),
        ("1 " * 500_001, "1000002 characters"),
    ],
)
def test_bad_input_is_refused_with_one_line_that_names_the_place(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize("rows", [[], [[1, 2]], [[1, 2], [3]], [[1, 2], [3, 5]], [[1, 2], [3, -1]], [[1, 2], [3, "4"]]])
def test_rows_that_are_no_square_are_refused_from_python_too(rows: list[list[int]]) -> None:
    with pytest.raises(clew.InputError):
        MagicSquare(rows)


@pytest.mark.parametrize("order", [-1, 0, 10**9, 10**30])
def test_an_order_that_cannot_be_is_refused_at_once(order: int) -> None:
    with pytest.raises((clew.InputError, clew.OptionError)):
        MagicSquare.empty(order)


@given(st.text() | st.text("0123456789.|,/ \n") | st.binary().map(lambda junk: junk.decode("latin-1")))
def test_arbitrary_text_is_read_or_refused_in_one_line(text: str) -> None:
    assert_read_or_refused(MagicSquare, text)

"""Futoshiki: latin squares by the published numbers, every small puzzle against brute force, squares as text."""

from __future__ import annotations

from functools import cache, partial
from itertools import permutations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import clew
from clew_problems.futoshiki import Futoshiki
from tests.problems.refusals import assert_read_or_refused, refused

refusal = partial(refused, Futoshiki)

# OEIS A002860: latin squares of order 2, 3, 4, 5.
LATIN = {2: 2, 3: 12, 4: 576, 5: 161280}

Cell = tuple[int, int]
Grid = tuple[tuple[int, ...], ...]


@cache
def latin_squares(size: int) -> list[Grid]:
    """Brute force over all the squares whose rows are permutations."""
    rows = list(permutations(range(1, size + 1)))
    return [
        grid for grid in product(rows, repeat=size) if all(len({*column}) == size for column in zip(*grid, strict=True))
    ]


def filled(solution: clew.Solution[Cell, int], size: int) -> Grid:
    return tuple(tuple(solution[r, c] for c in range(size)) for r in range(size))


def borders(size: int) -> list[tuple[Cell, Cell]]:
    """The pairs of neighbouring cells."""
    across = [((r, c), (r, c + 1)) for r in range(size) for c in range(size - 1)]
    return across + [((r, c), (r + 1, c)) for r in range(size - 1) for c in range(size)]


@st.composite
def puzzles(draw: st.DrawFn, sizes: tuple[int, ...] = (2, 3, 4)) -> Futoshiki:
    """Squares with any numbers and signs, most of them without a solution."""
    size = draw(st.sampled_from(sizes))
    places = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    clues = draw(st.dictionaries(places, st.integers(1, size), max_size=4))
    signs = draw(
        st.lists(st.tuples(st.sampled_from(borders(size)), st.booleans()), max_size=6, unique_by=lambda s: s[0])
    )
    less = [(second, first) if turned else (first, second) for (first, second), turned in signs]
    return Futoshiki([[clues.get((r, c), 0) for c in range(size)] for r in range(size)], less)


# -- published numbers and brute force -------------------------------------------------------------


@pytest.mark.parametrize("size", LATIN)
def test_without_clues_there_are_as_many_as_there_are_latin_squares(size: int) -> None:
    assert clew.count(Futoshiki.from_text(str(size))) == LATIN[size]


@given(puzzles())
def test_the_solutions_are_the_latin_squares_that_agree_with_the_clues(problem: Futoshiki) -> None:
    expected = {
        grid
        for grid in latin_squares(problem.size)
        if all(grid[r][c] == value for (r, c), value in problem.given().items())
        and all(grid[r][c] < grid[s][d] for (r, c), (s, d) in problem.less)
    }
    found = [filled(solution, problem.size) for solution in clew.solutions(problem)]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_a_row_of_signs_leaves_one_order_for_it() -> None:
    solutions = list(clew.solutions(Futoshiki.from_text(". < . < . < .\n. . . .\n. . . .\n. . . .")))
    assert len(solutions) == LATIN[4] // 24
    assert all(filled(solution, 4)[0] == (1, 2, 3, 4) for solution in solutions)


@pytest.mark.parametrize("text", ["1 1\n. .", "2 < .\n. .", ". < .\nv   ^\n. > ."])
def test_clues_that_contradict_each_other_are_an_answer_and_no_error(text: str) -> None:
    assert clew.check(Futoshiki.from_text(text)).answer == "none"


def test_a_broken_sign_is_a_violation_that_names_both_cells() -> None:
    (violation,) = clew.violations(Futoshiki.from_text(". < .\n. ."), {(0, 0): 2, (0, 1): 1})
    assert violation.variables == ((0, 0), (0, 1))
    assert "r1c1" in str(violation)
    assert "r1c2" in str(violation)


def test_squares_of_one_size_share_their_constraints() -> None:
    one, other = Futoshiki.from_text("1 .\n. ."), Futoshiki.from_text("2")
    assert one.constraints() is other.constraints()


# -- reading and drawing -----------------------------------------------------------------------------

PUZZLE = Futoshiki(
    [[0, 0, 0], [0, 0, 3], [1, 0, 0]], [((0, 1), (0, 0)), ((1, 0), (0, 0)), ((1, 1), (1, 2)), ((1, 1), (2, 1))]
)
DRAWN = """\
. > .   .
v
.   . < 3
    ^
1   .   ."""


def test_a_square_draws_with_its_signs_and_without() -> None:
    assert PUZZLE.draw(PUZZLE.given()) == PUZZLE.to_text() == DRAWN
    assert PUZZLE.draw(PUZZLE.given(), "numbers") == ". . .\n. . 3\n1 . ."


@pytest.mark.parametrize(
    "text",
    [
        DRAWN,
        f"\n{DRAWN}\n\n",
        DRAWN.replace(".", "0"),
        DRAWN.replace(".", "_").replace("\n", " \r\n"),
        DRAWN.replace("v", "V"),
        "\n".join(f"  {line}" for line in DRAWN.splitlines()),
        ". > . .\nv\n. . < 3\n  ^\n1 . .",
        ".>..\nv\n..<3\n ^\n1..",
        "\t.>..\n\tv\n\t..<3\n\t ^\n\t1..",
    ],
)
def test_a_square_is_recognised_in_every_layout(text: str) -> None:
    assert Futoshiki.from_text(text) == PUZZLE


def test_signs_point_to_the_smaller_number() -> None:
    across = Futoshiki.from_text(". < .\n. > .")
    assert across.less == (((0, 0), (0, 1)), ((1, 1), (1, 0)))
    down = Futoshiki.from_text(".   .\n^   v\n.   .")
    assert down.less == (((0, 0), (1, 0)), ((1, 1), (0, 1)))


def test_numbers_above_9_take_two_characters_with_the_sign_below_either() -> None:
    rows = ["10  . " + " . " * 8, "^     ", *[" . " * 10] * 9]
    for place in (0, 1):
        rows[1] = " " * place + "^"
        problem = Futoshiki.from_text("\n".join(rows))
        assert problem.given() == {(0, 0): 10}
        assert problem.less == (((0, 0), (1, 0)),)


@given(puzzles((2, 3, 5, 9, 10, 11)))
@example(Futoshiki.empty(2))
@example(Futoshiki.empty(12))
def test_a_square_is_read_back_from_its_text_and_its_drawing(problem: Futoshiki) -> None:
    assert Futoshiki.from_text(problem.to_text()) == problem
    assert Futoshiki.from_text(problem.draw(problem.given())) == problem


@given(puzzles())
def test_the_order_of_the_signs_makes_no_difference(problem: Futoshiki) -> None:
    assert Futoshiki(problem.grid, reversed([*problem.less, *problem.less])) == problem


# -- bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("-1", "-1"),
        ("0", "at least 2"),
        ("1", "at least 2"),
        (str(10**9), "too large"),
        ("9" * 5000, "cannot be"),
        (". .\n. . .", "row 2 has 3 cells"),
        (". . .\n. . .", "row 1 has 3 cells"),
        ("1 2\n. 3", "row 2, column 2: 3"),
        ("12 .\n. .", "row 1 has 3 cells"),
        (". x\n. .", "line 1, character 3: 'x'"),
        (". ٣\n. .", "line 1, character 3"),
        ("< . .\n. .", "line 1, character 1: '<'"),
        (". < > .\n. .", "line 1, character 5: '>'"),
        (". . <\n. .", "line 1 ends with '<'"),
        ("^\n. .\n. .", "line 1"),
        (". .\n. .\nv", "line 3"),
        (". .\n ^\n. .", "line 2, character 2: '^'"),
        (". .\n     v\n. .", "line 2, character 6: 'v'"),
        (". .\n^\nv\n. .", "r1c1"),
        ("^ v", "line 1"),
        ("\x1b[31m", "\\x1b"),
        (". " * 500_001, "1000002 characters"),
    ],
)
def test_bad_input_is_refused_with_one_line_that_names_the_place(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize(
    "less",
    [
        [((0, 0), (1, 1))],
        [((0, 0), (0, 0))],
        [((0, 0), (0, 2))],
        [((0, 1), (0, 2))],
        [((0, 0), (-1, 0))],
        [((0, 0), (0, 1), (0, 2))],
        [((0, 0), (0, 1)), ((0, 1), (0, 0))],
    ],
)
def test_a_sign_between_cells_that_are_no_neighbours_or_a_sign_either_way_is_refused(
    less: list[tuple[Cell, ...]],
) -> None:
    with pytest.raises(clew.InputError):
        Futoshiki([[0, 0], [0, 0]], less)


@pytest.mark.parametrize("rows", [[], [[1]], [[1, 2], [3]], [[1, 2], [2, 5]], [[1, 2], [2, -1]], [[1, 2], [2, "1"]]])
def test_rows_that_are_no_square_are_refused_from_python_too(rows: list[list[int]]) -> None:
    with pytest.raises(clew.InputError):
        Futoshiki(rows)


@pytest.mark.parametrize("size", [-1, 0, 1, 10**9, 10**30])
def test_a_size_that_cannot_be_is_refused_at_once(size: int) -> None:
    with pytest.raises((clew.InputError, clew.OptionError)):
        Futoshiki.empty(size)


@given(st.text() | st.text("0123.<>^v \n") | st.binary().map(lambda junk: junk.decode("latin-1")))
@example("\t.>.\n\tv\n\t..")
def test_arbitrary_text_is_read_or_refused_in_one_line(text: str) -> None:
    assert_read_or_refused(Futoshiki, text)

"""Sudoku: published puzzles and numbers, boxes of any shape, diagonals, and grids as text."""

from __future__ import annotations

from functools import cache, partial
from itertools import permutations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import clew
from clew_problems import sudoku
from clew_problems.sudoku import Sudoku
from tests.problems.refusals import assert_read_or_refused, refused

refusal = partial(refused, Sudoku)

WIKIPEDIA = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
WIKIPEDIA_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# The first of the collection of 17-clue puzzles of Gordon Royle.
ROYLE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
ROYLE_SOLVED = "693784512487512936125963874932651487568247391741398625319475268856129743274836159"
# AI Escargot (Arto Inkala, 2006).
ESCARGOT = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
ESCARGOT_SOLVED = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"

Grid = tuple[tuple[int, ...], ...]


def line(solution: clew.Solution[tuple[int, int], int] | None) -> str:
    assert solution is not None
    return solution.draw("line")


def is_sound(grid: Grid, height: int, width: int, diagonals: bool) -> bool:
    """The rules of a full grid, from the words of the puzzle."""
    size = len(grid)
    units = [list(row) for row in grid] + [list(column) for column in zip(*grid, strict=True)]
    units += [
        [grid[r][c] for r, c in product(range(size), repeat=2) if (r // height, c // width) == box]
        for box in product(range(size // height), range(size // width))
    ]
    if diagonals:
        units += [[grid[k][k] for k in range(size)], [grid[k][-1 - k] for k in range(size)]]
    return all(sorted(unit) == list(range(1, size + 1)) for unit in units)


@cache
def latin_squares() -> list[Grid]:
    """Brute force: the grids of 4 by 4 whose rows and columns are permutations."""
    rows = list(permutations(range(1, 5)))
    return [grid for grid in product(rows, repeat=4) if all(len({*column}) == 4 for column in zip(*grid, strict=True))]


def all_of_4x4(height: int, width: int, diagonals: bool) -> list[Grid]:
    return [grid for grid in latin_squares() if is_sound(grid, height, width, diagonals)]


@st.composite
def grids(draw: st.DrawFn) -> Sudoku:
    """Grids of many sizes with any clues, contradictory ones among them."""
    height, width = draw(st.sampled_from([(1, 2), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4), (1, 6), (6, 6)]))
    size = height * width
    places = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    clues = draw(st.dictionaries(places, st.integers(1, size), max_size=30))
    grid = [[clues.get((r, c), 0) for c in range(size)] for r in range(size)]
    return Sudoku(grid, box=f"{height}x{width}", diagonals=draw(st.booleans()))


# -- published puzzles and numbers -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "solved"), [(WIKIPEDIA, WIKIPEDIA_SOLVED), (ROYLE, ROYLE_SOLVED), (ESCARGOT, ESCARGOT_SOLVED)]
)
def test_published_puzzles_have_their_one_solution(puzzle: str, solved: str) -> None:
    outcome = clew.check(Sudoku.from_text(puzzle))
    assert outcome.answer == "unique"
    assert [line(solution) for solution in outcome.solutions] == [solved]


@pytest.mark.parametrize("inference", ["check", "forward", "unit", "arc"])
def test_there_are_288_grids_of_4x4(inference: str) -> None:
    assert clew.count(Sudoku.empty(4), inference=inference) == 288


def test_there_are_28200960_grids_of_6x6_so_39168_with_a_given_first_row() -> None:
    assert 28_200_960 == 39_168 * 720
    assert clew.count(Sudoku.from_text("123456" + "." * 30)) == 39_168


@pytest.mark.parametrize(("height", "width"), [(2, 2), (1, 4), (4, 1)])
@pytest.mark.parametrize("diagonals", [False, True])
def test_grids_of_4x4_are_those_that_brute_force_finds(height: int, width: int, diagonals: bool) -> None:
    problem = Sudoku.empty(4, box=f"{height}x{width}", diagonals=diagonals)
    found = {line(solution) for solution in clew.solutions(problem)}
    assert found == {"".join(map(str, sum(grid, ()))) for grid in all_of_4x4(height, width, diagonals)}


def test_boxes_that_are_rows_leave_the_latin_squares() -> None:
    assert clew.count(Sudoku.empty(4, box="1x4")) == clew.count(Sudoku.empty(4, box="4x1")) == 576


def test_a_rectangle_of_two_numbers_that_may_be_exchanged_leaves_two_solutions() -> None:
    # The corners of a rectangle that lies in two boxes and has the same two numbers on either side.
    solved = [WIKIPEDIA_SOLVED[k : k + 9] for k in range(0, 81, 9)]
    rectangles = [
        (r, s, c, d)
        for r, s in product(range(9), repeat=2)
        for c, d in product(range(9), repeat=2)
        if r < s
        and c < d
        and (solved[r][c], solved[r][d]) == (solved[s][d], solved[s][c])
        and (r // 3 == s // 3) != (c // 3 == d // 3)
    ]
    assert rectangles
    for r, s, c, d in rectangles:
        rows = [list(row) for row in solved]
        for row, column in product((r, s), (c, d)):
            rows[row][column] = "."
        assert clew.count(Sudoku.from_text("/".join(map("".join, rows)))) == 2


@pytest.mark.parametrize("clues", ["55", "5.......5", "5" + "." * 8 + "5", "5" + "." * 9 + "5"])
def test_a_number_twice_in_a_row_a_column_or_a_box_is_an_answer_and_no_error(clues: str) -> None:
    assert clew.check(Sudoku.from_text(clues.ljust(81, "."))).answer == "none"


def test_a_number_twice_on_a_diagonal_matters_only_with_diagonals() -> None:
    clues = "1" + "." * 39 + "1" + "." * 40
    assert clew.first(Sudoku.from_text(clues)) is not None
    assert clew.first(Sudoku.from_text(clues, diagonals=True)) is None


@given(st.permutations("123456789"), st.lists(st.integers(0, 80), max_size=25))
def test_a_solved_grid_with_its_symbols_renamed_and_cells_removed_has_it_as_a_solution(
    names: list[str], removed: list[int]
) -> None:
    solved = WIKIPEDIA_SOLVED.translate(str.maketrans("123456789", "".join(names)))
    text = "".join("." if k in removed else symbol for k, symbol in enumerate(solved))
    assert solved in {line(solution) for solution in clew.solutions(Sudoku.from_text(text))}


@pytest.mark.parametrize(("size", "shape"), [(4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (9, (3, 3)), (10, (2, 5)),
                                            (12, (3, 4)), (15, (3, 5)), (16, (4, 4)), (25, (5, 5))])  # fmt: skip
def test_the_boxes_are_as_square_as_they_can_be(size: int, shape: tuple[int, int]) -> None:
    assert sudoku.most_square(size) == Sudoku.empty(size).box_shape == shape


@pytest.mark.parametrize(("size", "box"), [(6, "3x2"), (12, "2x6"), (12, "4x3"), (16, ""), (8, "4x2"), (10, "")])
def test_a_grid_with_any_boxes_is_filled_by_the_rules(size: int, box: str) -> None:
    problem = Sudoku.empty(size, box=box)
    solution = clew.first(problem)
    assert solution is not None
    grid = tuple(tuple(solution[r, c] for c in range(size)) for r in range(size))
    assert is_sound(grid, *problem.box_shape, diagonals=False)


def test_boards_of_one_shape_share_their_constraints() -> None:
    one, other = Sudoku.from_text(WIKIPEDIA), Sudoku.from_text(ROYLE)
    assert one.constraints() is other.constraints()
    assert len(tuple(one.constraints())) == 27


# -- reading and drawing -----------------------------------------------------------------------------

DRAWN = """\
5 3 . | . 7 . | . . .
6 . . | 1 9 5 | . . .
. 9 8 | . . . | . 6 .
------+-------+------
8 . . | . 6 . | . . 3
4 . . | 8 . 3 | . . 1
7 . . | . 2 . | . . 6
------+-------+------
. 6 . | . . . | 2 8 .
. . . | 4 1 9 | . . 5
. . . | . 8 . | . 7 9"""


@pytest.mark.parametrize(
    "text",
    [
        WIKIPEDIA,
        WIKIPEDIA.replace("0", "."),
        f"  {WIKIPEDIA}\n",
        "\n".join(WIKIPEDIA[k : k + 9] for k in range(0, 81, 9)),
        "\r\n".join(WIKIPEDIA[k : k + 9] for k in range(0, 81, 9)),
        "/".join(WIKIPEDIA[k : k + 9] for k in range(0, 81, 9)),
        "\n".join(WIKIPEDIA[k : k + 27] for k in range(0, 81, 27)),
        "\n".join(" ".join(WIKIPEDIA[k : k + 9]) for k in range(0, 81, 9)),
        "\n".join(",".join(WIKIPEDIA[k : k + 9]) for k in range(0, 81, 9)),
        " ".join(WIKIPEDIA[k : k + 3] for k in range(0, 81, 3)),
        DRAWN,
        DRAWN.replace(". ", "_ ").replace(" .", " *"),
        f"+-------+-------+\n{DRAWN.replace('------+-------+------', '|===+===+===|')}\n+---------------+",
    ],
)
def test_a_grid_is_recognised_in_every_form(text: str) -> None:
    assert Sudoku.from_text(text) == Sudoku.from_text(WIKIPEDIA)


def test_a_grid_draws_with_lines_between_the_boxes() -> None:
    problem = Sudoku.from_text(WIKIPEDIA)
    assert problem.draw(problem.given()) == DRAWN
    assert Sudoku.from_text("6").draw({(0, 0): 1}) == (
        "1 . . | . . .\n. . . | . . .\n------+------\n. . . | . . .\n. . . | . . .\n------+------\n"
        ". . . | . . .\n. . . | . . ."
    )


def test_a_solution_draws_as_one_line_of_digits() -> None:
    assert line(clew.first(Sudoku.from_text(WIKIPEDIA))) == WIKIPEDIA_SOLVED


def test_symbols_above_9_are_letters_or_numbers_with_spaces_between() -> None:
    row = [*range(1, 17)]
    letters = "123456789ABCDEFG" + "." * 240
    numbers = "\n".join([" ".join(map(str, row)), *[" ".join("." * 16)] * 15])
    spaced = "\n".join(["1234 5678 9ABC DEFG", *["0000 0000 0000 0000"] * 15])
    problem = Sudoku([row, *[[0] * 16] * 15])
    assert Sudoku.from_text(letters) == problem
    assert Sudoku.from_text(letters.lower()) == problem
    assert Sudoku.from_text(numbers) == problem
    assert Sudoku.from_text(numbers.replace(".", "0")) == problem
    assert Sudoku.from_text(numbers.replace(" 9", "|  9")) == problem
    assert Sudoku.from_text(spaced) == problem
    assert problem.to_text() == letters


@given(grids())
@example(Sudoku.empty(2, box="2x1"))
@example(Sudoku([[1, 2], [2, 1]], box="1x2"))
@example(Sudoku.empty(36))
def test_a_grid_is_read_back_from_its_text_and_from_every_drawing(problem: Sudoku) -> None:
    for text in (problem.to_text(), *(problem.draw(problem.given(), style) for style in Sudoku.styles)):
        assert Sudoku.from_text(text, box=problem.box, diagonals=problem.diagonals) == problem


@pytest.mark.parametrize(("text", "size"), [("4", 4), ("9x9", 9), (" 16 \n", 16), ("6 x 6", 6)])
def test_a_size_alone_is_an_empty_grid(text: str, size: int) -> None:
    assert Sudoku.from_text(text) == Sudoku.empty(size)


def test_cells_are_named_by_row_and_column_from_1() -> None:
    assert Sudoku.empty(4).variable_name((0, 3)) == "r1c4"


# -- bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("-1", "-1"),
        ("0", "0"),
        ("1", "at least 2"),
        (str(10**9), "10 cells"),
        (f"{10**9}x{10**9}", "too large"),
        ("-" + "9" * 5000, "cannot be"),
        ("9x8", "not square"),
        ("7", "1x7"),
        ("---+---", "no cells"),
        (WIKIPEDIA[:-1], "80 cells"),
        (WIKIPEDIA + ".", "82 cells"),
        ("1234/34../x1../....", "line 3, cell 1: 'x'"),
        ("1234/34../51../....", "line 3, cell 1: '5' is too large for 4 rows"),
        ("1234/34../A1../....", "line 3, cell 1: 'A' is too large"),
        ("1234\n34..\n...\n....", "line 3 has 3 cells"),
        ("1234\n34...\n...\n....", "line 2 has 5 cells"),
        (DRAWN.replace("8 . . | . 6 .", "8 . | . 6 ."), "line 5 has 8 cells"),
        ("1 2 3 4/3 4 ? ./. . . ./. . . .", "line 2, cell 3: '?'"),
        (". " * 255 + "17", "'17' is too large for 16 rows: use 1 to G"),
        ("\x1b[31m" + WIKIPEDIA, "\\x1b"),
        ("\x00" * 16, "\\x00"),
        ("x" * 1_000_001, "1000001 characters"),
    ],
)
def test_bad_input_is_refused_with_one_line_that_names_the_place(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize("box", ["2x2", "3x", "x", "0x0", "-3x-3", "9", "3x3x1", "1e9x1", "3 x 3", "03x3"])
def test_boxes_that_do_not_fit_the_grid_are_refused(box: str) -> None:
    assert "3x3" in refusal(WIKIPEDIA, box=box)


@pytest.mark.parametrize(
    "rows", [[], [[1]], [[1, 2], [3]], [[1, 2], [2, 5]], [[1, 2], [2, -1]], [[1, 2], [2, "1"]], [[None] * 4] * 4]
)
def test_rows_that_are_no_grid_are_refused_from_python_too(rows: list[list[int]]) -> None:
    with pytest.raises(clew.InputError):
        Sudoku(rows, box="1x2")


@pytest.mark.parametrize("size", [-1, 0, 1, 10**9, 10**30])
def test_a_size_that_cannot_be_is_refused_at_once(size: int) -> None:
    with pytest.raises((clew.InputError, clew.OptionError)):
        Sudoku.empty(size)


@given(st.text() | st.text("0123456789.x|+-/ \n\tAZ") | st.binary().map(lambda junk: junk.decode("latin-1")))
def test_arbitrary_text_is_read_or_refused_in_one_line(text: str) -> None:
    assert_read_or_refused(Sudoku, text)

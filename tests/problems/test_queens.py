"""The n queens: published numbers, which queen attacks which, and boards as text."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import clew
from clew_problems import Queens, queens, queens_baselines
from tests.examples import examples
from tests.problems.refusals import assert_read_or_refused, refused

refusal = partial(refused, Queens)

# OEIS A000170, A319284 (by n: consistent placements of 0, 1, 2, ... rows), A319283 (their totals) and
# A141843 (the lexicographically first solution, columns from 1).
COUNTS = (1, 1, 0, 0, 2, 10, 4, 40, 92, 352)
NODES_PER_LEVEL = {
    8: (1, 8, 42, 140, 344, 568, 550, 312, 92),
    10: (1, 10, 72, 364, 1400, 3916, 7552, 9632, 7828, 4040, 724),
}
NODES = (1, 2, 3, 6, 17, 54, 153, 552, 2057, 8394)
FIRST = {
    8: (1, 5, 8, 6, 3, 7, 2, 4),
    10: (1, 3, 6, 8, 10, 5, 9, 2, 4, 7),
    12: (1, 3, 5, 8, 10, 12, 6, 11, 2, 7, 9, 4),
}
EIGHT = [0, 4, 7, 5, 2, 6, 1, 3]
"""The first solution of A141843 for 8, columns from 0."""

Square = tuple[int, int]


@st.composite
def boards(draw: st.DrawFn, smallest: int = 1, largest: int = 12) -> list[int]:
    """Boards in the list form, with free rows; hardly ever permutations."""
    n = draw(st.integers(smallest, largest))
    return draw(st.lists(st.integers(-1, n - 1), min_size=n, max_size=n))


@st.composite
def placed_queens(draw: st.DrawFn) -> tuple[int, list[Square]]:
    """A size, and some different squares of a board of that size, in any order."""
    n = draw(st.integers(1, 7))
    squares = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    return n, draw(st.lists(squares, unique=True, max_size=6))


def walk(n: int, square: Square, down: int, across: int) -> set[Square]:
    """The squares of the board that a queen reaches in one direction, step by step."""
    reached: set[Square] = set()
    row, column = square[0] + down, square[1] + across
    while 0 <= row < n and 0 <= column < n:
        reached.add((row, column))
        row, column = row + down, column + across
    return reached


def line(n: int, square: Square, other: Square) -> str | None:
    """The line on which a queen on one square reaches the other: the definition, walked."""
    directions = {
        "row": ((0, 1), (0, -1)),
        "column": ((1, 0), (-1, 0)),
        "rising diagonal": ((-1, 1), (1, -1)),
        "falling diagonal": ((1, 1), (-1, -1)),
    }
    for name, ways in directions.items():
        if any(other in walk(n, square, down, across) for down, across in ways):
            return name
    return None


def as_board(solution: clew.Solution[int, int] | None) -> list[int]:
    assert solution is not None
    return [solution[row] for row in range(len(solution))]


# -- published numbers -----------------------------------------------------------------------------


@pytest.mark.parametrize("inference", ["check", "forward"])
def test_the_solutions_are_as_many_as_published(inference: str) -> None:
    assert tuple(clew.count(Queens(n), inference=inference) for n in range(10)) == COUNTS


def test_generate_and_test_finds_as_many_as_published() -> None:
    assert tuple(clew.count(Queens(n), inference="none") for n in range(6)) == COUNTS[:6]


@pytest.mark.parametrize("n", NODES_PER_LEVEL)
def test_backtracking_enters_the_published_nodes_on_every_level(n: int) -> None:
    outcome = clew.solve(Queens(n), clew.Count(), inference="check")
    assert outcome.statistics.nodes_per_level == NODES_PER_LEVEL[n]
    assert outcome.statistics.max_depth == n


def test_backtracking_enters_as_many_nodes_as_published() -> None:
    entered = [clew.solve(Queens(n), clew.Count(), inference="check").statistics.nodes for n in range(10)]
    assert tuple(entered) == NODES


def test_forward_checking_enters_no_more_nodes_than_backtracking_on_any_level() -> None:
    outcome = clew.solve(Queens(8), clew.Count(), inference="forward")
    entered = outcome.statistics.nodes_per_level
    assert all(few <= many for few, many in zip(entered, NODES_PER_LEVEL[8], strict=True))
    assert sum(entered) < NODES[8]


@pytest.mark.parametrize("inference", ["check", "forward"])
@pytest.mark.parametrize("n", FIRST)
def test_the_first_solution_is_the_lexicographically_first(n: int, inference: str) -> None:
    first = clew.first(Queens(n), inference=inference, variable_order="static")
    assert [column + 1 for column in as_board(first)] == list(FIRST[n])


@pytest.mark.parametrize("n", [2, 3])
def test_there_is_no_first_solution_where_there_is_none(n: int) -> None:
    assert clew.first(Queens(n)) is None


def test_the_empty_board_has_one_solution_that_is_empty() -> None:
    assert [dict(solution) for solution in clew.solutions(Queens(0))] == [{}]


@pytest.mark.parametrize("n", range(8))
def test_the_solutions_come_in_lexicographic_order_and_each_once(n: int) -> None:
    found = [tuple(as_board(solution)) for solution in clew.solutions(Queens(n))]
    assert found == sorted(set(found))
    assert len(found) == COUNTS[n]


@pytest.mark.parametrize("order", ["static", "mrv", "degree", "random"])
def test_every_variable_order_finds_all_the_solutions(order: str) -> None:
    assert len(set(clew.solutions(Queens(6), variable_order=order, seed=7))) == COUNTS[6]


@pytest.mark.parametrize("title", queens_baselines.BASELINES)
@pytest.mark.parametrize("n", range(7))
def test_every_baseline_finds_the_published_number_of_boards_each_once(n: int, title: str) -> None:
    found = [tuple(board) for board in queens_baselines.BASELINES[title](n)]
    assert len(found) == len(set(found)) == COUNTS[n]
    assert all(not clew.violations(Queens(n), dict(enumerate(board))) for board in found)


def test_the_baselines_are_offered_by_an_empty_board_and_give_its_solutions() -> None:
    offered = Queens(6).baselines()
    assert set(offered) == set(queens_baselines.BASELINES)
    solutions = {clew.Solution(Queens(6), solution) for solution in clew.solutions(Queens(6))}
    for find in offered.values():
        assert {clew.Solution(Queens(6), board) for board in find()} == solutions


def test_a_board_that_has_queens_already_has_no_baselines_for_they_would_ignore_them() -> None:
    assert Queens.from_board([0, -1, -1, -1]).baselines() == {}


# -- fixed queens ------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(boards(largest=6), st.sampled_from(["check", "forward"]))
def test_fixed_queens_leave_just_the_solutions_that_have_them(board: list[int], inference: str) -> None:
    n = len(board)
    completions = [
        list(columns)
        for columns in permutations(range(n))
        if all(fixed in (-1, column) for fixed, column in zip(board, columns, strict=True))
        and not any(line(n, (r, columns[r]), (s, columns[s])) for r in range(n) for s in range(r))
    ]
    assert [as_board(found) for found in clew.solutions(Queens.from_board(board), inference=inference)] == completions


def test_fixed_queens_that_attack_each_other_leave_no_solution() -> None:
    assert clew.check(Queens.from_board([0, 1, -1, -1])).answer == "none"


def test_forward_checking_completes_a_board_wider_than_people_play_on_as_backtracking_does() -> None:
    # The knight's steps solve every size that leaves 0, 1, 4 or 5 over 6; the last rows are left free.
    solved = [*range(1, 36, 2), *range(0, 36, 2)]
    problem = Queens.from_board([*solved[:28], *[-1] * 8])
    found = {inference: list(clew.solutions(problem, inference=inference)) for inference in ("check", "forward")}
    assert found["check"] == found["forward"]
    assert solved in [as_board(solution) for solution in found["forward"]]


def test_queens_given_in_a_call_add_to_those_of_the_board() -> None:
    problem = Queens.from_board([0, -1, -1, -1, -1, -1, -1, -1])
    assert as_board(clew.first(problem, given={7: 3})) == EIGHT
    assert clew.count(problem, given={0: 1}) == 0


# -- attacks -----------------------------------------------------------------------------------------


@examples(200)
@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), *[st.integers(0, n - 1)] * 4)))
def test_two_squares_attack_each_other_along_the_line_that_a_queen_walks(case: tuple[int, ...]) -> None:
    n, *numbers = case
    one, other = (numbers[0], numbers[1]), (numbers[2], numbers[3])
    assert queens.attack(one, other) == queens.attack(other, one) == line(n, one, other)


@pytest.mark.parametrize(
    ("one", "other", "along"),
    [
        ((0, 0), (0, 5), "row"),
        ((0, 0), (5, 0), "column"),
        ((0, 0), (5, 5), "falling diagonal"),
        ((5, 0), (0, 5), "rising diagonal"),
        ((0, 0), (1, 2), None),
        ((3, 3), (3, 3), None),
    ],
)
def test_the_topmost_row_is_the_first_so_that_a_diagonal_from_corner_to_corner_rises_or_falls(
    one: Square, other: Square, along: str | None
) -> None:
    assert queens.attack(one, other) == along


@settings(max_examples=100, deadline=None)
@given(boards(largest=8))
def test_a_square_is_attacked_by_the_queens_that_reach_it_and_never_by_the_one_that_stands_there(
    board: list[int],
) -> None:
    n = len(board)
    placed = [(row, column) for row, column in enumerate(board) if column != -1]
    for row in range(n):
        for column in range(n):
            expected = [queen for queen in placed if line(n, queen, (row, column))]
            assert queens.attackers(board, row, column) == expected
            assert queens.is_attacked(board, row, column) == (expected != [])


def test_no_queen_of_a_solution_is_attacked_and_every_other_square_is() -> None:
    attacked = {(r, c) for r in range(8) for c in range(8) if queens.is_attacked(EIGHT, r, c)}
    assert len(attacked) == 56
    assert not attacked & set(enumerate(EIGHT))


@examples(200)
@given(placed_queens())
def test_attacks_lists_every_pair_that_shares_a_line_once(case: tuple[int, list[Square]]) -> None:
    n, placed = case
    expected = [
        (along, (one[0], other[0]))
        for k, one in enumerate(placed)
        for other in placed[k + 1 :]
        if (along := line(n, one, other))
    ]
    assert [(found.rule, found.variables) for found in queens.attacks(placed)] == expected


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ({0: 0, 2: 0}, "A1 and A3 attack each other along the column"),
        ({0: 0, 2: 2}, "A1 and C3 attack each other along the falling diagonal"),
        ({0: 3, 3: 0}, "D1 and A4 attack each other along the rising diagonal"),
    ],
)
def test_a_violation_names_both_squares_and_the_line(board: dict[int, int], message: str) -> None:
    (violation,) = clew.violations(Queens(4), board)
    assert str(violation) == violation.message == message
    assert violation.variables == tuple(board)


def test_two_queens_in_a_row_attack_each_other_along_it() -> None:
    (violation,) = queens.attacks([(1, 0), (1, 3)])
    assert violation.rule == "row"
    assert "A2" in violation.message
    assert "D2" in violation.message


def test_free_rows_of_an_assignment_attack_nobody() -> None:
    assert Queens(4).violations({0: -1, 1: -1, 2: 0}) == []


def test_every_pair_of_a_board_is_named_when_all_the_queens_stand_in_one_column() -> None:
    found = clew.violations(Queens(5), dict.fromkeys(range(5), 2))
    assert {violation.variables for violation in found} == {(r, s) for s in range(5) for r in range(s)}
    assert {violation.rule for violation in found} == {"column"}


def test_a_variable_that_the_board_does_not_have_is_refused() -> None:
    with pytest.raises(clew.InputError, match="no variable 4"):
        clew.violations(Queens(4), {4: 0})


@pytest.mark.parametrize(
    ("square", "name"), [((0, 0), "A1"), ((9, 25), "Z10"), ((0, 26), "AA1"), ((0, 701), "ZZ1"), ((1, 702), "AAA2")]
)
def test_columns_are_lettered_as_in_a_spreadsheet(square: Square, name: str) -> None:
    assert queens.name(square) == name


# -- drawing -----------------------------------------------------------------------------------------

DRAWINGS = [
    (
        [0, 2, 1, 3],
        {
            "boxes": """\
+---+---+---+---+
| ♛ |   |   |   |
+---+---+---+---+
|   |   | ♛ |   |
+---+---+---+---+
|   | ♛ |   |   |
+---+---+---+---+
|   |   |   | ♛ |
+---+---+---+---+""",
            "dots": "♛ . . .\n. . ♛ .\n. ♛ . .\n. . . ♛",
            "chequered": "0 # \n #0#\n#0# \n # 0",
            "coordinates": "A1 C2 B3 D4",
            "list": "[0,2,1,3]",
            "list1": "[1|3|2|4]",
        },
    ),
    (
        [3, -1, 2, -1],
        {
            "boxes": """\
+---+---+---+---+
|   |   |   | ♛ |
+---+---+---+---+
|   |   |   |   |
+---+---+---+---+
|   |   | ♛ |   |
+---+---+---+---+
|   |   |   |   |
+---+---+---+---+""",
            "dots": ". . . ♛\n. . . .\n. . ♛ .\n. . . .",
            "chequered": "# #0\n # #\n# 0 \n # #",
            "coordinates": "4: D1 C3",
            "list": "[3,-1,2,-1]",
            "list1": "[4|-|3|-]",
        },
    ),
    ([0, 0], {"boxes": "+---+---+\n| ♛ |   |\n+---+---+\n| ♛ |   |\n+---+---+", "coordinates": "A1 A2"}),
]


@pytest.mark.parametrize(("board", "drawings"), DRAWINGS)
def test_any_board_draws_in_every_style_be_it_a_permutation_or_not(board: list[int], drawings: dict[str, str]) -> None:
    problem = Queens(len(board))
    assignment = {row: column for row, column in enumerate(board) if column != -1}
    assert {style: problem.draw(assignment, style) for style in drawings} == drawings


def test_the_symbol_of_a_queen_can_be_chosen() -> None:
    board = {0: 0, 1: 2, 2: 1, 3: 3}
    assert Queens(4, queen="♕").draw(board, "dots") == "♕ . . .\n. . ♕ .\n. ♕ . .\n. . . ♕"
    assert Queens(2, queen="Q").draw({0: 1}) == "+---+---+\n|   | Q |\n+---+---+\n|   |   |\n+---+---+"
    for symbol in queens.QUEENS:
        for style in Queens.styles:
            assert queens.read(Queens(4, queen=symbol).draw(board, style)) == (4, (0, 2, 1, 3))


@pytest.mark.parametrize("symbol", ["x", "", "QQ", ".", 0, None])
def test_a_symbol_that_would_not_be_read_back_as_a_queen_is_refused(symbol: Any) -> None:
    with pytest.raises(clew.InputError, match="a queen is drawn as one of ♛ ♕ Q q @ 0, not as"):
        Queens(4, queen=symbol)


def test_a_solution_prints_as_boxes_and_as_the_coordinates_asked_for() -> None:
    solution = clew.first(Queens(8), variable_order="static")
    assert solution is not None
    assert solution.draw("coordinates") == "A1 E2 H3 F4 C5 G6 B7 D8"
    assert str(solution) == solution.draw("boxes")
    assert str(solution).count("♛") == 8


def test_the_coordinates_of_the_first_eight_queens_are_read_back() -> None:
    assert queens.read("A1 E2 H3 F4 C5 G6 B7 D8") == (8, tuple(EIGHT))


def test_a_board_in_the_style_chess_has_the_last_row_on_top() -> None:
    drawn = queens.draw([3, -1, 0, -1], "chess")
    assert drawn.split("\n") == [
        "---+---+---+---+",
        "   !   !   !   !",
        "---+---+---+---+",
        " @ !   !   !   !",
        "---+---+---+---+",
        "   !   !   !   !",
        "---+---+---+---+",
        "   !   !   ! @ !",
        "---+---+---+---+",
    ]
    assert queens.read(drawn) == queens.read(drawn, last_row_first=True) == (4, (3, -1, 0, -1))


def test_every_board_can_begin_with_its_last_row() -> None:
    # A solution of six queens as the CAML program of 2002 prints it: list and board, last row first.
    board = [1, 3, 5, 0, 2, 4]
    problem = Queens(6, last_row_first=True)
    solution = dict(enumerate(board))
    assert problem.draw(solution, "list1") == "[5|3|1|6|4|2]"
    chequered = ["# # 0 ", " #0# #", "0 # # ", " # # 0", "# #0# ", " 0 # #"]
    assert problem.draw(solution, "chequered").split("\n") == chequered
    for style in ("boxes", "dots"):
        assert problem.draw(solution, style) == Queens(6).draw(dict(enumerate(board[::-1])), style)
    for style in ("chess", "coordinates"):
        assert problem.draw(solution, style) == Queens(6).draw(solution, style)
    assert problem.picture(solution).rows == Queens(6).picture(dict(enumerate(board[::-1]))).rows
    for style in Queens.styles:
        read = Queens.from_text(problem.draw({0: 1, 1: 3}, style), last_row_first=True)
        assert read == Queens(6, (1, 3, -1, -1, -1, -1), last_row_first=True)
        assert Queens.from_text(read.to_text(), last_row_first=True) == read


def test_diagonals_rise_and_fall_as_they_are_drawn() -> None:
    for last_row_first, way in ((False, "falling"), (True, "rising")):
        problem = Queens(4, last_row_first=last_row_first)
        (violation,) = clew.violations(problem, {0: 0, 1: 1})
        assert str(violation) == f"A1 and B2 attack each other along the {way} diagonal"
        contradiction = clew.why(problem, given={0: 0, 1: 1})
        assert contradiction is not None
        assert contradiction.constraint_names == (f"no two queens on a {way} diagonal",)


def test_a_picture_that_begins_with_the_last_row_marks_the_squares_of_that_row() -> None:
    problem = Queens(4, (3, -1, -1, -1), last_row_first=True)
    picture = problem.picture(problem.given(), {1: (0, 1)})
    assert picture.rows[3][3] == "♛"
    assert list(picture.given) == [(3, 3)]
    assert set(picture.marks) == {(3, 0), (3, 1), (3, 2), (2, 2), (2, 3)}


# -- reading -----------------------------------------------------------------------------------------


@examples(150)
@given(boards(smallest=3))
@example([1, 3, 5, 0, 2, 4])
def test_a_chequered_board_is_read_without_the_blanks_at_the_ends_of_its_rows(board: list[int]) -> None:
    lines = queens.draw(board, "chequered").split("\n")
    assert queens.read("\n".join(line.strip() for line in lines)) == (len(board), tuple(board))


def test_the_corner_of_a_chequered_board_may_be_light() -> None:
    assert queens.read(" # #\n# 0 \n # 0\n#0# ") == (4, (-1, 2, 3, 1))
    assert queens.read("0# #\n# # \n # #\n# # ") == (4, (0, -1, -1, -1))


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("# # 0\n# #0# \n0 # # \n # # 0\n# #0# \n 0 # #", 2),  # a blank too few within
        ("# # 0\n #0# #\n0 # # \n # # 0\n # 0# #\n 0 # #", 5),
        (" # #\n# # \n# #\n #0#", 4),  # the corner is light
        ("# # # #\n # #\n# # \n # #", 1),
        ("# # \n#  #\n# # \n # #", 2),
    ],
)
def test_a_chequered_board_whose_squares_do_not_alternate_is_refused(text: str, row: int) -> None:
    assert f"row {row}:" in refusal(text)


@pytest.mark.parametrize("style", Queens.styles)
@examples(150)
@given(boards(smallest=3))
@example([0, 2, 1, 3])
@example([3, -1, 2, -1])
@example([-1, -1, -1])
def test_a_board_drawn_in_any_style_is_read_back(style: str, board: list[int]) -> None:
    for last_row_first in (False, True):
        text = queens.draw(board, style, last_row_first=last_row_first)
        assert queens.read(text, last_row_first=last_row_first) == (len(board), tuple(board))


# Of the boards too small to show a pattern, one cannot be read back: chequered, a lone queen is the digit 0, and
# that is the empty board.
SMALL = [
    (style, board)
    for style in Queens.styles
    for board in ([-1], [0], [-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 0], [0, 1], [1, -1], [1, 0], [1, 1])
    if (style, board) != ("chequered", [0])
]


@pytest.mark.parametrize(("style", "board"), SMALL, ids=[f"{style}: {board}" for style, board in SMALL])
def test_a_board_of_one_or_two_rows_is_read_back_too(style: str, board: list[int]) -> None:
    assert queens.read(queens.draw(board, style)) == (len(board), tuple(board))


@settings(max_examples=100, deadline=None)
@given(boards())
def test_the_text_of_a_problem_is_read_back_as_that_problem(board: list[int]) -> None:
    problem = Queens.from_board(board)
    again = Queens.from_text(problem.to_text())
    assert (again.n, again.given()) == (problem.n, problem.given())


@pytest.mark.parametrize(
    "text",
    [
        "[0,-1,2,-1]",
        " [ 0 , -1 , 2 , -1 ] ",
        "[0, -, 2, -]",
        "0,-1,2,-1",
        "0 -1 2 -1",
        "[1|-|3|-]",
        "4: A1 C3",
        "4: a1 c3",
        "Q . . .\n. . . .\n. . Q .\n. . . .",
        "q _ _ _\n_ _ _ _\n_ _ @ _\n_ _ _ _\n",
        "♕ . . .\n. . . .\n. . ♛ .\n. . . .",
        "| Q |   |   |   |".join(["+---+---+---+---+\n", "\n+---+---+---+---+\n"])
        + "|   |   |   |   |\n+---+---+---+---+\n|   |   | Q |   |\n+---+---+---+---+\n|   |   |   |   |\n",
    ],
)
def test_a_board_is_recognised_in_every_form(text: str) -> None:
    assert queens.read(text) == (4, (0, -1, 2, -1))


@pytest.mark.parametrize(("text", "n"), [("8", 8), (" 12\n", 12), ("+4", 4), ("0", 0), ("5:", 5)])
def test_a_size_alone_is_an_empty_board(text: str, n: int) -> None:
    problem = Queens.from_text(text)
    assert (problem.n, problem.given()) == (n, {})


# -- bad input ---------------------------------------------------------------------------------------

HUGE = str(10**9)


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("-1", "-1"),
        (HUGE, "too large"),
        (str(10**30), "too large"),
        ("1" * 10_000, "too large"),
        ("ZZZZZZZZZ1", "too large"),
        ("A" + HUGE, "too large"),
        (f"{HUGE}: A1", "too large"),
        ("abc", "abc"),
        ("", "empty"),
        (" \n\t ", "empty"),
        ("[1,2,", "number"),
        ("[1,2,]", "entry 3"),
        ("[1,x,2]", "entry 2"),
        ("[9,-1]", "row 1"),
        ("[0,-2]", "row 2"),
        ("[0|2|4]", "row"),
        ("[1|2|5]", "row 3"),
        ("1.5", "1.5"),
        ("1e3", "1e3"),
        ("3: D1", "D1"),
        ("3: A4", "A4"),
        ("A0", "A0"),
        ("A1 B1", "row 1"),
        ("Q . Q\n. . .\n. . .", "row 1 has 2 queens"),
        ("# #\n0#0\n# #", "row 2 has 2 queens"),
        ("+---+---+\n| Q | Q |\n+---+---+\n|   |   |\n+---+---+", "row 1 has 2 queens"),
        ("Q . .\n. .\n. . .", "row 2"),
        ("Q . .\n. Q .", "row 1"),
        ("Q . .\n. X .\n. . .", "row 2, column 2"),
        ("+---+---+\n| Q |   |\n+---+---+\n|   |\n+---+---+", "row 2"),
    ],
)
def test_bad_input_is_refused_with_one_line_that_names_the_place(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize("text", ["+\nabc", "+---+\n+---+"])
def test_a_drawing_without_a_row_of_squares_is_refused(text: str) -> None:
    refusal(text)


@pytest.mark.parametrize("text", ["A1B2", "A1E2H3", "A٣1", "A1٣"])
def test_squares_that_run_together_or_have_foreign_digits_are_read_as_written_or_refused(text: str) -> None:
    readings = {"A1B2": (2, (0, 1)), "A1E2H3": (8, (0, 4, 7, *[-1] * 5))}
    try:
        read = queens.read(text)
    except clew.InputError:
        return
    assert read == readings.get(text)


def test_a_column_0_in_a_list_counted_from_1_is_refused() -> None:
    refusal("[0|1]")


@pytest.mark.parametrize(
    "junk", ["\x00\x01\x02", "\x1b[31mred", "\x1b[31mred and much longer", "\x7fELF\x02\x01", "�" * 30]
)
def test_binary_junk_is_refused_in_printable_words(junk: str) -> None:
    refusal(junk)


@pytest.mark.parametrize("n", [-1, 10**9, 10**30])
def test_a_size_that_cannot_be_is_refused_from_python_too(n: int) -> None:
    with pytest.raises(clew.ClewError) as caught:
        Queens(n)
    assert isinstance(caught.value, (clew.InputError, clew.OptionError))
    assert len(str(caught.value).splitlines()) == 1


def test_columns_for_fewer_or_more_rows_than_the_board_has_are_refused() -> None:
    for fixed in ((0,), (0, -1, -1, -1, -1)):
        with pytest.raises(clew.InputError, match="the board has 4 rows"):
            Queens(4, fixed)


@examples(400)
@given(
    st.text() | st.text("0123456789-+,;|:[] ABZab#.Q♛_\n\t\r") | st.binary().map(lambda junk: junk.decode("latin-1"))
)
@example("+\n-")
@example("\x1b[31m much longer than twelve")
def test_arbitrary_text_is_read_or_refused_in_one_line(text: str) -> None:
    assert_read_or_refused(Queens, text)

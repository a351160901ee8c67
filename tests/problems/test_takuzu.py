"""Takuzu: published numbers, every size against brute force, and the rules that a grid breaks."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, groupby, product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import clew
from clew_problems import Takuzu
from clew_problems.takuzu_text import EMPTY, Grid
from tests.examples import examples

INFERENCES = ("none", "check", "forward")
ORDERS = ("static", "mrv", "degree", "random")
EXCESSES = ("either", "0", "1")
SIZES = ((2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 3), (2, 6))
"""(height, width): few enough fillings to try them all."""

# The 14x14 grid of the article of 2016, and the solution printed there.
ARTICLE = [
    [2, 2, 2, 2, 2, 1, 1, 2, 2, 2, 1, 2, 2, 0],
    [2, 2, 1, 1, 2, 2, 1, 2, 0, 2, 2, 2, 1, 0],
    [2, 2, 2, 1, 2, 2, 2, 2, 2, 0, 2, 2, 1, 2],
    [2, 2, 0, 2, 2, 0, 2, 2, 2, 2, 2, 0, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    [2, 0, 2, 2, 2, 0, 0, 2, 2, 2, 0, 2, 2, 2],
    [2, 2, 2, 2, 2, 0, 0, 2, 2, 2, 2, 2, 2, 0],
    [2, 2, 0, 2, 2, 2, 2, 2, 2, 2, 2, 0, 2, 2],
    [2, 2, 0, 0, 2, 2, 2, 2, 0, 2, 2, 2, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2],
    [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2],
    [0, 0, 2, 2, 0, 2, 2, 1, 1, 2, 2, 2, 1, 2],
    [0, 2, 2, 1, 2, 2, 0, 2, 1, 2, 2, 0, 2, 2],
    [2, 2, 2, 2, 0, 0, 2, 2, 2, 2, 2, 2, 1, 2],
]
ANSWER = (
    (0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0),
    (0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0),
    (1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1),
    (1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1),
    (0, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 0),
    (1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1),
    (0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0),
    (1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1),
    (1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1),
    (0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0),
    (1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0),
    (0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 1, 1),
    (0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1),
    (1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0),
)

Assignment = dict[tuple[int, int], int]


def empty(height: int, width: int) -> Grid:
    return ((EMPTY,) * width,) * height


def cells(grid: Grid) -> Assignment:
    """The filled cells of a grid, as an assignment."""
    return {(r, c): cell for r, row in enumerate(grid) for c, cell in enumerate(row) if cell != EMPTY}


def rows(solution: clew.Solution[tuple[int, int], int] | None, problem: Takuzu) -> Grid:
    assert solution is not None
    return tuple(tuple(solution[r, c] for c in range(problem.width)) for r in range(problem.height))


def fillings(height: int, width: int) -> list[Grid]:
    lines = list(product((0, 1), repeat=width))
    return list(product(lines, repeat=height))


@cache
def sound(height: int, width: int, distinct: bool, excess: str) -> list[Grid]:
    """Brute force: all the complete grids that break no rule."""
    problem = Takuzu(empty(height, width), distinct=distinct, excess=excess)
    return [grid for grid in fillings(height, width) if not clew.violations(problem, cells(grid))]


def line_is_fine(line: tuple[int, ...], excess: str) -> bool:
    """The rules of one full line, from the words of the puzzle."""
    if any(len(list(run)) > 2 for _, run in groupby(line)):
        return False
    surplus = sum(1 if symbol else -1 for symbol in line)
    if len(line) % 2 == 0:
        return surplus == 0
    return surplus in {"either": (-1, 1), "0": (-1,), "1": (1,)}[excess]


def grid_is_fine(grid: Grid, distinct: bool, excess: str) -> bool:
    """The rules of a full grid, from the words of the puzzle."""
    families = (grid, tuple(zip(*grid, strict=True)))
    if distinct and any(len(set(lines)) < len(lines) for lines in families):
        return False
    return all(line_is_fine(line, excess) for lines in families for line in lines)


@cache
def sound_4x4(distinct: bool) -> list[Grid]:
    """The same for 4x4, where the fillings are many: from the words of the puzzle alone."""
    lines = [line for line in product((0, 1), repeat=4) if line_is_fine(line, "either")]
    return [grid for grid in product(lines, repeat=4) if grid_is_fine(grid, distinct, "either")]


def parsed(text: str) -> Grid:
    """A grid written as rows with slashes between."""
    return tuple(tuple(EMPTY if symbol == "." else int(symbol) for symbol in row) for row in text.split("/"))


def broken(text: str, **parameters: Any) -> list[clew.Violation]:
    """The rules that a grid breaks."""
    grid = parsed(text)
    problem = Takuzu(empty(len(grid), len(grid[0])), **parameters)
    return list(clew.violations(problem, cells(grid)))


@st.composite
def small_problems(draw: st.DrawFn) -> Takuzu:
    """Partial grids of at most 12 cells, some of them contradictory, under any of the rules."""
    height, width = draw(st.sampled_from(SIZES))
    cell = st.sampled_from((EMPTY, EMPTY, EMPTY, 0, 1))
    row = st.tuples(*[cell] * width)
    return Takuzu(
        draw(st.tuples(*[row] * height)), distinct=draw(st.booleans()), excess=draw(st.sampled_from(EXCESSES))
    )


# -- published numbers -------------------------------------------------------------------------------


@pytest.mark.parametrize("inference", ["check", "forward"])
@pytest.mark.parametrize(
    ("n", "distinct", "published"),
    [(2, True, 2), (2, False, 2), (4, True, 72), (4, False, 90)],
)
def test_there_are_as_many_complete_grids_as_published(n: int, distinct: bool, published: int, inference: str) -> None:
    assert clew.count(Takuzu(empty(n, n), distinct=distinct), inference=inference) == published


def test_there_are_11222_grids_of_6x6_when_lines_may_repeat_and_4140_when_they_may_not() -> None:
    problem = Takuzu(empty(6, 6), distinct=False)
    complete = [rows(solution, problem) for solution in clew.solutions(problem, inference="check", verify=False)]
    assert len(complete) == len(set(complete)) == 11222
    different = [grid for grid in complete if len(set(grid)) == 6 and len(set(zip(*grid, strict=True))) == 6]
    assert len(different) == 4140


def test_there_are_4140_grids_of_6x6_whose_lines_differ() -> None:
    assert clew.count(Takuzu(empty(6, 6)), inference="check") == 4140


@pytest.mark.parametrize(("length", "published"), [(2, 2), (4, 6), (6, 14), (8, 34), (10, 84)])
def test_there_are_as_many_sound_lines_as_published(length: int, published: int) -> None:
    problem = Takuzu(empty(2, length), distinct=False)
    lines = product((0, 1), repeat=length)
    fine = [line for line in lines if not clew.violations(problem, {(0, c): v for c, v in enumerate(line)})]
    assert len(fine) == published


@pytest.mark.parametrize("inference", ["check", "forward"])
def test_the_grid_of_the_article_has_the_solution_printed_there_and_no_other(inference: str) -> None:
    problem = Takuzu(ARTICLE)
    found = [rows(solution, problem) for solution in clew.solutions(problem, inference=inference)]
    assert found == [ANSWER]


def test_the_example_that_ships_is_the_grid_of_the_article() -> None:
    shipped = [example for example in Takuzu.examples if example.name == "14x14"]
    assert [Takuzu.from_text(example.text) for example in shipped] == [Takuzu(ARTICLE)]


def test_the_published_unruly_game_has_one_solution_in_which_lines_repeat() -> None:
    problem = Takuzu(parsed(".....0/0..11./..11../....../.1..../0.1..."), distinct=False)
    (solution,) = clew.solutions(problem)
    assert rows(solution, problem) == parsed("110010/010110/001101/101001/110010/001101")
    assert clew.count(Takuzu(problem.grid, distinct=True)) == 0


def test_no_4x4_grid_with_three_clues_is_unique() -> None:
    complete = sound_4x4(True)
    assert len(complete) == 72
    for chosen in combinations(product(range(4), repeat=2), 3):
        alike = Counter(tuple(grid[r][c] for r, c in chosen) for grid in complete)
        assert min(alike.values()) > 1, chosen


# -- brute force ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("excess", EXCESSES)
@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize(("height", "width"), SIZES)
def test_the_solutions_of_an_empty_grid_are_the_fillings_that_break_no_rule(
    height: int, width: int, distinct: bool, excess: str
) -> None:
    problem = Takuzu(empty(height, width), distinct=distinct, excess=excess)
    expected = sound(height, width, distinct, excess)
    for inference in INFERENCES:
        assert [rows(found, problem) for found in clew.solutions(problem, inference=inference)] == expected


@pytest.mark.parametrize("excess", EXCESSES)
@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize(("height", "width"), SIZES)
def test_a_full_grid_breaks_no_rule_just_when_the_words_of_the_puzzle_say_so(
    height: int, width: int, distinct: bool, excess: str
) -> None:
    expected = [grid for grid in fillings(height, width) if grid_is_fine(grid, distinct, excess)]
    assert sound(height, width, distinct, excess) == expected


@examples(150)
@given(small_problems(), st.sampled_from(INFERENCES), st.sampled_from(ORDERS), st.integers(0, 9))
@example(Takuzu(((2, 2), (2, 2))), "forward", "mrv", 0)
@example(Takuzu(((0, 0, 0), (2, 2, 2))), "forward", "static", 0)
def test_the_solutions_of_a_partial_grid_are_the_fillings_that_keep_its_clues(
    problem: Takuzu, inference: str, order: str, seed: int
) -> None:
    clues = cells(problem.grid)
    expected = [
        grid
        for grid in sound(problem.height, problem.width, problem.distinct, problem.excess)
        if all(grid[r][c] == clue for (r, c), clue in clues.items())
    ]
    found = list(clew.solutions(problem, inference=inference, variable_order=order, seed=seed))
    assert sorted(rows(solution, problem) for solution in found) == expected


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(["check", "forward"]), st.sampled_from(ORDERS))
def test_a_4x4_grid_with_clues_has_the_solutions_that_keep_them(
    data: st.DataObject, inference: str, order: str
) -> None:
    distinct = data.draw(st.booleans())
    row = st.tuples(*[st.sampled_from((EMPTY, EMPTY, EMPTY, EMPTY, 0, 1))] * 4)
    grid: Grid = data.draw(st.tuples(*[row] * 4))
    problem = Takuzu(grid, distinct=distinct)
    expected = [full for full in sound_4x4(distinct) if all(full[r][c] == v for (r, c), v in cells(grid).items())]
    found = clew.solutions(problem, inference=inference, variable_order=order)
    assert sorted(rows(solution, problem) for solution in found) == expected


@settings(max_examples=80, deadline=None)
@given(small_problems())
def test_a_partial_grid_that_can_be_completed_breaks_no_rule(problem: Takuzu) -> None:
    if clew.first(problem) is not None:
        assert clew.violations(problem, cells(problem.grid)) == ()


def test_forward_checking_enters_no_more_nodes_than_backtracking() -> None:
    problem = Takuzu(empty(4, 4))
    few, many = (clew.solve(problem, clew.Count(), inference=name).statistics.nodes for name in ("forward", "check"))
    assert few <= many


# -- the rules, named ----------------------------------------------------------------------------------


def test_three_equal_neighbours_in_a_row_are_named_with_their_line_and_cells() -> None:
    (violation,) = broken("....../.000../....../....../....../......")
    assert violation.rule == "three equal neighbours"
    assert violation.message == "row 2, cells 2 to 4: three 0 side by side"
    assert violation.variables == ((1, 1), (1, 2), (1, 3))


def test_three_equal_neighbours_in_a_column_are_named_with_their_line_and_cells() -> None:
    (violation,) = broken("....../....../.....1/.....1/.....1/......")
    assert violation.rule == "three equal neighbours"
    assert violation.message == "column 6, cells 3 to 5: three 1 side by side"
    assert violation.variables == ((2, 5), (3, 5), (4, 5))


def test_four_equal_neighbours_are_two_times_three() -> None:
    found = broken("......../......../1111..../......../......../......../......../........")
    assert [violation.variables for violation in found] == [((2, 0), (2, 1), (2, 2)), ((2, 1), (2, 2), (2, 3))]


def test_too_many_of_a_symbol_in_a_row_are_named_with_how_many_may_be() -> None:
    (violation,) = broken("1.11/..../..../....")
    assert violation.rule == "as many of each"
    assert violation.message == "row 1: 3 cells are 1, and 2 may be"
    assert violation.variables == ((0, 0), (0, 2), (0, 3))


def test_too_many_of_a_symbol_in_a_column_are_named_with_how_many_may_be() -> None:
    (violation,) = broken(".0../..../.0../.0..")
    assert violation.rule == "as many of each"
    assert violation.message == "column 2: 3 cells are 0, and 2 may be"
    assert violation.variables == ((0, 1), (2, 1), (3, 1))


@pytest.mark.parametrize(("excess", "refused"), [("either", set()), ("0", {"1"}), ("1", {"0"})])
def test_an_odd_line_may_have_one_more_of_the_symbol_chosen_only(excess: str, refused: set[str]) -> None:
    lines = {"1": "11.1.", "0": "00.0."}
    verdicts = {symbol for symbol, line in lines.items() if broken(f"{line}/...../.....", excess=excess)}
    assert verdicts == refused


def test_equal_rows_are_named_with_all_their_cells() -> None:
    (violation,) = broken("0110/..../0110/....")
    assert violation.rule == "distinct lines"
    assert violation.message == "rows 1 and 3 are equal: no two lines may be"
    assert violation.variables == tuple((r, c) for r in (0, 2) for c in range(4))


def test_equal_columns_are_named_with_all_their_cells() -> None:
    (violation,) = broken(".0.0/.1.1/.1.1/.0.0")
    assert violation.rule == "distinct lines"
    assert violation.message == "columns 2 and 4 are equal: no two lines may be"
    assert violation.variables == tuple((r, c) for c in (1, 3) for r in range(4))


def test_lines_with_an_empty_cell_are_not_equal_yet() -> None:
    assert broken("011./..../011./....") == []


def test_equal_lines_are_fine_where_lines_may_repeat() -> None:
    assert broken("0110/..../0110/....", distinct=False) == []


def test_a_cell_that_the_grid_does_not_have_is_refused() -> None:
    with pytest.raises(clew.InputError, match="no variable"):
        clew.violations(Takuzu(empty(2, 2)), {(2, 0): 1})


def test_a_grid_with_a_broken_rule_is_an_instance_without_a_solution() -> None:
    for text in ("111./..../..../....", "1.11/..../..../....", "0110/..../0110/...."):
        for inference in ("check", "forward"):
            assert clew.check(Takuzu.from_text(text), inference=inference).answer == "none"


# -- the cells -----------------------------------------------------------------------------------------


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 7), st.integers(2, 7))
def test_the_neighbours_of_a_cell_are_the_other_cells_of_its_row_and_column(height: int, width: int) -> None:
    problem = Takuzu(empty(height, width))
    for r, c in problem.domains():
        neighbours = problem.neighbours((r, c))
        assert len(neighbours) == len(set(neighbours)) == height + width - 2
        assert all((r == x) != (c == y) for x, y in neighbours)
        assert set(neighbours) <= set(problem.domains())


def test_a_cell_is_named_by_its_row_and_column_from_1() -> None:
    assert Takuzu(empty(2, 12)).variable_name((1, 10)) == "r2c11"


@pytest.mark.parametrize(
    ("grid", "say"),
    [
        ((), "0x0"),
        (((), ()), "0x2"),
        (((0, 1),), "2x1"),
        (((0,), (1,)), "1x2"),
        (((0, 1), (1,)), "row 2 has 1 cells, and row 1 has 2"),
        (((0, 1), (1, 3)), "row 2, column 2: 3"),
        ((("0", "1"), ("1", "0")), "row 1, column 1"),
    ],
)
def test_a_grid_from_python_that_is_none_is_refused_in_one_line(grid: Grid, say: str) -> None:
    with pytest.raises(clew.InputError, match=say) as caught:
        Takuzu(grid)
    assert len(str(caught.value).splitlines()) == 1


def test_an_excess_that_is_no_symbol_is_refused() -> None:
    with pytest.raises(clew.ClewError, match="either") as caught:
        Takuzu(empty(3, 3), excess="2")
    assert len(str(caught.value).splitlines()) == 1

"""The names of variables and decisions that readers see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs
import pytest

import clew
from clew.problem.naming import Names
from clew.watch.observers.profile import Profile
from clew_problems import Queens, Sudoku


@attrs.frozen
class Plain(clew.Problem[Any, int]):
    """Variables of any kind, and no names of its own."""

    variables: tuple[Any, ...]

    def domains(self) -> Mapping[Any, Iterable[int]]:
        return dict.fromkeys(self.variables, (1, 2))


class Own(Plain):
    """Names of its own for readers."""

    def variable_title(self, variable: Any) -> str:
        return f"house {variable}"

    def decision_title(self, variable: Any, value: int) -> str:
        return f"house {variable} is number {value}"


class Stable(Plain):
    """A stable name of its own."""

    def variable_name(self, variable: Any) -> str:
        return f"cell {variable[0]}/{variable[1]}"


@attrs.frozen
class Columns(clew.Problem[int, int]):
    """A queen in each column: the value is its row."""

    styles = ("coordinates",)
    n: int

    def domains(self) -> Mapping[int, range]:
        return dict.fromkeys(range(self.n), range(self.n))

    def draw(self, assignment: Mapping[int, int], style: str | None = None) -> str:
        return " ".join(f"{'ABCDEFGH'[column]}{row + 1}" for column, row in assignment.items())


GRID = tuple((row, column) for row in range(2) for column in range(3))
FROM_ONE = tuple((row + 1, column + 1) for row, column in GRID)


@pytest.mark.parametrize(
    ("problem", "variable", "title", "decision"),
    [
        (Plain(("x", "y")), "x", "x", "x = 2"),
        (Plain((0, 1)), 0, "0", "0 = 2"),
        (Plain(GRID), (0, 2), "r1c3", "r1c3 = 2"),
        (Plain(FROM_ONE), (1, 3), "r1c3", "r1c3 = 2"),
        (Plain((*GRID, "x")), (0, 2), "0,2", "0,2 = 2"),
        (Plain(((1, 900), (2, 7))), (1, 900), "1,900", "1,900 = 2"),  # pairs, but no board: edges of a graph, say
        (Stable(GRID), (0, 2), "cell 0/2", "cell 0/2 = 2"),
        (Own((3, 4)), 3, "house 3", "house 3 is number 2"),
        (Sudoku.empty(4), (0, 3), "r1c4", "r1c4 = 2"),
        (Queens(8), 0, "row 1", "C1"),
        (Queens(8, last_row_first=True), 0, "row 1", "C1"),
        (Columns(8), 0, "column A", "A3"),
    ],
)
def test_readers_see_cells_squares_and_names(
    problem: clew.Problem[Any, Any], variable: Any, title: str, decision: str
) -> None:
    names = Names(problem)
    assert (names.variable(variable), names.decision(variable, 2)) == (title, decision)
    assert (problem.variable_title(variable), problem.decision_title(variable, 2)) == (title, decision)


def test_decisions_of_one_problem_have_different_names() -> None:
    problem = Queens(30)  # more columns than letters
    titles = {problem.decision_title(row, column) for row in range(30) for column in range(30)}
    assert len(titles) == 900
    assert problem.decision_title(29, 26) == "AA30"


def test_a_style_that_draws_no_squares_changes_no_names() -> None:
    class Numbers(Columns):
        def draw(self, assignment: Mapping[int, int], style: str | None = None) -> str:
            return ",".join(f"{row}:{column}" for row, column in assignment.items())

    assert Names(Numbers(4)).variable(0) == "0"
    assert Names(Numbers(4)).decision(0, 2) == "0 = 2"


def test_json_keeps_the_stable_names() -> None:
    profile = Profile()
    clew.count(Queens(6), observers=[profile], inference="forward", variable_order="static")
    assert {one["name"] for one in profile.as_dict(Queens(6))["variables"]} <= {str(row) for row in range(6)}
    assert "\nrow 4 " in profile.text(Queens(6))
    solution = clew.first(Queens(4))
    assert solution is not None
    assert set(solution.named()) == {"0", "1", "2", "3"}

"""The program of 2016: it finds the same grids as the search, on the same way as plain backtracking."""

from __future__ import annotations

from itertools import product

import pytest

import clew
from clew_problems import Takuzu
from clew_problems.takuzu_baselines import are_different, cell_by_cell, check_line


@pytest.mark.parametrize("length", [2, 4, 6])
def test_the_line_test_refuses_a_value_that_breaks_a_rule_of_the_line(length: int) -> None:
    for line in product((0, 1, 2), repeat=length):
        for k in (k for k in range(length) if line[k] == 2):
            for value in (0, 1):
                text = "".join(map(str, (*line[:k], value, *line[k + 1 :])))
                is_sound = "000" not in text and "111" not in text
                half = length // 2
                assert check_line(line, k, value) == (is_sound and max(text.count("0"), text.count("1")) <= half)


@pytest.mark.parametrize(("text", "count"), [("4x4", 72), ("2x4", None), ("6x4", None), (".1.0/..0./.0../11.0", 1)])
def test_it_finds_the_grids_that_the_search_finds_each_once(text: str, count: int | None) -> None:
    problem = Takuzu.from_text(text)
    found = [clew.Solution(problem, grid) for grid in problem.baselines()["cell by cell"]()]
    assert found == list(clew.solutions(problem, inference="check", variable_order="static"))
    assert count is None or len(found) == count


def test_the_grid_of_the_article_comes_first_and_alone() -> None:
    example = next(example for example in Takuzu.examples if example.name == "14x14")
    problem = Takuzu.from_text(example.text)
    grid = problem.grid
    (found,) = cell_by_cell(grid)
    assert dict(clew.first(problem) or {}) == {(r, c): found[r][c] for r in range(14) for c in range(14)}
    assert problem.grid == grid


@pytest.mark.parametrize(
    ("text", "parameters"),
    [("3x3", {}), ("4x3", {}), ("4x4", {"distinct": False}), ("111./..../..../....", {}), ("0011/0011/..../....", {})],
)
def test_it_is_offered_only_if_it_would_be_right(text: str, parameters: dict[str, bool]) -> None:
    assert Takuzu.from_text(text, **parameters).baselines() == {}


def test_lines_that_are_equal_are_seen() -> None:
    assert are_different([(0, 1), (1, 0)])
    assert not are_different([[0, 1], [0, 1]])

"""Akari: every tiny grid against brute force, a published one with its answer, addresses, pictures, new ones."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew_problems.akari import Akari

Grid = tuple[str, ...]
Cell = tuple[int, int]

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))


def seen(grid: Grid, cell: Cell) -> set[Cell]:
    """The cells that a lamp lights besides its own: a walk in each direction, until something black is in the way."""
    found = set()
    for down, right in STEPS:
        r, c = cell[0] + down, cell[1] + right
        while 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] == ".":
            found.add((r, c))
            r, c = r + down, c + right
    return found


def answers(grid: Grid) -> list[set[Cell]]:
    """The sets of lamps that keep the rules: brute force over all sets."""
    cells = [(r, c) for r, row in enumerate(grid) for c, symbol in enumerate(row) if symbol == "."]
    numbers = {(r, c): int(s) for r, row in enumerate(grid) for c, s in enumerate(row) if s.isdigit()}
    sees = {cell: seen(grid, cell) for cell in cells}
    found = []
    for chosen in product((False, True), repeat=len(cells)):
        lamps = {cell for cell, is_lamp in zip(cells, chosen, strict=True) if is_lamp}
        if all((cell in lamps) != bool(sees[cell] & lamps) for cell in cells) and all(
            sum((r + d, c + e) in lamps for d, e in STEPS) == n for (r, c), n in numbers.items()
        ):
            found.append(lamps)
    return found


def lamps_of(solution: clew.Solution[Cell, str]) -> set[Cell]:
    return {cell for cell, value in solution.items() if value == "*"}


@given(st.integers(1, 3), st.integers(1, 4), st.data())
def test_the_solutions_are_those_of_brute_force(height: int, width: int, data: st.DataObject) -> None:
    row = st.text("....##012", min_size=width, max_size=width)
    grid = tuple(data.draw(row) for _ in range(height))
    found = [lamps_of(solution) for solution in clew.solutions(Akari.from_text("/".join(grid)))]
    expected = answers(grid)
    assert len(found) == len(expected)
    assert all(lamps in expected for lamps in found)


def test_the_published_one_has_the_published_answer_alone() -> None:
    """The address with which pzprjs tests itself, and the answer that its test accepts."""
    address = "https://puzz.link/p?lightup/6/6/nekcakbl"
    problem = clew.load("akari", address)
    (solution,) = clew.solutions(problem)
    published = "..#... .#4#.. ..#.2# .0..#. #..1.. ...#..".split()  # noqa: SIM905 - as a grid
    assert lamps_of(solution) == {(r, c) for r, row in enumerate(published) for c, s in enumerate(row) if s == "#"}
    assert str(problem.to_address()) == address


def test_black_cells_without_a_number_are_written_in_addresses() -> None:
    problem = Akari.from_text("#..1/..../4..#")
    # A dot, two empty cells, 1 and two empty ones after it, two more, 4 and two after it, a dot.
    assert str(problem.to_address()) == "https://puzz.link/p?lightup/4/3/.hbhe./"
    assert Akari.from_text(str(problem.to_address())) == problem


def test_a_hint_names_the_rule() -> None:
    assert str(clew.hint(Akari.from_text("4./.."))) == "there is a mistake: the 4 at r1c1 can no longer be satisfied"
    hint = clew.hint(Akari.from_text("2../.../..."))
    words = "a lamp in r1c2 and r2c1: the 2 at r1c1 has only 2 places left for a lamp, and needs all of them"
    assert str(hint) == words


def test_a_picture_has_lamps_and_the_cells_that_they_light() -> None:
    problem = Akari.from_text("..#/1../...")
    board = problem.picture({(0, 0): "*", (1, 1): "-"}, {(2, 2): {"*"}, (0, 1): {"*", "-"}})
    assert board.rows == (("●", "", " "), ("1", "·", ""), ("", "", "●"))
    assert sorted(board.blocks) == [(0, 2), (1, 0)]
    assert set(board.colours) == {(0, 0), (0, 1), (2, 0), (2, 1), (2, 2), (1, 2)}


@pytest.mark.parametrize("size", ["4x4", "5x7", "..#../#..../....#"])
def test_new_ones_are_unique_and_no_number_can_be_left_out(size: str) -> None:
    blank = Akari.from_text(size)
    for problem in clew.generate(blank, seed=3, count=3):
        assert isinstance(problem, Akari)
        assert (problem.grid.height, problem.grid.width) == (blank.grid.height, blank.grid.width)
        if blank.grid.given:
            assert problem.grid.given.keys() == blank.grid.given.keys()
        assert clew.is_unique(problem)
        groups = list(problem.clue_groups())
        for group in groups:
            assert not clew.is_unique(problem.with_clues(cell for (cell,) in groups if (cell,) != group))

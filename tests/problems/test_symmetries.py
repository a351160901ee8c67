"""Declared symmetries: solutions counted up to them, against published numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import clew
from clew_problems import Queens, Takuzu
from clew_problems.colouring import PETERSEN, Colouring
from clew_problems.futoshiki import Futoshiki
from clew_problems.knights_tour import KnightsTour
from clew_problems.langford import Langford
from clew_problems.magic_square import MagicSquare
from clew_problems.pentominoes import Pentominoes
from clew_problems.sudoku import Sudoku

Turn = Callable[[Mapping[Any, Any]], Mapping[Any, Any]]


def orbits(problem: clew.Problem[Any, Any], *names: str) -> list[int]:
    """The sizes of the classes of solutions that the symmetries (or those named) turn into each other."""
    turns: list[Turn] = [turn for name, turn in problem.symmetries().items() if name in names or not names]
    left = set(clew.solutions(problem))
    sizes = []
    while left:
        reached = {next(iter(left))}
        new = set(reached)
        while new:
            new = {clew.Solution(problem, turn(solution)) for solution in new for turn in turns} - reached
            reached |= new
        assert reached <= left
        left -= reached
        sizes.append(len(reached))
    return sorted(sizes)


@pytest.mark.parametrize(("n", "classes"), [(1, 1), (4, 1), (5, 2), (6, 1), (7, 6), (8, 12)])
def test_queens_up_to_rotation_and_reflection(n: int, classes: int) -> None:
    assert len(orbits(Queens(n))) == classes  # A002562


@pytest.mark.parametrize(("n", "classes"), [(3, 1), (4, 1), (7, 26), (8, 150)])
def test_langford_rows_up_to_reversal(n: int, classes: int) -> None:
    assert orbits(Langford(n)) == [2] * classes  # A014552


def test_colourings_up_to_the_names_of_the_colours() -> None:
    petersen = Colouring.from_text(PETERSEN)
    assert orbits(petersen) == [6] * 20  # 120 colourings, all of which use the three colours
    two = Colouring.from_text("a-b c", colours=2)
    assert orbits(two) == [2, 2]
    assert Colouring.from_text("a b", colours=1).symmetries() == {}


def test_sudoku_grids_up_to_the_names_of_the_numbers() -> None:
    renamed = orbits(Sudoku.empty(4), "exchange of 1 and 2", "next number")
    assert renamed == [24] * 12  # 288 grids; no renaming but the identity leaves one as it is


def test_reflections_and_transpositions_undo_themselves() -> None:
    for problem, names in (
        (Sudoku.empty(4), ("reflection", "transposition")),
        (Takuzu.from_text("4x4"), tuple(Takuzu.from_text("4x4").symmetries())),
    ):
        solution = clew.first(problem)
        assert solution is not None
        for name in names:
            turn = problem.symmetries()[name]
            assert turn(solution) != solution or name == "transposition"
            assert turn(turn(solution)) == solution


def test_boxes_that_are_no_squares_and_lines_of_odd_length_have_fewer_symmetries() -> None:
    assert "transposition" not in Sudoku.empty(6).symmetries()
    assert "transposition" not in Takuzu.from_text("4x6").symmetries()
    assert "exchange of 0 and 1" in Takuzu.from_text("5x5").symmetries()
    assert "exchange of 0 and 1" not in Takuzu.from_text("5x5", excess="1").symmetries()
    assert "exchange of 0 and 1" in Takuzu.from_text("4x4", excess="1").symmetries()


def test_given_values_break_them() -> None:
    assert Queens.from_board([1, -1, -1, -1]).symmetries() == {}
    assert Sudoku.from_text("123./..../...1/....").symmetries() == {}
    assert Takuzu.from_text(".1.0/..0./.0../11.0").symmetries() == {}
    assert Langford(7, reversals=False).symmetries() == {}


CLUED = [
    (Queens.from_board([0, *[-1] * 6]), {"transposition"}),
    (Queens.from_board([1, -1, -1, -1, -1, 4]), {"half turn"}),
    (Sudoku.from_text("1.../..../..../...."), {"exchange of 2 and 3", "next number", "transposition"}),
    (Sudoku.from_text("12../..../..../..21"), {"exchange of 3 and 4", "next number", "half turn"}),
    # A transposition keeps the clues, but not the boxes.
    (Sudoku.from_text("1....2/.2.1../..2.1./.1..2./..12../2....1"), {"exchange of 3 and 4", "next number"}),
    (Takuzu.from_text("1.../..../..../...."), {"transposition"}),
    (Takuzu.from_text("1.../..../..../...0"), {"half turn, 0 and 1 exchanged", "other diagonal, 0 and 1 exchanged",
                                              "transposition"}),
    (MagicSquare.from_text("2 . . / . . . / . . ."), {"transposition"}),
    (Futoshiki.from_text(". < .   .\n.   .   .\n.   .   .\n"), set()),
    (Futoshiki.from_text(". < .   .\n.   .   .\n.   . > .\n"), {"half turn"}),
    (Futoshiki.from_text(". < .   .\n.   .   .\n.   . < .\n"), {"half turn, small and large"}),
    (KnightsTour.from_text("3x7", start="D2"), {"left and right", "up and down", "half turn"}),
    (KnightsTour.from_text("4x5", start="A1"), set()),
    (KnightsTour.from_text("3x4"), {"left and right", "up and down", "half turn", "reversal"}),
    (Pentominoes.from_text("#.../..../..../....", pieces="LUX"), {"transposition"}),
    (Pentominoes.from_text("3x5", pieces="PUV"), {"left and right", "up and down", "half turn"}),
]  # fmt: skip


@pytest.mark.parametrize(("problem", "names"), CLUED)
def test_clues_leave_the_symmetries_that_keep_them(problem: clew.Problem[Any, Any], names: set[str]) -> None:
    assert set(problem.symmetries()) == names
    orbits(problem)  # every image is a solution
    if names:
        classes = list(clew.solutions_by_symmetry(problem))
        assert sorted(map(len, classes)) == orbits(problem)


@pytest.mark.parametrize(
    ("problem", "solutions", "classes"),
    [
        (MagicSquare.from_text("3"), 8, 1),
        (Pentominoes.from_text("3x20"), 8, 2),
        (KnightsTour.from_text("3x4"), 16, 3),  # Jelliss: three tours of the smallest board that has one
        (Futoshiki.from_text("3"), 12, 1),
    ],
)
def test_published_numbers_of_classes(problem: clew.Problem[Any, Any], solutions: int, classes: int) -> None:
    found = list(clew.solutions_by_symmetry(problem))
    assert (len(found), sum(map(len, found))) == (classes, solutions)

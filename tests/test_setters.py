"""The puzzles of setters: their models allow the published solutions, and no other."""

from __future__ import annotations

import pytest
from benchmarks.setters.grid import Grid
from benchmarks.setters.models import model_of, text_of
from benchmarks.setters.reading import Puzzle, parts_of, puzzles

import clew

PUZZLES = {puzzle.name: puzzle for puzzle in puzzles()}
QUICK = (
    "Thermo",
    "Sudoku Variants Series (013) - Palindrome Sudoku",
    "Killer",
    "6x6: Rellik cages",
    "Arrow",
    "XV Kropki Sudoku",
    "Little Killer Sudoku",
    "X-Windoku",
    "Either/Or",
    "16x16: Jigsaw",
    "Sequence sudoku",
    "Easy as a Quattroquadri",
    "Dutch-pelgänger",
    "Stretching",
)
"""Puzzles that are decided in a second or two."""


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_no_rule_forbids_the_published_solution(puzzle: Puzzle) -> None:
    values = [ord(character) - 64 if character > "9" else int(character) for character in puzzle.solution]
    cells = Grid(parts_of(puzzle.text)).place
    assert clew.violations(model_of(puzzle), dict(zip(cells, values, strict=True))) == ()


@pytest.mark.parametrize("name", QUICK)
def test_there_is_no_other_solution(name: str) -> None:
    checked = clew.check(model_of(PUZZLES[name]))
    assert checked.answer == "unique"
    assert text_of(PUZZLES[name], checked.solutions[0]) == PUZZLES[name].solution

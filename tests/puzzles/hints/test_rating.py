"""Grades: their tiers, and the coefficient by which they are compared with published ones."""

from __future__ import annotations

import pytest
from benchmarks.hints import spearman

import clew
from clew.puzzles.hints.rating import TIERS
from clew_problems.nurikabe import Nurikabe
from tests.problems.test_nurikabe import WIKIPEDIA


def test_spearman_of_known_ranks() -> None:
    assert spearman([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]) == pytest.approx(0.8208, abs=1e-4)  # SciPy: spearmanr
    assert spearman([1, 2, 3], [3, 2, 1]) == -1


def test_tiers_go_up() -> None:
    assert list(TIERS) == ["easy", "medium", "hard", "very hard", "fiendish"]
    assert sorted(TIERS.values()) == list(TIERS.values())


def test_a_puzzle_is_graded_again_after_another_question_about_equal_constraints() -> None:
    """What is compiled is kept for the next problem with equal constraints, which are other objects then."""
    assert clew.count(Nurikabe.from_text(WIKIPEDIA), inference="unit", kernel="python") == 1
    assert clew.hint(Nurikabe.from_text(WIKIPEDIA)) is not None
    first = clew.rate(Nurikabe.from_text(WIKIPEDIA))
    assert first.is_solved
    assert clew.rate(Nurikabe.from_text(WIKIPEDIA)) == first

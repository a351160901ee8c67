"""How hard deductions are to see, in numbers, and the tiers that these make.

The order of the kinds is that of the published graders of sudokus: a place in a group before a cell with one value
left, sets within a group and intersections of two next, chains last (Nicolas Juillerat, Sudoku Explainer, 2006).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from clew.puzzles.hints.knowledge import Deduction
from clew.puzzles.hints.terms import PHRASES

EXCLUDING: Final = 3.0
"""The least grade of a step that rules values out, and of one that needs several constraints."""
SUPPOSING: Final = 5.0
"""The least grade of a supposition."""
GUESSING: Final = 10.0
"""The grade of a guess."""

TIERS: Final[Mapping[str, float]] = {"easy": 3.0, "medium": 3.5, "hard": 5.0, "very hard": 6.5, "fiendish": GUESSING}
"""The tiers with the grades below which their hardest steps are; only *fiendish* has no end."""


@attrs.frozen
class Rating:
    """How hard a puzzle is for a person.

    Attributes:
        grade: the grade of the hardest step.
        steps: how many steps there are.
        guesses: how many of them only a search finds.
        tier: from `easy` to `fiendish`, by the grade (see `TIERS`).
        is_solved: whether the steps solve it; not if it has several solutions, or none.
    """

    grade: float
    steps: int
    guesses: int
    tier: str
    is_solved: bool

    def __str__(self) -> str:
        return self.said("en")

    def said(self, language: str) -> str:
        """The rating in a language."""
        phrases = PHRASES[language]
        steps = phrases["one step" if self.steps == 1 else "steps"].format(count=self.steps)
        said = phrases["rating"].format(tier=phrases[f"tier {self.tier}"], grade=f"{self.grade:g}", steps=steps)
        if self.guesses:
            said = phrases["guesses"].format(rating=said, count=self.guesses)
        return said if self.is_solved else phrases["not solved"].format(rating=said)


def tier_of(grade: float) -> str:
    """The tier of a grade."""
    return next((name for name, end in TIERS.items() if grade < end), "fiendish")


def grade_of(deduction: Deduction) -> float:
    """How hard a deduction is to see: its kind, then the number of constraints and of open variables."""
    constraints, cells = max(len(deduction.constraints), 1), deduction.open
    match deduction.kind:
        case "last":
            grade = 1.0 + 0.4 * min(constraints - 1, 4)
        case "place":
            grade = 1.0 + 0.05 * min(cells, 8)
        case "single" if deduction.assigned:
            grade = 2.0 + 0.1 * min(cells, 9)
        case "single":
            grade = EXCLUDING + 0.2 * min(cells, 9)
        case "sum" if deduction.sum:
            grade = EXCLUDING + 0.2 * min(cells, 3) + 0.4 * len(deduction.sum.houses)
        case "joint":
            grade = EXCLUDING + 0.4 * min(max(constraints - 2, 0), 4) + 0.02 * min(cells, 10)
        case "supposition":
            grade = SUPPOSING + 0.15 * min(deduction.chain, 30)
        case _:
            grade = GUESSING
    return round(grade, 2)

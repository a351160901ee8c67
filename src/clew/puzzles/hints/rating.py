"""How hard deductions are to see, in numbers, and the tiers that these make.

The order of the kinds is that of the published graders of sudokus: a place in a group before a cell with one value
left, sets within a group and intersections of two next, chains last (Nicolas Juillerat, Sudoku Explainer, 2006).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from clew.errors import many
from clew.puzzles.hints.knowledge import Deduction

TIERS: Final[Mapping[str, float]] = {"easy": 3.0, "medium": 3.5, "hard": 5.0, "very hard": 6.5, "fiendish": 10.0}
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
        guesses = f", {self.guesses} of them by a search" if self.guesses else ""
        end = "" if self.is_solved else ", and not solved"
        return f"{self.tier}: grade {self.grade:g}, {many(self.steps, 'step')}{guesses}{end}"


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
            grade = 3.0 + 0.2 * min(cells, 9)
        case "joint":
            grade = 3.0 + 0.4 * min(max(constraints - 2, 0), 4) + 0.02 * min(cells, 10)
        case "supposition":
            grade = 5.0 + 0.15 * min(deduction.chain, 30)
        case _:
            grade = 10.0
    return round(grade, 2)

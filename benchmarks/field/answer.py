"""What a solver made of a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

LONGEST: Final = 90
"""Letters of a reason that tables show."""


@attrs.frozen
class Answer:
    """What a solver made of a model.

    Attributes:
        answered: whether it found a solution, or proved that there is none.
        proved: whether nothing is left to search: there is no solution, none is better, or any will do.
        value: the objective of the best solution; None if there is no solution, or no objective.
        maximizes: whether the objective is to be large.
        built: the seconds of processor time until the search began, if they are known apart.
        seconds: those of building and solving.
        has_solution: whether it found a solution.
        wrong: why the answer is wrong.
        why: why there is none.
    """

    answered: bool = False
    proved: bool = False
    value: float | None = None
    maximizes: bool = False
    built: float = 0.0
    seconds: float = 0.0
    has_solution: bool = False
    wrong: str = ""
    why: str = ""

    def told(self) -> str:
        """The answer in a few words."""
        if self.wrong or not self.answered:
            return f"wrong: {self.wrong}" if self.wrong else self.why[:LONGEST]
        found = "none" if not self.has_solution else "found" if self.value is None else f"{self.value:g}"
        return f"{found} in {self.seconds:.2f} s{'' if self.proved else ', not proved'}"


def judged(answers: Mapping[str, Answer]) -> dict[str, Answer]:
    """Answers of which those are marked as wrong that another solver's verified solution contradicts."""
    sound = [one for one in answers.values() if one.has_solution and not one.wrong]
    return {who: attrs.evolve(one, wrong=one.wrong or _refuted(one, sound)) for who, one in answers.items()}


def _refuted(one: Answer, sound: list[Answer]) -> str:
    if not (one.answered and one.proved):
        return ""
    if not one.has_solution:
        return "there is a solution" if sound else ""
    if one.value is None:
        return ""
    sign = -1 if one.maximizes else 1
    better = [other.value for other in sound if other.value is not None and sign * other.value < sign * one.value]
    return f"{better[0]} is better than {one.value}" if better else ""

"""What a row of the table is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import attrs

Unit = Literal["s", "C", "a second", "times", "MB"]
"""Seconds; times of the program in C on the same board; a second; times as fast as the peer; megabytes."""

RISING: tuple[Unit, ...] = ("a second", "times")
"""The units of which more is better."""


@attrs.frozen
class Row:
    """A work and what is to be reached.

    Attributes:
        name: what it is called in the table.
        work: the function in `works`.
        size: its argument.
        answer: what it must answer.
        must: what has to be reached.
        aim: what is hoped for, if anything.
        unit: of both.
        scaled: whether they stand for the reference machine, and are to be scaled to this one.
        peers: functions in `peers`, or a work, a peer and a size of `beside`, by the peer's name.
        published: what is known of peers from elsewhere.
        is_quick: whether a quick look includes it.
        limit: seconds that it may take, if more than others.
    """

    name: str
    work: str
    size: str
    answer: Any
    must: float
    aim: float | None
    unit: Unit = "s"
    scaled: bool = True
    peers: Mapping[str, str] = {}
    published: str = ""
    is_quick: bool = True
    limit: float = 0

    def goals(self, factor: float) -> tuple[float, float | None]:
        """What is to be reached on a machine that takes so many times as long as the reference."""
        if not self.scaled:
            return self.must, self.aim
        ratio = 1 / factor if self.unit in RISING else factor
        return self.must * ratio, None if self.aim is None else self.aim * ratio

    def met(self, figure: float, factor: float) -> str:
        """Whether a figure reaches it."""
        must, aim = self.goals(factor)

        def reaches(goal: float) -> bool:
            return figure >= goal if self.unit in RISING else figure <= goal

        if aim is not None and reaches(aim):
            return "aim"
        if reaches(must):
            return "must"
        ratio = must / figure if self.unit in RISING else figure / must
        return f"no, by {ratio:.2g}"


def shown(figure: float, unit: Unit) -> str:
    """A figure with its unit."""
    if unit == "s":
        return f"{figure:.3g} s" if figure >= 1 else f"{1000 * figure:.3g} ms"
    if unit == "C":
        return f"{figure:.3g} C"
    if unit == "times":
        return f"{figure:.3g} times"
    return f"{figure:,.0f} a second" if unit == "a second" else f"{figure:.3g} MB"

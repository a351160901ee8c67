"""The tier of a new instance: as many clues as it needs, and where the steps of an easier one end."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from typing import Final

from clew.problem.problem import AnyProblem
from clew.puzzles.generation.making import UNBEGUN
from clew.puzzles.hints.knowledge import Knowledge
from clew.puzzles.hints.rating import TIERS, tier_of
from clew.puzzles.hints.steps import walked

SEARCHED: Final = "with a guess"
"""The words for instances that steps do not solve without a search."""


def too_hard(tier: str) -> tuple[str, str]:
    """The words for instances that steps of a tier do not solve, and for those that have no such step at first."""
    return SEARCHED if tier == "fiendish" else f"harder than {tier}", UNBEGUN


def within(problem: AnyProblem, tier: str) -> tuple[str, Knowledge]:
    """The tier of an instance, or that it is harder than another; and the knowledge at which steps of that tier end.

    Harder steps are not looked for: they take longest.

    Args:
        problem: the instance.
        tier: the tier.
    """
    parts = [*walked(problem, below=TIERS[tier])]
    knowledge, new = parts[-1]
    if not new and not knowledge.targets:
        return tier_of(max((hint.grade for _, some in parts for hint in some), default=0.0)), knowledge
    harder, unbegun = too_hard(tier)
    return harder if len(parts) > 1 else unbegun, knowledge


def fewest_back(tier: str, most: int, instance: Callable[[int], AnyProblem]) -> tuple[AnyProblem | None, str]:
    """The instance of a tier with the fewest groups of clues put back, if there is one; and the tier that came up.

    If the instance without them is too hard, it is looked for by halves, as if each group put back made one easier or
    left it as it is. So one with fewer may be missed, but the one that is found has the tier.

    Args:
        tier: the tier wanted.
        most: how many groups may be put back.
        instance: makes the instance with so many groups put back.
    """

    @cache
    def came(back: int) -> str:
        return within(instance(back), tier)[0]

    back = 0
    if came(0) in too_hard(tier):
        back = bisect_left(range(most), True, min(1, most), key=lambda back: came(back) not in too_hard(tier))
    return instance(back) if came(back) == tier else None, came(back)

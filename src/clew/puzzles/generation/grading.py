"""Instances of a tier: clues are put back until the hardest step is no harder."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from clew.problem.problem import Problem
from clew.puzzles.generation.symmetries import check_name
from clew.puzzles.hints.rating import TIERS
from clew.puzzles.hints.steps import rate


def rank(tier: str) -> int:
    """The place of a tier among all, the easiest first.

    Raises:
        OptionError: there is no such tier.
    """
    check_name("tier", tier, TIERS)
    return list(TIERS).index(tier)


SEARCHED: Final = "with a guess"
"""The words for instances that steps do not solve without a search."""


def of_tier(tier: str, most: int, instance: Callable[[int], Problem[Any, Any]]) -> tuple[Problem[Any, Any] | None, str]:
    """The instance of a tier with the fewest groups of clues put back, if there is one; and the tier that came up.

    It is looked for by halves, as if each group put back made an instance easier or left it as it is. So one with
    fewer may be missed, but the one that is found has the tier.

    Args:
        tier: the tier wanted.
        most: how many groups may be put back.
        instance: makes the instance with so many groups put back.
    """
    wanted = rank(tier)

    @cache
    def rank_with(back: int) -> int:
        rating = rate(instance(back))
        return rank(rating.tier) if rating.is_solved and not rating.guesses else len(TIERS)

    few, enough = 0, most
    while few < enough:
        middle = (few + enough) // 2
        if rank_with(middle) <= wanted:
            enough = middle
        else:
            few = middle + 1
    found = rank_with(few)
    return instance(few) if found == wanted else None, [*TIERS, SEARCHED][found]

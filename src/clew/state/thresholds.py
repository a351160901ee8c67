"""The numbers that the engine and the search in Python have in common.

Up to some sizes the compilers write things out beforehand, and after some dead ends a search restarts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import prod
from typing import Any, Final

TUPLES: Final = 20_000
"""Combinations of values up to which a constraint on three or more variables is written out as a table."""

FEW_TUPLES: Final = 1000
"""Combinations up to which a constraint that has a propagator of its own is written out as a table instead."""

PREIMAGES: Final = 20_000
"""Combinations of the values of its variables up to which an expression is calculated beforehand."""

CLAUSE_PAIRS: Final = 2**20
"""Pairs of values up to which a clause of two variables has a row for each value; beyond, it is propagated as longer
ones are, because the rows take a bit for each pair."""

FIRST_CUTOFF: Final = 20
"""Dead ends after which the first run of a search that restarts gives up."""
GROWTH: Final = 1.5
"""How many times as many the next run may meet."""
PROOF: Final = 1000
"""Dead ends that a run may meet after a solution: proving that there is no other one takes a whole tree."""
FEW: Final = 32
"""Dead ends after which another search begins to learn from them if they took much work: bounds moved step by step."""
SLOW: Final = 2_000_000
"""Units of work that are much."""
SLOW_MAKING: Final = 4
"""They are also so many times the work of making a program that propagates more, which grows with the model."""


def are_few(domains: Iterable[Collection[Any]], *, prunes: bool) -> bool:
    """Whether a constraint becomes a table of its combinations of values.

    Args:
        domains: the values that its variables have left.
        prunes: whether it prunes by itself otherwise.
    """
    return prod(map(len, domains)) <= (FEW_TUPLES if prunes else TUPLES)


def are_preimages(domains: Iterable[Collection[Any]]) -> bool:
    """Whether the values of an expression about variables with these values are calculated beforehand."""
    return prod(map(len, domains)) <= PREIMAGES


def are_rows(one: Collection[Any], other: Collection[Any]) -> bool:
    """Whether a clause of two variables with these values has a row for each of them."""
    return len(one) * len(other) <= CLAUSE_PAIRS

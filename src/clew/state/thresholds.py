"""The sizes up to which the compilers, of the network and of the engine, write things out beforehand."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import prod
from typing import Any, Final

TUPLES: Final = 20_000
"""Combinations of values up to which a constraint on three or more variables is written out as a table."""

FEW_TUPLES: Final = 1000
"""The same for one that prunes by itself."""

PREIMAGES: Final = 20_000
"""Combinations of the values of its variables up to which an expression is calculated beforehand."""


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

"""Cells with different digits that have a given sum: the runs of a kakuro, the cages of a killer sudoku."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any, Final

from clew.constraints import AllDifferent, Constraint, Sum, Table

SHORT: Final = 3
"""Cells whose digits are listed in a table, which prunes more than the two constraints that it stands for."""


def different_with_sum(cells: Sequence[Any], total: int | None, largest: int, name: str) -> Iterator[Constraint]:
    """The constraints that cells have different numbers from 1 on, and that these have a sum.

    Args:
        cells: the variables.
        total: the sum; None if it is not given.
        largest: the largest number.
        name: the name of the cells, for the names of the constraints.
    """
    if total is not None and len(cells) <= SHORT:
        yield Table(cells, _numbers(len(cells), total, largest)).named(name)
        return
    if len(cells) > 1:
        yield AllDifferent(cells).named(f"different numbers in {name}" if total is not None else name)
    if total is not None:
        yield Sum(cells, "==", total).named(name)


@lru_cache(maxsize=1000)
def _numbers(count: int, total: int, largest: int) -> frozenset[tuple[int, ...]]:
    """The sequences of different numbers that have a sum."""
    return frozenset(row for one in _sets(count, total, largest) for row in permutations(one))


@lru_cache(maxsize=1000)
def number_of_sets(count: int, total: int, largest: int) -> int:
    """How many sets of so many different numbers have a sum."""
    return sum(1 for _ in _sets(count, total, largest))


def _sets(count: int, total: int, largest: int) -> Iterable[tuple[int, ...]]:
    return (one for one in combinations(range(1, largest + 1), count) if sum(one) == total)

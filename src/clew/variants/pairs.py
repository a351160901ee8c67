"""Kinds about two cells that share a side, and the rule that all such marks are given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from clew.constraints import Constraint
from clew.constraints.names import name_of
from clew.variants.grid import SudokuGrid
from clew.variants.lines import neighbours
from clew.variants.reading import variables

Pair = Iterable[Any]


def difference(pair: Pair, number: int) -> list[Constraint]:
    """The two digits differ by this number."""
    return neighbours(pair, lambda one, other: abs(one - other) == number)


def ratio(pair: Pair, number: int) -> list[Constraint]:
    """One of the two digits is so many times the other one."""
    return neighbours(pair, lambda one, other: one == number * other or other == number * one)


def _sum(pair: Pair, number: int) -> list[Constraint]:
    return neighbours(pair, lambda one, other: one + other == number)


def white(pair: Pair) -> list[Constraint]:
    """The white dot of a kropki: the two digits are consecutive."""
    return difference(pair, 1)


def black(pair: Pair) -> list[Constraint]:
    """The black dot of a kropki: one of the two digits is twice the other one."""
    return ratio(pair, 2)


def x(pair: Pair) -> list[Constraint]:
    """The two digits have the sum 10."""
    return _sum(pair, 10)


def v(pair: Pair) -> list[Constraint]:
    """The two digits have the sum 5."""
    return _sum(pair, 5)


def all_given(grid: SudokuGrid, marks: Iterable[Pair], *kinds: Callable[[Pair], list[Constraint]]) -> list[Constraint]:
    """All marks of some kinds are given: no other two cells that share a side are as one of the kinds says.

    Args:
        grid: the board.
        marks: the pairs of cells with a mark of any of the kinds.
        kinds: functions of a pair, such as `white` and `black`, or `lambda pair: difference(pair, 3)`.
    """
    marked = {frozenset(name_of(cell) for cell in pair) for pair in marks}
    bare = [pair for pair in grid.beside() if frozenset(cell.name for cell in variables(pair)) not in marked]
    return [~one for pair in bare for kind in kinds for one in kind(pair)]

"""The symmetries of a grid, for all problems whose variables or values lie on one.

A *move* takes an assignment to another one, each decision by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

Cell = tuple[int, int]
Turn = Callable[[Cell], Cell]
Move = Callable[[Mapping[Any, Any]], dict[Any, Any]]


def turns(height: int, width: int) -> dict[str, Turn]:
    """The ways to turn or reflect a grid so that it covers itself: three, or seven of a square.

    Args:
        height: the number of rows.
        width: the number of columns.
    """
    bottom, right = height - 1, width - 1
    ways: dict[str, Turn] = {
        "left and right": lambda cell: (cell[0], right - cell[1]),
        "up and down": lambda cell: (bottom - cell[0], cell[1]),
        "half turn": lambda cell: (bottom - cell[0], right - cell[1]),
    }
    if height == width:
        ways |= {
            "transposition": lambda cell: (cell[1], cell[0]),
            "other diagonal": lambda cell: (right - cell[1], bottom - cell[0]),
            "quarter turn": lambda cell: (cell[1], bottom - cell[0]),
            "three quarter turns": lambda cell: (right - cell[1], cell[0]),
        }
    return ways


def moving_cells(height: int, width: int) -> dict[str, Move]:
    """The symmetries of a board, for assignments whose variables are cells."""
    return {name: partial(_moved, turn) for name, turn in turns(height, width).items()}


def renaming(names: Mapping[Any, Any]) -> Move:
    """The values exchanged, as far as they have new names; the cells stay."""
    return partial(_renamed, names)


def both(one: Move, other: Move) -> Move:
    """One move, and then another."""
    return partial(_both, one, other)


def keeping(given: Mapping[Any, Any], moves: Mapping[str, Move]) -> dict[str, Move]:
    """The moves that take the values given to themselves."""
    return {name: move for name, move in moves.items() if move(given) == given}


def _moved(turn: Turn, grid: Mapping[Cell, Any]) -> dict[Cell, Any]:
    return {turn(cell): value for cell, value in grid.items()}


def _renamed(names: Mapping[Any, Any], grid: Mapping[Any, Any]) -> dict[Any, Any]:
    return {cell: names.get(value, value) for cell, value in grid.items()}


def _both(one: Move, other: Move, grid: Mapping[Any, Any]) -> dict[Any, Any]:
    return other(one(grid))

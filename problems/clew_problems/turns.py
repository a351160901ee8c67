"""The symmetries of a grid: what the problems whose variables or values lie on one have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

Cell = tuple[int, int]
Turn = Callable[[Cell], Cell]


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


def _moved(turn: Turn, grid: Mapping[Cell, Any]) -> dict[Cell, Any]:
    return {turn(cell): value for cell, value in grid.items()}


def moving_cells(height: int, width: int) -> dict[str, Callable[[Mapping[Cell, Any]], dict[Cell, Any]]]:
    """The same for assignments whose variables are cells."""
    return {name: partial(_moved, turn) for name, turn in turns(height, width).items()}

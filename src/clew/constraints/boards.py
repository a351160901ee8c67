"""Graphs of boards, as pairs of neighbours."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product

Cell = tuple[int, int]


def grid_graph(height: int, width: int, without: Iterable[Cell] = ()) -> list[tuple[Cell, Cell]]:
    """The pairs of neighbours in a grid, whose cells are (row, column), from (0, 0) on.

    Args:
        height: the number of rows.
        width: the number of columns.
        without: cells that are left out.
    """
    gone = frozenset(without)
    return neighbours([cell for cell in product(range(height), range(width)) if cell not in gone], (0, 1), (1, 0))


def hexagon_graph(side: int) -> list[tuple[Cell, Cell]]:
    """The pairs of neighbours among the hexagons of a board that is a hexagon.

    A cell is (q, r): q counts columns that stand upright, and r rows that run downwards to the right, both from the
    middle, (0, 0) (axial coordinates).

    Args:
        side: how many cells a side of the board has.
    """
    reach = range(1 - side, side)
    return neighbours([(q, r) for q, r in product(reach, reach) if abs(q + r) < side], (1, 0), (0, 1), (1, -1))


def neighbours(cells: Collection[Cell], *steps: Cell) -> list[tuple[Cell, Cell]]:
    """The pairs of cells that are one of some steps apart."""
    known = frozenset(cells)
    pairs = [((a, b), (a + along, b + across)) for a, b in cells for along, across in steps]
    return [(one, other) for one, other in pairs if other in known]


def grid_sides(height: int, width: int) -> dict[tuple[Cell, Cell], tuple[Cell, ...]]:
    """The edges around the cells of a grid, each with the one or two cells beside it.

    An edge joins two corners of cells: it is one of `grid_graph(height + 1, width + 1)`. Cell (r, c) has the corners
    (r, c), (r, c + 1), (r + 1, c) and (r + 1, c + 1).

    Args:
        height: the number of rows of cells.
        width: the number of columns.
    """
    sides = {}
    for (row, column), end in grid_graph(height + 1, width + 1):
        beside = [(row, column), (row - 1, column) if end[0] == row else (row, column - 1)]
        sides[(row, column), end] = tuple([(r, c) for r, c in beside if 0 <= r < height and 0 <= c < width])
    return sides

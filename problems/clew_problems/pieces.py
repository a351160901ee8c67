"""Pieces of a grid: cells that are connected, and pieces grown at random, for the regions and cages of new puzzles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from random import Random

Cell = tuple[int, int]


def near(cell: Cell, cells: Collection[Cell]) -> list[Cell]:
    """Those of some cells that have a side in common with a cell."""
    r, c = cell
    return [other for other in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if other in cells]


def is_connected(cells: Collection[Cell]) -> bool:
    """Whether there are cells, and one can go from each of them to each other."""
    left = set(cells)
    waiting = [left.pop()] if left else []
    while waiting:
        reached = near(waiting.pop(), left)
        left.difference_update(reached)
        waiting += reached
    return bool(cells) and not left


def grown(
    pieces: Iterable[Iterable[Cell]],
    free: Iterable[Cell],
    random: Random,
    takes: Callable[[list[Cell], Cell], bool] = lambda piece, cell: True,
) -> list[list[Cell]]:
    """Pieces with more cells: they grow cell by cell, at random, as long as they find free neighbours.

    Args:
        pieces: their first cells.
        free: the cells that they may take.
        random: draws the cells.
        takes: whether a piece may take a cell.
    """
    larger, left = [list(piece) for piece in pieces], set(free)
    edge = [(other, piece) for piece in larger for cell in piece for other in near(cell, left)]
    while edge:
        cell, piece = edge.pop(random.randrange(len(edge)))
        if cell in left and takes(piece, cell):
            left.remove(cell)
            piece.append(cell)
            edge += [(other, piece) for other in near(cell, left)]
    return larger

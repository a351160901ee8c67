"""Older ways to find the n queens, to compare with. They are baselines: none of them uses clew's search.

Each takes the size and gives the boards as tuples of columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Final

from clew import permutations

Board = tuple[int, ...]


def is_safe(board: Iterable[int]) -> bool:
    """Whether no two queens of a full board share a column or a diagonal."""
    columns = list(board)
    return not any(
        columns[i] == columns[j] or abs(columns[i] - columns[j]) == j - i
        for i in range(len(columns))
        for j in range(i + 1, len(columns))
    )


def heap(n: int) -> Iterator[Board]:
    """Every permutation by Heap's algorithm, then the test."""
    return filter(is_safe, permutations(range(n), method="heap"))


def library(n: int) -> Iterator[Board]:
    """Every permutation by the standard library, then the test."""
    return filter(is_safe, permutations(range(n)))


def every_row(n: int) -> Iterator[Board]:
    """Every row by itself: all n^n boards, then the test."""
    return (columns for columns in product(range(n), repeat=n) if is_safe(columns))


def level_by_level(n: int) -> Iterable[Board]:
    """All the consistent boards of k rows, then all those of k + 1: breadth first, and all of them in memory."""

    def fits(column: int, board: Board) -> bool:
        row = len(board)
        return column not in board and not any(abs(column - c) == row - r for r, c in enumerate(board))

    boards: list[Board] = [()]
    for _ in range(n):
        boards = [(*board, column) for board in boards for column in range(n) if fits(column, board)]
    return boards


def remaining_columns(n: int) -> Iterator[Board]:
    """Row by row, handing down the list of the columns that are left: only diagonals need a test."""

    def place(board: Board, columns: list[int]) -> Iterator[Board]:
        if not columns:
            yield board
        row = len(board)
        for k, column in enumerate(columns):
            if all(abs(column - c) != row - r for r, c in enumerate(board)):
                yield from place((*board, column), columns[:k] + columns[k + 1 :])

    return place((), list(range(n)))


Queen = tuple[int, "Queens", list[int]]
Queens = Queen | str | None
"""The queens still to place: (row, the queens below, the columns left); None at the end; or WITHOUT."""

WITHOUT: Final = "without solution"


def caml(n: int) -> list[Board]:
    """A transcription of the CAML program of January 2002: a linked list of queens, each with a list of columns.

    Constraining stops at the first queen that has no column left, but leaves that mark inside the list,
    and it is met only when the search gets there. So this walks the tree of plain backtracking (`check`),
    not that of forward checking, which the program's text describes.
    """

    def condition(x: int, y: int, x2: int, y2: int) -> bool:
        if y == y2:
            return False
        return not (y2 - y == x2 - x or y2 - y == -(x2 - x))

    def constrain(queens: Queens, x: int, y: int) -> Queens:
        if not isinstance(queens, tuple):
            return queens
        row, below, columns = queens
        left = [column for column in columns if condition(x, y, row, column)]
        return (row, constrain(below, x, y), left) if left else WITHOUT

    def add_queen(board: Board, queens: Queens, found: list[Board]) -> list[Board]:
        if queens is None:
            found.append(tuple(column - 1 for column in board))
            return found
        if not isinstance(queens, tuple):
            return found
        row, below, columns = queens
        if not columns:
            return found
        column, others = columns[0], columns[1:]
        found = add_queen((*board, column), constrain(below, row, column), found)
        return add_queen(board, (row, below, others), found)

    queens: Queens = None
    for row in range(n, 0, -1):
        queens = (row, queens, list(range(1, n + 1)))
    return add_queen((), queens, [])


BASELINES: Final[dict[str, Callable[[int], Iterable[Board]]]] = {
    "every row": every_row,
    "heap": heap,
    "library": library,
    "level by level": level_by_level,
    "remaining columns": remaining_columns,
    "caml": caml,
}

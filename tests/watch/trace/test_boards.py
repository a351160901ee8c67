"""Boards on the terminal: notes, cages, sums on diagonals, and labels on four sides; texts drawn by hand."""

from __future__ import annotations

from typing import Any

from clew.render import Board
from clew.watch.trace.boards import Size, drawn
from clew.watch.trace.scene import Scene


def rows_of(board: Board, size: Size) -> list[str]:
    return [row.rstrip() for row in drawn(Scene(board, "", {}, {}), (99, 99), size).text.plain.split("\n")]


CAGES: Any = {(0, 0): 1, (0, 1): 1, (1, 0): 2, (1, 1): 3}


def test_cages_have_their_sums_and_dotted_lines_inside() -> None:
    board = Board([["1", ""], ["", "2"]], cages=CAGES, notes={(0, 0): "12", (1, 0): "4"})
    assert rows_of(board, "cells") == [
        "┌───────┐",
        "│12 ┊   │",
        "│ 1 ┊   │",
        "├───┬───┤",
        "│4  │   │",
        "│   │ 2 │",
        "└───┴───┘",
    ]


def test_sums_are_left_of_the_symbols_if_there_is_little_room() -> None:
    board = Board([["1", ""], ["", "2"]], cages=CAGES, notes={(0, 0): "12", (1, 0): "4"})
    assert rows_of(board, "compact") == ["┌─────────┐", "│12 1┊   ·│", "├────┬────┤", "│4  ·│   2│", "└────┴────┘"]


def test_sums_on_a_diagonal_are_in_their_black_cell() -> None:
    board = Board([["", "5"]], blocks=[(0, 0)], slashes={(0, 0): ("16", "3")})
    assert rows_of(board, "cells") == ["┌────┬────┐", "│16\\3│    │", "│████│ 5  │", "└────┴────┘"]


def test_labels_are_on_four_sides() -> None:
    board = Board([["1"]], row_labels=["a"], column_labels=["b"], right_labels=["c"], lower_labels=["d"])
    assert rows_of(board, "cells") == ["   b", "  ┌───┐", "a │ 1 │c", "  └───┘", "   d"]
    assert rows_of(board, "compact") == ["  b", "a 1 c", "  d"]

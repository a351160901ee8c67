"""Boards on the terminal: notes, cages, sums on diagonals, and labels on four sides; texts drawn by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from clew.render import Board, LineBoard
from clew.watch.trace.boards import SIZES, Size, drawn
from clew.watch.trace.line_boards import DOT, HEAVY, PEN
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


# -- widths: a Chinese character takes two columns, a letter one ------------------------------------------


def widths_of(text: Text) -> set[int]:
    """The columns of the rows of a drawing."""
    return {line.cell_len for line in text.split("\n")}


WORDS = st.sampled_from(["", "1", "ab", "日", "日本語", "é", "👍", "long"])
SIDES = {"row_labels": 3, "column_labels": 2, "right_labels": 3, "lower_labels": 2}


@given(
    st.lists(st.lists(st.none() | WORDS, min_size=2, max_size=2), min_size=3, max_size=3),
    st.fixed_dictionaries({side: st.lists(WORDS, max_size=number) for side, number in SIDES.items()}),
    st.dictionaries(st.just((0, 1)), WORDS),
    st.dictionaries(st.sampled_from([((0, 0), (0, 1)), ((0, 0), (1, 0))]), WORDS),
    st.dictionaries(st.just((1, 1)), st.lists(WORDS.filter(bool), unique=True)),
)
def test_rows_of_a_board_are_equally_wide(
    rows: Any, labels: dict[str, Any], notes: Any, signs: Any, marks: Any
) -> None:
    board = Board(rows, notes=notes, signs=signs, marks=marks, **labels)
    for size in SIZES:
        assert len(widths_of(drawn(Scene(board, "", {}, {}), (99, 99), size).text)) == 1


def test_labels_of_wide_characters_push_nothing_aside() -> None:
    board = Board([["1"], ["2"]], row_labels=["日本", "a"], column_labels=["語"], right_labels=["月", "b"])
    assert rows_of(board, "cells") == [
        "      語",
        "     ┌───┐",
        "日本 │ 1 │月",
        "     ├───┤",
        "a    │ 2 │b",
        "     └───┘",
    ]


AROUND: Any = {((0, 0), (0, 1)): "line", ((0, 1), (1, 1)): "line", ((1, 1), (1, 2)): "none", ((0, 2), (1, 2)): "open"}


@pytest.mark.parametrize("is_around", [True, False])
@given(st.lists(st.lists(WORDS, min_size=3, max_size=3), min_size=2, max_size=2), st.sampled_from([(9, 99), (1, 1)]))
def test_rows_of_a_board_of_lines_are_equally_wide(is_around: bool, rows: Any, room: tuple[int, int]) -> None:
    board = LineBoard(rows, AROUND, around=is_around)
    text = drawn(Scene(board, "", dict.fromkeys(board.cells, "new"), {}), room).text
    assert len(widths_of(text)) == 1
    styled = [text.plain[span.start : span.end].strip(f"{HEAVY}{DOT}") for span in text.spans if span.style == "new"]
    assert sorted(filter(None, styled)) == sorted(filter(None, board.cells.values()))  # the style is on the symbols


def test_symbols_longer_than_a_line_make_all_lines_longer() -> None:
    board = LineBoard([["日本語", "1"]], {**AROUND, ((0, 0), (1, 0)): "line"}, around=True)
    text = drawn(Scene(board, "", {(0, 1): "new"}, {}), (1, 1)).text
    assert text.plain.split("\n") == ["┏━━━━━━┓      ·", "┃日本語┃  1    ", f"╹      ╹  {PEN.out}   ·"]
    (place,) = [text.plain[span.start : span.end] for span in text.spans if span.style == "new"]
    assert place == "  1   "

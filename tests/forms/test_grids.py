"""Grids: rows of symbols, sizes, errors with their place, and a problem made from one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import AllDifferent, Constraint
from clew.forms import Cells, Grid

DIGITS = "123456789"


@st.composite
def rows(draw: st.DrawFn, symbols: str = "12.") -> list[str]:
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    return [draw(st.text(symbols, min_size=width, max_size=width)) for _ in range(height)]


@given(rows(), st.sampled_from(["\n", "/", " / ", "\r\n", "\n\n"]))
def test_rows_may_stand_on_lines_or_between_slashes(grid: list[str], between: str) -> None:
    read = Grid("12").read(between.join(grid))
    assert read == Cells(tuple(grid), ".")
    assert {cell: grid[cell[0]][cell[1]] for cell in read} == dict(read)
    assert len(read) == len(grid) * len(grid[0]) == len(read.cells)
    assert str(read) == "\n".join(grid)
    assert read.given == {cell: symbol for cell, symbol in read.items() if symbol != "."}


@given(rows())
def test_a_grid_in_python_is_a_sequence_of_rows(grid: list[str]) -> None:
    form = Grid("12", "._")
    assert form.made(grid) == form.made([list(row) for row in grid]) == form.read("/".join(grid))
    assert form.made([row.replace(".", "_") for row in grid]) == form.read("/".join(grid))


def test_lines_and_cells() -> None:
    grid = Grid("12").read("12./..1")
    assert (grid.height, grid.width) == (2, 3)
    assert grid.row_cells == (((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1), (1, 2)))
    assert grid.column_cells == (((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 2), (1, 2)))
    assert grid.lines == grid.row_cells + grid.column_cells
    for outside in ((2, 0), (0, 3), (-1, 0), (0, -1)):
        assert outside not in grid


def test_empty_cells_and_sizes() -> None:
    assert Grid("1", "._0").read("1_/0.") == Cells(("1.", ".."), ".")
    assert Grid("1", "_").read("2x3") == Cells(("___", "___"), "_")
    assert Grid("1").read(" 2 X 3 ").width == 3
    full = Grid("xo", "")
    assert full.read("xo/ox").given == {(0, 0): "x", (0, 1): "o", (1, 0): "o", (1, 1): "x"}
    with pytest.raises(clew.InputError, match="line 1, column 1: '2' is no symbol here: use x o"):
        full.read("2x2")
    assert Grid("x").read("x.x") == Cells(("x.x",), ".")  # an x that is a symbol makes no size


def test_a_square_may_stand_in_one_line() -> None:
    form = Grid(DIGITS, square=True, sized=True)
    assert form.read("1..2") == Cells(("1.", ".2"), ".")
    assert form.read("1") == Cells(("1",), ".")
    with pytest.raises(clew.InputError, match="5 cells make no square: one of 2 by 2 has 4"):
        form.read("1..2.")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("12\n1?", "line 2, column 2: '?' is no symbol here: use 1-9, and . for an empty cell"),
        ("12/1 ?", "row 2, column 2: '?' is no symbol here"),
        ("\n\n .. \n .x", "line 4, column 3: 'x' is no symbol here"),
        ("..\n...", "line 2, column 1: row 2 has 3 cells, and row 1 has 2: give every row as many"),
        ("../...", "row 2, column 1: row 2 has 3 cells"),
        (".3\n..", "line 1, column 2: '3' does not fit a grid of 2 rows: use 1 2"),
        ("...\n...", "a grid of 2 rows and 3 columns is not square: give as many of each"),
        ("2x3", "a grid of 2 rows and 3 columns is not square"),
        ("0x0", "a grid has one row and one column at least"),
        ("10x10", "a grid of 10 rows needs 10 symbols, and there are 9"),
        ("/", "there are no cells: give rows of 1-9, and . for an empty cell"),
        ("9999999999x2", "a grid of 9999999999 by 2 cells cannot be"),
    ],
)
def test_what_is_no_grid_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(clew.InputError, match=f"^{re.escape(complaint)}"):
        Grid(DIGITS, square=True, sized=True).read(text)


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("12", "'12' is no grid: give a sequence of rows, a text each"),
        (7, "7 is no grid"),
        ([], "a grid has one row and one column at least"),
        ([""], "a grid has one row and one column at least"),
        (["12", "1"], "row 2 has 1 cell, and row 1 has 2"),
        (["12", "1?"], "row 2, column 2: '?' is no symbol here"),
        (["12", "13"], "row 2, column 2: '3' does not fit a grid of 2 rows"),
        ([["12", "1"]], "is no grid"),
    ],
)
def test_what_is_no_grid_in_python_is_refused(value: object, complaint: str) -> None:
    with pytest.raises(clew.InputError, match=f"^latin: {re.escape(complaint)}|^latin: .*{re.escape(complaint)}"):
        Latin(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", ["99999x99999", "999999999x999999999", "1x999999999"])
def test_absurd_sizes_are_refused_before_anything_is_built(size: str) -> None:
    with pytest.raises(clew.OptionError, match=r"too large|memory"):
        Grid("1").read(size)


@pytest.mark.parametrize(("symbols", "empty"), [("11", "."), ("1/", "."), ("1 ", "."), ("1.", "."), ("1", "..")])
def test_symbols_that_cannot_be_told_apart_are_refused(symbols: str, empty: str) -> None:
    with pytest.raises(clew.ProblemError, match="the symbols of a grid"):
        Grid(symbols, empty)


@attrs.frozen
class Latin(clew.Problem[tuple[int, int], str]):
    """Latin squares to complete."""

    name = "latin"
    grid: Cells = clew.instance(Grid(DIGITS, square=True, sized=True))

    def domains(self) -> Mapping[tuple[int, int], Iterable[str]]:
        return dict.fromkeys(self.grid, DIGITS[: self.grid.height])

    def given(self) -> Mapping[tuple[int, int], str]:
        return self.grid.given

    def constraints(self) -> Iterable[Constraint]:
        return map(AllDifferent, self.grid.lines)


def latin_squares(rows: list[str]) -> set[str]:
    """All the completions of a grid, by trying everything."""
    size = len(rows)
    found = set()
    for cells in product(*(DIGITS[:size] if s == "." else s for row in rows for s in row)):
        lines = [cells[k * size : k * size + size] for k in range(size)] + [cells[k::size] for k in range(size)]
        if all(len(set(line)) == size for line in lines):
            found.add("".join(cells))
    return found


@given(st.integers(1, 3).flatmap(lambda n: st.lists(st.text(f"{DIGITS[:n]}.", min_size=n, max_size=n),
                                                     min_size=n, max_size=n)))  # fmt: skip
def test_a_problem_made_from_a_grid(rows: list[str]) -> None:
    problem = Latin.from_text("\n".join(rows))
    assert {"".join(s.values()) for s in clew.solutions(problem)} == latin_squares(rows)


@pytest.mark.parametrize(("size", "number"), [("1x1", 1), ("2x2", 2), ("3x3", 12), ("4x4", 576)])  # OEIS A002860
def test_all_latin_squares(size: str, number: int) -> None:
    assert clew.count(Latin.from_text(size)) == number


def test_a_blank_at_the_end_of_a_text_in_one_line_is_no_cell() -> None:
    with pytest.raises(clew.InputError, match="row 2 has 1 cell, and row 1 has 2"):
        Grid("T").read(".T/. ")
    assert Grid("T").read(".T/.. ").rows == (".T", "..")
    assert Grid("T").read(".T\n. ").rows == (".T", "..")
    assert Grid("01", square=True).read("01/1 ").rows == ("01", "1.")


def test_a_number_alone_suggests_a_size() -> None:
    with pytest.raises(
        clew.InputError, match=r"'6' is no symbol here: use T, and . for an empty cell, or the size 6x6"
    ):
        Grid("T").read("6")
    with pytest.raises(clew.InputError, match=r"use x, and . for an empty cell$"):
        Grid("x").read("6")

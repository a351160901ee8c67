"""Instances that are a grid of symbols."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isqrt
from typing import Any

import attrs

from clew.errors import InputError, many
from clew.forms.base import SPACES, Cell, Form, InstanceText, Rectangle, fill_spaces, ranges, shape_of, visible
from clew.limits import check_size

Symbol = tuple[str, int]
"""A symbol and its place in the text."""


@attrs.frozen
class Cells(Rectangle, Mapping[Cell, str]):
    """A grid of symbols: a mapping from each cell, a pair of row and column from 0, to its symbol.

    Attributes:
        rows: the rows: a text each or, in a grid of words, the words of each.
        empty: the symbol of an empty cell; "" if none may be empty.
    """

    rows: tuple[Sequence[str], ...]
    empty: str = "."

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0]) if self.rows else 0

    @property
    def given(self) -> dict[Cell, str]:
        """The cells that are not empty, with their symbols."""
        return {cell: symbol for cell, symbol in self.items() if symbol != self.empty}

    def __getitem__(self, cell: Cell) -> str:
        row, column = cell
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise KeyError(cell)
        return self.rows[row][column]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return self.height * self.width

    def __str__(self) -> str:
        return "\n".join(row if isinstance(row, str) else " ".join(row) for row in self.rows)


def _symbols(symbols: str) -> str:
    return visible(symbols, "the symbols of a grid")


@attrs.frozen
class Grid(Form[Cells]):
    """A grid of symbols: a line for each row, or rows with `/` between.

    White space within a row says nothing, unless the spaces are empty cells: the lines are of one length, and a space
    stands above or below a symbol or, in a square grid, there are as many lines as each has characters. A square
    grid may stand in one line without `/`; a grid without a symbol in it may be written by its height and its width,
    as in `4x4`.

    Args:
        symbols: the symbols that a cell may hold.
        empty: the symbols of an empty cell, all of which are read as the first; "" if no cell may be empty.
        square: whether there are as many rows as columns.
        sized: whether a grid of n rows has the first n of the symbols only, as a latin square has.
    """

    symbols: str = attrs.field(converter=_symbols)
    empty: str = attrs.field(default=".", converter=_symbols)
    square: bool = attrs.field(default=False, kw_only=True)
    sized: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        _symbols(self.symbols + self.empty)

    @property
    def hint(self) -> str:
        size = ", or a size such as 4x4" if self._has_sizes else ""
        return f"rows of {self._allowed}, on lines of their own or with / between{size}"

    @property
    def _allowed(self) -> str:
        return ranges(self.symbols) + (f", and {self.empty[0]} for an empty cell" if self.empty else "")

    @property
    def _has_sizes(self) -> bool:
        return bool(self.empty) and not {"x", "X"} & set(self.symbols + self.empty)

    def read(self, text: str) -> Cells:
        if self.empty:
            text = fill_spaces(text, self.symbols, self.empty, square=self.square)
        whole = InstanceText(text, self, in_rows=True)
        if self._has_sizes and (size := re.fullmatch(r"\s*([0-9]+)\s*[xX]\s*([0-9]+)\s*", whole.text)):
            return self._blank(size[1], size[2])
        rows = self._rows(whole)
        if len(rows) == 1 and self.square:
            rows = _cut(rows[0])
        width = len(rows[0])
        for number, row in enumerate(rows, 1):
            if len(row) != width:
                hint = f"; {SPACES.format(self.empty[0])}" if self.empty and " " in text.strip() else ""
                raise InputError(f"{whole.place(row[0][1])}: {uneven(number, len(row), width)}{hint}")
        value = Cells(tuple("".join(symbol for symbol, _ in row) for row in rows), self.empty[:1])
        self._check_cells(value, lambda row, column: whole.place(rows[row][column][1]))
        return value

    def _rows(self, whole: InstanceText) -> list[list[Symbol]]:
        """The rows that have symbols."""
        rows: list[list[Symbol]] = [[]]
        for at, symbol in enumerate(whole.text):
            if symbol in "\n/":
                rows.append([])
            elif not symbol.isspace():
                if symbol not in self.symbols + self.empty:
                    size = whole.text.strip()
                    hint = (
                        f", or the size {size}x{size}" if self._has_sizes and re.fullmatch("[0-9]{1,3}", size) else ""
                    )
                    raise InputError(f"{whole.place(at)}: {symbol!r} is no symbol here: use {self._allowed}{hint}")
                rows[-1].append((self.empty[0] if symbol in self.empty else symbol, at))
        rows = [row for row in rows if row]
        if not rows:
            raise InputError(f"there are no cells: give {self.hint}")
        return rows

    def _blank(self, *digits: str) -> Cells:
        if max(map(len, digits)) > 9:
            raise InputError(f"a grid of {digits[0][:12]} by {digits[1][:12]} cells cannot be")
        height, width = map(int, digits)
        self._check_shape(height, width)
        return Cells((self.empty[0] * width,) * height, self.empty[:1])

    def write(self, value: Cells) -> str:
        return str(value)

    def made(self, value: Any) -> Any:
        if isinstance(value, (Cells, str)) or not isinstance(value, Iterable):
            return value
        rows = [row if isinstance(row, (str, Sequence)) else (row,) for row in value]
        if not all(isinstance(symbol, str) and len(symbol) == 1 for row in rows for symbol in row):
            return value
        return Cells(
            tuple("".join(self.empty[0] if s in self.empty else s for s in row) for row in rows), self.empty[:1]
        )

    def check(self, value: Cells) -> None:
        if not isinstance(value, Cells):
            raise InputError(f"{shape_of(value)} is no grid: give a sequence of rows, a text each, of {self._allowed}")
        check_rows(value)
        self._check_cells(value, lambda row, column: f"row {row + 1}, column {column + 1}")

    def _check_cells(self, value: Cells, place: Callable[[int, int], str]) -> None:
        """Refuse a grid by its shape, or by a symbol and its place."""
        height = value.height
        self._check_shape(height, value.width)
        own = self.symbols[:height] if self.sized else self.symbols
        for cell, symbol in value.items():
            if symbol in own + self.empty[:1]:
                continue
            why = f"is no symbol here: use {self._allowed}"
            if symbol in self.symbols:
                why = f"does not fit a grid of {many(height, 'row')}: use {ranges(own)}"
            raise InputError(f"{place(*cell)}: {symbol!r} {why}")

    def _check_shape(self, height: int, width: int) -> None:
        check_shape(height, width, square=self.square)
        if self.sized and height > len(self.symbols):
            raise InputError(f"a grid of {height} rows needs {height} symbols, and there are {len(self.symbols)}")


def _cut(cells: list[Symbol]) -> list[list[Symbol]]:
    """The rows of a square grid that stands in one line."""
    side = isqrt(len(cells))
    if side * side != len(cells):
        raise InputError(f"{many(len(cells), 'cell')} make no square: one of {side} by {side} has {side * side}")
    return [cells[k : k + side] for k in range(0, len(cells), side)]


def check_rows(value: Cells) -> None:
    """Refuse a grid whose rows differ in length.

    Raises:
        InputError: they do.
    """
    for number, row in enumerate(value.rows, 1):
        if len(row) != value.width:
            raise InputError(uneven(number, len(row), value.width))


def check_shape(height: int, width: int, *, square: bool) -> None:
    """Refuse a grid that has no cell, is not square though it must be, or is too large to search.

    Raises:
        InputError: it has no cell, or is not square.
        OptionError: it is too large.
    """
    if not height or not width:
        raise InputError("a grid has one row and one column at least")
    if square and height != width:
        rows, columns = many(height, "row"), many(width, "column")
        raise InputError(f"a grid of {rows} and {columns} is not square: give as many of each")
    check_size(height * width, 1)


def uneven(number: int, cells: int, first: int) -> str:
    """The error of a row that is longer or shorter than the first."""
    return f"row {number} has {many(cells, 'cell')}, and row 1 has {first}: give every row as many"

"""Instances that are a grid of symbols."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import isqrt
from typing import Any, ClassVar, Final

import attrs

from clew.errors import InputError, many
from clew.forms.base import (
    SPACES,
    Cell,
    Form,
    InstanceText,
    Rectangle,
    Word,
    fill_spaces,
    quoted,
    ranges,
    shape_of,
    visible,
)
from clew.limits import check_size

SIZE: Final = re.compile(r"\s*([0-9]+)\s*[xX]\s*([0-9]+)\s*")


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


class CellRows(Form[Cells]):
    """The base of the forms that are rows of cells; a subclass defines the contents that a cell may have.

    Attributes:
        empty: the content of an empty cell, or the symbols for it; "" if no cell may be empty.
        square: whether there are as many rows as columns.
        spaced: whether there are spaces between cells: then each holds a word, otherwise a symbol.
    """

    empty: str
    square: bool
    spaced: ClassVar[bool] = False

    @property
    def hint(self) -> str:
        words = "words with spaces between, " if self.spaced else ""
        size = ", or a size such as 4x4" if self._has_sizes else ""
        return f"rows of {words}{self._allowed}, on lines of their own or with / between{size}"

    @property
    def _allowed(self) -> str:
        """The contents that a cell may have, for messages."""
        raise NotImplementedError

    @property
    def _has_sizes(self) -> bool:
        """Whether a grid without anything in it may be written by its size."""
        return bool(self.empty) and not any(map(self._fits, ["4x4"] if self.spaced else "xX"))

    @property
    def _blank(self) -> str:
        """The content of an empty cell once it is read."""
        return self.empty if self.spaced else self.empty[:1]

    def _normal(self, content: str) -> str:
        """The content of a cell once it is read."""
        return self._blank if content in self.empty and not self.spaced else content

    def _fits(self, content: str) -> bool:
        """Whether a cell may hold this."""
        raise NotImplementedError

    def _misfit(self, content: str, text: str = "") -> str:
        """The error that a cell may not hold this; perhaps the text has nothing else in it."""
        is_size = self._has_sizes and not self.spaced and re.fullmatch("[0-9]{1,3}", text)
        hint = f", or the size {text}x{text}" if is_size else ""
        return f"{quoted(content)} is no {'cell' if self.spaced else 'symbol here'}: use {self._allowed}{hint}"

    def _is_row(self, row: Any) -> bool:
        """Whether an object given in Python can be a row."""
        if isinstance(row, str) or not isinstance(row, Sequence):
            return isinstance(row, str) and not self.spaced
        return all(isinstance(content, str) and (self.spaced or len(content) == 1) for content in row)

    def read(self, text: str) -> Cells:
        whole = InstanceText(text, self, in_rows=not self.spaced)
        if self._has_sizes and (size := SIZE.fullmatch(whole.text)):
            return self._of_size(*size.groups())
        rows = whole.lines("\n/", r"[^\s/]+" if self.spaced else r"[^\s/]")
        for content, at in chain(*rows):
            if not self._fits(content):
                raise InputError(f"{whole.place(at)}: {self._misfit(content, whole.text.strip())}")
        if not rows:
            raise InputError(f"there are no cells: give {self.hint}")
        if len(rows) == 1 and self.square and not self.spaced:
            rows = _cut(rows[0])
        for number, row in enumerate(rows, 1):
            if len(row) != len(rows[0]):
                is_spaced = self.empty and not self.spaced and " " in text.strip()
                hint = f"; {SPACES.format(self._blank)}" if is_spaced else ""
                raise InputError(f"{whole.place(row[0][1])}: {uneven(number, len(row), len(rows[0]))}{hint}")
        value = self._grid([content for content, _ in row] for row in rows)
        self._check_cells(value, lambda row, column: whole.place(rows[row][column][1]))
        return value

    def _of_size(self, *digits: str) -> Cells:
        if max(map(len, digits)) > 9:
            raise InputError(f"a grid of {digits[0][:12]} by {digits[1][:12]} cells cannot be")
        height, width = map(int, digits)
        self._check_shape(height, width)
        return self._grid([[self._blank] * width] * height)

    def _grid(self, rows: Iterable[Iterable[str]]) -> Cells:
        join: Callable[[Iterable[str]], Sequence[str]] = tuple if self.spaced else "".join
        return Cells(tuple(join(map(self._normal, row)) for row in rows), self._blank)

    def write(self, value: Cells) -> str:
        return str(value)

    def made(self, value: Any) -> Any:
        if isinstance(value, (Cells, str)) or not isinstance(value, Iterable):
            return value
        rows = list(value)
        return self._grid(rows) if all(map(self._is_row, rows)) else value

    def check(self, value: Cells) -> None:
        if not isinstance(value, Cells) or (self.spaced and any(isinstance(row, str) for row in value.rows)):
            rows = "each a sequence of texts" if self.spaced else f"a text each, of {self._allowed}"
            kind = "grid of words" if self.spaced else "grid"
            raise InputError(f"{shape_of(value)} is no {kind}: give a sequence of rows, {rows}")
        for number, row in enumerate(value.rows, 1):
            if len(row) != value.width:
                raise InputError(uneven(number, len(row), value.width))
        self._check_cells(value, lambda row, column: f"row {row + 1}, column {column + 1}")

    def _check_cells(self, value: Cells, place: Callable[[int, int], str]) -> None:
        """Check the shape of a grid and the contents of its cells; a message names the place of a cell."""
        self._check_shape(value.height, value.width)
        contents = set(chain(*value.rows))  # few, where there are many cells
        misfits = {content for content in contents if not self._fits(content) or content != self._normal(content)}
        for cell, content in value.items() if misfits else ():
            if content in misfits:
                raise InputError(f"{place(*cell)}: {self._misfit(content)}")

    def _check_shape(self, height: int, width: int) -> None:
        """Check that a grid has cells, is square if it must be, and is not too large to search."""
        if not height or not width:
            raise InputError("a grid has one row and one column at least")
        if self.square and height != width:
            rows, columns = many(height, "row"), many(width, "column")
            raise InputError(f"a grid of {rows} and {columns} is not square: give as many of each")
        check_size(height * width, 1)


def _symbols(symbols: str) -> str:
    return visible(symbols, "the symbols of a grid")


@attrs.frozen
class Grid(CellRows):
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
    def _allowed(self) -> str:
        return ranges(self.symbols) + (f", and {self._blank} for an empty cell" if self.empty else "")

    def _fits(self, content: str) -> bool:
        return content in self.symbols + self.empty

    def read(self, text: str) -> Cells:
        return super().read(fill_spaces(text, self.symbols, self.empty, square=self.square) if self.empty else text)

    def _check_cells(self, value: Cells, place: Callable[[int, int], str]) -> None:
        super()._check_cells(value, place)
        own, others = self.symbols[: value.height], set(self.symbols[value.height :])
        for cell, symbol in value.items() if self.sized and others.intersection(chain(*value.rows)) else ():
            if symbol in others:
                rows = many(value.height, "row")
                raise InputError(f"{place(*cell)}: {symbol!r} does not fit a grid of {rows}: use {ranges(own)}")

    def _check_shape(self, height: int, width: int) -> None:
        super()._check_shape(height, width)
        if self.sized and height > len(self.symbols):
            raise InputError(f"a grid of {height} rows needs {height} symbols, and there are {len(self.symbols)}")


def _cut(cells: list[Word]) -> list[list[Word]]:
    """The rows of a square grid that stands in one line."""
    side = isqrt(len(cells))
    if side * side != len(cells):
        raise InputError(f"{many(len(cells), 'cell')} make no square: one of {side} by {side} has {side * side}")
    return [cells[k : k + side] for k in range(0, len(cells), side)]


def uneven(number: int, cells: int, first: int) -> str:
    """The error of a row that is longer or shorter than the first."""
    return f"row {number} has {many(cells, 'cell')}, and row 1 has {first}: give every row as many"

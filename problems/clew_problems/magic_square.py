"""Magic squares: the numbers from 1 on, arranged so that every row, column and diagonal has the same sum."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import AllDifferent, Constraint, Sum
from clew_problems.turns import keeping, moving_cells
from clew_problems.words import GRID, words

Cell = tuple[int, int]
Grid = tuple[tuple[int, ...], ...]

EMPTY: Final = 0
MAX_TEXT: Final = 1_000_000


def _error(message: str) -> clew.InputError:
    return clew.InputError(f"magic-square: {message}")


def _rows(rows: Iterable[Iterable[int]]) -> Grid:
    return tuple(tuple(row) for row in rows)


def _check_size(size: int) -> None:
    if size < 1:
        raise _error(f"the order must be a whole number from 1, not {size}")
    clew.check_size(size * size, size * size)


def _sound(problem: MagicSquare, field: attrs.Attribute[Any], grid: Grid) -> None:
    size = len(grid)
    _check_size(size)
    for number, row in enumerate(grid, 1):
        if len(row) != size:
            raise _error(f"row {number} has {len(row)} cells, and there are {size} rows: give as many of each")
        for column, value in enumerate(row, 1):
            if not isinstance(value, int) or not EMPTY <= value <= size * size:
                raise _error(
                    f"row {number}, column {column}: {value!r} is no number: use 1 to {size * size}, 0 if empty"
                )


@attrs.frozen
class MagicSquare(clew.Problem[Cell, int]):
    """A magic square to complete.

    Args:
        grid: the rows, with the numbers from 1 to the number of cells, and 0 for an empty cell.
        diagonals: whether the two main diagonals have the sum too; a semimagic square does without.

    Raises:
        InputError: the grid is not square or has other numbers.
        OptionError: the square is too large to search.
    """

    name = "magic-square"
    summary = "arrange the numbers from 1 so that every row, column and diagonal has the same sum"
    rules = (
        "Fill a square of n by n cells with the numbers from 1 to n*n, each once, so that every row, every column and "
        "both main diagonals sum to n*(n*n+1)/2; with --no-diagonals, only the rows and the columns need to. The "
        "instance is n, or a square with . or 0 for an empty cell."
    )
    examples = (
        clew.Example("order 1", "1", 1),
        clew.Example("order 2", "2", 0),
        clew.Example("order 3", "3", 8),
        clew.Example("order 3, semimagic", "3", 72, {"diagonals": False}),
        clew.Example("Duerer", "16 3 2 13\n5 . . 8\n9 . . 12\n4 15 14 1", 1),
        clew.Example("twice", "1 1 ./. . ./. . .", 0),
    )
    styles = ("rows",)
    translations = (
        *GRID,
        *words(
            ("the sum", "la somme", "[die|die|der] Summe"),
            ("of the falling diagonal", "de la diagonale descendante", "der fallenden Diagonale"),
            ("of the rising diagonal", "de la diagonale montante", "der steigenden Diagonale"),
            ("no number twice", "la règle des nombres différents", "[die|die|der] Regel der verschiedenen Zahlen"),
        ),
    )

    grid: Grid = attrs.field(converter=_rows, validator=_sound)
    diagonals: bool = clew.parameter(True, "whether both main diagonals have the sum too")

    @classmethod
    def empty(cls, order: int, **parameters: Any) -> Self:
        """A square without clues."""
        _check_size(order)
        return cls(((EMPTY,) * order,) * order, **parameters)

    @property
    def order(self) -> int:
        """The number of rows and of columns."""
        return len(self.grid)

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, range]:
        return dict.fromkeys(product(range(self.order), range(self.order)), range(1, self.order**2 + 1))

    def given(self) -> Mapping[Cell, int]:
        return {(r, c): value for r, row in enumerate(self.grid) for c, value in enumerate(row) if value != EMPTY}

    def constraints(self) -> Iterable[Constraint]:
        return _constraints(self.order, self.diagonals)

    def symmetries(self) -> Mapping[str, Callable[[Mapping[Cell, int]], Mapping[Cell, int]]]:
        """The square's, as far as they keep the clues; exchanging small and large numbers is not counted as one."""
        return keeping(self.given(), moving_cells(self.order, self.order))

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads an order, or rows of numbers with line breaks or slashes between; bars and commas are ignored."""
        return cls(read(text), **parameters)

    def to_text(self) -> str:
        text = self.draw(self.given())
        return f"|{text}|" if self.order == 1 else text  # the bars tell a square of one cell from an order

    def draw(self, assignment: Mapping[Cell, int], style: str | None = None) -> str:
        self.check_style(style)
        wide = len(str(self.order**2))
        rows = [[str(assignment.get((r, c), ".")) for c in range(self.order)] for r in range(self.order)]
        return "\n".join(" ".join(symbol.rjust(wide) for symbol in row) for row in rows)

    def variable_name(self, cell: Cell) -> str:
        return f"r{cell[0] + 1}c{cell[1] + 1}"

    def constraint_name(self, constraint: Constraint) -> str:
        if isinstance(constraint, AllDifferent):
            return "no number twice"
        cells: Any = constraint.scope
        rows, columns = ({cell[k] for cell in cells} for k in (0, 1))
        if len(rows) == 1:
            return f"the sum of row {cells[0][0] + 1}"
        if len(columns) == 1:
            return f"the sum of column {cells[0][1] + 1}"
        return f"the sum of the {'falling' if (0, 0) in cells else 'rising'} diagonal"


@lru_cache(maxsize=32)
def _constraints(order: int, diagonals: bool) -> tuple[Constraint, ...]:
    rows = [tuple((r, c) for c in range(order)) for r in range(order)]
    lines = [*rows, *zip(*rows, strict=True)]
    if diagonals:
        lines += [tuple((k, k) for k in range(order)), tuple((k, order - 1 - k) for k in range(order))]
    total = order * (order**2 + 1) // 2
    return AllDifferent(cell for row in rows for cell in row), *(Sum(line, "==", total) for line in lines)


def read(text: str) -> Grid:
    """The square that a text describes.

    Raises:
        InputError: the text is no square; the message names the place.
    """
    if len(text) > MAX_TEXT:
        raise _error(f"the text has {len(text)} characters, more than any square that could be searched")
    bare = text.strip()
    if not bare:
        raise _error("the instance is empty: give an order such as 4, or the rows of a square")
    if re.fullmatch(r"[+-]?[0-9]+", bare):
        if len(bare) > 12:
            raise _error(f"the order {bare[:12]}... cannot be: use a number from 1")
        order = int(bare)
        _check_size(order)
        return ((EMPTY,) * order,) * order
    lines = enumerate(bare.replace("/", "\n").splitlines(), 1)
    rows = [[_value(s, k, column) for column, s in enumerate(re.findall(r"[^|,\s]+", line), 1)] for k, line in lines]
    return _rows(row for row in rows if row)


def _value(symbol: str, line: int, column: int) -> int:
    if symbol in (".", "_"):
        return EMPTY
    if not re.fullmatch(r"[0-9]{1,12}", symbol):
        raise _error(f"line {line}, number {column}: {symbol[:20]!r} is no number: use whole numbers, . if empty")
    return int(symbol)

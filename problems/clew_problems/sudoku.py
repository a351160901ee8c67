"""Sudoku: fill a square grid so that every row, every column and every box has each symbol once.

Nothing but constraints: a cell is a variable, a number from 1 is its value, and each row, column and box is
all different. The boxes of a grid of 9 by 9 are 3 by 3; other grids and other boxes are read and drawn alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count, product
from math import isqrt
from typing import TYPE_CHECKING, Any, Final, Self

import attrs

import clew
from clew.constraints import AllDifferent, Constraint
from clew.forms import SPACES, address_in, fill_spaces

if TYPE_CHECKING:
    from clew.forms.addresses import Address
    from clew_problems.turns import Move

Cell = tuple[int, int]
Grid = tuple[tuple[int, ...], ...]

EMPTY: Final = 0
SYMBOLS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
EMPTIES: Final = "._*0"
VALUES: Final = {**dict.fromkeys(EMPTIES, EMPTY), **dict(zip(SYMBOLS, count(1)))}
MAX_TEXT: Final = 1_000_000
LONGEST_SIZE: Final = 25
RULES: Final = frozenset("-+=|,")
"""The characters that lines are drawn with."""


def _error(message: str) -> clew.InputError:
    return clew.InputError(f"sudoku: {message}")


def _rows(rows: Iterable[Iterable[int]]) -> Grid:
    return tuple(tuple(row) for row in rows)


def _sound(problem: Sudoku, field: attrs.Attribute[Any], grid: Grid) -> None:
    size = len(grid)
    _check_size(size)
    cells = {*chain(*grid)}
    if {*map(len, grid)} == {size} and {*map(type, chain(*grid))} == {int} and cells <= {*range(size + 1)}:
        return
    for number, row in enumerate(grid, 1):
        if len(row) != size:
            raise _error(f"row {number} has {len(row)} cells, and the grid has {size} rows: give as many of each")
        for column, value in enumerate(row, 1):
            if not isinstance(value, int) or not EMPTY <= value <= size:
                raise _error(f"row {number}, column {column}: {value!r} is no number: use 1 to {size}, 0 if empty")


def _check_size(size: int) -> None:
    if size < 2:
        raise _error(f"a grid has at least 2 rows and 2 columns, not {size}")
    clew.check_size(size * size, size)


def _box(problem: Sudoku, field: attrs.Attribute[Any], box: str) -> None:
    size = problem.size
    if box == "" and most_square(size)[0] == 1:
        raise _error(f"{size} cells make no boxes but whole rows: if that is meant, set box to 1x{size}")
    if box != "" and box not in {f"{h}x{size // h}" for h in range(1, size + 1) if size % h == 0}:
        raise clew.OptionError(
            f"sudoku: box must be the height and the width of {size} cells, such as "
            f"{'x'.join(map(str, most_square(size)))}, not {box!r}"
        )


@attrs.frozen
class Sudoku(clew.Problem[Cell, int]):
    """A sudoku to complete.

    Args:
        grid: the rows, with the numbers from 1, and 0 for an empty cell.
        box: the height and the width of a box, such as `2x3`; by default the boxes nearest to squares.
        diagonals: whether the numbers on both main diagonals differ too.

    Raises:
        InputError: the grid is not square, has other numbers, or no boxes by itself.
        OptionError: the boxes do not fit the grid, or it is too large to search.
    """

    name = "sudoku"
    summary = "fill a grid with numbers: each once in every row, every column and every box"
    rules = (
        "Fill every cell with a number from 1 to the size of the grid, so that no row, no column and no box has a "
        "number twice; with --diagonals, neither of the main diagonals has. The instance is a grid, cell by cell or "
        "drawn, with . or 0 for an empty cell, or a space if all lines are of one length, or the size of an empty grid."
    )
    examples = (
        clew.Example(
            "wikipedia", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 1
        ),
        clew.Example(
            "AI Escargot", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 1
        ),
        clew.Example(
            "17 clues", "....5.4.7..8...3....1.9....3..4..2...5.1........8.6..........1.4.........2.......", 1
        ),
        clew.Example("all of 4x4", "4", 288),
        clew.Example("all of 4x4, diagonals", "4", 48, {"diagonals": True}),
        clew.Example("first row", "1234/..../..../....", 12),
        clew.Example("6x6", "..4.../...23./3...6./.6...2/.21.../...5..", 1),
        clew.Example("contradiction", "5...5" + "." * 76, 0),
    )
    styles = ("grid", "line")
    translations = (
        ("fr", "falling diagonal", "la diagonale descendante"),
        ("fr", "rising diagonal", "la diagonale montante"),
        ("de", "falling diagonal", "[die fallende|die fallende|der fallenden] Diagonale"),
        ("de", "rising diagonal", "[die steigende|die steigende|der steigenden] Diagonale"),
    )

    grid: Grid = attrs.field(converter=_rows, validator=_sound)
    box: str = clew.parameter("", "the height and width of a box, such as 2x3", validator=_box)
    diagonals: bool = clew.parameter(False, "whether the numbers on both main diagonals differ too")

    @classmethod
    def empty(cls, size: int, **parameters: Any) -> Self:
        """A grid without clues."""
        _check_size(size)
        return cls(((EMPTY,) * size,) * size, **parameters)

    @property
    def size(self) -> int:
        """The number of rows, of columns, and of symbols."""
        return len(self.grid)

    @property
    def box_shape(self) -> tuple[int, int]:
        """The height and the width of a box."""
        if not self.box:
            return most_square(self.size)
        height, width = self.box.split("x")
        return int(height), int(width)

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, range]:
        return dict.fromkeys(_cells(self.size), range(1, self.size + 1))

    def given(self) -> Mapping[Cell, int]:
        return {cell: value for cell, value in zip(_cells(self.size), chain(*self.grid), strict=True) if value != EMPTY}

    def constraints(self) -> Iterable[Constraint]:
        return _constraints(self.size, *self.box_shape, self.diagonals)

    def symmetries(self) -> Mapping[str, Callable[[Mapping[Cell, int]], Mapping[Cell, int]]]:
        """Numbers that no clue has exchanged, the grid reflected and turned if the clues stay; and more, not named."""
        from clew_problems.turns import keeping, moving_cells, renaming, turns  # few questions are about symmetries

        given = self.given()
        free = [value for value in range(1, self.size + 1) if value not in given.values()]
        found: dict[str, Move] = {}
        if len(free) > 1:
            found[f"exchange of {free[0]} and {free[1]}"] = renaming({free[0]: free[1], free[1]: free[0]})
            found["next number"] = renaming(dict(zip(free, free[1:] + free[:1], strict=True)))
        moves = moving_cells(self.size, self.size)
        height, width = self.box_shape
        if not given:
            found["reflection"] = moves["left and right"]
            return {**found, "transposition": moves["transposition"]} if height == width else found
        scopes: list[Any] = [constraint.scope for constraint in self.constraints()]
        units = set(map(frozenset, scopes))
        ways = turns(self.size, self.size)
        return found | {
            name: move
            for name, move in keeping(given, moves).items()
            if {frozenset(map(ways[name], unit)) for unit in units} == units
        }

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a size, or a grid.

        The cells are digits, then letters from A for 10; or, where the grid is larger than 9 by 9, numbers with
        spaces between. A line of text is a row, and so is what stands between slashes; all the cells may also
        follow each other in one line. If every line has as many characters as there are lines, a space is an empty
        cell. Otherwise bars, spaces and lines of `-`, `+` and `=` may be drawn between the boxes. An address of
        puzz.link is read too.
        """
        if (address := address_in(text)) is not None:
            return cls.from_address(address, **parameters)
        return cls(read(text), **parameters)

    def to_text(self) -> str:
        return self.draw(self.given(), "line")

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        from clew.forms.codings import read_numbers  # most sudokus are no addresses

        with address.reading("sudoku") as body:
            cells = read_numbers(body, address.area)
        if address.width != address.height:
            raise _error(f"a grid of {address.height} by {address.width} is not square")
        return cls(address.rows([number or EMPTY for number in cells]), **parameters)

    def to_address(self) -> Address:
        from clew.forms.addresses import Address
        from clew.forms.codings import write_numbers

        return Address("sudoku", self.size, self.size, write_numbers([value or None for value in chain(*self.grid)]))

    def line_symbols(self) -> Mapping[str, int | None]:
        if self.size > len(SYMBOLS):
            return {}
        symbols = SYMBOLS[: self.size]
        values = {symbol: value for both in (symbols, symbols.lower()) for value, symbol in enumerate(both, 1)}
        return {**dict.fromkeys(EMPTIES), **values}

    def draw(self, assignment: Mapping[Cell, int], style: str | None = None) -> str:
        style = self.check_style(style)
        size = self.size
        rows = [[_symbol(assignment.get((r, c), EMPTY), size) for c in range(size)] for r in range(size)]
        if style == "grid":
            return _drawn(rows, *self.box_shape)
        return "".join(map("".join, rows)) if size <= len(SYMBOLS) else "\n".join(map(" ".join, rows))

    def variable_name(self, cell: Cell) -> str:
        return f"r{cell[0] + 1}c{cell[1] + 1}"

    def constraint_name(self, constraint: Constraint) -> str:
        cells: Any = constraint.scope
        (top, left), (next_row, next_column), *_ = cells
        if len({r for r, _ in cells}) == 1:
            return f"row {top + 1}"
        if len({c for _, c in cells}) == 1:
            return f"column {left + 1}"
        if next_row != top and next_column != left:
            return "falling diagonal" if next_column > left else "rising diagonal"
        height, width = self.box_shape
        return f"box {top // height * height + left // width + 1}"


@lru_cache(maxsize=32)
def most_square(size: int) -> tuple[int, int]:
    """The height and the width of the box that is nearest to a square, and not higher than wide."""
    height = max(h for h in range(1, isqrt(size) + 1) if size % h == 0)
    return height, size // height


@lru_cache(maxsize=32)
def _cells(size: int) -> tuple[Cell, ...]:
    return tuple(product(range(size), range(size)))


@lru_cache(maxsize=32)
def _constraints(size: int, height: int, width: int, diagonals: bool) -> tuple[Constraint, ...]:
    lines = range(size)
    units = [tuple((r, c) for c in lines) for r in lines]
    units += [tuple((r, c) for r in lines) for c in lines]
    units += [
        tuple(product(range(top, top + height), range(left, left + width)))
        for top, left in product(range(0, size, height), range(0, size, width))
    ]
    if diagonals:
        units += [tuple((k, k) for k in lines), tuple((k, size - 1 - k) for k in lines)]
    return tuple(map(AllDifferent, dict.fromkeys(units)))  # a box may be a whole row


# -- drawing and reading ---------------------------------------------------------------------------


def _symbol(value: int, size: int) -> str:
    if value == EMPTY:
        return "."
    return SYMBOLS[value - 1] if size <= len(SYMBOLS) else str(value)


def _drawn(rows: Sequence[Sequence[str]], height: int, width: int) -> str:
    """Rows of symbols with lines between the boxes."""
    size = len(rows)
    wide = max(len(symbol) for row in rows for symbol in row)
    padded = [[symbol.rjust(wide) for symbol in row] for row in rows]
    lines = [" | ".join(" ".join(row[k : k + width]) for k in range(0, size, width)) for row in padded]
    rule = "-+-".join(["-" * (width * (wide + 1) - 1)] * (size // width))
    return f"\n{rule}\n".join("\n".join(lines[k : k + height]) for k in range(0, size, height))


def read(text: str) -> Grid:
    """The grid that a text describes.

    Raises:
        InputError: the text is no grid; the message names the place.
    """
    if len(text) > MAX_TEXT:
        raise _error(f"the text has {len(text)} characters, more than any grid that could be searched")
    if not text.strip():
        raise _error("the instance is empty: give a grid such as 12../..21/21../..12, or a size such as 9")
    bare = fill_spaces(text, SYMBOLS + SYMBOLS.lower(), EMPTIES, square=True).strip()
    may_be_size = bare.startswith("-") or len("".join(bare.split())) <= LONGEST_SIZE
    if may_be_size and (match := re.fullmatch(r"(-?[0-9]{1,2}|-[0-9]+)|([0-9]{1,12})\s*[xX]\s*([0-9]{1,12})", bare)):
        one, height, width = match.groups()
        if height != width:
            raise _error(f"a grid of {height} by {width} is not square")
        if len(one or height) > 12:
            raise _error(f"the size {bare[:12]}... cannot be: use a number from 2")
        size = int(one or height)
        _check_size(size)
        return ((EMPTY,) * size,) * size
    return _square(_lines(bare), spaced=" " in bare)


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """The symbols of every line that has cells, with its number."""
    numbered = list(enumerate(text.replace("/", "\n").splitlines(), 1))
    lines = [(k, line) for k, line in numbered if not RULES.issuperset("".join(line.split()))]
    words = [(k, line.replace("|", " ").replace(",", " ").split()) for k, line in lines]
    lengths = [len(word) for _, row in words for word in row]
    # Words are the cells if none is longer than the numbers of a grid of so many; else every character is one.
    if max(lengths, default=0) <= len(str(isqrt(len(lengths)))):
        return words
    return [(k, list("".join(row))) for k, row in words]


def _square(lines: Sequence[tuple[int, Sequence[str]]], *, spaced: bool) -> Grid:
    symbols = [*chain(*[row for _, row in lines])]
    if not symbols:
        raise _error("there are no cells: use the numbers from 1, and . for an empty cell")
    if VALUES.keys() >= {*symbols}:
        values = [*map(VALUES.__getitem__, symbols)]
    else:
        values = [_value(symbol, k, column) for k, row in lines for column, symbol in enumerate(row, 1)]
    size = isqrt(len(values))
    square = size * size == len(values)
    hint = f"; {SPACES.format('.')}" if spaced else ""
    if len(lines) > 1 and not (square and len(lines) != size):
        for k, row in lines:
            if len(row) != len(lines):
                raise _error(
                    f"line {k} has {len(row)} cells, and there are {len(lines)} rows: give as many of each{hint}"
                )
    if not square:
        raise _error(f"{len(values)} cells make no square grid: one of {size} by {size} has {size * size}{hint}")
    if max(values) > size:
        places = ((k, column, symbol) for k, row in lines for column, symbol in enumerate(row, 1))
        (k, column, symbol), _ = next(both for both in zip(places, values, strict=True) if both[1] > size)
        last = _symbol(size, size)
        raise _error(f"line {k}, cell {column}: {symbol!r} is too large for {size} rows: use 1 to {last}")
    return tuple(tuple(values[k : k + size]) for k in range(0, size * size, size))


def _value(symbol: str, line: int, column: int) -> int:
    if symbol in VALUES:
        return VALUES[symbol]
    if symbol.isascii() and symbol.isdecimal() and len(symbol) < 10:
        return int(symbol)
    if not (symbol.isascii() and symbol.isalpha() and len(symbol) == 1):
        raise _error(
            f"line {line}, cell {column}: {symbol[:20]!r} is no cell: use the numbers from 1, and . for an empty one"
        )
    return SYMBOLS.index(symbol.upper()) + 1

"""The codings of whole grids in addresses: regions, marks, the sums of kakuro, the blocks of nonograms.

They are built from those of `clew.forms.codings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise, product
from typing import Any, Final

from clew.errors import InputError
from clew.forms.clues import Line, LineClues
from clew.forms.codings import (
    DIGITS,
    HIDDEN,
    Body,
    Clue,
    allowed,
    packed,
    read_bits,
    read_cells,
    read_numbers,
    write_bits,
    write_numbers,
)

Rows = tuple[tuple[int, ...], ...]
Sums = tuple[Clue, Clue]
"""The sum of the cells below, and that of the cells to the right; None if there is none."""

EMPTY: Final = {".": None, "@": HIDDEN, "%": HIDDEN}
"""The cells without a number, in a coding that has a number for nearly every cell."""
MARKED: Final = 18
"""Characters that say that a cell has a mark."""
SUMS: Final = DIGITS[:20] + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""A character for each sum from 0 to 45."""


def read_regions(body: Body, height: int, width: int) -> Rows:
    """The number of each cell's region, from 0 in the order of reading: star battle (`decodeBorder`).

    The borders between neighbours in a row come first, then those between neighbours in a column.
    """
    joined = [((r, c), (r, c + 1)) for r in range(height) for c in range(width - 1)]
    joined += [((r, c), (r + 1, c)) for r in range(height - 1) for c in range(width)]
    borders = read_bits(body, height * (width - 1)) + read_bits(body, (height - 1) * width)
    regions = {cell: [cell] for cell in product(range(height), range(width))}
    for (one, other), is_border in zip(joined, borders, strict=True):
        small, large = sorted((regions[one], regions[other]), key=len)
        if not is_border and small is not large:
            large += small
            regions |= dict.fromkeys(small, large)
    numbers: dict[int, int] = {}
    cells = iter(numbers.setdefault(id(region), len(numbers)) for region in regions.values())
    return tuple(tuple(islice(cells, width)) for _ in range(height))


def write_regions(rows: Sequence[Sequence[Any]]) -> str:
    """The text that `read_regions` reads: a border between neighbours whose regions differ.

    Args:
        rows: the region of each cell, a number or anything else; the cells of each are connected.
    """
    beside = [int(a != b) for row in rows for a, b in pairwise(row)]
    below = [int(a != b) for row, after in pairwise(rows) for a, b in zip(row, after, strict=True)]
    return write_bits(beside) + write_bits(below)


def read_marks(body: Body, count: int) -> list[bool]:
    """Whether each cell has a mark: the trees of tents (`decode1Cell`).

    A character from 0 to h is a mark and says how many cells without one follow; i to z are cells without, from one to
    eighteen.
    """

    def read(character: str) -> list[bool]:
        value = DIGITS.find(character)
        return [True, *[False] * value] if 0 <= value < MARKED else [False] * (value - MARKED + 1)

    return read_cells(body, count, False, read)


def write_marks(marks: Sequence[bool]) -> str:
    """The text that `read_marks` reads."""
    text = "".join(str(int(mark)) for mark in marks)

    def written(run: re.Match[str]) -> str:
        return DIGITS[len(run[0]) - 1 + MARKED * (run[0][0] == "0")]

    return re.sub(f"10{{0,{MARKED - 1}}}|0{{1,{MARKED}}}", written, text)


def read_each(body: Body, count: int) -> list[Clue]:
    """A number in nearly every cell: hitori (`decodeHitori`).

    A digit of base 36 is a number, `-` stands before one of two digits, and a dot is an empty cell.
    """

    def read(character: str) -> list[Clue]:
        if character in EMPTY:
            return [EMPTY[character]]
        if character == "-":
            return [body.number(2, 36)]
        return [DIGITS.index(character)] if character in DIGITS else []

    return read_cells(body, count, None, read)


def write_each(cells: Sequence[Clue]) -> str:
    """The text that `read_each` reads.

    Raises:
        InputError: a number is too large for the coding.
    """
    return "".join(map(_each, cells))


def _each(cell: Clue) -> str:
    if cell is None or cell == HIDDEN:
        return "." if cell is None else "@"
    first, last = divmod(allowed(cell, 36**2 - 1), 36)
    return f"-{DIGITS[first]}{DIGITS[last]}" if first else DIGITS[last]


def read_kakuro(body: Body, height: int, width: int) -> list[list[Sums | None]]:
    """The sums of a kakuro: rows of None for a cell to fill, and a pair of sums for a cell that is none.

    The row above the grid and the column to its left are the first of each, so there is one more row, and one more
    column, than the address says.
    """

    def read(character: str) -> Sequence[Sums | None]:
        if character in DIGITS[20:]:
            return [None] * (DIGITS.index(character) - 19)
        return [(None, None) if character == "." else (_sum(body, character), _sum(body, body.take()))]

    inside = read_cells(body, height * width, None, read)
    rows = [inside[k : k + width] for k in range(0, height * width, width)]
    above: list[Sums | None] = [(_sum(body, body.take()), None) if cell is None else (None, None) for cell in rows[0]]
    left: list[Sums] = [(None, _sum(body, body.take())) if row[0] is None else (None, None) for row in rows]
    return [[(None, None), *above], *([first, *row] for first, row in zip(left, rows, strict=True))]


def _sum(body: Body, character: str) -> Clue:
    """The sum that a character writes: 0 and - say that there is none."""
    value = SUMS.find(character)
    if value < 0 and character != "-":
        raise body.misfit()
    return value if value > 0 else None


def write_kakuro(rows: Sequence[Sequence[Sums | None]]) -> str:
    """The text that `read_kakuro` reads.

    Raises:
        InputError: a sum is larger than 45.
    """
    above, *inside = rows
    cells = [cell for _, *row in inside for cell in row]
    around = [outer[0] for outer, cell in zip(above[1:], inside[0][1:], strict=True) if outer and cell is None]
    around += [outer[1] for outer, cell, *_ in inside if outer and cell is None]
    return packed(map(_pair, cells), 19) + "".join(map(_character, around))


def _pair(cell: Sums | None) -> str:
    if cell is None:
        return ""
    return "." if cell == (None, None) else "".join(map(_character, cell))


def _character(total: Clue) -> str:
    return SUMS[allowed(total or 0, len(SUMS) - 1)]


def read_blocks(body: Body, height: int, width: int) -> LineClues:
    """The blocks of a nonogram: for each column, then each row, half as many places as it has cells, the last first.

    Raises:
        InputError: the length of a block is not given.
    """
    deep, long = (height + 1) // 2, (width + 1) // 2
    lengths = iter(read_numbers(body, width * deep + height * long))
    columns = tuple([_line(islice(lengths, deep)) for _ in range(width)])
    return LineClues(tuple([_line(islice(lengths, long)) for _ in range(height)]), columns)


def _line(places: Iterable[Clue]) -> Line:
    line = tuple([length for length in places if length])[::-1]
    if HIDDEN in line:
        raise InputError("the length of a block is not given")
    return line


def write_blocks(clues: LineClues) -> str:
    """The text that `read_blocks` reads.

    Raises:
        InputError: a line has more blocks than fit into it.
    """
    places: list[Clue] = []
    for lines, room in ((clues.columns, clues.height), (clues.rows, clues.width)):
        for line in lines:
            empty = (room + 1) // 2 - len(line)
            if empty < 0:
                raise InputError(f"{len(line)} blocks do not fit into a line of {room} cells")
            places += [*reversed(line), *[None] * empty]
    return write_numbers(places)

"""The codings of whole grids in addresses: regions, marks, the sums of kakuro, the blocks of nonograms.

They are built from those of `clew.forms.codings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise, product
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
    beside = read_bits(body, height * (width - 1))
    below = read_bits(body, (height - 1) * width)
    rows = [[-1] * width for _ in range(height)]
    regions = 0
    for start in product(range(height), range(width)):
        if rows[start[0]][start[1]] < 0:
            _fill(rows, start, regions, beside, below)
            regions += 1
    return tuple(map(tuple, rows))


def _fill(rows: list[list[int]], start: tuple[int, int], number: int, beside: list[int], below: list[int]) -> None:
    """Give a region's number to all the cells that no border parts from the first."""
    height, width = len(rows), len(rows[0])
    todo = [start]
    while todo:
        r, c = todo.pop()
        if rows[r][c] >= 0:
            continue
        rows[r][c] = number
        steps = (
            (r, c + 1, c + 1 < width and not beside[r * (width - 1) + c]),
            (r, c - 1, c > 0 and not beside[r * (width - 1) + c - 1]),
            (r + 1, c, r + 1 < height and not below[r * width + c]),
            (r - 1, c, r > 0 and not below[(r - 1) * width + c]),
        )
        todo += [(row, column) for row, column, is_open in steps if is_open]


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
    written = ""
    for is_marked, run in groupby(marks):
        cells = len(list(run))
        if is_marked:
            written += "0" * cells
            continue
        if written[-1:] == "0":
            after = min(cells, MARKED - 1)
            written, cells = written[:-1] + DIGITS[after], cells - after
        full, rest = divmod(cells, MARKED)
        written += DIGITS[-1] * full + (DIGITS[MARKED + rest - 1] if rest else "")
    return written


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
    return packed(map(_pair, cells), 19, 16) + "".join(map(_character, around))


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
    cells = read_numbers(body, width * deep + height * long)
    if HIDDEN in cells:
        raise InputError("the length of a block is not given")
    columns, rows = cells[: width * deep], cells[width * deep :]
    return LineClues(
        tuple(_line(rows[k * long : (k + 1) * long]) for k in range(height)),
        tuple(_line(columns[k * deep : (k + 1) * deep]) for k in range(width)),
    )


def _line(places: Sequence[Clue]) -> Line:
    return tuple(length for length in reversed(places) if length)


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

"""Takuzu grids as text: the forms in which they are published, recognised and not asked for.

A grid is a tuple of rows; a row is a tuple of 0, 1 and EMPTY. The forms:

rows        ``01.0`` one row a line (or rows with ``/`` between them); empty cells are ``.``, ``_``, ``-``,
            ``2`` or spaces, and spaces, commas, semicolons or bars may stand between the cells
list        ``[[0, 1, 2, 0], ...]`` as Python prints it, 2 for an empty cell
size        ``6x6;.1..0...`` all the cells in a row, or as in a task; ``6x6`` and ``6`` are empty grids
unruly      ``6x6:faCADAJeBd`` a game id of Simon Tatham's Unruly: ``a`` skips no cell, ``b`` one, ...,
            and then comes a 0, or with a capital letter a 1; ``z`` skips 25 and nothing comes;
            ``u`` behind the size asks for distinct lines
task        ``1b0c11...`` a task of puzzle-binairo: ``a`` skips one empty cell, ``b`` two, ...; square
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt
from typing import Final

import attrs

import clew
from clew.render import boxes

Row = tuple[int, ...]
Grid = tuple[Row, ...]

EMPTY: Final = 2
CELLS: Final = {"0": 0, "1": 1, **dict.fromkeys("2._- ", EMPTY)}
MAX_TEXT: Final = 1_000_000
SEPARATORS: Final = ",;|\t"


@attrs.frozen
class Reading:
    """The content of a text.

    Attributes:
        grid: the grid.
        distinct: whether the form itself asks for distinct lines; None if it does not say.
    """

    grid: Grid
    distinct: bool | None = None


def read(text: str) -> Reading:
    """The grid that a text describes, in any of the forms.

    Raises:
        InputError: the text is no grid; the message names the place.
    """
    if len(text) > MAX_TEXT:
        raise _error(f"the text has {len(text)} characters, more than any grid that could be searched")
    bare = text.strip()
    if not bare:
        raise _error("the instance is empty: give a grid such as 01../..1./.0../...1")
    if "[" in bare and (match := re.fullmatch(r"(?:\w+\s*=|(?:In|Out)\s*\[\d+\]\s*:)?\s*(\[.*)", bare, re.DOTALL)):
        return Reading(_from_list(match[1]))
    if ":" in bare and (match := re.fullmatch(r"(\d+)x(\d+)(u?)(?:d\w?)?:(\S*)", bare)):
        width, height = _size(match[1], match[2])
        return Reading(_cut(_from_unruly(match[4], width * height), width), match[3] == "u")
    if "x" in bare and (match := re.fullmatch(r"(\d+)\s*x\s*(\d+)\s*(?:;\s*(.*))?", bare, re.DOTALL)):
        width, height = _size(match[1], match[2])
        cells = [EMPTY] * (width * height) if match[3] is None else _flat(match[3], width * height)
        return Reading(_cut(cells, width))
    one_line = "\n" not in text.strip("\r\n")
    if one_line and re.fullmatch(r"[+-]?\d+", bare) and (len(bare) < 4 or re.search("[3-9]", bare)):
        width, height = _size(bare, bare)
        return Reading(_cut([EMPTY] * (width * height), width))
    if one_line and "/" not in bare and not re.search(rf"[\s{SEPARATORS}]", bare):
        return Reading(_square(_flat(bare, None)))
    return Reading(_rectangle(_from_rows(text)))


def _error(message: str) -> clew.InputError:
    return clew.InputError(f"takuzu: {message}")


def _size(width: str, height: str) -> tuple[int, int]:
    for side in (width, height):
        if len(side) > 9:
            raise _error(f"a side of {side[:9]}... cells is far too large")
        if int(side) < 2:
            raise _error(f"a grid has at least 2 rows and 2 columns, not {width}x{height}")
    clew.check_size(int(width) * int(height), 2)
    return int(width), int(height)


def _cut(cells: Sequence[int], width: int) -> Grid:
    return tuple(tuple(cells[k : k + width]) for k in range(0, len(cells), width))


def _square(cells: Sequence[int]) -> Grid:
    side = isqrt(len(cells))
    if side * side != len(cells):
        raise _error(f"one line of {len(cells)} cells is not a square grid: break it into rows, or write 6x4;cells")
    return _rectangle(list(enumerate(_cut(cells, side), 1)))


def _rectangle(rows: Sequence[tuple[int, Sequence[int]]]) -> Grid:
    """Numbered rows as a grid, if they are as long as the first one."""
    if not rows:
        raise _error("there is no row of cells: give a grid such as 01../..1./.0../...1")
    first, width = rows[0][0], len(rows[0][1])
    for number, row in rows:
        if len(row) != width:
            raise _error(
                f"line {number} has {len(row)} cells, and line {first} has {width} (write . for an empty cell)"
            )
    if width < 2 or len(rows) < 2:
        raise _error(f"a grid has at least 2 rows and 2 columns, not {width}x{len(rows)}")
    clew.check_size(width * len(rows), 2)
    return tuple(tuple(row) for _, row in rows)


def _cell(symbol: str, place: str) -> int:
    if symbol not in CELLS:
        raise _error(f"{place}: {symbol[:20]!r} is no cell: use 0, 1, and . for an empty one")
    return CELLS[symbol]


def _from_rows(text: str) -> list[tuple[int, list[int]]]:
    """The rows of a grid, each with the number of its line."""
    lines = [line.rstrip("\r") for line in text.strip("\r\n").split("/" if "/" in text else "\n")]
    width = max(map(len, lines))
    # A line of nothing but spaces is a row of empty cells if it is as long as the others.
    numbered = [(k, line) for k, line in enumerate(lines, 1) if line.strip() or (line and len(line) == width)]
    numbered = [(k, line) for k, line in numbered if not line.lstrip().startswith("+-")]
    spaced = all(len(line) > 2 and not line.rstrip()[1::2].strip() for _, line in numbered)
    return [(k, _from_line(line, spaced, k)) for k, line in numbered]


def _from_line(line: str, spaced: bool, number: int) -> list[int]:
    """One row: with separators, with a space behind every cell, or cell by cell."""
    if separator := next((s for s in SEPARATORS if s in line), None):
        symbols = [
            symbol.strip() or " " for symbol in line.strip(separator if separator == "|" else "").split(separator)
        ]
    elif spaced:
        symbols = list(line.rstrip()[::2]) if line.strip() else list(line[::2])
    else:
        symbols = list(line)
    return [_cell(symbol, f"line {number}, column {column}") for column, symbol in enumerate(symbols, 1)]


def _from_list(text: str) -> Grid:
    if not re.fullmatch(r"\[\s*(\[[^\[\]]*\]\s*(,\s*)?)*\]", text):
        raise _error("the list is not a list of rows such as [[0, 1, 2], [1, 2, 0]]")
    rows = re.findall(r"\[([^\[\]]*)\]", text)
    if not rows:
        raise _error("the list has no rows")
    numbered = []
    for number, row in enumerate(rows, 1):
        symbols = [symbol.strip() for symbol in row.rstrip(", \n").split(",")]
        numbered.append((number, [_cell(s, f"row {number}, column {k}") for k, s in enumerate(symbols, 1)]))
    return _rectangle(numbered)


def _flat(text: str, total: int | None) -> list[int]:
    """All the cells one after the other; letters skip empty cells, as in a task."""
    cells: list[int] = []
    for place, symbol in enumerate(text, 1):
        if "a" <= symbol <= "z":
            cells.extend([EMPTY] * (ord(symbol) - ord("a") + 1))
        elif not symbol.isspace() and symbol != "/":
            cells.append(_cell(symbol, f"character {place}"))
    if total is not None and len(cells) != total:
        raise _error(f"the description has {len(cells)} cells, and the size asks for {total}")
    return cells


def _from_unruly(text: str, total: int) -> list[int]:
    cells: list[int] = []
    for place, symbol in enumerate(text, 1):
        if not (symbol.isascii() and symbol.isalpha()):
            raise _error(f"character {place} of the game id: {symbol!r} is no letter")
        skip = ord(symbol.lower()) - ord("a")
        cells.extend([EMPTY] * skip)
        if skip < 25:
            cells.append(int(symbol.isupper()))
    if len(cells) != total + 1:
        raise _error(f"the game id ends at cell {len(cells)}, and must end one past the last, at {total + 1}")
    return cells[:-1]


# -- writing ---------------------------------------------------------------------------------------


def write(grid: Grid, style: str, distinct: bool = True) -> str:
    """A grid in one of the STYLES."""
    return STYLES[style](grid, distinct)


def _symbols(row: Iterable[int]) -> Iterator[str]:
    return ("." if cell == EMPTY else str(cell) for cell in row)


def _flat_cells(grid: Grid) -> list[int]:
    return [cell for row in grid for cell in row]


def _task(grid: Grid, distinct: bool) -> str:
    runs = re.sub(r"\.{1,26}", lambda run: chr(ord("a") + len(run[0]) - 1), "".join(_symbols(_flat_cells(grid))))
    return runs if len(grid) == len(grid[0]) and re.search("[a-wyz]", runs) else f"{len(grid[0])}x{len(grid)};{runs}"


def _unruly(grid: Grid, distinct: bool) -> str:
    parts, skip = [], 0
    for cell in [*_flat_cells(grid), 0]:  # one past the end
        if cell == EMPTY:
            skip += 1
            continue
        skipped, letter = ("Z", "A") if cell else ("z", "a")
        parts.append(skipped * (skip // 25) + chr(ord(letter) + skip % 25))
        skip = 0
    return f"{len(grid[0])}x{len(grid)}{'u' if distinct else ''}:{''.join(parts)}"


STYLES: Final[dict[str, Callable[[Grid, bool], str]]] = {
    "rows": lambda grid, _: "\n".join("".join(_symbols(row)) for row in grid),
    "spaced": lambda grid, _: "\n".join(" ".join(_symbols(row)) for row in grid),
    "boxes": lambda grid, _: boxes([[" " if cell == EMPTY else str(cell) for cell in row] for row in grid]),
    "list": lambda grid, _: "[" + ",\n ".join(str(list(row)) for row in grid) + "]",
    "size": lambda grid, _: f"{len(grid[0])}x{len(grid)};{''.join(_symbols(_flat_cells(grid)))}",
    "unruly": _unruly,
    "task": _task,
}

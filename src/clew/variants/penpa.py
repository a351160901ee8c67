"""Sudokus that are drawn in Penpa, from their addresses: digits, cages, thermometers and arrows have names there.

The data are lines of text, deflated and in base 64: about the grid, and as JSON the marks of the puzzle, whose names
are shortened to `z` and a character. A point is a number: those of cells come first, row by row, then those of
corners. The grid has two rows and columns more on each side than it shows.
"""

from __future__ import annotations

import binascii
import json
import re
import zlib
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate, product
from typing import Any, Final
from urllib.parse import unquote

import attrs

from clew.errors import InputError, cut
from clew.variants.kinds import Cell, VariantClue
from clew.variants.packed import LONGEST
from clew.variants.puzzle import VariantPuzzle, cell_name

GRIDS: Final = ("square", "sudoku")
NAMES: Final = {
    "S": "surface", "L": "line", "E": "lineE", "W": "wall", "C": "cage", "N": "number", "Y": "symbol", "1": "numberS",
    "F": "freeline", "2": "freelineE", "T": "thermo", "3": "arrows", "D": "direction", "0": "squareframe",
    "5": "polygon", "4": "deletelineE", "6": "killercages", "7": "nobulbthermo",
    "R": "command_redo", "U": "command_undo", "8": "command_replay", "_": "__a",
}  # fmt: skip
"""The names that are shortened."""
UNSAID: Final = {
    "surface": "shaded cells", "line": "lines", "wall": "walls", "symbol": "symbols", "freeline": "free lines",
    "freelineE": "free lines", "direction": "arrows without circles", "squareframe": "frames", "polygon": "polygons",
    "nobulbthermo": "thermometers without bulbs",
}  # fmt: skip
"""Marks that say nothing about digits by themselves."""
BORDERS: Final = (2, 21)
"""The thick lines that divide regions."""
ESCAPED: Final = {"%2C": ",", "%2D": "\n", "%2E": "&", "%2F": "="}
_DATA: Final = re.compile(r"[#?&]p=(?P<data>[^&#\s]+)")


def from_penpa(address: str) -> VariantPuzzle:
    """The sudoku of an address of Penpa, with given digits, pencil marks, regions, cages, thermometers and arrows.

    Args:
        address: an address such as `https://swaroopg92.github.io/penpa-edit/#m=edit&p=...`.

    Raises:
        InputError: it is no such address, its grid is no square, or it has other marks, which do not say what they
            mean.
        OptionError: the grid is too large to search.
    """
    if (found := _DATA.search(address)) is None:
        raise InputError("an address of Penpa has its data after p=: give the long address of its export")
    try:
        data = b64decode(unquote(found["data"]).replace(" ", "+") + "==")
        packer = zlib.decompressobj(-zlib.MAX_WBITS)
        lines = packer.decompress(data, LONGEST).decode().split("\n")
        return _Drawing(lines if packer.eof else []).puzzle()
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError, binascii.Error, zlib.error):
        raise InputError("the data is not as Penpa writes it: copy the whole address again") from None


class _Drawing:
    """A drawing while it is read."""

    def __init__(self, lines: list[str]) -> None:
        self.about = lines[0].replace("zZ", "z").split(",")
        if self.about[0] not in GRIDS:
            raise InputError(f"Penpa's grid {cut(repr(self.about[0]), 20)} is no grid of squares")
        self.wide = int(self.about[1]) + 4
        self.points = self.wide * (int(self.about[2]) + 4)
        self.marks: Mapping[str, Any] = _loaded(lines[3])
        places = [self.place(point) for point in accumulate(_loaded(lines[5]))]
        rows, columns = zip(*places, strict=True)
        self.top: int = min(rows)
        self.left: int = min(columns)
        self.size: int = max(columns) - self.left + 1
        if max(rows) - self.top + 1 != self.size or len({*places}) != self.size**2:
            raise InputError("Penpa's grid is no square of cells: a sudoku has as many rows as columns")

    def some(self, name: str) -> Any:
        """The marks of a name; old drawings lack some names."""
        return self.marks.get(name) or {}

    def place(self, point: int) -> Cell:
        """The row and the column of a point among those of its kind."""
        return divmod(point % self.points, self.wide)

    def cell(self, point: Any) -> Cell:
        """The cell of its middle; those outside the grid are refused."""
        r, c = self.place(int(point))
        cell = r - self.top, c - self.left
        if not (0 <= int(point) < self.points and self.holds(cell)):
            raise InputError(
                f"Penpa's drawing has something in {cell_name(cell)}, outside its grid: clues there are not read"
            )
        return cell

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is in the grid."""
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    def puzzle(self) -> VariantPuzzle:
        """The puzzle that is drawn."""
        for name, words in UNSAID.items():
            if any(self.some(name)):
                raise InputError(
                    f"Penpa's drawing has {words}, which do not say what they mean: take them out, or use f-puzzles"
                )
        title, author, _, rules = (*map(_plain, self.about[15:19]), *[""] * 4)[:4]
        puzzle = VariantPuzzle(
            self.size,
            [*self._cages(), *self._lines("thermo", "thermometer"), *self._lines("arrows", "arrow")],
            title=title.removeprefix("Title:").strip(),
            author=author.removeprefix("Author:").strip(),
            rules=rules,
        )
        regions = self._regions()
        digits = {self.cell(point): _digits(entry) for point, entry in self.some("number").items()}
        return attrs.evolve(
            puzzle,
            regions=None if regions == puzzle.region_of else regions,
            given={cell: some[0] for cell, some in digits.items() if len(some) == 1},
            marks={cell: some for cell, some in digits.items() if len(some) > 1},
        )

    def _lines(self, name: str, kind: str) -> Iterator[VariantClue]:
        for points in filter(None, self.some(name)):
            line = [*map(self.cell, points)]
            yield VariantClue(kind, line[:1] if kind == "arrow" else (), [line])

    def _cages(self) -> Iterator[VariantClue]:
        """The cages; the sum of one stands in a corner of its first cell, and its outline is drawn."""
        cages = [sorted(map(self.cell, points)) for points in self.some("killercages") if points]
        sums = {self.corner(point): entry[0] for point, entry in self.some("numberS").items()}
        within = {cell for cage in cages for cell in cage}
        if not {self.corner(point) for pair in self.some("cage") for point in pair.split(",")} <= within:
            raise InputError("Penpa's drawing has outlines of cells that are no cage: draw them as killer cages")
        for cage in cages:
            text = str(sums.pop(cage[0], "")).strip()
            if text and not re.fullmatch("[0-9]{1,4}", text, re.ASCII):
                raise InputError(f"{cell_name(cage[0])}: {cut(repr(text), 20)} is no sum of a cage: give a number")
            yield VariantClue("killercage", cage, value=int(text) if text else None)
        if sums:
            raise InputError(f"{cell_name(min(sums))}: a small number that belongs to no cage: take it out")

    def corner(self, point: Any) -> Cell:
        """The cell of a corner within it: four of each follow the points of cells, corners and sides."""
        return self.cell((int(point) - 4 * self.points) // 4)

    def _regions(self) -> dict[Cell, int]:
        """The number of the region of each cell, whose areas thick lines divide."""
        divided = set(self._divided())
        regions: dict[Cell, int] = {}
        for start in product(range(self.size), repeat=2):
            fresh = [start] if start not in regions else []
            number = len({*regions.values()})
            while fresh:
                r, c = fresh.pop()
                regions[r, c] = number
                beside = {(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)} - regions.keys()
                fresh += [cell for cell in beside if self.holds(cell) and frozenset(((r, c), cell)) not in divided]
        if {*Counter(regions.values()).values()} != {self.size}:
            raise InputError(f"Penpa's thick lines divide no regions of {self.size} cells: draw those of the boxes")
        return regions

    def _divided(self) -> Iterator[frozenset[Cell]]:
        """The pairs of neighbours between which there is a thick line."""
        for pair, style in self.some("lineE").items():
            if style not in BORDERS:
                raise InputError("Penpa's drawing has lines along sides of cells that are not thick: take them out")
            (_, before), (r, c) = (self.place(int(point)) for point in pair.split(","))
            cells = ((r, c), (r, c + 1)) if before == c else ((r, c), (r + 1, c))
            yield frozenset((one - self.top, other - self.left) for one, other in cells)


def _loaded(line: str) -> Any:
    """The JSON of a line with its names."""
    special = {"Z": "z", "O": "null"}
    return json.loads(re.sub("z(.)", lambda found: special.get(found[1]) or f'"{NAMES.get(found[1], "other")}"', line))


def _plain(text: str) -> str:
    for sign, meant in ESCAPED.items():
        text = text.replace(sign, meant)
    return text


def _digits(entry: Any) -> tuple[int, ...]:
    """The digits of a cell: one that is given, or the marks of a cell that may have several."""
    content, _, way = entry
    if way == "1" and str(content).isdecimal():
        return (int(content),)
    if way == "7" and any(content):
        return tuple(k for k, is_set in enumerate(content, 1) if is_set)
    raise InputError(f"Penpa's drawing has {cut(repr(content), 20)} in a cell: give a digit, or pencil marks")

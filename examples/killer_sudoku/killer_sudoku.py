"""Killer sudoku: digits as in sudoku, and cages whose digits differ and have a given sum.

clew check ./killer_sudoku.py killer.txt
clew test ./killer_sudoku.py
"""

from collections.abc import Iterator, Mapping
from math import isqrt
from typing import Any, Self

import attrs

import clew
from clew.constraints import AllDifferent, Constraint, Sum
from clew.forms import Cells, Grid
from clew.render import regions

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
CAGES = Grid(LETTERS, empty="", square=True)


@attrs.frozen
class KillerSudoku(clew.Problem[tuple[int, int], int]):
    """A square of digits as in sudoku; the digits of each cage differ and have a sum."""

    name = "killer-sudoku"
    summary = "fill a sudoku whose clues are the sums of its cages"
    rules = (
        "Every row, column and box has every digit. The digits of a cage differ, and their sum is given. "
        "The instance is a square of letters, one for each cage, and then the sums: A=3 B=15."
    )
    styles = ("cages", "grid")

    # There are 288 sudokus of four by four, and 12 that have a given first row.
    examples = (
        clew.Example("rows", "AAAA/BBBB/CCCC/DDDD/A=10 B=10 C=10 D=10", 288),
        clew.Example("first row", "ABCD/EEEE/FFFF/GGGG/A=1 B=2 C=3 D=4", 12),
        clew.Example("too much", "AABB/CCDD/EEFF/GGHH/A=8", 0),
    )

    cages: Cells
    sums: Mapping[str, int]

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        lines = text.replace("/", "\n").splitlines()
        cages = CAGES.read("\n".join("" if "=" in line else line for line in lines))
        sums: dict[str, int] = {}
        for number, line in enumerate(lines, 1):
            for word in line.split() if "=" in line else ():
                letter, _, total = word.partition("=")
                if letter not in set(cages.values()) or letter in sums:
                    raise clew.InputError(
                        f"killer-sudoku: line {number}: {word[:9]!r}: there is no such cage, or twice"
                    )
                if not (total.isdecimal() and total.isascii() and len(total) < 4):
                    raise clew.InputError(f"killer-sudoku: line {number}: {word[:9]!r} is no sum: write {letter}=15")
                sums[letter] = int(total)
        return cls(cages, sums, **parameters)

    def to_text(self) -> str:
        return f"{self.cages}\n{' '.join(f'{letter}={total}' for letter, total in self.sums.items())}"

    def domains(self) -> Mapping[tuple[int, int], range]:
        return dict.fromkeys(self.cages, range(1, self.cages.height + 1))

    def constraints(self) -> Iterator[Constraint]:
        for number, (row, column) in enumerate(zip(self.cages.row_cells, self.cages.column_cells, strict=True), 1):
            yield AllDifferent(row).named(f"row {number}")
            yield AllDifferent(column).named(f"column {number}")
        for number, box in enumerate(self.boxes(), 1):
            yield AllDifferent(box).named(f"box {number}")
        for letter, total in self.sums.items():
            cage = [cell for cell in self.cages if self.cages[cell] == letter]
            yield AllDifferent(cage).named(f"the digits of {letter} differ")
            yield Sum(cage, "==", total).named(f"{letter} = {total}")

    def boxes(self) -> Iterator[list[tuple[int, int]]]:
        """The cells of each box: of 3 by 3 in a square of nine, of 2 by 3 in one of six."""
        size = self.cages.height
        height = max(k for k in range(1, isqrt(size) + 1) if size % k == 0)
        width = size // height
        for top in range(0, size, height):
            for left in range(0, size, width):
                yield [(top + r, left + c) for r in range(height) for c in range(width)]

    def draw(self, assignment: Mapping[tuple[int, int], int], style: str | None = None) -> str:
        if self.check_style(style) == "grid":
            return super().draw(assignment, "grid")
        symbols = [[str(assignment.get(cell, "")) for cell in row] for row in self.cages.row_cells]
        return regions(symbols, self.cages)

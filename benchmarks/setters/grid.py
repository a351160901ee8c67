"""The board of a puzzle: its cells, rows, columns and regions, and a model with a variable for each cell."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, product
from math import isqrt
from typing import Final

from benchmarks.setters.reading import Part, digit

import clew
from clew.constraints import AllDifferent, Table, Var

Place = tuple[int, int]
Line = Sequence[Var]


class Grid:
    """The cells of a puzzle, called `R1C1` and so on, from 1 on; other variables have other names.

    Args:
        parts: the constraints of the puzzle.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        said: dict[str, tuple[str, ...]] = {"Shape": ("9x9",), **{part.kind: part.arguments for part in parts}}
        size, *values = said["Shape"]
        self.height, self.width = map(int, size.split("x"))
        longest = max(self.height, self.width)
        low, high = (
            map(int, values[0].split("-")) if values and "-" in values[0] else (1, int((values or [str(longest)])[0]))
        )
        self.values: Final = range(low, high + 1)
        self.size: Final = int(said["RegionSize"][0]) if "RegionSize" in said else longest
        self.model: Final = clew.Model("puzzle")
        self.parts: Final = parts
        self.at: Final[dict[Place, Var]] = {}
        self.place: Final[dict[Hashable, Place]] = {}
        self.pairs: Final[set[str]] = set()
        for r, c in product(range(self.height), range(self.width)):
            name = f"R{digit(r + 1)}C{digit(c + 1)}"
            self.at[r, c] = self.model.variable(name, self.values)
            self.place[name] = r, c
        for line in (*self.rows, *self.columns, *(() if "NoBoxes" in said else self.boxes)):
            self.model.require(AllDifferent(line))

    @cached_property
    def rows(self) -> list[list[Var]]:
        return [[self.at[r, c] for c in range(self.width)] for r in range(self.height)]

    @cached_property
    def columns(self) -> list[list[Var]]:
        return [list(column) for column in zip(*self.rows, strict=True)]

    @cached_property
    def boxes(self) -> list[list[Var]]:
        """The regions of a plain sudoku, row by row."""
        height = next(h for h in range(isqrt(self.size), 0, -1) if self.size % h == 0 and self.height % h == 0)
        width = self.size // height
        corners = product(range(0, self.height, height), range(0, self.width, width))
        return [self.block(r, c, height, width) for r, c in corners]

    def block(self, row: int, column: int, height: int = 2, width: int = 2) -> list[Var]:
        return [self.at[r, c] for r, c in product(range(row, row + height), range(column, column + width))]

    @property
    def squares(self) -> Iterator[list[Var]]:
        """All squares of two by two cells."""
        return (self.block(r, c) for r, c in product(range(self.height - 1), range(self.width - 1)))

    @property
    def regions(self) -> int:
        """How many regions there are, if they are to be found."""
        return len(self.at) // self.size

    def region(self, row: int, column: int) -> Var:
        """The region of a cell, if it is to be found."""
        return Var(f"CC{self.width * row + column + 1}")

    @cached_property
    def both(self) -> Collection[tuple[int, int, int]]:
        """Two regions, and 1 if they are one: the tuples of a table, which are looked through once."""
        both = [(r, s, int(r == s)) for r, s in product(range(self.regions), repeat=2)]
        return Table("rsx", both).tuples

    def are_together(self, one: Var, other: Var) -> Var:
        """A variable that is 1 if two cells are in one region, of which these are, and 0 if not: one for both ways."""
        first, last = sorted((one, other), key=lambda region: str(region.name))
        name = f"{first.name} {last.name}"
        if name not in self.pairs:
            self.pairs.add(name)
            self.model.require(Table((first, last, self.model.variable(name, range(2))), self.both))
        return Var(name)

    def line(self, name: str) -> list[Var]:
        """A row or a column by its name, such as `R1`."""
        lines = self.rows if name[0] == "R" else self.columns
        return lines[int(name[1], 17) - 1]

    def diagonal(self, start: Var) -> list[Var]:
        """The cells from one at the border on: right and down from the left, left and up from the right, and so on."""
        r, c = self.place[start.name]
        if c == 0:
            down, right = 1, 1
        elif c == self.width - 1 and r > 0:
            down, right = -1, -1
        else:
            down, right = (1, -1) if r == 0 else (-1, 1)
        found = []
        while (r, c) in self.at:
            found.append(self.at[r, c])
            r, c = r + down, c + right
        return found

    def beside(self, steps: Iterable[tuple[int, int]]) -> Iterator[tuple[Var, Var]]:
        """All pairs of cells that some steps lead from one to the other."""
        for (r, c), (down, right) in product(self.at, [*steps]):
            if (r + down, c + right) in self.at:
                yield self.at[r, c], self.at[r + down, c + right]

    def neighbours(self, cells: Sequence[Var]) -> Iterator[tuple[Var, Var]]:
        """The pairs of some cells that share a side, the one that is named first first."""
        for one, other in combinations(cells, 2):
            (r, c), (s, d) = self.place[one.name], self.place[other.name]
            if abs(r - s) + abs(c - d) == 1:
                yield one, other

    def marked(self, kind: str) -> Iterator[tuple[Var, Var]]:
        """The pairs of neighbours with a mark of some kind."""
        for part in self.parts:
            if part.kind == kind:
                yield from self.neighbours([Var(name) for name in part.arguments])

"""A puzzle of a setter: its grid, its clues of any kinds together, and its words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import product
from math import isqrt
from typing import Any

import attrs

from clew.constraints import AllDifferent, Constraint
from clew.errors import InputError
from clew.limits import check_size
from clew.variants import pairs
from clew.variants.grid import SudokuGrid
from clew.variants.kinds import DIRECTIONS, KINDS, Cell, VariantClue


@attrs.frozen
class VariantPuzzle:
    """A variant of sudoku: the digits from 1 to its size, once in each row, each column and each region, and clues.

    Attributes:
        size: the number of rows, of columns and of digits.
        clues: the clues.
        given: the digits that are given, by their cells, a row and a column from 0 each.
        marks: the only digits that some cells may have.
        regions: the number of the region of each cell that is in one; None for the boxes nearest to squares.
        title: its title.
        author: its author.
        rules: its rules in words, for people.
        solution: the digits that its author says, row by row, 0 for those that are left out; empty if there are none.
        others: the fields of its data that are no rules, such as lines that are drawn.

    Raises:
        InputError: a digit, a cell or a kind of clue is not one of the puzzle.
        OptionError: the grid is too large to search.
    """

    size: int
    clues: tuple[VariantClue, ...] = attrs.field(default=(), converter=tuple[Any, ...])
    given: Mapping[Cell, int] = attrs.field(factory=dict, hash=False)
    marks: Mapping[Cell, tuple[int, ...]] = attrs.field(factory=dict, hash=False)
    regions: Mapping[Cell, int] | None = attrs.field(default=None, hash=False)
    title: str = ""
    author: str = ""
    rules: str = ""
    solution: tuple[int, ...] = attrs.field(default=(), converter=tuple[Any, ...])
    others: Mapping[str, Any] = attrs.field(factory=dict, eq=False)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.size, int) or self.size < 1:
            raise InputError(f"a grid of size {self.size!r} has no cells: give a number from 1")
        check_size(self.size**2, self.size)
        for cell, digits in (*((cell, [digit]) for cell, digit in self.given.items()), *self.marks.items()):
            for digit in digits:
                if not isinstance(digit, int) or not 1 <= digit <= self.size:
                    raise InputError(f"{cell_name(cell)}: {digit!r} is no digit here: use 1 to {self.size}")
        for clue in self.clues:
            self._check(clue)

    def _check(self, clue: VariantClue) -> None:
        if clue.kind not in KINDS:
            raise InputError(f"the kind {clue.kind!r} is not known: remove it, or use {', '.join(KINDS)}")
        kind = KINDS[clue.kind]
        number = 1 if {"cell", "outside"} & {*kind.fields} else kind.number
        if len(clue.cells) != number if number else "cells" in kind.fields and not clue.cells:
            raise InputError(f"{clue.name} has {len(clue.cells)} cells: give {number or 'some'}, or remove it")
        if "direction" in kind.fields and clue.direction not in DIRECTIONS:
            raise InputError(f"{clue.name} has the direction {clue.direction!r}: use {', '.join(DIRECTIONS)}")
        reach = range(-1, self.size + 1) if kind.is_outside else range(self.size)
        for r, c in (*clue.cells, *(cell for line in clue.lines for cell in line)):
            if r not in reach or c not in reach:
                raise InputError(f"{clue.name}: {cell_name((r, c))} is not in the grid: its cells are R1C1 to "
                                 f"{cell_name((self.size - 1, self.size - 1))}")  # fmt: skip

    @property
    def box(self) -> tuple[int, int]:
        """The height and the width of a box that is nearest to a square, and not higher than wide."""
        height = max(h for h in range(1, isqrt(self.size) + 1) if self.size % h == 0)
        return height, self.size // height

    @property
    def region_of(self) -> Mapping[Cell, int]:
        """The region of each cell that is in one."""
        if self.regions is not None:
            return self.regions
        (height, width), lines = self.box, range(self.size)
        return {(r, c): r // height * height + c // width for r, c in product(lines, lines)}

    @property
    def grid(self) -> SudokuGrid:
        """The cells by rows, columns and regions."""
        lines = range(self.size)
        grid = SudokuGrid([[(r, c) for c in lines] for r in lines], self.box)
        if self.regions is not None:
            cells = sorted(self.regions)
            names = sorted(set(self.regions.values()))
            grid.boxes = [[grid.rows[r][c] for r, c in cells if self.regions[r, c] == name] for name in names]
        return grid

    def domains(self) -> Mapping[Cell, Iterable[int]]:
        """The digits that each cell may have, but for those that are given."""
        lines = range(self.size)
        digits = range(1, self.size + 1)
        return {cell: self.marks.get(cell, digits) for cell in product(lines, lines)}

    def constraints(self) -> Iterator[Constraint]:
        """The rules of all rows, columns and regions, and of the clues, each called by what it is about.

        Raises:
            InputError: a clue does not make sense, such as one outside that is not beside the grid.
        """
        for _, constraint in self._named():
            yield constraint

    @cached_property
    def clue_names(self) -> dict[str | None, str | None]:
        """The name of the clue by the name of each constraint; None for rows, columns and regions."""
        return {constraint.label: name for name, constraint in self._named()}

    def _named(self) -> Iterator[tuple[str | None, Constraint]]:
        """The constraints, each with the name of its clue."""
        grid = self.grid
        for title, units in (("row", grid.rows), ("column", grid.columns), ("box", grid.boxes)):
            for k, unit in enumerate(units, 1):
                if len(unit) > 1:
                    yield None, AllDifferent(unit).named(f"{title} {k}")
        taken: set[str] = set()
        whole: list[str] = []
        for clue in self.clues:
            made = [*KINDS[clue.kind].rule(grid, clue), *self._negative(grid, clue)]
            is_single = sum(not isinstance(one, AllDifferent) for one in made) <= 1
            whole.append(clue.name)
            again = f", {number}" if (number := whole.count(clue.name)) > 1 else ""
            for one in made:
                taken.add(name := _name(clue.name, one, taken, is_single and (one is made[-1])))
                yield f"{clue.name}{again}", one.named(name)

    def _negative(self, grid: SudokuGrid, clue: VariantClue) -> list[Constraint]:
        """The meaning of marks that are not there. Dots of one colour say nothing about the other colour."""
        if clue.kind not in ("negative", "nonconsecutive"):
            return []
        if clue.value == "xv":
            return pairs.all_given(
                grid, [one.cells for one in self.clues if one.kind == "xv" and one.value], pairs.x, pairs.v
            )
        dots = [one.cells for one in self.clues if one.kind in ("difference", "ratio")]
        if clue.kind == "nonconsecutive":
            return pairs.all_given(grid, dots, pairs.white)
        if clue.value != "ratio":
            raise InputError(f"all marks of the kind {clue.value!r} cannot be given: use xv or ratio")
        numbers = {2 if one.value is None else one.value for one in self.clues if one.kind == "ratio"} or {2}
        return pairs.all_given(grid, dots, *(partial(pairs.ratio, number=number) for number in sorted(numbers)))


def _name(name: str, constraint: Constraint, taken: Collection[str], is_whole: bool) -> str:
    """A name that no other constraint has: that of the clue if it is all of it, or else with the ends of its scope."""
    cells: list[Any] = [cell for cell in constraint.scope if isinstance(cell, tuple)] or [(0, 0)]
    ends = " to ".join(f"r{r + 1}c{c + 1}" for r, c in (cells[0], cells[-1]))
    part = f"{name.partition(' at ')[0]} from {ends}"
    ways = [name] if is_whole else [f"different digits in {name}"] if isinstance(constraint, AllDifferent) else []
    return next(way for way in (*ways, part, *(f"{part}, {k}" for k in range(2, len(taken) + 3))) if way not in taken)


def cell_name(cell: Cell) -> str:
    """The name of a cell in the data of f-puzzles: `R1C1`."""
    return f"R{cell[0] + 1}C{cell[1] + 1}"

"""Puzzles whose clues are no given values, and one in a standard form, to make instances of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise, product
from random import Random
from typing import Any, Self

import attrs

import clew
from clew import forms
from clew.constraints import AllDifferent, Constraint, Sum

Cell = tuple[int, int]


@attrs.frozen
class Sums(clew.Problem[Cell, int]):
    """Black and white cells with their number in every row and column: all of the clues are always there."""

    name = "sums"
    clues: forms.LineClues = clew.instance(forms.Clues(1, least=0))

    def domains(self) -> Mapping[Cell, Iterable[int]]:
        return dict.fromkeys(product(range(self.clues.height), range(self.clues.width)), (0, 1))

    def constraints(self) -> Iterable[Constraint]:
        for k, (number,) in enumerate(self.clues.rows):
            yield from [] if number is None else [Sum([(k, c) for c in range(self.clues.width)], "==", number)]
        for k, (number,) in enumerate(self.clues.columns):
            yield from [] if number is None else [Sum([(r, k) for r in range(self.clues.height)], "==", number)]

    def random_solution(self, random: Random) -> Mapping[Cell, int]:
        return {cell: random.randrange(2) for cell in self.domains()}

    def from_solution(self, solution: Mapping[Cell, int], random: Random) -> Self:
        height, width = self.clues.height, self.clues.width
        rows = [sum(solution[r, c] for c in range(width)) for r in range(height)]
        columns = [sum(solution[r, c] for r in range(height)) for c in range(width)]
        clues: Any = (rows, columns)
        return type(self)(clues)

    def with_clues(self, clues: Iterable[Any]) -> Self:
        return self


@attrs.frozen
class Letters(clew.Problem[Cell, str]):
    """A latin square of letters in the form of a grid, with cells that are none."""

    name = "letters"
    grid: forms.Cells = clew.instance(forms.Grid("ABCD#", "."))

    def domains(self) -> Mapping[Cell, Iterable[str]]:
        return {cell: "abcd" for cell, symbol in self.grid.items() if symbol != "#"}

    def given(self) -> Mapping[Cell, str]:
        return {cell: symbol.lower() for cell, symbol in self.grid.given.items() if symbol != "#"}

    def constraints(self) -> Iterable[Constraint]:
        for k in range(4):
            yield AllDifferent(cell for cell in self.domains() if cell[0] == k)
            yield AllDifferent(cell for cell in self.domains() if cell[1] == k)


@attrs.frozen
class Hooks(clew.Problem[Cell, int]):
    """A problem whose constraint asks Python, and whose first values may not all be given."""

    name = "hooks"
    numbers: tuple[tuple[int, ...], ...]

    def domains(self) -> Mapping[Cell, Iterable[int]]:
        return dict.fromkeys(((0, c) for c in range(len(self.numbers[0]))), range(1, 4))

    def given(self) -> Mapping[Cell, int]:
        return {(0, c): value for c, value in enumerate(self.numbers[0]) if value}

    def is_consistent(self, state: clew.State[Cell, int], variable: Cell, value: int) -> bool:
        return all(abs(variable[1] - c) > 1 or state[0, c] != value for _, c in state)

    def violations(self, assignment: Mapping[Cell, int]) -> Iterable[clew.Violation]:
        for (one, first), (other, second) in pairwise(sorted(assignment.items())):
            if other[1] - one[1] == 1 and first == second:
                yield clew.Violation("neighbours", "two neighbours are equal", (one, other))

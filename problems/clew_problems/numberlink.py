"""Numberlink: lines join equal numbers and fill the grid.

There is a variable for each cell, the number of its line, and one for each pair of neighbours, 1 if a line joins them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew import forms
from clew.constraints import Constraint, Paths, grid_graph
from clew.forms.addresses import Address
from clew.forms.codings import read_numbers, write_numbers
from clew.render import LineBoard
from clew_problems.loops import Cell, Edge, lines_of, name, named
from clew_problems.words import GRID, LINES

LONGEST: Final = 16
"""Cells of a line that a new instance has, at most; longer ones leave other solutions more often."""


@attrs.frozen
class Numberlink(clew.Problem[Any, int]):
    """A Numberlink to solve.

    Args:
        numbers: the numbers and dots, a sequence of words for each row.

    Raises:
        InputError: the rows are no grid of numbers, or a number is not there twice.
        OptionError: the grid is too large to search.
    """

    name = "numberlink"
    summary = "join equal numbers by lines that fill the grid and do not cross"
    rules = (
        "Join each number to its equal by a line from cell to neighbouring cell. Lines do not branch and do not "
        "cross, and every cell is on one of them. The instance is a grid of numbers and dots with spaces between, or "
        "an address of puzz.link; clew generate takes a size such as 6x6."
    )
    # The second is from the tests of pzprjs. In an empty grid of two numbers in opposite corners the lines are the
    # Hamiltonian paths from corner to corner, OEIS A001184.
    examples = (
        clew.Example("two rows", "1 . 1 / 2 . 2", 1),
        clew.Example("5x5", "1 . . . . / 2 . . 3 . / . . . . . / . 1 . . 2 / . . . . 3", 1),
        clew.Example("corner to corner", "1 . . / . . . / . . 1", 2),
        clew.Example("crossed", "1 2 / 2 1", 0),
    )
    styles = ("lines", "numbers")
    translations = (*GRID, *LINES)

    numbers: forms.Cells = clew.instance(forms.Words(r"[1-9][0-9]{0,2}", "numbers from 1"), help="the numbers")

    def __attrs_post_init__(self) -> None:
        for number, times in Counter(self.numbers.given.values()).items():
            if times != 2:
                raise clew.InputError(f"numberlink: the number {number} is there {times} times: a line has two ends")

    # -- the search ---------------------------------------------------------------------------

    @property
    def edges(self) -> list[Edge]:
        """The pairs of neighbouring cells."""
        return grid_graph(self.numbers.height, self.numbers.width)

    @property
    def ends(self) -> dict[int, list[Cell]]:
        """The two ends of each line."""
        found: dict[int, list[Cell]] = {}
        for cell, number in self.numbers.given.items():
            found.setdefault(int(number), []).append(cell)
        return dict(sorted(found.items()))

    def domains(self) -> Mapping[Any, Iterable[int]]:
        return {**dict.fromkeys(self.edges, (0, 1)), **dict.fromkeys(self.numbers, tuple(self.ends))}

    def constraints(self) -> Iterable[Constraint]:
        return named(Paths(self.edges, self.ends), self.edges, "cell") if self.ends else ()

    # -- drawing and addresses ------------------------------------------------------------------

    def picture(self, assignment: Mapping[Any, int], domains: Mapping[Any, Collection[int]] | None = None) -> LineBoard:
        given = self.numbers.given
        rows = [[given.get(cell, "") for cell in row] for row in self.numbers.row_cells]
        colours = {cell: assignment[cell] for cell in self.numbers if cell in assignment}
        discs: Any = dict.fromkeys(given, "white")
        return LineBoard(rows, lines_of(self.edges, assignment), discs=discs, colours=colours, title=self.name)

    def draw(self, assignment: Mapping[Any, int], style: str | None = None) -> str:
        if self.check_style(style) == "lines":
            return self.picture(assignment).text()
        given = self.numbers.given
        words = {cell: str(assignment.get(cell, given.get(cell, "."))) for cell in self.numbers}
        wide = max(map(len, words.values()))
        return "\n".join(" ".join(words[cell].rjust(wide) for cell in row) for row in self.numbers.row_cells)

    def variable_name(self, variable: Any) -> str:
        return name(variable) if isinstance(variable[0], int) else "-".join(map(name, variable))

    def decision_title(self, variable: Any, value: int) -> str:
        title = self.variable_name(variable)
        return f"{title} = {value}" if isinstance(variable[0], int) else f"{'a' if value else 'no'} line at {title}"

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        with address.reading("numlin", "numberlink") as body:
            cells = read_numbers(body, address.area)
        if any(number is not None and number < 1 for number in cells):
            raise clew.InputError("numberlink: the address has an end without its number, which cannot be read")
        rows: Any = address.rows([str(number or ".") for number in cells])
        return cls(rows)

    def to_address(self) -> Address:
        cells = [None if word == "." else int(word) for word in self.numbers.values()]
        return Address("numlin", self.numbers.width, self.numbers.height, write_numbers(cells))

    # -- new instances --------------------------------------------------------------------------

    def random_solution(self, random: Random) -> Mapping[Any, int]:
        """Lines that grow together, end to end, as long as none lies beside itself."""
        while True:
            lines = {cell: [cell] for cell in self.numbers}
            for one, other in random.sample(self.edges, len(self.edges)) * 3:
                _join(lines, one, other)
            found = {id(line): line for line in lines.values()}
            if min(map(len, found.values())) > 2:
                break
        drawn = random.sample([*found.values()], len(found))
        taken = {frozenset(pair) for line in drawn for pair in pairwise(line)}
        labels = {cell: number for number, line in enumerate(drawn, 1) for cell in line}
        return {**{edge: int(frozenset(edge) in taken) for edge in self.edges}, **labels}

    def from_solution(self, solution: Mapping[Any, int], random: Random) -> Self:
        degrees = Counter(cell for edge in self.edges if solution[edge] for cell in edge)
        ends = {cell: str(solution[cell]) for cell in self.numbers if degrees[cell] == 1}
        rows: Any = [[ends.get(cell, ".") for cell in row] for row in self.numbers.row_cells]
        return type(self)(rows)

    def clue_groups(self) -> Iterable[Collection[Any]]:
        return ()  # every line needs its ends

    def with_clues(self, clues: Iterable[Any]) -> Self:
        return self


def _join(lines: dict[Cell, list[Cell]], one: Cell, other: Cell) -> None:
    """Join two lines that end in neighbouring cells, unless the line would be too long or lie beside itself."""
    first, second = lines[one], lines[other]
    if first is second or len(first) + len(second) > LONGEST or not _is_end(one, first) or not _is_end(other, second):
        return
    if sum(abs(r - u) + abs(c - v) == 1 for r, c in first for u, v in second) > 1:
        return
    line = (first if first[-1] == one else first[::-1]) + (second if second[0] == other else second[::-1])
    lines.update(dict.fromkeys(line, line))


def _is_end(cell: Cell, line: list[Cell]) -> bool:
    return cell in (line[0], line[-1])

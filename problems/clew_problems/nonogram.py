"""Nonograms: paint the cells so that the blocks of black cells in each row and column have the given lengths.

A cell is a variable, and each line is read by an automaton: one state for each black cell of its clue and one for each
gap, so that propagation finds everything that follows from a line alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import Constraint, Regular
from clew.forms import Address, Clues, LineClues, coded_grids
from clew.render import Board
from clew_problems.words import COLOURS, words

Cell = tuple[int, int]
Line = Sequence[int | None]

BLACK: Final = "#"
WHITE: Final = "."
OPEN: Final = "?"
BOAT: Final = "1, 2, 3, 3, 4, 5, 1, 10, 8, 6 / 1, 2, 3, 3, 10, 5 3, 4 3, 2 3, 1 2, 1"
DENSITY: Final = 0.55
"""The part of the cells that are black in a random picture, before it is smoothed."""


@attrs.frozen
class Nonogram(clew.Problem[Cell, str]):
    """A picture to paint by the lengths of its blocks.

    Args:
        clues: the lengths of the blocks of each row, from the left, and of each column, from above.

    Raises:
        InputError: there is no row or no column, or a length is no number from 1.
        OptionError: the grid is too large to search.
    """

    name = "nonogram"
    summary = "paint a picture by the lengths of the black blocks in its rows and columns"
    rules = (
        "Paint some cells black. The numbers of a row or a column are the lengths of its blocks of black cells in "
        "their order, with a white cell at least between two of them. The instance has the numbers of each row, then "
        "those of each column, as in '1 1, 2 / 2, 1, 1', with . for a line without any; or it is the text of a file "
        ".non, an address of puzz.link, or a size such as 15x15: a white grid, for clew generate."
    )
    examples = (
        clew.Example("boat", BOAT, 1),
        clew.Example("permutations of 4", "1, 1, 1, 1 / 1, 1, 1, 1", 24),
        clew.Example("one block too many", "2, 1 / 1, 1", 0),
        clew.Example("white", "3x4", 1),
    )
    styles = ("grid", "clues")
    translations = (*COLOURS, *words(("with", "avec", "mit")))

    clues: LineClues = clew.instance(Clues(), help="the lengths of the blocks in each row and each column")

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, str]:
        return dict.fromkeys(self.clues.cells, BLACK + WHITE)

    def constraints(self) -> Iterator[Constraint]:
        rows = [(f"row {k}", line) for k, line in enumerate(self.clues.rows, 1)]
        columns = [(f"column {k}", line) for k, line in enumerate(self.clues.columns, 1)]
        for cells, (title, line) in zip(self.clues.lines, rows + columns, strict=True):
            yield Regular(cells, *_automaton(line)).named(f"{title} with {_words(line)}")

    # -- text and pictures --------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        if re.search(r"^\s*rows\s*$", text, re.MULTILINE):
            return cls(_from_non(text), **parameters)
        return super().from_text(text, **parameters)

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        with address.reading("nonogram") as body:
            return cls(coded_grids.read_blocks(body, address.height, address.width), **parameters)

    def to_address(self) -> Address:
        return Address("nonogram", self.clues.width, self.clues.height, coded_grids.write_blocks(self.clues))

    def draw(self, assignment: Mapping[Cell, str], style: str | None = None) -> str:
        rows = ["".join(assignment.get(cell, OPEN) for cell in row) for row in self.clues.row_cells]
        if self.check_style(style) == "grid":
            return "\n".join(rows)
        beside = [*map(_words, self.clues.rows)]
        wide = max(map(len, beside))
        narrow = max(len(str(length)) for line in ((0,), *self.clues.columns) for length in line)
        lines = zip_longest(*(_words(line).split()[::-1] for line in self.clues.columns), fillvalue="")
        above = [" " * wide + " " + " ".join(word.rjust(narrow) for word in line) for line in lines]
        cells = [" ".join(cell.rjust(narrow) for cell in row) for row in rows]
        below = [f"{words.rjust(wide)} {row}" for words, row in zip(beside, cells, strict=True)]
        return "\n".join(line.rstrip() for line in [*above[::-1], *below])

    def variable_name(self, cell: Cell) -> str:
        return f"r{cell[0] + 1}c{cell[1] + 1}"

    def decision_title(self, cell: Cell, value: str) -> str:
        return f"{self.variable_name(cell)} is {'black' if value == BLACK else 'white'}"

    def picture(self, assignment: Mapping[Cell, str], domains: Mapping[Cell, Collection[str]] | None = None) -> Board:
        """The cells with the numbers beside them: black ones black, white ones with a dot as long as some are open."""
        known = {**{cell: next(iter(left)) for cell, left in (domains or {}).items() if len(left) == 1}, **assignment}
        symbols = {BLACK: " ", WHITE: "·" if len(known) < len(self.clues.cells) else "\u2007", "": ""}
        return Board(
            [[symbols[known.get(cell, "")] for cell in row] for row in self.clues.row_cells],
            title=self.name,
            blocks=[cell for cell, value in known.items() if value == BLACK],
            regions={(r, c): (r // 5, c // 5) for r, c in self.clues.cells},
            row_labels=[*map(_words, self.clues.rows)],
            column_labels=[_words(line).replace(" ", "\n") for line in self.clues.columns],
        )

    # -- new instances ------------------------------------------------------------------------

    def random_solution(self, random: Random) -> dict[Cell, str]:
        """Spots at random, each then of the colour that most of the cells around it have: so most are the only ones."""
        black = {cell for cell in self.clues.cells if random.random() < DENSITY}
        return {cell: BLACK if self._is_dark(cell, black) else WHITE for cell in self.clues.cells}

    def _is_dark(self, cell: Cell, black: set[Cell]) -> bool:
        r, c = cell
        rows, columns = range(self.clues.height)[max(0, r - 1) : r + 2], range(self.clues.width)[max(0, c - 1) : c + 2]
        dark = sum((row, column) in black for row in rows for column in columns)
        return 2 * dark + (cell in black) > len(rows) * len(columns)

    def from_solution(self, solution: Mapping[Cell, str], random: Random) -> Self:
        lines = ["".join(solution[cell] for cell in line) for line in self.clues.lines]
        lengths = [tuple(map(len, line.replace(WHITE, " ").split())) for line in lines]
        return type(self)(LineClues(tuple(lengths[: self.clues.height]), tuple(lengths[self.clues.height :])))

    def clue_groups(self) -> Iterable[Any]:
        """None: all numbers are there."""
        return ()

    def with_clues(self, clues: Iterable[Any]) -> Self:
        return self


@lru_cache(maxsize=1024)
def _automaton(line: Line) -> tuple[dict[tuple[int, str], int], int, set[int]]:
    """The transitions, the first state and the last of an automaton for a line.

    A state is how much of the shortest line with these blocks has been read: it goes on by the next of its cells, and
    stays at a white cell where a gap is, or the beginning, or the end.
    """
    shortest = WHITE.join(BLACK * (length or 0) for length in line)
    transitions = {(k, cell): k + 1 for k, cell in enumerate(shortest)}
    gaps = [k + 1 for k, cell in enumerate(shortest) if cell == WHITE]
    transitions |= {(k, WHITE): k for k in (0, *gaps, len(shortest))}
    return transitions, 0, {len(shortest)}


def _words(line: Line) -> str:
    return " ".join(map(str, line)) or "0"


def _from_non(text: str) -> LineClues:
    """The clues of a file in the format .non, which Simpson's solver has: numbers with commas between.

    Raises:
        InputError: the rows or columns are not as many as the file says, or are no numbers.
    """
    lines = [line.strip() for line in text.splitlines()]
    sides = []
    for key, size in (("rows", "height"), ("columns", "width")):
        sizes = [int(line.split()[1]) for line in lines if re.fullmatch(rf"{size}\s+[0-9]{{1,6}}", line)]
        if key not in lines or not sizes:
            raise clew.InputError(f"nonogram: a file .non has a line '{size} 10', say, and below it one of '{key}'")
        begin = lines.index(key) + 1
        side = lines[begin : begin + sizes[0]]
        for number, line in enumerate([*side, *["the end"] * (sizes[0] - len(side))], begin + 1):
            if not re.fullmatch(r"([0-9]+([,\s]+[0-9]+)*)?", line):
                raise clew.InputError(f"nonogram: line {number}: {line[:20]!r} are no numbers with commas between")
        sides.append("\n".join(line.replace(",", " ") or "." for line in side))
    return Clues().read("\n\n".join(sides))

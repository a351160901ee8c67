"""Akari, or light up: put lamps into cells so that every cell is lit and no lamp shines on another.

A white cell is a variable. The runs of white cells between black ones are all that the rules are about: a lamp lights
its two runs, along the row and along the column.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import AtLeast, AtMost, Constraint, Exactly
from clew.forms import Address, Cells, Grid, codings
from clew.render import Board
from clew_problems.words import GRID, words

Cell = tuple[int, int]
Run = tuple[Cell, ...]

LAMP, NONE = "*", "-"
WHITE: Final = "."
BLACK: Final = "#"
BLACKS: Final = 0.22
"""The part of the cells that are black in a new instance, if the blank one has none."""


@attrs.frozen
class Akari(clew.Problem[Cell, str]):
    """A grid to light.

    Args:
        grid: the cells: `.` for a white one, `#` for a black one, a digit for a black one with a number.

    Raises:
        InputError: the grid has other symbols, or rows of different length.
        OptionError: it is too large to search.
    """

    name = "akari"
    summary = "put lamps into a grid so that every cell is lit and no lamp lights another"
    rules = (
        "Put lamps into white cells. A lamp lights its row and its column as far as the next black cell. Every white "
        "cell must be lit, no lamp may light another, and beside a black cell with a number there are so many lamps. "
        "The instance is a grid of . for a white cell, # for a black one and 0 to 4 for a black one with a number; or "
        "an address of puzz.link, or the size of a white grid."
    )
    examples = (
        clew.Example("pzprjs", "....../..4.../....2./.0..../...1../......", 1),
        clew.Example("white 4x4", "4x4", 24),
        clew.Example("white 2x3", "2x3", 6),
        clew.Example("too many", "4.", 0),
    )
    translations = (
        *GRID,
        *words(
            ("a lamp in", "[une|une|avec une] lampe en", "[eine|eine|mit einer] Lampe in"),
            ("no lamp in", "[aucune|aucune|sans] lampe en", "[keine|keine|ohne] Lampe in"),
            ("the run from", "la suite de", "[die|die|der] Reihe von"),
            ("light on", "l'éclairage de", "[das|das|dem] Licht in"),
        ),
    )

    grid: Cells = clew.instance(Grid("01234#"), help="white cells, black cells and numbers")

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, str]:
        return {cell: LAMP + NONE for cell, symbol in self.grid.items() if symbol == WHITE}

    def constraints(self) -> Iterator[Constraint]:
        lights: dict[Cell, list[Cell]] = {}
        for run in self._runs():
            if len(run) > 1:
                yield AtMost(1, LAMP, run).named(f"the run from {_name(run[0])} to {_name(run[-1])}")
            for cell in run:
                lights.setdefault(cell, []).extend(run)
        for cell, seen in lights.items():
            yield AtLeast(1, LAMP, tuple(dict.fromkeys(seen))).named(f"light on {_name(cell)}")
        for cell, symbol in self.grid.given.items():
            if symbol != BLACK:
                yield Exactly(int(symbol), LAMP, self._beside(cell)).named(f"the {symbol} at {_name(cell)}")

    def _runs(self) -> Iterator[Run]:
        """The white cells between two black ones, in each row and each column."""
        for line in self.grid.lines:
            for is_white, cells in groupby(line, lambda cell: self.grid[cell] == WHITE):
                if is_white:
                    yield tuple(cells)

    def _beside(self, cell: Cell) -> Run:
        """The white cells beside a cell."""
        r, c = cell
        return tuple(x for x in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if self.grid.get(x) == WHITE)

    # -- text and pictures --------------------------------------------------------------------

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        with address.reading("lightup", "akari") as body:
            cells = codings.read_small(body, address.area)
        symbols = [WHITE if cell is None else BLACK if cell == codings.HIDDEN else str(cell) for cell in cells]
        return cls(_cells(address.rows(symbols)), **parameters)

    def to_address(self) -> Address:
        cells = [None if s == WHITE else codings.HIDDEN if s == BLACK else int(s) for s in self.grid.values()]
        body = codings.write_small(cells)
        return Address("lightup", self.grid.width, self.grid.height, body)

    def variable_name(self, cell: Cell) -> str:
        return _name(cell)

    def decision_title(self, cell: Any, value: Any) -> str:
        return f"{'a lamp' if value == LAMP else 'no lamp'} in {self.variable_title(cell)}"

    def picture(self, assignment: Mapping[Cell, str], domains: Mapping[Cell, Collection[str]] | None = None) -> Board:
        """Black cells with their numbers, lamps, the cells that they light, and a dot in those without a lamp."""
        known = {**{cell: next(iter(left)) for cell, left in (domains or {}).items() if len(left) == 1}, **assignment}
        symbols = {LAMP: "●", NONE: "·", BLACK: " ", WHITE: ""}
        lamps = {cell for cell, value in known.items() if value == LAMP}
        return Board(
            [[symbols.get(s := known.get(cell, self.grid[cell]), s) for cell in row] for row in self.grid.row_cells],
            title=self.name,
            blocks=list(self.grid.given),
            colours={cell: 3 for run in self._runs() if lamps.intersection(run) for cell in run},
        )

    # -- new instances ------------------------------------------------------------------------

    def random_solution(self, random: Random) -> dict[Cell, str]:
        """Lamps in cells that are still dark until none is; among black cells at random, if this grid has none."""
        puzzle = self if self.grid.given else self._with_blacks(random)
        runs: dict[Cell, list[Run]] = {}
        for run in puzzle._runs():
            for cell in run:
                runs.setdefault(cell, []).append(run)
        cells, lit, lamps = list(runs), set[Cell](), set[Cell]()
        random.shuffle(cells)
        for cell in cells:
            if cell not in lit:
                lamps.add(cell)
                lit.update(*runs[cell])
        return {cell: LAMP if cell in lamps else NONE for cell in puzzle.domains()}

    def _with_blacks(self, random: Random) -> Self:
        """The grid with black cells at random, the same after half a turn."""
        height, width = self.grid.height, self.grid.width
        half = self.grid.cells[: (height * width + 1) // 2]
        chosen = {cell for cell in half if random.random() < BLACKS}
        black = chosen | {(height - 1 - r, width - 1 - c) for r, c in chosen}
        return self._drawn(dict.fromkeys(black, BLACK))

    def _drawn(self, symbols: Mapping[Cell, str]) -> Self:
        return type(self)(_cells([[symbols.get(cell, WHITE) for cell in row] for row in self.grid.row_cells]))

    def from_solution(self, solution: Mapping[Cell, str], random: Random) -> Self:
        black = self._drawn({cell: BLACK for cell in self.grid if cell not in solution})
        lamps = {cell: [solution[x] for x in black._beside(cell)].count(LAMP) for cell in black.grid.given}
        return self._drawn({cell: str(number) for cell, number in lamps.items()})

    def clue_groups(self) -> Iterator[tuple[Cell]]:
        """The black cells with a number, which may lose it."""
        yield from ((cell,) for cell, symbol in self.grid.given.items() if symbol != BLACK)

    def with_clues(self, clues: Iterable[Any]) -> Self:
        kept = set(clues)
        return self._drawn({cell: s if cell in kept else BLACK for cell, s in self.grid.given.items()})


def _cells(rows: Iterable[Sequence[str]]) -> Cells:
    return Cells(tuple(map("".join, rows)), WHITE)


def _name(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"

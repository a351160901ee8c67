"""Hitori: shade cells so that no number is left twice in a line; shaded cells do not touch, the others are connected.

A cell is a variable, and the numbers only say which of them may not all stay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import AtMost, Connected, Constraint, grid_graph
from clew.forms import Address, Cells, Grid
from clew.forms.coded_grids import read_each, write_each
from clew.forms.codings import HIDDEN
from clew.render import Board
from clew_problems.pieces import Cell, is_connected, near
from clew_problems.words import COLOURS, GRID, words

SHADED: Final = "#"
LEFT: Final = "+"
BLANK: Final = "."
NUMBERS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVW"
"""A symbol for each number from 1."""

CIRCLED: Final = {
    BLANK: "\N{LARGE CIRCLE}",
    **dict(zip(NUMBERS, map(chr, [*range(0x2460, 0x2474), *range(0x3251, 0x325D)]), strict=True)),
}
"""The numbers in circles, as people mark those that are left."""


@attrs.frozen
class Hitori(clew.Problem[Cell, str]):
    """A hitori to solve.

    Args:
        grid: the numbers, a text for each row: 1 to 9, and A to W for those from 10 to 32; a dot for none.

    Raises:
        InputError: the grid has other symbols, or rows of different length.
        OptionError: it is too large to search.
    """

    name = "hitori"
    summary = "shade cells until no line has a number twice; shaded ones do not touch"
    rules = (
        "Shade some cells so that no row and no column has a number twice among the others. Shaded cells do not touch "
        "along a side, and the others are in one piece. The instance is a grid of numbers, a symbol each: 1 to 9, "
        "then A for 10 and so on, and a dot for a cell without; or a size such as 6x6, or an address of puzz.link."
    )
    examples = (
        clew.Example("8x8", "48163257/36721654/23482861/41657735/72318512/35673184/64235478/87142356", 1),
        clew.Example("pzprjs", "1114/1423/3321/4213", 1),
        # Every set of cells that do not touch, if the others are connected.
        clew.Example("no number in 2x2", "2x2", 5),
        clew.Example("four of a kind", "1111", 0),
    )
    styles = ("numbers", "grid")
    translations = (
        *GRID,
        *COLOURS,
        *words(
            ("the pair", "la paire", "[das|das|dem] Paar"),
            ("the area of white cells", "la zone blanche", "[die weiße|die weiße|der weißen] Fläche"),
        ),
    )

    grid: Cells = clew.instance(Grid(NUMBERS), help="the numbers")

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, str]:
        return dict.fromkeys(self.grid, LEFT + SHADED)

    def constraints(self) -> Iterator[Constraint]:
        edges = grid_graph(self.grid.height, self.grid.width)
        for kind, lines in (("row", self.grid.row_cells), ("column", self.grid.column_cells)):
            for k, line in enumerate(lines, 1):
                for symbol, cells in self._equal(line).items():
                    if len(cells) > 1:
                        yield AtMost(1, LEFT, cells).named(f"the {_number(symbol)} of {kind} {k}")
        for one, other in edges:
            yield AtMost(1, SHADED, (one, other)).named(f"the pair {_name(one)}, {_name(other)}")
        yield Connected(list(self.grid), edges, LEFT).named("the area of white cells")

    def _equal(self, line: Iterable[Cell]) -> dict[str, list[Cell]]:
        """The cells of a line that have each number."""
        cells: dict[str, list[Cell]] = {}
        for cell in line:
            if self.grid[cell] != BLANK:
                cells.setdefault(self.grid[cell], []).append(cell)
        return cells

    # -- text and pictures --------------------------------------------------------------------

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        with address.reading("hitori") as body:
            numbers = read_each(body, address.area)
        for number in numbers:
            if number is not None and number != HIDDEN and not 1 <= number <= len(NUMBERS):
                raise clew.InputError(f"hitori: the address has the number {number}: use 1 to {len(NUMBERS)}")
        symbols = [BLANK if number is None or number == HIDDEN else NUMBERS[number - 1] for number in numbers]
        rows: Any = address.rows(symbols)
        return cls(rows)

    def to_address(self) -> Address:
        numbers = [None if symbol == BLANK else NUMBERS.index(symbol) + 1 for symbol in self.grid.values()]
        return Address("hitori", self.grid.width, self.grid.height, write_each(numbers))

    def draw(self, assignment: Mapping[Cell, str], style: str | None = None) -> str:
        """The numbers that are left, # for a shaded cell and ? for an open one; or # and + alone."""
        symbols = {**self.grid, **{cell: SHADED for cell, value in assignment.items() if value == SHADED}}
        if self.check_style(style) == "grid":
            symbols = {cell: assignment.get(cell, "?") for cell in self.grid}
        return "\n".join("".join(symbols[cell] for cell in row) for row in self.grid.row_cells)

    def variable_name(self, cell: Cell) -> str:
        return _name(cell)

    def decision_title(self, cell: Cell, value: str) -> str:
        return f"{_name(cell)} is {'black' if value == SHADED else 'white'}"

    def picture(self, assignment: Mapping[Cell, str], domains: Mapping[Cell, Collection[str]] | None = None) -> Board:
        """The numbers: white in shaded cells and, as long as a cell is open, in a circle if they are left."""
        known = {**{cell: next(iter(left)) for cell, left in (domains or {}).items() if len(left) == 1}, **assignment}
        circled = [cell for cell, value in known.items() if value == LEFT and len(known) < len(self.grid)]
        symbols = {**self.grid, **{cell: CIRCLED[self.grid[cell]] for cell in circled}}
        return Board(
            [[_number(symbols[cell]) for cell in row] for row in self.grid.row_cells],
            title=self.name,
            given=[cell for cell in self.grid if cell not in known],
            blocks=[cell for cell, value in known.items() if value == SHADED],
        )

    # -- new instances ------------------------------------------------------------------------

    def random_solution(self, random: Random) -> dict[Cell, str]:
        """Cells shaded at random, until no more can be.

        Raises:
            OptionError: this grid has numbers, and there is no telling which shading would suit them.
        """
        if self.grid.given:
            raise clew.OptionError("hitori: new instances begin with an empty grid: give its size, such as 6x6")
        left = set(self.grid)
        for cell in random.sample(self.grid.cells, len(self.grid)):
            if all(other in left for other in near(cell, self.grid)) and is_connected(left - {cell}):
                left.remove(cell)
        return {cell: LEFT if cell in left else SHADED for cell in self.grid}

    def from_solution(self, solution: Mapping[Cell, str], random: Random) -> Self:
        """A latin square, its rows, columns and numbers in random order; shaded cells get a number of their lines."""
        size = max(self.grid.height, self.grid.width)
        rows, columns, names = (random.sample(range(size), size) for _ in range(3))
        numbers = {(r, c): NUMBERS[names[(rows[r] + columns[c]) % size]] for r, c in self.grid}
        left = {cell: number for cell, number in numbers.items() if solution[cell] == LEFT}
        for r, c in self.grid:
            if (r, c) not in left:
                numbers[r, c] = random.choice([n for (y, x), n in left.items() if y == r or x == c] or [NUMBERS[0]])
        return self._with_numbers(numbers)

    def repaired(self, one: Mapping[Cell, str], other: Mapping[Cell, str], random: Random) -> Self | None:
        """A cell that is shaded in the first solution only gets a number that is left beside it in the other."""
        first, second = random.sample([one, other], 2)
        changes = [
            (cell, self.grid[beside])
            for cell in self.grid
            if first[cell] == SHADED and second[cell] == LEFT
            for beside in self.grid
            if (beside[0] == cell[0]) != (beside[1] == cell[1]) and first[beside] == second[beside] == LEFT
        ]
        return self._with_numbers({**self.grid, **dict([random.choice(changes)])}) if changes else None

    def clue_groups(self) -> Iterable[Collection[Any]]:
        return ()  # every cell has its number

    def with_clues(self, clues: Iterable[Any]) -> Self:
        return self

    def _with_numbers(self, numbers: Mapping[Cell, str]) -> Self:
        rows: Any = ["".join(numbers[cell] for cell in row) for row in self.grid.row_cells]
        return type(self)(rows)


def _number(symbol: str) -> str:
    """A number as people write it: other symbols, those in a circle, stay as they are."""
    return str(NUMBERS.index(symbol) + 1) if symbol in NUMBERS else symbol.replace(BLANK, "")


def _name(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"

"""Shikaku: divide a grid into rectangles, each with one number, its area.

There is a variable for each number. Its value is the rectangle: the names of two corners.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import Constraint, Exactly, Or, Table
from clew.forms import Address, Cells, Words
from clew.forms.codings import HIDDEN, read_numbers, write_numbers
from clew.render import Board
from clew.render import regions as with_regions
from clew_problems.pieces import Cell
from clew_problems.words import GRID, words

Ways = Mapping[str, frozenset[Cell]]
"""The rectangles of a number, each with its cells."""

BLANK: Final = "."
UNKNOWN: Final = "?"
FIELDS: Final = """\
 .  .  4  .  .  9  .  .
 .  .  .  .  .  .  .  .
10  .  .  .  8  .  .  .
 .  .  .  .  .  .  .  .
 .  .  5  .  .  .  .  .
 .  4  .  .  .  .  .  .
 .  .  .  6  .  .  . 10
 .  3  .  .  .  5  .  .
"""
LARGEST: Final = 12
"""Cells of a rectangle in a new instance."""


@attrs.frozen
class Shikaku(clew.Problem[Cell, str]):
    """A grid to divide.

    Args:
        grid: the numbers, a sequence of words for each row; `?` for one that is not given, and dots.

    Raises:
        InputError: the rows are no grid of such words.
        OptionError: the grid is too large to search.
    """

    name = "shikaku"
    summary = "divide a grid into rectangles that each have one number, their area"
    rules = (
        "Divide the grid into rectangles, each with one number, which says how many cells it has. The instance is a "
        "grid of numbers and dots with spaces between, with ? for a number that is not given; or it is an address of "
        "puzz.link. clew generate takes a size such as 8x8."
    )
    examples = (
        clew.Example("8x8", FIELDS, 1),
        clew.Example("pzprjs", ". . . . 3 . / 5 6 . . 6 . / . . . . . . / . . . . . . / . 6 . . 2 3 / . 5 . . . .", 1),
        clew.Example("two ways", "2 . / . 2", 2),
        clew.Example("without numbers", "? . . ?", 3),
        clew.Example("out of reach", "2 . .", 0),
        clew.Example("too large", "3 . / . 1", 0),
    )
    styles = ("rectangles", "corners")
    translations = (
        *GRID,
        *words(
            ("beside the", "à côté du", "neben der"),
            ("the covering of", "la couverture de", "[die|die|der] Überdeckung von"),
        ),
        *words(("covers", "couvre", "überdeckt")),
    )

    grid: Cells = clew.instance(Words(r"\?|[1-9][0-9]{0,3}", "numbers from 1, ?"), help="the numbers")

    # -- the search ---------------------------------------------------------------------------

    def ways(self) -> Mapping[Cell, Ways]:
        """For each number the rectangles that have its cell, so many cells, and no other number."""
        return _ways(self.grid)

    def domains(self) -> Mapping[Cell, Iterable[str]]:
        return {cell: tuple(ways) for cell, ways in self.ways().items()}

    def constraints(self) -> Iterator[Constraint]:
        ways = self.ways()
        for one, other in combinations(ways, 2):
            near = frozenset().union(*ways[one].values()) & frozenset().union(*ways[other].values())
            if near:
                apart = [(a, b) for a, b in product(ways[one], ways[other]) if not ways[one][a] & ways[other][b]]
                yield Table((one, other), apart).named(f"{self._title(one)} beside {self._title(other)}")
        for cell in self.grid:
            if cell not in ways:
                covers = {at: [(way,) for way, cells in some.items() if cell in cells] for at, some in ways.items()}
                reach = [Table((at,), rows) for at, rows in covers.items() if rows] or [Table((at,), ()) for at in ways]
                covered = Or(reach) if ways else Exactly(1, BLANK, ())  # without a number there is no rectangle
                yield covered.named(f"the covering of {_name(cell)}")

    def _title(self, cell: Cell) -> str:
        return f"the {self.grid[cell]} at {_name(cell)}"

    # -- text and pictures --------------------------------------------------------------------

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        with address.reading("shikaku") as body:
            numbers = read_numbers(body, address.area)
        if 0 in numbers:
            raise clew.InputError("shikaku: the address has the number 0: a rectangle has a cell at least")
        rows: Any = address.rows([BLANK if n is None else UNKNOWN if n == HIDDEN else str(n) for n in numbers])
        return cls(rows)

    def to_address(self) -> Address:
        hidden = {BLANK: None, UNKNOWN: HIDDEN}
        numbers = [hidden[word] if word in hidden else int(word) for word in self.grid.values()]
        return Address("shikaku", self.grid.width, self.grid.height, write_numbers(numbers))

    def _covered(self, assignment: Mapping[Cell, str]) -> dict[Cell, Cell]:
        """The cells of the rectangles that are known, each with the cell of its number."""
        ways = self.ways()
        return {cell: at for at, way in assignment.items() for cell in ways[at][way]}

    def draw(self, assignment: Mapping[Cell, str], style: str | None = None) -> str:
        """The rectangles around their numbers; or the corners of each."""
        if self.check_style(style) == "corners":
            return "\n".join(f"{self._title(cell)}: {assignment.get(cell, UNKNOWN)}" for cell in self.grid.given)
        rows = [[self.grid[cell].replace(BLANK, "") for cell in row] for row in self.grid.row_cells]
        return with_regions(rows, self._covered(assignment))

    def variable_name(self, cell: Cell) -> str:
        return _name(cell)

    def variable_title(self, cell: Cell) -> str:
        return self._title(cell)

    def decision_title(self, cell: Cell, value: str) -> str:
        return f"{self._title(cell)} covers {value}"

    def picture(self, assignment: Mapping[Cell, str], domains: Mapping[Cell, Collection[str]] | None = None) -> Board:
        """The numbers, a line around each rectangle that is known, and a dot in its other cells."""
        covered, given = self._covered(assignment), self.grid.given
        numbers = {cell: k for k, cell in enumerate(given)}
        return Board(
            [[given.get(cell, "·" if cell in covered else "") for cell in row] for row in self.grid.row_cells],
            title=self.name,
            given=list(given),
            regions=covered,
            colours={cell: numbers[at] for cell, at in covered.items()},
        )

    # -- new instances ------------------------------------------------------------------------

    def random_solution(self, random: Random) -> dict[Cell, str] | None:
        """Random rectangles, each from the first cell that is free; its number is in any of its cells."""
        if self.grid.given:
            return None
        free, found = dict.fromkeys(self.grid), dict[Cell, str]()
        while free:
            r, c = next(iter(free))
            sizes = product(range(1, self.grid.height - r + 1), range(1, self.grid.width - c + 1))
            blocks = [_block(r, c, tall, wide) for tall, wide in sizes if tall * wide <= LARGEST]
            blocks = [block for block in blocks if block <= free.keys()]
            block = random.choices(blocks, [len(block) - 0.9 for block in blocks])[0]
            found[random.choice(sorted(block))] = _title(block)
            free = {cell: None for cell in free if cell not in block}
        return found

    def from_solution(self, solution: Mapping[Cell, str], random: Random) -> Self:
        corners = {cell: [int(word) for word in re.findall("[0-9]+", title)] for cell, title in solution.items()}
        areas = {cell: str((end - top + 1) * (last - left + 1)) for cell, (top, left, end, last) in corners.items()}
        rows: Any = [[areas.get(cell, BLANK) for cell in row] for row in self.grid.row_cells]
        return type(self)(rows)

    def clue_groups(self) -> Iterable[Collection[Any]]:
        return ()  # every rectangle has its number

    def with_clues(self, clues: Iterable[Any]) -> Self:
        return self


@lru_cache(maxsize=16)
def _ways(grid: Cells) -> Mapping[Cell, Ways]:
    """See `Shikaku.ways`."""
    given = grid.given
    found: dict[Cell, dict[str, frozenset[Cell]]] = {}
    for (r, c), word in given.items():
        ways = found.setdefault((r, c), {})
        for tall, wide in product(range(1, grid.height + 1), range(1, grid.width + 1)):
            if word not in (UNKNOWN, str(tall * wide)):
                continue
            tops = range(max(0, r - tall + 1), min(r, grid.height - tall) + 1)
            lefts = range(max(0, c - wide + 1), min(c, grid.width - wide) + 1)
            for block in (_block(top, left, tall, wide) for top, left in product(tops, lefts)):
                if len(block & given.keys()) == 1:
                    ways[_title(block)] = block
    return found


def _block(top: int, left: int, tall: int, wide: int) -> frozenset[Cell]:
    """The cells of a rectangle."""
    return frozenset(product(range(top, top + tall), range(left, left + wide)))


def _title(block: Collection[Cell]) -> str:
    """The corners of a rectangle, such as r1c1-r2c3."""
    return f"{_name(min(block))}-{_name(max(block))}"


def _name(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"

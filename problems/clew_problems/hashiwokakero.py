"""Hashiwokakero, or bridges: join islands by straight bridges, two at most between the same ones, that do not cross.

There is a variable for each pair of islands that see each other: the number of bridges between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations, pairwise, product
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import Connected, Constraint, Sum, Table
from clew.forms import Address, Cells, Grid
from clew.forms.codings import HIDDEN, read_numbers, write_numbers
from clew.render import LineBoard
from clew_problems.pieces import Cell, near
from clew_problems.words import GRID, words

Pair = tuple[Cell, Cell]

SEA: Final = "."
UNKNOWN: Final = "?"
MOST: Final = 8
TRIES: Final = 4
"""How often a new island is looked for, for each cell."""
MORE, DOUBLE = 0.4, 0.4
"""How often a new instance has a bridge that is not needed to connect the islands, and how often a second one."""


@attrs.frozen
class Hashiwokakero(clew.Problem[Pair, int]):
    """Islands to join.

    Args:
        grid: the islands, a text for each row: the number of bridges of each, `?` if it is not given, `.` for the sea.

    Raises:
        InputError: the grid has other symbols, or rows of different length.
        OptionError: it is too large to search.
    """

    name = "hashiwokakero"
    summary = "join islands by bridges that do not cross; numbers say how many each has"
    rules = (
        "Join the islands by straight bridges along rows and columns, so that one can go from each to each other. A "
        "number says how many bridges its island has. There are two at most between the same islands; bridges do not "
        "cross each other, nor an island. The instance is a grid of numbers, with ? for an island whose number is not "
        "given and a dot for the sea; or it is an address of puzz.link. clew generate takes a size such as 7x7."
    )
    examples = (
        clew.Example("8x8", ".1.4...4/3.1.1.3./......../4..4..4./.1....../....2.3./.2.2...2/2.1.1.1.", 1),
        clew.Example("pzprjs", "4.2../.3..2/3..../.3.1./3.4.3", 1),
        clew.Example("ring", "4.4/.../4.4", 1),
        clew.Example("without numbers", "?.?", 2),
        clew.Example("cross", ".1./1.1/.1.", 0),
    )
    styles = ("bridges",)
    translations = (
        *GRID,
        *words(
            ("a bridge at", "[un|un|avec un] pont en", "[eine|eine|mit einer] Brücke bei"),
            ("no bridge at", "[aucun|aucun|sans] pont en", "[keine|keine|ohne] Brücke bei"),
            ("two bridges at", "[deux|deux|avec deux] ponts en", "[zwei|zwei|mit zwei] Brücken bei"),
            ("the crossing at", "le croisement en", "[die|die|der] Kreuzung in"),
            ("all islands connected", "la liaison des îles", "[die|die|der] Verbindung der Inseln"),
        ),
    )

    grid: Cells = clew.instance(Grid("12345678?"), help="the islands with their numbers")

    # -- the search ---------------------------------------------------------------------------

    @property
    def pairs(self) -> list[Pair]:
        """The islands that see each other along a row or a column, the upper or the left one first."""
        return _pairs(self.grid.given)

    def domains(self) -> Mapping[Pair, Iterable[int]]:
        most = {cell: 2 if symbol == UNKNOWN else int(symbol) for cell, symbol in self.grid.given.items()}
        return {(one, other): range(min(2, most[one], most[other]) + 1) for one, other in self.pairs}

    def constraints(self) -> Iterator[Constraint]:
        islands, pairs = self.grid.given, self.pairs
        for cell, symbol in islands.items():
            if symbol != UNKNOWN:
                bridges = [pair for pair in pairs if cell in pair]
                yield Sum(bridges, "==", int(symbol)).named(f"the {symbol} at {_name(cell)}")
        for pair, crossing in combinations(pairs, 2):
            if meeting := set(_between(pair)).intersection(_between(crossing)):
                one_at_most = Table((pair, crossing), product((1, 2), repeat=2), allowed=False)
                yield one_at_most.named(f"the crossing at {_name(meeting.pop())}")
        if len(islands) > 1:
            ends = [(pair, island) for pair in pairs for island in pair]
            yield Connected(pairs, ends, 1, fixed=islands, also=[2]).named("all islands connected")

    # -- text and pictures --------------------------------------------------------------------

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        with address.reading("hashikake", "hashi", "bridges") as body:
            numbers = read_numbers(body, address.area)
        for number in numbers:
            if number is not None and number != HIDDEN and not 1 <= number <= MOST:
                raise clew.InputError(
                    f"hashiwokakero: the address has an island with {number} bridges: use 1 to {MOST}"
                )
        symbols = [SEA if number is None else UNKNOWN if number == HIDDEN else str(number) for number in numbers]
        rows: Any = address.rows(symbols)
        return cls(rows)

    def to_address(self) -> Address:
        hidden = {SEA: None, UNKNOWN: HIDDEN}
        numbers = [hidden[symbol] if symbol in hidden else int(symbol) for symbol in self.grid.values()]
        return Address("hashikake", self.grid.width, self.grid.height, write_numbers(numbers))

    def draw(self, assignment: Mapping[Pair, int], style: str | None = None) -> str:
        """The islands, with a line or a double line for the bridges between them."""
        self.check_style(style)
        drawn = {(2 * r, 2 * c): symbol for (r, c), symbol in self.grid.given.items()}
        for pair in self.pairs:
            if number := assignment.get(pair):
                line = ("-=" if pair[0][0] == pair[1][0] else "|\N{DOUBLE VERTICAL LINE}")[number - 1]
                drawn.update(dict.fromkeys(_between(_scaled(pair)), line))
        rows = [
            [drawn.get((r, c), " ") for c in range(2 * self.grid.width - 1)] for r in range(2 * self.grid.height - 1)
        ]
        return "\n".join("".join(row).rstrip() for row in rows)

    def variable_name(self, pair: Pair) -> str:
        return "-".join(map(_name, pair))

    def decision_title(self, pair: Pair, value: int) -> str:
        return f"{('no bridge', 'a bridge', 'two bridges')[value]} at {self.variable_name(pair)}"

    def picture(
        self, assignment: Mapping[Pair, int], domains: Mapping[Pair, Collection[int]] | None = None
    ) -> LineBoard:
        looks: Any = ("none", "line", "double")
        lines: dict[Any, Any] = {pair: looks[assignment[pair]] if pair in assignment else "open" for pair in self.pairs}
        rows = [[self.grid[cell].replace(SEA, "") for cell in row] for row in self.grid.row_cells]
        return LineBoard(rows, lines, discs=dict.fromkeys(self.grid.given, "white"), title=self.name)

    # -- new instances ------------------------------------------------------------------------

    def random_solution(self, random: Random) -> dict[Pair, int] | None:
        """Islands that are reached one from another by bridges, and then more bridges and second ones.

        Raises:
            OptionError: this grid has no islands, and no room for two with water between them.
        """
        if self.grid.given:
            return None
        if max(self.grid.height, self.grid.width) < 3:
            raise clew.OptionError("hashiwokakero: there is no room for a bridge: give a size such as 7x7")
        bridged = list[Pair]()
        while not bridged:
            bridged = _archipelago(self.grid, random)
        pairs = _pairs({cell for pair in bridged for cell in pair})
        for pair in pairs:
            free = not any(set(_between(pair)).intersection(_between(other)) for other in bridged)
            if free and pair not in bridged and random.random() < MORE:
                bridged.append(pair)
        return {pair: (pair in bridged) * (1 + (random.random() < DOUBLE)) for pair in pairs}

    def from_solution(self, solution: Mapping[Pair, int], random: Random) -> Self:
        numbers = Counter(cell for pair, number in solution.items() for cell in pair * number)
        rows: Any = ["".join(str(numbers[cell] or SEA) for cell in row) for row in self.grid.row_cells]
        return type(self)(rows)

    def clue_groups(self) -> Iterable[Collection[Any]]:
        return ()  # every island has its number

    def with_clues(self, clues: Iterable[Any]) -> Self:
        return self


def _pairs(islands: Collection[Cell]) -> list[Pair]:
    """The islands that see each other."""
    by_row, by_column = sorted(islands), sorted(islands, key=lambda cell: cell[::-1])
    beside = [pair for pair in pairwise(by_row) if pair[0][0] == pair[1][0]]
    return beside + [pair for pair in pairwise(by_column) if pair[0][1] == pair[1][1]]


def _scaled(pair: Pair) -> Pair:
    """Two islands in a grid of twice as many rows and columns."""
    (r, c), (end, last) = pair
    return (2 * r, 2 * c), (2 * end, 2 * last)


def _between(pair: Pair) -> list[Cell]:
    """The cells between two islands."""
    (r, c), (end, last) = pair
    return [cell for cell in product(range(r, end + 1), range(c, last + 1)) if cell not in pair]


def _archipelago(cells: Collection[Cell], random: Random) -> list[Pair]:
    """Bridges from island to island, as long as there is room for another: none touches another island or bridge."""
    islands, bridged, taken = [random.choice(list(cells))], list[Pair](), set[Cell]()
    for _ in range(TRIES * len(cells)):
        here = r, c = random.choice(islands)
        down, right = random.choice(((0, 1), (0, -1), (1, 0), (-1, 0)))
        ends = list[Cell]()
        while (cell := (r + down, c + right)) in cells and cell not in taken and cell not in islands:
            r, c = cell
            if not near(cell, islands):
                ends.append(cell)
        if ends:
            there = random.choice(ends)
            pair = min(here, there), max(here, there)
            islands.append(there)
            bridged.append(pair)
            taken.update(_between(pair))
    return bridged


def _name(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"

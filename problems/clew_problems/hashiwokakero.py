"""Hashiwokakero, or bridges: join islands by straight bridges, two at most between the same ones, that do not cross.

There are two variables for each pair of islands that see each other: 1 if there is a bridge, and 1 if there is a second
one. The first alone says who is connected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, pairwise, product
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import AtMost, Connected, Constraint, Exactly, Table
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
class Hashiwokakero(clew.Problem[Any, int]):
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
            ("a bridge at", "un pont en", "Brücke bei"),
            ("no bridge at", "aucun pont en", "keine Brücke bei"),
            ("a second bridge at", "un second pont en", "zweite Brücke bei"),
            ("no second bridge at", "aucun second pont en", "keine zweite Brücke bei"),
            ("no crossing at", "la règle des croisements en", "die Regel der Kreuzungen in"),
            ("no second bridge alone", "la règle des ponts doubles", "die Regel der Doppelbrücken"),
            ("all islands connected", "la liaison des îles", "die Verbindung der Inseln"),
        ),
    )

    grid: Cells = clew.instance(Grid("12345678?"), help="the islands with their numbers")

    # -- the search ---------------------------------------------------------------------------

    @property
    def pairs(self) -> list[Pair]:
        """The islands that see each other along a row or a column, the upper or the left one first."""
        return _pairs(self.grid.given)

    def domains(self) -> Mapping[Any, Iterable[int]]:
        return dict.fromkeys((bridge for pair in self.pairs for bridge in (pair, _second(pair))), (0, 1))

    def constraints(self) -> Iterator[Constraint]:
        islands, pairs = self.grid.given, self.pairs
        for cell, symbol in islands.items():
            bridges = [bridge for pair in pairs if cell in pair for bridge in (pair, _second(pair))]
            title = f"the {symbol} at {_name(cell)}"
            if symbol != UNKNOWN and bridges:
                yield Table(bridges, _ways(len(bridges) // 2, int(symbol))).named(title)
            elif symbol != UNKNOWN:
                yield Exactly(int(symbol), 1, bridges).named(title)
        for one, other in pairs:
            if islands[one] == islands[other] == UNKNOWN:
                alone = Table(((one, other), _second((one, other))), [(0, 0), (1, 0), (1, 1)])
                yield alone.named(f"no second bridge alone from {_name(one)} to {_name(other)}")
        for pair, crossing in combinations(pairs, 2):
            if meeting := set(_between(pair)).intersection(_between(crossing)):
                yield AtMost(1, 1, (pair, crossing)).named(f"no crossing at {_name(meeting.pop())}")
        if len(islands) > 1:
            ends = [(pair, island) for pair in pairs for island in pair]
            yield Connected(pairs, ends, 1, fixed=islands).named("all islands connected")

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

    def draw(self, assignment: Mapping[Any, int], style: str | None = None) -> str:
        """The islands, with a line or a double line for the bridges between them."""
        self.check_style(style)
        drawn = {(2 * r, 2 * c): symbol for (r, c), symbol in self.grid.given.items()}
        for pair in self.pairs:
            if number := _bridges(pair, assignment):
                line = ("-=" if pair[0][0] == pair[1][0] else "|\N{DOUBLE VERTICAL LINE}")[number - 1]
                drawn.update(dict.fromkeys(_between(_scaled(pair)), line))
        rows = [
            [drawn.get((r, c), " ") for c in range(2 * self.grid.width - 1)] for r in range(2 * self.grid.height - 1)
        ]
        return "\n".join("".join(row).rstrip() for row in rows)

    def variable_name(self, bridge: Any) -> str:
        """Such as r1c1-r1c4 for the bridge between two islands, and r1c1=r1c4 for a second one."""
        return ("-" if len(bridge) == 2 else "=").join(map(_name, bridge[:2]))

    def decision_title(self, bridge: Any, value: int) -> str:
        kind = "bridge" if len(bridge) == 2 else "second bridge"
        return f"{'a' if value else 'no'} {kind} at {self.variable_name(bridge)}"

    def picture(self, assignment: Mapping[Any, int], domains: Mapping[Any, Collection[int]] | None = None) -> LineBoard:
        lines: dict[Any, Any] = {}
        for pair in self.pairs:
            state = "open" if assignment.get(pair) is None else ("none", "line", "double")[_bridges(pair, assignment)]
            steps = [pair[0], *_between(pair), pair[1]]
            lines |= dict.fromkeys(pairwise(steps), state)
        rows = [[self.grid[cell].replace(SEA, "") for cell in row] for row in self.grid.row_cells]
        return LineBoard(rows, lines, discs=dict.fromkeys(self.grid.given, "white"), title=self.name)

    # -- new instances ------------------------------------------------------------------------

    def random_solution(self, random: Random) -> dict[Any, int] | None:
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
        found = {pair: int(pair in bridged) for pair in pairs}
        return found | {_second(pair): int(bridge and random.random() < DOUBLE) for pair, bridge in found.items()}

    def from_solution(self, solution: Mapping[Any, int], random: Random) -> Self:
        numbers = Counter(cell for bridge, number in solution.items() if number for cell in bridge[:2])
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


def _second(pair: Pair) -> tuple[Cell, Cell, int]:
    """The variable of a second bridge."""
    return *pair, 2


def _bridges(pair: Pair, assignment: Mapping[Any, int]) -> int:
    return assignment.get(pair, 0) + assignment.get(_second(pair), 0)


def _scaled(pair: Pair) -> Pair:
    """The same in a grid of twice as many rows and columns."""
    (r, c), (end, last) = pair
    return (2 * r, 2 * c), (2 * end, 2 * last)


def _between(pair: Pair) -> list[Cell]:
    """The cells between two islands."""
    (r, c), (end, last) = pair
    return [cell for cell in product(range(r, end + 1), range(c, last + 1)) if cell not in pair]


@lru_cache(maxsize=100)
def _ways(neighbours: int, number: int) -> tuple[tuple[int, ...], ...]:
    """The values of the bridges to so many neighbours, a first and a second to each, that make a number."""
    each = product(((0, 0), (1, 0), (1, 1)), repeat=neighbours)
    rows = (tuple(bit for pair in way for bit in pair) for way in each)
    return tuple(row for row in rows if sum(row) == number)


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

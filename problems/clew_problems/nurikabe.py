"""Nurikabe: a sea in one piece with islands in it, each with one number, the number of its cells.

There is a variable for each cell. Its value is the number's cell of its island, or the sea.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew import forms
from clew.constraints import AtMost, Connected, Constraint, Count, Table, grid_graph
from clew.forms.addresses import Address
from clew.forms.codings import read_numbers, write_numbers
from clew.render import Board
from clew_problems.words import GRID, words

Cell = tuple[int, int]

SEA: Final = "sea"


@attrs.frozen
class Nurikabe(clew.Problem[Cell, str]):
    """A nurikabe to solve.

    Args:
        numbers: the numbers of the islands and dots, a sequence of words for each row.

    Raises:
        InputError: the rows are no grid of numbers.
        OptionError: the grid is too large to search.
    """

    name = "nurikabe"
    summary = "colour the sea between islands that each have one number, their size"
    rules = (
        "Colour cells dark, the sea, so that the others are islands, each with one number, which says how many cells "
        "it has. Islands do not touch along a side. The sea is in one piece, and nowhere two by two cells large. The "
        "instance is a grid of numbers and dots with spaces between, a size such as 7x7, or an address of puzz.link."
    )
    # The first is from the tests of pzprjs.
    examples = (
        clew.Example("5x5", ". 5 . . . / . . 2 . . / . . . . . / . . 1 . . / . . . 3 .", 1),
        clew.Example("corner", "2 . / . .", 2),
        clew.Example("too near", "1 1 / . .", 0),
    )
    styles = ("grid", "islands")
    translations = (
        *GRID,
        *words(
            ("is sea", "est [de la mer|de la mer|de la mer]", "ist Meer"),
            ("is land of", "est [une terre|une terre|des terres] de", "ist Land von"),
            ("the sea", "la mer", "[das|das|dem] Meer"),
            ("the island", "l'île", "[die|die|der] Insel"),
            ("cells", "cases", "Feldern"),
            (
                "the rule that islands do not touch at",
                "la règle des îles séparées en",
                "[die|die|der] Regel der getrennten Inseln in",
            ),
        ),
    )

    numbers: forms.Cells = clew.instance(forms.Words(r"[1-9][0-9]{0,3}", "numbers from 1"), help="the numbers")

    # -- the search ---------------------------------------------------------------------------

    @property
    def sizes(self) -> dict[str, int]:
        """The number of cells of each island, by the name of the cell with its number."""
        return {name(cell): int(number) for cell, number in self.numbers.given.items()}

    def domains(self) -> Mapping[Cell, Iterable[str]]:
        """For each cell the sea, and the islands near enough."""
        given = self.numbers.given
        return {
            (r, c): (SEA, *(name(at) for at in given if abs(at[0] - r) + abs(at[1] - c) < int(given[at])))
            for r, c in self.numbers
        }

    def given(self) -> Mapping[Cell, str]:
        return {cell: name(cell) for cell in self.numbers.given}

    def constraints(self) -> Iterable[Constraint]:
        cells, edges = list(self.numbers), grid_graph(self.numbers.height, self.numbers.width)
        domains = {cell: tuple(values) for cell, values in self.domains().items()}
        yield Connected(cells, edges, SEA).named("the sea")
        for one, other in edges:
            pairs = [(a, b) for a in domains[one] for b in domains[other] if a == b or SEA in (a, b)]
            yield Table((one, other), pairs).named(
                f"the rule that islands do not touch at {name(one)} and {name(other)}"
            )
        for r, c in cells:
            square = [cell for cell in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)) if cell in domains]
            if len(square) == 4:
                yield AtMost(3, SEA, square).named(f"the square of four at {name((r, c))}")
        for island, size in self.sizes.items():
            near = [cell for cell in cells if island in domains[cell]]
            inside = [edge for edge in edges if island in domains[edge[0]] and island in domains[edge[1]]]
            yield Count(near, {island: size}).named(f"the island {island} of {size} cells")
            yield Connected(near, inside, island).named(f"the island {island}")

    # -- drawing and addresses ------------------------------------------------------------------

    def picture(self, assignment: Mapping[Cell, str], domains: Mapping[Cell, Collection[str]] | None = None) -> Board:
        given = self.numbers.given
        symbols = {cell: " " if value == SEA else "·" for cell, value in assignment.items()} | given
        return Board(
            [[symbols.get(cell, "") for cell in row] for row in self.numbers.row_cells],
            title=self.name,
            given=list(given),
            blocks=[cell for cell, value in assignment.items() if value == SEA],
        )

    def draw(self, assignment: Mapping[Cell, str], style: str | None = None) -> str:
        """The sea as #, land as its number or a dot, open cells as ?; or each cell as its island."""
        names = self.check_style(style) == "islands"
        given = self.numbers.given

        def symbol(cell: Cell) -> str:
            value = assignment.get(cell)
            if names or value is None:
                return value or given.get(cell, "?")
            return "#" if value == SEA else given.get(cell, ".")

        wide = max(len(symbol(cell)) for cell in self.numbers)
        return "\n".join(" ".join(symbol(cell).rjust(wide) for cell in row) for row in self.numbers.row_cells)

    def variable_name(self, cell: Cell) -> str:
        return name(cell)

    def decision_title(self, cell: Cell, value: str) -> str:
        return f"{name(cell)} is {value if value == SEA else f'land of {value}'}"

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        with address.reading("nurikabe") as body:
            cells = read_numbers(body, address.area)
        if any(number is not None and number < 1 for number in cells):
            raise clew.InputError("nurikabe: the address has an island without its number, which cannot be read")
        rows: Any = address.rows([str(number or ".") for number in cells])
        return cls(rows)

    def to_address(self) -> Address:
        cells = [None if word == "." else int(word) for word in self.numbers.values()]
        return Address("nurikabe", self.numbers.width, self.numbers.height, write_numbers(cells))

    # -- new instances --------------------------------------------------------------------------

    def random_solution(self, random: Random) -> Mapping[Cell, str]:
        """A sea that grows as long as no square of it is two by two, and of which land is then taken to join islands.

        Every island gets the name of a random cell of it.
        """
        cells = list(self.numbers)
        sea, edge = set[Cell](), [random.choice(cells)]
        while edge:
            cell = edge.pop(random.randrange(len(edge)))
            if cell not in sea and not _closes_square(cell, sea):
                sea.add(cell)
                edge += [near for near in _beside(cell) if near in self.numbers]
        largest = random.randint(3, 8)
        for cell in random.sample(cells, len(cells)):
            left = sea - {cell}
            near = next((one for one in _beside(cell) if one in left), cell)
            if near in left and len(_piece(near, left)) == len(left):
                sea = left if len(_piece(cell, set(cells) - left)) <= largest else sea
        found = dict.fromkeys(sea, SEA)
        for cell in cells:
            if cell not in found:
                island = _piece(cell, set(cells) - sea)
                found |= dict.fromkeys(island, name(random.choice(sorted(island))))
        return found

    def from_solution(self, solution: Mapping[Cell, str], random: Random) -> Self:
        sizes = Counter(solution.values())
        rows: Any = [
            [str(sizes[solution[cell]]) if solution[cell] == name(cell) else "." for cell in row]
            for row in self.numbers.row_cells
        ]
        return type(self)(rows)

    def clue_groups(self) -> Iterable[Collection[Any]]:
        return ()  # every island needs its number

    def with_clues(self, clues: Iterable[Any]) -> Self:
        return self


def name(cell: Cell) -> str:
    """The name of a cell: its row and its column, from 1."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def _beside(cell: Cell) -> list[Cell]:
    r, c = cell
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def _closes_square(cell: Cell, sea: Collection[Cell]) -> bool:
    """Whether a cell would complete a square of two by two."""
    r, c = cell
    return any({(r, c + b), (r + a, c), (r + a, c + b)} <= set(sea) for a in (-1, 1) for b in (-1, 1))


def _piece(cell: Cell, cells: Collection[Cell]) -> set[Cell]:
    """The cells that are reached from one of them by way of others."""
    piece, waiting = {cell}, [cell]
    while waiting:
        new = [near for near in _beside(waiting.pop()) if near in cells and near not in piece]
        piece.update(new)
        waiting += new
    return piece

"""Star battle: stars in a square that is divided into regions, as many in every row, column and region; none touch."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import chain, product
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import AtMost, Constraint, Exactly
from clew.forms import Cells, Grid, size_of
from clew.forms.addresses import Address
from clew.forms.coded_grids import read_regions, write_regions
from clew.render import Board
from clew.render import regions as with_regions
from clew_problems.pieces import grown, is_connected, near
from clew_problems.words import GRID, words

Cell = tuple[int, int]

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
NONE: Final = "."
GROUPINGS: Final = 1000
"""Ways to group the stars of a solution that are tried."""
SMALL: Final = 4
"""Cells up to which a piece with a star grows before the rest is divided."""
GROWINGS: Final = 20
"""Ways to grow regions that are tried, until none is too small."""


def _positive(problem: StarBattle, field: attrs.Attribute[Any], stars: int) -> None:
    if stars < 1:
        raise clew.OptionError(f"star-battle: there is one star at least in a row, not {stars}")


@attrs.frozen
class StarBattle(clew.Problem[Cell, int]):
    """A star battle to solve.

    Args:
        regions: the region of each cell, a letter; `.` for a cell in none.
        stars: how many stars there are in every row, every column and every region.

    Raises:
        InputError: the grid is not square, or has other symbols.
        OptionError: the grid is too large to search, or there are no stars.
    """

    name = "star-battle"
    summary = "put stars into a square: as many in every row, column and region; none touch"
    rules = (
        "Put stars into the cells so that every row, every column and every region has one star, or --stars of them. "
        "Stars do not touch, not even at a corner. The instance is a square of letters, one for each region, with a "
        "dot for a cell in no region; or the size of a square without regions."
    )
    examples = (
        # Without regions, one star in each line is Hertzsprung's problem: OEIS A002464.
        clew.Example("5x5, no regions", "5", 14),
        clew.Example("8x8, no regions", "8", 5242),
        clew.Example("too small", "AAA/BBB/CCC", 0),
        clew.Example("4x4", "AABB/ACBB/CCDB/CDDD", 1),
        clew.Example("puzz.link", "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou", 1),
    )
    styles = ("regions", "grid")
    translations = (
        *GRID,
        *words(
            ("a star in", "[une|une|avec une] étoile en", "[ein|einen|mit einem] Stern in"),
            ("no star in", "[aucune|aucune|sans] étoile en", "[kein|keinen|ohne] Stern in"),
        ),
    )

    regions: Cells = clew.instance(Grid(LETTERS, NONE, square=True), help="the regions")
    stars: int = clew.parameter(1, "how many stars every row, column and region has", validator=_positive)

    @classmethod
    def empty(cls, size: int, **parameters: Any) -> Self:
        """A square without regions."""
        clew.check_size(size * size, 2)
        return cls(Cells((NONE * size,) * size), **parameters)

    @property
    def size(self) -> int:
        """The number of rows, and of columns."""
        return self.regions.height

    @property
    def cells_of(self) -> dict[str, list[Cell]]:
        """The cells of each region."""
        cells: dict[str, list[Cell]] = {}
        for cell, letter in self.regions.given.items():
            cells.setdefault(letter, []).append(cell)
        return dict(sorted(cells.items()))

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, Iterable[int]]:
        return dict.fromkeys(self.regions, (0, 1))

    def constraints(self) -> Iterable[Constraint]:
        yield from _lines(self.size, self.stars)
        for letter, cells in self.cells_of.items():
            yield Exactly(self.stars, 1, cells).named(f"region {letter}")
        yield from _squares(self.size)

    # -- new instances ------------------------------------------------------------------------

    def from_solution(self, solution: Mapping[Cell, int], random: Random) -> Self:
        """Random regions, each with its stars and, if trying at random finds such, none too small."""
        stars = [[cell] for cell, star in solution.items() if star]
        for _ in range(GROWINGS):
            pieces = _uneven(stars, [cell for cell, star in solution.items() if not star], random)
            groups = _grouped(pieces, self.stars, random)
            if all(len(cells) >= self._least for cells in groups):
                break
        return self._with_regions({cell: k for k, cells in enumerate(groups) for cell in cells})

    @property
    def _least(self) -> int:
        """Cells of a region in a new instance, so that it does not give its stars away."""
        return 2 * self.stars

    def repaired(self, one: Mapping[Cell, int], other: Mapping[Cell, int], random: Random) -> Self | None:
        """A cell that has a star in the other solution only goes to a neighbouring region, which then has too many.

        It comes from a region that still has cells enough.
        """
        cells_of, letter_of = self.cells_of, dict(self.regions)
        moves = [
            (cell, letter_of[beside])
            for cell in letter_of
            if other[cell] and not one[cell] and len(cells_of[letter_of[cell]]) > self._least
            for beside in near(cell, letter_of)
            if letter_of[beside] != letter_of[cell] and is_connected({*cells_of[letter_of[cell]]} - {cell})
        ]
        if not moves:
            return None
        cell, letter = random.choice(moves)
        return self._with_regions({**letter_of, cell: letter})

    def clue_groups(self) -> Iterable[Collection[Any]]:
        """None: the regions are all there."""
        return ()

    def with_clues(self, clues: Iterable[Any]) -> Self:
        return self

    def _with_regions(self, region_of: Mapping[Cell, Any]) -> Self:
        """The same size with other regions, lettered in the order of their first cells."""
        names = dict(zip(dict.fromkeys(region_of[cell] for cell in self.regions), LETTERS, strict=False))
        rows = ["".join(names[region_of[cell]] for cell in row) for row in self.regions.row_cells]
        return type(self)(Cells(tuple(rows)), stars=self.stars)

    # -- text and pictures ----------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a size such as 8, a square of letters, or an address of puzz.link, which says how many stars."""
        size = size_of(text)
        if size is None:
            return super().from_text(text, **parameters)
        height, width = size
        clew.check_size(height * width, 2)
        return cls(Cells((NONE * width,) * height), **parameters)

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        with address.reading("starbattle") as body:
            stars = body.until("/")
            numbers = read_regions(body, address.height, address.width)
        if not re.fullmatch("[0-9]{1,3}", stars):
            raise clew.InputError(f"star-battle: the address gives {stars[:9]!r} as the number of stars")
        if max(map(max, numbers)) >= len(LETTERS):
            raise clew.InputError(f"star-battle: there are more than {len(LETTERS)} regions")
        rows = ["".join(LETTERS[number] for number in row) for row in numbers]
        return cls(Cells(tuple(rows)), **{"stars": int(stars), **parameters})

    def to_address(self) -> Address:
        rows = [[self.regions[cell] for cell in row] for row in self.regions.row_cells]
        return Address("starbattle", self.size, self.size, f"{self.stars}/{write_regions(rows)}")

    def draw(self, assignment: Mapping[Cell, int], style: str | None = None) -> str:
        rows = [
            ["-*"[assignment[cell]] if cell in assignment else "" for cell in row] for row in self.regions.row_cells
        ]
        if self.check_style(style) == "regions":
            return with_regions(rows, self.regions.given)
        return "\n".join("".join(symbol or "." for symbol in row) for row in rows)

    def picture(self, assignment: Mapping[Cell, int], domains: Mapping[Cell, Collection[int]] | None = None) -> Board:
        symbols = {cell: "·★"[star] for cell, star in assignment.items()}
        return Board(
            [[symbols.get(cell, "") for cell in row] for row in self.regions.row_cells],
            title=self.name,
            regions=self.regions,
        )

    def variable_name(self, cell: Cell) -> str:
        return f"r{cell[0] + 1}c{cell[1] + 1}"

    def decision_title(self, cell: Any, value: Any) -> str:
        return f"{'a star' if value == 1 else 'no star'} in {self.variable_title(cell)}"


@lru_cache(maxsize=32)
def _lines(size: int, stars: int) -> tuple[Constraint, ...]:
    """The rules of rows and columns."""
    numbers = range(size)
    rows = [Exactly(stars, 1, product([k], numbers)).named(f"row {k + 1}") for k in numbers]
    columns = [Exactly(stars, 1, product(numbers, [k])).named(f"column {k + 1}") for k in numbers]
    return tuple(chain.from_iterable(zip(rows, columns, strict=True)))


@lru_cache(maxsize=32)
def _squares(size: int) -> tuple[Constraint, ...]:
    """The rules of all squares of four cells: stars do not touch."""
    return tuple(
        AtMost(1, 1, product((r, r + 1), (c, c + 1))).named(f"the square of four at r{r + 1}c{c + 1}")
        for r, c in product(range(size - 1), repeat=2)
    )


# -- random regions -----------------------------------------------------------------------------------


def _uneven(stars: list[list[Cell]], free: list[Cell], random: Random) -> list[list[Cell]]:
    """Pieces of random sizes, many of them small, with which solving can begin; the rest makes some larger."""
    most = {id(star[0]): random.randint(1, SMALL) for star in stars}
    small = grown(stars, free, random, lambda piece, cell: len(piece) < most[id(piece[0])])
    taken = {cell for piece in small for cell in piece}
    return grown(small, [cell for cell in free if cell not in taken], random)


def _grouped(pieces: list[list[Cell]], number: int, random: Random) -> list[list[Cell]]:
    """Pieces joined to neighbours so that so many make a group each: if trying at random finds such groups."""
    piece_at = {cell: k for k, piece in enumerate(pieces) for cell in piece}
    beside = [
        {piece_at[other] for cell in piece for other in near(cell, piece_at)} - {k} for k, piece in enumerate(pieces)
    ]
    for _ in range(GROUPINGS):
        groups = _grouping(beside, number, random)
        if all(len(group) == number for group in groups):
            break
    return [[cell for k in group for cell in pieces[k]] for group in groups]


def _grouping(beside: list[set[int]], number: int, random: Random) -> list[list[int]]:
    """Pieces grouped at random; some groups may be too small. The piece with the fewest free neighbours goes first."""
    free, groups = {*range(len(beside))}, []
    while free:
        group = [min(sorted(free), key=lambda k: (len(beside[k] & free), random.random()))]
        free.remove(group[0])
        while len(group) < number and (around := set().union(*(beside[k] for k in group)) & free):
            group.append(random.choice(sorted(around)))
            free.remove(group[-1])
        groups.append(group)
    return groups

"""Skyscrapers: a latin square of heights; a number beside a line says how many buildings are seen from there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import AllDifferent, Constraint, Regular
from clew.forms import Cells, Words, size_of
from clew.forms.addresses import Address
from clew.forms.codings import HIDDEN, read_numbers, write_numbers
from clew.render import Board
from clew_problems.words import words

Cell = tuple[int, int]

NONE: Final = "."


@attrs.frozen
class View:
    """A line as it is seen from one end.

    Attributes:
        place: the cell of the clue, beside the square.
        cells: the cells of the line, the nearest first.
        name: its name in messages.
    """

    place: Cell
    cells: tuple[Cell, ...]
    name: str


@lru_cache(maxsize=32)
def _views(size: int) -> tuple[View, ...]:
    """The lines as they are seen from above, from below, from the left and from the right."""
    lines = range(size)
    rows = [tuple((k, c) for c in lines) for k in lines]
    columns = [tuple((r, k) for r in lines) for k in lines]
    return (
        *(View((-1, k), columns[k], f"the top of column {k + 1}") for k in lines),
        *(View((size, k), columns[k][::-1], f"the bottom of column {k + 1}") for k in lines),
        *(View((k, -1), rows[k], f"the left of row {k + 1}") for k in lines),
        *(View((k, size), rows[k][::-1], f"the right of row {k + 1}") for k in lines),
    )


def _check_numbers(grid: Cells) -> None:
    """Check that no number is in a corner, and none is too large."""
    size = grid.height - 2
    if size < 1:
        raise clew.InputError("skyscrapers: a square of one cell at least is needed, with clues on all four sides")
    clew.check_size(size * size, size)
    for (row, column), word in grid.given.items():
        place = f"skyscrapers: row {row + 1}, column {column + 1}"
        if row in (0, size + 1) and column in (0, size + 1):
            raise clew.InputError(f"{place}: {word} stands in a corner, from which no line is seen: write {NONE}")
        if not 1 <= int(word) <= size:
            raise clew.InputError(f"{place}: {word} is no height and no number of buildings: use 1 to {size}")


@attrs.frozen
class Skyscrapers(clew.Problem[Cell, int]):
    """A square of skyscrapers to build.

    Args:
        grid: the square with the clues around it, a word for each cell: a number, or `.` for none.

    Raises:
        InputError: the grid is not square, or has other words or too large numbers.
        OptionError: the square is too large to search.
    """

    name = "skyscrapers"
    summary = "fill a latin square with heights; the numbers around it say how many buildings are seen"
    rules = (
        "Fill every cell with the height of a building, from 1 to the size of the square, so that no row and no column "
        "has a height twice. A number beside a row or a column says how many buildings are seen from there: a higher "
        "one hides those behind it. The instance is the square with the clues around it, numbers with spaces between, "
        "and a dot for none, so it has two more rows and columns than the square; or the size of a square, such as 5."
    )
    examples = (
        clew.Example("all of 4x4", "4", 576),  # the latin squares of order 4, OEIS A002860
        # One building is seen if it is the highest, and four in one order only: 576 / 24.
        clew.Example("stairs", ". . . . . . / 4 . . . . . / . . . . . . / . . . . . . / . . . . . . / . . . . . .", 24),
        clew.Example("puzz.link", "https://puzz.link/p?skyscrapers/4/4/k13h4j3g", 1),
        clew.Example("contradiction", ". 1 1 . / . . . . / . . . . / . . . .", 0),
        clew.Example("3x3", ". 3 . . . / . . . . . / . . . . 1 / . . . . . / . . . 2 .", 1),
    )
    styles = ("clues", "numbers")
    translations = words(
        ("seen from the left of row", "vu depuis la gauche de la ligne", "von links gesehen in Zeile"),
        ("seen from the right of row", "vu depuis la droite de la ligne", "von rechts gesehen in Zeile"),
        ("seen from the top of column", "vu depuis le haut de la colonne", "von oben gesehen in Spalte"),
        ("seen from the bottom of column", "vu depuis le bas de la colonne", "von unten gesehen in Spalte"),
    )

    grid: Cells = clew.instance(Words(r"[0-9]{1,3}", "a number", NONE, square=True), help="the square and its clues")

    def __attrs_post_init__(self) -> None:
        _check_numbers(self.grid)

    @classmethod
    def empty(cls, size: int) -> Self:
        """A square without clues."""
        clew.check_size(size * size, size)
        return cls(Cells(((NONE,) * (size + 2),) * (size + 2)))

    @property
    def size(self) -> int:
        """The number of rows, of columns, and of heights."""
        return self.grid.height - 2

    @property
    def clues(self) -> dict[Cell, int]:
        """The numbers beside the square, by their places: row -1 is above it, and column -1 to its left."""
        return {cell: number for cell, number in self._numbers() if not self._is_inside(cell)}

    def _numbers(self) -> Iterator[tuple[Cell, int]]:
        return (((r - 1, c - 1), int(word)) for (r, c), word in self.grid.given.items())

    def _is_inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, Iterable[int]]:
        return dict.fromkeys(product(range(self.size), range(self.size)), range(1, self.size + 1))

    def given(self) -> Mapping[Cell, int]:
        return {cell: number for cell, number in self._numbers() if self._is_inside(cell)}

    def constraints(self) -> Iterable[Constraint]:
        for k in range(self.size):
            yield AllDifferent((k, c) for c in range(self.size)).named(f"row {k + 1}")
            yield AllDifferent((r, k) for r in range(self.size)).named(f"column {k + 1}")
        clues = self.clues
        for view in _views(self.size):
            if view.place in clues:
                seen = clues[view.place]
                yield Regular(view.cells, *_automaton(self.size, seen)).named(f"{seen} seen from {view.name}")

    # -- new instances ------------------------------------------------------------------------

    def from_solution(self, solution: Mapping[Cell, int], random: Random) -> Self:
        """All heights, and the numbers on all four sides."""
        seen = {view.place: _seen(solution[cell] for cell in view.cells) for view in _views(self.size)}
        return self.with_clues({**solution, **seen}.items())

    def clue_groups(self) -> Iterable[Collection[Any]]:
        """Each number: the heights, which go first, and the clues."""
        return ((pair,) for pair in self._numbers())

    def with_clues(self, clues: Iterable[Any]) -> Self:
        words = {(r + 1, c + 1): str(number) for (r, c), number in clues}
        return type(self)(Cells(tuple(tuple(words.get(cell, NONE) for cell in row) for row in self.grid.row_cells)))

    # -- text and pictures ----------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a size such as 5 or 5x5, a square with clues around it, or an address of puzz.link."""
        size = size_of(text)
        if size is None:
            return super().from_text(text, **parameters)
        return super().from_text(f"{size[0] + 2}x{size[1] + 2}", **parameters)

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        size = address.height
        if address.width != size:
            raise clew.InputError(
                f"skyscrapers: the address has {size} rows and {address.width} columns: give a square"
            )
        with address.reading("skyscrapers") as body:
            numbers = read_numbers(body, 4 * size) + read_numbers(body, size * size)
        places = [*(view.place for view in _views(size)), *product(range(size), repeat=2)]
        pairs = zip(places, numbers, strict=True)
        clues = [(place, number) for place, number in pairs if number not in (None, HIDDEN)]
        return cls.empty(size, **parameters).with_clues(clues)

    def to_address(self) -> Address:
        clues, given = self.clues, self.given()
        body = write_numbers([clues.get(view.place) for view in _views(self.size)])
        if given:
            body += write_numbers([given.get(cell) for cell in self.domains()])
        return Address("skyscrapers", self.size, self.size, body)

    def draw(self, assignment: Mapping[Cell, int], style: str | None = None) -> str:
        words = {cell: str(number) for cell, number in {**self.clues, **assignment}.items()}
        wide = len(str(self.size))
        lines = range(self.size)
        rows = [" ".join(words.get((r, c), NONE).rjust(wide) for c in lines) for r in lines]
        if self.check_style(style) == "numbers":
            return "\n".join(rows)
        margin = " " * (wide + 3)
        above, below = (margin + " ".join(words.get((r, c), "").rjust(wide) for c in lines) for r in (-1, self.size))
        rule = " " * (wide + 1) + "+" + "-" * (len(rows[0]) + 2) + "+"
        sides = [(words.get((r, -1), ""), words.get((r, self.size), "")) for r in lines]
        middle = [f"{left.rjust(wide)} | {row} | {right}" for (left, right), row in zip(sides, rows, strict=True)]
        return "\n".join(line.rstrip() for line in (above, rule, *middle, rule, below)).strip("\n")

    def picture(self, assignment: Mapping[Cell, int], domains: Mapping[Cell, Collection[int]] | None = None) -> Board:
        """The board, with the clues on its four sides."""
        clues, lines, given = self.clues, range(self.size), self.given()
        return Board(
            [[str(assignment.get((r, c), "")) for c in lines] for r in lines],
            title=self.name,
            marks={cell: [*map(str, left)] for cell, left in (domains or {}).items() if cell not in assignment},
            spots=[str(height + 1) for height in lines] if domains else (),
            given=[cell for cell in given if cell in assignment],
            column_labels=[str(clues.get((-1, k), "")) for k in lines],
            lower_labels=[str(clues.get((self.size, k), "")) for k in lines],
            row_labels=[str(clues.get((k, -1), "")) for k in lines],
            right_labels=[str(clues.get((k, self.size), "")) for k in lines],
        )

    def variable_name(self, cell: Cell) -> str:
        return f"r{cell[0] + 1}c{cell[1] + 1}"


def _seen(heights: Iterable[int]) -> int:
    """How many buildings of a line are seen."""
    highest = seen = 0
    for height in heights:
        if height > highest:
            highest, seen = height, seen + 1
    return seen


@lru_cache(maxsize=100)
def _automaton(size: int, number: int) -> tuple[dict[tuple[Cell, int], Cell], Cell, frozenset[Cell]]:
    """The steps, the start and the ends of an automaton that counts the buildings seen.

    Its states are pairs of the highest building so far and the number of those seen.
    """
    steps = {}
    for highest, seen, height in product(range(size + 1), range(number + 1), range(1, size + 1)):
        after = (max(highest, height), seen + (height > highest))
        if after[1] <= number:
            steps[(highest, seen), height] = after
    return steps, (0, 0), frozenset([(size, number)])

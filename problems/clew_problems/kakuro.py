"""Kakuro: runs of cells, across and down, with different digits that have a given sum."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import prod
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import Constraint
from clew.forms import Cells, Words, size_of
from clew.forms.addresses import Address
from clew.forms.coded_grids import read_kakuro, write_kakuro
from clew.render import Picture
from clew_problems.pieces import is_connected, near
from clew_problems.sums import different_with_sum, number_of_sets
from clew_problems.words import RULE, words

Cell = tuple[int, int]

OPEN: Final = "."
BLOCK: Final = "#"
DIGITS: Final = range(1, 10)
LONGEST: Final = 5
"""Cells of a run in a new layout, if that can be."""
BLOCKS: Final = 0.35
"""The part of a new layout that is no cell to fill, about."""
LAYOUTS: Final = 100
"""Random layouts that are tried: one with a run of ten cells has no solution."""
BIAS: Final = 1.5
"""How much new digits favour sums that few sets of digits have: 0 for not at all."""
ROUNDS: Final = 3
"""How often each digit of a new instance is drawn."""


@attrs.frozen
class Run:
    """Cells side by side that need different digits.

    Attributes:
        cells: from left to right, or downwards.
        clue: the cell before them; None at the edge of the grid.
        total: their sum; None if it is not given.
        direction: `across` or `down`.
    """

    cells: tuple[Cell, ...]
    clue: Cell | None
    total: int | None
    direction: str

    @property
    def name(self) -> str:
        """Its name in messages."""
        row, column = self.clue or self.cells[0]
        of = "" if self.total is None else f" of {self.total}"
        return f"the run{of} {self.direction} from r{row + 1}c{column + 1}"


def _check_sums(grid: Cells) -> None:
    for (row, column), word in grid.items():
        beside = (((row + 1, column), "below"), ((row, column + 1), "to the right"))
        for total, (other, side) in zip(_sums(word), beside, strict=True):
            if total is not None and grid.get(other) != OPEN:
                raise clew.InputError(
                    f"kakuro: row {row + 1}, column {column + 1}: the sum {total} has no cell {side}: leave it out"
                )


@attrs.frozen
class Kakuro(clew.Problem[Cell, int]):
    r"""A kakuro to fill.

    Args:
        grid: a word for each cell: `.` to fill, `#` for none, `16\23` for a sum below and one to the right.

    Raises:
        InputError: the rows differ in length, a word means nothing, or a sum has no cells.
        OptionError: the grid is too large to search.
    """

    name = "kakuro"
    summary = "fill runs of cells with different digits that have a given sum"
    rules = (
        "Fill the cells with digits from 1 to 9, so that no run of cells side by side, across or down, has a digit "
        r"twice, and that its sum is the number before it. The instance has a word for each cell: . to fill, # for "
        r"none, 16\23 for one with the sum 16 below and 23 to the right, 16\ or \23 for one of them; or the size of a "
        "grid without sums, such as 8x8, to which a row and a column for the clues are added."
    )
    examples = (
        clew.Example("two by two", r"# 4\ 3\ / \3 . . / \4 . .", 1),
        # The colourings of a cycle of four with nine colours: 8 ** 4 + 8.
        clew.Example("2x2, no sums", "2x2", 4104),
        clew.Example("puzz.link", "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3", 1),
        clew.Example("contradiction", r"# 3\ 3\ / \4 . . / \4 . .", 0),
        clew.Example("4x4", r"# 23\ 12\ 8\ # / \24 . . . # / \11 . . \4 . / \8 . . # #", 1),
    )
    translations = words(
        ("different numbers in the run of", "la règle des nombres différents de la somme de", f"{RULE} in der Summe"),
        ("the run of", "la somme de", "[die|die|der] Summe"),
        ("the run", "la suite", "[die|die|der] Reihe"),
        ("across from", "vers la droite depuis", "nach rechts von"),
        ("down from", "vers le bas depuis", "nach unten von"),
    )

    grid: Cells = clew.instance(
        Words(r"#|\d{1,2}\\\d{0,2}|\\\d{1,2}", r"# or a clue such as 16\23", OPEN), help="clues and open cells"
    )

    def __attrs_post_init__(self) -> None:
        clew.check_size(len(self.grid), len(DIGITS))
        _check_sums(self.grid)

    @classmethod
    def empty(cls, height: int, width: int) -> Self:
        """A grid of cells to fill without sums, with a row and a column for clues before them."""
        clew.check_size((height + 1) * (width + 1), len(DIGITS))
        return cls(Cells(((BLOCK,) * (width + 1), *((BLOCK, *(OPEN,) * width),) * height)))

    @property
    def runs(self) -> list[Run]:
        """The runs across, then those down."""
        across = [run for row in self.grid.row_cells for run in self._runs_in(row, "across")]
        return across + [run for column in self.grid.column_cells for run in self._runs_in(column, "down")]

    def _runs_in(self, line: Iterable[Cell], direction: str) -> Iterator[Run]:
        clue, cells = None, list[Cell]()
        for cell in [*line, None]:
            if cell is not None and self.grid[cell] == OPEN:
                cells.append(cell)
                continue
            if cells:
                total = None if clue is None else _sums(self.grid[clue])[direction == "across"]
                yield Run(tuple(cells), clue, total, direction)
            clue, cells = cell, []

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, Iterable[int]]:
        return {cell: DIGITS for cell, word in self.grid.items() if word == OPEN}

    def constraints(self) -> Iterable[Constraint]:
        for run in self.runs:
            yield from different_with_sum(run.cells, run.total, len(DIGITS), run.name)

    # -- new instances ------------------------------------------------------------------------

    def random_solution(self, random: Random) -> Mapping[Cell, int] | None:
        """Digits for this layout, or for a random one if there are no blocks beside those for the clues."""
        inside = {cell for cell in self.grid if cell[0] and cell[1]}
        is_bare = all(self.grid[cell] == OPEN for cell in inside)
        for _ in range(LAYOUTS if is_bare else 1):
            layout = self._with_words(_layout(inside, random) if is_bare else self.domains(), {})
            seed = random.getrandbits(32)
            solution = clew.first(layout, variable_order="wdeg", value_order="random", seed=seed)
            if solution is not None:
                return layout._redrawn(solution, ROUNDS * [*solution], random)
        return None

    def from_solution(self, solution: Mapping[Cell, int], random: Random) -> Self:
        """The layout of the cells that have digits, with the sums of all runs that have a cell for it."""
        sums: dict[Cell, list[str]] = {}
        for run in self._with_words(solution, {}).runs:
            if run.clue is not None:
                pair = sums.setdefault(run.clue, ["", ""])
                pair[run.direction == "across"] = str(sum(solution[cell] for cell in run.cells))
        return self._with_words(solution, {cell: "\\".join(pair) for cell, pair in sums.items()})

    def repaired(self, one: Mapping[Cell, int], other: Mapping[Cell, int], random: Random) -> Self | None:
        """New digits in the cells in which the solutions differ, so that their runs have other sums."""
        differing = [cell for cell in one if one[cell] != other[cell]]
        return self.from_solution(self._redrawn(one, differing, random), random)

    def clue_groups(self) -> Iterable[Collection[Any]]:
        """None: all runs have sums."""
        return ()

    def with_clues(self, clues: Iterable[Any]) -> Self:
        return self

    def _with_words(self, cells: Collection[Cell], clues: Mapping[Cell, str]) -> Self:
        """A grid of this size in which these cells are to be filled, with some clues."""
        words = {cell: OPEN if cell in cells else clues.get(cell, BLOCK) for cell in self.grid}
        return type(self)(Cells(tuple(tuple(words[cell] for cell in row) for row in self.grid.row_cells)))

    def _redrawn(self, solution: Mapping[Cell, int], cells: Iterable[Cell], random: Random) -> dict[Cell, int]:
        """A solution with new digits in some cells, one after the other, drawn at random.

        The fewer sets of digits have the sums of its two runs then, the likelier a digit is, because such sums leave
        fewer solutions.
        """
        digits, runs_of = dict(solution), dict[Cell, list[list[Cell]]]()
        for run in self.runs:
            for cell in run.cells:
                runs_of.setdefault(cell, []).append([other for other in run.cells if other != cell])
        for cell in cells:
            others = [[digits[one] for one in run] for run in runs_of[cell]]
            free = [digit for digit in DIGITS if not any(digit in run for run in others)]
            weights = [prod(_sets(len(run) + 1, sum(run) + digit) ** -BIAS for run in others) for digit in free]
            digits[cell] = random.choices(free, weights)[0]
        return digits

    # -- text and pictures ----------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a size such as 8x8, a word for each cell, or an address of puzz.link."""
        size = size_of(text)
        return super().from_text(text, **parameters) if size is None else cls.empty(*size)

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        with address.reading("kakuro") as body:
            rows = read_kakuro(body, address.height, address.width)
        words = (tuple(OPEN if pair is None else _word(*pair) for pair in row) for row in rows)
        return cls(Cells(tuple(words)), **parameters)

    def to_address(self) -> Address:
        height, width = self.grid.height - 1, self.grid.width - 1
        if not (height and width) or any(self.grid[cell] == OPEN for cell in self.grid if not (cell[0] and cell[1])):
            raise clew.OptionError("kakuro: an address needs a first row and a first column without cells to fill")
        rows = [
            [None if self.grid[cell] == OPEN else _sums(self.grid[cell]) for cell in row] for row in self.grid.row_cells
        ]
        return Address("kakuro", width, height, write_kakuro(rows))

    def picture(self, assignment: Mapping[Cell, int], domains: Mapping[Cell, Collection[int]] | None = None) -> Picture:
        """The board, with the sums on both sides of a diagonal."""
        board: Any = super().picture(assignment, domains)
        rows = [
            ["" if (r, c) in board.blocks else word for c, word in enumerate(row)] for r, row in enumerate(board.rows)
        ]
        slashes = {cell: _texts(word) for cell, word in self.grid.items() if "\\" in word}
        shown: Picture = attrs.evolve(board, rows=rows, slashes=slashes)
        return shown

    def variable_name(self, cell: Cell) -> str:
        return f"r{cell[0] + 1}c{cell[1] + 1}"


def _texts(word: str) -> tuple[str, str]:
    """The two parts of a clue, below and to the right."""
    below, _, right = word.partition("\\")
    return below, right


def _sums(word: str) -> tuple[int | None, int | None]:
    """The sum below, and the one to the right, of the word of a cell."""
    below, right = (int(part) if part.isdigit() else None for part in _texts(word))
    return below, right


def _word(below: int | None, right: int | None) -> str:
    """The word of a cell with these sums."""
    return (
        BLOCK if below is right is None else "\\".join("" if total is None else str(total) for total in (below, right))
    )


def _sets(count: int, total: int) -> int:
    return number_of_sets(count, total, len(DIGITS))


# -- random layouts -------------------------------------------------------------------------------------


def _layout(cells: Collection[Cell], random: Random) -> set[Cell]:
    """Cells to fill among those of a rectangle: symmetric, connected, no run of one cell, and few long runs."""
    bottom, right = (sum(ends) for ends in zip(min(cells), max(cells), strict=True))
    left = set(cells)
    for cell in random.sample(sorted(cells), len(cells)):
        if len(left) <= (1 - BLOCKS) * len(cells) and max(_run_lengths(cell, left)) <= LONGEST:
            continue
        fewer = left - {cell, (bottom - cell[0], right - cell[1])}
        beside = {other for gone in left - fewer for other in near(gone, fewer)}
        if is_connected(fewer) and all(min(_run_lengths(other, fewer)) > 1 for other in beside):
            left = fewer
    return left


def _run_lengths(cell: Cell, cells: Collection[Cell]) -> tuple[int, int]:
    """The lengths of the runs across and down in which a cell stands."""
    lengths = []
    for step_r, step_c in ((0, 1), (1, 0)):
        length = 1
        for way in (1, -1):
            r, c = cell
            while (r := r + way * step_r, c := c + way * step_c) in cells:
                length += 1
        lengths.append(length)
    return lengths[0], lengths[1]

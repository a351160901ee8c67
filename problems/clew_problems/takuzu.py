"""Takuzu, also called Binero, Binairo or Unruly: fill a grid with 0 and 1.

Written with hooks. Every cell is a variable with the domain (0, 1), so a line of the grid is a pattern of
bits in the state's one integer: one AND and one shift read it, and what is known of a pattern is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, Final, Self

import attrs

import clew
from clew_problems import takuzu_text
from clew_problems.takuzu_text import EMPTY, STYLES, Grid

Cell = tuple[int, int]
State = clew.State[Cell, int]

BROKEN, SOUND, FULL = range(3)
"""What is known of a line: a rule is broken; none is so far; none is, and no cell is open."""


def _grid(problem: Takuzu, field: attrs.Attribute[Any], grid: Grid) -> None:
    width = len(grid[0]) if grid else 0
    if len(grid) < 2 or width < 2:
        raise clew.InputError(f"takuzu: a grid has at least 2 rows and 2 columns, not {width}x{len(grid)}")
    clew.check_size(width * len(grid), 2)
    for number, row in enumerate(grid, 1):
        if len(row) != width:
            raise clew.InputError(f"takuzu: row {number} has {len(row)} cells, and row 1 has {width}")
        for column, cell in enumerate(row, 1):
            if cell not in (0, 1, EMPTY):
                raise clew.InputError(
                    f"takuzu: row {number}, column {column}: {cell!r} is no cell: use 0, 1, 2 (empty)"
                )


def _rows(rows: Iterable[Iterable[int]]) -> Grid:
    return tuple(tuple(row) for row in rows)


@attrs.frozen
class Takuzu(clew.Problem[Cell, int]):
    """A Takuzu grid to complete.

    Args:
        grid: the rows, with 0, 1, and 2 for an empty cell.
        distinct: whether all the rows must differ, and all the columns.
        excess: in a line of odd length, which symbol there is one more of.

    Raises:
        InputError: the grid is not rectangular, too small, or has other cells.
    """

    name = "takuzu"
    summary = "fill a grid with 0 and 1: no three equal neighbours, as many of each, no line twice"
    rules = (
        "Fill every cell with 0 or 1. No three neighbours in a row or a column are equal. Every line has as many 0 as "
        "1; in a line of odd length one of them exceeds the other by one. No two rows are equal and no two columns "
        "are; --no-distinct leaves that last rule out, as many published collections do."
    )
    examples = (
        clew.Example("small", ".1.0/..0./.0../11.0", 1),
        clew.Example(
            "14x14",
            ".....11...1..0/..11..1.0...10/...1.....0..1./..0..0.....0../............../.0...00...0.../"
            ".....00......0/..0........0../..00....0...../.........1..../............1./00..0..11...1./"
            "0..1..0.1..0../....00......1.",
            1,
        ),
        clew.Example("all of 4x4", "4x4", 72),
        clew.Example("all of 6x6, lines may repeat", "6x6", 11222, {"distinct": False}),
        clew.Example("unruly", "6x6de:faCADAJeBd", 1),
        clew.Example("unique lines", "6x6ude:faCADAJeBd", 0),
        clew.Example("contradiction", "111./..../..../....", 0),
    )
    styles = tuple(STYLES)

    grid: Grid = attrs.field(converter=_rows, validator=_grid)
    distinct: bool = clew.parameter(True, "whether all rows must differ, and all columns")
    excess: str = clew.parameter("either", "of which symbol an odd line has one more", choices=("either", "0", "1"))

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.grid)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.grid[0])

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, tuple[int, int]]:
        return dict.fromkeys(product(range(self.height), range(self.width)), (0, 1))

    def given(self) -> Mapping[Cell, int]:
        return {(r, c): self.grid[r][c] for r, c in self.domains() if self.grid[r][c] != EMPTY}

    def is_consistent(self, state: State, cell: Cell, value: int) -> bool:
        child = state.assign(cell, value)
        return child is not clew.DEAD_END and all(lines.fit(child.domains, k) for lines, k in self._through(cell))

    def forward_check(self, state: State, cell: Cell, value: int) -> State | clew.DeadEnd:
        lines = self._through(cell)
        verdicts = [family.judge(state.domains, k) for family, k in lines]
        if BROKEN in verdicts:
            return clew.DEAD_END
        # A line that is full now may forbid its like anywhere; else only the two lines of the cell change.
        near = state.open if FULL in verdicts and self.distinct else self.neighbours(cell)
        pruned: State | clew.DeadEnd = state
        for other in near:
            if other not in state:
                refused = [v for v in state.domain(other) if not self.is_consistent(state, other, v)]
                pruned = state.prune(other, refused) if refused else state
                if pruned is clew.DEAD_END:
                    return clew.DEAD_END
                state = pruned
        return state

    def neighbours(self, cell: Cell) -> list[Cell]:
        r, c = cell
        return [(r, k) for k in range(self.width) if k != c] + [(k, c) for k in range(self.height) if k != r]

    def _through(self, cell: Cell) -> tuple[tuple[_Lines, int], tuple[_Lines, int]]:
        """The two lines of a cell."""
        rows, columns = self._families
        return (rows, cell[0]), (columns, cell[1])

    @cached_property
    def _families(self) -> tuple[_Lines, _Lines]:
        lane, row = 3, 3 * self.width  # two values and a guard for each cell
        rows = _Lines(self.height, row, self.width, lane, self._most(self.width), self.distinct)
        columns = _Lines(self.width, lane, self.height, row, self._most(self.height), self.distinct)
        return rows, columns

    def _most(self, length: int) -> tuple[int, int]:
        """How many 0 and how many 1 a line of this length may have."""
        half, odd = divmod(length, 2)
        return half + (odd and self.excess != "1"), half + (odd and self.excess != "0")

    # -- an independent judgement ---------------------------------------------------------------

    def violations(self, assignment: Mapping[Cell, int]) -> Iterator[clew.Violation]:
        """The rules that a full or partial grid breaks: the rule, the line, the cells."""
        grid = self._filled(assignment)
        for kind, lines in (("row", grid), ("column", list(zip(*grid, strict=True)))):
            for k, line in enumerate(lines):
                cells = [(k, j) if kind == "row" else (j, k) for j in range(len(line))]
                yield from self._broken(f"{kind} {k + 1}", line, cells)
            for k, line in enumerate(lines) if self.distinct else ():
                for earlier in range(k):
                    if EMPTY not in line and lines[earlier] == line:
                        message = f"{kind}s {earlier + 1} and {k + 1} are equal: no two lines may be"
                        both = [(x, j) if kind == "row" else (j, x) for x in (earlier, k) for j in range(len(line))]
                        yield clew.Violation("distinct lines", message, tuple(both))

    def _broken(self, where: str, line: Sequence[int], cells: Sequence[Cell]) -> Iterator[clew.Violation]:
        for j in range(len(line) - 2):
            if line[j] != EMPTY and line[j] == line[j + 1] == line[j + 2]:
                message = f"{where}, cells {j + 1} to {j + 3}: three {line[j]} side by side"
                yield clew.Violation("three equal neighbours", message, tuple(cells[j : j + 3]))
        for symbol, most in enumerate(self._most(len(line))):
            held = tuple(cell for cell, v in zip(cells, line, strict=True) if v == symbol)
            if len(held) > most:
                message = f"{where}: {len(held)} cells are {symbol}, and {most} may be"
                yield clew.Violation("as many of each", message, held)

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a grid in any published form (see `clew_problems.takuzu_text`)."""
        reading = takuzu_text.read(text)
        if reading.distinct is not None:
            parameters.setdefault("distinct", reading.distinct)
        return cls(reading.grid, **parameters)

    def to_text(self) -> str:
        return takuzu_text.write(self.grid, "rows")

    def draw(self, assignment: Mapping[Cell, int], style: str | None = None) -> str:
        return takuzu_text.write(self._filled(assignment), self.check_style(style), self.distinct)

    def _filled(self, assignment: Mapping[Cell, int]) -> Grid:
        return tuple(tuple(assignment.get((r, c), EMPTY) for c in range(self.width)) for r in range(self.height))

    def variable_name(self, cell: Cell) -> str:
        return f"r{cell[0] + 1}c{cell[1] + 1}"


class _Lines:
    """All the rows of a grid, or all its columns, as patterns of bits in a state's domains.

    Args:
        number: how many lines there are.
        apart: bits from one line to the next.
        length: how many cells a line has.
        step: bits from one cell of a line to the next.
        most: how many 0 and how many 1 a line may have.
        distinct: whether no two lines may be equal.
    """

    def __init__(self, number: int, apart: int, length: int, step: int, most: tuple[int, int], distinct: bool) -> None:
        self.number, self.apart, self.length, self.step, self.most = number, apart, length, step, most
        self.distinct = distinct
        self.mask = sum(0b11 << j * step for j in range(length))
        self.known: dict[int, int] = {}

    def judge(self, domains: int, k: int) -> int:
        """BROKEN, SOUND or FULL: what the k-th line is by itself."""
        pattern = domains >> k * self.apart & self.mask
        verdict = self.known.get(pattern)
        if verdict is None:
            if len(self.known) > MEMORY:
                self.known.clear()
            verdict = self.known[pattern] = self._judge([pattern >> j * self.step & 0b11 for j in range(self.length)])
        return verdict

    def _judge(self, cells: Sequence[int]) -> int:
        """The same for cells that hold 1 for a 0, 2 for a 1, and 3 while open."""
        for a, b, c in zip(cells, cells[1:], cells[2:], strict=False):
            if a == b == c != 0b11:
                return BROKEN
        if cells.count(0b01) > self.most[0] or cells.count(0b10) > self.most[1]:
            return BROKEN
        return SOUND if 0b11 in cells else FULL

    def fit(self, domains: int, k: int) -> bool:
        """Whether the k-th line breaks no rule, nor equals another line now that it is full."""
        verdict = self.judge(domains, k)
        if verdict != FULL or not self.distinct:
            return verdict != BROKEN
        pattern = domains >> k * self.apart & self.mask
        return all(domains >> i * self.apart & self.mask != pattern for i in range(self.number) if i != k)


MEMORY: Final = 2**18
"""Patterns to remember for each family of lines."""

"""Takuzu, also called Binero, Binairo or Unruly: fill a grid with 0 and 1.

Every cell is a variable with the domain (0, 1). A line is read by an automaton, so a line of 30 cells needs no
list of its 860,142 patterns; that no two lines are equal is a constraint on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar, Final, Self

import attrs

import clew
from clew.constraints import OPEN, Constraint, DistinctVectors, Stepwise
from clew_problems import takuzu_baselines, takuzu_text
from clew_problems.takuzu_text import EMPTY, STYLES, Grid
from clew_problems.turns import both, keeping, moving_cells, renaming

Cell = tuple[int, int]

GENERATORS: Final = ("left and right", "up and down", "transposition", "exchange of 0 and 1")
"""Symmetries that all others of an empty grid come of."""


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

    def constraints(self) -> tuple[Constraint, ...]:
        return _constraints(self.height, self.width, self._most(self.width), self._most(self.height), self.distinct)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells of the same two lines; that lines must differ ties all cells together, if but loosely."""
        r, c = cell
        return [(r, k) for k in range(self.width) if k != c] + [(k, c) for k in range(self.height) if k != r]

    def baselines(self) -> Mapping[str, Callable[[], Iterable[Mapping[Cell, int]]]]:
        """A program for grids of even sides whose lines must differ; it takes the clues as they are."""
        if self.height % 2 or self.width % 2 or not self.distinct or any(self.violations(self.given())):
            return {}
        return {"cell by cell": lambda: map(_assignment, takuzu_baselines.cell_by_cell(self.grid))}

    def symmetries(self) -> Mapping[str, Callable[[Mapping[Cell, int]], Mapping[Cell, int]]]:
        """Reflected and turned, with 0 and 1 exchanged if both may exceed: as far as they keep the clues.

        Of an empty grid, a few that all others come of.
        """
        given, moves = self.given(), moving_cells(self.height, self.width)
        if self.excess == "either" or self.width % 2 == self.height % 2 == 0:
            exchange = renaming({0: 1, 1: 0})
            moves |= {f"{name}, 0 and 1 exchanged": both(move, exchange) for name, move in moves.items()}
            moves["exchange of 0 and 1"] = exchange
        if not given:
            return {name: moves[name] for name in GENERATORS if name in moves}
        return keeping(given, moves)

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

    def line_symbols(self) -> Mapping[str, int | None]:
        """Those of a square grid."""
        return {"0": 0, "1": 1, **dict.fromkeys("._2")} if self.width == self.height else {}

    def to_text(self) -> str:
        return takuzu_text.write(self.grid, "rows")

    def draw(self, assignment: Mapping[Cell, int], style: str | None = None) -> str:
        return takuzu_text.write(self._filled(assignment), self.check_style(style), self.distinct)

    def _filled(self, assignment: Mapping[Cell, int]) -> Grid:
        return tuple(tuple(assignment.get((r, c), EMPTY) for c in range(self.width)) for r in range(self.height))

    def variable_name(self, cell: Cell) -> str:
        return f"r{cell[0] + 1}c{cell[1] + 1}"

    def constraint_name(self, constraint: Constraint) -> str:
        cells: Any = constraint.scope
        (top, left), (next_row, _), *_ = cells
        if isinstance(constraint, DistinctVectors):
            return "no two rows equal" if next_row == top else "no two columns equal"
        return f"row {top + 1}" if next_row == top else f"column {left + 1}"


def _assignment(grid: Grid) -> dict[Cell, int]:
    return {(r, c): value for r, row in enumerate(grid) for c, value in enumerate(row)}


@attrs.frozen
class Line(Stepwise):
    """A line has no three equal neighbours, and of each symbol at most so many.

    Read from one end to the other, all that need be remembered is how many 0 there were and how the line ends:
    -2 or -1 for so many 0, 1 or 2 for so many 1.
    """

    alike: ClassVar[bool] = True

    most: tuple[int, int]

    def holds(self, values: Sequence[int]) -> bool:
        return self.consistent(values)

    def consistent(self, values: Sequence[Any]) -> bool:
        text = "".join("-" if value is OPEN else str(value) for value in values)
        return "000" not in text and "111" not in text and all(text.count(str(v)) <= self.most[v] for v in (0, 1))

    def start(self) -> tuple[int, int]:
        return 0, 0

    def step(self, memory: tuple[int, int], position: int, value: int) -> tuple[int, int] | None:
        zeros, end = memory
        zeros += value == 0
        if zeros > self.most[0] or position + 1 - zeros > self.most[1]:
            return None
        end = (end + 1 if end > 0 else 1) if value else (end - 1 if end < 0 else -1)
        return (zeros, end) if -3 < end < 3 else None


@lru_cache(maxsize=64)
def _constraints(
    height: int, width: int, most_in_row: tuple[int, int], most_in_column: tuple[int, int], distinct: bool
) -> tuple[Constraint, ...]:
    rows = [[(r, c) for c in range(width)] for r in range(height)]
    columns = [[(r, c) for r in range(height)] for c in range(width)]
    lines: list[Constraint] = [Line(row, most_in_row) for row in rows]
    lines += [Line(column, most_in_column) for column in columns]
    if distinct:
        lines += [DistinctVectors(rows), DistinctVectors(columns)]
    return tuple(lines)

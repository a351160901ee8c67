"""The kinds of clues by the names that f-puzzles has for them: the fields of each, and the constraints it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import attrs

from clew.constraints import Constant, Constraint, Element, Var
from clew.errors import InputError
from clew.variants import boards, cages, lines, outside, pairs
from clew.variants.grid import SudokuGrid

Cell = tuple[int, int]
Rule = Callable[[SudokuGrid, "VariantClue"], Iterable[Constraint]]

DIRECTIONS: Final = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
LETTERS: Final = {"X": 10, "V": 5}
"""The sums of the two marks of an XV sudoku."""


def _lines(lines: Iterable[Iterable[Cell]]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(map(tuple[Cell, ...], lines))


@attrs.frozen
class VariantClue:
    """A clue of a puzzle.

    Attributes:
        kind: its kind, a key of `KINDS`.
        cells: its cells, a row and a column from 0 each. A clue outside has a cell beside the grid, such as (-1, 2).
        lines: its lines, the cells of each in order; for a clone the second shape.
        value: its number, X or V, or the digits of a quadruple; None if it has none.
        direction: the way of a little killer: UL, UR, DL or DR.
    """

    kind: str
    cells: tuple[Cell, ...] = attrs.field(default=(), converter=tuple[Cell, ...])
    lines: tuple[tuple[Cell, ...], ...] = attrs.field(default=(), converter=_lines)
    value: Any = None
    direction: str = ""

    @property
    def name(self) -> str:
        """Its name in messages and in hints."""
        first = next(iter((*self.cells, *(cell for line in self.lines for cell in line))), None)
        title = KINDS[self.kind].title
        return title if first is None else f"the {title} at r{first[0] + 1}c{first[1] + 1}"


def _words(words: str) -> tuple[str, ...]:
    return tuple(words.split())


@attrs.frozen
class ClueKind:
    """A kind of clues.

    Attributes:
        title: its name in messages.
        fields: the fields of such a clue beside its value: `cell`, `cells`, `lines`, `cloneCells`, `values`,
            `direction`, or `outside` for a cell beside the grid.
        rule: the constraints of a clue on a grid.
        number: how many `cells` it has; 0 for any number from 1.
    """

    title: str
    fields: tuple[str, ...] = attrs.field(converter=_words)
    rule: Rule
    number: int = 0

    @property
    def is_outside(self) -> bool:
        """Whether its cell may lie beside the grid."""
        return "outside" in self.fields


def _each(kind: Callable[[Any], Iterable[Constraint]]) -> Rule:
    """A kind about each line, or about the cells."""
    return lambda grid, clue: [one for line in clue.lines or (clue.cells,) if len(line) > 1 for one in kind(line)]


def _valued(kind: Callable[[Any, Any], Iterable[Constraint]], least: int | None = None) -> Rule:
    """A kind about each line, or about the cells, and a number; a clue without any says nothing."""

    def rule(grid: SudokuGrid, clue: VariantClue) -> list[Constraint]:
        number = least if clue.value is None else clue.value
        lines = [] if number is None else clue.lines or (clue.cells,)
        return [one for line in lines if len(line) > 1 for one in kind(line, number)]

    return rule


def _whole(kind: Callable[[SudokuGrid], Iterable[Constraint]]) -> Rule:
    return lambda grid, clue: kind(grid)


def _seen(kind: Callable[[Sequence[Var], Any], Iterable[Constraint]]) -> Rule:
    """A kind about a clue outside that looks along a row or a column."""
    return lambda grid, clue: [] if clue.value is None else kind(looked_at(grid, clue), clue.value)


def _cell(kind: Callable[[SudokuGrid, Any], Iterable[Constraint]]) -> Rule:
    return lambda grid, clue: [one for cell in clue.cells for one in kind(grid, cell)]


def looked_at(grid: SudokuGrid, clue: VariantClue) -> list[Var]:
    """The cells that a clue outside looks at, in order.

    Raises:
        InputError: its cell is not beside the grid.
    """
    ((r, c),), size = clue.cells, len(grid.rows)
    if clue.direction:
        down, right = DIRECTIONS[clue.direction]
        ahead = [(r + k * down, c + k * right) for k in range(1, size + 2)]
        return [grid.rows[a][b] for a, b in ahead if 0 <= a < size and 0 <= b < size]
    if (r in (-1, size)) == (c in (-1, size)):
        raise InputError(f"{clue.name} is not beside a row or a column: move it to the outside of the grid")
    line = grid.columns[c] if r in (-1, size) else grid.rows[r]
    return line[::-1] if size in (r, c) else line


def _whispers(grid: SudokuGrid, clue: VariantClue) -> Iterable[Constraint]:
    return _valued(lines.whispers, (len(grid.rows) + 1) // 2)(grid, clue)


def _entropic(grid: SudokuGrid, clue: VariantClue) -> Iterable[Constraint]:
    digits = range(1, len(grid.rows) + 1)
    return [one for line in clue.lines for one in lines.entropic(line, digits)]


def _arrow(grid: SudokuGrid, clue: VariantClue) -> Iterable[Constraint]:
    """The first cell of each line lies in the circle; a pill is read from the top left."""
    return [
        one for line in clue.lines if len(line) > 1 for one in cages.pill_arrow(sorted(clue.cells), line[1:])
    ]  # fmt: skip


def _clone(grid: SudokuGrid, clue: VariantClue) -> Iterable[Constraint]:
    shape = next(iter(clue.lines), ())
    if len(clue.cells) != len(shape):
        raise InputError(f"{clue.name} has shapes of {len(clue.cells)} and {len(shape)} cells: give as many")
    return lines.clone(clue.cells, shape)


def _xv(grid: SudokuGrid, clue: VariantClue) -> Iterable[Constraint]:
    return {None: lambda pair: [], 10: pairs.x, 5: pairs.v}[LETTERS.get(clue.value)](clue.cells)


def _sandwich(line: Sequence[Var], number: int) -> Iterable[Constraint]:
    return outside.sandwich(line, number, (1, len(line)))


def _circles(grid: SudokuGrid, clue: VariantClue) -> Iterable[Constraint]:
    return cages.counting_circles(clue.cells, range(1, len(grid.rows) + 1))


def _rank(grid: SudokuGrid, clue: VariantClue) -> Iterable[Constraint]:
    digits = range(1, len(grid.rows) + 1)
    return [] if clue.value is None else boards.full_rank(grid, looked_at(grid, clue), clue.value, digits)


def _indexer(units: Callable[[SudokuGrid], Sequence[Sequence[Var]]]) -> Rule:
    """A digit says at which place of its line, as `units` has them, the number of its own place stands."""

    def rule(grid: SudokuGrid, clue: VariantClue) -> list[Constraint]:
        placed = [(unit, k, cell) for unit in units(grid) for k, cell in enumerate(unit, 1) if cell.name in clue.cells]
        return [Element(cell - 1, unit, Constant(k)) for unit, k, cell in placed]

    return rule


def _diagonal(way: int) -> Rule:
    return lambda grid, clue: boards.diagonals(grid)[way : way + 1]


KINDS: Final[dict[str, ClueKind]] = {
    "thermometer": ClueKind("thermometer", "lines", _each(lines.thermo)),
    "slowthermometer": ClueKind("slow thermometer", "lines", _each(lines.slow_thermo)),
    "palindrome": ClueKind("palindrome", "lines", _each(lines.palindrome)),
    "renban": ClueKind("renban", "lines", _each(lambda line: lines.renban(dict.fromkeys(line)))),
    "whispers": ClueKind("whisper line", "lines", _whispers),
    "regionsumline": ClueKind(
        "region sum line",
        "lines",
        lambda grid, clue: [one for line in clue.lines for one in boards.region_sum(grid, line)],
    ),
    "betweenline": ClueKind("between line", "lines", _each(lines.between)),
    "entropicline": ClueKind("entropic line", "lines", _entropic),
    "modularline": ClueKind("modular line", "lines", _valued(lines.modular, 3)),
    "nabner": ClueKind("nabner", "lines", _each(lambda line: lines.nabner(dict.fromkeys(line)))),
    "doublearrow": ClueKind("double arrow", "lines", _each(cages.double_arrow)),
    "zipperline": ClueKind("zipper line", "lines", _each(lines.zipper)),
    "lockout": ClueKind("lockout line", "lines", _valued(lines.lockout, 4)),
    "sumline": ClueKind("sum line", "lines", _valued(lines.sum_line)),
    "arrow": ClueKind("arrow", "cells lines", _arrow),
    "killercage": ClueKind("cage", "cells", lambda grid, clue: cages.killer(clue.cells, clue.value, len(grid.rows))),
    "lunchbox": ClueKind("lunchbox", "cells", _valued(cages.lunchbox)),
    "extraregion": ClueKind("extra region", "cells", _each(cages.extra_region)),
    "countingcircles": ClueKind("counting circles", "cells", _circles),
    "odd": ClueKind("odd cell", "cell", _cell(lambda grid, cell: cages.odd(cell))),
    "even": ClueKind("even cell", "cell", _cell(lambda grid, cell: cages.even(cell))),
    "minimum": ClueKind("minimum", "cell", _cell(boards.minimum)),
    "maximum": ClueKind("maximum", "cell", _cell(boards.maximum)),
    "rowindexer": ClueKind("row indexer", "cells", _indexer(lambda grid: grid.columns)),
    "columnindexer": ClueKind("column indexer", "cells", _indexer(lambda grid: grid.rows)),
    "boxindexer": ClueKind("box indexer", "cells", _indexer(lambda grid: grid.boxes)),
    "difference": ClueKind("difference", "cells", _valued(pairs.difference, 1), 2),
    "ratio": ClueKind("ratio", "cells", _valued(pairs.ratio, 2), 2),
    "xv": ClueKind("mark", "cells", _xv, 2),
    "clone": ClueKind("clone", "cells cloneCells", _clone),
    "quadruple": ClueKind("quadruple", "cells values", _valued(cages.quadruple), 4),
    "littlekillersum": ClueKind("little killer", "outside direction", _seen(cages.little_killer)),
    "sandwichsum": ClueKind("sandwich", "outside", _seen(_sandwich)),
    "xsum": ClueKind("x-sum", "outside", _seen(outside.x_sum)),
    "skyscraper": ClueKind("skyscraper", "outside", _seen(outside.skyscraper)),
    "hiddenskyscraper": ClueKind("hidden skyscraper", "outside", _seen(outside.hidden_skyscraper)),
    "numberedroom": ClueKind("numbered room", "outside", _seen(outside.numbered_room)),
    "fullrank": ClueKind("full rank", "outside", _rank),
    "diagonal+": ClueKind("rising diagonal", "", _diagonal(1)),
    "diagonal-": ClueKind("falling diagonal", "", _diagonal(0)),
    "antiknight": ClueKind("anti-knight", "", _whole(boards.anti_knight)),
    "antiking": ClueKind("anti-king", "", _whole(boards.anti_king)),
    "disjointgroups": ClueKind("disjoint groups", "", _whole(boards.disjoint_groups)),
    "windoku": ClueKind("windoku", "", _whole(boards.windoku)),
    "nonconsecutive": ClueKind("non-consecutive", "", lambda grid, clue: ()),
    "negative": ClueKind("all marks given", "", lambda grid, clue: ()),
}
"""Each kind by its name there. The last two depend on the marks of the puzzle: see `clew.variants.puzzle`.

f-puzzles itself does not have `sumline`, `lunchbox`, `countingcircles`, `hiddenskyscraper`, `numberedroom`, `fullrank`
and `windoku`."""

"""Futoshiki: a latin square whose neighbouring cells may have to be in a given order.

Without any sign it is the latin square itself: each number once in every row and every column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache, partial
from itertools import pairwise, product
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew.constraints import AllDifferent, Constraint, Less
from clew_problems.turns import Move, both, keeping, moving_cells, renaming, turns

Cell = tuple[int, int]
Grid = tuple[tuple[int, ...], ...]
Order = tuple[Cell, Cell]

EMPTY: Final = 0
MAX_TEXT: Final = 1_000_000


def _error(message: str) -> clew.InputError:
    return clew.InputError(f"futoshiki: {message}")


def _rows(rows: Iterable[Iterable[int]]) -> Grid:
    return tuple(tuple(row) for row in rows)


def _pairs(pairs: Iterable[Iterable[Iterable[int]]]) -> tuple[Any, ...]:
    return tuple(sorted({tuple(map(tuple, pair)) for pair in pairs}))


def _check_size(size: int) -> None:
    if size < 2:
        raise _error(f"a square has at least 2 rows and 2 columns, not {size}")
    clew.check_size(size * size, size)


def _sound(problem: Futoshiki, field: attrs.Attribute[Any], grid: Grid) -> None:
    size = len(grid)
    _check_size(size)
    for number, row in enumerate(grid, 1):
        if len(row) != size:
            raise _error(f"row {number} has {len(row)} cells, and there are {size} rows: give as many of each")
        for column, value in enumerate(row, 1):
            if not isinstance(value, int) or not EMPTY <= value <= size:
                raise _error(f"row {number}, column {column}: {value!r} is no number: use 1 to {size}, 0 if empty")


def _neighbours(problem: Futoshiki, field: attrs.Attribute[Any], less: Sequence[Order]) -> None:
    cells = problem.domains()
    for pair in less:
        if len(pair) != 2 or not all(cell in cells for cell in pair):
            raise _error(f"{pair!r} are no two cells of the square: give (row, column) twice, counted from 0")
        (r, c), (s, d) = pair
        if abs(r - s) + abs(c - d) != 1:
            raise _error(f"{_name((r, c))} and {_name((s, d))} are no neighbours: a sign stands between two that are")
        if ((s, d), (r, c)) in less:
            raise _error(f"{_name((r, c))} and {_name((s, d))} have a sign either way: leave one out")


def _name(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


@attrs.frozen
class Futoshiki(clew.Problem[Cell, int]):
    """A futoshiki to complete.

    As a text, cells are numbers or `.`, and a sign between two of them points to the smaller one: `<` and `>`
    in a row, `^` and `v` in a line between two rows, exactly below the upper cell:

        . > . .
        v
        . . < 3
            ^
        1 . .

    A number alone is the size of a square without any clue.

    Args:
        grid: the rows, with the numbers from 1, and 0 for an empty cell.
        less: pairs of neighbouring cells (row, column), counted from 0, the smaller first.

    Raises:
        InputError: the grid is not square, has other numbers, or a pair are no neighbours.
        OptionError: the grid is too large to search.
    """

    name = "futoshiki"
    summary = "a latin square with signs between neighbours that say which is smaller"
    rules = (
        "Fill every cell with a number from 1 to the size of the square, so that no row and no column has a number "
        "twice and every sign points to the smaller of its two numbers. The instance is a drawn square, with . for "
        "an empty cell, < or > between the cells of a row and ^ or v in a line between two rows, or a size alone."
    )
    examples = (
        clew.Example(
            "seven signs",
            ".   .   .   .   .\n"
            "            ^\n"
            ".   .   .   .   .\n"
            "                v\n"
            ". < 2   .   .   .\n"
            "    v       ^\n"
            ".   .   .   .   .\n"
            "            ^\n"
            ". > .   .   .   .\n",
            1,
        ),
        clew.Example("latin squares of order 2", "2", 2),
        clew.Example("latin squares of order 3", "3", 12),
        clew.Example("latin squares of order 4", "4", 576),
        clew.Example("circle", ". < .\nv   ^\n. > .", 0),
    )
    styles = ("grid", "numbers")

    grid: Grid = attrs.field(converter=_rows, validator=_sound)
    less: tuple[Order, ...] = attrs.field(default=(), converter=_pairs, validator=_neighbours)

    @classmethod
    def empty(cls, size: int) -> Self:
        """A square without clues."""
        _check_size(size)
        return cls(((EMPTY,) * size,) * size)

    @property
    def size(self) -> int:
        """The number of rows, of columns, and the largest number."""
        return len(self.grid)

    # -- the search ---------------------------------------------------------------------------

    def domains(self) -> Mapping[Cell, range]:
        return dict.fromkeys(product(range(self.size), range(self.size)), range(1, self.size + 1))

    def given(self) -> Mapping[Cell, int]:
        return {(r, c): value for r, row in enumerate(self.grid) for c, value in enumerate(row) if value != EMPTY}

    def constraints(self) -> Iterable[Constraint]:
        return _constraints(self.size, self.less)

    def symmetries(self) -> Mapping[str, Callable[[Mapping[Cell, int]], Mapping[Cell, int]]]:
        """The square's, with small and large numbers exchanged or not, as far as they keep the clues and the signs.

        Without any, those of a latin square: numbers exchanged and rows exchanged besides.
        """
        given, size = self.given(), range(self.size)
        upside_down = renaming({value: self.size + 1 - value for value in range(1, self.size + 1)})
        found: dict[str, Move] = {}
        if self._signs_after(lambda cell: cell, True) == self.less:
            found["small and large"] = upside_down
        places, grids = turns(self.size, self.size), moving_cells(self.size, self.size)
        for name, turn in grids.items():
            if self._signs_after(places[name], False) == self.less:
                found[name] = turn
            if self._signs_after(places[name], True) == self.less:
                found[f"{name}, small and large"] = both(turn, upside_down)
        if not given and not self.less:
            found["exchange of 1 and 2"] = renaming({1: 2, 2: 1})
            found["next number"] = renaming({value + 1: (value + 1) % self.size + 1 for value in size})
            found["exchange of the first rows"] = partial(_rows_moved, {0: 1, 1: 0})
            found["next row"] = partial(_rows_moved, {row: (row + 1) % self.size for row in size})
        return keeping(given, found)

    def _signs_after(self, turn: Callable[[Cell], Cell], reversed_: bool) -> tuple[Order, ...]:
        """What becomes of the signs."""
        moved = [(turn(one), turn(other)) for one, other in self.less]
        return tuple(sorted((other, one) if reversed_ else (one, other) for one, other in moved))

    # -- new instances ------------------------------------------------------------------------

    def from_solution(self, solution: Mapping[Cell, int], random: Random) -> Self:
        """All numbers, and a sign between any two neighbours."""
        rows = [[(r, c) for c in range(self.size)] for r in range(self.size)]
        pairs = [pair for line in (*rows, *zip(*rows, strict=True)) for pair in pairwise(line)]
        less = [sorted(pair, key=solution.__getitem__) for pair in pairs]
        return _Full([[solution[cell] for cell in row] for row in rows], less, blank=self)  # type: ignore[return-value]

    def clue_groups(self) -> Iterator[tuple[Any]]:
        """The numbers and the signs, each of which may be left out."""
        yield from ((clue,) for clue in (*self.given().items(), *self.less))

    def with_clues(self, clues: Iterable[Any]) -> Any:
        some = list(clues)
        less = [clue for clue in some if isinstance(clue[1], tuple)]
        given = dict(clue for clue in some if clue not in less)
        return Futoshiki([[given.get((r, c), EMPTY) for c in range(self.size)] for r in range(self.size)], less)

    # -- text -----------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        """Reads a size, or a drawn square."""
        return cls(*read(text), **parameters)

    def to_text(self) -> str:
        return self.draw(self.given(), "grid")

    def draw(self, assignment: Mapping[Cell, int], style: str | None = None) -> str:
        style = self.check_style(style)
        size = self.size
        wide = len(str(size))
        cells = {cell: str(assignment.get(cell, ".")).rjust(wide) for cell in self.domains()}
        if style == "numbers":
            return "\n".join(" ".join(cells[r, c] for c in range(size)) for r in range(size))
        less = set(self.less)
        lines = []
        for r in range(size):
            across = [cells[r, c] + _sign(less, (r, c), (r, c + 1), ("<", ">")).center(3) for c in range(size)]
            down = [_sign(less, (r, c), (r + 1, c), ("^", "v")).rjust(wide) + "   " for c in range(size)]
            lines += ["".join(across).rstrip(), "".join(down).rstrip()]
        return "\n".join(line for line in lines if line)

    def variable_name(self, cell: Cell) -> str:
        return _name(cell)

    def constraint_name(self, constraint: Constraint) -> str:
        cells: Any = constraint.scope
        if not isinstance(constraint, AllDifferent):
            return " < ".join(map(_name, cells))
        (top, left), (next_row, _), *_ = cells
        return f"row {top + 1}" if next_row == top else f"column {left + 1}"


@attrs.frozen
class _Full(Futoshiki):
    """All numbers and signs of a solution, while some are taken away.

    Attributes:
        blank: has the clues that stay.
    """

    blank: Futoshiki = attrs.field(kw_only=True)

    def clue_groups(self) -> Iterator[tuple[Any]]:
        stay = set(self.blank.clue_groups())
        return (group for group in super().clue_groups() if group not in stay)

    def with_clues(self, clues: Iterable[Any]) -> Any:
        return super().with_clues([*(clue for (clue,) in self.blank.clue_groups()), *clues])


@lru_cache(maxsize=32)
def _latin(size: int) -> tuple[Constraint, ...]:
    rows = [[(r, c) for c in range(size)] for r in range(size)]
    return tuple(map(AllDifferent, [*rows, *zip(*rows, strict=True)]))


def _rows_moved(places: Mapping[int, int], grid: Mapping[Cell, int]) -> dict[Cell, int]:
    return {(places.get(r, r), c): value for (r, c), value in grid.items()}


@lru_cache(maxsize=32)
def _constraints(size: int, less: tuple[Order, ...]) -> tuple[Constraint, ...]:
    return *_latin(size), *(Less(smaller, larger) for smaller, larger in less)


# -- drawing and reading ---------------------------------------------------------------------------


def _sign(less: Set[Order], cell: Cell, other: Cell, marks: tuple[str, str]) -> str:
    """What to draw between two neighbours."""
    smaller, larger = marks
    if (cell, other) in less:
        return smaller
    return larger if (other, cell) in less else " "


def read(text: str) -> tuple[Grid, tuple[Order, ...]]:
    """The square that a text describes, and its signs as pairs of cells, the smaller first.

    Raises:
        InputError: the text is no square; the message names the place.
    """
    if len(text) > MAX_TEXT:
        raise _error(f"the text has {len(text)} characters, more than any square that could be searched")
    bare = text.strip()
    if not bare:
        raise _error("the instance is empty: give a size such as 5, or a drawn square")
    if re.fullmatch(r"[+-]?[0-9]+", bare):
        if len(bare) > 12:
            raise _error(f"the size {bare[:12]}... cannot be: use a number from 2")
        size = int(bare)
        _check_size(size)
        return ((EMPTY,) * size,) * size, ()
    lines = [(k, line) for k, line in enumerate(text.expandtabs().splitlines(), 1) if line.strip()]
    return _drawn(lines)


def _drawn(lines: Sequence[tuple[int, str]]) -> tuple[Grid, tuple[Order, ...]]:
    size = sum(not _is_between(line) for _, line in lines)
    rows: list[tuple[int, ...]] = []
    less: list[Order] = []
    places: dict[int, int] = {}
    for k, line in lines:
        if _is_between(line):
            if not 0 < len(rows) < size:
                raise _error(f"line {k}: signs such as ^ and v stand between two rows of cells")
            less += [_ordered(sign, cell, (cell[0] + 1, cell[1])) for sign, cell in _below(k, line, len(rows), places)]
        else:
            row, signs, places = _row(k, line, size)
            less += [_ordered(sign, (len(rows), c), (len(rows), c + 1)) for c, sign in signs]
            rows.append(row)
    return tuple(rows), tuple(less)


def _is_between(line: str) -> bool:
    return re.fullmatch(r"[\s^vV]+", line) is not None


def _ordered(sign: str, first: Cell, second: Cell) -> Order:
    return (first, second) if sign in "<^" else (second, first)


def _below(number: int, line: str, rows: int, places: Mapping[int, int]) -> Iterator[tuple[str, Cell]]:
    """The signs of a line between two rows, each with the cell above it."""
    for place, sign in enumerate(line):
        if not sign.isspace():
            if place not in places:
                raise _error(
                    f"line {number}, character {place + 1}: {sign!r} stands below no cell: put it right below one"
                )
            yield sign, (rows - 1, places[place])


def _row(number: int, line: str, size: int) -> tuple[tuple[int, ...], list[tuple[int, str]], dict[int, int]]:
    """The cells of a row, the signs by the cell before them, and which cell is at which character."""
    cells: list[int] = []
    signs: list[tuple[int, str]] = []
    places: dict[int, int] = {}
    # In a small square every digit is a cell, so that the cells need no spaces between them.
    for match in re.finditer(r"[0-9]|\S" if size <= 9 else r"[0-9]{1,9}|\S", line):
        symbol, where = match[0], f"line {number}, character {match.start() + 1}"
        if symbol in "<>":
            if not cells or (signs and signs[-1][0] == len(cells) - 1):
                raise _error(f"{where}: {symbol!r} has no cell before it: one sign stands between two cells")
            signs.append((len(cells) - 1, symbol))
        elif symbol in "._" or re.fullmatch(r"[0-9]+", symbol):
            places.update(dict.fromkeys(range(match.start(), match.end()), len(cells)))
            cells.append(EMPTY if symbol in "._" else int(symbol))
        else:
            raise _error(f"{where}: {symbol!r} is no cell and no sign: use the numbers from 1, . and < > ^ v")
    if signs and signs[-1][0] == len(cells) - 1:
        raise _error(f"line {number} ends with {signs[-1][1]!r}: one sign stands between two cells")
    return tuple(cells), signs, places

"""Slitherlink: one loop along the sides of the cells, of which each number counts those around its cell.

There is a variable for each side, 1 if the loop runs there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import product
from random import Random
from typing import Any, Self

import attrs

import clew
from clew import forms
from clew.constraints import Constraint, Exactly, Table, grid_sides
from clew.forms.addresses import Address
from clew.forms.codings import read_small, write_small
from clew.render import LineBoard
from clew_problems.loops import Cell, Edge, border, lines_of, name, named_loop, random_region
from clew_problems.words import GRID, LINES, words


@attrs.frozen
class Slitherlink(clew.Problem[Any, int]):
    """A slitherlink to solve.

    Args:
        clues: the numbers, a text of digits and dots for each row.

    Raises:
        InputError: the rows are no grid of such clues.
        OptionError: the grid is too large to search.
    """

    name = "slitherlink"
    summary = "draw one loop along the sides of cells; numbers count its sides around them"
    rules = (
        "Join neighbouring dots by lines that are one closed loop, without branches and without crossings. A number "
        "says how many sides of its cell are lines. The instance is a grid of digits and dots, a size such as 5x5 "
        "for an empty one, or an address of puzz.link."
    )
    # The loops of a grid of n by n cells are the polygons in it, OEIS A140517. The one with
    # five rows is from the tests of pzprjs.
    examples = (
        clew.Example("5x5", "2..1./.2..1/..2../3..3./.0..3", 1),
        clew.Example("loops in 2x2", "2x2", 13),
        clew.Example("loops in 3x3", "3x3", 213),
        clew.Example("two corners", "3.3/.0./3.3", 0),
    )
    styles = ("lines",)
    translations = (
        *GRID,
        *LINES,
        *words(
            ("a line at", "[un|un|avec un] trait sur", "[eine|eine|mit einer] Linie an"),
            ("no line at", "[aucun|aucun|sans] trait sur", "[keine|keine|ohne] Linie an"),
            ("the top of", "le côté supérieur de", "[die|die|der] Oberkante von"),
            ("the bottom of", "le côté inférieur de", "[die|die|der] Unterkante von"),
            ("the left of", "le côté gauche de", "[die linke|die linke|der linken] Kante von"),
            ("the right of", "le côté droit de", "[die rechte|die rechte|der rechten] Kante von"),
        ),
    )

    clues: forms.Cells = clew.instance(forms.Grid("01234"), help="the numbers")

    @property
    def sides(self) -> Mapping[Edge, tuple[Cell, ...]]:
        """Each side with the one or two cells beside it."""
        return grid_sides(self.clues.height, self.clues.width)

    def around(self) -> dict[Cell, list[Edge]]:
        """The four sides of each cell."""
        found: dict[Cell, list[Edge]] = {cell: [] for cell in self.clues}
        for side, cells in self.sides.items():
            for cell in cells:
                found[cell].append(side)
        return found

    def domains(self) -> Mapping[Any, Iterable[int]]:
        return dict.fromkeys(self.sides, (0, 1))

    def constraints(self) -> Iterable[Constraint]:
        around = self.around()
        for cell, digit in self.clues.given.items():
            yield Exactly(int(digit), 1, around[cell]).named(f"the {digit} at {name(cell)}")
        yield from named_loop(list(self.sides), "dot")

    # -- drawing and addresses ------------------------------------------------------------------

    def picture(self, assignment: Mapping[Any, int], domains: Mapping[Any, Collection[int]] | None = None) -> LineBoard:
        rows = [[self.clues.given.get(cell, "") for cell in row] for row in self.clues.row_cells]
        return LineBoard(rows, lines_of(self.sides, assignment), around=True, title=self.name)

    def draw(self, assignment: Mapping[Any, int], style: str | None = None) -> str:
        self.check_style(style)
        return self.picture(assignment).text()

    def variable_name(self, side: Any) -> str:
        """The side of a cell: the upper or the left one, or the lower or the right one at the end of the grid."""
        (r, c), (end, _) = side
        across = r == end
        at = min(r, self.clues.height - 1), min(c, self.clues.width - 1)
        word = ("top" if at == (r, c) else "bottom") if across else ("left" if at == (r, c) else "right")
        return f"{name(at)}-{word}"

    def variable_title(self, side: Any) -> str:
        cell, word = self.variable_name(side).split("-")
        return f"the {word} of {cell}"

    def decision_title(self, side: Any, value: Any) -> str:
        return f"{'a line' if value == 1 else 'no line'} at {self.variable_title(side)}"

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        with address.reading("slither", "slitherlink") as body:
            cells = read_small(body, address.area)
        rows: Any = address.rows(["." if number is None or number < 0 else str(number) for number in cells])
        return cls(rows)

    def to_address(self) -> Address:
        cells = [None if symbol == "." else int(symbol) for symbol in self.clues.values()]
        return Address("slither", self.clues.width, self.clues.height, write_small(cells))

    # -- new instances --------------------------------------------------------------------------

    def random_solution(self, random: Random) -> Mapping[Any, int] | None:
        height, width = self.clues.height, self.clues.width
        return None if self.clues.given else border(random_region(height, width, random), height, width)

    def from_solution(self, solution: Mapping[Any, int], random: Random) -> Self:
        around = self.around()
        full: Any = [
            "".join(str(sum(solution[side] for side in around[cell])) for cell in row) for row in self.clues.row_cells
        ]
        return _Counted(full, fixed=self.clues)  # type: ignore[return-value]


@attrs.frozen
class _Counted(Slitherlink):
    """A full slitherlink while clues are taken away: numbers are values of the cells, so all have the same constraints.

    Attributes:
        fixed: the clues that stay.
    """

    fixed: forms.Cells = attrs.field(kw_only=True)

    def domains(self) -> Mapping[Any, Iterable[int]]:
        return {**super().domains(), **dict.fromkeys(self.clues, range(5))}

    def given(self) -> Mapping[Any, int]:
        return {cell: int(digit) for cell, digit in self.clues.items()}

    def constraints(self) -> Iterable[Constraint]:
        for cell, sides in self.around().items():
            yield Table((*sides, cell), [(*bits, sum(bits)) for bits in product((0, 1), repeat=4)])
        yield from named_loop(list(self.sides), "dot")

    def clue_groups(self) -> Iterable[Collection[Any]]:
        return ((pair,) for pair in self.given().items() if pair[0] not in self.fixed.given)

    def with_clues(self, clues: Iterable[Any]) -> Any:
        shown = {**self.fixed.given, **{cell: str(number) for cell, number in clues}}
        rows: Any = ["".join(shown.get(cell, ".") for cell in row) for row in self.clues.row_cells]
        return Slitherlink(rows)

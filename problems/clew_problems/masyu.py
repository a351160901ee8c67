"""Masyu: one loop through all pearls, straight through white ones and turning at black ones.

There is a variable for each pair of neighbouring cells, 1 if the loop runs from one to the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import Any, Final, Self

import attrs

import clew
from clew import forms
from clew.constraints import Constraint, Table, grid_graph
from clew.forms.addresses import Address
from clew.forms.codings import read_circles, write_circles
from clew.render import LineBoard
from clew_problems.loops import Cell, Edge, border, lines_of, name, named_loop, random_region
from clew_problems.words import GRID, LINES, words

KINDS: Final = {"W": "white", "B": "black"}


@attrs.frozen
class Masyu(clew.Problem[Any, Any]):
    """A Masyu to solve.

    Args:
        pearls: W for a white pearl, B for a black one and a dot for none, a text for each row.

    Raises:
        InputError: the rows are no grid of pearls, or it has fewer than two rows or columns.
        OptionError: the grid is too large to search.
    """

    name = "masyu"
    summary = "draw one loop through all pearls, straight at white ones, turning at black ones"
    rules = (
        "Draw one closed loop from cell to neighbouring cell through all pearls, without branches and without "
        "crossings. It goes straight through a white pearl and turns in the cell before or after it, or in both. It "
        "turns at a black pearl and goes straight through the cells before and after it. The instance is a grid of "
        "W, B and dots, a size such as 6x6 for an empty one, or an address of puzz.link."
    )
    # The loops through cells of n by n are those around cells of n - 1 by n - 1, OEIS A140517. The one of
    # six by six is from the tests of pzprjs.
    examples = (
        clew.Example("loops in 3x3", "3x3", 13),
        clew.Example("loops in 4x4", "4x4", 213),
        clew.Example("black corners", "B..B/..../..../B..B", 1),
        clew.Example("6x6", "..W.../.B..W./....../...B../.W..../......", 1),
        clew.Example("white corner", "W../.../...", 0),
    )
    styles = ("lines",)
    translations = (
        *GRID,
        *LINES,
        *words(("the black pearl at", "la perle noire en", "[die schwarze|die schwarze|der schwarzen] Perle in")),
        *words(("the white pearl at", "la perle blanche en", "[die weiße|die weiße|der weißen] Perle in")),
    )

    pearls: forms.Cells = clew.instance(forms.Grid("WB"), help="the pearls")

    def __attrs_post_init__(self) -> None:
        if min(self.pearls.height, self.pearls.width) < 2:
            raise clew.InputError("masyu: a loop needs two rows and two columns at least")

    @property
    def edges(self) -> list[Edge]:
        """The pairs of neighbouring cells."""
        return grid_graph(self.pearls.height, self.pearls.width)

    def domains(self) -> Mapping[Any, Iterable[Any]]:
        return dict.fromkeys(self.edges, (0, 1))

    def constraints(self) -> Iterable[Constraint]:
        for cell, pearl in self.pearls.given.items():
            scope, kinds = self.near(cell)
            rows = [bits for bits, kind in kinds.items() if kind == pearl]
            yield Table(scope, rows).named(f"the {KINDS[pearl]} pearl at {name(cell)}")
        yield from named_loop(self.edges, "cell")

    def near(self, cell: Cell) -> tuple[list[Edge], Mapping[tuple[int, ...], str]]:
        """The edges on which the kind of pearl at a cell depends, and the kind for their values."""
        edges = set(self.edges)
        there: list[Edge | None] = []
        for r, c in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            points = [(cell[0] + k * r, cell[1] + k * c) for k in range(3)]
            for one, other in pairwise(points):
                edge = min(one, other), max(one, other)
                there.append(edge if edge in edges else None)
        return [edge for edge in there if edge], _kinds(tuple(edge is not None for edge in there))

    # -- drawing and addresses ------------------------------------------------------------------

    def picture(self, assignment: Mapping[Any, Any], domains: Mapping[Any, Collection[Any]] | None = None) -> LineBoard:
        rows = [[""] * self.pearls.width] * self.pearls.height
        discs: Any = {cell: KINDS[pearl] for cell, pearl in self.pearls.given.items()}
        return LineBoard(rows, lines_of(self.edges, assignment), discs=discs, title=self.name)

    def draw(self, assignment: Mapping[Any, Any], style: str | None = None) -> str:
        self.check_style(style)
        return self.picture(assignment).text()

    def variable_name(self, edge: Any) -> str:
        return "-".join(map(name, edge))

    def decision_title(self, edge: Any, value: Any) -> str:
        return f"{'a line' if value == 1 else 'no line'} at {self.variable_title(edge)}"

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Self:
        with address.reading("mashu", "masyu", "pearl") as body:
            cells = read_circles(body, address.area)
        rows: Any = address.rows([".WB"[kind] for kind in cells])
        return cls(rows)

    def to_address(self) -> Address:
        cells = [".WB".index(pearl) for pearl in self.pearls.values()]
        return Address("mashu", self.pearls.width, self.pearls.height, write_circles(cells))

    # -- new instances --------------------------------------------------------------------------

    def random_solution(self, random: Random) -> Mapping[Any, Any] | None:
        height, width = self.pearls.height - 1, self.pearls.width - 1
        return None if self.pearls.given else border(random_region(height, width, random), height, width)

    def from_solution(self, solution: Mapping[Any, Any], random: Random) -> Self:
        def kind(cell: Cell) -> str:
            scope, kinds = self.near(cell)
            return kinds[tuple([solution[edge] for edge in scope])]

        full: Any = ["".join(map(kind, row)) for row in self.pearls.row_cells]
        return _Told(full, fixed=self.pearls)  # type: ignore[return-value]


@attrs.frozen
class _Told(Masyu):
    """All the pearls of a loop, while some are taken away: kinds are values of the cells.

    Attributes:
        fixed: the pearls that stay.
    """

    fixed: forms.Cells = attrs.field(kw_only=True)

    def domains(self) -> Mapping[Any, Iterable[Any]]:
        return {**super().domains(), **dict.fromkeys(self.pearls, ".WB")}

    def given(self) -> Mapping[Any, Any]:
        return self.pearls.given

    def constraints(self) -> Iterable[Constraint]:
        for cell in self.pearls:
            scope, kinds = self.near(cell)
            yield Table((*scope, cell), [(*bits, kind) for bits, kind in kinds.items()])
        yield from named_loop(self.edges, "cell")

    def clue_groups(self) -> Iterable[Collection[Any]]:
        return ((pair,) for pair in self.pearls.given.items() if pair[0] not in self.fixed.given)

    def with_clues(self, clues: Iterable[Any]) -> Any:
        shown = {**self.fixed.given, **dict(clues)}
        rows: Any = ["".join(shown.get(cell, ".") for cell in row) for row in self.pearls.row_cells]
        return Masyu(rows)


@cache
def _kinds(exist: tuple[bool, ...]) -> Mapping[tuple[int, ...], str]:
    """The pearl that a cell may have, for the values of the edges near it.

    Args:
        exist: whether there is an edge upwards and one beyond it, to the right, downwards and to the left.
    """
    found = {}
    for bits in product(*((0, 1) if one else (0,) for one in exist)):
        arms, beyond = bits[::2], bits[1::2]
        if sum(arms) in (0, 2):
            straight = [beyond[k] for k, arm in enumerate(arms) if arm]
            kind = "."
            if arms[0] == arms[2]:  # nothing, or a straight line
                kind = "W" if straight and not all(straight) else "."
            elif all(straight):
                kind = "B"
            found[tuple([bit for bit, one in zip(bits, exist, strict=True) if one])] = kind
    return found

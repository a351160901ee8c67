"""Symmetries of a grid whose rows and columns are read by automata, and the portions of the work that they spare.

Possible symmetries are tried: the grid mirrored, upside down, with its values exchanged. It is one if the rows accept
the images of their lines, and the columns have the automata of the columns that they become.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from typing import Final

import attrs

from clew.planning.counting.columns import Column, renamed
from clew.planning.counting.tables import GridTables

EXCHANGED: Final = 3
"""Values of the cells, at most, of which every exchange is tried."""

MOST: Final = 2**21
"""Images of pairs of lines, at most; if there were more, no symmetry is used."""


@attrs.frozen
class Image:
    """The effect of a symmetry on the lines.

    Attributes:
        turns: whether it turns the grid upside down.
        lines: the image of each line.
    """

    turns: bool
    lines: list[int]

    def of(self, above: int, below: int) -> tuple[int, int]:
        """The images of the two lines in the middle, in a grid with an even number of rows if it turns."""
        one, other = self.lines[above], self.lines[below]
        return (other, one) if self.turns else (one, other)


def images(tables: GridTables, columns: Sequence[Column], values: int) -> list[Image]:
    """The symmetries of a grid that take the two rows in the middle to these two: a group.

    Args:
        tables: the grid.
        columns: its columns.
        values: how many values the cells have.
    """
    numbered = tables.numbered
    index = {tuple(line): k for k, line in enumerate(numbered)}
    orders = permutations(range(values)) if values <= EXCHANGED else [tuple(range(values))]
    found = []
    for order, mirrors in product(orders, (False, True)):
        step = -1 if mirrors else 1
        lines = [index.get(tuple([order[value] for value in line[::step]]), -1) for line in numbered]
        if min(lines) < 0:
            continue
        become = columns[::step]
        for turns in (False, True) if tables.height % 2 == 0 else (False,):
            rows = tables.row_lines[::-1] if turns else tables.row_lines
            pairs = {(id(one), id(other)): (one, other) for one, other in zip(columns, become, strict=True)}
            if all(_bits(one, lines) == other for one, other in set(zip(tables.row_lines, rows, strict=True))) and all(
                renamed(one.below if turns else one.above, order) == other.above for one, other in pairs.values()
            ):
                found.append(Image(turns, lines))
    return found


def _bits(lines: int, image: Sequence[int]) -> int:
    """The images of some lines, as bits."""
    return sum(1 << other for line, other in enumerate(image) if lines >> line & 1)


Portions = dict[int, list[tuple[int, int]]]
"""For each line below the middle the lines above it with which grids are counted, each with what they count."""


def portions(tables: GridTables, found: Sequence[Image]) -> Portions:
    """The pairs of lines in the middle of which one stands for each orbit, with the size of the orbit.

    Args:
        tables: the grid.
        found: its symmetries, a group.
    """
    middle = tables.height // 2
    above, below = ([k for k in range(len(tables.lines)) if tables.row_lines[r] >> k & 1] for r in (middle - 1, middle))
    if len(above) * len(below) * len(found) > MOST:
        return {other: [(one, 1) for one in above] for other in below}
    made: Portions = {}
    for one, other in product(above, below):
        here = one, other
        there = [image.of(one, other) for image in found]
        if here == min(there) and not (one == other and tables.structure.distinct_rows):
            made.setdefault(other, []).append((one, len(found) // there.count(here)))
    return made

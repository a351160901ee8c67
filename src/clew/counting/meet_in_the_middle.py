"""Meet in the middle: prefixes of grids down to the middle, suffixes up to it, and the pairs that are compatible.

`clew.counting.row_by_row` says how prefixes differ: by the state of each column's automaton, the lines used, the
columns still equal. Suffixes differ by the same, read from the last row upwards, with the reversed automata. A prefix
and a suffix make a grid if the states of each column are compatible, and no line is used and no two columns are equal
in both. There are far fewer of them than of grids, and nothing is walked in between.

For each column the states in the middle fall into *parts*: a part of the prefixes goes with one part of the suffixes
(in Takuzu, so many 0 with as many as are missing). So the parts of the columns are a key, and the pairs are a join by
this key. Besides, some bits may not be in both: for each column the states that the suffix refuses, used lines, equal
columns. Prefixes with the same bits of the columns make a group, and so do suffixes; groups that are compatible are
merged by the key.

The grids that have two given lines in the middle are one portion of the work. A symmetry that takes the two rows in
the middle to themselves, or to each other, takes one portion to another with as many grids; then one of them is
counted for the whole orbit.

Horowitz and Sahni, Computing partitions with applications to the knapsack problem, 1974, split a problem so.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from clew.core.threads import Check, spread, ticking
from clew.counting.columns import compatibility, minimal, reverse, with_last_values
from clew.counting.orbits import weights
from clew.counting.packing import PackedCompatibility, PackedLines
from clew.counting.prefixes import Prefixes, PrefixTable
from clew.counting.records import LARGEST, Keys
from clew.counting.structure import Symmetry, Unfit, structure_of
from clew.counting.tables import GridTables
from clew.kernels.native import MOST, SLICE, WORD, compiled_before
from clew.kernels.native_meet import meet
from clew.levels import UNIT
from clew.outcome import Clock
from clew.search import Counters

Found = tuple[int, float, int, int]
"""The block, the part of it that is done, prefixes that are new, and grids."""

BLOCK: Final = 2**20
"""Prefixes of a block, more or less."""

FIRST: Final = 2**16
"""Steps of the first slice."""

FEWEST: Final = 2**64
"""What two groups together may stand for must be less."""


class MeetInTheMiddle:
    """Counts the grids from both ends.

    Args:
        tables: the lines of the grid and the automata of its columns.
        symmetries: symmetries of the problem that may be used, a group; without them every portion is counted.

    Raises:
        Unfit: the grid is too large for that.
    """

    def __init__(self, tables: GridTables, symmetries: Sequence[Symmetry] = ()) -> None:
        rows, columns, self.height = tables.row_lines, tables.columns, tables.height
        middle = self.middle = tables.height // 2
        self.is_empty = not all(rows) or not all(column.steps[0] for column in columns)
        if self.is_empty:
            return
        values = list(dict.fromkeys(value for line in tables.lines for value in line))
        distinct = tables.structure.distinct_rows
        grid = self.grid = PackedLines(tables.lines, values, tables.equal, tables.pairs, distinct)
        ways = [minimal(column, values) for column in columns]
        turned = [reverse(one, middle, len(values)) for one in ways]
        above = [with_last_values(one[:middle]) for one in ways]
        below = [with_last_values(one) for one, _ in turned]
        self.upper = Prefixes(grid, above, rows[:middle], rows[middle:])
        self.lower = Prefixes(grid, below, rows[middle:][::-1], rows[:middle])
        states = zip(above, below, turned, strict=True)
        middles = [compatibility(one, other, sets) for (_, one), (_, other), (_, sets) in states]
        self.marks_above, self.marks_below = (PackedCompatibility(middles, below=below) for below in (False, True))
        cells = tables.structure.rows[middle - 1], tables.structure.rows[middle]
        self.weights = weights(cells, tables.lines, symmetries)
        accepted = np.array([[row >> k & 1 for k in range(grid.count)] for row in rows[middle - 1 : middle + 1]])
        self.weights *= accepted[0][:, None] * accepted[1]

    def counts(self, counters: Counters, clock: Clock | None, jobs: int = 1, behind: float = 0.0) -> Iterator[int]:
        """The number of grids, some at a time.

        Args:
            counters: counts the prefixes and the suffixes; the root is counted already.
            clock: when to stop.
            jobs: how many threads work at a time.
            behind: the part of the tree that others had left behind.

        Raises:
            Unfit: there are too many prefixes or suffixes.
            LimitReached: the time is up.
        """
        if self.is_empty or not self.weights.any():
            return
        shares = self.weights.sum(axis=1) / self.weights.sum()
        left_behind = np.zeros(self.grid.count)
        counters.position = lambda: (behind + (1 - behind) * float(left_behind.sum()), 0)
        suffixes, known = self._suffixes(counters, clock, jobs)
        self.upper.approach(ticking(clock), counters.enter)
        blocks = self._blocks(jobs)

        def work(block: int, check: Check) -> Iterator[Found]:
            yield from self._met(block, blocks[block], suffixes, known, check)

        for block, part, prefixes, number in spread(range(len(blocks)), work, clock, jobs):
            left_behind[block] = shares[blocks[block]].sum() * part
            counters.enter(self.middle, prefixes)
            counters.enter(self.height, number)
            yield number

    def _suffixes(self, counters: Counters, clock: Clock | None, jobs: int) -> tuple[list[PrefixTable], Keys]:
        """All suffixes, those of each line below the middle by themselves."""
        lower, known = self.lower, Keys(self.marks_below.part_words)

        def note(step: int, size: int) -> None:
            if step > 1:
                counters.enter(self.height - step + 1, size)

        def work(line: int, check: Check) -> Iterator[PrefixTable]:
            yield lower.sorted(lower.reached(line, check), line, self.marks_below, known, True)

        lower.approach(ticking(clock), note)
        found = []
        size = 0
        for table in spread(np.flatnonzero(self.weights.any(axis=0)).tolist(), work, clock, jobs):
            counters.enter(self.middle + 1, len(table.keys))
            found.append(table)
            size += table.size
            if size > LARGEST:
                raise Unfit("the grids have too many prefixes to be counted from both ends")
        return found, known

    def _blocks(self, jobs: int) -> list[list[int]]:
        """The lines above the middle, some together, so that the suffixes are transposed less often."""
        wanted = np.flatnonzero(self.weights.any(axis=1)).tolist()
        size = max(1, min(BLOCK * len(wanted) // max(self.upper.ahead, 1), -(-len(wanted) // (2 * jobs))))
        return [wanted[k : k + size] for k in range(0, len(wanted), size)]

    def _met(
        self, block: int, lines: Sequence[int], tables: Sequence[PrefixTable], known: Keys, check: Check
    ) -> Iterator[Found]:
        """The grids with some lines above the middle, some at a time."""
        upper = self.upper
        prefixes = PrefixTable.joined(
            [upper.sorted(upper.reached(line, check), line, self.marks_above, known, False) for line in lines]
        )
        above = prefixes.above()
        found = np.zeros((int(self.weights.max()) + 1, 2), np.uint64)
        new, budget = len(prefixes.keys), FIRST
        for done, suffixes in enumerate(tables, 1):
            if prefixes.most * suffixes.most >= FEWEST:
                raise Unfit("the grids have too many prefixes to be counted from both ends")
            place, left = np.zeros(3, np.int64), 0
            while left <= 0:
                check()
                began = time.perf_counter()
                left = meet(*above, *suffixes.below(), self.weights, place, budget, found)
                took = time.perf_counter() - began
                used = max(budget - left, 1)
                budget = min(2 * budget, max(FIRST, int(used * SLICE / max(took, 1e-6))), MOST)
                number = 0
                for weight in np.flatnonzero(found.any(axis=1)).tolist():
                    number += (int(found[weight, 0]) + (int(found[weight, 1]) << WORD)) * weight
                found[:] = 0
                if number or left > 0:
                    yield block, (done - (left <= 0)) / len(tables), new, number
                    new = 0


def is_compiled(purpose: str = "grids") -> bool:
    """Whether what was compiled before can be read."""
    return compiled_before("native_meet.meet")


def warm(purpose: str = "grids") -> None:
    """Compile, or read what was compiled before: a small count does that."""
    from clew.constraints import DistinctVectors, Regular
    from clew.propagation.compiler import compiled

    cells = [[(r, c) for c in range(2)] for r in range(3)]
    columns = [list(column) for column in zip(*cells, strict=True)]
    rules = [Regular(line, {("any", 0): "any", ("any", 1): "any"}, "any", {"any"}) for line in cells + columns]
    constraints = (*rules, DistinctVectors(cells), DistinctVectors(columns))
    network = compiled({cell: (0, 1) for row in cells for cell in row}, constraints, UNIT)
    tables = GridTables(network, structure_of(network), network.root({})[0])
    sum(MeetInTheMiddle(tables).counts(Counters(), None))

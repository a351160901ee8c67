"""Counting grids from both ends: beginnings down to the middle, endings up to it, and the pairs that fit.

`clew.kernels.lines` says what a beginning of a grid has to remember: what each column remembers, the lines used, the
columns still equal. An ending remembers the same, read from the last row upwards, only that a column remembers which
memories it could be continued from. A beginning and an ending make a grid if each column fits, and no line is used
and no two columns are equal in both. There are far fewer of them than of grids, and nothing is walked in between.

For each column the memories in the middle fall into *parts*: a part of the beginnings goes with one part of the
endings (in Takuzu, so many 0 with as many as are missing). So the parts of the columns are a key that must be equal.
What is left is that some bits may not meet: for each column the memory that the ending refuses, used lines, equal
columns. Beginnings with the same bits of the columns make a group, and so do endings; groups that fit are merged by
the key.

The grids that have two given lines in the middle are one portion of the work. A symmetry that takes the two rows in
the middle to themselves, or to each other, takes one portion to another with as many grids; then one of them is
counted for all.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from clew.kernels.columns import Unfit, backwards, in_the_middle, minimal, recalling
from clew.kernels.gathering import LARGEST, Keys
from clew.kernels.halves import Half, Side
from clew.kernels.native import MOST, SLICE, WORD, compiled_before
from clew.kernels.native_meet import meet
from clew.kernels.packing import Grid, Marks
from clew.kernels.spreading import Check, spread, ticking
from clew.kernels.turning import Turn, weights
from clew.levels import UNIT
from clew.outcome import Clock
from clew.search import Counters

if TYPE_CHECKING:
    from clew.kernels.lines import Counter

Found = tuple[int, float, int, int]
"""The block, the part of it that is done, beginnings that are new, and grids."""

BLOCK: Final = 2**20
"""Beginnings of a block, more or less."""

FIRST: Final = 2**16
"""Steps of the first slice."""

FEWEST: Final = 2**64
"""What two groups together may stand for must be less."""


class Meeting:
    """Counts the grids from both ends.

    Args:
        counter: the same grids, to be counted line by line.
        alike: symmetries of the problem that may be used, a group; without them every portion is counted.

    Raises:
        Unfit: the grid is too large for that.
    """

    def __init__(self, counter: Counter, alike: Sequence[Turn] = ()) -> None:
        rows, columns, self.height = counter.of_row, counter.columns, counter.height
        middle = self.middle = counter.height // 2
        self.is_empty = not all(rows) or not all(column.steps[0] for column in columns)
        if self.is_empty:
            return
        values = list(dict.fromkeys(value for line in counter.lines for value in line))
        pairs = counter.start[3].bit_length()
        grid = self.grid = Grid(counter.lines, values, counter.equal, pairs, counter.distinct)
        ways = [minimal(column, values) for column in columns]
        turned = [backwards(one, middle, len(values)) for one in ways]
        above = [recalling(one[:middle]) for one in ways]
        below = [recalling(one) for one, _ in turned]
        self.upper = Side(grid, above, rows[:middle], rows[middle:])
        self.lower = Side(grid, below, rows[middle:][::-1], rows[:middle])
        memories = zip(above, below, turned, strict=True)
        middles = [in_the_middle(one, other, sets) for (_, one), (_, other), (_, sets) in memories]
        self.marks_above, self.marks_below = (Marks(middles, below=below) for below in (False, True))
        cells = counter.grid.rows[middle - 1], counter.grid.rows[middle]
        self.weights = weights(cells, counter.lines, alike)
        accepted = np.array([[row >> k & 1 for k in range(grid.count)] for row in rows[middle - 1 : middle + 1]])
        self.weights *= accepted[0][:, None] * accepted[1]

    def counts(self, counters: Counters, clock: Clock | None, jobs: int = 1, behind: float = 0.0) -> Iterator[int]:
        """The number of grids, some at a time.

        Args:
            counters: counts the beginnings and the endings; the root is counted already.
            clock: when to stop.
            jobs: how many threads work at a time.
            behind: the part of the tree that others had left behind.

        Raises:
            Unfit: there are too many beginnings or endings.
            LimitReached: the time is up.
        """
        if self.is_empty or not self.weights.any():
            return
        shares = self.weights.sum(axis=1) / self.weights.sum()
        left_behind = np.zeros(self.grid.count)
        counters.position = lambda: (behind + (1 - behind) * float(left_behind.sum()), 0)
        endings, known = self._endings(counters, clock, jobs)
        self.upper.approach(ticking(clock), counters.enter)
        blocks = self._blocks(jobs)

        def work(block: int, check: Check) -> Iterator[Found]:
            yield from self._met(block, blocks[block], endings, known, check)

        for block, part, beginnings, number in spread(range(len(blocks)), work, clock, jobs):
            left_behind[block] = shares[blocks[block]].sum() * part
            counters.enter(self.middle, beginnings)
            counters.enter(self.height, number)
            yield number

    def _endings(self, counters: Counters, clock: Clock | None, jobs: int) -> tuple[list[Half], Keys]:
        """All endings, those of each line below the middle by themselves."""
        lower, known = self.lower, Keys(self.marks_below.part_words)

        def note(step: int, size: int) -> None:
            if step > 1:
                counters.enter(self.height - step + 1, size)

        def work(line: int, check: Check) -> Iterator[Half]:
            yield lower.sorted(lower.reached(line, check), line, self.marks_below, known, True)

        lower.approach(ticking(clock), note)
        halves = []
        size = 0
        for half in spread(np.flatnonzero(self.weights.any(axis=0)).tolist(), work, clock, jobs):
            counters.enter(self.middle + 1, len(half.keys))
            halves.append(half)
            size += half.size
            if size > LARGEST:
                raise Unfit("the grids have too many beginnings to be counted from both ends")
        return halves, known

    def _blocks(self, jobs: int) -> list[list[int]]:
        """The lines above the middle, some together, so that the endings are turned around less often."""
        wanted = np.flatnonzero(self.weights.any(axis=1)).tolist()
        size = max(1, min(BLOCK * len(wanted) // max(self.upper.ahead, 1), -(-len(wanted) // (2 * jobs))))
        return [wanted[k : k + size] for k in range(0, len(wanted), size)]

    def _met(
        self, block: int, lines: Sequence[int], endings: Sequence[Half], known: Keys, check: Check
    ) -> Iterator[Found]:
        """The grids with some lines above the middle, some at a time."""
        upper = self.upper
        half = Half.joined(
            [upper.sorted(upper.reached(line, check), line, self.marks_above, known, False) for line in lines]
        )
        above = half.above()
        found = np.zeros((int(self.weights.max()) + 1, 2), np.uint64)
        beginnings, budget = len(half.keys), FIRST
        for done, ending in enumerate(endings, 1):
            if half.most * ending.most >= FEWEST:
                raise Unfit("the grids have too many beginnings to be counted from both ends")
            place, left = np.zeros(3, np.int64), 0
            while left <= 0:
                check()
                began = time.perf_counter()
                left = meet(*above, *ending.below(), self.weights, place, budget, found)
                took = time.perf_counter() - began
                used = max(budget - left, 1)
                budget = min(2 * budget, max(FIRST, int(used * SLICE / max(took, 1e-6))), MOST)
                number = 0
                for weight in np.flatnonzero(found.any(axis=1)).tolist():
                    number += (int(found[weight, 0]) + (int(found[weight, 1]) << WORD)) * weight
                found[:] = 0
                if number or left > 0:
                    yield block, (done - (left <= 0)) / len(endings), beginnings, number
                    beginnings = 0


def is_compiled(purpose: str = "meeting") -> bool:
    """Whether what was compiled before can be read."""
    return compiled_before("native_meet.meet")


def warm(purpose: str = "meeting") -> None:
    """Compile, or read what was compiled before: a small count does that."""
    from clew.constraints import DistinctVectors, Regular
    from clew.kernels.lines import counter
    from clew.propagation.compiler import compiled

    cells = [[(r, c) for c in range(2)] for r in range(3)]
    columns = [list(column) for column in zip(*cells, strict=True)]
    rules = [Regular(line, {("any", 0): "any", ("any", 1): "any"}, "any", {"any"}) for line in cells + columns]
    constraints = (*rules, DistinctVectors(cells), DistinctVectors(columns))
    network = compiled({cell: (0, 1) for row in cells for cell in row}, constraints, UNIT)
    grid = counter(network, network.root({}))
    if grid is not None:
        sum(Meeting(grid).counts(Counters(), None))

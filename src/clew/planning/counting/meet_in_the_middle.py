"""Meet in the middle: prefixes of grids down to the middle, suffixes up to it, and the pairs that make a grid.

`clew.planning.counting.row_by_row` says how prefixes differ: by the state of each column's automaton, the lines used,
the columns still equal. Suffixes differ by the same, read from the last row upwards, with the reversed automata. A
prefix and a suffix make a grid if the states of each column go together, and no line is used and no two columns are
equal in both. There are far fewer of them than of grids, and nothing is walked in between.

The grids that have two given lines in the middle are one portion of the work. A symmetry of the grid that takes the two
rows in the middle to themselves, or to each other, takes one portion to another with as many grids; then one of them is
counted for the whole orbit (`clew.planning.counting.orbits`). The prefixes are kept, those of each line by themselves;
the suffixes of each line are made, meet them, and are forgotten.

The engine does all that is done for each prefix and suffix (`halves.pxi`, `prefixes.pxi`, `meet.pxi`).

Horowitz and Sahni, Computing partitions with applications to the knapsack problem, 1974, split a problem so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from math import prod
from operator import or_
from typing import Final

from clew.core._engine import GridHalf, HalfJoin, Prefixes
from clew.core.threads import Check, spread, ticking
from clew.outcome import Clock
from clew.planning.counting.columns import Column, Ways, columns_of, parts
from clew.planning.counting.orbits import images, portions
from clew.planning.counting.tables import GridTables, Unfit
from clew.state.counters import Counters

SLICE: Final = 50_000
"""Units of work after which the engine comes back: about 10 ms."""

LARGEST: Final = 2**31
"""Bytes that the prefixes of a level, or all that are kept, may take."""

TOO_MANY: Final = "the grids have too many prefixes to be counted from both ends"

Found = tuple[int, int, float, int]
"""The line below the middle, how many suffixes are new, the part of the work that is done, and grids."""


class MeetInTheMiddle:
    """Counts the grids from both ends.

    Args:
        tables: the lines of the grid and the automata of its columns.

    Raises:
        Unfit: the grid is too large for that.
    """

    def __init__(self, tables: GridTables) -> None:
        self.height = tables.height
        self.middle = tables.height // 2
        columns = columns_of(tables.columns, tables.values) if all(tables.row_lines) else []
        self.is_empty = not columns or any(column.is_empty for column in columns)
        if self.is_empty:
            return
        self.portions = portions(tables, images(tables, columns, len(tables.values)))
        self.upper = _half(tables, [column.above for column in columns], self.middle)
        self.lower = _half(tables, [column.below for column in columns], self.height - self.middle, turned=True)
        self.meeting = _meetings(self.upper, self.lower, columns, self.middle, len(tables.values))

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
        if self.is_empty or not self.portions:
            return
        middle, height = self.middle, self.height
        weights = {other: sum(weight for _, weight in pairs) for other, pairs in self.portions.items()}
        whole = sum(weights.values())
        left_behind = dict.fromkeys(weights, 0.0)
        counters.position = lambda: (behind + (1 - behind) * sum(left_behind.values()), 0)
        look = ticking(clock)
        kept = self._kept(_approach(self.upper, middle, look, counters.enter), counters, clock, jobs)
        source = _approach(
            self.lower, height - middle, look, lambda row, size: counters.enter(height - row + 1, size * (row > 1))
        )

        def work(other: int, check: Check) -> Iterator[Found]:
            yield from self._met(other, kept, source, check)

        for other, suffixes, part, number in spread(self.portions, work, clock, jobs):
            left_behind[other] = part * weights[other] / whole
            counters.enter(middle + 1, suffixes)
            counters.enter(height, number)
            yield number

    def _kept(self, source: Prefixes, counters: Counters, clock: Clock | None, jobs: int) -> dict[int, Prefixes]:
        """The prefixes of each line above the middle that is wanted."""

        def work(line: int, check: Check) -> Iterator[tuple[int, Prefixes]]:
            yield line, _finished(Prefixes(self.upper, source, line), check)

        kept = {}
        size = 0
        for line, prefixes in spread({one for pairs in self.portions.values() for one, _ in pairs}, work, clock, jobs):
            kept[line] = prefixes
            counters.enter(self.middle, prefixes.size)
            size += prefixes.bytes
            if size > LARGEST:
                raise Unfit(TOO_MANY)
        return kept

    def _met(self, other: int, kept: dict[int, Prefixes], source: Prefixes, check: Check) -> Iterator[Found]:
        """The grids with a line below the middle, some at a time."""
        suffixes = _finished(Prefixes(self.lower, source, other), check)
        meeting = self.meeting()
        pairs = self.portions[other]
        yield other, suffixes.size, 0.0, 0
        for done, (one, weight) in enumerate(pairs, 1):
            meeting.begin(kept[one], suffixes, one, other)
            while (number := meeting.run(SLICE)) is None:
                check()
            check()
            if number or done == len(pairs):
                yield other, 0, done / len(pairs), number * weight


def _half(tables: GridTables, ways: Sequence[Ways], rows: int, *, turned: bool = False) -> GridHalf:
    """A half of the grid, and the next row, as the engine takes it."""
    lines = tables.row_lines[::-1] if turned else tables.row_lines
    if prod(line.bit_count() for line in lines[:rows]) >= 2**64:
        raise Unfit(TOO_MANY)
    distinct = tables.structure.distinct_rows
    kept = [reduce(or_, lines[row + 1 :]) for row in range(rows)]
    steps = [[list(column[row]) for column in ways] for row in range(rows + 1)]
    return GridHalf(
        tables.numbered, len(tables.values), tables.equal, tables.pairs, distinct, lines[: rows + 1], kept, steps
    )


def _meetings(
    upper: GridHalf, lower: GridHalf, columns: list[Column], middle: int, values: int
) -> Callable[[], HalfJoin]:  # fmt: skip
    """The functions that join the halves, one for each thread."""
    known = {
        column: [parts(column, middle, value, other) for value in range(values) for other in range(values)]
        for column in columns
    }
    flat = [one for some in known.values() for one in some]
    first = {column: k * values**2 for k, column in enumerate(known)}
    pairs = [first[column] + k for column in columns for k in range(values**2)]
    widths = [
        ((max(one.number for one in known[c]) - 1).bit_length(), max(one.width for one in known[c])) for c in columns
    ]
    tables = [(one.above, one.below, one.marks_above, one.marks_below) for one in flat]
    return lambda: HalfJoin(upper, lower, tables, pairs, widths)


def _approach(half: GridHalf, rows: int, check: Check, note: Callable[[int, int], None]) -> Prefixes:
    """The prefixes down to the last row before the middle, whose lines are taken one by one.

    Args:
        half: the half of the grid.
        rows: how many it has.
        check: is called often, and raises if the time is up.
        note: called with the number of records that each row gives.
    """
    level = _finished(Prefixes(half), check)
    for row in range(1, rows):
        level = _finished(Prefixes(half, level), check)
        note(row, level.size)
    return level


def _finished(prefixes: Prefixes, check: Check) -> Prefixes:
    """Prefixes that are complete: the engine lists them slice by slice, and the time is looked at in between."""
    is_done = False
    while not is_done:
        check()
        is_done = prefixes.run(SLICE)
        if prefixes.bytes > LARGEST:
            raise Unfit(TOO_MANY)
    return prefixes

"""Tables of prefixes and suffixes of a grid, down and up to the middle (see `clew.counting.meet_in_the_middle`).

A suffix is a prefix of the grid upside down, so one class makes both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, reduce
from math import prod
from operator import or_
from typing import Any, Final

import attrs
import numpy as np

from clew.counting.columns import MiddleState, Ways
from clew.counting.packing import PackedCompatibility, PackedLines, laid_out, words_of
from clew.counting.records import CountedRecords, Keys
from clew.counting.structure import Unfit
from clew.kernels.native import WORD, Words
from clew.kernels.native_lines import FREE, Places, Small, Starts, allow, classify, expand
from clew.kernels.native_meet import spell

TOGETHER: Final = 2**16
"""Records that come out of one call, at most; so long does a limit on time wait."""

NUMBERED: Final = 2**16
"""Bits for the lines used and the pairs of equal columns, at most: their places are written with 16 bits."""


@attrs.define(eq=False, slots=False)
class PrefixTable:
    """Prefixes, or suffixes, with their lines in the middle: sorted by line, group and key, ready to be joined.

    Attributes:
        keys, bits, counts: their keys, the bits that may not meet, and what they stand for.
        runs: for each of them where the next key begins.
        groups, ends, lines: where each group begins, and the end; the bits of its columns; its line.
    """

    keys: Places
    runs: Places
    bits: Words
    counts: Words
    groups: Places
    ends: Words
    lines: Places

    @staticmethod
    def joined(tables: Sequence[PrefixTable]) -> PrefixTable:
        """Some of them as one, each group by itself."""
        starts = np.cumsum([0, *(len(table.keys) for table in tables)])
        return PrefixTable(
            np.concatenate([table.keys for table in tables]),
            np.concatenate([table.runs + start for table, start in zip(tables, starts, strict=False)]),
            np.concatenate([table.bits for table in tables]),
            np.concatenate([table.counts for table in tables]),
            np.concatenate([*(table.groups[:-1] + at for table, at in zip(tables, starts, strict=False)), starts[-1:]]),
            np.concatenate([table.ends for table in tables]),
            np.concatenate([table.lines for table in tables]),
        )

    @cached_property
    def most(self) -> int:
        """What a group stands for, at most; a little more, as it is reckoned in floating point."""
        if not len(self.counts):
            return 0
        sums = np.add.reduceat(self.counts.astype(np.float64), self.groups[:-1])
        return int(sums.max() * 1.001) + 1

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return self.keys.nbytes + self.runs.nbytes + self.bits.nbytes + self.counts.nbytes

    def above(self) -> tuple[Any, ...]:
        """As prefixes, the way that `clew.kernels.native_meet.meet` takes them."""
        return self.keys, self.runs, self.counts, self.groups, self.ends, self.lines, *self.spelled()

    def below(self) -> tuple[Any, ...]:
        """As suffixes, the way that `clew.kernels.native_meet.meet` takes them."""
        return self.keys, self.runs, self.bits, self.counts, self.groups, self.ends, self.lines

    def spelled(self) -> tuple[Starts, Small, Places, Small]:
        """The bits by their places, see `clew.kernels.native_meet.spell`."""
        none = np.zeros(0, np.uint16)
        at, shared_at = np.zeros(len(self.keys) + 1, np.uint32), np.zeros(len(self.groups), np.int64)
        spell(self.bits, self.groups, at, none, shared_at, none)
        places, shared = np.zeros(at[-1], np.uint16), np.zeros(shared_at[-1], np.uint16)
        spell(self.bits, self.groups, at, places, shared_at, shared)
        return at, places, shared_at, shared


class Prefixes:
    """The prefixes of the grids, or the suffixes, row by row from an edge to the middle.

    Args:
        grid: the lines.
        ways: for each column its automaton, from the edge on, and its states in the middle.
        rows: for each row the lines that it accepts, as bits, from the edge on.
        others: those that the rows of the other side accept.
    """

    def __init__(
        self,
        grid: PackedLines,
        ways: Sequence[tuple[Ways, list[MiddleState]]],
        rows: Sequence[int],
        others: Sequence[int],
    ) -> None:
        if prod(row.bit_count() for row in rows) >= 2**WORD:
            raise Unfit("the grids have too many prefixes to be counted from both ends")
        self.grid = grid
        self.rows = [grid.words(row) for row in rows]
        self.kept = [grid.words(reduce(or_, [*others, *rows[step + 1 :]])) for step in range(len(rows))]
        sizes = [max(len(last), *map(len, steps)) for steps, last in ways]
        self.state_at, self.words = laid_out([(size - 1).bit_length() for size in sizes])
        self.used_at = self.words if grid.distinct else 0
        pairs_at = self.words + grid.size * grid.distinct
        self.equal_at = pairs_at if grid.pairs else 0
        self.width = pairs_at + grid.equal.shape[1]
        if WORD * (self.width - self.words) > NUMBERED:
            raise Unfit("the grids have too many lines and columns to be counted from both ends")
        self.steps = [grid.tables([steps[step] for steps, _ in ways]) for step in range(len(rows))]
        self.level = CountedRecords(self.width)
        self.level.make_room(1)
        if grid.pairs:
            self.level.records[0, self.equal_at :] = words_of((1 << grid.pairs) - 1, grid.equal.shape[1])
        self.level.counts[0] = self.level.size = 1
        self.allowed: Words = np.zeros((0, grid.size), np.uint64)
        self.ahead = 0

    def approach(self, check: Callable[[], None], note: Callable[[int, int], None]) -> None:
        """Walk down to the last row before the middle, whose lines are taken one by one (`reached`).

        Args:
            check: is called often, and raises if the time is up.
            note: is told how many records each row gives.
        """
        for step, rows in enumerate(self.rows[:-1]):
            self.allow(step, check)
            self.level = self.continued(step, rows, check)
            note(step + 1, self.level.size)
        self.allow(len(self.rows) - 1, check)

    def reached(self, line: int, check: Callable[[], None]) -> CountedRecords:
        """The records in the middle that come by a line."""
        return self.continued(len(self.rows) - 1, self.grid.words(1 << line), check)

    def allow(self, step: int, check: Callable[[], None]) -> None:
        """Find the lines that may continue each record."""
        level = self.level
        self.allowed, self.ahead = np.zeros((level.size, self.grid.size), np.uint64), 0
        for first in range(0, level.size, TOGETHER):
            check()
            end = min(first + TOGETHER, level.size)
            permits = self.steps[step][1]
            self.ahead += allow(
                level.records, first, end, self.state_at, permits, self.rows[step], self.used_at, self.allowed
            )

    def continued(self, step: int, rows: Words, check: Callable[[], None]) -> CountedRecords:
        """What the records become by a row.

        Args:
            step: which row.
            rows: the lines to continue by.
            check: is called often, and raises if the time is up.
        """
        grid, level, out = self.grid, self.level, CountedRecords(self.width)
        lines = int(np.bitwise_count(rows).sum())
        together = max(1, TOGETHER // lines)
        records, counts, allowed, size = level.records, level.counts, self.allowed, level.size
        if lines == 1:  # most records cannot go on
            word = int(np.flatnonzero(rows)[0])
            able = np.flatnonzero(allowed[:, word] & rows[word])
            records, counts, allowed, size = records[able], counts[able], allowed[able], len(able)
        for first in range(0, size, together):
            check()
            end = min(first + together, size)
            out.make_room((end - first) * lines)
            out.size = expand(
                records, counts, allowed, first, end, rows, self.state_at, self.steps[step][0], grid.lines, grid.equal,
                self.kept[step], self.used_at, self.equal_at, out.records, out.counts, out.table, out.size,
            )  # fmt: skip
        return out

    def sorted(
        self, found: CountedRecords, line: int, says: PackedCompatibility, known: Keys, adds: bool
    ) -> PrefixTable:
        """The records that came to the middle, ready to meet those of the other side.

        Args:
            found: the records.
            line: the line in the middle.
            says: the parts and bits of the states in the middle.
            known: the keys of the suffixes.
            adds: whether new keys are added; otherwise a record with a new key is left out.
        """
        records, counts = found.records[: found.size], found.counts[: found.size]
        keys = np.zeros((found.size, says.part_words), np.uint64)
        ends = np.zeros((found.size, says.mark_words), np.uint64)
        classify(records, self.state_at, says.parts, says.part_at, says.marks, says.mark_at, keys, ends)
        key = known.numbers(keys, adds)
        if not adds:
            kept = np.flatnonzero(key != FREE)
            records, counts, key, ends = records[kept], counts[kept], key[kept], ends[kept]
        groups = Keys(ends.shape[1])
        group = groups.numbers(ends, True)
        long = np.minimum(np.bitwise_count(records[:, self.words :]).sum(axis=1, dtype=np.int64), 255)
        order = np.argsort((group * (known.size + 1) + key) * 256 + long, kind="stable")
        key, group = key[order], group[order]
        changes = np.flatnonzero((np.diff(key) != 0) | (np.diff(group) != 0)) + 1
        run_ends = np.append(changes, len(key))
        runs = np.repeat(run_ends, np.diff(run_ends, prepend=0))
        starts = np.searchsorted(group, np.arange(groups.size + 1))
        bits = np.ascontiguousarray(records[order, self.words :])
        ends, lines = groups.records[: groups.size], np.full(groups.size, line)
        return PrefixTable(key.astype(np.int32), runs.astype(np.int32), bits, counts[order], starts, ends, lines)

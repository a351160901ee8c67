"""Records that are kept once: rows of words that grow as they come, and a table that says where each is.

See `clew.counting.meet_in_the_middle`: prefixes and suffixes of grids are such records, and so are the keys by which
they are joined.
"""

from __future__ import annotations

from threading import Lock
from typing import Final

import numpy as np

from clew.counting.structure import Unfit
from clew.kernels.native import Words
from clew.kernels.native_lines import FREE, Places, Table, enter, numbers

LARGEST: Final = 2**31
"""Bytes that the prefixes of a level, or the suffixes, may take."""


class Records:
    """Records that differ, and their places.

    Args:
        width: the words of a record.
    """

    def __init__(self, width: int) -> None:
        self.size = 0
        self.width = width
        self.records: Words = np.zeros((0, width), np.uint64)
        self.table: Table = np.full(2, FREE, np.int32)

    def make_room(self, more: int) -> None:
        """Let so many more come.

        Raises:
            Unfit: they would take too much memory.
        """
        need = self.size + more + 1
        if need > len(self.records):
            self.grow(max(need, 2 * self.size))
        if 2 * need > len(self.table):
            self.table = np.full(1 << (2 * need).bit_length(), FREE, np.int32)
            enter(self.table, self.records, 0, self.size)

    def grow(self, size: int) -> None:
        """Have room for so many in all."""
        if 8 * size * (self.width + 1) > LARGEST:
            raise Unfit("the grids have too many prefixes to be counted from both ends")
        self.records = self.enlarged(self.records, size)

    def enlarged(self, array: Words, size: int) -> Words:
        """Those that there are, with zeros behind them."""
        larger = np.zeros((size, *array.shape[1:]), np.uint64)
        larger[: self.size] = array[: self.size]
        return larger


class CountedRecords(Records):
    """Records with how many prefixes, or suffixes, they stand for."""

    def __init__(self, width: int) -> None:
        super().__init__(width)
        self.counts: Words = np.zeros(0, np.uint64)

    def grow(self, size: int) -> None:
        super().grow(size)
        self.counts = self.enlarged(self.counts, size)


class Keys(Records):
    """Records with numbers: their places. Several threads may add to them."""

    def __init__(self, width: int) -> None:
        super().__init__(width)
        self._lock = Lock()

    def numbers(self, records: Words, adds: bool) -> Places:
        """The number of each; `FREE` if it has none, and none is added."""
        found = np.zeros(len(records), np.int64)
        if not adds:
            numbers(self.table, records, self.records, self.size, False, found)
            return found
        with self._lock:
            self.make_room(len(records))
            self.size = numbers(self.table, records, self.records, self.size, True, found)
        return found

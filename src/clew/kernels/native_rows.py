"""Where the lanes of a network lie in rows of 64-bit words, and how integers become rows.

A lane of up to 63 values lies in one word, with its guard above it. A wider one has whole words of its own behind the
others, and a *summary* of two bits among them (see `clew.kernels.native_walk`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Final

import numpy as np

from clew.kernels.choose import Unsupported
from clew.kernels.native import places
from clew.kernels.native_inner import Integers, Words
from clew.propagation.network import Network

NARROW: Final = 63
"""Values that fit into a word with their guard."""

STACK_BYTES: Final = 2**30
"""Bytes that the rows of one branch may take."""


VECTOR: Final = 8
"""Words that a processor may work on at once: a longer row has a whole number of them, some with no lane."""


class Rows:
    """The places of a network's lanes.

    Args:
        network: the constraints, compiled.

    Attributes:
        guard_places: for each lane the place of its guard in the one integer.
        number: the other way round.
        offsets, widths: for each lane the place of its lowest bit there, and how many values it was declared with.
        count, variables: how many lanes there are, and how many of them are variables'.
        size, short: the words of a row, and of those before the wide lanes' own.
        spots: for each lane, or its summary, the word and the lowest bit there.
        blocks, lengths: for each lane the first of the words of its own, and how many they are.
        wide: the lanes that have some.
        integer_words: the words of the one integer, and one more.
        first: for each lane the number of its first value; values are numbered lane by lane.
        lane_of_value: the other way round.

    Raises:
        Unsupported: they would take too much memory.
    """

    def __init__(self, network: Network) -> None:
        lanes = network.lanes
        self.network = network
        self.guard_places = list(lanes.owner)
        spans = [network.lane_at[guard] for guard in self.guard_places]
        self.offsets = [offset for offset, _ in spans]
        widths = [lane.bit_length() for _, lane in spans]
        self.widths = widths
        self.count, self.variables = len(widths), len(lanes.variables)
        self.wide = [k for k, width in enumerate(widths) if width > NARROW]
        spots = list(places([2 if width > NARROW else width for width in widths]))
        short = spots[-1][0] + 1 if spots else 0
        short += -short % VECTOR if short > 2 * VECTOR else 0
        blocks, lengths, size = [], [], short
        for width in widths:
            length = -(-width // 64) if width > NARROW else 0
            blocks.append(size)
            lengths.append(length)
            size += length
        self.size, self.short = size, short
        if (self.variables + 2) * (size + short) * 8 > STACK_BYTES:
            raise Unsupported("a branch of its search would take more than a gibibyte")
        self.number = {guard: k for k, guard in enumerate(self.guard_places)}
        self.spots, self.blocks, self.lengths = spots, blocks, lengths
        self.first: Integers = np.cumsum([0, *widths]).astype(np.int64)
        self.lane_of_value: Integers = np.repeat(np.arange(self.count), widths)
        self._set_bits()

    def _set_bits(self) -> None:
        """For each bit of the integer its place in a row, and the other way round."""
        bits = self.network.lanes.guards.bit_length()
        self._bytes = bits // 8 + 1
        self.integer_words = bits // 64 + 2
        source = np.full(self.size * 64, bits, np.int64)  # that bit is never set
        target = np.full(self._bytes * 8, self.size * 64, np.int64)
        for k, (word, shift) in enumerate(self.spots):
            first = self.blocks[k] * 64 if self.lengths[k] else word * 64 + shift
            offset, width = self.offsets[k], self.widths[k]
            source[first : first + width] = np.arange(offset, offset + width)
            target[offset : offset + width] = np.arange(first, first + width)
        self._source, self._target = source, target
        guard_places = np.array(self.guard_places, np.int64)
        self._guard_bytes, self._guard_bits = guard_places >> 3, (1 << (guard_places & 7)).astype(np.uint8)
        shown = [2 if length else width for width, length in zip(self.widths, self.lengths, strict=True)]
        self._words = np.array([word for word, _ in self.spots], np.int64)
        self.guards = np.array([1 << s + w for (_, s), w in zip(self.spots, shown, strict=True)], np.uint64)

    def rows(self, integers: Iterable[int]) -> Words:
        """Domains as rows; the summaries of wide lanes are made."""
        raw = b"".join(integer.to_bytes(self._bytes, "little") for integer in integers)
        table = np.frombuffer(raw, np.uint8).reshape(-1, self._bytes)
        found = np.unpackbits(table, axis=1, bitorder="little")[:, self._source]
        packed = np.ascontiguousarray(np.packbits(found, axis=1, bitorder="little"))
        rows: Words = packed.view(np.uint64)
        for k in self.wide:
            (word, shift), block = self.spots[k], rows[:, self.blocks[k] : self.blocks[k] + self.lengths[k]]
            filled = block != 0
            several = (filled.sum(axis=1) > 1) | (block & (block - filled)).any(axis=1)
            rows[:, word] |= (filled.any(axis=1) + several * np.uint64(2)) << np.uint64(shift)
        return rows

    def integer(self, row: Words) -> int:
        """A row as domains."""
        bits = np.append(np.unpackbits(row.view(np.uint8), bitorder="little"), np.uint8(0))[self._target]
        return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")

    def marks(self, guards: int) -> Words:
        """The guards of some lanes as the words before the blocks."""
        bits = np.frombuffer(guards.to_bytes(self._bytes, "little"), np.uint8)
        chosen = np.flatnonzero(bits[self._guard_bytes] & self._guard_bits)
        row = np.zeros(self.short, np.uint64)
        np.bitwise_or.at(row, self._words[chosen], self.guards[chosen])
        return row

    def value_at(self, place: int) -> tuple[int, int]:
        """The lane of a bit of the integer, and which of its values it is."""
        lane = bisect_right(self.offsets, place) - 1
        return lane, place - self.offsets[lane]


def joined(words: Words) -> int:
    """Words as one integer."""
    return int.from_bytes(words.tobytes(), "little")


def ones(bits: int) -> list[int]:
    """The places of the ones."""
    found = []
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        found.append(lowest.bit_length() - 1)
    return found

"""The lines of a grid, and the compatibility of its columns' states, packed into machine words.

See `clew.counting.meet_in_the_middle`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from clew.counting.columns import Compatibility
from clew.kernels.native import WORD, Words
from clew.kernels.native_lines import FREE, Places


class PackedLines:
    """The lines of a grid, as arrays.

    Args:
        lines: the lines.
        values: the values of the cells.
        equal: for each line the pairs of columns that are equal in it, as bits.
        pairs: how many pairs of columns there are to keep apart; 0 if columns may be equal.
        distinct: whether the rows must differ.
    """

    def __init__(
        self, lines: Sequence[Sequence[Any]], values: Sequence[Any], equal: Sequence[int], pairs: int, distinct: bool
    ) -> None:
        self.count, self.pairs, self.distinct = len(lines), pairs, distinct
        self.size = -(-self.count // WORD)
        place = {value: k for k, value in enumerate(values)}
        self.lines = np.array([[place[value] for value in line] for line in lines], np.int64)
        self.values = len(values)
        self.equal = np.array([words_of(one, -(-pairs // WORD)) for one in equal], np.uint64)
        self.having = [
            [sum(1 << int(k) for k in np.flatnonzero(column == value)) for value in range(self.values)]
            for column in self.lines.T
        ]

    def words(self, lines: int) -> Words:
        """Lines as bits, in words."""
        return words_of(lines, self.size)

    def tables(self, ways: Sequence[Sequence[tuple[int, ...]]]) -> tuple[Places, Words]:
        """For each column and state: the state after each value, and the lines that it lets pass."""
        most = max(map(len, ways))
        after = np.full((len(ways), most, self.values), FREE, np.int64)
        permits = np.zeros((len(ways), most, self.size), np.uint64)
        for column, (step, having) in enumerate(zip(ways, self.having, strict=True)):
            for state, kind in enumerate(step):
                after[column, state] = kind
                passing = sum(lines for lines, then in zip(having, kind, strict=True) if then != FREE)
                permits[column, state] = self.words(passing)
        return after, permits


class PackedCompatibility:
    """The parts and the bits of the columns' states in the middle, on one side.

    Args:
        columns: the compatibility of each column's states.
        below: whether it is the side below.

    Attributes:
        parts, marks: for each column and state its part, and its bits.
        part_at, mark_at: for each column where these lie, the same on both sides.
        part_words, mark_words: how many words they fill.
    """

    def __init__(self, columns: Sequence[Compatibility], *, below: bool) -> None:
        self.part_at, self.part_words = laid_out([max(column.parts).bit_length() for column in columns])
        self.mark_at, self.mark_words = laid_out([column.width for column in columns])
        self.parts: Places = padded([c.parts_below if below else c.parts for c in columns]).astype(np.int64)
        self.marks = padded([c.refused if below else c.bits for c in columns])


def words_of(bits: int, size: int) -> Words:
    """An integer as so many words, the lowest first."""
    return np.array([bits >> WORD * k & 2**WORD - 1 for k in range(size)], np.uint64)


def laid_out(widths: Sequence[int]) -> tuple[Places, int]:
    """For each field its word, how far up it lies there, and its width; and how many words there are."""
    word = shift = 0
    places = []
    for width in widths:
        if shift + width > WORD:
            word, shift = word + 1, 0
        places.append((word, shift, width))
        shift += width
    return np.array(places, np.int64), word + 1


def padded(rows: Sequence[Sequence[int]]) -> Words:
    """Rows of different lengths as one array."""
    table = np.zeros((len(rows), max(map(len, rows))), np.uint64)
    for k, row in enumerate(rows):
        table[k, : len(row)] = row
    return table

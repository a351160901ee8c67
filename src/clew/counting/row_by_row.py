"""Counting grids row by row: dynamic programming over the rows.

All that the rows still to come depend on is the state of each column's automaton, the lines used if rows must differ,
and the pairs of columns that are still equal. So prefixes of grids that agree in all that are counted together: equal
residual states once, with whole lines for decisions.

The states of the columns are kept as numbers, a few columns to a number, made as they come up. A used line that no
column would let come again is forgotten.

How far it is: each row weighs the same, for nobody knows beforehand how many prefixes a row will have, and within a
row each prefix. Where a row is walked in portions, what lies below a portion has the portion's part of the weight.
That part is honest and never shrinks, but the rows in the middle take longer than the first and the last ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from operator import length_hint
from typing import Any, Final

import attrs

from clew.counting.automata import LayeredAutomaton
from clew.counting.tables import GridTables
from clew.outcome import Clock, LimitReached, Status
from clew.search.counters import Counters
from clew.search.position import steady

ROOM: Final = 2**20
"""States of a level to hold at a time; more of them are counted in portions."""

State = tuple[int, int, int, int]
"""The numbers of the states of the left and the right half of the columns, the lines used, the equal columns."""


class TooLong(Exception):
    """A count walks more prefixes of one length than it may; never leaves this package."""


class ColumnStates:
    """Some of the columns together: the states of their automata as one number.

    Args:
        columns: the automata.
        lines: the parts of the lines that lie in these columns.

    Attributes:
        allowed: for each number the lines that may come next, as bits.
        later: for each number the lines that may come at all.
        after: for each number the numbers after lines, as far as they are known (see `step`).
    """

    def __init__(self, columns: Sequence[LayeredAutomaton], lines: Sequence[tuple[Any, ...]]) -> None:
        self.columns = columns
        self.lines = lines
        with_value: list[dict[Any, int]] = [{} for _ in columns]
        for k, line in enumerate(lines):
            for place, value in enumerate(line):
                with_value[place][value] = with_value[place].get(value, 0) | 1 << k
        self.with_value = with_value
        self.allowed: list[int] = []
        self.later: list[int] = []
        self.after: list[dict[int, int]] = []
        self._states: list[tuple[int, tuple[Any, ...]]] = []
        self._numbers: dict[tuple[int, tuple[Any, ...]], int] = {}
        self.start = self._number(0, tuple(column.start for column in columns))

    def _number(self, level: int, states: tuple[Any, ...]) -> int:
        number = self._numbers.get((level, states))
        if number is None:
            number = self._numbers[level, states] = len(self._states)
            self._states.append((level, states))
            self.after.append({})
            allowed = later = (1 << len(self.lines)) - 1
            for column, lines, state in zip(self.columns, self.with_value, states, strict=True):
                next_values = column.steps[level].get(state, {}) if level < len(column.steps) else {}
                allowed &= sum(lines.get(value, 0) for value in next_values)
                later &= sum(lines.get(value, 0) for value in column.later[level].get(state, ()))
            self.allowed.append(allowed)
            self.later.append(later)
        return number

    def step(self, number: int, line: int) -> int:
        """The number after a line that is allowed."""
        level, states = self._states[number]
        values = self.lines[line]
        after = tuple(
            column.steps[level][state][value] for column, state, value in zip(self.columns, states, values, strict=True)
        )
        number_after = self.after[number][line] = self._number(level + 1, after)
        return number_after


@attrs.define(eq=False)
class _Layer:
    """Prefixes that are being continued by a row.

    Attributes:
        own: what this row weighs.
        below: what all the rows below weigh.
        size: how many prefixes there are.
        ahead: those still to continue; it knows how many they are.
        handed: how many of them have been walked down to the last row.
        walking: how many are being continued: one, and none while a layer below is walked.
    """

    own: float
    below: float
    size: int
    ahead: Iterator[tuple[State, int]]
    handed: int = 0
    walking: int = 1

    def continued(self) -> int:
        """How many have been continued by a row."""
        return self.size - length_hint(self.ahead)

    def left_behind(self) -> float:
        """The part of the tree that is left behind, without what the layers below say."""
        return (self.own * max(self.continued() - self.walking, 0) + self.below * self.handed) / self.size


class RowByRow:
    """Counts the grids.

    Args:
        tables: the lines of the grid and the automata of its columns.
        most: how many prefixes of one length it may walk at a time.
    """

    def __init__(self, tables: GridTables, most: float = inf) -> None:
        self.tables = tables
        self.most = most
        width = len(tables.columns)
        self.halves = [
            ColumnStates(tables.columns[a:b], [line[a:b] for line in tables.lines])
            for a, b in ((0, width // 2), (width // 2, width))
        ]

    def counts(self, counters: Counters, clock: Clock | None) -> Iterator[int]:
        """The number of grids, portion by portion.

        Args:
            counters: counts the prefixes; the root is counted already.
            clock: when to stop.

        Raises:
            TooLong: there are more prefixes than it may walk.
            LimitReached: the time is up.
        """
        start = self.halves[0].start, self.halves[1].start, 0, (1 << self.tables.pairs) - 1
        layers: list[_Layer] = []
        counters.position = lambda: (sum(behind for _, behind in steady(layers, _Layer.left_behind)), 0)
        return self._below({start: 1}, 0, 1.0, layers, counters, clock)

    def _below(
        self,
        layer: dict[State, int],
        level: int,
        weight: float,
        layers: list[_Layer],
        counters: Counters,
        clock: Clock | None,
    ) -> Iterator[int]:
        """The grids that begin in one of these ways, each counted as often as it says.

        What is walked notes itself in `layers`, and takes itself out when it is done.
        """
        left, right = self.halves
        allowed_left, allowed_right, after_left, after_right = left.allowed, right.allowed, left.after, right.after
        later_left, later_right = left.later, right.later
        tables = self.tables
        rows, equal, distinct = tables.row_lines[level], tables.equal, tables.structure.distinct_rows
        is_last = level == tables.height - 1
        below: dict[State, int] = {}
        total = 0
        own = weight / (tables.height - level)
        ahead = iter(layer.items())
        here = _Layer(own, weight - own, len(layer), ahead)
        layers.append(here)
        for (one, other, used, same), number in ahead:
            lines = rows & allowed_left[one] & allowed_right[other] & ~used
            if is_last:
                if not same:
                    total += number * lines.bit_count()
                else:
                    total += number * sum(not same & equal[k] for k in _places(lines))
                continue
            if clock is not None and clock.is_up():
                raise LimitReached(Status.TIME_LIMIT)
            if len(below) > self.most:
                raise TooLong
            to_left, to_right = after_left[one], after_right[other]
            while lines:
                lowest = lines & -lines
                lines ^= lowest
                line = lowest.bit_length() - 1
                new_left = to_left.get(line)
                if new_left is None:
                    new_left = left.step(one, line)
                new_right = to_right.get(line)
                if new_right is None:
                    new_right = right.step(other, line)
                taken = (used | lowest) & later_left[new_left] & later_right[new_right] if distinct else 0
                state = new_left, new_right, taken, same & equal[line]
                if state in below:
                    below[state] += number
                else:
                    below[state] = number
            if len(below) > ROOM:
                yield from self._handed(here, below, level + 1, layers, counters, clock)
                below = {}
        if is_last:
            counters.enter(level + 1, total)
            yield total
        elif below:
            yield from self._handed(here, below, level + 1, layers, counters, clock)
        layers.pop()

    def _handed(
        self,
        above: _Layer,
        layer: dict[State, int],
        level: int,
        layers: list[_Layer],
        counters: Counters,
        clock: Clock | None,
    ) -> Iterator[int]:
        """The grids below a layer whose prefixes come from one above: all those that it has continued until now."""
        continued = above.continued()
        part = above.below * (continued - above.handed) / above.size
        above.walking = 0
        counters.enter(level, len(layer))
        yield from self._below(layer, level, part, layers, counters, clock)
        above.handed = continued
        above.walking = 1


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        yield lowest.bit_length() - 1

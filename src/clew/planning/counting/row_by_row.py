"""Counting grids row by row: dynamic programming over the rows.

All that the rows still to come depend on is the state of each column's automaton, the lines used if rows must differ,
and the pairs of columns that are still equal. So prefixes of grids that agree in all that are counted together: equal
residual states once, with whole lines for decisions.

The states of the columns are kept as numbers, a few columns to a number, made as they come up. A used line that no
column would let come again is forgotten.

How far it is: each row weighs the same, because the number of prefixes of a row is not known beforehand, and within a
row each prefix. If a row is walked in portions, the part below a portion has the portion's part of the weight.
That part is honest and never shrinks, but the rows in the middle take longer than the first and the last ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from operator import length_hint
from typing import Any, Final

import attrs

from clew.outcome import Clock, LimitReached, Status
from clew.planning.counting.tables import GridTables, LayeredAutomaton
from clew.reference.search.position import steady
from clew.state.counters import Counters
from clew.state.lanes import places_of

ROOM: Final = 2**20
"""States of a level to hold at a time; more of them are counted in portions."""

State = tuple[int, int, int, int]
"""The numbers of the states of the left and the right half of the columns, the lines used, the equal columns."""


class TooManyPrefixes(Exception):
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
        self._states: list[tuple[int, tuple[int, ...]]] = []
        self._numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        self.start = self._number(0, (0,) * len(columns))

    def _number(self, level: int, states: tuple[int, ...]) -> int:
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
        own: the weight of this row.
        below: the weight of all the rows below.
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
            TooManyPrefixes: there are more prefixes than it may walk.
            LimitReached: the time is up.
        """
        start = self.halves[0].start, self.halves[1].start, 0, (1 << self.tables.pairs) - 1
        self._counters, self._clock = counters, clock
        self._layers: list[_Layer] = []
        layers = self._layers
        counters.position = lambda: (sum(behind for _, behind in steady(layers, _Layer.left_behind)), 0)
        return self._below({start: 1}, 0, 1.0)

    def _below(self, layer: dict[State, int], level: int, weight: float) -> Iterator[int]:
        """The grids that begin in one of these ways, each counted as often as it says."""
        own = weight / (self.tables.height - level)
        here = _Layer(own, weight - own, len(layer), iter(layer.items()))
        self._layers.append(here)
        if level == self.tables.height - 1:
            total = sum(number * self._last(*state) for state, number in here.ahead)
            self._counters.enter(level + 1, total)
            yield total
        else:
            below: dict[State, int] = {}
            for state, number in here.ahead:
                if self._clock is not None and self._clock.is_up():
                    raise LimitReached(Status.TIME_LIMIT)
                if len(below) > self.most:
                    raise TooManyPrefixes
                self._continue(state, number, level, below)
                if len(below) > ROOM:
                    yield from self._handed(here, below, level + 1)
                    below = {}
            if below:
                yield from self._handed(here, below, level + 1)
        self._layers.pop()

    def _last(self, one: int, other: int, used: int, same: int) -> int:
        """How many lines may come last after a prefix in some state."""
        left, right = self.halves
        lines = self.tables.row_lines[-1] & left.allowed[one] & right.allowed[other] & ~used
        return sum(not same & self.tables.equal[k] for k in places_of(lines)) if same else lines.bit_count()

    def _continue(self, state: State, number: int, level: int, below: dict[State, int]) -> None:
        """Add, to those of the next row, the prefixes that a row makes of those in one state.

        Args:
            state: the state.
            number: how many prefixes are in it.
            level: the row.
            below: how many prefixes of the next row are in each state.
        """
        one, other, used, same = state
        (left, right), tables = self.halves, self.tables
        equal, distinct = tables.equal, tables.structure.distinct_rows
        to_left, to_right, later_left, later_right = left.after[one], right.after[other], left.later, right.later
        lines = tables.row_lines[level] & left.allowed[one] & right.allowed[other] & ~used
        while lines:
            lowest = lines & -lines
            lines ^= lowest
            line = lowest.bit_length() - 1
            new_left, new_right = to_left.get(line), to_right.get(line)
            if new_left is None:
                new_left = left.step(one, line)
            if new_right is None:
                new_right = right.step(other, line)
            taken = (used | lowest) & later_left[new_left] & later_right[new_right] if distinct else 0
            after = new_left, new_right, taken, same & equal[line]
            below[after] = below.get(after, 0) + number

    def _handed(self, above: _Layer, layer: dict[State, int], level: int) -> Iterator[int]:
        """The grids below a layer whose prefixes come from one above: all those that it has continued until now."""
        continued = above.continued()
        part = above.below * (continued - above.handed) / above.size
        above.walking = 0
        self._counters.enter(level, len(layer))
        yield from self._below(layer, level, part)
        above.handed = continued
        above.walking = 1

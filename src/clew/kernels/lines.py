"""Counting grids line by line.

A grid whose rows and columns are each read by automata, and whose rows, or columns, may have to differ: that is
Takuzu, and many a puzzle with it. All that the rows still to come depend on is what each column remembers, which
rows were used, and which columns are still equal. So the grids are counted row by row, and beginnings that agree in
all that are counted together: equal residual states once, with whole lines for decisions.

What the columns remember is kept as numbers, a few columns to a number, made as they come up. A used row that no
column would let come again is forgotten.

How far it is: each row weighs the same, for nobody knows beforehand how many beginnings a row will have, and within a
row each beginning. Where a row is walked in portions, what lies below a portion has the portion's part of the weight.
That part is honest and never shrinks, but the rows in the middle take longer than the first and the last ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import length_hint
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.base import Stepwise
from clew.constraints.vectors import DistinctVectors
from clew.observe.position import steady
from clew.outcome import Clock, LimitReached, Status
from clew.propagation.network import Network
from clew.search import Counters

if TYPE_CHECKING:
    from clew.kernels.choose import Mover
    from clew.kernels.turning import Turn

PATTERNS: Final = 2**11
"""Different lines up to which counting by lines is tried."""

ROOM: Final = 2**20
"""States of a level to hold at a time; more of them are counted in portions."""

State = tuple[int, int, int, int]
"""The numbers of what the left and the right half of the columns remember, the used rows, the equal columns."""


@attrs.frozen
class Grid:
    """A grid as the constraints describe it.

    Attributes:
        rows: the cells of each row.
        row_rules, column_rules: the automata that read each row, and each column.
        distinct_rows, distinct_columns: whether they must differ.
    """

    rows: list[Sequence[Any]]
    row_rules: list[list[Stepwise]]
    column_rules: list[list[Stepwise]]
    distinct_rows: bool
    distinct_columns: bool


def grid_of(network: Network) -> Grid | None:
    """The grid that the constraints describe, if that is what they do."""
    variables = network.lanes.variables
    first = next((c for c in network.constraints if isinstance(c, Stepwise)), None)
    if first is None or len(variables) % len(first.scope) or len(first.scope) < 2:
        return None
    width = len(first.scope)
    rows = [variables[k : k + width] for k in range(0, len(variables), width)]
    columns = [variables[k::width] for k in range(width)]
    if len({network.lanes.lane[v].values for v in variables}) > 1 or len(rows) < 2:
        return None
    row_rules: list[list[Stepwise]] = [[] for _ in rows]
    column_rules: list[list[Stepwise]] = [[] for _ in columns]
    distinct = {False: False, True: False}
    for constraint in network.constraints:
        if isinstance(constraint, Stepwise) and constraint.scope in rows:
            row_rules[rows.index(constraint.scope)].append(constraint)
        elif isinstance(constraint, Stepwise) and constraint.scope in columns:
            column_rules[columns.index(constraint.scope)].append(constraint)
        elif isinstance(constraint, DistinctVectors) and sorted(map(repr, constraint.vectors)) == sorted(
            map(repr, rows)
        ):
            distinct[True] = True
        elif isinstance(constraint, DistinctVectors) and set(constraint.vectors) == set(columns):
            distinct[False] = True
        else:
            return None
    return Grid(list(rows), row_rules, column_rules, distinct[True], distinct[False])


class Column:
    """What a column may remember at each level: only what can still be accepted.

    Args:
        rules: the automata that read it.
        domains: the values that its cells have left.
    """

    def __init__(self, rules: Sequence[Stepwise], domains: Sequence[tuple[Any, ...]]) -> None:
        start = tuple(rule.start() for rule in rules)
        self.start = start
        reached: list[dict[Any, dict[Any, Any]]] = []
        layer = {start}
        for level, domain in enumerate(domains):
            steps: dict[Any, dict[Any, Any]] = {}
            for memory in layer:
                ways = {}
                for value in domain:
                    after = tuple(rule.step(m, level, value) for rule, m in zip(rules, memory, strict=True))
                    if None not in after:
                        ways[value] = after
                steps[memory] = ways
            reached.append(steps)
            layer = {after for ways in steps.values() for after in ways.values()}
        alive = {m for m in layer if all(rule.accepts(one) for rule, one in zip(rules, m, strict=True))}
        # For each level from a memory to the values that may come next, each with the memory after it; and to all
        # the values that may come at all.
        self.steps: list[dict[Any, dict[Any, Any]]] = []
        self.later: list[dict[Any, frozenset[Any]]] = [dict.fromkeys(alive, frozenset())]
        for steps in reversed(reached):
            kept = {
                memory: sound
                for memory, ways in steps.items()
                if (sound := {value: after for value, after in ways.items() if after in alive})
            }
            later = {memory: frozenset(w).union(*(self.later[-1][a] for a in w.values())) for memory, w in kept.items()}
            alive = set(kept)
            self.steps.append(kept)
            self.later.append(later)
        self.steps.reverse()
        self.later.reverse()


class Half:
    """Some of the columns together: what they remember as one number.

    Attributes:
        allowed: for each number the lines that may come next, as bits.
        later: for each number the lines that may come at all.
    """

    def __init__(self, columns: Sequence[Column], lines: Sequence[tuple[Any, ...]]) -> None:
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
        self._memories: list[tuple[int, tuple[Any, ...]]] = []
        self._numbers: dict[tuple[int, tuple[Any, ...]], int] = {}
        self.start = self._number(0, tuple(column.start for column in columns))

    def _number(self, level: int, memories: tuple[Any, ...]) -> int:
        number = self._numbers.get((level, memories))
        if number is None:
            number = self._numbers[level, memories] = len(self._memories)
            self._memories.append((level, memories))
            self.after.append({})
            allowed = later = (1 << len(self.lines)) - 1
            for column, lines, memory in zip(self.columns, self.with_value, memories, strict=True):
                next_values = column.steps[level].get(memory, {}) if level < len(column.steps) else {}
                allowed &= sum(lines.get(value, 0) for value in next_values)
                later &= sum(lines.get(value, 0) for value in column.later[level].get(memory, ()))
            self.allowed.append(allowed)
            self.later.append(later)
        return number

    def step(self, number: int, line: int) -> int:
        """The number after a line that is allowed."""
        level, memories = self._memories[number]
        values = self.lines[line]
        after = tuple(
            column.steps[level][memory][value]
            for column, memory, value in zip(self.columns, memories, values, strict=True)
        )
        number_after = self.after[number][line] = self._number(level + 1, after)
        return number_after


@attrs.define(eq=False)
class _Layer:
    """Beginnings that are being continued by a row.

    Attributes:
        own: what this row weighs.
        below: what all the rows below weigh.
        size: how many beginnings there are.
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


class _Moves(Exception):
    """The native kernel is ready; never leaves this module."""

    def __init__(self, native: Any) -> None:
        super().__init__()
        self.native = native


class TooManyLines(Exception):
    """There are too many lines to count by; never leaves clew."""


def counter(network: Network, root: tuple[int, int]) -> Counter | None:
    """What counts the grids below a root; None if the constraints describe no grid, or another way is better.

    That is so where propagation has settled much of the grid, or where there are too many different lines.
    """
    settled = (root[1] & network.lanes.decisions).bit_count()
    grid = grid_of(network) if settled * 4 <= len(network.lanes.variables) else None
    try:
        return None if grid is None else Counter(network, grid, root[0])
    except TooManyLines:
        return None


class Counter:
    """Counts the grids.

    Args:
        network: the constraints, compiled.
        grid: what they describe.
        domains: the domains at the root.
    """

    def __init__(self, network: Network, grid: Grid, domains: int) -> None:
        lane = network.lanes.lane
        left = {v: lane[v].select(domains >> lane[v].offset & lane[v].full) for v in network.lanes.variables}
        self.grid = grid
        self.height = len(grid.rows)
        index: dict[tuple[Any, ...], int] = {}
        self.of_row: list[int] = []
        for row, rules in zip(grid.rows, grid.row_rules, strict=True):
            accepted = accepted_lines(rules, [left[v] for v in row])
            self.of_row.append(sum(1 << index.setdefault(line, len(index)) for line in accepted))
            if len(index) > PATTERNS:
                raise TooManyLines
        self.lines = list(index)
        width = len(grid.rows[0])
        columns = [Column(grid.column_rules[k], [left[row[k]] for row in grid.rows]) for k in range(width)]
        self.columns = columns
        middle = width // 2
        self.halves = [
            Half(columns[a:b], [line[a:b] for line in self.lines]) for a, b in ((0, middle), (middle, width))
        ]
        pairs = list(combinations(range(width), 2)) if grid.distinct_columns else []
        self.equal = [sum(1 << k for k, (a, b) in enumerate(pairs) if line[a] == line[b]) for line in self.lines]
        self.start: State = (self.halves[0].start, self.halves[1].start, 0, (1 << len(pairs)) - 1)
        self.distinct = grid.distinct_rows

    def counts(
        self,
        counters: Counters,
        clock: Clock | None,
        mover: Mover | None = None,
        alike: Sequence[Turn] = (),
        jobs: int = 1,
    ) -> Iterator[int]:
        """The number of grids, portion by portion.

        A count that moves begins anew: what it finds there is held back until it is more than what was given here.

        Args:
            counters: counts the beginnings, those walked before a move too: they were walked. The root is one.
            clock: when to stop.
            mover: tells when to move to the native kernel, which counts from both ends (see `clew.kernels.meeting`).
            alike: symmetries that the native kernel may use, a group.
            jobs: how many threads the native kernel may use.
        """
        given = 0
        walked = self._walked(counters, clock, mover)
        counters.enter(0, 1)
        try:
            for number in walked:
                given += number
                yield number
            return
        except _Moves as moves:
            native = moves.native
        behind = 0.0 if counters.position is None else counters.position()[0]
        counters.kernel = "native"
        from clew.kernels.columns import Unfit

        try:
            for number in _beyond(given, native.Meeting(self, alike).counts(counters, clock, jobs, behind)):
                given += number
                yield number
            return
        except Unfit as unfit:
            counters.kernel = ""
            if mover is not None:
                mover.reason = str(unfit)
        yield from _beyond(given, self._walked(counters, clock, None))

    def _walked(self, counters: Counters, clock: Clock | None, mover: Mover | None) -> Iterator[int]:
        """The number of grids, walked here."""
        layers: list[_Layer] = []
        counters.position = lambda: (sum(behind for _, behind in steady(layers, _Layer.left_behind)), 0)
        return self._below({self.start: 1}, 0, 1.0, layers, counters, clock, mover)

    def _below(
        self,
        layer: dict[State, int],
        level: int,
        weight: float,
        layers: list[_Layer],
        counters: Counters,
        clock: Clock | None,
        mover: Mover | None,
    ) -> Iterator[int]:
        """The grids that begin in one of these ways, each counted as often as it says.

        What is walked notes itself in `layers`, and takes itself out when it is done.
        """
        left, right = self.halves
        allowed_left, allowed_right, after_left, after_right = left.allowed, right.allowed, left.after, right.after
        later_left, later_right = left.later, right.later
        rows, equal, distinct = self.of_row[level], self.equal, self.distinct
        is_last = level == self.height - 1
        below: dict[State, int] = {}
        total = 0
        own = weight / (self.height - level)
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
            if mover is not None and (native := mover.native) is not None:
                raise _Moves(native)
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
                yield from self._handed(here, below, level + 1, layers, counters, clock, mover)
                below = {}
        if is_last:
            counters.enter(level + 1, total)
            yield total
        elif below:
            yield from self._handed(here, below, level + 1, layers, counters, clock, mover)
        layers.pop()

    def _handed(
        self,
        above: _Layer,
        layer: dict[State, int],
        level: int,
        layers: list[_Layer],
        counters: Counters,
        clock: Clock | None,
        mover: Mover | None,
    ) -> Iterator[int]:
        """The grids below a layer whose beginnings come from one above: all those that it has continued until now."""
        continued = above.continued()
        part = above.below * (continued - above.handed) / above.size
        above.walking = 0
        counters.enter(level, len(layer))
        yield from self._below(layer, level, part, layers, counters, clock, mover)
        above.handed = continued
        above.walking = 1


def _beyond(given: int, numbers: Iterator[int]) -> Iterator[int]:
    """What some numbers come to beyond what was given before."""
    for number in numbers:
        held = min(given, number)
        given -= held
        if number > held:
            yield number - held


def accepted_lines(rules: Sequence[Stepwise], domains: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """All the lines that the automata accept.

    Raises:
        TooManyLines: there are many more than the bound.
    """
    column = Column(rules, domains)
    begun: list[tuple[tuple[Any, ...], Any]] = [((), column.start)]
    for steps in column.steps:
        begun = [((*line, value), after) for line, memory in begun for value, after in steps.get(memory, {}).items()]
        if len(begun) > PATTERNS:
            raise TooManyLines
    return [line for line, _ in begun]


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        yield lowest.bit_length() - 1

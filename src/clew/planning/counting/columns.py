"""The automata of the columns of a grid, read from both ends (see `clew.planning.counting.meet_in_the_middle`).

From above they are minimal: states that accept the same words from there on are one. From below they are reversed and
made deterministic: a state is the set of states from above that it goes with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import attrs

from clew.planning.counting.tables import LayeredAutomaton, Unfit

Ways = tuple[tuple[tuple[int, ...], ...], ...]
"""For each step and each state the state after each value; `NONE` if the value is rejected. State 0 is the first."""

NONE: Final = -1
"""No state."""

STATES: Final = 2**12
"""States of a column at a level, at most."""

WIDEST: Final = 64
"""Marks of a column, at most."""

LARGE: Final = "the automata of the columns have too many states for counting from both ends"


@attrs.frozen(eq=False)
class Column:
    """A column of a grid.

    Attributes:
        above: its minimal automaton.
        below: that of the same words read from the last row upwards.
        sets: for each step of that and each state the states from above that it goes with.
    """

    above: Ways
    below: Ways
    sets: list[list[frozenset[int]]]

    @property
    def is_empty(self) -> bool:
        """Whether it has no words."""
        return max(self.above[0][0]) == NONE


@attrs.frozen
class Parts:
    """Which states of a column go together in the middle, if the values there are given.

    A state from above goes with one from below if they are in the same part, and no mark is on both.

    Attributes:
        above, below: the part of each state.
        marks_above, marks_below: the marks of each state, as bits.
        number, width: how many parts and marks there are.
    """

    above: list[int]
    below: list[int]
    marks_above: list[int]
    marks_below: list[int]
    number: int
    width: int


def columns_of(automata: Iterable[LayeredAutomaton], values: Sequence[Any]) -> list[Column]:
    """The columns of a grid; those with the same automaton are the same object.

    Raises:
        Unfit: there are too many states.
    """
    known: dict[Ways, Column] = {}
    return [_column(automaton, values, known) for automaton in automata]


def _column(automaton: LayeredAutomaton, values: Sequence[Any], known: dict[Ways, Column]) -> Column:
    ways = tuple(tuple(tuple([w.get(v, NONE) for v in values]) for w in steps.values()) for steps in automaton.steps)
    if ways not in known:
        # Reversing and determinizing twice makes an automaton minimal (Brzozowski, Canonical regular expressions and
        # minimal state graphs for definite events, 1962).
        above = _reversed(_reversed(ways, len(values))[0], len(values))[0]
        known[ways] = Column(above, *_reversed(above, len(values)))
    return known[ways]


def _reversed(ways: Ways, values: int) -> tuple[Ways, list[list[frozenset[int]]]]:
    """The automaton that reads the same words from the end, by the subset construction; and its states at each step.

    All states after the last step accept.
    """
    last = max([NONE, *(after for then in ways[-1] for after in then)])
    sets = [[frozenset(range(last + 1))]]
    turned = []
    for steps in reversed(ways):
        known: dict[frozenset[int], int] = {}
        step = []
        for held in sets[-1]:
            before = [frozenset([m for m, then in enumerate(steps) if then[v] in held]) for v in range(values)]
            step.append(tuple([known.setdefault(one, len(known)) if one else NONE for one in before]))
        if len(known) > STATES:
            raise Unfit(LARGE)
        turned.append(tuple(step))
        sets.append(list(known))
    return tuple(turned), sets


def renamed(ways: Ways, order: Sequence[int]) -> Ways:
    """A minimal automaton that reads other values instead: its states are numbered as they come up, as all are here.

    Args:
        ways: the automaton.
        order: for each value the one that is read instead.
    """
    places = [order.index(value) for value in range(len(order))]
    made = []
    states = [0]
    for steps in ways:
        known: dict[int, int] = {}
        kinds = [[steps[state][place] for place in places] for state in states]
        made.append(tuple(tuple([NONE if s == NONE else known.setdefault(s, len(known)) for s in k]) for k in kinds))
        states = list(known)
    return tuple(made)


def parts(column: Column, middle: int, value: int, other: int) -> Parts:
    """The parts of a column's states, if two values are given: above the middle, and below it.

    Args:
        column: the column.
        middle: the rows above the middle.
        value: the value above the middle.
        other: the one below it.

    Raises:
        Unfit: there are too many marks.
    """
    height = len(column.above)
    above = {then[value] for then in column.above[middle - 1]} - {NONE}
    below = {then[other] for then in column.below[height - middle - 1]} - {NONE}
    sets = column.sets[height - middle]
    goes = {state: with_them for state in below if (with_them := sets[state] & above)}
    part, number = _parts(above, goes)
    part_below = {state: part[min(with_them)] for state, with_them in goes.items()}
    labels = _labels(part, part_below, goes)
    width = max([0, *(label + 1 for label in labels.values())])
    if width > WIDEST:
        raise Unfit(LARGE)
    refused = {
        state: sum({1 << label for one, label in labels.items() if part[one] == part_below[state] and one not in fit})
        for state, fit in goes.items()
    }
    states, states_below = range(len(column.above[middle])), range(len(sets))
    return Parts(
        [part.get(state, 0) for state in states],
        [part_below.get(state, 0) for state in states_below],
        [1 << labels[state] if state in labels else 0 for state in states],
        [refused.get(state, 0) for state in states_below],
        number,
        width,
    )


def _parts(above: set[int], goes: dict[int, frozenset[int]]) -> tuple[dict[int, int], int]:
    """The part of each state from above, and how many parts there are: those that go with one state are in one."""
    first = {state: state for state in above}  # the first state of the same part
    for with_them in goes.values():
        together = {first[state] for state in with_them}
        first = {state: min(together) if one in together else one for state, one in first.items()}
    number = {one: k for k, one in enumerate(sorted(set(first.values())))}
    return {state: number[one] for state, one in first.items()}, len(number)


def _labels(
    part: dict[int, int], part_below: dict[int, int], goes: dict[int, frozenset[int]]
) -> dict[int, int]:  # fmt: skip
    """A number for each state that does not go with all of its part; the same if they go with the same ones."""
    known: dict[int, dict[frozenset[int], int]] = {}
    labels = {}
    for state, one in part.items():
        refusing = frozenset([k for k, fit in goes.items() if part_below[k] == one and state not in fit])
        if refusing:
            numbers = known.setdefault(one, {})
            labels[state] = numbers.setdefault(refusing, len(numbers))
    return labels

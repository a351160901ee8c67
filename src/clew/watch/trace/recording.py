"""Recording a search tree: an observer that keeps, for each value tried, a few numbers and a short text."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, cast

import attrs

from clew.api import solve
from clew.options import Options
from clew.planning.validation import check_number, check_problem, observers_of
from clew.problem.events import (
    BacktrackEvent,
    DeadEndEvent,
    Event,
    NodeEvent,
    PruneEvent,
    RestartEvent,
    SolutionEvent,
    TryEvent,
)
from clew.strategies import First, Strategy
from clew.watch.observers.tally import Tally
from clew.watch.trace.codes import coded, steps
from clew.watch.trace.kinds import FINISHED, OPEN, REFUSED, SOLUTION
from clew.watch.trace.tree import SearchTree

if TYPE_CHECKING:
    from clew.constraints.base import Constraint
    from clew.outcome import Outcome
    from clew.problem.problem import Problem
    from clew.reference.propagation.observed import Pruning
    from clew.state.state import State

MOST: Final = 100_000
"""So many tries are recorded unless another number is asked for."""


def record(
    problem: Problem[Any, Any], strategy: Strategy[Any] | None, most: int, deepest: int | None, options: Options
) -> SearchTree:
    """Search a problem and record the tree (see `clew.search_tree`)."""
    check_problem(problem)
    recorder = TreeRecorder(problem, most=most, deepest=deepest)
    watched = options.copy()
    watched["observers"] = (*observers_of(options), recorder)
    outcome = solve(problem, First() if strategy is None else strategy, **watched)
    return recorder.tree(outcome)


@attrs.frozen
class _Level:
    """A node that the search is in.

    Attributes:
        place: its place in the tree, or that of the lowest node above it that is recorded; -1 if there is none.
        is_recorded: whether it is itself recorded.
    """

    place: int
    is_recorded: bool


class TreeRecorder:
    """An observer that records the tree of one search.

    Args:
        problem: the problem that is searched; it has the names.
        most: how many tries to record: nodes and dead ends together.
        deepest: how many levels below the root to record; all by default.

    Raises:
        OptionError: a bound is no number of nodes or levels.
    """

    def __init__(self, problem: Problem[Any, Any], *, most: int = MOST, deepest: int | None = None) -> None:
        check_number("most", most, 1)
        if deepest is not None:
            check_number("deepest", deepest, 0)
        self._problem = problem
        self._most = most
        self._deepest = deepest
        self._names: _Names | None = None
        self._columns = [array("l") for _ in range(4)]
        self._fates = bytearray()
        self._prunings: list[str] = []
        self._left_out: dict[int, Tally] = {}
        self._steps: dict[int, Pruning] = {}
        self._root = 0
        self._given: dict[Hashable, Hashable] = {}
        self._stack: list[_Level] = []
        self._pruned: list[PruneEvent] = []
        self._choice = -1
        self._first: State[Any, Any] | None = None

    def tree(self, outcome: Outcome[Any] | None = None) -> SearchTree:
        """The recorded tree.

        Args:
            outcome: the outcome of the search.
        """
        names = self._names or _Names(None)
        parents, choices, branchings, culprits = self._columns
        return SearchTree(
            problem=self._problem,
            variables=names.variables,
            values=names.values,
            declared=names.declared,
            constraints=names.constraints,
            given=self._given,
            parents=parents,
            choices=choices,
            branchings=branchings,
            fates=self._fates,
            culprits=culprits,
            prunings=self._prunings,
            left_out=self._left_out,
            steps=self._steps,
            outcome=outcome,
        )

    def __call__(self, event: Event) -> None:
        if self._names is None:
            self._names = _Names(event.state)
        if isinstance(event, PruneEvent):
            self._pruned.append(event)
            if event.step is not None and event.step.network is not None:
                self._steps.setdefault(self._root, cast("Pruning", event.step))
        elif isinstance(event, TryEvent):
            self._pruned.clear()
            is_recorded = self._branch(self._names, event.variable)
            self._choice = self._names.place(event.variable, event.value) if is_recorded else -1
        elif isinstance(event, NodeEvent):
            self._enter(self._names, event.state)
        elif isinstance(event, DeadEndEvent):
            self._add(self._names, REFUSED, self._names.constraint(event.constraint))
        elif isinstance(event, SolutionEvent):
            self._leave(SOLUTION)
        elif isinstance(event, BacktrackEvent):
            self._branch(self._names, event.variable)
            self._leave(FINISHED)
        elif isinstance(event, RestartEvent):
            self._stack.clear()
            self._pruned.clear()

    def _branch(self, names: _Names, variable: Hashable) -> bool:
        """Note the variable that the current node branches on, if the node is recorded; whether it is."""
        level, (_, _, branchings, _) = self._stack[-1], self._columns
        if level.is_recorded:
            branchings[level.place] = names.number(variable)
        return level.is_recorded

    def _enter(self, names: _Names, state: State[Any, Any]) -> None:
        """A node: a root if no other is open."""
        more = 0
        if not self._stack:
            self._choice, self._root = -1, len(self._fates)
            if self._first is None:
                self._first, self._given = state, dict(state.items())
            else:
                more = self._first.domains & ~state.domains  # what a search learns before it begins anew
        self._add(names, OPEN, -1, more)

    def _add(self, names: _Names, fate: int, culprit: int, more: int = 0) -> None:
        """A try: recorded, or counted."""
        above = self._stack[-1] if self._stack else None
        parent = above.place if above else -1
        has_room = len(self._fates) < self._most and (self._deepest is None or len(self._stack) <= self._deepest)
        if has_room and (above is None or above.is_recorded):
            place = len(self._fates)
            self._fates.append(fate)
            for column, number in zip(self._columns, (parent, self._choice, -1, culprit), strict=True):
                column.append(number)
            self._prunings.append(self._coded(names, is_restart=above is None and place > 0, more=more))
            level = _Level(place, True)
        else:
            rest = self._left_out.setdefault(parent, Tally())
            rest.nodes += fate != REFUSED
            rest.failures += fate == REFUSED
            level = _Level(parent, False)
        if fate != REFUSED:
            self._stack.append(level)
        self._pruned.clear()

    def _coded(self, names: _Names, *, is_restart: bool, more: int) -> str:
        """The values ruled out on the way in. A search that restarts has them from the first root, and more."""
        text = "".join(names.coded(event.constraint, event.values, event.others) for event in self._pruned)
        if is_restart:
            text += self._prunings[0]
            if self._first is not None and (bits := more & self._first.lanes.declared):
                text += names.coded(None, list(self._first.lanes.pairs(bits)))
        return text

    def _leave(self, fate: int) -> None:
        level = self._stack.pop()
        if level.is_recorded:
            self._fates[level.place] = fate
        elif fate == SOLUTION:
            self._left_out[level.place].solutions += 1


class _Names:
    """Numbers for variables, values and constraints, in the order in which they come up.

    Args:
        state: any state of the search; None if there was none.
    """

    def __init__(self, state: State[Any, Any] | None) -> None:
        lanes = [] if state is None else list(state.lanes.lane.items())
        self.variables: list[Hashable] = [variable for variable, _ in lanes]
        self.values: list[Sequence[Hashable]] = [lane.values for _, lane in lanes]
        self.declared = len(lanes)
        self.constraints: list[Constraint] = []
        self._numbers = {variable: number for number, variable in enumerate(self.variables)}
        self._places: list[dict[Hashable, int]] = [lane.positions for _, lane in lanes]
        self._starts = [0, *accumulate(map(len, self.values))]
        self._constraints: dict[int, int] = {}

    def number(self, variable: Hashable) -> int:
        """The number of a variable."""
        number = self._numbers.get(variable)
        if number is None:
            number = self._numbers[variable] = len(self.variables)
            self.variables.append(variable)
            self.values.append([])
            self._places.append({})
        return number

    def place(self, variable: Hashable, value: Hashable) -> int:
        """The place of a value among those of its variable."""
        number = self.number(variable)
        place = self._places[number].get(value)
        if place is None:
            seen: Any = self.values[number]
            place = self._places[number][value] = len(seen)
            seen.append(value)
        return place

    def constraint(self, constraint: Constraint | None) -> int:
        """The number of a constraint; -1 if there is none. Equal ones count as different: some have no hash."""
        if constraint is None:
            return -1
        number = self._constraints.setdefault(id(constraint), len(self.constraints))
        if number == len(self.constraints):
            self.constraints.append(constraint)
        return number

    def coded(
        self,
        constraint: Constraint | None,
        pairs: Sequence[tuple[Hashable, Hashable]],
        others: tuple[Constraint, ...] = (),
    ) -> str:
        """A pruning as a text: the constraint from 1, or 0; how many pairs; their numbers as steps.

        The constraints that it takes besides stand before it, each without pairs.
        """
        return "".join(
            coded(self._group(*group)) for group in (*((other, ()) for other in others), (constraint, pairs))
        )

    def _group(self, constraint: Constraint | None, pairs: Sequence[tuple[Hashable, Hashable]]) -> Iterator[int]:
        yield self.constraint(constraint) + 1
        yield len(pairs)
        yield from steps(self._starts[self._numbers[v]] + self._places[self._numbers[v]][w] for v, w in pairs)

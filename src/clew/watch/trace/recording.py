"""Recording a search tree: an observer that keeps, for each value tried, a few numbers and a short text."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from itertools import accumulate
from typing import Any, Final, Unpack, cast

from clew.api import solve
from clew.constraints.base import Constraint
from clew.errors import check_number
from clew.options import Options
from clew.outcome import Outcome
from clew.planning.validation import check_problem, observers_of
from clew.problem import events
from clew.problem.events import Event
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem
from clew.reference.propagation.observed import Pruning
from clew.state.state import AnyState
from clew.strategies import First, Strategy
from clew.watch.observers.profile import Tally
from clew.watch.trace.domains import Pair, coded, differences
from clew.watch.trace.nodes import FINISHED, OPEN, REFUSED, SOLUTION
from clew.watch.trace.story import Story
from clew.watch.trace.tree import SearchTree

MOST: Final = 100_000
"""So many nodes and failures are recorded unless another number is asked for."""


@surfacing()
def search_tree(
    problem: AnyProblem,
    strategy: Strategy[Any] | None = None,
    *,
    most: int = MOST,
    deepest: int | None = None,
    **options: Unpack[Options],
) -> SearchTree:
    """Search a problem and record the tree of the search.

    The search is not cut short: nodes beyond the bounds are counted and not recorded.

    Args:
        problem: what to search.
        strategy: what to look for; the first solution by default. `clew.All()` searches the whole tree.
        most: how many nodes and failures to record.
        deepest: how many levels below the root to record; all by default.
        options: see `Options`.

    Raises:
        OptionError: an option does not exist or does not fit the problem.
    """
    check_problem(problem)
    recorder = TreeRecorder(problem, most=most, deepest=deepest)
    options["observers"] = (*observers_of(options), recorder)
    return recorder.tree(solve(problem, First() if strategy is None else strategy, **options))


Level = tuple[int, bool, list[str]]
"""A node that the search is in, and whether it is recorded: its place in the tree, or that of the lowest node above it
that is recorded; -1 if there is none. And what was ruled out since it was entered, because the search learned that."""


class TreeRecorder:
    """An observer that records the tree of one search.

    Args:
        problem: the problem that is searched; it has the names.
        most: how many nodes and failures to record.
        deepest: how many levels below the root to record; all by default.

    Raises:
        OptionError: a bound is no number of nodes or levels.
    """

    def __init__(self, problem: AnyProblem, *, most: int = MOST, deepest: int | None = None) -> None:
        check_number("most", most, 1)
        if deepest is not None:
            check_number("deepest", deepest, 0)
        self._problem = problem
        self._most = most
        self._deepest = deepest
        self._names = _Names()
        self._columns = {name: array("l") for name in ("parents", "choices", "branchings", "culprits")}
        self._fates = bytearray()
        self._prunings: list[str] = []
        self._left_out: dict[int, Tally] = {}
        self._steps: dict[int, Pruning] = {}
        self._learned: dict[int, str] = {}
        self._latest = -1
        self._story = Story(problem)
        self._root = 0
        self._given: dict[Hashable, Hashable] = {}
        self._stack: list[Level] = []
        self._pruned: list[events.PruneEvent] = []
        self._choice = -1
        self._first: AnyState | None = None

    def tree(self, outcome: Outcome[Any] | None = None) -> SearchTree:
        """The recorded tree.

        Args:
            outcome: the outcome of the search.
        """
        names = self._names
        return SearchTree(
            problem=self._problem,
            variables=names.variables,
            values=names.values,
            declared=names.declared,
            constraints=names.constraints,
            given=self._given,
            fates=self._fates,
            prunings=self._prunings,
            left_out=self._left_out,
            learned=self._learned,
            steps=self._steps,
            outcome=outcome,
            **self._columns,
        )

    def __call__(self, event: Event) -> None:
        self._names.declare(event.state)
        match event:
            case events.PruneEvent(step=step):
                self._pruned.append(event)
                if step is not None and step.network is not None:
                    self._steps.setdefault(self._root, cast(Pruning, step))
            case events.TryEvent(variable=variable, value=value):
                self._stack[-1][2].append(self._text())  # a search that learns prunes at open nodes, too
                self._choice = self._names.place(variable, value) if self._branch(variable) else -1
            case events.NodeEvent(state=state):
                self._enter(state)
            case events.DeadEndEvent(constraint=constraint):
                self._add(REFUSED, self._names.constraint(constraint))
            case events.SolutionEvent():
                self._leave(SOLUTION)
            case events.NogoodEvent(is_solution=False) if self._latest >= 0:
                self._learned[self._latest] = self._story.nogood(event)
            case events.BackjumpEvent():
                self._leave(OPEN)
            case events.BacktrackEvent(variable=variable):
                self._branch(variable)
                self._leave(FINISHED)
            case events.RestartEvent():
                self._stack, self._pruned = [], []

    def _branch(self, variable: Hashable) -> bool:
        """Note the variable that the current node branches on, if the node is recorded; whether it is."""
        place, is_recorded, _ = self._stack[-1]
        if is_recorded:
            self._columns["branchings"][place] = self._names.number(variable)
        return is_recorded

    def _enter(self, state: AnyState) -> None:
        """A node: a root if no other is open."""
        more = 0
        if not self._stack:
            self._choice, self._root = -1, len(self._fates)
            if self._first is None:
                self._first, self._given = state, dict(state.items())
            else:
                more = self._first.domains & ~state.domains  # what a search learns before it begins anew
        self._add(OPEN, -1, more)

    def _add(self, fate: int, culprit: int, more: int = 0) -> None:
        """A try: recorded, or counted."""
        parent, is_recorded, _ = self._stack[-1] if self._stack else (-1, True, [])
        place, level = len(self._fates), len(self._stack)
        is_recorded = is_recorded and place < self._most and (self._deepest is None or level <= self._deepest)
        if is_recorded:
            self._fates.append(fate)
            for column, number in zip(self._columns.values(), (parent, self._choice, -1, culprit), strict=True):
                column.append(number)
            self._prunings.append(self._coded(more))
        else:
            rest = self._left_out.setdefault(parent, Tally())
            rest.nodes += fate != REFUSED
            rest.failures += fate == REFUSED
        self._latest = place if is_recorded else -1
        if fate != REFUSED:
            self._stack.append((place if is_recorded else parent, is_recorded, []))
        self._pruned.clear()

    def _coded(self, more: int) -> str:
        """The values ruled out on the way in. A search that restarts has them from the first root, and more."""
        coded = self._names.coded
        text = "".join(self._stack[-1][2] if self._stack else ()) + self._text()
        if self._prunings and not self._stack:
            text += self._prunings[0]
            if self._first is not None and (bits := more & self._first.lanes.declared):
                text += coded(None, list(self._first.lanes.pairs(bits)))
        return text

    def _text(self) -> str:
        """The values ruled out since the latest step, coded; they are reported once."""
        pruned, self._pruned = self._pruned, []
        return "".join(self._names.coded(one.constraint, one.values, one.others) for one in pruned)

    def _leave(self, fate: int) -> None:
        place, is_recorded, _ = self._stack.pop()
        self._pruned.clear()
        self._latest = place if is_recorded else -1
        if is_recorded:
            self._fates[place] = fate
        elif fate == SOLUTION:
            self._left_out[place].solutions += 1


class _Names:
    """Numbers for variables, values and constraints, in the order in which they come up."""

    def __init__(self) -> None:
        self.variables: list[Hashable] = []
        self.values: list[Sequence[Hashable]] = []
        self.declared = 0
        self.is_declared = False
        self.constraints: list[Constraint] = []
        self._numbers: dict[Hashable, int] = {}
        self._places: list[dict[Hashable, int]] = []
        self._starts: list[int] = []
        self._constraints: dict[int, int] = {}

    def declare(self, state: AnyState) -> None:
        """Number what is declared, before anything else: any state of the search knows it."""
        if self.is_declared:
            return
        for variable, lane in state.lanes.lane.items():
            self._add(variable, lane.values, lane.positions)
        self.declared, self.is_declared = len(self.variables), True
        self._starts = [0, *accumulate(map(len, self.values))]

    def _add(self, variable: Hashable, values: Sequence[Hashable], places: dict[Hashable, int]) -> None:
        self._numbers[variable] = len(self.variables)
        self.variables.append(variable)
        self.values.append(values)
        self._places.append(places)

    def number(self, variable: Hashable) -> int:
        """The number of a variable."""
        if variable not in self._numbers:
            self._add(variable, [], {})
        return self._numbers[variable]

    def place(self, variable: Hashable, value: Hashable) -> int:
        """The place of a value among those of its variable."""
        number = self.number(variable)
        places = self._places[number]
        if value not in places:
            seen: Any = self.values[number]
            places[value] = len(seen)
            seen.append(value)
        return places[value]

    def constraint(self, constraint: Constraint | None) -> int:
        """The number of a constraint; -1 if there is none. Equal ones count as different: some have no hash."""
        if constraint is None:
            return -1
        number = self._constraints.setdefault(id(constraint), len(self.constraints))
        if number == len(self.constraints):
            self.constraints.append(constraint)
        return number

    def coded(self, constraint: Constraint | None, pairs: Sequence[Pair], others: tuple[Constraint, ...] = ()) -> str:
        """A pruning as a text: the constraint from 1, or 0; how many pairs; their numbers as steps.

        The constraints that it takes besides stand before it, each without pairs.
        """
        alone = (number for other in others for number in (self.constraint(other) + 1, 0))
        codes = (self._starts[number] + self._places[number][w] for v, w in pairs for number in [self._numbers[v]])
        return coded((*alone, self.constraint(constraint) + 1, len(pairs), *differences(codes)))

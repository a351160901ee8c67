"""The story of a search: its events with their numbers, and in words.

An event knows the node at which it happened and nothing of what came before. The story counts along, so that a step
can be shown by itself: how deep it is, how many nodes, failures and solutions there were until then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final

import attrs

from clew.constraints.base import Constraint
from clew.errors import cut
from clew.outcome import Outcome, Status
from clew.problem import events
from clew.problem.events import Event
from clew.problem.naming import Names
from clew.problem.problem import AnyProblem
from clew.render.svg import grouped
from clew.state.state import AnyState
from clew.strategies import Counting

SHOWN: Final = 12
"""So many names or values stand in a line; the others are counted."""


@attrs.frozen
class Step:
    """An event, and where the search is with it.

    Attributes:
        number: its number, from 1.
        event: the event.
        depth: how many decisions below the root it belongs; the prunings of a decision are one below its node.
        nodes, failures, solutions: how many there were, this one included.
        emptied: for a dead end, the pruning that left a variable without a value, if it was one.
        clues: for the pruning that follows from the given values, these values; otherwise none.
    """

    number: int
    event: Event
    depth: int
    nodes: int
    failures: int
    solutions: int
    emptied: events.PruneEvent | None = None
    clues: Mapping[Any, Any] = attrs.field(factory=dict)


class Watched(Counting):
    """Counts the solutions, and lets the search run as `clew solve` does for one solution or for all of them.

    Args:
        enough: how many solutions to look for; all by default.
    """

    def __init__(self, enough: int | None = None) -> None:
        self.enough = enough
        self.stops = enough is not None  # type: ignore[misc]
        self.learns = self.restarts = enough == 1  # type: ignore[misc]

    def is_enough(self, result: int) -> bool:
        return result == self.enough


class Story:
    """Follows a search, event by event, and puts them into words.

    Args:
        problem: the problem that is searched; it has the names.
        given: values assumed besides those of the problem.
    """

    def __init__(self, problem: AnyProblem, given: Mapping[Any, Any] | None = None) -> None:
        self.problem = problem
        self._given = {**problem.given(), **(given or {})}
        self.number = self.nodes = self.failures = self.solutions = 0
        self._root: int | None = None
        self._pruned: events.PruneEvent | None = None
        self._names = Names(problem)
        self._constraints: dict[int, tuple[Constraint, str]] = {}  # by identity: not all have a hash

    def step(self, event: Event) -> Step:
        """The next event as a step."""
        self.number += 1
        emptied: events.PruneEvent | None = None
        match event:
            case events.NodeEvent(state=state):
                self.nodes += 1
                if self._root is None:
                    self._root = state.depth  # given values are decisions above the root
            case events.DeadEndEvent():
                self.failures += 1
                emptied = self._pruned if self._pruned and emptied_by(self._pruned) else None
            case events.SolutionEvent():
                self.solutions += 1
        self._pruned = event if isinstance(event, events.PruneEvent) else None
        depth = 0 if self._root is None else max(0, event.state.depth - self._root)
        return Step(self.number, event, depth, self.nodes, self.failures, self.solutions, emptied, self._clues(event))

    def _clues(self, event: Event) -> Mapping[Any, Any]:
        """The given values, if the event is what follows from them alone."""
        if self._root is not None or not isinstance(event, events.PruneEvent) or event.constraint is not None:
            return {}
        return self._given if all(variable in self._given for variable, _ in event.values) else {}

    # -- words ------------------------------------------------------------------------------------

    def words(self, step: Step) -> str:
        """The event, in one line."""
        match step.event:
            case events.NodeEvent():
                return f"node {step.nodes}"
            case events.TryEvent(variable=variable, value=value):
                return f"try {self.decision(variable, value)}"
            case events.PruneEvent() if step.clues:
                return f"clues: {some(step.clues.items(), named=lambda clue: self.decision(*clue))}"
            case events.PruneEvent() as event:
                return self._pruning(event)
            case events.DeadEndEvent() as event:
                return f"dead end: {self._refusal(event, step.emptied)}"
            case events.SolutionEvent():
                return f"solution {step.solutions}"
            case events.NogoodEvent(is_solution=True):
                return "look for another solution"
            case events.NogoodEvent(variable=variable, value=value) as event:
                return f"{self.nogood(event)}: learned from the dead end at {self.decision(variable, value)}"
            case events.BackjumpEvent(variable=variable):
                return f"jump back over {self.variable(variable)}, with values left to try"
            case events.BacktrackEvent(variable=variable):
                return f"back: no value of {self.variable(variable)} is left to try"
            case events.RestartEvent():
                return "restart: from the root again"
        return type(step.event).__name__

    def variable(self, variable: Hashable) -> str:
        """The name of a variable."""
        return cut(self._names.variable(variable), 40)

    def value(self, value: Hashable) -> str:
        """The name of a value."""
        return cut(str(self.problem.value_name(value)), 40)

    def decision(self, variable: Hashable, value: Hashable) -> str:
        """A variable with its value, as in `r1c2 = 5`."""
        if self._names.has_decisions:
            return cut(self._names.decision(variable, value), 80)
        return f"{self.variable(variable)} = {self.value(value)}"

    def constraint(self, constraint: Constraint) -> str:
        """The name of a constraint."""
        if id(constraint) not in self._constraints:
            self._constraints[id(constraint)] = constraint, cut(self.problem.constraint_name(constraint), 80)
        return self._constraints[id(constraint)][1]

    def because(self, event: Event) -> str:
        """The values that explain a pruning or a rejection, in one line; nothing if its constraint needs none.

        A variable that has no value left needs no reason of its own: its values were pruned before.
        """
        if not isinstance(event, (events.PruneEvent, events.DeadEndEvent)):
            return ""
        words = self._without(event, event.explanation() or ())
        return f"because {some(words, '; ')}" if words and all(words) else ""

    def nogood(self, event: events.NogoodEvent) -> str:
        """A nogood: not all of some decisions, or of the absences of some values, go together."""
        words = self._without(event, event.nogood)
        if len(words) > 1:
            return f"one of {some(words, ' or ', lambda word: word if ' = ' in word else f'({word})')} must fail"
        left = some((self.value(value) for _, value in event.nogood), " or ")
        return f"{self.variable(event.nogood[0][0])} must be {left}" if words else "no further solution exists"

    def _without(self, event: Event, missing: Iterable[tuple[Hashable, Hashable]]) -> list[str]:
        """For each variable that lacks values, which one is decided or which are missing; empty if it has none left."""
        words, lanes = [], event.state.lanes.lane
        for variable, gone in grouped(missing).items():
            left = [value for value in lanes[variable].values if value not in gone]
            word = self.decision(variable, left[0]) if len(left) == 1 else self._is_not(variable, gone)
            words.append(word if left else "")
        return words

    def path(self, state: AnyState) -> list[str]:
        """The decisions that led to a state, the oldest first; the given values are none."""
        return [self.decision(*decision) for decision in state.items()[self._root or 0 :]]

    def _pruning(self, event: events.PruneEvent) -> str:
        left = [f"{self.variable(variable)} has no value left" for variable in emptied_by(event)]
        if not left and (event.constraint is not None or event.nogood):
            left = [self.decision(v, event.state.domain(v)[0]) for v, left in _left_by(event).items() if left == 1]
        so = f", so {some(left)}" if left else ""
        return f"prune {self._ruled_out(event)}{self._named(event)}{so}"

    def _ruled_out(self, event: events.PruneEvent) -> str:
        """The values that were pruned: as squares, or those of each variable, with variables that lost the same."""
        if self._names.has_decisions:
            return some(event.values, named=lambda pair: self.decision(*pair))
        groups = grouped((tuple(values), variable) for variable, values in grouped(event.values).items()).items()
        return some(
            (f"{some(map(self.variable, whose))}: {some(map(self.value, gone))}" for gone, whose in groups), "; "
        )

    def _is_not(self, variable: Hashable, gone: Sequence[Hashable]) -> str:
        """That a variable does not have some values."""
        if self._names.has_decisions:
            return f"not {some(gone, ' or ', lambda value: self.decision(variable, value))}"
        return f"{self.variable(variable)} is not {some(map(self.value, gone), ' or ')}"

    def _named(self, event: events.PruneEvent) -> str:
        """The constraint that pruned, in brackets."""
        if event.nogood:
            return " (learned)"
        constraints = () if event.constraint is None else (*event.others, event.constraint)
        return f" ({some(map(self.constraint, constraints), ' and ')})" if constraints else ""

    def _refusal(self, event: events.DeadEndEvent, emptied: events.PruneEvent | None) -> str:
        by = "" if event.constraint is None else f" ({self.constraint(event.constraint)})"
        if emptied is not None:
            what = f"{some(map(self.variable, emptied_by(emptied)))} has no value left"
            by = self._named(emptied) if emptied.others else by
        elif event.variable is None:
            what = "the given values leave no solution"
        else:
            what = f"{self.decision(event.variable, event.value)} is rejected"
        return what + by


def some(things: Iterable[Any], between: str = ", ", named: Callable[[Any], str] = str) -> str:
    """Things by their names, in a line; if they are many, the first of them and how many more there are."""
    listed = list(things)
    more = f"{between}and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return between.join(map(named, listed[:SHOWN])) + more


def ending(story: Story, outcome: Outcome[Any] | None) -> str:
    """How a search ended, in one line.

    Args:
        story: the events that were shown.
        outcome: the outcome of the search; None if the events shown ended before it.
    """
    if outcome is None:
        return f"stopped after {counted(story.number, 'step')}, the search was not over: {so_far(story)}"
    found, counts = counted(story.solutions, "solution"), _cost(story)
    if outcome.status not in (Status.COMPLETE, Status.SOLUTION_LIMIT):
        return f"stopped ({outcome.status.value}): {found} until then, {counts}"
    if not outcome.exhausted:
        return f"{found}, and there may be more: {counts}"
    return f"{found if story.solutions else 'no solution'}: {counts}"


def so_far(story: Story) -> str:
    """The result of a search, and its cost."""
    return f"{counted(story.solutions, 'solution')}, {_cost(story)}"


def _cost(story: Story) -> str:
    return f"{counted(story.nodes, 'node')}, {counted(story.failures, 'failure')}"


def counted(number: int, name: str) -> str:
    """A number of things."""
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def emptied_by(event: events.PruneEvent) -> Sequence[Hashable]:
    """The variables that a pruning left without a value."""
    return [variable for variable, left in _left_by(event).items() if not left]


def _left_by(event: events.PruneEvent) -> dict[Hashable, int]:
    """How many values each declared variable has left that a pruning took some from."""
    state = event.state
    return {v: state.domain_size(v) for v in grouped(event.values) if v in state.lanes.lane}

"""A profile: an observer that counts the effort of a search, level by level, and the reasons for its failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.problem.events import DeadEndEvent, Event, NodeEvent, PruneEvent, SolutionEvent
from clew.problem.naming import Names
from clew.watch.observers.columns import aligned
from clew.watch.observers.tally import Tally

if TYPE_CHECKING:
    from clew.constraints.base import Constraint
    from clew.problem.problem import Problem

UNKNOWN: Final = "no declared constraint"
ROWS: Final = 40
"""The most rows of bars; beyond, some levels share a row."""


@attrs.frozen
class Blame:
    """The failures and prunings of a variable or of a constraint.

    Attributes:
        name: its name in the problem.
        failures: how many values were refused: those of the variable, or those that the constraint refused.
        pruned: how many values were ruled out: of the variable, or by the constraint.
    """

    name: str
    failures: int
    pruned: int


@attrs.define
class _Blamed:
    """The counts of a variable or of a constraint."""

    whose: Any
    failures: int = 0
    pruned: int = 0


class Profile:
    """Counts what a search reports. Its memory does not grow with the search.

    It counts for one search: make a new one for the next.
    """

    def __init__(self) -> None:
        self._nodes: Counter[int] = Counter()
        self._failures: Counter[int] = Counter()
        self._solutions: Counter[int] = Counter()
        self._root: int | None = None
        self._variables: dict[Hashable, _Blamed] = {}
        self._constraints: dict[int, _Blamed] = {}  # by identity: one of a user's own need not be hashable

    def __call__(self, event: Event) -> None:
        if isinstance(event, NodeEvent):
            if self._root is None:
                self._root = event.state.depth  # given values are decisions above the root
            self._nodes[event.state.depth - self._root] += 1
        elif isinstance(event, DeadEndEvent):
            self._fail(event)
        elif isinstance(event, SolutionEvent):
            self._solutions[event.state.depth - (self._root or 0)] += 1
        elif isinstance(event, PruneEvent):
            for variable, _ in event.values:
                self._of_variable(variable).pruned += 1
            self._of_constraint(event.constraint).pruned += len(event.values)

    def _fail(self, event: DeadEndEvent) -> None:
        self._of_constraint(event.constraint).failures += 1
        if self._root is None:  # the root itself is refused, before any value was tried
            self._failures[0] += 1
            return
        self._failures[event.state.depth - self._root + 1] += 1
        self._of_variable(event.variable).failures += 1

    def _of_variable(self, variable: Hashable) -> _Blamed:
        return self._variables.setdefault(variable, _Blamed(variable))

    def _of_constraint(self, constraint: Constraint | None) -> _Blamed:
        return self._constraints.setdefault(id(constraint), _Blamed(constraint))

    @property
    def levels(self) -> tuple[Tally, ...]:
        """The tally of each level, the root's first."""
        last = max((*self._nodes, *self._failures), default=-1)
        return tuple(Tally(self._nodes[k], self._failures[k], self._solutions[k]) for k in range(last + 1))

    def variables(self, problem: Problem[Any, Any], *, titles: bool = False) -> tuple[Blame, ...]:
        """The variables that lost values, those with the most failures first.

        Args:
            problem: whose names to use.
            titles: whether to use those of `Problem.variable_title`, for readers, not those of `variable_name`.
        """
        return _blames(self._variables, Names(problem).variable if titles else problem.variable_name)

    def constraints(self, problem: Problem[Any, Any]) -> tuple[Blame, ...]:
        """The declared constraints that refused or ruled out values, those with the most failures first.

        Refusals of a hook, or of a given value, are counted under `no declared constraint`.
        """
        return _blames(self._constraints, lambda one: problem.constraint_name(one) if one is not None else UNKNOWN)

    def as_dict(self, problem: Problem[Any, Any]) -> dict[str, Any]:
        """All of it by name, as JSON can hold it."""
        return {
            "levels": [attrs.asdict(level) for level in self.levels],
            "variables": [attrs.asdict(blame) for blame in self.variables(problem)],
            "constraints": [attrs.asdict(blame) for blame in self.constraints(problem)],
        }

    def text(self, problem: Problem[Any, Any], most: int = 10, width: int = 40) -> str:
        """Bars for the levels, then the variables and the constraints with the most failures.

        Args:
            problem: whose names to use.
            most: how many variables and constraints to list.
            width: of the longest bar, in characters.
        """
        parts = [_level_bars(self.levels, width)]
        variables, constraints = self.variables(problem, titles=True), self.constraints(problem)
        for title, blames in (("variable", variables), ("constraint", constraints)):
            if blames:
                parts.append(_blame_bars(title, blames, most, width))
        return "\n\n".join(parts)


def _blames(tallies: Mapping[Any, _Blamed], name: Callable[[Any], str]) -> tuple[Blame, ...]:
    ordered = sorted(tallies.values(), key=lambda one: (-one.failures, -one.pruned))
    return tuple(Blame(name(one.whose), one.failures, one.pruned) for one in ordered)


def _level_bars(levels: Sequence[Tally], width: int) -> str:
    """A row for each level, or for some of a deep search together; in its bar nodes are full, failures are light."""
    together = -(-len(levels) // ROWS) or 1
    parts = {k: _sum(levels[k : k + together]) for k in range(0, len(levels), together)}
    most = max((level.tries for level in parts.values()), default=0)
    rows = [["level", "nodes", "failures", "solutions", "█ nodes ░ failures"]]
    for k, level in parts.items():
        end = _length(level.tries, most, width)
        full = min(end, _length(level.nodes, most, width))
        name = str(k) if together == 1 else f"{k}-{min(k + together, len(levels)) - 1}"
        numbers = map(str, (level.nodes, level.failures, level.solutions))
        rows.append([name, *numbers, "█" * full + "░" * (end - full)])
    return "\n".join(aligned(rows, left=(4,)))


def _sum(levels: Sequence[Tally]) -> Tally:
    return Tally(*(sum(numbers) for numbers in zip(*map(attrs.astuple, levels), strict=True)))


def _blame_bars(title: str, blames: Sequence[Blame], most: int, width: int) -> str:
    rows = [[title, "failures", "pruned", ""]]
    for blame in blames[:most]:
        bar = "░" * _length(blame.failures, blames[0].failures, width)
        rows.append([blame.name, str(blame.failures), str(blame.pruned), bar])
    if len(blames) > most:
        rest = blames[most:]
        rows.append([f"{len(rest)} more", str(sum(b.failures for b in rest)), str(sum(b.pruned for b in rest)), ""])
    return "\n".join(aligned(rows, left=(0, 3)))


def _length(number: int, most: int, width: int) -> int:
    """The length of a bar; at least one for a number above 0."""
    return 0 if not number else max(1, round(number / most * width))

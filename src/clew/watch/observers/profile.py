"""A profile: an observer that counts the effort of a search, level by level, and the reasons for its failures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final

import attrs

from clew.constraints.base import Constraint
from clew.problem.events import (
    BackjumpEvent,
    DeadEndEvent,
    Event,
    NodeEvent,
    NogoodEvent,
    PruneEvent,
    SolutionEvent,
)
from clew.problem.naming import Names
from clew.problem.problem import AnyProblem
from clew.render.texts import aligned

UNKNOWN: Final = "no declared constraint"
ROWS: Final = 40
"""The most rows of bars; beyond, some levels share a row."""


@attrs.define
class Tally:
    """Numbers of a part of a search tree: at a level, or below a node.

    Attributes:
        nodes: partial assignments entered.
        failures: values that were rejected, and would have been nodes there.
        solutions: complete assignments, which are nodes too.
    """

    nodes: int = 0
    failures: int = 0
    solutions: int = 0

    @property
    def tries(self) -> int:
        """The nodes and failures: the values tried, and the root."""
        return self.nodes + self.failures


@attrs.frozen
class Blame:
    """The failures and prunings of a variable or of a constraint.

    Attributes:
        name: its name in the problem.
        failures: how many values were rejected: those of the variable, or those that the constraint rejected.
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
        self._levels: defaultdict[int, Tally] = defaultdict(Tally)
        self._learned = self._jumped = 0
        self._root: int | None = None
        self._variables: dict[Hashable, _Blamed] = {}
        self._constraints: dict[int, _Blamed] = {}  # by identity: one of a user's own need not be hashable

    def __call__(self, event: Event) -> None:
        depth = event.state.depth - (self._root or 0)
        match event:
            case NodeEvent():
                if self._root is None:
                    self._root, depth = depth, 0  # given values are decisions above the root
                self._levels[depth].nodes += 1
            case SolutionEvent():
                self._levels[depth].solutions += 1
            case DeadEndEvent(variable=variable, constraint=constraint):
                self._of_constraint(constraint).failures += 1
                if self._root is None:  # the root itself is rejected, before any value was tried
                    self._levels[0].failures += 1
                else:
                    self._levels[depth + 1].failures += 1
                    self._of_variable(variable).failures += 1
            case PruneEvent(values=values, constraint=constraint):
                for variable, _ in values:
                    self._of_variable(variable).pruned += 1
                self._of_constraint(constraint).pruned += len(values)
            case NogoodEvent(is_solution=False):
                self._learned += 1
            case BackjumpEvent():
                self._jumped += 1

    def _of_variable(self, variable: Hashable) -> _Blamed:
        return self._variables.setdefault(variable, _Blamed(variable))

    def _of_constraint(self, constraint: Constraint | None) -> _Blamed:
        return self._constraints.setdefault(id(constraint), _Blamed(constraint))

    @property
    def levels(self) -> tuple[Tally, ...]:
        """The tally of each level, the root's first."""
        return tuple(attrs.evolve(self._levels[k]) for k in range(max(self._levels, default=-1) + 1))

    def variables(self, problem: AnyProblem, *, titles: bool = False) -> tuple[Blame, ...]:
        """The variables that lost values, those with the most failures first.

        Args:
            problem: whose names to use.
            titles: whether to use those of `Problem.variable_title`, for readers, not those of `variable_name`.
        """
        return _blames(self._variables, Names(problem).variable if titles else problem.variable_name)

    def constraints(self, problem: AnyProblem) -> tuple[Blame, ...]:
        """The declared constraints that rejected or ruled out values, those with the most failures first.

        Rejections of a hook, or of a given value, are counted under `no declared constraint`.
        """
        return _blames(self._constraints, lambda one: problem.constraint_name(one) if one is not None else UNKNOWN)

    def as_dict(self, problem: AnyProblem) -> dict[str, Any]:
        """All of it by name, as JSON can hold it."""
        variables, constraints = self.variables(problem), self.constraints(problem)
        parts: dict[str, Sequence[Any]] = {"levels": self.levels, "variables": variables, "constraints": constraints}
        learned = {"learned": self._learned, "jumped": self._jumped} if self._learned else {}
        return {**{name: list(map(attrs.asdict, part)) for name, part in parts.items()}, **learned}

    def text(self, problem: AnyProblem, most: int = 10, width: int = 40) -> str:
        """Bars for the levels, then the variables and the constraints with the most failures.

        Args:
            problem: whose names to use.
            most: how many variables and constraints to list.
            width: of the longest bar, in characters.
        """
        blamed = {"variable": self.variables(problem, titles=True), "constraint": self.constraints(problem)}
        bars = [_blame_bars(title, blames, most, width) for title, blames in blamed.items() if blames]
        if self._learned:
            bars.append(f"learned from {self._learned} dead ends, jumped back over {self._jumped} nodes")
        return "\n\n".join([_level_bars(self.levels, width), *bars])


def _blames(tallies: Mapping[Any, _Blamed], name: Callable[[Any], str]) -> tuple[Blame, ...]:
    ordered = sorted(tallies.values(), key=lambda one: (-one.failures, -one.pruned))
    return tuple(Blame(name(one.whose), one.failures, one.pruned) for one in ordered)


def _level_bars(levels: Sequence[Tally], width: int) -> str:
    """A row for each level, or for some of a deep search together; in its bar nodes are full, failures are light."""
    together = -(-len(levels) // ROWS) or 1
    starts = range(0, len(levels), together)
    parts = [Tally(*map(sum, zip(*map(attrs.astuple, levels[k : k + together]), strict=True))) for k in starts]
    most = max((level.tries for level in parts), default=0)
    rows = [["level", "nodes", "failures", "solutions", "█ nodes ░ failures"]]
    for k, level in zip(starts, parts, strict=True):
        end = _length(level.tries, most, width)
        full = min(end, _length(level.nodes, most, width))
        name = str(k) if together == 1 else f"{k}-{min(k + together, len(levels)) - 1}"
        numbers = map(str, (level.nodes, level.failures, level.solutions))
        rows.append([name, *numbers, "█" * full + "░" * (end - full)])
    return "\n".join(aligned(rows, left=(4,)))


def _blame_bars(title: str, blames: Sequence[Blame], most: int, width: int) -> str:
    rest = blames[most:]
    together = Blame(f"{len(rest)} more", sum(blame.failures for blame in rest), sum(blame.pruned for blame in rest))
    bars = ["░" * _length(blame.failures, blames[0].failures, width) for blame in blames[:most]]
    shown = zip((*blames[:most], *([together] if rest else [])), (*bars, ""), strict=False)
    rows = [[blame.name, str(blame.failures), str(blame.pruned), bar] for blame, bar in shown]
    return "\n".join(aligned([[title, "failures", "pruned", ""], *rows], left=(0, 3)))


def _length(number: int, most: int, width: int) -> int:
    """The length of a bar; at least one for a number above 0."""
    return 0 if not number else max(1, round(number / most * width))

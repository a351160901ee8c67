"""Solvers: all of them run clew's search; they differ in what they are asked for, and in the order of values.

Variables come in the order in which python-constraint's default solver sorts them, most constraints first, then the
smallest domain, then as declared; values from the last to the first. One solution is looked for in this order as long
as it takes few nodes; after that, by an ordering that learns, with restarts.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from operator import attrgetter, itemgetter
from typing import Any, ClassVar, Final

import attrs

from clew.api import first, solutions, solve
from clew.compat.constraint.rules import Asked, Domains, Judged, Rules, declared
from clew.constraints.base import Constraint as Declared
from clew.constraints.base import Values
from clew.errors import Interrupted, Stopped
from clew.outcome import Limits, Status
from clew.problem import Problem
from clew.solution import Solution
from clew.strategies import All

Found = dict[Any, Any]

PATIENCE: Final = 2000
"""Nodes in which the search looks for a solution in the order of variables and values, or for all of them cheaply."""


class Solver:
    """The base of all solvers. A subclass overrides what it can do."""

    requires_pickling: bool = False

    def getSolution(self, domains: Domains, constraints: Rules, vconstraints: Mapping[Any, Rules]) -> Found | None:
        """A solution, or None.

        Args:
            domains: the domain of every variable.
            constraints: the constraints, each with its variables.
            vconstraints: the same by variable.
        """
        raise NotImplementedError(f"{type(self).__name__} is an abstract class")

    def getSolutions(self, domains: Domains, constraints: Rules, vconstraints: Mapping[Any, Rules]) -> list[Found]:
        """All solutions; the arguments are those of `getSolution`."""
        raise NotImplementedError(f"{type(self).__name__} provides only a single solution")

    def getSolutionIter(
        self, domains: Domains, constraints: Rules, vconstraints: Mapping[Any, Rules]
    ) -> Iterator[Found]:
        """The solutions one by one; the arguments are those of `getSolution`."""
        raise NotImplementedError(f"{type(self).__name__} doesn't provide iteration")


class OptimizedBacktrackingSolver(Solver):
    """Finds one solution, all, or one after the other.

    Args:
        forwardcheck: there for programs that give it; the search always looks ahead.
    """

    last_first: ClassVar[bool] = True

    def __init__(self, forwardcheck: bool = True) -> None:
        self._forwardcheck = forwardcheck

    def getSolution(self, domains: Domains, constraints: Rules, vconstraints: Mapping[Any, Rules]) -> Found | None:
        task = Task(domains, constraints, vconstraints, self.last_first)
        if task.is_free:
            return next(task.free())
        solution = task.first()
        return None if solution is None else task.decoded(solution)

    def getSolutions(self, domains: Domains, constraints: Rules, vconstraints: Mapping[Any, Rules]) -> list[Found]:
        task = Task(domains, constraints, vconstraints, self.last_first)
        if task.is_free:
            return list(task.free())
        return [dict(zip(task.order, values, strict=True)) for values in task.tuples(task.order)]

    def tuples(
        self, domains: Domains, constraints: Rules, vconstraints: Mapping[Any, Rules], order: Sequence[Any] | None
    ) -> list[tuple[Any, ...]]:
        """All solutions as tuples of the values of some variables, by default of all."""
        task = Task(domains, constraints, vconstraints, self.last_first)
        return task.tuples(task.order if order is None else order)

    def getSolutionIter(
        self, domains: Domains, constraints: Rules, vconstraints: Mapping[Any, Rules]
    ) -> Iterator[Found]:
        task = Task(domains, constraints, vconstraints, self.last_first)
        if task.is_free:
            return task.free()
        return map(task.decoded, solutions(task, variable_order="static"))


class BacktrackingSolver(OptimizedBacktrackingSolver):
    """The same as `OptimizedBacktrackingSolver`.

    Args:
        forwardcheck: there for programs that give it; the search always looks ahead.
    """


class RecursiveBacktrackingSolver(OptimizedBacktrackingSolver):
    """The same, with the values of a domain from the first to the last. It does not recurse.

    Args:
        forwardcheck: there for programs that give it; the search always looks ahead.
    """

    last_first: ClassVar[bool] = False


class MinConflictsSolver(Solver):
    """Finds one solution, drawn by chance. Where there is none it says so, unless it gives up before.

    Args:
        steps: when to give up: after so many nodes for each variable.
        rand: draws the order of the values; by default the module `random`.
    """

    def __init__(self, steps: int = 1000, rand: random.Random | None = None) -> None:
        self._steps = steps
        self._rand = rand

    def getSolution(self, domains: Domains, constraints: Rules, vconstraints: Mapping[Any, Rules]) -> Found | None:
        shuffle = random.shuffle if self._rand is None else self._rand.shuffle
        mixed = {variable: domain.holding(domain) for variable, domain in domains.items()}
        for domain in mixed.values():
            shuffle(domain)
        task = Task(mixed, constraints, vconstraints)
        if task.is_free:
            return next(task.free())
        try:
            solution = first(task, limits=Limits(nodes=max(self._steps, 1) * len(domains)))
        except Stopped:
            return None
        return None if solution is None else task.decoded(solution)


class ParallelSolver(OptimizedBacktrackingSolver):
    """Finds all solutions, in one process.

    Args:
        process_mode: whether functions are refused, as they cannot be sent to other processes.
    """

    def __init__(self, process_mode: bool = False) -> None:
        super().__init__()
        self._process_mode = process_mode
        self.requires_pickling = process_mode

    def getSolution(self, domains: Domains, constraints: Rules, vconstraints: Mapping[Any, Rules]) -> Found | None:
        raise NotImplementedError(f"{type(self).__name__} only provides all solutions")

    def getSolutionIter(
        self, domains: Domains, constraints: Rules, vconstraints: Mapping[Any, Rules]
    ) -> Iterator[Found]:
        raise NotImplementedError(f"{type(self).__name__} doesn't provide iteration")


# -- what clew searches -----------------------------------------------------------------------------


class Held:
    """A value that cannot be looked up: it cannot be hashed, or its domain has an equal one. Equal to itself only."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __repr__(self) -> str:
        return repr(self.value)


def _released(value: Any) -> Any:
    return value.value if type(value) is Held else value


@attrs.frozen(eq=False)
class Released(Asked):
    """A constraint that is called about values some of which are held."""

    def holds(self, values: Values) -> bool:
        return super().holds(list(map(_released, values)))

    def consistent(self, values: Values) -> bool:
        return super().consistent(list(map(_released, values)))

    def propagate(self, domains: Any) -> Any:
        return domains


class Task(Problem[Any, Any]):
    """A problem of python-constraint as one of clew.

    Args:
        domains: the domain of every variable.
        constraints: the constraints, each with its variables.
        vconstraints: the same by variable.
        last_first: whether the values of a domain are tried from the last to the first.
    """

    name = "problem"

    def __init__(
        self, domains: Domains, constraints: Rules, vconstraints: Mapping[Any, Rules], last_first: bool = True
    ) -> None:
        self.order = sorted(domains, key=lambda v: (-len(vconstraints[v]), len(domains[v])))
        self._domains: dict[Any, tuple[Any, ...]] = {}
        self._holding = False
        held = set()
        for variable in self.order:
            values = tuple(reversed(domains[variable])) if last_first else tuple(domains[variable])
            if not _is_plain(values):
                values = tuple(map(Held, values))
                held.add(variable)
            self._domains[variable] = values
        self._holding = bool(held)
        self._declared: list[Declared] = []
        for rule, variables in constraints:
            if held.isdisjoint(variables):
                self._declared += declared(rule, variables, domains)
            else:
                scope = tuple(dict.fromkeys(_scope(rule, variables)))
                self._declared.append(Released(scope, rule, variables, domains))

    def domains(self) -> Mapping[Any, tuple[Any, ...]]:
        return self._domains

    def constraints(self) -> Iterable[Declared]:
        return self._declared

    @property
    def is_free(self) -> bool:
        """Whether nothing constrains it."""
        return not self._declared

    def free(self) -> Iterator[Found]:
        """Every combination of values."""
        for values in product(*[tuple(map(_released, domain)) for domain in self._domains.values()]):
            yield dict(zip(self.order, values, strict=True))

    @property
    def cheap(self) -> str:
        """The inference for a search that is expected to be short.

        Functions of three variables and more would be asked about every combination before it, to become tables.
        """
        asked = any(isinstance(rule, (Judged, Asked)) and len(rule.scope) > 2 for rule in self._declared)
        return "forward" if asked else "unit"

    def first(self) -> Solution[Any, Any] | None:
        """A solution: if it takes few nodes, the first in the order of variables and values."""
        try:
            return first(self, inference=self.cheap, variable_order="static", limits=Limits(nodes=PATIENCE))
        except Stopped:
            return first(self)

    def all(self) -> list[Solution[Any, Any]]:
        """All solutions, in the order of variables and values."""
        outcome = None
        if self.cheap == "forward":
            outcome = solve(self, All(), inference="forward", variable_order="static", limits=Limits(nodes=PATIENCE))
        if outcome is None or outcome.status is Status.NODE_LIMIT:
            outcome = solve(self, All(), variable_order="static")
        if outcome.status is Status.INTERRUPTED:
            raise Interrupted(outcome)
        return list(outcome.result)

    def tuples(self, order: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The values of some variables in all solutions."""
        if self.is_free or self._holding:
            found = self.free() if self.is_free else map(self.decoded, self.all())
            return [tuple([solution[variable] for variable in order]) for solution in found]
        listed: list[tuple[Any, ...]] = []
        for places, some in groupby(self.all(), attrgetter("_places")):  # there may be millions of them
            pick = itemgetter(*[places[variable] for variable in order])
            picked = map(pick, map(attrgetter("_values"), some))
            listed += picked if len(order) > 1 else zip(picked, strict=True)
        return listed

    def decoded(self, solution: Mapping[Any, Any]) -> Found:
        """A solution as a dictionary."""
        return {variable: _released(solution[variable]) for variable in self.order}


def _scope(rule: Any, variables: Any) -> Any:
    return rule.scope(variables) if hasattr(rule, "scope") else variables


def _is_plain(values: tuple[Hashable, ...]) -> bool:
    """Whether the values can be looked up, and told from each other."""
    try:
        return len(set(values)) == len(values)
    except TypeError:
        return False

"""A problem of python-constraint as one of clew's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

import attrs

from clew.api import first, solutions, solve
from clew.compat.constraint.declaring import Asked, Judged, declared
from clew.compat.constraint.rules import Domains, Rules
from clew.compat.constraint.steps import Note, answered, is_plain, picker
from clew.constraints.base import Constraint as Declared
from clew.constraints.base import Values
from clew.outcome import Interrupted, Limits, Status, Stopped
from clew.problem import Problem
from clew.strategies import All

Found = dict[Any, Any]
Rows = Iterator[Iterable[tuple[Any, ...]]]

QUICK: Final = 2000
"""Nodes of clew's search in which a solution is looked for in the order of variables and values."""


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
        order: the variables, in the order of the search.
        last_first: whether the values of a domain are tried from the last to the first.
        notes: what functions were asked before; they are not asked again.
    """

    name = "problem"

    def __init__(
        self, domains: Domains, constraints: Rules, order: Sequence[Any], last_first: bool, notes: Sequence[Note] = ()
    ) -> None:
        self.order = order
        self._domains: dict[Any, tuple[Any, ...]] = {}
        self._holding = False
        held = set()
        for variable in self.order:
            values = tuple(reversed(domains[variable])) if last_first else tuple(domains[variable])
            if not is_plain(values):
                values = tuple(map(Held, values))
                held.add(variable)
            self._domains[variable] = values
        self._holding = bool(held)
        self._declared: list[Declared] = []
        known = answered(notes)
        for rule, variables in constraints:
            if held.isdisjoint(variables):
                for made in declared(rule, variables, domains):
                    if isinstance(made, Judged):
                        made = attrs.evolve(made, answers=known.get((id(made.function), made.scope), {}))
                    self._declared.append(made)
            else:
                scope = tuple(dict.fromkeys(_scope(rule, variables)))
                self._declared.append(Released(scope, rule, variables, domains))

    def domains(self) -> Mapping[Any, tuple[Any, ...]]:
        return self._domains

    def constraints(self) -> Iterable[Declared]:
        return self._declared

    def first(self, limits: Limits | None) -> Found | None:
        """A solution. A search in the order of variables comes first, and then, for most of the time, one that learns.

        Raises:
            Stopped: a limit struck before it was known.
        """
        # Functions of several variables would be asked about every combination before, to become tables.
        asked = any(isinstance(rule, (Judged, Asked)) and len(rule.scope) > 2 for rule in self._declared)
        if not asked and limits is None:
            with suppress(Stopped):
                return self._found(inference="unit", variable_order="static", limits=Limits(nodes=QUICK))
        return self._found(limits=limits)

    def _found(self, **options: Any) -> Found | None:
        solution = first(self, **options)
        return None if solution is None else self.decoded(solution)

    def each(self, limits: Limits | None) -> Rows:
        """The solutions one by one.

        Raises:
            Stopped: a limit struck; the solutions until then were given.
        """
        for solution in solutions(self, variable_order="static", limits=limits):
            yield (tuple(self.decoded(solution).values()),)

    def all(self, limits: Limits | None) -> Rows:
        """All solutions, some at a time.

        Raises:
            Stopped: a limit struck before all were found; its outcome has the others.
        """
        outcome = solve(self, All(), variable_order="static", limits=limits)
        if outcome.status is Status.INTERRUPTED:
            raise Interrupted(outcome)
        if not outcome.is_complete:
            raise Stopped(outcome)
        for places, some in groupby(outcome.result, attrgetter("_places")):  # there may be millions of them
            rows = map(picker([places[variable] for variable in self.order]), map(attrgetter("_values"), some))
            yield map(tuple, map(partial(map, _released), rows)) if self._holding else rows

    def decoded(self, solution: Mapping[Any, Any]) -> Found:
        """A solution as a dictionary."""
        return {variable: _released(solution[variable]) for variable in self.order}


def _scope(rule: Any, variables: Any) -> Any:
    return rule.scope(variables) if hasattr(rule, "scope") else variables

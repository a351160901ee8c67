"""A problem of python-constraint restated as one of clew's, for its search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from clew.api import first, solutions, solve
from clew.compat.constraint.declaring import Answers, Asked, Held, Judged, called, declared, released
from clew.compat.constraint.rules import Domains, Rules, Tuple, Variables
from clew.compat.constraint.steps import Note, is_plain, picker
from clew.constraints.base import Constraint as Declared
from clew.outcome import Interrupted, Limits, Status, Stopped
from clew.problem.problem import Problem
from clew.strategies import All

Found = dict[Any, Any]
Rows = Iterator[Iterable[Tuple]]

QUICK: Final = 20_000
"""Nodes of clew's search in which a solution is looked for in the order of variables and values."""


class Restated(Problem[Any, Any]):
    """A problem of python-constraint as one of clew.

    Args:
        domains: the domain of every variable.
        constraints: the constraints, each with its variables.
        order: the variables, in the order of the search.
        last_first: whether the values of a domain are tried from the last to the first.
        notes: the calls of functions made before; they are not repeated.
    """

    name = "problem"

    def __init__(
        self, domains: Domains, constraints: Rules, order: Variables, last_first: bool, notes: Sequence[Note] = ()
    ) -> None:
        self.order = order
        self._domains: dict[Any, Tuple] = {}
        for variable in order:
            values = domains[variable][::-1] if last_first else domains[variable]
            self._domains[variable] = tuple(values if is_plain(values) else map(Held, values))
        self._held = {variable for variable in order if isinstance(self._domains[variable][0], Held)}
        known = answered(notes)
        self._declared: list[Declared] = []
        for rule, variables in constraints:
            if self._held.isdisjoint(variables):
                self._declared += declared(rule, variables, domains, known)
            else:
                self._declared.append(called(rule, variables, domains, held=True))

    def domains(self) -> Mapping[Any, Tuple]:
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
            yield map(tuple, map(partial(map, released), rows)) if self._held else rows

    def decoded(self, solution: Mapping[Any, Any]) -> Found:
        """A solution as a dictionary."""
        return {variable: released(solution[variable]) for variable in self.order}


def answered(notes: Iterable[Note]) -> Answers:
    """The answers of functions by tuple, for each function with its variables, as far as the tuples can be hashed."""
    found: Answers = {}
    for function, variables, scope, target, head, some, good in notes:
        if not is_plain(some):
            continue
        known = found.setdefault((id(function), tuple(variables)), {})
        among, positions = frozenset(good), [k for k, place in enumerate(scope) if place == target]
        for value in some:
            for position in positions:
                head[position] = value
            known[tuple(head)] = value in among
    return found

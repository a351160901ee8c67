"""A search for a problem of python-constraint: directly first, and by clew's search if that is more than it can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, groupby, islice, repeat
from math import inf, prod
from operator import attrgetter
from typing import Any, Final

import attrs

from clew.api import first, solutions, solve
from clew.compat.constraint.direct import Direct
from clew.compat.constraint.rules import Asked, Domains, FunctionConstraint, Judged, Rules, declared
from clew.compat.constraint.steps import is_plain, picker
from clew.compiler import TUPLES
from clew.constraints.base import Constraint as Declared
from clew.constraints.base import Values
from clew.errors import Interrupted, Stopped
from clew.outcome import Limits, Status
from clew.problem import Problem
from clew.strategies import All
from clew.walking import collector_paused

Found = dict[Any, Any]
Rows = Iterator[Iterable[tuple[Any, ...]]]

NO_LIMITS: Final = Limits()

PATIENCE: Final = 4000
"""Questions asked in the direct search after which clew's takes over."""

QUICK: Final = 2000
"""Nodes of clew's search in which a solution is looked for in the order of variables and values."""

MANY: Final = 4096
"""Solutions after which it pays to compile what makes dictionaries of them."""

STUBBORN: Final = 50
"""How many times as long the direct search goes on if there are large functions beside other constraints."""

RICH: Final = 64
"""Questions for each solution up to which there is nothing to prune: the direct search lists the others too."""


class Search:
    """The questions about one problem.

    Args:
        domains: the domain of every variable.
        constraints: the constraints, each with its variables.
        order: the variables, in the order of the search.
        last_first: whether the values of a domain are tried from the last to the first.
        limits: when to stop; clew's search alone keeps them.
    """

    def __init__(
        self,
        domains: Domains,
        constraints: Rules,
        order: Sequence[Any],
        last_first: bool = True,
        limits: Limits = NO_LIMITS,
    ) -> None:
        self._made = (domains, constraints, order, last_first)
        self._order = order
        self._limits = limits

    def first(self, later: Limits = NO_LIMITS) -> Found | None:
        """A solution, or None.

        Args:
            later: limits of the search that follows the direct one.

        Raises:
            Stopped: a limit struck before it was known.
        """
        if self._limits == NO_LIMITS:
            direct = Direct(*self._made)
            for some in direct.solutions(min(self._patience(direct), PATIENCE * STUBBORN)):
                for values in some:
                    return dict(zip(self._order, values, strict=True))
                break
            else:
                return None
        return Task(*self._made).first(later if later != NO_LIMITS else self._limits)

    def each(self) -> Iterator[Found]:
        """The solutions one by one, in the order of variables and values."""
        return self._dictionaries(chain.from_iterable(self._rows(lambda task: task.each(self._limits))))

    def dictionaries(self) -> list[Found]:
        """All solutions as dictionaries."""
        with collector_paused():
            rows = chain.from_iterable(self._rows(lambda task: task.all(self._limits)))
            found = list(self._dictionaries(islice(rows, MANY)))
            if len(found) == MANY:
                found += _written_out(self._order)(rows)
        return found

    def _dictionaries(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[Found]:
        return map(dict, map(zip, repeat(self._order), rows))

    def tuples(self, order: Sequence[Any] | None = None) -> list[tuple[Any, ...]]:
        """All solutions as tuples of the values of some variables, by default of all."""
        with collector_paused():
            found = chain.from_iterable(self._rows(lambda task: task.all(self._limits)))
            if order is None or list(order) == list(self._order):
                return list(found)
            places = [self._order.index(variable) for variable in order]
            return list(map(picker(places), found))

    def _rows(self, otherwise: Callable[[Task], Rows]) -> Rows:
        """The solutions as tuples, some at a time; by clew's search if the direct one has run too many steps."""
        if self._limits == NO_LIMITS:
            direct = Direct(*self._made)
            patience = self._patience(direct)
            walk = direct.solutions(patience)
            kept = []
            for some in walk:
                if not some and direct.found * RICH < direct.work:
                    break
                kept.append(some)
                if not some or patience == inf:
                    yield from kept
                    yield from walk
                    return
            else:
                yield from kept
                return
        yield from otherwise(Task(*self._made))

    def _patience(self, direct: Direct) -> float:
        """How much work the direct search is given until clew's takes over.

        That could prune no more where the answers of functions are all there is to see, and asks for a little longer.
        """
        domains, constraints, *_ = self._made
        asked = [variables for rule, variables in constraints if isinstance(rule, FunctionConstraint)]
        if direct.calls or any(prod(len(domains[v]) for v in variables) > TUPLES for variables in asked):
            return inf if direct.calls or len(asked) + 1 >= len(constraints) else PATIENCE * STUBBORN
        return PATIENCE


def _written_out(order: Sequence[Any]) -> Callable[[Iterable[tuple[Any, ...]]], Iterator[Found]]:
    """A function that makes dictionaries of solutions, compiled for these variables: that takes half the time."""
    numbers = range(len(order))
    pairs, values = (",".join(pattern.format(k) for k in numbers) for pattern in ("k{0}:v{0}", "v{0}"))
    code = f"lambda rows: ({{{pairs}}} for {values}, in rows)"
    made: Callable[[Iterable[tuple[Any, ...]]], Iterator[Found]]
    made = eval(code, {f"k{k}": order[k] for k in numbers})  # noqa: S307  (nothing but numbers is put into the text)
    return made


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
    """

    name = "problem"

    def __init__(self, domains: Domains, constraints: Rules, order: Sequence[Any], last_first: bool) -> None:
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

    def first(self, limits: Limits) -> Found | None:
        """A solution. A search in the order of variables comes first, and then, for most of the time, one that learns.

        Raises:
            Stopped: a limit struck before it was known.
        """
        # Functions of several variables would be asked about every combination before, to become tables.
        asked = any(isinstance(rule, (Judged, Asked)) and len(rule.scope) > 2 for rule in self._declared)
        if not asked and limits == NO_LIMITS:
            with suppress(Stopped):
                return self._found(inference="unit", variable_order="static", limits=Limits(nodes=QUICK))
        return self._found(limits=limits)

    def _found(self, **options: Any) -> Found | None:
        solution = first(self, **options)
        return None if solution is None else self.decoded(solution)

    def each(self, limits: Limits) -> Rows:
        """The solutions one by one.

        Raises:
            Stopped: a limit struck; the solutions until then were given.
        """
        for solution in solutions(self, variable_order="static", limits=limits):
            yield (tuple(self.decoded(solution).values()),)

    def all(self, limits: Limits) -> Rows:
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

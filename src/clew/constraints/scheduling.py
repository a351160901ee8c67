"""Tasks in time: those on one machine do not overlap, those on a resource use no more than there is of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from numbers import Number
from typing import Any

import attrs

from clew.constraints.alternatives import Disjunction
from clew.constraints.arithmetic import Linear
from clew.constraints.base import Constraint, Values
from clew.constraints.names import Condition, Scope, argument_of, hashable, names_of, tuple_of
from clew.constraints.primitives import Primitive, WeightedSum
from clew.constraints.registration import DECIDED, Registration, words
from clew.errors import ProblemError, called_with, shown
from clew.limits import looking
from clew.records import frozen

Entry = tuple[str, Any]
"""`("constant", number)`, or `("variable", v)`: its position in a scope, or its name."""

PRESENT: Entry = ("constant", 1)


@frozen(eq=False)
class ResourceUse(Primitive):
    """Tasks use a resource: no more of it at any time than there is.

    Attributes:
        tasks: of each its start, duration, demand and presence, as constants and names of variables.
        capacity: how much there is.
    """

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        reference="clew.reference.propagation.cumulative:compile_cumulative",
        engine="clew.core.lowering.schedules:cumulative",
        may_raise="clew.constraints.asking:of_numbers",
        intervals="clew.core.lowering.schedules:works_on_ends",
        python_if_small=False,
        minizinc="clew.exchange.minizinc_primitives:cumulative",
        json="clew.exchange.json_primitives:cumulative",
        unwritten="the tasks that run at a time are those of each combination of values",
        hint=words("fits only so", "ne tient qu'ainsi", "passt nur so"),
    )

    tasks: tuple[tuple[Entry, ...], ...]
    capacity: Entry

    def entries(self) -> list[Entry]:
        """The entries of the tasks, one after the other, and the capacity."""
        return [*chain(*self.tasks), self.capacity]

    def is_whole(self, domains: Iterable[Sequence[Any]]) -> bool:
        """Whether its numbers, and all values of its variables, are whole."""
        constants = [one for what, one in self.entries() if what == "constant"]
        return all(map(_are_whole, (constants, *domains)))

    def repeats(self) -> bool:
        """Whether a variable is there twice: then it may be the last open one in two places."""
        names = [one for what, one in self.entries() if what == "variable"]
        return len(set(names)) < len(names)


def _are_whole(values: Sequence[Any]) -> bool:
    return isinstance(values, range) or all(isinstance(value, int) for value in looking(values))


@attrs.frozen(init=False)
class _Schedule(Constraint):
    """Tasks whose starts, durations and the like are variables and numbers."""

    columns: tuple[tuple[Entry, ...], ...]
    """The starts, the durations and the like, one for each task; each a constant or a position in the scope."""

    def _declare(self, single: Sequence[Any] = (), **columns: Iterable[Any] | None) -> None:
        """Take in one column or several with an entry for each task, and at last a column of its own length."""
        kind = type(self).__name__
        found = [tuple_of(column) for column in columns.values() if column is not None]
        if columns["presences"] is None and isinstance(found[0], tuple):
            found.append((1,) * len(found[0]))
        for name, column in zip(columns, found, strict=True):
            if not isinstance(column, tuple):
                raise ProblemError(f"{kind}: its {name} must be a collection, and {shown(column)} is none")
            if len(column) != len(found[0]):
                raise ProblemError(f"{kind}: {len(found[0])} starts, but {len(column)} {name}")
        entries = [[_entry(kind, one) for one in column] for column in (*found, single)]
        for name, made in zip([*columns, "capacity"], entries, strict=True):
            if name != "starts" and any(what == "constant" and one < 0 for what, one in made):
                raise ProblemError(f"{kind}: its {name} must not be negative")
        scope = names_of(kind, dict.fromkeys(one for made in entries for what, one in made if what == "variable"))
        self._place(scope, entries if single else entries[:-1])

    def _place(self, scope: Scope, entries: Iterable[Iterable[Entry]]) -> None:
        """Take in the entries, with the names of variables."""
        place = {name: k for k, name in enumerate(scope)}
        columns = (tuple([(what, place[one] if what == "variable" else one) for what, one in c]) for c in entries)
        self.__attrs_init__(scope, tuple(columns))

    def entries(self) -> list[tuple[Entry, ...]]:
        """The columns, with the names of variables."""
        return [
            tuple([(what, self.scope[one] if what == "variable" else one) for what, one in c]) for c in self.columns
        ]

    def _worth(self, values: Values) -> list[list[Any]]:
        """The columns, with the values of variables."""
        return [[values[one] if what == "variable" else one for what, one in column] for column in self.columns]


def _entry(kind: str, one: Any) -> Entry:
    if isinstance(one, Number):
        return ("constant", one)
    name = argument_of(+one if isinstance(one, Condition) else one)
    if not hashable(name):
        raise ProblemError(f"{kind}: {shown(one)} is neither a variable nor a number")
    return ("variable", name)


@called_with("as in NoOverlap(starts, durations)")
@attrs.frozen(init=False)
class NoOverlap(_Schedule):
    """Of two tasks that take any time one ends before the other one starts.

    Args:
        starts: when each task starts: variables, or numbers.
        durations: how long each takes: numbers that are not negative, or variables.
        presences: for each task 1 if there is one, 0 if it is left out: numbers, variables or conditions. By default
            there are all.

    Pruning: that of each pair of tasks, whose bounds are consistent.
    """

    def __init__(self, starts: Iterable[Any], durations: Iterable[Any], presences: Iterable[Any] | None = None) -> None:
        self._declare(starts=starts, durations=durations, presences=presences)

    def holds(self, values: Values) -> bool:
        rows = zip(*self._worth(values), strict=True)
        tasks = [(start, start + duration) for start, duration, presence in rows if presence > 0 and duration > 0]
        return all(end <= other or last <= start for (start, end), (other, last) in combinations(tasks, 2))

    def primitives(self) -> Iterable[Primitive]:
        for one, other in combinations(zip(*self.entries(), strict=True), 2):
            yield from apart(self, one, other)


def apart(source: Constraint, one: tuple[Entry, ...], other: tuple[Entry, ...]) -> Iterable[Disjunction]:
    """Two tasks do not overlap: each is a start, a duration and a presence."""
    pair: NoOverlap = object.__new__(NoOverlap)
    entries = list(zip(one, other, strict=True))
    pair._place(tuple(dict.fromkeys(v for column in entries for what, v in column if what == "variable")), entries)
    object.__setattr__(pair, "label", source.label)
    (start, long, here), (second, wide, there) = one, other
    after = [[(1, start), (1, long), (-1, second)], [(1, second), (1, wide), (-1, start)]]
    found = [_sum(terms) for terms in (*after, [(1, here)], [(1, there)], [(1, long)], [(1, wide)])]
    if True not in found:
        sums = tuple([sum_of for sum_of in found if isinstance(sum_of, WeightedSum)])
        yield Disjunction(pair if pair.scope else source, sums)


def _sum(terms: Iterable[tuple[int, Entry]]) -> WeightedSum | bool:
    """A sum that is not positive; whether it is not if there are no variables in it."""
    bound: Any = 0
    weights: dict[Any, int] = {}
    for weight, (what, one) in terms:
        if what == "constant":
            bound -= weight * one
        else:
            weights[one] = weights.get(one, 0) + weight
    kept = {one: weight for one, weight in weights.items() if weight}
    made = Linear(tuple(kept), tuple(kept.values()), "<=", bound)
    return WeightedSum(made, made.coefficients, "<=", bound) if kept else bool(bound >= 0)


@called_with("as in Cumulative(starts, durations, demands, capacity)")
@attrs.frozen(init=False)
class Cumulative(_Schedule):
    """Tasks use a resource while they run: no more of it at any time than there is.

    Args:
        starts: when each task starts: variables, or numbers.
        durations: how long each takes: numbers, or variables.
        demands: how much of the resource each uses: numbers that are not negative, or variables, which never are.
        capacity: how much there is at any time: a number, or a variable.
        presences: for each task 1 if there is one, 0 if it is left out: numbers, variables or conditions. By default
            there are all.

    Pruning: a task does not start if, while it runs, too much of the resource is used by tasks that are sure to run
    then; nor does it use more, or take longer.
    """

    def __init__(
        self,
        starts: Iterable[Any],
        durations: Iterable[Any],
        demands: Iterable[Any],
        capacity: Any,
        presences: Iterable[Any] | None = None,
    ) -> None:
        self._declare((capacity,), starts=starts, durations=durations, demands=demands, presences=presences)

    def holds(self, values: Values) -> bool:
        starts, durations, demands, presences, (capacity,) = self._worth(values)
        rows = zip(starts, durations, demands, presences, strict=True)
        tasks = [(start, start + duration, demand) for start, duration, demand, present in rows if present > 0]
        used = (sum(d for start, end, d in tasks if start <= time < end) for time, *_ in tasks)
        return min(demands, default=0) >= 0 and capacity >= max(used, default=0)

    def primitives(self) -> Iterable[Primitive]:
        *columns, (capacity,) = self.entries()
        return (ResourceUse(self, tuple(zip(*columns, strict=True)), capacity),)

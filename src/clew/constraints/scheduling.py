"""Tasks in time, and rectangles: those on one machine do not overlap, those on a resource use no more than there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from numbers import Number
from typing import Any, Final

import attrs

from clew.constraints.alternatives import Disjunction
from clew.constraints.arithmetic import Linear
from clew.constraints.base import Constraint, Values
from clew.constraints.forms import unary
from clew.constraints.names import Condition, Scope, argument_of, hashable, names_of, tuple_of
from clew.constraints.primitives import Primitive, WeightedSum
from clew.constraints.registration import DECIDED, Registration, words
from clew.errors import ProblemError, called_with, shown
from clew.limits import looking
from clew.records import frozen

Entry = tuple[str, Any]
"""`("constant", number)`, or `("variable", v)`: its position in a scope, or its name."""

PRESENT: Entry = ("constant", 1)

POSITIONS: Final = {"starts", "xs", "ys"}
"""The columns that may be negative."""


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
        hint=words("cannot fit", "ne tient pas", "passt nicht"),
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

    def is_ready(self, domains: Mapping[Any, Sequence[Any]]) -> bool:
        """Whether bounds are enough: its numbers are whole, and no variable is there twice."""
        return not self.repeats() and self.is_whole([domains[v] for v in self.scope])

    def repeats(self) -> bool:
        """Whether a variable is there twice: then it may be the last open one in two places."""
        names = [one for what, one in self.entries() if what == "variable"]
        return len(set(names)) < len(names)


@frozen(eq=False)
class OneMachine(ResourceUse):
    """Tasks that use one machine, each with a demand of 1; their pairs are primitives of their own."""

    record = Registration(
        strengths=(DECIDED, DECIDED, DECIDED),
        reference="clew.reference.propagation.machine:OneMachinePropagator",
        engine="clew.core.lowering.schedules:one_machine",
    )


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
                raise ProblemError(f"{kind}: {len(found[0])} {next(iter(columns))}, but {len(column)} {name}")
        entries = [[_entry(kind, one) for one in column] for column in (*found, single)]
        for name, made in zip([*columns, "capacity"], entries, strict=True):
            if name not in POSITIONS and any(what == "constant" and one < 0 for what, one in made):
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


class _Apart(_Schedule):
    """Of two things that take any room one ends before the other one starts, in time or along an axis."""

    def holds(self, values: Values) -> bool:
        axes = len(self.columns) // 2
        rows = [row for row in zip(*self._worth(values), strict=True) if min(row[axes:]) > 0]
        return all(
            any(a + d <= b or b + e <= a for a, d, b, e in zip(one, one[axes:-1], other, other[axes:-1], strict=False))
            for one, other in combinations(rows, 2)
        )

    def primitives(self) -> Iterable[Primitive]:
        for one, other in combinations(zip(*self.entries(), strict=True), 2):
            yield from apart(self, one, other)


@called_with("as in NoOverlap(starts, durations)")
@attrs.frozen(init=False)
class NoOverlap(_Apart):
    """Of two tasks that take any time one ends before the other one starts.

    Args:
        starts: when each task starts: variables, or numbers.
        durations: how long each takes: numbers that are not negative, or variables.
        presences: for each task 1 if there is one, 0 if it is left out: numbers, variables or conditions (default: 1).

    Pruning: that of each pair of tasks, whose bounds are consistent; and that of edge finding, of detectable
    precedences, and of tasks that cannot be the first or the last of some.
    """

    def __init__(self, starts: Iterable[Any], durations: Iterable[Any], presences: Iterable[Any] | None = None) -> None:
        self._declare(starts=starts, durations=durations, presences=presences)

    def implied(self, domains: Mapping[Any, Sequence[Any]]) -> Iterable[Primitive]:
        starts, durations, presences = self.entries()
        one = ("constant", 1)
        use = OneMachine(
            self, tuple([(*row, one, here) for *row, here in zip(starts, durations, presences, strict=True)]), one
        )
        return [use] if len(starts) > 2 and use.is_ready(domains) else []


@called_with("as in NoOverlap2D(xs, ys, widths, heights)")
@attrs.frozen(init=False)
class NoOverlap2D(_Apart):
    """Rectangles do not overlap: of two that have an area one is left of, right of, below or above the other one.

    Args:
        xs, ys: the corner of each with the least coordinates: variables, or numbers.
        widths, heights: how large each is: numbers that are not negative, or variables.
        presences: for each rectangle 1 if there is one, 0 if it is left out: numbers, variables or conditions. By
            default there are all.

    Pruning: that of each pair of rectangles, whose bounds are consistent; and along each axis that of `Cumulative`: no
    more room is used than lies between the ends of the domains.
    """

    def __init__(
        self,
        xs: Iterable[Any],
        ys: Iterable[Any],
        widths: Iterable[Any],
        heights: Iterable[Any],
        presences: Iterable[Any] | None = None,
    ) -> None:
        self._declare(xs=xs, ys=ys, widths=widths, heights=heights, presences=presences)

    def implied(self, domains: Mapping[Any, Sequence[Any]]) -> Iterable[Primitive]:
        xs, ys, widths, heights, presences = self.entries()
        if min([_ends(size, domains)[0] for size in (*widths, *heights)], default=0) < 0:
            return
        for here, long, there, wide in (xs, widths, ys, heights), (ys, heights, xs, widths):
            starts, sizes = ([_ends(one, domains) for one in column] for column in (there, wide))
            room = max((a[1] + size[1] for a, size in zip(starts, sizes, strict=True)), default=0)
            room -= min((a[0] for a in starts), default=0)
            along: Cumulative = _placed(Cumulative, self, [here, long, wide, presences, [("constant", room)]])
            for use in along.primitives() if len(along.scope) > 1 else ():
                if use.is_ready(domains):
                    yield use


def _ends(entry: Entry, domains: Mapping[Any, Sequence[Any]]) -> tuple[Any, Any]:
    from clew.constraints.calculations import ends_of  # only rectangles need it

    what, one = entry
    return ends_of(domains[one] if what == "variable" else (one,))


def _placed(kind: Any, source: Constraint, entries: Sequence[Sequence[Entry]]) -> Any:
    """A constraint with these columns, named as another one is."""
    made = object.__new__(kind)
    made._place(tuple(dict.fromkeys(v for column in entries for what, v in column if what == "variable")), entries)
    object.__setattr__(made, "label", source.label)
    return made


def apart(source: Constraint, one: tuple[Entry, ...], other: tuple[Entry, ...]) -> Iterable[Disjunction]:
    """Two tasks or rectangles do not overlap: each is a start and then a size along each axis, and a presence."""
    axes, kind = len(one) // 2, NoOverlap if len(one) == 3 else NoOverlap2D
    pair = _placed(kind, source, list(zip(one, other, strict=True)))
    after = [[(1, a[k]), (1, a[axes + k]), (-1, b[k])] for k in range(axes) for a, b in ((one, other), (other, one))]
    absent = [[(1, entry)] for both in zip(one[: axes - 1 : -1], other[: axes - 1 : -1], strict=True) for entry in both]
    found = [_sum(terms) for terms in (*after, *absent)]
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

    def primitives(self) -> Iterable[Any]:
        *columns, (capacity,) = self.entries()
        return (unary(self) if len(self.scope) == 1 else ResourceUse(self, (*zip(*columns, strict=True),), capacity),)

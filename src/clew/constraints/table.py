"""Constraints given by their meaning alone: a list of tuples, or any function."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Set
from functools import cached_property
from typing import Any

from clew.constraints.base import Constraint, StandIn, Values, collected, known_scope
from clew.constraints.names import Scope, hashable, named_scope, scope_of, tuple_of
from clew.constraints.primitives import Extension, Primitive, Reading
from clew.constraints.registration import DECIDED, DOMAIN, Registration
from clew.constraints.stepwise import Stepwise
from clew.errors import ProblemError, called_with, cut, shown
from clew.limits import looking
from clew.records import evolve, field, frozen


class TupleSet(frozenset[Any]):
    """The tuples of a table. Tables may share one, as those of equal conditions do: it is looked through once.

    Attributes:
        lengths: the lengths of the tuples; -1 for one that is no tuple.
        has_gaps: whether `...` is in a tuple.
    """

    @cached_property
    def lengths(self) -> Set[int]:
        return {len(values) if isinstance(values, tuple) else -1 for values in looking(self)}

    @cached_property
    def has_gaps(self) -> bool:
        return any(... in values for values in looking(self))


def tuple_set(tuples: Iterable[Iterable[Any]]) -> TupleSet:
    """A collection of tuples for tables."""
    if isinstance(tuples, TupleSet):
        return tuples
    rows = tuple_of(tuples)
    rows = tuple(map(tuple_of, looking(rows))) if isinstance(rows, tuple) else rows
    return TupleSet(rows) if isinstance(rows, tuple) and hashable(rows) else rows  # type: ignore[return-value]


@frozen(eq=False)
class Forbidden(Primitive):
    """The variables take none of some tuples together (a table of forbidden tuples).

    Attributes:
        tuples: the tuples, none of them twice.
    """

    record = Registration(
        strengths=(DECIDED, DOMAIN, DOMAIN),
        reference="clew.reference.propagation.forbidden:ForbiddenPropagator",
        engine="clew.core.lowering.tables:forbidden",
        minizinc="clew.exchange.minizinc_primitives:forbidden",
        json="clew.exchange.json_primitives:tuples",
        cnf="clew.exchange.encodings:Encoder.forbidden",
    )

    tuples: Collection[tuple[Any, ...]]


@called_with("as in Table([x, y], [(0, 1), (1, 2)])")
@frozen
class Table(Constraint):
    """The scope's values together are one of these tuples, or none of them.

    Args:
        scope: the variables.
        tuples: tuples of values, as long as the scope; `...` in a tuple is any value. If no tuple is allowed, there
            is no solution.
        allowed: whether the tuples are those allowed, or those forbidden.

    Pruning: generalised arc consistency: a value stays while a tuple has it whose other values are all there, found
    by ANDs of one integer with a bit for each tuple (Demeulenaere et al., Compact-Table, 2016); of forbidden tuples,
    a value goes if they are all the combinations that it has left. Forbidden ones of two variables become masks.
    Tuples with `...` are read by an automaton, which remembers those that agree with the values so far.
    """

    tuples: TupleSet = field(converter=tuple_set, validator=collected)
    allowed: bool = field(default=True, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if self.tuples.lengths <= {len(self.scope)}:
            return
        for values in self.tuples:
            if not isinstance(values, tuple):
                raise ProblemError(f"{self.title}: its tuples must be tuples of values, and {shown(values)} is none")
            if len(values) != len(self.scope):
                raise ProblemError(
                    f"{self.title} has {len(self.scope)} variables, and the tuple {shown(values)} has "
                    f"{len(values)} values"
                )

    def holds(self, values: Values) -> bool:
        if not self.tuples.has_gaps:
            return (tuple(values) in self.tuples) is self.allowed
        return any(all(map(_agrees, some, values)) for some in self.tuples) is self.allowed

    def opposite(self) -> Constraint:
        return evolve(self, allowed=not self.allowed)

    def primitives(self) -> Iterable[Primitive]:
        if self.tuples.has_gaps:
            return (Reading(_Matching(self)),)
        return (Extension(self, self.tuples) if self.allowed else Forbidden(self, self.tuples),)


def _agrees(wanted: Any, value: Any) -> bool:
    return wanted is ... or bool(wanted == value)


@frozen(init=False)
class _Matching(StandIn, Stepwise):
    """A table with `...` in its tuples, read value by value: it remembers the tuples that agree with the values so far.

    Args:
        of: the table.
    """

    of: Table
    _rows: tuple[tuple[Any, ...], ...] = field(init=False, eq=False, repr=False)

    def __init__(self, of: Table) -> None:
        object.__setattr__(self, "_rows", tuple(of.tuples))
        self.__attrs_init__(of.scope, of)

    def holds(self, values: Values) -> bool:
        return self.of.holds(values)

    def start(self) -> Hashable:
        return range(len(self._rows))

    def step(self, memory: Iterable[int], position: int, value: Any) -> Hashable | None:
        left = tuple([row for row in memory if _agrees(self._rows[row][position], value)])
        return left if left or not self.of.allowed else None

    def accepts(self, memory: Any) -> bool:
        return bool(memory) is self.of.allowed


@called_with("as in Predicate(function, [x, y])")
@frozen
class Predicate(Constraint):
    """Any Python function of the scope's values that says whether they go together.

    Args:
        function: called with one value for each variable, in the order of the scope. It must depend on nothing
            else. Its exceptions surface, with a note that names the constraint and the values.
        scope: the variables.

    Pruning: two variables become masks, a small product of domains becomes a table; a larger one is asked about
    the values of the last open variable.
    """

    function: Callable[..., Any]
    scope: Scope = field(converter=scope_of, validator=known_scope)

    def __attrs_post_init__(self) -> None:
        if not callable(self.function):
            raise ProblemError(f"{self.title}: {shown(self.function)} cannot be called: give the function first")

    def holds(self, values: Values) -> bool:
        verdict = self.function(*values)
        if verdict is None:
            raise ProblemError(
                f"{self.title}: the function returned None for {shown(tuple(values))}: return True or False"
            )
        return bool(verdict)

    def described(self, name: Callable[[Any], str]) -> str:
        function = getattr(self.function, "__name__", type(self.function).__name__)
        return cut(f"Predicate({function}: {named_scope(self.scope, name)}", 120) + ")"

"""The variables of a program in the making: their numbers, the values that they have left, what is known of these.

Of a wide range of which nothing but the ends is asked for, the engine keeps only these: it is an interval.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from copy import copy
from functools import cached_property
from itertools import takewhile
from math import lcm
from numbers import Rational
from typing import Any, Final, Self, TypeVar

from clew.constraints.forms import form_of_condition
from clew.constraints.primitives import Primitive, Unary
from clew.constraints.registration import Registered
from clew.core._engine import Program, Unrolled, View
from clew.limits import looking
from clew.state.levels import Level

T = TypeVar("T")

ON_ENDS: Final = Registered("intervals")
"""The function of each primitive that says whether the engine needs but the ends of its domains."""

BITS: Final = 62
"""Bits that the sums of a linear constraint must fit into."""

PLAIN: Final = frozenset((int, str))
"""Types of which equal values are the same: 1 and True are equal and of two types."""


class DeclaredValues:
    """The values that some variables were declared with, and what is found out about them when it is asked for.

    Args:
        places: the values by their places: a tuple, or a range.

    Attributes:
        variables: the variables with these values.
    """

    def __init__(self, places: Sequence[Any]) -> None:
        self.places = places
        self.variables: list[int] = []

    @cached_property
    def positions(self) -> dict[Any, int]:
        """The place of each value."""
        return {value: k for k, value in enumerate(self.places)}

    @cached_property
    def begin(self) -> int | None:
        """The first value, if all are whole numbers one after the other (0 if there are no values); otherwise None."""
        values = self.places
        if isinstance(values, range):
            return values.start if values.step == 1 else None
        first = next(iter(values), 0)
        is_run = all(type(value) is int for value in values) and [*values] == [*range(first, first + len(values))]
        return first if is_run else None

    @cached_property
    def is_exact(self) -> bool:
        """Whether all are whole numbers or fractions."""
        return isinstance(self.places, range) or all(isinstance(value, Rational) for value in looking(self.places))

    @cached_property
    def scale(self) -> int:
        """The factor that makes whole numbers of the values; 0 if they are no exact numbers, or do not fit a word."""
        values = self.places
        if not self.is_exact:
            return 0
        if isinstance(values, range) or all(isinstance(value, int) for value in values):
            scale = 1
        else:
            scale = lcm(*[int(value.denominator) for value in values])
        return 0 if self._largest(scale) >> BITS else scale

    @cached_property
    def largest(self) -> int:
        """The largest of the whole numbers that the scale makes of the values, without its sign; 0 for no scale."""
        return self._largest(self.scale) if self.scale else 0

    def _largest(self, scale: int) -> int:
        values = self.places
        ends = (*values[:1], *values[-1:]) if isinstance(values, range) else values
        return max((abs(int(value * scale)) for value in ends), default=0)

    @property
    def integers(self) -> range | list[int]:
        """The whole numbers that the scale makes of the values."""
        values = self.places
        return values if isinstance(values, range) else [int(value * self.scale) for value in values]


def _declarations(domains: list[Sequence[Any]]) -> list[DeclaredValues]:
    """The declaration of each variable: one for all with the same values, equal ranges or tuples of plain values."""
    by_object: dict[int, DeclaredValues] = {}
    by_value: dict[Sequence[Any], DeclaredValues] = {}
    objects = [*map(id, domains)]
    for one, values in dict(zip(objects, domains, strict=True)).items():
        made = DeclaredValues(values)
        if isinstance(values, range) or (isinstance(values, tuple) and PLAIN.issuperset(map(type, values))):
            made = by_value.setdefault(values, made)
        by_object[one] = made
    declared = [*map(by_object.__getitem__, objects)]
    for v, made in enumerate(declared):
        made.variables.append(v)
    return declared


class Variables:
    """The variables of a program in the making.

    Args:
        domains: the variables with their values.
        level: one of the engine's.
        intervals: the variables of which only the smallest and the largest value are kept.

    Attributes:
        program: the program.
        places: the number of each variable.
        values: for each variable, by its number, the values that it was declared with.
        intervals: the numbers of those that are intervals.
        sizes: of the variables whose numbers are in the program the largest, without its sign, or 1; None if scaled.
        automata: those that are shareable, unrolled, by what makes them equal: programs of parts have the same.
    """

    def __init__(self, domains: Mapping[Any, Sequence[Any]], level: Level, intervals: Set[Hashable]) -> None:
        self.places = {variable: k for k, variable in enumerate(domains)}
        self._declared = _declarations(list(domains.values()))
        self.values = [declared.places for declared in self._declared]
        self.level, self.propagates, self.supports = level, level.propagates, level.supports
        self.intervals = {self.places[variable] for variable in intervals}
        widths: list[Any] = [*map(len, self.values)]
        for v in self.intervals:
            widths[v] = 0, widths[v] - 1
        self.program = Program(widths, not level.propagates, level.supports)
        self._left: dict[int, tuple[int, ...]] = {}  # the places that constraints on one variable have left
        self._auxiliary: dict[int, DeclaredValues] = {}  # by the identity of their values
        self.sizes: dict[int, int | None] = {}
        self.automata: dict[Hashable, Unrolled] = {}
        self._shared: dict[Hashable, Any] = {}  # by the identities of values, which are kept beside

    def begun(self) -> Self | None:
        """The same variables in a program that begins as this one did up to its mark; None if there is none."""
        if (program := self.program.begun()) is None:
            return None
        made = copy(self)
        made.program, made.values, made._declared = program, [*self.values], [*self._declared]
        made._left, made.sizes, made._shared = {**self._left}, {**self.sizes}, {**self._shared}
        made._auxiliary = {}  # of other numbers than those that this program may still get
        return made

    def numbers(self, scope: Iterable[Hashable]) -> list[int]:
        """The numbers of some variables."""
        return [*map(self.places.__getitem__, scope)]

    def declared(self, v: int) -> DeclaredValues:
        """The declaration of a variable."""
        return self._declared[v]

    @contextmanager
    def naming(self, places: dict[Any, int]) -> Iterator[None]:
        """Meanwhile only some variables are there, under other names."""
        outer, self.places = self.places, places
        try:
            yield
        finally:
            self.places = outer

    def auxiliary(self, values: Sequence[Any]) -> int:
        """A new variable that no search branches on: propagators must assign it once the others are assigned."""
        declared = self._auxiliary.setdefault(id(values), DeclaredValues(values))
        declared.variables.append(len(self.values))
        self._declared.append(declared)
        self.values.append(values)
        return self.program.auxiliary(len(values))

    def keep(self, v: int, accepts: Callable[[Any], bool]) -> None:
        """Keep only some values of a variable."""
        self._left[v] = tuple(self._accepted(v, accepts))
        self.program.keep(v, self._left[v])

    def accepted(self, condition: Unary) -> list[int]:
        """The places of the values that satisfy a condition on a variable, of those that it has left."""
        v = self.places[condition.variable]
        return self.shared(form_of_condition(condition), (v,), lambda: self._accepted(v, condition.accepts))

    def _accepted(self, v: int, accepts: Callable[[Any], bool]) -> list[int]:
        values = self.values[v]
        return [place for place in looking(self.left(v)) if accepts(values[place])]

    def left(self, v: int) -> Sequence[int]:
        """The places of the values that a variable has left."""
        return self._left.get(v, range(len(self.values[v])))

    def are_whole(self, scope: Iterable[int]) -> bool:
        """Whether some variables have all of their values left."""
        return self._left.keys().isdisjoint(scope)

    def domain(self, v: int) -> tuple[Any, ...] | range:
        """The values that a variable has left."""
        values = self.values[v]
        if v not in self._left and isinstance(values, range):
            return values
        return tuple([values[place] for place in self.left(v)])

    def domains(self, scope: Iterable[Hashable]) -> list[tuple[Any, ...] | range]:
        """The values that some variables have left."""
        return [self.domain(v) for v in self.numbers(scope)]

    def shared(self, form: Hashable | None, scope: Sequence[int], make: Callable[[], T], *, whole: bool = False) -> T:
        """A result that is made once for all variables with the same values that one form is asked for, parts included.

        Args:
            form: says, together with the values, what the result is; None for one that nothing else shares.
            scope: the numbers of the variables.
            make: makes the result.
            whole: whether it is the same whatever the variables have left of these values.
        """
        if form is None:
            return make()
        key = (form, *[id(self.values[v]) for v in scope], *map(self._left.get, () if whole else scope))
        found: tuple[T, Any] | None = self._shared.get(key)
        if found is None:
            found = self._shared[key] = make(), [self.values[v] for v in scope]
        return found[0]

    # -- values as numbers -------------------------------------------------------------------------

    def scale(self, v: int) -> int:
        """The factor that makes whole numbers of a variable's values, which are given to the program; 0 for none."""
        declared = self._declared[v]
        if declared.scale and v not in self.sizes:
            fresh = [*takewhile(lambda w: w not in self.sizes, reversed(declared.variables))]
            self.program.integers(fresh, declared.integers)
            self.sizes.update(dict.fromkeys(fresh, (declared.largest or 1) if declared.scale == 1 else None))
        return declared.scale

    def is_exact(self, scope: Iterable[Hashable]) -> bool:
        """Whether all values of some variables are whole numbers or fractions."""
        return all(self.declared(v).is_exact for v in self.numbers(scope))

    def distance(self, v: int, w: int) -> int | None:
        """From the first value of a variable to that of another, if both have whole numbers one after the other."""
        one, other = self.declared(v).begin, self.declared(w).begin
        return None if one is None or other is None else one - other

    def ranks(self, scope: Iterable[int]) -> dict[Any, int]:
        """The place of each value of some variables among all their values in ascending order."""
        lists = {id(self.values[v]): self.values[v] for v in scope}.values()
        together = dict.fromkeys(value for values in lists for value in looking(values))
        return {value: k for k, value in enumerate(sorted(together))}

    def views(self, scope: Iterable[int], places: Mapping[Any, int]) -> list[View]:
        """How to see the values of each of some variables at places of a list."""
        own = {id(self.values[v]): self.values[v] for v in scope}
        made = {one: View([places.get(value, -1) for value in looking(values)]) for one, values in own.items()}
        return [made[id(self.values[v])] for v in scope]

    def labels(self, scope: Iterable[int], label: Callable[[Any], int]) -> tuple[list[int], list[int]]:
        """A label for each value of some variables, list by list; and for each variable the start of its list.

        Equal labels stand for equal values, whatever their places are.
        """
        labels: list[int] = []
        begins: dict[int, int] = {}
        for v in scope:
            values = self.values[v]
            if id(values) not in begins:
                begins[id(values)] = len(labels)
                labels += [label(value) for value in looking(values)]
        return labels, [begins[id(self.values[v])] for v in scope]


def intervals(domains: Mapping[Any, Sequence[Any]], primitives: Iterable[Primitive], width: int) -> set[Hashable]:
    """The variables with wide ranges of which no primitive needs more than the ends.

    Args:
        domains: the variables with their values.
        primitives: all that is said about them.
        width: the values up to which a domain has a bit for each.
    """
    wide = {v for v, own in domains.items() if isinstance(own, range) and own.step == 1 and len(own) > width}
    for primitive in primitives:
        if not (wide.isdisjoint(primitive.scope) or works_on_ends(primitive, domains)):
            wide.difference_update(primitive.scope)
    return wide


def works_on_ends(primitive: Primitive, domains: Mapping[Any, Sequence[Any]]) -> bool:
    """Whether the engine needs but the ends of the domains of a primitive."""
    works = ON_ENDS[type(primitive)]
    return works is not None and bool(works(primitive, domains))

"""Algebras of answers: the solutions of a subproblem as their number, or as tuples of values.

`clew.planning.counting.decomposition` divides a problem into subproblems and puts their answers together, with the
operations of a semiring: the answers to alternatives are added, those to independent components are multiplied. It does
not look into an answer, except for whether it is zero, so one algorithm counts and lists.

Aji and McEliece, The generalized distributive law, 2000.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import product
from operator import itemgetter
from typing import Any, Final, Protocol, TypeVar

from clew.state.lanes import Lanes, places_of

A = TypeVar("A")

Tuple = tuple[Any, ...]

Batch = tuple[dict[Any, int], list[Tuple]]
"""Solutions as tuples of values, with the place of each variable among them."""

TUPLE: Final = 4
"""Numbers whose place in a cache one tuple takes."""


class Algebra(Protocol[A]):
    """How answers are made and put together.

    An answer is about some variables, named by their guards. Only `zero` is false.
    """

    @property
    def commutes(self) -> bool:
        """Whether the order of the factors makes no difference to a product."""

    @property
    def zero(self) -> A:
        """No solution."""

    def one(self, domains: int, guards: int) -> A:
        """The one solution of variables that have one value left each."""

    def values(self, guard: int, bits: int) -> A:
        """A solution for each value left of one variable.

        Args:
            guard: the place of its guard.
            bits: its domain, shifted down.
        """

    def plus(self, some: A, more: A, /) -> A:
        """The solutions of two alternatives for the same variables.

        Args:
            some: zero, or a sum; it may be changed.
            more: not zero. It is not changed.
        """

    def times(self, some: A, more: A, /) -> A:
        """Every solution of one component with every solution of another one. Neither is changed."""

    def size(self, answer: A) -> int:
        """The room that an answer takes in a cache, in numbers."""


class Numbers:
    """Counts solutions."""

    commutes: Final = True
    zero: Final = 0
    plus = staticmethod(operator.add)
    times = staticmethod(operator.mul)

    def one(self, domains: int, guards: int) -> int:
        """One solution."""
        return 1

    def values(self, guard: int, bits: int) -> int:
        """As many as there are values left."""
        return bits.bit_count()

    def size(self, answer: int) -> int:
        """One."""
        return 1


Rows = tuple[()] | tuple[int, list[Tuple]]
"""The guards of some variables, and solutions as tuples of their values in the order of declaration; or no solution."""


class Tuples:
    """Lists solutions, those of the first factor's first solution first.

    Args:
        lanes: the variables and their values.
        last_first: whether the values are tried from the last one to the first.
    """

    commutes: Final = False
    zero: Final[Rows] = ()

    def __init__(self, lanes: Lanes[Any, Any], last_first: bool = False) -> None:
        self._lanes = lanes
        self._last_first = last_first
        self._decoders: dict[int, list[tuple[int, int, Tuple]]] = {}
        self._sorters: dict[tuple[int, int], Callable[[Tuple], Tuple] | None] = {}
        self._places: dict[int, dict[Any, int]] = {}

    def one(self, domains: int, guards: int) -> tuple[int, list[Tuple]]:
        """The tuple of the values that are left."""
        decoders = self._decoders.get(guards)
        if decoders is None:
            every = self._lanes.lane.values()
            decoders = [(lane.offset, lane.full, lane.values) for lane in every if guards >> lane.guard & 1]
            self._decoders[guards] = decoders
        return guards, [tuple([of[(domains >> offset & full).bit_length() - 1] for offset, full, of in decoders])]

    def values(self, guard: int, bits: int) -> Rows:
        """A tuple for each value, in the order in which they are tried."""
        values = self._lanes.lane[self._lanes.owner[guard]].select(bits)
        return 1 << guard, [(value,) for value in (reversed(values) if self._last_first else values)]

    def plus(self, some: Rows, more: Rows) -> Rows:
        """The first ones, and then the others."""
        if not some:
            return (more[0], more[1].copy()) if more else ()
        if more:
            some[1].extend(more[1])
        return some

    def times(self, some: Rows, more: Rows) -> Rows:
        """Each of the first ones with all of the others."""
        if not some or not more:
            return ()
        (guards, heads), (others, tails) = some, more
        if not guards or not others:
            return some if guards else more
        if (guards, others) not in self._sorters:
            self._sorters[guards, others] = _sorter(guards, others)
        sort = self._sorters[guards, others]
        if len(heads) == 1:
            head = heads[0]
            both = [head + tail for tail in tails]
        else:
            both = [head + tail for head, tail in product(heads, tails)]
        return guards | others, both if sort is None else list(map(sort, both))

    def size(self, answer: Rows) -> int:
        """The size of its tuples, and a little for itself."""
        return TUPLE * (len(answer[1]) + 1) if answer else TUPLE

    def completed(self, domains: int, settled: int, rows: Rows) -> Batch:
        """The solutions for all variables: each with the values of those that are settled, and then of the others.

        Args:
            domains: those of the node.
            settled: the guards of the variables that are settled there.
            rows: the solutions for the others.
        """
        if settled not in self._places:
            owner, others = self._lanes.owner, self._lanes.decisions & ~settled
            place = {owner[guard]: k for k, guard in enumerate([*places_of(settled), *places_of(others)])}
            self._places[settled] = {variable: place[variable] for variable in self._lanes.variables}
        if not rows or not settled:
            return self._places[settled], rows[1] if rows else []
        (head,) = self.one(domains, settled)[1]
        return self._places[settled], [head + tail for tail in rows[1]]


def _sorter(some: int, more: int) -> Callable[[Tuple], Tuple] | None:
    """Puts the values of two groups of variables into the order of declaration; None if they are in it."""
    places = [*places_of(some), *places_of(more)]
    order = sorted(range(len(places)), key=places.__getitem__)
    return None if order == list(range(len(places))) else itemgetter(*order)

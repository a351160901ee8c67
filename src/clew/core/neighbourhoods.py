"""Large neighbourhood search: most variables keep their values of the best solution known, and the others are searched.

A search that proves a bound seldom finds good solutions early; this one proves nothing, and finds them (P. Shaw, Using
constraint programming and local search methods to solve vehicle routing problems, 1998). A neighbourhood is free
variables: some at random, those of constraints that hang together, or those around parts of the objective that cost
most. The number of free variables and the kind follow from the success of the ones before (D. Pisinger and S. Ropke, A
general heuristic for vehicle routing problems, 2007).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from clew.core._engine import EXHAUSTED, PAUSED, WEIGHTED, Learning, learning_program
from clew.core.compiler import Compiled
from clew.records import frozen
from clew.state.counters import Counters

SMALLEST: Final = 6
"""Variables that are free in the first neighbourhood."""

FEWEST: Final = 12
"""Variables that nothing else defines, up to which there are none: a neighbourhood would be much of the whole."""

DEAD_ENDS: Final = 150
"""Dead ends after which a neighbourhood is left."""

SLICE: Final = 5_000
"""Units of work between two looks at the dead ends of a neighbourhood; half of one is what it costs to begin it."""

SLICES: Final = 40
"""Slices after which a neighbourhood is left, too: it may have few dead ends, and take long."""

FRUITLESS: Final = 40
"""Neighbourhoods in a row without a better solution after which their work counts twice, then three times, ..."""

GIVES_WAY: Final = 4
"""Those after which it counts twice, then four times, eight times, ... if a proof is in sight."""

DEAREST: Final = 64
"""How many times it counts then at most, because a proof may get out of sight again."""


@frozen(eq=False)
class Surroundings:
    """The variables and constraints of which neighbourhoods are made.

    Attributes:
        scopes: the numbers of the variables of each constraint.
        costs: those of the variables of the objective, which are always free; their weights.
        variables: how many there are, without those of the program's own.
        seed: for what is drawn.
        known: the values of a solution, None for those that it does not tell; None for no solution.
    """

    scopes: Sequence[Sequence[int]]
    costs: dict[int, int]
    variables: int
    seed: int
    known: tuple[Any, ...] | None = None


class Neighbourhoods:
    """Searches of neighbourhoods of the best solution known, one after the other.

    Args:
        compiled: the program of a search that learns.
        assumed: the values that all searches assume.
        around: the variables and constraints of which neighbourhoods are made.
        counters: count the nodes and dead ends of all of them.

    Attributes:
        counters: count the nodes and dead ends of all of them.
        work: the units that they have taken; more, if nothing comes of them.
        limit: the most that the sum may be in a better solution.
        gives_way: whether a proof is in sight.
    """

    def __init__(
        self, compiled: Compiled, assumed: list[tuple[int, int]], around: Surroundings, counters: Counters
    ) -> None:
        self.work, self.limit, self.gives_way = 0, None, False
        self._program, self._values, self._assumed = learning_program(compiled.program), compiled.values, assumed
        self._around, self.counters, self._draw = around, counters, random.Random(around.seed)
        fixed, follows = dict(assumed), compiled.program.is_defined
        some = range(around.variables)
        self._open = [v for v in some if v not in around.costs and v not in fixed and not follows(v)]
        self._scopes_of: list[list[Sequence[int]]] = [[] for _ in range(around.variables)]
        for scope in around.scopes:
            for v in scope:
                self._scopes_of[v].append(scope)
        self._kinds: list[Callable[[], Iterator[int]]] = [self._drawn, self._hanging_together, self._costly]
        self._worth = [1.0] * len(self._kinds)
        self._size, self._fruitless, self._best = float(SMALLEST), 0, around.known

    work: int
    limit: int | None
    _best: tuple[Any, ...] | None

    def know(self, rows: Sequence[tuple[Any, ...]], limit: int | None) -> None:
        """Take in solutions, the last of which is the best known, and the most that the sum may be in a better one."""
        if rows:
            self._best, self._fruitless = rows[-1], 0
        if limit is not None and (self.limit is None or limit < self.limit):
            self.limit = limit

    def until(self, work: int, check: Callable[[int], None]) -> Iterator[list[tuple[Any, ...]]]:
        """The better solutions of neighbourhoods, until they have taken so much work; each is followed by a check."""
        while self.begins and self.work < work:
            yield self.searched()
            check(PAUSED)

    @property
    def begins(self) -> bool:
        """Whether there is a neighbourhood to search."""
        return self._best is not None and len(self._open) > FEWEST

    def searched(self) -> list[tuple[Any, ...]]:
        """The better solutions of one neighbourhood."""
        kind = self._draw.choices(range(len(self._kinds)), self._worth)[0]
        best, free = self._best or (), set[int]()
        for v in self._kinds[kind]():
            free.add(v)
            if len(free) >= self._size:
                break
        kept = [(v, self._values[v].index(best[v])) for v in self._open if v not in free]
        search = Learning(self._program, self._assumed + kept, WEIGHTED, False, False, nodes=-1)
        search.limit, why, found = self.limit, -1, list[tuple[Any, ...]]()
        while why != EXHAUSTED and search.failures < DEAD_ENDS and search.work < SLICES * SLICE:
            why = search.run(SLICE, search.found + 1)
            found += search.fetch(self._values)
        self._learn(kind, search, found, is_over=why == EXHAUSTED)
        return found

    def _learn(self, kind: int, search: Learning, found: list[tuple[Any, ...]], *, is_over: bool) -> None:
        """Note how a neighbourhood ended."""
        self.counters.add(search.nodes_per_level, search.failures)
        self._fruitless += 1
        self._worth[kind] = max(0.1, 0.95 * self._worth[kind] + (1 if found else 0))
        if is_over and not found:
            self._size = min(1.1 * self._size, len(self._open))
        elif not is_over:
            self._size = max(0.95 * self._size, SMALLEST)
        self.know(found, search.limit)
        price = 1 + self._fruitless // FRUITLESS
        if self.gives_way:
            price = min(2 ** (self._fruitless // GIVES_WAY), DEAREST)
        self.work += (search.work + SLICE // 2) * price

    def _drawn(self) -> Iterator[int]:
        return iter(self._draw.sample(self._open, len(self._open)))

    def _hanging_together(self) -> Iterator[int]:
        return self._around_of([self._draw.choice(self._open)])

    def _costly(self) -> Iterator[int]:
        """Those around parts of the objective, the more likely the more they cost."""
        best = self._best or ()
        rises = {
            v: abs(weight) * abs((best[v] or 0) - (self._values[v][0] if weight > 0 else self._values[v][-1])) + 1e-3
            for v, weight in self._around.costs.items()
        }
        return self._around_of(self._draw.choices([*rises], [*rises.values()], k=2))

    def _around_of(self, begun: list[int]) -> Iterator[int]:
        """The variables of constraints on some, on those in turn, and so on: in no order, and each constraint once."""
        seen, met, open_ones = set(begun), set[int](), set(self._open)
        yield from (v for v in begun if v in open_ones)
        while begun:
            v = begun.pop(self._draw.randrange(len(begun)))
            scopes = self._scopes_of[v]
            for scope in self._draw.sample(scopes, min(len(scopes), 8)):
                if id(scope) in met:
                    continue
                met.add(id(scope))
                for other in self._draw.sample(scope, min(len(scope), 8)):
                    if other not in seen:
                        seen.add(other)
                        begun.append(other)
                        if other in open_ones:
                            yield other
        yield from self._drawn()

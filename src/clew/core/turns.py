"""A search and one that learns from dead ends, in turns: so a search begins to learn by itself.

Nobody knows beforehand which of the two ends first, so both work, and both have the bound of the best solution found
(C. Gomes and B. Selman, Algorithm portfolios, 2001). The one that learns is given up if it hardly ever jumps back over
a level: then it prunes little that the other does not, and takes longer. Otherwise it prunes more and more, and works
three times as much as the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import log2
from typing import TYPE_CHECKING, Any, Final

from clew.core import LEARNED
from clew.core.probing import SHARE, Probes, least
from clew.records import evolve

if TYPE_CHECKING:
    from clew.core._engine import Learning, Search
    from clew.core.compiler import Compiled
    from clew.core.neighbourhoods import Neighbourhoods, Surroundings
    from clew.core.walk import EngineWalk
    from clew.state.counters import Counters

IN_SIGHT: Final = 12
"""A proof is in sight if it seems to need no more than two to the power of this times the work that was done."""

Rows = list[tuple[Any, ...]]
Pairs = list[tuple[int, int]]

PROBE: Final = 400
"""Nogoods after which the search that learns must have jumped over levels."""

FIRST: Final = 100
"""Nogoods after which its share of the work depends on the levels that it has jumped over."""

OFTEN: Final = 5
"""It has its whole share as long as it has jumped over one level in so many dead ends."""

SHORT: Final = 12
"""It is given up if it has jumped over fewer levels than one in so many dead ends."""

TIMES: Final = 3
"""How many times as much as the other search the one that learns works, if it jumps often."""


def in_turns(
    walk: EngineWalk, search: Search, runs: Iterator[Search], counters: Counters, given: Pairs, known: Rows
) -> Iterator[Rows]:
    """The solutions of a search that goes on, and of one that learns, as they come, until one of the two is over.

    Args:
        walk: how the engine walks.
        search: the search, as it came back last.
        runs: goes on with it.
        counters: the counters of both.
        given: the values that the search assumes; the one that learns may assume more of them.
        known: solutions that are known, the best one last.
    """
    found = learner_of(walk)
    if found is None:
        yield from (search.fetch(walk.compiled.values) for search in runs)
        return
    other, learner, assumed, around = found
    made, learning, does_learn, before = other.compiled, other.run(learner, counters), True, learner.work
    beside = Alongside(walk, search, near_of(made, assumed, around, counters, known), counters)
    while True:
        is_turn = does_learn and learner.work - before < share(learner, is_sure=assumed != given) * search.work
        mover, values = (learner, made.values) if is_turn else (search, walk.compiled.values)
        if (limit := least(learner.limit, search.limit, beside.limit)) is not None:
            mover.limit = limit
        moved = None if beside.is_over else next(learning if is_turn else runs, None)
        if moved is None:
            return
        search = search if is_turn else moved
        yield (rows := moved.fetch(values))
        until = learner.work - before if does_learn else search.work
        beside.make = partial(begun, other, assumed) if does_learn else partial(begun, walk, given)
        yield from beside.go_on(search, rows, mover.limit, until)
        does_learn = does_learn and (assumed != given or pays(learner))


class Alongside:
    """Neighbourhoods of the best solution and bounds from below, beside a search for the best.

    Args:
        walk: how the engine walks.
        search: the search.
        near: the neighbourhoods, if there are any.
        counters: the counters of all.

    Attributes:
        make: makes the next search from below.
        limit: the most that the objective may be in a better solution.
    """

    def __init__(self, walk: EngineWalk, search: Search, near: Neighbourhoods | None, counters: Counters) -> None:
        self._walk, self._near, self._counters, self._proof = walk, near, counters, Proof(search)
        self._probes = None if walk.bound is None else Probes(lambda: self.make(), counters)
        self.limit: int | None = None

    make: Callable[[], tuple[Search, list[Any]]]

    @property
    def is_over(self) -> bool:
        """Whether the bound from below says that no solution is better than the best one."""
        return self._probes is not None and self._probes.is_over

    def go_on(self, search: Search, rows: Rows, limit: int | None, until: int) -> Iterator[Rows]:
        """The better solutions of neighbourhoods and of searches from below, until they have had their turn.

        Args:
            search: the search.
            rows: the solutions found last, the best one last.
            limit: the most that the objective may be in a better solution.
            until: the work that neighbourhoods may have done by the end.
        """
        near, probes, self.limit = self._near, self._probes, limit
        if near is not None:
            near.know(rows, limit)
            near.gives_way = self._proof.is_in_sight(search)
            yield from near.until(until, self._walk.check_limits)
            self.limit = near.limit
        if probes is None:
            return
        probes.know(search.bound, self.limit)
        for rows in probes.until(search.work // SHARE, self._walk.check_limits):
            self._counters.raise_bound(probes.bound, self._walk.bound)
            if near is not None:
                near.know(rows, probes.limit)
            yield rows
        self.limit = probes.limit


def begun(walk: EngineWalk, assumed: Pairs) -> tuple[Search, list[Any]]:
    """A search of a walk that has not begun, and the values of each variable."""
    return walk.search(assumed), walk.compiled.values


class Proof:
    """Whether a search seems to come to its end, as far as the part of its tree says that it has left behind.

    That part often grows by a power of the work, and slowly or not at all if a proof is far away.

    Args:
        search: it has walked a part of its tree.
    """

    def __init__(self, search: Search) -> None:
        self._work, self._behind, self._is_in_sight = search.work, search.behind, False

    def is_in_sight(self, search: Search) -> bool:
        """Whether it is, which is found out each time that the work has doubled."""
        if search.work >= 2 * self._work:
            growth = search.behind / self._behind if self._behind else 1
            doubled = log2(search.work / self._work)
            self._is_in_sight = growth > 1 and -log2(search.behind) * doubled <= IN_SIGHT * log2(growth)
            self._work, self._behind = search.work, search.behind
        return self._is_in_sight


def near_of(
    made: Compiled, assumed: Pairs, around: Surroundings | None, counters: Counters, known: Rows
) -> Neighbourhoods | None:
    """Searches of neighbourhoods of the best of some solutions; None if there are none."""
    if around is None:
        return None
    from clew.core.neighbourhoods import Neighbourhoods  # few searches come to that

    near = Neighbourhoods(made, assumed, around, counters)
    near.know(known, None)
    return near


def learner_of(walk: EngineWalk) -> tuple[EngineWalk, Learning, Pairs, Surroundings | None] | None:
    """The search that learns beside a walk, how it walks, and what it assumes; None if there is none."""
    found = walk.learning() if walk.learning is not None else None
    if found is None:
        return None
    made, assumed, around = found
    other = evolve(walk, compiled=made, restarting=type(walk.restarting)(), learning=None, learns=True)
    learned = LEARNED.get()
    if learned is None or walk.wanted.most != 1 or walk.bound is not None:
        return other, other.search(assumed), assumed, around
    if made.program not in learned:
        learned[made.program] = other.search([])
    learner = learned[made.program]
    learner.assume(assumed)
    return other, learner, assumed, around


def share(learner: Learning, *, is_sure: bool) -> float:
    """How many times as much as the other search one that learns works: less if it seldom jumps over a level.

    Args:
        learner: the search that learns.
        is_sure: whether it has its whole share anyway.
    """
    if is_sure or learner.learned < FIRST:
        return TIMES
    return TIMES * min(1.0, OFTEN * learner.jumped / learner.learned) ** 2


def pays(learner: Learning) -> bool:
    """Whether it has jumped over some levels, as far as that is known."""
    return learner.learned < PROBE or SHORT * learner.jumped >= learner.learned

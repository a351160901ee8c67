"""A search and one that learns from dead ends, in turns: so a search begins to learn by itself.

Nobody knows beforehand which of the two ends first, so at first neither works more than the other, and both have the
bound of the best solution found (C. Gomes and B. Selman, Algorithm portfolios, 2001). The one that learns is given up
if it hardly ever jumps back over a level: then it prunes little that the other does not, and takes longer. Otherwise it
prunes more and more, and works three times as much as the other from some time on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from clew.core import LEARNED
from clew.records import evolve

if TYPE_CHECKING:
    from clew.core._engine import Learning, Search
    from clew.core.compiler import Compiled
    from clew.core.neighbourhoods import Neighbourhoods, Surroundings
    from clew.core.walk import EngineWalk
    from clew.state.counters import Counters

Rows = list[tuple[Any, ...]]
Pairs = list[tuple[int, int]]

PROBE: Final = 400
"""Nogoods after which the search that learns must have jumped over levels."""

SHORT: Final = 12
"""It is given up if it has jumped over fewer levels than one in so many dead ends."""

EVEN: Final = 1_000_000
"""Units of work up to which neither of the two works more; beyond, the one that learns works three times as much."""


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
    near = None if around is None else near_of(made, assumed, around, counters, known)
    while True:
        is_turn = does_learn and learner.work - before < share(search.work)
        mover, values = (learner, made.values) if is_turn else (search, walk.compiled.values)
        if limits := [one.limit for one in (learner, search, near) if one is not None and one.limit is not None]:
            mover.limit = min(limits)
        moved = next(learning if is_turn else runs, None)
        if moved is None:
            return
        search = search if is_turn else moved
        yield (rows := moved.fetch(values))
        if near is not None:
            near.know(rows, mover.limit)
            until = learner.work - before if does_learn else search.work
            yield from near.until(until, walk.check_limits)
        does_learn = does_learn and (assumed != given or pays(learner))


def near_of(made: Compiled, assumed: Pairs, around: Surroundings, counters: Counters, known: Rows) -> Neighbourhoods:
    """Searches of neighbourhoods of the best of some solutions."""
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


def share(work: int) -> int:
    """How much a search that learns works until the other one, which has worked so much, goes on."""
    return work + 2 * max(0, work - EVEN)


def pays(learner: Learning) -> bool:
    """Whether it has jumped over some levels, as far as that is known."""
    return learner.learned < PROBE or SHORT * learner.jumped >= learner.learned

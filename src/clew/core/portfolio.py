"""Searches of one question in threads: some divide a tree, some learn, one restarts, and all share what they find.

So a question is answered as soon as the one of them has ended that suits it (C. Gomes and B. Selman, Algorithm
portfolios, 2001); those that learn give each other short nogoods.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.core._engine import EXHAUSTED, STRENGTHENS, Learning, Search, split_off
from clew.core.probing import SHARE, Probes, least
from clew.core.sharing import SHARES, SLICE, Sharing, WholeTrees, note
from clew.core.walk import FRUITLESS_WORK, EngineWalk
from clew.state.counters import Counters, Learned

if TYPE_CHECKING:
    from clew.core.neighbourhoods import Neighbourhoods


def learned_by(searches: Iterable[Learning]) -> Learned:
    """The nogoods that some searches have learned, together."""
    return Learned(
        *map(sum, zip(*[(one.learned, one.literals, one.jumped, one.runs) for one in searches], strict=True))
    )


class _Turns(NamedTuple):
    """Searches of neighbourhoods and from below, what counts them, the search beside them, and its work before."""

    near: Neighbourhoods | None
    probes: Probes
    counters: Counters
    beside: Search
    before: int


class Exchange:
    """Searches that give each other the limit of the objective and short nogoods, between two slices of each.

    A nogood may follow from the limit, so no search has one without the other.

    Args:
        walk: how the engine walks.

    Attributes:
        has_strengthened: whether some runs propagate more.
        is_over: whether these have shown that no solution is better than the best one.
    """

    def __init__(self, walk: EngineWalk) -> None:
        self._walk = walk
        self.has_strengthened = self.is_over = False
        self._limit: int | None = None
        self._known: list[tuple[Any, ...]] = []  # a better solution of which neighbourhoods do not know
        self._turns: _Turns | None = None
        self._waiting: dict[Learning, bytes] = {}  # nogoods that a search has not taken yet
        self._lock = Lock()

    @property
    def least(self) -> int | None:
        """The least that the objective may be, as far as searches from below know."""
        return self._turns and self._turns.probes.bound

    def counting(self, searches: list[Any]) -> list[Any]:
        """The searches and what counts the nodes of neighbourhoods and of searches from below."""
        return searches if self._turns is None else [*searches, self._turns.counters]

    def join(self, learner: Learning) -> Learning:
        """Have a search that learns take part, with an order of its own if it is not the first."""
        if self._waiting:
            learner.vary(len(self._waiting))
        self._waiting[learner], learner.shares = b"", True
        return learner

    def beside(self, given: list[tuple[int, int]]) -> WholeTrees[Any]:
        """Searches of the whole tree beside one that is divided: some learn, and for few solutions one restarts.

        Args:
            given: the given values, which a search that learns may have more of.
        """
        from clew.core.turns import begun, learner_of, near_of, pays  # small searches do not come to that

        walk, lasting = self._walk, list[Learning]()

        def make(first: Search) -> list[Search]:
            if walk.learns:  # the tree of a search that learns is not divided: all search it, in orders of their own
                return [first, *[self.join(walk.search(given)) for _ in range(1, walk.jobs)]]
            restarting = [first if first.restarts else walk.search(given, restarts=True)] if walk.bound is None else []
            if (found := learner_of(walk)) is None:
                return restarting
            other, learner, assumed, around = found
            if walk.bound is not None:
                counters = Counters()
                near = near_of(other.compiled, assumed, around, counters, self._known)
                below = lambda: begun(other, assumed) if pays(learner) else begun(walk, given)  # noqa: E731
                self._turns = _Turns(near, Probes(below, counters), counters, first, first.work)
            some = [self.join(one) for one in (learner, *[other.search(assumed) for _ in range(1, walk.jobs // 2)])]
            lasting.extend(some if assumed != given else ())
            return [*some, *restarting]

        return WholeTrees(
            lambda search: walk.learns or walk.is_hard(search) or (walk.bound is None and search.work > FRUITLESS_WORK),
            make,
            lambda search: (
                not walk.learns and isinstance(search, Learning) and search not in lasting and not pays(search)
            ),
        )

    def searched(self, search: Search) -> tuple[list[tuple[Any, ...]], bool]:
        """Have a search go on for a slice: the solutions that it finds, and whether it is over."""
        if self.is_over:
            return [], True  # all results that have not arrived yet still do
        if (rows := self._turned(search)) is not None:
            return rows, False
        with self._lock:
            if self._limit is not None and (search.limit is None or self._limit < search.limit):
                search.limit = self._limit
            if isinstance(search, Learning) and self._waiting[search]:
                search.take(self._waiting[search])
                self._waiting[search] = b""
        why = search.run(SLICE // SHARES, search.found + 1)
        if why == STRENGTHENS:
            self.has_strengthened |= self._walk.strengthen(search)
        self._improved(rows := search.fetch(self._walk.compiled.values), search.limit)
        if isinstance(search, Learning) and (new := search.give()):
            with self._lock:
                for other in self._waiting:
                    self._waiting[other] += new if other is not search else b""
        return rows, why == EXHAUSTED

    def _turned(self, search: Search) -> list[tuple[Any, ...]] | None:
        """The better solutions of neighbourhoods or of a search from below; None if they have no turn now."""
        if self._turns is None or search is not self._turns.beside:
            return None
        near, probes, _, _, before = self._turns
        with self._lock:
            known, limit = self._known[:], self._limit
            self._known.clear()
        if near is not None:
            near.know(known, limit)
            if near.begins and near.work < search.work - before:
                self._improved(rows := near.searched(), near.limit)
                return rows
        probes.know(search.bound, least(limit, search.limit))
        if not probes.begins or probes.work >= (search.work - before) // SHARE:
            return None
        self._improved(rows := probes.searched(), probes.limit)
        self.is_over = probes.is_over
        return rows

    def _improved(self, rows: list[tuple[Any, ...]], limit: int | None) -> None:
        """Tell all searches of the solutions that one of them has found, and of the limit that follows."""
        with self._lock:
            if limit is not None and (self._limit is None or limit < self._limit):
                self._limit = limit
                self._known[:] = rows[-1:] or self._known


def together(walk: EngineWalk, counters: Counters, given: list[tuple[int, int]]) -> Iterator[list[tuple[Any, ...]]]:
    """The solutions that several threads find; half of them, or one, may learn from dead ends after some time.

    Args:
        walk: how the engine walks.
        counters: the counters of all.
        given: the given values.
    """
    exchange = Exchange(walk)
    counters.kernel = "compiled"
    first = walk.search(given, restarts=walk.restarting.at_once)
    if walk.learns:
        exchange.join(first)
    beside = exchange.beside(given) if walk.learns or walk.learning is not None else None
    sharing = Sharing(first, partial(walk.search, given), exchange.searched, split_off, walk.jobs, beside)
    searches, failures, levels = sharing.searches, counters.failures, counters.nodes_per_level[:]
    counters.position = lambda: (sum(one.behind for one in searches if type(one) is Search and not one.restarts), 0)
    try:
        for rows in sharing.results(walk.clock):
            note(counters, exchange.counting(searches), failures, levels)
            counters.strengthened |= exchange.has_strengthened
            for search in searches:
                if search is searches[0] or isinstance(search, Learning):  # the others know the bounds of subtrees
                    walk.note(counters, search)
            if learners := [search for search in searches if isinstance(search, Learning)]:
                counters.learned = learned_by(learners)
            counters.raise_bound(exchange.least, walk.bound)
            yield rows
    finally:
        note(counters, exchange.counting(searches), failures, levels)

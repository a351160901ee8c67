"""A walk of the engine: a search in slices of work, between which limits and Ctrl-C are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat, zip_longest
from operator import sub
from typing import TYPE_CHECKING, Any, Final

from clew.core import LEARNED, ORDERS
from clew.core._engine import (
    EXHAUSTED,
    PAUSED,
    RATIONED,
    STRENGTHENS,
    WEIGHTED,
    Learning,
    Phases,
    Program,
    Search,
    learning_program,
)
from clew.core.compiler import Compiled
from clew.limits import resident
from clew.outcome import Clock, LimitReached, Status
from clew.records import frozen
from clew.state.counters import Counters, Learned
from clew.state.thresholds import FEW, FIRST_CUTOFF, GROWTH, PROOF, SLOW, SLOW_MAKING

if TYPE_CHECKING:
    from clew.core.neighbourhoods import Surroundings

SLICE: Final = 50_000
"""Units of work after which the engine comes back: about 10 ms."""

STRONG_EVERY: Final = 2
"""One run in so many maintains arc consistency, if no level was named."""

RESTARTS: Final = FIRST_CUTOFF, GROWTH, PROOF, STRONG_EVERY  # see `Search`

FRUITLESS_WORK: Final = 200_000
"""Units of work without another solution after which a search for the first few leaves its order for restarts."""

DEAD_ENDS: Final = 2000
"""Dead ends of a search for one answer after which another one, which learns from them, begins beside it."""

Batch = tuple[dict[Any, int], list[tuple[Any, ...]]]
"""The place of each variable, and tuples of values."""


@frozen(eq=False)
class Ordering:
    """How the engine branches.

    Attributes:
        name: the name of the variable ordering.
        last_first: whether values are tried from the last to the first.
        shuffles: whether values are tried in any order.
        key: the seed of random orderings.
        backward: the variables whose values are tried the other way round.
        near: for each variable the numbers of its neighbours, if the ordering needs them.
        phases: which variables come first, and how, if anything is said of that.
    """

    name: str
    last_first: bool = False
    shuffles: bool = False
    key: int = 0
    backward: Sequence[int] = ()
    near: Sequence[list[int]] = ()
    phases: Phases | None = None


@frozen(eq=False)
class RestartRule:
    """Whether the engine gives up and restarts; then a solution may come twice.

    Attributes:
        at_once: whether it restarts from the beginning on.
        is_patient: whether it does so only if no other solution comes for too long.
        seed: of the values that some runs draw after a restart; None to keep their order.
        strong: makes the program for the runs that propagate more, or gives None; None if there are no such runs.
        making: about how much work it is to make that program.
    """

    at_once: bool = False
    is_patient: bool = False
    seed: int | None = None
    strong: Callable[[], Program | None] | None = None
    making: int = 0


@frozen(eq=False)
class Wanted:
    """The solutions that are wanted.

    Attributes:
        most: how many; -1 for all.
        one_by_one: whether each is searched for when it is asked for.
        lazy: whether only as many are searched for ahead as have been asked for.
    """

    most: int = -1
    one_by_one: bool = False
    lazy: bool = False


@frozen(eq=False)
class EngineWalk:
    """How the engine walks a tree.

    Attributes:
        compiled: the program.
        ordering, restarting, wanted: how it branches, whether it restarts, and the solutions that are wanted.
        nodes: how many nodes may be entered; None for any number.
        clock: when the time is up.
        begin: the values left of each variable at the node at which it begins, as bits, and the variables decided
            there; None for the root.
        bound: from the least that the sum may be that is made small, to the bound of the objective; None for none.
        limit: the most that the sum may be that is made small; None for any.
        learns: whether it learns from dead ends, in any order of the variables.
        learning: makes the program of such a search beside it, the places that it assumes, and parts of neighbourhoods.
        jobs: how many threads search; with more than one for the best solution or a few, in any order.
    """

    compiled: Compiled
    ordering: Ordering
    restarting: RestartRule
    wanted: Wanted
    nodes: int | None
    clock: Clock | None
    begin: tuple[list[int], list[int]] | None = None
    bound: Callable[[int], Any] | None = None
    limit: int | None = None
    jobs: int = 1
    learns: bool = False
    learning: Callable[[], tuple[Compiled, list[tuple[int, int]], Surroundings | None] | None] | None = None

    def batches(self, counters: Counters, given: list[tuple[int, int]]) -> Iterator[Batch]:
        """The solutions, some at a time, in the order of the search."""
        for rows in self._alone(counters, given) if self.jobs == 1 else self._together(counters, given):
            if rows:
                yield self.compiled.places, rows

    def _alone(self, counters: Counters, given: list[tuple[int, int]]) -> Iterator[list[tuple[Any, ...]]]:
        """The solutions of a search, and of one that learns beside it, once there were enough dead ends."""
        known: list[tuple[Any, ...]] = []
        for search in (runs := self._runs(counters, given, counts=False)):
            yield (rows := search.fetch(self.compiled.values))
            known = rows or known
            if self.learning is not None and self.is_hard(search):
                from clew.core.turns import in_turns  # few searches come to so many

                yield from in_turns(self, search, runs, counters, given, known)
                return

    def _together(self, counters: Counters, given: list[tuple[int, int]]) -> Iterator[list[tuple[Any, ...]]]:
        """The solutions that several threads find: each improvement tightens the bound of all."""
        from clew.core.portfolio import together

        return together(self, counters, given)

    def is_hard(self, search: Search) -> bool:
        """Whether a search has come to so many dead ends that another one may learn beside it."""
        making, few = self.restarting.making, 1 if LEARNED.get() else DEAD_ENDS
        few = min(few, FEW) if search.work > max(SLOW, SLOW_MAKING * making) else few
        return search.failures >= few and search.work > making

    def counts(self, counters: Counters, given: list[tuple[int, int]]) -> Iterator[int]:
        """The numbers of solutions, part by part."""
        known = 0
        for search in self._runs(counters, given, counts=True):
            found, known = search.found - known, search.found
            yield found

    def _runs(self, counters: Counters, given: list[tuple[int, int]], *, counts: bool) -> Iterator[Search]:
        """The search, whenever it comes back; if nothing comes of it, the one that restarts."""
        counters.kernel = "compiled"
        search = self.search(given, counts=counts, restarts=self.restarting.at_once, nodes=self.nodes)
        yield from self.run(search, counters, is_patient=self.restarting.is_patient)
        if search.why != PAUSED:
            return
        nodes = None if self.nodes is None else self.nodes - sum(counters.nodes_per_level)
        search = self.search(given, counts=counts, restarts=True, nodes=nodes)
        yield from self.run(search, counters)

    def search(
        self, given: list[tuple[int, int]], *, counts: bool = False, restarts: bool = False, nodes: int | None = None
    ) -> Any:
        """A search of the engine, which has not begun."""
        ordering, restarting = self.ordering, self.restarting
        search = (Learning if self.learns else Search)(
            learning_program(self.compiled.program) if self.learns else self.compiled.program,
            given,
            WEIGHTED if restarts else ORDERS[ordering.name],
            ordering.last_first,
            counts,
            nodes=-1 if nodes is None else nodes,
            restarts=RESTARTS if restarts else None,
            seed=restarting.seed,
            backward=ordering.backward,
            near=list(ordering.near),
            key=ordering.key,
            shuffles=ordering.shuffles,
            phases=ordering.phases,
        )
        search.strengthens = restarts and restarting.strong is not None
        return self._prepared(search)

    def _prepared(self, search: Search) -> Search:
        """A search with its limit, the node at which it begins, and the room that its nogoods may take."""
        if self.limit is not None:
            search.limit = self.limit
        if self.begin is not None:
            search.begin_at(*self.begin)
        if isinstance(search, Learning) and self.clock is not None and self.clock.memory is not None:
            spare = max(0, self.clock.memory - resident())
            search.room = spare // (4 * self.jobs)  # a growing list has two copies for a while
        return search

    def _until(self, search: Search) -> int:
        """At how many solutions a search comes back; -1 for all."""
        wanted = self.wanted
        if wanted.one_by_one or search.restarts:
            return search.found + 1
        if not wanted.lazy:
            return wanted.most
        twice = max(1, 2 * search.found)
        return twice if wanted.most < 0 else min(twice, wanted.most)

    def run(self, search: Search, counters: Counters, *, is_patient: bool = False) -> Iterator[Search]:
        """A search, whenever it comes back; a patient one ends if no other solution comes for too long.

        Raises:
            LimitReached: a limit struck.
        """
        failures, levels, fruitless = search.failures, search.nodes_per_level, 0
        # A run that may give up is no part of one walk.
        counters.position = None if search.restarts or self.learns else lambda: (search.behind, 0)
        while True:
            before = search.found
            try:
                why = search.run(SLICE, self._until(search))
            except Exception:
                yield search  # what was found before a function of the caller's raised
                raise
            finally:
                counters.failures += search.failures - failures
                entered = map(sub, own := search.nodes_per_level, chain(levels, repeat(0)))  # since it came back last
                counters.nodes_per_level[:] = map(sum, zip_longest(counters.nodes_per_level, entered, fillvalue=0))
                failures, levels = search.failures, own
            fruitless = 0 if search.found > before else fruitless + SLICE
            self.note(counters, search)
            yield search
            if why == EXHAUSTED or (0 <= self.wanted.most <= search.found and not search.restarts):
                return
            if why == STRENGTHENS:
                counters.strengthened |= self.strengthen(search)
            self.check_limits(why)
            if is_patient and fruitless > FRUITLESS_WORK:
                return

    def note(self, counters: Counters, search: Search) -> None:
        """Note the bound of the objective, and the nogoods that were learned."""
        if isinstance(search, Learning):
            counters.learned = Learned(search.learned, search.literals, search.jumped, search.runs)
        if self.bound is not None:
            counters.raise_bound(search.bound, self.bound)

    def strengthen(self, search: Search) -> bool:
        """Give a search the program that propagates more, if making it takes no longer than the search has taken."""
        strong, pays = self.restarting.strong, search.work > self.compiled.program.ruling_work + self.restarting.making
        made = strong() if strong is not None and pays else None
        search.strengthen(made)
        return made is not None

    def check_limits(self, why: int) -> None:
        """See to it that a search has not used up its nodes or its time.

        Raises:
            LimitReached: it has.
        """
        if why == RATIONED:
            raise LimitReached(Status.NODE_LIMIT)
        if self.clock is not None and self.clock.is_up():
            raise LimitReached(Status.TIME_LIMIT)


def stronger(own: Compiled, other: Callable[[], Compiled | str]) -> Program | None:
    """A program for the runs that propagate more; None if it has no form, or would propagate no more.

    Args:
        own: the program of the search.
        other: makes the one for the stronger level.
    """
    made = "" if own.program.has_intervals else other()  # of these the other has every value
    if isinstance(made, str):
        return None
    made.program.close()
    return made.program if made.program.is_stronger else None

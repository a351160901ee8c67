"""The searches of a worker.

A worker is given some subtrees at a time and searches one after the other, with the kernel that runs the whole search
otherwise. The result of each is a value: a worker raises nothing for an error in a subtree.
"""

from __future__ import annotations

import os
import platform
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, Final

import attrs

from clew.constraints.objectives import most_after
from clew.limits import Stop, limited
from clew.outcome import Clock, LimitReached, Limits, Status
from clew.planning.deriving import below, branching, within
from clew.planning.plan import Plan
from clew.planning.walking import Folding, Walk
from clew.scale.parallel.board import ProgressBoard, Standing
from clew.scale.parallel.clock import SubtreeClock, SubtreeTimedOut, SubtreeTooLarge, watched
from clew.scale.parallel.results import Failed, Report, TaskTerms, TooLarge, Unfinished
from clew.scale.parallel.subtree import Subtree, SubtreeResult
from clew.scale.parallel.work import Work
from clew.solution import Solution
from clew.state.counters import Counters
from clew.state.state import DEAD_END
from clew.strategies import Strategy

REPEATS: Final = 3
"""A count that knows more than one node in so many from equal ones is worth more in one piece."""

_over: ContextVar[Stop | None] = ContextVar("over", default=None)
"""Set when the run is over for which this thread works; None if nothing else says so."""

_board: ProgressBoard | None = None
"""The board of the workers of a pool; None outside of one."""


def begin_in_pool(board: ProgressBoard) -> None:
    """Let this process write on a board how far it is."""
    global _board
    _board = board


@contextmanager
def works_until(over: Stop) -> Iterator[None]:
    """Meanwhile this thread works for a run, until an event is set."""
    token = _over.set(over)
    try:
        yield
    finally:
        _over.reset(token)


def stops_here() -> tuple[Stop, ...]:
    """The event that ends the work of this thread, if it works for a run of another process."""
    over = _over.get()
    return () if over is None else (over,)


def search_some(work: Work, subtrees: Sequence[Subtree], terms: TaskTerms) -> list[Report]:
    """Search subtrees one after the other: as many as fit into the time, and one at least."""
    began = time.perf_counter()
    results: list[Report] = []
    before = Standing()
    for subtree in subtrees:
        result = search_one(work, subtree, terms, began + terms.seconds, before)
        results.append(result)
        if isinstance(result, SubtreeResult):
            before += Standing(float(subtree.weight), result.nodes, result.solutions * subtree.multiplicity)
        if isinstance(result, Unfinished) or (isinstance(result, Failed) and not terms.keep_going):
            break
        if time.perf_counter() - began > terms.slice:
            break
    return results


def search_one(work: Work, subtree: Subtree, terms: TaskTerms, until: float, before: Standing | None = None) -> Report:
    """Search a subtree.

    Args:
        work: the search.
        subtree: the subtree.
        terms: how far to go.
        until: the end of the run, by `time.perf_counter`.
        before: the progress of the same task before.
    """
    search = _SubtreeSearch(work, subtree, terms, until, before or Standing())
    try:
        with limited(Clock(until, stops=search.stops).look):
            search.run()
    except SubtreeTooLarge:
        return TooLarge(search.result(), search.repeats)
    except SubtreeTimedOut:
        return Failed(subtree, None)
    except (LimitReached, KeyboardInterrupt) as end:
        if isinstance(end, LimitReached) and end.status is Status.NODE_LIMIT:
            return TooLarge(search.result())
        return Unfinished(search.result(), end.status if isinstance(end, LimitReached) else Status.INTERRUPTED)
    except Exception as error:
        trace = "".join(traceback.format_exception(error))
        if subtree.key != (0, ()):
            error.add_note(f"in subtree {subtree.name}, which the option subtree={subtree.name!r} searches alone")
        return Failed(subtree, error, trace)
    result = search.result()
    return TooLarge(result, search.repeats) if search.is_too_large(result) else result


class _SubtreeSearch:
    """The search of one subtree."""

    def __init__(self, work: Work, subtree: Subtree, terms: TaskTerms, until: float, before: Standing) -> None:
        self.work, self.subtree, self.terms, self.before = work, subtree, terms, before
        self.began = time.perf_counter()
        self.taken: list[Solution[Any, Any]] = []
        self.number = 0
        self.is_divisible = self.exhausted = False
        self.stops: tuple[Stop, ...] = (work.stops, *work.tokens, *stops_here())
        self.clock = SubtreeClock(self.stops, terms, until, self._write)
        self.walk: Walk | None = None

    def run(self) -> None:
        """Search it."""
        work = self.work
        plan = self._plan()
        self.walk = walk = Walk(work.problem, {"verify": work.options.get("verify")}, plan=plan)
        if not self.is_divisible or self.terms.nodes is None:
            work.here = walk.counters, float(self.subtree.weight)
        self.clock.observe(walk.counters, self.terms.nodes if self.is_divisible else None)
        try:
            if work.lists:
                self._list(walk)
            else:
                for number in walk.counts():
                    self.number += number
                    if self.has_enough:
                        break
            self.exhausted = not self.has_enough
        finally:
            walk.close()
            self.number += walk.counters.unreported

    def _plan(self) -> Plan:
        """The plan of the subtree, with its clock."""
        work, tree = self.work, self.work.tree()
        if work.strategy is not None:
            work.know(work.strategy.empty())  # on the way, no node is hopeless
        root = tree.state(self.subtree)
        self.is_divisible = root is not DEAD_END and tree.may_cut(root)
        plan = branching(below(tree.plan, root), lambda branch: watched(branch, self.clock))
        plan = attrs.evolve(plan, clock=self.clock)
        if plan.target is not None and (known := solutions_of(work, self.terms.known)):
            plan = attrs.evolve(plan, limit=most_after(plan.target, known[0]))
        if (left := self.terms.left) is not None:
            plan = within(plan, Limits(nodes=left))
        if (path := plan.steps().path) is not None:
            path.clear()
        return plan

    def _write(self) -> None:
        """Write how far this task is."""
        walk, subtree = self.walk, self.subtree
        if walk is None or self.work.here[0] is walk.counters:
            return  # `Frontier` reads these counters themselves
        position = walk.counters.position
        behind, pending = (0.0, 0) if position is None else position()
        found = (self.number + pending) * subtree.multiplicity
        standing = Standing(float(subtree.weight) * behind, sum(walk.counters.nodes_per_level), found)
        (_board or self.work.board).write(self.terms.task, self.before + standing)

    @property
    def has_enough(self) -> bool:
        """Whether more solutions would change nothing."""
        return self.work.most is not None and self.number >= self.work.most

    def _list(self, walk: Walk) -> None:
        work, strategy = self.work, self.work.strategy
        room = self.terms.solutions if self.is_divisible and not work.folds else None
        folding, before = (None, []) if strategy is None else self._known(strategy)
        try:
            for solution in walk.solutions():
                self.number += 1
                if folding is not None:
                    folding.add(solution, self.number)
                    work.know(folding.result)
                if not work.folds:
                    self.taken.append(solution)
                if self.has_enough:
                    break
                if room is not None and self.number > room:
                    raise SubtreeTooLarge
        finally:  # solutions are kept, whatever ends the search
            if folding is not None and work.folds:
                found = folding.strategy.witnesses(folding.result) or []
                self.taken = [s for s in found if not any(s is other for other in before)]

    def _known(self, strategy: Strategy[Any]) -> tuple[Folding, list[Solution[Any, Any]]]:
        """The strategy with its result from earlier subtrees, and the solutions that it has from there."""
        folding = Folding(strategy, strategy.empty(), reports=False)
        before = solutions_of(self.work, self.terms.known)
        for solution in before:
            folding.add(solution, 0)
        self.work.know(folding.result)
        return folding, before

    @property
    def repeats(self) -> bool:
        """Whether it is a count, much of which was known from equal parts."""
        counters = None if self.walk is None or self.work.lists else self.walk.counters
        return counters is not None and counters.repeated * REPEATS > sum(counters.nodes_per_level) - counters.below

    def is_too_large(self, result: SubtreeResult) -> bool:
        """Whether it is to be cut again."""
        return self.is_divisible and self.terms.nodes is not None and result.nodes > self.terms.nodes

    def result(self) -> SubtreeResult:
        """Its result until now."""
        counters = Counters([]) if self.walk is None else self.walk.counters
        levels = [0] * len(self.subtree.path) + counters.nodes_per_level
        while levels and not levels[-1]:
            levels.pop()
        return SubtreeResult(
            self.subtree,
            tuple(levels),
            counters.failures,
            self.number,
            [values_of(self.work, s) for s in self.taken] if self.work.lists else self.number,
            self.exhausted,
            time.perf_counter() - self.began,
            counters.kernel or (self.walk.plan.method.name if self.walk else ""),
            worker_name(),
        )


def values_of(work: Work, solution: Solution[Any, Any]) -> Any:
    """A solution as a worker returns it: its values, or a dictionary if not all variables are declared."""
    return solution.row() if tuple(solution) == tuple(work.places) else dict(solution)


def solutions_of(work: Work, payload: Sequence[Any]) -> list[Solution[Any, Any]]:
    """The solutions that a worker returned."""
    if not payload:  # the search may have ended before its problem was declared
        return []
    if all(type(some) is tuple for some in payload):
        return Solution.placed(work.problem, work.places, payload)
    return [
        Solution(work.problem, some if isinstance(some, dict) else dict(zip(work.places, some, strict=True)))
        for some in payload
    ]


def worker_name() -> str:
    """The name of this process: its host and its number."""
    return f"{_host()}:{os.getpid()}"


@cache
def _host() -> str:
    return platform.node() or "localhost"

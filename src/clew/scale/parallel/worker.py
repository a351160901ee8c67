"""The searches of a worker.

A worker is given some subtrees at a time and searches one after the other, with the kernel that runs the whole search
otherwise. The result of each is a value: a worker raises nothing for an error in a subtree.
"""

from __future__ import annotations

import os
import platform
import time
import traceback
from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any, Final

import attrs

from clew.limits import Stop, limited
from clew.outcome import Clock, LimitReached, Limits, Status
from clew.planning.deriving import below, branching, limit_after, within
from clew.planning.loop_steps import timed
from clew.planning.plan import Plan
from clew.planning.walking import Folding, Walk, status_of
from clew.scale.parallel.limits import ProgressBoard, Standing, SubtreeClock
from clew.scale.parallel.processes import STOPS
from clew.scale.parallel.subtree import Failed, Report, Subtree, SubtreeResult, TaskTerms
from clew.scale.parallel.work import Work
from clew.solution import AnySolution, Solution
from clew.state.state import DEAD_END

REPEATS: Final = 3
"""A count that knows more than one node in so many from equal ones is worth more in one piece."""

BOARD: Final[ContextVar[ProgressBoard | None]] = ContextVar("board", default=None)
"""The board of the workers of a pool; None outside of one."""


def search_some(work: Work, subtrees: Sequence[Subtree], terms: TaskTerms) -> list[Report]:
    """Search subtrees one after the other: as many as fit into the time, and one at least."""
    began = time.perf_counter()
    reports: list[Report] = []
    before = Standing()
    for subtree in subtrees:
        report = search_one(work, subtree, terms, began + terms.seconds, before)
        reports.append(report)
        if isinstance(report, Failed):
            if not terms.keep_going:
                break
        elif report.status is Status.COMPLETE:
            before += Standing(float(subtree.weight), report.nodes, report.found)
        elif report.status is not Status.NODE_LIMIT:
            break
        if time.perf_counter() - began > terms.slice:
            break
    return reports


def search_one(work: Work, subtree: Subtree, terms: TaskTerms, until: float, before: Standing | None = None) -> Report:
    """Search a subtree.

    Args:
        work: the search.
        subtree: the subtree.
        terms: how far to go.
        until: the end of the run, by `time.perf_counter`.
        before: the progress of the same task before.
    """
    search, status = _SubtreeSearch(work, subtree, terms, until, before or Standing()), Status.COMPLETE
    try:
        with limited(Clock(until, stops=search.stops).look):
            search.run()
    except (LimitReached, KeyboardInterrupt) as end:
        status = status_of(end)
    except Exception as error:
        trace = "".join(traceback.format_exception(error))
        if subtree.key != (0, ()):
            error.add_note(f"in subtree {subtree.name}, which the option subtree={subtree.name!r} searches alone")
        return Failed(subtree, error, trace)
    return Failed(subtree, None) if status is Status.FAILED else search.result(status)


class _SubtreeSearch:
    """The search of one subtree."""

    def __init__(self, work: Work, subtree: Subtree, terms: TaskTerms, until: float, before: Standing) -> None:
        self.work, self.subtree, self.terms, self.before = work, subtree, terms, before
        self.began = time.perf_counter()
        self.taken: list[AnySolution] = []
        self.number = 0
        self.is_divisible = self.exhausted = False
        self.stops: tuple[Stop, ...] = (work.stops, *work.tokens, *STOPS.get())
        self.clock = SubtreeClock(self.stops, terms, until, self._write)
        self.walk: Walk | None = None

    def run(self) -> None:
        """Search it.

        Raises:
            LimitReached: it has more nodes, or more solutions, than it may, its time is up, or the run is over.
        """
        work, known = self.work, solutions_of(self.work, self.terms.known)
        plan = self._plan(known)
        self.walk = walk = Walk(work.problem, {"verify": work.options.get("verify")}, plan=plan)
        self.clock.counters = walk.counters
        if self.is_divisible and self.terms.nodes is not None:
            self.clock.nodes = self.terms.nodes
        else:
            work.here = walk.counters, float(self.subtree.weight)
        try:
            if work.lists:
                self._list(walk, known)
            else:
                for number in walk.counts():
                    self.number += number
                    if self.has_enough:
                        break
            self.exhausted = not self.has_enough
        finally:
            walk.close()
            self.number += walk.counters.unreported
        self.clock.check_size()

    def _plan(self, known: list[AnySolution]) -> Plan:
        """The plan of the subtree, with its clock, once solutions are known from earlier subtrees."""
        work, tree = self.work, self.work.tree()
        if work.strategy is not None:
            work.know(work.strategy.empty())  # on the way, no node is hopeless
        root = tree.state(self.subtree)
        self.is_divisible = root is not DEAD_END and tree.may_cut(root)
        plan = branching(below(tree.plan, root), lambda branch: timed(branch, self.clock, by_nodes=True))
        plan = attrs.evolve(plan, clock=self.clock)
        if plan.target is not None and known:
            plan = attrs.evolve(plan, limit=limit_after(plan, known[0]))
        if (left := self.terms.left) is not None:
            plan = within(plan, Limits(nodes=left))
        if (path := plan.steps().path) is not None:
            path.clear()
        return plan

    def _write(self) -> None:
        """Write how far this task is."""
        counters, subtree = self.clock.counters, self.subtree
        if self.work.here[0] is counters:
            return  # `Frontier` reads these counters themselves
        behind, pending = (0.0, 0) if counters.position is None else counters.position()
        found = (self.number + pending) * subtree.multiplicity
        standing = Standing(float(subtree.weight) * behind, sum(counters.nodes_per_level), found)
        (BOARD.get() or self.work.board).write(self.terms.slot, self.before + standing)

    @property
    def has_enough(self) -> bool:
        """Whether more solutions would change nothing."""
        return self.work.most is not None and self.number >= self.work.most

    def _list(self, walk: Walk, known: list[AnySolution]) -> None:
        work, strategy = self.work, self.work.strategy
        room = self.terms.solutions if self.is_divisible and not work.folds else None
        folding = None if strategy is None else Folding(strategy, strategy.empty(), reports=False)
        if folding is not None:
            for solution in known:
                folding.add(solution, 0)
            work.know(folding.result)
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
                if room and self.number > room:
                    raise LimitReached(Status.NODE_LIMIT)
        finally:  # solutions are kept, whatever ends the search
            if folding is not None and work.folds:
                found = folding.strategy.witnesses(folding.result) or []
                self.taken = [s for s in found if not any(s is other for other in known)]

    def result(self, status: Status) -> SubtreeResult:
        """Its result when it ended so."""
        counters = self.clock.counters
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
            status,
            not self.work.lists and counters.repeated * REPEATS > sum(counters.nodes_per_level) - counters.below,
        )


def values_of(work: Work, solution: AnySolution) -> Any:
    """A solution as a worker returns it: its values, or a dictionary if not all variables are declared."""
    return solution.row() if tuple(solution) == tuple(work.places) else dict(solution)


def solutions_of(work: Work, payload: Sequence[Any]) -> list[AnySolution]:
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
    return f"{platform.node() or 'localhost'}:{os.getpid()}"

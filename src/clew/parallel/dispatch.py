"""A run of subtrees: handing them out, and gathering their results.

Subtrees are handed out in search order, some at a time, and their results noted in a journal. A task that is lost is
handed out again; a result that comes twice counts once. Results are given in search order, so the answer is that of
one search, with any number of workers of any speed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from itertools import islice
from typing import Any, Final

import attrs

from clew.errors import OptionError, ProblemError
from clew.limits import resident
from clew.options import Cutting
from clew.origins import place
from clew.outcome import LimitReached, Limits, Status
from clew.parallel.board import Standing
from clew.parallel.cutting import budget, cut
from clew.parallel.frontier import Frontier
from clew.parallel.pool import Processes, WorkerPool
from clew.parallel.results import Failed, Result, Terms, TooLarge, Unfinished
from clew.parallel.subtree import Key, Part, Subtree
from clew.parallel.work import Work
from clew.parallel.worker import search_one, search_some

TICK: Final = 0.1
"""Seconds between two looks at the limits."""

BATCH: Final = 32
"""Subtrees in a task, at most."""

PENDING: Final = 2**20
"""Solutions that may wait for those before them; beyond, only the subtrees that they wait for are handed out."""

GRACE: Final = 5.0
"""Seconds in which a worker that is overdue may still answer: it finishes others first, and has to be heard."""


def batch_size(number: int, size: int) -> int:
    """How many subtrees to put into a task: fewer towards the end, so that none of the workers waits long for another.

    Args:
        number: the subtrees that are open.
        size: how many work at a time.
    """
    return max(1, min(BATCH, number // (4 * size)))


@attrs.define(eq=False)
class Task:
    """The subtrees that a worker was given.

    Attributes:
        subtrees: those to search.
        number: its number in the run, from 1.
        began: when it was first seen to run: until then it may wait for others, as in an executor that is shared.
    """

    subtrees: tuple[Subtree, ...]
    number: int
    began: float = math.inf


@attrs.frozen
class Policy:
    """The limits of a run, and how it treats its subtrees.

    Attributes:
        limits: when to stop.
        in_order: whether results are wanted in search order.
        keep_going: whether to go on behind a subtree that failed.
        each: the seconds for one subtree.
        cutting: how to cut.
        divides: whether a subtree that is too large is cut again.
    """

    limits: Limits
    in_order: bool = True
    keep_going: bool = False
    each: float = math.inf
    cutting: Cutting = attrs.field(factory=Cutting)
    divides: bool = True


class Run:
    """A run.

    A limit on nodes gives the first so many nodes in search order, with any number of workers. A subtree that reaches
    the limit is held until all before it are merged. Then it is known how many nodes are left for it: it is searched
    just as far, or cut if that is far. A run that is kept ends before a subtree that the limit would cut through,
    because only whole subtrees are kept; it cuts that one, so that the next run gets further.

    Args:
        work: the search.
        pool: the workers.
        frontier: the state of the subtrees.
        policy: limits, and how subtrees are treated.
        until: when it must end, by `time.perf_counter`.
        is_kept: whether a later run may go on from its journal.

    Attributes:
        known: the strategy's knowledge from the subtrees that were merged, as a worker returns it.
    """

    def __init__(
        self, work: Work, pool: WorkerPool, frontier: Frontier, policy: Policy, until: float, *, is_kept: bool = False
    ) -> None:
        self.work, self.pool, self.frontier = work, pool, frontier
        self.policy, self.until, self.is_kept = policy, until, is_kept
        self.known: list[Any] = []
        self._suspects: list[Subtree] = []
        self._attempts: dict[Key, int] = {}
        self._tasks: dict[Future[list[Result]], Task] = {}
        self._latest = 0  # the number of the latest task
        self._held: dict[Key, Part] = {}
        self._kept: set[Key] = set()  # what an earlier run has searched: it does not count for a limit on nodes
        self._entered = self._cut_before = 0  # nodes in what this run has given, and above what an earlier one left
        self._hung: list[Future[list[Result]]] = []  # overdue, with workers that cannot be killed
        self._stirred = time.perf_counter()  # when a task last began or ended
        self._has_results = False
        self._is_alone = False

    def parts(self, finished: Iterable[Part], *, resumed: bool = False) -> Iterator[Part]:
        """The results of all subtrees, in search order or, if that is not wanted, as they come.

        Args:
            finished: those that are there already.
            resumed: whether an earlier run has searched those: their nodes do not count for a limit.

        Raises:
            LimitReached: a limit on time, memory or nodes struck.
            KeyboardInterrupt: by Ctrl-C.
            Exception: any that a subtree raised, unless the run goes on.
        """
        frontier = self.frontier
        frontier.begin()
        frontier.under_way = self._under_way
        for part in finished:
            frontier.add(part)
            if resumed:
                self._kept.add(part.subtree.key)
        if resumed:
            self._cut_before = sum(frontier.expanded(None).nodes_per_level)
        yield from self._given()
        while frontier.open:
            if self.left(min(frontier.open)) == 0:
                raise LimitReached(Status.NODE_LIMIT)
            self._hand_out()
            self._gather()
            self._look()
            yield from self._given()
            yield from self._settled()
        yield from self._given()

    def _under_way(self) -> Standing:
        """How far the tasks are that are under way; may be asked from any thread."""
        board = self.pool.board or self.work.board
        return board.read({self._latest, *(task.number for task in list(self._tasks.values()))})

    # -- a limit on nodes --------------------------------------------------------------------------

    def left(self, key: Key) -> int | None:
        """How many nodes a subtree may have when all before it are merged; more while some of them are not."""
        limit = self.policy.limits.nodes
        if limit is None:
            return None
        above = sum(self.frontier.expanded(key).nodes_per_level) - self._cut_before
        return max(0, limit - self._entered - above)

    def _given(self) -> Iterator[Part]:
        """The results that are ready, within the limit on nodes."""
        for part in self.frontier.ready():
            key, left = part.subtree.key, self.left(part.subtree.key)
            if left is not None and key not in self._kept:
                if part.nodes > left and self.is_kept:
                    raise LimitReached(Status.NODE_LIMIT)
                if part.nodes > left:
                    part = yield from self._cut_short(part.subtree, left)
                self._entered += part.nodes
            yield part

    def _settled(self) -> Iterator[Part]:
        """A subtree that is held and comes next is cut, or searched up to the limit."""
        for part in [part for part in self._held.values() if self.frontier.is_next(part.subtree)]:
            del self._held[part.subtree.key]
            left, budget = self.left(part.subtree.key), self._budget()
            if left is None or (budget is not None and left > budget):
                self._cut(part.subtree)
            elif self.is_kept:
                if left:
                    self._cut(part.subtree)
                raise LimitReached(Status.NODE_LIMIT)
            elif part.nodes == left:
                yield part
                raise LimitReached(Status.NODE_LIMIT)
            else:
                self.frontier.finish((yield from self._cut_short(part.subtree, left)))

    def _cut_short(self, subtree: Subtree, left: int) -> Generator[Part, None, Part]:
        """Search a subtree up to the limit on nodes, give the result, and end the run.

        Returns:
            Its result, if it ends before the limit after all: a bound has become better meanwhile.
        """
        if left:
            result = search_one(self.work, subtree, Terms(None, left=left, known=self._known()), self.until)
            if isinstance(result, Part):
                return result
            if isinstance(result, Failed):
                self.fail(result)
            elif isinstance(result, (TooLarge, Unfinished)):
                yield result.part
                if isinstance(result, Unfinished):  # for another reason, which comes first
                    raise KeyboardInterrupt if result.by_user else LimitReached(Status.TIME_LIMIT)
        raise LimitReached(Status.NODE_LIMIT)

    # -- the end ----------------------------------------------------------------------------------

    def end(self, *, keeps: bool) -> None:
        """End the tasks that are still running.

        Args:
            keeps: whether to keep the solutions found there.
        """
        self.work.stops.set()
        tasks, self._tasks = list(self._tasks), {}
        self.pool.end(tasks)
        for task in tasks if keeps else ():
            if task.done() and not task.cancelled() and task.exception() is None:
                self._remember(task.result())

    def _remember(self, results: Iterable[Result]) -> None:
        """Note results that came too late to be merged; they count if the answer is not known."""
        frontier = self.frontier
        for result in results:
            if isinstance(result, Part) and result.subtree.key in frontier.open:
                frontier.note(result)
                frontier.unfinished.append(result)
            elif isinstance(result, Unfinished) and result.part.subtree.key in frontier.open:
                frontier.unfinished.append(result.part)

    # -- tasks ------------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Give the workers as many tasks as they can take."""
        pool = self.pool
        while len(self._tasks) < max(1, pool.size + pool.ahead - len(self._hung)):
            subtrees = self._next()
            if not subtrees:
                return
            self._latest += 1
            try:
                future = pool.submit(search_some, self.work, subtrees, self._terms())
            except BrokenExecutor as error:
                self._renew(error)
                self._lost(subtrees, error)
                continue
            self._tasks[future] = Task(tuple(subtrees), self._latest)

    def _next(self) -> list[Subtree]:
        """The next subtrees to hand out; one that may have killed its worker only alone."""
        frontier = self.frontier
        self._suspects = [subtree for subtree in self._suspects if subtree.key in frontier.open]
        if self._is_alone and self._tasks:
            return []
        self._is_alone = bool(self._suspects) and self._losses(self._suspects[-1]) > self.pool.beside
        if self._suspects:
            return [] if self._is_alone and self._tasks else [self._suspects.pop()]
        if frontier.held > PENDING and self._tasks:
            return []
        return list(islice(frontier.next(), batch_size(len(frontier.open), self.pool.size)))

    def _losses(self, subtree: Subtree) -> int:
        """How often it was lost."""
        return self._attempts.get(subtree.key, 0)

    def _terms(self) -> Terms:
        policy = self.policy
        return Terms(
            self._budget(),
            policy.cutting.solutions if policy.divides else None,
            left=self.left(min(self.frontier.open)),
            task=self._latest,
            seconds=max(0.0, self.until - time.perf_counter()),
            each=policy.each,
            keep_going=policy.keep_going,
            known=self._known(),
            slice=self.pool.slice,
        )

    def _budget(self) -> int | None:
        """The nodes after which a subtree is cut again; None if that never happens."""
        return budget(self.policy.cutting, self.work.tree().plan) if self.policy.divides else None

    def _known(self) -> list[Any]:
        return self.known if self.work.bounds else []

    def _gather(self) -> None:
        """Wait for a task, and take in its results."""
        done = wait(self._tasks, timeout=TICK, return_when=FIRST_COMPLETED).done
        broken: BaseException | None = None
        for future in [task for task in self._tasks if task in done]:
            task = self._tasks.pop(future)
            self._stirred = time.perf_counter()
            error = CancelledError("cancelled") if future.cancelled() else future.exception()
            if error is None:
                self._take(task, future.result())
            elif isinstance(error, (BrokenExecutor, CancelledError)):
                self._lost(task.subtrees, error)
                broken = error if isinstance(error, BrokenExecutor) else broken
            else:
                raise error
        if broken is not None:
            self._renew(broken)

    def _take(self, task: Task, results: Sequence[Result]) -> None:
        """Take in the results of a task; subtrees that its worker had no time for are put back."""
        self._has_results = True
        seen = {result.subtree.key for result in results}
        for result in results:
            subtree = result.subtree
            if subtree.key not in self.frontier.open:
                continue  # it came before, or is not wanted any more
            if isinstance(result, Part):
                self.frontier.finish(result)
            elif isinstance(result, TooLarge):
                self.frontier.supersede(result.part)
                if self.policy.limits.nodes is None:
                    self._cut(subtree)
                else:
                    self._held[subtree.key] = result.part
            elif isinstance(result, Failed):
                self.fail(result)
            else:
                self._remember([result])
                if result.by_user:
                    raise KeyboardInterrupt
        for subtree in task.subtrees:
            if subtree.key not in seen:
                self.frontier.put_back(subtree)

    def _cut(self, subtree: Subtree) -> None:
        """Put the children of a subtree in its place."""
        cutting, left = self.policy.cutting, self.left(subtree.key)
        target = max(2, cutting.again)
        expansions = target * cutting.expansions
        expansions = expansions if left is None else min(expansions, left)
        children, expanded = cut(self.work.tree(), [subtree], target, expansions)
        if children == [subtree]:
            self.fail(Failed(subtree, ProblemError(f"subtree {subtree.name} is too large and cannot be cut")))
        else:
            self.frontier.recut(subtree, children, expanded)

    def fail(self, failed: Failed) -> None:
        """Raise the error of a subtree, or note it and go on."""
        error, name = failed.error, failed.subtree.name
        if error is None:
            error = ProblemError(
                f"subtree {name} took longer than {self.policy.each:g} s: the option subtree={name!r} searches it alone"
            )
        if not self.policy.keep_going:
            if failed.trace and error.__traceback__ is None:
                error.__cause__ = _Elsewhere(failed.trace)
            raise error
        where, line = place(error), f"{type(error).__name__}: {error}".partition("\n")[0]
        self.frontier.fail(failed.subtree, f"{where}: {line}" if where else line)

    # -- workers ----------------------------------------------------------------------------------

    def _lost(self, subtrees: tuple[Subtree, ...] | list[Subtree], error: BaseException) -> None:
        """A task came to nothing: its subtrees are tried again, each alone.

        Raises:
            ProblemError: a subtree was lost too often.
        """
        if isinstance(self.pool, Processes) and self.pool.needs_main and not self._has_results and self._attempts:
            raise OptionError(
                "the worker processes run the main program's file, for something searched is defined there, and they "
                'do not get through it: put what it does below if __name__ == "__main__":'
            ) from None
        for subtree in subtrees:
            if subtree.key not in self.frontier.open:
                continue
            attempts = self._attempts[subtree.key] = self._losses(subtree) + 1
            if attempts > self.pool.attempts:
                reason = str(error).partition("\n")[0] or type(error).__name__
                self.fail(Failed(subtree, ProblemError(f"subtree {subtree.name} was lost {attempts} times: {reason}")))
            else:
                self._suspects.append(subtree)
        self._suspects.sort(key=lambda subtree: subtree.key, reverse=True)

    def _renew(self, error: BaseException) -> None:
        """Have new workers, after some were lost, with their tasks.

        Raises:
            ProblemError: the executor has no new ones.
        """
        lost = list(self._tasks.values())
        if not self.pool.renewed():
            raise ProblemError(f"the executor is broken: {str(error).partition(chr(10))[0]}") from error
        self._tasks.clear()
        for task in lost:
            self._lost(task.subtrees, error)

    def _look(self) -> None:
        """Look at the limits.

        Raises:
            LimitReached: one of them struck.
        """
        now = time.perf_counter()
        if now >= self.until:
            raise LimitReached(Status.TIME_LIMIT)
        memory = self.policy.limits.memory
        if memory is not None and resident(self.pool.processes()) > memory:
            raise LimitReached(Status.MEMORY_LIMIT)
        try:
            self.pool.look()
        except BrokenExecutor as error:
            self._renew(error)
        if self.pool.is_timed and self.policy.each < math.inf:
            self._time(now)

    def _time(self, now: float) -> None:
        """Look for a task that runs too long, or, if workers hang, for all the tasks that wait for them."""
        longest = self.policy.each + GRACE
        for future, task in self._tasks.items():
            if task.began == math.inf and future.running():
                task.began = self._stirred = now
            if now - task.began > longest:
                self._stirred = now
                self._overdue(future, task)
                return
        self._hung = [future for future in self._hung if not future.done()]
        if self._hung and now - self._stirred > longest:
            for subtree in list(self.frontier.open.values()):
                reason = f"subtree {subtree.name} was not searched: the workers of the executor hang"
                self.fail(Failed(subtree, ProblemError(reason)))

    def _overdue(self, future: Future[list[Result]], task: Task) -> None:
        """A worker hangs: it is left, or killed; its subtrees are tried alone, and one that was alone has failed."""
        del self._tasks[future]
        if self.pool.kind == "processes":
            others = list(self._tasks.values())
            self._tasks.clear()
            self.pool.renewed()
            for other in others:
                for subtree in other.subtrees:
                    self.frontier.put_back(subtree)
        else:
            self._hung.append(future)
        if len(task.subtrees) == 1:
            self.fail(Failed(task.subtrees[0], None))
        else:
            self._suspects += reversed(task.subtrees)


class _Elsewhere(Exception):
    """Shows the traceback of another process."""

    def __str__(self) -> str:
        return f'\n"""\n{self.args[0]}"""'

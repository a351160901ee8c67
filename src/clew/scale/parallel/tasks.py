"""Tasks: subtrees are handed out to workers some at a time, and handed out again if their worker is lost.

A subtree whose worker was lost may have caused that, so it is suspect: it is tried again in a task of its own, and
fails if that is lost too often. A task that takes too long is left, or its worker killed.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from itertools import count, filterfalse, islice
from typing import Final

import attrs

from clew.errors import OptionError, ProblemError
from clew.scale.parallel.frontier import Frontier
from clew.scale.parallel.limits import ProgressBoard, Standing
from clew.scale.parallel.pool import WorkerPool
from clew.scale.parallel.subtree import Failed, Key, Report, Subtree, TaskTerms, first_line
from clew.scale.parallel.work import Work
from clew.scale.parallel.worker import search_some

TICK: Final = 0.05
"""Seconds between two looks at the limits."""

BATCH: Final = 32
"""Subtrees in a task, at most."""

PENDING: Final = 2**20
"""Solutions that may wait for those before them; beyond, only the subtrees that they wait for are handed out."""

GRACE: Final = 5.0
"""Seconds in which a worker that is overdue may still answer: it finishes others first, and has to report them."""


def batch_size(number: int, size: int) -> int:
    """How many subtrees to put into a task: fewer towards the end, so that none of the workers waits long for another.

    Args:
        number: the subtrees that are open.
        size: how many work at a time.
    """
    return max(1, min(BATCH, number // (4 * size)))


@attrs.define(eq=False)
class PendingTask:
    """The subtrees that a worker was given.

    Attributes:
        subtrees: those to search.
        slot: the slot of the board into which its worker writes how far it is.
        began: when it was first seen to run: until then it may wait for others, as in an executor that is shared.
    """

    subtrees: Sequence[Subtree]
    slot: int
    began: float = math.inf


class Tasks:
    """The tasks that are under way.

    Args:
        work: the search.
        pool: the workers.
        frontier: the state of the subtrees; subtrees that fail are noted there.
    """

    def __init__(self, work: Work, pool: WorkerPool, frontier: Frontier) -> None:
        self._work, self._pool, self._frontier = work, pool, frontier
        self._each = frontier.policy.each
        self._tasks: dict[Future[list[Report]], PendingTask] = {}
        self._suspects: list[Subtree] = []
        self._losses: Counter[Key] = Counter()
        self._hung: list[Future[list[Report]]] = []  # overdue, with workers that cannot be killed
        self._stirred = time.perf_counter()  # when a task last began or ended
        self._has_reports = False
        self._is_alone = False

    @property
    def board(self) -> ProgressBoard:
        """The board of the progress of the tasks that are under way; may be read from any thread."""
        return self._pool.board or self._work.board

    def _taken_off(self, future: Future[list[Report]]) -> PendingTask:
        """A task that is under way no more."""
        task = self._tasks.pop(future)
        self.board.write(task.slot, Standing())
        return task

    def end(self) -> Iterator[Report]:
        """End the tasks that are still running; their reports, if they give any."""
        self._work.stops.set()
        tasks, self._tasks = list(self._tasks), {}
        self._pool.end(tasks)
        for task in tasks:
            if task.done() and not task.cancelled() and task.exception() is None:
                yield from task.result()

    # -- handing out ------------------------------------------------------------------------------

    def hand_out(self, terms: Callable[[], TaskTerms]) -> None:
        """Give the workers as many tasks as they can take.

        Args:
            terms: gives those of the next task, but for its slot and the time of a slice.
        """
        pool = self._pool
        while len(self._tasks) < max(1, pool.size + pool.ahead - len(self._hung)):
            subtrees = self._next()
            if not subtrees:
                return
            taken = {task.slot for task in self._tasks.values()}
            slot = next(filterfalse(taken.__contains__, count()))
            own = attrs.evolve(terms(), slot=slot, slice=pool.slice)
            try:
                future = pool.submit(search_some, self._work, subtrees, own)
            except BrokenExecutor as error:
                self._renew(error)
                self._lost(subtrees, error)
                continue
            self._tasks[future] = PendingTask(subtrees, slot)

    def _next(self) -> list[Subtree]:
        """The next subtrees to hand out; one that may have killed its worker only alone."""
        frontier, pool = self._frontier, self._pool
        suspects = self._suspects = [subtree for subtree in self._suspects if subtree.key in frontier.open]
        if self._is_alone and self._tasks:
            return []
        self._is_alone = bool(suspects) and self._losses[suspects[-1].key] > pool.shared
        if suspects:
            return [] if self._is_alone and self._tasks else [suspects.pop()]
        if frontier.held > PENDING and self._tasks:
            return []
        return list(islice(frontier.next(), batch_size(len(frontier.open), pool.size)))

    # -- taking in --------------------------------------------------------------------------------

    def reports(self) -> Iterator[Report]:
        """Wait a moment for a task, and give the reports of all that are done.

        The subtrees for which a worker had no time are put back.

        Raises:
            ProblemError: a subtree was lost too often, or the executor has no new workers.
            Exception: any that the executor raised.
        """
        done = wait(self._tasks, timeout=TICK, return_when=FIRST_COMPLETED).done
        broken: BrokenExecutor | None = None
        for future in [task for task in self._tasks if task in done]:
            task = self._taken_off(future)
            self._stirred = time.perf_counter()
            error = CancelledError("cancelled") if future.cancelled() else future.exception()
            if error is None:
                self._has_reports = True
                yield from future.result()
                seen = {report.subtree.key for report in future.result()}
                self._frontier.put_back(subtree for subtree in task.subtrees if subtree.key not in seen)
            elif isinstance(error, (BrokenExecutor, CancelledError)):
                self._lost(task.subtrees, error)
                broken = error if isinstance(error, BrokenExecutor) else broken
            else:
                raise error
        if broken is not None:
            self._renew(broken)

    # -- workers that are lost --------------------------------------------------------------------

    def _lost(self, subtrees: Sequence[Subtree], error: BaseException) -> None:
        """A task came to nothing: its subtrees are tried again, each alone.

        Raises:
            ProblemError: a subtree was lost too often.
        """
        if self._pool.needs_main and not self._has_reports and self._losses:
            raise OptionError(
                "the worker processes run the main program's file, for something searched is defined there, and they "
                'do not get through it: put what it does below if __name__ == "__main__":'
            ) from None
        for subtree in subtrees:
            if subtree.key not in self._frontier.open:
                continue
            self._losses[subtree.key] += 1
            losses = self._losses[subtree.key]
            if losses > self._pool.attempts:
                reason = first_line(error) or type(error).__name__
                failure = ProblemError(f"subtree {subtree.name} was lost {losses} times: {reason}")
                self._frontier.fail(Failed(subtree, failure))
            else:
                self._suspects.append(subtree)
        self._suspects.sort(key=lambda subtree: subtree.key, reverse=True)

    def _renew(self, error: BaseException) -> None:
        """Have new workers, after some were lost, with their tasks.

        Raises:
            ProblemError: the executor has no new ones.
        """
        lost = list(self._tasks.values())
        if not self._pool.renewed():
            raise ProblemError(f"the executor is broken: {first_line(error)}") from error
        self._tasks.clear()
        for task in lost:
            self._lost(task.subtrees, error)

    # -- tasks that take too long -----------------------------------------------------------------

    def look(self) -> None:
        """Look after the workers, and for a task that runs too long.

        Raises:
            ProblemError: the executor has no workers any more, or a subtree took too long.
        """
        try:
            self._pool.look()
        except BrokenExecutor as error:
            self._renew(error)
        if self._each < math.inf:
            self._time(time.perf_counter())

    def _time(self, now: float) -> None:
        """Look for a task that runs too long, or, if workers hang, for all the tasks that wait for them."""
        longest = self._each + GRACE
        for future, task in self._tasks.items():
            if task.began == math.inf and self._pool.has_begun(future):
                task.began = self._stirred = now
            if now - task.began > longest:
                self._stirred = now
                self._overdue(future, task)
                return
        self._hung = [future for future in self._hung if not future.done()]
        if self._hung and now - self._stirred > longest:
            for subtree in list(self._frontier.open.values()):
                reason = f"subtree {subtree.name} was not searched: the workers of the executor hang"
                self._frontier.fail(Failed(subtree, ProblemError(reason)))

    def _overdue(self, future: Future[list[Report]], task: PendingTask) -> None:
        """A worker hangs: it is left, or killed; its subtrees are tried alone, and one that was alone has failed."""
        self._taken_off(future)
        if self._pool.renewed():
            for other in self._tasks.values():
                self._frontier.put_back(other.subtrees)
            self._tasks.clear()
        else:
            self._hung.append(future)
        if len(task.subtrees) == 1:
            self._frontier.fail(Failed(task.subtrees[0], None))
        else:
            self._suspects += reversed(task.subtrees)

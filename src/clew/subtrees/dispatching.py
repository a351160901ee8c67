"""A run of subtrees: handing them out, and gathering what comes of them.

Subtrees are handed out in search order, some at a time, and their results noted in a ledger. A task that is lost is
handed out again; what comes twice counts once. Results are given in search order, so what is made of them is what one
search would make, whoever worked and however fast.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from itertools import islice
from typing import Any, Final

import attrs

from clew.errors import OptionError, ProblemError
from clew.memory import resident
from clew.outcome import LimitReached, Limits, Status
from clew.subtrees.book import Book
from clew.subtrees.crew import Crew, Processes
from clew.subtrees.cutting import Cutting, cut
from clew.subtrees.results import Failed, Result, Terms, TooLarge, Unfinished
from clew.subtrees.searching import search_some
from clew.subtrees.subtree import Key, Part, Subtree
from clew.subtrees.work import Work

TICK: Final = 0.1
"""Seconds between two looks at the limits."""

TOGETHER: Final = 32
"""Subtrees in a task, at most."""

PENDING: Final = 2**20
"""Solutions that may wait for those before them; beyond, only what they wait for is handed out."""

GRACE: Final = 5.0
"""Seconds in which a worker that is overdue may still answer: it finishes others first, and has to be heard."""


def together(number: int, size: int) -> int:
    """How many subtrees to put into a task: fewer towards the end, so that none of the workers waits long for another.

    Args:
        number: the subtrees that are open.
        size: how many work at a time.
    """
    return max(1, min(TOGETHER, number // (4 * size)))


@attrs.define(eq=False)
class Task:
    """What a worker was given.

    Attributes:
        subtrees: what to search.
        began: when it was first seen to run: until then it may wait for others, as in an executor that is shared.
    """

    subtrees: tuple[Subtree, ...]
    began: float = math.inf


@attrs.frozen
class Aims:
    """What a run is to do besides searching.

    Attributes:
        limits: when to stop.
        in_order: whether results are wanted in search order.
        keep_going: whether to go on behind a subtree that failed.
        each: the seconds for one subtree.
        cutting: how to cut.
        divides: whether what is too large is cut again.
    """

    limits: Limits
    in_order: bool = True
    keep_going: bool = False
    each: float = math.inf
    cutting: Cutting = attrs.field(factory=Cutting)
    divides: bool = True


class Run:
    """A run.

    Args:
        work: what is searched.
        crew: who works.
        book: what is known of the subtrees.
        aims: what else is wanted.
        until: when it must end, by `time.perf_counter`.

    Attributes:
        known: what the strategy knows from the subtrees that were merged, as a worker returns it.
    """

    def __init__(self, work: Work, crew: Crew, book: Book, aims: Aims, until: float) -> None:
        self.work, self.crew, self.book, self.aims, self.until = work, crew, book, aims, until
        self.known: list[Any] = []
        self._suspects: list[Subtree] = []
        self._attempts: dict[Key, int] = {}
        self._tasks: dict[Future[list[Result]], Task] = {}
        self._hung: list[Future[list[Result]]] = []  # overdue, with workers that cannot be killed
        self._stirred = time.perf_counter()  # when a task last began or ended
        self._has_results = False
        self._is_alone = False

    def parts(self, finished: Iterable[Part]) -> Iterator[Part]:
        """The results of all subtrees, in search order or, if that is not wanted, as they come.

        Args:
            finished: those that are there already.

        Raises:
            LimitReached: a limit on time or memory struck.
            KeyboardInterrupt: by Ctrl-C.
            Exception: what was raised in a subtree, unless the run goes on.
        """
        book = self.book
        book.begin()
        for part in finished:
            book.add(part)
        yield from book.ready()
        while book.open:
            self._hand_out()
            self._gather()
            self._look()
            yield from book.ready()
        yield from book.ready()

    def end(self, *, keeps: bool) -> None:
        """End what is still being done.

        Args:
            keeps: whether to keep what was found there.
        """
        self.work.stops.set()
        tasks, self._tasks = list(self._tasks), {}
        self.crew.end(tasks)
        for task in tasks if keeps else ():
            if task.done() and not task.cancelled() and task.exception() is None:
                self._remember(task.result())

    def _remember(self, results: Iterable[Result]) -> None:
        """What came too late to be merged; it is noted, and told of where the answer is not known."""
        book = self.book
        for result in results:
            if isinstance(result, Part) and result.subtree.key in book.open:
                book.note(result)
                book.unfinished.append(result)
            elif isinstance(result, Unfinished) and result.part.subtree.key in book.open:
                book.unfinished.append(result.part)

    # -- tasks ------------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Give the workers what they can take."""
        crew = self.crew
        while len(self._tasks) < max(1, crew.size + crew.ahead - len(self._hung)):
            subtrees = self._next()
            if not subtrees:
                return
            try:
                future = crew.submit(search_some, self.work, subtrees, self._terms())
            except BrokenExecutor as error:
                self._renew(error)
                self._lost(subtrees, error)
                continue
            self._tasks[future] = Task(tuple(subtrees))

    def _next(self) -> list[Subtree]:
        """The next subtrees to hand out; one that may have killed its worker only alone."""
        book = self.book
        self._suspects = [subtree for subtree in self._suspects if subtree.key in book.open]
        if self._is_alone and self._tasks:
            return []
        self._is_alone = bool(self._suspects) and self._losses(self._suspects[-1]) > self.crew.beside
        if self._suspects:
            return [] if self._is_alone and self._tasks else [self._suspects.pop()]
        if book.held > PENDING and self._tasks:
            return []
        return list(islice(book.next(), together(len(book.open), self.crew.size)))

    def _losses(self, subtree: Subtree) -> int:
        """How often it was lost."""
        return self._attempts.get(subtree.key, 0)

    def _terms(self) -> Terms:
        aims = self.aims
        return Terms(
            aims.cutting.budget(self.work.tree().plan) if aims.divides else None,
            aims.cutting.solutions if aims.divides else None,
            max(0.0, self.until - time.perf_counter()),
            aims.each,
            aims.keep_going,
            self.known if self.work.bounds else (),
            self.crew.slice,
        )

    def _gather(self) -> None:
        """Wait for a task, and take in what it found."""
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
        """Take in what came of a task; what its worker had no time for is put back."""
        self._has_results = True
        seen = {result.subtree.key for result in results}
        for result in results:
            subtree = result.subtree
            if subtree.key not in self.book.open:
                continue  # it came before, or is not wanted any more
            if isinstance(result, Part):
                self.book.finish(result)
            elif isinstance(result, TooLarge):
                self._cut(subtree)
            elif isinstance(result, Failed):
                self.fail(result)
            else:
                self._remember([result])
                if result.by_user:
                    raise KeyboardInterrupt
        for subtree in task.subtrees:
            if subtree.key not in seen:
                self.book.put_back(subtree)

    def _cut(self, subtree: Subtree) -> None:
        """Put the children of a subtree in its place."""
        cutting = self.aims.cutting
        children, expanded = cut(self.work.tree(), [subtree], cutting.again, cutting.again * cutting.expansions)
        if children == [subtree]:
            self.fail(Failed(subtree, ProblemError(f"subtree {subtree.name} is too large and cannot be cut")))
        else:
            self.book.recut(subtree, children, expanded)

    def fail(self, failed: Failed) -> None:
        """Raise what was raised in a subtree, or note it and go on."""
        error, name = failed.error, failed.subtree.name
        if error is None:
            error = ProblemError(
                f"subtree {name} took longer than {self.aims.each:g} s: the option subtree={name!r} searches it alone"
            )
        if not self.aims.keep_going:
            if failed.trace and error.__traceback__ is None:
                error.__cause__ = _Elsewhere(failed.trace)
            raise error
        self.book.fail(failed.subtree, f"{type(error).__name__}: {error}".partition("\n")[0])

    # -- workers ----------------------------------------------------------------------------------

    def _lost(self, subtrees: tuple[Subtree, ...] | list[Subtree], error: BaseException) -> None:
        """A task came to nothing: its subtrees are tried again, each alone.

        Raises:
            ProblemError: a subtree was lost too often.
        """
        if isinstance(self.crew, Processes) and self.crew.needs_main and not self._has_results and self._attempts:
            raise OptionError(
                "the worker processes run the main program's file, for something searched is defined there, and they "
                'do not get through it: put what it does below if __name__ == "__main__":'
            ) from None
        for subtree in subtrees:
            if subtree.key not in self.book.open:
                continue
            attempts = self._attempts[subtree.key] = self._losses(subtree) + 1
            if attempts > self.crew.attempts:
                reason = str(error).partition("\n")[0] or type(error).__name__
                self.fail(Failed(subtree, ProblemError(f"subtree {subtree.name} was lost {attempts} times: {reason}")))
            else:
                self._suspects.append(subtree)
        self._suspects.sort(key=lambda subtree: subtree.key, reverse=True)

    def _renew(self, error: BaseException) -> None:
        """Have new workers, after some were lost; what they had is lost too.

        Raises:
            ProblemError: there are none to be had.
        """
        lost = list(self._tasks.values())
        if not self.crew.renewed():
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
        memory = self.aims.limits.memory
        if memory is not None and resident(self.crew.processes()) > memory:
            raise LimitReached(Status.MEMORY_LIMIT)
        try:
            self.crew.look()
        except BrokenExecutor as error:
            self._renew(error)
        if self.crew.is_timed and self.aims.each < math.inf:
            self._time(now)

    def _time(self, now: float) -> None:
        """Look for what takes too long: a task that runs, or, where workers hang, all that waits for them."""
        patience = self.aims.each + GRACE
        for future, task in self._tasks.items():
            if task.began == math.inf and future.running():
                task.began = self._stirred = now
            if now - task.began > patience:
                self._stirred = now
                self._overdue(future, task)
                return
        self._hung = [future for future in self._hung if not future.done()]
        if self._hung and now - self._stirred > patience:
            for subtree in list(self.book.open.values()):
                reason = f"subtree {subtree.name} was not searched: the workers of the executor hang"
                self.fail(Failed(subtree, ProblemError(reason)))

    def _overdue(self, future: Future[list[Result]], task: Task) -> None:
        """A worker hangs: it is left, or killed; its subtrees are tried alone, and one that was alone has failed."""
        del self._tasks[future]
        if self.crew.kind == "processes":
            others = list(self._tasks.values())
            self._tasks.clear()
            self.crew.renewed()
            for other in others:
                for subtree in other.subtrees:
                    self.book.put_back(subtree)
        else:
            self._hung.append(future)
        if len(task.subtrees) == 1:
            self.fail(Failed(task.subtrees[0], None))
        else:
            self._suspects += reversed(task.subtrees)


class _Elsewhere(Exception):
    """Shows where in another process something was raised."""

    def __str__(self) -> str:
        return f'\n"""\n{self.args[0]}"""'

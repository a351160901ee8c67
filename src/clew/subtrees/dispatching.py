"""A run of subtrees: handing them out, and gathering what comes of them.

Subtrees are handed out in search order, some at a time, and their results noted in a ledger. A task that is lost is
handed out again; what comes twice counts once. Results are given in search order, so what is made of them is what one
search would make, whoever worked and however fast.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from heapq import heappop, heappush
from itertools import islice
from typing import Any, Final

import attrs

from clew.errors import OptionError, ProblemError
from clew.memory import resident
from clew.outcome import Failure, LimitReached, Limits, Status
from clew.search import Counters
from clew.subtrees.crew import Crew, Processes
from clew.subtrees.cutting import Cutting, cut
from clew.subtrees.ledger import Ledger
from clew.subtrees.searching import Failed, Result, Terms, TooLarge, Unfinished, search_some
from clew.subtrees.subtree import Expanded, Key, Part, Subtree
from clew.subtrees.work import Work

TICK: Final = 0.1
"""Seconds between two looks at the limits."""

ATTEMPTS: Final = 3
"""How often a subtree whose worker is lost is tried by a worker of its own."""

TOGETHER: Final = 32
"""Subtrees in a task, at most."""

PENDING: Final = 2**20
"""Solutions that may wait for those before them; beyond, only what they wait for is handed out."""

GRACE: Final = 5.0
"""Seconds in which a worker that is overdue may still answer: it finishes others first, and has to be heard."""


@attrs.frozen
class Task:
    """What a worker was given.

    Attributes:
        subtrees: what to search.
        handed_out: when.
    """

    subtrees: tuple[Subtree, ...]
    handed_out: float


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
        ledger: where it is noted; planned already.
        aims: what else is wanted.
        until: when it must end, by `time.perf_counter`.

    Attributes:
        counters: what was counted until now, for whoever wants to know.
        found: the solutions in what is finished.
        failures: the subtrees that failed.
        unfinished: what was found in subtrees that were left when the run ended.
        known: what the strategy knows from the subtrees that were merged, as a worker returns it.
    """

    def __init__(self, work: Work, crew: Crew, ledger: Ledger, aims: Aims, until: float) -> None:
        self.work, self.crew, self.ledger, self.aims, self.until = work, crew, ledger, aims, until
        self.counters = Counters()
        self.found = 0
        self.failures: list[Failure] = []
        self.unfinished: list[Part] = []
        self.known: list[Any] = []
        self._behind = 0.0
        self._open: dict[Key, Subtree] = {}
        self._queue: list[tuple[Key, Subtree]] = []
        self._suspects: list[Subtree] = []
        self._attempts: dict[Key, int] = {}
        self._tasks: dict[Future[list[Result]], Task] = {}
        self._waiting: list[tuple[Key, Part]] = []
        self._held = 0
        self._last: Key | None = None
        self._has_results = False
        self._recuts: list[tuple[Key, Expanded]] = []
        self._given = 0

    # -- how far it is, for whoever wants to know, from any thread ------------------------------------

    @property
    def nodes_per_level(self) -> list[int]:
        """The nodes entered: in what is finished, and in what is searched in this process."""
        return [*self.counters.nodes_per_level, sum(self.work.here[0].nodes_per_level)]

    def position(self) -> tuple[float, int]:
        """How much is left behind, and how many solutions are counted and not given yet."""
        counters, weight = self.work.here
        behind, number = (0.0, 0) if counters.position is None else counters.position()
        return self._behind + weight * behind, number

    # -- the whole of it --------------------------------------------------------------------------

    def parts(self, finished: Iterable[Part]) -> Iterator[Part]:
        """The results of all subtrees, in search order or, if that is not wanted, as they come.

        Args:
            finished: those that are there already.

        Raises:
            LimitReached: a limit on time or memory struck.
            KeyboardInterrupt: by Ctrl-C.
            Exception: what was raised in a subtree, unless the run goes on.
        """
        self._recuts = [((0, ()), self.ledger.expanded())]
        self._expanded(self.ledger.expanded())
        for subtree in self.ledger.open():
            self._opened(subtree)
        for part in finished:
            self._count(part)
        yield from self._ready()
        while self._open:
            self._hand_out()
            self._gather()
            yield from self._ready()
        self._behind = 1.0
        yield from self._ready()

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

    def _remember(self, results: list[Result]) -> None:
        """What came too late to be merged; it is noted, and told of where the answer is not known."""
        for result in results:
            if isinstance(result, Part) and result.subtree.key in self._open:
                self._note(result)
                self.unfinished.append(result)
            elif isinstance(result, Unfinished) and result.part.subtree.key in self._open:
                self.unfinished.append(result.part)

    def leftovers(self) -> Iterator[Part]:
        """What was found and not given, with gaps between, in search order."""
        parts = [part for _, part in self._waiting] + self.unfinished
        self._waiting = []
        return iter(sorted(parts, key=lambda part: part.subtree.key))

    def expanded(self, last: Key | None) -> Expanded:
        """What cutting has done, as far as it has to do with what lies up to some subtree; in all, if that is None."""
        return sum((done for key, done in self._recuts if last is None or key <= last), Expanded())

    # -- subtrees ---------------------------------------------------------------------------------

    def _opened(self, subtree: Subtree) -> None:
        if self._last is None or subtree.key < self._last:
            self._open[subtree.key] = subtree
            heappush(self._queue, (subtree.key, subtree))

    def _expanded(self, expanded: Expanded) -> None:
        for level, number in enumerate(expanded.nodes_per_level):
            self.counters.enter(level, number)
        self.counters.failures += expanded.failures
        self._behind += expanded.weight

    def _note(self, part: Part) -> None:
        """A subtree is finished."""
        self.ledger.finished(part)
        del self._open[part.subtree.key]

    def _count(self, part: Part) -> None:
        self.work.here = Counters(), 0.0
        for level, number in enumerate(part.nodes_per_level):
            self.counters.enter(level, number)
        self.counters.failures += part.failures
        self.counters.kernel = part.kernel or self.counters.kernel
        self.found += part.solutions * part.subtree.multiplicity
        self._behind += part.subtree.weight
        self._held += part.solutions if self.work.lists else 0
        heappush(self._waiting, (part.subtree.key, part))
        self._drop()

    def _drop(self) -> None:
        """Give up what lies behind as many solutions as are wanted."""
        most = self.work.most
        if most is None or self.found < most or not self.aims.in_order:
            return
        number = 0
        for key, part in sorted(self._waiting, key=lambda entry: entry[0]):
            number += part.solutions * part.subtree.multiplicity
            if number + self._given >= most:
                self._last = key
                break
        if self._last is not None:
            self._open = {key: subtree for key, subtree in self._open.items() if key < self._last}

    def _ready(self) -> Iterator[Part]:
        """What is finished and has nothing open before it."""
        first = min(self._open, default=None) if self.aims.in_order else None
        while self._waiting and (first is None or self._waiting[0][0] < first):
            part = heappop(self._waiting)[1]
            self._held -= part.solutions if self.work.lists else 0
            self._given += part.solutions * part.subtree.multiplicity
            yield part

    # -- tasks ------------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Give the workers what they can take."""
        crew = self.crew
        while len(self._tasks) < crew.size + crew.ahead:
            subtrees = self._next()
            if not subtrees:
                return
            seconds = max(0.0, self.until - time.perf_counter())
            cutting = self.aims.cutting if self.aims.divides else None
            terms = Terms(
                None if cutting is None else cutting.budget(self.work.tree().plan),
                None if cutting is None else cutting.solutions,
                seconds,
                self.aims.each,
                self.aims.keep_going,
                self.known if self.work.bounds else (),
            )
            try:
                future = crew.submit(search_some, self.work, subtrees, terms)
            except BrokenExecutor as error:
                self._lost(subtrees, error)
                self._renew(error)
                continue
            self._tasks[future] = Task(tuple(subtrees), time.perf_counter())

    def _next(self) -> list[Subtree]:
        """The next subtrees of the queue; one that may have killed its worker only alone."""
        self._suspects = [subtree for subtree in self._suspects if subtree.key in self._open]
        if self._suspects:
            return [] if self._tasks else [self._suspects.pop()]
        if self._held > PENDING and self._tasks:
            return []
        number = max(1, min(TOGETHER, len(self._open) // (4 * self.crew.size)))
        return list(islice(self._waiting_subtrees(), number))

    def _waiting_subtrees(self) -> Iterator[Subtree]:
        while self._queue:
            key, subtree = heappop(self._queue)
            if key in self._open:
                yield subtree

    def _gather(self) -> None:
        """Wait for a task, and take in what it found."""
        done = wait(self._tasks, timeout=TICK, return_when=FIRST_COMPLETED).done
        broken: BaseException | None = None
        for future in [task for task in self._tasks if task in done]:
            task = self._tasks.pop(future)
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
        self._look()

    def _take(self, task: Task, results: list[Result]) -> None:
        self._has_results = True
        seen = set()
        for result in results:
            subtree = result.part.subtree if isinstance(result, Unfinished) else result.subtree
            seen.add(subtree.key)
            if subtree.key not in self._open:
                continue  # it came before, or is not wanted any more
            if isinstance(result, Part):
                self._note(result)
                self._count(result)
            elif isinstance(result, TooLarge):
                self._cut(subtree)
            elif isinstance(result, Failed):
                self.fail(result)
            else:
                self._remember([result])
                if result.by_user:
                    raise KeyboardInterrupt
        for subtree in task.subtrees:
            if subtree.key not in seen and subtree.key in self._open:
                heappush(self._queue, (subtree.key, subtree))

    def _cut(self, subtree: Subtree) -> None:
        """Put the children of a subtree in its place."""
        children, expanded = cut(self.work.tree(), [subtree], self.aims.cutting.again, self.aims.cutting.expansions)
        if children == [subtree]:
            self.fail(Failed(subtree, ProblemError(f"subtree {subtree.name} is too large and cannot be cut")))
            return
        self.ledger.recut(subtree, children, expanded)
        del self._open[subtree.key]
        self._recuts.append((subtree.key, expanded))
        self._expanded(expanded)
        for child in children:
            self._opened(child)

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
        self._open.pop(failed.subtree.key, None)
        self.failures.append(Failure(name, f"{type(error).__name__}: {error}".partition("\n")[0]))

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
            if subtree.key not in self._open:
                continue
            attempts = self._attempts[subtree.key] = self._attempts.get(subtree.key, 0) + 1
            if attempts > ATTEMPTS:
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
        for future, task in self._tasks.items():
            if now - task.handed_out > self.aims.each + GRACE:
                self._overdue(future, task)
                break

    def _overdue(self, future: Future[list[Result]], task: Task) -> None:
        """A worker hangs: it is left, or killed; its subtrees are tried alone, and one that was alone has failed."""
        del self._tasks[future]
        if self.crew.kind == "processes":
            others = list(self._tasks.values())
            self._tasks.clear()
            self.crew.renewed()
            for other in others:
                for subtree in other.subtrees:
                    heappush(self._queue, (subtree.key, subtree))
        if len(task.subtrees) == 1:
            self.fail(Failed(task.subtrees[0], None))
        else:
            self._suspects += reversed(task.subtrees)


class _Elsewhere(Exception):
    """Shows where in another process something was raised."""

    def __str__(self) -> str:
        return f'\n"""\n{self.args[0]}"""'

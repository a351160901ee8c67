"""Work that is spread over threads: compiled functions let go of the interpreter's lock, so they run side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue
from threading import Condition, Event, Lock, Thread
from typing import Final, Generic, TypeVar

from clew.outcome import Clock, LimitReached, Status

R = TypeVar("R")
S = TypeVar("S")

Check = Callable[[], None]
"""Work calls it now and then; it raises if the work is to end."""

PAUSE: Final = 0.02
"""Seconds between two looks at the clock."""


class Stopped(Exception):
    """A thread's work is not wanted any more; never leaves clew."""


def ticking(clock: Clock | None) -> Check:
    """What raises when the time is up."""

    def check() -> None:
        if clock is not None and clock.is_up():
            raise LimitReached(Status.TIME_LIMIT)

    return check


def spread(
    tasks: Iterable[int], work: Callable[[int, Check], Iterator[R]], clock: Clock | None, jobs: int
) -> Iterator[R]:
    """What comes of some tasks, as it comes.

    Args:
        tasks: the tasks.
        work: does one of them; what it is given is called often, and raises if it is to end.
        clock: when to stop.
        jobs: how many threads work at a time; a single one is the caller's own.
    """
    look = ticking(clock)
    if jobs < 2:
        for task in tasks:
            yield from work(task, look)
        return
    workers = _WorkerThreads(tasks, work)
    threads = [Thread(target=workers.run, daemon=True) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    try:
        running = jobs
        while running:
            look()
            try:
                some, ended = workers.results.get(timeout=PAUSE)
            except Empty:
                continue
            if ended is not None and not isinstance(ended, Stopped):
                raise ended
            running -= ended is not None
            yield from some
    finally:
        workers.stop.set()
        for thread in threads:
            thread.join()


class _WorkerThreads(Generic[R]):
    """Threads that share some tasks.

    Args:
        tasks, work: as for `spread`.

    Attributes:
        results: what came; and what ended a thread, when one has ended.
        stop: set when they are to end.
    """

    def __init__(self, tasks: Iterable[int], work: Callable[[int, Check], Iterator[R]]) -> None:
        self.results: SimpleQueue[tuple[tuple[R, ...], BaseException | None]] = SimpleQueue()
        self.stop = Event()
        self._ahead = iter(tasks)
        self._lock = Lock()
        self._work = work

    def run(self) -> None:
        """Do what is left to do, until nothing is."""
        ended: BaseException = Stopped()
        try:
            while (task := self._next()) is not None:
                for result in self._work(task, self._check):
                    self.results.put(((result,), None))
        except BaseException as error:  # it is raised again, where it is waited for
            ended = error
        self.results.put(((), ended))

    def _next(self) -> int | None:
        with self._lock:
            return next(self._ahead, None)

    def _check(self) -> None:
        if self.stop.is_set():
            raise Stopped


class Sharing(Generic[S, R]):
    """Searches of one tree, each in a thread of its own: one that has nothing left to do is given part of another's.

    Args:
        first: the search that begins.
        another: makes a search that has nothing to do.
        run: has a search go on for a slice: what came of it, and whether it is over.
        gives: has the first search give part of its tree to the second, and says whether there was something to give.
        jobs: how many search at a time.

    Attributes:
        searches: all of them; the first alone until it turns out that it takes longer than a slice.
    """

    def __init__(
        self,
        first: S,
        another: Callable[[], S],
        run: Callable[[S], tuple[R, bool]],
        gives: Callable[[S, S], bool],
        jobs: int,
    ) -> None:
        self.searches = [first]
        self._another, self._run, self._gives, self._jobs = another, run, gives, jobs
        self._idle: list[int] = []
        self._changed = Condition()

    def results(self, clock: Clock | None) -> Iterator[R]:
        """What comes of all slices, as it comes.

        Raises:
            LimitReached: the time is up.
        """
        result, is_over = self._run(self.searches[0])
        yield result
        if is_over:
            return
        self.searches += [self._another() for _ in range(1, self._jobs)]
        self._idle += range(1, self._jobs)
        yield from spread(range(self._jobs), self._searched, clock, self._jobs)

    def _searched(self, number: int, check: Check) -> Iterator[R]:
        """What comes of the slices of one search, until all of them are over."""
        search = self.searches[number]
        while self._has_work(number, check):
            check()
            result, is_over = self._run(search)
            yield result
            with self._changed:
                if is_over:
                    self._idle.append(number)
                while not is_over and self._idle and self._gives(search, self.searches[self._idle[-1]]):
                    self._idle.pop()
                self._changed.notify_all()

    def _has_work(self, number: int, check: Check) -> bool:
        """Whether a search has something to do, or is given something before all of them are idle."""
        with self._changed:
            while number in self._idle and len(self._idle) < self._jobs:
                self._changed.wait(PAUSE)
                check()
            return number not in self._idle

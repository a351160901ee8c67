"""Work that is spread over threads: compiled functions let go of the interpreter's lock, so they run side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Final, Generic, TypeVar

from clew.outcome import Clock, LimitReached, Status

R = TypeVar("R")

Check = Callable[[], None]
"""Work calls it now and then; it raises if the work is to end."""

PAUSE: Final = 0.02
"""Seconds between two looks at the clock."""


class UnwantedError(Exception):
    """A thread's work is not wanted any more; never leaves clew."""


def ticking(clock: Clock | None) -> Check:
    """A function that raises when the time is up."""

    def check() -> None:
        if clock is not None and clock.is_up():
            raise LimitReached(Status.TIME_LIMIT)

    return check


def spread(
    tasks: Iterable[int], work: Callable[[int, Check], Iterator[R]], clock: Clock | None, jobs: int
) -> Iterator[R]:
    """The results of some tasks, as they arrive.

    Args:
        tasks: the tasks.
        work: does one of them; it often calls the function that it is given, which raises if it is to end.
        clock: when to stop.
        jobs: how many threads work at a time; a single one is the caller's own.
    """
    look = ticking(clock)
    if jobs < 2:
        for task in tasks:
            yield from work(task, look)
        return
    yield from _WorkerThreads(tasks, work, jobs).results(look)


class _WorkerThreads(Generic[R]):
    """Threads that share some tasks.

    Args:
        tasks, work, jobs: as for `spread`.
    """

    def __init__(self, tasks: Iterable[int], work: Callable[[int, Check], Iterator[R]], jobs: int) -> None:
        self._came: SimpleQueue[tuple[tuple[R, ...], BaseException | None]] = SimpleQueue()  # and the end of a thread
        self._stop = Event()
        self._ahead = iter(tasks)
        self._lock = Lock()
        self._work = work
        self._jobs = jobs

    def results(self, look: Check) -> Iterator[R]:
        """The results of the tasks, until all threads have ended."""
        threads = [Thread(target=self._run, daemon=True) for _ in range(self._jobs)]
        try:
            for thread in threads:
                thread.start()
            running = self._jobs
            while running:
                look()
                try:
                    some, ended = self._came.get(timeout=PAUSE)
                except Empty:
                    continue
                if ended is not None and not isinstance(ended, UnwantedError):
                    raise ended
                running -= ended is not None
                yield from some
        finally:
            self._stop.set()
            for thread in threads:
                if thread.ident is not None:  # Ctrl-C may have come before it was started
                    thread.join()

    def _run(self) -> None:
        """Do what is left to do, until nothing is."""
        ended: BaseException = UnwantedError()
        try:
            while (task := self._next()) is not None:
                for result in self._work(task, self._check):
                    self._came.put(((result,), None))
        except BaseException as error:  # it is raised again, where it is waited for
            ended = error
        self._came.put(((), ended))

    def _next(self) -> int | None:
        with self._lock:
            return next(self._ahead, None)

    def _check(self) -> None:
        if self._stop.is_set():
            raise UnwantedError

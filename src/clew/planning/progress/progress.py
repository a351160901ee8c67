"""Progress of long searches, and how it is reported while the search runs.

A thread of its own looks at the search every so often (see `clew.reference.search.position`), so the search asks
nothing and notes next to nothing. If there are no threads, as in a browser, progress is reported between two solutions.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from clew.planning.progress.line import ProgressLine
from clew.state.progress import Progress

if TYPE_CHECKING:
    from threading import Event, Thread

    from clew.limits import Cancel

R = TypeVar("R")

EVERY: Final = 0.2
"""Seconds between two reports."""

SOON: Final = 1.0
"""Seconds before which the time left is not estimated."""

KEPT: Final = 512
"""Points of the way that are remembered; of more, every other one."""

WINDOWS: Final = (1, 1 / 2, 1 / 4)
"""The parts of the time so far, up to now, whose speeds make the spread of the time left."""

NEARLY: Final = 1 - 2.0**-53
"""The largest number below 1: a search that has not ended is not at 1, whatever the rounding."""


class Pace:
    """How fast a search goes, and when it will be through."""

    def __init__(self) -> None:
        self._times = [0.0]
        self._fractions = [0.0]

    def add(self, seconds: float, fraction: float) -> None:
        """Notes the position of the search, and the time."""
        self._times.append(seconds)
        self._fractions.append(fraction)
        if len(self._times) > KEPT:
            del self._times[1:-1:2], self._fractions[1:-1:2]

    def seconds_left(self) -> tuple[float, float] | None:
        """The least and the most time that the rest is expected to take; None while that is not known."""
        now, fraction = self._times[-1], self._fractions[-1]
        if now < SOON:
            return None
        speeds = []
        for window in WINDOWS:
            k = bisect_right(self._times, now * (1 - window), hi=len(self._times) - 1) - 1
            speeds.append((fraction - self._fractions[k]) / (now - self._times[k]))
        if min(speeds) <= 0:
            return None
        return (1 - fraction) / max(speeds), (1 - fraction) / min(speeds)


class RunningSearch(Protocol):
    """The counters of a search that is running: `clew.state.counters.Counters`, or several of them as one."""

    @property
    def nodes_per_level(self) -> Sequence[int]:
        """Nodes entered, whose sum counts."""

    @property
    def position(self) -> Callable[[], tuple[float, int]] | None:
        """Reads how much is left behind, and how many solutions are counted and not given yet."""


class ProgressReader:
    """Reads a search that is running: from any thread, and never backwards.

    Args:
        counters: those of the search.
        found: tells how many solutions it has given.
        started: when it began, by `time.perf_counter`.

    Attributes:
        best: tells the best value found and its bound; None for what is not known.
    """

    best: Callable[[], tuple[Any, Any]] = staticmethod(lambda: (None, None))

    def __init__(self, counters: RunningSearch, found: Callable[[], int], started: float) -> None:
        self._counters = counters
        self._found = found
        self._started = started
        self._fraction: float | None = None
        self._nodes = self._solutions = 0
        self._pace = Pace()

    def read(self, *, exhausted: bool = False) -> Progress:
        """How far the search is.

        Args:
            exhausted: whether the whole tree was walked.
        """
        seconds = time.perf_counter() - self._started
        nodes, found, position = sum(self._counters.nodes_per_level), self._found(), self._counters.position
        left = None
        if position is not None:
            behind, pending = position()
            found += pending
            self._fraction = min(max(self._fraction or 0.0, behind), NEARLY)
            self._pace.add(seconds, self._fraction)
            left = self._pace.seconds_left()
        value, bound = self.best()
        if exhausted:
            self._fraction, left, bound = 1.0, (0.0, 0.0), value
        self._nodes, self._solutions = max(self._nodes, nodes), max(self._solutions, found)
        return Progress(self._fraction, self._nodes, self._solutions, seconds, left, value, bound)


class ProgressReporting:
    """The part of a search that reports how far it is: every so often, and once more at its end.

    Args:
        report: called with the progress; True for a line on standard error, None for no report.
        counters: those of the search.
        found: gives how many solutions were given until now.
        started: when it began, by `time.perf_counter`.
        given_up: is set if the report raises, to end the search.

    Attributes:
        watch: reads the search.
    """

    def __init__(
        self,
        report: Callable[[Progress], Any] | bool | None,
        counters: RunningSearch,
        found: Callable[[], int],
        started: float,
        given_up: Cancel | None = None,
    ) -> None:
        self._running: Iterator[Any] = iter(())
        self._report: Callable[[Progress], Any] | None = None
        if report:
            self._report = report if callable(report) else ProgressLine()
        self.watch = ProgressReader(counters, found, started)
        self._given_up = given_up
        self._error: BaseException | None = None
        self._thread: Thread | None = None
        self._over: Event | None = None
        self._due = 0.0

    def reported(self, results: Iterator[R]) -> Iterator[R]:
        """The results of the search, which begins now, while its progress is reported."""
        self._running = results if self._report is None or self._start() else self._between(results)
        return self._running

    def _start(self) -> bool:
        """Starts the thread, if there are threads."""
        from threading import Event, Thread

        self._over = Event()
        self._thread = Thread(target=self._run, name="clew progress", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # a browser, or too many of them
            self._thread = None
            return False
        return True

    def _run(self) -> None:
        while self._over is not None and not self._over.wait(EVERY) and self._error is None:
            self._tell()

    def _between(self, results: Iterator[R]) -> Iterator[R]:
        """The same results; due reports come before each."""
        self._due = time.perf_counter() + EVERY
        try:
            for result in results:
                if self._error is None and time.perf_counter() >= self._due:
                    self._tell()
                    self._due = time.perf_counter() + EVERY
                yield result
        finally:
            if isinstance(results, Generator):
                results.close()

    def _tell(self, *, exhausted: bool = False) -> None:
        if self._report is None:
            return
        try:
            self._report(self.watch.read(exhausted=exhausted))
        except BaseException as error:
            self._error = error
            if self._given_up is not None:
                self._given_up.set()

    def close(self) -> None:
        """End a search of which no more results are wanted, so that its counters are up to date, and its reports."""
        if isinstance(self._running, Generator):
            self._running.close()
        if self._thread is not None and self._over is not None:
            from threading import current_thread

            self._over.set()
            if self._thread is not current_thread():  # a generator may be collected anywhere
                self._thread.join()
            self._thread = None
        if isinstance(self._report, ProgressLine):
            self._report.erase()

    def conclude(self, *, exhausted: bool) -> None:
        """Report the progress once more.

        Args:
            exhausted: whether the whole tree was walked.

        Raises:
            BaseException: the report raised it, now or earlier.
        """
        if self._error is None and not isinstance(self._report, ProgressLine):
            self._tell(exhausted=exhausted)
        if self._error is not None:
            self._error.add_note("while the progress was reported")
            raise self._error

"""The results of a search one by one: asked for one after the other, and with reports of how far it is."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from clew.limits import Cancel, limited
from clew.outcome import LimitReached, Outcome, Statistics, Status, Stopped

if TYPE_CHECKING:
    from clew.planning.plan import Plan
    from clew.planning.progress.progress import RunningSearch, Ticker
    from clew.state.progress import Progress

R = TypeVar("R")


class Answering(Protocol):
    """A walk that gives what it finds."""

    @property
    def plan(self) -> Plan:
        """What runs."""

    def close(self) -> None:
        """End it, so that its counters are up to date."""

    def conclude(self, *, exhausted: bool) -> None:
        """Report the progress once more."""

    def statistics(self) -> Statistics:
        """The cost of the search."""


def answered(walk: Answering, results: Iterator[R]) -> Iterator[R]:
    """The results of a walk, for those who ask for one after the other; a limit on solutions ends them.

    Raises:
        Stopped: another limit struck; the results until then were given.
    """
    status = Status.COMPLETE
    try:
        yield from results if walk.plan.clock is None else _within_limits(walk, results)
    except LimitReached as limit:
        status = limit.status
    finally:
        walk.close()
    walk.conclude(exhausted=status is Status.COMPLETE)
    if status not in (Status.COMPLETE, Status.SOLUTION_LIMIT):
        raise Stopped(Outcome(None, status, False, walk.statistics()))


def _within_limits(walk: Answering, results: Iterator[R]) -> Iterator[R]:
    """The results; until each of them is found, what runs in this thread asks the clock of the walk."""
    limit = None if walk.plan.clock is None else walk.plan.clock.look
    while True:
        with limited(limit):
            try:
                result = next(results)
            except StopIteration:
                return
        yield result


class ProgressReporting:
    """The part of a search that reports how far it is.

    Args:
        report: called with the progress; True for a line on standard error, None for no report.
        counters: those of the search.
        found: gives how many solutions were given until now.
        started: when it began, by `time.perf_counter`.
        given_up: is set if the report raises, to end the search.
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
        self._ticker: Ticker | None = None
        if report:
            from clew.planning.progress.progress import ProgressReader, Ticker

            self._ticker = Ticker(report, ProgressReader(counters, found, started), given_up)

    def reported(self, results: Iterator[R]) -> Iterator[R]:
        """The results of the search, which begins now, while its progress is reported."""
        self._running = results if self._ticker is None else self._ticker.around(results)
        return self._running

    def close(self) -> None:
        """End a search of which no more results are wanted, so that its counters are up to date."""
        if isinstance(self._running, Generator):
            self._running.close()
        if self._ticker is not None:
            self._ticker.stop()

    def conclude(self, *, exhausted: bool) -> None:
        """Report the progress once more.

        Args:
            exhausted: whether the whole tree was walked.
        """
        if self._ticker is not None:
            self._ticker.conclude(exhausted=exhausted)

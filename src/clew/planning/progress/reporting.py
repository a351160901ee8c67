"""A search that reports its progress, if a report is asked for, from its beginning to its end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from clew.limits import Cancel
    from clew.planning.progress.progress import RunningSearch, Ticker
    from clew.state.progress import Progress

R = TypeVar("R")


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

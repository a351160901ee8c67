"""A search whose progress is told, if anybody wants to know, from its beginning to its end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from clew.observe.progress import Progress, Searching, Ticker

R = TypeVar("R")


class ProgressReporting:
    """What every search does that can tell how far it is.

    Args:
        report: told of the progress; True for a line on standard error, None for nobody.
        counters: what the search leaves to be read.
        found: tells how many solutions were given until now.
        started: when it began, by `time.perf_counter`.
    """

    def __init__(
        self,
        report: Callable[[Progress], Any] | bool | None,
        counters: Searching,
        found: Callable[[], int],
        started: float,
    ) -> None:
        self._running: Iterator[Any] = iter(())
        self._ticker: Ticker | None = None
        if report:
            from clew.observe.progress import Ticker, Watch

            self._ticker = Ticker(report, Watch(counters, found, started))

    def told(self, results: Iterator[R]) -> Iterator[R]:
        """The results of the search, which begins now, while its progress is told."""
        self._running = results if self._ticker is None else self._ticker.around(results)
        return self._running

    def close(self) -> None:
        """End a search that nobody asks anything more of, so that its counters are up to date."""
        if isinstance(self._running, Generator):
            self._running.close()
        if self._ticker is not None:
            self._ticker.stop()

    def conclude(self, *, exhausted: bool) -> None:
        """Tell of the progress once more.

        Args:
            exhausted: whether the whole tree was walked.
        """
        if self._ticker is not None:
            self._ticker.conclude(exhausted=exhausted)

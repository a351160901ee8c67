"""The results of a search one by one, for callers that ask for one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

from clew.limits import limited
from clew.outcome import LimitReached, Outcome, Statistics, Status, Stopped

if TYPE_CHECKING:
    from clew.planning.plan import Plan

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

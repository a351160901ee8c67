"""Limits that strike before a search can begin: while its problem is declared or compiled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from clew.outcome import LimitReached, Stopped
from clew.planning.walking import unstarted


@contextmanager
def stopping(started: float) -> Iterator[None]:
    """Raises `Stopped`, with an outcome that has no result, in place of a `LimitReached`.

    Args:
        started: when the call began, by `time.perf_counter`.
    """
    try:
        yield
    except LimitReached as limit:
        raise Stopped(unstarted(started, limit.status, None)) from None

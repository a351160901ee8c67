"""A deadline for other people's code, so that a loop without end is a failure and not a hang."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

AGAIN = 1.0
"""Seconds until the next try, in case that a bare `except` has swallowed the first."""


class DeadlinePassed(BaseException):
    """The time is up. No `except Exception` of the code that is watched catches it."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Interrupts what runs in it.

    It takes a timer that interrupts: on the main thread, and not on Windows. Elsewhere the code runs on as long as it
    likes.

    Args:
        seconds: after which time.

    Raises:
        DeadlinePassed: the time is up.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: Any) -> None:
        raise DeadlinePassed

    started = time.monotonic()
    handler = signal.signal(signal.SIGALRM, interrupt)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left:  # another timer had been set: it goes on
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - started), 0.001), interval)

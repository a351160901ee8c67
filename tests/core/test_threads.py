"""Threads that share some work end with it, whenever Ctrl-C comes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from unittest import mock

import pytest

from clew.core.threads import Check, spread


def endless(task: int, check: Check) -> Iterator[int]:
    while True:
        check()
        time.sleep(0.001)
        yield task


@pytest.mark.parametrize("number", [0, 1, 2])
def test_ctrl_c_while_they_are_started_ends_all_of_them(number: int) -> None:
    before, started = set(threading.enumerate()), list[object]()
    start: Callable[[threading.Thread], None] = threading.Thread.start

    def starting(thread: threading.Thread) -> None:
        if len(started) == number:
            raise KeyboardInterrupt
        started.append(thread)
        start(thread)

    with mock.patch.object(threading.Thread, "start", starting), pytest.raises(KeyboardInterrupt):
        list(spread(range(3), endless, None, 3))
    assert set(threading.enumerate()) == before

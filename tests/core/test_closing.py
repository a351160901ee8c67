"""A program is closed once, whatever runs in between: Python code does when the collector calls it."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest

from clew.constraints import AllDifferent, NotEqual, Sum
from clew.constraints.base import Constraint
from clew.state.levels import UNIT

pytest.importorskip("clew.core._engine", reason="there is no engine, as engine().reason says")

from clew.core._engine import Search
from clew.core.compiler import program_of
from tests.random_models import satisfying

THREADS = 6


@contextmanager
def other_threads_run_while_the_collector_does() -> Iterator[None]:
    def pause(phase: str, info: Any) -> None:
        time.sleep(0.0005)

    before = gc.get_threshold()
    gc.callbacks.append(pause)
    gc.set_threshold(2, 2, 2)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(pause)


def test_searches_that_begin_in_several_threads_at_once() -> None:
    domains = {name: range(5) for name in "abcde"}
    constraints: list[Constraint] = [AllDifferent("abcd"), Sum("ae", "<=", 5), NotEqual("b", "e"), Sum("cde", ">=", 4)]
    expected = len(satisfying(domains, constraints))
    for _ in range(10):
        program = program_of(domains, constraints, UNIT).program
        barrier = Barrier(THREADS)

        def counted(program: Any = program, barrier: Barrier = barrier) -> int:
            barrier.wait()
            search = Search(program, [], 0, False, True, -1)
            search.run(10**9, -1)
            return search.found

        with other_threads_run_while_the_collector_does(), ThreadPoolExecutor(THREADS) as pool:
            assert [future.result() for future in [pool.submit(counted) for _ in range(THREADS)]] == [expected] * 6

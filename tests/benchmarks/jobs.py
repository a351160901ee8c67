"""How much faster counts are with workers: `python -m tests.benchmarks.jobs`, on a machine that does nothing else.

A count that only Python can do, in processes, and one of the engine, in threads. The first run of each is one
search; the others have workers, twice as many each time up to the number of cores.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from typing import Any, Literal

import clew
from clew.options import cores
from clew_problems import Queens


class Hooks(clew.Problem[int, int]):
    """Queens by hooks, which only Python can run."""

    name = "queens by hooks"

    def __init__(self, size: int) -> None:
        self.size = size

    def domains(self) -> dict[int, range]:
        return {row: range(self.size) for row in range(self.size)}

    def is_consistent(self, state: clew.State[int, int], variable: int, value: int) -> bool:
        return all(value != other and abs(value - other) != variable - row for row, other in state.items())


Kernel = Literal["auto", "python"]


def works(small: bool) -> Iterator[tuple[str, clew.Problem[Any, Any], Kernel]]:
    """What is counted."""
    yield "queens by hooks", Hooks(6 if small else 12), "auto"
    yield "queens, Python", Queens(8 if small else 15), "python"
    if clew.engine().available:
        yield "queens, engine", Queens(9 if small else 17), "auto"


def spent() -> float:
    """The processor time of this process and of those that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="so small that it only shows that this runs")
    parser.add_argument("--jobs", type=int, default=cores(), help="the most workers; by default one on each core")
    parser.add_argument("--dask", action="store_true", help="on a Dask cluster of the same size too")
    parsed = parser.parse_args()
    print(f"{'count':16} {'jobs':>4} {'seconds':>8} {'processor':>9} {'faster':>7}  result")
    for name, problem, kernel in works(parsed.small):
        alone = 0.0
        jobs = 1
        while jobs <= max(parsed.jobs, 2):
            began, used = time.perf_counter(), spent()
            number = clew.count(problem, jobs=jobs, kernel=kernel)
            seconds = time.perf_counter() - began
            alone = alone or seconds
            print(
                f"{name:16} {jobs:4} {seconds:8.2f} {spent() - used:9.2f} {alone / seconds:7.2f}  {number}", flush=True
            )
            jobs *= 2
        if parsed.dask:
            seconds, number = on_dask(problem, kernel, max(parsed.jobs, 2))
            print(f"{name:16} {'dask':>4} {seconds:8.2f} {'':9} {alone / seconds:7.2f}  {number}", flush=True)


def on_dask(problem: clew.Problem[Any, Any], kernel: Kernel, size: int) -> tuple[float, int]:
    """How long a count takes on a cluster that is there already and has searched before, and what it is."""
    import distributed

    untyped: Any = distributed
    with (
        untyped.LocalCluster(n_workers=size, threads_per_worker=1, dashboard_address=":0") as cluster,
        untyped.Client(cluster) as client,
    ):
        clew.count(Queens(8), executor=client, kernel=kernel, cutting=clew.Cutting(first=0))
        began = time.perf_counter()
        number = clew.count(problem, executor=client, kernel=kernel)
        return time.perf_counter() - began, number


if __name__ == "__main__":
    main()

"""How much faster counts are with workers: `python -m benchmarks.jobs`, on a machine that does nothing else.

A count that only Python can do, in processes, and some of the engine, in threads. The first run of each is one search;
the others have workers, twice as many each time up to the number of cores. Then Python threads of one's own, each of
which counts the same, and instances that are answered side by side.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

from benchmarks.sudokus import ROYLE, images

import clew
from clew.constraints import Linear
from clew.options import cores
from clew_problems import Langford, Queens, Sudoku


class Hooks(clew.Problem[int, int]):
    """Queens by hooks, which only Python can run."""

    name = "queens by hooks"

    def __init__(self, size: int) -> None:
        self.size = size

    def domains(self) -> dict[int, range]:
        return {row: range(self.size) for row in range(self.size)}

    def is_consistent(self, state: clew.State[int, int], variable: int, value: int) -> bool:
        return all(value != other and abs(value - other) != variable - row for row, other in state.items())


Kernel = Literal["auto", "python", "compiled"]


def works(small: bool) -> Iterator[tuple[str, clew.Problem[Any, Any], Kernel]]:
    """What is counted."""
    yield "queens by hooks", Hooks(6 if small else 12), "auto"
    yield "queens, Python", Queens(8 if small else 15), "python"
    if clew.engine().available:
        yield "queens, masks", Queens(9 if small else 16), "auto"
        yield "langford", Langford(4 if small else 12), "compiled"


def best_of(small: bool) -> tuple[clew.Model, Any]:
    """A knapsack with three kinds of weight, and what the things are worth."""
    draw = random.Random(1)
    model = clew.Model("knapsack")
    things = model.variables(range(10 if small else 34), range(2))
    for _ in range(3):
        weights = [draw.randint(20, 99) for _ in things]
        model.require(Linear(things, weights, "<=", sum(weights) // 2))
    return model, sum((draw.randint(20, 99) * x for x in things[1:]), start=things[0] * 50)


def asked(small: bool) -> Iterator[tuple[str, Callable[[int], Any]]]:
    """Questions that so many workers answer, beside counts."""
    model, worth = best_of(small)
    yield "knapsack, best", lambda jobs: clew.best(model, worth, "max", jobs=jobs).objective
    clues = [Sudoku.from_text(line).given() for line in images(ROYLE, 20 if small else 20_000, 0)]
    sudoku = Sudoku.from_text("." * 81)
    yield "sudokus", lambda jobs: sum(v.answer == "unique" for v in clew.check_each(sudoku, clues, jobs=jobs))


def own_threads(number: int, small: bool) -> int:
    """What some threads count together, each of them the same."""
    with ThreadPoolExecutor(number) as threads:
        return sum(threads.map(lambda _: clew.count(Queens(9 if small else 15)), range(number)))


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
        alone = measured(name, lambda jobs: clew.count(problem, jobs=jobs, kernel=kernel), parsed.jobs)  # noqa: B023
        if parsed.dask:
            seconds, number = on_dask(problem, kernel, max(parsed.jobs, 2))
            print(f"{name:16} {'dask':>4} {seconds:8.2f} {'':9} {alone / seconds:7.2f}  {number}", flush=True)
    for name, ask in asked(parsed.small):
        measured(name, ask, parsed.jobs)
    for number in (1, max(parsed.jobs, 2)):
        began = time.perf_counter()
        found = own_threads(number, parsed.small)
        print(f"{'own threads':16} {number:4} {time.perf_counter() - began:8.2f} {'':9} {'':7}  {found}", flush=True)


def measured(name: str, ask: Callable[[int], Any], most: int) -> float:
    """Print how long a question takes with one worker, with two, and so on. How long it takes with one."""
    alone = 0.0
    jobs = 1
    while jobs <= max(most, 2):
        began, used = time.perf_counter(), spent()
        found = ask(jobs)
        seconds = time.perf_counter() - began
        alone = alone or seconds
        print(f"{name:16} {jobs:4} {seconds:8.2f} {spent() - used:9.2f} {alone / seconds:7.2f}  {found}", flush=True)
        jobs *= 2
    return alone


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

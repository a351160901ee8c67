"""The same job shop with CP-SAT of OR-Tools: `python job_shop_ortools.py FILE ...` has the ends and times of both."""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from job_shop import Shop, best_schedule, read

cp_model: Any = import_module("ortools.sat.python.cp_model")


def best(shop: Shop, seconds: float = 60, workers: int = 1) -> tuple[int | None, bool]:
    """When the last job ends in the best schedule that CP-SAT finds, and whether that is proved to be the earliest."""
    model = cp_model.CpModel()
    horizon = sum(duration for job in shop for _, duration in job)
    end = model.new_int_var(0, horizon, "end")
    tasks: dict[int, list[Any]] = {machine: [] for machine, _ in shop[0]}
    for number, job in enumerate(shop):
        before: Any = 0
        for machine, duration in job:
            start = model.new_int_var(0, horizon, f"job {number} on {machine}")
            model.add(start >= before)
            tasks[machine].append(model.new_fixed_size_interval_var(start, duration, ""))
            before = start + duration
        model.add(end >= before)
    for some in tasks.values():
        model.add_no_overlap(some)
    model.minimize(end)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds, solver.parameters.num_workers = seconds, workers
    status = solver.solve(model)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return (round(solver.objective_value) if found else None), status == cp_model.OPTIMAL


def by_clew(shop: Shop) -> tuple[int | None, bool]:
    found = best_schedule(shop, 60)
    return found.objective, found.is_optimal


def main(*paths: str) -> None:
    """Print the end, whether it is proved, and the best of three times; of one, without a proof."""
    solvers = {"clew": partial(by_clew)}
    for workers in sorted({1, os.cpu_count() or 1}):
        solvers[f"CP-SAT, {workers} worker{'s' * (workers > 1)}"] = partial(best, workers=workers)
    for path in paths:
        shop = read(Path(path).read_text(encoding="utf-8"))
        for name, solve in solvers.items():
            times = []
            for _ in range(3):
                began = time.perf_counter()
                end, is_proved = solve(shop)
                times.append(time.perf_counter() - began)
                if not is_proved:
                    break
            print(f"{path:12}  {name:17}  ends at {end}{', proved' * is_proved}, {min(times):.2f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])

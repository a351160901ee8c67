"""A schedule for a job shop: each job goes from machine to machine, and the last one is to end as early as possible.

The start of each step is a variable. The steps of a job come one after the other, and a machine does one at a time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import clew
from clew.constraints import NoOverlap, Var
from clew.render import Gantt

Step = tuple[int, int]
"""A machine, and how long the step takes."""
Shop = tuple[tuple[Step, ...], ...]
"""The steps of each job, in their order."""


def read(text: str) -> Shop:
    """The job shop that a text in the usual form describes: jobs and machines, then a line for each job.

    Raises:
        clew.InputError: it does not describe one; the message names the line.
    """
    lines = [
        (k, line.split()) for k, line in enumerate(text.splitlines(), 1) if line.strip() and line.lstrip()[0] != "#"
    ]
    for k, words in lines:
        if strange := [word for word in words if not (word.isascii() and word.isdecimal())]:
            raise clew.InputError(f"line {k}: {strange[0]!r} is no whole number from 0: write machines and durations")
    numbers = [(k, [int(word) for word in words]) for k, words in lines]
    if not numbers or len(numbers[0][1]) != 2 or min(numbers[0][1]) < 1:
        raise clew.InputError("the first line must have two numbers: how many jobs and how many machines there are")
    (_, (count, machines)), *rows = numbers
    if len(rows) != count:
        raise clew.InputError(f"there are {len(rows)} lines for {count} jobs: write one for each, or correct the first")
    for k, row in rows:
        if len(row) != 2 * machines:
            raise clew.InputError(
                f"line {k}: {len(row)} numbers: write a machine and a duration for each of {machines}"
            )
        if sorted(row[::2]) != [*range(machines)]:
            raise clew.InputError(
                f"line {k}: its machines must be the numbers from 0 to {machines - 1}, each of them once"
            )
    return tuple(tuple(zip(row[::2], row[1::2], strict=True)) for _, row in rows)


def model_of(shop: Shop) -> tuple[clew.Model, Var]:
    """The schedules of a shop, and when the last job ends: the variable (job, step) is the start of a step."""
    model = clew.Model("job shop")
    times = range(sum(duration for job in shop for _, duration in job) + 1)
    end = model.variable("end", times)
    tasks: dict[int, list[tuple[Var, int]]] = {machine: [] for machine, _ in shop[0]}
    for number, job in enumerate(shop):
        before: Any = 0
        for step, (machine, duration) in enumerate(job):
            start = model.variable((number, step), times)
            model.require(start >= before)
            tasks[machine].append((start, duration))
            before = start + duration
        model.require(end >= before)
    for some in tasks.values():
        model.require(NoOverlap(*zip(*some, strict=True)))
    return model, end


class Watch:
    """Says on standard error how far the search is, whenever that has changed.

    Attributes:
        known: the earliest end until now, and a time before which none is.
    """

    known: tuple[Any, Any] = (None, None)

    def __call__(self, progress: clew.Progress) -> None:
        if self.known != (progress.objective, progress.bound):
            self.known = progress.objective, progress.bound
            print(f"{progress.seconds:6.1f} s  ends at {self.known[0]}, not before {self.known[1]}", file=sys.stderr)


def best_schedule(shop: Shop, seconds: float | None = None) -> clew.Optimum:
    """The schedule that ends first; the best until then, if the time is up or somebody presses Ctrl-C."""
    model, end = model_of(shop)
    try:
        return clew.best(model, end, limits=clew.Limits(time=seconds), progress=Watch())
    except clew.Interrupted as cut:
        found: clew.Optimum = cut.optimum
        return found


def rows_of(shop: Shop, starts: Mapping[Any, int]) -> dict[str, list[tuple[float, float, str]]]:
    """For each machine its tasks in the order of their starts: start, duration, and the job's number from 1."""
    rows: dict[str, list[tuple[float, float, str]]] = {f"machine {machine}": [] for machine, _ in sorted(shop[0])}
    for number, job in enumerate(shop):
        for step, (machine, duration) in enumerate(job):
            rows[f"machine {machine}"].append((starts[number, step], duration, str(number + 1)))
    return {name: sorted(tasks) for name, tasks in rows.items()}


def report(shop: Shop, starts: Mapping[Any, int]) -> str:
    """A line for each machine: when it does which job."""
    lines = []
    for name, tasks in rows_of(shop, starts).items():
        lines.append(f"{name}: " + ", ".join(f"job {job} {start}-{start + d}" for start, d, job in tasks))
    return "\n".join(lines)


def answer(shop: Shop, seconds: float, by: int | None, svg: Path | None) -> int:
    """Print the best schedule, or that none ends in time; the status of the command."""
    found = best_schedule(shop, seconds)
    if by is not None and found.bound is not None and found.bound > by:
        print(f"No schedule ends by {by}: none ends before {found.bound}.")
        return 1
    if found.solution is None:
        print(f"Stopped ({found.status.value}) before a schedule was found.", file=sys.stderr)
        return 3
    print(report(shop, found.solution))
    proved = "no schedule ends earlier" if found.is_optimal else f"{found.status.value}; none ends before {found.bound}"
    print(f"\nThe last job ends at {found.objective} ({proved}).")
    if svg is not None:
        colours = {str(number + 1): number for number in range(len(shop))}
        svg.write_text(Gantt(rows_of(shop, found.solution), colours, "a schedule").svg(), encoding="utf-8")
    if by is not None and found.objective > by:
        print(f"Stopped ({found.status.value}) before it was known whether one ends by {by}.", file=sys.stderr)
        return 3
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: 0 with a schedule, 1 if none ends in time, 2 if the file is wrong, 3 if stopped before it knew."""
    parser = argparse.ArgumentParser(prog="job_shop", description="When each machine does which job.")
    parser.add_argument("file", type=Path, help="a job shop: jobs and machines, then machine and duration in turns")
    parser.add_argument("--time-limit", type=float, default=30, metavar="SECONDS", help="30 by default")
    parser.add_argument("--by", type=int, metavar="TIME", help="when the last job must have ended")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write a Gantt chart to this file")
    options = parser.parse_args(arguments)
    try:
        shop = read(options.file.read_text(encoding="utf-8"))
        return answer(shop, options.time_limit, options.by, options.svg)
    except (UnicodeDecodeError, clew.InputError, clew.OptionError) as error:
        print(f"job_shop: {options.file}: {error}", file=sys.stderr)
    except OSError as error:
        print(f"job_shop: {error}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())

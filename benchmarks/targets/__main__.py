"""What is to be reached, and how far clew is: `python -m benchmarks.targets [--only TEXT] [--quick]`.

Every measurement is a process of its own, which imports clew, and then starts the clock: *cold* includes the making of
the model, *warm* does not count what a process does once. Medians of some runs; what takes longer than two seconds is
measured once. What takes longer than the limit is ended, and has none. Each process of clew has a limit of memory.

The times that are to be reached stand for a machine on which a textbook program in C counts 14 queens in 0.16 s. It is
measured before each row, and they are scaled by it; without a C compiler they stay as they are.

A figure is followed by whether it reaches the aim, or what it must, or misses that, and by what factor. Peers that are
not installed show as `-`, with what has been published about them.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from compileall import compile_dir
from pathlib import Path
from statistics import median
from typing import Any, Final

import attrs
from benchmarks.beside.measure import machine
from benchmarks.beside.queens import count_in_c
from benchmarks.beside.work import Timed
from benchmarks.targets.row import Row, shown
from benchmarks.targets.rows import REFERENCE, ROWS

import clew

ROOT: Final = Path(__file__).parents[2]

ONCE: Final = 2.0
"""A run that takes longer, in seconds, is not repeated."""

SCALE: Final = "14"
"""The queens that the program in C counts to tell how fast the machine is."""

STARTING: Final = 10.0
"""Seconds beyond the limit that a process has for imports and preparations."""

PACKAGES: Final = {"CP-SAT": "ortools", "Choco": "pychoco", "python-constraint2": "constraint"}
"""What to import of a peer, if it is called otherwise."""


@attrs.frozen
class Measured:
    """What came of a work.

    Attributes:
        figure: the median, in the unit of the row; None if there is none.
        problem: why not.
    """

    figure: float | None
    problem: str = ""


@attrs.frozen
class Measurer:
    """How it is measured.

    Attributes:
        runs: how often.
        limit: the seconds that a work may take.
        memory: the bytes that a process of clew may take.
        programs: the program, made for a number of queens.
    """

    runs: int
    limit: float
    memory: int
    programs: dict[str, Callable[[], Timed]] = attrs.field(factory=dict)

    def measured(self, row: Row, who: str, function: str) -> Measured:
        """The median of some runs; those of clew are checked."""
        limit = max(self.limit, row.limit)
        figures: list[float] = []
        while len(figures) < self.runs:
            once = self._once(who, function, row.size, limit)
            if isinstance(once, str):
                return Measured(None, once)
            if once["problem"]:
                return Measured(None, once["problem"])
            if who == "clew" and once["answer"] != row.answer:
                return Measured(None, f"wrong: {once['answer']}, not {row.answer}")
            figures.append(once["figure"])
            if once["seconds"] > ONCE:
                break
        return Measured(median(figures))

    def _once(self, who: str, function: str, size: str, limit: float) -> Any:
        """The answer, the figure and the seconds; a text if there is none."""
        memory = self.memory if who == "clew" else 0
        command = [sys.executable, "-m", "benchmarks.targets.once", who, function, size, str(memory)]
        pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process = subprocess.Popen(command, text=True, cwd=ROOT, start_new_session=True, **pipes)
        try:
            out, err = process.communicate(timeout=limit + STARTING)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)  # what it has started goes with it
            process.communicate()
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            return f"none in {limit:g} s"
        if process.returncode:
            return f"failed: {err.strip().splitlines()[-1] if err.strip() else process.returncode}"
        found = json.loads(out.splitlines()[-1])
        if found["problem"] == "out of memory":
            found["problem"] = f"out of memory ({self.memory / 2**30:g} GiB)"
        elif not found["problem"] and found["seconds"] > limit:
            return f"none in {limit:g} s"
        return found

    def queens_in_c(self, size: str) -> float | None:
        """The seconds that the program in C takes now, the least of three runs; None without a compiler."""
        if shutil.which("gcc") is None:
            return None
        if size not in self.programs:
            self.programs[size] = count_in_c(size)
        return min(self.programs[size]().seconds for _ in range(1 if int(size) > 15 else 3))

    def factor(self) -> float:
        """How many times as long as the reference this machine takes.

        It is measured again for each row: a machine with other work to do is slower for the program in C as well.
        """
        seconds = self.queens_in_c(SCALE)
        return 1.0 if seconds is None else seconds / REFERENCE


def main() -> int:
    description, *_ = (__doc__ or "").splitlines()
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--only", metavar="TEXT", help="the rows whose name has this text in it")
    parser.add_argument("--quick", action="store_true", help="one run each, without the slow rows and the peers")
    parser.add_argument("--runs", type=int, default=5, help="how often each is measured (default: %(default)s)")
    parser.add_argument("--limit", type=float, default=20, help="seconds for each (default: %(default)s)")
    parser.add_argument("--memory", type=float, default=4, help="GiB for each (default: %(default)s)")
    options = parser.parse_args()
    rows = [row for row in ROWS if (options.only or "") in row.name and (row.is_quick or not options.quick)]
    if not rows:
        parser.error(f"no row has {options.only!r} in its name")
    compile_packages()
    measurer = Measurer(1 if options.quick else options.runs, options.limit, int(options.memory * 2**30))
    told = f"factor {measurer.factor():.2f}" if shutil.which("gcc") else "no C compiler: times are not scaled"
    print(f"{machine()}\n{told}; at most {options.memory:g} GiB and {options.limit:g} s each\n")
    print("| work | clew | reached | must | aim | peers |\n| --- | ---: | --- | ---: | ---: | --- |", flush=True)
    for row in rows:
        print(line(row, measurer, with_peers=not options.quick), flush=True)
    return 0


def compile_packages() -> None:
    """Write the byte code of clew and its problems, as an installation does: no measurement is to compile it."""
    import clew_problems

    for package in (clew, clew_problems):
        compile_dir(str(Path(str(package.__file__)).parent), quiet=1)


def line(row: Row, measurer: Measurer, with_peers: bool) -> str:
    """A row, measured."""
    factor = measurer.factor()
    ours = measurer.measured(row, "clew", row.work)
    peers = {}
    if with_peers or row.unit == "times":
        peers = {who: _of_peer(row, who, function, measurer) for who, function in row.peers.items()}
    ours = _in_unit(row, ours, peers, measurer)
    must, aim = row.goals(factor)
    cells = [
        row.name,
        ours.problem if ours.figure is None else shown(ours.figure, row.unit),
        "no" if ours.figure is None else row.met(ours.figure, factor),
        shown(must, row.unit),
        "" if aim is None else shown(aim, row.unit),
        _told(row, peers),
    ]
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def _of_peer(row: Row, who: str, function: str, measurer: Measurer) -> Measured:
    from importlib.util import find_spec

    if find_spec(PACKAGES.get(who, who)) is None:
        return Measured(None, "-")
    return measurer.measured(row, who, function)


def _in_unit(row: Row, ours: Measured, peers: dict[str, Measured], measurer: Measurer) -> Measured:
    """The figure in the unit of the row, if that is a ratio."""
    if ours.figure is None or row.unit not in ("C", "times"):
        return ours
    if row.unit == "C":
        in_c = measurer.queens_in_c(row.size)
        if in_c is None:
            return Measured(None, f"{shown(ours.figure, 's')}; no C")
        peers["C"] = Measured(in_c)
        return Measured(ours.figure / in_c)
    theirs = next(iter(peers.values())).figure
    return Measured(None, f"{shown(ours.figure, 's')}; no peer") if theirs is None else Measured(theirs / ours.figure)


def _told(row: Row, peers: dict[str, Measured]) -> str:
    told = [f"{who} {one.problem if one.figure is None else shown(one.figure, 's')}" for who, one in peers.items()]
    if row.published:
        told.append(f"(published: {row.published})")
    return ", ".join(told)


if __name__ == "__main__":
    sys.exit(main())

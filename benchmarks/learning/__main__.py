"""The table of learning: `python -m benchmarks.learning [--only TEXT] [--seconds S] [--solvers NAME ...]`.

Each measurement is a process of its own, on one core: the model is made and solved, and both are timed together; the
imports are not. CP-SAT, Pumpkin and Choco solve the same model through CPMpy, if they are installed, and its
translation is in their times. A row has the times for all seeds; `?` says that nothing is proved after so many seconds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from typing import Any, Final

from benchmarks.beside.measure import machine
from benchmarks.learning.kits import kit
from benchmarks.learning.works import WORKS

SOLVERS: Final = ("clew", "clew, none", "CP-SAT", "Pumpkin")
ENDED: Final = "no result"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning", description=__doc__)
    parser.add_argument("--only", default="", help="the rows with this text in their names")
    parser.add_argument("--seconds", type=float, default=20, help="for each solver and seed")
    parser.add_argument("--solvers", nargs="+", default=SOLVERS, help="the columns")
    parser.add_argument("--one", nargs=3, metavar=("SOLVER", "WORK", "SEED"), help="one measurement, as JSON")
    options = parser.parse_args()
    if options.one:
        solver, name, seed = options.one
        print(json.dumps(_measured(solver, name, int(seed), options.seconds)))
        return
    print(f"{machine()}\n\n| work | {' | '.join(options.solvers)} |\n| --- |{' --- |' * len(options.solvers)}")
    for name, work in WORKS.items():
        if options.only in name:
            cells = [
                ", ".join(_shown(_apart(solver, name, seed, options.seconds)) for seed in work.seeds)
                for solver in options.solvers
            ]
            print(f"| {name} | {' | '.join(cells)} |", flush=True)


def _measured(solver: str, name: str, seed: int, seconds: float) -> dict[str, Any]:
    """Make a model and solve it."""
    work, made = WORKS[name], kit(solver)
    began = time.perf_counter()
    objective, direction = work.make(made, work.size, seed)
    answer = made.solve(objective, direction, seconds - (time.perf_counter() - began))
    took = time.perf_counter() - began
    return {"seconds": took, "value": answer.value, "is_proved": answer.is_proved, "learned": answer.learned}


def _apart(solver: str, name: str, seed: int, seconds: float) -> dict[str, Any] | None:
    """The same in a process of its own; None if nothing comes of it."""
    command = [sys.executable, "-m", "benchmarks.learning", "--seconds", str(seconds), "--one", solver, name, str(seed)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=3 * seconds + 60, check=True)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return None
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _shown(found: dict[str, Any] | None) -> str:
    if found is None:
        return ENDED
    if found["is_proved"]:
        return f"{found['seconds']:.2g} s"
    return "?" if found["value"] is None else f"? {found['value']}"


if __name__ == "__main__":
    main()

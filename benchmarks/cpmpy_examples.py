"""Models of CPMpy's examples on clew and on other solvers of CPMpy.

    python benchmarks/cpmpy_examples.py cpmpy/examples --solvers clew ortools choco

Each script of the folder runs in a process of its own until it asks about its first model: that model is built and
solved by each solver instead, on one core, and the process ends. A line has the answer, the seconds of building and of
both together, in processor time, and whether CPMpy says that all constraints hold.
"""

from __future__ import annotations

import argparse
import os
import runpy
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import cpmpy as cp
from cpmpy.expressions.utils import argval
from cpmpy.transformations.normalize import toplevel_list

import clew.compat.cpmpy


def measure(model: Any, name: str, solvers: list[str], seconds: float) -> None:
    """Build and solve a model with each solver."""
    clew.compat.cpmpy.register()
    for solver in solvers:
        x = cp.intvar(0, 3, shape=3)
        small = cp.Model(cp.AllDifferent(x), x[0] * x[1] >= 1)
        cp.SolverLookup.get(solver, small).solve()  # modules are imported at the first question
        begun, started = time.perf_counter(), time.process_time()
        asked = cp.SolverLookup.get(solver, model)
        built = time.process_time() - started
        left = max(0.1, seconds - (time.perf_counter() - begun))
        options = {"num_workers": 1} if solver == "ortools" else {}
        is_solved = asked.solve(time_limit=left, **options)
        both = time.process_time() - started
        holds = all(map(argval, toplevel_list(model.constraints))) if is_solved else ""
        status = asked.status().exitstatus.name
        print(f"{name} {solver} {status} {asked.objective_value()} {built:.3f} {both:.3f} {holds}", flush=True)


def run(script: str, solvers: list[str], seconds: float) -> None:
    """Run a script until it asks about its first model."""

    def ask(model: Any, *arguments: Any, **options: Any) -> None:
        measure(model, Path(script).stem, solvers, seconds)
        os._exit(0)

    cp.Model.solve = cp.Model.solveAll = ask
    os.chdir(Path(script).parent)
    sys.path.insert(0, str(Path(script).parent))
    sys.argv = [script]
    runpy.run_path(script, run_name="__main__")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", type=Path, help="the folder of the examples, or one script")
    parser.add_argument("--solvers", nargs="+", default=["clew", "ortools"])
    parser.add_argument("--seconds", type=float, default=6)
    given = parser.parse_args()
    if given.place.is_file():
        run(str(given.place.resolve()), given.solvers, given.seconds)
        return
    for script in sorted(given.place.rglob("*.py")):
        options = ["--seconds", str(given.seconds), "--solvers", *given.solvers]
        command = [sys.executable, __file__, str(script), *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        print(done.stdout or f"{script.stem}: {(done.stderr.splitlines() or ['it asks nothing'])[-1]}", end="\n")


if __name__ == "__main__":
    main()

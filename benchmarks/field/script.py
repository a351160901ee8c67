"""Models of CPMpy's scripts: `python -m benchmarks.field.script SCRIPT SECONDS MEMORY SOLVER...`.

The script runs until it asks about its first model: each solver builds and solves that model instead, in a process of
its own on one core, and the script ends. A line on standard output has the answers as JSON.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from unittest.mock import MagicMock

import attrs
import cpmpy as cp
from benchmarks.field.answer import Answer
from benchmarks.field.flat import limited
from cpmpy.expressions.utils import argval
from cpmpy.transformations.normalize import toplevel_list

import clew.compat.cpmpy

OPTIONS: Final[dict[str, dict[str, Any]]] = {"ortools": {"num_workers": 1}}


def measure(model: Any, who: str, seconds: float) -> Answer:
    """Build and solve a model with a solver."""
    x = cp.intvar(0, 3, shape=3)
    small = cp.Model(cp.AllDifferent(x), x[0] * x[1] >= 1)
    cp.SolverLookup.get(who, small).solve()  # modules are imported at the first question
    started = time.process_time()
    asked = cp.SolverLookup.get(who, model)
    built = time.process_time() - started
    is_solved = asked.solve(time_limit=max(0.1, seconds - built), **OPTIONS.get(who, {}))
    both = time.process_time() - started
    status = asked.status().exitstatus.name
    proved = status in ("OPTIMAL", "UNSATISFIABLE") or (is_solved and not model.has_objective())
    made = Answer(proved or is_solved, proved, None, False, built, both, is_solved, why="" if is_solved else status)
    if not is_solved:
        return made
    wrong = "" if all(map(argval, toplevel_list(model.constraints))) else "its solution does not hold"
    value = float(model.objective_value()) if model.has_objective() else None
    return attrs.evolve(made, value=value, maximizes=model.objective_is_min is False, wrong=wrong)


def apart(model: Any, who: str, seconds: int, memory: int) -> Answer:
    """The answer of a solver in a process of its own."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        try:
            limited(3 * seconds + 5, memory)()
            made = measure(model, who, seconds)
        except BaseException as error:
            made = Answer(why=f"{type(error).__name__}: {error}".splitlines()[0])
        os.write(writing, json.dumps(attrs.asdict(made)).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as opened:
        written = opened.read()
    os.waitpid(child, 0)
    return Answer(**json.loads(written)) if written else Answer(why=f"more than {3 * seconds + 5} s, or memory")


class Recorder(cp.Model):  # type: ignore[misc]
    """A model that stands for a solver of CPMpy, which scripts make of one: parameters are not looked at."""

    def __init__(self, model: Any = None, *arguments: Any, **options: Any) -> None:
        super().__init__(*(model.constraints if isinstance(model, cp.Model) else ()))
        if isinstance(model, cp.Model) and model.has_objective():
            self.objective(model.objective_, model.objective_is_min)

    def __getattr__(self, name: str) -> Any:
        return MagicMock()


def run(script: Path, ask: Callable[[Any], None]) -> None:
    """Run a script until it asks about its first model."""

    def asked(model: Any, *arguments: Any, **options: Any) -> None:
        ask(model)
        os._exit(0)

    cp.Model.solve = cp.Model.solveAll = asked
    cp.SolverLookup.get = lambda name=None, model=None, **options: Recorder(model)
    for name in [name for name in dir(cp.solvers) if name.startswith("CPM_")]:
        setattr(cp.solvers, name, Recorder)
    os.chdir(script.parent)
    sys.path.insert(0, str(script.parent))
    sys.argv = [str(script)]
    runpy.run_path(str(script), run_name="__main__")


def main() -> None:
    script, seconds, memory, *solvers = sys.argv[1:]
    clew.compat.cpmpy.register()
    out, look = os.dup(1), cp.SolverLookup.get

    def ask(model: Any) -> None:
        cp.SolverLookup.get = look
        made = {who: attrs.asdict(apart(model, who, int(seconds), int(memory))) for who in solvers}
        os.write(out, json.dumps(made).encode())

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    run(Path(script).resolve(), ask)


if __name__ == "__main__":
    main()

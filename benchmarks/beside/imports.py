"""What importing a library takes: each other work begins after it."""

from __future__ import annotations

import subprocess
import sys

from .work import Make, Peer, Timed, Work

PROGRAM = "import time; began = time.perf_counter(); {}; print(time.perf_counter() - began)"


def importing(statement: str) -> Make:
    """A fresh process that executes an import statement, and says how long that took."""

    def work() -> Timed:
        command = [sys.executable, "-c", PROGRAM.format(statement)]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        return Timed("imported", float(run.stdout.split()[-1]))

    return lambda size: work


IMPORTS = Work(
    title="what importing takes",
    sizes=("import",),
    quick=("import",),
    repeats=False,
    peers={
        "clew": Peer(importing("from clew import count; from clew_problems import Queens"), "clewpy"),
        "python-constraint2": Peer(importing("import constraint"), "python-constraint2"),
        "CP-SAT": Peer(importing("from ortools.sat.python import cp_model"), "ortools"),
        "Choco": Peer(importing("import pychoco"), "pychoco"),
        "clingo": Peer(importing("import clingo"), "clingo"),
        "NuCS": Peer(importing("import nucs.solvers.backtrack_solver"), "nucs"),
        "xcover": Peer(importing("import xcover"), "xcover"),
        "pyxcc": Peer(importing("import pyxcc"), "pyxcc"),
    },
)

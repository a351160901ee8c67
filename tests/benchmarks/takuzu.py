"""How long it takes to count all Takuzu grids: `python tests/benchmarks/takuzu.py [--sizes 6 8 10] [--jobs 2]`.

Each size is counted in Python line by line, and in the native kernel from both ends, without and with symmetry; the
least of some runs is printed, with the beginnings and endings that were counted. The native kernel is compiled before
anything is measured. The largest size is counted once, and in Python not at all.

The numbers of grids are those of OEIS A253316.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from typing import Any, Final

import clew
from clew.counting import meet_in_the_middle
from clew.plan import make_plan
from clew.search import Counters
from clew.symmetry import count_by_symmetry

GRIDS: Final = {4: 72, 6: 4140, 8: 4111116, 10: 48183195384}


def in_python(problem: Any, jobs: int) -> tuple[int, int]:
    """Line by line in Python: the grids, and the nodes without them."""
    plan = make_plan(problem, {}, clew.Count())
    counters = Counters()
    assert plan.lines is not None
    number = sum(plan.lines.run(counters, None))
    return number, sum(counters.nodes_per_level) - number


def native(problem: Any, jobs: int) -> tuple[int, int]:
    """From both ends."""
    outcome = clew.solve(problem, clew.Count(), kernel="native", jobs=jobs)
    return outcome.result, outcome.statistics.nodes - outcome.result


def symmetric(problem: Any, jobs: int) -> tuple[int, int]:
    """From both ends, by symmetry."""
    outcome = count_by_symmetry(problem, kernel="native", jobs=jobs)
    return outcome.result, outcome.statistics.nodes - outcome.result


WAYS: Final[dict[str, Callable[[Any, int], tuple[int, int]]]] = {
    "python": in_python,
    "native": native,
    "native, by symmetry": symmetric,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[4, 6, 8], choices=sorted(GRIDS))
    parser.add_argument("--runs", type=int, default=5, help="how many runs to take the least of (default: 5)")
    parser.add_argument("--jobs", type=int, default=1, help="threads of the native kernel (default: 1)")
    options = parser.parse_args()
    print(f"clew {clew.__version__}, Python {platform.python_version()}, {platform.machine()}, jobs {options.jobs}")
    meet_in_the_middle.warm()
    for size in options.sizes:
        problem = clew.load("takuzu", f"{size}x{size}")
        for name, way in WAYS.items():
            if size == max(GRIDS) and name == "python":
                continue
            seconds = []
            for _ in range(1 if size == max(GRIDS) else options.runs):
                began = time.perf_counter()
                number, nodes = way(problem, options.jobs)
                seconds.append(time.perf_counter() - began)
                if number != GRIDS[size]:
                    raise SystemExit(f"wrong answer at size {size}: {number}")
            print(f"{size:4} {name:20} {min(seconds):10.3f} s {nodes:12} nodes {number:14} grids", flush=True)


if __name__ == "__main__":
    main()

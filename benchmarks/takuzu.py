"""How long it takes to count all Takuzu grids: `python benchmarks/takuzu.py [--sizes 6 8 10] [--jobs 2]`.

Each size is counted in Python row by row, and in the engine from both ends; the least of some runs is printed, with the
prefixes and suffixes that were counted. The largest size is counted once, and in Python not at all.

The numbers of grids are those of OEIS A253316.
"""

from __future__ import annotations

import argparse
import platform
import time
from typing import Any, Final

import clew
from clew.planning.counting.meet_in_the_middle import MeetInTheMiddle
from clew.planning.counting.row_by_row import RowByRow
from clew.planning.counting.tables import GridTables, structure_of
from clew.planning.plan import make_plan
from clew.state.counters import Counters

GRIDS: Final = {4: 72, 6: 4140, 8: 4111116, 10: 48183195384}


def row_by_row(tables: GridTables, jobs: int) -> tuple[int, int]:
    """Row by row in Python: the grids, and the nodes without them."""
    counters = Counters()
    number = sum(RowByRow(tables).counts(counters, None))
    return number, sum(counters.nodes_per_level) - number


def from_both_ends(tables: GridTables, jobs: int) -> tuple[int, int]:
    """From both ends in the engine."""
    counters = Counters()
    number = sum(MeetInTheMiddle(tables).counts(counters, None, jobs))
    return number, sum(counters.nodes_per_level) - number


WAYS: Final = {"row by row": row_by_row, "from both ends": from_both_ends}


def tables_of(problem: clew.Problem[Any, Any]) -> GridTables:
    """What the counts start from."""
    plan = make_plan(problem, {}, clew.Count())
    return GridTables(plan.compiled, structure_of(plan.compiled), plan.start[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[4, 6, 8], choices=sorted(GRIDS))
    parser.add_argument("--runs", type=int, default=5, help="how many runs to take the least of (default: 5)")
    parser.add_argument("--jobs", type=int, default=1, help="threads from both ends (default: 1)")
    options = parser.parse_args()
    print(f"clew {clew.__version__}, Python {platform.python_version()}, {platform.machine()}, jobs {options.jobs}")
    for size in options.sizes:
        tables = tables_of(clew.load("takuzu", f"{size}x{size}"))
        for name, way in WAYS.items():
            if size == max(GRIDS) and way is row_by_row:
                continue
            seconds = []
            for _ in range(1 if size == max(GRIDS) else options.runs):
                began = time.perf_counter()
                number, nodes = way(tables, options.jobs)
                seconds.append(time.perf_counter() - began)
                if number != GRIDS[size]:
                    raise SystemExit(f"wrong answer at size {size}: {number}")
            print(f"{size:4} {name:20} {min(seconds):10.3f} s {nodes:12} nodes {number:14} grids", flush=True)


if __name__ == "__main__":
    main()

"""The drop-in beside python-constraint: the same program, once with each import.

    python tests/benchmarks/compat.py

Each program is run by both in turns, in one process, and must find as much. The table shows medians, and how many
times as long python-constraint took. Without python-constraint2 only clew is measured.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import statistics
import time
from collections.abc import Callable
from typing import Any, Final

OURS: Final = "clew.compat.constraint"
THEIRS: Final = "constraint"

HARD: Final = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
EASY: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def queens(constraint: Any, size: int) -> int:
    problem = constraint.Problem()
    problem.addVariables(range(size), range(size))
    for one in range(size):
        for other in range(one):
            problem.addConstraint(lambda a, b, gap=one - other: a != b and abs(a - b) != gap, (other, one))
    return len(problem.getSolutions())


def sudoku(constraint: Any, clues: str) -> int:
    problem = constraint.Problem()
    for cell, clue in enumerate(clues):
        problem.addVariable(cell, range(1, 10) if clue == "." else [int(clue)])
    for k in range(9):
        box = [(k // 3 * 3 + i) * 9 + k % 3 * 3 + j for i in range(3) for j in range(3)]
        for line in (list(range(9 * k, 9 * k + 9)), list(range(k, 81, 9)), box):
            problem.addConstraint(constraint.AllDifferentConstraint(), line)
    return len(problem.getSolutions())


def money(constraint: Any) -> int:
    problem = constraint.Problem()
    problem.addVariables("sendmory", range(10))
    problem.addConstraint(lambda d, e, y: (d + e) % 10 == y, "dey")
    problem.addConstraint(lambda n, d, r, e, y: (10 * (n + r) + d + e) % 100 == 10 * e + y, "ndrey")
    problem.addConstraint("1000*s + 91*e + d + 10*r == 9000*m + 900*o + 90*n + y")
    problem.addConstraint(constraint.NotInSetConstraint([0]), "sm")
    problem.addConstraint(constraint.AllDifferentConstraint())
    return len(problem.getSolutions())


def coins(constraint: Any) -> int:
    worth = [0.01, 0.05, 0.10, 0.50, 1.00]
    problem = constraint.Problem()
    for value in worth:
        problem.addVariable(value, range(int(5 / value)))
    problem.addConstraint(constraint.ExactSumConstraint(5.00, worth), worth)
    problem.addConstraint(constraint.ExactSumConstraint(100), worth)
    return len(problem.getSolutions())


def parameters(constraint: Any, largest: int) -> int:
    powers = [2**k for k in range(11) if 2**k <= largest]
    problem = constraint.Problem()
    problem.addVariables(["block_x", "block_y"], powers)
    problem.addVariables(["tile_x", "tile_y", "unroll"], [1, 2, 3, 4, 6, 8])
    problem.addVariables(["tile_k", "vector"], [1, 2, 4, 8, 16])
    problem.addConstraint(
        [
            f"4 <= block_x * block_y <= {largest}",
            "tile_x * tile_y <= 24",
            "tile_k % unroll == 0",
            "tile_x % vector == 0",
            f"block_x * tile_x <= {largest // 2}",
        ]
    )
    return len(problem.getSolutionsAsListDict()[0])


def works(quick: bool) -> dict[str, Callable[[Any], int]]:
    """What is measured, by name; each says how many solutions it found."""
    size = 5 if quick else 10
    return {
        f"{size} queens, all": lambda constraint: queens(constraint, size),
        "sudoku, all": lambda constraint: sudoku(constraint, EASY if quick else HARD),
        "SEND + MORE = MONEY, all": money,
        "100 coins, all": coins,
        "parameters, all": lambda constraint: parameters(constraint, 8 if quick else 1024),
    }


def shown(seconds: float) -> str:
    """A time with three digits."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the drop-in beside python-constraint.")
    parser.add_argument("--quick", action="store_true", help="small programs, once each")
    parser.add_argument("--runs", type=int, default=5, help="how often each is run (default: %(default)s)")
    options = parser.parse_args()
    packages = [OURS, *([THEIRS] if importlib.util.find_spec(THEIRS) else [])]
    print(f"| | clew | {'python-constraint |' if THEIRS in packages else ''}")
    print("| --- |" + " ---: |" * len(packages))
    for name, work in works(options.quick).items():
        found = set()
        seconds: dict[str, list[float]] = {package: [] for package in packages}
        for _ in range(1 if options.quick else options.runs):
            for package in packages:
                module = importlib.import_module(package)
                started = time.perf_counter()
                found.add(work(module))
                seconds[package].append(time.perf_counter() - started)
        assert len(found) == 1, f"{name}: they found {found}"
        ours = statistics.median(seconds[OURS])
        row = f"| {name} | {shown(ours)} |"
        if THEIRS in packages:
            theirs = statistics.median(seconds[THEIRS])
            row += f" {shown(theirs)} ({float(f'{theirs / ours:.2g}'):g}) |"
        print(row)


if __name__ == "__main__":
    main()

"""What the loop costs, side by side in one run: `python benchmarks/hooks.py`.

- `check` beside a straightforward recursive program that does the same checks;
- `forward` beside the transcription of the CAML program of 2002, which walks the larger tree of `check`.

Prints the best of several runs of each, in milliseconds, and their ratio.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from pathlib import Path
from runpy import run_path

import clew
from clew_problems.queens_baselines import caml

HookQueens = run_path(str(Path(__file__).parents[1] / "examples" / "queens_with_hooks.py"))["HookQueens"]


def by_hand(n: int) -> int:
    """How many ways there are to place n queens, by plain recursion."""
    queens: list[int] = []

    def fits(row: int, column: int) -> bool:
        for r, c in enumerate(queens):  # noqa: SIM110  (the plainest form is also the fastest)
            if c == column or abs(c - column) == row - r:
                return False
        return True

    def place(row: int) -> int:
        if row == n:
            return 1
        found = 0
        for column in range(n):
            if fits(row, column):
                queens.append(column)
                found += place(row + 1)
                queens.pop()
        return found

    return place(0)


def milliseconds(work: Callable[[], int], expected: int, runs: int) -> float:
    """The best of several runs; the answer is checked."""
    best = float("inf")
    for _ in range(runs):
        started = time.perf_counter()
        answer = work()
        best = min(best, time.perf_counter() - started)
        if answer != expected:
            raise SystemExit(f"wrong answer: {answer} instead of {expected}")
    return best * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[6, 7, 8, 9, 10])
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    print(f"clew {clew.__version__}, Python {platform.python_version()}, {platform.machine()}; milliseconds, best of")
    print(f"{options.runs} runs\n")
    print(" n  by hand    check  ratio |     caml  forward  ratio")
    for n in options.sizes:
        expected = len(caml(n))

        def best(work: Callable[[int], int], n: int = n, expected: int = expected) -> float:
            return milliseconds(lambda: work(n), expected, options.runs)

        hand = best(by_hand)
        check = best(lambda n: clew.count(HookQueens(n), inference="check"))
        listing = best(lambda n: len(caml(n)))
        forward = best(lambda n: clew.count(HookQueens(n), inference="forward"))
        left, right = f"{hand:8.2f} {check:8.2f} {check / hand:6.2f}", f"{listing:8.2f} {forward:8.2f}"
        print(f"{n:2} {left} | {right} {forward / listing:6.2f}")


if __name__ == "__main__":
    main()

"""What the benchmarks of a cost share: the same work is done with something and without, in turns."""

from __future__ import annotations

import argparse
import platform

import clew


def begun(about: str | None, runs: int) -> tuple[int, bool]:
    """Read the command line and print what runs where.

    Args:
        about: what the benchmark measures.
        runs: how many runs there are by default.

    Returns:
        How many runs to take the best of, and whether the works are to be short.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=runs)
    parser.add_argument("--quick", action="store_true", help="short searches, once: only to see that all of it runs")
    options = parser.parse_args()
    number = 1 if options.quick else options.runs
    print(f"clew {clew.__version__}, Python {platform.python_version()}, {platform.machine()}; best of {number} runs")
    return number, options.quick


def check(title: str, answer: int, expected: int) -> None:
    """End the benchmark if an answer is wrong."""
    if answer != expected:
        raise SystemExit(f"{title}: {answer} instead of {expected}")


def more(without: float, with_it: float) -> str:
    """How much more it took."""
    return f"{100 * (with_it / without - 1):+5.1f} %"

"""Every bundled example in Python and with the native kernel at hand: `python tests/benchmarks/kernels.py`.

Each question is asked in Python only, and then as it is in a process that has fetched the native kernel before: a
search moves there when it has run for 20 ms. Those that take Python longer than 50 ms are shown, the least gain first.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from typing import Any

import clew
from clew.kernels import choose
from clew.plugins import installed

QUESTIONS: dict[str, clew.Strategy[Any]] = {
    "first": clew.First(),
    "unique": clew.Unique(),
    "count": clew.Count(),
    "all": clew.All(),
}


def cases() -> Iterator[tuple[str, clew.Problem[Any, Any]]]:
    """The examples that declare constraints."""
    for plugin in installed():
        for example in plugin.problem.examples if plugin.problem is not None else ():
            problem = clew.load(plugin.name, example.text, **example.parameters)
            if any(True for _ in problem.constraints()):
                yield f"{plugin.name} {example.name}", problem


def seconds(problem: clew.Problem[Any, Any], strategy: clew.Strategy[Any], after: float, limit: float) -> Any:
    """How long a search takes, and how it ended."""
    choose.AFTER = choose.SOON = after  # type: ignore[misc]
    started = time.perf_counter()
    limits = clew.Limits(time=limit, solutions=100_000)
    outcome = clew.solve(
        problem, strategy, limits=limits if not isinstance(strategy, clew.Count) else clew.Limits(limit)
    )
    return time.perf_counter() - started, outcome


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--limit", type=float, default=5.0, help="seconds for each search in Python")
    parser.add_argument("--over", type=float, default=0.05, help="show what takes Python longer")
    parsed = parser.parse_args()
    for purpose in choose.MODULES:
        choose.Mover(purpose, at_once=True)
    rows = []
    for title, problem in cases():
        for question, strategy in QUESTIONS.items():
            python, slow = seconds(problem, strategy, math.inf, parsed.limit)
            if python <= parsed.over:
                continue
            native, quick = min((seconds(problem, strategy, 0.02, parsed.limit) for _ in range(2)), key=lambda s: s[0])
            rows.append((python / native, title, question, python, native, slow, quick))
    for gain, title, question, python, native, slow, quick in sorted(rows, key=lambda row: row[0]):
        ended = "" if slow.is_complete and quick.is_complete else f"  {slow.status.value} / {quick.status.value}"
        why = quick.statistics.kernel_reason
        print(f"{gain:6.2f}x {title:32} {question:7}{1e3 * python:9.0f} ms {1e3 * native:9.0f} ms  "
              f"{quick.statistics.kernel}{f' ({why})' if why else ''}{ended}")  # fmt: skip


if __name__ == "__main__":
    main()

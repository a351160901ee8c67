"""Every bundled example in Python and in the engine: `python benchmarks/kernels.py`.

Those that take Python longer than 50 ms are shown, the least gain first.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import clew
from clew.core import Engine
from clew.plugins import installed

ABSENT = Engine(available=False, reason="a benchmark takes it away")


@contextmanager
def without_engine() -> Iterator[None]:
    """Meanwhile, clew searches as if it had been installed without a compiler."""
    with mock.patch("clew.core.engine", return_value=ABSENT):
        yield


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


def seconds(problem: clew.Problem[Any, Any], strategy: clew.Strategy[Any], limit: float) -> Any:
    """How long a search takes, and how it ended."""
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
    parser.add_argument("--over", type=float, default=0.05, help="show the questions that take Python longer")
    parsed = parser.parse_args()
    rows = []
    for title, problem in cases():
        for question, strategy in QUESTIONS.items():
            with without_engine():
                python, slow = seconds(problem, strategy, parsed.limit)
            if python <= parsed.over:
                continue
            fast, quick = min((seconds(problem, strategy, parsed.limit) for _ in range(2)), key=lambda s: s[0])
            rows.append((python / fast, title, question, python, fast, slow, quick))
    for gain, title, question, python, fast, slow, quick in sorted(rows, key=lambda row: row[0]):
        ended = "" if slow.is_complete and quick.is_complete else f"  {slow.status.value} / {quick.status.value}"
        why = quick.statistics.kernel_reason
        print(f"{gain:6.2f}x {title:32} {question:7}{1e3 * python:9.0f} ms {1e3 * fast:9.0f} ms  "
              f"{quick.statistics.kernel}{f' ({why})' if why else ''}{ended}")  # fmt: skip


if __name__ == "__main__":
    main()

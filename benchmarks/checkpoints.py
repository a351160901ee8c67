"""What it costs to keep a search: `python -m benchmarks.checkpoints`.

The same search in the same subtrees runs with a checkpoint and without, in turns. Prints the best time of each, by
the clock and of the processor, and how much more the kept one took: the transactions, and the solutions that they
hold. Where other programs run beside it, the clock tells little.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
from benchmarks.cost import begun, check, more

import clew
from clew.options import CheckpointSpecification
from clew.scale.checkpoint.specification import Listed
from clew.scale.parallel import running
from clew_problems import Queens


@attrs.frozen
class Work:
    """A search whose answer is known.

    Attributes:
        title: what it does.
        problem: what is searched.
        strategy: makes the strategy.
        expected: the answer.
        options: those of the search.
    """

    title: str
    problem: clew.Problem[Any, Any]
    strategy: Callable[[], clew.Strategy[Any]]
    expected: int
    options: dict[str, Any]


def works(quick: bool) -> list[Work]:
    """The searches: ten seconds and more each, or short ones that only show that all of it runs."""
    options: dict[str, Any] = {"kernel": "python", "inference": "unit"}
    cutting = {"cutting": clew.Cutting(first=0, subtrees=16)} if quick else {}
    count, listed = ((7, 40), (7, 40)) if quick else ((14, 365_596), (13, 73_712))
    loop = {"kernel": "python", "jobs": 1}
    return [
        Work(f"count {count[0]} queens", Queens(count[0]), clew.Count, count[1], options | cutting),
        Work(f"list {listed[0]} queens", Queens(listed[0]), Listed, listed[1], loop | cutting),
    ]


def seconds(work: Work, folder: Path | None) -> tuple[float, float]:
    """The time of one run, by the clock and of the processor; the answer is checked."""
    options = dict(work.options)
    started, used = time.perf_counter(), time.process_time()
    if folder is None:
        outcome = running.solve(work.problem, work.strategy(), options)  # type: ignore[arg-type]
    else:
        output = folder / "out.jsonl" if work.strategy is Listed else None
        options["checkpoint"] = CheckpointSpecification(folder / "search.clew", output=output)
        outcome = clew.solve(work.problem, work.strategy(), **options)
    taken = time.perf_counter() - started, time.process_time() - used
    check(work.title, outcome.result, work.expected)
    return taken


def main() -> None:
    runs, quick = begun(__doc__, runs=3)
    print(f"{'search':18} {'measured by':12} {'without':>9} {'kept':>9}   more")
    for work in works(quick):
        plain, kept = [], []
        for _ in range(runs):
            plain.append(seconds(work, None))
            with tempfile.TemporaryDirectory() as folder:
                kept.append(seconds(work, Path(folder)))
        for place, title in enumerate(("clock", "processor")):
            without, with_it = (min(times[place] for times in both) for both in (plain, kept))
            print(f"{work.title:18} {title:12} {without:8.2f}s {with_it:8.2f}s {more(without, with_it)}")


if __name__ == "__main__":
    main()

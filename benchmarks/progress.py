"""What it costs to tell the progress, kernel by kernel: `python -m benchmarks.progress`.

Each search runs with and without a progress function, in turns, in one process. Prints the best processor time of
each, that of the thread that tells included, and how much more the one with progress took.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import attrs
from benchmarks.cost import begun, check, more

import clew
from clew_problems import Queens, Takuzu
from clew_problems.langford import Langford


@attrs.frozen
class Work:
    """A search whose answer is known.

    Attributes:
        kernel: the kernel that it is to measure.
        title: what it does.
        expected: the answer.
        run: does it, with these options.
    """

    kernel: str
    title: str
    expected: int
    run: Callable[..., int]


def listed(problem: clew.Problem[int, int], **options: object) -> int:
    return len(clew.solve(problem, clew.All(), **options).result)  # type: ignore[arg-type]


def works(quick: bool) -> list[Work]:
    """The searches: about a second each, or short ones that only show that all of it runs."""
    n, many = (7, 40) if quick else (12, 14_200), (7, 40) if quick else (16, 14_772_512)
    unit = (7, 40) if quick else (14, 365_596)
    lines = ("4x4", 72) if quick else ("8x8", 4_111_116)
    pairs = (7, 52) if quick else (12, 216_288)
    return [
        Work("python", f"count {n[0]} queens", n[1], lambda **o: clew.count(Queens(n[0]), kernel="python", **o)),
        Work("compiled", f"count {many[0]} queens", many[1], lambda **o: clew.count(Queens(many[0]), **o)),
        Work("compiled", f"count {unit[0]} queens, unit", unit[1],
             lambda **o: clew.count(Queens(unit[0]), inference="unit", kernel="compiled", **o)),
        Work("compiled, counting", f"count {pairs[0]} Langford pairs", pairs[1],
             lambda **o: clew.count(Langford(pairs[0]), **o)),
        Work("compiled", f"list {unit[0]} queens, unit", unit[1],
             lambda **o: listed(Queens(unit[0]), inference="unit", **o)),
        Work("compiled, lines", f"count Takuzu {lines[0]}", lines[1],
             lambda **o: clew.count(Takuzu.from_text(lines[0]), **o)),
    ]  # fmt: skip


def seconds(work: Work, **options: object) -> float:
    """The processor time of one run; the answer is checked."""
    started = time.process_time()
    answer = work.run(**options)
    taken = time.process_time() - started
    check(work.title, answer, work.expected)
    return taken


def main() -> None:
    runs, quick = begun(__doc__, runs=9)
    print(f"{'kernel':18} {'search':26} {'without':>8} {'with':>8}   more")
    for work in works(quick):
        told: list[clew.Progress] = []
        times = [(seconds(work), seconds(work, progress=told.append)) for _ in range(runs)]
        without, told_time = (min(column) for column in zip(*times, strict=True))
        print(f"{work.kernel:18} {work.title:26} {without:7.3f}s {told_time:7.3f}s {more(without, told_time)}")


if __name__ == "__main__":
    main()

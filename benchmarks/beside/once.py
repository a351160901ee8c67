"""One measurement, in a process of its own: `python -m benchmarks.beside.once WORK PEER SIZE`.

The work is done once, cold, and then again, warm, as often as there is time for. Imports are not timed. The last line
on standard output is the answer and the seconds, as JSON: what a peer itself prints comes before it.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

from .work import Timed
from .works import WORKS

AGAIN, MOST = 1.0, 20
"""The work is done again for so many seconds, and so many times, at most."""


def main() -> None:
    logging.disable(logging.INFO)
    warnings.simplefilter("ignore")
    name, peer, size = sys.argv[1:]
    work = WORKS[name]
    run = work.peers[peer].make(size)
    answer, cold = timed(run)
    warm: list[float] = []
    while work.repeats and cold + sum(warm) < AGAIN and len(warm) < MOST:
        warm.append(timed(run)[1])
    parts = work.parts.get(size, 1)
    seconds = {"cold": [cold / parts], "warm": [one / parts for one in warm]}
    print(json.dumps({"answer": work.judge(size, answer), "seconds": seconds}))


def timed(run: Callable[[], Any]) -> tuple[Any, float]:
    """What a function answers, and the seconds that it took, or says that it took."""
    began = time.perf_counter()
    answer = run()
    seconds = time.perf_counter() - began
    return (answer.answer, answer.seconds) if isinstance(answer, Timed) else (answer, seconds)


if __name__ == "__main__":
    main()

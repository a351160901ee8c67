"""One measurement, in a process of its own: `python -m beside.once WORK PEER SIZE`.

Imports and a small warm-up are not timed. The last line on standard output is the answer and the seconds, as
JSON: what a peer itself prints comes before it.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import warnings

from .work import Timed
from .works import WORKS


def main() -> None:
    logging.disable(logging.INFO)
    warnings.simplefilter("ignore")
    name, peer, size = sys.argv[1:]
    work = WORKS[name]
    make = work.peers[peer].make
    make(work.warm_up)()
    run = make(size)
    started = time.perf_counter()
    answer = run()
    seconds = time.perf_counter() - started
    if isinstance(answer, Timed):
        answer, seconds = answer.answer, answer.seconds
    print(json.dumps({"answer": work.judge(size, answer), "seconds": seconds / work.parts.get(size, 1)}))


if __name__ == "__main__":
    main()

"""One measurement in a process of its own: `python -m benchmarks.targets.once WHO FUNCTION SIZE MEMORY`.

WHO is `clew` or the name of a peer. The last line on standard output is the answer and the figure, as JSON. What a user
imports at the top of a file is imported before the clock starts, and nothing else of clew.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any


def main() -> None:
    who, function, size, memory = sys.argv[1:]
    if int(memory):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    run = _run(who, function, size)
    began = time.perf_counter()
    try:
        answer = run()
    except MemoryError:
        answer, problem = None, "out of memory"
    except Exception as error:
        answer, problem = None, f"{type(error).__name__}: {error}"
    else:
        problem = ""
    figure = seconds = time.perf_counter() - began
    import json

    if who == "clew" and isinstance(answer, tuple):
        answer, figure = answer
    print(json.dumps({"answer": answer, "figure": figure, "seconds": seconds, "problem": problem}))


def _run(who: str, function: str, size: str) -> Callable[[], Any]:
    if who == "clew":
        if function != "import_clew":
            import clew  # noqa: F401
        make = getattr(import_module("benchmarks.targets.works"), function)
    elif function.startswith("beside "):
        work, peer, size = function.removeprefix("beside ").split("/")
        found = import_module("benchmarks.beside.works").WORKS[work]
        judged, make_peer = found.judge, found.peers[peer].make
        inner = make_peer(size)
        return lambda: judged(size, inner()) and None
    else:
        make = getattr(import_module("benchmarks.targets.peers"), function)
    run: Callable[[], Any] = make(size)
    return run


if __name__ == "__main__":
    main()

"""Fetching the native kernel beside a search: the interpreter is shared differently, and another process compiles."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final

EAGER: Final = 2e-4
"""Seconds for which the search may keep the interpreter to itself while another thread fetches the native kernel: an
import lets go of it thousands of times, and by default would wait for 5 ms each time."""

PATIENCE: Final = 60
"""Seconds after which whoever began to compile must have been ended."""

NAP: Final = 0.005
"""Seconds for which a search leaves the interpreter to a thread that needs it for a fraction of a second; beside a
search that does not, importing numba takes three times as long."""

GLANCE: Final = 0.02
"""Seconds between two looks at whether somebody else has compiled."""


def compile_elsewhere(title: str, statements: str, folder: Path) -> None:
    """Compile in a process of its own, if one can be had; what it made lies on disk afterwards.

    In a thread of this process the compiler and the search would wait for each other. And the process finishes its
    work even if the program ends before that: the next run finds it done. Where another program, or worker, has begun
    to compile the same, this waits for it.

    Args:
        title: what for.
        statements: Python that compiles.
        folder: where compiled code is kept, and a file while somebody compiles.
    """
    if getattr(sys, "frozen", False):  # then the executable is not Python
        return
    import subprocess
    from multiprocessing.spawn import get_executable

    mark = folder / f"{title}.compiling"
    executable = get_executable()
    code = f"""import gc, pathlib, sys
gc.disable()
sys.path[:] = {sys.path!r}
try:
    exec({statements!r})
finally:
    pathlib.Path({str(mark)!r}).unlink(missing_ok=True)"""
    nothing = subprocess.DEVNULL
    with suppress(OSError, ValueError):
        while mark.exists() and time.time() - mark.stat().st_mtime < PATIENCE:
            time.sleep(GLANCE)
            if not mark.exists():
                return
        mark.touch()
        try:
            subprocess.run(  # noqa: S603  (this Python, and no word of anybody else's)
                [executable or sys.executable, "-c", code],
                stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True, check=False,
            )  # fmt: skip
        finally:
            mark.unlink(missing_ok=True)


_threads: list[bool] = []
"""For each thread that fetches something whether it is over soon."""

_found: list[tuple[float, bool]] = []
"""The interpreter's interval, and whether garbage is collected, as the first of them found it."""

_lock = Lock()


@contextmanager
def eager(*, is_short: bool = False) -> Iterator[None]:
    """While something is fetched, no thread has the interpreter for long, and garbage waits; then all is as it was.

    Looking for garbage among the compiler's objects would take a fifth of the time.

    Args:
        is_short: whether it is over soon, so that searches may nap meanwhile.
    """
    with _lock:
        if not _threads:
            _found[:] = [(sys.getswitchinterval(), gc.isenabled())]
        _threads.append(is_short)
        sys.setswitchinterval(EAGER)
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _threads.remove(is_short)
            interval, collects = _found[0]
            if not _threads:
                sys.setswitchinterval(interval)
                if collects:
                    gc.enable()


def nap() -> None:
    """Leave the interpreter to whoever fetches something that is over soon, for a moment."""
    if True in _threads:
        time.sleep(NAP)

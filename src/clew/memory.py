"""Memory: how much of it processes hold, and a pause of the garbage collector."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from clew.errors import OptionError


def resident(others: Iterable[int] = ()) -> int:
    """The bytes of memory that this process holds, and others with it.

    Args:
        others: their numbers; those that are over hold nothing.

    Raises:
        OptionError: this system does not tell.
    """
    return sum(map(_held, (os.getpid(), *others)))


def _held(process: int) -> int:
    try:
        with open(f"/proc/{process}/statm", "rb") as counts:
            pages = counts.read().split()[1]
    except FileNotFoundError:
        return _asked(process) if not os.path.exists("/proc/self/statm") else 0
    except ProcessLookupError:  # it ended while it was looked at
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _asked(process: int) -> int:
    """The same on systems without /proc."""
    try:
        import psutil  # type: ignore[import-untyped]
    except ImportError:
        raise OptionError("a memory limit needs psutil on this system: pip install psutil") from None
    try:
        held: int = psutil.Process(process).memory_info().rss
    except psutil.NoSuchProcess:
        return 0
    return held


@contextmanager
def collector_paused() -> Iterator[None]:
    """While a list of solutions grows nothing in it is garbage, and to look it through takes longer than to make it."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if not gc.get_freeze_count():
                gc.freeze()  # what is new counts as old now,
                gc.unfreeze()  # so it is not looked through either when the collector starts again
            gc.enable()

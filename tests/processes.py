"""How tests start processes that they signal or may have to end: none outlives its test or writes without end."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

MOST: Final = 2**26
"""No file that such a process writes is longer, in bytes."""


@contextmanager
def running(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process in a group of its own, all of which is killed at the end, also if the test fails.

    Args:
        command: the program and its words.
        options: those of `Popen`; standard output and standard error are pipes of text if these say nothing else.
    """
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    if os.name != "nt":
        options |= {"start_new_session": True, "preexec_fn": _bound}
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.kill()
            if os.name != "nt":
                with suppress(ProcessLookupError):  # nothing is left of it
                    os.killpg(process.pid, signal.SIGKILL)


def group_is_gone(group: int) -> bool:
    """Whether no process of a group is left, now or soon."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def _bound() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST, MOST))

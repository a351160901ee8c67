"""Calling the command in this process, and in another that writes to a terminal."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import pytest

from clew.tools.cli import main
from tests.processes import running

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """The exit status and what was printed to standard output and to standard error."""
    status = main(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def on_a_terminal(*arguments: str) -> tuple[str, str, int]:
    """What the command prints, what it writes to a terminal that is its standard error, and its exit status."""
    ours, its = pytest.importorskip("pty").openpty()
    written = b""
    with running([sys.executable, "-m", "clew", *arguments], stderr=its) as process:
        os.close(its)
        with suppress(OSError):  # the other end is closed
            while some := os.read(ours, 4096):
                written += some
        out, _ = process.communicate()
    os.close(ours)
    return out, written.decode(), process.returncode


def screen(written: str) -> str:
    """What a terminal shows of a line that is written over itself."""
    line = ""
    for part in written.split("\r"):
        line = part + line[len(part) :]
    return line.rstrip()

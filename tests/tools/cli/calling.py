"""Calling the command in this process."""

from __future__ import annotations

import pytest

from clew.tools.cli import main

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """The exit status and what was printed to standard output and to standard error."""
    status = main(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err

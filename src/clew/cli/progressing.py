"""The line on standard error that says how far a command is: on a terminal only, and erased at the end."""

from __future__ import annotations

import argparse
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from clew.observe.line import ProgressLine

AFTER: Final = 2.0
"""Seconds without a line: most searches are over by then."""


def line_for(parsed: argparse.Namespace) -> ProgressLine | None:
    """The line, where there is a terminal and nobody said no."""
    wanted: bool | None = getattr(parsed, "progress", None)
    if wanted is False or sys.stderr is None or not sys.stderr.isatty():
        return None
    return ProgressLine(after=0.0 if wanted else AFTER)


def hidden(line: ProgressLine | None) -> AbstractContextManager[None]:
    """While something else is written."""
    return nullcontext() if line is None else line.hidden()

"""Progress as a bar and a line of text that are written over themselves, on a terminal.

The bar is drawn here: a library for it would take longer to load than many searches run.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from clew.state.progress import Progress

UNITS: Final = ((365.25 * 86400, "years"), (86400, "days"), (3600, "h"), (60, "min"))
WIDEST: Final = 24
"""Columns of the bar, if there is room."""

NARROWEST: Final = 8
"""With fewer columns it is left out."""

BLOCKS: Final = " ▏▎▍▌▋▊▉█"
"""A column of the bar, filled by eighths."""

LIGHT: Final = "░"
"""A column that is not filled."""


class ProgressLine:
    """Shows progress on a line of standard error. Call it with what there is to show.

    Args:
        stream: where to; standard error by default.
        after: seconds for which a search shows nothing, so that short ones leave no flicker.
    """

    def __init__(self, stream: IO[str] | None = None, after: float = 0.0) -> None:
        from threading import RLock

        self._stream = stream
        self._after = after
        self._shown = 0
        self._room = WIDEST
        self._lock = RLock()

    def __call__(self, progress: Progress) -> None:
        """Show progress in place of what was shown before."""
        if progress.seconds >= self._after:
            text = described(progress)
            if progress.fraction is not None:
                self._room = min(self._room, self._width() - len(text) - 1)  # it never grows again: it would flicker
            if progress.fraction is not None and self._room >= NARROWEST:
                text = f"{bar(progress.fraction, self._room, is_plain=not self._has_blocks())} {text}"
            self.show(text)

    def show(self, text: str) -> None:
        """Show a text in place of what was shown before."""
        with self._lock:
            text = text[: self._width()]
            self._write("\r" + text.ljust(self._shown))
            self._shown = len(text)

    def erase(self) -> None:
        """Leave the line empty."""
        with self._lock:
            if self._shown:
                self._write("\r" + " " * self._shown + "\r")
                self._shown = 0

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """The line is empty meanwhile: for what else is written to the terminal."""
        with self._lock:
            self.erase()
            yield

    def _write(self, text: str) -> None:
        stream = sys.stderr if self._stream is None else self._stream
        if stream is not None:
            stream.write(text)
            stream.flush()

    def _has_blocks(self) -> bool:
        """Whether the terminal's encoding has the characters of the bar."""
        stream = sys.stderr if self._stream is None else self._stream
        try:
            (BLOCKS + LIGHT).encode(getattr(stream, "encoding", None) or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def _width(self) -> int:
        stream = sys.stderr if self._stream is None else self._stream
        try:
            return (os.get_terminal_size(stream.fileno()).columns or 80) - 1
        except (AttributeError, OSError, ValueError):  # no terminal, or no stream at all
            return 79


def bar(fraction: float, width: int, *, is_plain: bool = False) -> str:
    """A bar of so many columns, filled up to a fraction from 0 to 1; in ASCII if it is plain."""
    if is_plain:
        return ("#" * int(fraction * width)).ljust(width, ".")
    full, eighths = divmod(int(fraction * width * 8), 8)
    begun = BLOCKS[eighths] if eighths else ""
    return ("█" * full + begun).ljust(width, LIGHT)


def described(progress: Progress) -> str:
    """Progress in one line of words: the part of the tree if it is known, otherwise the nodes."""
    solutions = f"{progress.solutions:,} solution{'' if progress.solutions == 1 else 's'}"
    start = f"{short(progress.nodes)} nodes" if progress.fraction is None else f"{100 * progress.fraction:.2f} %"
    parts = [start, solutions, f"{short(progress.nodes_per_second)} nodes/s"]
    if progress.objective is not None:
        parts.append(f"best {progress.objective}" + ("" if progress.gap is None else f", gap {progress.gap:.1%}"))
    if progress.seconds_left is not None:
        parts.append(f"{span(*progress.seconds_left)} left")
    return ", ".join(parts)


def short(number: float) -> str:
    """A number with three digits and a unit, as in `2.81 M`."""
    for size, unit in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{unit}" if number < 1e15 else f"{number:.3g}"
    return f"{number:.0f}"


def span(low: float, high: float) -> str:
    """Two times of which the truth is likely to lie between."""
    if high < 0.1:
        return "less than 0.1 s"
    least, most = duration(low), duration(high)
    return f"about {most}" if least == most else f"{least} to {most}"


def duration(seconds: float) -> str:
    """A time in words, to two digits."""
    if seconds == math.inf:
        return "unknown"
    for size, unit in UNITS:
        if seconds >= 1.5 * size:
            number = seconds / size
            return f"{number:.1e} {unit}" if number >= 1e6 else f"{number:.{1 if number < 10 else 0}f} {unit}"
    return f"{seconds:.0f} s" if seconds >= 9.5 else f"{seconds:.2g} s"

"""Progress as a line of text that is written over itself, on a terminal."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from clew.observe.progress import Progress

UNITS: Final = ((365.25 * 86400, "years"), (86400, "days"), (3600, "h"), (60, "min"))


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
        self._lock = RLock()

    def __call__(self, progress: Progress) -> None:
        """Show progress in place of what was shown before."""
        if progress.seconds >= self._after:
            self.show(described(progress))

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

    def _width(self) -> int:
        stream = sys.stderr if self._stream is None else self._stream
        try:
            return (os.get_terminal_size(stream.fileno()).columns or 80) - 1
        except (AttributeError, OSError, ValueError):  # no terminal, or no stream at all
            return 79


def described(progress: Progress) -> str:
    """Progress in one line of words."""
    speed = f"{progress.nodes:,} nodes ({short(progress.nodes_per_second)}/s)"
    parts = [speed, f"{progress.solutions:,} solution{'' if progress.solutions == 1 else 's'}"]
    if progress.fraction is not None:
        parts.insert(0, f"{100 * progress.fraction:.2f} %")
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

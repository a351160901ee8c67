"""The line on the terminal of the commands that make puzzles: which is next, for how long, and what came up."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Thread

from clew.outcome import Status, Stopped
from clew.planning.progress.line import ProgressLine, duration
from clew.planning.progress.progress import EVERY
from clew.puzzles.generation.making import came_up
from clew.tools.cli import running


@contextmanager
def ticking(parsed: Namespace, doing: Callable[[], str]) -> Iterator[ProgressLine]:
    """A line on the terminal that a thread keeps up to date, and that is erased at the end, if there is a terminal.

    Args:
        parsed: the command.
        doing: says what is done now.
    """
    line, over, started = running.line_for(parsed), Event(), time.perf_counter()
    if line is None:
        yield running.status_line(parsed)
        return

    def run() -> None:
        wait = EVERY if getattr(parsed, "progress", None) else running.AFTER
        while not over.wait(wait):
            line.show(f"{duration(time.perf_counter() - started)}: {doing()}")
            wait = EVERY

    thread = Thread(target=run, name="clew progress", daemon=True)
    thread.start()
    try:
        yield line
    finally:
        over.set()
        thread.join()
        line.erase()


class Making:
    """How far a command is that makes puzzles. Call it with the tries for the next one.

    Args:
        count: how many puzzles are wanted.

    Attributes:
        status: why it ended, if anything stopped it.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._made = 0
        self._tries = ""
        self.status = Status.COMPLETE

    def __call__(self, tried: Mapping[str, int]) -> None:
        self._tries = f"; tried {sum(tried.values())}: {came_up(tried)}"

    def one_more(self) -> None:
        """A puzzle is made: the tries for the next one begin."""
        self._made, self._tries = self._made + 1, ""

    @contextmanager
    def until_stopped(self) -> Iterator[None]:
        """A limit, or Ctrl-C, ends this and is noted, so that the puzzles until then are kept."""
        try:
            yield
        except Stopped as stopped:
            self.status = stopped.outcome.status
        except KeyboardInterrupt:
            self.status = Status.INTERRUPTED

    def doing(self) -> str:
        """Which puzzle is next, and what came of the tries for it."""
        return f"puzzle {self._made + 1} of {self._count}{self._tries}"

    def ended(self) -> str:
        """Why there are fewer puzzles than wanted."""
        return f"clew: {self._made} of {self._count} made: {self.status.value}{self._tries}"

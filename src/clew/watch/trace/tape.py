"""A tape: the steps of a search that runs only as far ahead as somebody looks.

The loop calls its observers and cannot be left in between, so the search has a thread of its own. It waits whenever it
has gone as far as was asked for, and the tape can be wound back and forth over the steps that are kept. States are
immutable and share what they can, so a step is kept as it is: nothing is copied, and nothing is lost on the way back.
"""

from __future__ import annotations

from collections import deque
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any, Final

from clew.api import solve
from clew.options import Options
from clew.outcome import Outcome
from clew.problem.events import Event
from clew.watch.trace.story import Step, Story, Watched

if TYPE_CHECKING:
    from clew.problem.problem import Problem

KEPT: Final = 100_000
"""Steps that are kept at most."""
MEMORY: Final = 256 * 2**20
"""Bytes that they may take, roughly: fewer are kept if a state is large."""
OVERHEAD: Final = 1000
"""Bytes that a step takes besides the domains of its state, roughly."""


class _TapeClosed(BaseException):
    """Ends a search after its tape was closed. It is no error, so nothing may take it for one."""


class Tape:
    """The steps of a search, made when they are asked for.

    Args:
        problem: what to search.
        enough: how many solutions to look for; all by default.
        options: see `clew.options.Options`.
        kept: how many steps to keep at most; of a longer search those that are newest.

    Attributes:
        story: the search so far.
        outcome: the outcome of the search, once it has ended.
        is_over: whether it has ended, so that `last` is the last step of all.
    """

    def __init__(
        self, problem: Problem[Any, Any], enough: int | None = None, options: Options | None = None, kept: int = KEPT
    ) -> None:
        self.story = Story(problem, (options or {}).get("given"))
        self.outcome: Outcome[int] | None = None
        self._problem = problem
        self._enough = enough
        self._options: Options = {**(options or {})}
        self._options["observers"] = [*(self._options.get("observers") or ()), self._told]
        self._kept = kept
        self._steps: deque[Step] = deque()
        self._wanted = 0
        self._error: BaseException | None = None
        self.is_over = self._is_closed = False
        self._changed = Condition()
        self._thread = Thread(target=self._run, name="clew trace", daemon=True)

    # -- what those who look see -----------------------------------------------------------------

    @property
    def first(self) -> int:
        """The number of the oldest step that is kept."""
        return self._steps[0].number if self._steps else 1

    @property
    def last(self) -> int:
        """The number of the newest step; 0 before there is one."""
        return self._steps[-1].number if self._steps else 0

    def __getitem__(self, number: int) -> Step:
        """A step by its number.

        Raises:
            IndexError: it is not kept, or there is no such step yet.
        """
        with self._changed:
            if not self.first <= number <= self.last:
                raise IndexError(f"step {number} is not on the tape: it has {self.first} to {self.last}")
            return self._steps[number - self.first]

    def nearest(self, number: int) -> Step | None:
        """A step by its number, or the one that is nearest to it of those that are kept."""
        with self._changed:
            if not self._steps:
                return None
            return self[min(max(number, self.first), self.last)]

    def reach(self, number: int, timeout: float | None = None) -> bool:
        """Let the search run until there is a step of this number.

        Args:
            number: how far; no further than that.
            timeout: seconds to wait for it at most. The search goes on meanwhile.

        Returns:
            Whether there is such a step. If not, the time was up or the search is over.

        Raises:
            Exception: any exception of the search.
        """
        with self._changed:
            self._wanted = max(self._wanted, number)
            if self._thread.ident is None and not self._is_closed:
                self._thread.start()
            self._changed.notify_all()
            self._changed.wait_for(lambda: self.is_over or self.last >= number, timeout)
            if self._error is not None:
                raise self._error
            return self.last >= number

    def close(self) -> None:
        """End the search."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join(1.0)  # it ends with its next event; a hook that takes longer is left behind

    # -- what the search does, in its own thread ---------------------------------------------------

    def _run(self) -> None:
        try:
            self.outcome = solve(self._problem, Watched(self._enough), **self._options)
        except _TapeClosed:
            pass
        except BaseException as error:
            self._error = error
        with self._changed:
            self.is_over = True
            self._changed.notify_all()

    def _told(self, event: Event) -> None:
        with self._changed:
            step = self.story.step(event)
            if step.number == 1:
                size = event.state.domains.bit_length() // 8 + OVERHEAD
                self._kept = max(2, min(self._kept, MEMORY // size))
            self._steps.append(step)
            if len(self._steps) > self._kept:
                self._steps.popleft()
            if self.last >= self._wanted:
                self._changed.notify_all()
            self._changed.wait_for(lambda: self._is_closed or self.last < self._wanted)
            if self._is_closed:
                raise _TapeClosed

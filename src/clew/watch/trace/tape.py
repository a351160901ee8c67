"""A tape: the steps of a search that runs only as far ahead as somebody looks; and a reel: a place on it.

The loop calls its observers and cannot be left in between, so the search has a thread of its own. It waits whenever it
has gone as far as was asked for, and the tape can be wound back and forth over the steps that are kept. States are
immutable and share what they can, so a step is kept as it is: nothing is copied, and nothing is lost on the way back.

A jump may be long: the next solution may be hours away. So a jump is a goal, and `Reel.work` goes towards it for a
moment at a time; its caller stays in charge.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from threading import Condition, Thread
from typing import Final, Literal

from clew.api import solve
from clew.options import Options
from clew.outcome import Outcome
from clew.problem.events import DeadEndEvent, Event, NodeEvent, SolutionEvent
from clew.problem.problem import AnyProblem
from clew.watch.trace.story import Step, Story, Watched, ending

KEPT: Final = 100_000
"""Steps that are kept at most."""
MEMORY: Final = 256 * 2**20
"""Bytes that they may take, roughly: fewer are kept if a state is large."""
OVERHEAD: Final = 1000
"""Bytes that a step takes besides the domains of its state, roughly."""

Kind = Literal["dead-end", "solution", "node", "end"]

EVENTS: Final[Mapping[Kind | int, type]] = {"dead-end": DeadEndEvent, "solution": SolutionEvent, "node": NodeEvent}

AHEAD: Final = 256
"""So many steps are looked through at a time: the search runs no further ahead than that."""
MOMENT: Final = 0.015
"""Seconds that a move may take at once: half of the time between two looks at the keys."""

SPEEDS: Final = tuple(2.0**k for k in range(-1, 13))
"""Steps in a second, from slow to fast."""
LAST: Final = "this is the last step"


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
        self, problem: AnyProblem, enough: int | None = None, options: Options | None = None, kept: int = KEPT
    ) -> None:
        watched: Options = {**(options or {})}
        watched["observers"] = [*(watched.get("observers") or ()), self._told]
        self.story = Story(problem, watched.get("given"))
        self.outcome: Outcome[int] | None = None
        self._kept = kept
        self._steps: deque[Step] = deque()
        self._wanted = 0
        self._error: BaseException | None = None
        self.is_over = self._is_closed = False
        self._changed = Condition()
        search = problem, Watched(enough), watched
        self._thread = Thread(target=self._run, args=search, name="clew trace", daemon=True)

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

    def _run(self, problem: AnyProblem, strategy: Watched, options: Options) -> None:
        try:
            self.outcome = solve(problem, strategy, **options)
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


class Reel:
    """A place on a tape.

    Attributes:
        tape: the steps.
        position: the number of the step that is shown; 0 before the first.
        goal: the goal of a jump, while it is under way: the event to find, or the number of a step.
        message: a remark on the last move, if there is one.
        is_playing: whether it moves by itself.
        speed: how many steps in a second then.
    """

    def __init__(self, tape: Tape, speed: float = 4.0) -> None:
        self.tape = tape
        self.position = 0
        self.goal: Kind | int | None = None
        self.message = ""
        self.is_playing = False
        self.speed = speed
        self._due = 0.0

    @property
    def step(self) -> Step | None:
        """The step that is shown."""
        step = self.tape.nearest(self.position) if self.position else None
        self.position = 0 if step is None else step.number
        return step

    def forward(self) -> None:
        """To the next step."""
        before = self.position
        self.jump(before + 1)
        if self.position == before and self.goal is None:
            self.message = LAST

    def back(self) -> None:
        """To the step before."""
        self.jump(self.position - 1)

    def jump(self, goal: Kind | int) -> None:
        """To the next dead end, solution or node, to the end, or to the step of a number. `work` goes on with it."""
        self.is_playing, self.goal, self.message = False, goal, ""
        oldest = self.tape.first
        if not isinstance(goal, int) or goal > max(self.position, oldest - 1):
            self.work(MOMENT)
            return
        self.goal, self.position = None, max(goal, oldest)
        if goal < oldest and oldest > 1:
            self.message = f"steps 1 to {oldest - 1:,} are no longer kept"
        elif goal < 1:
            self.message = "this is the first step"

    def stop(self) -> None:
        """Give up a jump; the steps passed are on the tape."""
        if self.goal is not None:
            self.goal = None
            self.message = "stopped here"

    def play(self, is_playing: bool) -> None:
        """Move by itself, or stop doing so."""
        self.goal, self.message = None, ""
        self.is_playing, self._due = is_playing, 0.0

    def faster(self) -> None:
        """The next higher speed."""
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), self.speed)

    def slower(self) -> None:
        """The next lower speed."""
        self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), self.speed)

    def tick(self, seconds: float) -> bool:
        """Do what is due after some seconds; whether there may be something else to see."""
        if self.goal is not None:
            self.work(MOMENT)
            return True
        if not self.is_playing:
            return False
        due, self._due = divmod(self._due + seconds * self.speed, 1)
        if not due:
            return False
        self.tape.reach(self.position + int(due), MOMENT)
        before, self.position = self.position, min(self.position + int(due), self.tape.last)
        if self.position == before and self.tape.is_over:
            self.is_playing, self.message = False, LAST
        return True

    def work(self, seconds: float) -> None:
        """Go towards the goal for some seconds at most."""
        until = time.monotonic() + seconds
        while self.goal is not None and (left := until - time.monotonic()) > 0:
            target = self.position + AHEAD
            if isinstance(self.goal, int):
                target = min(target, self.goal)
            self.tape.reach(target, left)
            self._pass_to(min(target, self.tape.last))
            if self.goal is not None and self.tape.is_over and self.position == self.tape.last:
                self._missed(self.goal)

    def ending(self) -> str:
        """How the search ended, in words; empty while it has not, or has more to show."""
        tape = self.tape
        return "" if tape.outcome is None or self.position < tape.last else ending(tape.story, tape.outcome)

    # -- in detail -----------------------------------------------------------------------------------

    def _pass_to(self, last: int) -> None:
        """Look through the steps up to one, and stay at what is looked for."""
        self.position = max(self.position, self.tape.first - 1)
        while self.position < last and self.goal is not None:
            self.position += 1
            kind = EVENTS.get(self.goal, ())
            if self.position == self.goal or isinstance(self.tape[self.position].event, kind):
                self.goal = None

    def _missed(self, goal: Kind | int) -> None:
        self.goal = None
        if isinstance(goal, int):
            self.message = f"there are {self.position:,} steps only"
        else:
            self.message = "" if goal == "end" else f"no further {goal.replace('-', ' ')}: {LAST}"

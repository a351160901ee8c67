"""A tape: the steps of a search that runs only as far ahead as somebody looks; and a reel: a place on it.

The loop calls its observers and cannot be left in between, so the search has a thread of its own. It puts its events
into a queue and waits whenever it has gone as far as was asked for; `Tape.reach` takes them out of it. The tape can be
wound back and forth over the steps that are kept. States are immutable and share what they can, so a step is kept as it
is: nothing is copied, and nothing is lost on the way back.

A jump may be long: the next solution may be hours away. So a jump is a goal, and `Reel.work` goes towards it for a
moment at a time; its caller stays in charge.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from queue import Empty, SimpleQueue
from threading import Event as Signal
from threading import Thread
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
"""So many steps are passed between two looks at the clock: the search runs no further ahead than that."""
MOMENT: Final = 0.015
"""Seconds that a move may take at once: half of the time between two looks at the keys."""

SPEEDS: Final = tuple(2.0**k for k in range(-1, 13))
"""Steps in a second, from slow to fast."""
FIRST: Final = "this is the first step"
LAST: Final = "this is the last step"


class _TapeClosed(BaseException):
    """Ends a search after its tape was closed. It is no error, so nothing may take it for one."""


class Tape:
    """The steps of a search, made when they are asked for. Its thread starts at once, and waits for the first `reach`.

    Args:
        problem: what to search.
        enough: how many solutions to look for; all by default.
        options: see `clew.options.Options`.
        kept: how many steps to keep at most; of a longer search those that are newest.

    Attributes:
        story: the search so far.
        outcome: the outcome of the search; None until it has ended.
        is_over: whether no step will follow `last`: the search has ended, or the tape was closed.
    """

    def __init__(
        self, problem: AnyProblem, enough: int | None = None, options: Options | None = None, kept: int = KEPT
    ) -> None:
        watched: Options = {**(options or {})}
        watched["observers"] = [*(watched.get("observers") or ()), self._tell]
        self.story = Story(problem, watched.get("given"))
        self.outcome: Outcome[int] | None = None
        self.is_over = self._is_closed = False
        self._kept = kept
        self._steps: dict[int, Step] = {}
        self._error: BaseException | None = None
        self._wanted = self._made = 0
        self._is_asked = Signal()
        self._told: SimpleQueue[Event | None] = SimpleQueue()
        search = problem, Watched(enough), watched
        self._thread = Thread(target=self._run, args=search, name="clew trace", daemon=True)
        self._thread.start()

    # -- what those who look see -----------------------------------------------------------------

    @property
    def first(self) -> int:
        """The number of the oldest step that is kept."""
        return self.last - len(self._steps) + 1

    @property
    def last(self) -> int:
        """The number of the newest step; 0 before there is one."""
        return self.story.number

    def __getitem__(self, number: int) -> Step:
        """A step by its number.

        Raises:
            IndexError: it is not kept, or there is no such step yet.
        """
        if number not in self._steps:
            raise IndexError(f"step {number} is not on the tape: it has {self.first} to {self.last}")
        return self._steps[number]

    def reach(self, number: int, timeout: float | None = None) -> bool:
        """Let the search run until there is a step of this number.

        Args:
            number: how far; no further than that.
            timeout: seconds that it may take at most. The search goes on meanwhile.

        Returns:
            Whether there is such a step. If not, the time was up or the search is over.

        Raises:
            Exception: any exception of the search.
        """
        self._wanted = max(self._wanted, number)
        self._is_asked.set()
        until = None if timeout is None else time.monotonic() + timeout
        while self.last < number and not self.is_over and (until is None or time.monotonic() < until):
            try:
                event = self._told.get(timeout=None if until is None else max(0.0, until - time.monotonic()))
            except Empty:
                return False
            if event is None:
                self.is_over = True
            else:
                self._keep(self.story.step(event))
        if self.is_over and self._error is not None:
            raise self._error
        return self.last >= number

    def close(self) -> None:
        """End the search."""
        self.is_over = self._is_closed = True
        self._is_asked.set()
        self._thread.join(1.0)  # it ends with its next event; a hook that takes longer is left behind

    def _keep(self, step: Step) -> None:
        if step.number == 1:
            size = step.event.state.domains.bit_length() // 8 + OVERHEAD
            self._kept = max(2, min(self._kept, MEMORY // size))
        self._steps[step.number] = step
        self._steps.pop(step.number - self._kept, None)

    # -- what the search does, in its own thread ---------------------------------------------------

    def _run(self, problem: AnyProblem, strategy: Watched, options: Options) -> None:
        try:
            self._wait()
            self.outcome = solve(problem, strategy, **options)
        except _TapeClosed:
            return
        except BaseException as error:
            self._error = error
        self._told.put(None)

    def _tell(self, event: Event) -> None:
        self._told.put(event)
        self._made += 1
        self._wait()

    def _wait(self) -> None:
        """Wait until somebody wants to see another step."""
        while self._made >= self._wanted and not self._is_closed:
            self._is_asked.wait()
            self._is_asked.clear()
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
        """The step that is shown; if it is no longer kept, the oldest one that is."""
        if not self.position or not self.tape.last:
            return None
        self.position = max(self.position, self.tape.first)
        return self.tape[self.position]

    def forward(self) -> None:
        """To the next step."""
        self.jump(self.position + 1)

    def back(self) -> None:
        """To the step before."""
        self.jump(self.position - 1)

    def jump(self, goal: Kind | int) -> None:
        """To the next failure, solution or node, to the end, or to the step of a number. `work` goes on with it."""
        self.is_playing, self.goal, self.message = False, goal, ""
        first, last = self.tape.first, self.tape.last
        if not isinstance(goal, int) or goal > last:
            self.work(MOMENT)
            return
        self.goal, self.position = None, min(max(goal, first), last)
        if goal < first:
            self.message = FIRST if first == 1 else f"steps 1 to {first - 1:,} are no longer kept"

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
        due, self._due = divmod(self._due + seconds * self.speed * self.is_playing, 1)
        if not due:
            return False
        goal = self.position + min(int(due), AHEAD)  # a long pause is not made up for
        self.tape.reach(goal, MOMENT)
        before, self.position = self.position, min(goal, self.tape.last)
        if self.position == before and self.tape.is_over:
            self.is_playing, self.message = False, LAST
        return True

    def work(self, seconds: float) -> None:
        """Go towards the goal for some seconds at most."""
        tape, until = self.tape, time.monotonic() + seconds
        while self.goal is not None and (left := until - time.monotonic()) > 0:
            if self.position == tape.last:
                if tape.is_over:
                    self.message, self.goal = self._missed(self.goal), None
                    return
                ahead = self.position + AHEAD
                tape.reach(min(ahead, self.goal) if isinstance(self.goal, int) else ahead, left)
            start = max(self.position + 1, tape.first)
            for number in range(start, min(start + AHEAD, tape.last + 1)):
                self.position = number
                if number == self.goal or isinstance(tape[number].event, EVENTS.get(self.goal, ())):
                    self.goal = None
                    return

    def _missed(self, goal: Kind | int) -> str:
        """What to say about a goal that is not on the tape."""
        if isinstance(goal, int):
            return LAST if goal == self.position + 1 else f"there are {self.position:,} steps only"
        return "" if goal == "end" else f"no further {goal.replace('-', ' ')}: {LAST}"

    def ending(self) -> str:
        """How the search ended, in words; empty while it has not, or has more to show."""
        tape = self.tape
        is_there = tape.is_over and self.position == tape.last
        return ending(tape.story, tape.outcome) if is_there and tape.outcome is not None else ""

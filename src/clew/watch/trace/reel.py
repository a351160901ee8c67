"""A reel: a place on a tape, and all the ways to move it. The player shows it; it knows no screen.

A jump may be long: the next solution may be hours away. So a jump is a goal, and `work` goes towards it for a moment at
a time; its caller stays in charge.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final, Literal

from clew.problem.events import DeadEndEvent, NodeEvent, SolutionEvent
from clew.watch.trace.story import Step, ending
from clew.watch.trace.tape import Tape

Kind = Literal["dead-end", "solution", "node", "end"]

EVENTS: Final[Mapping[Kind | int, type]] = {"dead-end": DeadEndEvent, "solution": SolutionEvent, "node": NodeEvent}

AHEAD: Final = 256
"""So many steps are looked through at a time: the search runs no further ahead than that."""
MOMENT: Final = 0.015
"""Seconds that a move may take at once: half of the time between two looks at the keys."""

SPEEDS: Final = tuple(2.0**k for k in range(-1, 13))
"""Steps in a second, from slow to fast."""
LAST: Final = "this is the last step"


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

    @property
    def is_moving(self) -> bool:
        """Whether it plays, or a jump is under way."""
        return self.is_playing or self.goal is not None

    def forward(self) -> None:
        """To the next step."""
        before = self.position
        self.jump(before + 1)
        if self.position == before and self.goal is None:
            self.message = LAST

    def back(self) -> None:
        """To the step before."""
        self.jump(self.position - 1)

    def home(self) -> None:
        """To the first step that is kept."""
        self.jump(1)

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
        outcome = self.tape.outcome
        if outcome is None or self.position < self.tape.last:
            return ""
        return ending(self.tape.story, outcome.status, outcome.exhausted)

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

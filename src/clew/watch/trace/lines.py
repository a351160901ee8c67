"""The story of a search as plain lines of text: a line for each event, further right the deeper it is.

Nothing is kept: the lines are written as the search goes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from clew.api import solve
from clew.options import Options
from clew.outcome import Outcome
from clew.problem.declared import overrides
from clew.problem.drawing import rectangle
from clew.problem.events import Event, NodeEvent, Observer
from clew.problem.pictures import assigned
from clew.problem.problem import AnyProblem
from clew.watch.trace.story import Step, Story, Watched, ending

DEEPEST: Final = 30
"""Lines are not moved further right than for this depth: deeper lines give their depth."""


class StepLimitReached(Exception):
    """Ends a search after the last step to print."""


class Lines:
    """An observer that writes a line for each event.

    Args:
        problem: the problem that is searched.
        write: takes a line; by default it is printed.
        boards: whether to draw each node too.
        why: whether to print the values that explain each pruning too.
        style: how to draw, in one style or in several; as the problem does by default.
        steps: how many events to print; all by default. Then `StepLimitReached` ends the search.
        given: values assumed besides those of the problem.
    """

    def __init__(
        self,
        problem: AnyProblem,
        write: Callable[[str], object] | None = None,
        *,
        boards: bool = False,
        why: bool = False,
        style: str | Sequence[str] | None = None,
        steps: int | None = None,
        given: Mapping[Any, Any] | None = None,
    ) -> None:
        self.story = Story(problem, given)
        self._write = write or _print
        self._boards = boards
        self._has_boards = overrides(problem, "draw") or rectangle(problem.domains()) is not None
        self._why = why
        self._styles = [style] if style is None or isinstance(style, str) else style
        self._steps = steps

    def __call__(self, event: Event) -> None:
        if self.story.number == self._steps:
            raise StepLimitReached
        step = self.story.step(event)
        for line in self.lines(step):
            self._write(line)

    def lines(self, step: Step) -> Iterator[str]:
        """The lines of a step: one, and its drawing if it is to be drawn."""
        indent = "  " * min(step.depth, DEEPEST)
        depth = f"[{step.depth}] " if step.depth > DEEPEST else ""
        if step.clues and self._has_boards:
            yield from ("clues:", *self._drawing(step.clues))
            return
        yield f"{indent}{depth}{self.story.words(step)}"
        if self._why and (because := self.story.because(step.event)):
            yield f"{indent}  {because}"
        if self._boards and isinstance(step.event, NodeEvent):
            yield from (f"{indent}{line}".rstrip() for line in self._drawing(assigned(step.event.state)))

    def _drawing(self, assignment: Mapping[Any, Any]) -> Iterator[str]:
        for style in self._styles:
            yield from self.story.problem.draw(assignment, style).split("\n")


def search_watched(
    problem: AnyProblem, observer: Observer, story: Story, enough: int | None, options: Options
) -> tuple[str, Outcome[int] | None]:
    """Search until the end, or until the observer has seen enough.

    Args:
        problem: what to search.
        observer: follows the search; `StepLimitReached` ends it.
        story: the events that the observer has seen.
        enough: how many solutions to look for; all by default.
        options: see `Options`; the observer is added to them.

    Returns:
        How it ended in words, and the outcome; None if the observer ended it.
    """
    options["observers"] = [*(options.get("observers") or ()), observer]
    outcome: Outcome[int] | None = None
    with suppress(StepLimitReached):
        outcome = solve(problem, Watched(enough), **options)
    return ending(story, outcome), outcome


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")  # at once: an interrupted `print` leaves a line without its end

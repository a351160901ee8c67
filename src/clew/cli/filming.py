"""What `clew trace --animate` does: it films a search, or its beginning."""

from __future__ import annotations

import argparse
from typing import Any

import attrs

from clew.api import solve
from clew.cli import exits, picturing
from clew.errors import OptionError
from clew.events import Event, SolutionEvent
from clew.options import Options
from clew.outcome import Outcome
from clew.pictures import FILMED, frames_for, search_film
from clew.problem import Problem
from clew.trace.lines import StepsTold
from clew.trace.story import Story, Watched, counted, ending, so_far


@attrs.define
class _Beginning:
    """Keeps what the first frames of a film show, then ends the search.

    Attributes:
        frames: how many frames there may be.
        story: counts what is shown.
        events: what they show; of a longer search one event more.
    """

    frames: int
    story: Story
    events: list[Event] = attrs.field(factory=list)

    def __call__(self, event: Event) -> None:
        if isinstance(event, FILMED):
            self.events.append(event)
            if self.frames == 0 and not isinstance(event, SolutionEvent):  # a solution is shown with its node
                raise StepsTold
            self.frames -= not isinstance(event, SolutionEvent)
        self.story.step(event)


def write_film(parsed: argparse.Namespace, problem: Problem[Any, Any], enough: int | None, options: Options) -> int:
    """The boards of the search, one after the other, as an animated picture."""
    path = picturing.path_of(parsed.to)
    if path is None:
        raise OptionError("--animate makes a film in SVG: say where to, with --to FILE.svg")
    frames = parsed.steps or frames_for(problem)
    watching = _Beginning(frames, Story(problem))
    options["observers"] = [watching]
    outcome: Outcome[int] | None
    try:
        outcome = solve(problem, Watched(enough), **options)
        end = ending(watching.story, outcome.status, outcome.exhausted)
    except StepsTold:
        outcome = None
        end = f"the first {counted(frames, 'step')} of a search that was not over: {so_far(watching.story)}"
    film = search_film(problem, watching.events, steps=frames)
    print(f"{picturing.written(path, film.svg())}; {end}")
    return exits.ANSWERED if outcome is None else exits.of_search(outcome, outcome.result)

"""The command `clew trace`: it shows a search in a player or in lines, or writes its tree or a film into a file."""

from __future__ import annotations

import sys
from argparse import Namespace
from importlib.util import find_spec

from clew.errors import OptionError
from clew.options import Options
from clew.outcome import Outcome
from clew.problem.events import Event, SolutionEvent
from clew.problem.problem import AnyProblem
from clew.tools.cli import answers, instances

Told = Outcome[int] | None
"""The outcome of a search; None if enough steps were printed before its end."""


def trace_search(parsed: Namespace) -> int:
    """Watch the search for the first solution, or for all of them."""
    problem = instances.make(parsed)
    answers.check_styles(problem, parsed.style)
    options = instances.options(parsed, problem)
    _check_words(parsed)
    enough = None if parsed.all or parsed.limit is not None else 1
    if parsed.animate or parsed.to is not None:
        outcome = (_write_film if parsed.animate else _write_tree)(parsed, problem, enough, options)
    elif _wants_player(parsed):
        from clew.watch.trace.player import play

        play(problem, enough, options, begin=parsed.begin, speed=parsed.speed)
        return answers.ANSWERED  # it is left by a key, which is no failure
    else:
        from clew.watch.trace.lines import Lines, search_watched

        boards = parsed.board or parsed.style is not None
        lines = Lines(
            problem, boards=boards, why=parsed.why, style=parsed.style, steps=parsed.steps, given=options.get("given")
        )
        line, outcome = search_watched(problem, lines, lines.story, enough, options)
        print(line)
    return answers.ANSWERED if outcome is None else answers.of_search(outcome, outcome.result)


def _check_words(parsed: Namespace) -> None:
    if not 0 < parsed.speed <= 10_000:
        raise OptionError(f"--speed must be a number of steps in a second, above 0 and up to 10000, not {parsed.speed}")
    if parsed.steps is not None and parsed.steps < 1:
        raise OptionError(f"--steps must be a number from 1, not {parsed.steps}")
    if parsed.to is not None and (odd := instances.words(parsed, ("plain", "board", "why", "style"))):
        raise OptionError(f"{odd[0]} is about lines of text, and --to writes a file: leave one of them out")


def _wants_player(parsed: Namespace) -> bool:
    """Whether the command runs at a terminal, and the library that the player needs is installed."""
    is_plain = parsed.plain or parsed.board or parsed.why or parsed.style or parsed.steps is not None
    if is_plain or not answers.is_terminal():
        return False
    if find_spec("textual") is not None:
        return True
    told = "clew: the player needs a library, pip install 'clewpy[terminal]'; until then, plain lines"
    print(told, file=sys.stderr)
    return False


def _write_tree(parsed: Namespace, problem: AnyProblem, enough: int | None, options: Options) -> Told:
    """The tree of the search as a file, or that of its first steps."""
    from clew.watch.trace.lines import StepLimitReached, search_watched
    from clew.watch.trace.recording import TreeRecorder
    from clew.watch.trace.story import Story
    from clew.watch.trace.tree import format_of

    format_of(parsed.to)
    recorder, story = TreeRecorder(problem), Story(problem)

    def watch(event: Event) -> None:
        if story.number == parsed.steps:
            raise StepLimitReached
        story.step(event)
        recorder(event)

    end, outcome = search_watched(problem, watch, story, enough, options)
    recorder.tree(outcome).save(parsed.to)
    print(f"{parsed.to} written; {end}")
    return outcome


def _write_film(parsed: Namespace, problem: AnyProblem, enough: int | None, options: Options) -> Told:
    """The boards of the search, one after the other, as an animated picture; or those of its beginning."""
    from clew.problem.pictures import FILMED, frames_for, search_film
    from clew.watch.trace.lines import StepLimitReached, search_watched
    from clew.watch.trace.story import Story, counted, so_far

    path = answers.path_of(parsed.to)
    if path is None:
        raise OptionError("--animate makes a film in SVG: say where to, with --to FILE.svg")
    frames = left = parsed.steps or frames_for(problem)
    story = Story(problem)
    events: list[Event] = []  # of a longer search one more than there are frames

    def watch(event: Event) -> None:
        nonlocal left
        if isinstance(event, FILMED):
            events.append(event)
            if left == 0 and not isinstance(event, SolutionEvent):  # a solution is shown with its node
                raise StepLimitReached
            left -= not isinstance(event, SolutionEvent)
        story.step(event)

    end, outcome = search_watched(problem, watch, story, enough, options)
    if outcome is None:
        end = f"the first {counted(frames, 'step')} of a search that was not over: {so_far(story)}"
    print(f"{answers.write(path, search_film(problem, events, steps=frames).svg())}; {end}")
    return outcome

"""What `clew trace` does: it shows a search step by step, in a player or in lines, or writes its tree into a file."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from clew.api import solve
from clew.cli import exits, instances, styles
from clew.errors import OptionError
from clew.events import Event
from clew.options import Options
from clew.outcome import Outcome
from clew.problem import Problem


def trace_search(parsed: argparse.Namespace) -> int:
    """Watch the search for the first solution, or for all of them."""
    problem = instances.make(parsed)
    styles.check(problem, parsed.style)
    options = instances.options(parsed, problem)
    if not 0 < parsed.speed <= 10_000:
        raise OptionError(f"--speed must be a number of steps in a second, above 0 and up to 10000, not {parsed.speed}")
    if parsed.steps is not None and parsed.steps < 1:
        raise OptionError(f"--steps must be a number from 1, not {parsed.steps}")
    for option in ("plain", "board", "why", "style"):
        if getattr(parsed, option) and parsed.to is not None:
            raise OptionError(f"--{option} is about lines of text, and --to writes a file: leave one of them out")
    enough = None if parsed.all or parsed.limit is not None else 1
    if parsed.animate:
        from clew.cli.filming import write_film

        return write_film(parsed, problem, enough, options)
    if parsed.to is not None:
        return _write_file(parsed, problem, enough, options)
    if _wants_player(parsed):
        return _play(parsed, problem, enough, options)
    return _tell(parsed, problem, enough, options)


def _wants_player(parsed: argparse.Namespace) -> bool:
    """Whether somebody sits at a terminal, and the library that the player needs is there."""
    is_plain = parsed.plain or parsed.board or parsed.why or parsed.style
    if is_plain or parsed.steps is not None or os.environ.get("TERM") == "dumb":
        return False
    if not (sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        import textual  # noqa: F401
    except ImportError:
        print(
            "clew: the player needs a library, pip install 'clew[terminal]'; until then, plain lines", file=sys.stderr
        )
        return False
    return True


def _tell(parsed: argparse.Namespace, problem: Problem[Any, Any], enough: int | None, options: Options) -> int:
    """Plain lines."""
    from clew.trace.lines import Lines, tell

    boards = parsed.board or parsed.style is not None
    told = Lines(
        problem, boards=boards, why=parsed.why, style=parsed.style, steps=parsed.steps, given=options.get("given")
    )
    line, outcome = tell(problem, told, enough, **options)
    print(line)
    return exits.ANSWERED if outcome is None else exits.of_search(outcome, told.story.solutions)


def _play(parsed: argparse.Namespace, problem: Problem[Any, Any], enough: int | None, options: Options) -> int:
    """The player. It is left by a key, which is no failure."""
    from clew.trace.player import play

    play(problem, enough, options, begin=parsed.begin, speed=parsed.speed)
    return exits.ANSWERED


def _write_file(parsed: argparse.Namespace, problem: Problem[Any, Any], enough: int | None, options: Options) -> int:
    """The tree of the search as a file, or that of its first steps."""
    from clew.trace.files import format_of, write
    from clew.trace.lines import StepsTold
    from clew.trace.recording import TreeRecorder
    from clew.trace.story import Story, Watched, ending

    format_of(parsed.to)
    recorder, story = TreeRecorder(problem), Story(problem)

    def watch(event: Event) -> None:
        if story.number == parsed.steps:
            raise StepsTold
        story.step(event)
        recorder(event)

    options["observers"] = [watch]
    outcome: Outcome[int] | None
    try:
        outcome = solve(problem, Watched(enough), **options)
        end = ending(story, outcome.status, outcome.exhausted)
    except StepsTold:
        outcome, end = None, ending(story, None, exhausted=False)
    write(recorder.tree(outcome), parsed.to)
    print(f"{parsed.to} written; {end}")
    return exits.ANSWERED if outcome is None else exits.of_search(outcome, outcome.result)

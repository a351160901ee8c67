"""The commands about a person who solves: `clew hint`, `clew rate`, `clew play`, and `clew solve --steps`.

`hint` and `--steps` give deductions that a person could make, `play` a puzzle on the terminal or as a page.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from clew.api import first
from clew.errors import OptionError, cut
from clew.outcome import Limits, Stopped
from clew.problem.problem import AnyProblem
from clew.puzzles.hints.hint import Hint, hint
from clew.puzzles.hints.opening import opened
from clew.puzzles.hints.steps import Steps, steps
from clew.puzzles.hints.words import Wording
from clew.render import writing
from clew.render.svg import grouped
from clew.tools.cli import answers, instances

MISTAKES: Final = ("contradiction", "unsolvable")
"""The kinds of hints that say that there is no solution."""
SEARCHED: Final = 2.0
"""Seconds in which values that were found since are searched for in a solution."""
FOREIGN: Final = ("all", "limit", "jsonl", "stats", "distinct_check", "use_symmetry", "up_to_symmetry", "each",
                  "baseline", "with", "checkpoint", "style", "jobs", "dask")  # fmt: skip
"""Options of `solve` that have no meaning with `--steps`."""


def print_hint(parsed: Namespace) -> int:
    """Print the next deduction that a person could make."""
    problem = instances.make(parsed)
    given = instances.given_values(parsed.given, problem)
    found = hint(problem, given=given, explain=parsed.language, smallest=parsed.smallest)
    if (found is None or found.kind not in MISTAKES) and (wrong := _impossible(problem, given)):
        line = Wording(problem, parsed.language).impossible(wrong)
        answers.report(parsed, answers.named(parsed, hint=None, mistake=line), [line])
        return answers.NO
    if parsed.to is not None and found is not None:
        answers.path_of(parsed.to)
        written = answers.write(parsed.to, found.picture().svg())
        if not parsed.json:
            print(written)
    more, said = _opened(found, parsed.language) if parsed.open and found is not None else ({}, [])
    if found is not None:
        line = str(found)
    elif len({**problem.given(), **given}) == len(problem.domains()):
        line = "nothing is left: every variable has its value"
    else:
        line = "nothing follows: there are several solutions"
    content = None if found is None else {**found.to_json(), **more}
    answers.report(parsed, answers.named(parsed, hint=content), [line, *said])
    return _status([] if found is None else [found])


def _opened(found: Hint, language: str) -> tuple[dict[str, Any], list[str]]:
    """The steps behind the suppositions of a hint, as JSON has them and in lines."""
    words, chains = Wording(found.problem, language), opened(found)
    name, value = found.problem.variable_name, found.problem.value_name
    content = [
        {"supposed": {name(v): value(w)}, "steps": [one.to_json() for one in some]} for (v, w), some in chains.items()
    ]
    return {"opened": content}, [
        line for pair, some in chains.items() for line in (words.suppose(*pair), *str(some).splitlines())
    ]


def _impossible(problem: AnyProblem, given: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Values that no solution has: those that none has alone, or else all of them; none if this is not known."""
    limits = Limits(time=SEARCHED)

    def fails(some: Mapping[Any, Any]) -> bool:
        return first(problem, given=some, limits=limits) is None

    with suppress(Stopped):
        if given and fails(given) and not fails({}):
            return {one: value for one, value in given.items() if fails({one: value})} or given
    return {}


def print_rating(parsed: Namespace) -> int:
    """Print how hard an instance is for a person."""
    problem = instances.make(parsed)
    found = steps(problem, given=instances.given_values(parsed.given, problem))
    answers.report(parsed, answers.named(parsed, **found.as_dict()["rating"]), [found.rating, *_kinds(found)])
    return _status(found.hints)


def print_steps(parsed: Namespace) -> int:
    """Print the steps that solve an instance, or write them as a page or a film."""
    if foreign := instances.words(parsed, FOREIGN):
        raise OptionError(f"--steps goes without {foreign[0]}: the steps lead to one solution")
    problem = instances.make(parsed)
    found = steps(problem, given=instances.given_values(parsed.given, problem), explain=parsed.language)
    if parsed.to is not None:
        written = _written(parsed.to, found)
        if not parsed.json:
            print(written)
    lines = (
        answers.dumped({**answers.named(parsed), **found.as_dict()}, 2)
        if parsed.json
        else _text(found, parsed.language)
    )
    if parsed.output:
        with writing.opened(parsed.output, "--output") as file:
            print(lines, file=file)
    elif parsed.json or parsed.to is None:
        print(lines)
    return _status(found.hints)


def _text(found: Steps, language: str) -> str:
    drawn = [found.problem.draw(found.known)] if found.is_solved else []
    return "\n".join([*([str(found)] if found.hints else []), *drawn, found.rating.said(language)])


def _written(path: str, found: Steps) -> str:
    """Write the steps to a file.

    Raises:
        OptionError: it is neither for SVG nor for HTML, or it cannot be written.
    """
    match Path(path).suffix.lower():
        case ".svg":
            return answers.write(path, found.film().svg())
        case ".html":
            return answers.write(path, found.page())
    raise OptionError(f"--to: steps are written as a film or a page: call the file NAME.svg or NAME.html, not {path!r}")


def _kinds(found: Steps) -> list[str]:
    """How many steps there are of each kind, the simplest first."""
    grades = grouped((one.kind, one.grade) for one in sorted(found, key=lambda one: one.grade))
    return [f"  {kind}: {len(some)}, up to grade {max(some):g}" for kind, some in grades.items()]


def _status(hints: Sequence[Any]) -> int:
    """The exit status of a puzzle, by the last of its hints: whether that is a mistake."""
    return answers.NO if hints and hints[-1].kind in MISTAKES else answers.ANSWERED


def _played(parsed: Namespace) -> AnyProblem:
    """The instance, or the puzzle of a day."""
    if parsed.daily is not None:
        from clew.tools.cli.generating import puzzle_of_the_day

        return puzzle_of_the_day(parsed)
    if parsed.tier is not None:
        raise OptionError("--tier is about new puzzles: say --daily")
    return instances.make(parsed)


def play_instance(parsed: Namespace) -> int:
    """Play an instance on the terminal, or write a page to play it on."""
    if parsed.to is not None and not parsed.to.lower().endswith(".html"):
        raise OptionError(f"--to: a puzzle to be played is a page: call the file NAME.html, not {parsed.to!r}")
    from clew.puzzles.play.puzzles import puzzle_of

    puzzle = puzzle_of(_played(parsed), parsed.language)
    if parsed.to is not None:
        from clew.puzzles.play.page import play_page

        told = play_page(puzzle)
        if told.undrawn:
            print(cut(f"clew: {told.undrawn}"), file=sys.stderr)
        print(answers.write(parsed.to, told.html))
        return _status(told.steps)
    if not answers.is_terminal():
        raise OptionError("there is no terminal to play on: write a page with --to FILE.html")
    if find_spec("textual") is None:
        raise OptionError(
            "playing on the terminal needs a library, pip install 'clewpy[terminal]'; --to FILE.html needs none"
        )
    from clew.puzzles.play.game import Game
    from clew.puzzles.play.terminal import play

    play(Game(puzzle))
    return answers.ANSWERED  # it is left by a key, which is no failure

"""The commands `clew hint` and `clew rate`, and `clew solve --steps`: deductions that a person could make."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Final

from clew.errors import OptionError
from clew.puzzles.hints.hint import Hint, hint
from clew.puzzles.hints.steps import Steps, steps
from clew.render import writing
from clew.tools.cli import answers, exits, instances, styles

MISTAKES: Final = ("contradiction", "unsolvable")
"""The kinds of hints that say that there is no solution."""
FOREIGN: Final = ("all", "limit", "jsonl", "stats", "distinct_check", "use_symmetry", "up_to_symmetry", "each",
                  "baseline", "solver", "checkpoint", "style", "jobs", "dask")  # fmt: skip
"""Options of `solve` that have no meaning with `--steps`."""


def print_hint(parsed: Namespace) -> int:
    """Print the next deduction that a person could make."""
    problem = instances.make(parsed)
    given = instances.given_values(parsed.given, problem)
    found = hint(problem, given=given, explain=parsed.language, smallest=parsed.smallest)
    if parsed.to is not None and found is not None:
        styles.path_of(parsed.to)
        written = answers.write("--to", parsed.to, found.picture().svg())
        if not parsed.json:
            print(written)
    if parsed.json:
        answers.print_json(answers.named(parsed, hint=None if found is None else found.to_json()))
    elif found is not None:
        print(found)
    elif len({**problem.given(), **given}) == len(problem.domains()):
        print("nothing is left: every variable has its value")
    else:
        print("nothing follows: there are several solutions")
    return _status(found)


def print_rating(parsed: Namespace) -> int:
    """Print how hard an instance is for a person."""
    problem = instances.make(parsed)
    found = steps(problem, given=instances.given_values(parsed.given, problem))
    answers.report(parsed, answers.named(parsed, **found.as_dict()["rating"]), [found.rating, *_kinds(found)])
    return _status(found.hints[-1] if found.hints else None)


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
    lines = answers.dumped({**answers.named(parsed), **found.as_dict()}, 2) if parsed.json else _text(found)
    if parsed.output:
        with writing.opened(parsed.output, "--output") as file:
            print(lines, file=file)
    elif parsed.json or parsed.to is None:
        print(lines)
    return _status(found.hints[-1] if found.hints else None)


def _text(found: Steps) -> str:
    drawn = [found.problem.draw(found.known)] if found.is_solved else []
    return "\n".join([*([str(found)] if found.hints else []), *drawn, str(found.rating)])


def _written(path: str, found: Steps) -> str:
    """Write the steps to a file.

    Raises:
        OptionError: it is neither for SVG nor for HTML, or it cannot be written.
    """
    match Path(path).suffix.lower():
        case ".svg":
            return answers.write("--to", path, found.film().svg())
        case ".html":
            return answers.write("--to", path, found.page())
    raise OptionError(f"--to: steps are written as a film or a page: call the file NAME.svg or NAME.html, not {path!r}")


def _kinds(found: Steps) -> list[str]:
    """How many steps there are of each kind, the simplest first."""
    grades: dict[str, list[float]] = {}
    for one in sorted(found, key=lambda one: one.grade):
        grades.setdefault(one.kind, []).append(one.grade)
    return [f"  {kind}: {len(some)}, up to grade {max(some):g}" for kind, some in grades.items()]


def _status(last: Hint | None) -> int:
    return exits.NO if last is not None and last.kind in MISTAKES else exits.ANSWERED

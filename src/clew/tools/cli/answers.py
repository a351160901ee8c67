"""How the answer of a search is drawn, printed or written, whichever command asked; and the exit statuses."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Final

import attrs

from clew.errors import OptionError
from clew.outcome import Outcome, Status
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution, Optimum

if TYPE_CHECKING:
    from pathlib import Path

    from clew.render import Picture

ANSWERED: Final = 0
"""Answered; `check`: exactly one solution."""
NO: Final = 1
"""There is no solution; a check of `test` failed; another solver disagrees."""
WRONG: Final = 2
"""The input or the call is wrong."""
LIMIT: Final = 3
"""A limit on time, nodes or memory stopped it before the answer was known."""
SEVERAL: Final = 4
"""`check`: several solutions."""
FAILED: Final = 5
"""A problem or clew itself failed; methods that are compared disagree."""
INTERRUPTED: Final = 130
"""By Ctrl-C."""

OF_ANSWERS: Final = {"none": NO, "several": SEVERAL, "undecided": LIMIT, "unique": ANSWERED}
"""The exit status of each answer of `check`; of many instances, that of the first of these answers that occurs."""
OF_STATUSES: Final = {
    Status.INTERRUPTED: INTERRUPTED,
    Status.FAILED: FAILED,
    **dict.fromkeys((Status.TIME_LIMIT, Status.NODE_LIMIT, Status.MEMORY_LIMIT), LIMIT),
}
"""The exit status of a search that was not over."""

MOST: Final = 24
"""Solutions that are drawn into one picture."""

Styles = Sequence[str] | None
"""The names that `--style` gave; None if it was not used."""


def of_search(outcome: Outcome[Any], found: int) -> int:
    """The exit status of a search that found so many solutions."""
    return OF_STATUSES.get(outcome.status, ANSWERED if found else NO)


def printable(text: str) -> str:
    """A text without what a terminal would obey: it may come from a plugin or from a file."""
    return "".join(character if character.isprintable() else "?" for character in text)


def write(path: Path | str, text: str, option: str = "--to") -> str:
    """Write the file that an option names, and return a sentence that reports it.

    Raises:
        OptionError: it cannot be written.
        ClewError: the disk is full, or fails.
    """
    from clew.render import writing  # as in other functions here: most answers are printed

    writing.write(path, text, option)
    return f"{path} written"


def is_terminal() -> bool:
    """Whether a person reads and types on a terminal that can be drawn on."""
    is_one = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return is_one and os.environ.get("TERM") != "dumb"


def as_count(outcome: Outcome[int]) -> str:
    """A number of solutions, or what is known of it."""
    if outcome.is_complete:
        return str(outcome.result)
    return f"at least {outcome.result} (unfinished: {outcome.status.value})"


def print_statistics(outcome: Outcome[Any] | Optimum, out: IO[str]) -> None:
    """Print the statistics of a search, a line for each number."""
    for name, value in outcome.statistics.as_dict().items():
        if isinstance(value, list):
            value = " ".join(map(str, value))
        print(f"{name}: {value:.3g}" if isinstance(value, float) else f"{name}: {value}", file=out)


def violations(problem: AnyProblem, given: Mapping[Any, Any]) -> Iterator[str]:
    """Which rules the given values break by themselves."""
    for violation in problem.violations({**given, **problem.given()}):
        yield f"  {violation}"


def named(parsed: Namespace, **content: Any) -> dict[str, Any]:
    """The fields that `--json` has for every instance."""
    return {"problem": parsed.problem, "instance": parsed.instance, **content}


def summary(parsed: Namespace, outcome: Outcome[Any], count: int) -> dict[str, Any]:
    """The fields that `--json` has for every search."""
    fields = {"status": outcome.status.value, "count": count, "statistics": outcome.statistics.as_dict()}
    failures = [attrs.asdict(failure) for failure in outcome.failures]
    return named(parsed, **fields, **({"failures": failures} if failures else {}))


def dumped(content: Any, indent: int | None = None) -> str:
    """A line, or more, of `--json` or `--jsonl`; nothing else imports the module for it."""
    import json

    return json.dumps(content, indent=indent)


def report(parsed: Namespace, content: Mapping[str, Any], lines: Iterable[object]) -> None:
    """Print one JSON object if `--json` asks for it, else lines."""
    if parsed.json:
        print(dumped(content, 2))
    else:
        for line in lines:
            print(line)


def print_answer(parsed: Namespace, content: Mapping[str, Any], lines: Iterable[str], outcome: Outcome[Any]) -> None:
    """Print the answer of a search as JSON or in lines, with the statistics behind these if they are asked for."""
    report(parsed, content, lines)
    if parsed.stats and not parsed.json:
        print_statistics(outcome, sys.stdout)


def check_styles(problem: AnyProblem, styles: Styles) -> None:
    """Check that a problem has some styles, before it is searched.

    Raises:
        OptionError: it has no such style.
    """
    for style in styles or ():
        problem.check_style(style)


def drawings(draw: Callable[[str | None], str], styles: Styles) -> list[str]:
    """A drawing in each of the styles, or in the default."""
    return [draw(style) for style in styles or (None,)]


def titled(title: str, drawn: Sequence[str]) -> str:
    """Drawings below their title; the first stands behind it if it is one line."""
    text = "\n".join(drawn)
    between = "\n" if "\n" in drawn[0] else " "
    return f"{title}:{between}{text}" + "\n" * ("\n" in text)


def numbered(number: int, drawn: Sequence[str], stands_for: int | None = None) -> str:
    """The drawings of a solution below its number."""
    return titled(f"Solution {number}" + ("" if stands_for is None else f", for {stands_for}"), drawn)


def write_pictures(path: Path, solutions: Sequence[AnySolution], number: int, search: Picture | None) -> str | None:
    """Draw solutions into a file, side by side if there are several.

    Args:
        path: the file.
        solutions: the first few.
        number: how many there are.
        search: a picture of the whole search, if the problem has one: it is drawn instead.

    Returns:
        A sentence that reports it, or None if there is no solution.
    """
    if search is not None:
        return write(path, search.svg())
    if not solutions:
        return None
    from clew import render

    pictures = [solution.picture() for solution in solutions]
    drawn = pictures[0] if len(pictures) == 1 else render.beside(pictures, f"{len(pictures)} solutions")
    some = f", with the first {MOST} solutions" if number > MOST else ""
    return f"{write(path, drawn.svg())}{some}"


def path_of(word: str | None) -> Path | None:
    """The file of a picture, if one is asked for.

    Raises:
        OptionError: it is no file for SVG.
    """
    if word is None:
        return None
    if not word.lower().endswith(".svg"):
        raise OptionError(f"--to: pictures are written as SVG: call the file NAME.svg, not {word!r}")
    from pathlib import Path  # for whom it is asked for: loading it takes longer than many a search

    return Path(word)

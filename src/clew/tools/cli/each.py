"""`clew check --each` and `clew solve --each`: many instances, one on each line of a file."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, Unpack

from clew import plugins
from clew.answers.batch.lines import InstanceLines
from clew.answers.batch.queries import VERDICT, BatchQuery, Question
from clew.api import first
from clew.errors import InputError, OptionError
from clew.options import Options
from clew.outcome import Stopped
from clew.problem.problem import AnyProblem
from clew.render import writing
from clew.solution import AnySolution
from clew.tools.cli import answers, instances, running

Found = AnySolution | str
"""A solution, or why there is none to show."""

ELSEWHERE: Final = (
    "example", "all", "limit", "fixed", "why", "distinct_check", "use_symmetry", "up_to_symmetry", "checkpoint", "to",
    "baseline", "with",
)  # fmt: skip
"""Options about one instance."""


def _found(problem: AnyProblem, **options: Unpack[Options]) -> Found:
    """The first solution, or `none`, or `undecided` if a limit struck."""
    try:
        return first(problem, **options) or "none"
    except Stopped:
        return "undecided"


FOUND: Final[Question[Found]] = Question(1, lambda solution, answer: solution(answer[0]) if answer else "none", _found)


def check_each(parsed: Namespace) -> int:
    """Print for each line of a file whether the instance has none, one or several solutions."""
    return _each(parsed, VERDICT, "answer", str, sys.stdout)


def solve_each(parsed: Namespace) -> int:
    """Print a solution for each line of a file."""
    with ExitStack() as files:
        out: IO[str] = files.enter_context(writing.opened(parsed.output, "--output")) if parsed.output else sys.stdout
        return _each(parsed, FOUND, "solution", _LineDrawing(parsed.style), out)


def _each(parsed: Namespace, question: Question[Any], asked: str, draw: Callable[[Any], str], out: IO[str]) -> int:
    """Print the answers, or keep them for JSON."""
    started, found, rows = time.perf_counter(), Counter[str](), []
    for number, answer in _answered(parsed, question):
        is_word = isinstance(answer, str)
        found[answer if is_word else "solved"] += 1
        row = {"line": number, asked: answer.named() if not is_word else answer if asked == "answer" else None}
        if parsed.json:
            rows.append(row)
        else:
            print(answers.dumped(row) if getattr(parsed, "jsonl", False) else draw(answer), file=out)
    return _concluded(parsed, found, {f"{asked}s": rows}, started, out)


class _LineDrawing:
    """Draws solutions, each on a line unless a style is asked for."""

    def __init__(self, asked: answers.Styles) -> None:
        self._styles = asked
        self._symbols: dict[Any, str] | None = None
        self._short: str | None = None

    def __call__(self, answer: Found) -> str:
        if isinstance(answer, str):
            return answer
        if self._styles is not None:
            return "\n".join(answers.drawings(answer.draw, self._styles))
        if self._symbols is None:
            given = [pair for pair in answer.problem.line_symbols().items() if pair[1] is not None]
            self._symbols = {value: symbol for symbol, value in reversed(given)}
            self._short = next((style for style in answer.problem.styles if "\n" not in answer.draw(style)), None)
        if self._symbols:
            return "".join(map(self._symbols.__getitem__, answer.values()))
        return "/".join(line.strip() for line in answer.draw(self._short).splitlines() if line.strip())


def _answered(parsed: Namespace, question: Question[Any]) -> Iterator[tuple[int, Any]]:
    """The answers to the instances of the file, each with the number of its line."""
    odd = [*instances.words(parsed, ELSEWHERE), *filter(None, [parsed.instance])]
    if odd or parsed.instance is not None:
        raise OptionError(f"--each takes every instance from its file: leave {''.join(odd[:1])} out")
    found, parameters = instances.kind(parsed), instances.parameters_of(parsed)

    def asked(problem: AnyProblem) -> BatchQuery[Any]:
        if parsed.command == "solve":
            answers.check_styles(problem, parsed.style)
        return BatchQuery(question, problem, {**instances.options(parsed, problem), **running.options(parsed)}, {})

    name = "standard input" if parsed.each == "-" else parsed.each
    with opened(parsed.each) as lines:
        yield from InstanceLines(partial(plugins.read, found, parameters=parameters), asked, name).answered(lines)


@contextmanager
def opened(path: str) -> Iterator[Iterator[str]]:
    """The lines of the file that --each names, or of standard input."""
    if path == "-" and sys.stdin is None:
        raise InputError("standard input is closed: give a file")
    with ExitStack() as files:
        try:
            file = sys.stdin.buffer if path == "-" else files.enter_context(Path(path).open("rb"))
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else "no name that a file could have"
            raise InputError(f"--each: {path} cannot be read: {why}") from None
        yield (_decoded(line, number) for number, line in enumerate(file, 1))


def _decoded(line: bytes, number: int) -> str:
    try:
        return line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"--each: line {number} is not text: it has the byte {line[error.start]:#04x}") from None


def _concluded(parsed: Namespace, found: Counter[str], rows: dict[str, list[Any]], started: float, out: IO[str]) -> int:
    """Say how many instances there were, and how many a second."""
    seconds = time.perf_counter() - started
    number = found.total()
    per_second = number / seconds if seconds > 0 else 0.0
    counts = dict(sorted(found.items(), key=lambda pair: -pair[1]))
    summary = {"problem": parsed.problem, "instances": number, **counts, "seconds": seconds, "per_second": per_second}
    if parsed.json:
        print(answers.dumped({**summary, **rows}, 2), file=out)
    elif getattr(parsed, "jsonl", False):
        print(answers.dumped(summary), file=out)
    else:
        said = ", ".join(f"{count} {answer}" for answer, count in counts.items()) or "none"
        line = f"{number} instances: {said}; {per_second:.0f} a second"
        if parsed.stats:
            print(line, file=out)
        elif sys.stderr is not None and sys.stderr.isatty():
            print(line, file=sys.stderr)
    return next((status for answer, status in answers.OF_ANSWERS.items() if found[answer]), answers.ANSWERED)

"""New puzzles: the command `clew generate` makes instances with exactly one solution, as texts.

And `clew sheet` puts puzzles, new ones or given ones, on pages to print.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from clew.errors import ClewError, InputError, OptionError, cut, many
from clew.outcome import Limits, Status, Stopped
from clew.planning.progress.line import ProgressLine
from clew.problem.entry_points import entries
from clew.problem.problem import AnyProblem
from clew.puzzles.generation import generate
from clew.puzzles.generation.making import came_up
from clew.tools.cli import answers, instances, running

if TYPE_CHECKING:
    from clew.puzzles.printing import Sheet

NEW: Final = ("tier", "symmetry", "clues", "seed", "time_limit", "jobs")
"""Options about new puzzles."""


def generate_instances(parsed: Namespace) -> int:
    """Print new instances, each as soon as it is made; several with one on each line, if they can be read so.

    Returns:
        The exit status: 3 if the time was over before all were made.
    """
    blank = _blank(parsed)
    texts: list[str] = []
    status, line = Status.COMPLETE, running.status_line(parsed)
    tries = Tries(line)
    try:
        for made in new_instances(parsed, blank, tries):
            texts.append(made.to_text())
            tries.end()
            if not parsed.json:
                _print(texts[-1] if parsed.count == 1 else _line(made, texts[-1], parsed), len(texts))
    except Stopped as stopped:
        status = stopped.outcome.status
    finally:
        line.erase()
    answers.report(parsed, answers.named(parsed, status=status.value, seed=parsed.seed, instances=texts), ())
    if status is not Status.COMPLETE and not parsed.json:
        print(f"clew: {len(texts)} of {parsed.count} made: {status.value}{tries.so_far}", file=sys.stderr)
    return answers.ANSWERED if status is Status.COMPLETE else answers.LIMIT


def _blank(parsed: Namespace) -> AnyProblem:
    """The instance without clues.

    Raises:
        OptionError: there is none.
        InputError: it is none; for a number the message says how sizes are written if it is none either.
    """
    if parsed.instance is None and parsed.example is None:
        raise OptionError(f"which size of {parsed.problem}: give an instance without clues, such as an empty grid's")
    try:
        return instances.make(parsed)
    except InputError as error:
        size = f"{parsed.instance}x{parsed.instance}"
        if parsed.instance is None or not parsed.instance.isdecimal():
            raise
        try:
            instances.read(instances.kind(parsed), size, instances.parameters_of(parsed))
        except ClewError:
            raise error from None
        raise InputError(f"{error}; a size is written {size}") from None


class Tries:
    """The tries for the next instance.

    Args:
        line: where to show them.
    """

    def __init__(self, line: ProgressLine) -> None:
        self._line = line
        self.so_far = ""
        """The tries for the instance that was not made, in words."""

    def __call__(self, tried: Mapping[str, int]) -> None:
        """Show what came of them."""
        said = f"tried {sum(tried.values())}: {came_up(tried)}"
        self._line.show(said)
        self.so_far = f"; {said}"

    def end(self) -> None:
        """An instance is there: the tries for the next one begin."""
        self.so_far = ""
        self._line.erase()


def puzzle_of_the_day(parsed: Namespace) -> AnyProblem:
    """The new puzzle of a day, whose date is the seed: the same for everybody with this version of clew."""
    return next(generate(_blank(parsed), seed=int(f"{parsed.daily:%Y%m%d}"), tier=parsed.tier))


def new_instances(parsed: Namespace, blank: AnyProblem, tries: Tries | None = None) -> Iterator[AnyProblem]:
    """Instances as the options of the command wish them.

    Raises:
        Stopped: the time of the command was over; the instances until then were given.
    """
    seconds = instances.seconds_left(parsed)
    limits = None if seconds is None else Limits(time=seconds)
    wishes: dict[str, Any] = {name: getattr(parsed, name) for name in ("seed", "count", "tier", "symmetry", "clues")}
    return generate(blank, **wishes, limits=limits, jobs=parsed.jobs, progress=tries)


def _line(made: AnyProblem, text: str, parsed: Namespace) -> str:
    """The text of an instance on one line, if it can be read from it, so that `--each` reads a file of them."""
    paragraphs = [", ".join(lines.splitlines()) for lines in text.split("\n\n")]
    for line in ("/".join(text.splitlines()), " / ".join(paragraphs)):
        try:
            if type(made).from_text(line, **instances.parameters_of(parsed)).to_text() == text:
                return line
        except ClewError:
            continue
    return text


def _print(text: str, number: int) -> None:
    """Print the text with this number; a blank line stands between texts of several lines."""
    if "\n" in text and number > 1:
        print()
    print(text, flush=True)


def print_sheet(parsed: Namespace) -> int:
    """Write pages with puzzles.

    Returns:
        The exit status: 3 if the time was over before all new puzzles were made.
    """
    if parsed.to is None or Path(parsed.to).suffix.lower() not in (".html", ".svg"):
        named = "" if parsed.to is None else f", not {parsed.to!r}"
        raise OptionError(f"--to: pages are written as HTML or SVG: call the file NAME.html or NAME.svg{named}")
    puzzles, is_stopped = list[AnyProblem](), False
    try:
        puzzles.extend(_puzzles(parsed))  # those that were made are kept if the time is over
    except Stopped as stopped:
        print(f"clew: {len(puzzles)} of {parsed.count} made: {stopped.outcome.status.value}", file=sys.stderr)
        is_stopped = True
    if puzzles or not is_stopped:
        print(_sheet(parsed, puzzles))
    return answers.LIMIT if is_stopped else answers.ANSWERED


def _sheet(parsed: Namespace, puzzles: Sequence[AnyProblem]) -> str:
    """Write a sheet, and say so; name the parts that it does not draw."""
    from clew.puzzles.printing import sheet

    made = sheet(
        puzzles,
        title=parsed.title,
        rules=parsed.rules,
        per_page=parsed.per_page,
        solutions=not parsed.no_solutions,
        tiers=not parsed.no_tiers,
        language=parsed.language,
    )
    for number, one in enumerate(made.puzzles, 1):
        if one.undrawn:
            print(cut(f"clew: puzzle {number}: {one.undrawn}"), file=sys.stderr)
    return f"{_written(Path(parsed.to), made)}, {many(len(puzzles), 'puzzle')}"


def _puzzles(parsed: Namespace) -> Iterator[AnyProblem]:
    """New puzzles if their number is asked for; else the given ones: texts, files, examples, or a file of lines."""
    found, chosen = instances.kind(parsed), [*parsed.instances, *parsed.example]
    for other in {entry.name for entry in entries()}.intersection(parsed.instances):
        advice = f"clew.sheet([*clew.generate({parsed.problem!r}, ...), *clew.generate({other!r}, ...)])"
        raise OptionError(f"{other} is another kind of puzzle: put several kinds on a sheet in Python, by {advice}")
    if parsed.count is not None:
        if len(chosen) != 1 or parsed.each is not None:
            raise OptionError("--count makes new puzzles: give one instance without clues, such as a size")
        parsed.started = time.perf_counter()
        yield from new_instances(parsed, _given(parsed)[0])
        return
    if odd := instances.words(parsed, NEW):
        raise OptionError(f"{odd[0]} is about new puzzles: say with --count how many")
    if chosen or parsed.each is None:
        yield from _given(parsed)
    if parsed.each is not None:
        from clew.answers.batch.lines import problem_of
        from clew.tools.cli import each

        name = "standard input" if parsed.each == "-" else parsed.each
        read = partial(found.from_text, **instances.parameters_of(parsed))
        with each.opened(parsed.each) as lines:
            yield from filter(None, (problem_of(read, line, number, name) for number, line in enumerate(lines, 1)))


def _given(parsed: Namespace) -> list[AnyProblem]:
    """The problems of texts or files, then of examples. A model in a file is an instance by itself."""
    chosen = [*((text, None) for text in parsed.instances), *((None, name) for name in parsed.example)]
    return [instances.another(parsed, text, name) for text, name in chosen or [(None, None)]]


def _written(path: Path, made: Sheet) -> str:
    """Write the pages: one file of HTML, or an SVG for each, numbered if there are several."""
    pages = [made.html()] if path.suffix.lower() == ".html" else made.pages()
    if len(pages) == 1:
        return answers.write(path, pages[0])
    paths = [path.with_stem(f"{path.stem}-{number}") for number in range(1, len(pages) + 1)]
    for file, page in zip(paths, pages, strict=True):
        answers.write(file, page)
    return f"{paths[0]} to {paths[-1].name} written"

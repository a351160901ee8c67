"""New puzzles: the command `clew generate` makes instances with exactly one solution, as texts.

And `clew sheet` puts puzzles, new ones or given ones, on pages to print.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from clew import plugins
from clew.errors import ClewError, InputError, OptionError, cut, many
from clew.outcome import Limits, Status
from clew.problem.entry_points import entries
from clew.problem.problem import AnyProblem
from clew.puzzles.generation import generate
from clew.tools.cli import answers, instances
from clew.tools.cli.making import Making, ticking

if TYPE_CHECKING:
    from clew.puzzles.printing import Sheet

NEW: Final = ("tier", "symmetry", "clues", "seed", "time_limit", "jobs")
"""Options about new puzzles."""


def generate_instances(parsed: Namespace) -> int:
    """Print new instances, each as soon as it is made; several with one on each line, if they can be read so.

    Returns:
        The exit status: 3 if the time was over before all were made, 130 after Ctrl-C.
    """
    blank = _blank(parsed)
    texts: list[str] = []
    making = Making(parsed.count)
    with making.until_stopped(), ticking(parsed, making.doing) as line:
        for made in new_instances(parsed, blank, making):
            texts.append(made.to_text())
            making.one_more()
            if not parsed.json:
                with line.hidden():
                    _print(texts[-1] if parsed.count == 1 else _line(made, texts[-1], parsed), len(texts))
    status = making.status
    answers.report(parsed, answers.named(parsed, status=status.value, seed=parsed.seed, instances=texts), ())
    if status is not Status.COMPLETE and not parsed.json:
        print(making.ended(), file=sys.stderr)
    return answers.OF_STATUSES.get(status, answers.ANSWERED)


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


def puzzle_of_the_day(parsed: Namespace) -> AnyProblem:
    """The new puzzle of a day, whose date is the seed: the same for everybody with this version of clew."""
    blank, making = _blank(parsed), Making(1)
    if parsed.example is not None or blank.given():
        raise OptionError("--daily makes a new puzzle: give a size, or an instance without clues")
    with ticking(parsed, making.doing):
        return next(generate(blank, seed=int(f"{parsed.daily:%Y%m%d}"), tier=parsed.tier, progress=making))


def new_instances(parsed: Namespace, blank: AnyProblem, making: Making) -> Iterator[AnyProblem]:
    """Instances as the options of the command wish them.

    Raises:
        Stopped: the time of the command was over; the instances until then were given.
    """
    seconds = instances.seconds_left(parsed)
    limits = None if seconds is None else Limits(time=seconds)
    wishes: dict[str, Any] = {name: getattr(parsed, name) for name in ("seed", "count", "tier", "symmetry", "clues")}
    return generate(blank, **wishes, limits=limits, jobs=parsed.jobs, progress=making)


def _line(made: AnyProblem, text: str, parsed: Namespace) -> str:
    """The text of an instance on one line, if it can be read from it, so that `--each` reads a file of them."""
    paragraphs = [", ".join(lines.splitlines()) for lines in text.split("\n\n")]
    for line in ("/".join(text.splitlines()), " / ".join(paragraphs)):
        try:
            if plugins.read(type(made), line, instances.parameters_of(parsed)).to_text() == text:
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
        The exit status: 3 if the time was over before all new puzzles were made, 130 after Ctrl-C.
    """
    if parsed.to is None or Path(parsed.to).suffix.lower() not in (".html", ".svg"):
        named = "" if parsed.to is None else f", not {parsed.to!r}"
        raise OptionError(f"--to: pages are written as HTML or SVG: call the file NAME.html or NAME.svg{named}")
    if parsed.count is None:
        return _print_sheet(parsed, [*_puzzles(parsed)])
    puzzles, making = list[AnyProblem](), Making(parsed.count)
    with making.until_stopped(), ticking(parsed, making.doing):
        for made in _new_puzzles(parsed, making):
            puzzles.append(made)  # those that were made are kept
            making.one_more()
    if making.status is Status.COMPLETE:
        return _print_sheet(parsed, puzzles)
    print(making.ended(), file=sys.stderr)
    if puzzles:
        _print_sheet(parsed, puzzles)
    return answers.OF_STATUSES[making.status]


def _print_sheet(parsed: Namespace, puzzles: Sequence[AnyProblem]) -> int:
    """Write a sheet, and say so; name the parts that it does not draw."""
    from clew.puzzles.printing import sheet

    with ticking(parsed, lambda: f"solutions and tiers of {many(len(puzzles), 'puzzle')}"):
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
    print(f"{_written(Path(parsed.to), made)}, {many(len(puzzles), 'puzzle')}")
    return answers.ANSWERED


def _new_puzzles(parsed: Namespace, making: Making) -> Iterator[AnyProblem]:
    """New puzzles of the one instance."""
    _check_kinds(parsed)
    if len(parsed.instances) + len(parsed.example) != 1 or parsed.each is not None:
        raise OptionError("--count makes new puzzles: give one instance without clues, such as a size")
    parsed.started = time.perf_counter()
    yield from new_instances(parsed, _given(parsed)[0], making)


def _check_kinds(parsed: Namespace) -> None:
    """Reject the name of another kind among the instances."""
    for other in {entry.name for entry in entries()}.intersection(parsed.instances):
        advice = f"clew.sheet([*clew.generate({parsed.problem!r}, ...), *clew.generate({other!r}, ...)])"
        raise OptionError(f"{other} is another kind of puzzle: put several kinds on a sheet in Python, by {advice}")


def _puzzles(parsed: Namespace) -> Iterator[AnyProblem]:
    """The given puzzles: texts, files, examples, or a file of lines."""
    _check_kinds(parsed)
    found, chosen = instances.kind(parsed), [*parsed.instances, *parsed.example]
    if odd := instances.words(parsed, NEW):
        raise OptionError(f"{odd[0]} is about new puzzles: say with --count how many")
    if chosen or parsed.each is None:
        yield from _given(parsed)
    if parsed.each is not None:
        from clew.answers.batch.lines import problem_of
        from clew.tools.cli import each

        name = "standard input" if parsed.each == "-" else parsed.each
        read = partial(plugins.read, found, parameters=instances.parameters_of(parsed))
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

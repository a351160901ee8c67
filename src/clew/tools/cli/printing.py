"""The command `clew sheet`: puzzles on pages to print, new ones or given ones."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from clew.answers.batch.lines import LineReader
from clew.errors import OptionError, cut
from clew.forms.base import many
from clew.outcome import Stopped
from clew.plugins import AnyProblem
from clew.puzzles.printing import Sheet, sheet
from clew.tools.cli import answers, each, exits, instances
from clew.tools.cli.generating import new_instances

NEW: Final = ("tier", "symmetry", "clues", "seed", "time_limit", "jobs")
"""Options about new puzzles."""


def print_sheet(parsed: Namespace) -> int:
    """Write pages with puzzles.

    Returns:
        The exit status: 3 if the time was over before all new puzzles were made.
    """
    if parsed.to is None or Path(parsed.to).suffix.lower() not in (".html", ".svg"):
        named = "" if parsed.to is None else f", not {parsed.to!r}"
        raise OptionError(f"--to: pages are written as HTML or SVG: call the file NAME.html or NAME.svg{named}")
    puzzles, is_stopped = [], False
    try:
        for puzzle in _puzzles(parsed):
            puzzles.append(puzzle)  # noqa: PERF402  (those that were made are kept if the time is over)
    except Stopped as stopped:
        print(f"clew: {len(puzzles)} of {parsed.count} made: {stopped.outcome.status.value}", file=sys.stderr)
        is_stopped = True
    if puzzles or not is_stopped:
        made = sheet(puzzles, title=parsed.title, rules=parsed.rules, per_page=parsed.per_page,
                     solutions=not parsed.no_solutions, tiers=not parsed.no_tiers)  # fmt: skip
        for number, one in enumerate(made.puzzles, 1):
            if one.undrawn:
                print(cut(f"clew: puzzle {number}: {one.undrawn}"), file=sys.stderr)
        print(f"{_written(Path(parsed.to), made)}, {many(len(puzzles), 'puzzle')}")
    return exits.LIMIT if is_stopped else exits.ANSWERED


def _puzzles(parsed: Namespace) -> Iterator[AnyProblem]:
    """New puzzles if their number is asked for; else the given ones: texts, files, examples, or a file of lines."""
    found, chosen = instances.kind(parsed), [*parsed.instances, *parsed.example]
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
        name = "standard input" if parsed.each == "-" else parsed.each
        reader = LineReader(partial(found.from_text, **instances.parameters_of(parsed)), name)
        with each.opened(parsed.each) as lines:
            yield from filter(None, (reader.problem(line, number) for number, line in enumerate(lines, 1)))


def _given(parsed: Namespace) -> list[AnyProblem]:
    """The problems of texts or files, then of examples. A model in a file is an instance by itself."""
    chosen = [*((text, None) for text in parsed.instances), *((None, name) for name in parsed.example)]
    return [instances.another(parsed, text, name) for text, name in chosen or [(None, None)]]


def _written(path: Path, made: Sheet) -> str:
    """Write the pages: one file of HTML, or an SVG for each, numbered if there are several."""
    if path.suffix.lower() == ".html":
        return answers.write("--to", path, made.html())
    pages = made.pages()
    if len(pages) == 1:
        return answers.write("--to", path, pages[0])
    paths = [path.with_stem(f"{path.stem}-{number}") for number in range(1, len(pages) + 1)]
    for file, page in zip(paths, pages, strict=True):
        answers.write("--to", file, page)
    return f"{paths[0]} to {paths[-1].name} written"

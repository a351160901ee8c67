"""The options of a search: those of its workers, and the line that says how far it is."""

from __future__ import annotations

import io
import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any, Final

from clew.errors import OptionError
from clew.options import Options
from clew.outcome import Outcome
from clew.planning.progress.line import ProgressLine
from clew.problem.problem import AnyProblem
from clew.tools.cli import answers, instances

if TYPE_CHECKING:
    from clew.options import Cutting

AFTER: Final = 2.0
"""Seconds without a line: most searches are over by then."""

WORDS: Final = {"in_order": "unordered", "cutting": "subtrees"}
"""The words for options that are called otherwise in Python."""


def line_for(parsed: Namespace) -> ProgressLine | None:
    """The line on standard error, erased at the end, if there is a terminal and no `--no-progress`."""
    wanted: bool | None = getattr(parsed, "progress", None)
    if wanted is False or sys.stderr is None or not sys.stderr.isatty():
        return None
    return ProgressLine(after=0.0 if wanted else AFTER)


def status_line(parsed: Namespace) -> ProgressLine:
    """The line for what a command does besides searching; without a terminal, one that nobody sees."""
    return line_for(parsed) or ProgressLine(io.StringIO())


def is_asked(parsed: Namespace) -> bool:
    """Whether the search is one of subtrees."""
    return parsed.jobs is not None or parsed.dask is not None or parsed.subtree is not None


def options(parsed: Namespace) -> Options:
    """The options of the search that the words stand for."""
    named: dict[str, Any] = {
        "jobs": parsed.jobs,
        "executor": parsed.dask,
        "cutting": _cutting(parsed),
        "subtree": parsed.subtree,
        "subtree_timeout": parsed.subtree_timeout,
        "keep_going": parsed.keep_going or None,
        "in_order": False if getattr(parsed, "unordered", False) else None,
    }
    chosen: Options = {name: value for name, value in named.items() if value is not None}  # type: ignore[assignment]
    if chosen and not is_asked(parsed):
        first = next(iter(chosen))
        raise OptionError(f"--{WORDS.get(first, first.replace('_', '-'))} is for a search with workers: add --jobs")
    return chosen


def _cutting(parsed: Namespace) -> Cutting | None:
    if parsed.subtrees is None and parsed.subtree_nodes is None:
        return None
    from clew.options import Cutting

    return Cutting(parsed.subtrees or Cutting().subtrees, parsed.subtree_nodes)


def all_options(parsed: Namespace, problem: AnyProblem) -> Options:
    """The options of the workers with those of every search, and the line."""
    return {**instances.options(parsed, problem), **options(parsed), "progress": line_for(parsed)}


def print_failures(outcome: Outcome[Any]) -> None:
    """Name on standard error the subtrees that failed."""
    for failure in outcome.failures:
        line = f"subtree {failure.subtree} failed: {failure.error}; --subtree {failure.subtree} repeats it"
        print("clew:", answers.printable(line), file=sys.stderr)

"""Searching with workers: `--jobs` and what belongs to it, for the commands that search a whole tree."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from clew.cli import instances, progressing
from clew.errors import OptionError
from clew.options import Options
from clew.outcome import Outcome
from clew.problem import Problem

if TYPE_CHECKING:
    from clew.subtrees import Cutting


def _cutting(parsed: argparse.Namespace) -> Cutting | None:
    if parsed.subtrees is None and parsed.subtree_nodes is None:
        return None
    from clew.subtrees import Cutting

    return Cutting(parsed.subtrees or Cutting().subtrees, parsed.subtree_nodes)


def is_asked(parsed: argparse.Namespace) -> bool:
    """Whether the search is one of subtrees."""
    return parsed.jobs is not None or parsed.dask is not None or parsed.subtree is not None


def options(parsed: argparse.Namespace) -> Options:
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
    if not is_asked(parsed) and chosen:
        raise OptionError(f"--{_word(next(iter(chosen)))} is for a search with workers: add --jobs")
    return chosen


def all_options(parsed: argparse.Namespace, problem: Problem[Any, Any]) -> Options:
    """The same with those of every search, and the line that says how far it is."""
    return {**instances.options(parsed, problem), **options(parsed), "progress": progressing.line_for(parsed)}


def _word(option: str) -> str:
    return {"in_order": "unordered", "cutting": "subtrees"}.get(option, option.replace("_", "-"))


def tell_failures(outcome: Outcome[Any]) -> None:
    """Name on standard error the subtrees that failed."""
    for failure in outcome.failures:
        line = f"subtree {failure.subtree} failed: {failure.error}; --subtree {failure.subtree} repeats it"
        print("clew:", "".join(c if c.isprintable() else "?" for c in line), file=sys.stderr)

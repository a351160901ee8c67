"""Searching with workers: `--jobs` and what belongs to it, for the commands that search a whole tree."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from clew.cli import instances, progressing
from clew.errors import OptionError
from clew.options import Options
from clew.outcome import Outcome
from clew.problem import Problem

if TYPE_CHECKING:
    from clew.options import Cutting

UNITS: Final = {"": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}


def add_options(sub: argparse.ArgumentParser, command: str, seconds: Callable[[str], float]) -> None:
    """Add the words to a command.

    Args:
        sub: the command's parser.
        command: its name.
        seconds: reads a time.
    """
    add = sub.add_argument_group("workers").add_argument
    add("--jobs", type=jobs, metavar="N", help="how many search at a time; auto for one on each core")
    add_dask(add)
    add("--memory-limit", type=_size, metavar="SIZE", help="stop when the processes hold so much (500MB, 2GiB)")
    add("--keep-going", action="store_true", help="when part of the search fails, go on with the rest")
    add("--subtree-timeout", type=seconds, metavar="TIME", help="the time for one subtree (or 500ms, 2m)")
    add("--subtrees", type=_pieces, metavar="N", help="cut the search into so many subtrees at least; 512 by default")
    add("--subtree-nodes", type=_pieces, metavar="N", help="cut a subtree again that has more nodes than so many")
    add("--subtree", metavar="NAME", help="search one subtree alone, such as 0.3.1")
    if command == "solve":
        add("--unordered", action="store_true", help="solutions as they are found, not in search order")


def add_dask(add: Callable[..., object]) -> None:
    """Add the word for a cluster to a command."""
    add(
        "--dask", metavar="ADDRESS", help="search on a Dask cluster: its scheduler's address, or local for this machine"
    )


def jobs(text: str) -> int | str:
    """A number of workers."""
    if text == "auto":
        return text
    if not re.fullmatch(r"\d{1,4}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of workers: give one, or auto")
    return int(text)


def _pieces(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,17}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1")
    return int(text)


def _cutting(parsed: argparse.Namespace) -> Cutting | None:
    if parsed.subtrees is None and parsed.subtree_nodes is None:
        return None
    from clew.options import Cutting

    return Cutting(parsed.subtrees or Cutting().subtrees, parsed.subtree_nodes)


def _size(text: str) -> int:
    match = re.fullmatch(r"(\d+(?:\.\d*)?)\s*([KMGT]i?B)?", text, re.IGNORECASE)
    unit = match and (match[2] or "").upper()
    if match is None or unit not in UNITS:
        raise argparse.ArgumentTypeError(f"{text!r} is no amount of memory: use bytes, or 500MB, 2GiB")
    return int(float(match[1]) * UNITS[unit])


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

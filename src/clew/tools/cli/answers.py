"""How the answer of a search is printed or written, whichever command asked."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import attrs

from clew.outcome import Outcome
from clew.problem.problem import AnyProblem
from clew.render import writing


def printable(text: str) -> str:
    """A text without what a terminal would obey: it may come from a plugin or from a file."""
    return "".join(character if character.isprintable() else "?" for character in text)


def write(option: str, path: Path | str, text: str) -> str:
    """Write the file that an option names, and return a sentence that reports it.

    Raises:
        OptionError: it cannot be written.
        ClewError: the disk is full, or fails.
    """
    writing.write(path, text, option)
    return f"{path} written"


def as_count(outcome: Outcome[int]) -> str:
    """A number of solutions, or what is known of it."""
    if outcome.is_complete:
        return str(outcome.result)
    return f"at least {outcome.result} (unfinished: {outcome.status.value})"


def print_statistics(outcome: Outcome[Any], out: IO[str]) -> None:
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

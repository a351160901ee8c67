"""How the answer of a search is printed, whichever command asked."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import attrs

from clew.errors import OptionError
from clew.outcome import Outcome
from clew.problem import Problem


def written(path: str) -> IO[str]:
    """The file that `--output` names, to be written.

    Raises:
        OptionError: it cannot be.
    """
    try:
        return Path(path).open("w", encoding="utf-8")
    except OSError as error:
        raise OptionError(f"--output: {path} cannot be written: {error.strerror}") from None


def dumped(content: Any, indent: int | None = None) -> str:
    """What `--json` and `--jsonl` print; nothing else imports the module for it."""
    import json

    return json.dumps(content, indent=indent)


def as_count(outcome: Outcome[int]) -> str:
    """A number of solutions, or what is known of it."""
    if outcome.is_complete:
        return str(outcome.result)
    return f"at least {outcome.result} (unfinished: {outcome.status.value})"


def print_statistics(outcome: Outcome[Any], out: IO[str]) -> None:
    """What a search did, a line for each number."""
    for name, value in outcome.statistics.as_dict().items():
        if isinstance(value, list):
            value = " ".join(map(str, value))
        print(f"{name}: {value:.3g}" if isinstance(value, float) else f"{name}: {value}", file=out)


def print_violations(problem: Problem[Any, Any], given: Mapping[Any, Any], out: IO[str]) -> None:
    """Which rules the given values break by themselves."""
    for violation in problem.violations({**given, **problem.given()}):
        print(f"  {violation}", file=out)


def summary(parsed: argparse.Namespace, outcome: Outcome[Any], count: int) -> dict[str, Any]:
    """What `--json` says of every search."""
    return {
        "problem": parsed.problem,
        "instance": parsed.instance,
        "status": outcome.status.value,
        "count": count,
        "statistics": outcome.statistics.as_dict(),
        **({"failures": [attrs.asdict(failure) for failure in outcome.failures]} if outcome.failures else {}),
    }

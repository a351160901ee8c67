"""The command `clew generate`: new instances with exactly one solution, as texts."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any

from clew.cli import answers, exits, instances
from clew.errors import OptionError
from clew.generation import generate
from clew.outcome import Limits, Status, Stopped
from clew.problem.problem import Problem


def generate_instances(parsed: argparse.Namespace) -> int:
    """Print new instances, each as soon as it is made.

    Returns:
        The exit status: 3 if the time was over before all were made.
    """
    if parsed.instance is None and parsed.example is None:
        raise OptionError(f"which size of {parsed.problem}: give an instance without clues, such as an empty grid's")
    blank = instances.make(parsed)
    texts: list[str] = []
    status = Status.COMPLETE
    try:
        for made in new_instances(parsed, blank):
            texts.append(made.to_text())
            if not parsed.json:
                _print(texts)
    except Stopped as stopped:
        status = stopped.outcome.status
    if parsed.json:
        content = answers.named(parsed, status=status.value, seed=parsed.seed, instances=texts)
        print(answers.dumped(content, 2))
    elif status is not Status.COMPLETE:
        print(f"clew: {len(texts)} of {parsed.count} made: {status.value}", file=sys.stderr)
    return exits.ANSWERED if status is Status.COMPLETE else exits.LIMIT


def new_instances(parsed: argparse.Namespace, blank: Problem[Any, Any]) -> Iterator[Problem[Any, Any]]:
    """Instances as the options of the command wish them.

    Raises:
        Stopped: the time of the command was over; the instances until then were given.
    """
    left = None
    if parsed.time_limit is not None:
        left = Limits(time=max(0.0, parsed.time_limit - (time.perf_counter() - parsed.started)))
    wishes: dict[str, Any] = {name: getattr(parsed, name) for name in ("seed", "count", "tier", "symmetry", "clues")}
    return generate(blank, **wishes, limits=left, jobs=parsed.jobs)


def _print(texts: list[str]) -> None:
    """Print the latest text; a blank line stands between texts of several lines."""
    if "\n" in texts[-1] and len(texts) > 1:
        print()
    print(texts[-1], flush=True)

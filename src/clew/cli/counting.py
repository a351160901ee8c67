"""What `clew count` does."""

from __future__ import annotations

import argparse
import json
import re
import sys

from clew.api import solve
from clew.cli import answers, checkpointing, elsewhere, exits, instances, working
from clew.errors import OptionError
from clew.outcome import Outcome
from clew.strategies import Count

MAX_RANGE = 1000


def count_solutions(parsed: argparse.Namespace) -> int:
    """Print the number of solutions, or a table for a range of sizes."""
    if parsed.instance is not None and (sizes := re.fullmatch(r"(\d{1,9})\.\.(\d{1,9})", parsed.instance)):
        if parsed.checkpoint is not None:
            raise OptionError("--checkpoint keeps one search: count one size at a time")
        return _count_range(parsed, int(sizes[1]), int(sizes[2]))
    if checkpointing.is_asked(parsed):
        return checkpointing.count_with_checkpoint(parsed)
    outcome = _count(parsed)
    if parsed.json:
        print(json.dumps(answers.summary(parsed, outcome, outcome.result), indent=2))
    else:
        print(answers.as_count(outcome))
        if parsed.stats:
            answers.print_statistics(outcome, sys.stdout)
    return exits.of_search(outcome, 1)


def _count(parsed: argparse.Namespace) -> Outcome[int]:
    problem = instances.make(parsed)
    if elsewhere.is_asked(parsed):
        return elsewhere.count(parsed, problem)
    options = working.all_options(parsed, problem)
    outcome: Outcome[int]
    if parsed.use_symmetry or parsed.up_to_symmetry:
        from clew.symmetry import count_by_symmetry

        outcome = count_by_symmetry(problem, classes=parsed.up_to_symmetry, **options)
    else:
        outcome = solve(problem, Count(), **options)
    working.tell_failures(outcome)
    return outcome


def _count_range(parsed: argparse.Namespace, low: int, high: int) -> int:
    """A table of counts, a line for each size as soon as it is known."""
    if not low <= high < low + MAX_RANGE:
        raise OptionError(f"the range {parsed.instance} must go up, over {MAX_RANGE} sizes at most")
    label = parsed.instance
    counts = []
    status = exits.ANSWERED
    if not parsed.json:
        print("size  solutions")
    for size in range(low, high + 1):
        parsed.instance = str(size)
        outcome = _count(parsed)
        counts.append({"instance": size, "status": outcome.status.value, "count": outcome.result})
        if not parsed.json:
            print(f"{size:4}  {answers.as_count(outcome):>9}", flush=True)
        status = exits.of_search(outcome, 1)
        if status != exits.ANSWERED:
            break
    if parsed.json:
        print(json.dumps({"problem": parsed.problem, "instance": label, "counts": counts}, indent=2))
    return status

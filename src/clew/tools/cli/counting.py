"""The command `clew count`: one number, or a table for a range of sizes."""

from __future__ import annotations

from argparse import Namespace

from clew.api import solve
from clew.errors import OptionError
from clew.outcome import Outcome
from clew.strategies import Count
from clew.tools.cli import answers, checkpointing, elsewhere, exits, instances, working

MAX_RANGE = 1000


def count_solutions(parsed: Namespace) -> int:
    """Print the number of solutions, or a table for a range of sizes."""
    if ".." in (parsed.instance or "") and (sizes := instances.sizes(parsed.instance, MAX_RANGE)):
        if parsed.checkpoint is not None:
            raise OptionError("--checkpoint keeps one search: count one size at a time")
        return _count_range(parsed, sizes)
    if checkpointing.is_asked(parsed):
        return checkpointing.search_kept(parsed, Count())
    outcome = _count(parsed)
    answers.print_answer(parsed, answers.summary(parsed, outcome, outcome.result), [answers.as_count(outcome)], outcome)
    return exits.of_search(outcome, 1)


def _count(parsed: Namespace) -> Outcome[int]:
    problem = instances.make(parsed)
    if elsewhere.is_asked(parsed):
        return elsewhere.count(parsed, problem)
    options = working.all_options(parsed, problem)
    outcome: Outcome[int]
    if parsed.use_symmetry or parsed.up_to_symmetry:
        from clew.answers.symmetry.counting import count_by_symmetry

        outcome = count_by_symmetry(problem, classes=parsed.up_to_symmetry, **options)
    else:
        outcome = solve(problem, Count(), **options)
    working.print_failures(outcome)
    return outcome


def _count_range(parsed: Namespace, sizes: range) -> int:
    """A table of counts, a line for each size as soon as it is known."""
    label = parsed.instance
    counts = []
    status = exits.ANSWERED
    if not parsed.json:
        print("size  solutions")
    for size in sizes:
        parsed.instance = str(size)
        outcome = _count(parsed)
        counts.append({"instance": size, "status": outcome.status.value, "count": outcome.result})
        if not parsed.json:
            print(f"{size:4}  {answers.as_count(outcome):>9}", flush=True)
        status = exits.of_search(outcome, 1)
        if status != exits.ANSWERED:
            break
    if parsed.json:
        answers.print_json({"problem": parsed.problem, "instance": label, "counts": counts})
    return status

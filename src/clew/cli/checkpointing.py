"""Searches that are kept in a file: `--checkpoint`, `clew resume` and `clew status`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from clew.api import solve
from clew.cli import answers, exits, instances, progressing, working
from clew.errors import OptionError
from clew.observe.line import duration, short
from clew.options import Options
from clew.outcome import Limits, Outcome
from clew.problem import Problem
from clew.strategies import Count, Strategy

if TYPE_CHECKING:
    from clew.subtrees.specification import CheckpointSpecification
    from clew.subtrees.status import CheckpointStatus

# What reads and writes checkpoints is imported by the functions below: most commands have none.

PLAIN = ("limit", "style", "to", "distinct_check", "use_symmetry", "up_to_symmetry", "baseline", "with")
"""The options of `count` and `solve` that do not go with a checkpoint."""


def is_asked(parsed: argparse.Namespace) -> bool:
    """Whether the search is to be kept.

    Raises:
        OptionError: it is, and another option does not go with that.
    """
    if parsed.checkpoint is None:
        return False
    for name in PLAIN:
        if getattr(parsed, name, None) not in (None, False):
            raise OptionError(f"--checkpoint does not go with --{name.replace('_', '-')}: leave one of them out")
    if parsed.command == "solve" and not parsed.all:
        raise OptionError("--checkpoint keeps a search for all solutions: add --all")
    if parsed.command == "solve" and parsed.output == parsed.checkpoint:
        raise OptionError("--output and --checkpoint name the same file: give the solutions another one")
    return True


def specification(parsed: argparse.Namespace) -> CheckpointSpecification:
    """How to keep the search that the words ask for."""
    from clew.subtrees.specification import CheckpointSpecification

    output = None
    if parsed.command == "solve":
        output = Path(parsed.output or f"{parsed.checkpoint}.jsonl")
    return CheckpointSpecification(parsed.checkpoint, _source(parsed), output)


def _source(parsed: argparse.Namespace) -> dict[str, Any] | None:
    """How to make a model again; other problems are found out about by themselves."""
    if not instances.is_model(parsed.problem):
        return None
    return {"model": Path(parsed.problem).read_text(encoding="utf-8-sig")}


def solve_with_checkpoint(parsed: argparse.Namespace) -> int:
    """List all solutions into a file, and keep the search."""
    from clew.subtrees.specification import Listed

    return _begun(parsed, Listed())


def count_with_checkpoint(parsed: argparse.Namespace) -> int:
    """Count all solutions, and keep the search."""
    return _begun(parsed, Count())


def _begun(parsed: argparse.Namespace, strategy: Strategy[Any]) -> int:
    problem = instances.make(parsed)
    return _searched(parsed, problem, strategy, working.all_options(parsed, problem), specification(parsed))


def resume_search(parsed: argparse.Namespace) -> int:
    """Go on with a search that was kept, and print what it would have printed."""
    from clew.resuming import resumed
    from clew.subtrees.specification import Listed

    if parsed.file is None:
        raise OptionError("which search: clew resume FILE, and clew status FILE says what a file holds")
    output = None if parsed.output is None else Path(parsed.output)
    again = resumed(Path(parsed.file), kind=parsed.found, output=output)
    if not isinstance(again.strategy, Listed) and again.strategy.lists:
        raise OptionError(f"{parsed.file} was begun in Python: go on with clew.resume({parsed.file!r})")
    parsed.problem, parsed.instance = again.problem.name, None
    parsed.checkpoint = parsed.file
    options = again.options
    options["kernel"] = parsed.kernel
    kept = options["limits"] or Limits()
    options["limits"] = attrs.evolve(kept, time=parsed.time_limit, nodes=parsed.node_limit)
    options["progress"] = progressing.line_for(parsed)
    if parsed.jobs is not None:
        options["jobs"] = parsed.jobs
    if parsed.dask is not None:
        options["executor"] = parsed.dask
    return _searched(parsed, again.problem, again.strategy, options, again.specification)


def _searched(
    parsed: argparse.Namespace,
    problem: Problem[Any, Any],
    strategy: Strategy[Any],
    options: Options,
    specification: CheckpointSpecification,
) -> int:
    """Search, and print what came of it."""
    options["checkpoint"] = specification
    outcome = solve(problem, strategy, **options)
    found: int = outcome.result
    working.tell_failures(outcome)
    if parsed.json or getattr(parsed, "jsonl", False):
        summary = answers.summary(parsed, outcome, found)
        if specification.output is not None:
            summary["output"] = str(specification.output)
        print(answers.dumped(summary, 2 if parsed.json else None))
    else:
        if specification.output is None:
            print(answers.as_count(outcome))
        else:
            line = f"{found} solution{'' if found == 1 else 's'} in {specification.output}"
            print(line if outcome.is_complete else f"stopped ({outcome.status.value}): {line} until then")
        if parsed.stats:
            answers.print_statistics(outcome, sys.stdout)
    remind(specification.path, outcome)
    return exits.of_search(outcome, found if strategy.lists else 1)


def remind(path: Path, outcome: Outcome[Any]) -> None:
    """Say how an unfinished search goes on."""
    if not outcome.is_complete:
        print(f"clew: kept in {path}: clew resume {path} goes on from here", file=sys.stderr)


def print_status(parsed: argparse.Namespace) -> int:
    """Print how far a kept search is."""
    from clew.subtrees.status import checkpoint_status

    if parsed.file is None:
        raise OptionError("which search: clew status FILE")
    status = checkpoint_status(parsed.file)
    if parsed.json:
        content = {**attrs.asdict(status), "running": status.is_running}
        print(answers.dumped(content, 2))
        return exits.ANSWERED
    for line in _lines(status):
        print("".join(c if c.isprintable() else "?" for c in line))  # a terminal must not obey a file
    return exits.ANSWERED


def _lines(status: CheckpointStatus) -> list[str]:
    """A status for people."""
    where = f" on {status.process}" if status.is_running else ""
    time = duration(status.seconds)
    if status.seconds_left is not None and status.fraction < 1:
        time += f", about {duration(status.seconds_left)} left"
    lines = [
        f"{status.problem}, {status.question}: {status.status}{where}",
        f"progress: {100 * status.fraction:.2f} % ({status.finished} of {status.subtrees} subtrees)",
        f"solutions: {status.solutions:,}" + (f", in {status.output}" if status.output else ""),
        f"nodes: {status.nodes:,} ({short(status.nodes_per_second)}/s)",
        f"time: {time}",
    ]
    for title, counts in (("kernels", status.kernels), ("workers", status.workers)):
        if counts:
            lines.append(f"{title}: " + ", ".join(f"{name} {number}" for name, number in sorted(counts.items())))
    return lines

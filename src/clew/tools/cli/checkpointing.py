"""Searches that are kept in a file: `--checkpoint`, `clew resume` and `clew status`."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from clew.api import solve
from clew.errors import OptionError
from clew.forms.base import many
from clew.options import Options
from clew.outcome import Limits
from clew.planning.progress.line import duration, short
from clew.problem.problem import AnyProblem
from clew.strategies import Strategy
from clew.tools.cli import answers, exits, instances, working

if TYPE_CHECKING:
    from clew.options import CheckpointSpecification
    from clew.scale.checkpoint.status import CheckpointStatus

# What reads and writes checkpoints is imported by the functions below: most commands have none.

PLAIN = ("limit", "style", "to", "distinct_check", "use_symmetry", "up_to_symmetry", "baseline", "with")
"""The options of `count` and `solve` that do not go with a checkpoint."""


def is_asked(parsed: Namespace) -> bool:
    """Whether the search is to be kept.

    Raises:
        OptionError: it is, and another option does not go with that.
    """
    if parsed.checkpoint is None:
        return False
    if odd := instances.words(parsed, PLAIN):
        raise OptionError(f"--checkpoint does not go with {odd[0]}: leave one of them out")
    if parsed.command == "solve" and not parsed.all:
        raise OptionError("--checkpoint keeps a search for all solutions: add --all")
    if parsed.command == "solve" and parsed.output == parsed.checkpoint:
        raise OptionError("--output and --checkpoint name the same file: give the solutions another one")
    return True


def search_kept(parsed: Namespace, strategy: Strategy[Any]) -> int:
    """Begin a search that is kept."""
    from clew.options import CheckpointSpecification

    problem = instances.make(parsed)
    options = working.all_options(parsed, problem)
    output = Path(parsed.output or f"{parsed.checkpoint}.jsonl") if strategy.lists else None
    # A declared model is kept with the checkpoint; other problems name their plugin or file.
    is_model = instances.is_model(parsed.problem)
    source = {"model": Path(parsed.problem).read_text(encoding="utf-8-sig")} if is_model else None
    return _searched(
        parsed, problem, strategy, options, CheckpointSpecification(Path(parsed.checkpoint), source, output)
    )


def resume_search(parsed: Namespace) -> int:
    """Go on with a search that was kept, and print what it would have printed."""
    from clew.scale.checkpoint.specification import Listed
    from clew.tools.resuming import resumed

    if parsed.file is None:
        raise OptionError("which search: clew resume FILE, and clew status FILE says what a file holds")
    output = None if parsed.output is None else Path(parsed.output)
    again = resumed(Path(parsed.file), kind=parsed.found, output=output)
    if not isinstance(again.strategy, Listed) and again.strategy.lists:
        raise OptionError(f"{parsed.file} was begun in Python: go on with clew.resume({parsed.file!r})")
    parsed.problem, parsed.instance = again.problem.name, None
    parsed.checkpoint = parsed.file
    options = again.options
    limits = attrs.evolve(options["limits"] or Limits(), time=parsed.time_limit, nodes=parsed.node_limit)
    options |= {"kernel": parsed.kernel, "limits": limits, "progress": working.line_for(parsed)}
    if parsed.jobs is not None:
        options["jobs"] = parsed.jobs
    if parsed.dask is not None:
        options["executor"] = parsed.dask
    return _searched(parsed, again.problem, again.strategy, options, again.specification)


def _searched(
    parsed: Namespace,
    problem: AnyProblem,
    strategy: Strategy[Any],
    options: Options,
    specification: CheckpointSpecification,
) -> int:
    """Search, print what came of it, and say how an unfinished search goes on."""
    options["checkpoint"] = specification
    outcome = solve(problem, strategy, **options)
    found: int = outcome.result
    output = specification.output
    working.print_failures(outcome)
    summary = answers.summary(parsed, outcome, found) | ({} if output is None else {"output": str(output)})
    if getattr(parsed, "jsonl", False) and not parsed.json:
        print(answers.dumped(summary))
    else:
        line = answers.as_count(outcome)
        if output is not None:
            line = f"{many(found, 'solution')} in {output}"
            line = line if outcome.is_complete else f"stopped ({outcome.status.value}): {line} until then"
        answers.print_answer(parsed, summary, [line], outcome)
    if not outcome.is_complete:
        path = specification.path
        print(f"clew: kept in {path}: clew resume {path} goes on from here", file=sys.stderr)
    return exits.of_search(outcome, found if strategy.lists else 1)


def print_status(parsed: Namespace) -> int:
    """Print how far a kept search is."""
    from clew.scale.checkpoint.status import checkpoint_status

    if parsed.file is None:
        raise OptionError("which search: clew status FILE")
    status = checkpoint_status(parsed.file)
    content = {**attrs.asdict(status), "running": status.is_running}
    answers.report(parsed, content, map(answers.printable, _lines(status)))
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

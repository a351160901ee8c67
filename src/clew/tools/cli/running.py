"""How a search runs: with workers, with a line that says how far it is, or kept in a file.

The options of the workers, `--progress` and `--checkpoint`; and the commands `clew resume` and `clew status`.
"""

from __future__ import annotations

import io
import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any, Final, cast

import attrs

from clew.api import solve
from clew.errors import OptionError, many
from clew.options import CheckpointSpecification, Cutting, Options
from clew.outcome import Limits, Outcome, Status
from clew.problem.problem import AnyProblem
from clew.strategies import Strategy
from clew.tools.cli import answers, instances

if TYPE_CHECKING:
    from clew.planning.progress.line import ProgressLine
    from clew.scale.checkpoint.status import CheckpointStatus

# The functions below import the modules that write lines and checkpoints: most commands need none.

AFTER: Final = 2.0
"""Seconds without a line: most searches are over by then."""

WORDS: Final = {"in_order": "unordered", "cutting": "subtrees"}
"""The words for options that are called otherwise in Python."""

PLAIN: Final = ("limit", "style", "to", "distinct_check", "use_symmetry", "up_to_symmetry", "baseline", "with")
"""The options of `count` and `solve` that do not go with a checkpoint."""


def line_for(parsed: Namespace) -> ProgressLine | None:
    """The line on standard error, erased at the end, if there is a terminal and no `--no-progress`."""
    wanted: bool | None = getattr(parsed, "progress", None)
    if wanted is False or sys.stderr is None or not sys.stderr.isatty():
        return None
    from clew.planning.progress.line import ProgressLine

    return ProgressLine(after=0.0 if wanted else AFTER)


def status_line(parsed: Namespace) -> ProgressLine:
    """The line for what a command does besides searching; without a terminal, one that nobody sees."""
    from clew.planning.progress.line import ProgressLine

    return line_for(parsed) or ProgressLine(io.StringIO())


def has_workers(parsed: Namespace) -> bool:
    """Whether the search is one of subtrees."""
    return parsed.jobs is not None or parsed.dask is not None or parsed.subtree is not None


def options(parsed: Namespace) -> Options:
    """The options of the search that the words stand for."""
    is_cut = parsed.subtrees is not None or parsed.subtree_nodes is not None
    named: dict[str, Any] = {
        "jobs": parsed.jobs,
        "executor": parsed.dask,
        "cutting": Cutting(parsed.subtrees or Cutting().subtrees, parsed.subtree_nodes) if is_cut else None,
        "subtree": parsed.subtree,
        "subtree_timeout": parsed.subtree_timeout,
        "keep_going": parsed.keep_going or None,
        "in_order": False if getattr(parsed, "unordered", False) else None,
    }
    chosen: Options = {name: value for name, value in named.items() if value is not None}  # type: ignore[assignment]
    if chosen and not has_workers(parsed):
        first = next(iter(chosen))
        raise OptionError(f"--{WORDS.get(first, first.replace('_', '-'))} is for a search with workers: add --jobs")
    return chosen


def all_options(parsed: Namespace, problem: AnyProblem) -> Options:
    """The options of the workers with those of every search, and the line."""
    return {**instances.options(parsed, problem), **options(parsed), "progress": line_for(parsed)}


def print_failures(outcome: Outcome[Any]) -> None:
    """Name on standard error the subtrees that failed."""
    for failure in outcome.failures:
        line = f"subtree {failure.subtree} failed: {failure.error}; --subtree {failure.subtree} repeats it"
        print("clew:", answers.printable(line), file=sys.stderr)


def print_advice(parsed: Namespace, problem: AnyProblem, strategy: Strategy[Any], outcome: Outcome[Any]) -> None:
    """Name on standard error what would be worth trying, if a limit ended the search and its statistics are printed.

    Args:
        parsed: the command.
        problem: the problem.
        strategy: the question, for short runs.
        outcome: the end of the search.
    """
    if parsed.stats and outcome.status in (Status.TIME_LIMIT, Status.NODE_LIMIT):
        from clew.answers.advising import advice

        if line := advice(problem, strategy, **instances.options(parsed, problem)):
            print("clew: worth a try:", line, file=sys.stderr)


def is_kept(parsed: Namespace) -> bool:
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
    from pathlib import Path

    problem = instances.make(parsed)
    options = all_options(parsed, problem)
    output = Path(parsed.output or f"{parsed.checkpoint}.jsonl") if strategy.lists else None
    # A declared model is kept with the checkpoint; other problems name their plugin or file.
    is_model = instances.is_model(parsed.problem)
    source = {"model": Path(parsed.problem).read_text(encoding="utf-8-sig")} if is_model else None
    options["checkpoint"] = CheckpointSpecification(Path(parsed.checkpoint), source, output)
    return _searched(parsed, problem, strategy, options)


def resume_search(parsed: Namespace) -> int:
    """Go on with a search that was kept, and print what it would have printed."""
    from pathlib import Path

    from clew.scale.checkpoint.specification import Listed
    from clew.tools.resuming import resumed

    if parsed.file is None:
        raise OptionError("which search: clew resume FILE, and clew status FILE says what a file holds")
    output = None if parsed.output is None else Path(parsed.output)
    problem, strategy, options = resumed(Path(parsed.file), kind=parsed.found, output=output)
    if not isinstance(strategy, Listed) and strategy.lists:
        raise OptionError(f"{parsed.file} was begun in Python: go on with clew.resume({parsed.file!r})")
    parsed.problem, parsed.instance = problem.name, None
    limits = attrs.evolve(options["limits"] or Limits(), time=parsed.time_limit, nodes=parsed.node_limit)
    options |= {"kernel": parsed.kernel, "limits": limits, "progress": line_for(parsed)}
    options |= {"jobs": parsed.jobs, "executor": parsed.dask}
    return _searched(parsed, problem, strategy, options)


def _searched(parsed: Namespace, problem: AnyProblem, strategy: Strategy[Any], options: Options) -> int:
    """Search, print what came of it, and say how an unfinished search goes on."""
    specification = cast(CheckpointSpecification, options["checkpoint"])
    outcome = solve(problem, strategy, **options)
    found: int = outcome.result
    output = specification.output
    print_failures(outcome)
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
    return answers.of_search(outcome, found if strategy.lists else 1)


def print_status(parsed: Namespace) -> int:
    """Print how far a kept search is."""
    from clew.scale.checkpoint.status import checkpoint_status

    if parsed.file is None:
        raise OptionError("which search: clew status FILE")
    status = checkpoint_status(parsed.file)
    content = {**attrs.asdict(status), "running": status.is_running}
    answers.report(parsed, content, map(answers.printable, _lines(status)))
    return answers.ANSWERED


def _lines(status: CheckpointStatus) -> list[str]:
    """A status for people."""
    from clew.planning.progress.line import duration, short

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

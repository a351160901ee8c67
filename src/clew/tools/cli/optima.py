"""The command `clew best`: the best solution, by the objective that the problem names."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator

from clew.api import best
from clew.errors import OptionError
from clew.outcome import Interrupted, Status
from clew.problem.declared import title_of
from clew.problem.problem import AnyProblem
from clew.solution import Optimum
from clew.tools.cli import answers, instances, running


def print_best(parsed: Namespace) -> int:
    """Print the best solution, its value, and the bound if it is not proved that none is better."""
    problem, path = instances.make(parsed), answers.path_of(parsed.to)
    answers.check_styles(problem, parsed.style)
    if problem.objective() is None and not tuple(problem.soft_constraints()):
        raise OptionError(
            f"{title_of(problem)} names no objective: give it a method `objective`, or soft constraints, or use "
            "clew.best in Python"
        )
    found = _found(parsed, problem)
    solution = found.solution
    content = answers.named(
        parsed, status=found.status.value, is_optimal=found.is_optimal, objective=found.objective, bound=found.bound,
        gap=found.gap, solution=solution and solution.named(), statistics=found.statistics.as_dict(),
    )  # fmt: skip
    written = None if path is None or solution is None else answers.write(path, solution.picture().svg())
    answers.report(parsed, content, _lines(parsed, found, written))
    if parsed.stats and not parsed.json:
        answers.print_statistics(found, sys.stdout)
    return answers.OF_STATUSES.get(found.status, answers.NO if solution is None else answers.ANSWERED)


def _found(parsed: Namespace, problem: AnyProblem) -> Optimum:
    """The best solution, as far as it is known in the end."""
    options = instances.options(parsed, problem)
    options["jobs"], options["progress"] = parsed.jobs, running.line_for(parsed)
    try:
        return best(problem, **options)
    except Interrupted as end:
        found: Optimum = end.optimum
        return found


def _lines(parsed: Namespace, found: Optimum, written: str | None) -> Iterator[str]:
    """The solution, drawn or written to a file, and what is known of its value."""
    stopped = found.status is not Status.COMPLETE
    if found.solution is None:
        yield f"none found ({found.status.value})" if stopped else "no solution"
        return
    yield from answers.drawings(found.solution.draw, parsed.style) if written is None else (written,)
    if found.is_optimal:
        yield f"best: {found.objective}"
        return
    bound = "" if found.bound is None else f", bound {found.bound}"
    gap = "" if found.gap is None else f", gap {found.gap:.1%}"
    yield f"best so far: {found.objective}{bound}{gap} ({found.status.value})"

"""Solutions that others find: `--baseline`, a program that the problem names, and `--with`, another solver."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, cast

import attrs

from clew.api import violations
from clew.errors import OptionError, ProblemError
from clew.outcome import Outcome, Statistics, Status
from clew.problem import Problem
from clew.solution import Solution

SEARCHES: Final = (
    "given", "inference", "order", "value_order", "seed", "node_limit", "progress", "checkpoint", "jobs", "dask",
    "memory_limit", "keep_going", "subtree_timeout", "subtrees", "subtree_nodes", "subtree", "unordered",
    "use_symmetry", "up_to_symmetry",
)  # fmt: skip
"""Options about clew's search."""


@attrs.frozen
class Counted(Statistics):
    """What is known of a search that is not clew's: how many solutions it found, and how long that took."""

    def as_dict(self) -> dict[str, Any]:
        return {"solutions": self.solutions, "seconds": self.seconds, "kernel": self.kernel}


def is_asked(parsed: argparse.Namespace) -> bool:
    """Whether the solutions are to come from elsewhere.

    Raises:
        OptionError: they are, and an option does not go with that.
    """
    word = next((name for name in ("baseline", "with") if getattr(parsed, name, None) is not None), None)
    if word is None:
        return False
    if word == "baseline" and getattr(parsed, "with", None) is not None:
        raise OptionError("--baseline and --with both say who searches: leave one of them out")
    odd = [name for name in SEARCHES if getattr(parsed, name, None)]
    odd += ["kernel"] * (parsed.kernel != "auto") + ["time_limit"] * (
        word == "baseline" and parsed.time_limit is not None
    )
    if odd:
        raise OptionError(f"--{word} searches in its own way: leave --{odd[0].replace('_', '-')} out")
    return True


def count(parsed: argparse.Namespace, problem: Problem[Any, Any]) -> Outcome[int]:
    """Count the solutions that a baseline finds."""
    started = time.perf_counter()
    number = sum(1 for _ in _baseline(parsed, problem))
    return _outcome(number, Status.COMPLETE, True, started, f"baseline {parsed.baseline}")


def listed(
    parsed: argparse.Namespace,
    problem: Problem[Any, Any],
    add: Callable[[int, Solution[Any, Any]], int],
    enough: int | None,
) -> Outcome[int]:
    """Hand on solutions as they are found.

    Args:
        parsed: the words of the command.
        problem: the instance.
        add: is given how many there were, and a solution.
        enough: how many solutions to look for; all if it is None.
    """
    started = time.perf_counter()
    number, status, exhausted = 0, Status.COMPLETE, True
    name = f"baseline {parsed.baseline}"
    found: Iterable[Solution[Any, Any]]
    try:
        if parsed.baseline is not None:
            found = _judged(problem, _baseline(parsed, problem), name)
        else:
            from clew.formats import solve_with

            answer = solve_with(problem, getattr(parsed, "with"), enough, parsed.time_limit)
            name, exhausted = answer.solver, answer.complete
            found = cast("tuple[Solution[Any, Any], ...]", answer.solutions)
            status = Status.TIME_LIMIT if answer.stopped else status
        for solution in found:
            number = add(number, solution)
            if number == enough:
                exhausted = False
                status = Status.COMPLETE if parsed.limit is None else Status.SOLUTION_LIMIT
                break
    except KeyboardInterrupt:
        status, exhausted = Status.INTERRUPTED, False
    return _outcome(number, status, exhausted, started, name)


def _baseline(parsed: argparse.Namespace, problem: Problem[Any, Any]) -> Iterator[Mapping[Any, Any]]:
    baselines = problem.baselines()
    if parsed.baseline not in baselines:
        names = ", ".join(baselines) or "none for this instance"
        raise OptionError(f"{parsed.problem} has no baseline {parsed.baseline!r}: there are {names}")
    try:
        yield from baselines[parsed.baseline]()
    except RecursionError:
        raise OptionError(f"--baseline: {parsed.baseline} recurses too deeply: give a smaller instance") from None


def _judged(problem: Problem[Any, Any], found: Iterable[Mapping[Any, Any]], name: str) -> Iterator[Solution[Any, Any]]:
    for number, assignment in enumerate(found, 1):
        for violation in violations(problem, assignment):
            raise ProblemError(f"solution {number} of {name} breaks a rule: {violation}")
        yield Solution(problem, assignment)


def _outcome(number: int, status: Status, exhausted: bool, started: float, name: str) -> Outcome[int]:
    seconds = time.perf_counter() - started
    return Outcome(number, status, exhausted, Counted((), 0, number, seconds, inference="", kernel=name))

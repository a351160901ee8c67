"""Solutions in other ways: `--baseline`, named by the problem, `--with`, another solver, and those with symmetry."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final, cast

import attrs

from clew import exchange
from clew.api import violations
from clew.errors import OptionError, ProblemError
from clew.options import Options
from clew.outcome import LimitReached, Limits, Outcome, Statistics, Status
from clew.problem.problem import AnyProblem
from clew.records import frozen
from clew.solution import AnySolution, Solution
from clew.tools.cli import instances, running

if TYPE_CHECKING:
    from clew.answers.symmetry.classes import ClassWalk

SEARCHES: Final = (
    "given", "inference", "order", "value_order", "learning", "seed", "node_limit", "progress", "checkpoint", "jobs",
    "dask", "memory_limit", "keep_going", "subtree_timeout", "subtrees", "subtree_nodes", "subtree", "unordered",
    "use_symmetry", "up_to_symmetry",
)  # fmt: skip
"""Options about clew's search."""


Add = Callable[[int, Any], int]
"""Takes a solution and the number of those before; gives the number that there are now."""


@frozen
class Counted(Statistics):
    """The statistics of a search that is not clew's: how many solutions it found, and in which time."""

    def as_dict(self) -> dict[str, Any]:
        return {"solutions": self.solutions, "seconds": self.seconds, "kernel": self.kernel}


def is_asked(parsed: Namespace) -> bool:
    """Whether the solutions are to come from elsewhere.

    Raises:
        OptionError: they are, and an option does not go with that.
    """
    asked = [word for word in ("baseline", "with") if getattr(parsed, word, None) is not None]
    if not asked:
        return False
    if len(asked) > 1:
        raise OptionError("--baseline and --with both say who searches: leave one of them out")
    odd = instances.words(parsed, SEARCHES) + ["--kernel"] * (parsed.kernel != "auto")
    if odd:
        raise OptionError(f"--{asked[0]} searches in its own way: leave {odd[0]} out")
    return True


def count(parsed: Namespace, problem: AnyProblem) -> Outcome[int]:
    """Count the solutions that a baseline finds."""
    started = time.perf_counter()
    number, status = handed_on(_baseline(parsed, problem), lambda number, _: number + 1, None, _within(parsed))
    return _outcome(number, status, status is Status.COMPLETE, started, f"baseline {parsed.baseline}")


def listed(parsed: Namespace, problem: AnyProblem, add: Add, enough: int | None) -> Outcome[int]:
    """Hand on solutions as they are found.

    Args:
        parsed: the words of the command.
        problem: the instance.
        add: is given how many there were, and a solution.
        enough: how many solutions to look for; all if it is None.
    """
    started = time.perf_counter()
    name = f"baseline {parsed.baseline}"
    answers: list[exchange.Answer] = []

    def found() -> Iterator[AnySolution]:
        if parsed.baseline is not None:
            yield from _judged(problem, _baseline(parsed, problem), name)
            return
        answers.append(exchange.solve_with(problem, getattr(parsed, "with"), enough, parsed.time_limit))
        yield from cast(tuple[AnySolution, ...], answers[0].solutions)

    number, status = handed_on(found(), add, enough, _within(parsed))
    exhausted = status is Status.COMPLETE
    for answer in answers:
        name, exhausted = answer.solver, exhausted and answer.complete
        status = Status.TIME_LIMIT if answer.stopped and status is Status.COMPLETE else status
    if status is Status.SOLUTION_LIMIT and parsed.limit is None:
        status = Status.COMPLETE  # one solution was looked for
    return _outcome(number, status, exhausted, started, name)


def handed_on(
    found: Iterable[Any], add: Add, enough: int | None, within: AbstractContextManager[None]
) -> tuple[int, Status]:
    """Hand on solutions until there are enough; how many there were, and why it ended."""
    number = 0
    try:
        with within:
            for solution in found:
                number = add(number, solution)
                if number == enough:
                    return number, Status.SOLUTION_LIMIT
    except LimitReached as limit:
        return number, limit.status
    except KeyboardInterrupt:
        return number, Status.INTERRUPTED
    return number, Status.COMPLETE


@contextmanager
def _within(parsed: Namespace) -> Iterator[None]:
    """Interrupts a baseline when its time is up: it knows no limits.

    Raises:
        LimitReached: the time is up.
    """
    if parsed.baseline is None or parsed.time_limit is None:
        yield
        return
    from clew.tools.testing.cases import DeadlinePassed, deadline

    try:
        with deadline(parsed.time_limit):
            yield
    except DeadlinePassed:
        raise LimitReached(Status.TIME_LIMIT) from None


def _baseline(parsed: Namespace, problem: AnyProblem) -> Iterator[Mapping[Any, Any]]:
    baselines = problem.baselines()
    if parsed.baseline not in baselines:
        names = ", ".join(baselines) or "none for this instance"
        raise OptionError(f"{parsed.problem} has no baseline {parsed.baseline!r}: there are {names}")
    try:
        yield from baselines[parsed.baseline]()
    except RecursionError:
        raise OptionError(f"--baseline: {parsed.baseline} recurses too deeply: give a smaller instance") from None


def _judged(problem: AnyProblem, found: Iterable[Mapping[Any, Any]], name: str) -> Iterator[AnySolution]:
    for number, assignment in enumerate(found, 1):
        for violation in violations(problem, assignment):
            raise ProblemError(f"solution {number} of {name} breaks a rule: {violation}")
        yield Solution(problem, assignment)


def _outcome(number: int, status: Status, exhausted: bool, started: float, name: str) -> Outcome[int]:
    seconds = time.perf_counter() - started
    return Outcome(number, status, exhausted, Counted((), 0, number, seconds, inference="", kernel=name))


def is_by_symmetry(parsed: Namespace) -> bool:
    """Whether symmetry is to be used.

    Raises:
        OptionError: it is, and only one solution is looked for.
    """
    if not (parsed.use_symmetry or parsed.up_to_symmetry):
        return False
    if running.has_workers(parsed):
        raise OptionError("solutions are listed by symmetry without workers: leave --jobs, --dask and --subtree out")
    if not parsed.all and parsed.limit is None:
        raise OptionError("--use-symmetry and --up-to-symmetry list many solutions: add --all or --limit")
    return True


def walk_of(problem: AnyProblem, options: Options) -> ClassWalk:
    """The walk through the classes; the options for solutions in the order of the search do not go with it."""
    from clew.answers.symmetry.classes import ClassWalk

    limits = options.get("limits") or Limits()
    return ClassWalk(problem, {**options, "limits": attrs.evolve(limits, solutions=None)})


def listed_by_symmetry(walk: ClassWalk, add: Add, enough: int | None, stands_for: list[int] | None) -> Outcome[int]:
    """Hand on solutions as they are found.

    Args:
        walk: the walk through the classes.
        add: is given how many there were, and a solution.
        enough: how many solutions to look for; all if it is None.
        stands_for: gets the size of each class, if only one solution of a class is to be listed.
    """

    def found() -> Iterator[AnySolution]:
        for some in walk.classes():
            if stands_for is not None:
                stands_for.append(len(some))
            yield from some if stands_for is None else some[:1]

    try:
        number, status = handed_on(found(), add, enough, nullcontext())
    finally:
        walk.close()
    exhausted = status is Status.COMPLETE
    walk.conclude(exhausted=exhausted)
    return Outcome(number, status, exhausted, walk.statistics())

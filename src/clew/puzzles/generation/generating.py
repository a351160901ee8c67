"""The question `generate`: a stream of new instances, made here or by several processes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, wait
from functools import lru_cache
from itertools import count as numbers_from
from itertools import takewhile
from math import inf
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, Unpack

import attrs

from clew.constraints.names import hashable, name_of, walkable
from clew.errors import OptionError, check_number, shown
from clew.limits import Cancel
from clew.options import jobs_of
from clew.outcome import LimitReached, Limits, Stopped
from clew.planning.walking import unstarted
from clew.plugins import load
from clew.problem.declared import title_of
from clew.problem.drawing import without_auxiliary
from clew.problem.origins import iterating
from clew.problem.problem import AnyProblem, Problem
from clew.puzzles.generation.clues import check_name
from clew.puzzles.generation.making import Maker, Report, Wishes
from clew.puzzles.generation.thinning import Deadline

if TYPE_CHECKING:
    from clew.scale.parallel.work import Work

TICK: Final = 0.05
"""Seconds between two looks whether the time is up."""
QUICK: Final = 0.1
"""Seconds: a block of instances that a worker makes sooner is followed by larger ones."""
LARGEST: Final = 64
"""Instances of a block."""


class Generation(TypedDict, total=False):
    """The keyword options of `generate`.

    Attributes:
        seed: instances differ with it, and are the same for the same, with any number of jobs; 0 by default.
        count: how many instances; without end by default.
        tier: the tier that `clew.rate` gives to every instance, from `easy` to `fiendish`; none by default. Then
            there are as many clues as the tier needs, and no guess.
        symmetry: `half-turn`, `quarter-turn`, `left-right`, `up-down` or `diagonal`: the cells with clues are the
            same after it. None by default.
        clues: how many clues; or the variables that may be clues, all by default. There are as few as the solution
            lets go in a random order unless their number is named.
        limits: `clew.Limits(time=...)`, for all instances together; never by default.
        cancel: a `clew.Cancel`: when any thread sets it, no more instances are made.
        jobs: how many processes make instances; `auto` or 0 for one on each core. By default this one alone.
        progress: a function that gets the outcome of the tries for the next instance, after each try that made none:
            how many times each tier came up. Other processes do not report.
    """

    seed: int
    count: int | None
    tier: str | None
    symmetry: str | None
    clues: int | Iterable[Any] | None
    limits: Limits | None
    cancel: Cancel | None
    jobs: int | Literal["auto"] | None
    progress: Report | None


@iterating
def generate(problem: AnyProblem | str, size: object = "", **options: Unpack[Generation]) -> Iterator[AnyProblem]:
    """New instances of a puzzle with exactly one solution, one by one.

    A random solution is described by clues, and clues are taken away in a random order while it stays the only one, so
    that none of those left can be left out: the instance is locally minimal. With `symmetry`, none of the groups can
    be left out that the symmetry joins; with `clues` or `tier` there may be more clues than are needed.

    Random solutions are those of a search in random order, and not drawn evenly from all. Two of a stream may be the
    same, which is likely only if there are few solutions.

    Args:
        problem: an instance of the size wanted, without clues, such as an empty sudoku; values that it gives are
            clues of every instance. Or the name of a puzzle, as for `clew.load`.
        size: with a name, the text of that instance, such as 9 or `14x14`.
        options: see `Generation`.

    Raises:
        OptionError: an option does not exist or does not fit the puzzle; or a thousand tries in a row made no
            instance with so many clues, or of such a tier.
        ProblemError: the puzzle does not say how a solution becomes clues (see `Problem.from_solution`).
        Stopped: the time was over, or the call was cancelled; the instances until then were given.
    """
    for name in sorted(options):
        check_name("option", name, Generation.__annotations__)
    blank = _blank(problem, size)
    wished: dict[str, Any] = {field.name: options.get(field.name, field.default) for field in attrs.fields(Wishes)}
    if walkable(wished["clues"]):
        wished |= {"clues": None, "variables": _variables(blank, wished["clues"])}
    elif blank.auxiliary():
        wished["variables"] = tuple(without_auxiliary(blank, blank.domains()))
    wishes = Wishes(**wished)
    seconds, most, jobs = _time(options.get("limits")), options.get("count"), jobs_of({"jobs": options.get("jobs")})
    if most is not None:
        check_number("count", most, 0)
    deadline, end = Deadline(seconds, options.get("cancel")), inf if most is None else most
    if jobs == 1:
        return _stopping(_made_here(blank, wishes, end, deadline, options.get("progress")))
    return _stopping(_made_elsewhere(blank, wishes, end, deadline, jobs))


def _blank(problem: AnyProblem | str, size: object) -> AnyProblem:
    """The instance without clues."""
    if isinstance(problem, str):
        return load(problem, str(size))
    if not isinstance(problem, Problem):
        raise OptionError(f"clew.generate needs a problem, or the name of one, not {shown(problem)}")
    if size != "":
        raise OptionError("a size goes with the name of a puzzle: the problem given has its own")
    return problem


def _variables(blank: AnyProblem, variables: Iterable[Any]) -> tuple[Any, ...]:
    """The names of the variables that may be clues."""
    names, known = tuple(map(name_of, variables)), blank.domains()
    for name in names:
        if not hashable(name) or name not in known:
            raise OptionError(f"clues: {title_of(blank)} has no variable {shown(name)}")
    return names


def _time(limits: Limits | None) -> float | None:
    """The seconds that there are."""
    if limits is None:
        return None
    if not isinstance(limits, Limits) or limits != Limits(time=limits.time):
        raise OptionError("limits of clew.generate are clew.Limits(time=...); count says how many instances")
    return limits.time


def _stopping(instances: Iterator[AnyProblem]) -> Iterator[AnyProblem]:
    """The instances, until a limit is reached."""
    started = time.perf_counter()
    try:
        yield from instances
    except LimitReached as limit:
        raise Stopped(unstarted(started, limit.status, None)) from None


def _made_here(
    blank: AnyProblem, wishes: Wishes, end: float, deadline: Deadline, report: Report | None
) -> Iterator[AnyProblem]:
    """The instances, each made when it is asked for."""
    maker = Maker(blank, wishes, deadline, report)
    for number in takewhile(lambda number: number < end, numbers_from()):
        yield maker.instance(number)


def _made_elsewhere(
    blank: AnyProblem, wishes: Wishes, end: float, deadline: Deadline, jobs: int
) -> Iterator[AnyProblem]:
    """The instances, made by processes some blocks ahead, in the order of their numbers."""
    from clew.scale.parallel.pool import Processes
    from clew.scale.parallel.work import Work

    work, size, begin = Work(blank, {}), 1, 0
    pool = Processes(jobs, needs_main=work.needs_main)
    pending: deque[Future[tuple[list[AnyProblem], float]]] = deque()
    try:
        while pending or begin < end:
            while len(pending) <= jobs and begin < end:
                after = int(min(begin + size, end))
                pending.append(pool.submit(_block, work, wishes, begin, after))
                begin = after
            while not wait([pending[0]], TICK).done:
                deadline.left()
            made, taken = pending.popleft().result()
            yield from made
            size = min(2 * size, LARGEST) if taken < QUICK else size
    finally:
        pool.end(list(pending))


def _block(work: Work, wishes: Wishes, begin: int, end: int) -> tuple[list[AnyProblem], float]:
    """The product of a worker: the instances of these numbers, and the seconds that it took."""
    started = time.perf_counter()
    maker = _maker(work, wishes)
    return [maker.instance(number) for number in range(begin, end)], time.perf_counter() - started


@lru_cache(maxsize=4)
def _maker(work: Work, wishes: Wishes) -> Maker:
    """The maker of a work, which a worker process keeps from block to block."""
    from clew.scale.parallel.processes import STOPS

    return Maker(work.problem, wishes, Deadline(None, stops=STOPS.get()))

"""Counting with symmetry: a part of the tree stands for all parts that a symmetry turns it into.

The tree is cut into parts (`clew.answers.symmetry.parts`), each with the number of its images, itself included. No two
solutions of a part are images of each other, and each stands for as many solutions as the part has images. So the
parts give both numbers: how many solutions there are, and how many of them differ by more than a symmetry.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Unpack

import attrs

from clew.answers.symmetry.parts import PartedProblem
from clew.api import is_cut
from clew.options import Options
from clew.outcome import LimitReached, Outcome, Status
from clew.planning.progress.parts import PartByPart
from clew.planning.walking import unstarted
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem
from clew.scale.parallel.subtree import Part
from clew.state.state import DEAD_END
from clew.strategies import Count


@surfacing()
def count_by_symmetry(problem: AnyProblem, *, classes: bool = False, **options: Unpack[Options]) -> Outcome[int]:
    """Count the solutions, walking only a part of the tree.

    Args:
        problem: the problem; it declares constraints and symmetries.
        classes: count solutions that differ only by a symmetry once, instead of all of them. If grids are
            counted line by line, all of them are counted so, which is quicker than any part of the tree.
        options: see `Options`; limits on time only, and no observers.

    Raises:
        OptionError: the problem declares no symmetries or has hooks of its own, or an option does not fit.
    """
    started = time.perf_counter()
    try:
        parted = PartedProblem(problem, options, Count())
        # A count by whole lines finds and uses symmetries by itself, and its threads share the lines.
        by_lines = parted.plan.lines is not None and not classes
        parts = parted.parts(whole=by_lines)
        if classes:
            parts = (attrs.evolve(part, multiplicity=1) for part in parts)
        is_shared = is_cut(options) and not by_lines
        if is_shared:
            parts = iter(list(parts))  # within the limits
    except (LimitReached, KeyboardInterrupt) as end:
        return unstarted(started, end.status if isinstance(end, LimitReached) else Status.INTERRUPTED, 0)
    return (_shared if is_shared else _alone)(parted, parts, options, started)


def _alone(parted: PartedProblem, parts: Iterable[Part], options: Options, started: float) -> Outcome[int]:
    """The count in this process, part by part."""
    found = 0
    walk = PartByPart(options.get("progress"), lambda: found, started, parted.plan.request.given_up)
    status = Status.COMPLETE
    try:
        for number in walk.reported(_counts(parted, walk, parts)):
            found += number
    except LimitReached as limit:
        status = limit.status
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    finally:
        walk.close()
    found += walk.counters.unreported
    walk.conclude(exhausted=status is Status.COMPLETE)
    statistics = parted.plan.statistics(walk.counters, found, started, ", by symmetry")
    return Outcome(found, status, status is Status.COMPLETE, statistics)


def _counts(parted: PartedProblem, walk: PartByPart, parts: Iterable[Part]) -> Iterator[int]:
    """The numbers of solutions that the solutions found in the parts stand for."""
    for part in parts:
        with walk.part(float(part.share), part.multiplicity) as below:
            for number in parted.plan_of(part).counts(below):
                yield number * part.multiplicity


def _shared(parted: PartedProblem, parts: Iterable[Part], options: Options, started: float) -> Outcome[int]:
    """The count by workers: the parts are cut into subtrees."""
    from clew.scale.parallel.running import solve

    roots = [(part, parted.plan_of(part).root) for part in parts]
    alive = [attrs.evolve(p, domains=r.domains, done=r.assigned) for p, r in roots if r is not DEAD_END]
    limits = parted.plan.limits
    if limits.time is not None:
        limits = attrs.evolve(limits, time=max(0.0, limits.time - (time.perf_counter() - started)))
    outcome: Outcome[int] = solve(parted.problem, Count(), {**options, "limits": limits}, parts=alive)
    statistics = attrs.evolve(
        outcome.statistics, seconds=time.perf_counter() - started, kernel=f"{outcome.statistics.kernel}, by symmetry"
    )
    return attrs.evolve(outcome, statistics=statistics)

"""Classes of solutions, being those that symmetries turn into each other: listed class by class, and counted.

The tree is cut into parts (`clew.answers.symmetry.parts`), each with the number of its images, itself included, and a
part is searched as any other. No two of the solutions found are images of each other, and each stands for as many as
its part has images: the solutions of the parts that were skipped. So the parts give both numbers: how many solutions
there are, and how many of them differ by more than a symmetry. The cuts of the tree distinguish the classes, so none
of the solutions is kept.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Unpack

import attrs

from clew.answers.symmetry.parts import PartedProblem
from clew.api import is_cut
from clew.errors import ProblemError
from clew.options import Options
from clew.outcome import LimitReached, Outcome, Statistics, Status
from clew.planning.iterating import answered
from clew.planning.progress.progress import ProgressReporting
from clew.planning.walking import Walk, status_of, stopping, unstarted
from clew.problem.declared import title_of
from clew.problem.origins import iterating, surfacing
from clew.problem.problem import AnyProblem
from clew.scale.parallel.subtree import Part
from clew.solution import AnySolution, Solution
from clew.state.counters import Counters
from clew.state.state import DEAD_END
from clew.strategies import Count, Strategy

SolutionClass = tuple[AnySolution, ...]


@iterating
def solutions_by_symmetry(problem: AnyProblem, **options: Unpack[Options]) -> Iterator[SolutionClass]:
    """The solutions class by class: those that differ only by a symmetry come together, as a tuple.

    Only one of each class is searched for; the others are its images. The classes come as the walk finds them, each
    when it is asked for, and none is kept. Within a class the solutions stand in the order of their values, the
    first variable first and each value by its place in the domain: so `[0]` stands for the class, whatever the search,
    and `len` says how many it stands for.

    Args:
        problem: the problem; it declares constraints and symmetries.
        options: see `Options`; limits on time only, and no observers. Unless `verify` is False, every image is judged
            by the problem's `violations`.

    Raises:
        OptionError: the problem declares no symmetries or has hooks of its own, or an option does not fit.
        ProblemError: a symmetry turns a solution into something else.
        Stopped: a limit on time struck; the classes until then were given.
    """
    with stopping(time.perf_counter()):
        walk = ClassWalk(problem, options)
    return answered(walk, walk.classes())


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
        walk = ClassWalk(problem, options, Count())
        # A count by whole lines finds and uses symmetries by itself, and its threads share the lines.
        by_lines = walk.plan.lines is not None and not classes
        parts = walk.parted.parts(whole=by_lines)
        if classes:
            parts = (attrs.evolve(part, multiplicity=1) for part in parts)
        is_shared = is_cut(options) and not by_lines
        if is_shared:
            parts = iter(list(parts))  # within the limits
    except (LimitReached, KeyboardInterrupt) as end:
        return unstarted(started, status_of(end), 0)
    return _shared(walk, parts, options) if is_shared else walk.counted(parts)


class ClassWalk(ProgressReporting):
    """One walk through the classes: its plan, its counters, its clock.

    The parts are searched one after the other, with the same counters. The share of the search that is done is kept
    beside them, so that a progress report, at any time and from any thread, shows one search.

    Args:
        problem: the problem to search.
        options: see `solutions_by_symmetry`.
        strategy: folds the solutions; None to list them.

    Attributes:
        parted: the problem, whose tree is cut into parts.
        plan: the plan of the whole tree.
        found: how many solutions were given, all those of each class.
        counters: those of all parts.
    """

    def __init__(self, problem: AnyProblem, options: Options, strategy: Strategy[Any] | None = None) -> None:
        self.started = time.perf_counter()
        self.problem = problem
        self.parted = PartedProblem(problem, options, strategy)
        self.plan = self.parted.plan
        self.found = 0
        self._verify = options.get("verify") is not False
        self.counters = Counters()
        self._now = 0.0, 0.0, 0  # the share of the parts that are done, that of this part, and its multiplicity
        given_up = self.plan.request.given_up
        super().__init__(options.get("progress"), self, lambda: self.found, self.started, given_up)

    @property
    def nodes_per_level(self) -> list[int]:
        """The nodes of all parts until now."""
        return self.counters.nodes_per_level

    def position(self) -> tuple[float, int]:
        """How much is left behind, and how many solutions are counted and not given yet."""
        now = behind, share, weight = self._now
        position = self.counters.position
        within, pending = (0.0, 0) if position is None else position()
        return (behind + share * within, pending * weight) if now is self._now else (behind, 0)

    def _begun(self, parts: Iterable[Part]) -> Iterator[Part]:
        """The parts one after the other, each to be searched before the next one is asked for."""
        behind = 0.0
        for part in parts:
            self._now = behind, float(part.share), part.multiplicity
            yield part
            behind += float(part.share)
            self._now = behind, 0.0, 0
            self.counters.position = None

    def classes(self) -> Iterator[SolutionClass]:
        """The classes.

        Raises:
            LimitReached: the time is up.
            ProblemError: a symmetry turns a solution into something else.
        """
        lanes, elements = self.parted.network.lanes, self.parted.elements
        places = {variable: k for k, variable in enumerate(lanes.variables)}
        lane_of = list(lanes.lane.values())
        for literals in self.reported(self._literals()):
            # The lanes lie in the order of declaration, and the values in that of the domain: sorted places compare as
            # the values of the variables in their order.
            orbit = sorted({tuple(sorted([element[place] for place in literals])) for element in elements})
            tuples = [
                tuple([lane.values[place - lane.offset] for lane, place in zip(lane_of, one, strict=True)])
                for one in orbit
            ]
            some = tuple(Solution.placed(self.problem, places, tuples))
            for violation in chain.from_iterable(map(self.problem.violations, some if self._verify else ())):
                title = title_of(self.problem)
                raise ProblemError(f"{title}: symmetries() turn a solution into what is none: {violation}")
            self.found += len(some)
            yield some

    def _literals(self) -> Iterator[tuple[int, ...]]:
        """A solution of each class, as the places of its literals in the order of declaration."""
        lane_of = self.parted.network.lanes.lane
        for part in self._begun(self.parted.parts()):
            search = Walk(self.problem, {"verify": False}, plan=self.parted.plan_of(part))
            search.counters = self.counters
            try:
                for solution in search.solutions():
                    yield tuple([lane.offset + lane.positions[solution[v]] for v, lane in lane_of.items()])
            finally:
                search.close()

    def counted(self, parts: Iterable[Part]) -> Outcome[int]:
        """The count in this process, part by part."""
        status = Status.COMPLETE
        try:
            for number in self.reported(self._counts(parts)):
                self.found += number
        except (LimitReached, KeyboardInterrupt) as end:
            status = status_of(end)
        finally:
            self.close()
        self.found += self.counters.unreported * self._now[2]  # of the part in which it was interrupted
        exhausted = status is Status.COMPLETE
        self.conclude(exhausted=exhausted)
        return Outcome(self.found, status, exhausted, self.statistics())

    def _counts(self, parts: Iterable[Part]) -> Iterator[int]:
        """The numbers of solutions that the solutions found in the parts stand for."""
        for part in self._begun(parts):
            for number in self.parted.plan_of(part).counts(self.counters):
                yield number * part.multiplicity

    def statistics(self) -> Statistics:
        """The statistics of the walk."""
        return self.plan.statistics(self.counters, self.found, self.started, ", by symmetry")


def _shared(walk: ClassWalk, parts: Iterable[Part], options: Options) -> Outcome[int]:
    """The count by workers: the parts are cut into subtrees."""
    from clew.scale.parallel.running import solve

    roots = [(part, walk.parted.plan_of(part).root) for part in parts]
    alive = [attrs.evolve(p, domains=r.domains, done=r.assigned) for p, r in roots if r is not DEAD_END]
    limits = walk.plan.limits
    if limits.time is not None:
        limits = attrs.evolve(limits, time=max(0.0, limits.time - (time.perf_counter() - walk.started)))
    outcome: Outcome[int] = solve(walk.problem, Count(), {**options, "limits": limits}, parts=alive)
    spent = outcome.statistics
    seconds = time.perf_counter() - walk.started
    return attrs.evolve(outcome, statistics=attrs.evolve(spent, seconds=seconds, kernel=f"{spent.kernel}, by symmetry"))

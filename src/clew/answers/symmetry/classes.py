"""Listing with symmetry: the solutions class by class, a class being those that symmetries turn into each other.

The tree is cut into parts as it is for counting (`clew.answers.symmetry.parts`), and a part is searched as any other.
No two of the solutions found are images of each other, and each comes with all its images: the solutions of the parts
that were skipped. The cuts of the tree distinguish the classes, so none of the solutions is kept.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import chain
from typing import Unpack

from clew.answers.stopping import stopping
from clew.answers.symmetry.parts import PartedProblem
from clew.errors import ProblemError
from clew.options import Options
from clew.outcome import Statistics
from clew.planning.iterating import answered
from clew.planning.progress.parts import PartByPart
from clew.planning.walking import Walk
from clew.problem.origins import iterating
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution, Solution

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


class ClassWalk:
    """One walk through the classes: its plan, its counters, its clock.

    Args:
        problem: the problem to search.
        options: see `solutions_by_symmetry`.

    Attributes:
        found: how many solutions were given, all those of each class.
    """

    def __init__(self, problem: AnyProblem, options: Options) -> None:
        self.started = time.perf_counter()
        self.problem = problem
        self._parted = PartedProblem(problem, options)
        self.plan = self._parted.plan
        self.found = 0
        self._verify = options.get("verify") is not False
        given_up = self.plan.request.given_up
        self._walk = PartByPart(options.get("progress"), lambda: self.found, self.started, given_up)

    def classes(self) -> Iterator[SolutionClass]:
        """The classes.

        Raises:
            LimitReached: the time is up.
            ProblemError: a symmetry turns a solution into something else.
        """
        lanes, elements = self._parted.network.lanes, self._parted.elements
        places = {variable: k for k, variable in enumerate(lanes.variables)}
        lane_of = list(lanes.lane.values())
        for literals in self._walk.reported(self._literals()):
            # The lanes lie in the order of declaration, and the values in that of the domain: sorted places compare as
            # the values of the variables in their order.
            orbit = sorted({tuple(sorted([element[place] for place in literals])) for element in elements})
            tuples = [
                tuple([lane.values[place - lane.offset] for lane, place in zip(lane_of, one, strict=True)])
                for one in orbit
            ]
            some = tuple(Solution.placed(self.problem, places, tuples))
            for violation in chain.from_iterable(map(self.problem.violations, some if self._verify else ())):
                title = self.problem.name or type(self.problem).__name__
                raise ProblemError(f"{title}: symmetries() turn a solution into what is none: {violation}")
            self.found += len(some)
            yield some

    def _literals(self) -> Iterator[tuple[int, ...]]:
        """A solution of each class, as the places of its literals in the order of declaration."""
        parted = self._parted
        lane_of = parted.network.lanes.lane
        for part in parted.parts():
            search = Walk(self.problem, {"verify": False}, plan=parted.plan_of(part))
            with self._walk.part(float(part.share), part.multiplicity) as search.counters:
                try:
                    for solution in search.solutions():
                        yield tuple([lane.offset + lane.positions[solution[v]] for v, lane in lane_of.items()])
                finally:
                    search.close()

    def close(self) -> None:
        """End the walk, so that its counters are up to date."""
        self._walk.close()

    def conclude(self, *, exhausted: bool) -> None:
        """Report the progress once more.

        Args:
            exhausted: whether everything was walked.
        """
        self._walk.conclude(exhausted=exhausted)

    def statistics(self) -> Statistics:
        """The statistics of the walk."""
        return self.plan.statistics(self._walk.counters, self.found, self.started, ", by symmetry")

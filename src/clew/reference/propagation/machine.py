"""The propagator of tasks on one machine: edge finding, detectable precedences, and tasks that are not the last."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from clew.constraints.scheduling import Entry
from clew.reference.propagation.cumulative import CumulativePropagator, Remaining

Task = tuple[Entry, int, int, int]
"""The start of a task, the earliest one, its latest end and its duration."""


class OneMachinePropagator(CumulativePropagator):
    """Has tasks come after or before others, as `OneMachine` of the engine does, in time as it is and backward."""

    cost = 3

    def prune(self, key: int) -> int:
        left = Remaining(self.values, dict(zip(self.variables, self.domains(key), strict=True)))
        for moved, turn in (_after_windows, 1), (_after_those_before, 1), (_after_one, -1):
            for way in (1, -1):
                if not all(left.domains.values()):
                    return 0
                for start, after, long in moved(self._sorted(left, way * turn)):
                    most = inf if way > 0 else -after - long
                    if start is None or not left.keep(start, after if way > 0 else -inf, most):
                        return 0
                left = Remaining(self.values, left.domains)
        return self.joined(left.domains.values())

    def _sorted(self, left: Remaining, way: int) -> list[Task]:
        """The tasks that are sure, the latest start first, in time that runs backward if `way` is -1."""
        found: list[Task] = []
        for start, duration, _, presence in self.tasks:
            (first, last), long = left.ends(start), left.ends(duration)[0]
            if long > 0 and left.ends(presence)[0] > 0:
                found.append((start, *((first, last + long) if way > 0 else (-last - long, -first)), long))
        return sorted(found, key=lambda task: -task[1])


Moved = tuple[Entry | None, float, int]
"""A start, the time from which on it must be, and the duration of the task; None if there is no solution."""


def _after_windows(tasks: list[Task]) -> Iterator[Moved]:
    """The starts that come after a window, with its end; None for a window that is too short."""
    for _, _, end, _ in tasks:
        total, after = 0, -inf
        for _, low, its_end, duration in tasks:
            if its_end > end:
                continue
            total += duration
            after = max(after, low + total)
            if after > end:
                yield None, after, 0
            for start, first, last, long in tasks:
                if last > end and min(low, first) + total + long > end and after > first:
                    yield start, after, long


def _after_those_before(tasks: list[Task]) -> Iterator[Moved]:
    """The starts that come after all tasks that must start before theirs can end."""
    for task in tasks:
        start, first, _, long = task
        total, after = 0, -inf
        for other in tasks:
            if other is not task and other[2] - other[3] < first + long:
                total += other[3]
                after = max(after, other[1] + total)
        yield start, after, long


def _after_one(tasks: list[Task]) -> Iterator[Moved]:
    """The starts of tasks that are not the last of some, in time that runs the other way: they come after one of them.

    So these tasks cannot all come before.
    """
    for task in tasks:
        start, _, end, long = task
        total, after, latest = 0, -inf, -inf
        for other in tasks:
            late = other[2] - other[3]
            if other is not task and late < end:
                total, latest = total + other[3], max(latest, late)
                after = max(after, other[1] + total)
        if after > end - long:
            yield start, -latest, long

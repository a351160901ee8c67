"""The propagator of tasks on one machine: those that must end early enough come before others (edge finding)."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from clew.constraints.scheduling import Entry
from clew.reference.propagation.cumulative import CumulativePropagator, Remaining

Task = tuple[Entry, int, int, int]
"""The start of a task, the earliest one, its latest end and its duration."""


class OneMachinePropagator(CumulativePropagator):
    """Has tasks come after others that must end before, or before them, as `OneMachine` of the engine does."""

    cost = 3

    def prune(self, key: int) -> int:
        left = Remaining(self.values, dict(zip(self.variables, self.domains(key), strict=True)))
        for way in (1, -1):
            if not all(left.domains.values()) or not _sweep(left, self._sorted(left, way), way):
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


def _sweep(left: Remaining, tasks: list[Task], way: int) -> bool:
    """Look at all windows; whether none is too short, and every task still has a start."""
    for start, after, long in _moved(tasks):
        if start is None or not (left.keep(start, after) if way > 0 else left.keep(start, most=-after - long)):
            return False
    return True


def _moved(tasks: list[Task]) -> Iterator[tuple[Entry | None, float, int]]:
    """The starts that come after a window, with its end and their duration; None for a window that is too short."""
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

"""The propagator of tasks that use a resource, by those that are sure to run at a time (time-tabling)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import inf
from typing import Any

from clew.constraints.scheduling import Entry, ResourceUse
from clew.reference.propagation.callback import LastOpenPropagator
from clew.reference.propagation.compiler import Compiler
from clew.reference.propagation.linear import WeightedValues
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes


class _Task:
    """The bounds of a task.

    Args:
        first, last: when it may start.
        duration, demand, presence: the least that they may be.

    Attributes:
        end: the earliest.
        is_sure: whether there is such a task.
    """

    def __init__(self, first: int, last: int, duration: int, demand: int, presence: int) -> None:
        self.first, self.last, self.end = first, last, first + duration
        self.duration, self.demand, self.is_sure = duration, demand, presence > 0

    def runs(self, time: int) -> bool:
        """Whether it is sure to run at a time."""
        return self.is_sure and self.last <= time < self.end


Stretch = tuple[int, int, int]
"""A time, when it ends, and what is used meanwhile at least."""


class CumulativePropagator(Propagator):
    """Keeps tasks from running when those that are sure to run leave them too little of a resource.

    A task that starts late enough, and takes long enough, is sure to run for some time (N. Beldiceanu and M. Carlsson,
    A new multi-resource cumulatives constraint with negative heights, 2002).
    """

    cost = 2

    def __init__(self, primitive: ResourceUse, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        self.tasks, self._capacity = primitive.tasks, primitive.capacity
        lanes_of = zip(self.variables, self.scope, strict=True)
        self.values = {v: WeightedValues(primitive.source, lane, 1) for v, lane in lanes_of}

    def prune(self, key: int) -> int:
        left = Remaining(self.values, dict(zip(self.variables, self.domains(key), strict=True)))
        if not all(left.domains.values()):
            return 0
        tasks = [_Task(*left.ends(start), *[left.ends(one)[0] for one in rest]) for start, *rest in self.tasks]
        stretches, capacity = list(_stretches(tasks)), left.ends(self._capacity)[1]
        may = left.keep(self._capacity, least=max((used for *_, used in stretches), default=0))
        for task, own in zip(tasks, self.tasks, strict=True):
            may = may and left.keep(own[2], least=0) and _fits(left, own, task, capacity, stretches)
        return self.joined(left.domains.values()) if may else 0


class Remaining:
    """The values that variables have left.

    Args:
        values: the values of each.
        domains: their domains, as bits.
    """

    def __init__(self, values: dict[Any, WeightedValues], domains: dict[Any, int]) -> None:
        self._values, self.domains = values, domains
        self._ends = {v: values[v][bits] for v, bits in domains.items() if bits}

    def ends(self, entry: Entry) -> tuple[int, int]:
        """The least and the most that an entry may be, before anything is taken."""
        what, one = entry
        return self._ends[one] if what == "variable" else (one, one)

    def keep(self, entry: Entry, least: float = -inf, most: float = inf) -> bool:
        """Keep what lies between two numbers; whether that is anything."""
        what, one = entry
        if what == "constant":
            return bool(least <= one <= most)
        self.domains[one] &= self._values[one].between(least, most)
        return self.domains[one] != 0

    def avoid(self, entry: Entry, after: int, before: int) -> bool:
        """Take what lies between two numbers from a variable; whether anything is left."""
        what, one = entry
        if what == "variable":
            self.domains[one] &= ~self._values[one].between(after + 1, before - 1)
        return what == "constant" or self.domains[one] != 0


def _stretches(tasks: list[_Task]) -> Iterator[Stretch]:
    """The use of the resource at each time, by tasks that are sure to run."""
    changes: dict[int, int] = {}
    for task in tasks:
        if task.is_sure and task.demand > 0 and task.last < task.end:
            changes[task.last] = changes.get(task.last, 0) + task.demand
            changes[task.end] = changes.get(task.end, 0) - task.demand
    used = 0
    for begin, end in pairwise(sorted(changes)):
        used += changes[begin]
        yield begin, end, used


def _fits(left: Remaining, own: tuple[Entry, ...], task: _Task, capacity: int, stretches: list[Stretch]) -> bool:
    """Leave a task the starts, the duration, the demand and the presence for which the others leave enough."""
    start, duration, demand, presence = own
    if task.demand > capacity and (task.is_sure or task.duration > 0):
        return left.keep(duration if task.is_sure else presence, most=0)
    short = [
        (begin, end)
        for begin, end, used in stretches
        if task.demand > 0 and used + task.demand > capacity and not task.runs(begin)
    ]
    if not task.is_sure:
        free = task.first
        for begin, end in short:
            free = end if begin < free + task.duration and free < end else free
        return free <= task.last or task.duration <= 0 or left.keep(presence, most=0)
    if task.last < task.end:
        used_then = [used for begin, end, used in stretches if task.last < end and begin < task.end]
        if not left.keep(demand, most=capacity - max(used_then, default=0) + max(task.demand, 0)):
            return False
    longest = min([max(begin, task.last) - task.first for begin, end in short if task.last < end], default=inf)
    return left.keep(duration, most=longest) and (
        task.duration <= 0 or all(left.avoid(start, begin - task.duration, end) for begin, end in short)
    )


def compile_cumulative(compiler: Compiler, primitive: ResourceUse) -> None:
    """Bounds if the numbers are whole; otherwise Python decides."""
    whole = primitive.is_whole([compiler.lanes.lane[v].values for v in primitive.scope])
    if not (whole and compiler.propagates):
        compiler.default(primitive.source)
        return
    compiler.propagate(CumulativePropagator(primitive, compiler.lanes))
    if primitive.repeats():
        compiler.propagate(LastOpenPropagator(primitive.source, compiler.lanes))

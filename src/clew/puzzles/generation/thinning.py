"""Taking clues away, one group after the other, as long as the solution stays the only one.

A group that is needed once is needed ever after, because there are only fewer clues then: one pass leaves an instance
none of whose groups can be left out. Most of the first groups can go, and few of the last, so several are tried at a
time, more of them after each success. If they cannot all go, the first that is needed is looked for by halves. That
leaves what trying them one by one would leave, with fewer proofs.

If the clues are given values, all instances of a size have the same constraints. So one program of the engine answers
for all of them: a row of bytes says what is given, and a second solution refutes it. An ordering that learns keeps
the proofs of large instances short.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, Self

from clew.answers.batch.rows import Rows
from clew.core import ORDERS
from clew.limits import Cancel, Stop
from clew.options import Options
from clew.outcome import LimitReached, Limits, Status, check_stops
from clew.planning.engine_method import program
from clew.planning.plan import Plan, make_plan
from clew.problem.problem import AnyProblem
from clew.strategies import Unique

Group = tuple[Any, ...]
"""Clues that go together."""

FIRST: Final = 3
"""The part of the groups that is tried at first: one in so many."""
GROWTH: Final = 1.5
"""How many more are tried after a success."""
ORDER: Final = "wdeg"
BYTE: Final = 255
"""Values of a variable that a byte tells apart beside none."""


def thinned(
    groups: Sequence[Group], can_go: Callable[[Sequence[Group]], bool], spare: int | None = None
) -> tuple[list[Group], list[Group]]:
    """The groups that stay, and those that were taken away, in the order of trying.

    Args:
        groups: in the order in which to try them.
        can_go: whether one solution is left if some groups are taken away together.
        spare: how many clues may go; None for any number.
    """
    stay: list[Group] = []
    gone: list[Group] = []
    place, size = 0, max(1.0, len(groups) / FIRST)
    while place < len(groups) and spare != 0:
        part = _within(groups[place : place + int(size)], spare)
        went = _first_needed(part, gone, can_go)
        gone += part[:went]
        spare = None if spare is None else spare - number_of(part[:went])
        place += went
        if went < len(part) or not part:  # a group may have more clues than may go
            stay.append(groups[place])
            place += 1
            size = max(1, went)
        else:
            size *= GROWTH
    return stay + list(groups[place:]), gone


def _first_needed(part: Sequence[Group], gone: Sequence[Group], can_go: Callable[[Sequence[Group]], bool]) -> int:
    """The place of the first group of a part that is needed beside those gone before; if none is, their number."""
    if not part or can_go([*gone, *part]):
        return len(part)
    return bisect_left(range(1, len(part)), True, key=lambda end: not can_go([*gone, *part[:end]]))


def number_of(groups: Collection[Collection[Any]]) -> int:
    """How many clues the groups have."""
    return sum(map(len, groups))


def _within(groups: Sequence[Group], spare: int | None) -> Sequence[Group]:
    """The first of the groups that together have at most so many clues."""
    if spare is None:
        return groups
    numbers = accumulate(map(len, groups))
    return groups[: sum(number <= spare for number in numbers)]


class Deadline:
    """When the work ends: the time is up, or it is cancelled.

    Args:
        seconds: from now on; None for any time.
        cancel: the token of the caller, if there is one.
        stops: events that cancel it too.
    """

    def __init__(self, seconds: float | None, cancel: Cancel | None = None, stops: tuple[Stop, ...] = ()) -> None:
        self._end = None if seconds is None else time.perf_counter() + seconds
        self._cancel = cancel
        self._stops = stops if cancel is None else (cancel, *stops)

    def left(self) -> float | None:
        """The seconds that are left; None for any number.

        Raises:
            LimitReached: there are none, or the work is cancelled.
        """
        check_stops(self._stops)
        if self._end is None:
            return None
        left = self._end - time.perf_counter()
        if left <= 0:
            raise LimitReached(Status.TIME_LIMIT)
        return left

    @property
    def options(self) -> Options:
        """The options of a question that ends then, too."""
        left = self.left()
        return {"limits": None if left is None else Limits(time=left), "cancel": self._cancel}


class Program:
    """The constraints of a problem, compiled for all instances that differ in their given values.

    Args:
        problem: one of the instances.
        plan: its plan.
        deadline: when the time is up.
    """

    def __init__(self, problem: AnyProblem, plan: Plan, deadline: Deadline) -> None:
        from clew.core._engine import Instances

        self._deadline = deadline
        made = program(plan)
        self._instances = Instances(made.program, [], ORDERS[plan.variable_order], False, 2)
        self._rows = Rows(problem, made.places, made.values)

    @classmethod
    def of(cls, problem: AnyProblem, deadline: Deadline) -> Self | None:
        """The program of a problem; None if the engine cannot run it alone, or a domain is too large."""
        plan = make_plan(problem, {"variable_order": ORDER, **deadline.options}, Unique(), whole=True)
        if plan.request.options.get("over") or not (plan.is_compiled and plan.inference.propagates):
            return None
        values = program(plan).values
        is_narrow = all(len(own) <= BYTE for own in values)
        return cls(problem, plan, deadline) if is_narrow and values else None

    def row(self, given: Mapping[Any, Any]) -> bytes:
        """The row of some given values."""
        return self._rows.row(given)

    def has_one(self, row: bytes, gone: Sequence[Group]) -> bool:
        """Whether there is one solution without some of the given values of a row."""
        left = bytearray(row)
        for group in gone:
            for clue in group:
                left[self._rows[clue][0]] = 0
        (answer,) = self._instances.answers([bytes(left)], self._deadline.left)
        return len(answer) == 1

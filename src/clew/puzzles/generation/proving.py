"""Whether a solution is the only one when some clues are gone.

If the clues are given values, all instances of a size have the same constraints. So one program of the engine answers
for all of them: a row of bytes says what is given, and a second solution refutes it. An ordering that learns keeps
the proofs of large instances short. Other clues change the constraints: each instance is checked by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self

from clew.answers.batch.rows import Rows
from clew.api import is_unique
from clew.core import ORDERS
from clew.limits import Cancel, Stop
from clew.options import Options
from clew.outcome import LimitReached, Limits, Status, check_stops
from clew.planning.engine_method import program
from clew.planning.plan import Plan, make_plan
from clew.problem.problem import Problem
from clew.puzzles.generation.thinning import Group, Removes
from clew.strategies import Unique

ORDER: Final = "wdeg"
BYTE: Final = 255
"""Values of a variable that a byte tells apart beside none."""


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

    def __init__(self, problem: Problem[Any, Any], plan: Plan, deadline: Deadline) -> None:
        from clew.core._engine import Instances

        self._deadline = deadline
        made = program(plan)
        self._instances = Instances(made.program, [], ORDERS[plan.variable_order], False, 2)
        self._rows = Rows(problem, made.places, made.values)

    @classmethod
    def of(cls, problem: Problem[Any, Any], deadline: Deadline) -> Self | None:
        """The program of a problem; None if the engine cannot run it alone, or a domain is too large."""
        plan = make_plan(problem, {"variable_order": ORDER, **deadline.options}, Unique(), whole=True)
        if not (plan.is_compiled and plan.inference.propagates):
            return None
        values = program(plan).values
        is_narrow = all(len(own) <= BYTE for own in values)
        return cls(problem, plan, deadline) if is_narrow and values else None

    def removing(self, given: Mapping[Any, Any], groups: Sequence[Group]) -> Removes:
        """Takes given values away, in a row of the engine.

        Args:
            given: the values given at first.
            groups: of those, the ones that may go.
        """
        row = bytearray(self._rows.row(given))
        places = {group: [self._rows[clue][0] for clue in group] for group in groups}

        def removes(groups: Sequence[Group]) -> bool:
            nonlocal row
            left = row.copy()
            for place in (place for group in groups for place in places[group]):
                left[place] = 0
            (answer,) = self._instances.answers([bytes(left)], self._deadline.left)
            if len(answer) == 1:
                row = left
            return len(answer) == 1

        return removes


def removing(
    clues: Sequence[Group], instance: Callable[[Sequence[Group]], Problem[Any, Any]], deadline: Deadline
) -> Removes:
    """Takes clues away, and checks the instance that is left.

    Args:
        clues: those of the instance at first, in groups.
        instance: makes the instance of some groups.
        deadline: when the time is up.
    """
    clues = list(clues)

    def removes(groups: Sequence[Group]) -> bool:
        nonlocal clues
        gone = set(groups)
        left = [group for group in clues if group not in gone]
        is_one = is_unique(instance(left), **deadline.options)
        if is_one:
            clues = left
        return is_one

    return removes

"""Whether a solution is the only one when some clues are gone.

If the clues are given values, all instances of a size have the same constraints. So one program of the engine answers
for all of them: a row of bytes says what is given, and a second solution refutes it. An ordering that learns keeps
the proofs of large instances short. Other clues change the constraints: each instance is checked by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Self

from clew.answers.batch.rows import Rows
from clew.api import is_unique
from clew.core import ORDERS
from clew.limits import Cancel, Stop
from clew.options import Options
from clew.outcome import LimitReached, Limits, Status, check_stops
from clew.planning.engine_method import program
from clew.planning.plan import Plan, make_plan
from clew.problem.problem import Problem
from clew.puzzles.generation.thinning import Group
from clew.strategies import Unique

if TYPE_CHECKING:
    from clew.core._engine import Instances

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
        self._instances: Instances = Instances(made.program, [], ORDERS[plan.variable_order], False, 2)
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

    def places(self, groups: Sequence[Group]) -> dict[Group, list[int]]:
        """For each group the numbers of the variables that it gives values to."""
        rows: Mapping[Any, tuple[int, int]] = self._rows
        return {group: [rows[clue][0] for clue in group] for group in groups}

    def row(self, given: Mapping[Any, Any]) -> bytearray:
        """The row of some given values."""
        return bytearray(self._rows.row(given))

    def is_unique(self, row: bytearray) -> bool:
        """Whether an instance has exactly one solution.

        Raises:
            LimitReached: the time is up.
        """
        (answer,) = self._instances.answers([bytes(row)], self._deadline.left)
        return len(answer) == 1


class GivenProof:
    """Takes given values away, in a row of the engine.

    Args:
        program: the constraints.
        given: the values given at first.
        groups: of those, the ones that may go.
    """

    def __init__(self, program: Program, given: Mapping[Any, Any], groups: Sequence[Group]) -> None:
        self._program = program
        self._row = program.row(given)
        self._places = program.places(groups)

    def __call__(self, groups: Sequence[Group]) -> bool:
        """Take groups away if one solution is left then; whether they are gone."""
        row = self._row.copy()
        for group in groups:
            for place in self._places[group]:
                row[place] = 0
        if not self._program.is_unique(row):
            return False
        self._row = row
        return True


class InstanceProof:
    """Takes clues away, and checks the instance that is left.

    Args:
        clues: those of the instance at first, in groups.
        instance: makes the instance of some groups.
        deadline: when the time is up.
    """

    def __init__(
        self,
        clues: Sequence[Group],
        instance: Callable[[Sequence[Group]], Problem[Any, Any]],
        deadline: Deadline,
    ) -> None:
        self._clues = list(clues)
        self._instance = instance
        self._deadline = deadline

    def __call__(self, groups: Sequence[Group]) -> bool:
        """Take groups away if one solution is left then; whether they are gone."""
        gone = set(groups)
        left = [group for group in self._clues if group not in gone]
        if not is_unique(self._instance(left), **self._deadline.options):
            return False
        self._clues = left
        return True

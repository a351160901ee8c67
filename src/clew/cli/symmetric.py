"""`clew solve` with symmetry: all solutions from a part of the tree, or one of each class."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import attrs

from clew.cli import working
from clew.errors import OptionError
from clew.options import Options
from clew.outcome import LimitReached, Limits, Outcome, Status
from clew.problem import Problem
from clew.solution import Solution


def is_asked(parsed: argparse.Namespace) -> bool:
    """Whether symmetry is to be used.

    Raises:
        OptionError: it is, and only one solution is looked for.
    """
    if not (parsed.use_symmetry or parsed.up_to_symmetry):
        return False
    if working.is_asked(parsed):
        raise OptionError("solutions are listed by symmetry without workers: leave --jobs, --dask and --subtree out")
    if not parsed.all and parsed.limit is None:
        raise OptionError("--use-symmetry and --up-to-symmetry list many solutions: add --all or --limit")
    return True


class Listing:
    """The solutions listed with symmetry.

    Args:
        parsed: the words of the command.
        problem: what to search.
        options: the options of the search; those for solutions in the order of the search do not go with it.

    """

    def __init__(self, parsed: argparse.Namespace, problem: Problem[Any, Any], options: Options) -> None:
        from clew.classes import ClassWalk

        limits = options.get("limits") or Limits()
        self._one_of_each: bool = parsed.up_to_symmetry
        self._limit = limits.solutions
        self._walk = ClassWalk(problem, {**options, "limits": attrs.evolve(limits, solutions=None)})
        self._latest = 0
        self._weights: list[int] | None = [] if parsed.json else None

    def weight(self) -> dict[str, int]:
        """How many solutions the latest one stands for, by name; nothing where all are listed."""
        return {"stands_for": self._latest} if self._one_of_each else {}

    def weights(self) -> dict[str, list[int]]:
        """The same for all of them."""
        return {"stands_for": self._weights or []} if self._one_of_each else {}

    def run(self, add: Callable[[int, Solution[Any, Any]], int]) -> Outcome[int]:
        """List them.

        Args:
            add: takes the number of those before and a solution, and gives the number that there are now.
        """
        number, status = 0, Status.COMPLETE
        try:
            for some in self._walk.classes():
                self._latest = len(some)
                if self._weights is not None:
                    self._weights.append(self._latest)
                for solution in some[:1] if self._one_of_each else some:
                    number = add(number, solution)
                    if number == self._limit:
                        raise LimitReached(Status.SOLUTION_LIMIT)
        except LimitReached as limit:
            status = limit.status
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
        finally:
            self._walk.close()
        exhausted = status is Status.COMPLETE
        self._walk.conclude(exhausted=exhausted)
        return Outcome(number, status, exhausted, self._walk.statistics())

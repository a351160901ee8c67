"""`clew solve` with symmetry: all solutions from a part of the tree, or one of each class."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from clew.cli import elsewhere, working
from clew.errors import OptionError
from clew.options import Options
from clew.outcome import Limits, Outcome, Status
from clew.problem import Problem
from clew.solution import Solution

if TYPE_CHECKING:
    from clew.classes import ClassWalk


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


def walk_of(problem: Problem[Any, Any], options: Options) -> ClassWalk:
    """The walk through the classes; the options for solutions in the order of the search do not go with it."""
    from clew.classes import ClassWalk

    limits = options.get("limits") or Limits()
    return ClassWalk(problem, {**options, "limits": attrs.evolve(limits, solutions=None)})


def listed(walk: ClassWalk, add: elsewhere.Add, enough: int | None, stands_for: list[int] | None) -> Outcome[int]:
    """Hand on solutions as they are found.

    Args:
        walk: the walk through the classes.
        add: is given how many there were, and a solution.
        enough: how many solutions to look for; all if it is None.
        stands_for: gets the size of each class, if only one solution of a class is to be listed.
    """

    def found() -> Iterator[Solution[Any, Any]]:
        for some in walk.classes():
            if stands_for is not None:
                stands_for.append(len(some))
            yield from some if stands_for is None else some[:1]

    try:
        number, status = elsewhere.handed_on(found(), add, enough)
    finally:
        walk.close()
    exhausted = status is Status.COMPLETE
    walk.conclude(exhausted=exhausted)
    return Outcome(number, status, exhausted, walk.statistics())

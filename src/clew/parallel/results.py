"""The terms of a task, and its results beside a `Part`: values that travel between processes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import attrs

from clew.origins import portable
from clew.parallel.subtree import Part, Subtree

SLICE: Final = 0.2
"""Seconds after which a worker begins no other subtree and returns its results, by default."""


@attrs.frozen
class Terms:
    """How far a worker goes.

    Attributes:
        nodes: a subtree of more nodes is too large; None for any number.
        solutions: so is one of more solutions, if they are listed.
        left: nodes that may be entered before a limit strikes; None for any number.
        task: the number of the task, under which a worker writes how far it is.
        seconds: the time left to the run.
        each: the time for one subtree.
        keep_going: whether to go on behind a subtree that failed.
        known: the solutions of earlier subtrees, which the strategy knows from the beginning.
        slice: after so many seconds a worker begins no other subtree and returns its results.
    """

    nodes: int | None
    solutions: int | None = None
    left: int | None = None
    task: int = 0
    seconds: float = math.inf
    each: float = math.inf
    keep_going: bool = False
    known: Sequence[Any] = ()
    slice: float = SLICE


@attrs.frozen
class TooLarge:
    """A subtree has more nodes, or more solutions, than it may, or more nodes than a limit leaves.

    Attributes:
        part: the result until then, to be kept until its children have found it again.
        repeats: whether much of it was known from equal parts before: cut, it would be searched again and again.
    """

    part: Part
    repeats: bool = False

    @property
    def subtree(self) -> Subtree:
        """Which one."""
        return self.part.subtree


@attrs.frozen
class Unfinished:
    """A subtree was left because the run is over.

    Attributes:
        part: the result until then.
        by_user: whether it was Ctrl-C that reached the worker itself.
    """

    part: Part
    by_user: bool = False

    @property
    def subtree(self) -> Subtree:
        """Which one."""
        return self.part.subtree


@attrs.frozen
class Failed:
    """A subtree could not be searched.

    Attributes:
        subtree: which one.
        error: the exception; None if its time was up.
        trace: the place in the code.
    """

    subtree: Subtree
    error: Exception | None
    trace: str = ""

    def __reduce__(self) -> tuple[Any, ...]:
        return Failed, (self.subtree, self.error and portable(self.error), self.trace)


Result = Part | TooLarge | Unfinished | Failed

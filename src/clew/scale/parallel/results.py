"""The terms of a task, and the reports of its subtrees: values that travel between processes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import attrs

from clew.errors import ProblemError
from clew.outcome import LimitReached, Status
from clew.problem.origins import portable
from clew.scale.parallel.subtree import Subtree, SubtreeResult

SLICE: Final = 0.2
"""Seconds after which a worker begins no other subtree and returns its results, by default."""


@attrs.frozen
class TaskTerms:
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
        result: the result until then, to be kept until its children have found it again.
        repeats: whether much of it was known from equal parts before: cut, it would be searched again and again.
    """

    result: SubtreeResult
    repeats: bool = False

    @property
    def subtree(self) -> Subtree:
        """Which one."""
        return self.result.subtree


@attrs.frozen
class Unfinished:
    """A subtree was left because the run is over.

    Attributes:
        result: the result until then.
        status: the reason; `INTERRUPTED` if it was Ctrl-C that reached the worker itself.
    """

    result: SubtreeResult
    status: Status

    @property
    def subtree(self) -> Subtree:
        """Which one."""
        return self.result.subtree

    @property
    def end(self) -> BaseException:
        """The exception that ends the run."""
        return KeyboardInterrupt() if self.status is Status.INTERRUPTED else LimitReached(self.status)


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

    def raised(self, seconds: float) -> Exception:
        """The exception to raise.

        Args:
            seconds: the time for one subtree.
        """
        name = self.subtree.name
        if self.error is None:
            return ProblemError(
                f"subtree {name} took longer than {seconds:g} s: the option subtree={name!r} searches it alone"
            )
        if self.trace and self.error.__traceback__ is None:
            self.error.__cause__ = _Elsewhere(self.trace)
        return self.error

    def __reduce__(self) -> tuple[Any, ...]:
        return Failed, (self.subtree, self.error and portable(self.error), self.trace)


class _Elsewhere(Exception):
    """Shows the traceback of another process."""

    def __str__(self) -> str:
        return f'\n"""\n{self.args[0]}"""'


Report = SubtreeResult | TooLarge | Unfinished | Failed
"""The report of a worker on a subtree."""

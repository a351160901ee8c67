"""Subtrees, the terms on which workers search them, and their reports: values that travel between processes.

A subtree is named by the way from the root to it: for each level the rank of the value taken, among all the values
that its node would try in turn. So a name means the same to every kernel, in every process and on every machine, and
names in order are subtrees in search order.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any, Final, Self

import attrs

from clew.errors import OptionError, ProblemError
from clew.outcome import LimitReached, Status
from clew.problem.origins import portable

SLICE: Final = 0.2
"""Seconds after which a worker begins no other subtree and returns its results, by default."""

NAME: Final = re.compile(r"(?:(\d+):)?(?:root|(\d+(?:\.\d+)*))", re.ASCII)
"""The name of a subtree: its part, if that is not 0, and its path."""

Key = tuple[int, tuple[int, ...]]
"""Part and path, which identify a subtree. Keys in order are subtrees in search order."""


@attrs.frozen
class Subtree:
    """A part of a search tree.

    Attributes:
        path: for each level from the root the rank of the value taken, 0 for the first one tried. Values that turn
            out to be dead ends count.
        part: the number of the tree, if a search has several (see `Part`); 0 otherwise.
        multiplicity: how many subtrees it stands for, itself included.
        weight: its share of the tree. The root weighs 1; children that live share their parent's weight evenly. So
            the weights of all subtrees, and of the nodes expanded by cutting, add up to exactly 1.
    """

    path: tuple[int, ...] = ()
    part: int = 0
    multiplicity: int = 1
    weight: Fraction = Fraction(1)

    @property
    def key(self) -> Key:
        """Its identity."""
        return self.part, self.path

    @property
    def name(self) -> str:
        """Its name as users read and write it: `0.3.1`; `root` for the whole tree, `2:0.3.1` in another part."""
        way = ".".join(map(str, self.path)) or "root"
        return f"{self.part}:{way}" if self.part else way

    @classmethod
    def named(cls, name: str | Sequence[int]) -> Self:
        """The subtree of a name, or of a path.

        Raises:
            OptionError: it is none.
        """
        if not isinstance(name, str):
            if min(name, default=0) >= 0:
                return cls(tuple(name))
        elif found := NAME.fullmatch(name):
            part, way = found.groups()
            return cls(tuple(map(int, way.split("."))) if way else (), int(part or 0))
        raise OptionError(f"a subtree is named by ranks from 0, such as 0.3.1, not by {name!r}")


def first_line(error: BaseException) -> str:
    """The first line of the message of an error."""
    return str(error).partition("\n")[0]


def is_below(key: Key, other: Key) -> bool:
    """Whether a subtree is part of another one, or is that one."""
    return key[0] == other[0] and key[1][: len(other[1])] == other[1]


@attrs.frozen
class Part:
    """A tree among several that are searched together, such as a part that symmetries cut.

    Attributes:
        domains, done: its root: the domains, and the guards of the lanes done.
        multiplicity: how many parts it stands for, itself included.
        share: its share of all that is searched.
    """

    domains: int
    done: int
    multiplicity: int = 1
    share: Fraction = Fraction(1)


@attrs.frozen
class Expanded:
    """The nodes that cutting expanded itself, above the subtrees that it left.

    Attributes:
        nodes_per_level: the nodes expanded, the root's level first.
        failures: their values that the inference rejected.
        weight: that of the nodes among them that have no child left: a part of the tree that is finished.
    """

    nodes_per_level: tuple[int, ...] = ()
    failures: int = 0
    weight: Fraction = Fraction(0)

    def __add__(self, other: Expanded) -> Expanded:
        return Expanded(
            tuple(map(sum, zip_longest(self.nodes_per_level, other.nodes_per_level, fillvalue=0))),
            self.failures + other.failures,
            self.weight + other.weight,
        )


@attrs.frozen
class SubtreeResult:
    """The result of searching a subtree.

    Attributes:
        subtree: which one.
        nodes_per_level: the nodes entered, by level of the whole tree; trailing zeros left out.
        failures: values that the inference rejected.
        solutions: how many solutions were found, each counted once whatever the subtree's multiplicity.
        payload: if solutions are only counted, their number. Otherwise those of them that the strategy needs, in
            search order, each as the tuple of its values in the order of declaration; as a dictionary if some
            variables were never declared.
        exhausted: whether the whole subtree was walked, and not left as soon as enough was known.
        seconds: the time that it took.
        kernel: the kernel that searched it.
        worker: the process that searched it: its host and its number.
        status: why the search ended: complete, too many nodes or solutions, or another reason that ends the run too.
        repeats: whether much of it was known from equal parts before: cut, it would be searched again and again.
    """

    subtree: Subtree
    nodes_per_level: tuple[int, ...]
    failures: int
    solutions: int
    payload: Any
    exhausted: bool = True
    seconds: float = 0.0
    kernel: str = ""
    worker: str = ""
    status: Status = Status.COMPLETE
    repeats: bool = False

    @property
    def nodes(self) -> int:
        """How many nodes were entered."""
        return sum(self.nodes_per_level)

    @property
    def found(self) -> int:
        """How many solutions were found, each counted once for each subtree that this one stands for."""
        return self.solutions * self.subtree.multiplicity

    @property
    def end(self) -> BaseException:
        """The exception that ends the run; `INTERRUPTED` is Ctrl-C that reached the worker itself."""
        return KeyboardInterrupt() if self.status is Status.INTERRUPTED else LimitReached(self.status)


@attrs.frozen
class TaskTerms:
    """How far a worker goes.

    Attributes:
        nodes: a subtree of more nodes is too large; None for any number.
        solutions: so is one of more solutions, if they are listed.
        left: nodes that may be entered before a limit strikes; None for any number.
        slot: the slot of the board into which a worker writes how far the task is; -1 for none.
        seconds: the time left to the run.
        each: the time for one subtree.
        keep_going: whether to go on behind a subtree that failed.
        known: the solutions of earlier subtrees, which the strategy knows from the beginning.
        slice: after so many seconds a worker begins no other subtree and returns its results.
    """

    nodes: int | None
    solutions: int | None = None
    left: int | None = None
    slot: int = -1
    seconds: float = math.inf
    each: float = math.inf
    keep_going: bool = False
    known: Sequence[Any] = ()
    slice: float = SLICE


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


Report = SubtreeResult | Failed
"""The report of a worker on a subtree."""

"""The outcome of a search: a result, whether it is complete, and its cost."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from clew.errors import ClewError, OptionError
from clew.limits import Stop, resident
from clew.records import frozen

R = TypeVar("R", covariant=True)

WEIGHED: Final = 0.1
"""Seconds between two looks at the memory."""


class Status(Enum):
    """Why a search ended."""

    COMPLETE = "complete"
    """The question is answered."""
    TIME_LIMIT = "time limit"
    NODE_LIMIT = "node limit"
    SOLUTION_LIMIT = "solution limit"
    MEMORY_LIMIT = "memory limit"
    FAILED = "failed subtree"
    """Some part of the search raised or took too long, and the rest was to go on (`keep_going`)."""
    INTERRUPTED = "interrupted"
    """By Ctrl-C."""
    CANCELLED = "cancelled"
    """Its token was set (`cancel`)."""


@frozen
class Limits:
    """When to stop. None of them is set by default.

    Attributes:
        time: seconds from the call on. Looked at between two values tried, and in the loops that declare and compile
            the problem, so a hook is not cut short.
        nodes: nodes entered, the root included.
        solutions: solutions found.
        memory: bytes that the processes of the search hold together. Looked at a few times a second.
    """

    time: float | None = None
    nodes: int | None = None
    solutions: int | None = None
    memory: int | None = None

    def __attrs_post_init__(self) -> None:
        for name, value in vars(self).items():
            whole = name != "time"
            if value is None or (isinstance(value, int if whole else (int, float)) and value >= whole):
                continue
            expected = "a whole number from 1" if whole else "a number of seconds from 0"
            raise OptionError(f"the {name} limit must be {expected}, not {value!r}")

    def after(self, entered: int) -> Limits:
        """The limits that are left when so many nodes have been entered.

        Raises:
            LimitReached: they are as many as may be entered.
        """
        if self.nodes is None:
            return self
        if self.nodes <= entered:
            raise LimitReached(Status.NODE_LIMIT)
        return Limits(self.time, self.nodes - entered, self.solutions, self.memory)


UNLIMITED: Final = Limits()
"""No limit at all."""


@frozen
class Statistics:
    """The counters and the configuration of a search.

    Attributes:
        nodes: partial assignments entered: the inference accepted them. The root is one. Those before restarts count.
        nodes_per_level: the same by level, the root's level 0 first.
        failures: values that the inference rejected; the root, if the given values contradict each other.
        tries: values looked at: each ended in a node or in a failure.
        solutions: complete assignments found.
        max_depth: the deepest level entered.
        seconds: the time that it took.
        inference: how much looking ahead each node paid for.
        variable_order: how the next variable was chosen.
        kernel: the implementation that ran the search.
        kernel_reason: why the engine did not run it; empty if it did, or if another kernel was asked for.
        learned: the `nogoods`, the `literals` in them, the levels `jumped` over, the `restarts`; None without learning.
    """

    nodes_per_level: tuple[int, ...]
    failures: int
    solutions: int
    seconds: float
    inference: str
    variable_order: str = ""
    kernel: str = "python"
    kernel_reason: str = ""
    learned: Any = None

    @property
    def nodes(self) -> int:
        return sum(self.nodes_per_level)

    @property
    def tries(self) -> int:
        return max(0, self.nodes - 1 + self.failures)

    @property
    def max_depth(self) -> int:
        return len(self.nodes_per_level) - 1

    def as_dict(self) -> dict[str, Any]:
        """All of it by name, as the command line prints it in JSON."""
        fields = {name: getattr(self, name) for name in self.__match_args__}
        named = {"nodes": self.nodes, "tries": self.tries, "max_depth": self.max_depth, **fields}
        named |= {"nodes_per_level": list(self.nodes_per_level), "learned": self.learned and vars(self.learned)}
        return {name: value for name, value in named.items() if value or name not in ("kernel_reason", "learned")}

    def _repr_html_(self) -> str:
        from clew.render import html

        rows = []
        for name, value in self.as_dict().items():
            shown = f"{value:.3g}" if isinstance(value, float) else html.shown(value)
            if name == "nodes_per_level":
                numbers = " ".join(map(str, value)) if len(value) <= 40 else f"{len(value)} levels"
                shown = f"{numbers}<br/>{html.bars(value, 'nodes by level')}"
            rows.append((name.replace("_", " "), shown))
        return html.table(rows)


@frozen
class Failure:
    """A part of a search that was not searched.

    Attributes:
        subtree: its name, by which it can be searched alone.
        error: why, in one line.
    """

    subtree: str
    error: str


@frozen
class Outcome(Generic[R]):
    """The end of a search.

    Attributes:
        result: the strategy's result for the solutions found.
        status: complete, or what stopped the search.
        exhausted: whether the whole tree was walked, so that there is no other solution.
        statistics: the cost of the search.
        failures: the parts that were not searched, if the others went on without them.
        bound: a value that no solution improves on, for a search for the best; None if that is not known.
    """

    result: R
    status: Status
    exhausted: bool
    statistics: Statistics
    failures: tuple[Failure, ...] = ()
    bound: Any = None

    @property
    def is_complete(self) -> bool:
        """Whether the question is answered; if not, `status` says what stopped the search."""
        return self.status is Status.COMPLETE

    def _repr_html_(self) -> str:
        from clew.render import html

        left = "the whole tree was walked" if self.exhausted else "there may be more"
        rows = [("result", html.shown(self.result)), ("status", f"{self.status.value}; {left}")]
        return html.table([*rows, ("statistics", html.shown(self.statistics))])


class LimitReached(Exception):
    """Ends the loop from within; never leaves clew."""

    def __init__(self, status: Status, result: Any = ()) -> None:
        super().__init__(status.value)
        self.status, self.result = status, result


class CutoffReached(Exception):
    """A run reached its cutoff; never leaves clew."""


def check_stops(stops: Sequence[Stop]) -> None:
    """See to it that a search ends if any of these is set.

    Raises:
        LimitReached: one is.
    """
    for stop in stops:
        if stop.is_set():
            raise LimitReached(Status.CANCELLED)


class Clock:
    """Tells when the time is up without asking the system at every turn.

    It asks at the first turn, then doubles its `stride`, the turns between two questions, while they come less than a
    millisecond apart, so slow hooks are watched closely and fast ones cost next to nothing.

    Args:
        deadline: when the time is up, by `time.perf_counter`.
        memory: how many bytes this process may hold; None for any number.
        stops: any of them cancels the search when it is set. They are looked at in every turn.
    """

    __slots__ = ("_asked", "_deadline", "_stops", "_turns", "_weighed", "memory", "stride")

    def __init__(self, deadline: float, memory: int | None = None, stops: Sequence[Stop] = ()) -> None:
        self._deadline, self.memory, self._stops = deadline, memory, stops
        self._asked = self._weighed = time.perf_counter()
        self.stride = self._turns = 1

    @classmethod
    def of(cls, limits: Limits, stops: Sequence[Stop] = ()) -> Clock | None:
        """The clock of a call that begins now; None if it needs none."""
        if limits.time is None and limits.memory is None and not stops:
            return None
        return cls(math.inf if limits.time is None else time.perf_counter() + limits.time, limits.memory, stops)

    def is_up(self) -> bool:
        """Whether the time is up.

        Raises:
            LimitReached: the search is cancelled, or the process holds too much memory.
        """
        check_stops(self._stops)
        self._turns -= 1
        if self._turns:
            return False
        now = time.perf_counter()
        if now - self._asked < 0.001:
            self.stride *= 2
        elif self.stride > 1 and now - self._asked > 0.01:
            self.stride //= 2
        self._turns, self._asked = self.stride, now
        return self.looked(now)

    def look(self) -> None:
        """Ask the system.

        Raises:
            LimitReached: the time is up, the search is cancelled, or the process holds too much memory.
        """
        check_stops(self._stops)
        if self.looked(time.perf_counter()):
            raise LimitReached(Status.TIME_LIMIT)

    def looked(self, now: float) -> bool:
        """Whether the time is up. Measures the memory now and then."""
        if self.memory is not None and now >= self._weighed:
            if resident() > self.memory:
                raise LimitReached(Status.MEMORY_LIMIT)
            self._weighed = now + WEIGHED
        return now >= self._deadline


class Stopped(ClewError):
    """A limit struck before the answer was known, or the search was cancelled.

    Attributes:
        outcome: the result until then, with its status and statistics.
    """

    def __init__(self, outcome: Outcome[Any]) -> None:
        how = "cancelled" if outcome.status is Status.CANCELLED else f"stopped by a {outcome.status.value}"
        super().__init__(f"{how} before the answer was known")
        self.outcome = outcome

    def __reduce__(self) -> tuple[type[Stopped], tuple[Outcome[Any]]]:
        return type(self), (self.outcome,)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search whose answer was not known yet: a KeyboardInterrupt, at which a program stops.

    Attributes:
        outcome: the result until then, with its status and statistics.
        optimum: of `clew.best`, the `Optimum` until then; None of other questions.
    """

    def __init__(self, outcome: Outcome[Any], optimum: Any = None) -> None:
        super().__init__("interrupted before the answer was known")
        self.outcome, self.optimum = outcome, optimum

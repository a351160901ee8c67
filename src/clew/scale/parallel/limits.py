"""The limits of a run: its policy, made of the options of a call, and the clock by which each worker keeps it.

A worker reports when its task ends. Until then it writes on a board how far it is, in numbers and no more than numbers:
the progress of a search needs no messages.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, MutableSequence, Sequence
from importlib.util import find_spec
from typing import Final

import attrs

from clew.errors import OptionError
from clew.limits import Cancel, Stop
from clew.options import Cutting, Options, jobs_of, learns
from clew.outcome import Clock, LimitReached, Limits, Status
from clew.planning.validation import parts_of
from clew.reference.search.variable_order import LEARNING
from clew.scale.parallel.subtree import TaskTerms
from clew.state.counters import Counters

WRITES: Final = 0.1
"""Seconds between two times that a worker writes how far it is."""

SLOT: Final = 3
"""Numbers that a worker writes: those of its standing."""

SLOTS: Final = 1024
"""Tasks on a board; of more that are under way at a time, as hundreds of workers have, the progress is not shown."""

CELLS: Final = SLOTS * SLOT
"""Numbers on a board."""

MOST: Final = 10**300
"""Numbers that are written are floating-point numbers, so they are not larger."""


@attrs.frozen
class Policy:
    """The limits of a run, and how it treats its subtrees.

    Attributes:
        limits: when to stop.
        until: when it must end, by `time.perf_counter`.
        in_order: whether results are wanted in search order.
        keep_going: whether to go on behind a subtree that failed.
        each: the seconds for one subtree.
        cutting: how to cut.
        divides: whether a subtree that is too large is cut again.
        is_kept: whether a later run may go on from its journal.
        stops: the run ends when any of these is set.
    """

    limits: Limits
    until: float
    in_order: bool
    keep_going: bool
    each: float
    cutting: Cutting
    divides: bool
    is_kept: bool
    stops: Sequence[Cancel]

    @classmethod
    def of(cls, options: Options, started: float, stops: Sequence[Cancel], *, is_kept: bool) -> Policy:
        """The policy that some options ask for.

        Args:
            options: see `Options`.
            started: when the run began, by `time.perf_counter`.
            stops: tokens that end the run.
            is_kept: whether a later run may go on from its journal.

        Raises:
            OptionError: an option is none, or does not go with workers.
        """
        limits, each = options.get("limits") or Limits(), options.get("subtree_timeout")
        policy = cls(
            limits,
            started + (math.inf if limits.time is None else limits.time),
            options.get("in_order", True),
            bool(options.get("keep_going")),
            math.inf if each is None else each,
            options.get("cutting") or Cutting(),
            options.get("subtree") is None,
            is_kept,
            stops,
        )
        policy._check(options)
        return policy

    def _check(self, options: Options) -> None:
        """Check the options, and that they go with workers; the limits were checked before."""
        jobs_of(options)  # rejects a wrong number of workers, even if none is ever started
        cutting, each, executor = self.cutting, self.each, options.get("executor")
        if not isinstance(cutting, Cutting):
            raise OptionError(f"cutting must be clew.Cutting(subtrees=..., nodes=...), not {cutting!r}")
        if not isinstance(each, (int, float)) or each <= 0:
            raise OptionError(f"subtree_timeout must be a number of seconds, not {each!r}")
        if executor is not None and not is_dask(executor) and not callable(getattr(executor, "submit", None)):
            raise OptionError(f"executor must be a concurrent.futures.Executor or a Dask cluster, not {executor!r}")
        if options.get("observers"):
            raise OptionError("observers see one search in one process: leave them out, or leave out jobs and executor")
        if any("wdeg" in parts[1:] for parts in parts_of(options.get("search"))):
            raise OptionError("search: 'wdeg' learns as it goes along one way: choose mrv")
        if options.get("variable_order") in LEARNING:
            raise OptionError(
                f"variable order {options['variable_order']!r} learns as it goes along one way: choose mrv"
            )
        if learns(options):
            raise OptionError("a search that learns goes along one way: leave out jobs, executor and checkpoint")
        if not self.divides and self.limits.nodes is not None:
            raise OptionError("a subtree is searched without a limit on nodes: leave one of them out")


def is_dask(executor: object) -> bool:
    """Whether an executor stands for a Dask cluster: a client, or the executor of one, or the address of one.

    Raises:
        OptionError: it is an address, and Dask is not installed.
    """
    if isinstance(executor, str):
        if find_spec("distributed") is None:
            raise OptionError(f"executor {executor!r} needs Dask: pip install 'clewpy[dask]'")
        return True
    return any(kind.__module__.partition(".")[0] == "distributed" for kind in type(executor).__mro__)


class SubtreeClock(Clock):
    """Ends the search of a subtree: when it has too many nodes, when its time is up, when the run is over.

    Args:
        stops: one of them is set when the run is over.
        terms: how far to go.
        until: the end of the run, by `time.perf_counter`.
        write: writes how far the search is.

    Attributes:
        counters: those of the search, when it has begun.
        nodes: more nodes are too many.
    """

    __slots__ = ("_due", "_write", "_written", "counters", "nodes")

    def __init__(self, stops: Sequence[Stop], terms: TaskTerms, until: float, write: Callable[[], None]) -> None:
        super().__init__(until, stops=stops)
        self._written = time.perf_counter()
        self._due = self._written + terms.each
        self._write = write
        self.counters, self.nodes = Counters(), math.inf

    def check_size(self) -> None:
        """End the search if it has too many nodes.

        Raises:
            LimitReached: it has.
        """
        if sum(self.counters.nodes_per_level) > self.nodes:
            raise LimitReached(Status.NODE_LIMIT)

    def is_up(self) -> bool:
        """Whether the time of the run is up; the size is looked at in every turn, so that no clock decides on it."""
        self.check_size()
        return super().is_up()

    def looked(self, now: float) -> bool:
        """Whether the time of the run is up.

        Raises:
            LimitReached: the status is `FAILED`, because the time for one subtree is up, or the search is cancelled.
        """
        if now >= self._due:
            raise LimitReached(Status.FAILED)
        if now - self._written > WRITES:
            self._written = now
            self._write()
        return super().looked(now)


@attrs.frozen
class Standing:
    """How far a task is, or several together.

    Attributes:
        behind: the share of the whole tree that is left behind.
        nodes: nodes entered.
        solutions: solutions found.
    """

    behind: float = 0.0
    nodes: int = 0
    solutions: int = 0

    def __add__(self, other: Standing) -> Standing:
        return Standing(self.behind + other.behind, self.nodes + other.nodes, self.solutions + other.solutions)


class ProgressBoard:
    """Each task that is under way writes into a slot of its own here, in memory that processes may share.

    Args:
        cells: the slots, one after the other, all of them 0 at first.
    """

    def __init__(self, cells: MutableSequence[float]) -> None:
        self._cells = cells

    def write(self, slot: int, standing: Standing) -> None:
        """Write how far a task is, in place of anything that was written before; -1 stands for no slot."""
        start = SLOT * slot
        if 0 <= start < len(self._cells):
            self._cells[start : start + SLOT] = [min(number, MOST) for number in attrs.astuple(standing)]

    def total(self) -> Standing:
        """How far all tasks are together, as far as they have written."""
        behind, nodes, solutions = (sum(self._cells[k::SLOT]) for k in range(SLOT))
        return Standing(float(behind), int(nodes), int(solutions))

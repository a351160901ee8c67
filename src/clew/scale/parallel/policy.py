"""The policy of a run: its limits, and how it treats its subtrees; made of the options of a call."""

from __future__ import annotations

import math
from collections.abc import Sequence

import attrs

from clew.errors import OptionError
from clew.limits import Cancel
from clew.options import Cutting, Options, jobs_of
from clew.outcome import Limits
from clew.reference.search.variable_order import LEARNING
from clew.scale.parallel.pool import is_dask


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
        """Refuse options that are none, or that do not go with workers; the limits were checked before."""
        jobs_of(options)  # refuses a wrong number of workers, even if none is ever started
        cutting, each, executor = self.cutting, self.each, options.get("executor")
        if not isinstance(cutting, Cutting):
            raise OptionError(f"cutting must be clew.Cutting(subtrees=..., nodes=...), not {cutting!r}")
        if not isinstance(each, (int, float)) or each <= 0:
            raise OptionError(f"subtree_timeout must be a number of seconds, not {each!r}")
        if executor is not None and not is_dask(executor) and not callable(getattr(executor, "submit", None)):
            raise OptionError(f"executor must be a concurrent.futures.Executor or a Dask cluster, not {executor!r}")
        if options.get("observers"):
            raise OptionError("observers see one search in one process: leave them out, or leave out jobs and executor")
        if options.get("variable_order") in LEARNING:
            raise OptionError(
                f"variable order {options['variable_order']!r} learns as it goes along one way: choose mrv"
            )
        if not self.divides and self.limits.nodes is not None:
            raise OptionError("a subtree is searched without a limit on nodes: leave one of them out")

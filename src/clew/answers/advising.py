"""After a limit ended a search: a level and an ordering with which a short run goes further."""

from __future__ import annotations

import time
from itertools import product
from typing import Any, Final, Unpack

from clew.errors import OptionError
from clew.options import Options
from clew.outcome import LimitReached, Limits, Status
from clew.planning.walking import Walk, searched
from clew.problem.problem import AnyProblem
from clew.strategies import Count, Strategy

SHORT: Final = 1000
"""Nodes of each run."""

FURTHER: Final = 10
"""A run is worth naming if it leaves at least so many times as much of the tree behind at a node."""

CLEARLY: Final = 2
"""One with a stronger level is named instead if that is so many times as much again, because its nodes take longer."""

SECONDS: Final = 2.0
"""Seconds for all runs together: one that has not ended by then counts for nothing, because a hook may take long."""

LEVELS: Final = ("forward", "unit", "arc")
ORDERS: Final = ("static", "mrv", "degree", "wdeg")
KEPT: Final = ("given", "assume", "inference", "variable_order", "value_order", "search", "seed", "kernel")
"""The options of the search that its short runs have too."""


def advice(problem: AnyProblem, strategy: Strategy[Any] | None = None, **options: Unpack[Options]) -> str:
    """A level and an ordering that are worth trying for a search that a limit ended, in one line.

    The search begins again for 1,000 nodes, with its own options, and with each level and ordering that it can have:
    about a second in all, never more than two. A level and an ordering are named if their run ends with the answer,
    or leaves ten times as much of the tree behind as that with the search's own options; the part left behind is that
    by which a search reports its progress.

    Args:
        problem: the problem.
        strategy: how the search turned the solutions into a result; by default it counted them.
        options: those of the search; limits, observers and workers make no difference.

    Returns:
        The line; empty if no short run goes much further, or that with the search's own options ends.

    Raises:
        OptionError: an option does not fit.
    """
    strategy = Count() if strategy is None else strategy
    kept: Any = {name: options.get(name) for name in KEPT if name in options}
    until = time.perf_counter() + SECONDS
    own, nodes = _reached(problem, strategy, kept, until)
    least, line = min(FURTHER * (own or 1 / SHORT), 1.0) / nodes, ""
    for level, order in product(LEVELS, ORDERS) if own < 1 else ():
        trial: Any = {**kept, "inference": level, "variable_order": order, "search": None}
        try:
            part, nodes = _reached(problem, strategy, trial, until)
        except OptionError:
            continue  # the problem lacks what it needs, or the ordering learns
        if part / nodes >= least:
            least = CLEARLY * part / nodes
            ends = "ends with the answer" if part == 1 else f"leaves {part:.2g} of the tree behind, not {own:.2g}"
            line = f"inference {level}, variable order {order}: a run of {nodes:,} nodes {ends}"
    return line


def _reached(problem: AnyProblem, strategy: Strategy[Any], options: Options, until: float) -> tuple[float, int]:
    """The part of the tree that a short run leaves behind, 1 if it ends with the answer; and its nodes."""
    seconds = max(until - time.perf_counter(), 0.0)
    try:
        run = Walk(problem, {**options, "limits": Limits(nodes=SHORT, time=seconds)}, strategy)
    except LimitReached:  # while the model was compiled
        return 0.0, SHORT
    outcome = searched(problem, strategy, options, run)
    if outcome.is_complete:
        return 1.0, max(1, outcome.statistics.nodes)
    position = run.counters.position if outcome.status is Status.NODE_LIMIT else None
    return (position()[0] if position else 0.0), SHORT

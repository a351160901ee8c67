"""Watching a search: its events in words, as lines of text or in a player for the terminal; its tree as a file.

The rest of the package is loaded when a search is watched: `import clew` should not pay for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Unpack

from clew.errors import warn_of_former_name
from clew.problem.origins import surfacing

if TYPE_CHECKING:
    from clew.options import Options
    from clew.problem.problem import Problem
    from clew.strategies import Strategy
    from clew.watch.trace.lines import Lines, StepLimitReached
    from clew.watch.trace.story import Step, Story
    from clew.watch.trace.tree import SearchTree

__all__ = ["Lines", "Step", "StepLimitReached", "Story", "search_tree"]


def __getattr__(name: str) -> Any:
    if name == "StepsTold":
        warn_of_former_name("clew.watch.trace.StepsTold", "clew.watch.trace.StepLimitReached")
        name = "StepLimitReached"
    homes = {"Lines": "lines", "StepLimitReached": "lines", "Step": "story", "Story": "story"}
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{homes[name]}"), name)


@surfacing()
def search_tree(
    problem: Problem[Any, Any],
    strategy: Strategy[Any] | None = None,
    *,
    most: int = 100_000,
    deepest: int | None = None,
    **options: Unpack[Options],
) -> SearchTree:
    """Search a problem and record the tree of the search.

    The search is not cut short: nodes beyond the bounds are counted and not recorded.

    Args:
        problem: what to search.
        strategy: what to look for; the first solution by default. `clew.All()` searches the whole tree.
        most: how many tries to record: nodes and dead ends together.
        deepest: how many levels below the root to record; all by default.
        options: see `Options`.

    Raises:
        OptionError: an option does not exist or does not fit the problem.
    """
    from clew.watch.trace.recording import record

    return record(problem, strategy, most, deepest, options)

"""Watching a search: its events in words, as lines of text or in a player for the terminal; its tree as a file.

The rest of the package is loaded when a search is watched: `import clew` should not pay for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import warn_of_former_name
from clew.exports import exports

if TYPE_CHECKING:
    from clew.watch.trace.lines import Lines, StepLimitReached
    from clew.watch.trace.recording import search_tree
    from clew.watch.trace.story import Step, Story

__all__ = ["Lines", "Step", "StepLimitReached", "Story", "search_tree"]


_named, _ = exports(__name__, {"lines": "Lines StepLimitReached", "recording": "search_tree", "story": "Step Story"})


def __getattr__(name: str) -> Any:
    if name == "StepsTold":
        warn_of_former_name("clew.watch.trace.StepsTold", "clew.watch.trace.StepLimitReached")
        name = "StepLimitReached"
    return _named(name)

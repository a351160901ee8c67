"""Events: the reports of a running search, one frozen event after the other (see `clew.problem.events`)."""

from clew.problem.events import (
    BacktrackEvent,
    DeadEndEvent,
    Event,
    NodeEvent,
    Observer,
    PruneEvent,
    RestartEvent,
    SolutionEvent,
    TryEvent,
)

__all__ = [
    "BacktrackEvent",
    "DeadEndEvent",
    "Event",
    "NodeEvent",
    "Observer",
    "PruneEvent",
    "RestartEvent",
    "SolutionEvent",
    "TryEvent",
]

"""What a search reports while it runs, one frozen event after the other.

A search without observers makes none of these and pays nothing for them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from clew.state import State


@attrs.frozen
class Event:
    """Something that happened at a node of the search tree.

    Attributes:
        state: the node.
    """

    state: State[Any, Any]


@attrs.frozen
class NodeEvent(Event):
    """The search entered a node: a partial assignment that the inference accepts."""


@attrs.frozen
class TryEvent(Event):
    """At this node a value is looked at."""

    variable: Hashable
    value: Hashable


@attrs.frozen
class PruneEvent(Event):
    """The inference removed values, given as (variable, value) pairs. The state is the pruned one."""

    values: tuple[tuple[Hashable, Hashable], ...]


@attrs.frozen
class DeadEndEvent(Event):
    """The value tried last is refused: a failure. The state is the one in which it was tried."""

    variable: Hashable
    value: Hashable


@attrs.frozen
class SolutionEvent(Event):
    """The node is a complete assignment: a solution."""


@attrs.frozen
class BacktrackEvent(Event):
    """The values of this node's variable are used up: the search goes back to the node above."""

    variable: Hashable


Observer = Callable[[Event], object]
"""Whoever wants to know: a function that takes an event. What it raises surfaces."""

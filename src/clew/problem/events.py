"""Events: the reports of a running search, one frozen event after the other.

A search without observers makes none of these and pays nothing for them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, Protocol

import attrs

from clew.errors import warn_of_former_name

if TYPE_CHECKING:
    from clew.constraints.base import Constraint
    from clew.state.state import AnyState

__all__ = [
    "BackjumpEvent",
    "BacktrackEvent",
    "DeadEndEvent",
    "Event",
    "NodeEvent",
    "NogoodEvent",
    "Observer",
    "PruneEvent",
    "RestartEvent",
    "SolutionEvent",
    "TryEvent",
]

Pairs = tuple[tuple[Hashable, Hashable], ...]


class PropagationStep(Protocol):
    """A step of propagation that pruned values, or met a dead end.

    Attributes:
        network: the network that pruned them; None if a problem has hooks alone.
        before: the domains before the step.
        bits: the values, as bits of the variables' lanes; 0 for a dead end.
    """

    @property
    def network(self) -> Any: ...

    @property
    def before(self) -> int: ...

    @property
    def bits(self) -> int: ...

    def explanation(self, values: Iterable[tuple[Hashable, Hashable]] = ()) -> Pairs | None:
        """The (variable, value) pairs ruled out before that imply it; None if no constraint did it."""


@attrs.frozen
class Event:
    """Something that happened at a node of the search tree.

    Attributes:
        state: the node.
    """

    state: AnyState


@attrs.frozen
class NodeEvent(Event):
    """The search entered a node: a partial assignment that the inference accepts."""


@attrs.frozen
class TryEvent(Event):
    """At this node a value is looked at."""

    variable: Hashable
    value: Hashable


class _Explained(Event):
    """An event that follows from values ruled out before."""

    __slots__ = ()
    explanation: Callable[..., Pairs | None]

    def missing(self, *values: tuple[Hashable, Hashable]) -> Pairs | None:
        """The former name of `explanation`."""
        kind = type(self).__name__
        warn_of_former_name(f"{kind}.missing", f"{kind}.explanation")
        return self.explanation(*values)


@attrs.frozen
class PruneEvent(_Explained):
    """A constraint, or a hook, ruled out values. The state is the one after that: a domain in it may be empty.

    Inference before the first decision is reported before the root is entered.

    Attributes:
        values: the (variable, value) pairs that were ruled out.
        constraint: the constraint that ruled them out; None if it was a hook, a value that is given, or a nogood.
        others: the constraints that it takes besides: several together may leave a value without support.
        step: the step of propagation that did it.
        nogood: the nogood that ruled them out, if one did: (variable, value) pairs of which one is taken.
    """

    values: Pairs
    constraint: Constraint | None = None
    others: tuple[Constraint, ...] = ()
    step: PropagationStep | None = attrs.field(default=None, eq=False, repr=False)
    nogood: Pairs = ()

    def explanation(self, *values: tuple[Hashable, Hashable]) -> Pairs | None:
        """The (variable, value) pairs ruled out before that, together with the constraints, imply this pruning.

        They are computed by this call, which costs about as many calls of a propagator as there are pairs.

        Args:
            values: some of the values that were ruled out; all of them by default.

        Returns:
            The pairs; None if no constraint did it, or if the event comes from another process.

        Raises:
            ValueError: one of the values was not ruled out here.
        """
        if self.nogood:
            own = {variable for variable, _ in self.values}
            return tuple(pair for pair in self.nogood if pair[0] not in own)
        return None if self.step is None else self.step.explanation(values or self.values)


@attrs.frozen
class DeadEndEvent(_Explained):
    """The value tried last is rejected: a failure. The state is the one in which it was tried.

    Variable and value are None if the root is rejected, before any was tried.

    Attributes:
        constraint: the constraint that rejected it; None if it was a hook.
        step: the step of propagation that did it.
    """

    variable: Hashable
    value: Hashable
    constraint: Constraint | None = None
    step: PropagationStep | None = attrs.field(default=None, eq=False, repr=False)

    def explanation(self) -> Pairs | None:
        """The (variable, value) pairs ruled out before that imply the dead end (see `PruneEvent.explanation`).

        Their absence and the constraint alone imply the dead end: all values of a variable if it has none left, those
        that reject the value if this was judged (as `check` does), or was pruned before it was given.
        """
        return None if self.step is None else self.step.explanation()


@attrs.frozen
class SolutionEvent(Event):
    """The node is a complete assignment: a solution."""


@attrs.frozen
class BacktrackEvent(Event):
    """The values of this node's variable are used up: the search goes back to the node above."""

    variable: Hashable


@attrs.frozen
class BackjumpEvent(BacktrackEvent):
    """The search jumps back over this node, with values left to try: the nogood that it has learned prunes above."""


@attrs.frozen
class NogoodEvent(Event):
    """The search has learned from a dead end, or from a solution, which it is not to find again.

    Attributes:
        variable, value: the latest decision that was tried.
        nogood: the (variable, value) pairs that cannot all be missing, so that one of them is taken. Variables of which
            the root has decided are left out. There are none if no further solution exists.
        is_solution: whether it was a solution.
    """

    variable: Hashable
    value: Hashable
    nogood: Pairs
    is_solution: bool


@attrs.frozen
class RestartEvent(Event):
    """The search met too many dead ends: it gives up and restarts, from this state."""


Observer = Callable[[Event], object]
"""A function that is called with each event. Its exceptions surface."""

"""Constraints that read their scope value by value: automata that may be made as they run."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from math import inf
from typing import Any, ClassVar

from clew.constraints.base import OPEN, Constraint, Values
from clew.constraints.names import hashable
from clew.constraints.primitives import Primitive, Reading
from clew.errors import called_with
from clew.limits import looking
from clew.records import compared, frozen


@called_with("give the variables as one collection")
@frozen
class Stepwise(Constraint):
    """A constraint that reads its scope from the first variable to the last and remembers little.

    It is an automaton that may be made as it runs: `start`, then `step` for each value, then `accepts`. Its memory must
    be hashable; the fewer different memories there are, the cheaper its propagation, which keeps just the values that
    lie on an accepted path (Pesant, A regular language membership constraint for finite sequences of variables, 2004).

    Attributes:
        shareable: whether constraints that differ in their scopes alone may share one automaton, because `start`,
            `step` and `accepts` never look at the scope's variables, only at how many they are. Then the rows of a
            grid, say, share what propagation has computed. The earlier name, `alike`, is still understood.
        in_any_order: whether the answer is the same in whatever order the values come. Then, if the variables differ,
            propagation looks at the sets of values that they take together.
    """

    partial = True
    shareable: ClassVar[bool] = False
    in_any_order: ClassVar[bool] = False

    def start(self) -> Hashable:
        """The memory before the first value."""
        raise NotImplementedError(f"{type(self).__name__} needs start()")

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        """The memory after one more value; None if no continuation can be accepted.

        Args:
            memory: the memory before the value.
            position: which variable of the scope is read, from 0.
            value: its value.
        """
        raise NotImplementedError(f"{type(self).__name__} needs step(memory, position, value)")

    def accepts(self, memory: Any) -> bool:
        """Whether the sequence is accepted, now that all of it was read."""
        return True

    def consistent(self, values: Values) -> bool:
        """Whether the values before the first open one can be read."""
        memory: Any = self.start()
        for position, value in enumerate(values):
            if value is OPEN:
                return True
            memory = self.step(memory, position, value)
            if memory is None:
                return False
        return self.accepts(memory)

    def opposite(self) -> Constraint | None:
        return Rejecting(self)

    def primitives(self) -> Iterable[Primitive]:
        return (Reading(self),)


@frozen(init=False)
class Rejecting(Stepwise):
    """The values are read, and not accepted.

    Args:
        of: reads them.
    """

    of: Stepwise

    def __init__(self, of: Stepwise) -> None:
        self.__attrs_init__(of.scope, of)

    def holds(self, values: Values) -> bool:
        return not self.of.holds(values)

    def start(self) -> Hashable:
        return (self.of.start(),)

    def step(self, memory: Any, position: int, value: Any) -> Hashable | None:
        """The memory of the other in a tuple, which is empty from the step on that it cannot go."""
        after = self.of.step(memory[0], position, value) if memory else None
        return () if after is None else (after,)

    def accepts(self, memory: Any) -> bool:
        return not (memory and self.of.accepts(*memory))


def share_key(constraint: Stepwise, domains: Sequence[tuple[Any, ...]]) -> Hashable:
    """Equal for constraints that may share an automaton; None for one that shares nothing."""
    if not _is_shareable(constraint):
        return None
    kind: Any = type(constraint)
    fields = [getattr(constraint, name) for name in distinguished(kind)]
    distinct = {id(domain): domain for domain in domains}
    described = {number: (*domain, *map(type, domain)) for number, domain in distinct.items()}
    of_each = described.values() if len(described) == 1 else [described[id(domain)] for domain in domains]
    key = kind, *fields, len(domains), *of_each
    return key if hashable(key) else None


def _is_shareable(constraint: Stepwise) -> bool:
    """The attribute `shareable` of the class, or its earlier name `alike`: the nearer of the two counts."""
    names = (name for kind in type(constraint).__mro__ for name in ("shareable", "alike") if name in vars(kind))
    return bool(getattr(constraint, next(names)))


@lru_cache(maxsize=64)  # a class of a file that is loaded anew must not stay
def distinguished(kind: type[Constraint]) -> tuple[str, ...]:
    """The fields in which constraints of a kind differ, beside their scopes."""
    return tuple(name for name in compared(kind) if name not in ("scope", "label"))


Row = tuple[tuple[int, int], ...]
"""The steps from a state: for each the place of its value in the domain, and the number of the state after it."""


def unrolled(
    start: Callable[[], Any],
    step: Callable[[Any, int, Any], Any],
    accepts: Callable[[Any], Any],
    domains: Sequence[tuple[Any, ...]],
    most: float = inf,
    merges: bool = True,
) -> list[list[Row]] | None:
    """The states on the paths to acceptance before each variable, and after the last one; each as its steps.

    Forward, whatever can be remembered becomes a state. Backward, states from which no accepting one is reached are
    left out, and states with the same steps become one. So a sum of twenty variables is a short table for each of them.

    Args:
        start: as that of a `Stepwise`.
        step: likewise; each step is asked for once.
        accepts: likewise.
        domains: the values of each variable.
        most: how many steps there may be.
        merges: whether states with the same steps become one; otherwise each is that of one memory.

    Returns:
        The states, one at the start and, if they are merged, one at the end, or none anywhere; None if there are too
        many steps.
    """
    layers = []
    memories, number = {start(): 0}, 0
    for position, domain in enumerate(domains):
        after: dict[Any, int] = {}
        rows = []
        for memory in looking(memories):
            row = [
                (place, after.setdefault(then, len(after)))
                for place, value in enumerate(domain)
                if (then := step(memory, position, value)) is not None
            ]
            rows.append(row)
            if (number := number + len(row)) > most:
                return None
        layers.append(rows)
        memories = after
    return _useful(layers, [k for k, memory in enumerate(memories) if accepts(memory)], merges)


def _useful(layers: list[list[list[tuple[int, int]]]], accepting: list[int], merges: bool) -> list[list[Row]]:
    """The layers without states from which no accepting one is reached; those with the same steps may be one."""
    merged = {state: 0 if merges else k for k, state in enumerate(accepting)}
    useful: list[list[Row]] = [[()] * len({*merged.values()})]
    for rows in reversed(layers):
        kept: dict[tuple[Row, int], int] = {}
        here = {}
        for state, row in looking(enumerate(rows)):
            left = tuple([(place, merged[after]) for place, after in row if after in merged])
            if left:
                here[state] = kept.setdefault((left, 0 if merges else state), len(kept))
        useful.append([row for row, _ in kept])
        merged = here
    return useful[::-1]

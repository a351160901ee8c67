"""The propagator that gives each variable a value of its own, by matchings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import Any

from clew.constraints.primitives import Distinct
from clew.reference.propagation.propagator import Propagator
from clew.state.lanes import AnyLanes, places_of


class MatchingPropagator(Propagator):
    """Keeps the values that are part of a matching of the variables with what must differ.

    Régin, A filtering algorithm for constraints of difference in CSPs, 1994.
    """

    cost = 5
    is_idempotent = True

    def __init__(self, primitive: Distinct, lanes: AnyLanes) -> None:
        super().__init__(primitive.source, lanes)
        self.primitive = primitive

    @cached_property
    def _targets(self) -> list[list[int]]:
        """For each variable the targets of its values, as bits.

        An exception may occur any number of times: it is a different target for each variable.
        """
        number: dict[Any, int] = {}
        rows = []
        for position, lane in enumerate(self.scope):
            targets = [self.primitive.mapped(position, value) for value in lane.values]
            own = [(position if target in self.primitive.exceptions else None, target) for target in targets]
            rows.append([1 << number.setdefault(one, len(number)) for one in own])
        return rows

    @cached_property
    def _is_plain(self) -> bool:
        """Whether the targets are the places of the values."""
        return all(row == [1 << place for place in range(len(row))] for row in self._targets)

    def prune(self, key: int) -> int:
        domains = self.domains(key)
        kept = 0
        if self._is_plain:
            rows = consistent(domains)
            if rows == domains:
                return key
            for (shift, _), row in zip(self.shifts, rows, strict=True):
                kept |= row << shift
            return kept
        rows = [
            sum({targets[place] for place in places_of(bits)})
            for bits, targets in zip(domains, self._targets, strict=True)
        ]
        for (shift, _), bits, targets, row in zip(self.shifts, domains, self._targets, consistent(rows), strict=True):
            kept |= sum(1 << shift + place for place in places_of(bits) if targets[place] & row)
        return kept


def matching(rows: Sequence[int]) -> dict[int, int] | None:
    """A target for each variable, no target twice, as a mapping from target to variable; None if there is none.

    Kuhn's algorithm (The Hungarian method for the assignment problem, 1955), one augmenting path a variable.

    Args:
        rows: the targets of each variable, which are bits.
    """
    owner: dict[int, int] = {}
    taken = 0
    for variable, row in enumerate(rows):
        free = row & ~taken
        target = free & -free
        if target:
            owner[target] = variable
        else:
            target = _moved(rows, owner, taken, variable)
            if not target:
                return None
        taken |= target
    return owner


def _moved(rows: Sequence[int], owner: dict[int, int], taken: int, first: int) -> int:
    """Give one more variable a target by an alternating path to a free one. That is the result; 0 if there is none.

    Breadth first, so that no recursion limits the size.
    """
    came_from: dict[int, tuple[int, int]] = {}  # for a variable its target, and the one that would take it
    reached = 0
    queue = [first]
    for variable in queue:
        new = rows[variable] & ~reached
        if free := new & ~taken:
            target = free & -free
            while variable != first:
                owner[target] = variable
                target, variable = came_from[variable]
            owner[target] = first
            return free & -free
        reached |= new
        while new:
            target = new & -new
            new ^= target
            came_from[owner[target]] = target, variable
            queue.append(owner[target])
    return 0


def consistent(rows: Sequence[int]) -> list[int]:
    """For each variable the targets that some matching gives it; 0 for all if there is none.

    A variable leads to the targets that it could take, and they to their owners in a matching. The variable may take a
    target that leads back to it, or to a target that is free (Berge: alternating cycles and paths).

    Args:
        rows: the targets that each variable could take, which are bits.
    """
    owner = matching(rows)
    if owner is None:
        return [0] * len(rows)
    row_of = {target: rows[variable] for target, variable in owner.items() if rows[variable] != target}
    kept, left = [*rows], sum(row_of)
    free = _leading_to(reduce(or_, rows, 0) & ~sum(owner), row_of)
    while left:
        # Those that lead to one of the targets, and to which it leads: a cycle goes through any two of them.
        found = ahead = left & -left
        while ahead and found != left:
            target = ahead & -ahead
            new = row_of[target] & left & ~found
            found |= new
            ahead ^= target | new
        found = _leading_to(left & -left, row_of, found)
        left ^= found
        for target in row_of:
            if target & found:
                kept[owner[target]] &= found | free
    return kept


def _leading_to(goal: int, row_of: Mapping[int, int], within: int = -1) -> int:
    """Some targets, and those of others that lead to them; a target leads to those that its owner could take."""
    before = 0
    while before != goal != within:
        before = goal
        for target, row in row_of.items():
            if row & goal:
                goal |= target
        goal &= within
    return goal

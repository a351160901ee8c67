"""The propagator that gives each variable a value of its own, by matchings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, reduce
from operator import gt, or_
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
            for (shift, _), row in zip(self.shifts, consistent(domains), strict=True):
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
    target_of: dict[int, int] = {}
    taken = 0
    for first in range(len(rows)):
        free = rows[first] & ~taken
        came_from, target = ({free & -free: first}, free & -free) if free else _search(rows, owner, taken, first)
        if not target:
            return None
        taken |= target
        variable = -1
        while variable != first:  # along the path, each variable takes the target and leaves its own
            variable = came_from[target]
            owner[target] = variable
            target_of[variable], target = target, target_of.get(variable, 0)
    return owner


def _search(rows: Sequence[int], owner: Mapping[int, int], taken: int, first: int) -> tuple[dict[int, int], int]:
    """From where each target is reached on alternating paths from a variable; and a free target, 0 if there is none.

    Breadth first, so that no recursion limits the size.
    """
    came_from: dict[int, int] = {}
    reached = 0
    queue = [first]
    for variable in queue:
        new = rows[variable] & ~reached
        if free := new & ~taken:
            came_from[free & -free] = variable
            return came_from, free & -free
        reached |= new
        while new:
            target = new & -new
            new ^= target
            came_from[target] = variable
            queue.append(owner[target])
    return came_from, 0


def consistent(rows: Sequence[int]) -> list[int]:
    """For each variable the targets that some matching gives it; 0 for all if there is none.

    A variable with one target takes it from the others. If of the rest each k, but for all of them, have more than k
    targets, nothing else can be ruled out (Hall, On representatives of subsets, 1935).

    Args:
        rows: the targets that each variable could take, which are bits.
    """
    kept, taken = [*rows], 0
    while alone := [row for row in kept if not row & row - 1]:
        before, taken = taken, reduce(or_, alone)
        if taken.bit_count() < len(alone):
            return [0] * len(rows)  # two have the same one, or one has none
        if taken == before:
            break
        kept = [row & ~taken if row & row - 1 else row for row in kept]
    rest = [row for row in kept if row & row - 1]
    if all(map(gt, sorted(map(int.bit_count, rest)), range(1, len(rest)))):
        return kept
    left = iter(_in_cycles(rest))
    kept = [next(left) if row & row - 1 else row for row in kept]
    return kept if all(kept) else [0] * len(rows)


def _in_cycles(rows: Sequence[int]) -> list[int]:
    """The same, whatever the rows.

    A variable leads to the targets that it could take, and they to their owners in a matching. The variable may take a
    target that leads back to it, or to a target that is free (Berge: alternating cycles and paths).
    """
    owner = matching(rows)
    if owner is None:
        return [0] * len(rows)
    row_of = {target: rows[variable] for target, variable in owner.items() if rows[variable] != target}
    taken, kept = sum(owner), [*rows]
    free = _leading_to(reduce(or_, rows, 0) & ~taken, row_of)
    left = sum(row_of)
    while left:
        # Those that lead to one of the targets, and to which it leads: a cycle goes through any two of them.
        found = ahead = left & -left
        behind = _leading_to(found, row_of)
        while ahead:
            target = ahead & -ahead
            new = row_of[target] & behind & ~found
            found |= new
            ahead ^= target | new
        left &= ~found
        able = found | free
        while found:
            target = found & -found
            found ^= target
            kept[owner[target]] &= able
    return kept


def _leading_to(goal: int, row_of: Mapping[int, int]) -> int:
    """Some targets, and those that lead to them; a target leads to those that its owner could take."""
    before = 0
    while goal != before:
        before = goal
        for target, row in row_of.items():
            if row & goal:
                goal |= target
    return goal

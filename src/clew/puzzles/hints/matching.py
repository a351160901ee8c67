"""Whether variables that must differ can: a matching of variables and values, both as bits."""

from __future__ import annotations

from collections.abc import Sequence


def has_matching(domains: Sequence[int]) -> bool:
    """Whether each variable can take a value that no other takes.

    Kuhn's algorithm (The Hungarian method for the assignment problem, 1955), one augmenting path a variable.

    Args:
        domains: the values that each has left, as bits.
    """
    owner: dict[int, int] = {}
    chosen: dict[int, int] = {}
    used = 0
    for first in range(len(domains)):
        came_from: dict[int, int] = {}
        queue, seen, end = [first], 0, 0
        for variable in queue:
            new = domains[variable] & ~seen
            if free := new & ~used:
                end = free & -free
                came_from[end] = variable
                break
            seen |= new
            while new:
                value = new & -new
                new ^= value
                came_from[value] = variable
                queue.append(owner[value])
        if not end:
            return False
        used |= end
        while end:
            variable = came_from[end]
            owner[end] = variable
            end, chosen[variable] = chosen.get(variable, 0), end
    return True

"""Variable orderings: which open variable to branch on. All of them take declared variables only.

An ordering is a function from a state to one of its open variables, or None if there is none.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from typing import Any, Final

from clew.lanes import Lanes
from clew.problem import Problem
from clew.state import State

VariableOrder = Callable[[State[Any, Any]], Hashable | None]


def static(problem: Problem[Any, Any], seed: int) -> VariableOrder:
    """In the order of declaration."""
    return State.first_open


def mrv(problem: Problem[Any, Any], seed: int) -> VariableOrder:
    """Minimum remaining values: a smallest domain first; of equals, the first declared.

    Haralick and Elliott, Increasing tree search efficiency for constraint satisfaction problems, 1980.
    """
    return MinimumRemainingValues()


class MinimumRemainingValues:
    """Finds a smallest open domain on the whole integer: two strips, then a count lane by lane.

    Stripping the lowest value off every lane at once empties just the lanes of size one; stripping
    again, those of size two. Larger domains are rarely the smallest, and counted one by one.
    """

    def __call__(self, state: State[Any, Any]) -> Hashable | None:
        lanes = state.lanes
        open_guards = lanes.decisions & ~state.assigned
        return lanes.owner[self.pick(lanes, state.domains, open_guards)] if open_guards else None

    def pick(self, lanes: Lanes[Any, Any], domains: int, open_guards: int) -> int:
        """The place of the guard of a smallest domain among those that are open; there is one."""
        remaining = domains
        for _ in range(2):
            remaining = lanes.strip(remaining)
            empty = open_guards & ~(remaining + lanes.full)
            if empty:
                return (empty & -empty).bit_length() - 1
        smallest, best = -1, 0
        while open_guards:
            lowest = open_guards & -open_guards
            open_guards ^= lowest
            guard = lowest.bit_length() - 1
            lane = lanes.lane[lanes.owner[guard]]
            size = (domains >> lane.offset & lane.full).bit_count()
            if smallest < 0 or size < best:
                smallest, best = guard, size
                if size == 3:
                    break  # none is smaller
        return smallest


def degree(problem: Problem[Any, Any], seed: int) -> VariableOrder:
    """Most constrained by degree: the most open neighbours first; of equals, the first declared."""
    near: dict[Hashable, int] = {}

    def open_neighbours(state: State[Any, Any], variable: Hashable) -> int:
        if variable not in near:
            near[variable] = sum(1 << state.lanes.lane[other].guard for other in set(problem.neighbours(variable)))
        return (near[variable] & ~state.assigned).bit_count()

    def choose(state: State[Any, Any]) -> Hashable | None:
        return max(state.open, key=lambda variable: open_neighbours(state, variable), default=None)

    return choose


def shuffled(problem: Problem[Any, Any], seed: int) -> VariableOrder:
    """Any open variable, drawn by the seed and the state."""

    def choose(state: State[Any, Any]) -> Hashable | None:
        variables = list(state.open)
        return generator(seed, state).choice(variables) if variables else None

    return choose


def generator(seed: int, state: State[Any, Any], *more: object) -> random.Random:
    """Random numbers that depend on the seed and the state alone, the same in every process."""
    return random.Random(repr((seed, state.depth, hash(state.domains), hash(state.assigned), *more)))


VARIABLE_ORDERS: Final = {"static": static, "mrv": mrv, "degree": degree, "random": shuffled}

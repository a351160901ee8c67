"""From given values to roots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clew.errors import InputError
from clew.lanes import NARROW
from clew.problem import Problem
from clew.propagation.network import Network


class Roots(dict[tuple[Any, Any], int]):
    """Makes roots; a given value to the bits that it takes from the domains, kept if states are narrow.

    Args:
        problem: whose instances they are.
        network: its constraints, compiled for propagation.
        given: values that hold in every instance.

    Attributes:
        start: the domains without clues, propagated; 0 if that leaves no solution.
    """

    def __init__(self, problem: Problem[Any, Any], network: Network, given: Mapping[Any, Any]) -> None:
        super().__init__()
        self._problem = problem
        self._lanes = network.lanes
        self._is_narrow = network.lanes.guards.bit_length() <= NARROW
        self._given = given
        self.start = network.root({})[0]
        self.common = self.start & ~self._taken(given)

    def __missing__(self, pair: tuple[Any, Any]) -> int:
        variable, value = pair
        lane = self._lanes.lane.get(variable)
        if lane is None:
            raise InputError(f"given: {self._title} has no variable {self._problem.variable_name(variable)}")
        if value not in lane.positions:
            name = self._problem.variable_name(variable)
            raise InputError(f"given: {name} cannot be {value!r}: its domain does not have it")
        others = (lane.full ^ 1 << lane.positions[value]) << lane.offset
        if self._is_narrow:
            self[pair] = others
        return others

    @property
    def _title(self) -> str:
        return self._problem.name or type(self._problem).__name__

    def _taken(self, given: Mapping[Any, Any]) -> int:
        taken = 0
        for pair in given.items():
            taken |= self[pair]
        return taken

    def root(self, given: Mapping[Any, Any]) -> int:
        """The domains once some values are given, not propagated; 0 if a value contradicts those of every instance.

        Raises:
            InputError: there is no such variable, or its domain has no such value.
        """
        taken = 0
        for pair in given.items():
            taken |= self[pair]
        return self.common & ~taken

"""From given values to roots, and to rows for the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clew.batch.symbols import SymbolRows, Symbols
from clew.errors import InputError
from clew.problem.problem import Problem
from clew.propagation.network import Network
from clew.state.lanes import NARROW

if TYPE_CHECKING:
    from clew.core.compiler import Compiled


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
            raise no_variable(self._problem, variable)
        if value not in lane.positions:
            raise no_value(self._problem, variable, value)
        others = (lane.full ^ 1 << lane.positions[value]) << lane.offset
        if self._is_narrow:
            self[pair] = others
        return others

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

    def reader(self, symbols: Mapping[str, Any]) -> Symbols | None:
        """The reader of lines of symbols (see `Problem.line_symbols`); None if the domains are not all alike."""
        return Symbols.of(self._problem, symbols, self.common)


class Rows(dict[tuple[Any, Any], tuple[int, int]]):
    """Makes rows for the engine: a byte for each variable, 0 or one more than the place of its given value.

    A given value to the number of the variable and its byte is kept.

    Args:
        problem: whose instances they are.
        compiled: its constraints, compiled for the engine.
    """

    def __init__(self, problem: Problem[Any, Any], compiled: Compiled) -> None:
        super().__init__()
        self._problem = problem
        self._compiled = compiled

    def __missing__(self, pair: tuple[Any, Any]) -> tuple[int, int]:
        variable, value = pair
        if variable not in self._compiled.places:
            raise no_variable(self._problem, variable)
        number = self._compiled.places[variable]
        if value not in self._compiled.values[number]:
            raise no_value(self._problem, variable, value)
        self[pair] = number, self._compiled.values[number].index(value) + 1
        return self[pair]

    def root(self, given: Mapping[Any, Any]) -> bytes:
        """The row of some given values.

        Raises:
            InputError: there is no such variable, or its domain has no such value.
        """
        row = bytearray(len(self._compiled.values))
        for pair in given.items():
            number, byte = self[pair]
            row[number] = byte
        return bytes(row)

    def reader(self, symbols: Mapping[str, Any]) -> SymbolRows | None:
        """The reader of lines of symbols (see `Problem.line_symbols`); None if the domains are not all alike."""
        values = self._compiled.values
        if not values or any(own is not values[0] and own != values[0] for own in values):
            return None
        table = {ord(s): chr(0 if value is None else values[0].index(value) + 1) for s, value in symbols.items()}
        return SymbolRows(len(values), table)


def no_variable(problem: Problem[Any, Any], variable: Any) -> InputError:
    """That a problem does not have a variable."""
    title = problem.name or type(problem).__name__
    return InputError(f"given: {title} has no variable {problem.variable_name(variable)}")


def no_value(problem: Problem[Any, Any], variable: Any, value: Any) -> InputError:
    """That the domain of a variable does not have a value."""
    return InputError(f"given: {problem.variable_name(variable)} cannot be {value!r}: its domain does not have it")

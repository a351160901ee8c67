"""From given values, and from lines of one symbol for each variable, to rows of bytes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from clew.errors import InputError, shown
from clew.problem.problem import Problem

WORD: Final = re.compile(r"[^\s,;:]+")
"""The text before a remark, in lines that are one symbol for each variable."""


class Rows(dict[tuple[Any, Any], tuple[int, int]]):
    """Makes rows: a byte for each variable, 0 or one more than the place of its given value.

    A given value to the number of the variable and its byte is kept.

    Args:
        problem: whose instances they are.
        places: the number of each variable.
        values: for each variable, by its number, the values of its domain, at most 255 of them.
    """

    def __init__(self, problem: Problem[Any, Any], places: Mapping[Any, int], values: Sequence[Sequence[Any]]) -> None:
        super().__init__()
        self._problem = problem
        self._places = places
        self._values = values

    def __missing__(self, pair: tuple[Any, Any]) -> tuple[int, int]:
        variable, value = pair
        problem = self._problem
        if variable not in self._places:
            title = problem.name or type(problem).__name__
            raise InputError(f"given: {title} has no variable {problem.variable_name(variable)}")
        number = self._places[variable]
        if value not in self._values[number]:
            name = problem.variable_name(variable)
            raise InputError(f"given: {name} cannot be {value!r}: its domain does not have it")
        self[pair] = number, self._values[number].index(value) + 1
        return self[pair]

    def row(self, given: Mapping[Any, Any]) -> bytes:
        """The row of some given values.

        Raises:
            InputError: there is no such variable, or its domain has no such value.
        """
        row = bytearray(len(self._values))
        for pair in given.items():
            number, byte = self[pair]
            row[number] = byte
        return bytes(row)

    def reader(self, symbols: Mapping[str, Any]) -> SymbolRows | None:
        """The reader of lines of symbols (see `Problem.line_symbols`); None if the domains are not all alike."""
        values = self._values
        if not values or any(own is not values[0] and own != values[0] for own in values):
            return None
        table = {ord(s): chr(0 if value is None else values[0].index(value) + 1) for s, value in symbols.items()}
        return SymbolRows(len(values), table)


class SymbolRows:
    """Makes rows of lines of symbols.

    Args:
        number: the symbols of a line.
        table: from a symbol to the byte of a row.
    """

    def __init__(self, number: int, table: Mapping[int, str]) -> None:
        self._number = number
        self._table = defaultdict(str, table)

    def row(self, text: str) -> bytes | None:
        """The row of a line; None if it is no line of symbols."""
        if len(text) != self._number:
            word = WORD.match(text)
            if word is None or len(word[0]) != self._number:
                return None
            text = word[0]
        row = text.translate(self._table).encode("latin-1")
        return row if len(row) == self._number else None


class SymbolLines:
    """Lines of text with a symbol for each variable.

    Args:
        problem: that names its symbols (see `Problem.line_symbols`).
        rows: makes rows of given values; None if there are to be none.
    """

    def __init__(self, problem: Problem[Any, Any], rows: Rows | None) -> None:
        self._problem = problem
        self._symbols = problem.line_symbols()
        self._reader = rows.reader(self._symbols) if rows is not None and self._symbols else None

    def row(self, line: str) -> bytes | None:
        """The row of a line; None if that is not made of symbols alone."""
        return None if self._reader is None else self._reader.row(line.strip())

    def given(self, line: str) -> Mapping[Any, Any]:
        """The values that a line gives to their variables.

        Raises:
            InputError: it has other symbols, or not one for each variable.
        """
        variables, symbols = list(self._problem.domains()), self._symbols
        word = WORD.match(line.strip())
        text = word[0] if word is not None else ""
        if not symbols:
            title = type(self._problem).__name__
            raise InputError(f"{shown(line)} is text, and {title} names no symbols: map variables to values instead")
        if len(text) != len(variables):
            raise InputError(f"{shown(text)} has {len(text)} symbols: give {len(variables)}, one for each variable")
        if odd := next((place for place, symbol in enumerate(text, 1) if symbol not in symbols), None):
            raise InputError(f"symbol {odd} is {text[odd - 1]!r}: use {' '.join(symbols)}")
        return {v: symbols[s] for v, s in zip(variables, text, strict=True) if symbols[s] is not None}

"""Lines that are one symbol for each variable: they become roots, or rows for the engine."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from clew.problem.problem import Problem
from clew.state.lanes import Lanes

WORD: Final = re.compile(r"[^\s,;:]+")
"""The text before a remark, in lines that are one symbol for each variable."""


class Symbols:
    """Makes roots of lines of symbols: each becomes the digits of its lane, and all together one binary number.

    Args:
        table: from a symbol to the digits of a lane and its guard, highest first.
        number: of how many symbols a line is.
        digits: of how many digits the number is.
        auxiliary: the bits above the lanes of the variables.
        common: the domains of every instance.
    """

    def __init__(self, table: Mapping[int, str], number: int, digits: int, auxiliary: int, common: int) -> None:
        self._table = table
        self._number = number
        self._digits = digits
        self._auxiliary = auxiliary
        self._common = common

    @classmethod
    def of(cls, problem: Problem[Any, Any], symbols: Mapping[str, Any], common: int) -> Symbols | None:
        """The reader of the lines of a problem; None if its lanes are not all alike.

        Args:
            problem: the problem.
            symbols: see `Problem.line_symbols`.
            common: the domains of every instance.
        """
        lanes: Lanes[Any, Any] = Lanes(problem.domains())
        every = list(lanes.lane.values())
        if not every or any(lane.values != every[0].values for lane in every):
            return None
        values, width = every[0].values, len(every[0].values)
        places = {value: 1 << place for place, value in enumerate(values)}
        table = {ord(s): f"0{places[v] if v is not None else every[0].full:0{width}b}" for s, v in symbols.items()}
        declared = (1 << len(every) * (width + 1)) - 1
        return cls(table, len(every), len(every) * (width + 1), common & ~declared, common)

    def root(self, text: str) -> int | None:
        """The root of a line; None if it is no line of symbols."""
        if len(text) != self._number:
            word = WORD.match(text)
            if word is None or len(word[0]) != self._number:
                return None
            text = word[0]
        digits = text[::-1].translate(self._table)
        if len(digits) != self._digits:
            return None
        return (int(digits, 2) | self._auxiliary) & self._common


class SymbolRows:
    """Makes rows of lines of symbols.

    Args:
        number: of how many symbols a line is.
        table: from a symbol to the byte of a row.
    """

    def __init__(self, number: int, table: Mapping[int, str]) -> None:
        self._number = number
        self._table = defaultdict(str, table)

    def root(self, text: str) -> bytes | None:
        """The row of a line; None if it is no line of symbols."""
        if len(text) != self._number:
            word = WORD.match(text)
            if word is None or len(word[0]) != self._number:
                return None
            text = word[0]
        row = text.translate(self._table).encode("latin-1")
        return row if len(row) == self._number else None

"""Regular expressions on a line: the states of the automaton are sets of places in the expression.

K. Thompson, Regular expression search algorithm, 1968.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import count
from string import ascii_uppercase, digits
from typing import Final

from clew.constraints import Constraint
from clew.errors import InputError, shown
from clew.variants.reading import Cells, Line

DIGITS: Final = digits + ascii_uppercase
TOKEN: Final = re.compile(r"\[\^?[0-9A-Z-]+\]|[0-9A-Z.()|*+?]")

Places = frozenset[int]


def regular_expression(line: Cells, pattern: str) -> list[Constraint]:
    """The digits of the line, one after the other, match a regular expression as a whole.

    Args:
        line: the cells.
        pattern: digits, classes of digits such as `[1-4]` and `[^12]`, `.` for any digit, groups, `|`, `*`, `+` and
            `?`; from 10 on a digit is a letter: A, B, ...

    Raises:
        InputError: it is no such expression.
    """
    made = _expression(pattern)
    return [Line(line, made.after, made.first, made.accepts)]


class _Expression:
    """An expression as steps between places, each with a class of digits, or with None for none.

    Each method that reads a part of it takes the place at which that begins, and returns the place behind it.
    """

    def __init__(self, pattern: str) -> None:
        self._left = TOKEN.findall(pattern)[::-1]
        self._steps: list[tuple[int, re.Pattern[str] | None, int]] = []
        self._fresh = count(1)
        if "".join(self._left[::-1]) != pattern:
            raise ValueError
        self._end = self._either(0)
        if self._left:
            raise ValueError
        self.first = self._closed({0})
        self.after = cache(self._after)

    def _after(self, places: Places, digit: int) -> Places | None:
        """The places behind a digit, from those before it; None if it does not match."""
        text = DIGITS[digit : digit + 1]
        found = {after for before, some, after in self._steps if before in places and some and some.fullmatch(text)}
        return self._closed(found) if found else None

    def accepts(self, places: Places) -> bool:
        """Whether the end is among some places."""
        return self._end in places

    def _closed(self, places: Iterable[int]) -> Places:
        found = {*places}
        while more := {after for before, some, after in self._steps if some is None and before in found} - found:
            found |= more
        return frozenset(found)

    def _either(self, start: int) -> int:
        ends = [self._sequence(start)]
        while self._left and self._left[-1] == "|":
            self._left.pop()
            ends.append(self._sequence(start))
        after = next(self._fresh)
        self._steps += [(end, None, after) for end in ends]
        return after

    def _sequence(self, start: int) -> int:
        while self._left and self._left[-1] not in "|)":
            start = self._repeated(start)
        return start

    def _repeated(self, start: int) -> int:
        begin, some = next(self._fresh), self._left.pop()
        if some in ("*", "+", "?"):
            raise ValueError
        if some == "(":
            end = self._either(begin)
            self._left.pop()
        else:
            end = next(self._fresh)
            self._steps.append((begin, re.compile(some), end))
        mark = self._left.pop() if self._left and self._left[-1] in ("*", "+", "?") else ""
        after = next(self._fresh)
        self._steps += [(start, None, begin), (end, None, after)]
        self._steps += [(begin, None, after)] if mark in ("*", "?") else []
        self._steps += [(end, None, begin)] if mark in ("*", "+") else []
        return after


@lru_cache(maxsize=2**7)
def _expression(pattern: str) -> _Expression:
    try:
        return _Expression(pattern)
    except (ValueError, IndexError, re.error):
        raise InputError(
            f"{shown(pattern)} is no regular expression of digits: give digits, classes such as [1-4] or [^12], a dot, "
            "groups in parentheses, and |, *, + or ?"
        ) from None

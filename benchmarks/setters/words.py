"""From a regular expression to a finite automaton. A state is a set of places in the expression (Thompson, 1968)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import count

Step = tuple[int, str | None, int]
"""From a place to another by a character that matches a class such as `[^12]`, or by none."""


def automaton(pattern: str, values: Sequence[int]) -> tuple[dict[tuple[int, int], int], set[int]]:
    """The transitions from state 0 on, and the accepting states, for the lines that a pattern matches as a whole."""
    walk = _Walk(pattern)
    end = walk.either(0)

    def closed(places: Iterable[int]) -> frozenset[int]:
        found = {*places}
        while more := {after for before, some, after in walk.steps if before in found and some is None} - found:
            found |= more
        return frozenset(found)

    numbers = {closed([0]): 0}
    transitions = {}
    queue = [*numbers]
    for places in queue:
        for value in values:
            after = closed(b for a, some, b in walk.steps if a in places and some and re.fullmatch(some, str(value)))
            if after:
                transitions[numbers[places], value] = numbers.setdefault(after, len(numbers))
                queue += [after] if numbers[after] == len(queue) else []
    return transitions, {number for places, number in numbers.items() if end in places}


class _Walk:
    """Reads an expression of classes, groups, `|`, `*`, `+` and `?`, and notes the steps between its places.

    Each method reads a part that begins at a place, and returns the place behind it.
    """

    def __init__(self, pattern: str) -> None:
        self.left = re.findall(r"\[[^\]]*\]|.", pattern)[::-1]
        self.steps: list[Step] = []
        self.fresh = count(1)

    def either(self, start: int) -> int:
        ends = [self.sequence(start)]
        while self.left and self.left[-1] == "|":
            self.left.pop()
            ends.append(self.sequence(start))
        after = next(self.fresh)
        self.steps += [(end, None, after) for end in ends]
        return after

    def sequence(self, start: int) -> int:
        at = start
        while self.left and self.left[-1] not in "|)":
            at = self.repeated(at)
        return at

    def repeated(self, start: int) -> int:
        begin = next(self.fresh)
        self.steps.append((start, None, begin))
        some = self.left.pop()
        if some == "(":
            end = self.either(begin)
            self.left.pop()
        else:
            end = next(self.fresh)
            self.steps.append((begin, some, end))
        mark = self.left.pop() if self.left and self.left[-1] in "*+?" else ""
        after = next(self.fresh)
        self.steps.append((end, None, after))
        if mark in ("*", "?"):
            self.steps.append((begin, None, after))
        if mark in ("*", "+"):
            self.steps.append((end, None, begin))
        return after

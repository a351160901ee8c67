"""Kinds about lines. The cells stand in the order of the line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any

from clew.constraints import AllDifferent, Constraint
from clew.variants.reading import Cells, Line, Unordered, variables


def neighbours(line: Cells, function: Callable[..., Any]) -> list[Constraint]:
    """The function of each cell and the next one on the line is true."""

    def rule(memory: Any, digit: Any) -> Any:
        return (digit,) if not memory or function(*memory, digit) else None

    return [Line(line, rule)]


def every_pair(line: Cells, function: Callable[..., Any]) -> list[Constraint]:
    """The function of any cell and any later one on the line is true."""
    return [one for pair in combinations(variables(line), 2) for one in neighbours(pair, function)]


def thermo(line: Cells) -> list[Constraint]:
    """The digits increase from the bulb, the first cell, on."""
    return [one < other for one, other in pairwise(variables(line))]


def slow_thermo(line: Cells) -> list[Constraint]:
    """The digits increase or stay the same from the bulb, the first cell, on."""
    return [one <= other for one, other in pairwise(variables(line))]


def whispers(line: Cells, least: int = 5) -> list[Constraint]:
    """Neighbours on the line differ by so much at least: German whispers by 5, Dutch ones by 4."""
    return neighbours(line, lambda one, other: abs(one - other) >= least)


def renban(line: Cells) -> list[Constraint]:
    """The digits are consecutive and different, in any order."""
    cells = variables(line)

    def rule(memory: Any, digit: int) -> Any:
        low, high = min(*memory, digit, digit), max(*memory, digit, digit)
        return (low, high) if high - low < len(cells) else None

    return [AllDifferent(cells), Unordered(cells, rule)]


def nabner(line: Cells) -> list[Constraint]:
    """No two digits on the line are equal or consecutive."""

    def rule(seen: Any, digit: int) -> Any:
        return None if seen & {digit - 1, digit, digit + 1} else seen | {digit}

    return [Line(line, rule, frozenset())]


def palindrome(line: Cells) -> list[Constraint]:
    """The line reads the same from both ends."""
    cells = variables(line)
    return clone(cells[: len(cells) // 2], cells[::-1][: len(cells) // 2])


def clone(one: Cells, other: Cells) -> list[Constraint]:
    """Two shapes have the same digits in the same places."""
    return [a == b for a, b in zip(variables(one), variables(other), strict=True)]


def between(line: Cells) -> list[Constraint]:
    """The digits between the ends of the line are strictly between the digits of the ends."""
    return _with_ends(line, lambda low, high, digit: low < digit < high, 0)


def lockout(line: Cells, least: int = 4) -> list[Constraint]:
    """The ends differ by so much at least, and no digit between them is one of theirs or between these."""
    return _with_ends(line, lambda low, high, digit: not low <= digit <= high, least)


def _with_ends(line: Cells, inner: Callable[..., bool], least: int) -> list[Constraint]:
    """The two ends are read first, so all that is remembered is their digits."""
    first, *rest, last = variables(line)

    def rule(memory: Any, digit: int) -> Any:
        if len(memory) < 2:
            ends = tuple(sorted([*memory, digit]))
            return ends if len(ends) < 2 or ends[1] - ends[0] >= least else None
        return memory if inner(*memory, digit) else None

    return [Line([first, last, *rest], rule)]


def zipper(line: Cells) -> list[Constraint]:
    """Two cells that are equally far from the middle have one sum; a cell in the middle is the sum."""
    cells = variables(line)
    half = len(cells) // 2
    sums: list[Any] = [one + other for one, other in zip(cells[:half], cells[::-1], strict=False)]
    middle = cells[half] if len(cells) % 2 else sums.pop()
    return [one == middle for one in sums]


def entropic(line: Cells, digits: Sequence[int] = range(1, 10)) -> list[Constraint]:
    """Any three neighbours on the line are a low, a middle and a high digit: of each third of the digits, in order.

    If the digits are no three equal parts, the low and the high ones are as many: 1, 2 3 and 4, or 1 2, 3 and 4 5.
    """
    third = {digit: (3 * k + 1) // len(digits) for k, digit in enumerate(sorted(digits))}
    return _sets_in_turn(line, 3, third.get)


def modular(line: Cells, modulus: int = 3) -> list[Constraint]:
    """Any neighbours on the line, as many as the modulus is, have one digit of each rest of a division by it."""
    return _sets_in_turn(line, modulus, lambda digit: digit % modulus)


def _sets_in_turn(line: Cells, number: int, group: Callable[[int], Any]) -> list[Constraint]:
    def rule(last: Any, digit: int) -> Any:
        own = group(digit)
        return None if own is None or own in last else (*last, own)[-(number - 1) :] if number > 1 else ()

    return [Line(line, rule)]


def sum_line(line: Cells, number: int) -> list[Constraint]:
    """The line is divided into segments of neighbours, each with this sum; they do not overlap and leave none out."""

    def rule(so_far: int, digit: int) -> int | None:
        after = digit if so_far == number and digit else so_far + digit
        return after if after <= number else None

    return [Line(line, rule, number, lambda so_far: so_far == number)]

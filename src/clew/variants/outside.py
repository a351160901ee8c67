"""Kinds about clues outside the grid. The cells stand in the order in which the clue looks at them."""

from __future__ import annotations

from typing import Any

from clew.constraints import Constraint
from clew.variants.reading import Cells, Line


def sandwich(line: Cells, number: int, bread: tuple[int, int] = (1, 9)) -> list[Constraint]:
    """The digits between the two of the bread, which stand once each on the line, have this sum."""

    def rule(memory: Any, digit: int) -> Any:
        first, inside, last = memory
        if digit in bread:
            if first is None:
                return digit, 0, False
            return None if digit == first or last or inside < number else (first, inside, True)
        inside += digit if first is not None and not last else 0
        return (first, inside, last) if inside <= number else None

    return [Line(line, rule, (None, 0, False), lambda memory: memory[1:] == (number, True))]


def x_sum(line: Cells, number: int) -> list[Constraint]:
    """The first X digits have this sum, and the first one is X."""

    def rule(memory: Any, digit: int) -> Any:
        left, so_far = memory or (digit, 0)
        left, so_far = (left - 1, so_far + digit) if left > 0 else (0, so_far)
        return (left, so_far) if so_far == number or (left and so_far < number) else None

    return [Line(line, rule, (), lambda memory: memory == (0, number))]


def numbered_room(line: Cells, number: int) -> list[Constraint]:
    """The Xth digit is this number, and the first one is X."""

    def rule(left: Any, digit: int) -> Any:
        left = digit if left == () else left
        return left - 1 if left > 1 else 0 if left < 1 or digit == number else None

    def first(left: Any, digit: int) -> Any:
        return None if left == () and digit < 1 else rule(left, digit)

    return [Line(line, first, (), lambda left: left == 0)]


def skyscraper(line: Cells, number: int) -> list[Constraint]:
    """So many digits are greater than all before them."""

    def rule(memory: Any, digit: int) -> Any:
        seen, high = memory
        after = (seen, high) if high is not None and digit <= high else (seen + 1, digit)
        return after if after[0] <= number else None

    return [Line(line, rule, (0, None), lambda memory: memory[0] == number)]


def hidden_skyscraper(line: Cells, number: int) -> list[Constraint]:
    """The first digit that is not greater than all before it is this number."""

    def rule(high: Any, digit: int) -> Any:
        if high == "found" or high == () or digit > high:
            return "found" if high == "found" else digit
        return "found" if digit == number else None

    return [Line(line, rule, (), lambda high: high == "found")]

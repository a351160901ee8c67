"""Kinds about some cells: cages, arrows, circles, and the digits that they contain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations
from typing import Any, Final

from clew.constraints import AllDifferent, AtLeast, Constraint, Count, Exactly, Or, Sum, Table
from clew.variants.reading import Cells, Line, variables

SHORT: Final = 3
"""Cells whose digits are listed in a table, which prunes more than the two constraints that it stands for."""


def total(cells: Cells, number: int) -> list[Constraint]:
    """The digits have this sum; they may repeat. So a killer cage with repeats, and a little killer's diagonal."""
    return [Sum(variables(cells), "==", number)]


little_killer = total


def killer(cells: Cells, number: int | None = None, largest: int | None = None) -> list[Constraint]:
    """The digits are different, and have this sum if one is given.

    Args:
        cells: the cells of the cage.
        number: the sum; None if the cage has none.
        largest: the largest digit, if all are from 1 to it: a small cage is one table then.
    """
    scope = variables(cells)
    if number is not None and largest is not None and len(scope) <= SHORT:
        return [Table(scope, rows_with_sum(len(scope), number, largest))]
    return [*extra_region(scope), *(() if number is None else total(scope, number))]


@lru_cache(maxsize=1000)
def rows_with_sum(count: int, total: int, largest: int) -> frozenset[tuple[int, ...]]:
    """The sequences of so many different digits from 1 to the largest one that have a sum."""
    return frozenset(row for row in permutations(range(1, largest + 1), count) if sum(row) == total)


def extra_region(cells: Cells) -> list[Constraint]:
    """The digits are different."""
    return [AllDifferent(variables(cells))]


def lunchbox(cells: Cells, number: int) -> list[Constraint]:
    """The digits are different, and those between the smallest and the largest one, in order, have this sum."""
    scope = variables(cells)

    def rule(memory: Any, digit: int) -> Any:
        low, high, last, inside, after = memory or (digit, digit, None, 0, 0)
        if low < digit < high:
            return low, high, last, inside, after + digit
        if last is not None:
            inside = after if last != (digit > high) else inside + after + (high if last else low)
        return (min(low, digit), max(high, digit), None if not memory else digit > high, inside, 0)

    def first(memory: Any, digit: int) -> Any:
        return rule(memory, digit) if not memory or digit not in memory[:2] else None

    return [AllDifferent(scope), Line(scope, first, (), lambda memory: not memory or memory[3] == number)]


def arrow(circle: Any, line: Cells) -> list[Constraint]:
    """The digits on the line have the digit in the circle as their sum."""
    return pill_arrow([circle], line)


def double_arrow(line: Cells) -> list[Constraint]:
    """The digits between the ends of the line have the sum of the ends as their sum."""
    first, *rest, last = variables(line)
    return [sum(rest) - first - last == 0]


def pill_arrow(pill: Cells, line: Cells) -> list[Constraint]:
    """The digits on the line have the number as their sum that is read in the cells of the pill, in decimals."""
    number = sum(10**k * cell for k, cell in enumerate(reversed(variables(pill))))
    return [sum(variables(line)) - number == 0]


def contains(cells: Cells, digits: Iterable[int]) -> list[Constraint]:
    """Each of the digits is among the cells, at least as often as it is given."""
    scope = variables(cells)
    return [AtLeast(number, digit, scope) for digit, number in Counter(digits).items()]


quadruple = contains


def contains_exactly(cells: Cells, digits: Iterable[int]) -> list[Constraint]:
    """Each of the digits is among the cells, just as often as it is given; other digits may be there too."""
    return [Count(variables(cells), Counter(digits))]


def counting_circles(circles: Cells, digits: Iterable[int], lines: Iterable[Iterable[Cells]] = ()) -> list[Constraint]:
    """A digit in a circle says in how many circles it is; so the digits in circles add up to the number of circles.

    Args:
        circles: all cells with a circle.
        digits: all digits of the puzzle, so no other is in a circle.
        lines: the rows, the columns and so on, in each of which a digit is once at most; so a digit is in circles of
            as many of them.
    """
    scope, own = variables(circles), [*digits]
    counts: list[Constraint] = [Or(Exactly(0, digit, scope), Exactly(digit, digit, scope)) for digit in own]
    if not (scope and own):
        return counts
    known = {cell.name for cell in scope}
    together: Any = sum(digit * Or([cell == digit for cell in scope]) for digit in own)
    for family in lines:
        some = [[cell for cell in variables(line) if cell.name in known] for line in family]
        for digit in own:
            number: Any = sum(Or([cell == digit for cell in line]) for line in some if line)
            counts.append(number == digit * Or([cell == digit for cell in scope]))
    return [*counts, together == len(scope)]


def odd(*cells: Any) -> list[Constraint]:
    """Each digit is odd."""
    return [cell % 2 == 1 for cell in variables(cells)]


def even(*cells: Any) -> list[Constraint]:
    """Each digit is even."""
    return [cell % 2 == 0 for cell in variables(cells)]

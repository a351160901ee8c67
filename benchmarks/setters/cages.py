"""Rules of cages, arrows and circles, and of marks between neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise, permutations, product
from typing import Any, Final

from benchmarks.setters.grid import Grid
from benchmarks.setters.lines import Said, groups

from clew import variants
from clew.constraints import (
    AllDifferent,
    And,
    AtLeast,
    Constraint,
    Exactly,
    Implies,
    Maximum,
    Minimum,
    Or,
    Sum,
    Var,
)


def cage(grid: Grid, total: str, *cells: Var) -> Said:
    yield AllDifferent(cells)
    if int(total):
        yield sum(cells) == int(total)


def plain_sum(grid: Grid, total: str, *cells: Var) -> Said:
    yield sum(cells) == int(total)


def lunchbox(grid: Grid, total: str, *cells: Var) -> Said:
    """The cells between the smallest and the largest add up."""
    name = " ".join(str(cell.name) for cell in cells)
    least, most = grid.model.variables([f"least of {name}", f"most of {name}"], grid.values)
    yield from (AllDifferent(cells), Minimum(cells, least), Maximum(cells, most))
    ways = []
    for i, j in permutations(range(len(cells)), 2):
        between = Sum(cells[min(i, j) + 1 : max(i, j)], "==", int(total))
        ways.append(And(cells[i] == least, cells[j] == most, between))
    yield Or(ways)


def equality_cage(grid: Grid, *cells: Var) -> Said:
    yield AllDifferent(cells)
    yield from (cell != 5 for cell in cells)
    yield sum(cell < 5 for cell in cells) == len(cells) // 2
    yield sum(cell % 2 == 0 for cell in cells) == len(cells) // 2


def rellik_cage(grid: Grid, total: str, *cells: Var) -> Said:
    yield AllDifferent(cells)
    for number in range(1, len(cells) + 1):
        yield from (sum(some) != int(total) for some in combinations(cells, number))


def arrow(grid: Grid, circle: Var, *line: Var) -> Said:
    yield sum(line) == circle


def double_arrow(grid: Grid, one: Var, *arguments: Var) -> Said:
    *line, other = arguments
    yield sum(line) == one + other


def pill_arrow(grid: Grid, number: str, *cells: Var) -> Said:
    pill, line = sorted(cells[: int(number)], key=lambda cell: grid.place[cell.name]), cells[int(number) :]
    yield sum(line) == sum(10**k * cell for k, cell in enumerate(reversed(pill)))


def equal_sums(grid: Grid, *arguments: Any) -> Said:
    yield from (sum(one) == sum(other) for one, other in pairwise(groups(arguments, "-")))


def look_and_say(grid: Grid, clue: str, *cells: Var) -> Said:
    yield from (Exactly(int(number), int(value), cells) for number, value in zip(clue[::2], clue[1::2], strict=True))


def quadruple(grid: Grid, corner: Var, *values: str) -> Said:
    cells = grid.block(*grid.place[corner.name])
    yield from (AtLeast(number, int(value), cells) for value, number in Counter(values).items())


def counting_circles(grid: Grid, *circles: Var) -> Said:
    yield from variants.counting_circles(circles, grid.values, (grid.rows, grid.columns))


def same_values(grid: Grid, number: str, *cells: Var) -> Said:
    size = len(cells) // int(number)
    sets = [cells[k : k + size] for k in range(0, len(cells), size)]
    if size == 1:
        yield from (one == other for one, other in pairwise(cells))
    for (one, other), value in product(pairwise(sets), grid.values if size > 1 else ()):
        yield sum(cell == value for cell in one) == sum(cell == value for cell in other)


def white(one: Var, other: Var) -> Constraint:
    return abs(one - other) == 1


def black(one: Var, other: Var) -> Constraint:
    return Or(one == 2 * other, other == 2 * one)


def ten(one: Var, other: Var) -> Constraint:
    return one + other == 10


def five(one: Var, other: Var) -> Constraint:
    return one + other == 5


def greater(one: Var, other: Var) -> Constraint:
    return one > other


def of_neighbours(relation: Callable[[Var, Var], Constraint]) -> Callable[..., Said]:
    """A rule about the neighbours among some cells."""

    def said(grid: Grid, *cells: Var) -> Said:
        yield from (relation(one, other) for one, other in grid.neighbours(cells))

    return said


def dutch_flatmates(grid: Grid) -> Said:
    for (r, c), cell in grid.at.items():
        above, below = grid.at.get((r - 1, c)), grid.at.get((r + 1, c))
        mates = ([above == 1] if above is not None else []) + ([below == 9] if below is not None else [])
        yield Implies(cell == 5, Or(mates))


RULES: Final[dict[str, Callable[..., Said]]] = {
    "Cage": cage,
    "Sum": plain_sum,
    "Lunchbox": lunchbox,
    "EqualityCage": equality_cage,
    "RellikCage": rellik_cage,
    "Arrow": arrow,
    "DoubleArrow": double_arrow,
    "PillArrow": pill_arrow,
    "EqualSum": equal_sums,
    "LookAndSay": look_and_say,
    "Quad": quadruple,
    "CountingCircles": counting_circles,
    "SameValues": same_values,
    "WhiteDot": of_neighbours(white),
    "BlackDot": of_neighbours(black),
    "X": of_neighbours(ten),
    "V": of_neighbours(five),
    "GreaterThan": of_neighbours(greater),
    "DutchFlatmates": dutch_flatmates,
}

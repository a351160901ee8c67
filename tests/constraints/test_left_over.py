"""Sums of what is left over: those of textbooks are found, and each that is found follows from the constraints."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations, product
from typing import Any
from unittest import mock

import pytest

import clew
from clew.constraints import AllDifferent, Constraint, Linear, Sum, Table
from clew.constraints import left_over as module
from clew.constraints.distinct_sums import common_sum
from clew.constraints.primitives import Difference, WeightedSum, implied
from clew.planning import request

DIGITS = range(1, 10)
Cell = tuple[int, int]


def sudoku(height: int, width: int) -> list[AllDifferent]:
    """The constraints on the rows, columns and boxes of a sudoku."""
    size = height * width
    units: dict[Any, list[Cell]] = {}
    for r, c in product(range(size), repeat=2):
        for unit in (("row", r), ("column", c), ("box", r // height, c // width)):
            units.setdefault(unit, []).append((r, c))
    return [AllDifferent(cells) for cells in units.values()]


def found_in(constraints: Sequence[Constraint], domains: dict[Any, Any]) -> dict[str, Constraint]:
    """The sums that follow, written as terms, with their constraints."""
    primitives = [primitive for one in constraints for primitive in one.primitives()]
    found = {}
    for one in implied(primitives, domains, domains.__getitem__):
        weights = [1] * len(one.source.scope)
        if isinstance(one, WeightedSum):
            weights = [*one.coefficients]
        elif isinstance(one, Difference):
            weights = [1, -1]
        terms: list[Any] = sorted(zip(weights, one.source.scope, strict=True))
        text = " ".join(f"{'+' if weight > 0 else '-'}{''.join(map(str, cell))}" for weight, cell in terms)
        total = one.source.bound if isinstance(one.source, Linear) else getattr(one.source, "total", None)
        found[f"{text} = {total}"] = one.source
    return found


GRID: dict[Any, Any] = dict.fromkeys(product(range(9), repeat=2), DIGITS)
SMALL: dict[Any, Any] = dict.fromkeys(product(range(4), repeat=2), range(1, 5))


@pytest.mark.parametrize(
    ("cages", "expected"),
    [
        # All of a row but one cell: an innie.
        ([([(0, c) for c in range(4)], 20), ([(0, c) for c in range(4, 8)], 18)], "+08 = 7"),
        # All of a row, and one cell of the next: an outie.
        ([([(0, c) for c in range(5)], 30), ([*((0, c) for c in range(5, 9)), (1, 8)], 19)], "+18 = 4"),
        # One inside, one outside.
        ([([(0, c) for c in range(4)], 20), ([*((0, c) for c in range(4, 8)), (1, 7)], 21)], "-17 +08 = 4"),
        # Two inside, which differ.
        ([([(0, c) for c in range(4)], 20), ([(0, c) for c in range(4, 7)], 10)], "+07 +08 = 15"),
        # One cell that two rows leave together, although neither leaves few.
        (
            [
                ([(0, 0), (1, 0), (0, 1), (1, 1)], 20),
                ([(0, 2), (1, 2), (0, 3), (1, 3)], 20),
                ([(0, 4), (1, 4), (0, 5), (1, 5)], 20),
                ([(0, 6), (1, 6), (0, 7), (1, 7), (0, 8)], 24),
            ],
            "+18 = 6",
        ),
    ],
)
def test_innies_and_outies_are_found(cages: list[tuple[list[Cell], int]], expected: str) -> None:
    sums = [Sum(cells, "==", total) for cells, total in cages]
    assert expected in found_in([*sudoku(3, 3), *sums], GRID)


def test_a_table_whose_rows_have_one_sum_is_a_sum() -> None:
    rows = [row for row in permutations(DIGITS, 3) if sum(row) == 12]
    tables = [Table([(0, 0), (0, 1), (0, 2)], rows), Table([(0, 3), (0, 4), (0, 5)], rows)]
    last = Sum([(0, 6), (0, 7)], "==", 12)
    assert "+08 = 9" in found_in([*sudoku(3, 3), *tables, last], GRID)
    assert common_sum(frozenset({(1, 2), (2, 1), (3, 0)})) == 3
    assert common_sum(frozenset({(1, 2), (2, 2)})) is None
    assert common_sum(frozenset({(True, 2), (2, True)})) is None
    assert common_sum(frozenset({("a", "b")})) is None
    assert common_sum(frozenset()) is None


def test_a_cell_that_is_known_is_a_sum() -> None:
    sums = [Sum([(0, c) for c in range(4)], "==", 20), Sum([(0, c) for c in range(4, 7)], "==", 10)]
    assert "+08 = 8" in found_in([*sudoku(3, 3), *sums], {**GRID, (0, 7): (7,)})


def test_what_declared_constraints_say_is_not_found_again() -> None:
    """Nor is the sum of a permutation."""
    rows = [Sum([(r, c) for c in range(4)], "==", 10) for r in range(4)]
    assert not found_in([*sudoku(2, 2), *rows], SMALL)
    halves = [Sum([(0, 0), (0, 1)], "==", 3), Sum([(0, 2), (0, 3)], "==", 7)]
    found = found_in([*sudoku(2, 2), *halves], SMALL)
    assert len([text for text in found if text.endswith("= 3") and "+00 +01" in text]) == 1


@pytest.mark.parametrize("values", [range(10), (1, 2, 3, 4, 5, 6, 7, 8, 9.5), "abcdefghi"])
def test_variables_with_other_values_are_no_permutation(values: Any) -> None:
    sums = [Sum([(0, c) for c in range(4)], "==", 20), Sum([(0, c) for c in range(4, 8)], "==", 18)]
    found = found_in([*sudoku(3, 3), *sums], dict.fromkeys(GRID, values))
    assert not any(len(one.scope) == 1 for one in found.values())


@pytest.mark.parametrize(("most", "number"), [(1, False), (2, True), (3, True)])
def test_more_than_some_are_not_left_over(most: int, number: bool) -> None:
    sums = [Sum([(0, c) for c in range(4)], "==", 20), Sum([(0, c) for c in range(4, 7)], "==", 10)]
    with mock.patch.object(module, "LEFT", most):
        assert ("+07 +08 = 15" in found_in([*sudoku(3, 3), *sums], GRID)) is number


@pytest.mark.parametrize(("together", "number"), [(1, False), (2, True), (3, True)])
def test_some_permutations_are_looked_at_together(together: int, number: bool) -> None:
    cages = [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r in (0,) for c in (0, 2, 4, 6)]
    sums = [Sum(cells, "==", 20) for cells in cages]
    with mock.patch.object(module, "TOGETHER", together):
        assert ("+08 +18 = 10" in found_in([*sudoku(3, 3), *sums], GRID)) is number


@pytest.mark.parametrize(("most", "number"), [(27, False), (27 + 27 * 26 // 2, True)])
def test_so_many_permutations_and_pairs_are_looked_at(most: int, number: bool) -> None:
    """The 27 of a sudoku come first, and then pairs of them."""
    sums = [Sum([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)], "==", 20) for r in (0,) for c in (0, 2, 4, 6)]
    with mock.patch.object(module, "UNIONS", most):
        assert ("+08 +18 = 10" in found_in([*sudoku(3, 3), *sums], GRID)) is number


def test_the_name_of_a_sum_is_that_of_the_constraints_it_follows_from() -> None:
    first = AllDifferent([(0, c) for c in range(9)]).named("row 1")
    sums = [Sum([(0, c) for c in range(s, s + 4)], "==", 20).named(f"cage {s}") for s in (0, 4)]
    assert found_in([first, *sums], GRID)["+08 = 5"].label == "row 1 and cage 0 and cage 4"


# -- searches ------------------------------------------------------------------------------------------


def killer(seed: int) -> clew.Model:
    """A sudoku of 4x4 with cages that may overlap and whose sums may have no solution."""
    chance = random.Random(seed)
    model = clew.Model("killer")
    cells: list[Any] = [*product(range(4), repeat=2)]
    for cell in cells:
        model.variable(cell, range(1, 5))
    model.require(*sudoku(2, 2))
    solution = {(r, c): (2 * r + r // 2 + c) % 4 + 1 for r, c in cells}
    for _ in range(chance.randint(2, 6)):
        r, c = chance.choice(cells)
        near = [cell for cell in cells if abs(cell[0] - r) + abs(cell[1] - c) <= 2]
        cage = chance.sample(near, chance.randint(1, 5))
        model.require(Sum(cage, "==", sum(solution[cell] for cell in cage) + (chance.random() < 0.05)))
    return model


@pytest.mark.parametrize("seed", range(60))
def test_no_solution_is_lost_and_both_kernels_enter_the_same_nodes(seed: int) -> None:
    model = killer(seed)
    with mock.patch("clew.constraints.left_over.LEFT", -1), mock.patch("clew.constraints.distinct_sums.SETS", -1):
        request.forget()
        plain = clew.solve(model, clew.All(), kernel="python", inference="unit", variable_order="static")
    request.forget()
    outcomes = [
        clew.solve(killer(seed), clew.All(), kernel=kernel, variable_order="static", inference=level)
        for level in ("unit", "arc")
        for kernel in ("python", "compiled")
    ]
    rows = [tuple(one.values()) for one in plain.result]
    assert all([tuple(one.values()) for one in outcome.result] == rows for outcome in outcomes)
    nodes = [outcome.statistics.nodes_per_level for outcome in outcomes]
    assert nodes[0] == nodes[1]
    assert nodes[2] == nodes[3]
    assert sum(nodes[0]) <= sum(plain.statistics.nodes_per_level)


@pytest.mark.parametrize("seed", range(20))
def test_each_sum_that_is_found_holds_in_every_solution(seed: int) -> None:
    model = killer(seed)
    found = found_in([*model.constraints()], dict(model.domains()))
    solutions = [*clew.solutions(model, inference="forward")]
    for one in found.values():
        assert all(one.holds([solution[cell] for cell in one.scope]) for solution in solutions)

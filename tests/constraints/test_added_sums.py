"""Sums that are added up, and sums around permutations: which are found, and that no solution is lost."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any
from unittest import mock

import pytest

import clew
from clew.constraints import AllDifferent, Constraint, Linear, Sum, grouped_sums
from clew.constraints import added_sums as module
from clew.constraints.differing import Differing
from clew.constraints.distinct_sums import plain_sum
from clew.constraints.grouped_sums import GroupedSum
from clew.constraints.primitives import implied
from tests.random_models import brute_force, check_nodes

DIGITS = tuple(range(1, 10))

ROWS = [AllDifferent("abc"), AllDifferent("def"), AllDifferent("ghi")]
"""Of which the columns adg, beh and cfi have sums."""


def found_in(domains: Mapping[Any, Sequence[Any]], *constraints: Constraint) -> list[tuple[str, int]]:
    """The variables of the sums that are found, and what they add up to."""
    primitives = [primitive for constraint in constraints for primitive in constraint.primitives()]
    sums = [*filter(None, map(plain_sum, primitives))]
    found = module.added_sums(sums, Differing(primitives), domains.get)
    return [("".join(map(str, one.scope)), one.total) for one in found]


def columns(*totals: int) -> list[Constraint]:
    return [Sum(scope, "==", total) for scope, total in zip(("adg", "beh", "cfi"), totals, strict=False)]


GRID = dict.fromkeys("abcdefghi", DIGITS)


def test_columns_are_added_up_whose_rows_differ() -> None:
    """One column can add up to 3 to 27, two to 9 to 51, because two cells of a row are not both 1 or both 9."""
    assert found_in(GRID, *ROWS, *columns(7, 7, 15)) == [("adgbeh", 14)]
    assert found_in(GRID, *ROWS, *columns(7, 7, 7)) == [("adgbehcfi", 21)]
    assert found_in(GRID, *ROWS, *columns(23, 23, 23)) == [("adgbehcfi", 69)]


def test_sums_that_are_no_tighter_together_are_not_added_up() -> None:
    assert found_in(GRID, *ROWS, *columns(3, 7)) == []  # the first is as tight as can be
    assert found_in(GRID, *ROWS, *columns(7, 15)) == []
    assert found_in(GRID, *columns(7, 7, 7)) == []  # nothing differs
    assert found_in(GRID, AllDifferent("ab"), AllDifferent("de"), *columns(7, 7)) == []  # two add little more than any
    assert found_in(GRID, *ROWS, Sum("adg", "==", 7), Sum("ehd", "==", 7)) == []  # a common variable


@pytest.mark.parametrize(("values", "number"), [((1, 2, 3), 1), ((1, 2.5, 3), 0), (range(1, 100), 0), ("123", 0)])
def test_other_values_than_a_few_whole_numbers_are_left_alone(values: Any, number: int) -> None:
    domains: dict[Any, Sequence[Any]] = {**GRID, **dict.fromkeys("abc", values)}
    primitives = [one for constraint in (*ROWS, *columns(7, 7, 7)) for one in constraint.primitives()]
    found = [one for one in implied(primitives, domains, domains.__getitem__) if isinstance(one, GroupedSum)]
    assert sum(one.scope == (*"abcdefghi",) for one in found) == number


def test_what_sums_leave_around_a_permutation_has_a_sum() -> None:
    """The permutation abc adds up to 6, so xyz to 7: at least 6, because they differ, and 12 at most."""
    domains = {**dict.fromkeys("abc", (1, 2, 3)), **dict.fromkeys("vxyz", range(1, 6))}
    differ = [AllDifferent("abc"), AllDifferent("vxyz")]
    assert found_in(domains, *differ, Sum("abx", "==", 5), Sum("cyz", "==", 8)) == [
        ("xyz", 7),
        ("abxcyz", 13),
    ]
    assert found_in(domains, *differ, Sum("abx", "==", 5), Sum("cyz", "==", 10)) == []  # 9 is in the middle
    assert found_in(domains, *differ, Sum("abx", "==", 5)) == []  # does not cover it


def test_a_permutation_fills_a_gap_and_one_outside_is_subtracted() -> None:
    """The cage and bcd, which adds up to 6, cover abc; efg lies outside. The cage alone covers efg."""
    domains = {**dict.fromkeys("abcdefgh", (1, 2, 3)), **dict.fromkeys("vwxyz", range(1, 6))}
    differ = [AllDifferent("abc"), AllDifferent("bcd"), AllDifferent("efg"), AllDifferent("vwxyz")]
    assert found_in(domains, *differ, Sum("aefgxyz", "==", 15)) == [("xyzd", 9), ("axyz", 9)]


@pytest.mark.parametrize(("longest", "expected"), [(2, []), (5, []), (6, [("adgbeh", 14)]), (9, [("adgbehcfi", 21)])])
def test_long_sums_are_not_added_up(longest: int, expected: Any) -> None:
    with mock.patch.object(module, "LONGEST", longest):
        assert found_in(GRID, *ROWS, *columns(7, 7, 7)) == expected


@pytest.mark.parametrize(("tries", "expected"), [(11, []), (12, [("adgbeh", 14)]), (27, [("adgbehcfi", 21)])])
def test_so_many_sums_are_tried_at_first(tries: int, expected: Any) -> None:
    with mock.patch.object(module, "TRIES", tries):  # three groups: as many pairs of n sums as three times the square
        assert found_in(GRID, *ROWS, *columns(7, 7, 7)) == expected


@pytest.mark.parametrize(("tries", "expected"), [(3, []), (4, [("xyz", 7)]), (5, [("xyz", 7)])])
def test_so_many_sums_are_looked_at_around_permutations(tries: int, expected: Any) -> None:
    """Two sums cover abc together: four pairs of them, of which one is left if there may be fewer."""
    domains = {**dict.fromkeys("abc", (1, 2, 3)), **dict.fromkeys("vxyz", range(1, 6))}
    differ = [AllDifferent("abc"), AllDifferent("vxyz")]
    with mock.patch.object(module, "TRIES", tries):
        assert found_in(domains, *differ, Sum("abx", "==", 5), Sum("cyz", "==", 8)) == expected


@pytest.mark.parametrize(("slack", "number"), [(3 / 54, 0), (3.001 / 54, 1)])
def test_a_sum_far_from_its_ends_is_left_alone(slack: float, number: int) -> None:
    with mock.patch.object(module, "SLACK", slack):  # three columns add up to 18 to 72
        assert len(found_in(GRID, *ROWS, *columns(7, 7, 7))) == number


# -- searches ------------------------------------------------------------------------------------------


def grid(seed: int) -> clew.Model:
    """Rows that differ, some of them permutations, and sums of cells of which some have no solution together."""
    chance = random.Random(seed)
    rows, width, most = chance.choice([(2, 3, 3), (3, 3, 3), (2, 3, 4), (2, 4, 4)])
    model = clew.Model("grid")
    cells: list[Any] = [*product(range(rows), range(width))]
    for cell in cells:
        model.variable(cell, range(1, most + 1))
    for r in range(rows):
        model.require(AllDifferent([(r, c) for c in range(width)]))
    solution = {(r, c): (r + c) % most + 1 for r, c in cells}
    for _ in range(chance.randint(2, 4)):
        scope = chance.sample(cells, chance.randint(3, min(5, len(cells))))
        weight = chance.choice((1, 1, 1, -2))
        total = weight * (sum(solution[cell] for cell in scope) + (chance.random() < 0.1))
        model.require(Linear(scope, (weight,) * len(scope), "==", total))
    return model


@pytest.mark.parametrize("seed", range(60))
def test_no_solution_is_lost_and_both_kernels_enter_the_same_nodes(seed: int) -> None:
    with mock.patch.object(module, "SLACK", 9.0), mock.patch.object(grouped_sums, "LARGE", 2 + seed % 2):
        model = grid(seed)
        found = {tuple(one.values()) for one in clew.solutions(model)}
        assert found == {tuple(one.values()) for one in brute_force(model)}
        for level in ("unit", "arc"):
            check_nodes(grid(seed), level)


def test_the_grids_have_sums_that_are_added_up() -> None:
    """Otherwise the test above would say nothing about them."""
    seen = []

    def noting(*arguments: Any) -> Any:
        seen.append([*module_added(*arguments)])
        return iter(seen[-1])

    module_added = module.added_sums
    with mock.patch.object(module, "SLACK", 9.0), mock.patch.object(module, "added_sums", noting):
        for seed in range(60):
            clew.count(grid(seed))
    assert sum(map(bool, seen)) > 20

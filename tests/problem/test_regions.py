"""Regions and signs of boards, as constraints tell them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import attrs

import clew
from clew import plugins
from clew.constraints import AllDifferent, Constraint, Exactly, Greater, Less, LessEqual, Predicate, Sum
from clew.constraints.primitives import Difference, Distinct, Primitive
from clew.problem.regions import regions_in, regions_of, signs_of


def test_what_overlaps_or_hangs_apart_is_no_region() -> None:
    square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    beside_it = [(r, c + 1) for r, c in square]
    apart = [(r, c + 2) for r, c in square]
    assert regions_of([AllDifferent(square), AllDifferent(beside_it)]) == {}
    assert regions_of([AllDifferent(square)]) == {}
    assert regions_of([AllDifferent([(0, 0), (1, 1), (2, 2)]), AllDifferent([(0, 2), (1, 3), (2, 4)])]) == {}
    found = regions_of([AllDifferent(square), AllDifferent(beside_it), Sum(square, "==", 9), Sum(apart, "==", 9)])
    assert {frozenset(c for c in found if found[c] == k) for k in found.values()} == {
        frozenset(square), frozenset(apart)}  # fmt: skip


def test_equal_letters_are_a_region_if_a_constraint_is_about_them() -> None:
    grid = {(0, 0): "A", (0, 1): "A", (1, 0): "B", (1, 1): "A"}
    lines = [Exactly(1, "*", [(r, 0), (r, 1)]) for r in range(2)]
    of_letters = [Exactly(1, "*", [(0, 0), (0, 1), (1, 1)]), Exactly(1, "*", [(1, 0)])]
    assert regions_in(grid, [*lines, *of_letters]) == {(0, 0): 0, (0, 1): 0, (1, 1): 0, (1, 0): 1}
    assert regions_in(grid, [*lines, of_letters[0]]) == {}
    assert regions_in(dict.fromkeys(grid, "A"), [Exactly(1, "*", grid)]) == {}


def test_signs_point_to_the_smaller_of_two_neighbours() -> None:
    problem = next(p.problem for p in plugins.installed() if p.name == "futoshiki")
    assert problem is not None
    futoshiki = problem.from_text(problem.examples[0].text)
    solution = clew.first(futoshiki)
    assert solution is not None
    board: Any = solution.picture()
    assert len(board.signs) == 7
    for (one, other), sign in board.signs.items():
        smaller, larger = (one, other) if sign in ("<", "\N{LOGICAL AND}") else (other, one)
        assert solution[smaller] < solution[larger]
        assert (one[0] == other[0]) is (sign in "<>")
    turned = [Greater((0, 0), (0, 1)), Less((1, 1), (0, 1)), LessEqual((1, 0), (1, 1)), Less((0, 0), (1, 1))]
    assert signs_of(turned) == {
        ((0, 0), (0, 1)): ">", ((0, 1), (1, 1)): "\N{LOGICAL OR}", ((1, 0), (1, 1)): "≤"}  # fmt: skip


@attrs.frozen
class Chain(Constraint):
    """Each value is less than the next."""

    def holds(self, values: Sequence[Any]) -> bool:
        return all(one < other for one, other in pairwise(values))

    def primitives(self) -> Iterable[Primitive]:
        return [Difference(self, one, other, "<") for one, other in pairwise(self.scope)]


@attrs.frozen
class Apart(Constraint):
    """The values differ."""

    def holds(self, values: Sequence[Any]) -> bool:
        return len(set(values)) == len(values)

    def primitives(self) -> Iterable[Primitive]:
        return [Distinct(self, lambda position, value: value, None, False, frozenset())]


def test_a_constraint_of_ones_own_is_drawn_by_its_primitives() -> None:
    assert signs_of([Chain([(0, 0), (0, 1), (1, 1), (1, 0)])]) == {
        ((0, 0), (0, 1)): "<", ((0, 1), (1, 1)): "\N{LOGICAL AND}", ((1, 0), (1, 1)): ">"}  # fmt: skip
    square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    apart = [(r, c + 2) for r, c in square]
    found = regions_of([Apart(square), AllDifferent(apart)])
    assert {frozenset(c for c in found if found[c] == k) for k in found.values()} == {
        frozenset(square), frozenset(apart)}  # fmt: skip
    assert regions_of([Predicate(lambda *v: True, square), Exactly(1, 1, apart)]) == {}

"""Another solver proves that new instances have one solution, and that no clue can be left out."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import islice
from typing import Any

import pytest

import clew
from clew_problems import Sudoku
from tests.puzzles.generation import judging

SMALL = [
    ("sudoku", "4", partial(judging.sudoku, 2, 2), 20),
    ("sudoku", "6", partial(judging.sudoku, 2, 3), 20),
    ("sudoku", "9", partial(judging.sudoku, 3, 3), 1),
    ("takuzu", "4x4", partial(judging.takuzu, 4), 10),
    ("takuzu", "6x6", partial(judging.takuzu, 6), 3),
    ("magic-square", "3", partial(judging.magic_square, 3), 10),
]


@pytest.mark.parametrize(("kind", "size", "rules", "count"), SMALL)
def test_every_instance_is_unique_and_minimal(kind: str, size: str, rules: judging.Rules, count: int) -> None:
    for made in clew.generate(kind, size, count=count, seed=11):
        judging.assert_unique_and_minimal(rules, made.given())


def test_with_a_symmetry_no_group_can_be_left_out() -> None:
    for made in clew.generate("sudoku", 6, count=10, seed=1, symmetry="half-turn"):
        given = made.given()
        groups = {frozenset([(r, c), (5 - r, 5 - c)]) for r, c in given}
        assert all(cell in given for group in groups for cell in group)
        judging.assert_unique_and_minimal(partial(judging.sudoku, 2, 3), given, [*groups])


def test_no_two_sudokus_are_the_same_up_to_symmetry() -> None:
    made = list(islice(clew.generate("sudoku", 9, seed=4), 60))
    assert len(set(map(judging.invariant, made))) == 60


def test_all_minimal_sudokus_of_four_by_four_come() -> None:
    """There are 36 up to symmetry: 13 with four clues, 22 with five and one with six (Wikipedia, Mathematics of
    Sudoku)."""
    made = {judging.invariant(one): len(one.given()) for one in clew.generate("sudoku", 4, count=1000, seed=1)}
    assert Counter(made.values()) == {4: 13, 5: 22, 6: 1}


def test_the_invariant_is_one() -> None:
    made = next(clew.generate("sudoku", 9))
    turned: dict[Any, int] = {(c, 8 - r): value % 9 + 1 for (r, c), value in made.given().items()}
    exchanged = {(r ^ 1 if r < 2 else r, c): value for (r, c), value in turned.items()}
    rows = [[exchanged.get((r, c), 0) for c in range(9)] for r in range(9)]
    assert judging.invariant(Sudoku(rows)) == judging.invariant(made)
    moved = next(pair for pair in exchanged if (pair[0], (pair[1] + 3) % 9) not in exchanged)
    rows[moved[0]][(moved[1] + 3) % 9], rows[moved[0]][moved[1]] = rows[moved[0]][moved[1]], 0
    assert judging.invariant(Sudoku(rows)) != judging.invariant(made)

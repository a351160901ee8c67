"""Langford's problem: published numbers, small rows against brute force, and drawings."""

from __future__ import annotations

from functools import partial
from itertools import permutations

import pytest

import clew
from clew_problems.langford import Langford
from tests.problems.refusals import refused

refusal = partial(refused, Langford)

# OEIS A014552: rows of n pairs, a row and its reverse counted once.
COUNTS = {1: 0, 2: 0, 3: 1, 4: 1, 5: 0, 6: 0, 7: 26, 8: 150, 9: 0, 10: 0, 11: 17792}


def row(problem: Langford, solution: clew.Solution[tuple[str, int], tuple[int, int]]) -> tuple[int, ...]:
    return tuple(map(int, problem.draw(solution).split()))


def is_langford(row: tuple[int, ...]) -> bool:
    """The definition: k numbers between the two k's."""
    places = {k: [i for i, number in enumerate(row) if number == k] for k in set(row)}
    return all(len(found) == 2 and found[1] - found[0] - 1 == k for k, found in places.items())


@pytest.mark.parametrize("n", COUNTS)
def test_the_rows_are_as_many_as_published(n: int) -> None:
    assert clew.count(Langford(n, reversals=False)) == COUNTS[n]


@pytest.mark.parametrize("n", range(1, 9))
def test_with_their_reversals_they_are_twice_as_many(n: int) -> None:
    assert clew.count(Langford(n)) == 2 * COUNTS[n]


@pytest.mark.parametrize("n", range(1, 5))
def test_the_rows_are_those_of_brute_force(n: int) -> None:
    problem = Langford(n)
    every = set(permutations([*range(1, n + 1)] * 2))
    assert {row(problem, solution) for solution in clew.solutions(problem)} == set(filter(is_langford, every))


@pytest.mark.parametrize("n", [3, 4, 7, 8])
def test_of_a_row_and_its_reverse_one_is_kept(n: int) -> None:
    both, one = Langford(n), Langford(n, reversals=False)
    rows = {row(both, solution) for solution in clew.solutions(both)}
    kept = {row(one, solution) for solution in clew.solutions(one)}
    assert all(map(is_langford, rows))
    assert kept | {reading[::-1] for reading in kept} == rows
    assert not kept & {reading[::-1] for reading in kept}


def test_three_pairs_are_the_toy_blocks_of_langfords_son() -> None:
    """One block between the red ones, two between the blue, three between the yellow (Mathematical Gazette, 1958)."""
    assert {solution.draw() for solution in clew.solutions(Langford(3))} == {"3 1 2 1 3 2", "2 3 1 2 1 3"}


def test_a_partial_row_has_dots_where_it_is_open() -> None:
    problem = Langford(3)
    assert problem.draw({}) == ". . . . . ."
    assert problem.draw({("number", 2): (2, 3)}) == ". . 2 . . 2"


def test_a_placement_may_be_given_and_is_named_without_spaces() -> None:
    problem = Langford(7)
    found = list(clew.solutions(problem, given={("number", 7): (7, 1)}))
    assert found
    assert all(row(problem, solution)[0] == row(problem, solution)[8] == 7 for solution in found)
    named = found[0].named()
    assert named["number7"] == named["place1"] == named["place9"] == "7@1"


def test_two_numbers_in_one_place_break_a_rule() -> None:
    problem = Langford(3)
    solution = dict(next(iter(clew.solutions(problem))))
    number = solution["place", 1][0]
    solution["place", 1] = next(choice for choice in problem.domains()["place", 1] if choice[0] != number)
    assert {violation.rule for violation in clew.violations(problem, solution)} == {
        "every number placed once, every place filled once"
    }


@pytest.mark.parametrize("reversals", [False, True])
def test_the_text_is_read_back(reversals: bool) -> None:
    problem = Langford(12, reversals=reversals)
    assert Langford.from_text(problem.to_text(), reversals=reversals) == problem


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "no size"),
        ("x", "'x'"),
        ("3.5", "'3.5'"),
        ("3 4", "'3 4'"),
        ("٣", "no size"),
        ("0", "from 1"),
        ("-1", "-1"),
        ("1000000000", "too large"),
        ("9" * 5000, "no size"),
        ("\x1b[31m", "no size"),
    ],
)
def test_bad_input_is_refused_with_one_line(text: str, say: str) -> None:
    assert say in refusal(text)


@pytest.mark.parametrize("n", [0, -1, 10**9, 10**30, 2.0, "3"])
def test_a_size_that_cannot_be_is_refused_from_python_too(n: object) -> None:
    with pytest.raises((clew.InputError, clew.OptionError)):
        Langford(n)  # type: ignore[arg-type]

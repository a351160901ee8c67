"""Slitherlink: all small instances against all loops, published instances, addresses, new instances, drawings."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew_problems import Slitherlink
from tests.problems.all_loops import edges, loops

SIZES = [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3), (2, 4)]


def made(rows: Any) -> Slitherlink:
    return Slitherlink(rows)


def around(cell: tuple[int, int]) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    (r, c) = cell
    a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
    return {(a, b), (a, d), (b, e), (d, e)}


def numbers(loop: tuple[tuple[int, int], ...], height: int, width: int) -> dict[tuple[int, int], int]:
    """For each cell how many of its sides a loop has."""
    return {cell: len(around(cell) & edges(loop)) for cell in product(range(height), range(width))}


def solutions(puzzle: Slitherlink) -> int:
    height, width = puzzle.clues.height, puzzle.clues.width
    clues = {cell: int(digit) for cell, digit in puzzle.clues.given.items()}
    return sum(clues.items() <= numbers(loop, height, width).items() for loop in loops(height, width))


@pytest.mark.parametrize(("size", "number"), [(1, 1), (2, 13), (3, 213)])  # OEIS A140517
def test_the_loops_without_clues_are_those_of_the_encyclopedia(size: int, number: int) -> None:
    assert len(loops(size, size)) == number == clew.count(Slitherlink.from_text(f"{size}x{size}"))


@given(st.data())
@settings(max_examples=60)
def test_small_instances_have_the_solutions_of_brute_force(data: st.DataObject) -> None:
    height, width = data.draw(st.sampled_from(SIZES))
    if data.draw(st.booleans()):
        shown = numbers(data.draw(st.sampled_from(loops(height, width))), height, width)
        digits = [str(shown[cell]) for cell in product(range(height), range(width))]
    else:
        digits = data.draw(st.lists(st.sampled_from("01234"), min_size=height * width, max_size=height * width))
    hidden = data.draw(st.sets(st.integers(0, height * width - 1)))
    text = "".join("." if k in hidden else digit for k, digit in enumerate(digits))
    puzzle = made([text[k : k + width] for k in range(0, len(text), width)])
    assert clew.count(puzzle) == solutions(puzzle)
    for solution in clew.solutions(puzzle):
        assert not list(puzzle.violations(solution))
    assert Slitherlink.from_text(puzzle.to_text()) == puzzle
    assert Slitherlink.from_text(str(puzzle.to_address())) == puzzle


def test_the_address_of_pzprjs_is_read_and_solved() -> None:
    """The instance and its solution in the tests of pzprjs."""
    puzzle = Slitherlink.from_text("https://puzz.link/p?slither/5/5/cbcbcddad")
    assert puzzle.to_text() == "2..1.\n.2..1\n..2..\n3..3.\n.0..3"
    assert str(puzzle.to_address()) == "https://puzz.link/p?slither/5/5/cbcbcddad"
    assert clew.check(puzzle).answer == "unique"


def test_a_hard_instance_is_unique() -> None:
    """Number 7,777,777 of puzzle-loop.com, 10x10 hard."""
    text = (
        "3.3.....22/.2..3.33../......21.1/.313.322.2/3....12.../2..2....3./.3..1..3.1/.....3.2.3/313.3...../...2.....3"
    )
    assert clew.check(Slitherlink.from_text(text)).answer == "unique"


@pytest.mark.parametrize("address", ["mashu/5/5/cbcbcddad", "slither/5/5/cbcbcddadaaaaaaaaaaaaaa", "slither/2/2/!"])
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(clew.InputError):
        Slitherlink.from_text(f"https://puzz.link/p?{address}")


@pytest.mark.parametrize("text", ["", "5/5", "12/1", "a", "0x3"])
def test_other_texts_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(clew.InputError) as caught:
        Slitherlink.from_text(text)
    assert "\n" not in str(caught.value)


def test_new_instances_are_unique_and_none_of_their_numbers_can_be_left_out() -> None:
    for puzzle in islice(clew.generate("slitherlink", "3x3", seed=5), 5):
        assert isinstance(puzzle, Slitherlink)
        assert solutions(puzzle) == 1
        for cell in puzzle.clues.given:
            rows = [
                [("." if (r, c) == cell else digit) for c, digit in enumerate(row)]
                for r, row in enumerate(puzzle.clues.rows)
            ]
            assert solutions(made(rows)) > 1
    (large,) = clew.generate("slitherlink", "10x10", seed=1, count=1)
    assert clew.check(large).answer == "unique"


def test_new_instances_keep_the_clues_that_they_begin_with_and_are_symmetric() -> None:
    (puzzle,) = clew.generate(made(["3...", "....", "....", "...."]), count=1)
    assert puzzle.clues[0, 0] == "3"  # type: ignore[attr-defined]
    assert clew.is_unique(puzzle)
    (turned,) = clew.generate("slitherlink", "5x5", count=1, symmetry="half-turn")
    assert {(4 - r, 4 - c) for r, c in turned.clues.given} == set(turned.clues.given)  # type: ignore[attr-defined]


def test_a_hint_names_the_number() -> None:
    hint = clew.hint(Slitherlink.from_text(Slitherlink.examples[0].text))
    assert hint is not None
    assert "the 0 at r5c2" in str(hint)


def test_the_side_of_a_cell_has_a_name() -> None:
    puzzle = Slitherlink.from_text("1x2")
    assert [puzzle.variable_name(side) for side in puzzle.domains()] == [
        "r1c1-top", "r1c1-left", "r1c2-top", "r1c2-left", "r1c2-right", "r1c1-bottom", "r1c2-bottom",
    ]  # fmt: skip

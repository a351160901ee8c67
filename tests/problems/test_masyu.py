"""Masyu: all small instances against all loops, published instances, addresses, new instances."""

from __future__ import annotations

from itertools import islice, pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew_problems import Masyu
from tests.problems.all_loops import edges, loops

Point = tuple[int, int]


def made(rows: Any) -> Masyu:
    return Masyu(rows)


def pearls(loop: tuple[Point, ...]) -> dict[Point, str]:
    """The pearls that may lie on a loop, as one walks along it: W, B, or a dot for neither."""

    def turns(k: int) -> bool:
        (a, b), (c, d) = loop[k - 1], loop[(k + 1) % len(loop)]
        return a != c and b != d

    found = {}
    for k, point in enumerate(loop):
        beside = turns((k - 1) % len(loop)), turns((k + 1) % len(loop))
        found[point] = ("B" if not any(beside) else ".") if turns(k) else ("W" if any(beside) else ".")
    return found


def solutions(puzzle: Masyu) -> int:
    given = puzzle.pearls.given.items()
    return sum(given <= pearls(loop).items() for loop in loops(puzzle.pearls.height - 1, puzzle.pearls.width - 1))


@given(st.data())
@settings(max_examples=60)
def test_small_instances_have_the_solutions_of_brute_force(data: st.DataObject) -> None:
    height, width = data.draw(st.sampled_from([(2, 2), (2, 4), (3, 3), (3, 4), (4, 4), (3, 5)]))
    cells = list(product(range(height), range(width)))
    shown = pearls(data.draw(st.sampled_from(loops(height - 1, width - 1))))
    if data.draw(st.booleans()):
        shown |= {data.draw(st.sampled_from(cells)): data.draw(st.sampled_from("WB"))}
    hidden = data.draw(st.sets(st.sampled_from(cells)))
    text = "".join("." if cell in hidden else shown.get(cell, ".") for cell in cells)
    puzzle = made([text[k : k + width] for k in range(0, len(text), width)])
    assert clew.count(puzzle) == solutions(puzzle)
    assert Masyu.from_text(puzzle.to_text()) == puzzle
    assert Masyu.from_text(str(puzzle.to_address())) == puzzle


def test_the_instance_of_pzprjs_has_its_solution() -> None:
    """Lines to the right, row by row, and then lines down, in the tests of pzprjs; -1 is a cross there."""
    right = "1 1 1 0 1 /0 1 1 -1 0 /0 0 1 1 0 /0 1 -1 1 1 /1 1 0 0 0 /0 0 1 0 0 "
    down = "1 0 0 1 1 1 /1 1 0 0 1 1 /1 1 1 -1 0 1 /1 -1 0 1 0 0 /0 0 1 1 0 0 "
    lines = {
        ((r, c), (r, c + 1))
        for r, row in enumerate(right.split("/"))
        for c, one in enumerate(row.split())
        if one == "1"
    }
    lines |= {
        ((r, c), (r + 1, c)) for r, row in enumerate(down.split("/")) for c, one in enumerate(row.split()) if one == "1"
    }
    puzzle = Masyu.from_text("https://puzz.link/p?mashu/6/6/1063000i3000")
    (solution,) = clew.solutions(puzzle)
    assert {edge for edge, value in solution.items() if value} == lines
    assert str(puzzle.to_address()) == "https://puzz.link/p?mashu/6/6/1063000i3000"


def test_the_instance_of_wikipedia_has_its_solution() -> None:
    """The corners of the loop, as published (Adam R. Wood)."""
    corners = (
        "01 05 15 13 43 44 24 27 37 35 65 67 47 48 18 16 06 09 59 58 68 69 99 95 85 88 78 74 94 92 62 64 54 51 81 80 40"
        " 42 22 20 10 11"
    )
    places = [(int(one[0]), int(one[1])) for one in corners.split()]
    loop: list[Point] = []
    for (a, b), (c, d) in pairwise([*places, places[0]]):
        steps = max(abs(c - a), abs(d - b))
        loop += [(a + k * (c - a) // steps, b + k * (d - b) // steps) for k in range(steps)]
    puzzle = Masyu.from_text(
        "..W.W...../....W...B./..B.B.W.../...W..W.../B....W...W/..W....W../..B...W.../W...B....W/......WW../..B......B"
    )
    assert puzzle.pearls.given.items() <= pearls(tuple(loop)).items()
    (solution,) = clew.solutions(puzzle)
    assert {edge for edge, value in solution.items() if value} == edges(tuple(loop))


@pytest.mark.parametrize("text", ["", "W", "WW", "1x5", "W?/..", "WB/W"])
def test_other_texts_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(clew.InputError) as caught:
        Masyu.from_text(text)
    assert "\n" not in str(caught.value)


def test_new_instances_are_unique_and_none_of_their_pearls_can_be_left_out() -> None:
    for puzzle in islice(clew.generate("masyu", "4x5", seed=5), 5):
        assert isinstance(puzzle, Masyu)
        assert solutions(puzzle) == 1
        for cell in puzzle.pearls.given:
            rows = [
                [("." if (r, c) == cell else one) for c, one in enumerate(row)]
                for r, row in enumerate(puzzle.pearls.rows)
            ]
            assert solutions(made(rows)) > 1
    (large,) = clew.generate("masyu", "8x8", seed=1, count=1)
    assert clew.check(large).answer == "unique"


def test_new_instances_keep_the_pearls_that_they_begin_with() -> None:
    (puzzle,) = clew.generate(made(["B....", "..W..", ".....", "....."]), count=1)
    assert (puzzle.pearls[0, 0], puzzle.pearls[1, 2]) == ("B", "W")  # type: ignore[attr-defined]
    assert clew.is_unique(puzzle)

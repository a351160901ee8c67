"""Numberlink: small instances against all ways to draw lines, published instances, addresses, new instances."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew_problems import Numberlink

Cell = tuple[int, int]


def made(rows: Any) -> Numberlink:
    return Numberlink(rows)


def solutions(puzzle: Numberlink) -> int:
    """The ways to draw one line after the other, step by step, that fill the grid."""
    ends: dict[str, list[Cell]] = {}
    for cell, number in puzzle.numbers.given.items():
        ends.setdefault(number, []).append(cell)
    lines = list(ends.values())

    def ways(at: Cell, line: int, free: frozenset[Cell]) -> int:
        if at == lines[line][1]:
            if line + 1 == len(lines):
                return not free
            return ways(lines[line + 1][0], line + 1, free)
        r, c = at
        near = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        return sum(ways(cell, line, free - {cell}) for cell in near if cell in free or cell == lines[line][1])

    return ways(lines[0][0], 0, frozenset(puzzle.numbers) - puzzle.numbers.given.keys())


@given(st.data())
@settings(max_examples=80)
def test_small_instances_have_the_solutions_of_brute_force(data: st.DataObject) -> None:
    height, width = data.draw(st.sampled_from([(1, 2), (1, 4), (2, 3), (3, 3), (3, 4), (4, 4)]))
    cells = list(product(range(height), range(width)))
    lines = data.draw(st.integers(1, min(3, len(cells) // 2)))
    ends = data.draw(st.lists(st.sampled_from(cells), min_size=2 * lines, max_size=2 * lines, unique=True))
    words = {cell: str(k // 2 + 1) for k, cell in enumerate(ends)}
    puzzle = made([[words.get((r, c), ".") for c in range(width)] for r in range(height)])
    assert clew.count(puzzle) == solutions(puzzle)
    assert Numberlink.from_text(puzzle.to_text()) == puzzle
    assert Numberlink.from_text(str(puzzle.to_address())) == puzzle


@pytest.mark.parametrize(("size", "number"), [(3, 2), (5, 104)])  # OEIS A001184
def test_one_line_from_corner_to_corner(size: int, number: int) -> None:
    last = size - 1
    rows = [["1" if (r, c) in ((0, 0), (last, last)) else "." for c in range(size)] for r in range(size)]
    assert clew.count(made(rows)) == number


def test_the_instance_of_pzprjs_has_its_solution() -> None:
    """Lines to the right, row by row, and then lines down, in the tests of pzprjs; -1 is a cross there."""
    right = "1 -1 1 1 /0 -1 0 0 /0 -1 -1 0 /0 -1 -1 0 /1 1 -1 1 "
    down = "0 1 1 0 1 /1 1 1 1 1 /1 1 1 1 1 /1 0 1 1 0 "
    lines = {
        ((r, c), (r, c + 1)) for r, row in enumerate(right.split("/")) for c, x in enumerate(row.split()) if x == "1"
    }
    lines |= {
        ((r, c), (r + 1, c)) for r, row in enumerate(down.split("/")) for c, x in enumerate(row.split()) if x == "1"
    }
    puzzle = Numberlink.from_text("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3")
    (solution,) = clew.solutions(puzzle)
    assert {edge for edge in puzzle.edges if solution[edge]} == lines
    assert str(puzzle.to_address()) == "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"


@pytest.mark.parametrize("body", ["7/7/4h2j1i5h4q3h3h52s1", "10/10/3h43x2i5g2o1h5z1zj4q"])
def test_instances_of_puzz_link_are_unique(body: str) -> None:
    puzzle = Numberlink.from_text(f"https://puzz.link/p?numlin/{body}")
    assert clew.check(puzzle, variable_order="static").answer == "unique"


@pytest.mark.parametrize("text", ["", "1 .", "1 1 1", "1 1 / 2 .", "a a", "0 0"])
def test_other_texts_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(clew.InputError) as caught:
        Numberlink.from_text(text)
    assert "\n" not in str(caught.value)


def test_ends_without_number_are_refused() -> None:
    with pytest.raises(clew.InputError, match="without its number"):
        Numberlink.from_text("https://puzz.link/p?numlin/2/2/.i")


def test_a_grid_without_numbers_has_no_solution() -> None:
    assert clew.count(Numberlink.from_text("2x2")) == 0


def test_new_instances_are_unique() -> None:
    for puzzle in islice(clew.generate("numberlink", "4x4", seed=5), 10):
        assert isinstance(puzzle, Numberlink)
        assert solutions(puzzle) == 1
    (large,) = clew.generate("numberlink", "6x6", seed=1, count=1)
    assert clew.check(large).answer == "unique"


def test_the_lines_are_drawn_with_their_ends() -> None:
    puzzle = Numberlink.from_text("1 . 1 / 2 . 2")
    (solution,) = clew.solutions(puzzle)
    assert puzzle.draw(solution) == "1---+---1\n\n2---+---2"
    assert puzzle.draw(solution, "numbers") == "1 1 1\n2 2 2"
    assert puzzle.draw({}) == "1   .   1\n\n2   .   2"

"""Nurikabe: all small instances against all colourings, published instances, addresses, new instances."""

from __future__ import annotations

from functools import cache
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew_problems import Nurikabe

Cell = tuple[int, int]


def made(rows: Any) -> Nurikabe:
    return Nurikabe(rows)


def pieces(cells: set[Cell]) -> list[frozenset[Cell]]:
    found, left = [], set(cells)
    while left:
        piece, waiting = set[Cell](), [min(left)]
        while waiting:
            r, c = waiting.pop()
            if (r, c) in left:
                left.remove((r, c))
                piece.add((r, c))
                waiting += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        found.append(frozenset(piece))
    return found


@cache
def lands(height: int, width: int) -> list[list[frozenset[Cell]]]:
    """The islands of each colouring whose sea is in one piece and has no square of two by two."""
    cells = set(product(range(height), range(width)))
    found = []
    for bits in product((0, 1), repeat=len(cells)):
        sea = {cell for cell, one in zip(sorted(cells), bits, strict=True) if one}
        squares = any({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} <= sea for r, c in sea)
        if not squares and len(pieces(sea)) <= 1:
            found.append(pieces(cells - sea))
    return found


def solutions(puzzle: Nurikabe) -> int:
    numbers = {cell: int(word) for cell, word in puzzle.numbers.given.items()}

    def fits(islands: list[frozenset[Cell]]) -> bool:
        inside = [[numbers[cell] for cell in island if cell in numbers] for island in islands]
        return sum(map(len, inside)) == len(numbers) and inside == [[len(island)] for island in islands]

    return sum(fits(islands) for islands in lands(puzzle.numbers.height, puzzle.numbers.width))


@given(st.data())
@settings(max_examples=60)
def test_small_instances_have_the_solutions_of_brute_force(data: st.DataObject) -> None:
    height, width = data.draw(st.sampled_from([(1, 1), (1, 4), (2, 2), (3, 3), (3, 4)]))
    islands = data.draw(st.sampled_from(lands(height, width)))
    words = {data.draw(st.sampled_from(sorted(island))): len(island) for island in islands}
    if data.draw(st.booleans()):
        words |= {data.draw(st.sampled_from(list(product(range(height), range(width))))): data.draw(st.integers(1, 13))}
    rows = [[str(words.get((r, c), ".")) for c in range(width)] for r in range(height)]
    puzzle = made(rows)
    assert clew.count(puzzle) == solutions(puzzle)
    assert Nurikabe.from_text(puzzle.to_text()) == puzzle
    assert Nurikabe.from_text(str(puzzle.to_address())) == puzzle


def test_the_instance_of_pzprjs_has_its_solution() -> None:
    puzzle = Nurikabe.from_text("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g")
    (solution,) = clew.solutions(puzzle)
    published = "+ 5 # # # /+ # 2 + # /+ # # # # /+ # 1 # . /# # # 3 . ".replace("+", ".").split("/")
    assert puzzle.draw(solution).split("\n") == [row.strip() for row in published]
    assert str(puzzle.to_address()) == "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g"


WIKIPEDIA = """
2 . . . . . . . . 2
. . . . . . 2 . . .
. 2 . . 7 . . . . .
. . . . . . . . . .
. . . . . . 3 . 3 .
. . 2 . . . . 3 . .
2 . . 4 . . . . . .
. . . . . . . . . .
. 1 . . . . 2 . 4 .
"""


def test_the_instance_of_wikipedia_is_unique() -> None:
    assert clew.check(Nurikabe.from_text(WIKIPEDIA)).answer == "unique"


def test_islands_without_number_are_refused() -> None:
    with pytest.raises(clew.InputError, match="without its number"):
        Nurikabe.from_text("https://puzz.link/p?nurikabe/2/2/.i")


@pytest.mark.parametrize("text", ["", "0", "a", "1 2 / 3", "-1"])
def test_other_texts_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(clew.InputError) as caught:
        Nurikabe.from_text(text)
    assert "\n" not in str(caught.value)


def test_new_instances_are_unique() -> None:
    for puzzle in islice(clew.generate("nurikabe", "4x4", seed=5), 5):
        assert isinstance(puzzle, Nurikabe)
        assert solutions(puzzle) == 1
    (large,) = clew.generate("nurikabe", "7x7", seed=1, count=1)
    assert clew.check(large).answer == "unique"
    assert max(map(int, large.numbers.given.values())) > 2  # type: ignore[attr-defined]


def test_the_islands_are_shown_by_name() -> None:
    puzzle = Nurikabe.from_text("2 . / . .")
    assert {puzzle.draw(solution, "islands") for solution in clew.solutions(puzzle)} == {
        "r1c1 r1c1\n sea  sea",
        "r1c1  sea\nr1c1  sea",
    }

"""Hashiwokakero: tiny grids and a large one against brute force, a published one, addresses, pictures, new ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew_problems import Hashiwokakero

Cell = tuple[int, int]
Bridge = tuple[Cell, Cell]
Rows = list[str]


def sights(rows: Rows) -> dict[Bridge, set[Cell]]:
    """The islands that see each other, with the water between: a walk to the right and downwards from each."""
    found = {}
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            for down, right in ((0, 1), (1, 0)):
                y, x, water = r + down, c + right, set()
                while y < len(rows) and x < len(row) and rows[y][x] == ".":
                    water.add((y, x))
                    y, x = y + down, x + right
                if symbol != "." and y < len(rows) and x < len(row):
                    found[(r, c), (y, x)] = water
    return found


def answers(rows: Rows) -> list[dict[Bridge, int]]:
    """The numbers of bridges that keep the rules: all are tried, until an island has too many or water is taken."""
    waters = sights(rows)
    islands = {(r, c): symbol for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol != "."}
    most = {cell: 99 if symbol == "?" else int(symbol) for cell, symbol in islands.items()}

    def tried(left: list[Bridge], used: Counter[Cell], water: set[Cell]) -> Iterator[dict[Bridge, int]]:
        if not left:
            yield {}
            return
        (one, other), *rest = left
        for number in range(3):
            sums = used + Counter({one: number, other: number})
            ends = {end for bridge in rest for end in bridge}
            is_short = any(sums[cell] < most[cell] != 99 and cell not in ends for cell in (one, other))
            if is_short or sums[one] > most[one] or sums[other] > most[other]:
                continue
            if not number or not water & waters[one, other]:
                taken = water | waters[one, other] if number else water
                yield from ({(one, other): number, **more} for more in tried(rest, sums, taken))

    def is_right(bridges: dict[Bridge, int]) -> bool:
        sums = Counter[Cell]()
        for (one, other), number in bridges.items():
            sums += Counter({one: number, other: number})
        return all(symbol in ("?", str(sums[cell])) for cell, symbol in islands.items()) and is_joined(bridges, islands)

    return [found for found in tried(list(waters), Counter(), set()) if is_right(found)]


def is_joined(bridges: dict[Bridge, int], islands: dict[Cell, str]) -> bool:
    left, waiting = set(islands), [*islands][:1]
    while waiting:
        here = waiting.pop()
        left.discard(here)
        waiting += [b for (a, b), n in bridges.items() if n and a == here and b in left]
        waiting += [a for (a, b), n in bridges.items() if n and b == here and a in left]
    return not left


def made(rows: Any) -> Hashiwokakero:
    return Hashiwokakero(rows)


@st.composite
def grids(draw: st.DrawFn) -> Rows:
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    return [draw(st.text("....1233?", min_size=width, max_size=width)) for _ in range(height)]


@given(grids().filter(lambda rows: len(sights(rows)) < 9))
def test_the_solutions_are_those_of_brute_force(rows: Rows) -> None:
    puzzle = made(rows)
    found = [*clew.solutions(puzzle)]
    expected = answers(rows)
    assert len(found) == len(expected)
    assert all(dict(bridges) in expected for bridges in found)
    assert Hashiwokakero.from_text(puzzle.to_text()) == puzzle
    assert Hashiwokakero.from_text(str(puzzle.to_address())) == puzzle


@given(st.data())
def test_islands_that_are_numbered_by_bridges(data: st.DataObject) -> None:
    """Those with random numbers have no solution mostly."""
    width = data.draw(st.integers(3, 5))
    rows = [data.draw(st.text("??.", min_size=width, max_size=width)) for _ in range(3)]
    found = answers(rows) if len(sights(rows)) < 8 else []
    sums = Counter[Cell]()
    for (one, other), number in data.draw(st.sampled_from(found or [{}])).items():
        sums += Counter({one: number, other: number})
    shown = {cell: str(number) for cell, number in sums.items() if number < 9 and data.draw(st.booleans())}
    numbered = ["".join(shown.get((r, c), symbol) for c, symbol in enumerate(row)) for r, row in enumerate(rows)]
    if found:
        expected = answers(numbered)
        solutions = [*clew.solutions(made(numbered))]
        assert len(solutions) == len(expected) > 0
        assert all(dict(bridges) in expected for bridges in solutions)


@pytest.mark.parametrize("text", ["232 3.3 232", "?3? 3.3 ?3?"])
def test_bridges_do_not_cross(text: str) -> None:
    rows = text.split()
    expected = answers(rows)
    found = [*clew.solutions(made(rows))]
    assert len(found) == len(expected)
    assert all(dict(bridges) in expected for bridges in found)


def test_bridges_that_are_numbered_rightly_may_leave_islands_apart() -> None:
    assert answers(["2.2", "...", "2.2"]) == [dict.fromkeys(sights(["2.2", "...", "2.2"]), 1)]
    assert clew.count(made(["2.2", "...", "2.2"])) == 1


def test_the_islands_of_the_gallery_have_one_solution() -> None:
    example = next(example for example in Hashiwokakero.examples if example.name == "8x8")
    (expected,) = answers(example.text.split("/"))
    (solution,) = clew.solutions(Hashiwokakero.from_text(example.text))
    assert solution == expected


DRAWN = """
4===2
"
" 3-----2
" "     |
3 "     |
| "     |
| 3---1 |
|       |
3===4===3
"""


def test_the_published_one_has_the_published_answer_alone() -> None:
    """The address with which pzprjs tests itself, and the answer that its test accepts."""
    address = "https://puzz.link/p?hashikake/5/5/4g2i3h23k3g1g3g4g3"
    puzzle = Hashiwokakero.from_text(address)
    (solution,) = clew.solutions(puzzle)
    assert puzzle.draw(solution) == DRAWN.strip().replace('"', "\N{DOUBLE VERTICAL LINE}")
    assert str(puzzle.to_address()) == address


def test_islands_without_a_number_are_dots_in_addresses() -> None:
    assert str(made(["?.2"]).to_address()) == "https://puzz.link/p?hashikake/3/1/.g2"
    assert made(["?.2"]).draw({((0, 0), (0, 2)): 1}) == "?---2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12/3", "row 2 has 1 cell, and row 1 has 2"),
        ("1.9", "line 1, column 3: '9' is no symbol here"),
        ("https://puzz.link/p?hashikake/2/1/0g", "the address has an island with 0 bridges: use 1 to 8"),
        ("https://puzz.link/p?hashikake/2/1/9g", "the address has an island with 9 bridges: use 1 to 8"),
        ("https://puzz.link/p?hashikake/2/1/_g", "character 1 of its body, '_', means nothing here"),
    ],
)
def test_other_texts_are_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(clew.InputError) as caught:
        Hashiwokakero.from_text(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_hints_name_the_rule() -> None:
    steps = [str(hint) for hint in clew.steps(made(["4.2..", ".3..2", "3....", ".3.1.", "3.4.3"]))]
    corner = "two bridges at r1c1-r1c3 and r1c1-r3c1: the others of the 4 at r1c1 add up to at most 2 of 4"
    crossing = (
        "no bridge at r1c3-r5c3: with a bridge at r1c3-r5c3 or two bridges at r1c3-r5c3, the crossing at r4c3 "
        "cannot hold, because there is a bridge at r4c2-r4c4"
    )
    assert {corner, crossing} <= {*steps}


def test_hints_say_the_bridges_that_are_left() -> None:
    """Not *not no bridge*."""
    english, french = (str(clew.hint(made(["3.2", "...", "?.?"]), explain=words)) for words in ("en", "fr"))
    assert english.startswith("a bridge or two bridges at r1c1-r1c3 and r1c1-r3c1: ")
    assert french.startswith("un pont ou deux ponts en r1c1-r1c3 et r1c1-r3c1 : ")


def test_constraints_are_named_for_readers() -> None:
    puzzle = made([".?.", "?.?", ".1."])
    names = {puzzle.constraint_name(constraint) for constraint in puzzle.constraints()}
    assert names == {
        "the 1 at r3c2", "the crossing at r2c2", "all islands connected",
    }  # fmt: skip


def test_a_picture_has_single_and_double_lines() -> None:
    puzzle = made(["3.?", "...", "?.."])
    ends = (0, 0), (0, 2)
    board = puzzle.picture({ends: 2})
    assert board.rows == (("3", "", "?"), ("", "", ""), ("?", "", ""))
    assert board.lines == {ends: "double", ((0, 0), (2, 0)): "open"}
    assert set(board.discs) == {(0, 0), (0, 2), (2, 0)}
    assert puzzle.picture({ends: 1}).lines[ends] == "line"
    assert puzzle.picture({ends: 0}).lines[ends] == "none"


def test_new_ones_are_unique() -> None:
    for puzzle in islice(clew.generate("hashiwokakero", "5x6", seed=2), 10):
        assert isinstance(puzzle, Hashiwokakero)
        assert len(answers(puzzle.to_text().split("\n"))) == 1
        islands = puzzle.grid.given
        assert not any((r + 1, c) in islands or (r, c + 1) in islands for r, c in islands)
    (large,) = clew.generate("hashiwokakero", "15x15", seed=1, count=1)
    assert clew.check(large).answer == "unique"


def test_islands_without_numbers_are_numbered() -> None:
    (puzzle,) = clew.generate(made(["?..?", "....", "?..?"]), seed=1, count=1)
    assert isinstance(puzzle, Hashiwokakero)
    assert [c for c in puzzle.to_text() if c.isdigit()] != []
    assert {cell for cell, symbol in puzzle.grid.given.items() if symbol != "?"} == {(0, 0), (0, 3), (2, 0), (2, 3)}
    assert len(answers(puzzle.to_text().split("\n"))) == 1


def test_new_ones_have_a_bridge() -> None:
    (puzzle,) = clew.generate("hashiwokakero", "1x3", seed=2, count=1)
    assert puzzle.to_text() in ("1.1", "2.2")
    with pytest.raises(clew.OptionError, match="no room for a bridge: give a size such as 7x7"):
        next(clew.generate("hashiwokakero", "2x2"))

"""Each kind of clue in the data of f-puzzles allows the sudokus of four by four that a law written here allows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations, pairwise, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.variants import (
    KINDS,
    VariantClue,
    VariantPuzzle,
    fpuzzles_address,
    from_fpuzzles,
    to_fpuzzles,
)
from clew_problems.variant import Variant

Square = tuple[tuple[int, ...], ...]
Law = Callable[[Square], Any]

MINIMAL = (
    "https://sudokupad.app/fpuzN4IgzglgXgpiBcA2ANCALhNAbO8QFkIA7CAWwEMsACRAdcSoGkIscAnKgZQFcATAewDW3EKnLc0AC35sEITgAdy5"
    "ImBhUAZFQBqM8gLCiQbbjjVo5AORkVqYPkO5UTZquQUKsATwB0AHSJmVhg2eCoAEQgAc0wwKmIqAGNyKJg45KIifjRnGAUYchyVXipSbjAc+1IqN"
    "H4ayXVatEoqGIA3GCIfIyi2CF4EAG1B4ABfZDGJ8cmZ0YBdZBHp5anVsYWltZXZjdmtrd3to6nD/b31hZBBFnZk1KHQRJhWQ3hBkAAlAEYAYQBmI"
    "wfABM/xAlzalG4uBAAOmICeLyGnxBABZAX9QagPhi0eDIdCAOwgOEIrCvd4fFE/L6AgCs1LBqAhWChci+NJJzzJSMpP1pdL5jJAzNZeAAHMTLmB"
    "+CyMPwiEi0ah+aggUZEEYaagAdr1ZqjGrUEqQCqQIaYUZjVqTXrUBrUNbTTqzZajKbzc7jfaQNbrV63UZnWq5qMgA"
)
"""A killer sudoku with the fewest cells in cages, by Spaanse and Vorados; the address has its solution."""


@cache
def sudokus() -> list[Square]:
    """Brute force over the squares of four by four whose rows are permutations."""
    rows = list(permutations(range(1, 5)))
    squares = (s for s in product(rows, repeat=4) if all(len(set(column)) == 4 for column in zip(*s, strict=True)))
    return [
        s for s in squares if all(len({*s[r][c : c + 2], *s[r + 1][c : c + 2]}) == 4 for r in (0, 2) for c in (0, 2))
    ]


def at(square: Square, names: str) -> list[int]:
    """The digits of cells, each a row and a column from 1: `11 12`."""
    return [square[int(name[0]) - 1][int(name[1]) - 1] for name in names.split()]


def cells(names: str) -> list[str]:
    return [f"R{name[0]}C{name[1]}" for name in names.split()]


def line(names: str, **more: Any) -> dict[str, Any]:
    return {"lines": [cells(names)], **more}


def some(names: str, **more: Any) -> dict[str, Any]:
    return {"cells": cells(names), **more}


def beside(square: Square) -> Iterator[tuple[str, int, int]]:
    """The neighbours, called by their cells."""
    for r, c in product(range(4), range(4)):
        for a, b in ((r, c + 1), (r + 1, c)):
            if a < 4 and b < 4:
                yield f"{r + 1}{c + 1} {a + 1}{b + 1}", square[r][c], square[a][b]


def steps(square: Square, moves: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    for r, c in product(range(4), range(4)):
        for down, right in moves:
            if r + down < 4 and 0 <= c + right < 4:
                yield square[r][c], square[r + down][c + right]


def sandwich(digits: list[int], number: int) -> bool:
    low, high = sorted((digits.index(1), digits.index(4)))
    return sum(digits[low + 1 : high]) == number


def seen(digits: list[int]) -> int:
    return sum(digit == max(digits[: k + 1]) for k, digit in enumerate(digits))


def is_double(a: int, b: int, number: int = 2) -> bool:
    return a == number * b or b == number * a


def splits(digits: list[int], number: int) -> bool:
    """Whether some first part has the sum and the rest is so, too."""
    return not digits or any(sum(digits[:k]) == number and splits(digits[k:], number) for k in range(1, 4))


def first_hidden(digits: list[int]) -> int | None:
    return next((digits[k] for k in range(1, 4) if digits[k] < max(digits[:k])), None)


def rank(square: Square, own: list[int]) -> Any:
    lines: list[list[int]] = [[*row] for row in square] + [[*column] for column in zip(*square, strict=True)]
    both = [*lines, *(line[::-1] for line in lines)]
    return len([one for one in both if one < own]) + 1


SNAKE = "11 12 22 32 42"
WAY = "13 23 33 34"
LAWS: list[tuple[str, Any, Law]] = [
    ("thermometer", [line("11 22 33")], lambda s: at(s, "11")[0] < s[1][1] < s[2][2]),
    ("slowthermometer", [line("11 22 33")], lambda s: s[0][0] <= s[1][1] <= s[2][2]),
    ("palindrome", [line("11 22 33 44")], lambda s: s[0][0] == s[3][3] and s[1][1] == s[2][2]),
    ("renban", [line("12 22 32")], lambda s: max(at(s, "12 22 32")) - min(at(s, "12 22 32")) == 2),
    ("whispers", [line("12 22 33")], lambda s: all(abs(a - b) >= 2 for a, b in pairwise(at(s, "12 22 33")))),
    ("whispers", [line("22 33", value="3")], lambda s: abs(s[1][1] - s[2][2]) >= 3),
    ("regionsumline", [line("12 22 32 42")], lambda s: sum(at(s, "12 22")) == sum(at(s, "32 42"))),
    ("betweenline", [line("11 12 13")], lambda s: min(s[0][0], s[0][2]) < s[0][1] < max(s[0][0], s[0][2])),
    (
        "entropicline",
        [line(WAY)],
        lambda s: all({0, 1, 2} == {(d > 1) + (d > 3) for d in at(s, WAY)[k : k + 3]} for k in (0, 1)),
    ),
    ("modularline", [line(WAY)], lambda s: all({d % 3 for d in at(s, WAY)[k : k + 3]} == {0, 1, 2} for k in (0, 1))),
    ("nabner", [line("22 33")], lambda s: abs(s[1][1] - s[2][2]) > 1),
    ("doublearrow", [line(SNAKE)], lambda s: sum(at(s, "12 22 32")) == sum(at(s, "11 42"))),
    ("zipperline", [line(SNAKE)], lambda s: s[0][0] + s[3][1] == s[0][1] + s[2][1] == s[1][1]),
    (
        "lockout",
        [line("11 12 13", value="2")],
        lambda s: abs(s[0][0] - s[0][2]) >= 2 and not min(s[0][0], s[0][2]) <= s[0][1] <= max(s[0][0], s[0][2]),
    ),
    ("sumline", [line("11 21 31", value=7)], lambda s: sum(at(s, "11 21 31")) == 7),
    ("sumline", [line("11 22 33", value=4)], lambda s: splits(at(s, "11 22 33"), 4)),
    ("arrow", [{"cells": ["R1C1"], "lines": [cells("11 12 13"), []]}], lambda s: s[0][0] == s[0][1] + s[0][2]),
    (
        "arrow",
        [{"cells": ["R1C2", "R1C1"], "lines": [cells("12 23 33 34 44")]}],
        lambda s: 10 * s[0][0] + s[0][1] == sum(at(s, "23 33 34 44")),
    ),
    ("killercage", [some("22 32 33", value="7")], lambda s: sum(at(s, "22 32 33")) == 7 and s[1][1] != s[2][2]),
    ("killercage", [some("22 33", value="")], lambda s: s[1][1] != s[2][2]),
    ("lunchbox", [some("11 12 13", value=3)], lambda s: s[0][1] == 3
     and min(s[0][0], s[0][2]) < 3 < max(s[0][0], s[0][2])),
    ("extraregion", [some("22 23 32 33")], lambda s: len({*at(s, "22 23 32 33")}) == 4),
    (
        "countingcircles",
        [some("11 22 33 44 24")],
        lambda s: all(at(s, "11 22 33 44 24").count(d) == d for d in at(s, "11 22 33 44 24")),
    ),
    ("odd", [{"cell": "R2C3"}], lambda s: s[1][2] % 2 == 1),
    ("even", [{"cell": "R2C3"}, {"cell": "R4C4"}], lambda s: s[1][2] % 2 == s[3][3] % 2 == 0),
    ("minimum", [{"cell": "R2C2"}], lambda s: s[1][1] < min(at(s, "12 21 23 32"))),
    ("maximum", [{"cell": "R2C2"}], lambda s: s[1][1] > max(at(s, "12 21 23 32"))),
    ("rowindexer", [some("22 23")], lambda s: s[s[1][1] - 1][1] == 2 and s[s[1][2] - 1][2] == 2),
    ("columnindexer", [some("13 24")], lambda s: s[0][s[0][2] - 1] == 3 and s[1][s[1][3] - 1] == 4),
    ("boxindexer", [some("14")], lambda s: at(s, "13 14 23 24")[s[0][3] - 1] == 2),
    ("difference", [some("12 13")], lambda s: abs(s[0][1] - s[0][2]) == 1),
    ("difference", [some("12 13", value="3")], lambda s: abs(s[0][1] - s[0][2]) == 3),
    ("ratio", [some("12 13")], lambda s: is_double(s[0][1], s[0][2])),
    ("ratio", [some("12 13", value="3")], lambda s: is_double(s[0][1], s[0][2], 3)),
    ("xv", [some("12 13", value="v")], lambda s: s[0][1] + s[0][2] == 5),
    ("xv", [some("12 13", value="V"), some("33 34")], lambda s: s[0][1] + s[0][2] == 5),
    ("clone", [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C3", "R3C4"]}], lambda s: s[0][:2] == s[2][2:]),
    ("quadruple", [some("22 23 32 33", values=["1", 1, 2])], lambda s: at(s, "22 23 32 33").count(1) == 2
     and 2 in at(s, "22 23 32 33")),
    ("littlekillersum", [{"cell": "R0C1", "direction": "DR", "value": "5"}], lambda s: sum(at(s, "12 23 34")) == 5),
    ("littlekillersum", [{"cell": "R5C3", "direction": "UR", "value": "5"}], lambda s: s[3][3] == 5),
    ("littlekillersum", [{"cell": "R3C5", "direction": "UL", "value": "5"}], lambda s: sum(at(s, "24 13")) == 5),
    ("littlekillersum", [{"cell": "R2C0", "direction": "DL", "value": "5"}], lambda s: False),
    ("sandwichsum", [{"cell": "R2C0", "value": "5"}], lambda s: sandwich([*s[1]], 5)),
    ("sandwichsum", [{"cell": "R5C2", "value": "2"}], lambda s: sandwich([row[1] for row in s], 2)),
    ("xsum", [{"cell": "R0C2", "value": "8"}], lambda s: sum([r[1] for r in s][: s[0][1]]) == 8),
    ("xsum", [{"cell": "R5C2", "value": "6"}], lambda s: sum([r[1] for r in s][::-1][: s[3][1]]) == 6),
    ("skyscraper", [{"cell": "R2C5", "value": "3"}], lambda s: seen([*s[1]][::-1]) == 3),
    ("skyscraper", [{"cell": "R2C0", "value": "3"}, {"cell": "R1C0"}], lambda s: seen([*s[1]]) == 3),
    ("hiddenskyscraper", [{"cell": "R2C0", "value": "2"}], lambda s: first_hidden([*s[1]]) == 2),
    ("numberedroom", [{"cell": "R2C0", "value": "2"}], lambda s: s[1][s[1][0] - 1] == 2),
    ("fullrank", [{"cell": "R2C0", "value": "3"}], lambda s: rank(s, [*s[1]]) == 3),
    ("diagonal+", True, lambda s: len({*at(s, "14 23 32 41")}) == 4),
    ("diagonal-", True, lambda s: len({*at(s, "11 22 33 44")}) == 4),
    ("antiking", True, lambda s: all(a != b for a, b in steps(s, ((1, 1), (1, -1))))),
    ("disjointgroups", True, lambda s: len({*at(s, "11 13 31 33")}) == len({*at(s, "22 24 42 44")}) == 4
     and len({*at(s, "12 14 32 34")}) == len({*at(s, "21 23 41 43")}) == 4),
    ("windoku", True, lambda s: len({*at(s, "22 23 32 33")}) == 4),
    ("negative", ["xv"], lambda s: all(a + b != 5 for _, a, b in beside(s))),
    ("negative", ["ratio"], lambda s: not any(is_double(a, b) for _, a, b in beside(s))),
]  # fmt: skip
"""A kind, what the data has for it, and what it means."""


def variant(data: Any) -> Variant:
    return Variant(data)


def solved(data: Any) -> set[Square]:
    problem = Variant(data)
    size = range(problem.puzzle.size)
    return {tuple(tuple(one[r, c] for c in size) for r in size) for one in clew.solutions(problem)}


@pytest.mark.parametrize(("kind", "value", "law"), LAWS, ids=[f"{kind}-{k}" for k, (kind, _, _) in enumerate(LAWS)])
def test_a_kind_allows_what_its_law_allows(kind: str, value: Any, law: Law) -> None:
    data = {"size": 4, kind: value}
    expected = {square for square in sudokus() if law(square)}
    assert len(expected) < 288
    assert solved(data) == expected
    puzzle = from_fpuzzles(data)
    assert from_fpuzzles(json.dumps(to_fpuzzles(puzzle))) == puzzle
    assert from_fpuzzles(fpuzzles_address(puzzle)) == puzzle
    assert from_fpuzzles(fpuzzles_address(puzzle, "sudokupad")) == puzzle


def test_every_kind_has_a_law() -> None:
    assert {kind for kind, _, _ in LAWS} | {"antiknight", "nonconsecutive"} == set(KINDS)


@pytest.mark.parametrize(
    ("data", "law"),
    [
        (
            {"negative": ["ratio"], "ratio": [some("12 13", value="3")], "difference": [some("31 32")]},
            lambda s: is_double(s[0][1], s[0][2], 3) and abs(s[2][0] - s[2][1]) == 1
            and not any(is_double(a, b, 3) for names, a, b in beside(s) if names not in ("12 13", "31 32")),
        ),
        (
            {"nonconsecutive": True, "ratio": [some("11 12"), some("21 22"), some("31 32"), some("41 42")]},
            lambda s: all(is_double(*row[:2]) for row in s)
            and not any(abs(a - b) == 1 for names, a, b in beside(s) if names[1::3] != "12"),
        ),
        ({"negative": ["xv"], "xv": [some("12 13", value="V")]},
         lambda s: s[0][1] + s[0][2] == 5 and all(a + b != 5 for names, a, b in beside(s) if names != "12 13")),
        ({"antiknight": True, "nonconsecutive": False}, lambda s: all(
            a != b for a, b in steps(s, ((1, 2), (2, 1), (1, -2), (2, -1))))),
        ({"thermometer": [line("11 22")], "killercage": [some("33 34", value="5")], "odd": [{"cell": "R1C1"}]},
         lambda s: s[0][0] < s[1][1] and s[2][2] + s[2][3] == 5 and s[0][0] % 2 == 1),
    ],
)  # fmt: skip
def test_kinds_go_together(data: Any, law: Law) -> None:
    assert solved({"size": 4, **data}) == {square for square in sudokus() if law(square)}


def test_given_digits_pencil_marks_and_regions_are_read_and_written() -> None:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][0] = {"value": 1, "given": True}
    grid[0][1] = {"value": 4, "centerPencilMarks": [4]}  # of a solver
    grid[1][2] = {"givenPencilMarks": [3, 4]}
    rows = ["0001", "0211", "2213", "2333"]
    for r, c in product(range(4), range(4)):
        grid[r][c]["region"] = int(rows[r][c])
    data = {"size": 4, "grid": grid, "title": "T", "author": "A", "ruleset": "R", "line": [{"lines": [["R1C1"]]}],
            "solution": ["1", "?", *"." * 14]}  # fmt: skip
    squares = [
        s for s in product(permutations(range(1, 5)), repeat=4) if all(len(set(c)) == 4 for c in zip(*s, strict=True))
    ]

    def agrees(s: Square) -> bool:
        regions = [{s[r][c] for r, c in product(range(4), range(4)) if rows[r][c] == name} for name in "0123"]
        return s[0][0] == 1 and s[1][2] in (3, 4) and all(len(one) == 4 for one in regions)

    expected = {square for square in squares if agrees(square)}
    assert expected
    assert solved(data) == expected
    puzzle = from_fpuzzles(data)
    assert (puzzle.title, puzzle.author, puzzle.rules, puzzle.solution[:2]) == ("T", "A", "R", (1, 0))
    assert to_fpuzzles(puzzle)["line"] == data["line"]
    assert from_fpuzzles(to_fpuzzles(puzzle)) == puzzle
    grid[3][3]["region"] = None
    assert (3, 3) not in from_fpuzzles(data).region_of
    assert from_fpuzzles({"size": 6}).region_of[1, 2] == 0 != from_fpuzzles({"size": 6}).region_of[2, 2]


def test_a_published_address_has_its_solution_and_no_other() -> None:
    problem = Variant.from_text(MINIMAL)
    checked = clew.check(problem)
    assert checked.answer == "unique"
    assert tuple(checked.solutions[0][cell] for cell in problem.domains()) == problem.puzzle.solution
    assert problem.puzzle.title == "Minimal 6\N{MULTIPLICATION SIGN}6 Killer Sudoku"
    assert Variant.from_text(problem.to_text()) == problem
    site = MINIMAL.replace("https://sudokupad.app/fpuz", "https://app.crackingthecryptic.com/?puzzleid=fpuz")
    assert Variant.from_text(site.replace("+", "%2B")) == problem
    assert Variant.from_text(MINIMAL.partition("app/")[2]) == problem
    assert (
        from_fpuzzles(MINIMAL.replace("sudokupad.app/fpuz", "f-puzzles.com/?load=").replace("+", " ")) == problem.puzzle
    )


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "the instance is empty"),
        ("{", "nor JSON"),
        ("9x9", "nor JSON"),
        ("[1]", "no object"),
        ('{"size": 0}', "size 0"),
        ('{"size": "4"}', "size '4'"),
        ('{"size": 1000000}', "too large"),
        ('{"size": 4, "thermo": [{"lines": []}]}', "the kind 'thermo' is not known"),
        ('{"size": 4, "thermometer": [{"cells": []}]}', "thermometer has no lines"),
        ('{"size": 4, "thermometer": [{"lines": [["A1"]]}]}', "'A1' is no cell"),
        ('{"size": 4, "thermometer": [{"lines": [["R1C5"]]}]}', "R1C5 is not in the grid"),
        ('{"size": 4, "thermometer": 3}', "not as f-puzzles writes it"),
        ('{"size": 4, "odd": [{"cell": "R0C1"}]}', "R0C1 is not in the grid"),
        ('{"size": 4, "killercage": [{"cells": ["R1C1"], "value": "ten"}]}', "'ten' is no number"),
        ('{"size": 4, "difference": [{"cells": ["R1C1"]}]}', "has 1 cells: give 2"),
        ('{"size": 4, "clone": [{"cells": ["R1C1"], "cloneCells": []}]}', "shapes of 1 and 0 cells"),
        ('{"size": 4, "xsum": [{"cell": "R0C0", "value": 3}]}', "not beside a row"),
        ('{"size": 4, "littlekillersum": [{"cell": "R0C0", "direction": "N", "value": 3}]}', "direction 'N'"),
        ('{"size": 4, "arrow": [{"cells": [], "lines": []}]}', "arrow has 0 cells: give some"),
        ('{"size": 4, "negative": ["dots"]}', "'dots' cannot be given"),
        ('{"size": 4, "grid": [[{"value": 7, "given": true}, {}, {}, {}], [], [], []]}', "4 rows of 4 cells"),
        ('{"size": 2, "grid": [[{"value": 3, "given": true}, {}], [{}, {}]]}', "R1C1: 3 is no digit here"),
        ("https://f-puzzles.com/?id=y9kzhtbg", "the site keeps this puzzle"),
        ("https://sudokupad.app/psxczr0jpr", "the site keeps this puzzle"),
        ("https://sudokupad.app/sclN4Ig", "what is drawn"),
        ("https://www.f-puzzles.com/?load=N4Igzgl", "cut off"),
    ],
)
def test_bad_puzzles_are_refused_in_one_line(text: str, say: str) -> None:
    with pytest.raises((clew.InputError, clew.OptionError)) as caught:
        Variant.from_text(text)
    assert say in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert str(caught.value).count("variant: ") <= 1


def test_the_example_with_dots_has_as_many_solutions_as_brute_force_finds() -> None:
    dots = {"11 12", "21 31", "23 24", "23 33", "31 32", "43 44"}
    expected = [s for s in sudokus() if {names for names, a, b in beside(s) if is_double(a, b)} == dots]
    (example,) = [example for example in Variant.examples if example.name == "all black dots"]
    assert solved(json.loads(example.text)) == set(expected)
    assert example.count == len(expected)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.sampled_from(["", "R1C1", "R2C2", "R0C2", "x", "3", "UL"]),
    lambda some: st.lists(some, max_size=4) | st.dictionaries(
        st.sampled_from(["cells", "cell", "lines", "value", "values", "cloneCells", "direction", "given"]), some),
    max_leaves=12,
)  # fmt: skip
NAMES = st.lists(st.sampled_from(["R1C1", "R1C2", "R2C2", "R3C4", "R0C1", "R2C5", "R5C5", "R2C2"]), max_size=5)
CLUES = st.fixed_dictionaries({
    "cells": NAMES | JSON, "lines": st.lists(NAMES, max_size=2) | JSON,
    "cell": st.sampled_from(["R0C1", "R5C4", "R2C2"]),
    "value": st.integers(-1, 12).map(str) | JSON, "values": st.lists(st.integers(0, 5), max_size=4) | JSON,
    "cloneCells": NAMES, "direction": st.sampled_from(["UL", "DR", ""]),
})  # fmt: skip


@given(st.dictionaries(st.sampled_from([*KINDS, "grid", "solution", "title"]), st.lists(CLUES, max_size=2) | JSON))
def test_any_data_is_read_or_refused_in_one_line(data: dict[str, Any]) -> None:
    with suppress(clew.InputError, clew.OptionError):
        problem = variant({"size": 4, **data})
        clew.first(problem, limits=clew.Limits(nodes=20))
        assert problem.picture({}).svg().startswith("<svg")
        assert variant(problem.to_text()) == problem


def test_puzzles_are_made_in_python() -> None:
    puzzle = VariantPuzzle(
        4, [VariantClue("thermometer", lines=(((0, 0), (1, 1)),)), VariantClue("antiking")], {(0, 0): 2}
    )
    assert clew.count(Variant(puzzle)) == len([
        s for s in sudokus() if s[0][0] == 2 and s[1][1] > 2 and all(a != b for a, b in steps(s, ((1, 1), (1, -1))))
    ])  # fmt: skip
    names = {Variant(puzzle).constraint_name(one) for one in Variant(puzzle).constraints()}
    assert {"row 1", "box 4", "the thermometer at r1c1", "anti-king from r1c1 to r2c2"} <= names
    with pytest.raises(clew.InputError, match="the kind 'x' is not known"):
        VariantPuzzle(4, [VariantClue("x")])
    with pytest.raises(clew.OptionError, match="no site"):
        fpuzzles_address(puzzle, "penpa")


def test_clues_are_drawn_as_setters_draw_them() -> None:
    """Each kind leaves a trace in the picture, and the shapes stand where its cells are."""
    plain = variant({"size": 4})
    for kind, value, _ in LAWS:
        if kind in ("antiking", "disjointgroups", "windoku", "negative"):
            continue
        problem = variant({"size": 4, kind: value})
        assert problem.picture({}).svg() != plain.picture({}).svg(), kind
    data: Any = {
        "size": 4, "thermometer": [line("11 21")], "ratio": [some("12 13")], "xsum": [{"cell": "R0C2", "value": "8"}],
        "quadruple": [some("22 23 32 33", values=[1, 2])], "killercage": [some("34 44", value="5")],
        "arrow": [{"cells": ["R4C1", "R4C2"], "lines": [cells("42 43")]}],
        "littlekillersum": [{"cell": "R5C1", "direction": "UR", "value": "9"}],
    }  # fmt: skip
    board: Any = Variant(data).picture({})
    assert board.outside == {(-1, 1): "8", (4, 0): "9\N{NORTH EAST ARROW}"}
    assert (board.cages.keys(), board.notes) == ({(2, 3), (3, 3)}, {(2, 3): "5"})
    left, top, side = board.rectangles[0, 0][:3]
    assert (left, top, side) == (0, 40, 40)  # there is a row of numbers above the board
    svg = board.svg()
    assert 'd="M20 60L20 100"' in svg  # the thermometer, and its bulb
    assert '<circle cx="20" cy="60" r="15.2"' in svg
    assert '<circle cx="80" cy="60" r="5.6"' in svg  # the dot, on the border between two cells
    assert '<circle cx="80" cy="120" r="10"' in svg  # the circle where four cells meet
    assert svg.count('d="M20 180L60 180"') == 2  # a pill is a line within a wider one
    assert '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 184 264"' in svg


def test_all_pairs_of_kinds_have_names_that_are_no_others() -> None:
    titles = [kind.title for kind in KINDS.values()]
    assert all(one != other for one, other in combinations(titles, 2))

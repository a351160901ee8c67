"""Innies, outies and combinations: each sum is added up here, and its conclusions are found by brute force."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

import clew
from clew.plugins import installed
from clew.puzzles.hints import sums
from clew.puzzles.hints.hint import Hint
from clew.puzzles.hints.knowledge import Knowledge
from clew.puzzles.hints.rating import EXCLUDING, SUPPOSING
from clew_problems import KillerSudoku
from tests.puzzles.hints.reasons import follows, is_true

Cell = tuple[int, int]

NINE = """
A29 A B15 B C10 D13 E12 E F12 / G5 A A B C D H13 F F / G I18 I I D D H H J17 / K10 L15 M6 N12 N O23 O P7 J /
K L M N O O Q23 P R16 / S15 S T9 T U20 V24 Q Q R / S W14 W T U V Q R R / X19 W Y16 Y U V V Z12 Z / X X X Y A20 A A A Z
"""


def cages_of(problem: Any) -> dict[str, tuple[set[Cell], int]]:
    """The cells and the sum of each cage, by its name."""
    if isinstance(problem, KillerSudoku):
        return {cage.name: ({*cage.cells}, cage.total or 0) for cage in problem.cages}
    clues = [clue for clue in problem.puzzle.clues if clue.kind == "killercage"]
    return {clue.name: ({*clue.cells}, clue.value) for clue in clues}


def variant(problem: KillerSudoku) -> Any:
    """The same puzzle as one of f-puzzles."""
    cages = [
        {"cells": [f"R{r + 1}C{c + 1}" for r, c in cage.cells], "value": str(cage.total)} for cage in problem.cages
    ]
    return clew.load("variant", json.dumps({"size": problem.size, "killercage": cages}))


@cache
def killers() -> tuple[Any, ...]:
    made: list[Any] = [
        next(clew.generate(KillerSudoku.empty(size), seed=seed)) for size, seed in ((4, 1), (6, 2), (6, 3), (9, 4))
    ]
    return (KillerSudoku.from_text(NINE), *made, variant(KillerSudoku.from_text(NINE)), variant(made[1]))


@cache
def summed() -> tuple[tuple[Mapping[Cell, int], Hint], ...]:
    """The steps by sums that are left over, each with the solution of its puzzle."""
    return tuple(
        (steps.known, hint) for problem in killers() for steps in [clew.steps(problem)] for hint in steps if hint.sum
    )


def parts(hint: Hint) -> tuple[list[set[Cell]], list[str]]:
    """The cells of the houses of a step, and the names of its cages."""
    cages = cages_of(hint.problem)
    houses: list[set[Any]] = []
    named: list[str] = []
    for rule in hint.constraints:
        name = hint.problem.constraint_name(rule)
        if name.split()[0] in ("row", "column", "box"):
            houses.append({*rule.scope})
        elif not name.startswith("different"):
            assert {*rule.scope} == cages[name][0]
            named.append(name)
    return houses, named


def left_of(hint: Hint) -> tuple[Counter[Cell], int]:
    """How often each cell counts that houses have beside their cages, and the sum of these cells."""
    houses, named = parts(hint)
    size, cages, left = len(houses[0]) if houses else 0, cages_of(hint.problem), Counter[Cell]()
    for house in houses:
        assert len(house) == size
        left.update(house)
    for name in named:
        left.subtract(cages[name][0])
    total = len(houses) * size * (size + 1) // 2 - sum(cages[name][1] for name in named)
    return Counter({cell: number for cell, number in left.items() if number}), total


def test_there_are_all_kinds_of_them() -> None:
    seen = Counter(hint.technique for _, hint in summed())
    assert {*seen} == {"cage combination", "innies", "outies", "innies and outies"}
    assert {len(parts(hint)[0]) for _, hint in summed()} == {0, 1, 2, 3}
    assert any(not isinstance(hint.problem, KillerSudoku) for _, hint in summed())


def test_their_conclusions_hold_in_the_solution() -> None:
    for solution, hint in summed():
        assert not [*hint.problem.violations(solution)]
        assert all(solution[cell] == value for cell, value in hint.assigned.items()), str(hint)
        assert all(solution[cell] not in values for cell, values in hint.excluded.items()), str(hint)


def test_no_numbers_of_the_cells_add_up_otherwise() -> None:
    """All numbers that pencil marks leave to the cells are tried; those in one house or cage differ."""
    for _, hint in summed():
        left, total = left_of(hint)
        known, apart = hint.knowledge.known, [*parts(hint)[0]]
        if hint.technique == "cage combination":
            (name,) = parts(hint)[1]
            own, total = cages_of(hint.problem)[name]
            left, apart = Counter(own), [own]
        total -= sum(number * known[cell] for cell, number in left.items() if cell in known)
        cells = [cell for cell in left if cell not in known]
        assert 0 < len(cells) <= 4
        apart += [cages_of(hint.problem)[name][0] for name in parts(hint)[1]]
        rows = [
            dict(zip(cells, row, strict=True))
            for row in product(*map(hint.knowledge.values, cells))
            if sum(left[cell] * value for cell, value in zip(cells, row, strict=True)) == total
        ]
        rows = [
            row
            for row in rows
            if not any(row[a] == row[b] and {a, b} <= some for a, b in combinations(cells, 2) for some in apart)
        ]
        assert rows
        for cell, value in hint.refuted:
            assert all(row[cell] != value for row in rows), str(hint)


def test_they_follow_from_their_constraints_and_facts() -> None:
    for _, hint in summed():
        assert follows(hint.problem, hint), str(hint)
        marks = {cell: {*range(1, 10)} - {*hint.knowledge.values(cell)} for cell in hint.problem.domains()}
        assert all(is_true(hint.problem, fact, hint.knowledge.known, marks) for fact in hint.facts), str(hint)


def test_innies_lie_inside_and_outies_outside() -> None:
    for _, hint in summed():
        if hint.technique != "cage combination":
            ways: Any = {number for cell, number in left_of(hint)[0].items() if cell not in hint.knowledge.known}
            assert hint.technique == {(1,): "innies", (-1,): "outies"}.get((*ways,), "innies and outies"), str(hint)


def test_more_houses_are_harder_and_suppositions_are_hardest() -> None:
    grades: dict[int, set[float]] = {}
    for _, hint in summed():
        if not hint.candidates:
            grades.setdefault(len(parts(hint)[0]), set()).add(hint.grade)
        assert EXCLUDING <= hint.grade < SUPPOSING
    assert [len(some) for some in grades.values()] == [1] * len(grades)
    assert sorted(grades, key=lambda houses: min(grades[houses])) == sorted(grades)
    assert len(grades) >= 3


def test_a_puzzle_that_needed_suppositions_needs_none() -> None:
    """Without these sums its steps have many suppositions."""
    assert {hint.kind for hint in clew.steps(KillerSudoku.from_text(NINE))} <= {
        "last",
        "place",
        "single",
        "sum",
        "joint",
    }


def row_of(*cages: str) -> KillerSudoku:
    """A grid of which these are the first rows."""
    rows = [*cages, *[". . . . . . . . ."] * (9 - len(cages))]
    return KillerSudoku.from_text(" / ".join(rows))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            ["A20 A A A B18 B B B ."],
            {
                "en": "r1c9 = 7 (innies): the sum of row 1 is 45 and the sum of the cage of 20 at r1c1 and the cage of "
                "18 at r1c5 is 38",
                "fr": "r1c9 = 7 (cases internes) : la somme de la ligne 1 est 45 et la somme de la cage de 20 en r1c1 "
                "et la cage de 18 en r1c5 est 38",
                "de": "r1c9 = 7 (Innies): die Summe von Zeile 1 ist 45 und die Summe vom Käfig mit 20 in r1c1 und "
                "dem Käfig mit 18 in r1c5 ist 38",
            },
        ),
        (
            ["A30 A A A A B19 B B B", ". . . . . . . . B"],
            {
                "en": "r2c9 = 4 (outies): the sum of row 1 is 45 and the sum of the cage of 30 at r1c1 and the cage of "
                "19 at r1c6 is 49",
                "fr": "r2c9 = 4 (cases externes) : la somme de la ligne 1 est 45 et la somme de la cage de 30 en r1c1 "
                "et la cage de 19 en r1c6 est 49",
                "de": "r2c9 = 4 (Outies): die Summe von Zeile 1 ist 45 und die Summe vom Käfig mit 30 in r1c1 und "
                "dem Käfig mit 19 in r1c6 ist 49",
            },
        ),
        (
            ["A20 A A A B21 B B B .", ". . . . . . . B ."],
            {
                "en": "no 1, 2, 3 or 4 in r1c9, no 6, 7, 8 or 9 in r2c8 (innies and outies): r1c9 = r2c8 + 4, because "
                "the sum of row 1 is 45 and the sum of the cage of 20 at r1c1 and the cage of 21 at r1c5 is 41",
                "fr": "pas de 1, 2, 3 ou 4 en r1c9, pas de 6, 7, 8 ou 9 en r2c8 (cases internes et externes) : "
                "r1c9 = r2c8 + 4, car la somme de la ligne 1 est 45 et la somme de la cage de 20 en r1c1 et la cage de "
                "21 en r1c5 est 41",
                "de": "keine 1, 2, 3 oder 4 in r1c9, keine 6, 7, 8 oder 9 in r2c8 (Innies und Outies): "
                "r1c9 = r2c8 + 4, denn die Summe von Zeile 1 ist 45 und die Summe vom Käfig mit 20 in r1c1 und dem "
                "Käfig mit 21 in r1c5 ist 41",
            },
        ),
        (
            ["A14 A A A . . . . ."],
            {
                "en": "no 9 in r1c1 to r1c4 (cage combination): with any of these values, the cage of 14 at r1c1 "
                "cannot add up with different numbers",
            },
        ),
    ],
    ids=["innie", "outie", "both", "combination"],
)
def test_textbook_positions(rows: list[str], words: dict[str, str]) -> None:
    for language, sentence in words.items():
        assert str(clew.hint(row_of(*rows), explain=language)) == sentence


def test_two_rows_leave_a_cell_that_neither_leaves_alone() -> None:
    """90 without 25 and three times 20."""
    puzzle = row_of("A25 A A B20 B C20 C D20 D", "A A . B B C C D D", ". . . . . . . . .")
    hint = clew.hint(puzzle)
    assert hint is not None
    assert str(hint) == (
        "r2c3 = 5 (innies): the sum of row 1 and row 2 is 90 and the sum of the cage of 25 at r1c1, the cage of 20 at "
        "r1c4, the cage of 20 at r1c6 and the cage of 20 at r1c8 is 85"
    )


def sums_of(rows: list[str]) -> list[Any]:
    """The sums that are left over in a puzzle with these rows on top."""
    grid = [*rows, *[" ".join("." * 9)] * (9 - len(rows))]
    here = Knowledge.of(KillerSudoku.from_text(" / ".join(grid)))
    return [*here.rules.sums.left_over(here)]


@pytest.mark.parametrize("left", [3, 4, 5])
def test_a_row_leaves_four_open_cells_at_most(left: int) -> None:
    assert sums.OPEN == 4
    within = 9 - left
    row = " ".join([f"A{5 * within}", *"A" * (within - 1), *"." * left])
    found = {len(one.rule.scope) for one in sums_of([row]) if len(one.houses) == 1}
    assert (left in found) == (left <= 4)


@pytest.mark.parametrize("houses", [2, 3, 4])
def test_three_rows_at_most_are_looked_at_together(houses: int) -> None:
    """Each cage goes down through all rows, so only all of them leave something: the cells of the last column."""
    assert sums.HOUSES == 3
    names = "ABCDEFGH"
    first = " ".join([*(f"{name}{5 * houses}" for name in names), "."])
    rows = [" ".join("." * 9), first, *[" ".join([*names, "."])] * (houses - 1)]
    left = [one.rule.scope for one in sums_of(rows) if len(one.houses) == houses]
    assert ([(r, 8) for r in range(1, houses + 1)] in [sorted(scope) for scope in left]) == (houses <= 3)


@pytest.mark.parametrize("kind", [entry for entry in installed() if entry.problem], ids=lambda entry: entry.name)
def test_puzzles_without_cages_have_no_such_sums(kind: Any) -> None:
    """So their steps are those that they had before."""
    for example in kind.problem.examples:
        problem: Any = kind.problem.from_text(example.text, **example.parameters)
        is_caged = kind.name == "killer-sudoku" or (kind.name == "variant" and "cage" in example.text)
        if not is_caged and [*problem.constraints()]:
            here = Knowledge.of(problem)
            assert [*here.rules.sums.left_over(here)] == []

"""The names of techniques: each is looked at by a definition of its own, on the pencil marks before the step."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import pytest

import clew
from clew.puzzles.hints import techniques
from clew.puzzles.hints.hint import Hint
from clew.puzzles.hints.terms import PHRASES
from clew_problems import KillerSudoku, Sudoku

Cell = tuple[int, int]

TEXTS = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9",
    "..7.836...397.68..82641975364.19.387.8.367....73.48.6.39.87..267649..1382.863.97.",
    "..........37.164....9......6..9.3..4.9.5.1.7.8..4...6......8....164.97...........",
    ".6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4.",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "..84...3....3.....9....157479...8........7..514.....2...9.6...2.5....4......9..56",
)
CELLS: list[Cell] = [(r, c) for r, c in product(range(9), repeat=2)]
ROWS = [[(r, c) for c in range(9)] for r in range(9)]
COLUMNS = [[(r, c) for r in range(9)] for c in range(9)]
BOXES = [[(r, c) for r, c in CELLS if (r // 3, c // 3) == box] for box in product(range(3), repeat=2)]
UNITS = [*ROWS, *COLUMNS, *BOXES]
SIZES = {"pair": 2, "triple": 3, "quad": 4}
EMPTY = Sudoku.from_text("." * 81)


@cache
def all_steps() -> tuple[Hint, ...]:
    return tuple(hint for text in TEXTS for hint in clew.steps(clew.load("sudoku", text)))


def marks(hint: Hint) -> dict[Cell, set[int]]:
    """The pencil marks before a step; none for a cell that is filled."""
    filled = hint.knowledge.known
    return {cell: set() if cell in filled else {*hint.knowledge.values(cell)} for cell in CELLS}


def removed(hint: Hint) -> set[tuple[Cell, int]]:
    """The pencil marks that a step removes."""
    return {(cell, value) for cell, value in hint.refuted if value in marks(hint)[cell]}


def see(one: Cell, other: Cell) -> bool:
    return one != other and any(one in unit and other in unit for unit in UNITS)


def places(unit: list[Cell], value: int, of: dict[Cell, set[int]]) -> set[Cell]:
    return {cell for cell in unit if value in of[cell]}


def is_naked(hint: Hint, size: int) -> bool:
    """So many cells of a unit have as many values, and other cells of it lose these."""
    of, gone = marks(hint), removed(hint)
    for unit in UNITS:
        cells = [c for c in unit if c in hint.candidates and c not in {cell for cell, _ in gone}]
        values = set[int]().union(*(of[cell] for cell in cells))
        if len(cells) == len(values) == size and all(c in unit and c not in cells and v in values for c, v in gone):
            return True
    return False


def is_hidden(hint: Hint, size: int) -> bool:
    """So many values of a unit have as many places, and these lose other values."""
    of, gone = marks(hint), removed(hint)
    cells = {cell for cell, _ in gone}
    for unit in UNITS:
        kept = {v for v in range(1, 10) if places(unit, v, of) and not any(v == w for _, w in gone)}
        for first in kept:
            among = places(unit, first, of)
            alike = {v for v in range(1, 10) if places(unit, v, of) and places(unit, v, of) <= among}
            if len(alike) == len(among) == size and cells <= among and all(v not in alike for _, v in gone):
                return True
        homes = {v: places(unit, v, of) for v in kept}
        few = [v for v in kept if len(homes[v]) <= size]
        union = set[Cell]().union(*(homes[v] for v in few))
        if len(few) == len(union) == size and cells <= union:
            return True
    return False


def is_locked(hint: Hint, bases: list[list[Cell]], covers: list[list[Cell]]) -> bool:
    """All places of a value in a unit lie in another one, which loses its others."""
    of, gone = marks(hint), removed(hint)
    (value,) = {v for _, v in gone}
    cells = {cell for cell, _ in gone}
    return any(
        places(base, value, of) and places(base, value, of) <= {*cover} and cells <= {*cover} - {*base}
        for base, cover in product(bases, covers)
    )


def is_fish(hint: Hint, size: int) -> bool:
    """So many lines have a value only in as many that cross them, which lose it elsewhere."""
    of, gone = marks(hint), removed(hint)
    (value,) = {v for _, v in gone}
    named = {hint.problem.constraint_name(rule) for rule in hint.constraints}
    rows = [int(name.split()[1]) - 1 for name in named if name.startswith("row")]
    columns = [int(name.split()[1]) - 1 for name in named if name.startswith("column")]
    assert (len(named), len(rows), len(columns)) == (2 * size, size, size)
    by_rows = {c for r in rows for _, c in places(ROWS[r], value, of)} <= {*columns}
    by_columns = {r for c in columns for r, _ in places(COLUMNS[c], value, of)} <= {*rows}
    at = {cell for cell, _ in gone}
    return (by_rows and all(r not in rows and c in columns for r, c in at)) or (
        by_columns and all(c not in columns and r in rows for r, c in at)
    )


def is_wing(hint: Hint) -> bool:
    """Three cells xy, xz and yz, of which the first sees both others, and cells that see these two lose z."""
    of, gone = marks(hint), removed(hint)
    (z,) = {v for _, v in gone}
    pivots = [cell for cell in hint.candidates if z not in of[cell]]
    wings = [cell for cell in hint.candidates if z in of[cell]]
    assert (len(pivots), len(wings)) == (1, 2)
    assert all(len(of[cell]) == 2 for cell in (*pivots, *wings))
    assert set[int]().union(*(of[cell] for cell in wings)) - {z} == of[pivots[0]]
    return all(see(cell, wing) for cell in (*pivots, *(cell for cell, _ in gone)) for wing in wings)


def is_bent_triple(hint: Hint) -> bool:
    """Cells xyz, xz and yz, of which the first sees both others, and cells that see all three lose z."""
    of, gone = marks(hint), removed(hint)
    (z,) = {v for _, v in gone}
    pivot, *wings = sorted(hint.candidates, key=lambda cell: -len(of[cell]))
    assert [len(of[cell]) for cell in (pivot, *wings)] == [3, 2, 2]
    assert set[int]().union(*(of[cell] for cell in wings)) == of[pivot]
    assert set[int].intersection(*(of[cell] for cell in wings)) == {z}
    return all(see(pivot, wing) for wing in wings) and all(see(c, d) for c, _ in gone for d in (pivot, *wings))


def is_chain_of_pairs(hint: Hint) -> bool:
    """Some order of cells of two values in which each sees the next, and takes the value that it leaves."""
    of, gone = marks(hint), removed(hint)
    (z,) = {v for _, v in gone}
    assert len(hint.candidates) > 3

    def follows(cells: tuple[Cell, ...]) -> bool:
        value = z
        for cell, after in zip(cells, (*cells[1:], None), strict=True):
            if len(of[cell]) != 2 or value not in of[cell] or (after and not see(cell, after)):
                return False
            (value,) = of[cell] - {value}
        return value == z and all(see(c, d) for c, _ in gone for d in (cells[0], cells[-1]))

    return any(map(follows, permutations(hint.candidates)))


def is_linked_pair(hint: Hint) -> bool:
    """Two cells with the same two values; a unit has each place of one of them beside the cells: these lose none."""
    of, gone = marks(hint), removed(hint)
    (z,) = {v for _, v in gone}
    for one, other in combinations(hint.candidates, 2):
        if of[one] == of[other] and len(of[one]) == 2 and z in of[one]:
            (w,) = of[one] - {z}
            sighted = [all(see(c, one) or see(c, other) for c in places(unit, w, of)) for unit in UNITS]
            if any(sighted) and all(see(c, d) for c, _ in gone for d in (one, other)):
                return True
    return False


def is_of_two_lines(hint: Hint, pairs: list[tuple[list[Cell], list[Cell]]], unit: list[list[Cell]]) -> bool:
    """Two lines with two places each, two of which lie in one unit, and cells that see the other two lose the value."""
    of, gone = marks(hint), removed(hint)
    (value,) = {v for _, v in gone}
    for one, other in pairs:
        own, two = places(one, value, of), places(other, value, of)
        for a, b in product(own, two) if len(own) == len(two) == 2 else ():
            ends = (own | two) - {a, b}
            if any({a, b} <= {*some} for some in unit) and all(see(c, d) for c, _ in gone for d in ends):
                return True
    return False


def is_coloured(hint: Hint) -> bool:
    """Two colours take turns along units with two places, and one of them, or what sees both, loses the value."""
    of, gone = marks(hint), removed(hint)
    (value,) = {v for _, v in gone}
    pairs = [places(unit, value, of) for unit in UNITS if len(places(unit, value, of)) == 2]
    for first in CELLS:
        colour = {first: 0}
        while new := {b: 1 - colour[a] for a in colour for p in pairs if a in p for b in p - {a} if b not in colour}:
            colour |= new
        own = [{cell for cell, one in colour.items() if one == k} for k in range(2)]
        wrong = [cells for cells in own if any(see(a, b) for a in cells for b in cells)]
        if all(
            any(c in cells for cells in wrong) or all(any(see(c, d) for d in cells) for cells in own) for c, _ in gone
        ):
            return True
    return False


def is_chain(hint: Hint) -> bool:
    match hint.technique:
        case "XY-wing":
            return is_wing(hint)
        case "XYZ-wing":
            return is_bent_triple(hint)
        case "XY-chain":
            return is_chain_of_pairs(hint)
        case "W-wing":
            return is_linked_pair(hint)
        case "skyscraper":
            along = [*product(ROWS, ROWS), *product(COLUMNS, COLUMNS)]
            return is_of_two_lines(hint, [two for two in along if two[0] != two[1]], [*ROWS, *COLUMNS])
        case "two-string kite":
            return is_of_two_lines(hint, [*product(ROWS, COLUMNS)], BOXES)
        case "colouring":
            return is_coloured(hint)
    return False


def is_named_rightly(hint: Hint) -> bool:
    first, _, last = hint.technique.partition(" ")
    match first, last:
        case ("naked", "single"):
            return all(marks(hint)[cell] == {value} for cell, value in hint.assigned.items())
        case ("hidden", "single"):
            ((cell, value),) = hint.assigned.items()
            return any(places(unit, value, marks(hint)) == {cell} for unit in UNITS)
        case ("full", "house"):
            (cell,) = hint.assigned
            return any(cell in unit and all(c == cell or not marks(hint)[c] for c in unit) for unit in UNITS)
        case ("naked", _):
            return is_naked(hint, SIZES[last])
        case ("hidden", _):
            return is_hidden(hint, SIZES[last])
        case ("pointing", _):
            return is_locked(hint, BOXES, [*ROWS, *COLUMNS])
        case ("claiming", _):
            return is_locked(hint, [*ROWS, *COLUMNS], BOXES)
        case ("X-wing" | "swordfish" | "jellyfish", _):
            return is_fish(hint, ["X-wing", "swordfish", "jellyfish"].index(first) + 2)
        case ("forcing", "chain"):
            return hint.kind == "supposition"
    return first == "" or is_chain(hint)


def test_names_fit_their_steps() -> None:
    wrong = [f"{hint}" for hint in all_steps() if not is_named_rightly(hint)]
    assert wrong == []


def test_many_names_are_seen() -> None:
    seen = Counter(hint.technique for hint in all_steps())
    assert {"full house", "naked single", "hidden single", "naked pair", "naked triple", "hidden pair", "pointing",
            "claiming", "X-wing", "swordfish", "XY-wing", "forcing chain"} <= {*seen}  # fmt: skip


def hint_without(gone: dict[Cell, Any], given: dict[Cell, int] | None = None) -> Hint:
    """The hint of an empty grid after some pencil marks are gone."""
    hint = clew.hint(EMPTY, given=given, excluded=gone)
    assert hint is not None
    return hint


def only(value: int, unit: list[Cell], at: list[Cell]) -> dict[Cell, Any]:
    """The pencil marks that are gone if a unit has a value only in some cells."""
    return {cell: [value] for cell in unit if cell not in at}


@pytest.mark.parametrize(
    ("gone", "technique"),
    [
        (only(1, ROWS[0], [(0, 0), (0, 1)]), "claiming"),
        (only(1, BOXES[0], [(0, 0), (0, 1)]), "pointing"),
        (only(1, ROWS[0], [(0, 0), (0, 4)]) | only(1, ROWS[4], [(4, 0), (4, 4)]), "X-wing"),
        (
            only(1, COLUMNS[0], [(0, 0), (3, 0)])
            | only(1, COLUMNS[4], [(3, 4), (6, 4)])
            | only(1, COLUMNS[8], [(0, 8), (6, 8)]),
            "swordfish",
        ),
        # r1c1, r1c5, r8c5 and r7c4 take turns, so r7c1, which sees the first and the last, loses the value.
        (
            only(1, ROWS[0], [(0, 0), (0, 4)])
            | only(1, COLUMNS[4], [(0, 4), (7, 4)])
            | only(1, BOXES[7], [(7, 4), (6, 3)]),
            "colouring",
        ),
        ({(0, 0): range(3, 10), (0, 4): range(3, 10)}, "naked pair"),
        ({(0, 0): range(4, 10), (0, 4): range(4, 10), (0, 8): range(4, 10)}, "naked triple"),
        (dict.fromkeys([(0, 0), (0, 3), (0, 4), (0, 8)], range(5, 10)), "naked quad"),
        ({(r, c): [1, 2] for r, c in BOXES[4] if (r, c) not in [(3, 3), (5, 4)]}, "hidden pair"),
        ({(4, 4): [1, *range(4, 10)], (4, 7): [2, *range(4, 10)], (1, 4): [2, *range(4, 10)]}, ""),
        ({(4, 4): range(3, 10), (4, 7): [2, *range(4, 10)], (1, 4): [1, *range(4, 10)]}, "XY-wing"),
        ({(4, 4): range(4, 10), (4, 7): [1, *range(4, 10)], (3, 3): [2, *range(4, 10)]}, "XYZ-wing"),
        ({(0, 0): range(3, 10), (5, 4): range(3, 10)} | only(1, ROWS[8], [(8, 0), (8, 4)]), "W-wing"),
        (
            {
                (0, 0): range(3, 10),
                (0, 4): [1, *range(4, 10)],
                (4, 4): [1, 2, *range(5, 10)],
                (4, 8): [2, 3, *range(5, 10)],
            },
            "XY-chain",
        ),
        (only(1, ROWS[0], [(0, 0), (0, 4)]) | only(1, ROWS[4], [(4, 0), (4, 5)]), "skyscraper"),
        (only(1, COLUMNS[0], [(0, 0), (4, 0)]) | only(1, COLUMNS[4], [(0, 4), (5, 4)]), "skyscraper"),
        (only(1, ROWS[0], [(0, 1), (0, 5)]) | only(1, COLUMNS[2], [(1, 2), (6, 2)]), "two-string kite"),
        (dict.fromkeys([(0, 0), (0, 4)], range(4, 10)), ""),
    ],
)  # fmt: skip
def test_textbook_positions(gone: dict[Cell, Any], technique: str) -> None:
    hint = clew.hint(EMPTY, excluded=gone)
    assert (hint.technique if hint else "") == technique
    assert hint is None or is_named_rightly(hint)


@pytest.mark.parametrize(("longest", "technique"), [(3, "forcing chain"), (4, "XY-chain"), (5, "XY-chain")])
def test_a_chain_has_a_name_up_to_some_length(longest: int, technique: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(techniques, "LONGEST", longest)
    one, two, three = [1, *range(4, 10)], [1, 2, *range(5, 10)], [2, 3, *range(5, 10)]
    assert hint_without({(0, 0): range(3, 10), (0, 4): one, (4, 4): two, (4, 8): three}).technique == technique


def test_a_cage_of_different_numbers_has_combinations() -> None:
    """Numbers from 1 to 4 with the sum 3 are 1 and 2; with the sum 9 in three cells they are 2, 3 and 4."""
    cages = KillerSudoku.from_text("A3 A . . / . . . . / B9 . . . / B B . .")
    named = [hint for hint in clew.steps(cages) if hint.technique == "cage combination"]
    assert {str(hint.conclusion) for hint in named} >= {"no 3 or 4 in r1c1 or r1c2"}


CAGES = {((0, 0), (0, 1)): 3, ((2, 0), (3, 0), (3, 1)): 9}
WITH_CAGES = (
    "killer-sudoku A3 A . . / . . . . / B9 . . . / B B . .",
    'variant {"size": 4, "killercage": [{"cells": ["R1C1", "R1C2"], "value": "3"}, '
    '{"cells": ["R3C1", "R4C1", "R4C2"], "value": "9"}]}',
)


@pytest.mark.parametrize("text", WITH_CAGES)
def test_combinations_of_cages_in_killers_and_in_variants(text: str) -> None:
    """Each removes the marks of a cage that stand in none of its sets, as listed here, and only these."""
    found = [hint for hint in clew.steps(clew.load(*text.split(" ", 1))) if hint.technique == "cage combination"]
    assert len(found) >= 2
    for hint in found:
        of, gone = {c: {*hint.knowledge.values(c)} for c in hint.problem.domains()}, {*hint.refuted}
        (cage,) = [cage for cage in CAGES if {cell for cell, _ in gone} <= {*cage}]
        rows = [row for row in product(*map(of.__getitem__, cage)) if len({*row}) == len(row)]
        kept = {pair for row in rows if sum(row) == CAGES[cage] for pair in zip(cage, row, strict=True)}
        assert {pair for pair in gone if pair[1] in of[pair[0]]} == {(c, v) for c in cage for v in of[c]} - kept


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "(cage combination): both ways to complete the cage at r1c1 agree on it"),
        ("fr", "(combinaison de cage) : les deux façons de compléter la cage en r1c1 s'accordent là-dessus"),
        ("de", "(Käfigkombination): beide Möglichkeiten, den Käfig in r1c1 zu vervollständigen, stimmen darin überein"),
    ],
)
def test_the_cage_of_a_variant_has_words(language: str, words: str) -> None:
    hint = clew.hint(clew.load(*WITH_CAGES[1].split(" ", 1)), explain=language)
    assert words in str(hint)


@pytest.mark.parametrize("name", ["queens", "zebra", "takuzu", "kakuro", "slitherlink"])
def test_puzzles_without_groups_have_no_names(name: str) -> None:
    from clew.plugins import find

    example = find(name).examples[0]
    hint = clew.hint(clew.load(name, example.text))
    assert hint is None or hint.technique == ""


@pytest.mark.parametrize("language", PHRASES)
def test_a_sentence_has_the_name(language: str) -> None:
    hint = clew.hint(EMPTY, excluded={(0, 0): range(3, 10), (0, 4): range(3, 10)}, explain=language)
    assert hint is not None
    name = {"en": "naked pair", "fr": "paire nue", "de": "nacktes Paar"}[language]
    assert f"({name})" in str(hint)
    assert hint.to_json()["technique"] == "naked pair"
    assert "(" not in hint.conclusion

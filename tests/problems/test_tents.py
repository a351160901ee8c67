"""Tents: tiny grids against brute force, a larger and a published one, addresses, texts, pictures, new ones."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew_problems import Tents
from clew_problems.tents import CAMP

Rows = list[list[str]]
Cell = tuple[int, int]


def camps(rows: Rows) -> set[frozenset[Cell]]:
    """The sets of tents that keep the rules: brute force over the tent of each tree.

    Args:
        rows: the words of the instance, with the numbers in the first row and the first column.
    """
    cells = set(product(range(1, len(rows)), range(1, len(rows[0]))))
    trees = [(r, c) for r, c in sorted(cells) if rows[r][c] == "T"]
    partial: set[frozenset[Cell]] = {frozenset()}
    for r, c in trees:
        free = cells.intersection([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]).difference(trees)
        partial = {tents | {cell} for tents in partial for cell in free if not any(touch(cell, one) for one in tents)}
    return {tents for tents in partial if counted(rows, tents)}


def touch(one: Cell, other: Cell) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1


def counted(rows: Rows, tents: frozenset[Cell]) -> bool:
    """Whether the numbers are right."""
    down = [(rows[r][0], sum(one[0] == r for one in tents)) for r in range(1, len(rows))]
    across = [(rows[0][c], sum(one[1] == c for one in tents)) for c in range(1, len(rows[0]))]
    return all(word in (".", str(number)) for word, number in down + across)


def tents_of(solution: clew.Solution[Cell, str]) -> frozenset[Cell]:
    """The places of the tents in the rows of the instance."""
    return frozenset((r + 1, c + 1) for (r, c), value in solution.items() if value == "A")


def made(rows: Rows) -> Tents:
    return Tents.from_text(" / ".join(map(" ".join, rows)))


@st.composite
def instances(draw: st.DrawFn) -> Rows:
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    cell, number = st.sampled_from("...TT"), st.sampled_from("....0112")
    above = [".", *(draw(number) for _ in range(width))]
    return [above, *([draw(number), *(draw(cell) for _ in range(width))] for _ in range(height))]


@given(instances())
def test_the_solutions_are_those_of_brute_force(rows: Rows) -> None:
    found = [tents_of(solution) for solution in clew.solutions(made(rows))]
    assert len(found) == len(set(found))
    assert set(found) == camps(rows)


@given(instances())
def test_texts_and_addresses_are_read_as_they_are_written(rows: Rows) -> None:
    puzzle = made(rows)
    assert Tents.from_text(puzzle.to_text()) == puzzle
    assert Tents.from_text(str(puzzle.to_address())) == puzzle


@pytest.mark.parametrize(
    "text",
    [".T. ... .TT T..", ".... .T.T T...", "T.. ... T.T ... ...", "..T. .... .TT. .T..", "....T. ..T.T. .T...T"],
)
def test_a_tree_between_two_tents_belongs_to_one_of_them(text: str) -> None:
    """Here tents could be as many as the trees around, and each tree have one, though two had to share a tree."""
    rows = [[".", *row] for row in text.split()]
    whole = [["."] * len(rows[0]), *rows]
    assert {tents_of(solution) for solution in clew.solutions(made(whole))} == camps(whole)


def test_a_ring_of_trees_and_tents_is_one_camp_though_it_can_be_paired_in_two_ways() -> None:
    rows = [list("...."), list("..T."), list(".T.T"), list("..T.")]
    assert camps(rows) == {frozenset({(1, 1), (1, 3), (3, 1), (3, 3)})}
    assert clew.count(made(rows)) == 1


def test_the_camp_of_the_gallery_has_one_solution() -> None:
    rows = [line.split() for line in CAMP.splitlines()]
    (tents,) = camps(rows)
    (solution,) = clew.solutions(Tents.from_text(CAMP))
    assert tents_of(solution) == tents


def test_the_published_one_has_the_published_answer_alone() -> None:
    """The address with which pzprjs tests itself, and the answer that its test accepts."""
    address = "https://puzz.link/p?tents/5/5/2g0h1i1j82323"
    puzzle = Tents.from_text(address)
    (solution,) = clew.solutions(puzzle)
    published = ". 2 . 0 . . /1 . A T . . /. . . . . A /. A T . . T /. . . . T A /1 A T . . ."
    rows = [row.split() for row in published.split("/")]
    assert tents_of(solution) == {(r, c) for r, row in enumerate(rows) for c, word in enumerate(row) if word == "A"}
    assert puzzle.draw(solution, "grid") == "-AT--\n----A\nAT--T\n---TA\nAT---"
    assert str(puzzle.to_address()) == address


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (". . / . 1", "tents: row 2, column 2: 1 does not belong there: use T or ."),
        (". T / . .", "tents: row 1, column 2: T does not belong there: use a number or ."),
        ("3 . / . .", "tents: row 1, column 1: 3 does not belong there: use ."),
        (". 1 1", "tents: give a row of numbers above the cells and a column to the left of them"),
        (". . / . A", "line 1, column 9: 'A' is no cell: use T for a tree, a number or . for an empty cell"),
        ("https://puzz.link/p?tents/2/2/j_", "the address of a tents: character 2 of its body, '_', means nothing"),
    ],
)
def test_other_texts_are_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(clew.InputError) as caught:
        Tents.from_text(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (". 1 . / . T . / . . .", "a tent in r2c1: the 1 of column 1 has its only place for a tent in r2c1"),
        (". . . . / . T . .", "a tent in r1c2: the tree at r1c1 has its only place for a tent in r1c2"),
        (
            ". . . . / . . . . / . . T .",
            "no tent in r1c1 and r1c3: the rule that a tent has a tree beside it allows nothing else",
        ),
    ],
)
def test_a_hint_names_the_rule(rows: str, expected: str) -> None:
    assert str(clew.hint(Tents.from_text(rows))) == expected


def test_long_runs_of_cells_without_trees_are_written_in_several_characters() -> None:
    """At most 17 cells after a tree, and at most 18 without one before them (`encode1Cell` in pzprjs)."""
    puzzle = Tents.from_text(" ".join([".", *["."] * 40, "/", ".", ".", "T", *["."] * 36, "T", "."]))
    assert str(puzzle.to_address()) == "https://puzz.link/p?tents/40/1/zzgihzi1"
    assert Tents.from_text(str(puzzle.to_address())) == puzzle


def test_a_picture_has_trees_tents_and_the_numbers_beside() -> None:
    puzzle = Tents.from_text(". 1 . . / . T . . / 12 . . T")
    board = puzzle.picture({(0, 1): "A"}, {(0, 2): {"-"}, (1, 0): {"A", "-"}})
    assert board.rows == (("♣", "▲", "·"), ("", "", "♣"))
    assert (list(board.column_labels), list(board.row_labels)) == (["1", "", ""], ["", "12"])
    assert board.colours[0, 0] == board.colours[1, 2] != board.colours[0, 1]
    assert puzzle.draw({(0, 1): "A"}) == "   1\n   T A .\n12 . . T"


@pytest.mark.parametrize("blank", ["4x4", "5x7", ". . . . / . T . . / . . . T / . . . . / . . . ."])
def test_new_ones_are_unique_and_no_number_can_be_left_out(blank: str) -> None:
    first = Tents.from_text(blank)
    for puzzle in clew.generate(first, seed=3, count=3):
        assert isinstance(puzzle, Tents)
        assert (puzzle.height, puzzle.width) == (first.height, first.width)
        if first.trees:
            assert puzzle.trees == first.trees
        rows = [list(row) for row in puzzle.grid.rows]
        assert len(camps(rows)) == 1
        for r, c in puzzle.numbers:
            fewer = [list(row) for row in rows]
            fewer[r + 1][c + 1] = "."
            assert len(camps(fewer)) > 1

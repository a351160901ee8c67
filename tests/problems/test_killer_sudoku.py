"""Killer sudoku: squares of four by four against brute force, texts, and new puzzles."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew_problems import KillerSudoku
from tests.problems.refusals import refused

Square = tuple[tuple[int, ...], ...]
PIECES = "AAB./CAB./CDDD/CE.D"


@cache
def sudokus() -> list[Square]:
    """Brute force over the squares of four by four whose rows are permutations."""
    found = []
    for rows in product(list(permutations(range(1, 5))), repeat=4):
        columns = all(len(set(column)) == 4 for column in zip(*rows, strict=True))
        if columns and all(len({*rows[r][c : c + 2], *rows[r + 1][c : c + 2]}) == 4 for r in (0, 2) for c in (0, 2)):
            found.append(rows)
    return found


@st.composite
def puzzles(draw: st.DrawFn) -> list[list[str]]:
    """Cages of a few shapes, some of them with a sum."""
    letters = draw(st.sampled_from([PIECES, "AABB/CABD/CCDD/EEEE", "ABCD/ABCD/EFGH/EFGH", "A.A./.A.A/BB../..BB"]))
    words = [list(row) for row in letters.split("/")]
    if letters[1] == ".":  # here the cells of one letter touch at corners only, if at all
        return [[f"A{draw(st.integers(1, 4))}", *words[0][1:]], *words[1:]]
    seen = set()
    for row in words:
        for c, letter in enumerate(row):
            if letter != "." and letter not in seen:
                seen.add(letter)
                row[c] += draw(st.just("") | st.integers(1, 11).map(str))
    return words


@given(puzzles())
def test_the_solutions_are_the_sudokus_that_agree_with_the_cages(words: list[list[str]]) -> None:
    def agrees(square: Square) -> bool:
        if words[0][1] == ".":
            return (
                square[0][0] == int(words[0][0][1:]) and square[2][0] != square[2][1] and square[3][2] != square[3][3]
            )
        cages: dict[str, list[int]] = {}
        sums: dict[str, int] = {}
        for row, numbers in zip(words, square, strict=True):
            for word, number in zip(row, numbers, strict=True):
                if word != ".":
                    cages.setdefault(word[0], []).append(number)
                    sums |= {word[0]: int(word[1:])} if len(word) > 1 else {}
        differ = all(len({*numbers}) == len(numbers) for numbers in cages.values())
        return differ and all(sum(cages[letter]) == total for letter, total in sums.items())

    expected = {square for square in sudokus() if agrees(square)}
    found = [
        tuple(tuple(solution[r, c] for c in range(4)) for r in range(4))
        for solution in clew.solutions(KillerSudoku.from_text("/".join(map(" ".join, words))))
    ]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_there_are_as_many_sudokus_of_four_by_four_as_published() -> None:
    assert len(sudokus()) == 288


def test_the_picture_has_cages_with_their_sums_and_boxes() -> None:
    problem = KillerSudoku.from_text("A9 A A B6 / C4 C D10 B / E1 F4 D B / G2 D D H4")
    board = problem.picture({(0, 0): 4})
    assert board.notes == {  # type: ignore[attr-defined]
        (0, 0): "9", (0, 3): "6", (1, 0): "4", (1, 2): "10", (2, 0): "1", (2, 1): "4", (3, 0): "2", (3, 3): "4",
    }  # fmt: skip
    assert len(set(board.cages.values())) == 8  # type: ignore[attr-defined]
    assert len(set(board.regions.values())) == 4  # type: ignore[attr-defined]
    assert ">10<" in board.svg()
    assert "stroke-dasharray" in board.svg()
    assert problem.draw({(0, 0): 4}).splitlines()[1].startswith("| 9: 4 ")
    assert problem.draw({(0, 0): 4}, "grid").splitlines()[0] == "4..."


def test_constraints_are_called_by_sum_and_place() -> None:
    problem = KillerSudoku.from_text("A9 A A B6 / C C . B / . . . B / . . . .")
    names = [problem.constraint_name(constraint) for constraint in problem.constraints()]
    assert names[:4] == ["row 1", "row 2", "row 3", "row 4"]
    assert names[12:] == ["the cage of 9 at r1c1", "the cage of 6 at r1c4", "the cage at r2c1"]


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("", "empty"),
        ("A3 A5 / . .", "row 1, column 2: the cage A has a sum already"),
        ("A3 B / .", "row 2 has 1 cell"),
        ("A3 3 / . .", "'3' is no cell"),
        ("3x4", "not square"),
        ("100000", "too large"),
    ],
)
def test_bad_input_is_refused_in_one_line(text: str, say: str) -> None:
    assert say in refused(KillerSudoku, text)


@pytest.mark.parametrize("size", [4, 6, 9])
def test_new_puzzles_have_one_solution_and_cages_without_a_number_twice(size: int) -> None:
    for made in clew.generate("killer-sudoku", size, count=2):
        assert isinstance(made, KillerSudoku)
        solution = clew.first(made)
        assert solution is not None
        assert clew.check(made).answer == "unique"
        assert sorted(cell for cage in made.cages for cell in cage.cells) == sorted(made.domains())
        for cage in made.cages:
            numbers = [solution[cell] for cell in cage.cells]
            assert (sum(numbers), len(set(numbers))) == (cage.total, len(numbers))
        assert KillerSudoku.from_text(made.to_text()) == made
        if size == 4:
            words = [list(row) for row in made.grid.rows]
            assert sum(_has_sums(square, words, made) for square in sudokus()) == 1


def _has_sums(square: Square, words: list[list[str]], made: KillerSudoku) -> bool:
    """Whether a sudoku has the sums: a cage is what can be reached within its letter."""
    total = sum(int(word[1:]) for row in words for word in row if len(word) > 1)
    sums = [(sum(square[r][c] for r, c in cage.cells), cage.total) for cage in made.cages]
    return total == 40 and all(found == wanted for found, wanted in sums)


@pytest.mark.parametrize("tier", [None, "medium"])
def test_cages_of_new_puzzles_give_no_number_away(tier: str | None) -> None:
    for made in clew.generate("killer-sudoku", 9, count=3, tier=tier):
        assert isinstance(made, KillerSudoku)
        assert {len(cage.cells) for cage in made.cages} <= {2, 3, 4}
        assert clew.is_unique(made)

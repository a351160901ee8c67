"""Clues beside rows and columns: two sides, dots, errors with their place, and a nonogram made from them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby, product

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.constraints import Constraint, Predicate
from clew.forms import Clues, LineClues

lines = st.lists(st.lists(st.integers(1, 12), max_size=3).map(tuple), min_size=1, max_size=5).map(tuple)


@given(lines, lines)
def test_clues_are_written_and_read_again(
    rows: tuple[tuple[int, ...], ...], columns: tuple[tuple[int, ...], ...]
) -> None:
    form = Clues()
    clues = LineClues(rows, columns)
    assert form.read(form.write(clues)) == form.made((rows, columns)) == clues
    assert (clues.height, clues.width) == (len(rows), len(columns))
    assert "\n" not in form.write(clues)
    in_lines = "\n\n".join("\n".join(" ".join(map(str, line)) or "." for line in side) for side in (rows, columns))
    assert form.read(in_lines) == clues


@given(st.lists(st.none() | st.integers(0, 9), min_size=2, max_size=6))
def test_single_clues_may_be_missing(numbers: list[int | None]) -> None:
    form = Clues(each=1, least=0, most=9)
    clues = form.made((numbers, numbers[:1]))
    assert clues == LineClues(tuple((n,) for n in numbers), ((numbers[0],),))
    assert form.read(form.write(clues)) == clues


def test_a_line_without_clues_is_a_dot_or_0() -> None:
    assert Clues().read("0, 2 / ., -, 1") == LineClues(((), (2,)), ((), (), (1,)))
    assert Clues(least=0).read("0, 2 / .") == LineClues(((0,), (2,)), ((),))


def test_a_size_is_a_grid_without_clues() -> None:
    assert Clues().read(" 2x3 ") == LineClues(((), ()), ((), (), ()))
    assert Clues(each=2).read("1 X 1") == LineClues(((None, None),), ((None, None),))
    with pytest.raises(clew.InputError, match="2 rows and 3 columns make no square"):
        Clues(square=True).read("2x3")
    with pytest.raises(clew.InputError, match="one row and one column at least"):
        Clues().read("0x3")


@pytest.mark.parametrize(
    ("form", "text", "complaint"),
    [
        (Clues(), "1, 2", "the text has one part, and needs two, rows and columns"),
        (Clues(), "1 / 2 / 3", "the text has 3 parts, and needs two"),
        (Clues(), "1, x / 2", "line 1, column 4: 'x' is no clue: use numbers from 1 to 999, and . for none"),
        (Clues(), "1\n2 1000\n\n3", "line 2, column 3: '1000' is no clue"),
        (Clues(), "1 . / 2", "line 1, column 1: row 1 says none beside other clues: leave it out"),
        (Clues(), "1,, 2 / 3", "line 1, column 3: row 2 has no clue: write . for none"),
        (Clues(), "1 / 2, , 3", "line 1, column 8: column 2 has no clue"),
        (Clues(each=2), "1 2 / 3", "line 1, column 7: column 1 has 1 clue, and needs 2"),
        (Clues(each=1), "1 2 / 3", "line 1, column 1: row 1 has 2 clues, and needs 1"),
        (Clues(each=1, square=True), "1, 2 / 3", "2 rows and 1 column make no square: give as many of each"),
        (Clues(each=1, least=2, most=5), "6 / 2", "line 1, column 1: '6' is no clue: use numbers from 2 to 5"),
        (Clues(), "-1 / 2", "line 1, column 1: '-1' is no clue"),
    ],
)
def test_what_are_no_clues_is_refused_with_its_place(form: Clues, text: str, complaint: str) -> None:
    with pytest.raises(clew.InputError, match=f"^{re.escape(complaint)}"):
        form.read(text)


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        (5, "5 are no clues: give a pair"),
        (([1], [2], [3]), "are no clues"),
        (([[1, 2]], [[1]]), "row 1 has 2 clues, and needs 1"),
        (([[1]], [[True]]), "column 1: True is no clue"),
        (([1], ["2"]), "column 1: '2' is no clue"),
        (([1], [1000]), "column 1: 1000 is no clue: use numbers from 1 to 999"),
        (([], []), "there is one row and one column at least"),
    ],
)
def test_what_are_no_clues_in_python_is_refused(value: object, complaint: str) -> None:
    form = Clues(each=1)
    with pytest.raises(clew.InputError, match=re.escape(complaint)):
        form.check(form.made(value))


def test_clues_of_an_absurd_grid_are_refused() -> None:
    side = ",".join(["1"] * 20_000)
    with pytest.raises(clew.OptionError):
        Clues().read(f"{side}/{side}")


@pytest.mark.parametrize(("each", "least", "most"), [(0, 1, 9), (-1, 1, 9), (None, 5, 4), (None, -1, 4)])
def test_a_form_that_reads_nothing_is_refused_when_it_is_made(each: int | None, least: int, most: int) -> None:
    with pytest.raises(clew.ProblemError, match="give"):
        Clues(each, least, most)


@attrs.frozen
class Nonogram(clew.Problem[tuple[int, int], str]):
    """Which cells are black, if these are the lengths of the blocks of each line?"""

    name = "nonogram"
    clues: LineClues = clew.instance(Clues())

    def domains(self) -> Mapping[tuple[int, int], Iterable[str]]:
        return dict.fromkeys(self.clues.cells, ".#")

    def constraints(self) -> Iterable[Constraint]:
        for cells, blocks in zip(self.clues.lines, self.clues.rows + self.clues.columns, strict=True):
            yield Predicate(lambda *line, blocks=blocks: blocks_of(line) == blocks, cells)


def blocks_of(line: Iterable[str]) -> tuple[int, ...]:
    return tuple(len(list(run)) for symbol, run in groupby(line) if symbol == "#")


@given(st.integers(1, 3).flatmap(lambda w: st.lists(st.text(".#", min_size=w, max_size=w), min_size=1, max_size=3)))
def test_a_problem_made_from_clues(picture: list[str]) -> None:
    def clues_of(rows: list[tuple[str, ...]]) -> tuple[tuple[tuple[int, ...], ...], ...]:
        return tuple(map(blocks_of, rows)), tuple(map(blocks_of, zip(*rows, strict=True)))

    height, width = len(picture), len(picture[0])
    wanted = clues_of([tuple(row) for row in picture])
    pictures = (
        [cells[k * width : k * width + width] for k in range(height)] for cells in product(".#", repeat=height * width)
    )
    found = sum(clues_of(rows) == wanted for rows in pictures)
    problem = Nonogram.from_text(Clues().write(LineClues(*wanted)))
    assert clew.count(problem) == found
    assert "\n".join(picture) in {solution.draw() for solution in clew.solutions(problem)}

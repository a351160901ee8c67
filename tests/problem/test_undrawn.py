"""A puzzle on paper whose picture lacks a part of the instance says so; no other does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import attrs
import pytest

import clew
from clew.constraints import AllDifferent, Predicate, Sum
from clew.forms import Cells, Grid
from clew.plugins import installed
from clew.problem.undrawn import undrawn
from clew.puzzles.play.page import play_page
from clew.puzzles.play.puzzles import puzzle_of
from clew.render import Board, Picture
from clew.tools.cli import main

WORDED = {"zebra"}
"""Puzzles whose instances are sentences."""


class Latin(clew.Problem[Any, Any]):
    """A square of numbers in which some neighbours add up to a number."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The first of two neighbours in a row, counted row by row, and their sum."""
        raise NotImplementedError

    def domains(self) -> dict[Any, Any]:
        return {(r, c): range(1, 4) for r in range(3) for c in range(3)}

    def constraints(self) -> Any:
        for k in range(3):
            yield AllDifferent((k, c) for c in range(3))
            yield AllDifferent((r, k) for r in range(3))
        for first, total in self.pairs:
            yield Sum([divmod(first, 3), divmod(first + 1, 3)], "==", total)


@attrs.frozen
class Plain(Latin):
    """With the standard picture, which shows nothing of the sums."""

    name = "plain"
    pairs: Any = attrs.field()

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        return cls(tuple((int(one), int(total)) for one, total in re.findall(r"(\d)=(\d+)", text)), **parameters)

    def to_text(self) -> str:
        return " ".join(f"{first}={total}" for first, total in self.pairs) or "none"


class Noted(Plain):
    """With a picture that shows the sums."""

    name = "noted"

    def picture(self, assignment: Any, domains: Any = None) -> Picture:
        notes = {divmod(first, 3): str(total) for first, total in self.pairs}
        cells = [[str(assignment.get((r, c), "")) for c in range(3)] for r in range(3)]
        return Board(cells, notes=notes, title="noted")


class HalfNoted(Plain):
    """With a picture that shows the first sum alone."""

    name = "half-noted"

    def picture(self, assignment: Any, domains: Any = None) -> Picture:
        return Noted(self.pairs[:1]).picture(assignment)


def small() -> clew.Model:
    model = clew.Model("own")
    for cell in ((r, c) for r in range(3) for c in range(3)):
        model.variable(cell, range(1, 4))
    for k in range(3):
        model.require(AllDifferent((k, c) for c in range(3)), AllDifferent((r, k) for r in range(3)))
    return model


@pytest.mark.parametrize("plugin", installed(), ids=lambda plugin: plugin.name)
def test_bundled_pictures_show_their_instances(plugin: Any) -> None:
    for example in plugin.problem.examples:
        problem = clew.load(plugin.name, example.text, **example.parameters)
        assert bool(undrawn(problem)) == (plugin.name in WORDED), example.name


@pytest.mark.parametrize("regions", ["ABBBBB/CBBBDB/CCBBDB/CCBBBB/CCBEEE/CCBEEF", "ABCDE/ABCDE/ABCDE/FFFFF/GFFFH"])
def test_regions_of_one_cell_are_drawn(regions: str) -> None:
    assert not undrawn(clew.load("star-battle", regions))


@pytest.mark.parametrize("kind", ["star-battle", "killer-sudoku"])
def test_pictures_of_new_instances_show_them(kind: str) -> None:
    for puzzle in clew.generate(kind, 6, count=6):
        assert not undrawn(puzzle), puzzle.to_text()


def test_an_instance_that_is_not_drawn_stands_there_as_text() -> None:
    assert undrawn(Plain.from_text("0=3 4=5")) == "Not all of this is drawn: 0=3 4=5"
    assert undrawn(HalfNoted.from_text("0=3 4=5")) == "Not all of this is drawn: 0=3 4=5"


def test_an_instance_that_is_drawn_needs_no_text() -> None:
    assert not undrawn(Noted.from_text("0=3 4=5"))
    assert not undrawn(HalfNoted.from_text("0=3"))
    assert not undrawn(Plain.from_text("none"))


def test_a_second_field_that_no_picture_shows_is_found() -> None:
    @attrs.frozen
    class Two(clew.Problem[Any, Any]):
        grid: Cells = attrs.field()
        sums: tuple[int, ...] = attrs.field()

        @classmethod
        def from_text(cls, text: str, **parameters: Any) -> Self:
            grid, _, sums = text.partition("|")
            return cls(Grid("123", square=True).read(grid), tuple(map(int, sums.split())))

        def to_text(self) -> str:
            return f"{Grid('123', square=True).write(self.grid)}|{' '.join(map(str, self.sums))}"

        def domains(self) -> Any:
            return dict.fromkeys(self.grid.cells, range(1, 4))

        def given(self) -> Any:
            return {cell: int(symbol) for cell, symbol in self.grid.items() if symbol != "."}

        def constraints(self) -> Any:
            return [Sum(row, "==", total) for row, total in zip(self.grid.row_cells, self.sums, strict=False)]

    assert undrawn(Two.from_text("1./..|3 4")).startswith("Not all of this is drawn: 1.")
    assert not undrawn(Two.from_text("1./..|"))


def test_the_constraints_of_a_model_that_are_not_drawn_are_listed() -> None:
    model = small()
    model.fix((0, 0), 1)
    model.require(model[0, 0] < model[0, 1])
    assert not undrawn(model)
    model.require(Sum([(0, 0), (0, 1)], "==", 3), Sum([(1, 0), (1, 1)], "<=", 5).named("cage"))
    model.require(Predicate(max, [(0, 0), (2, 2)]))
    assert undrawn(model) == "Not drawn: r1c1 + r1c2 == 3, cage: r2c1 + r2c2 <= 5, Predicate(max: r1c1, r3c3)"


def test_a_sheet_says_below_the_puzzle_what_is_not_drawn() -> None:
    page, _ = clew.sheet([Plain.from_text("0=3 4=5"), Noted.from_text("0=3")]).pages()
    assert page.count("Not all of this is drawn") == 1
    assert "0=3 4=5" in page


@pytest.mark.parametrize("per_page", [1, 6, 60])
def test_long_notes_stay_on_the_page(per_page: int) -> None:
    model = small()
    model.require(Sum([(0, k), (1, k), (2, k)], "<=", 9 + n) for k in range(3) for n in range(20))
    page, *_ = clew.sheet([model] * per_page, per_page=per_page, tiers=False, solutions=False).pages()
    below = [float(y) for y in re.findall(r'<text x="[^"]*" y="([^"]*)"', page)]
    assert max(below) <= 254
    assert page.count("Not drawn") == per_page


def test_a_page_to_play_on_says_it() -> None:
    assert play_page(puzzle_of(Plain.from_text("0=3 4=5"))).undrawn == "Not all of this is drawn: 0=3 4=5"
    assert '"note": ""' in play_page(puzzle_of(Noted.from_text("0=3 4=5"))).html.replace('":"', '": "')


@pytest.mark.parametrize("command", ["sheet", "play"])
def test_the_command_says_it_on_standard_error(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.py").write_text("from tests.problem.test_undrawn import Plain", encoding="utf-8")
    assert main([command, f"{tmp_path / 'own.py'}:Plain", "0=3 4=5", "--to", str(tmp_path / "page.html")]) == 0
    assert "Not all of this is drawn: 0=3 4=5" in capsys.readouterr().err
    assert "Not all of this is drawn: 0=3 4=5" in (tmp_path / "page.html").read_text(encoding="utf-8")


@attrs.frozen
class Digits(clew.Problem[int, int]):
    """Given digits of which the picture shows some, while `changed` notes the places of those that were tried."""

    name = "digits"
    shown: int = attrs.field(metadata={"help": "how many are drawn"})
    digits: str = attrs.field()

    def domains(self) -> dict[int, Any]:
        return {k: range(10) for k in range(len(self.digits))}

    def constraints(self) -> Any:
        return ()

    def given(self) -> dict[int, int]:
        return {k: int(digit) for k, digit in enumerate(self.digits)}

    @classmethod
    def from_text(cls, text: str, **parameters: Any) -> Self:
        return cls(digits="".join(text.split()), **parameters)

    def to_text(self) -> str:
        return " ".join(self.digits)

    def picture(self, assignment: Mapping[int, int], domains: Any = None) -> Picture:
        return Board([[str(assignment[k]) if k < self.shown else "" for k in range(len(self.digits))]])


@pytest.mark.parametrize(("number", "step"), [(1, 1), (199, 1), (200, 1), (201, 2), (400, 2), (401, 3)])
def test_of_a_long_text_words_are_changed_that_are_spread_over_it(number: int, step: int) -> None:
    last = (number - 1) // step * step  # the last of those that are changed
    assert undrawn(Digits(last, "1" * number))
    assert not undrawn(Digits(last + 1, "1" * number))

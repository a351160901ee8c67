"""The standard drawing: a line for each variable, or a grid; the regions and signs that constraints tell."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew import plugins
from clew.constraints import AllDifferent, Constraint, Exactly, Greater, Less, LessEqual, Predicate, Sum
from clew.constraints.primitives import Difference, Distinct, Primitive
from clew.forms import Cells, Grid
from clew.problem.drawing import laid_out, rectangle, regions_in, regions_of, signs_of
from clew.tools.cli import main

Cell = tuple[int, int]


@attrs.frozen
class Thing(clew.Problem[Any, Any]):
    """Any variables with any values."""

    name = "thing"
    values: Mapping[Hashable, Iterable[Any]]

    def domains(self) -> Mapping[Hashable, Iterable[Any]]:
        return self.values


@attrs.frozen
class Island(clew.Problem[Cell, int]):
    """The dots of a map are the variables; what else it shows stays where it is."""

    name = "island"
    map: Cells = clew.instance(Grid("~#"))

    def domains(self) -> Mapping[Cell, Iterable[int]]:
        return {cell: (1, 2) for cell, symbol in self.map.items() if symbol == "."}


def test_variables_that_are_no_cells_have_lines() -> None:
    thing = Thing({"a": range(3), ("b", 1): range(3)})
    assert thing.styles == ("names",)
    assert thing.draw({"a": 1, ("b", 1): 2}) == "a = 1\nb,1 = 2"
    assert thing.draw({}) == ""
    with pytest.raises(clew.OptionError, match="thing has no style 'grid': choose one of names"):
        thing.draw({}, "grid")


def test_cells_have_a_grid_with_dots_for_open_ones() -> None:
    thing = Thing({(r, c): range(10) for r in range(2) for c in range(3)})
    assert thing.styles == ("grid", "names")
    assert thing.draw({}) == "...\n..."
    assert thing.draw({(0, 1): 7, (1, 2): 0}) == ".7.\n..0"
    assert thing.draw({(0, 1): 7, (1, 2): 0}, "names") == "0,1 = 7\n1,2 = 0"


def test_wide_values_are_aligned_whether_they_are_shown_or_not() -> None:
    thing = Thing({(r, c): (8, 12) for r in range(2) for c in range(2)})
    assert thing.draw({(0, 0): 8, (1, 1): 8}) == " 8  .\n .  8"
    assert thing.draw({(0, 0): 12, (1, 1): 8}) == "12  .\n .  8"


def test_cells_that_are_no_variables_are_blank_or_what_the_instance_shows() -> None:
    assert Thing({(0, 1): "x", (1, 0): "x"}).draw({(1, 0): "x"}) == " .\nx"
    island = Island.from_text("~~~~/~..#/~~~~")
    assert island.draw({(1, 2): 2}) == "~~~~\n~.2#\n~~~~"
    # The grid of the instance counts, not the smallest that the variables would fill.
    assert Island.from_text(".~/~~").draw({}) == ".~\n~~"


@pytest.mark.parametrize(
    ("variables", "size"),
    [
        ([(0, 0)], (1, 1)),
        ([(0, 2), (1, 0)], (2, 3)),
        ([(0, 0), (9, 9)], None),  # a drawing of one hundred places for two cells
        ([(0, 0), (0, 19)], (1, 20)),
        ([(0, 0), (0, 20)], None),
        ([(0, 0), "a"], None),
        ([(0, 0), (0, 0, 1)], None),
        ([(0, -1)], None),
        ([(0, True)], None),
        ([(0, 1.0)], None),
        ([], None),
    ],
)
def test_which_variables_are_cells(variables: list[Any], size: tuple[int, int] | None) -> None:
    assert rectangle(variables) == size


@given(st.dictionaries(st.tuples(st.integers(0, 6), st.integers(0, 6)), st.text("abc", min_size=1, max_size=3)))
def test_a_laid_out_grid_has_each_symbol_at_its_place(symbols: dict[Cell, str]) -> None:
    wide = max(map(len, symbols.values()), default=1)
    step = wide + (wide > 1)
    lines = laid_out(symbols, 7, 7).split("\n")
    assert len(lines) == 7
    for row, line in enumerate(lines):
        padded = line.ljust(7 * step)
        for column in range(7):
            assert padded[column * step : column * step + wide].strip() == symbols.get((row, column), "")


def test_a_problem_with_a_drawing_of_its_own_keeps_its_styles() -> None:
    class Own(Thing):
        def draw(self, assignment: Mapping[Any, Any], style: str | None = None) -> str:
            self.check_style(style)
            return "!"

    own = Own({(0, 0): "x"})
    assert own.styles == ("grid", "names")
    assert own.draw({}) == "!"


def test_the_command_draws_in_the_standard_styles(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "an_island.py"
    file.write_text(
        "import attrs\nimport clew\n\n\n@attrs.frozen\nclass Island(clew.Problem):\n"
        "    name = 'island'\n    rules = 'Number the island.'\n"
        "    map: clew.forms.Cells = clew.instance(clew.forms.Grid('~'))\n\n"
        "    def domains(self):\n        return {cell: (1,) for cell, s in self.map.items() if s == '.'}\n"
    )
    assert main(["solve", str(file), "~.~/.~~"]) == 0
    assert main(["solve", str(file), "~.~/.~~", "--style", "names"]) == 0
    assert main(["show", str(file), "~.~/.~~"]) == 0
    assert capsys.readouterr().out == "~1~\n1~~\n0,1 = 1\n1,0 = 1\n~.~\n.~~\n"
    assert main(["solve", str(file), "--help"]) == 0
    assert "styles: names; also grid if the variables are cells" in capsys.readouterr().out


def test_an_override_of_draw_keeps_the_styles() -> None:
    class Passed(clew.Problem[tuple[int, int], int]):
        def domains(self) -> dict[tuple[int, int], range]:
            return {(0, c): range(2) for c in range(3)}

        def draw(self, assignment: Any, style: str | None = None) -> str:
            return super().draw(assignment, style)

    assert Passed().styles == ("grid", "names")
    assert Passed().draw({(0, 0): 1}) == Passed().draw({(0, 0): 1}, "grid") == "1.."
    assert Passed().draw({(0, 0): 1}, "names") == "0,0 = 1"


# -- regions and signs ------------------------------------------------------------------------------------


def test_what_overlaps_or_hangs_apart_is_no_region() -> None:
    square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    beside_it = [(r, c + 1) for r, c in square]
    apart = [(r, c + 2) for r, c in square]
    assert regions_of([AllDifferent(square), AllDifferent(beside_it)]) == {}
    assert regions_of([AllDifferent(square)]) == {}
    assert regions_of([AllDifferent([(0, 0), (1, 1), (2, 2)]), AllDifferent([(0, 2), (1, 3), (2, 4)])]) == {}
    found = regions_of([AllDifferent(square), AllDifferent(beside_it), Sum(square, "==", 9), Sum(apart, "==", 9)])
    assert {frozenset(c for c in found if found[c] == k) for k in found.values()} == {
        frozenset(square), frozenset(apart)}  # fmt: skip


def test_equal_letters_are_a_region_if_a_constraint_is_about_them() -> None:
    grid = {(0, 0): "A", (0, 1): "A", (1, 0): "B", (1, 1): "A"}
    lines = [Exactly(1, "*", [(r, 0), (r, 1)]) for r in range(2)]
    of_letters = [Exactly(1, "*", [(0, 0), (0, 1), (1, 1)]), Exactly(1, "*", [(1, 0)])]
    assert regions_in(grid, [*lines, *of_letters]) == {(0, 0): 0, (0, 1): 0, (1, 1): 0, (1, 0): 1}
    assert regions_in(grid, [*lines, of_letters[0]]) == {}
    assert regions_in(dict.fromkeys(grid, "A"), [Exactly(1, "*", grid)]) == {}


def test_signs_point_to_the_smaller_of_two_neighbours() -> None:
    problem = next(p.problem for p in plugins.installed() if p.name == "futoshiki")
    assert problem is not None
    futoshiki = problem.from_text(problem.examples[0].text)
    solution = clew.first(futoshiki)
    assert solution is not None
    board: Any = solution.picture()
    assert len(board.signs) == 7
    for (one, other), sign in board.signs.items():
        smaller, larger = (one, other) if sign in ("<", "\N{LOGICAL AND}") else (other, one)
        assert solution[smaller] < solution[larger]
        assert (one[0] == other[0]) is (sign in "<>")
    turned = [Greater((0, 0), (0, 1)), Less((1, 1), (0, 1)), LessEqual((1, 0), (1, 1)), Less((0, 0), (1, 1))]
    assert signs_of(turned) == {
        ((0, 0), (0, 1)): ">", ((0, 1), (1, 1)): "\N{LOGICAL OR}", ((1, 0), (1, 1)): "≤"}  # fmt: skip


@attrs.frozen
class Chain(Constraint):
    """Each value is less than the next."""

    def holds(self, values: Sequence[Any]) -> bool:
        return all(one < other for one, other in pairwise(values))

    def primitives(self) -> Iterable[Primitive]:
        return [Difference(self, one, other, "<") for one, other in pairwise(self.scope)]


@attrs.frozen
class Apart(Constraint):
    """The values differ."""

    def holds(self, values: Sequence[Any]) -> bool:
        return len(set(values)) == len(values)

    def primitives(self) -> Iterable[Primitive]:
        return [Distinct(self, lambda position, value: value, None, False, frozenset())]


def test_a_constraint_of_ones_own_is_drawn_by_its_primitives() -> None:
    assert signs_of([Chain([(0, 0), (0, 1), (1, 1), (1, 0)])]) == {
        ((0, 0), (0, 1)): "<", ((0, 1), (1, 1)): "\N{LOGICAL AND}", ((1, 0), (1, 1)): ">"}  # fmt: skip
    square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    apart = [(r, c + 2) for r, c in square]
    found = regions_of([Apart(square), AllDifferent(apart)])
    assert {frozenset(c for c in found if found[c] == k) for k in found.values()} == {
        frozenset(square), frozenset(apart)}  # fmt: skip
    assert regions_of([Predicate(lambda *v: True, square), Exactly(1, 1, apart)]) == {}

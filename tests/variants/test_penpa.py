"""Sudokus from addresses of Penpa, which are written here as Penpa writes them."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from contextlib import suppress
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.variants import VariantClue, VariantPuzzle, from_fpuzzles, from_penpa
from clew_problems.variant import Variant

SHORT = {"number": "N", "thermo": "T", "arrows": "3", "killercages": "6", "numberS": "1", "lineE": "E", "cage": "C",
         "symbol": "Y", "surface": "S", "line": "L", "wall": "W", "squareframe": "0"}  # fmt: skip
SITE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="


def packed(text: str) -> str:
    """The address of a drawing."""
    packer = zlib.compressobj(wbits=-15)
    return SITE + b64encode(packer.compress(text.encode()) + packer.flush()).decode()


@attrs.frozen
class Grid:
    """A square grid with a margin around it: the numbers of its points."""

    size: int
    margin: int = 0

    @property
    def wide(self) -> int:
        return self.size + 2 * self.margin + 4

    def cell(self, r: int, c: int) -> int:
        return (r + self.margin + 2) * self.wide + c + self.margin + 2

    def below(self, r: int, c: int) -> int:
        """The corner on the right below a cell."""
        return self.wide**2 + self.cell(r, c)

    def first_corner(self, r: int, c: int) -> int:
        """The first of the four points within a cell."""
        return 4 * self.wide**2 + 4 * self.cell(r, c)

    def boxes(self, height: int, width: int) -> dict[str, int]:
        """The thick lines between boxes."""
        across = [(r, c) for r in range(height - 1, self.size - 1, height) for c in range(self.size)]
        down = [(r, c) for c in range(width - 1, self.size - 1, width) for r in range(self.size)]
        return {f"{self.below(r, c - 1)},{self.below(r, c)}": 2 for r, c in across} | {
            f"{self.below(r - 1, c)},{self.below(r, c)}": 2 for r, c in down
        }

    def address(self, marks: dict[str, Any], title: str = "", rules: str = "", kind: str = "square") -> str:
        wide = self.size + 2 * self.margin
        head = f"{kind},{wide},{wide},38,0,1,1,266,266,1,1,0,0,0,0,Title: {title},Author: A,,{rules},OFF,false"
        cells = [self.cell(r, c) for r in range(self.size) for c in range(self.size)]
        steps = [cells[0], *(b - a for a, b in pairwise(cells))]
        empty: dict[str, Any] = {"zR": {"z_": []}, "zU": {"z_": []}, "z8": {"z_": []}}
        shown = json.dumps({**{name: {} for name in ("number", "numberS", "lineE", "cage")},
                            **{name: [] for name in ("thermo", "arrows", "killercages")}, **marks})  # fmt: skip
        shown = shown.replace("z", "zZ").replace("null", "zO")
        for name, short in SHORT.items():
            shown = shown.replace(f'"{name}"', f"z{short}")
        own = json.dumps(empty).replace('"', "")
        text = "\n".join(
            [head.replace("z", "zZ"), "[0,0,0,0]", "{}", own[:-1] + "," + shown[1:], "{}", str(steps), "[]"]
        )
        return packed(text)


@pytest.mark.parametrize("margin", [0, 1])
def test_a_drawing_is_the_puzzle_that_f_puzzles_has(margin: int) -> None:
    grid = Grid(4, margin)
    first = grid.first_corner
    address = grid.address(
        {
            "lineE": grid.boxes(2, 2),
            "number": {str(grid.cell(0, 3)): ["4", 1, "1"], str(grid.cell(3, 1)): [[1, 0, 1, 0, 0, 0, 0, 0, 0], 1, "7"],
                       str(grid.cell(3, 3)): [[0, 1, 0, 0, 0, 0, 0, 0, 0], 1, "7"]},
            "thermo": [[grid.cell(0, 0), grid.cell(1, 1), grid.cell(1, 2)], []],
            "arrows": [[grid.cell(2, 0), grid.cell(2, 1), grid.cell(2, 2)]],
            "killercages": [[grid.cell(1, 3), grid.cell(0, 2)], [grid.cell(3, 0), grid.cell(3, 1)]],
            "numberS": {str(first(0, 2)): ["5", 1]},
            "cage": {f"{first(0, 2)},{first(0, 2) + 1}": 10, f"{first(1, 3)},{first(0, 2) + 2}": 10},
        },
        "Zigzag%2C 1", "One%2Ctwo%2Dthree.",
    )  # fmt: skip
    rows: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    rows[0][3] = {"value": 4, "given": True}
    rows[3][3] = {"value": 2, "given": True}
    rows[3][1] = {"givenPencilMarks": [1, 3]}
    expected = from_fpuzzles({
        "size": 4, "grid": rows, "title": "Zigzag, 1", "author": "A", "ruleset": "One,two\nthree.",
        "killercage": [{"cells": ["R1C3", "R2C4"], "value": "5"}, {"cells": ["R4C1", "R4C2"]}],
        "thermometer": [{"lines": [["R1C1", "R2C2", "R2C3"]]}],
        "arrow": [{"cells": ["R3C1"], "lines": [["R3C1", "R3C2", "R3C3"]]}],
    })  # fmt: skip
    assert from_penpa(address) == expected
    assert Variant.from_text(address) == Variant(expected)
    assert from_penpa(address.replace("#m=edit", "?m=solve").replace("+", "%2B") + "&a=x") == expected


def test_regions_are_what_thick_lines_divide() -> None:
    puzzle = from_penpa(Grid(6).address({"lineE": Grid(6).boxes(3, 2)}, kind="sudoku"))
    assert puzzle.regions is not None
    assert puzzle.regions == {(r, c): r // 3 * 3 + c // 2 for r in range(6) for c in range(6)}
    assert from_penpa(Grid(6).address({"lineE": Grid(6).boxes(2, 3)})).regions is None


PLAIN_TEXT = f"square,4,4,38\n\n\n{{zE:{json.dumps(Grid(4).boxes(2, 2))}}}\n\n[18{',1,1,1,5' * 3},1,1,1]"


def test_a_drawing_may_lack_names() -> None:
    assert from_penpa(packed(PLAIN_TEXT)) == VariantPuzzle(4)


def test_a_drawn_puzzle_is_solved() -> None:
    grid = Grid(4)
    thermos = [[grid.cell(0, c) for c in range(4)], [grid.cell(1, 2), grid.cell(1, 3), grid.cell(1, 0)]]
    problem = Variant.from_text(grid.address({"lineE": grid.boxes(2, 2), "thermo": thermos, "number": {
        str(grid.cell(2, 0)): ["2", 1, "1"]}}))  # fmt: skip
    assert [one[0, c] for one in clew.solutions(problem) for c in range(4)][:4] == [1, 2, 3, 4]
    clues = [VariantClue("thermometer", lines=[[(0, c) for c in range(4)]]),
             VariantClue("thermometer", lines=[[(1, 2), (1, 3), (1, 0)]])]  # fmt: skip
    assert problem.puzzle == VariantPuzzle(4, clues, {(2, 0): 2}, author="A")


PLAIN = Grid(4)
BOXES = PLAIN.boxes(2, 2)


@pytest.mark.parametrize(
    ("marks", "say"),
    [
        ({"symbol": {"28": [1, "circle_L", 1]}}, "has symbols, which do not say what they mean"),
        ({"surface": {"28": 1}}, "has shaded cells"),
        ({"line": {"18,19": 3}}, "has lines, which"),
        ({"wall": {"18,19": 3}}, "has walls"),
        ({"squareframe": [[18, 19]]}, "has frames"),
        ({"number": {"10": ["5", 1, "1"]}}, "something in R0C1, outside its grid"),
        ({"number": {"18": ["x", 1, "1"]}}, "has 'x' in a cell: give a digit"),
        ({"number": {"18": ["5", 1, "5"]}}, "has '5' in a cell: give a digit"),
        ({"number": {"18": ["5", 1, "1"]}}, "R1C1: 5 is no digit here"),
        ({"thermo": [[18, 22]]}, "R1C5, outside its grid"),
        ({"killercages": [[18]], "numberS": {str(PLAIN.first_corner(0, 0)): ["a", 1]}}, "'a' is no sum of a cage"),
        ({"numberS": {str(PLAIN.first_corner(1, 1)): ["3", 1]}}, "R2C2: a small number that belongs to no cage"),
        ({"cage": {f"{PLAIN.first_corner(1, 1)},{PLAIN.first_corner(1, 2)}": 10}}, "outlines of cells that are no"),
        ({"lineE": {}}, "thick lines divide no regions of 4 cells"),
        ({"lineE": {"83,84": 5}}, "lines along sides of cells that are not thick"),
        ({"thermo": 3}, "the data is not as Penpa writes it"),
    ],
)  # fmt: skip
def test_drawings_that_do_not_say_what_they_mean_are_refused_in_one_line(marks: dict[str, Any], say: str) -> None:
    with pytest.raises(clew.InputError, match=say) as caught:
        Variant.from_text(PLAIN.address({"lineE": BOXES, **marks}))
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("address", "say"),
    [
        (SITE.partition("#")[0], "has its data after p="),
        (SITE + "7VRRb5s8FH3nV0R", "copy the whole address again"),
        (SITE + "*", "copy the whole address again"),
        (PLAIN.address({}, kind="tri"), "grid 'tri' is no grid of squares"),
        (PLAIN.address({}).replace("p=", "p=http://"), "copy the whole address again"),
    ],
)
def test_other_addresses_are_refused_in_one_line(address: str, say: str) -> None:
    with pytest.raises(clew.InputError, match=say) as caught:
        Variant.from_text(address)
    assert len(str(caught.value).splitlines()) == 1


def test_a_long_text_is_not_unpacked() -> None:
    with pytest.raises(clew.InputError, match="copy the whole address again"):
        from_penpa(packed(PLAIN_TEXT + " " * 10**6))


def test_a_grid_that_is_no_square_is_refused() -> None:
    with pytest.raises(clew.InputError, match="is no square of cells"):
        from_penpa(packed("square,2,1,38\n\n\n{}\n\n[14,1]"))


ANY = st.recursive(st.none() | st.integers(-5, 300) | st.sampled_from(["1", "7", "18", "18,19", "83,84"]),
                   lambda some: st.lists(some, max_size=3) | st.dictionaries(st.sampled_from(["18", "19,27"]), some),
                   max_leaves=8)  # fmt: skip


@given(st.dictionaries(st.sampled_from(sorted(SHORT)), ANY))
def test_any_drawing_is_read_or_refused_in_one_line(marks: dict[str, Any]) -> None:
    with suppress(clew.InputError, clew.OptionError):
        list(from_penpa(PLAIN.address({"lineE": BOXES, **marks})).constraints())

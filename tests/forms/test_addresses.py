"""Addresses of puzz.link: their parts, the codings of their bodies, and published ones whose contents are known.

The published addresses are those with which pzprjs tests itself (test/script, one file for each kind); its tests have
the same grids in its file format, from which the clues expected here were copied by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.forms import Cells, Clues, LineClues, addresses, coded_grids, codings
from clew.forms.addresses import Address
from clew.forms.codings import HIDDEN, Body


def read(text: str, kind: str, coding: Callable[[Body, int], list[Any]]) -> list[str]:
    """The cells of an address as rows of symbols."""
    address = addresses.find(text)
    assert address is not None
    with address.reading(kind) as body:
        cells = coding(body, address.area)
    symbols = {None: ".", HIDDEN: "?"}
    return ["".join(symbols.get(cell, str(cell)) for cell in row) for row in address.rows(cells)]


@pytest.mark.parametrize(
    ("address", "coding", "rows"),
    [
        ("slither/5/5/cbcbcddad", codings.read_small, "2..1. .2..1 ..2.. 3..3. .0..3"),
        ("lightup/6/6/nekcakbl", codings.read_small, "...... ..4... ....2. .0.... ...1.. ......"),
        ("numlin/5/5/1j2h3m1h2j3", codings.read_numbers, "1.... 2..3. ..... .1..2 ....3"),
        ("nurikabe/5/5/g5k2o1k3g", codings.read_numbers, ".5... ..2.. ..... ..1.. ...3."),
        ("sudoku/4/4/g1k23k3g", codings.read_numbers, ".1.. ...2 3... ..3."),
        ("mashu/6/6/1063000i3000", codings.read_circles, "001000 020010 000000 000200 010000 000000"),
    ],
)
def test_published_addresses_of_clues_in_cells(
    address: str, coding: Callable[[Body, int], list[Any]], rows: str
) -> None:
    kind = address.partition("/")[0]
    for site in ("https://puzz.link/p?", "http://pzv.jp/p.html?", "pzprxs.vercel.app/p?"):
        assert read(site + address, kind, coding) == rows.split()
    found = addresses.find(f"https://puzz.link/p?{address}")
    assert found is not None
    with found.reading(kind) as body:
        cells = coding(body, found.area)
    write = getattr(codings, coding.__name__.replace("read", "write"))
    assert str(attrs.evolve(found, body=write(cells))) == f"https://puzz.link/p?{address}"


def test_a_published_star_battle() -> None:
    address = addresses.find("https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou")
    assert address is not None
    with address.reading("starbattle") as body:
        assert body.until("/") == "1"
        rows = coded_grids.read_regions(body, 6, 6)
    assert " ".join("".join(map(str, row)) for row in rows) == "000111 011122 033442 553342 544442 522222"
    assert coded_grids.write_regions(rows) == "4ilbhgdnmhou"


def test_a_published_nonogram() -> None:
    address = addresses.find("https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h")
    assert address is not None
    with address.reading("nonogram") as body:
        clues = coded_grids.read_blocks(body, 6, 6)
    assert clues == Clues().read("2 1, 1 1, 1 2, 0, 1 1, 3 / 2 1, 1 1 1, 1, 1 1 1, 2 1, 0")
    assert coded_grids.write_blocks(clues) == address.body


def test_a_published_kakuro() -> None:
    address = addresses.find("https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3")
    assert address is not None
    with address.reading("kakuro") as body:
        rows = coded_grids.read_kakuro(body, 5, 5)
    # A cell to fill is a dot; the others have the sum to the right and the sum below.
    shown = ["".join("." if cell is None else f"[{cell[1] or 0},{cell[0] or 0}]" for cell in row) for row in rows]
    assert shown == [
        "[0,0][0,0][0,12][0,4][0,0][0,0]",
        "[0,0][8,4]..[0,10][0,0]",
        "[10,0]....[0,10]",
        "[3,0]..[3,17]..",
        "[0,0][21,0]....",
        "[0,0][0,0][12,0]..[0,0]",
    ]
    assert coded_grids.write_kakuro(rows) == address.body


def test_published_numbers_around_a_grid() -> None:
    address = addresses.find("https://puzz.link/p?skyscrapers/4/4/k13h4j3g")
    assert address is not None
    with address.reading("skyscrapers") as body:
        around = codings.read_numbers(body, 16)
        assert codings.read_numbers(body, address.area) == [None] * 16
    none = None
    assert around == [*[none] * 4, none, 1, 3, none, none, 4, none, none, none, none, 3, none]


clue = st.none() | st.just(HIDDEN)


@pytest.mark.parametrize(
    ("coding", "most"), [("small", 4), ("digits", 9), ("numbers", 20), ("numbers", codings.LARGEST)]
)
@given(data=st.data())
def test_clues_are_written_and_read_again(coding: str, most: int, data: st.DataObject) -> None:
    cells = data.draw(st.lists(clue | st.integers(0, most), max_size=90))
    read, write = getattr(codings, f"read_{coding}"), getattr(codings, f"write_{coding}")
    body = Body(write(cells))
    assert read(body, len(cells)) == cells
    body.end()
    with pytest.raises(clew.InputError, match=f"use numbers from 0 to {most if most != 20 else codings.LARGEST}"):
        write([*cells, codings.LARGEST + 1 if coding == "numbers" else most + 1])


@pytest.mark.parametrize("number", [15, 16, 255, 256, 4095, 4096, 8191, 8192, 12239, 12240, 77775, 77776])
def test_the_borders_between_marks(number: int) -> None:
    assert codings.read_numbers(Body(codings.write_numbers([number])), 1) == [number]


@pytest.mark.parametrize(("coding", "most"), [("circles", 2), ("bits", 1)])
@given(data=st.data())
def test_digits_of_small_bases_are_written_and_read_again(coding: str, most: int, data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.integers(0, most), max_size=40))
    body = Body(getattr(codings, f"write_{coding}")(cells))
    assert getattr(codings, f"read_{coding}")(body, len(cells)) == cells
    body.end()


@given(st.integers(1, 7), st.integers(1, 7), st.data())
def test_regions_are_written_and_read_again(height: int, width: int, data: st.DataObject) -> None:
    steps = data.draw(st.lists(st.booleans(), min_size=height * width, max_size=height * width))
    regions: list[list[int]] = []
    fresh = iter(range(height * width))
    for r in range(height):  # each cell begins a region or belongs to that of the cell before it
        regions.append([])
        for c in range(width):
            joins = steps[r * width + c]
            above, left = regions[r - 1][c] if r else None, regions[r][c - 1] if c else None
            before = (above if c % 2 else left) if joins else None
            regions[r].append(next(fresh) if before is None else before)
    body = Body(coded_grids.write_regions(regions))
    assert coded_grids.read_regions(body, height, width) == tuple(map(tuple, regions))
    body.end()


sums = st.tuples(st.none() | st.integers(1, 45), st.none() | st.integers(1, 45))


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_sums_of_kakuro_are_written_and_read_again(height: int, width: int, data: st.DataObject) -> None:
    inside = data.draw(st.lists(st.none() | sums, min_size=height * width, max_size=height * width))
    rows = [[None, *inside[k : k + width]] for k in range(0, height * width, width)]
    below, right = data.draw(sums)
    grid: list[list[Any]] = [[(None, None)] + [(below, None) if not cell else (None, None) for cell in inside[:width]]]
    grid += [[(None, right) if row[1] is None else (None, None), *row[1:]] for row in rows]
    body = Body(coded_grids.write_kakuro(grid))
    assert coded_grids.read_kakuro(body, height, width) == grid
    body.end()


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_blocks_are_written_and_read_again(height: int, width: int, data: st.DataObject) -> None:
    def line(room: int) -> st.SearchStrategy[tuple[int, ...]]:
        return st.lists(st.integers(1, 40), max_size=(room + 1) // 2).map(tuple)

    clues = LineClues(
        tuple(data.draw(line(width)) for _ in range(height)), tuple(data.draw(line(height)) for _ in range(width))
    )
    body = Body(coded_grids.write_blocks(clues))
    assert coded_grids.read_blocks(body, height, width) == clues
    body.end()


@pytest.mark.parametrize(
    "text",
    ["2..1/..3.", "what?", "a?b/c/d", "slither/5/5/cbcbcddad", "https://puzz.link/p?slither", "?12/3/4/g x"],
)
def test_other_texts_are_no_addresses(text: str) -> None:
    assert addresses.find(text) is None


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("https://puzz.link/p?mashu/f/6/5/10", Address("mashu", 6, 5, "10", "f")),
        ("  https://puzz.link/p?slither_edit/3/2/g/\n", Address("slither", 3, 2, "g")),
        ("http://pzv.jp/p.html?type=player&slither/3/2/g", Address("slither", 3, 2, "g")),
        ("http://localhost:8000/p.html?kakuro/v:x/3/2", Address("kakuro", 3, 2)),
        ("?starbattle/6/6/1/4il/", Address("starbattle", 6, 6, "1/4il")),
    ],
)
def test_the_parts_of_an_address(text: str, parts: Address) -> None:
    assert addresses.find(text) == parts
    assert addresses.find(str(parts)) == parts


def test_an_address_that_ends_with_a_dot_ends_with_a_slash() -> None:
    assert str(Address("slither", 2, 1, "1.")) == "https://puzz.link/p?slither/2/1/1./"


@attrs.frozen
class Gardens(clew.Problem[Any, str]):
    """A problem of the kind nurikabe, with no rule."""

    clues: Cells = clew.instance(clew.forms.Grid("123456789"))

    @classmethod
    def from_address(cls, address: Address, **parameters: Any) -> Gardens:
        with address.reading("nurikabe") as body:
            cells = codings.read_numbers(body, address.area)
        symbols = ["." if cell is None else str(cell) for cell in cells]
        return cls(Cells(tuple(map("".join, address.rows(symbols)))), **parameters)

    def to_address(self) -> Address:
        cells = [None if symbol == "." else int(symbol) for symbol in self.clues.values()]
        return Address("nurikabe", self.clues.width, self.clues.height, codings.write_numbers(cells))

    def domains(self) -> dict[Any, str]:
        return dict.fromkeys(self.clues, "-#")


def test_a_problem_reads_and_writes_addresses() -> None:
    problem = Gardens.from_text("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g")
    assert problem == Gardens.from_text(".5.../..2../...../..1../...3.")
    assert str(problem.to_address()) == "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("slither/2/2/j", "the address is of the kind slither, not nurikabe"),
        ("nurikabe/2/2/h_", "the address of a nurikabe: character 2 of its body, '_', means nothing here"),
        ("nurikabe/2/2/j1", "the address of a nurikabe: its body goes on after the last cell, with '1'"),
        ("nurikabe/2/2/i-1", "the address of a nurikabe: its body ends after 3 characters, in the middle of a clue"),
        ("nurikabe/2/2/i-1z", "the address of a nurikabe: character 3 of its body, '1z', means nothing here"),
        ("nurikabe/0/2/", "the address has a grid of 2 rows and 0 columns"),
        ("nurikabe/2/2/" + "." * 100_000, "an address of 1000.. characters is longer than that of any puzzle"),
    ],
)
def test_faulty_addresses_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(clew.InputError, match=complaint):
        Gardens.from_text(f"https://puzz.link/p?{text}")


def test_an_address_of_too_large_a_grid_is_refused() -> None:
    with pytest.raises(clew.OptionError, match="too large"):
        Gardens.from_text("https://puzz.link/p?nurikabe/99999/99999/1")


def test_other_problems_have_no_addresses() -> None:
    text = "https://puzz.link/p?slither/2/2/j"

    @attrs.frozen
    class Word(clew.Problem[int, str]):
        word: str = clew.instance(clew.forms.Word("abc"))

    with pytest.raises(clew.InputError, match="Word reads no addresses: give an instance as text"):
        Word.from_text(text)
    with pytest.raises(clew.OptionError, match="Word writes no addresses"):
        Word("abc").to_address()

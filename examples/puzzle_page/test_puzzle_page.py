"""The puzzles against a solver of a few lines; the page as a browser without JavaScript would use it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import puzzle_page
import pytest
from sudoku_maker import LEVELS, SIZES, Cell, Grid, Puzzle, hint, make
from werkzeug.test import Client

HERE = Path(__file__).parent
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}


def units(size: int, cell: Cell) -> dict[str, int]:
    """The rule of sudoku: the row, the column and the box of a cell, by their numbers."""
    height, width = BOXES[size]
    return {"row": cell[0], "column": cell[1], "box": cell[0] // height * height + cell[1] // width}


@cache
def rivals(size: int, cell: Cell) -> list[Cell]:
    """The cells that must differ from one."""
    cells = [(row, column) for row in range(size) for column in range(size) if (row, column) != cell]
    return [other for other in cells if units(size, cell).items() & units(size, other).items()]


def left(size: int, grid: Grid, cell: Cell) -> set[int]:
    """The numbers that a cell may have."""
    return set(range(1, size + 1)) - {grid[rival] for rival in rivals(size, cell) if rival in grid}


def solutions(size: int, grid: Grid) -> Iterator[Grid]:
    """Every way to fill a grid, by trying the cell with the fewest numbers left."""
    empty = [(row, column) for row in range(size) for column in range(size) if (row, column) not in grid]
    if not empty:
        yield grid
        return
    numbers = {cell: left(size, grid, cell) for cell in empty}
    cell = min(empty, key=lambda cell: len(numbers[cell]))
    for number in numbers[cell]:
        yield from solutions(size, {**grid, cell: number})


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("size", SIZES)
def test_a_puzzle_has_one_solution(size: int, level: str) -> None:
    for seed in range(1 if size == 9 else 5):
        puzzle = make(size, level, seed)
        assert list(solutions(size, puzzle.clues)) == [puzzle.solution]
        assert len(puzzle.clues) >= LEVELS[level] * size * size


@pytest.mark.parametrize("size", [4, 6])
def test_a_hard_puzzle_needs_every_clue(size: int) -> None:
    puzzle = make(size, "hard", 3)
    for cell in puzzle.clues:
        fewer = solutions(size, {other: n for other, n in puzzle.clues.items() if other != cell})
        assert next(fewer) != next(fewer)


def test_a_seed_is_a_puzzle() -> None:
    once = make(6, "medium", 5)
    make.cache_clear()
    assert make(6, "medium", 5) == once
    assert len({tuple(make(6, "medium", seed).clues.items()) for seed in range(10)}) == 10


@pytest.mark.parametrize("size", SIZES)
def test_hints_lead_to_the_solution_and_their_reasons_are_true(size: int) -> None:
    puzzle = make(size, "hard", 1)
    entries: Grid = {}
    while (step := hint(puzzle, entries)) is not None:
        grid = {**puzzle.clues, **entries}
        assert step.cell not in grid
        assert step.number == puzzle.solution[step.cell]
        assert_true(puzzle, grid, step.cell, step.number, step.reason)
        entries[step.cell] = step.number
    assert {**puzzle.clues, **entries} == puzzle.solution


def assert_true(puzzle: Puzzle, grid: Grid, cell: Cell, number: int, reason: str) -> None:
    """Judge a reason by the rule alone."""
    size = puzzle.size
    if "all the other numbers" in reason:
        assert left(size, grid, cell) == {number}
    elif "only place" in reason:
        match = re.search(r" in (row|column|box) (\d+)$", reason)
        assert match is not None
        unit = [x for x in puzzle.solution if units(size, x)[match[1]] == int(match[2]) - 1]
        assert [x for x in unit if x not in grid and number in left(size, grid, x)] == [cell]
    else:
        assert reason == "no simple step leads there"


class Form(HTMLParser):
    """The fields of a page, its message, and whatever it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fields: dict[str, dict[str, str | None]] = {}
        self.loaded: list[str] = []
        self.clues: list[int] = []
        self.message = ""
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self._inside = tag + (found.get("role") or "")
        if tag == "input":
            self.fields[str(found["name"])] = found
        if tag in ("link", "script", "img"):
            self.loaded.append(str(found.get("href") or found.get("src")))

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "b":
            self.clues.append(int(data))
        if self._inside == "pstatus":
            self.message = data.strip()


@pytest.fixture
def browser() -> Client:
    return puzzle_page.app.test_client()


def cells(form: Form) -> dict[str, str]:
    """What a browser would send of the grid."""
    return {name: str(field["value"] or "") for name, field in form.fields.items() if name != "seed"}


def test_the_page_shows_the_puzzle(browser: Client) -> None:
    puzzle = make(6, "easy", 4)
    response = browser.get("/6/easy/4")
    form = Form(response.text)
    assert form.clues == [puzzle.clues[cell] for cell in sorted(puzzle.clues)]
    assert len(cells(form)) == 36 - len(puzzle.clues)
    assert all(field.get("aria-label") for name, field in form.fields.items() if name != "seed")
    assert len({field["aria-label"] for name, field in form.fields.items() if name != "seed"}) == len(cells(form))


def test_the_page_loads_nothing_from_elsewhere(browser: Client) -> None:
    response = browser.get("/9/easy/1")
    loaded = Form(response.text).loaded
    assert len(loaded) == 3
    for address in loaded:
        part = browser.get(address)
        assert part.status_code == 200
        assert "url(" not in part.text
        part.close()
    assert response.headers["Content-Security-Policy"] == "default-src 'self'"
    assert "style=" not in response.text  # the policy would have it ignored


def test_check_marks_what_is_wrong_and_nothing_else(browser: Client) -> None:
    puzzle = make(4, "easy", 2)
    empty = [cell for cell in puzzle.solution if cell not in puzzle.clues]
    right, wrong = empty[0], empty[1]
    typed = {name_of(right): str(puzzle.solution[right]), name_of(wrong): str(puzzle.solution[wrong] % 4 + 1)}
    form = Form(browser.post("/4/easy/2", data={**typed, "do": "check"}).text)
    assert [name for name, field in form.fields.items() if "aria-invalid" in field] == [name_of(wrong)]
    assert form.message == "One number is wrong."
    assert typed.items() <= cells(form).items()
    del typed[name_of(wrong)]
    form = Form(browser.post("/4/easy/2", data={**typed, "do": "check"}).text)
    assert form.message == f"No mistake so far. {len(empty) - 1} to go."


def name_of(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


@pytest.mark.parametrize("text", ["x", "0", "7", "٣", "<b>", "1.5"])
def test_what_is_no_number_is_told(browser: Client, text: str) -> None:
    puzzle = make(6, "easy", 2)
    row, column = next(cell for cell in puzzle.solution if cell not in puzzle.clues)
    response = browser.post("/6/easy/2", data={name_of((row, column)): text, "do": "hint"})
    assert Form(response.text).message == f"Row {row + 1}, column {column + 1}: type a number from 1 to 6."
    assert "<b></b>" not in response.text


def test_hints_alone_solve_a_puzzle(browser: Client) -> None:
    puzzle = make(4, "hard", 6)
    form = Form(browser.get("/4/hard/6").text)
    presses = 0
    while not form.message.endswith("Solved!"):
        form = Form(browser.post("/4/hard/6", data={**cells(form), "do": "hint"}).text)
        presses += 1
    assert presses == 16 - len(puzzle.clues)
    assert cells(form) == {name_of(cell): str(n) for cell, n in puzzle.solution.items() if cell not in puzzle.clues}


@pytest.mark.parametrize("address", ["/5/easy/1", "/9/extreme/1", "/9/easy/1000000", "/9/easy/x", "/9/easy/-1"])
def test_other_addresses_are_not_found(browser: Client, address: str) -> None:
    assert browser.get(address).status_code == 404
    assert browser.post(address).status_code in (404, 405)


def test_a_new_puzzle_is_asked_for(browser: Client) -> None:
    assert browser.get("/new?size=6&level=hard&seed=12").location == "/6/hard/12"
    assert re.fullmatch(r"/4/easy/\d+", str(browser.get("/new?size=4&seed=").location))
    assert re.fullmatch(r"/4/easy/\d+", str(browser.get("/new?size=4&seed=-5").location))
    for strange in ("/new?size=-4", "/new?size=4&level=../x", "/new?size=4&level="):
        assert browser.get(strange, follow_redirects=True).status_code == 404
    assert browser.get("/", follow_redirects=True).status_code == 200


def test_every_address_of_the_readme_is_there(browser: Client) -> None:
    addresses = re.findall(r"`(/[^`<]*)`", (HERE / "README.md").read_text(encoding="utf-8"))
    assert addresses
    assert [address for address in addresses if browser.get(address).status_code != 200] == []

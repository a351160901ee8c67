"""The page of a puzzle, in a real browser: it is played with mouse and keyboard, and asks no network for anything.

CHROMIUM=$(bash browser/chromium.sh) pytest browser/check_play.py
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final, cast

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from tests.puzzles.play.puzzles import TWOS, Fence, Hidden, Shaded, four

import clew
from clew import constraints as kinds
from clew.puzzles.play.page import play_page
from clew.puzzles.play.puzzles import puzzle_of
from clew_problems import (
    Futoshiki,
    Hashiwokakero,
    MagicSquare,
    Masyu,
    Numberlink,
    Shikaku,
    Slitherlink,
    StarBattle,
    Sudoku,
    Takuzu,
)

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
SIZES: Final = {"wide": (1280, 900), "narrow": (390, 844)}

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, "there is no Chromium: install one, or name it in CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of a puzzle from disk, without a network; what it complains of or asks for fails the test."""
    problems: list[str] = []
    pages: list[Page] = []

    def open_page(
        problem: clew.Problem[Any, Any], size: str = "wide", scheme: Any = "light", language: Any = "en"
    ) -> Page:
        file = tmp_path / f"page{len(pages)}.html"
        file.write_text(play_page(puzzle_of(problem, language)).html, encoding="utf-8")
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, offline=True, has_touch=size == "narrow"
        )
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on("request", lambda asked: problems.append(asked.url) if is_outside(asked.url) else None)
        page.goto(file.as_uri())
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.context.close()
    assert problems == []


def is_outside(url: str) -> bool:
    return not url.startswith(("file:", "data:"))


@pytest.fixture(params=list(SIZES))
def page(opened: Open, request: pytest.FixtureRequest) -> Page:
    return opened(four(), request.param)


def cell(page: Page, row: int, column: int) -> Locator:
    return page.locator(f"[role=gridcell][aria-label^='row {row} column {column},']")


def message(page: Page) -> Locator:
    return page.get_by_role("status")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


# -- by mouse and touch -----------------------------------------------------------------------------------------


def test_it_is_solved_by_mouse(page: Page) -> None:
    cell(page, 1, 3).click()
    button(page, "write 4").click()
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", "row 1 column 3, 4")
    expect(cell(page, 1, 3)).to_have_text("4")
    button(page, "Check").click()
    expect(message(page)).to_contain_text("row 1")
    expect(message(page)).to_contain_text("box 2")
    expect(page.locator("[role=gridcell][aria-invalid=true]")).to_have_count(3)
    expect(page.locator("#lights rect")).to_have_count(3)
    button(page, "write 3").click()
    cell(page, 4, 2).click()
    button(page, "write 2").click()
    expect(message(page)).to_contain_text("Broken: ")  # the full board is checked
    button(page, "write 3").click()
    expect(message(page)).to_have_text("Solved.")


def test_marks_undo_and_redo_by_mouse(page: Page) -> None:
    cell(page, 1, 3).click()
    button(page, "Pencil").click()
    expect(button(page, "Pencil")).to_have_attribute("aria-pressed", "true")
    button(page, "write 3").click()
    button(page, "write 4").click()
    marked = "row 1 column 3, empty, marks 3 4"
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", marked)
    button(page, "Undo").click()
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", "row 1 column 3, empty, marks 3")
    button(page, "Redo").click()
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", marked)
    button(page, "Pencil").click()
    button(page, "write 1").click()
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", "row 1 column 3, 1")
    button(page, "Clear").click()
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", marked)
    for _ in range(4):
        button(page, "Undo").click()
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", "row 1 column 3, empty")
    button(page, "Undo").click()
    expect(message(page)).to_have_text("There is nothing to undo.")


def test_touch_fills_in_a_cell(opened: Open) -> None:
    page = opened(four(), "narrow")
    cell(page, 4, 2).tap()
    button(page, "write 3").tap()
    expect(cell(page, 4, 2)).to_have_text("3")


def test_a_cell_of_two_values_takes_the_next_one_when_it_is_clicked_again(opened: Open) -> None:
    page = opened(Takuzu.from_text(".1.0/..0./.0../11.0"))
    cell(page, 1, 1).click()
    expect(cell(page, 1, 1)).to_have_text("")
    for shown in ("0", "1", ""):
        cell(page, 1, 1).click()
        expect(cell(page, 1, 1)).to_have_text(shown)


def test_given_cells_stay(page: Page) -> None:
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1 column 1, 1, given")
    expect(cell(page, 1, 1)).to_have_attribute("aria-readonly", "true")
    cell(page, 1, 1).click()
    expect(button(page, "write 2")).to_be_disabled()
    page.keyboard.press("2")
    expect(message(page)).to_have_text("row 1 column 1 is given.")
    page.keyboard.press("Backspace")
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1 column 1, 1, given")


# -- by keyboard alone ------------------------------------------------------------------------------------------


def focused(page: Page) -> str:
    label: str = page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.id")
    return label


def test_it_is_solved_by_keyboard_alone(page: Page) -> None:
    page.keyboard.press("Tab")
    assert focused(page) == "row 1 column 3, empty"  # one stop for the whole board
    page.keyboard.press("4")
    page.keyboard.press("!")
    expect(message(page)).to_contain_text("row 1")
    page.keyboard.press("Control+z")
    page.keyboard.press("Enter")
    page.keyboard.press("3")
    assert focused(page) == "row 1 column 3, empty, marks 3"
    page.keyboard.press("Enter")
    page.keyboard.press("?")
    expect(message(page)).to_have_text("Look at row 1. Hint again tells the step.")
    page.keyboard.press("?")
    expect(message(page)).to_have_text(str(clew.hint(four())))
    page.keyboard.press("3")
    for key in ("ArrowUp", "ArrowLeft"):  # around the edge
        page.keyboard.press(key)
    assert focused(page) == "row 4 column 2, empty"
    for _ in range(3):
        page.keyboard.press("Space")
    expect(message(page)).to_have_text("Solved.")
    page.keyboard.press("Tab")
    assert focused(page) == "write 1"


def test_every_button_is_reached_and_pressed_by_keys(page: Page) -> None:
    page.keyboard.press("Tab")
    reached = []
    for _ in range(4 + 7):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.innerText").split()[-1])
    assert reached == ["1", "2", "3", "4", "Pencil", "Clear", "Undo", "Redo", "Check", "Hint", "Solve"]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(message(page)).to_have_text(str(clew.hint(four())))
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText").split()[-1] == "it"  # → Do it
    page.keyboard.press("Enter")
    (change,) = clew.hint(four()).assigned.items()  # type: ignore[union-attr]
    expect(cell(page, change[0][0] + 1, change[0][1] + 1)).to_have_text(str(change[1]))


def test_values_of_two_digits(opened: Open) -> None:
    page = opened(MagicSquare.from_text("4"))
    cell(page, 1, 1).click()
    page.keyboard.type("16")
    expect(cell(page, 1, 1)).to_have_text("16")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.type("1214")
    expect(cell(page, 1, 2)).to_have_attribute("aria-label", "row 1 column 2, empty, marks 12 14")


# -- hints ------------------------------------------------------------------------------------------------------


def ask(page: Page) -> None:
    """Ask for a hint until it is there: its place comes first, if that is few rules."""
    button(page, "Hint").click()
    if message(page).inner_text().startswith("Look at "):
        expect(button(page, "Do it")).to_be_hidden()
        button(page, "Hint").click()


@pytest.mark.parametrize(
    "problem",
    [
        Futoshiki.from_text(Futoshiki.examples[0].text),
        Slitherlink.from_text(Slitherlink.examples[0].text),
        Takuzu.from_text(Takuzu.examples[0].text),
    ],
    ids=lambda problem: problem.name,
)
def test_hints_do_themselves(opened: Open, problem: clew.Problem[Any, Any]) -> None:
    page = opened(problem)
    for _ in range(3 * len(clew.steps(problem))):
        ask(page)
        if message(page).inner_text() == "Solved.":
            break
        button(page, "Do it").click()
        expect(button(page, "Do it")).to_be_hidden()
    expect(message(page)).to_have_text("Solved.")


# -- the position stays -----------------------------------------------------------------------------------------


def test_the_position_is_there_when_the_page_is_loaded_again(page: Page) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("3")
    button(page, "Pencil").click()
    cell(page, 4, 2).click()
    page.keyboard.press("4")
    expect(cell(page, 4, 2)).to_have_attribute("aria-label", "row 4 column 2, empty, marks 4")
    address = page.url
    page.reload()
    expect(cell(page, 1, 3)).to_have_text("3")
    expect(cell(page, 4, 2)).to_have_attribute("aria-label", "row 4 column 2, empty, marks 4")
    button(page, "Undo").click()  # the beginning
    expect(cell(page, 1, 3)).to_have_text("")
    page.reload()  # now this is kept, and there is nothing before it
    button(page, "Undo").click()
    expect(message(page)).to_have_text("There is nothing to undo.")
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(address)  # as sent to somebody else
    expect(cell(page, 1, 3)).to_have_text("3")


@pytest.mark.parametrize("fragment", ["#1.2.3", "#keys", "#" + "." * 16, "#0" + ".1" * 16])
def test_another_address_does_no_harm(page: Page, fragment: str) -> None:
    address = page.url.partition("#")[0]
    page.goto("about:blank")
    page.goto(address + fragment)
    expect(cell(page, 1, 3)).to_have_text("")
    button(page, "Solve").click()
    expect(message(page)).to_have_text("Solved.")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "fr",
            ["Regardez la ligne 1. Un second indice dit l'étape.", "Appliquer", "ligne 1 colonne 3, vide", "Résolu."],
        ),
        (
            "de",
            [
                "Sehen Sie sich Zeile 1 an. Ein zweiter Tipp nennt den Schritt.",
                "Eintragen",
                "Zeile 1 Spalte 3, leer",
                "Gelöst.",
            ],
        ),
    ],
)
def test_a_page_in_another_language(opened: Open, language: str, said: list[str]) -> None:
    page = opened(four(), language=language)
    assert page.locator("html").get_attribute("lang") == language
    look, do_it, label, solved = said
    expect(page.locator("[role=gridcell]").nth(2)).to_have_attribute("aria-label", label)
    page.locator("#hint").click()
    expect(message(page)).to_have_text(look)
    page.locator("#hint").click()
    expect(message(page)).to_have_text(str(clew.hint(four(), explain=cast(Any, language))))
    expect(page.locator("#apply")).to_contain_text(do_it)
    page.locator("#solve").click()
    expect(message(page)).to_have_text(solved)
    assert re.search(r"\b(the|of|is|and|Pencil|Undo|Keys|Rules)\b", page.locator("body").inner_text()) is None


def test_hints_solve_a_puzzle(opened: Open) -> None:
    problem = Futoshiki.from_text(Futoshiki.examples[0].text)
    steps = clew.steps(problem)
    assert any(hint.excluded for hint in steps)
    page = opened(problem)
    for hint in steps:
        ask(page)
        expect(message(page)).to_have_text(str(hint))
        for (r, c), value in hint.assigned.items():
            expect(cell(page, r + 1, c + 1)).to_have_attribute(
                "aria-label", f"row {r + 1} column {c + 1}, empty, follows by the hint"
            )
            cell(page, r + 1, c + 1).click()
            page.keyboard.press(str(value))
    expect(message(page)).to_have_text("Solved.")


@pytest.mark.parametrize(
    "problem", [four(), Slitherlink.from_text("2..1.\n.2..1\n..2..\n3..3.\n.0..3")], ids=["cells", "edges"]
)
def test_the_solution_is_one_move(opened: Open, problem: clew.Problem[Any, Any]) -> None:
    page = opened(problem)
    button(page, "Solve").click()
    expect(message(page)).to_have_text("Solved.")
    button(page, "Undo").click()
    expect(message(page)).to_have_text("")
    button(page, "Check").click()
    expect(message(page)).to_contain_text("No rule is broken so far.")


def test_several_solutions_are_not_shown_as_one(opened: Open) -> None:
    expect(button(opened(Sudoku.from_text("." * 16)), "Solve")).to_be_hidden()


def test_a_hint_names_a_mistake(page: Page) -> None:
    cell(page, 1, 3).click()
    page.keyboard.press("2")
    page.keyboard.press("?")
    expect(message(page)).to_contain_text("There is a mistake: row 1 can no longer be satisfied.")


def test_a_value_that_breaks_no_rule_but_is_wrong(opened: Open) -> None:
    problem = Takuzu.from_text(".1.0/..0./.0../11.0")
    (solution,) = clew.solutions(problem)
    page = opened(problem)
    cell(page, 1, 1).click()
    page.keyboard.press(str(1 - solution[0, 0]))
    page.keyboard.press("!")
    expect(message(page)).to_have_text("No rule is broken so far.")  # the check compares nothing with the solution
    page.keyboard.press("?")
    expect(message(page)).to_contain_text("in any solution")
    expect(cell(page, 1, 1)).to_have_attribute("aria-invalid", "true")


def test_nothing_follows_from_several_solutions(opened: Open) -> None:
    page = opened(Sudoku.from_text("4"))
    button(page, "Hint").click()
    expect(message(page)).to_have_text("Nothing follows: there are several solutions.")


# -- edges ------------------------------------------------------------------------------------------------------


def edge(page: Page, one: str, other: str) -> Locator:
    return page.locator(f"[role=gridcell][aria-label*='between dots {one} and {other},']")


OUTER: Final = [
    *[("r1c1", "r1c2"), ("r1c2", "r1c3"), ("r1c3", "r2c3"), ("r2c3", "r3c3")],
    *[("r3c2", "r3c3"), ("r3c1", "r3c2"), ("r2c1", "r3c1"), ("r1c1", "r2c1")],
]
"""The edges around a board of two by two cells."""


def click_beside(page: Page, row: float, column: float) -> None:
    """Click at a place of the board, counted in cells from its upper left corner."""
    box = page.locator("#board svg").bounding_box()
    assert box is not None
    scale = box["width"] / page.evaluate("document.querySelector('svg').viewBox.baseVal.width")
    page.mouse.click(box["x"] + (12 + 40 * column) * scale, box["y"] + (12 + 40 * row) * scale)


def test_lines_are_drawn_by_mouse(opened: Open) -> None:
    page = opened(Slitherlink.from_text(TWOS))
    top = edge(page, "r1c1", "r1c2")
    for state, lines, crosses in [("line", 1, 0), ("no line", 0, 1), ("open", 0, 0), ("line", 1, 0)]:
        top.click()
        expect(top).to_have_attribute("aria-label", f"the top of r1c1, between dots r1c1 and r1c2, {state}")
        expect(page.locator("#strokes .line")).to_have_count(lines)
        expect(page.locator("#strokes .cross")).to_have_count(crosses)
    button(page, "Undo").click()
    expect(top).to_have_attribute("aria-label", "the top of r1c1, between dots r1c1 and r1c2, open")
    button(page, "Redo").click()
    expect(page.locator("#strokes .line")).to_have_count(1)


@pytest.mark.parametrize(
    ("row", "column", "ends"),
    [
        (0.35, 0.5, ("r1c1", "r1c2")),  # almost in the middle of the cell
        (0.1, 0.2, ("r1c1", "r1c2")),
        (0.2, 0.1, ("r1c1", "r2c1")),
        (1.5, 0.7, ("r2c2", "r3c2")),
        (1.5, 1.3, ("r2c2", "r3c2")),
        (0.8, 1.5, ("r2c2", "r2c3")),
    ],
)
def test_a_click_is_for_the_nearest_edge(opened: Open, row: float, column: float, ends: tuple[str, str]) -> None:
    page = opened(Slitherlink.from_text(TWOS))
    click_beside(page, row, column)
    expect(edge(page, *ends)).to_have_attribute("aria-label", re.compile(", line$"))
    expect(page.locator("#strokes .line")).to_have_count(1)


def test_a_loop_is_checked_and_closed_by_touch(opened: Open) -> None:
    page = opened(Slitherlink.from_text(TWOS), "narrow")
    edge(page, "r1c2", "r2c2").tap()
    edge(page, "r2c1", "r2c2").tap()
    button(page, "Check").tap()
    expect(message(page)).to_have_text("No rule is broken so far.")
    edge(page, "r1c1", "r1c2").tap()
    button(page, "Check").tap()
    expect(message(page)).to_contain_text("the 2 at r1c1")
    expect(page.locator("#strokes .conflict")).to_have_count(3)
    expect(page.locator("[role=gridcell][aria-invalid=true]")).to_have_count(3)
    for ends in [("r1c2", "r2c2"), ("r2c1", "r2c2")]:
        edge(page, *ends).tap()
        button(page, "Clear").tap()
    for ends in OUTER[1:]:
        expect(message(page)).not_to_have_text("Solved.")
        edge(page, *ends).tap()
    expect(message(page)).to_have_text("Solved.")  # the inner edges are open


def test_two_loops_are_not_a_solution(opened: Open) -> None:
    page = opened(Slitherlink.from_text("1x3"))
    for cells in [("r1c1", "r1c2", "r2c1", "r2c2"), ("r1c3", "r1c4", "r2c3", "r2c4")]:
        a, b, c, d = cells
        for ends in [(a, b), (a, c), (b, d), (c, d)]:
            edge(page, *ends).click()
    expect(message(page)).not_to_have_text("Solved.")
    button(page, "Check").click()
    expect(message(page)).to_contain_text("no loop closed too early")


def test_lines_are_drawn_by_keyboard_alone(opened: Open) -> None:
    page = opened(Slitherlink.from_text(TWOS))
    page.keyboard.press("Tab")
    assert focused(page) == "the top of r1c1, between dots r1c1 and r1c2, open"
    page.keyboard.press("ArrowDown")
    assert focused(page) == "cell r1c1, 2"
    page.keyboard.press("l")
    expect(message(page)).to_have_text("Lines are drawn on edges: go to one beside this cell.")
    page.keyboard.press("ArrowLeft")
    for key, state in [("l", "line"), ("x", "no line"), ("Enter", "open"), ("Space", "line"), ("Backspace", "open")]:
        page.keyboard.press(key)
        assert focused(page) == f"the left of r1c1, between dots r1c1 and r2c1, {state}"
    page.keyboard.press("Control+z")
    assert focused(page) == "the left of r1c1, between dots r1c1 and r2c1, line"
    for key in ("ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    around = "Right, Down Right, Down, Left Down, Left, Up Left"
    for ways in ["", *around.split(",")]:
        for way in ways.split():
            page.keyboard.press(f"Arrow{way}")
        expect(message(page)).not_to_have_text("Solved.")
        page.keyboard.press("l")
    expect(message(page)).to_have_text("Solved.")


def test_hints_solve_a_slitherlink(opened: Open) -> None:
    problem = Slitherlink.from_text(Slitherlink.examples[0].text)
    puzzle = puzzle_of(problem)
    page = opened(problem)
    for hint in clew.steps(problem):
        ask(page)
        expect(message(page)).to_have_text(str(hint))
        for variable, value in hint.assigned.items():
            box = page.locator(f"[role=gridcell][aria-label^='{puzzle.title(variable)},']")
            expect(box).to_have_attribute("aria-label", f"{puzzle.title(variable)}, open, follows by the hint")
            expect(page.locator("#strokes .new")).to_have_count(len(hint.assigned))
            box.focus()
            box.press("l" if value else "x")
    expect(message(page)).to_have_text("Solved.")


def test_a_line_of_no_solution_is_a_mistake(opened: Open) -> None:
    page = opened(Slitherlink.from_text(Slitherlink.examples[0].text))
    edge(page, "r4c1", "r4c2").click()  # it breaks no rule yet
    button(page, "Check").click()
    expect(message(page)).to_have_text("No rule is broken so far.")
    button(page, "Hint").click()
    expect(message(page)).to_contain_text("is not so in any solution")
    expect(edge(page, "r4c1", "r4c2")).to_have_attribute("aria-invalid", "true")


def test_numberlink_is_compared_with_its_solution(opened: Open) -> None:
    page = opened(Numberlink.from_text("1 . 1 / 2 . 2"))
    expect(message(page)).to_contain_text("compares a full board with the solution")
    for r, c in [(1, 1), (1, 2), (2, 1), (2, 2)]:
        expect(message(page)).not_to_have_text("Solved.")
        page.locator(f"[role=gridcell][aria-label*='between cells r{r}c{c} and r{r}c{c + 1},']").click()
    expect(message(page)).to_have_text("Solved.")


def bridge(page: Page, one: str, other: str) -> Locator:
    return page.locator(f"[role=gridcell][aria-label*='between cells {one} and {other},']")


def test_a_click_takes_one_bridge_then_two(opened: Open) -> None:
    page = opened(Hashiwokakero.from_text("3.3/..1/2.1"))
    expect(message(page)).to_have_text("Choose an edge: a line, then two, then a cross, then nothing.")
    top = bridge(page, "r1c1", "r1c3")
    for state, doubles, crosses in [("line", 0, 0), ("two lines", 1, 0), ("no line", 0, 2), ("open", 0, 0)]:
        top.click()
        expect(top).to_have_attribute("aria-label", f"edge between cells r1c1 and r1c3, {state}")
        expect(page.locator("#strokes .double")).to_have_count(doubles)
        expect(page.locator("#strokes .cross")).to_have_count(crosses)  # at both ends
    top.press("d")
    expect(page.locator("#strokes .double")).to_have_count(1)
    bridge(page, "r1c3", "r2c3").focus()
    expect(button(page, "write two lines")).to_be_disabled()


@pytest.mark.parametrize(
    ("row", "column", "ends"),
    [
        (1.5, 1.2, ("r2c1", "r2c3")),
        (1.4, 1.8, ("r2c1", "r2c3")),
        (1.2, 1.5, ("r1c2", "r3c2")),
        (1.8, 1.4, ("r1c2", "r3c2")),
    ],
)
def test_a_click_where_bridges_cross_is_for_the_nearest(
    opened: Open, row: float, column: float, ends: tuple[str, str]
) -> None:
    page = opened(Hashiwokakero.from_text(".1./1.1/.1."))
    click_beside(page, row, column)
    expect(bridge(page, *ends)).to_have_attribute("aria-label", re.compile(", line$"))
    expect(page.locator("#strokes .line")).to_have_count(1)


def test_hints_solve_a_hashiwokakero(opened: Open) -> None:
    """Those that leave one bridge or two are told once each."""
    problem = Hashiwokakero.from_text("puzz.link/p?hashikake/5/5/4g2i3h23k3g1g3g4g3")
    page = opened(problem)
    for hint in clew.steps(problem):
        ask(page)
        expect(message(page)).to_have_text(str(hint))
        expect(button(page, "Do it")).to_be_visible(visible=bool(hint.assigned))
        for (one, other), value in hint.assigned.items():
            names = [f"r{r + 1}c{c + 1}" for r, c in (one, other)]
            bridge(page, *names).focus()
            page.keyboard.press("xld"[value])
    expect(message(page)).to_have_text("Solved.")


# -- rules ------------------------------------------------------------------------------------------------------


def test_cells_are_shaded_and_a_broken_rule_is_seen_on_black(opened: Open) -> None:
    page = opened(Shaded())
    cell(page, 1, 1).click()
    button(page, "write black").click()
    button(page, "Check").click()
    expect(message(page)).to_have_text("No rule is broken so far.")
    five = page.locator(".value").first
    expect(five).to_have_text("5")
    assert five.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(58, 47, 38)"
    cell(page, 1, 2).click()
    button(page, "write white").click()
    expect(page.locator(".conflict .filled")).to_have_count(1)  # a broken rule is seen on black too
    button(page, "write black").click()
    expect(message(page)).to_have_text("Solved.")


def test_a_full_board_is_compared_with_the_solution_and_the_page_says_so(opened: Open) -> None:
    page = opened(Hidden())
    expect(message(page)).to_contain_text("compares a full board with the solution")
    cell(page, 1, 1).click()
    page.keyboard.press("1")
    page.keyboard.press("!")
    expect(message(page)).to_contain_text("Some rules this page cannot check")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("3")
    expect(message(page)).to_contain_text("it is not the solution")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    expect(message(page)).to_have_text("Solved.")


CELLS: Final[list[Any]] = [(0, 0), (0, 1), (1, 0), (1, 1)]
A, B, C, D = CELLS
RULES: Final[dict[str, clew.constraints.Constraint]] = {
    "different": kinds.AllDifferent(CELLS[:3]),
    "offsets": kinds.AllDifferent(CELLS[:3], offsets=(0, 1, 2)),
    "exceptions": kinds.AllDifferent(CELLS, exceptions=(0, 2)),
    "mapped": kinds.AllDifferent([A, C], mapping=lambda name, value: abs(value - 1)),
    **{f"sum {one}": kinds.Linear([A, B, C], (2, 1, -1), one, 2) for one in ("==", "!=", "<", "<=", ">", ">=")},
    **{f"compared {one}": kinds.Comparison([A, B], one) for one in ("==", "!=", "<", "<=", ">", ">=")},
    "bound": kinds.Comparison([A], "<=", 1),
    "product": kinds.Product([A, B, C], "<=", 4),
    "counts": kinds.Count(CELLS, ((0, 1, 2), (2, 0, 1))),
    "table": kinds.Table([A, B], [(0, 1), (1, 2), (2, 0)]),
    "forbidden": kinds.Table([A, B, C], [(0, 1, 1), (1, 2, 0)], allowed=False),
    "automaton": kinds.Regular(CELLS, {("s", 0): "s", ("s", 1): "t", ("t", 0): "s", ("t", 2): "t"}, "s", ["t"]),
    "predicate": kinds.Predicate(lambda a, b: (a + b) % 2 == 0, [C, D]),
    "connected": kinds.Connected(CELLS, [(A, B), (B, D), (D, C)], 2),
    "connected by several values": kinds.Connected(CELLS, [(A, B), (B, D), (D, C)], 1, also=[2]),
    "with fixed": kinds.Connected([A, B, C], [(A, B), (B, "x"), ("x", C)], 1, fixed=["x"]),
    "with joints": kinds.Connected([A, B, C], [(A, "x"), (B, "x"), (B, "y"), (C, "y")], 1, joints=["x", "y"]),
    "acyclic": kinds.Acyclic(CELLS, ["ab", "bc", "ac", "cd"]),
    "one cycle": kinds.Acyclic(CELLS, ["ab", "bc", "ac", "cd"], may_close=True),
    "no second cycle": kinds.Acyclic(CELLS, ["ab", "ab", "cd", "cd"], may_close=True),
    "vectors": kinds.DistinctVectors([(A, B), (C, D)]),
    "formula": abs(kinds.Var(A) - kinds.Var(B)) * 2 >= kinds.Var(C) % 2 + kinds.Var(D) // 2,
    "or": kinds.Or([kinds.Comparison([A, B], "<"), kinds.Comparison([C, D], "==")]),
    "not": kinds.Not(kinds.And([kinds.Comparison([A, B], "<"), kinds.Comparison([C, D], "<=")])),
}
LIST: Final = """values => values.map((own) => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const rules = makeRules(data, data.cells, (k) => own[k]);
  return [rules.checksAll, rules.broken().found.length];
})"""


@pytest.mark.parametrize("name", RULES)
def test_the_script_judges_as_the_constraints_do(opened: Open, name: str) -> None:
    """Of full boards exactly those that a constraint refuses; of others none that can be completed."""
    rule = RULES[name]
    model = clew.Model("judged")
    for one in CELLS:
        model.variable(one, range(3))
    model.require(rule)
    names = list(puzzle_of(model).names.values())
    boards = list(product([None, *range(3)], repeat=len(CELLS)))
    judged = opened(model).evaluate(LIST, [[None if v is None else names.index(v) for v in own] for own in boards])
    whole = [own for own in boards if None not in own]
    allowed = {own for own in whole if rule.holds([own[CELLS.index(one)] for one in rule.scope])}
    assert 0 < len(allowed) < len(whole)
    assert all(checks_all for checks_all, _ in judged)
    for own, (_, broken) in zip(boards, judged, strict=True):
        if None not in own:
            assert bool(broken) == (own not in allowed), own
        elif broken:
            assert not any(all(v in (None, w) for v, w in zip(own, full, strict=True)) for full in allowed), own


@pytest.mark.parametrize(
    "problem",
    [
        Sudoku.from_text("12../..../..../...4"),
        Takuzu.from_text(".1.0/..0./.0../11.0"),
        Futoshiki.from_text(Futoshiki.examples[0].text),
        MagicSquare.from_text("3"),
        Slitherlink.from_text("3x3"),
        Masyu.from_text("B..B/..../..../B..B"),
        Fence(),
    ],
    ids=lambda problem: str(problem.name),
)
def test_bundled_puzzles_are_judged_as_by_themselves(opened: Open, problem: clew.Problem[Any, Any]) -> None:
    puzzle = puzzle_of(problem)
    order = sorted(puzzle.spots, key=puzzle.spots.__getitem__)
    draw = random.Random(7)
    boards: list[dict[Any, Any]] = [dict(one) for one in clew.solutions(problem)][:3]
    for solution in list(boards):
        for _ in range(30):
            changed = draw.choice([*puzzle.values])
            boards.append({**solution, changed: draw.choice(puzzle.values[changed])})
    numbers = {value: number for number, value in enumerate(puzzle.names.values())}
    judged = opened(problem).evaluate(LIST, [[numbers.get(own.get(one)) for one in order] for own in boards])
    assert [bool(broken) for _, broken in judged] == [bool([*problem.violations(own)]) for own in boards]
    assert all(checks_all for checks_all, _ in judged)


# -- areas, the clock, the values on the buttons ------------------------------------------------------------------


def drag(page: Page, one: int, other: int) -> None:
    """From a cell to another, by their numbers."""
    for k, number in enumerate((one, other)):
        box = page.get_by_role("gridcell").nth(number).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        page.mouse.up() if k else page.mouse.down()


@pytest.mark.parametrize("size", SIZES)
def test_rectangles_are_drawn_from_corner_to_corner(opened: Open, size: str) -> None:
    """The rows `. . 3`, `2 4 .` and `. . .` have one solution; corners are taken in any order."""
    page = opened(Shikaku.from_text(". . 3 / 2 4 . / . . ."), size)
    expect(page.locator("#palette")).to_be_hidden()
    drag(page, 0, 1)
    expect(message(page)).to_have_text("None of the values covers just these 2 cells.")
    drag(page, 4, 5)
    expect(message(page)).to_contain_text("None of the values")  # the 4 has four cells
    drag(page, 8, 4)
    expect(page.locator("#areas .border")).to_have_count(2)  # of the rectangle, and of none that is being dragged
    expect(cell(page, 3, 2)).to_have_attribute("aria-label", "row 3 column 2, covered by r2c2-r3c3")
    drag(page, 2, 0)
    drag(page, 6, 3)
    expect(message(page)).to_have_text("Solved.")
    cell(page, 3, 3).click()  # a tap takes it back
    expect(cell(page, 3, 2)).to_have_attribute("aria-label", "row 3 column 2, empty")
    button(page, "Undo").click()
    expect(message(page)).to_have_text("Solved.")


def test_a_rectangle_takes_the_place_of_those_below_it(opened: Open) -> None:
    page = opened(Shikaku.from_text("2 . 2 ."))
    drag(page, 1, 2)
    expect(cell(page, 1, 2)).to_have_attribute("aria-label", "row 1 column 2, covered by r1c2-r1c3")
    drag(page, 0, 1)
    expect(cell(page, 1, 3)).to_have_attribute("aria-label", "row 1 column 3, 2")
    drag(page, 3, 2)
    expect(message(page)).to_have_text("Solved.")


def test_a_hint_shows_the_rectangle_and_does_it(opened: Open) -> None:
    page = opened(Shikaku.from_text("2 . 2 ."))
    ask(page)
    expect(message(page)).to_contain_text("covers r1c1-r1c2")
    expect(page.locator("#lights rect")).to_have_count(2)
    button(page, "Do it").click()
    expect(cell(page, 1, 2)).to_have_attribute("aria-label", "row 1 column 2, covered by r1c1-r1c2")


def test_the_clock_runs_from_the_first_move_to_the_solution(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "four.html"
    file.write_text(play_page(puzzle_of(four())).html, encoding="utf-8")
    page = browser.new_page()
    page.clock.install()
    page.goto(file.as_uri())
    clock = page.get_by_role("timer")
    page.clock.run_for(5000)
    expect(clock).to_have_text("0:00")
    cell(page, 1, 3).click()
    page.keyboard.press("3")
    page.clock.run_for(65_000)
    expect(clock).to_have_text("1:05")
    cell(page, 4, 2).click()
    page.keyboard.press("3")
    expect(message(page)).to_have_text("Solved.")
    page.clock.run_for(9000)
    expect(clock).to_have_text("1:05")
    page.reload()
    expect(clock).to_have_text("1:05")
    page.close()


@pytest.mark.parametrize(
    ("problem", "name", "text"),
    [
        (StarBattle.from_text("AABB/ACBB/CCDB/CDDD"), "write a star", "★1"),
        (Takuzu.from_text(".1.0/..0./.0../11.0"), "write 1", "1"),
        (Slitherlink.from_text("2x2"), "write line", "l"),
    ],
)
def test_buttons_show_values_as_the_board_does(opened: Open, problem: Any, name: str, text: str) -> None:
    shown = button(opened(problem), name)
    expect(shown).to_have_text(text)
    expect(shown.locator("svg")).to_have_count(1 if name == "write line" else 0)


def test_values_that_are_paints_are_paints_on_buttons(opened: Open) -> None:
    shown = button(opened(Shaded()), "write black").locator(".filled")
    assert shown.evaluate("one => getComputedStyle(one).backgroundColor") != "rgba(0, 0, 0, 0)"


def test_the_solution_is_printed_overleaf(opened: Open) -> None:
    page = opened(four())
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    printed = page.locator("#overleaf")
    expect(printed).to_contain_text("Solution")
    boxes = printed.locator("#board .cell .value")
    assert sorted(boxes.all_inner_texts()) == ["3", "3"]  # r1c3 and r4c2; the rest is in the picture
    expect(page.locator("main .cell .value")).to_have_text(["4"])  # as it was
    assert page.locator("#overleaf").evaluate("one => getComputedStyle(one).breakBefore") == "page"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(printed).to_be_empty()


# -- looks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_anybody_from_reading_it(opened: Open, size: str, scheme: str) -> None:
    page = opened(Sudoku.from_text(Sudoku.examples[0].text), size, scheme)
    cell(page, 1, 3).click()
    page.keyboard.press("5")
    page.keyboard.press("!")
    button(page, "Pencil").click()
    cell(page, 2, 2).click()
    page.keyboard.press("2")
    button(page, "Hint").click()
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_anybody_from_reading_edges(opened: Open, size: str, scheme: str) -> None:
    page = opened(Slitherlink.from_text(Slitherlink.examples[0].text), size, scheme)
    expect(button(page, "Pencil")).to_be_hidden()
    for ends in [("r1c1", "r1c2"), ("r6c2", "r6c3"), ("r1c3", "r2c3"), ("r1c3", "r2c3")]:
        edge(page, *ends).click()
    for name in ("Check", "Undo", "Hint"):
        button(page, name).click()
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    page.locator("summary", has_text="Keys").click()
    assert page.evaluate("document.documentElement.scrollWidth") == SIZES[size][0]
    page = opened(Slitherlink.from_text("20x20"), size, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == SIZES[size][0]
    small = edge(page, "r1c1", "r1c2").bounding_box()
    assert small is not None
    assert small["width"] > 35.5  # half as wide in its corners, and a finger finds it


@pytest.mark.parametrize("size", SIZES)
def test_the_board_fits_the_screen(opened: Open, size: str) -> None:
    page = opened(Takuzu.from_text("14x14"), size)
    width, height = SIZES[size]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    box = page.locator("#board svg").bounding_box()
    assert box is not None
    assert box["width"] > 0.5 * min(width, height)
    assert box["y"] + box["height"] <= height
    page = opened(Takuzu.from_text("30x30"), size)
    assert page.evaluate("document.documentElement.scrollWidth") == width  # a wide board scrolls by itself
    small = cell(page, 1, 1).bounding_box()
    assert small is not None
    assert small["width"] > 23.5  # else a finger would miss it
    cell(page, 1, 1).focus()
    page.keyboard.press("ArrowLeft")
    expect(cell(page, 1, 30)).to_be_in_viewport()


def test_cells_are_where_the_picture_has_them(page: Page) -> None:
    box = page.locator("#board svg").bounding_box()
    symbol, grid = cell(page, 1, 1).bounding_box(), page.locator("#grid").bounding_box()
    assert symbol is not None
    assert grid is not None
    assert abs(symbol["width"] - symbol["height"]) < 1
    assert grid == box

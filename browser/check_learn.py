"""The live boards of the course, in a real browser: by hand, by keys, step by step, and their counts are clew's.

    mkdocs build --site-dir build/site
    CHROMIUM=$(bash browser/chromium.sh) pytest -n0 browser/check_learn.py

It takes a built site (`SITE`, or build/site); the playground may be missing from it.
"""

from __future__ import annotations

import math
import os
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

import clew
from clew_problems import LetterTree, Queens

SITE: Final = Path(os.environ.get("SITE", Path(__file__).parents[1] / "build" / "site"))
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
COURSE: Final = (
    "",
    "maze/",
    "brute-force/",
    "backtracking/",
    "looking-ahead/",
    "order/",
    "propagation/",
    "questions/",
    "sixty-lines/",
)
LANGUAGES: Final = ("learn/", "fr/learn/")
TREE: Final = "C(A(R,T),L(A(P,Y),E(F,W),I(P)),O(W))"
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "check": {"inference": "check", "variable_order": "static"},
    "forward": {"inference": "forward", "variable_order": "static"},
    "fewest": {"inference": "forward", "variable_order": "mrv"},
    "unit": {"inference": "unit", "variable_order": "static"},
}
"""How clew runs the methods of the boards."""


class Handler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    assert (SITE / "learn" / "sixty-lines" / "index.html").is_file(), f"there is no built site at {SITE}"
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, "there is no Chromium: install one, or name it in CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(params=[1280, 390])
def page(browser: Browser, site: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page, wide or narrow, with a finger if it is narrow; what goes wrong in it fails the test."""
    context = browser.new_context(
        base_url=site, viewport={"width": request.param, "height": 900}, has_touch=request.param == 390
    )
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith((site, "data:")) else problems.append(asked.url))
    yield page
    assert problems == []
    context.close()


def opened(page: Page, name: str) -> Locator:
    page.goto(name)
    board = page.locator(".live-board")
    expect(board.locator(".live-buttons")).to_be_visible()
    return board


def press(board: Locator, name: str) -> None:
    board.get_by_role("button", name=name, exact=True).click()


def counter(board: Locator, name: str) -> int:
    return int(re.sub(r"\D", "", board.locator(f"[data-counter={name}] b").inner_text()))


def counted(board: Locator) -> None:
    press(board, "Count all")
    expect(board.get_by_role("status")).to_contain_text("The search is complete", timeout=60_000)


def choose(board: Locator, method: str, size: int) -> None:
    if board.get_by_label("Method").count():
        board.get_by_label("Method").select_option(method)
    board.get_by_label("Size").select_option(str(size))


def square(board: Locator, name: str) -> Locator:
    return board.get_by_role("grid").get_by_role("button", name=re.compile(rf"^{name}(,|$)"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", COURSE)
def test_each_page_has_a_board_that_fits_with_words_in_its_language(page: Page, language: str, name: str) -> None:
    board = opened(page, language + name)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    box = board.locator(".live-view > *").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= page.evaluate("innerWidth")
    english = page.get_by_role("button", name="Step", exact=True)
    expect(english).to_have_count(1 if language == "learn/" else 0)
    for field in board.locator("select").all():
        assert field.evaluate("field => field.labels.length === 1 && field.labels[0].textContent.trim() !== ''")
    for button in board.locator("button").all():
        assert button.get_attribute("aria-label") or button.inner_text() or button.is_hidden()


@pytest.mark.parametrize("method", list(OPTIONS))
@pytest.mark.parametrize("given", [{}, {3: 2, 0: 4}, {0: 0, 1: 2, 2: 4}], ids=["empty", "two", "three"])
def test_counts_are_those_of_clew(page: Page, method: str, given: dict[int, int]) -> None:
    board = opened(page, "learn/sixty-lines/")
    choose(board, method, 8)
    for row, column in given.items():
        square(board, f"{'ABCDEFGH'[column]}{row + 1}").click()
    counted(board)
    outcome = clew.solve(Queens(8), clew.All(), given=given, **OPTIONS[method])
    did = outcome.statistics
    assert counter(board, "solutions") == len(outcome.result)
    assert (counter(board, "nodes"), counter(board, "tries"), counter(board, "failures")) == (
        did.nodes,
        did.tries,
        did.failures,
    )
    assert given or counter(board, "solutions") == 92


@pytest.mark.parametrize(("name", "method"), [("backtracking", "check"), ("looking-ahead", "forward")])
def test_counts_are_those_that_the_page_shows(page: Page, name: str, method: str) -> None:
    board = opened(page, f"learn/{name}/")
    choose(board, method, 8)
    counted(board)
    shown = f"{counter(board, 'nodes')} {'boards' if name == 'backtracking' else 'nodes'}"
    expect(page.locator("pre", has_text=shown).first).to_be_attached()


def test_brute_force_counts_every_board(page: Page) -> None:
    board = opened(page, "learn/brute-force/")
    for method, size, boards in (("permutations", 8, math.factorial(8)), ("every", 6, 6**6)):
        choose(board, method, size)
        counted(board)
        assert counter(board, "boards") == boards
        assert counter(board, "solutions") == {6: 4, 8: 92}[size]


@pytest.mark.parametrize("method", list(OPTIONS))
def test_the_next_solution_is_the_first_of_clew(page: Page, method: str) -> None:
    board = opened(page, "learn/sixty-lines/")
    choose(board, method, 8)
    press(board, "Next solution")
    first = clew.solve(Queens(8), clew.First(), value_order="domain", **OPTIONS[method])
    assert counter(board, "nodes") == first.statistics.nodes
    assert first.result is not None
    for row, column in first.result.items():
        expect(square(board, f"{'ABCDEFGH'[column]}{row + 1}")).to_contain_text("♛")


def test_the_steps_of_four_queens(page: Page) -> None:
    board = opened(page, "learn/backtracking/")
    status = board.get_by_role("status")
    press(board, "Step")
    expect(status).to_have_text("The root: no decision yet.")
    press(board, "Step")
    expect(status).to_have_text("Queen on A1.")
    press(board, "Step")
    expect(status).to_have_text("Dead end: A1 and A2 attack each other.")
    press(board, "Step")
    expect(status).to_have_text("Dead end: A1 and B2 attack each other.")
    press(board, "Step")
    expect(status).to_have_text("Queen on C2.")
    assert counter(board, "failures") == 2
    press(board, "Restart")
    expect(board.locator(".live-queens")).not_to_contain_text("♛")
    assert counter(board, "nodes") == 0


def test_a_run_goes_on_until_it_is_paused(page: Page) -> None:
    board = opened(page, "learn/looking-ahead/")
    press(board, "Run")
    expect(board.locator("[data-counter=nodes] b")).to_have_text(re.compile("[3-9]"), timeout=20_000)
    press(board, "Pause")
    before = counter(board, "tries")
    page.wait_for_timeout(800)
    assert counter(board, "tries") == before


def test_queens_are_placed_moved_and_removed(page: Page) -> None:
    board = opened(page, "learn/looking-ahead/")
    status = board.get_by_role("status")
    has_touch = page.evaluate("navigator.maxTouchPoints > 0")

    def click(name: str) -> None:
        there = square(board, name)
        if has_touch:
            there.tap()
        else:
            there.click()

    click("A1")
    click("B2")
    expect(status).to_have_text("The queens on A1 and B2 attack each other.")
    expect(square(board, "B2")).to_have_accessible_name("B2, attacked queen")
    square(board, "B2").drag_to(square(board, "C2"))
    expect(status).to_have_text("2 queens on the board, and none attacks another.")
    expect(square(board, "C2")).to_have_accessible_name("C2, queen")
    expect(square(board, "C5")).to_have_accessible_name("C5, ruled out")
    click("C2")
    expect(square(board, "C2")).to_have_accessible_name("C2")
    press(board, "Clear the board")
    expect(board.locator(".live-queens")).not_to_contain_text("♛")


def test_a_contradiction_ends_the_search(page: Page) -> None:
    board = opened(page, "learn/sixty-lines/")
    for method in OPTIONS:
        choose(board, method, 6)
        square(board, "A1").click()
        square(board, "A4").click()
        counted(board)
        assert counter(board, "solutions") == 0
        press(board, "Clear the board")


def test_keys_are_enough(page: Page) -> None:
    board = opened(page, "learn/backtracking/")
    square(board, "A1").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(square(board, "B3")).to_have_accessible_name("B3, queen")
    expect(square(board, "B3")).to_be_focused()
    page.keyboard.press("Tab")
    expect(board.get_by_role("button", name="Step", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    assert counter(board, "nodes") == 1
    page.keyboard.press("Shift+Tab")
    expect(square(board, "B3")).to_be_focused()


@pytest.mark.parametrize("word", ["CLEW", "COW", "CLAP", "CAT"])
def test_the_letters_are_counted_as_clew_counts_them(page: Page, word: str) -> None:
    board = opened(page, "learn/maze/")
    board.get_by_label("Word").select_option(word)
    for strategy, button in ((clew.First(), "Next solution"), (clew.Count(), "Count all")):
        press(board, button)
        expect(board.locator("[data-counter=solutions] b")).to_have_text("1")
        did = clew.solve(LetterTree(TREE, word=word), strategy).statistics
        assert (counter(board, "looked"), counter(board, "wrong")) == (did.tries, did.failures)


def test_letters_are_read_by_hand(page: Page) -> None:
    board = opened(page, "learn/maze/")
    status = board.get_by_role("status")
    for path, said in (("CL", "You stand higher up"), ("C", "C: go on."), ("CO", "CO: wrong letter"), ("CL", "CL: go")):
        board.get_by_role("button", name=re.compile(f"^{path}:")).click()
        expect(status).to_contain_text(said)
    assert (counter(board, "looked"), counter(board, "wrong")) == (3, 1)
    press(board, "Step")
    assert counter(board, "looked") == 1, "the search begins at the entrance"


def test_no_motion_for_those_who_want_none(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    board = opened(page, "learn/backtracking/")
    expect(board.get_by_role("button", name="Run", exact=True)).to_have_count(0)
    press(board, "Next solution")
    expect(board.get_by_role("status")).to_have_text("A solution.")


def channels(colour: str) -> list[float]:
    return [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]


def luminance(colour: str) -> float:
    """The relative luminance of the Web Content Accessibility Guidelines 2.2."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_queens_and_crosses_stand_out_in_light_and_dark(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    board = opened(page, "learn/looking-ahead/")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate" if scheme == "dark" else "default")
    for name in ("A1", "A2"):
        square(board, name).click()
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    for name in ("A1", "D3"):
        ink = square(board, name).evaluate("square => getComputedStyle(square).color")
        light, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (name, ink, ground)

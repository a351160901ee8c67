"""The page of the steps of a puzzle, in a real browser: it is played from disk, and asks no network for anything.

CHROMIUM=$(bash browser/chromium.sh) pytest browser/check_steps.py
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

import clew
from clew_problems import Slitherlink, Sudoku

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
SIZES: Final = {"wide": (1280, 900), "narrow": (390, 844)}
SUDOKU: Final = Sudoku.from_text(Sudoku.examples[0].text)

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
    """Opens the page of the steps of a puzzle; what it complains of or asks for fails the test."""
    problems: list[str] = []
    pages: list[Page] = []

    def open_page(problem: clew.Problem[Any, Any], size: str = "wide", scheme: Any = "light", **more: Any) -> Page:
        file = tmp_path / f"steps{len(pages)}.html"
        file.write_text(clew.steps(problem).page(), encoding="utf-8")
        width, height = SIZES[size]
        viewport: Any = {"width": width, "height": height}
        page = browser.new_context(viewport=viewport, color_scheme=scheme, offline=True, **more).new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on(
            "request", lambda asked: None if asked.url.startswith(("file:", "data:")) else problems.append(asked.url)
        )
        page.goto(file.as_uri())
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.context.close()
    assert problems == []


def is_at(page: Page, number: int) -> None:
    """Check that a step is shown, and only this one: its picture, its sentence, and its place in the list."""
    hints = clew.steps(SUDOKU).hints
    expect(page.locator("#where")).to_have_text(f"step {number} of {len(hints)}")
    expect(page.get_by_role("status")).to_have_text(str(hints[number - 1]))
    expect(page.locator("#steps svg:visible")).to_have_count(1)
    expect(page.locator("#steps > li").nth(number - 1)).to_be_visible()
    expect(page.locator("#sentences [aria-current=step]")).to_have_text(str(hints[number - 1]))


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def test_steps_are_played_with_buttons(opened: Open) -> None:
    page = opened(SUDOKU)
    is_at(page, 1)
    button(page, "Next").click()
    button(page, "Next").click()
    is_at(page, 3)
    button(page, "Back").click()
    is_at(page, 2)
    button(page, "Last").click()
    is_at(page, len(clew.steps(SUDOKU)))
    button(page, "First").click()
    is_at(page, 1)


def test_steps_are_played_with_keys(opened: Open) -> None:
    page = opened(SUDOKU)
    for key, number in [("ArrowRight", 2), ("End", 51), ("ArrowRight", 51), ("ArrowLeft", 50), ("Home", 1)]:
        page.keyboard.press(key)
        is_at(page, number)
    page.keyboard.press("p")
    expect(button(page, "Pause")).to_be_visible()
    expect(page.locator("#where")).to_have_text("step 2 of 51")  # by itself
    page.keyboard.press("p")
    expect(button(page, "Play")).to_be_visible()


def test_a_step_is_chosen_from_the_list(opened: Open) -> None:
    page = opened(SUDOKU)
    page.locator("#sentences button").nth(39).click()
    is_at(page, 40)
    expect(page.locator("#sentences [aria-current=step]")).to_be_in_viewport()


def test_the_conclusion_and_its_reason_are_marked(opened: Open) -> None:
    page = opened(SUDOKU)
    for kind in ("new", "reason"):
        expect(page.locator(f"#steps .shown .clew-f-{kind}")).to_have_count(1)
        expect(page.locator(f"#legend .{kind}")).to_be_visible()


def test_without_scripts_all_steps_are_shown(opened: Open) -> None:
    page = opened(SUDOKU, java_script_enabled=False)
    expect(page.locator("#steps svg:visible")).to_have_count(51)
    expect(page.locator("#steps p:visible")).to_have_count(51)
    expect(page.locator("#side")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", [Sudoku, Slitherlink])
def test_nothing_keeps_anybody_from_reading_it(opened: Open, kind: Any, size: str, scheme: str) -> None:
    page = opened(kind.from_text(kind.examples[0].text), size, scheme)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    if size == "narrow":
        page.locator("summary", has_text="All steps").click()
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") == SIZES[size][0]
    ground = page.evaluate("getComputedStyle(document.querySelector('.shown .clew-f-light')).fill")
    assert ground == {"light": "rgb(255, 253, 248)", "dark": "rgb(59, 66, 74)"}[scheme]
    box = page.locator("#steps svg:visible").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SIZES[size][1]

"""The page of a search tree, in a real browser: nodes open and close, the search replays, and nothing is asked for.

CHROMIUM=$(bash browser/chromium.sh) pytest browser/check_tree.py
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

import clew
from clew_problems import Queens

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
TREE: Final = clew.search_tree(Queens(4), clew.All(), inference="forward", variable_order="static")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, "there is no Chromium: install one, or name it in CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(params=[(1200, 1600), (390, 800)], ids=["wide", "narrow"])
def page(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page of a small tree; what it complains of or asks for fails the test."""
    file = tmp_path / "tree.html"
    TREE.save(file)
    width, height = request.param
    page = browser.new_page(viewport={"width": width, "height": height})
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on(
        "request", lambda asked: problems.append(asked.url) if not asked.url.startswith(("file:", "data:")) else None
    )
    page.goto(file.as_uri())
    yield page
    assert problems == []
    page.close()


def is_outside(url: str) -> bool:
    return not url.startswith(("file:", "data:"))


def rows(page: Page) -> list[str]:
    return [" ".join(row.split()) for row in page.get_by_role("treeitem").all_inner_texts()]


def test_it_says_what_it_shows(page: Page) -> None:
    expect(page.locator("#title")).to_contain_text("queens")
    expect(page.locator("#summary")).to_contain_text("13 nodes")
    expect(page.locator("#legend")).to_contain_text("solution")


def test_nodes_open_and_close(page: Page) -> None:
    page.get_by_role("button", name="open all").click()
    opened = rows(page)
    size = page.viewport_size
    if size is not None and size["height"] > 1000:  # else some are out of sight, and not there
        assert len(opened) == 13 + 4  # the nodes and the failures
    page.get_by_role("button", name="close all").click()
    closed = rows(page)
    assert 1 <= len(closed) < len(opened)
    page.get_by_role("tree").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert len(rows(page)) >= len(closed)
    expect(page.locator("[role=treeitem][aria-selected=true]")).to_have_count(1)


def test_a_node_shows_its_board_and_what_pruned_it(page: Page) -> None:
    page.get_by_role("button", name="open all").click()
    page.get_by_role("treeitem").filter(has_text="B1").first.click()
    details = page.locator("#details")
    expect(details).to_contain_text("column")
    expect(details).to_contain_text("no two queens in a column B2 B3 B4")
    expect(details.get_by_role("columnheader", name="A", exact=True)).to_be_visible()
    expect(details.locator("svg, table, img, .board").first).to_be_visible()


def test_the_search_replays(page: Page) -> None:
    where = page.locator("#where")
    page.get_by_role("button", name="to the start").or_(page.locator("#start")).first.click()
    at_start = where.inner_text()
    page.locator("#step").click()
    after = where.inner_text()
    assert after != at_start
    page.locator("#back").click()
    expect(where).to_have_text(at_start)
    page.locator("#found").click()
    expect(page.locator("#details")).to_contain_text("solution")
    slider = page.locator("#slider")
    slider.focus()
    page.keyboard.press("End")
    assert slider.input_value() == slider.get_attribute("max")
    page.locator("#speed").select_option("1000")
    page.locator("#start").click()
    page.locator("#play").click()
    expect(slider).to_have_value(slider.get_attribute("max") or "")


def test_constraints_that_prune_together_are_named_together(browser: Browser, tmp_path: Path) -> None:
    tree = clew.search_tree(Queens(5), clew.All(), inference="arc", variable_order="static")
    k = next(k for k in range(len(tree)) if any(len(constraints) > 1 for constraints, _ in tree.reasons(k)))
    names = next(constraints for constraints, _ in tree.reasons(k) if len(constraints) > 1)
    tree.save(tmp_path / "tree.html")
    page = browser.new_page(viewport={"width": 1200, "height": 1600})
    page.goto((tmp_path / "tree.html").as_uri())
    page.get_by_role("button", name="open all").click()
    page.get_by_role("treeitem").filter(has_text=tree.label(k)).first.click()
    expect(page.locator("#details")).to_contain_text(" and ".join(map(tree.problem.constraint_name, names)))

"""The pages by the keyboard alone: Tab reaches each control in the order of sight, and shows where it is.

SITE=build/site CHROMIUM=$(bash browser/chromium.sh) pytest -n0 browser/check_keys.py
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

import clew
from clew_problems import Queens

from .conftest import HOST, PATIENCE, Server

PAGES: Final = {
    "home": "/",
    "a live board": "/learn/looking-ahead/",
    "a film": "/fr/learn/maze/",
    "tables and code": "/strategies/",
    "the playground": "/playground/",
}
MOST: Final = 400
"""No page has more controls: who presses Tab more often is in a trap."""

KINDS: Final = """:is(a[href], button, input, select, textarea, summary, iframe, [contenteditable=true], [tabindex])"""
CONTROLS: Final = f"""() => [...document.querySelectorAll("{KINDS}")].filter((one) => one.tabIndex >= 0
    && !one.disabled && one.getClientRects().length && one.checkVisibility({{ visibilityProperty: true }})
    && (one.type !== "radio" || one.checked))"""
"""What can be operated: of the choices that exclude each other, the chosen one."""

MISSED: Final = """controls => controls.filter((one) => !window.reached.includes(one) && one.tabIndex >= 0)
    .map((one) => one.outerHTML.slice(0, 120))"""
"""The controls that Tab did not reach; one that has hidden itself since then is none."""

HERE: Final = """() => {
    const here = document.activeElement;
    window.reached ??= [];
    const isNew = here !== document.body && !window.reached.includes(here);
    if (isNew) window.reached.push(here);
    const kind = `${here.tagName} ${here.className.replace("focus-visible", "")}`;
    return { isNew, kind, isEditor: here.matches(".cm-content"), isFrame: here.tagName === "IFRAME" };
}"""
REGION: Final = (
    ".live-letters li, .cards li, .md-search, header, .md-tabs, .md-sidebar, .pg-input, .pg-output, article, footer, "
    "body"
)
ORDER: Final = f"""() => {{
    const last = new Map(), wrong = [];
    for (const one of window.reached) {{
        const region = one.closest("{REGION}");
        const seen = one.matches(".md-option") ? one.nextElementSibling : one;
        const box = seen.getClientRects()[0] ?? seen.getBoundingClientRect();
        const before = last.get(region);
        last.set(region, {{ one, box }});
        if (!before) continue;
        const middle = (box) => (box.top + box.bottom) / 2;
        const isInRow = Math.abs(middle(box) - middle(before.box)) < Math.min(box.height, before.box.height) / 2;
        if (box.bottom <= before.box.top || (isInRow && box.right <= before.box.left))
            wrong.push([before.one.outerHTML.slice(0, 120), one.outerHTML.slice(0, 120)]);
    }}
    return wrong;
}}"""
"""Pairs that stand the wrong way round: a control above, or in the row left of, the one before it in its region.

A tree of letters is read branch by branch, and cards are read card by card."""


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    size: Any = {"width": 1280, "height": 900}
    context = browser.new_context(viewport=size, base_url=HOST, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: server.refused.append(f"{page.url}: {error}"))
    yield page
    context.close()
    assert server.refused == []


def opened(page: Page, address: str) -> None:
    page.goto(address, wait_until="load")
    if "playground" in address:
        expect(page.locator("#pg-status")).to_contain_text("Ready")
    page.add_style_tag(content="* { transition: none !important; animation: none !important }")


def walk(page: Page) -> list[str]:
    """Press Tab until all is reached; the kinds of controls that do not show that the keyboard is there."""
    kinds: set[str] = set()
    hidden: list[str] = []
    for _ in range(MOST):
        page.keyboard.press("Tab")
        here = page.evaluate(HERE)
        if here["isFrame"]:
            continue  # it has controls of its own
        if not here["isNew"]:
            return hidden
        if here["kind"] not in kinds:
            kinds.add(here["kind"])
            if not is_shown(page):
                hidden.append(here["kind"])
        if here["isEditor"]:
            page.keyboard.press("Escape")
    raise AssertionError(f"Tab comes to no end at {page.evaluate('document.activeElement.outerHTML')[:200]}")


def is_shown(page: Page) -> bool:
    """Whether the screen changes by a line around the control, or more, that stands out three to one from before."""
    box = page.evaluate(BOX)
    clip: Any = {key: box[key] for key in ("x", "y", "width", "height")}
    if min(clip["width"], clip["height"]) <= 0:
        return False
    with_focus = page.screenshot(clip=clip)
    page.evaluate("(window.last = document.activeElement).blur()")
    without = page.screenshot(clip=clip)
    page.evaluate("window.last.focus()")
    changed = page.evaluate(CHANGED, [address(with_focus), address(without)])
    return bool(changed >= min(box["width"], box["height"]))


def address(shot: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(shot).decode()}"


BOX: Final = """() => {
    const here = document.activeElement;
    const shown = here.matches(".md-option") ? here.nextElementSibling : here;
    shown.scrollIntoView({ block: "nearest" });
    const box = shown.getBoundingClientRect();
    const x = Math.max(box.left - 6, 0), y = Math.max(box.top - 6, 0);
    return { x, y, width: Math.min(box.right + 6, innerWidth) - x, height: Math.min(box.bottom + 6, innerHeight) - y };
}"""
CHANGED: Final = """async (addresses) => {
    const shots = [];
    for (const address of addresses) {
        const image = new Image();
        image.src = address;
        await image.decode();
        const sheet = new OffscreenCanvas(image.width, image.height).getContext("2d");
        sheet.drawImage(image, 0, 0);
        shots.push(sheet.getImageData(0, 0, image.width, image.height).data);
    }
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const light = (data, at) => 0.2126 * linear(data[at] / 255) + 0.7152 * linear(data[at + 1] / 255)
        + 0.0722 * linear(data[at + 2] / 255);
    let changed = 0;
    for (let at = 0; at < shots[0].length; at += 4) {
        const [one, other] = shots.map((shot) => light(shot, at) + 0.05);
        if (Math.max(one, other) / Math.min(one, other) >= 3) changed += 1;
    }
    return changed;
}"""
"""How many pixels differ three to one between two shots (Web Content Accessibility Guidelines 2.2: 1.4.11, 2.4.7)."""


def walked(page: Page) -> None:
    controls = page.evaluate_handle(CONTROLS)
    assert walk(page) == [], "the keyboard is here, and nothing shows it"
    assert page.evaluate("window.reached.length") >= 8
    assert controls.evaluate(MISSED) == []
    assert page.evaluate(ORDER) == []


@pytest.mark.parametrize("name", list(PAGES))
def test_tab_reaches_each_control_in_the_order_of_sight_and_shows_it(page: Page, name: str) -> None:
    opened(page, PAGES[name])
    walked(page)


def test_tab_reaches_each_control_of_a_search_tree(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "tree.html"
    clew.search_tree(Queens(4), clew.All(), inference="forward", variable_order="static").save(file)
    page.set_content(file.read_text(encoding="utf-8"))
    walked(page)
    page.get_by_role("button", name="start").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#details")).to_contain_text("root")
    page.get_by_role("button", name="step ▶").focus()
    page.keyboard.press("Space")
    expect(page.locator("#details")).to_contain_text("A1")


def test_a_search_by_keys(page: Page) -> None:
    """F opens the search, arrows choose, Enter follows."""
    opened(page, "/install/")
    field = page.get_by_role("textbox", name="Search")
    page.keyboard.press("f")
    expect(field).to_be_focused()
    page.keyboard.type("recursion")
    wanted = re.compile("/learn/backtracking/")  # the results of its first letters come before
    expect(page.locator("a.md-search-result__link").first).to_have_attribute("href", wanted)
    page.keyboard.press("ArrowDown")
    expect(page.locator("a.md-search-result__link:focus")).to_have_attribute("href", wanted)
    assert is_shown(page)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/learn/backtracking/"))


def test_escape_leaves_the_search(page: Page) -> None:
    opened(page, "/install/")
    field = page.get_by_role("textbox", name="Search")
    page.keyboard.press("f")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).not_to_be_focused()


def test_enter_and_space_work(page: Page) -> None:
    opened(page, "/learn/looking-ahead/")
    board = page.locator(".live-board")
    board.get_by_role("button", name="Step", exact=True).focus()
    nodes = board.locator("[data-counter=nodes] b")
    page.keyboard.press("Enter")
    expect(nodes).to_have_text("1")
    page.keyboard.press("Space")
    expect(nodes).to_have_text("2")
    answer = page.locator("details").first
    answer.locator("summary").focus()
    for key, is_open in (("Enter", True), ("Space", False)):
        page.keyboard.press(key)
        expect(answer).to_have_js_property("open", is_open)


def test_the_playground_is_run_by_keys_and_the_editor_is_no_trap(page: Page) -> None:
    opened(page, "/playground/?instance=6&strategy=count")
    code = page.get_by_role("textbox", name="Code")
    code.focus()
    page.keyboard.press("Tab")
    expect(code).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_label("Parameters, as in a call")).to_be_focused()
    page.keyboard.press("Tab")
    expect(code).to_be_focused()
    page.keyboard.press("Control+z")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Find")).to_be_focused()
    page.get_by_role("button", name="Run").focus()
    page.keyboard.press("Space")
    expect(page.locator("#pg-status")).to_have_text("n-queens: 4 solutions.")
    inside = page.frame_locator("#pg-tree")
    expect(inside.locator("#summary")).to_contain_text("4 solutions")
    page.get_by_role("button", name="Share").focus()
    for reached in (page.locator("#pg-tree"), page.get_by_role("link", name="CodeMirror")):
        for _ in range(MOST):
            if reached.evaluate("one => one === document.activeElement"):
                break
            page.keyboard.press("Tab")
        expect(reached).to_be_focused()


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_navigation_of_a_narrow_page_opens_and_closes_by_keys(page: Page, key: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    opened(page, "/strategies/")
    button = page.get_by_role("button", name="Navigation")
    for _ in range(5):
        page.keyboard.press("Tab")
        if button.evaluate("button => button === document.activeElement"):
            break
    expect(button).to_be_focused()
    assert is_shown(page)
    page.keyboard.press(key)
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".md-sidebar--primary")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(button).to_be_focused()


def test_a_closed_navigation_is_skipped_and_narrow_pages_show_the_keyboard(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    opened(page, "/install/")
    walked(page)
    assert page.evaluate("window.reached.filter((one) => one.closest('.md-sidebar--primary')).length") == 0

"""The pages of the site, in a real browser: two widths, light and dark, the keyboard alone, and axe's rules.

SITE=build/site CHROMIUM=$(bash tests/browser/chromium.sh) pytest -n0 tests/browser/check_pages.py

It takes what `docs/playground_assets.py` has fetched: axe-core among the rest.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from .conftest import HOST, SITE, Server

AXE: Final = Path(__file__).parents[2] / "build/npm/editor/node_modules/axe-core/axe.min.js"
PAGES: Final = (
    "",
    "install/",
    "get-started/",
    "learn/maze/",
    "learn/backtracking/",
    "problems/",
    "how-it-works/",
    "constraints/linear/",
    "reference/options/",
    "fr/learn/maze/",
    "playground/",
)
WIDE: Final[ViewportSize] = {"width": 1280, "height": 900}
NARROW: Final[ViewportSize] = {"width": 390, "height": 800}
FILM: Final = "learn/maze/"


@pytest.fixture(scope="module", params=[(WIDE, "light"), (NARROW, "dark")], ids=["wide and light", "narrow and dark"])
def shared(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    size, scheme = request.param
    page = browser.new_context(viewport=size, color_scheme=scheme, base_url=HOST).new_page()
    page.on("pageerror", lambda error: server.refused.append(f"{page.url}: {error}"))
    yield page
    page.context.close()
    assert server.refused == []


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious_and_nothing_is_cut_off(shared: Page, path: str) -> None:
    shared.goto(f"/{path}", wait_until="load")
    shared.wait_for_function("document.documentElement.className.includes('js')")
    width = shared.viewport_size["width"] if shared.viewport_size else 0
    assert shared.evaluate("document.documentElement.scrollWidth") <= width
    shared.evaluate(AXE.read_text(encoding="utf-8"))
    found = shared.evaluate("axe.run(document, {iframes: false, resultTypes: ['violations']})")
    assert found["passes"], "axe looked at nothing"
    assert [described(one) for one in found["violations"] if one["impact"] in ("serious", "critical")] == []


def described(violation: Any) -> str:
    return f"{violation['id']}: {[node['html'][:120] for node in violation['nodes'][:5]]}"


def test_a_film_pauses_and_steps_with_the_keyboard_alone(shared: Page) -> None:
    shared.goto(f"/{FILM}")
    toggle = shared.get_by_role("button", name="Pause").first
    toggle.focus()
    shared.keyboard.press("Enter")
    film = shared.get_by_role("group", name="Film").first
    place = film.locator(".film-buttons span")
    now, number = map(int, re.findall(r"\d+", place.inner_text()))
    shared.keyboard.press("Tab")
    for _ in range(3):
        shared.keyboard.press("Enter")
    assert place.inner_text() == f"{(now + 2) % number + 1} of {number}"
    shared.keyboard.press("Shift+Tab")
    shared.keyboard.press("Shift+Tab")
    shared.keyboard.press("Enter")
    assert place.inner_text() == f"{(now + 1) % number + 1} of {number}"
    assert film.locator("svg > g").evaluate_all(SHOWN) == 1


SHOWN: Final = """frames => frames.filter((frame) => frame.hasAttribute("visibility"))
    .filter((frame) => getComputedStyle(frame).visibility === "visible").length"""


def test_a_film_stands_still_for_those_who_ask_for_less_motion(browser: Browser) -> None:
    page = browser.new_context(reduced_motion="reduce", base_url=HOST).new_page()
    page.goto(f"/{FILM}")
    expect(page.get_by_role("button", name="Play").first).to_be_visible()
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    page.context.close()


@pytest.mark.parametrize("path", [FILM, "how-it-works/"], ids=["a film", "a picture"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_follow_the_switch_of_the_site_and_not_only_the_system(
    browser: Browser, path: str, scheme: Any
) -> None:
    page = browser.new_context(viewport=WIDE, color_scheme=scheme, base_url=HOST).new_page()
    page.goto(f"/{path}")
    picture = page.locator("article .film svg, article .picture img").first
    expect(picture).to_be_visible()
    before = corner(picture)
    page.locator("label[title^=Switch]:visible").click()
    after = corner(picture)
    assert (before > 128, after > 128) == ((True, False) if scheme == "light" else (False, True))
    page.context.close()


def corner(picture: Any) -> int:
    """How bright the paper of a picture is, from 0 to 255, as the screen shows it."""
    shot = base64.b64encode(picture.screenshot()).decode()
    return int(picture.page.evaluate(BRIGHTNESS, f"data:image/png;base64,{shot}"))


BRIGHTNESS: Final = """async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const sheet = new OffscreenCanvas(image.width, image.height).getContext("2d");
    sheet.drawImage(image, 0, 0);
    return sheet.getImageData(image.width / 2, 5, 1, 1).data[1];
}"""


def test_wide_trees_keep_a_size_that_can_be_read(browser: Browser) -> None:
    """A picture that has too little room scrolls, also by the keyboard."""
    page = browser.new_context(viewport=NARROW, base_url=HOST).new_page()
    page.goto("/how-it-works/", wait_until="load")
    image = page.get_by_alt_text("The search tree of the four queens under check")
    image.scroll_into_view_if_needed()
    expect(image).to_have_js_property("complete", True)
    assert image.evaluate("image => image.clientWidth / image.naturalWidth") >= 0.74
    frame = page.locator(".picture", has=image)
    if frame.evaluate("frame => frame.scrollWidth > frame.clientWidth"):
        frame.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function("document.activeElement.scrollLeft > 0")
    page.context.close()


def test_every_picture_of_the_site_is_there() -> None:
    for page in SITE.rglob("index.html"):
        for source in re.findall(r'<img [^>]*src="([^":]+)"', page.read_text(encoding="utf-8")):
            assert (page.parent / source).is_file(), (page, source)

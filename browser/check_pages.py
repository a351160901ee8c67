"""The pages of the site, in a real browser: two widths, light and dark, films, pictures, and axe's rules.

SITE=build/site CHROMIUM=$(bash browser/chromium.sh) pytest -n0 browser/check_pages.py

It takes what `docs/playground_assets.py` has fetched: axe-core among the rest. With CLEW_THOROUGH=1
each page is tested in each width and scheme, else a page of each kind, wide and light, and narrow and dark.
"""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from .conftest import HOST, PATIENCE, SITE, Server

AXE: Final = Path(__file__).parents[1] / "build/npm/editor/node_modules/axe-core/axe.min.js"
SHOWN: Final = (
    "",
    "install/",
    "get-started/",
    "learn/maze/",
    "learn/looking-ahead/",
    "puzzles/",
    "puzzles/sudoku/",
    "how-it-works/",
    "constraints/linear/",
    "reference/options/",
    "fr/learn/maze/",
    "playground/",
)
"""A page of each kind."""

EVERY: Final = sorted(f"{page.parent.relative_to(SITE)}/".removeprefix("./") for page in SITE.rglob("index.html"))
THOROUGH: Final = bool(os.environ.get("CLEW_THOROUGH"))
PAGES: Final = EVERY if THOROUGH else SHOWN
WIDE: Final[ViewportSize] = {"width": 1280, "height": 900}
NARROW: Final[ViewportSize] = {"width": 390, "height": 800}
SIZES: Final = {"light": (WIDE, NARROW)[: 1 + THOROUGH], "dark": (NARROW, WIDE)[: 1 + THOROUGH]}
FILM: Final = "learn/maze/"
QUIET: Final = "*, *::before, *::after { transition: none !important }"


def observed(browser: Browser, server: Server, **settings: Any) -> Page:
    page = browser.new_context(base_url=HOST, reduced_motion="reduce", **settings).new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: server.refused.append(f"{page.url}: {error}"))
    return page


@pytest.fixture(scope="module", params=["light", "dark"])
def shared(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    page = observed(browser, server, color_scheme=request.param)
    yield page
    page.context.close()
    assert server.refused == []


REACHED: Final = """[...document.querySelectorAll("pre code")].every(
    block => block.scrollWidth <= block.clientWidth || block.tabIndex >= 0)"""
"""Whether the keyboard reaches each block of code that scrolls."""


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious_and_nothing_is_cut_off(shared: Page, path: str) -> None:
    sizes = SIZES["dark" if shared.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") else "light"]
    shared.set_viewport_size(sizes[0])
    shared.goto(f"/{path}", wait_until="load")
    expect(shared.locator("html")).to_have_class(re.compile("js"))
    shared.add_style_tag(content=QUIET)
    shared.evaluate(AXE.read_text(encoding="utf-8"))
    shared.evaluate("document.querySelectorAll('details').forEach(answer => answer.open = true)")
    for size in sizes:
        shared.set_viewport_size(size)
        assert shared.evaluate("document.documentElement.scrollWidth") <= size["width"]
        shared.wait_for_function(REACHED)  # the theme notices a moment later that a block has become too narrow
        found = shared.evaluate("axe.run(document, {iframes: false, resultTypes: ['violations']})")
        assert found["passes"], "axe looked at nothing"
        serious = [described(one) for one in found["violations"] if one["impact"] in ("serious", "critical")]
        assert serious == [], size


def described(violation: Any) -> str:
    return f"{violation['id']}: {[node['html'][:120] for node in violation['nodes'][:5]]}"


@pytest.fixture(params=[WIDE, NARROW], ids=["wide", "narrow"])
def moving(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of a reader who does not mind motion."""
    page = observed(browser, server, viewport=request.param)
    page.emulate_media(reduced_motion="no-preference")
    yield page
    page.context.close()
    assert server.refused == []


def test_a_film_pauses_and_steps_with_the_keyboard_alone(moving: Page) -> None:
    moving.goto(f"/{FILM}")
    toggle = moving.get_by_role("button", name="Pause").first
    toggle.focus()
    moving.keyboard.press("Enter")
    film = moving.get_by_role("group", name="Film").first
    place = film.locator(".film-buttons > span")
    now, number = map(int, re.findall(r"\d+", place.inner_text()))
    moving.keyboard.press("Tab")
    for _ in range(3):
        moving.keyboard.press("Enter")
    assert place.inner_text() == f"{(now + 2) % number + 1} of {number}"
    moving.keyboard.press("Shift+Tab")
    moving.keyboard.press("Shift+Tab")
    moving.keyboard.press("Enter")
    assert place.inner_text() == f"{(now + 1) % number + 1} of {number}"
    assert film.locator("svg > g").evaluate_all(VISIBLE) == 1


VISIBLE: Final = """frames => frames.filter((frame) => frame.hasAttribute("visibility"))
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


@pytest.mark.parametrize("path", ["learn/backtracking/", "learn/dead-ends/", "fr/learn/dead-ends/"])
def test_pictures_of_the_course_fit_into_a_wide_window(browser: Browser, path: str) -> None:
    page = browser.new_context(viewport=WIDE, base_url=HOST).new_page()
    page.goto(f"/{path}", wait_until="load")
    frames = page.locator(".picture").evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)")
    assert frames
    assert max(frames) <= 0
    page.context.close()


def test_a_picture_with_more_to_see_is_pale_at_that_edge(browser: Browser) -> None:
    page = browser.new_context(viewport=WIDE, base_url=HOST).new_page()
    page.goto("/search-trees/", wait_until="load")
    faded = "one => parseFloat(getComputedStyle(one).getPropertyValue('--faded'))"
    wide = page.locator(".picture", has=page.get_by_alt_text("A tree with 17 nodes and 44 failures"))
    wide.scroll_into_view_if_needed()
    assert wide.evaluate(faded) > 0
    wide.evaluate("one => { one.scrollLeft = one.scrollWidth; }")
    page.wait_for_function(f"({faded})(document.querySelectorAll('.picture')[2]) === 0")
    page.context.close()


def test_the_switch_of_the_language_leads_to_the_same_page_and_back(browser: Browser, server: Server) -> None:
    page = observed(browser, server, viewport=WIDE)
    page.goto("/learn/maze/")
    page.locator("a.language", has_text="Français").click()
    expect(page).to_have_url(f"{HOST}/fr/learn/maze/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.locator("a.language", has_text="English").click()
    expect(page).to_have_url(f"{HOST}/learn/maze/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.context.close()


def test_every_page_that_has_a_twin_leads_there_and_no_other_does() -> None:
    twins = {path for path in EVERY if f"fr/{path}" in EVERY}
    assert len(twins) >= 10
    for path in EVERY:
        text = (SITE / path / "index.html").read_text(encoding="utf-8")
        link = re.search(r'<a class="language" href="([^"]+)" hreflang="(en|fr)"', text)
        plain = path.removeprefix("fr/")
        assert bool(link) == (plain in twins), path
        if link:
            there = (SITE / path / link[1] / "index.html").resolve()
            expected = plain if path.startswith("fr/") else f"fr/{path}"
            assert there == (SITE / expected / "index.html").resolve()
            assert link[2] == ("en" if path.startswith("fr/") else "fr")


def test_every_picture_of_the_site_is_there() -> None:
    for page in SITE.rglob("index.html"):
        for source in re.findall(r'<img [^>]*src="([^":]+)"', page.read_text(encoding="utf-8")):
            assert (page.parent / source).is_file(), (page, source)

"""The search of the built site, in a real browser: words that people look for lead to their page.

mkdocs build --site-dir build/site && CHROMIUM=$(bash browser/chromium.sh) pytest browser/check_search.py
"""

from __future__ import annotations

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
from playwright.sync_api import Page, expect, sync_playwright

SITE: Final = Path(os.environ.get("SITE", Path(__file__).parents[1] / "build" / "site"))
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
FIRST: Final = 5
"""How many results somebody looks at."""

PATIENCE: Final = 60_000  # milliseconds


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, "there is no Chromium: install one, or name it in CHROMIUM"
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--no-proxy-server"])
        page = browser.new_page(base_url=f"http://127.0.0.1:{server.server_port}/")
        yield page
        browser.close()
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("word", "address"),
    [
        ("recursion", "/learn/backtracking/"),
        ("install", "/install/"),
        ("unique", "/unique-or-not/"),
        ("sudoku", "/puzzles/sudoku/"),
    ],
)
def test_the_search_shows_the_page_about_a_word_among_the_first(page: Page, word: str, address: str) -> None:
    page.goto("/")
    field = page.locator("[data-md-component=search-query]")
    field.click()
    field.press_sequentially(word)
    results = page.locator("a.md-search-result__link")
    expect(results.first).to_have_attribute("href", re.compile(r"\?h="), timeout=PATIENCE)
    expect(page.locator(".md-search-result__meta")).to_contain_text("matching", timeout=PATIENCE)
    addresses = [link.get_attribute("href") or "" for link in results.all()[:FIRST]]
    assert any(address in found for found in addresses), addresses

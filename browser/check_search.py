"""The search of the built site, in a real browser: questions that people type lead to their page.

mkdocs build --site-dir build/site && CHROMIUM=$(bash browser/chromium.sh) pytest browser/check_search.py
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from .questions import QUESTIONS

SITE: Final = Path(os.environ.get("SITE", Path(__file__).parents[1] / "build" / "site"))
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
FIRST: Final = 3
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


def addresses(page: Page, start: str, question: str) -> list[str]:
    """The pages that the search of a page finds, best first."""
    if urlsplit(page.url).path != start:
        page.goto(start)
    field, results = page.locator("[data-md-component=search-query]"), page.locator("a.md-search-result__link")
    field.click()
    for words in ("", question):
        field.fill(words)
        field.press("End")  # the search looks at its field when a key goes up
        expect(results.first).to_be_visible(visible=bool(words), timeout=PATIENCE)
    firsts = page.locator("li.md-search-result__item > a.md-search-result__link:first-child").all()
    return [urlsplit(link.get_attribute("href") or "").path for link in firsts]


@pytest.mark.parametrize(("question", "address"), QUESTIONS.items())
def test_the_search_shows_the_page_that_answers_a_question_among_the_first(
    page: Page, question: str, address: str
) -> None:
    found = addresses(page, "/", question)
    assert f"/{address}" in found[:FIRST], found


def test_each_language_has_its_own_search(page: Page) -> None:
    assert addresses(page, "/fr/learn/maze/", "indices")[0] == "/fr/hints/"
    for start, word in (("/fr/hints/", "labyrinthe"), ("/fr/hints/", "sudoku"), ("/hints/", "sudoku")):
        for address in addresses(page, start, word):
            assert address.startswith("/fr/") == start.startswith("/fr/")

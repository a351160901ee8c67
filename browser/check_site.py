"""The built site: no page is heavy, and its search finds the words that people look for.

    mkdocs build --site-dir build/site && pytest browser/check_site.py

It reads a built site (`SITE`, or build/site) and needs no browser.
"""

from __future__ import annotations

import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import pytest

from clew import plugins

SITE: Final = Path(os.environ.get("SITE", Path(__file__).parents[1] / "build" / "site"))
HEAVIEST: Final = 500_000
"""The bytes of a page with its pictures, styles and scripts."""

PAGES: Final = sorted(page for page in SITE.rglob("*.html") if page.parent != SITE / "playground")


class Parts(HTMLParser):
    """Collects the files that a page loads when it is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag in ("img", "script", "iframe", "source"):
            self.found.append(given.get("src") or "")
        elif tag == "object":
            self.found.append(given.get("data") or "")
        elif tag == "link" and "stylesheet" in (given.get("rel") or ""):
            self.found.append(given.get("href") or "")


def parts(page: Path) -> set[Path]:
    """A page and the files that it loads, each once."""
    reader = Parts()
    reader.feed(page.read_text(encoding="utf-8"))
    links = [urlsplit(link) for link in reader.found]
    folders = {True: SITE, False: page.parent}
    files = {folders[link.path[:1] == "/"] / unquote(link.path).lstrip("/") for link in links if link.path}
    assert not any(link.netloc for link in links), f"{page} loads something from another server"
    return {page, *(file.resolve() for file in files)}


def test_the_site_is_there() -> None:
    assert len(PAGES) > 50, f"{SITE}: build the site first"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(SITE)))
def test_a_page_is_light(page: Path) -> None:
    if (
        page.parent == SITE / "pictures" or page.name == "404.html"
    ):  # the one has no other parts, the other has addresses from the root
        assert page.stat().st_size < HEAVIEST
        return
    weights = {str(file.relative_to(SITE)): file.stat().st_size for file in parts(page)}
    assert sum(weights.values()) < HEAVIEST, sorted(weights.items(), key=lambda item: -item[1])


def index() -> list[dict[str, str]]:
    """What the site's search looks through: a title, a text and an address for each section."""
    found: list[dict[str, str]] = json.loads((SITE / "search" / "search_index.json").read_text("utf-8"))["docs"]
    return found


@pytest.mark.parametrize(
    ("word", "address"),
    [
        ("recursion", "learn/backtracking/"),
        ("install", "install/"),
        ("unique", "unique-or-not/"),
        ("sudoku", "puzzles/sudoku/"),
    ],
)
def test_the_search_finds_the_page_about_a_word(word: str, address: str) -> None:
    found = [section for section in index() if re.search(rf"\b{word}", f"{section['title']} {section['text']}", re.I)]
    assert address in {section["location"].partition("#")[0] for section in found}


def test_the_gallery_links_the_page_of_each_puzzle() -> None:
    gallery = (SITE / "puzzles" / "index.html").read_text("utf-8")
    for plugin in plugins.installed():
        assert f'href="{plugin.name}/"' in gallery
        assert (SITE / "puzzles" / plugin.name / "index.html").is_file()

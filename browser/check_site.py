"""The built site: no page is heavy, its reference can be read, and its search has the pages that people look for.

    mkdocs build --site-dir build/site && pytest browser/check_site.py

It reads a built site (`SITE`, or build/site) and needs no browser.
"""

from __future__ import annotations

import html
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import pytest

from clew import plugins

from .questions import QUESTIONS

SITE: Final = Path(os.environ.get("SITE", Path(__file__).parents[1] / "build" / "site"))
HEAVIEST: Final = 500_000
"""The bytes of a page with its pictures, styles and scripts."""

LARGEST: Final = 100_000
"""The bytes of a page of the reference by itself: divide a larger one."""

WIDEST: Final = 80
"""The characters of a line in a signature: a column of the site has room for so many."""

PAGES: Final = sorted(page for page in SITE.rglob("*.html") if page.parent != SITE / "playground")
REFERENCE: Final = sorted((SITE / "reference").rglob("*.html"))
SIGNATURE: Final = re.compile(r'<div class="doc-signature highlight"><pre>(.*?)</pre>', re.DOTALL)
ENTRY: Final = re.compile(r'(?=<div class="doc doc-object doc-[a-z]+">\s*<h3 )')


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


@pytest.mark.parametrize("page", REFERENCE, ids=lambda page: page.parent.name)
def test_a_page_of_the_reference_is_light_and_whole(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(text.encode()) < LARGEST
    signatures = [html.unescape(re.sub("<[^>]+>", "", found)) for found in SIGNATURE.findall(text)]
    lines = [line for signature in signatures for line in signature.splitlines()]
    assert [line for line in lines if len(line) > WIDEST] == []


def test_the_reference_shows_how_a_class_is_made() -> None:
    """Classes of attrs have no `__init__` in their source: see docs/constructors.py."""
    text = (SITE / "reference" / "options" / "index.html").read_text(encoding="utf-8")
    found = SIGNATURE.search(text, text.index('id="clew.Limits"'))
    assert found
    shown = html.unescape(re.sub("<[^>]+>", "", found[1]))
    number = "int | None = None"
    limits = f"time: float | None = None, nodes: {number}, solutions: {number}, memory: {number},"
    assert " ".join(shown.split()) == f"Limits( {limits} )"


def test_the_reference_shows_each_example_before_the_members_of_its_entry() -> None:
    assert len(REFERENCE) > 30
    entries = [entry for page in REFERENCE for entry in ENTRY.split(page.read_text(encoding="utf-8"))[1:]]
    assert len(entries) > 350
    for entry in entries:
        assert 0 < entry.find('class="example"') < (entry + "doc-children").find("doc-children"), entry[:200]


def index(folder: str) -> list[dict[str, str]]:
    """The sections that the search of a language looks through, each with its address."""
    file = SITE / folder / "search" / "search_index.json"
    found: list[dict[str, str]] = json.loads(file.read_text("utf-8"))["docs"]
    return found


def test_each_language_has_its_own_index() -> None:
    for folder in ("", "fr"):
        pages = {section["location"].partition("#")[0] for section in index(folder)}
        assert len(pages) > 10
        assert all((SITE / folder / page / "index.html").is_file() for page in pages)
        assert not any(page.startswith("fr/") for page in pages)


def test_questions_lead_to_pages() -> None:
    assert set(QUESTIONS.values()) <= {section["location"] for section in index("")}


def test_the_gallery_links_the_page_of_each_puzzle() -> None:
    gallery = (SITE / "puzzles" / "index.html").read_text("utf-8")
    for plugin in plugins.installed():
        assert f'href="{plugin.name}/"' in gallery
        assert (SITE / "puzzles" / plugin.name / "index.html").is_file()

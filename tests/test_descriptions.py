"""Each page of the navigation has a description of its own, which search engines show."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.test_english import findings

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS))

import gallery  # noqa: E402
import gallery_page  # noqa: E402
import scripts  # noqa: E402

NAVIGATION = re.compile(r"^ +- .+: (\S+\.md)$", re.MULTILINE)
PUZZLES = {puzzle.page: puzzle for puzzle in gallery.puzzles()}
SCRIPTS = {script.page: script for script in scripts.scripts()}
MADE = {
    **{page: gallery_page.description(puzzle) for page, puzzle in PUZZLES.items()},
    **{page: script.description for page, script in SCRIPTS.items()},
}


def pages() -> Iterator[str]:
    """The pages of the navigation, and the pages that the site adds to it."""
    yield from {*NAVIGATION.findall((ROOT / "mkdocs.yml").read_text(encoding="utf-8")), *MADE}


def description(page: str) -> str:
    """The description of a page; empty without one."""
    return MADE[page] if page in MADE else in_front_matter((DOCS / page).read_text(encoding="utf-8"))


def in_front_matter(text: str) -> str:
    head = re.match(r"---\n(.*?)^---$", text, re.MULTILINE | re.DOTALL)
    return str(yaml.safe_load(head[1]).get("description", "")) if head else ""


@pytest.mark.parametrize("page", sorted(pages()))
def test_a_page_has_a_description_that_a_list_of_results_can_show(page: str) -> None:
    text = description(page)
    assert 60 <= len(text) <= 150, text
    assert not set('"<>`*') & set(text), "it is the value of an attribute, without markup"
    assert text[0].isupper()
    assert text[-1] == "."
    assert page.startswith("fr/") or not [*findings(text)]


def test_pages_that_the_site_makes_begin_with_their_description() -> None:
    page, script = "puzzles/zebra.md", "scripts/spell-blog.md"
    assert in_front_matter(gallery_page.page(PUZZLES[page])) == description(page)
    assert in_front_matter(scripts.page(SCRIPTS[script])) == description(script)


def test_no_two_pages_have_the_same_description() -> None:
    texts = [description(page) for page in pages()]
    assert len(texts) > 130
    assert sorted(texts) == sorted(set(texts))

"""The table at the end of the page about the five documents: all that it names is on the page."""

from __future__ import annotations

import re
import shlex
import unicodedata
from pathlib import Path

import pytest

from tests.test_documents import ROOT, fences

PAGES = [ROOT / "docs" / "five-documents.md", ROOT / "docs" / "fr" / "five-documents.md"]
ROW = re.compile(r"^\| \[[^]]+\]\(#[^)]+\) \|[^|]+\|[^|]+\|$", re.MULTILINE)


def table(page: Path) -> list[str]:
    """The rows of the last section."""
    return ROW.findall(page.read_text(encoding="utf-8").rpartition("\n## ")[2])


def anchors(page: Path) -> list[str]:
    """What the site makes of the headings."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    plain = (
        unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode().lower()
        for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    )
    return [re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip()) for heading in plain]


def commands(page: Path) -> list[list[str]]:
    bodies = [fence.body.replace("\\\n", "") for fence in fences(page) if fence.language == "console"]
    lines = [line for body in bodies for line in body.splitlines()]
    return [shlex.split(line[2:]) for line in lines if line.startswith("$ ")]


def named(row: str) -> list[str]:
    """What stands in code in the last cell of a row."""
    return re.findall(r"`([^`]+)`", row.rstrip("|").rpartition("|")[2])


@pytest.mark.parametrize("page", PAGES, ids=["en", "fr"])
def test_every_link_of_the_table_leads_to_a_heading(page: Path) -> None:
    own = anchors(page)
    assert len(set(own)) == len(own)
    for row in table(page):
        for file, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", row):
            there = (page.parent / file).resolve() if file else page
            assert there.is_file(), row
            assert not anchor or anchor in anchors(there), row


@pytest.mark.parametrize("page", PAGES, ids=["en", "fr"])
def test_the_page_runs_all_that_the_table_names(page: Path) -> None:
    run, rows = commands(page), table(page)
    programs = "\n".join(fence.body for fence in fences(page))
    above = page.read_text(encoding="utf-8").rpartition("\n## ")[0]
    assert len(rows) > 60
    for row in rows:
        for name in named(row):
            if name.startswith(("clew ", "--")):
                words = shlex.split(name)
                assert any(set(words) <= set(command) for command in run), row
            elif name.startswith("examples/"):
                assert (ROOT / name).is_file(), row
                assert name in above, row
            else:
                assert name in programs or f"`{name}`" in above, row


def test_the_table_has_the_same_rows_in_both_languages() -> None:
    english, french = map(table, PAGES)
    assert [named(row) for row in english] == [named(row) for row in french]
    headings = [
        [anchors(page).index(row.partition("(#")[2].partition(")")[0]) for row in table(page)] for page in PAGES
    ]
    assert headings[0] == headings[1]


@pytest.mark.parametrize("document", ["draft", "8088", "Takuzu", "exercise", "CAML"])
def test_each_document_has_its_rows(document: str) -> None:
    assert sum(row.startswith(f"| [{document}]") for row in table(PAGES[0])) > 5

"""The documentation as a whole: its navigation, its reference, and the numbers that it quotes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.options import Options

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
LONGEST_SECTION = 12
"""The entries of a section of the navigation."""


def navigation() -> list[tuple[str, str]]:
    """The label and the file of each page in `mkdocs.yml`."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    return re.findall(r"^ +- (.+): ([\w/-]+\.md)$", text, re.MULTILINE)


def sections() -> dict[str, list[str]]:
    """The labels in each section of `mkdocs.yml`, by the labels that lead to it."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2].partition("\nextra_css:")[0]
    found: dict[str, list[str]] = {"": []}
    path: list[str] = []
    for indent, label in re.findall(r"^( +)- (.+?):(?: [\w/-]+\.md)?$", text, re.MULTILINE):
        path[(len(indent) - 2) // 4 :] = [label]
        found.setdefault(" / ".join(path[:-1]), []).append(label)
    return found


def title(page: str) -> str:
    found = re.search(r"^# (.+)$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
    assert found, page
    return found[1]


def test_every_page_stands_in_the_navigation_once() -> None:
    pages = [page for _, page in navigation()]
    assert sorted(pages) == sorted(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md"))


def test_labels_are_the_titles_of_their_pages() -> None:
    assert [(label, title(page)) for label, page in navigation() if label != title(page)] == []


def test_no_section_of_the_navigation_is_long() -> None:
    found = sections()
    found["Gallery / Example scripts"] += [path.stem for path in (ROOT / "examples").glob("*.py")]
    assert sum(map(len, found.values())) > 100
    assert {name: len(labels) for name, labels in found.items() if len(labels) > LONGEST_SECTION} == {}


def test_puzzle_pages_are_two_clicks_from_home() -> None:
    """A tab leads to the first page of its section, which lists the others."""
    labels = {"Hints and grades", "Play a puzzle", "Generate puzzles", "Print puzzles"}
    assert labels <= set(sections()["Make and print puzzles"])


def test_each_page_of_the_course_leads_to_the_next_by_its_title() -> None:
    for folder, following in (("learn", "Next: "), ("fr/learn", "Suite\u00a0: ")):
        course = [page for _, page in navigation() if page.startswith(folder)]
        for here, there in pairwise(course):
            link = f"[{following}{re.sub(r'^[0-9]. ', '', title(there))} →]({Path(there).name})"
            assert link in (DOCS / here).read_text(encoding="utf-8").replace("Suite :", "Suite\u00a0:"), here


BOARD = "013213/102223/333213/2.1223/232.12/321212"


def section(page: Path, anchor: str) -> str:
    """The section of a page with that address."""
    for text in page.read_text(encoding="utf-8").split("\n## "):
        if re.sub(r"[^\w -]", "", text.partition("\n")[0].lower()).replace(" ", "-") == anchor:
            return text
    raise LookupError(f"{page} has no section {anchor}")


def test_the_first_board_of_the_home_page_goes_through_four_pages_each_of_which_leads_to_the_next() -> None:
    assert f'PUZZLES: Final = (\n    "{BOARD}",' in (DOCS / "front_hook.py").read_text(encoding="utf-8")
    line = re.search(r"^The first board, .+$", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert line
    stations = re.findall(r"\((\w[\w-]+\.md)#([\w-]+)\)", line[0])
    assert len(stations) == 4
    sections = [section(DOCS / page, anchor) for page, anchor in stations]
    for text, (page, anchor) in zip(sections, [*stations[1:], stations[0]], strict=True):
        assert BOARD in text
        assert f"]({page}#{anchor})" in text
        assert "](index.md)" in text.rpartition("\nNext: ")[2]
    french = section(DOCS / "fr" / "hints.md", "les-indices-dun-slitherlink")
    page, anchor = stations[1]
    assert BOARD in french
    assert f"](../{page}#{anchor})" in french
    assert "](../index.md)" in french


def documented() -> Iterator[str]:
    for page in (DOCS / "reference").glob("*.md"):
        yield from re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_reference_has_every_public_name_once() -> None:
    names = list(documented())
    assert len(names) == len(set(names))
    assert {f"clew.{name}" for name in vars(clew)["__all__"]} - {"clew.forms", "clew.events"} <= set(names)


def test_the_table_of_options_has_all_of_them() -> None:
    text = (DOCS / "reference" / "options.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == set(Options.__annotations__)


def test_terms_of_the_glossary_are_in_order_and_explained() -> None:
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    for section in text.split("\n## ")[1:]:
        terms = re.findall(r"^\*\*(.+)\*\*\{ #[\w-]+ \} \(\*.+\*\)\n:   \S", section, re.MULTILINE)
        assert terms == sorted(terms, key=str.casefold)
        assert len(terms) == section.count("\n**")


def tables(page: Path) -> Iterator[list[str]]:
    """The tables of a page, each a list of its lines."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for found in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        yield found.splitlines()


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: str(page.relative_to(DOCS)))
def test_tables_are_tables(page: Path) -> None:
    for head, rule, *rows in tables(page):
        assert re.fullmatch(r"\|(?: :?-+:? \|)+", rule), rule
        for row in (head, *rows):
            cells = re.sub(r"\\\||`[^`]*`", "", row).count("|")
            assert cells == rule.count("|"), row


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("page", ["CITATION.cff", "docs/install.md"])
def test_the_citation_has_the_version(page: str) -> None:
    version = project()["project"]["version"]
    assert re.search(rf"^ *version(?::| +=) \{{?{re.escape(version)}\b", (ROOT / page).read_text("utf-8"), re.MULTILINE)


def test_the_install_page_has_the_pythons_of_the_wheels_and_the_extras() -> None:
    text = (DOCS / "install.md").read_text(encoding="utf-8")
    built = re.findall(r"cp(3)(\d\d)-\*", " ".join(project()["tool"]["cibuildwheel"]["build"]))
    versions = [".".join(one) for one in built]
    assert f"CPython {', '.join(versions[:-1])} and {versions[-1]}" in text
    extras = set(project()["project"]["optional-dependencies"]) - {"browser", "dev", "docs", "fast", "test"}
    assert set(re.findall(r"^\| `clewpy\[(\w+)\]`", text, re.MULTILINE)) == extras

"""The French pages keep up with the English ones: the same pages, pictures, commands and programs."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
COURSE = sorted((DOCS / "learn").glob("*.md"))
SAME = [*COURSE, DOCS / "how-it-works.md", DOCS / "five-documents.md"]
ENGLISH = [DOCS / "get-started.md", *SAME]
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def french(page: Path) -> Path:
    return DOCS / "fr" / page.relative_to(DOCS)


def blocks(page: Path, language: str) -> list[str]:
    return [body for name, body in BLOCK.findall(page.read_text(encoding="utf-8")) if name == language]


def without_texts(code: str) -> str:
    """A program without its texts, which may be translated."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            node.args, node.keywords = [], []
    return ast.dump(tree)


def test_the_same_pages_in_both_languages() -> None:
    assert len(COURSE) == 8
    assert sorted((DOCS / "fr").rglob("*.md")) == sorted(map(french, ENGLISH))


@pytest.mark.parametrize("page", ENGLISH, ids=[page.stem for page in ENGLISH])
def test_each_page_leads_to_the_other_language(page: Path) -> None:
    for here, there, label in ((page, french(page), "Français"), (french(page), page, "English")):
        link = re.search(rf"^\[{label}\]\((.+)\)$", here.read_text(encoding="utf-8"), re.MULTILINE)
        assert link, here
        assert (here.parent / link[1]).resolve() == there


@pytest.mark.parametrize("page", SAME, ids=[page.stem for page in SAME])
def test_pages_show_the_same_in_both_languages(page: Path) -> None:
    assert blocks(page, "console") == blocks(french(page), "console")
    programs = [without_texts(code) for code in blocks(page, "python")]
    assert programs == [without_texts(code) for code in blocks(french(page), "python")]
    pictures, theirs = (
        [Path(name).name.replace(".fr.svg", ".svg") for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)]
        for text in (page.read_text(encoding="utf-8"), french(page).read_text(encoding="utf-8"))
    )
    assert pictures == theirs
    assert pictures or page not in COURSE


@pytest.mark.parametrize("page", COURSE, ids=[page.stem for page in COURSE])
def test_each_page_of_the_course_has_something_to_try(page: Path) -> None:
    for text in (page.read_text(encoding="utf-8"), french(page).read_text(encoding="utf-8")):
        assert "playground.md" in text
        assert page.stem == "index" or text.count("<details markdown") == text.count("</details>") == 1

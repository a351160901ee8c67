"""The French pages keep up with the English ones: the same pages, pictures, commands and programs."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
COURSE = sorted((DOCS / "learn").glob("*.md"))
SAME = [*COURSE, DOCS / "how-it-works.md", DOCS / "five-documents.md"]
ENGLISH = [DOCS / "get-started.md", DOCS / "hints.md", *SAME]
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
    assert len(COURSE) == 10
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
def test_each_page_of_the_course_has_a_live_board_and_graded_exercises_with_answers(page: Path) -> None:
    grades = (["Easy", "Medium", "Hard"], ["Facile", "Moyen", "Difficile"])
    boards = []
    for file, expected in zip((page, french(page)), grades, strict=True):
        text = file.read_text(encoding="utf-8")
        assert "playground.md" in text
        boards += re.findall(r'^<div class="live-board" (.+?)>', text, re.MULTILINE)
        for link in re.findall(r'(?:src|href)="(.+?)"', text):
            assert (DOCS / "learn" / re.sub(r"^(\.\./)+", "../", link)).is_file(), link
        if page.stem != "index":
            exercises = re.split(r"^## Exerci[sc]es$", text, flags=re.MULTILINE)[1]
            assert re.findall(r"^\*\*(\w+)\.\*\* ", exercises, re.MULTILINE) == expected
            assert text.count("<details markdown") == text.count("</details>") == len(expected)
    assert len(boards) == len(set(boards)) + 1 == 2


def test_the_solver_of_the_course_has_sixty_lines() -> None:
    first, *others = blocks(DOCS / "learn" / "sixty-lines.md", "python")
    parts = [part for code in others for part in re.split(r"\n\n\n", code)]
    grown = [part for part in parts if re.match(r"def (?:clues|propagate|solve)\(", part)]
    assert len(grown) == 3
    assert len([line for code in (first, *grown) for line in code.splitlines() if line.strip()]) == 60

"""The documentation and the texts of the program are written in plain standard English.

Each rule finds one habit and says what to write instead. The pages and the texts of the sources (docstrings, messages,
help) hold no finding, but for the few files of `KEPT`. `python -m tests.test_english` prints the findings of all pages
and sources, or of the files that it is given.

The rules are regular expressions, so they find only a part, and prefer silence to a false alarm.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs
import pytest

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
PAGES: Final = [
    ROOT / "README.md",
    *sorted(page for page in DOCS.rglob("*.md") if not page.is_relative_to(DOCS / "fr")),
]
FRENCH: Final = sorted((DOCS / "fr").rglob("*.md"))
SOURCES: Final = sorted(path for folder in ("src", "problems") for path in (ROOT / folder).rglob("*.py"))
KEPT: Final = {
    "problems/clew_problems/crossword_words.py": "a list of words",
    "problems/clew_problems/futoshiki.py": "checkpoints of earlier versions identify the problem by this source",
    "problems/clew_problems/queens.py": "the same",
}
WIDTH: Final = 80


@attrs.frozen
class Rule:
    """A habit to avoid: the pattern that finds it in a sentence, and the way to write instead."""

    pattern: re.Pattern[str]
    instead: str


def rule(pattern: str, instead: str) -> Rule:
    return Rule(re.compile(pattern, re.IGNORECASE), instead)


AUXILIARY: Final = "is|are|was|were|has|have|must|can|may|would|does|do|goes|comes|costs?|takes?|needs?|depends?"
RULES: Final = (
    rule(r"\bout of question\b", "ruled out"),
    rule(r"\bmend(?:s|ed|ing)?\b", "fix"),
    rule(r"\brests\b", "subproblems; depends on"),
    rule(r"\bkills\b", "ends, rules out, crashes"),
    rule(r"\bcrew\b", "workers"),
    rule(r"\bliv(?:es?|ing) off\b", "relies on"),
    rule(r"\bso and so\b", "a given number of times"),
    rule(r"\banew\b", "again, restart"),
    rule(r"\b(?:is|are|was|were|be|been|being) (?:always |also |never )?told\b", "shows, reports, prints"),
    rule(r"\b(?:tells?|told) (?:of|about)\b", "describes"),
    rule(r"\bsome (?:\d|ten\b|twenty|thirty|fifty|hundreds?\b|thousands?\b|five\b|seven\b|dozens?\b)", "about"),
    rule(r"\bbesides that\b", "in addition"),
    rule(
        r"\bnobody (?:looks|wants|asks|needs|watches|counts|remembers|disturbed)\b", "name the function or say unless"
    ),
    rule(r"\bshall\b", "must, should, will"),
    rule(r"\bwhoever\b", "anyone who"),
    rule(r"\bthicker\b", "larger"),
    rule(r"\bwalks? the maze\b", "searches"),
    rule(r"\bunasked\b", "by default"),
    rule(r"\bas one goes\b", "step by step"),
    rule(r"\bnode pays\b", "costs"),
    rule(r"(?:^|[.;:] )(?:what|whatever) (?!if\b|to\b)[^?]*$", "a noun as the subject, not a clause"),
    rule(
        rf"\b(?:because|since|although|while|but|so|if) what \w+(?: \w+){{0,6}} (?:{AUXILIARY})\b",
        "a noun as the subject",
    ),
    rule(r"\bthose whose\b", "repeat the noun"),
    rule(r"\brefus(?:es?|ing|als?)\b", "rejects, raises an error, is an error"),
    rule(r"\btak(?:es?|ing) no notice\b", "ignores"),
    rule(r"\bnot said to\b", "say what happens"),
    rule(r"\basks? no \w+ for\b", "uses no"),
    rule(r"\btells? (?:itself|themselves)\b", "reports"),
    rule(r"\bwhose \w+ is whose\b", "name the pair"),
    rule(r", for (?:it|they|he|she|we|you|then|there|what|nobody|nothing|none)\b", "because"),
    rule(rf", for (?:(?:all|each|every|the|no|a|an) )+(?:[\w-]+ ){{1,4}}(?:{AUXILIARY})\b", "because"),
)
PAGE_RULES: Final = (
    *RULES,
    rule(r"\b(?:is|are) (?:that|those) of\b", "repeat the noun, or say 'the same as'"),
)
HEADINGS: Final = (rule(r"^(?:what|who|whoever|whatever)\b", "the noun that somebody would search for"),)

# A question may ask *where*, directly or behind one of these verbs, and a place is *where* something is.
ASKING: Final = "ask|asks|find|finds|know|knows|or|and|say|says|see|show|showing|shown|shows|tell|tells|exactly|from|is"
PLACES: Final = "cell|cells|column|folder|line|node|page|place|places|point|row|spot|square|there"
WHERE: Final = re.compile(r"(?P<before>[\w-]+)?(?P<mark>[^\w\s]*) ?\bwhere\b(?P<after> to\b)?", re.IGNORECASE)


def findings(sentence: str, rules: tuple[Rule, ...] = RULES) -> Iterator[str]:
    """The habits that a sentence shows, each with the way to write instead."""
    for one in rules:
        if match := one.pattern.search(sentence):
            yield f"{match[0].strip()!r}: write {one.instead}: {sentence.strip()}"
    if rules is not HEADINGS and not sentence.rstrip(" *_)").endswith("?"):
        for match in WHERE.finditer(sentence):
            allowed = re.fullmatch(f"{ASKING}|{PLACES}", match["before"] or "", re.IGNORECASE)
            if not (match["after"] or (allowed and not match["mark"].strip("*_,"))):
                yield f"'where' as a condition: write if or when: {sentence.strip()}"


def sentences(text: str) -> Iterator[str]:
    """Sentences, table cells, list items; no code, no addresses, no markup."""
    text = re.sub(r"^(`{3,})[^`\n]*\n.*?^\1[ \t]*$|<!--.*?-->|^---\n.*?^---$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\]\([^)]*\)(?:\{[^}]*\})?", "]", text)  # the text of a link stays
    text = re.sub(r"`[^`\n]*`", "`code`", text)
    text = re.sub(r"<[^>\n]+>|[\[\]]", " ", text)
    for line in text.splitlines():
        for cell in line.lstrip("#> \t").split(" | ") if line.startswith("|") else [line]:
            yield from re.split(r"(?<=[.?!:;])\s+", re.sub(r"^[\s|*-]+|[\s|]+$", "", cell))


def headings(text: str) -> Iterator[str]:
    code = re.sub(r"^(`{3,})[^`\n]*\n.*?^\1[ \t]*$", "", text, flags=re.MULTILINE | re.DOTALL)
    yield from re.findall(r"^#+ (.+)$", code, re.MULTILINE)


def of_page(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    found = [finding for sentence in sentences(text) for finding in findings(sentence, PAGE_RULES)]
    return found + [finding for heading in headings(text) for finding in findings(heading, HEADINGS)]


def texts(path: Path) -> Iterator[str]:
    """The docstrings, messages and help texts of a module: its strings of several words, each paragraph on a line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.count(" ") > 1:
            yield re.sub(r"(?<!\n)\n +(?=\w)", " ", node.value)


def of_source(path: Path) -> list[str]:
    found = [finding for text in texts(path) for sentence in sentences(text) for finding in findings(sentence)]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_a_page_is_plain_english(page: Path) -> None:
    assert of_page(page) == []


@pytest.mark.parametrize("source", SOURCES, ids=[str(source.relative_to(ROOT)) for source in SOURCES])
def test_the_texts_of_a_module_are_plain_english(source: Path) -> None:
    found = of_source(source)
    if str(source.relative_to(ROOT)) in KEPT:
        assert found, "it needs no exception any more"
    else:
        assert found == []


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        ("Where there is no solution, `clew.why` names clues.", 1),
        ("It is a table where that is small.", 1),
        ("It shows where two solutions differ, and the row where they do.", 0),
        ("Where does the queen of row 3 stand?", 0),
        ("What settles it is the column.", 1),
        ("What is a variable?", 0),
        ("It says what to write.", 0),
        ("No guess helps, for the whole tree must be searched.", 1),
        ("This is good for the whole tree, for example.", 0),
        ("Whoever reaches the scheduler can mend it.", 2),
        ("A message is told, and some ten nodes are entered.", 2),
        ("They depend on some of the ten clues.", 0),
        ("It makes those whose numbers are symmetric.", 1),
        ("It asks no network for anything.", 1),
        ("Whose tent is whose is no variable.", 1),
        ("clew refuses a lambda, and the engine takes no notice of it.", 2),
        ("Three of the twelve wishes are refused; the function `refuse` rejects them.", 0),
    ],
)
def test_the_rules_find_the_habits_and_let_plain_sentences_pass(sentence: str, number: int) -> None:
    assert len([finding for one in sentences(sentence) for finding in findings(one)]) == number


def test_headings_are_nouns() -> None:
    assert list(findings("What is counted", HEADINGS))
    assert not list(findings("Statistics", HEADINGS))


def blocks(page: Path) -> Iterator[tuple[int, str]]:
    """The lines of the blocks of code of a page, with their numbers."""
    inside = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            inside = not inside
        elif inside:
            yield number, line


@pytest.mark.parametrize("page", [*PAGES[1:], *FRENCH], ids=lambda page: str(page.relative_to(ROOT)))
def test_code_needs_no_scrolling(page: Path) -> None:
    """A page's column holds 84 characters. A word that fills a line, such as a sudoku, cannot be broken."""
    wide = [(number, line) for number, line in blocks(page) if len(line) > WIDTH]
    assert [(number, line) for number, line in wide if max(map(len, line.split())) < WIDTH] == []


if __name__ == "__main__":
    for path in [ROOT / name for name in sys.argv[1:]] or [*PAGES, *SOURCES]:
        for finding in of_page(path) if path.suffix == ".md" else of_source(path):
            sys.stdout.write(f"{path.relative_to(ROOT)}: {finding}\n")

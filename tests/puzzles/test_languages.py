"""French and German: nothing on sheets and pages stays English, and sentences have the right forms of words."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Any, Final

import pytest

import clew
from clew import plugins
from clew.constraints import Sum
from clew.plugins import installed
from clew.puzzles.hints.terms import Terms
from clew.puzzles.play.page import play_page
from clew.puzzles.play.puzzles import puzzle_of
from clew.render.languages import FILLED, formed, marked
from clew_problems.variant import Variant
from tests.variants.test_fpuzzles import LAWS

OTHERS: Final = ["fr", "de"]
SAME: Final = {
    "Akari", "Futoshiki", "Hashiwokakero", "Hitori", "Kakuro", "Langford", "Masyu", "Numberlink", "Nurikabe", "Shikaku",
    "Slitherlink", "Sudoku", "Takuzu", "Zebra", "Variante", "Solution", "Pause", "Region {0}", "cage {0}",
    "note {0}", "min", "max", "windoku",
}  # fmt: skip
"""Names of puzzles, and words that are spelt alike."""
INSTANCES: Final = ("cryptarithm", "zebra", "colouring", "letter-tree")
"""Kinds whose instances have words, which are shown as they are; and whose pictures have English descriptions."""
SMALL: Final = {
    "sudoku": "12../..../..../....",
    "slitherlink": "2x2",
    "hitori": "121/322/112",
    "star-battle": "AABB/ACBB/CCDB/CDDD",
    "tents": ". 2 . . / . . T . / . T . . / . . . .",
    "killer-sudoku": "A7 A/B3 B",
    "kakuro": r"# 3\ 4\ / \3 . . / \4 . .",
}


def texts_of(page: str) -> Iterator[str]:
    """All texts of a page of a sheet."""
    for element in ET.fromstring(page).iter():  # noqa: S314  (of clew's own making)
        if element.text and not element.tag.endswith("style"):
            yield element.text.strip()


def words_of(html: str) -> Iterator[str]:
    """All texts of a page to play on: those of its HTML, its data and its attributes."""
    data = json.loads(re.findall(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)[0])
    yield from (text for key in ("title", "about", "note") for text in [data[key]])
    yield from (cell[key] for cell in data["cells"] for key in ("label", "about") if key in cell)
    yield from (name for name, *_ in data["rules"])
    yield from (step[key] for step in data["steps"] for key in ("text", "where"))
    yield from (word for word in data["words"] if word)
    yield from data["said"].values()
    body = re.sub(r"<(script|style).*?</\1>", "", html, flags=re.DOTALL)
    yield from (
        unescape(text).strip()
        for text in re.findall(r">([^<>]+)<|(?:aria-label|title)=\"([^\"]+)\"", body)
        for text in text
    )


def english(said: Iterator[str], twin: Iterator[str]) -> set[str]:
    """The texts that are those of the English twin, without symbols."""
    return {text for text in {*said} & {*twin} if re.search(r"[^\W\d_]{3}", re.sub(r"^cage \d+$", "", text))} - SAME


def sheet_in(problem: Any, language: str) -> Iterator[str]:
    for page in clew.sheet([problem], tiers=False, solutions=False, language=language).pages():
        yield from texts_of(page)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", [plugin.name for plugin in installed() if plugin.name not in INSTANCES])
def test_no_text_of_a_sheet_is_english(name: str, language: str) -> None:
    example = plugins.find(name).examples[0]
    problem = clew.load(name, example.text, **example.parameters)
    assert english(sheet_in(problem, language), sheet_in(problem, "en")) == set()


@cache
def about(text: str, language: str) -> tuple[list[str], list[str]]:
    """The texts of a sheet, and the rules of its constraints."""
    variant = Variant.from_text(text)
    return [*sheet_in(variant, language)], [*map(Terms(variant, language).rule, variant.constraints())]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("kind", "value"), [(kind, value) for kind, value, _ in LAWS])
def test_no_text_about_a_clue_of_a_variant_is_english(kind: str, value: Any, language: str) -> None:
    text = json.dumps({"size": 4, kind: value})
    (sheet, said), (twin, rules) = about(text, language), about(text, "en")
    assert english(iter(sheet), iter(twin)) == set()
    assert english(iter(said), iter(rules)) == set()
    assert not any(re.search(r"\b(the|at|from|to|different)\b", name) for name in said)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("name", "text"), SMALL.items())
def test_no_text_of_a_page_to_play_on_is_english(name: str, text: str, language: str) -> None:
    pages = [play_page(puzzle_of(clew.load(name, text), one)).html for one in (language, "en")]
    said, twin = map(words_of, pages)
    assert english(said, twin) == set()
    assert f'<html lang="{language}">' in pages[0]


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_of_a_page_of_steps_is_english(language: str) -> None:
    pages = [clew.steps(clew.load("sudoku", SMALL["sudoku"]), explain=one).page() for one in (language, "en")]
    bodies = [re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL) for page in pages]
    said, twin = (re.findall(r">([^<>]+)<", body) for body in bodies)
    assert english(iter(said), iter(twin)) == set()


def test_what_is_not_drawn_has_the_language() -> None:
    model = clew.Model()
    model.require(Sum(model.variables(["a", "b"], range(3)), "==", 2))
    notes = [" ".join(sheet_in(model, language)) for language in ("en", *OTHERS)]
    beginnings = ["Not drawn: a + b == 2", "Non dessiné : a + b == 2", "Nicht gezeichnet: a + b == 2"]
    assert all(beginning in note for beginning, note in zip(beginnings, notes, strict=True))


def test_parameters_in_a_title_have_the_language() -> None:
    stars = clew.load("star-battle", ("A" * 9 + "/") * 9, stars=2)
    assert [clew.sheet([stars], tiers=False, solutions=False, language=one).title for one in ("fr", "de")] == [
        "Bataille d'étoiles (étoiles 2)",
        "Sternenschlacht (Sterne 2)",
    ]


# -- forms of words -------------------------------------------------------------------------------------------

WRONG: Final = {
    "fr": r"\bde les? |\bà les? |\ben l[ea] |\bil y a aucun|avec (?:avec|aucun|sans)\b|\bque une?\b"
    r"|(?:ne peut|ne peuvent)\b[^,:]*\b(?:complétée?|satisfaite?)\b| :(?! )|\w:",
    "de": r"\b(?:mit|von|bei|zusammen mit|in|an) (?:die|das|den|ein|eine|kein|keine|keinen|einen) "
    r"|\b(?:durch|für) (?:der|dem|einem|einer|keinem|keiner) |\bes gibt (?:ein|kein|der|dem) Stern"
    r"|\b(?:Käfig|Viererblock|Baum|Linie|Lampe|Stern|Brücke) (?:in|an|am|im|bei|mit) [^,]*\bsich (?:Linie|Lampe)"
    r"|mit (?:mit|ohne)\b",
}
"""Words that do not stand beside each other: prepositions with articles of another case, and agreement."""


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("name", "text"), SMALL.items())
def test_prepositions_have_their_case(name: str, text: str, language: str) -> None:
    for hint in clew.steps(clew.load(name, text), explain=language):
        for said in (str(hint), hint.conclusion):
            assert not re.search(WRONG[language], said), said
            assert not re.search(r"[\[|\]]", said), said


def test_a_word_has_a_form_for_each_place() -> None:
    word = marked("[der|den|dem] Käfig mit 3")
    assert [formed(word, number) for number in (1, 2, 3)] == ["der Käfig mit 3", "den Käfig mit 3", "dem Käfig mit 3"]
    assert FILLED.format("durch {0:2} und mit {0:3}", word) == "durch den Käfig mit 3 und mit dem Käfig mit 3"
    assert formed("x[1|2|3] | y", 2) == "x[1|2|3] | y"

"""The page of all steps: what is in it. `browser/check_steps.py` plays it."""

from __future__ import annotations

import re

import clew
from clew.puzzles.hints.rating import Rating
from clew.puzzles.hints.steps import steps_page
from clew_problems import Sudoku

FOUR = Sudoku.from_text("12.4/3412/2143/4.21")


def test_a_page_has_the_sentence_and_the_picture_of_each_step() -> None:
    told = clew.steps(FOUR)
    html = told.page()
    assert re.findall(r'<li><p lang="en">(.*)</p>', html) == [str(hint) for hint in told]
    assert html.count("<svg ") == len(told) == 2
    assert f"<p>{told.rating}</p>" in html
    assert "<h1>Sudoku</h1>" in html


def test_it_needs_nothing_else_and_its_styles_stand_in_one_place() -> None:
    html = clew.steps(FOUR).page()
    assert "default-src 'none'" in html
    assert "unsafe" not in html
    assert not re.search(r"(src|href)=\"(?!data:)", html)
    assert html.count("<style>") == 1


def test_its_sentences_have_their_language() -> None:
    assert clew.steps(FOUR, explain="de").page().count('lang="de"') == 2 + 2 + 1


def test_text_of_a_puzzle_cannot_end_it() -> None:
    html = steps_page("<b>", [("<i>", "<svg><style>x</style></svg>")], Rating(1.0, 1, 0, "easy", True))
    assert "<b>" not in html
    assert "<i>" not in html
    assert "<svg></svg>" in html

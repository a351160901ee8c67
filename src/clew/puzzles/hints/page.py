"""A page that plays the steps of a puzzle: pictures, sentences, and a few buttons. It works from disk.

Without scripts it shows all steps, one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from clew.puzzles.hints.rating import Rating
from clew.render.html import page

PAGE: Final = Path(__file__).with_name("page")


def steps_page(title: str, steps: Sequence[tuple[str, str]], rating: Rating, language: str = "en") -> str:
    """The page.

    Args:
        title: the name of the puzzle.
        steps: the sentence of each step, and its picture in SVG.
        rating: how hard the puzzle is.
        language: the language of the sentences.
    """
    items = [f'<li><p lang="{escape(language)}">{escape(text)}</p>\n{_plain(svg)}</li>' for text, svg in steps]
    more = {"RATING": escape(str(rating)), "STEPS": "\n".join(items), "LANGUAGE": escape(language)}
    return page(PAGE, title, {}, has_shared_style=True, **more)


def _plain(svg: str) -> str:
    """A picture without a style sheet of its own: the page has these rules once."""
    return re.sub(r"<style>.*?</style>", "", svg, flags=re.DOTALL)

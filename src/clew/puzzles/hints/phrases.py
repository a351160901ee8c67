"""The phrases of hints in each language: a file of templates for each. A template may name what stands in braces."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("languages")


def _read(language: str) -> dict[str, str]:
    """The templates of a language: on each line a key and its template, with ` = ` between them."""
    lines = (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(" = ", 1) for line in lines)


PHRASES: Final[Mapping[str, Mapping[str, str]]] = {language: _read(language) for language in ("en", "fr", "de")}
"""For each language the templates of its sentences, and the words that names of rules begin with, such as `row 3`.

A new language is a file with the same keys.
"""

CONTRACTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "fr": {" de le ": " du ", " de les ": " des ", " que une ": " qu'une ", " que un ": " qu'un "}
}
"""Words that become one beside each other."""

"""Words in several languages: a folder has a file for each, with a key and its text on each line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final

WRITTEN: Final = re.compile(r"\[([^][|]*)\|([^][|]*)\|([^][|]*)\]")
"""A word with its forms for the places of a sentence: as a subject, as an object, and in the dative or behind `with`.

`[der|den|dem] Käfig` is one. A template takes the second of them with `{constraint:2}`; without a number it is the
first. The third form of a word with a verb before it, such as `est [noir|du noir|noirs]`, is its plural.
"""
FORMS: Final = re.compile("\ue000([^\ue000-\ue002]*)\ue001([^\ue000-\ue002]*)\ue001([^\ue000-\ue002]*)\ue002")
"""The same within sentences, which may have brackets of other texts (see `marked`)."""


@cache
def templates(folder: Path, language: str) -> Mapping[str, str]:
    """The texts of a language, by their keys.

    Args:
        folder: the folder.
        language: the name of its file, without `.txt`.
    """
    return dict(line.split(" = ", 1) for line in (folder / f"{language}.txt").read_text(encoding="utf-8").splitlines())


def marked(text: str) -> str:
    """A text of a language file, or a translation, with its forms as sentences have them until one is chosen."""
    return WRITTEN.sub("\ue000\\1\ue001\\2\ue001\\3\ue002", text)


def formed(text: str, number: int) -> str:
    """A text with one form of each word that has several.

    Args:
        text: the text.
        number: which form, from 1.
    """
    return FORMS.sub(lambda found: found[number], text)


class Filled(Formatter):
    """Templates in which a number behind a colon says which form of a word is wanted."""

    def format_field(self, value: Any, format_spec: str) -> str:
        return formed(str(value), int(format_spec)) if format_spec else str(value)


FILLED: Final = Filled()

"""Words in several languages: a folder has a file for each, with a key and its text on each line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def templates(folder: Path, language: str) -> Mapping[str, str]:
    """The texts of a language, by their keys.

    Args:
        folder: the folder.
        language: the name of its file, without `.txt`.
    """
    return dict(line.split(" = ", 1) for line in (folder / f"{language}.txt").read_text(encoding="utf-8").splitlines())

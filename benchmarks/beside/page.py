"""What was measured, written into a page of the documentation, between the words of its author.

A page has a block for each work, and one for the machine; a block begins with `<!-- measured: NAME -->` and ends with
`<!-- end -->`. Nothing else of the page is changed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

BLOCK: Final = re.compile(
    r"(?<=<!-- measured: )(?P<name>[\w-]+)(?P<mark> -->\n)(?P<body>.*?)(?=<!-- end -->)", re.DOTALL
)


def blocks(page: Path) -> dict[str, str]:
    """The blocks of a page by their names."""
    return {match["name"]: match["body"] for match in BLOCK.finditer(page.read_text(encoding="utf-8"))}


def put(page: Path, name: str, body: str) -> None:
    """Replace what a block of a page says."""

    def replaced(match: re.Match[str]) -> str:
        return f"{match['name']}{match['mark']}\n{body.strip()}\n\n" if match["name"] == name else match[0]

    page.write_text(BLOCK.sub(replaced, page.read_text(encoding="utf-8")), encoding="utf-8")

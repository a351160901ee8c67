"""The front matter of pages that the site makes."""

from __future__ import annotations

import json


def head(description: str) -> str:
    """The description of a page, which search engines show."""
    return (
        f"---\ndescription: {json.dumps(description, ensure_ascii=False)}\n---"
    )

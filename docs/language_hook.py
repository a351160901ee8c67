"""Says which language a page is in: those below `fr/` are French, so that browsers and screen readers read them so."""

from __future__ import annotations

from typing import Any


def on_post_page(output: str, page: Any, **_: Any) -> str:
    if not page.file.src_uri.startswith("fr/"):
        return output
    return output.replace('<html lang="en"', '<html lang="fr"', 1)

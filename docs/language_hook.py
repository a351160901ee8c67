"""Marks the language of each page, and links the pages that exist in both.

Pages below `fr/` are French, so that browsers and screen readers read them so; `hreflang` tells search engines which
page is the same in the other language.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.utils import get_relative_url


def on_post_page(output: str, page: Any, config: Any, **_: Any) -> str:
    here = page.file.src_uri
    french = here.startswith("fr/")
    there = here.removeprefix("fr/") if french else f"fr/{here}"
    if french:
        output = output.replace('<html lang="en"', '<html lang="fr"', 1)
    if not (Path(config["docs_dir"]) / there).is_file():
        return output
    other = page.url.removeprefix("fr/") if french else f"fr/{page.url}"
    links = {
        "fr" if french else "en": page.url,
        "en" if french else "fr": other,
    }
    lines = [
        f'<link rel="alternate" hreflang="{language}" href="{get_relative_url(url, page.url)}">'
        for language, url in sorted(links.items())
    ]
    return output.replace("</head>", "\n".join(lines) + "\n</head>", 1)

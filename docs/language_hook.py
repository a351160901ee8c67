"""Sets the language of each page, and links the pages that exist in both.

Pages below `fr/` are French, and so are the words of the theme around them ("Search", "Next"), so that browsers and
screen readers read them correctly. A page that exists in both languages has a switch in its header; from the same data
the theme writes `hreflang`, which tells search engines which page is the same in the other language.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

WORDS = {
    "Switch to dark mode": "Passer en mode sombre",
    "Switch to light mode": "Passer en mode clair",
    "Permanent link": "Lien permanent",
}
"""Words of this site that the theme does not translate."""


def on_page_context(context: Any, page: Any, config: Any, **_: Any) -> Any:
    file = page.file.src_uri.removeprefix("fr/")
    url = page.url.removeprefix("fr/")
    docs = Path(config["docs_dir"])
    config.theme["language"] = (
        "fr" if page.file.src_uri.startswith("fr/") else "en"
    )
    config.extra["alternate"] = [
        {"name": "English", "link": url or ".", "lang": "en"},
        {"name": "Français", "link": f"fr/{url}", "lang": "fr"},
    ]
    if not ((docs / file).is_file() and (docs / "fr" / file).is_file()):
        config.extra["alternate"] = []
    return context


def on_post_page(output: str, page: Any, **_: Any) -> str:
    if page.file.src_uri.startswith("fr/"):
        for english, french in WORDS.items():
            output = output.replace(english, french)
    return output

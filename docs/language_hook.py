"""Sets the language of each page, and links the pages that exist in both.

Pages below `fr/` are French, and so are the words of the theme around them ("Search", "Next"), so that browsers and
screen readers read them correctly; `hreflang` tells search engines which page is the same in the other language, and a
link in the header leads readers there.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from mkdocs.utils import get_relative_url

NAMES: Final = {"en": "English", "fr": "Français"}
SEARCH: Final = '<label class="md-header__button md-icon" for="__search">'
"""The header's button for the search: the link stands before it."""

LINK: Final = re.compile(r"^\[(English|Français)\]\([^)]*\)\n", re.MULTILINE)
"""The same link below the title, for those who read the files."""

WORDS: Final = {
    "Switch to dark mode": "Passer en mode sombre",
    "Switch to light mode": "Passer en mode clair",
    "Permanent link": "Lien permanent",
}
"""Words of this site that the theme does not translate."""


def on_page_markdown(markdown: str, **_: Any) -> str:
    return LINK.sub("", markdown, count=1)


def on_page_context(context: Any, page: Any, config: Any, **_: Any) -> Any:
    french = page.file.src_uri.startswith("fr/")
    config.theme["language"] = "fr" if french else "en"
    return context


def on_post_page(output: str, page: Any, config: Any, **_: Any) -> str:
    here = page.file.src_uri
    french = here.startswith("fr/")
    there = here.removeprefix("fr/") if french else f"fr/{here}"
    for english, translated in WORDS.items() if french else ():
        output = output.replace(english, translated)
    if not (Path(config["docs_dir"]) / there).is_file():
        return output
    here, there = ("fr", "en") if french else ("en", "fr")
    other = page.url.removeprefix("fr/") if french else f"fr/{page.url}"
    links = {
        here: get_relative_url(page.url, page.url),
        there: get_relative_url(other, page.url),
    }
    lines = [
        f'<link rel="alternate" hreflang="{language}" href="{address}">'
        for language, address in sorted(links.items())
    ]
    switch = f'<a class="language" href="{links[there]}" hreflang="{there}" lang="{there}">{NAMES[there]}</a>'
    output = output.replace("</head>", "\n".join(lines) + "\n</head>", 1)
    return output.replace(SEARCH, f"{switch}\n{SEARCH}", 1)

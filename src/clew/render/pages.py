"""Pages that need nothing else: one file that holds its style, its script and its data, and works from disk.

Such a page asks no network for anything, and says so to the browser: its policy lets this one script run and loads
nothing.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any, Final

from clew.render.svg import PAINTS
from clew.render.svg import text as escaped

SHARED: Final = Path(__file__).with_name("shared.css")
"""The rules for headings, buttons, messages and the two columns of pages that are played."""


def page(folder: Path, title: str, data: Mapping[str, Any], *, has_shared_style: bool = False, **more: str) -> str:
    """A page made of `page.html`, `page.css`, `page.js`, and other scripts if there are some, which come before it.

    Args:
        folder: the folder of these files.
        title: of the page.
        data: the data of the script, as JSON.
        has_shared_style: whether the rules of `SHARED` come before those of the page.
        more: HTML for the other places of the template, by their names.
    """
    scripts = sorted(folder.glob("*.js"), key=lambda file: (file.stem == "page", file.stem))
    html, style = ((folder / name).read_text(encoding="utf-8") for name in ("page.html", "page.css"))
    shared = SHARED.read_text(encoding="utf-8") if has_shared_style else ""
    style, script = _colours() + shared + style, "".join(file.read_text(encoding="utf-8") for file in scripts)
    return Template(html).substitute(
        more,
        TITLE=escaped(title),
        STYLE=style,
        STYLE_HASH=_hash(style),
        SCRIPT=script,
        SCRIPT_HASH=_hash(script),
        DATA=_json(data),
    )


def _hash(content: str) -> str:
    return "sha256-" + b64encode(sha256(content.encode()).digest()).decode()


def _json(data: Mapping[str, Any]) -> str:
    """JSON that a page can hold: no tag can end in it."""
    plain = json.dumps(data, separators=(",", ":"))
    return plain.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _colours() -> str:
    """The colours of the pictures as variables, and what the pictures' own style sheets say."""
    light = "".join(f"--{name}:{colours[0]};" for name, colours in PAINTS.items())
    dark = "".join(f"--{name}:{colours[1]};" for name, colours in PAINTS.items())
    rules = "".join(
        f".clew-f-{name}{{fill:{dark}}}.clew-s-{name}{{stroke:{dark}}}" for name, (_, dark) in PAINTS.items()
    )
    return f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}{rules}}}\n"

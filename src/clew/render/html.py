"""HTML: tables for notebooks, with whatever shows itself inside them, and pages that need nothing else.

Such a page is one file that holds its style, its script and its data, and works from disk. It uses no
network: its policy in the browser lets this one script run and loads nothing.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from itertools import islice
from pathlib import Path
from string import Template
from typing import Any, Final

from clew.render.svg import PAINTS, paint, text

MOST: Final = 12
"""How many results are shown of many."""

CELL: Final = ' style="text-align:left;vertical-align:top;padding:2px 10px 2px 0"'

SHARED: Final = Path(__file__).with_name("shared.css")
"""The rules for headings, buttons, messages and the two columns of pages that are played."""


def table(rows: Iterable[tuple[str, str]]) -> str:
    """Names with their values, which are HTML already, in a table."""
    lines = (f'<tr><th scope="row"{CELL}>{escape(name)}</th><td{CELL}>{value}</td></tr>' for name, value in rows)
    return f"<table>{''.join(lines)}</table>"


def shown(thing: Any) -> str:
    """Something as HTML: as it shows itself in notebooks, else as text; of many things the first few."""
    for method in ("_repr_html_", "_repr_svg_"):
        made = getattr(thing, method, None)
        if callable(made) and not isinstance(thing, type) and (html := made()) is not None:
            return str(html)
    if isinstance(thing, (list, tuple)):
        return several(thing, len(thing))
    return f"<pre>{escape(str(thing))}</pre>" if "\n" in str(thing) else escape(str(thing))


def several(things: Iterable[Any], number: int) -> str:
    """The first few of many things, side by side."""
    if not number:
        return "none"
    each = "".join(f'<div style="margin:2px">{shown(thing)}</div>' for thing in islice(things, MOST))
    rest = f"<p>and {number - MOST} more</p>" if number > MOST else ""
    return f'<div style="display:flex;flex-wrap:wrap">{each}</div>{rest}'


def bars(numbers: Sequence[int], title: str) -> str:
    """Numbers as a small picture of bars, the first one left."""
    if len(numbers) < 2 or len(numbers) > 400:
        return ""
    wide, high, most = max(2, min(14, 420 // len(numbers))), 36, max(numbers) or 1
    path = "".join(
        f"M{k * wide} {high}v-{max(1.0, high * n / most):.1f}h{wide - 1}V{high}z" for k, n in enumerate(numbers) if n
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(numbers) * wide}" height="{high}" role="img">'
        f'<title>{text(title)}</title><path d="{path}" {paint("solution")}/></svg>'
    )


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
    plain = json.dumps(data, separators=(",", ":"))  # without what a tag could end in
    return Template(html).substitute(
        more,
        TITLE=text(title),
        STYLE=style,
        STYLE_HASH=_hash(style),
        SCRIPT=script,
        SCRIPT_HASH=_hash(script),
        DATA=plain.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"),
    )


def _hash(content: str) -> str:
    return "sha256-" + b64encode(sha256(content.encode()).digest()).decode()


def _colours() -> str:
    """The colours of the pictures as variables, and what the pictures' own style sheets say."""
    light = "".join(f"--{name}:{colours[0]};" for name, colours in PAINTS.items())
    dark = "".join(f"--{name}:{colours[1]};" for name, colours in PAINTS.items())
    rules = "".join(
        f".clew-f-{name}{{fill:{dark}}}.clew-s-{name}{{stroke:{dark}}}" for name, (_, dark) in PAINTS.items()
    )
    return f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}{rules}}}\n"

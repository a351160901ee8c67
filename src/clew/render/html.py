"""Small pieces of HTML for notebooks: tables, and whatever shows itself inside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice
from typing import Any, Final

from clew.render.svg import paint, text

MOST: Final = 12
"""How many results are shown of many."""

CELL: Final = ' style="text-align:left;vertical-align:top;padding:2px 10px 2px 0"'


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

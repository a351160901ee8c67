"""Puts the examples of the reference into their entries, and makes its pages light.

An entry, `::: clew.first`, has its example below it in the page: a program and the output. The site shows the example
behind the description, before the members of a class. It is served without labels that say no more than the signature,
without tooltips that repeat a name, and without the white space of the templates between the elements.
"""

from __future__ import annotations

import re
from typing import Any, Final

FOLDER: Final = "reference/"
FENCE: Final = r"```(?:python|text)\n(?:.*\n)*?```\n"
EXAMPLE: Final = re.compile(rf"^{FENCE}(?:\n+{FENCE})*", re.MULTILINE)
BEGIN: Final = (
    '<div class="example" markdown="1">\n\n'
    '<span class="doc-section-title">Example:</span>'
)
END: Final = "<!-- end -->"
ENTRY: Final = re.compile(r'(?=<div class="doc doc-object doc-[a-z]+">\s*<h3 )')
MEMBERS: Final = '<div class="doc doc-children">'
SHOWN: Final = re.compile(rf'<div class="example">.*?{END}\s*</div>', re.DOTALL)

KEPT: Final = re.compile(r"(<(pre|script|style|textarea)\b.*?</\2>)", re.DOTALL)
"""Elements whose white space counts."""

LABELS: Final = re.compile(
    r'<span class="doc doc-labels">\s*(?:<small class="doc doc-label doc-label-(?:class|instance|module)-attribute">'
    r"<code>[\w-]+</code></small>\s*)+</span>"
)
SPAN: Final = re.compile(r'<span title="(?:[^"]*\.)?([^".]+)">\1</span>')
"""A name without a page, with a tooltip of the same name behind those of its modules."""
LINK: Final = re.compile(
    r'(<a class="autorefs autorefs-internal") title="[^"]*"'
)
"""A link with a tooltip of its name."""
PLAIN: Final = re.compile(r'<span class="n">([^<]*)</span>')
"""A name in code: it has the colour of all other code."""


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    if not page.file.src_uri.startswith(FOLDER):
        return markdown
    head, *entries = re.split(r"(?m)^(?=::: )", markdown)
    return head + "".join(
        EXAMPLE.sub(
            lambda found: f"{BEGIN}\n\n{found[0]}\n{END}\n</div>\n",
            entry,
            count=1,
        )
        for entry in entries
    )


def on_page_content(html: str, page: Any, **_: Any) -> str:
    if not page.file.src_uri.startswith(FOLDER):
        return html
    return "".join(map(with_example_first, ENTRY.split(html)))


def with_example_first(entry: str) -> str:
    """An entry with its example before its members."""
    place, example = entry.find(MEMBERS), SHOWN.search(entry)
    if place < 0 or example is None:
        return entry
    rest = entry[place : example.start()] + entry[example.end() :]
    return entry[:place] + example[0] + rest


def on_post_page(output: str, page: Any, **_: Any) -> str:
    return light(output) if page.file.src_uri.startswith(FOLDER) else output


def light(html: str) -> str:
    """A page without the labels, tooltips, colours and white space that say nothing."""
    html = LABELS.sub("", html).replace(END, "")
    for wordy in (LINK, SPAN, PLAIN):
        html = wordy.sub(r"\1", html)
    parts = KEPT.split(html)
    parts[::3] = [re.sub(r"\s*\n\s*", "\n", part) for part in parts[::3]]
    del parts[2::3]
    return "".join(parts)

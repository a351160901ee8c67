"""Adds to the pages: links from code to the playground, pictures that scroll, a name that screen readers need.

A program gets a link if it needs nothing but itself, and so does a command; `<!-- no playground -->` in the line above
the block takes it away. The browser tests run each one that has a link.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import attrs
from mkdocs.utils import get_relative_url

DOCS: Final = Path(__file__).parent
FENCE: Final = re.compile(
    r"(?P<above>^<!-- no playground -->\n+)?^```(?P<language>python|console)(?: title=[^\n]*)?\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
PAGES: Final = re.compile(
    r"index|(fr/)?get-started|(fr/)?learn/\w[\w-]+|constraints/[\w-]+|recipes|use-from-python|write-a-puzzle|play"
)
NEEDS_MORE: Final = re.compile(
    r"Path\(|open\(|jobs=|Dask|dask|input\(|Executor|^ +>>>", re.MULTILINE
)
COMMANDS: Final = "solve|count|check|show|trace|estimate|list|play"
COMMAND: Final = re.compile(
    rf"clew (?:{COMMANDS}) (?![^\n]*(?:\./|\.txt))[^|<>;&$]*"
)
WORDS: Final = {
    "en": "Open in the playground",
    "fr": "Ouvrir dans le terrain de jeu",
}
SMALLEST, COLUMN, SPARE = 0.75, 680, 1.15
"""Pictures are not drawn smaller than so much of their size: they scroll.

The column of a wide window has so many pixels. A picture that needs up to `SPARE` times as many fits there.
"""


@attrs.frozen
class Snippet:
    """Code with a link.

    Attributes:
        code: a program, or commands.
        end: the place behind its block.
    """

    code: str
    end: int


def snippets(page: str, text: str) -> Iterator[Snippet]:
    """The code of a page that runs in the playground.

    Args:
        page: its file below docs, without the ending.
        text: its Markdown.
    """
    if PAGES.fullmatch(page) is None:
        return
    for fence in FENCE.finditer(text):
        read = program if fence["language"] == "python" else commands
        if not fence["above"] and (code := read(fence["body"])):
            yield Snippet(code, fence.end())


def program(body: str) -> str:
    """A program of clew that defines or imports all that it uses, and shows something; else nothing."""
    try:
        tree = ast.parse(body)
    except SyntaxError:
        return ""
    nodes = list(ast.walk(tree))
    imported = [
        node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)
    ]
    imported += [
        name.name
        for node in nodes
        if isinstance(node, ast.Import)
        for name in node.names
    ]
    shows = re.search(r"\bprint\(|Model\(", body)
    if (
        not shows
        or not any(name.startswith("clew") for name in imported)
        or NEEDS_MORE.search(body)
    ):
        return ""
    return "" if undefined(nodes) else body


def undefined(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that a program uses and nowhere makes."""
    used: set[str] = set()
    made = set(dir(builtins))
    for node in nodes:
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else made).add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            made.add(node.name)
        elif isinstance(node, ast.arg):
            made.add(node.arg)
        elif isinstance(node, ast.alias):
            made.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs)) and node.name:
            made.add(node.name)
    return used - made


def commands(body: str) -> str:
    """The commands behind the prompts, if all of them run by themselves; else nothing."""
    joined = re.sub(r"\\\n *", "", body)
    lines = re.findall(r"^\$ (.+)$", joined, re.MULTILINE)
    return (
        "\n".join(lines) if lines and all(map(COMMAND.fullmatch, lines)) else ""
    )


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    here = page.file.src_uri
    words = WORDS["fr" if here.startswith("fr/") else "en"]
    there = get_relative_url("playground/", page.url)
    parts, done = [], 0
    for snippet in snippets(here.removesuffix(".md"), markdown):
        parts.append(markdown[done : snippet.end])
        address = f"{there}#code={quote(snippet.code, safe='')}"
        parts.append(
            f'\n\n<p class="to-playground"><a href="{address}">{words}</a></p>'
        )
        done = snippet.end
    return "".join([*parts, markdown[done:]])


def on_post_page(output: str, **_: Any) -> str:
    """The theme's search is a dialogue without a name."""
    search = 'data-md-component="search" role="dialog"'
    return output.replace(search, f'{search} aria-label="Search"', 1)


def on_page_content(html: str, **_: Any) -> str:
    return re.sub(r'<img [^>]*src="[^"]*?([^"/]+\.svg)"[^>]*>', scrolling, html)


def scrolling(image: re.Match[str]) -> str:
    """A picture in a frame that scrolls if it has less room than it needs."""
    file = DOCS / "pictures" / image[1]
    head = file.read_text(encoding="utf-8")[:400] if file.is_file() else ""
    width = re.search(r'<svg [^>]*?\bwidth="([\d.]+)"', head)
    if width is None:
        return image[0]
    least = float(width[1]) * SMALLEST
    if least <= COLUMN * SPARE:
        least = min(least, COLUMN)
    style = f'style="min-width:{least:.0f}px"'
    return f'<span class="picture" tabindex="0" role="group" aria-label="Image">{image[0][:-1]} {style}></span>'

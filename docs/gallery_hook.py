"""Puts the gallery, the pages of the example scripts and quoted sources into the site.

They are made while the site is built, so they are as new as the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from mkdocs.structure.files import File, Files

import gallery
import gallery_page
import quoting
import scripts
import shortlist

ROW: Final = ("queens", "sudoku", "knights-tour", "pentominoes")


def on_config(config: Any, **_: Any) -> Any:
    """Add the pages that the navigation lacks, each behind the first page of its section."""
    pages = {
        "puzzles/index.md": [
            {puzzle.title: puzzle.page} for puzzle in gallery.puzzles()
        ],
        "scripts/index.md": [
            {script.title: script.page} for script in scripts.scripts()
        ],
    }
    there = set(pages_of(config["nav"]))
    for first, others in pages.items():
        section = section_of(config["nav"], first)
        section[1:1] = [one for one in others if there.isdisjoint(one.values())]
    return config


def pages_of(items: list[Any]) -> Iterator[str]:
    """The pages of a part of the navigation."""
    for item in items:
        for value in item.values():
            yield from pages_of(value) if isinstance(value, list) else [value]


def section_of(items: list[Any], page: str) -> list[Any]:
    """The part of the navigation that has a page.

    Raises:
        LookupError: no part has it.
    """
    waiting = [items]
    while waiting:
        section = waiting.pop()
        for item in section:
            (value,) = item.values()
            if value == page:
                return section
            if isinstance(value, list):
                waiting.append(value)
    raise LookupError(f"{page} is not in the navigation")


def on_files(files: Files, config: Any, **_: Any) -> Files:
    for puzzle in gallery.puzzles():
        add(files, config, puzzle.page, gallery_page.page(puzzle))
        made = {**gallery.pictures(puzzle), **gallery.playable(puzzle)}
        for name, content in made.items():
            add(files, config, f"{gallery.FOLDER}/{name}", content)
    for script in scripts.scripts():
        add(files, config, script.page, scripts.page(script))
    return files


def add(files: Files, config: Any, name: str, content: str) -> None:
    """Add a file, in place of one that is written by hand."""
    there = files.get_file_from_path(name)
    if there is not None:
        files.remove(there)
    files.append(File.generated(config, name, content=content))


def on_page_markdown(markdown: str, **_: Any) -> str:
    puzzles = gallery.puzzles()
    by_name = {puzzle.name: puzzle for puzzle in puzzles}
    row = [by_name[name] for name in ROW]
    made: dict[str, Callable[[], str]] = {
        "gallery": partial(gallery.cards, puzzles),
        "uses": partial(gallery.uses, puzzles),
        "boards": partial(gallery.cards, row, "puzzles/"),
        "scripts": scripts.table,
        "benchmarks": shortlist.table,
    }
    for name, make in made.items():
        if (place := f"<!-- {name} -->") in markdown:
            markdown = markdown.replace(place, make())
    return quoting.fill_in(markdown)

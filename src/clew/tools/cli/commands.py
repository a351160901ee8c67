"""The commands: the purpose of each, examples, and the function that runs it.

A function is given the parsed words, asks a question, prints the answer and returns the exit status. It is imported
when it is called, so that no command waits for the modules of another.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final


def table_of(name: str, terms: Mapping[str, str]) -> dict[str, list[list[str]]]:
    """The lines of a table that comes with the command, each in its parts, by the titles in brackets above them.

    Args:
        name: that of its file.
        terms: what the words in braces stand for.
    """
    tables: dict[str, list[list[str]]] = {}
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        text = file.read().format_map(terms)
    for line in text.splitlines():
        if line.startswith("["):
            lines = tables[line.strip("[]")] = []
        elif "|" in line:
            lines.append([part.strip() for part in line.split("|")])
    return tables


COMMANDS: Final = {
    topic: {name: (place, about) for name, place, about in lines}
    for topic, lines in table_of("commands.txt", {}).items()
}
"""The commands by topic, in the order of the help: the module in this folder, its function, and a line about it."""

PLACES: Final = {name: place for topic in COMMANDS.values() for name, (place, _) in topic.items()}
SUMMARIES: Final = {name: summary for topic in COMMANDS.values() for name, (_, summary) in topic.items()}

FIRST_EXAMPLES: Final = """\
clew solve queens 8                       eight queens on a board
clew solve sudoku grid.txt                the grid in a file, completed
clew count queens 1..12                   a table of solution counts
clew check takuzu --example 14x14         is the solution unique?
clew trace sudoku --example wikipedia     watch the search
clew list                                 the puzzles that are installed
clew solve queens --help                  the options of a command and a puzzle
"""
FIRST_STEPS: Final = """\
clew solve queens 8    puts eight queens on a board; clew list names all puzzles
clew new my-puzzle     writes a small puzzle that works, to change into your own
clew --help            lists all commands, with examples
"""
"""The lines that `clew` alone prints."""


def runner(command: str) -> Callable[[Namespace], int]:
    """The function of a command."""
    module, _, name = PLACES[command].partition(".")
    function: Callable[[Namespace], int] = getattr(import_module(f"clew.tools.cli.{module}"), name)
    return function


def examples(command: str = "") -> str:
    """The examples of a command, or of all, as its help shows them."""
    lines = text_of("examples.txt") if command else FIRST_EXAMPLES
    return "\n".join(["examples:", *(f"  {line}" for line in lines.splitlines() if line.startswith(f"clew {command}"))])


def text_of(name: str) -> str:
    """The text of a file that comes with the command."""
    from importlib.resources import files

    return (files("clew.tools.cli") / name).read_text(encoding="utf-8")

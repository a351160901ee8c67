"""Writing a search tree to a file; the end of the file's name says how."""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clew.errors import OptionError
from clew.render import writing

if TYPE_CHECKING:
    from clew.watch.trace.tree import SearchTree

FORMATS: Final = {".svg": "svg", ".html": "html", ".htm": "html", ".dot": "dot", ".gv": "dot"}
"""The ends of names, and the methods of a tree that make such a file."""


def format_of(path: str | Path) -> Callable[[SearchTree], str]:
    """The function that writes a tree to a file of this name, called before a long search to report a wrong name early.

    Raises:
        OptionError: no format has this name.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in FORMATS:
        raise OptionError(f"{path}: a search tree is written as .svg, .html or .dot: give the file such a name")
    return methodcaller(FORMATS[suffix])


def write(tree: SearchTree, path: str | Path) -> None:
    """Write a tree to a file.

    Args:
        tree: the tree.
        path: the file; its name ends in .svg for a picture, .html for a page, .dot for Graphviz.

    Raises:
        OptionError: the name ends otherwise, or the file cannot be written.
        ClewError: the disk is full, or fails.
    """
    writing.write(path, format_of(path)(tree))

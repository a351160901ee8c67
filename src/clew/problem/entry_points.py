"""Which problems the installed distributions declare.

`importlib.metadata` knows it too, but its import and its objects for every distribution take longer than a sudoku.
Here the folders of `sys.path` are listed, and of every distribution one file is read, which is often not there. What
is not a plain folder (an archive, an egg, a finder of someone else's) is left to `importlib.metadata`. The package
`importlib_metadata`, imported by some programs, puts a finder of its own in the place of Python's: it reads the same.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

GROUP = "clew.problems"
PLAIN = {"_frozen_importlib_external", "importlib_metadata"}
"""The modules of finders that have the distributions in the folders of `sys.path`, and no others."""


class Entry(NamedTuple):
    """A line in the group of the problems: a plugin.

    Attributes:
        name: what to call it.
        value: the place of its class, as `module:Class`.
        distribution: the package that brought it, or the folder that holds its metadata.
    """

    name: str
    value: str
    distribution: str

    @property
    def owner(self) -> str:
        """The name of the package that brought it."""
        for file in ("METADATA", "PKG-INFO"):
            for line in _text(os.path.join(self.distribution, file)).splitlines():
                title, _, name = line.partition(":")
                if title.lower() == "name":
                    return name.strip()
        return self.distribution


def entries() -> tuple[Entry, ...]:
    """The plugins of all distributions, without those that have both name and class from another one before.

    They are read again if a folder of `sys.path` has changed since: a package installed meanwhile is found.
    """
    finders = {getattr(f, "__module__", "") for f in sys.meta_path if hasattr(f, "find_distributions")}
    folders = tuple(str(folder) or os.curdir for folder in sys.path)
    if finders - PLAIN or any(folder.endswith(".egg") for folder in folders):
        return _distinct(_asked())
    try:
        return _listed(tuple((folder, *_version(folder)) for folder in folders))
    except NotADirectoryError:  # an archive
        return _distinct(_asked())


def _version(folder: str) -> tuple[int, ...]:
    """A value that changes when something is put into a folder or taken from it."""
    try:
        found = os.stat(folder)
    except (OSError, ValueError):
        return ()
    return found.st_ino, found.st_mtime_ns


@lru_cache(maxsize=1)
def _listed(folders: tuple[tuple[Any, ...], ...]) -> tuple[Entry, ...]:
    """The plugins by the folders' own lists. Of distributions with one name the first hides the others.

    Args:
        folders: the path of each, and its version.

    Raises:
        NotADirectoryError: one of them is a file.
    """
    distributions: dict[str, str] = {}
    for folder, *version in folders:
        for file in _files(folder) if version else ():
            stem, _, kind = file.rpartition(".")
            if kind in ("dist-info", "egg-info"):
                name = re.sub(r"[-_.]+", "_", stem.partition("-")[0]).lower()
                distributions.setdefault(name, os.path.join(folder, file))
    return _distinct(entry for distribution in distributions.values() for entry in _declared(distribution))


def _files(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except (FileNotFoundError, PermissionError):
        return []


def _distinct(found: Iterable[Entry]) -> tuple[Entry, ...]:
    distinct: dict[tuple[str, str], Entry] = {}
    for entry in found:
        distinct.setdefault((entry.name, entry.value), entry)
    return tuple(distinct.values())


def _declared(distribution: str) -> Iterator[Entry]:
    """The plugins of one distribution."""
    text = _text(os.path.join(distribution, "entry_points.txt"))
    group = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            group = line.strip("[]")
        elif group == GROUP and "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield Entry(name.strip(), value.strip(), distribution)


def _text(file: str) -> str:
    """The text of a file; empty if there is none."""
    try:
        with open(file, "rb", buffering=0) as opened:
            return opened.read().decode("utf-8", "replace")
    except OSError:
        return ""


def _asked() -> Iterator[Entry]:
    """The plugins as `importlib.metadata` finds them; those of a distribution that cannot be read are left out."""
    from importlib.metadata import distributions

    seen: set[str] = set()
    for distribution in distributions():
        try:
            metadata = distribution.metadata
            owner = str(("Name" in metadata and metadata["Name"]) or "unknown")
            declared = distribution.entry_points
        except (OSError, ValueError):  # text that is no UTF-8 is a ValueError
            continue
        name = re.sub(r"[-_.]+", "_", owner).lower()
        if name in seen:
            continue
        if owner != "unknown":
            seen.add(name)
        for entry in declared:
            if entry.group == GROUP:
                yield Entry(entry.name, entry.value, owner)

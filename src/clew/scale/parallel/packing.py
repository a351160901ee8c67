"""The modules that a pickle needs in another process, which may have to load them from their files."""

from __future__ import annotations

import pickletools
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

Modules = tuple[tuple[str, str], ...]
"""Names of modules, each with the file that it was loaded from."""


def loaded_from_files(pickled: bytes) -> Modules:
    """The modules in a pickle that an import would not find: they were loaded from files by `clew.plugins`."""
    found = []
    for name, file in files_of(pickled):
        spec = PathFinder.find_spec(name)
        if spec is None or spec.origin is None or Path(spec.origin).resolve() != file.resolve():
            found.append((name, str(file.resolve())))
    return tuple(found)


def files_of(pickled: bytes) -> Iterator[tuple[str, Path]]:
    """The modules named in a pickle that are single files, with their files; the main program is not among them."""
    texts = {argument for _, argument, _ in pickletools.genops(pickled) if isinstance(argument, str)}
    for name in sorted(texts & sys.modules.keys() - {"__main__"}):
        module = sys.modules[name]
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and "." not in name and file.endswith(".py") and not hasattr(module, "__path__"):
            yield name, Path(file)


def can_be_pickled(value: Any, dumps: Callable[[Any], bytes]) -> bool:
    """Whether a value can be sent to another process."""
    try:
        dumps(value)
    except Exception:
        return False
    return True

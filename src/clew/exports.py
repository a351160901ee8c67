"""Public names of packages, each imported when it is first asked for, so that `import clew` stays quick."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def exports(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """The function `__getattr__` of a package.

    Args:
        package: its name.
        modules: for each of its modules the names that the package has from there.
    """
    homes = {name: module for module, names in modules.items() for name in names.split()}

    def named(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return named

"""Public names of packages, each imported when it is first asked for, so that `import clew` stays quick.

Type checkers, which run nothing, find the names in the file `__init__.pyi` of the package. It declares no `__all__`:
if one is declared without its names, mypy finds no name with `from clew.render import *`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def exports(package: str, modules: Mapping[str, str]) -> tuple[Callable[[str], Any], list[str]]:
    """The function `__getattr__` and the list `__all__` of a package.

    Args:
        package: its name.
        modules: for each of its modules the names that the package has from there; those behind a semicolon are found
            too, and are not public.
    """
    homes = {name: module for module, names in modules.items() for name in names.replace(";", "").split()}
    public = (name for names in modules.values() for name in names.partition(";")[0].split())

    def named(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return named, sorted(public)

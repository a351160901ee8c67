"""`import constraint`, answered by this package, for code that one does not own."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Final

NAME: Final = "constraint"
HERE: Final = "clew.compat.constraint"
PARTS: Final = ("", ".constraints", ".domain", ".problem", ".solvers")
"""The package, and its modules that python-constraint has under the same names."""


def _ours() -> dict[str, ModuleType]:
    return {NAME + part: import_module(HERE + part) for part in PARTS}


def install() -> None:
    """Let `import constraint`, from now on and in all of this process, import `clew.compat.constraint`.

    That holds for its modules `constraints`, `domain`, `problem` and `solvers` too. Installing twice changes nothing.

    Raises:
        ImportError: another package of that name has been imported before.
    """
    ours = _ours()
    for name, module in sys.modules.items():
        if (name == NAME or name.startswith(f"{NAME}.")) and module is not ours.get(name):
            raise ImportError(
                f"{name!r} is imported already, from {getattr(module, '__file__', None)}: call "
                f"{HERE}.install() before the program imports {NAME!r}"
            )
    sys.modules.update(ours)


def uninstall() -> None:
    """Undo `install`: the next `import constraint` imports the package of that name, if there is one.

    Names imported earlier do not change.
    """
    for name, module in _ours().items():
        if sys.modules.get(name) is module:
            del sys.modules[name]

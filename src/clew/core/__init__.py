"""The compiled engine: `clew.core._engine`, if there was a C compiler when clew was installed.

On x86-64 the module is there twice: in this folder for every processor, in `v3` for those of the last ten years. Which
of them `clew.core._engine` is depends on the processor; `CLEW_CORE_PLAIN=1` in the environment takes the first. Nothing
is imported before it is asked for.
"""

from __future__ import annotations

import os
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from typing import Any, Final

from clew.errors import ClewError, EngineError
from clew.records import frozen

TRUTHS: Final = (0, 1)
"""The values of an auxiliary variable that says whether a condition holds."""

LEARNED: Final[ContextVar[dict[Any, Any] | None]] = ContextVar("LEARNED", default=None)
"""For each program the search that learns from its dead ends, if the searches of one question pass it on."""


class CannotCompileError(Exception):
    """The engine cannot run a problem; the message says why. It never leaves clew."""


def note(constraint: Any, error: Exception) -> None:
    """Say which constraint was compiled when something was raised."""
    if not isinstance(error, (ClewError, CannotCompileError)):
        error.add_note(f"while {constraint.title} was compiled")


class CountedWhole(Exception):
    """The engine has counted all solutions, of which a count in Python had only some. It never leaves clew.

    Attributes:
        number: how many there are.
    """

    def __init__(self, number: int) -> None:
        self.number = number


@frozen
class Engine:
    """The compiled engine, as far as it is installed.

    Attributes:
        available: whether it is there.
        reason: why it is not there; empty if it is.
        version: the version of clew that it belongs to; empty if it is not there.
        instructions: "x86-64-v3" if it uses POPCNT, BMI, BMI2 and AVX2, "plain" if it runs on every processor of its
            kind; empty if it is not there.
    """

    available: bool
    reason: str = ""
    version: str = ""
    instructions: str = ""

    @property
    def absence(self) -> str:
        """That it is not there, and why; empty if it is."""
        return "" if self.available else f"there is no engine here: {self.reason}"

    def __str__(self) -> str:
        return f"compiled, {self.instructions}" if self.available else f"none, because {self.reason}"


@cache
def engine() -> Engine:
    """Whether clew has its compiled engine here, and which; without it searches run in Python, with the same answers.

    The first call imports the engine.

    Raises:
        EngineError: the engine belongs to another version of clew than the Python code around it.
    """
    version = str(import_module("clew").__version__)  # known by the outermost layer
    try:
        found = import_module("clew.core._engine")
    except ImportError as error:
        is_absent = isinstance(error, ModuleNotFoundError) and error.name == "clew.core._engine"
        return Engine(available=False, reason=_reason() if is_absent else f"it cannot be loaded: {error}")
    if version != found.VERSION:
        raise EngineError(f"the engine belongs to clew {found.VERSION}, and this is clew {version}: install clew again")
    return Engine(available=True, version=found.VERSION, instructions=found.INSTRUCTIONS)


def __getattr__(name: str) -> Any:
    """`ORDERS`: the variable orderings of the engine, each with its number there; none without the engine."""
    if name != "ORDERS":
        raise AttributeError(f"module 'clew.core' has no attribute {name!r}")
    try:
        return import_module("clew.core._engine").ORDERS
    except ImportError:
        return {}


def _reason() -> str:
    """The line that the build left behind."""
    try:
        with open(os.path.join(os.path.dirname(__file__), "absent.txt"), encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return "it was not built for this Python"


def _prefer_v3() -> None:
    """Lets the folder `v3` be looked into first, if the processor has its instructions."""
    if os.environ.get("CLEW_CORE_PLAIN") == "1":
        return
    try:
        from clew.core._cpu import has_v3
    except ImportError:  # another kind of processor, another compiler, or no engine
        return
    if has_v3():
        __path__.insert(0, os.path.join(os.path.dirname(__file__), "v3"))


_prefer_v3()

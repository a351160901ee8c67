"""Source code for the pages with its lines, read from the program while the site is built, so never out of date."""

from __future__ import annotations

import importlib
import inspect
import re
import textwrap
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
PLACE: Final = re.compile(r"^<!-- source (\S+) -->$", re.MULTILINE)


def fill_in(markdown: str) -> str:
    """A page with the sources that it names, such as `<!-- source clew_problems.queens:Queens.constraints -->`."""
    return PLACE.sub(lambda place: quoted(named(place[1])), markdown)


def named(name: str) -> Any:
    """A module, or an object by its module and its name in there.

    Raises:
        AttributeError: the module has nothing of this name.
    """
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in filter(None, path.split(".")):
        found = inspect.getattr_static(found, part)
    return found


def quoted(item: Any) -> str:
    """A fence with the source of a function or a method; of a class or a module, the lines above its first function."""
    lines, first = source(item)
    body = textwrap.dedent("".join(lines)).rstrip()
    return f'```{{ .python .quoted title="{path_of(item)}, {span(first, len(lines))}" }}\n{body}\n```'


def source(item: Any) -> tuple[list[str], int]:
    """The lines of an object, and the number of the first one."""
    bare = bare_of(item)
    lines, first = inspect.getsourcelines(bare)
    if isinstance(bare, (type, ModuleType)):
        inside = "    " if isinstance(bare, type) else ""
        below = [
            k
            for k, line in enumerate(lines)
            if re.match(rf"{inside}(?:@|def |# -- )", line) and k > 0
        ]
        lines, first = lines[: below[0]] if below else lines, max(first, 1)
    while not lines[-1].strip():
        lines = lines[:-1]
    return lines, first


def bare_of(item: Any) -> Any:
    """The function below a property, a class method or a decorator; anything else as it is."""
    return inspect.unwrap(
        getattr(item, "__func__", getattr(item, "fget", item))
    )


def span(first: int, number: int) -> str:
    """How a caption names some lines."""
    return (
        f"line {first}"
        if number == 1
        else f"lines {first} to {first + number - 1}"
    )


def path_of(item: Any) -> str:
    """The file of an object, below the root of the repository if it is there."""
    file = Path(inspect.getfile(bare_of(item)))
    return (
        file.relative_to(ROOT).as_posix()
        if file.is_relative_to(ROOT)
        else file.name
    )


def called_by(functions: list[Any]) -> list[Any]:
    """The functions of the same modules that some functions name, each once."""
    found: dict[str, Any] = {}
    for function in functions:
        bare = bare_of(function)
        if not isinstance(bare, FunctionType):
            continue
        module = inspect.getmodule(bare)
        for name in (
            bare.__code__.co_names if isinstance(module, ModuleType) else ()
        ):
            other = getattr(module, name, None)
            inner = bare_of(other) if callable(other) else None
            if (
                isinstance(inner, FunctionType)
                and inner.__module__ == bare.__module__
            ):
                found.setdefault(name, other)
    return list(found.values())

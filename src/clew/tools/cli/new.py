"""The command `clew new`: it writes a puzzle that works, in one file or as a package, to be changed into another."""

from __future__ import annotations

import json
import keyword
import re
import shlex
import shutil
import sys
import time
from argparse import Namespace
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

import clew
from clew import plugins
from clew.errors import OptionError
from clew.render import writing
from clew.tools.cli.commands import text_of

LONGEST: Final = 40

PUZZLE: Final = "src/@MODULE@/puzzle.py"
HOOKS: Final = "hooks.py.txt"
"""The template of a puzzle with hooks in place of constraints."""

PACKAGE: Final = {
    "pyproject.toml": "pyproject.toml.txt",
    "README.md": "README.md.txt",
    "LICENSE": "LICENSE.txt",
    ".gitignore": "gitignore.txt",
    ".github/workflows/tests.yml": "tests.yml.txt",
    "src/@MODULE@/__init__.py": "init.py.txt",
    PUZZLE: "puzzle.py.txt",
    "tests/test_@MODULE@.py": "test.py.txt",
}
"""The files of a package, and the templates that they are made from."""


def new_problem(parsed: Namespace) -> int:
    """Write a puzzle, and say how to run it."""
    name = checked(parsed.name)
    puzzle = HOOKS if parsed.hooks else PACKAGE[PUZZLE]
    if parsed.package:
        folder = Path(parsed.output or name)
        write_package(name, folder, puzzle)
        print(f"wrote {folder}{'/' if folder.name else ''}")
        installed = f"python3 -m venv .venv && .venv/bin/pip install -q {origin()} -e '.[test]'"
        print(f"try: cd {shlex.quote(str(folder))} && {installed} && .venv/bin/clew solve {name} 4x4")
        return 0
    file = Path(parsed.output or f"{_module(name)}.py")
    write_file(name, file, puzzle)
    print(f"wrote {file}")
    print(f"try: clew solve {_dotted(file)} 4x4")
    return 0


def checked(name: str | None) -> str:
    """The name, if a plugin, a module and a class can be called so.

    Raises:
        OptionError: they cannot.
    """
    if not name:
        raise OptionError("which name: clew new NAME, such as clew new skyscrapers")
    if not re.fullmatch(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*", name) or len(name) > LONGEST:
        small = re.sub(r"[^a-z0-9]+", "-", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name[:LONGEST]).lower()).strip("-")
        hint = f", such as {small}" if re.match(r"[a-z]", small) else ""
        raise OptionError(f"{name[:LONGEST]!r} is no name for a puzzle: use small letters, digits and -{hint}")
    module = _module(name)
    if keyword.iskeyword(module) or keyword.issoftkeyword(module):
        raise OptionError(f"{name} is a word of Python's own: choose another name")
    if module in sys.stdlib_module_names or _is_installed(module):
        raise OptionError(f"there is a module {module} already, which the new one would hide: choose another name")
    if re.search(rf"\b{_class(name)}\b", text_of("templates/puzzle.py.txt")):
        raise OptionError(f"the class {_class(name)} would hide a name that it uses: choose another name")
    return name


def origin() -> str:
    """The argument of `pip install` for this clew in another environment, as a word of a shell.

    That is the folder, the file or the address from which it was installed here, and its name otherwise.
    """
    try:
        recorded = distribution("clewpy").read_text("direct_url.json")
    except PackageNotFoundError:  # it runs from its sources, or from a browser's file system
        recorded = None
    if recorded is None:
        return "clewpy"
    found = json.loads(recorded)
    place = urlsplit(found["url"])
    if place.scheme == "file":
        return shlex.quote(url2pathname(place.path))
    versions = found.get("vcs_info")
    return shlex.quote(f"{versions['vcs']}+{found['url']}@{versions['commit_id']}" if versions else found["url"])


def write_file(name: str, file: Path, puzzle: str = PACKAGE[PUZZLE]) -> None:
    """Write a puzzle into a file of its own, from its template.

    Raises:
        OptionError: the file is there already, or cannot be written.
        ClewError: the disk is full, or fails.
    """
    if file.suffix != ".py":
        raise OptionError(f"--output: {file} is no Python file: end its name in .py")
    try:
        writing.write(file, _filled(puzzle, name, _dotted(file)), new=True)
    except FileExistsError:
        raise OptionError(f"{file} is there already: choose another name, or --output") from None


def write_package(name: str, folder: Path, puzzle: str) -> None:
    """Write a project that installs a puzzle as a plugin, from the puzzle's template.

    Raises:
        OptionError: the folder is there already, it cannot be written, or the name is another plugin's.
        ClewError: the disk is full, or fails; then nothing of it stays.
    """
    if any(plugin.name == name for plugin in plugins.installed()):
        raise OptionError(f"{name} is the name of a plugin that is installed: choose another name")
    if folder.exists():
        raise OptionError(f"{folder} is there already: choose another name, or --output")
    try:
        for path, template in {**PACKAGE, PUZZLE: puzzle}.items():
            file = folder / path.replace("@MODULE@", _module(name))
            file.parent.mkdir(parents=True, exist_ok=True)
            writing.write(file, _filled(template, name, name), new=True)
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise writing.unwritable(folder, error) from None
        raise


def _filled(template: str, name: str, problem: str) -> str:
    text = text_of(f"templates/{template}")
    marks = {"PROBLEM": problem, "NAME": name, "MODULE": _module(name), "CLASS": _class(name)}
    marks |= {"VERSION": clew.__version__, "YEAR": time.strftime("%Y")}
    for mark, what in marks.items():
        text = text.replace(f"@{mark}@", what)
    return text


def _module(name: str) -> str:
    return name.replace("-", "_")


def _class(name: str) -> str:
    return "".join(part.capitalize() for part in re.split(r"[-_]", name))


def _dotted(file: Path) -> str:
    """A file as the command takes it."""
    return str(file) if file.is_absolute() else f"./{file.as_posix()}"


def _is_installed(module: str) -> bool:
    """Whether an installed package has the name; a file of that name in the current folder is no package."""
    if module in ("attrs", "clew", "clew_problems", "tests"):
        return True
    spec = find_spec(module)
    return spec is not None and "site-packages" in (spec.origin or "")

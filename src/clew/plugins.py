"""Finding problems by name, and loading only the one that is asked for.

A name is a plugin's name (an entry point in the group `clew.problems`), `module:Class`, or the path of
a Python file, with `:Class` behind it if it has several problems.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain, count
from types import ModuleType
from typing import Any

import attrs

from clew.errors import ClewError, InputError, OptionError, PluginError, meant, shown
from clew.problem.entry_points import Entry, entries
from clew.problem.fields import title_of
from clew.problem.origins import frames, own_frame
from clew.problem.problem import AnyProblem, Problem
from clew.records import frozen


@frozen
class Plugin:
    """A plugin that is installed.

    Attributes:
        name: what to call it.
        distribution: the package that brought it.
        problem: its class, or None if it is broken.
        error: why it is broken: one line.
    """

    name: str
    distribution: str
    problem: type[AnyProblem] | None = None
    error: str = ""


def load(name: str, text: str | None = None, /, **parameters: Any) -> AnyProblem:
    """A problem by name, made from an instance as text.

    Args:
        name: a plugin's name, `module:Class`, or a Python file.
        text: the instance; without it the class is called with the parameters alone.
        parameters: the problem's parameters.

    Raises:
        InputError: the text does not describe an instance.
        OptionError: there is no such problem, or it has no such parameter.
        PluginError: the plugin is broken.
    """
    if not isinstance(name, str):
        raise OptionError(f"clew.load needs the name of a problem, such as 'queens', not {shown(name)}")
    if isinstance(text, os.PathLike):
        raise OptionError(f"clew.load needs the text of the file: give Path({str(text)!r}).read_text()")
    if not (text is None or isinstance(text, str)):
        raise OptionError(f"the instance must be a text, not {shown(text)}: leave it out to give parameters by name")
    try:
        return make(find(name), name, text, parameters)
    except InputError as error:
        if text is None or not os.path.isfile(text):  # which takes any text
            raise
        raise InputError(f"{error}; if the file is meant, give its text, Path({text!r}).read_text()") from None


def make(problem: type[AnyProblem], name: str, text: str | None, parameters: Mapping[str, Any]) -> AnyProblem:
    """An instance of a problem (see `load`).

    Args:
        problem: its class.
        name: the caller's name for it.
        text: the instance; without it the class is called with the parameters alone.
        parameters: the problem's parameters.

    Raises:
        InputError: the text does not describe an instance.
        OptionError: the problem has no such parameter.
    """
    fields = attrs.fields(problem) if attrs.has(problem) else ()
    settable = {field.name for field in fields if field.kw_only or text is None}
    for unknown in parameters.keys() - settable if fields else ():
        raise OptionError(f"{name} has no parameter {unknown!r}")
    if text is not None:
        return read(problem, text, parameters)
    missing = [f.name for f in fields if f.default is attrs.NOTHING and f.name not in parameters]
    if missing:
        raise OptionError(f"{name} needs an instance, as text or as {', '.join(missing)}=...")
    return problem(**parameters)


def parameters_of(problem: type[AnyProblem]) -> list[attrs.Attribute[Any]]:
    """The fields that users set by name, as those made by `clew.parameter`: a text need not have them."""
    return [field for field in attrs.fields(problem) if "help" in field.metadata] if attrs.has(problem) else []


def read(problem: type[AnyProblem], text: str, parameters: Mapping[str, Any]) -> AnyProblem:
    """The instance that a text describes; an error has the name of the puzzle, even if only a form raised it.

    A text that `to_text` writes in several lines may have them in one, with `/` between them.

    Raises:
        InputError: the text does not describe an instance.
    """
    try:
        return problem.from_text(text, **parameters)
    except InputError as error:
        import re

        parts = text.rstrip("\r\n").split("/")
        if len(parts) > 1 and "\n" not in "".join(parts):
            lines = "\n".join(parts)
            with suppress(Exception):  # then the text as it stands is wrong, and its error says how
                made = problem.from_text(lines, **parameters)
                if made.to_text().rstrip("\n") == lines:
                    return made
        if not re.match(r"(line|row) \d+, column \d+: ", str(error)):
            raise
        raise InputError(f"{title_of(problem)}: {error}") from None


def find(name: str) -> type[AnyProblem]:
    """The class of a problem (see `load` for names).

    Raises:
        OptionError: there is no such problem.
        PluginError: it is there but cannot be loaded.
    """
    path, _, attribute = name.partition(":")
    if path.endswith(".py"):
        return _of_module(_run_file(path), attribute, name)
    if attribute:
        return _of_module(_import(path), attribute, name)
    return find_installed(name)


def find_installed(name: str) -> type[AnyProblem]:
    """The class of an installed plugin, by the plugin's name alone: no module and no file is loaded by its own name.

    Raises:
        OptionError: there is no such plugin.
        PluginError: it is there but cannot be loaded, or several packages bring one of this name.
    """
    known = entries()
    found = [entry for entry in known if entry.name == name]
    if not found:
        hint = meant(name, {entry.name for entry in known}, "clew list shows those that are installed")
        raise OptionError(f"there is no problem {name!r}: {hint}")
    if len({entry.value for entry in found}) > 1:
        owners = " and ".join(sorted({entry.owner for entry in found}))
        raise PluginError(f"{name} is the name of plugins of {owners}: use module:Class to say which")
    return _of_entry(found[0])


def installed_name(problem: type[AnyProblem]) -> str | None:
    """The name under which a class is installed as a plugin; None if `find_installed` would not find it."""
    known = entries()
    names = [entry.name for entry in known if entry.value == f"{problem.__module__}:{problem.__qualname__}"]
    return next((name for name in names if sum(entry.name == name for entry in known) == 1), None)


def installed() -> list[Plugin]:
    """Every plugin found, the broken ones with their error; in alphabetical order."""
    plugins = []
    for entry in sorted(entries(), key=lambda entry: entry.name):
        try:
            plugins.append(Plugin(entry.name, entry.owner, _of_entry(entry)))
        except PluginError as error:
            plugins.append(Plugin(entry.name, entry.owner, error=str(error)))
    return plugins


def _of_entry(entry: Entry) -> type[AnyProblem]:
    module, _, attribute = entry.value.partition(":")
    try:
        return _of_module(_import(module), attribute, entry.name)
    except OptionError as error:  # the package names it, not the caller
        raise PluginError(f"{entry.name} is broken: {error}") from error


def _import(module: str) -> ModuleType:
    if "" in module.split("."):
        raise OptionError(f"{module!r} is no name of a module: a problem is named module:Class")
    try:
        return importlib.import_module(module)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and not frames(error):  # not one that the module itself imports
            raise OptionError(
                f"there is no module {module}: install its package, or name its file, as in ./puzzle.py:Class"
            ) from error
        raise _broken(module, error) from error


def _run_file(path: str) -> ModuleType:
    if not os.path.isfile(path):
        raise OptionError(f"there is no file {path}")
    return load_file(path, _module_name(path))


def load_file(path: str, name: str) -> ModuleType:
    """Run a Python file as the module of a name.

    Raises:
        PluginError: it cannot be run.
    """
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PluginError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module  # attrs and pickle look a class's module up by name
    folder = os.path.dirname(os.path.realpath(path))
    if folder not in sys.path:
        sys.path.append(folder)  # a file may import its neighbours, and hides nothing that is installed
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before
        raise _broken(path, error) from error
    return module


def _module_name(file: str) -> str:
    """The name of a file's module: the file's own, unless a module of another file is loaded under that name."""
    stem = os.path.splitext(os.path.basename(file))[0]
    names = chain((stem,), (f"{stem}_{number}" for number in count(2)))
    return next(name for name in names if name not in sys.modules or _is_of(sys.modules[name], file))


def _is_of(module: ModuleType, file: str) -> bool:
    source = getattr(module, "__file__", None)
    return isinstance(source, str) and os.path.realpath(source) == os.path.realpath(file)


def _broken(what: str, error: BaseException) -> PluginError:
    """The error of a module or a file that fails while it is loaded, with the file and the line of the failure."""
    message = str(error).partition("\n")[0]
    if not isinstance(error, ClewError):  # whose messages say what to do
        message = f"{type(error).__name__}: {message}" if message else type(error).__name__
    place = "" if isinstance(error, SyntaxError) else _place(what, error)  # which says so itself
    return PluginError(f"{what} cannot be loaded: {message}{place}")


def _place(what: str, error: BaseException) -> str:
    """The file and the line at which a plugin failed."""
    frame = own_frame(error)
    if frame is None:
        return ""
    is_named = os.path.realpath(what) == os.path.realpath(frame.filename)
    return f" ({os.path.basename(what) if is_named else frame.filename}, line {frame.lineno})"


def _of_module(module: ModuleType, attribute: str, name: str) -> type[AnyProblem]:
    """The named class of a module, or the only problem that it defines.

    Raises:
        OptionError: there is no such problem, or several if none is named.
    """
    own = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__]
    candidates = [getattr(module, attribute, None)] if attribute else own
    problems = [c for c in candidates if isinstance(c, type) and issubclass(c, Problem)]
    if len(problems) == 1:
        return problems[0]
    choice = ", ".join(c.__name__ for c in own if issubclass(c, Problem))
    if problems:
        raise OptionError(f"{name} has several problems: add :Class, one of {choice}")
    if attribute:
        hint = f"name one of {choice}" if choice else "the module defines none, name another one"
        raise OptionError(f"{name}: {attribute} is not a Problem class: {hint}")
    raise OptionError(f"{name} defines no Problem class: write one, or name another file")

"""Finding problems by name, and loading only the one that is asked for.

A name is a plugin's name (an entry point in the group `clew.problems`), `module:Class`, or the path of
a Python file, with `:Class` behind it if it has several problems.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import cache
from itertools import chain, count
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import attrs

from clew.errors import ClewError, OptionError, PluginError
from clew.problem import Problem

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "clew.problems"


@attrs.frozen
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
    problem: type[Problem[Any, Any]] | None = None
    error: str = ""


def load(name: str, text: str | None = None, /, **parameters: Any) -> Problem[Any, Any]:
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
    problem = find(name)
    fields = attrs.fields(problem) if attrs.has(problem) else ()
    settable = {field.name for field in fields if field.kw_only or text is None}
    for unknown in parameters.keys() - settable if fields else ():
        raise OptionError(f"{name} has no parameter {unknown!r}")
    if text is not None:
        return problem.from_text(text, **parameters)
    missing = [f.name for f in fields if f.default is attrs.NOTHING and f.name not in parameters]
    if missing:
        raise OptionError(f"{name} needs an instance, as text or as {', '.join(missing)}=...")
    return problem(**parameters)


def find(name: str) -> type[Problem[Any, Any]]:
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
    found = [entry for entry in _entries() if entry.name == name]
    if not found:
        import difflib

        close = difflib.get_close_matches(name, {entry.name for entry in _entries()}, 1)
        hint = f"did you mean {close[0]}?" if close else "clew list shows those that are installed"
        raise OptionError(f"there is no problem {name!r}: {hint}")
    if len({entry.value for entry in found}) > 1:
        owners = " and ".join(sorted({_distribution(entry) for entry in found}))
        raise PluginError(f"{name} is the name of plugins of {owners}: use module:Class to say which")
    return _of_entry(found[0])


def installed() -> list[Plugin]:
    """Every plugin found, the broken ones with their error; in alphabetical order."""
    plugins = []
    for entry in sorted(_entries(), key=lambda entry: entry.name):
        try:
            plugins.append(Plugin(entry.name, _distribution(entry), _of_entry(entry)))
        except PluginError as error:
            plugins.append(Plugin(entry.name, _distribution(entry), error=str(error)))
    return plugins


@cache
def _entries() -> tuple[EntryPoint, ...]:
    from importlib.metadata import entry_points

    return tuple(dict.fromkeys(entry_points(group=GROUP)))


def _distribution(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else "unknown"


def _of_entry(entry: EntryPoint) -> type[Problem[Any, Any]]:
    module, _, attribute = entry.value.partition(":")
    return _of_module(_import(module), attribute, entry.name)


def _import(module: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            raise PluginError(f"there is no module {module}") from error
        raise _broken(module, error) from error
    except Exception as error:
        raise _broken(module, error) from error


def _run_file(path: str) -> ModuleType:
    if not Path(path).is_file():
        raise OptionError(f"there is no file {path}")
    return load_file(path, _module_name(Path(path)))


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
    folder = str(Path(path).resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # a file may import its neighbours, and hides nothing that is installed
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before
        raise _broken(path, error) from error
    return module


def _module_name(file: Path) -> str:
    """The name of a file's module: the file's own, unless a module of another file is loaded under that name."""
    names = chain((file.stem,), (f"{file.stem}_{number}" for number in count(2)))
    return next(name for name in names if name not in sys.modules or _is_of(sys.modules[name], file))


def _is_of(module: ModuleType, file: Path) -> bool:
    source = getattr(module, "__file__", None)
    return isinstance(source, str) and Path(source).resolve() == file.resolve()


def _broken(what: str, error: BaseException) -> PluginError:
    message = str(error).splitlines()[0] if str(error) else ""
    kind = "" if isinstance(error, ClewError) else f"{type(error).__name__}: "  # its messages say what to do
    return PluginError(f"{what} cannot be loaded: {kind}{message}")


def _of_module(module: ModuleType, attribute: str, name: str) -> type[Problem[Any, Any]]:
    """The named class of a module, or the only problem that it defines."""
    if attribute:
        candidates = [getattr(module, attribute, None)]
    else:
        candidates = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__]
    problems = [c for c in candidates if isinstance(c, type) and issubclass(c, Problem)]
    if len(problems) == 1:
        return problems[0]
    if attribute:
        raise PluginError(f"{name}: {attribute} is not a Problem class")
    if problems:
        raise OptionError(f"{name} has several problems: add :Class, one of {', '.join(p.__name__ for p in problems)}")
    raise PluginError(f"{name} defines no Problem class")

"""What a checkpoint is told of a search: enough to know it again, and to begin it again where that is possible."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

import attrs

from clew.errors import ClewError, OptionError
from clew.options import Options
from clew.outcome import Limits, Outcome
from clew.plugins import load
from clew.problem import Problem, instance_field
from clew.solution import Solution
from clew.strategies import All, AtMost, Count, First, Sample, Strategy, Unique
from clew.subtrees.checkpoint import Checkpoint
from clew.subtrees.encoding import Coding, plain, restored
from clew.subtrees.identity import canonical, digest, digest_of
from clew.subtrees.opening import Kept, opened
from clew.subtrees.running import solve

FORMS: Final = ("inference", "variable_order", "value_order", "seed", "verify")
"""The options that a checkpoint keeps as they are, if they are names or numbers."""

KNOWN: Final[dict[str, type[Strategy[Any]]]] = {
    kind.__name__: kind for kind in (All, AtMost, Count, First, Sample, Unique)
}
"""The strategies that a checkpoint can begin again by itself."""


@attrs.frozen
class Keeping:
    """How to keep a search.

    Attributes:
        path: the file of the checkpoint.
        source: how to make the problem again, as `made` reads it; found out by itself if possible.
        output: a file in JSON Lines for the solutions, in place of the checkpoint.
    """

    path: Path = attrs.field(converter=Path)
    source: Mapping[str, Any] | None = None
    output: Path | None = None


@attrs.frozen
class Listed(Strategy[int]):
    """Every solution, written out by the checkpoint as it becomes certain: what is left is their number."""

    def empty(self) -> int:
        return 0

    def add(self, result: int, solution: Solution[Any, Any]) -> int:
        return result + 1

    def merge(self, earlier: int, later: int) -> int:
        return earlier + later


def solve_kept(problem: Problem[Any, Any], strategy: Strategy[Any], options: Options) -> Outcome[Any]:
    """Search a problem and keep what is finished (see `clew.solve`)."""
    ledger = checkpoint_of(problem, strategy, options)
    try:
        return solve(problem, strategy, options, ledger)
    except BaseException as error:
        ledger.give_up(error)
        raise


def checkpoint_of(problem: Problem[Any, Any], strategy: Strategy[Any], options: Options) -> Checkpoint:
    """The checkpoint that some options ask for.

    Raises:
        InputError: the file that is there is another search's, or no checkpoint.
        OptionError: the search cannot be kept, or another process writes the file.
        CheckpointError: the file cannot be written.
    """
    asked = options.get("checkpoint")
    if not isinstance(asked, (str, os.PathLike, Keeping)):
        raise OptionError(f"checkpoint must be the path of a file, not {asked!r}")
    if options.get("subtree") is not None:
        raise OptionError("a checkpoint keeps a whole search: leave checkpoint or subtree out")
    keeping = asked if isinstance(asked, Keeping) else Keeping(asked)
    given, limits = _given(problem, options), options.get("limits")
    own = digest(problem)
    identity = {
        "version": _version(),
        "problem": title(problem),
        "digest": own,
        "question": canonical(strategy),
        "given": given,
        **{name: _named(options.get(name)) for name in FORMS},
        "solutions": limits.solutions if isinstance(limits, Limits) else None,
        "output": keeping.output is not None,
    }
    remarks = {
        "source": keeping.source or source_of(problem, own),
        "question": type(strategy).__name__,
        "strategy": _kept_strategy(strategy),
        "output": None if keeping.output is None else str(keeping.output),
    }
    return opened(keeping.path, Kept(identity, remarks), problem, keeping.output)


def title(problem: Problem[Any, Any]) -> str:
    """What a problem is called."""
    return problem.name or type(problem).__name__


def _version() -> str:
    return str(import_module("clew").__version__)  # known by the outermost layer


def _given(problem: Problem[Any, Any], options: Options) -> list[Any]:
    try:
        return Coding(problem).encoded_given(options.get("given") or {})
    except KeyError as error:
        raise OptionError(f"given: {title(problem)} has no variable or value {error.args[0]!r}") from None


def _named(option: Any) -> Any:
    """An option that is a name or a number; a function stands as its digest, and has to be given again."""
    return option if option is None or isinstance(option, (str, int)) else {"function": digest_of(canonical(option))}


def _kept_strategy(strategy: Strategy[Any]) -> Any:
    """A strategy's name and numbers; None if it is none of clew's, and has to be given again."""
    if type(strategy) is Listed:
        return ["Listed", {}]
    if type(strategy) not in KNOWN.values():
        return None
    fields = attrs.fields(cast(Any, type(strategy)))
    return [type(strategy).__name__, {field.name: getattr(strategy, field.name) for field in fields if field.init}]


def strategy_of(kept: Any) -> Strategy[Any] | None:
    """The strategy that a checkpoint names; None if it has to be given."""
    if kept is None:
        return None
    name, numbers = kept
    return Listed() if name == "Listed" else KNOWN[name](**numbers)


def options_of(identity: Mapping[str, Any], problem: Problem[Any, Any]) -> Options:
    """The options that shape a kept search.

    Raises:
        OptionError: one of them is a function, which is not kept.
    """
    options: Options = {"given": Coding(problem).decoded_given(identity["given"])}
    options["limits"] = Limits(solutions=identity["solutions"])
    for name in FORMS:
        if isinstance(identity[name], dict):
            raise OptionError(f"its {name} is a function, which no file keeps: call clew.solve with the same options")
        options[name] = identity[name]
    return options


def source_of(problem: Problem[Any, Any], own: str) -> dict[str, Any] | None:
    """How to make a problem again: what `clew.load` is called with; None if that would not make the same one.

    Args:
        problem: the problem.
        own: its digest.
    """
    kind = type(problem)
    name = _loadable(kind)
    if name is None or not attrs.has(kind):
        return None
    declared: tuple[attrs.Attribute[Any], ...] = attrs.fields(kind)
    for has_text in (True, False):
        try:
            text = problem.to_text() if has_text else None
            form = instance_field(type(problem)) if has_text else None
            fields = [f for f in declared if f.init and f is not form and (f.kw_only or not has_text)]
            parameters = [[f.alias, plain(getattr(problem, f.name))] for f in fields]
            source = {"name": name, "text": text, "parameters": parameters}
            if digest(made(source)) == own:
                return source
        except (ClewError, TypeError, AttributeError, ValueError):
            continue
    return None


def made(source: Mapping[str, Any], folder: Path | None = None) -> Problem[Any, Any]:
    """The problem that a source describes.

    Args:
        source: as `source_of` gives it.
        folder: where to look for a file that is not where it was, as on another machine.

    Raises:
        OptionError: there is no such problem any more.
        PluginError: it cannot be loaded.
    """
    name = str(source["name"])
    path, _, attribute = name.rpartition(":")
    if (
        path.endswith(".py")
        and not Path(path).is_file()
        and folder is not None
        and (folder / Path(path).name).is_file()
    ):
        name = f"{folder / Path(path).name}:{attribute}"
    parameters = {key: restored(value) for key, value in source["parameters"]}
    return load(name, source["text"], **parameters)


def _loadable(kind: type) -> str | None:
    """The name by which `clew.load` finds a class; None for what is made within a function, or in a script."""
    spec = getattr(sys.modules.get(kind.__module__), "__spec__", None)
    if spec is None or not spec.origin or "." in kind.__qualname__:
        return None
    is_installed = "." in kind.__module__ or spec.submodule_search_locations or "site-packages" in spec.origin
    return f"{kind.__module__ if is_installed else spec.origin}:{kind.__qualname__}"

"""Resuming: a search that was kept in a file continues from its last state, after any interruption and on any machine.

A checkpoint is data, and may come from anywhere. So resuming one imports and runs nothing that the file names, but for
an installed plugin, which is found by its name among those that are installed; any other problem is named by the
caller. And it writes to no file that the checkpoint names: only to the checkpoint and the files beside it that are
called after it, or to the one that the caller names.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Any, Final, Unpack

import attrs

from clew.api import solve
from clew.errors import ClewError, InputError, OptionError
from clew.exchange import from_json
from clew.options import CheckpointSpecification, Options
from clew.outcome import Limits, Outcome
from clew.planning.validation import path_of
from clew.plugins import find_installed
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem
from clew.scale.checkpoint.checkpoint import check, shown
from clew.scale.checkpoint.files import beside
from clew.scale.checkpoint.reader import reading
from clew.scale.checkpoint.specification import known_by, made, options_of, strategy_of, version
from clew.strategies import Strategy

LONGEST: Final = 4096
"""Characters of a name that is to be passed on, at most: those of a path."""


@surfacing()
def resume(
    path: str | os.PathLike[str],
    problem: AnyProblem | None = None,
    strategy: Strategy[Any] | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    **options: Unpack[Options],
) -> Outcome[Any]:
    """Go on with a search that was kept in a file; its outcome is that of a search that was never interrupted.

    Args:
        path: the checkpoint. No code that it names is run, and no file that it names is written.
        problem: the problem. By default an instance of an installed plugin, or a model that the command line
            has read from a file, is made again from what the checkpoint holds.
        strategy: folds the solutions; by default the one that was asked for, if it is one of clew's.
        output: the file that the solutions of `clew solve --all` go to, if it is not the one beside the checkpoint.
        options: those that do not shape the search, such as `jobs`, `kernel`, `limits` and `progress`; the others
            are those of its beginning.

    Raises:
        InputError: the file is no checkpoint, is damaged, or is of another search.
        OptionError: the problem, the strategy or the output has to be given, or another process is searching.
        CheckpointError: the file cannot be written any more.
    """
    problem, strategy, kept = resumed(
        path_of(path, "a checkpoint"), problem, strategy, output=None if output is None else path_of(output, "output")
    )
    limits, own = options.pop("limits", None) or Limits(), kept["limits"] or Limits()
    kept.update(options)
    kept["limits"] = limits if limits.solutions else attrs.evolve(limits, solutions=own.solutions)
    return solve(problem, strategy, **kept)


def resumed(
    path: Path,
    problem: AnyProblem | None = None,
    strategy: Strategy[Any] | None = None,
    *,
    kind: type[AnyProblem] | None = None,
    output: Path | None = None,
) -> tuple[AnyProblem, Strategy[Any], Options]:
    """A kept search, made again: the problem, the strategy, and the options that shape it, with how it is kept.

    Args:
        path: the checkpoint.
        problem: the problem, if it is known.
        strategy: folds the solutions, if it is known.
        kind: the class of the problem, if that is known.
        output: the file of the solutions, if that is known.

    Raises:
        InputError: the file is no checkpoint, is damaged, or is of another problem.
        OptionError: the problem, the strategy or the output has to be given.
        PluginError: the plugin is broken.
    """
    with reading(path) as reader:
        if reader is None:
            raise InputError(f"{path} is empty, its search was ended as it began: start it again")
        about = reader.about()
    source = about["remarks"]["source"]
    check(path, about, {"version": version()})
    try:
        strategy = strategy or strategy_of(about["remarks"]["strategy"])
        problem, known = _made_again(path, source, kind) if problem is None else (problem, known_by(problem))
        if strategy is None:
            question = shown(about["remarks"]["question"])
            raise OptionError(f"its strategy, {question}, is none of clew's: give it, strategy=...")
        output = _output(path, about, output)
    except ClewError as error:
        raise type(error)(f"{path}: {error}") from error
    check(path, about, known)
    return problem, strategy, options_of(CheckpointSpecification(path, source, output), about["identity"], problem)


def _made_again(
    path: Path, source: Mapping[str, Any] | None, kind: type[AnyProblem] | None
) -> tuple[AnyProblem, dict[str, str]]:
    """The problem that a checkpoint holds, and what it is known by.

    Raises:
        InputError: the class makes no problem of what the checkpoint holds.
        OptionError: the class, or the problem, has to be given.
        PluginError: the plugin is broken.
    """
    if source is None:
        raise OptionError(
            f"its problem was made in Python: give it, clew.resume({str(path)!r}, problem), or repeat the call that "
            "began the search"
        )
    if "model" not in source:
        kind = kind or _installed(path, source)
    elif kind is not None:
        raise OptionError("it holds the model itself: leave the problem out")
    try:
        problem = from_json(source["model"]) if kind is None else made(kind, source)
        return problem, known_by(problem)
    except Exception as error:  # the text and the parameters may be anything, and the class need not expect that
        message = str(error).partition("\n")[0]
        raise InputError(
            f"its problem cannot be made again from what it holds ({type(error).__name__}: {message}): "
            f"give it, clew.resume({str(path)!r}, problem)"
        ) from error


def _installed(path: Path, source: Mapping[str, Any]) -> type[AnyProblem]:
    """The class of the plugin that a checkpoint names."""
    if source["plugin"] is None:
        name = shown(source["name"], LONGEST)
        raise OptionError(
            f"its problem is {name}, and no code is run because a checkpoint names it: "
            f"name it yourself, clew resume {path} --problem {quote(name)}, or clew.resume({str(path)!r}, problem)"
        )
    return find_installed(source["plugin"])


def _output(path: Path, about: Mapping[str, Any], output: Path | None) -> Path | None:
    """The file that the solutions go to, if to one.

    Raises:
        OptionError: it has to be given, or must not.
    """
    named = about["remarks"]["output"]
    if not about["identity"]["output"]:
        if output is not None:
            raise OptionError("it writes no solutions into a file: leave the output out")
        return None
    if output is None and named is not None:
        name = shown(named, LONGEST)
        raise OptionError(
            f"its solutions go to {name}, and no file is written because a checkpoint names it: "
            f"name it yourself, clew resume {path} --output {quote(name)}, or output=... in Python"
        )
    if output is None and beside(path).is_symlink():
        raise OptionError(f"{beside(path)} is a link: name the file, clew resume {path} --output FILE")
    if output is not None and output.exists() and output.samefile(path):
        raise OptionError(f"{output} is the checkpoint itself: name the file of the solutions")
    return output or beside(path)

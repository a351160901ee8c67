"""Resuming: a search that was kept in a file goes on where it was, whoever began it and wherever."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Unpack

import attrs

from clew.api import solve
from clew.errors import ClewError, InputError, OptionError
from clew.formats import from_json
from clew.options import Options
from clew.outcome import Limits, Outcome
from clew.problem import Problem
from clew.strategies import Strategy
from clew.subtrees.keeping import Keeping, made, options_of, strategy_of
from clew.subtrees.store import reading


@attrs.frozen
class Resumed:
    """A kept search, made again.

    Attributes:
        problem: what is searched.
        strategy: what becomes of the solutions.
        options: those that shape the search.
        keeping: how it is kept.
    """

    problem: Problem[Any, Any]
    strategy: Strategy[Any]
    options: Options
    keeping: Keeping


def resume(
    path: str | os.PathLike[str],
    problem: Problem[Any, Any] | None = None,
    strategy: Strategy[Any] | None = None,
    **options: Unpack[Options],
) -> Outcome[Any]:
    """Go on with a search that was kept in a file; its outcome is that of a search that was never interrupted.

    Args:
        path: the checkpoint.
        problem: what is searched; by default it is made again, if it can be: from its plugin's name and its text.
        strategy: what becomes of the solutions; by default the one that was asked for, if it is one of clew's.
        options: those that do not shape the search, such as `jobs`, `kernel`, `limits` and `progress`; the others
            are those of its beginning.

    Raises:
        InputError: the file is no checkpoint, is damaged, or is of another search.
        OptionError: the problem or the strategy has to be given, or another process is searching.
        CheckpointError: the file cannot be written any more.
    """
    again = resumed(Path(path), problem, strategy)
    limits: Limits = options.pop("limits", None) or Limits()
    kept: Limits = again.options.pop("limits", None) or Limits()
    again.options["limits"] = limits if limits.solutions else attrs.evolve(limits, solutions=kept.solutions)
    again.options.update({"checkpoint": again.keeping, **options})
    return solve(again.problem, again.strategy, **again.options)


def resumed(path: Path, problem: Problem[Any, Any] | None = None, strategy: Strategy[Any] | None = None) -> Resumed:
    """What a checkpoint needs to go on.

    Args:
        path: the checkpoint.
        problem: what is searched, if it is known.
        strategy: what becomes of the solutions, if it is known.

    Raises:
        InputError: the file is no checkpoint, or is damaged.
        OptionError: the problem or the strategy cannot be made again.
    """
    with reading(path) as reader:
        if reader is None:
            raise InputError(f"{path} is empty, its search was ended as it began: begin it again")
        about = reader.about()
    remarks = about["remarks"]
    strategy = strategy or strategy_of(remarks["strategy"])
    try:
        problem = problem or _problem(remarks["source"], path.absolute().parent)
        if problem is None:
            raise OptionError("its problem was made in Python: give it, clew.resume(path, problem)")
        if strategy is None:
            raise OptionError(f"its strategy, {remarks['question']}, is none of clew's: give it, strategy=...")
        options = options_of(about["identity"], problem)
    except ClewError as error:
        raise type(error)(f"{path}: {error}") from error
    output = None if remarks["output"] is None else Path(remarks["output"])
    return Resumed(problem, strategy, options, Keeping(path, remarks["source"], output))


def _problem(source: dict[str, Any] | None, folder: Path) -> Problem[Any, Any] | None:
    if source is None:
        return None
    return from_json(source["model"]) if "model" in source else made(source, folder)

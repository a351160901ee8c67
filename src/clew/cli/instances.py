"""From the words of the command to a problem and the options of its search."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from clew.errors import InputError, OptionError
from clew.outcome import Limits
from clew.plan import Options
from clew.problem import Problem

MAX_BYTES = 2**26


def make(parsed: argparse.Namespace) -> Problem[Any, Any]:
    """The problem that the command names, made from its instance."""
    found = _problem(parsed)
    given = {k.removeprefix("parameter:"): v for k, v in vars(parsed).items() if k.startswith("parameter:")}
    if parsed.example is not None:
        example = next((e for e in found.examples if e.name == parsed.example), None)
        if example is None:
            names = ", ".join(e.name for e in found.examples) or "none"
            raise OptionError(f"{parsed.problem} has no example {parsed.example!r}: there are {names}")
        if parsed.instance is not None:
            raise OptionError("give an instance or --example, not both")
        parsed.instance = example.text
        return found.from_text(example.text, **{**example.parameters, **given})
    if parsed.instance is None:
        hint = f": give one, or try --example {found.examples[0].name!r}" if found.examples else ""
        raise OptionError(f"which instance of {parsed.problem}{hint}")
    return read(found, parsed.instance, given)


def read(found: type[Problem[Any, Any]], instance: str, given: dict[str, Any]) -> Problem[Any, Any]:
    """A problem from an instance: a text, a file, or - for standard input."""
    text = _text(instance)
    if text is not None:
        return found.from_text(text, **given)
    try:
        return found.from_text(instance, **given)
    except InputError as error:
        if re.fullmatch(r"\S*[\w-]\.[A-Za-z]\w{0,5}|\.{0,2}/\S*|\S+/\S+\.\w+", instance):
            raise InputError(f"there is no file {instance}, and as a text: {error}") from None
        raise


def _problem(parsed: argparse.Namespace) -> type[Problem[Any, Any]]:
    if parsed.found is None:
        raise OptionError(f"which problem: clew {parsed.command} PROBLEM INSTANCE, and clew list shows the problems")
    found: type[Problem[Any, Any]] = parsed.found
    return found


def _text(instance: str) -> str | None:
    """What a file or standard input holds; None if the instance is neither."""
    if instance == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed: give a file")
        return _decode(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input")
    if re.fullmatch(r"\s*|[+-]?\d+", instance):
        return None  # a number is a number, even beside a file of that name
    try:
        path = Path(instance)
        if path.is_dir():
            raise InputError(f"{instance} is a directory: give a file")
        if not path.exists():
            return None
        with path.open("rb") as file:
            return _decode(file.read(MAX_BYTES + 1), instance)
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno in (13, 21):
            raise InputError(f"{instance} cannot be read: {error.strerror}") from None
        return None  # no name that a file could have


def _decode(content: bytes, name: str) -> str:
    if len(content) > MAX_BYTES:
        raise InputError(f"{name} is larger than {MAX_BYTES // 2**20} MiB")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise InputError(f"{name} is not text: line {line} has the byte {content[error.start]:#04x}") from None


def options(parsed: argparse.Namespace, problem: Problem[Any, Any]) -> Options:
    """The options of the search."""
    chosen: Options = {"given": _given(parsed.given, problem), "inference": parsed.inference}
    if parsed.command != "show":
        chosen["variable_order"] = parsed.order
        chosen["value_order"] = parsed.value_order
        chosen["seed"] = parsed.seed
        chosen["kernel"] = parsed.kernel
        limit = getattr(parsed, "limit", None)
        chosen["limits"] = Limits(time=parsed.time_limit, nodes=parsed.node_limit, solutions=limit)
    return chosen


def _given(words: list[str], problem: Problem[Any, Any]) -> dict[Any, Any]:
    """Values by the names of their variables, as in `a=1,b=2`."""
    given: dict[Any, Any] = {}
    if not words:
        return given
    domains = problem.domains()
    variables = {problem.variable_name(variable): variable for variable in domains}
    if not variables:
        raise OptionError(f"--given: the variables of {problem.name} appear as the search goes and have no names yet")
    for word in re.split(r"\s*,\s*|\s+", ",".join(words).strip()):
        name, equals, text = word.partition("=")
        if not equals:
            raise OptionError(f"--given: {word!r} is not NAME=VALUE")
        if name not in variables:
            known = ", ".join(list(variables)[:3])
            raise OptionError(f"--given: there is no variable {name!r}: the names are {known}, ...")
        values = {str(problem.value_name(value)): value for value in domains[variables[name]]}
        if text not in values:
            raise OptionError(f"--given: {name} cannot be {text!r}: its values are {', '.join(list(values)[:10])}")
        if given.setdefault(variables[name], values[text]) != values[text]:
            raise OptionError(f"--given: {name} is given twice")
    return given

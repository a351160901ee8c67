"""The parameters of a problem, declared with `clew.parameter`, as options of the command."""

from __future__ import annotations

import argparse
import math
import re
import types
import typing
from typing import Any, Final

import attrs

from clew.errors import OptionError
from clew.plugins import parameters_of
from clew.problem.fields import title_of
from clew.problem.problem import AnyProblem

MAX_DIGITS: Final = 18


def add_parameters(sub: argparse.ArgumentParser, problem: type[AnyProblem]) -> None:
    """Add an option for each parameter that can be typed: a number, a text, a truth value, one of some choices.

    Raises:
        OptionError: a parameter has the name of an option of the command itself.
    """
    title = title_of(problem)
    group = sub.add_argument_group(f"{title} parameters")
    for field in parameters_of(problem):
        kind = kind_of(problem, field)
        if kind is None:
            continue
        details: dict[str, Any] = {"default": argparse.SUPPRESS, "dest": f"parameter:{field.name}"}
        default = "none" if field.default is None else field.default
        details["help"] = f"{field.metadata['help']} (default: {default})".replace("%", "%%")
        choices = field.metadata["choices"]
        if choices:
            named = {str(choice): choice for choice in choices}
            details |= {"choices": list(choices), "metavar": f"{{{','.join(named)}}}"}
            details["type"] = lambda text, named=named: named.get(text, text)
        elif kind is bool:
            details["action"] = argparse.BooleanOptionalAction
        else:
            details |= {"type": READERS[kind], "metavar": field.name.upper()}
        try:
            group.add_argument("--" + field.name.replace("_", "-"), **details)
        except argparse.ArgumentError as error:
            raise OptionError(f"the parameter {field.name} of {title} is an option of clew: {error}") from None


def kind_of(problem: type[AnyProblem], field: attrs.Attribute[Any]) -> type | None:
    """The type of a parameter's values: that of the default, or of the annotation if the default says nothing.

    None if it is a type whose values cannot be typed: such a parameter is set in Python.
    """
    if field.metadata["choices"]:
        return str
    kind = _annotated(problem, field.name) if field.default is None else type(field.default)
    return kind if kind in READERS else None


def _annotated(problem: type[AnyProblem], name: str) -> type:
    """The type that a parameter is annotated with, None aside; text if there is no telling."""
    try:
        hint = typing.get_type_hints(problem)[name]
    except Exception:  # an annotation that names what is not there at run time
        return str
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        hint = next(part for part in typing.get_args(hint) if part is not type(None))
    return hint if isinstance(hint, type) else str


def _whole(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]+", text) or len(text) > MAX_DIGITS:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number" + " of a sensible size" * text.isdigit())
    return int(text)


def _real(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number")
    return number


READERS: Final[dict[type, Any]] = {bool: None, int: _whole, float: _real, str: str}

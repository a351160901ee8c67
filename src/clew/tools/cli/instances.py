"""From the words of the command to a problem and the options of its search."""

from __future__ import annotations

import math
import os
import re
import sys
import time
from argparse import Namespace
from collections.abc import Iterable, Mapping
from typing import Any

from clew import exchange, plugins
from clew.errors import ClewError, InputError, OptionError, cut
from clew.limits import limited
from clew.options import Options
from clew.outcome import Clock, Limits
from clew.problem.fields import instance_field, reads_itself, title_of
from clew.problem.problem import AnyProblem

MAX_BYTES = 2**26


def make(parsed: Namespace) -> AnyProblem:
    """The problem that the command names, made from its instance. The time limit of the command begins here.

    Raises:
        LimitReached: a limit was reached before the instance was read.
    """
    time_limit, memory = getattr(parsed, "time_limit", None), getattr(parsed, "memory_limit", None)
    parsed.started = time.perf_counter()
    clock = Clock(parsed.started + (math.inf if time_limit is None else time_limit), memory)
    with limited(None if time_limit is None and memory is None else clock.look):
        return _made(parsed)


def another(parsed: Namespace, instance: str | None = None, example: str | None = None) -> AnyProblem:
    """The problem that the command names, made from another instance or example."""
    return make(Namespace(**{**vars(parsed), "instance": instance, "example": example}))


def _made(parsed: Namespace) -> AnyProblem:
    found = kind(parsed)
    if is_model(parsed.problem):
        return _kept_model(parsed)
    given = parameters_of(parsed)
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
        raise OptionError(f"which instance of {parsed.problem}: {_remedy(found)}")
    return read(found, parsed.instance, given)


def _remedy(found: type[AnyProblem]) -> str:
    """What to do if no instance is named."""
    if found.examples:
        return f"give one, or try --example {found.examples[0].name!r}"
    if instance_field(found) is not None or reads_itself(found):
        return "give one, as text or as a file"
    title = found.__name__
    return (
        f"{title} reads none: give it a field such as size: int = clew.instance(clew.forms.Number()), or ask in Python"
    )


def find(name: str) -> type[AnyProblem]:
    """The class of a problem: that of a JSON file is `Model`, and the file is all that there is of it."""
    if not is_model(name):
        return plugins.find(name)
    from clew.problem.model import Model

    return Model


def is_model(name: str) -> bool:
    """Whether a problem is named by the file of a declared model."""
    return name.endswith(".json")


def _kept_model(parsed: Namespace) -> AnyProblem:
    if parsed.instance is not None or parsed.example is not None:
        raise OptionError(f"{parsed.problem} is a model, which has no instances: leave out what follows it")
    text = _text(parsed.problem)
    if text is None:
        raise OptionError(f"there is no file {parsed.problem}")
    try:
        return exchange.from_json(text)
    except InputError as error:
        raise InputError(f"{parsed.problem}: {error}") from None


def read(found: type[AnyProblem], instance: str, given: dict[str, Any]) -> AnyProblem:
    """A problem from an instance: a text, a file, or - for standard input."""
    text = _text(instance)
    try:
        return plugins.read(found, instance if text is None else text, given)
    except InputError as error:
        if text is not None:
            name = "standard input" if instance == "-" else instance
            raise InputError(f"{name}: {error}{_has_many(found, text, given)}") from None
        if "?" not in instance and re.fullmatch(r"\S*[\w-]\.[A-Za-z]\w{0,5}|\.{0,2}/\S*|\S+/\S+\.\w+", instance):
            rows = instance.split("/")
            if len(set(map(len, rows))) == 1 < len(rows):  # a grid rather than a path
                raise InputError(f"{error} (and there is no file {cut(instance, 40)})") from None
            raise InputError(f"there is no file {instance}, and as a text: {error}") from None
        raise


def _has_many(found: type[AnyProblem], text: str, given: dict[str, Any]) -> str:
    """A remark about a text whose first line alone is an instance."""
    first, _, others = text.strip().partition("\n")
    try:
        plugins.read(found, first, given)
    except ClewError:
        return ""
    several = "; its first line alone is an instance: check, solve and sheet read one from each line with --each"
    return several if others else ""


def sizes(text: str, most: int) -> range:
    """The sizes in a range such as 4..9, or one size; none if the text is neither.

    Raises:
        InputError: the range does not go up, or over more than so many sizes.
    """
    ends = re.fullmatch(r"(\d{1,9})(?:\.\.(\d{1,9}))?", text)
    if ends is None:
        return range(0)
    low, high = int(ends[1]), int(ends[2] or ends[1])
    if not low <= high < low + most:
        raise InputError(f"the range {text} must go up, over {most} sizes at most")
    return range(low, high + 1)


def parameters_of(parsed: Namespace) -> dict[str, Any]:
    """The problem's parameters that the command sets."""
    return {k.removeprefix("parameter:"): v for k, v in vars(parsed).items() if k.startswith("parameter:")}


def words(parsed: Namespace, names: Iterable[str]) -> list[str]:
    """Those of the options that are given, as they are typed."""
    return [f"--{name.replace('_', '-')}" for name in names if getattr(parsed, name, None)]


def kind(parsed: Namespace) -> type[AnyProblem]:
    """The class of the problem that the command names.

    Raises:
        OptionError: it names none.
    """
    if parsed.found is None:
        raise OptionError(f"which problem: clew {parsed.command} PROBLEM INSTANCE, and clew list shows the problems")
    found: type[AnyProblem] = parsed.found
    return found


def _text(instance: str) -> str | None:
    """The text of a file or of standard input; None if the instance is neither."""
    if instance == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed: give a file")
        return _decode(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input")
    if re.fullmatch(r"\s*|[+-]?\d+", instance):
        return None  # a number is a number, even beside a file of that name
    try:
        if os.path.isdir(instance):
            raise InputError(f"{instance} is a directory: give a file")
        with open(instance, "rb") as file:
            return _decode(file.read(MAX_BYTES + 1), instance)
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno in (13, 21):
            raise InputError(f"{instance} cannot be read: {error.strerror}") from None
        return None  # there is no such file, or it is no name that a file could have


def _decode(content: bytes, name: str) -> str:
    if len(content) > MAX_BYTES:
        raise InputError(f"{name} is larger than {MAX_BYTES // 2**20} MiB")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise InputError(f"{name} is not text: line {line} has the byte {content[error.start]:#04x}") from None


def options(parsed: Namespace, problem: AnyProblem) -> Options:
    """The options of the search."""
    chosen: Options = {"given": given_values(parsed.given, problem), "inference": parsed.inference}
    if parsed.command == "show":
        return chosen
    limit, memory = getattr(parsed, "limit", None), getattr(parsed, "memory_limit", None)
    limits = Limits(seconds_left(parsed), parsed.node_limit, limit, memory)
    orders: Options = {"variable_order": parsed.order, "value_order": parsed.value_order, "seed": parsed.seed}
    return {**chosen, **orders, "learning": parsed.learning, "kernel": parsed.kernel, "limits": limits}


def seconds_left(parsed: Namespace) -> float | None:
    """The time limit of the command, of which reading the instance took some; None if it has none."""
    limit: float | None = parsed.time_limit
    now = time.perf_counter()
    return None if limit is None else max(0.0, limit - (now - getattr(parsed, "started", now)))


def given_values(words: list[str], problem: AnyProblem) -> dict[Any, Any]:
    """Values by the names of their variables, as in `a=1,b=2`."""
    given: dict[Any, Any] = {}
    if not words:
        return given
    from clew.problem.naming import Names

    domains = problem.domains()
    titles = Names(problem).variable
    variables = {name(variable): variable for name in (titles, problem.variable_name) for variable in domains}
    if not variables:
        raise OptionError(
            f"--given: the variables of {title_of(type(problem))} appear as the search goes and have no names yet"
        )
    known = {_joined(name): name for name in variables}
    for word in words:
        for key, text in _assignments(word, known):
            name = known[key]
            values = {_joined(str(problem.value_name(value))): value for value in domains[variables[name]]}
            first, *more = text.split(",")
            if text not in values and first in values:
                raise OptionError(f"--given: {more[0]!r} is not NAME=VALUE")
            if text not in values:
                raise OptionError(f"--given: {name} cannot be {text!r}: its values are {', '.join(list(values)[:10])}")
            if given.setdefault(variables[name], values[text]) != values[text]:
                raise OptionError(f"--given: {name} is given twice")
    return given


def _assignments(word: str, known: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """The names in `a=1,b=2`, each with its value.

    Names and values may hold commas and spaces of their own, as `0,1` does: a name begins behind a comma, as far to
    the left as one that is known can, and the parts before it belong to the value before.
    """
    names = "|".join(map(re.escape, known))
    before, *found = re.split(rf",({names})=", f",{_joined(word.strip())}")
    # The first part of a value may hold a `=`, any other is then a name that is not known.
    unread = [before[1:]] if before else [part for value in found[1::2] for part in value.split(",")[1:]]
    for part in unread:
        name, equals, _ = part.partition("=")
        if equals:
            some = ", ".join([*known.values()][:3])
            raise OptionError(f"--given: there is no variable {name!r}: the names are {some}, ...")
    if before:
        raise OptionError(f"--given: {unread[0].split(',')[0]!r} is not NAME=VALUE")
    return zip(found[::2], found[1::2], strict=True)


def _joined(text: str) -> str:
    """The parts of a text, whatever separates them, with commas between."""
    return re.sub(r"\s*,\s*|\s+", ",", text)

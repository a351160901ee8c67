"""The words that each command takes, beside its name."""

from __future__ import annotations

import argparse
import math
import re
from typing import Any, Final, NamedTuple

from clew.exchange import NEEDS
from clew.reference.search.value_order import VALUE_ORDERS
from clew.reference.search.variable_order import VARIABLE_ORDERS
from clew.state.levels import LEVELS
from clew.tools.cli.commands import table_of
from clew.tools.comparison import NAMES as METHODS

UNITS: Final = {"": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}
MAX_DIGITS: Final = 18


class CommandWord(NamedTuple):
    """An option, or an argument that is known by its place, as the table of the words has it.

    Attributes:
        typed: the word that selects it, and the name of its value if it has one.
        commands: the names of those that take it.
        meanings: what it means to the parser.
        about: what the help says.
    """

    typed: str
    commands: list[str]
    meanings: str
    about: str

    @property
    def name(self) -> str:
        """The word that selects it."""
        return self.typed.partition(" ")[0]

    @property
    def either(self) -> bool:
        """Whether no other such word of its group goes with it."""
        return "either" in self.meanings.split()

    @property
    def details(self) -> dict[str, Any]:
        """The rest of what `add_argument` is given; an option without value is a switch."""
        name, _, value = self.typed.partition(" ")
        # What is known by its place is optional for the sake of a better message, and so that help needs no problem.
        more: dict[str, Any] = {} if name.startswith("-") else {"nargs": "?"}
        more |= {"metavar": value} if value else {}
        for meaning in self.meanings.split():
            key, _, own = meaning.partition("=")
            more |= {key: tuple(own.split(",")) if key == "choices" else own} if own else MEANINGS[key]
        if "type" in more and "default" in more:
            more["default"] = more["type"](more["default"])
        return {**(more or {"action": "store_true"}), "help": self.about}

    def shown(self) -> str:
        """A word that is known by its place, as the usage shows it."""
        details = self.details
        name: str = details.get("metavar") or self.name.upper()
        return f"{name}..." if details["nargs"] == "*" else name


def _read(pattern: str, text: str, wanted: str) -> re.Match[str]:
    """A text of some form.

    Raises:
        ArgumentTypeError: it is of another.
    """
    match = re.fullmatch(pattern, text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no {wanted}")
    return match


def seconds(text: str) -> float:
    """A time, as in 10, 500ms or 2m."""
    match = _read(r"(\d+(?:\.\d*)?|\.\d+)(ms|s|m|h)?", text, "time: use seconds, or 500ms, 10s, 2m, 1h")
    return float(match[1]) * {"ms": 0.001, "s": 1, None: 1, "m": 60, "h": 3600}[match[2]]


def _jobs(text: str) -> int | str:
    _read(r"auto|\d{1,4}", text, "number of workers: give one, or auto")
    return text if text == "auto" else int(text)


def _pieces(text: str) -> int:
    return int(_read(r"[1-9]\d{0,17}", text, "number from 1")[0])


def _size(text: str) -> int:
    match = _read(r"(?i)(\d+(?:\.\d*)?)\s*([KMG]i?B|TiB)?", text, "amount of memory: use bytes, or 500MB, 2GiB")
    return int(float(match[1]) * UNITS[(match[2] or "").upper()])


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

QUESTIONS: Final = "solve count check"
SEARCHES: Final = f"{QUESTIONS} estimate trace profile"
INSTANCES: Final = f"{SEARCHES} hint rate play show explain-model export verify generate"
INSTANCE: Final = "the instance: a text, a file, or - for standard input"
TERMS: Final = {
    "questions": QUESTIONS,
    "searches": SEARCHES,
    "instances": INSTANCES,
    "commands": f"{INSTANCES} compare sheet test list new completion resume status",
    "instance": INSTANCE,
    "cluster": "search on a Dask cluster: its scheduler's address, or local for this machine",
    "levels": ", ".join(LEVELS),
    "orders": ", ".join(VARIABLE_ORDERS),
    "value_orders": ", ".join(VALUE_ORDERS),
    "methods": ", ".join(METHODS),
    "needs": NEEDS,
}
"""The terms that stand in braces in the table of the words."""
MEANINGS: Final[dict[str, dict[str, Any]]] = {
    **{kind.__name__.strip("_"): {"type": kind} for kind in (int, float, seconds, _jobs, _pieces, _size)},
    "any": {"nargs": "*"},
    "list": {"action": "append", "default": []},
    "several": {"action": "append"},
    "switch": {"action": argparse.BooleanOptionalAction},
    "either": {},
}
"""The arguments of `add_argument` for the meanings of words that have no value of their own."""


WORDS: Final = {
    title: [CommandWord(typed, commands.split(), meanings, about) for typed, commands, meanings, about in lines]
    for title, lines in table_of("words.txt", TERMS).items()
}
"""The words by the title of their group in the help."""

COMMON: Final = (
    *("--example", "--all", "--first", "--limit", "--fixed", "--why", "--given", "--time-limit"),
    *("--style", "--board", "--plain", "--to", "--json", "--jobs", "--output"),
)
"""The options that most people use: the help begins with them, in this order, whatever their group."""


def words_of(command: str) -> list[tuple[str, CommandWord]]:
    """The words of a command, each with the title of its group; `watch` takes those of `solve`."""
    taken = "solve" if command == "watch" else command
    return [(title, word) for title, words in WORDS.items() for word in words if taken in word.commands]

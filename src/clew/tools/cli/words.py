"""The words that each command takes, beside its name."""

from __future__ import annotations

import argparse
import math
import re
from datetime import date
from typing import Any, Final, NamedTuple

from clew.exchange import NEEDS
from clew.options import LEARNING
from clew.reference.search.value_order import VALUE_ORDERS
from clew.reference.search.variable_order import VARIABLE_ORDERS
from clew.state.levels import LEVELS
from clew.tools.comparison import NAMES as METHODS

LANGUAGES: Final = ("en", "fr", "de")
UNITS: Final = {"": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}
MAX_DIGITS: Final = 18


class CommandWord(NamedTuple):
    """An option, or an argument that is known by its place.

    Attributes:
        commands: the names of those that take it.
        name: the word that selects it.
        details: the rest of what `add_argument` is given.
        either: whether no other such word of its group goes with it.
    """

    commands: list[str]
    name: str
    details: dict[str, Any]
    either: bool

    def shown(self) -> str:
        """A word that is known by its place, as the usage shows it."""
        name: str = self.details.get("metavar") or self.name.upper()
        return f"{name}..." if self.details["nargs"] == "*" else name


def _word(
    commands: str, name: str, about: str, kind: Any = None, default: Any = None, *, either: bool = False, **more: Any
) -> CommandWord:
    """A word by its name and what stands for its value in the help; an option without value is a switch."""
    name, _, value = name.partition(" ")
    if not name.startswith("-"):  # optional for the sake of a better message, and so that help needs no problem
        more = {"nargs": "?", **more}
    if value or more or kind:
        given = {"type": kind, "metavar": value}  # a switch with a --no- takes neither since Python 3.14
        more = {"default": default, **{key: one for key, one in given.items() if one}, **more}
    return CommandWord(commands.split(), name, {**(more or {"action": "store_true"}), "help": about}, either)


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


def _day(text: str) -> date:
    if text == "today":
        return date.today()
    match = _read(r"(\d{4})-(\d\d)-(\d\d)", text, "date: give one such as 2026-12-24, and the size before it")
    try:
        return date(*map(int, match.groups()))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no date: {error}") from None


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
SEARCHES: Final = f"{QUESTIONS} best estimate trace profile"
SETTING: Final = "candidates clues"
HINTS: Final = "hint rate"
LIMITED: Final = f"{SEARCHES} {SETTING} resume"
INSTANCES: Final = f"{SEARCHES} {SETTING} {HINTS} play show explain-model export verify generate"
COMMANDS: Final = f"{INSTANCES} compare sheet test list new minizinc completion resume status"
INSTANCE: Final = "the instance: a text, a file, or - for standard input"
PROBLEM: Final = "a plugin's name (see `clew list`), module:Class, a Python file, or a model in a .json file"
CLUSTER: Final = "search on a Dask cluster: its scheduler's address, or local for this machine"
PROGRESS: Final = "print the progress on a terminal from the start, not from two seconds on; or never"
KEPT: Final = "keep the search in this file, so that `clew resume FILE` goes on with it"
LISTED: Final[dict[str, Any]] = {"action": "append", "default": []}
SWITCH: Final[dict[str, Any]] = {"action": argparse.BooleanOptionalAction}
NOW: Final[dict[str, Any]] = {"nargs": "?", "const": "today"}
STARTS: Final[dict[str, Any]] = {"dest": "begin", "choices": ("start", "dead-end", "solution")}

WORDS: Final = {
    "": (
        _word(f"{INSTANCES} compare sheet test", "problem PROBLEM", PROBLEM),
        _word(INSTANCES, "instance INSTANCE", INSTANCE),
        _word(INSTANCES, "--example NAME", "take one of the problem's examples as the instance"),
        _word("compare", "instances INSTANCE", "sizes such as 4..9, or instances: texts, files", nargs="*"),
        _word("sheet", "instances INSTANCE", "texts or files; with --count, an instance without clues", nargs="*"),
        _word("compare sheet", "--example NAME", "add one of the problem's examples", **LISTED),
        _word("compare", "--methods A,B,C", f"compare these: the problem's baselines, {', '.join(METHODS)}"),
        _word("compare", "--count", "count all solutions, as by default", either=True),
        _word("compare", "--first", "look for one solution", either=True),
        _word("compare", "--time-limit TIME", "stop each run after this time; 10s by default", seconds, 10.0),
        _word("compare", "--runs N", "measure each N times and take the median", int, 1),
        _word("compare", "--budget TIME", "say which size fits into it; 60s by default", seconds, 60.0),
        _word("compare", "--plot FILE", "draw time and nodes too, as .svg, .png or .pdf"),
        _word("resume status", "file FILE", "the file of --checkpoint"),
        _word("list test status compare", "--json", "print one JSON object"),
        _word("test", "--time-limit TIME", "stop each check after so much time (500ms, 2m); 30s by default", seconds),
        _word("generate", "--count N", "make this number of instances; 1 by default", int, 1),
        _word("sheet", "--count N", "print this number of new puzzles, as `clew generate` makes them", int),
        _word("generate sheet play", "--tier TIER", "choose easy, medium, hard, very hard or fiendish as hardest step"),
        _word("generate sheet", "--symmetry NAME", "choose half-turn, quarter-turn, left-right, up-down or diagonal"),
        _word("generate sheet", "--clues N", "keep this number of clues, not as few as possible", int),
        _word("new", "name NAME", "small letters, digits and -"),
        _word("new", "--hooks", "write the four hooks of a search in place of constraints"),
        _word("new", "--package", "make a project that installs it as a plugin, with tests"),
        _word("new", "--output PATH", "write to this file or, with --package, folder; NAME by default"),
        _word("completion", "shell", "", choices=("bash", "zsh", "tcsh")),
        _word("export", "--to", "choose the format", choices=("json", "minizinc", "cnf", "puzz.link", "sudokupad")),
        _word("export", "--output FILE", "write to a file"),
        _word("minizinc", "--install", "write its description into MiniZinc's folder", either=True),
        _word("minizinc", "--print", "print what to set instead", either=True),
        _word("verify", "--with SOLVER", f"choose the other solver: {NEEDS}", None, "ortools", dest="solver"),
        _word("verify", "--limit K", "look for this number of solutions; 2 by default", int, 2),
        _word("verify", "--time-limit TIME", "stop each of the two after so many seconds (or 500ms, 2m)", seconds),
        _word("resume", "--problem PROBLEM", "name the problem, if it is no installed plugin: module:Class or a file"),
        _word("resume", "--output FILE", "write the solutions to this file, not to FILE.jsonl beside the checkpoint"),
        _word("resume", "--jobs N", "search with this number of workers, whatever it was before", _jobs),
        _word("resume", "--dask ADDRESS", CLUSTER),
    ),
    "search": (
        _word(f"{SEARCHES} {SETTING} {HINTS} show", "--given NAME=VALUE", "assume values, with commas", **LISTED),
        _word(f"{SEARCHES} show", "--inference LEVEL", f"choose how far to look ahead: {', '.join(LEVELS)}"),
        _word(SEARCHES, "--order ORDER", f"choose the next variable: {', '.join(VARIABLE_ORDERS)}"),
        _word(SEARCHES, "--value-order ORDER", f"choose the first value: {', '.join(VALUE_ORDERS)}"),
        _word(SEARCHES, "--learning WHAT", f"choose the lessons of dead ends: {', '.join(LEARNING)}"),
        _word(f"{SEARCHES} generate sheet", "--seed", "draw random orders and instances from this seed", int, 0),
        _word(f"{SEARCHES} resume", "--kernel", "choose the search kernel: auto, compiled or python", str, "auto"),
        _word("sheet", "--time-limit TIME", "stop making puzzles after so many seconds (or 500ms, 2m)", seconds),
        _word(f"{LIMITED} generate", "--time-limit TIME", "stop after so many seconds (or 500ms, 2m)", seconds),
        _word(LIMITED, "--node-limit N", "stop after so many nodes", int),
        _word("estimate", "--probes N", "probe this number of times; 1000 by default", int, 1000),
        _word(f"{QUESTIONS} best resume generate sheet", "--progress", PROGRESS, **SWITCH),
        _word("solve count", "--checkpoint FILE", KEPT),
    ),
    "workers": (
        _word(f"{QUESTIONS} best generate sheet", "--jobs N", "search with N workers; auto: one on each core", _jobs),
        _word(QUESTIONS, "--dask ADDRESS", CLUSTER),
        _word(f"{QUESTIONS} best", "--memory-limit SIZE", "stop when processes hold this much (500MB, 2GiB)", _size),
        _word(QUESTIONS, "--keep-going", "go on with the rest if part of the search fails"),
        _word(QUESTIONS, "--subtree-timeout TIME", "stop each subtree after so many seconds (or 500ms, 2m)", seconds),
        _word(QUESTIONS, "--subtrees N", "cut the search into at least N subtrees; 512 by default", _pieces),
        _word(QUESTIONS, "--subtree-nodes N", "cut a subtree again that has more nodes than this", _pieces),
        _word(QUESTIONS, "--subtree NAME", "search one subtree alone, such as 0.3.1"),
        _word("solve", "--unordered", "print solutions as they are found, not in search order"),
    ),
    "output": (
        _word("solve check best candidates trace show", "--style", "draw in a style; may be repeated", action="append"),
        _word("show", "--domains", "show the values left to every variable", either=True),
        _word("show", "--candidates", "show the values that plain rules alone leave to every variable", either=True),
        _word("sheet", "--to FILE", "write one page of HTML (.html), or a picture of each page to print (.svg)"),
        _word("sheet", "--per-page N", "put this number of puzzles on a page; 6 by default", int, 6),
        _word("sheet", "--title TEXT", "write this above the puzzles, in place of their name"),
        _word("sheet", "--rules TEXT", "write this below the title, in place of the puzzle in a line; empty for none"),
        _word("sheet", "--no-solutions", "leave out the solutions at the end"),
        _word("sheet", "--no-tiers", "leave out the tier of each puzzle"),
        _word("show solve check best candidates hint", "--to FILE.svg", "draw a picture into this file, not text"),
        _word(f"{QUESTIONS} best {SETTING} estimate profile resume generate {HINTS}", "--json", "print JSON"),
        _word("solve", "--steps", "print the steps of a person; with --to also FILE.html, to play them"),
        _word("play", "--daily DATE", "make the puzzle of a day of this size, today's by default", _day, **NOW),
        _word("play", "--to FILE.html", "write a page to play it on, which works from disk"),
        _word("hint solve play sheet", "--language", "choose the language of words", None, "en", choices=LANGUAGES),
        _word("hint", "--open", "show the steps behind a supposition, up to the contradiction"),
        _word("hint", "--smallest", "look for the fewest constraints, which may take seconds"),
        _word(f"{QUESTIONS} best resume", "--stats", "add what the search did"),
        _word("solve", "--all", "print every solution", either=True),
        _word("solve", "--limit K", "print at most K solutions", int, either=True),
        _word("candidates", "--limit K", "count at most K solutions of each value; 1 is the quickest", int),
        _word("solve", "--jsonl", "print a line of JSON for each solution as it is found, then a summary"),
        _word("solve", "--output FILE", "write to a file"),
        _word("solve", "--distinct-check", "make sure that no two solutions are the same"),
        _word("clues", "--fewest", "name the fewest clues that would leave the one solution"),
        _word("check", "--fixed", "show the values that all solutions share, if there are several"),
        _word("check", "--why", "name the rules and clues that contradict each other, if there is no solution"),
        _word("trace", "--first", "trace the search for one solution, as by default", either=True),
        _word("trace", "--all", "trace the search for every solution", either=True),
        _word("trace", "--limit K", "trace the search for K solutions", int, either=True),
        _word("trace", "--plain", "print lines of text, on a terminal too"),
        _word("trace", "--board", "print lines of text, and draw each node; so does --style"),
        _word("trace", "--why", "print lines of text, with the values that explain each pruning"),
        _word("trace", "--steps N", "show only the first N steps: lines of text, a tree or a film", int),
        _word("trace", "--to FILE", "write the tree of the search into this file: .svg, .dot or .html"),
        _word("trace", "--animate", "write a film of the boards instead, with --to FILE.svg"),
        _word("trace", "--from", "begin the player at this step", None, "start", **STARTS),
        _word("trace", "--speed N", "play this number of steps in a second; 4 by default", float, 4.0),
        _word("profile", "--first", "profile the search for one solution, not for all"),
        _word("profile", "--to FILE", "draw it too, as .svg, .png or .pdf"),
    ),
    "many instances": (
        _word("check solve sheet", "--each FILE", "read an instance from each line of a file, or - for standard input"),
    ),
    "other programs": (
        _word("count", "--baseline NAME", "count in another way, one of those that the problem names"),
        _word("solve", "--baseline NAME", "search in another way, one of those that the problem names"),
        _word("solve", "--with SOLVER", f"let another solver search: {NEEDS}"),
    ),
    "symmetry": (
        _word("count solve", "--use-symmetry", "walk one of the parts that are alike", either=True),
        _word("count", "--up-to-symmetry", "count solutions that differ by a symmetry once", either=True),
        _word("solve", "--up-to-symmetry", "list solutions that differ by a symmetry once", either=True),
    ),
    "errors": (
        _word(COMMANDS, "--traceback", "show the place in the code if something fails"),
    ),
}  # fmt: skip
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

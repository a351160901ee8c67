"""The words that each command takes, beside its name."""

from __future__ import annotations

import argparse
import math
import re
from typing import Any, Final, NamedTuple

from clew.exchange import NEEDS
from clew.options import LEARNING
from clew.reference.search.value_order import VALUE_ORDERS
from clew.reference.search.variable_order import VARIABLE_ORDERS
from clew.state.levels import LEVELS
from clew.tools.comparison import NAMES as METHODS

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
HINTS: Final = "hint rate"
LIMITED: Final = f"{SEARCHES} candidates resume"
INSTANCES: Final = f"{SEARCHES} candidates {HINTS} play show explain-model export verify generate"
COMMANDS: Final = f"{INSTANCES} compare sheet test list new minizinc completion resume status"
INSTANCE: Final = "the instance: a text, a file, or - for standard input"
PROBLEM: Final = "a plugin's name (see `clew list`), module:Class, a Python file, or a model in a .json file"
CLUSTER: Final = "search on a Dask cluster: its scheduler's address, or local for this machine"
PROGRESS: Final = "on a terminal, say how far the search is from the start, not from two seconds on; or never"
KEPT: Final = "keep the search in this file, so that `clew resume FILE` goes on with it"
LISTED: Final[dict[str, Any]] = {"action": "append", "default": []}
SWITCH: Final[dict[str, Any]] = {"action": argparse.BooleanOptionalAction}
STARTS: Final[dict[str, Any]] = {"dest": "begin", "choices": ("start", "dead-end", "solution")}

WORDS: Final = {
    "": (
        _word(f"{INSTANCES} compare sheet test", "problem PROBLEM", PROBLEM),
        _word(INSTANCES, "instance INSTANCE", INSTANCE),
        _word(INSTANCES, "--example NAME", "take one of the problem's examples as the instance"),
        _word("compare", "instances INSTANCE", "sizes such as 4..9, or instances: texts, files", nargs="*"),
        _word("sheet", "instances INSTANCE", "texts or files; with --count, an instance without clues", nargs="*"),
        _word("compare sheet", "--example NAME", "add one of the problem's examples", **LISTED),
        _word("compare", "--methods A,B,C", f"the baselines that the problem names, {', '.join(METHODS)}"),
        _word("compare", "--count", "count all solutions, as by default", either=True),
        _word("compare", "--first", "look for one solution", either=True),
        _word("compare", "--time-limit TIME", "for one method and instance; 10s by default", seconds, 10.0),
        _word("compare", "--runs N", "measure each N times and take the median", int, 1),
        _word("compare", "--budget TIME", "say which size fits into it; 60s by default", seconds, 60.0),
        _word("compare", "--plot FILE", "draw time and nodes too, as .svg, .png or .pdf"),
        _word("resume status", "file FILE", "the file of --checkpoint"),
        _word("list test status compare", "--json", "as one JSON object"),
        _word("test", "--time-limit TIME", "for one check of one example (or 500ms, 2m); 30s by default", seconds),
        _word("generate", "--count N", "how many; 1 by default", int, 1),
        _word("sheet", "--count N", "print so many new puzzles, as `clew generate` makes them", int),
        _word("generate sheet", "--tier TIER", "easy, medium, hard, very hard or fiendish: that of the hardest step"),
        _word("generate sheet", "--symmetry NAME", "half-turn, quarter-turn, left-right, up-down or diagonal"),
        _word("generate sheet", "--clues N", "so many clues, rather than as few as can be", int),
        _word("new", "name NAME", "small letters, digits and -"),
        _word("new", "--package", "as a project that installs it as a plugin, with tests"),
        _word("new", "--output PATH", "where to: a file or, with --package, a folder; NAME by default"),
        _word("completion", "shell", "", choices=("bash", "zsh", "tcsh")),
        _word("export", "--to", "the format", choices=("json", "minizinc", "cnf", "puzz.link")),
        _word("export", "--output FILE", "write to a file"),
        _word("minizinc", "--install", "write its description into MiniZinc's folder", either=True),
        _word("minizinc", "--print", "print what to set instead", either=True),
        _word("verify", "--with SOLVER", f"the other solver: {NEEDS}", None, "ortools", dest="solver"),
        _word("verify", "--limit K", "how many solutions to look for (default: 2)", int, 2),
        _word("verify", "--time-limit TIME", "stop each of the two after so many seconds (or 500ms, 2m)", seconds),
        _word("resume", "--problem PROBLEM", "the problem, if it is no installed plugin: module:Class or a file"),
        _word("resume", "--output FILE", "write the solutions to this file, not to FILE.jsonl beside the checkpoint"),
        _word("resume", "--jobs N", "how many search at a time, whatever it was before", _jobs),
        _word("resume", "--dask ADDRESS", CLUSTER),
    ),
    "search": (
        _word(f"{SEARCHES} candidates {HINTS} show", "--given NAME=VALUE", "assume values, with commas", **LISTED),
        _word(f"{SEARCHES} show", "--inference LEVEL", f"how much to look ahead: {', '.join(LEVELS)}"),
        _word(SEARCHES, "--order ORDER", f"which variable next: {', '.join(VARIABLE_ORDERS)}"),
        _word(SEARCHES, "--value-order ORDER", f"which value first: {', '.join(VALUE_ORDERS)}"),
        _word(SEARCHES, "--learning WHAT", f"what to learn from dead ends: {', '.join(LEARNING)}"),
        _word(f"{SEARCHES} generate sheet", "--seed", "for random orders and draws", int, 0),
        _word(f"{SEARCHES} resume", "--kernel", "the kernel of the search: auto, compiled or python", str, "auto"),
        _word("sheet", "--time-limit TIME", "stop making puzzles after so many seconds (or 500ms, 2m)", seconds),
        _word(f"{LIMITED} generate", "--time-limit TIME", "stop after so many seconds (or 500ms, 2m)", seconds),
        _word(LIMITED, "--node-limit N", "stop after so many nodes", int),
        _word("estimate", "--probes N", "how many probes; 1000 by default", int, 1000),
        _word(f"{QUESTIONS} best resume", "--progress", PROGRESS, **SWITCH),
        _word("solve count", "--checkpoint FILE", KEPT),
    ),
    "workers": (
        _word(f"{QUESTIONS} best generate sheet", "--jobs N", "how many search at a time; auto: one on a core", _jobs),
        _word(QUESTIONS, "--dask ADDRESS", CLUSTER),
        _word(f"{QUESTIONS} best", "--memory-limit SIZE", "stop when the processes hold so much (500MB, 2GiB)", _size),
        _word(QUESTIONS, "--keep-going", "when part of the search fails, go on with the rest"),
        _word(QUESTIONS, "--subtree-timeout TIME", "the time for one subtree (or 500ms, 2m)", seconds),
        _word(QUESTIONS, "--subtrees N", "cut the search into so many subtrees at least; 512 by default", _pieces),
        _word(QUESTIONS, "--subtree-nodes N", "cut a subtree again that has more nodes than so many", _pieces),
        _word(QUESTIONS, "--subtree NAME", "search one subtree alone, such as 0.3.1"),
        _word("solve", "--unordered", "solutions as they are found, not in search order"),
    ),
    "output": (
        _word("solve check best candidates trace show", "--style", "how to draw; may be repeated", action="append"),
        _word("show", "--domains", "the values left to every variable", either=True),
        _word("show", "--candidates", "the values that the plain rules alone leave to every variable", either=True),
        _word("sheet", "--to FILE", "write one page of HTML (.html), or a picture of each page to print (.svg)"),
        _word("sheet", "--per-page N", "how many puzzles a page has; 6 by default", int, 6),
        _word("sheet", "--title TEXT", "above the puzzles, in place of their name"),
        _word("sheet", "--rules TEXT", "below the title, in place of the puzzle in a line; empty for none"),
        _word("sheet", "--no-solutions", "without the solutions at the end"),
        _word("sheet", "--no-tiers", "without how hard each puzzle is"),
        _word("show solve check best candidates hint", "--to FILE.svg", "draw a picture into this file, not text"),
        _word(f"{QUESTIONS} best candidates estimate profile resume generate {HINTS}", "--json", "one JSON object"),
        _word("solve", "--steps", "step by step, as a person could; with --to also FILE.html, to play them"),
        _word("play", "--to FILE.html", "write a page to play it on, which works from disk"),
        _word("hint solve play", "--language", "of the words of hints", None, "en", choices=("en", "fr", "de")),
        _word("hint", "--smallest", "look for the fewest constraints, which may take seconds"),
        _word(f"{QUESTIONS} best resume", "--stats", "add what the search did"),
        _word("solve", "--all", "every solution", either=True),
        _word("solve", "--limit K", "at most K solutions", int, either=True),
        _word("candidates", "--limit K", "count at most K solutions of each value; 1 is the quickest", int),
        _word("solve", "--jsonl", "a line of JSON for each solution as it is found, then a summary"),
        _word("solve", "--output FILE", "write to a file"),
        _word("solve", "--distinct-check", "make sure that no two solutions are the same"),
        _word("check", "--fixed", "of several solutions, show the values that all of them share"),
        _word("check", "--why", "of an instance without solution, name what contradicts each other"),
        _word("trace", "--first", "the search for one solution, as by default", either=True),
        _word("trace", "--all", "the search for every solution", either=True),
        _word("trace", "--limit K", "the search for K solutions", int, either=True),
        _word("trace", "--plain", "lines of text, on a terminal too"),
        _word("trace", "--board", "lines of text, and a drawing of each node; so does --style"),
        _word("trace", "--why", "lines of text, with the values that explain each pruning"),
        _word("trace", "--steps N", "lines of text, a tree or a film of only the first N steps", int),
        _word("trace", "--to FILE", "write the tree of the search into this file: .svg, .dot or .html"),
        _word("trace", "--animate", "write a film of the boards instead, with --to FILE.svg"),
        _word("trace", "--from", "the step at which the player begins", None, "start", **STARTS),
        _word("trace", "--speed N", "steps that the player plays in a second; 4 by default", float, 4.0),
        _word("profile", "--first", "of the search for one solution, not for all"),
        _word("profile", "--to FILE", "draw it too, as .svg, .png or .pdf"),
    ),
    "many instances": (
        _word("check solve sheet", "--each FILE", "one on each line of this file, or of - for standard input"),
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
        _word(COMMANDS, "--traceback", "when something fails, show where in the code"),
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

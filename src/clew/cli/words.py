"""The words that each command takes, beside its name."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any

from clew.cli import working
from clew.cli.parameters import add_parameters
from clew.comparison.methods import NAMES as METHODS
from clew.formats import NEEDS
from clew.heuristics.value_order import VALUE_ORDERS
from clew.heuristics.variable_order import VARIABLE_ORDERS
from clew.levels import LEVELS
from clew.problem import Problem, instance_field

PROBLEM_HELP = "a plugin's name (see `clew list`), module:Class, a Python file, or a model in a .json file"
INSTANCE_HELP = "the instance: a text, a file, or - for standard input"


def add(
    sub: argparse.ArgumentParser, command: str, problem: type[Problem[Any, Any]] | None, names: Sequence[str] | None
) -> None:
    """Add the words of a command to its parser.

    Args:
        sub: the parser.
        command: its name.
        problem: whose parameters become options.
        names: the names of the problems, if the shell is to complete them.

    Raises:
        OptionError: a parameter of the problem has the name of an option of the command.
    """
    sub.add_argument("--traceback", action="store_true", help="when something fails, show where in the code")
    if command == "list":
        sub.add_argument("--json", action="store_true", help="as one JSON object")
    elif command == "test":
        _add_problem(sub, names)
        _add_test(sub)
    elif command == "new":
        _add_new(sub)
    elif command == "completion":
        # The first of the two passes leaves --help to the second.
        sub.add_argument("shell", nargs=None if sub.add_help else "?", choices=("bash", "zsh", "tcsh"))
    elif command == "resume":
        sub.add_argument("file", nargs="?", metavar="FILE", help="the file of --checkpoint")
        _add_resume(sub)
    elif command == "status":
        sub.add_argument("file", nargs="?", metavar="FILE", help="the file of --checkpoint")
        sub.add_argument("--json", action="store_true", help="as one JSON object")
    elif command == "compare":
        _add_problem(sub, names)
        _add_compare(sub, problem)
    else:
        _add_problem(sub, names)
        _add_instance(sub, command, problem)


def _add_problem(sub: argparse.ArgumentParser, names: Sequence[str] | None) -> None:
    # Optional for the sake of a better message, and so that help needs no problem.
    chosen = sub.add_argument("problem", nargs="?", metavar="PROBLEM", help=PROBLEM_HELP)
    if names is not None:
        chosen.choices, chosen.metavar = names, None


def _add_instance(sub: argparse.ArgumentParser, command: str, problem: type[Problem[Any, Any]] | None) -> None:
    sub.add_argument("instance", nargs="?", metavar="INSTANCE", help=_instance_help(problem))
    sub.add_argument("--example", metavar="NAME", help="take one of the problem's examples as the instance")
    if command in ("export", "verify"):
        _add_exchange(sub, command)
    elif command != "explain-model":
        _add_search(sub, "solve" if command == "watch" else command)
    if problem is not None:
        add_parameters(sub, problem)


def _add_test(sub: argparse.ArgumentParser) -> None:
    about = "for one check of one example (or 500ms, 2m); 30s by default"
    sub.add_argument("--json", action="store_true", help="as one JSON object")
    sub.add_argument("--time-limit", type=_seconds, metavar="TIME", help=about)


def _add_new(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("name", nargs="?", metavar="NAME", help="small letters, digits and -")
    sub.add_argument("--package", action="store_true", help="as a project that installs it as a plugin, with tests")
    sub.add_argument("--output", metavar="PATH", help="where to: a file or, with --package, a folder; NAME by default")


def _instance_help(problem: type[Problem[Any, Any]] | None) -> str:
    field = instance_field(problem) if problem is not None else None
    if field is None:
        return INSTANCE_HELP
    about = field.metadata["about"] or "the instance"
    return f"{about}: {field.metadata['form'].hint}; or a file, or - for standard input".replace("%", "%%")


def _add_drawing(output: argparse._ArgumentGroup, command: str) -> None:
    if command not in ("count", "profile", "estimate"):
        output.add_argument("--style", action="append", help="how to draw; more than once for several drawings")
    if command == "show":
        output.add_argument("--domains", action="store_true", help="what every variable may still be")
    if command in ("show", "solve", "check"):
        output.add_argument("--to", metavar="FILE.svg", help="draw a picture into this file, in place of text")


def _add_search(sub: argparse.ArgumentParser, command: str) -> None:
    search = sub.add_argument_group("search")
    add = search.add_argument
    add("--given", action="append", default=[], metavar="NAME=VALUE", help="assume values, with commas between them")
    add("--inference", metavar="LEVEL", help=f"how much to look ahead: {', '.join(LEVELS)}")
    if command != "show":
        add("--order", metavar="ORDER", help=f"which variable next: {', '.join(VARIABLE_ORDERS)}")
        add("--value-order", metavar="ORDER", help=f"which value first: {', '.join(VALUE_ORDERS)}")
        add("--seed", type=int, default=0, help="for the random orders")
        add("--kernel", default="auto", help="what runs the search: auto, python, native or loop")
        add("--time-limit", type=_seconds, metavar="TIME", help="stop after so many seconds (or 500ms, 2m)")
        add("--node-limit", type=int, metavar="N", help="stop after so many nodes")
    if command in ("solve", "count", "check"):
        shown = "on a terminal, say how far the search is from the start, not from two seconds on; or never"
        search.add_argument("--progress", action=argparse.BooleanOptionalAction, default=None, help=shown)
    if command in ("solve", "count"):
        kept = "keep the search in this file, so that `clew resume FILE` goes on with it"
        search.add_argument("--checkpoint", metavar="FILE", help=kept)
    if command in ("solve", "count", "check"):
        working.add_options(sub, command, _seconds)
    output = sub.add_argument_group("output")
    add = output.add_argument
    _add_drawing(output, command)
    if command not in ("show", "trace"):
        add("--json", action="store_true", help="one JSON object")
    if command not in ("show", "profile", "estimate", "trace"):
        add("--stats", action="store_true", help="add what the search did")
    if command == "solve":
        many = output.add_mutually_exclusive_group()
        many.add_argument("--all", action="store_true", help="every solution")
        many.add_argument("--limit", type=int, metavar="K", help="at most K solutions")
        add("--jsonl", action="store_true", help="a line of JSON for each solution as it is found, then a summary")
        add("--output", metavar="FILE", help="write to a file")
        add("--distinct-check", action="store_true", help="make sure that no two solutions are the same")
    if command == "check":
        add("--fixed", action="store_true", help="of several solutions, show the values that all of them share")
        add("--why", action="store_true", help="of an instance without solution, name what contradicts each other")
    if command == "estimate":
        search.add_argument("--probes", type=int, default=1000, metavar="N", help="how many probes; 1000 by default")
    if command == "trace":
        _add_trace(output)
    if command == "profile":
        add("--first", action="store_true", help="of the search for one solution, not for all")
        add("--to", metavar="FILE", help="draw it too, as .svg, .png or .pdf")
    _add_many(sub, command)


def _add_many(sub: argparse.ArgumentParser, command: str) -> None:
    if command in ("check", "solve"):
        each = sub.add_argument_group("many instances")
        each.add_argument("--each", metavar="FILE", help="one on each line of this file, or of - for standard input")
    if command in ("count", "solve"):
        verb = {"count": "count", "solve": "search"}[command]
        others = sub.add_argument_group("other programs").add_argument
        others("--baseline", metavar="NAME", help=f"{verb} in another way, one of those that the problem names")
        if command == "solve":
            others("--with", metavar="SOLVER", help=f"let another solver search: {NEEDS}")
        symmetry = sub.add_argument_group("symmetry").add_mutually_exclusive_group()
        symmetry.add_argument("--use-symmetry", action="store_true", help="walk one of the parts that are alike")
        once = f"{'count' if command == 'count' else 'list'} solutions that differ by a symmetry once"
        symmetry.add_argument("--up-to-symmetry", action="store_true", help=once)


def _add_resume(sub: argparse.ArgumentParser) -> None:
    add = sub.add_argument
    add("--problem", metavar="PROBLEM", help="what is searched, if it is no installed plugin: module:Class or a file")
    add("--output", metavar="FILE", help="where the solutions go, if not to FILE.jsonl beside the checkpoint")
    add("--jobs", type=working.jobs, metavar="N", help="how many search at a time, whatever it was before")
    working.add_dask(add)
    add("--kernel", default="auto", help="what runs the search: auto, python, native or loop")
    add("--time-limit", type=_seconds, metavar="TIME", help="stop after so many seconds (or 500ms, 2m)")
    add("--node-limit", type=int, metavar="N", help="stop after so many nodes")
    shown = "on a terminal, say how far the search is from the start, not from two seconds on; or never"
    add("--progress", action=argparse.BooleanOptionalAction, default=None, help=shown)
    add("--json", action="store_true", help="one JSON object")
    add("--stats", action="store_true", help="add what the search did")


def _add_trace(output: argparse._ArgumentGroup) -> None:
    many = output.add_mutually_exclusive_group()
    many.add_argument("--first", action="store_true", help="the search for one solution, as by default")
    many.add_argument("--all", action="store_true", help="the search for every solution")
    many.add_argument("--limit", type=int, metavar="K", help="the search for K solutions")
    add = output.add_argument
    add("--plain", action="store_true", help="lines of text, on a terminal too")
    add("--board", action="store_true", help="lines of text, and a drawing of each node; so does --style")
    add("--why", action="store_true", help="lines of text, and the values that each pruning rests on")
    add("--steps", type=int, metavar="N", help="lines of text, a tree or a film of only the first N steps")
    add("--to", metavar="FILE", help="write the tree of the search into this file: .svg, .dot or .html")
    add("--animate", action="store_true", help="write a film of the boards instead, with --to FILE.svg")
    starts = ("start", "dead-end", "solution")
    add("--from", dest="begin", choices=starts, default=starts[0], help="where the player begins")
    add("--speed", type=float, default=4.0, metavar="N", help="steps that the player plays in a second; 4 by default")


def _add_exchange(sub: argparse.ArgumentParser, command: str) -> None:
    if command == "export":
        sub.add_argument("--to", choices=("json", "minizinc", "cnf"), help="the format")
        sub.add_argument("--output", metavar="FILE", help="write to a file")
        return
    add = sub.add_argument
    add("--with", dest="solver", metavar="SOLVER", default="ortools", help=f"the other solver: {NEEDS}")
    add("--limit", type=int, default=2, metavar="K", help="how many solutions to look for (default: 2)")
    add("--time-limit", type=_seconds, metavar="TIME", help="stop each of the two after so many seconds (or 500ms, 2m)")


def _add_compare(sub: argparse.ArgumentParser, problem: type[Problem[Any, Any]] | None) -> None:
    add = sub.add_argument
    about = "sizes such as 4..9, or instances: texts, files"
    add("instances", nargs="*", metavar="INSTANCE", help=about)
    add("--example", action="append", default=[], metavar="NAME", help="add one of the problem's examples")
    add("--methods", metavar="A,B,C", help="the baselines that the problem names, " + ", ".join(METHODS))
    question = sub.add_mutually_exclusive_group()
    question.add_argument("--count", action="store_true", help="count all solutions, as by default")
    question.add_argument("--first", action="store_true", help="look for one solution")
    add("--time-limit", type=_seconds, default=10.0, metavar="TIME", help="for one method and instance; 10s by default")
    add("--runs", type=int, default=1, metavar="N", help="measure each N times and take the median")
    add("--budget", type=_seconds, default=60.0, metavar="TIME", help="say which size fits into it; 60s by default")
    add("--plot", metavar="FILE", help="draw time and nodes too, as .svg, .png or .pdf")
    add("--json", action="store_true", help="as one JSON object")
    if problem is not None:
        add_parameters(sub, problem)


def _seconds(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)(ms|s|m|h)?", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no time: use seconds, or 500ms, 10s, 2m, 1h")
    return float(match[1]) * {"ms": 0.001, "s": 1, None: 1, "m": 60, "h": 3600}[match[2]]

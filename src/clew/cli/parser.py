"""The words of the command. The options of a problem come from its declared parameters."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any, Never

import clew
from clew.cli import instances, working
from clew.cli.parameters import add_parameters
from clew.comparison.methods import NAMES as METHODS
from clew.errors import OptionError, meant
from clew.formats import NEEDS
from clew.heuristics.value_order import VALUE_ORDERS
from clew.heuristics.variable_order import VARIABLE_ORDERS
from clew.levels import LEVELS
from clew.problem import Problem, instance_field

PROBLEM_HELP = "a plugin's name (see `clew list`), module:Class, a Python file, or a model in a .json file"
INSTANCE_HELP = "the instance: a text, a file, or - for standard input"
COMMANDS = {
    "answers": {
        "solve": "find a solution, or all of them",
        "count": "count the solutions",
        "check": "say whether there is no solution, just one, or several",
    },
    "problems": {
        "list": "list the problems that are installed",
        "show": "draw an instance",
        "new": "write a small puzzle that works, to change into your own",
        "watch": "solve whenever the problem or the instance is saved",
        "test": "check that a problem keeps its promises",
    },
    "searches": {
        "estimate": "estimate how long a complete search takes",
        "trace": "watch a search step by step",
        "profile": "show what a search spends its nodes on",
        "compare": "compare baselines, levels of inference, and kernels",
        "explain-model": "say what the constraints are compiled to",
        "resume": "go on with a search that was kept in a file",
        "status": "say how far a search is that is kept in a file",
    },
    "other programs": {
        "export": "write an instance as JSON, in MiniZinc, or as CNF",
        "verify": "compare the solutions with those of another solver",
        "completion": "print the shell's completions of this command",
    },
}
"""The commands in the order of the help, by topic: a line for each."""
NO_INSTANCE = {"list", "new", "test", "compare", "resume", "status", "completion"}
"""The commands that do not take an instance of a problem, and its options."""
EXAMPLES = {
    "": (
        "clew list                            which problems there are",
        "clew solve queens 8                  eight queens on a board",
        "clew solve takuzu grid.txt           the grid in a file, completed",
        "clew count queens 1..12              a table of solution counts",
        "clew check takuzu --example 14x14    is the solution unique?",
        "clew COMMAND PROBLEM --help          the options of a problem",
    ),
    "list": ("clew list", "clew list --json"),
    "solve": (
        "clew solve queens 8",
        "clew solve queens 8 --all --style coordinates --output queens.txt",
        'clew solve queens 8 --given "0=3,1=6"',
        "clew solve sudoku grid.txt --to solution.svg",
        "clew solve takuzu - < grid.txt",
        "clew solve letter-tree tree.txt --word BLOG",
        "clew solve ./my_puzzle.py:MyPuzzle 5 --jsonl",
    ),
    "count": (
        "clew count queens 12",
        "clew count queens 1..12",
        "clew count queens 17 --jobs auto",
        "clew count queens 6 --baseline heap",
    ),
    "check": (
        "clew check takuzu grid.txt",
        "clew check queens '[0,-1,-1,-1,-1,6,-1,-1]'",
        "clew check takuzu grid.txt --fixed",
        "clew check sudoku grid.txt --why --time-limit 10s",
    ),
    "estimate": ("clew estimate queens 16", "clew estimate sudoku grid.txt --probes 10000 --seed 7"),
    "compare": (
        "clew compare queens 4..9",
        "clew compare queens 8..11 --methods check,forward,auto --runs 3 --plot queens.svg",
        "clew compare takuzu --example small --example 14x14 --first",
    ),
    "trace": (
        "clew trace sudoku --example wikipedia --inference forward",
        "clew trace queens 6 --all --speed 20",
        "clew trace queens 4 --plain --board",
        "clew trace queens 8 --steps 30 | less",
    ),
    "profile": ("clew profile queens 8", "clew profile sudoku grid.txt --inference forward --to profile.svg"),
    "show": (
        "clew show takuzu grid.txt",
        "clew show queens '[1,-1,-1,-1]' --style dots --domains",
        "clew show sudoku grid.txt --domains --to pencil-marks.svg",
    ),
    "explain-model": ("clew explain-model sudoku --example wikipedia", "clew explain-model queens 1000"),
    "test": ("clew test queens", "clew test ./my_puzzle.py:MyPuzzle --time-limit 5s", "clew test takuzu --json"),
    "export": (
        "clew export sudoku --example wikipedia --to json --output sudoku.json",
        "clew export queens 8 --to minizinc",
        "clew export langford 7 --to cnf | sat-solver",
    ),
    "verify": ("clew verify sudoku --example wikipedia", "clew verify queens 8 --with minizinc --limit 100"),
    "new": ("clew new skyscrapers", "clew new --package skyscrapers"),
    "resume": ("clew resume queens.clew", "clew resume queens.clew --jobs 4"),
    "status": ("clew status queens.clew", "clew status queens.clew --json"),
    "watch": ("clew watch ./skyscrapers.py 4x4", "clew watch ./skyscrapers.py:Skyscrapers grid.txt --limit 3"),
    "completion": ("clew completion bash > ~/.local/share/bash-completion/completions/clew",),
}


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Lists the commands by topic."""

    def _format_action(self, action: argparse.Action) -> str:
        if not isinstance(action, argparse._SubParsersAction):
            return super()._format_action(action)
        topics = (
            "\n".join([f"  {title}:", *(f"    {name:<15}{summary}" for name, summary in topic.items())])
            for title, topic in COMMANDS.items()
        )
        return "\n\n".join(topics) + "\n"


class _Parser(argparse.ArgumentParser):
    """Says what is wrong on one line, as everything else does."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("formatter_class", _Formatter)
        kwargs["allow_abbrev"] = False
        super().__init__(*args, **kwargs)

        self.commands: dict[str, _Parser] = {}

    def error(self, message: str) -> Never:
        if match := re.match(r"argument COMMAND: invalid choice: '(.*?)' \(", message):
            known = f"the commands are {', '.join(self.commands)}"
            message = f"there is no command {match[1]!r}: {meant(match[1], self.commands, known)}"
        raise OptionError(f"{message} (see {self.prog} --help)")

    def refuse(self, words: Sequence[str]) -> Never:
        """Refuse words that no argument has taken.

        Raises:
            OptionError: it always does.
        """
        option = next((word.partition("=")[0] for word in words if word.startswith("--")), None)
        if option is None:
            self.error(f"unrecognized arguments: {' '.join(words)}")
        self.error(f"there is no option {option}: {meant(option, self._option_string_actions, 'look at its help')}")


class _Version(argparse.Action):
    """Says which clew this is, and whether it has its compiled engine."""

    def __call__(self, *_: object) -> Never:
        print(f"clew {clew.__version__}\nengine: {clew.engine()}")
        raise SystemExit(0)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The command and its options.

    Two passes: the first finds the problem, the second knows its parameters too.

    Raises:
        OptionError: a word is not understood.
    """
    first, _ = make_parser(add_help=False).parse_known_args([a for a in argv if a not in ("-h", "--help")] or argv)
    problem = getattr(first, "problem", None)
    if first.command == "watch" and not {"-h", "--help"} & set(argv):
        first.words = argv  # they are parsed again for each search: the file may be broken now, and change
        return first
    # Asked for help, a problem that is not found has no options to add.
    found = instances.find(problem) if problem else None
    parser = make_parser(found)
    parsed, rest = parser.parse_known_args(argv)
    if len(rest) == 1 and not rest[0].startswith("-") and getattr(parsed, "instance", "") is None:
        parsed.instance = rest.pop()  # argparse takes no second positional word behind an option
    if rest:
        parser.commands.get(parsed.command, parser).refuse(rest)
    if not parsed.command:
        make_parser().print_help()
        raise SystemExit(0)
    parsed.found = found
    return parsed


def make_parser(
    problem: type[Problem[Any, Any]] | None = None, *, add_help: bool = True, names: Sequence[str] | None = None
) -> _Parser:
    """The parser of the command.

    Args:
        problem: whose parameters become options.
        add_help: whether to answer to --help.
        names: the names of the problems, if the shell is to complete them.
    """
    about = str(clew.__doc__).partition("\n")[0]
    parser = _Parser("clew", description=about, epilog=_examples(""), add_help=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    options = parser.add_argument_group("options")  # behind the commands
    if add_help:
        options.add_argument("-h", "--help", action="help", help="show this help message and exit")
    options.add_argument("--version", nargs=0, action=_Version, help="show the version and the engine, and exit")

    subs = parser.commands
    for name, summary in (line for topic in COMMANDS.values() for line in topic.items()):
        subs[name] = commands.add_parser(
            name, help=summary, description=_described(summary, problem), epilog=_examples(name), add_help=add_help
        )
        subs[name].add_argument("--traceback", action="store_true", help="when something fails, show where in the code")
    subs["list"].add_argument("--json", action="store_true", help="as one JSON object")
    testing = subs["test"]
    tested = testing.add_argument("problem", nargs="?", metavar="PROBLEM", help=PROBLEM_HELP)
    if names is not None:
        tested.choices, tested.metavar = names, None
    testing.add_argument("--json", action="store_true", help="as one JSON object")
    testing.add_argument(
        "--time-limit",
        type=_seconds,
        metavar="TIME",
        help="for one check of one example (or 500ms, 2m); 30s by default",
    )
    new = subs["new"]
    new.add_argument("name", nargs="?", metavar="NAME", help="small letters, digits and -")
    new.add_argument("--package", action="store_true", help="as a project that installs it as a plugin, with tests")
    new.add_argument("--output", metavar="PATH", help="where to: a file or, with --package, a folder; NAME by default")
    completion = subs["completion"]
    # The first of the two passes leaves --help to the second.
    completion.add_argument("shell", nargs=None if add_help else "?", choices=("bash", "zsh", "tcsh"))
    resuming = subs["resume"]
    resuming.add_argument("file", nargs="?", metavar="FILE", help="the file of --checkpoint")
    _add_resume(resuming)
    asking = subs["status"]
    asking.add_argument("file", nargs="?", metavar="FILE", help="the file of --checkpoint")
    asking.add_argument("--json", action="store_true", help="as one JSON object")
    comparing = subs["compare"]
    compared = comparing.add_argument("problem", nargs="?", metavar="PROBLEM", help=PROBLEM_HELP)
    if names is not None:
        compared.choices, compared.metavar = names, None
    _add_compare(comparing, problem)
    for name, sub in subs.items():
        if name in NO_INSTANCE:
            continue
        # Optional for the sake of a better message, and so that help needs no problem.
        chosen = sub.add_argument("problem", nargs="?", metavar="PROBLEM", help=PROBLEM_HELP)
        if names is not None:
            chosen.choices, chosen.metavar = names, None
        sub.add_argument("instance", nargs="?", metavar="INSTANCE", help=_instance_help(problem))
        sub.add_argument("--example", metavar="NAME", help="take one of the problem's examples as the instance")
        if name in ("export", "verify"):
            _add_exchange(sub, name)
        elif name != "explain-model":
            _add_search(sub, "solve" if name == "watch" else name)
        if problem is not None:
            add_parameters(sub, problem)
    return parser


def _described(summary: str, problem: type[Problem[Any, Any]] | None) -> str:
    described = f"{summary[0].upper()}{summary[1:]}."
    if problem is None or not problem.rules:
        return described
    examples = ", ".join(example.name for example in problem.examples)
    styles = ", ".join(problem.styles)
    if problem.draw is Problem.draw and problem.styles == Problem.styles:
        styles = "names and, where the variables are cells, grid"
    return f"{described}\n\n{problem.name or problem.__name__}: {problem.rules}\nexamples: {examples}\nstyles: {styles}"


def _instance_help(problem: type[Problem[Any, Any]] | None) -> str:
    field = instance_field(problem) if problem is not None else None
    if field is None:
        return INSTANCE_HELP
    about = field.metadata["about"] or "the instance"
    return f"{about}: {field.metadata['form'].hint}; or a file, or - for standard input".replace("%", "%%")


def _examples(command: str) -> str:
    return "\n".join(["examples:", *(f"  {line}" for line in EXAMPLES[command])])


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
    add("--board", action="store_true", help="lines of text, and a drawing of each node")
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

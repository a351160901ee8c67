"""The words of the command. The options of a problem come from its declared parameters."""

from __future__ import annotations

import argparse
import re
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Never

import clew
from clew.errors import OptionError, meant
from clew.problem.fields import title_of
from clew.problem.problem import AnyProblem, Problem
from clew.tools.cli import instances, words
from clew.tools.cli.commands import COMMANDS, FIRST_STEPS, SUMMARIES, examples

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

ABOUT: Final = "Describe a puzzle; clew finds, counts and checks its solutions by backtracking."


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Lists the commands by topic."""

    def _format_action(self, action: argparse.Action) -> str:
        if not isinstance(action, argparse._SubParsersAction):
            return super()._format_action(action)
        topics = (
            "\n".join([f"  {title}:", *(f"    {name:<15}{about}" for name, (_, about) in topic.items())])
            for title, topic in COMMANDS.items()
        )
        return "\n\n".join(topics) + "\n"


class _Parser(argparse.ArgumentParser):
    """Says what is wrong on one line, as everything else does."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("formatter_class", _Formatter)
        kwargs["allow_abbrev"] = False
        super().__init__(*args, **kwargs)
        self.describe: Callable[[], str] | None = None
        self.commands: dict[str, _Parser] = {}

    def format_help(self) -> str:
        """The help; its description is made now."""
        if self.describe is not None:
            self.description = self.describe()
        return super().format_help()

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print the help; argparse would hide an error of the output."""
        print(message, end="", file=file)

    def error(self, message: str) -> Never:
        if match := re.match(r"argument COMMAND: invalid choice: '(.*?)' \(", message):
            known = f"the commands are {', '.join(SUMMARIES)}"
            message = f"there is no command {match[1]!r}: {meant(match[1], SUMMARIES, known)}"
        raise OptionError(f"{message} (see {self.prog} --help)")

    def refuse(self, words: Sequence[str]) -> Never:
        """Refuse words that no argument has taken.

        Raises:
            OptionError: it always does.
        """
        option = next((word.partition("=")[0] for word in words if word.startswith("--")), None)
        if option is None:
            self.error(f"unrecognized arguments: {' '.join(words)}")
        nearest = meant(option, self._option_string_actions, "")
        self.error(f"there is no option {option}{nearest and f': {nearest}'}")


class _Version(argparse.Action):
    """Says which clew this is, and whether it has its compiled engine."""

    def __call__(self, *_: object) -> Never:
        print(f"clew {clew.__version__}\nengine: {clew.engine()}")
        raise SystemExit(0)


def parse(argv: Sequence[str]) -> Namespace:
    """The command and its options.

    Two passes: the first finds the problem, the second knows its parameters too. Both know the words of the command
    that is asked for, and no other's: to add them all takes longer than a small search.

    Raises:
        OptionError: a word is not understood.
    """
    asked = [word for word in argv if not word.startswith("-")][:1]
    bare = [word for word in argv if word not in ("-h", "--help")] or argv
    first, _ = make_parser(asked, add_help=False).parse_known_args(bare)
    problem = getattr(first, "problem", None)
    if first.command == "watch" and not {"-h", "--help"} & set(argv):
        first.words = argv  # they are parsed again for each search: the file may be broken now, and change
        return first
    # Asked for help, a problem that is not found has no options to add.
    found = instances.find(problem) if problem else None
    # The help of all commands lists them; a test finds a parameter that has the name of an option of any command.
    parser = make_parser(SUMMARIES if first.command in (None, "test") else asked, found)
    parsed, rest = parser.parse_known_args(argv)
    if len(rest) == 1 and not rest[0].startswith("-") and getattr(parsed, "instance", "") is None:
        parsed.instance = rest.pop()  # argparse takes no second positional word behind an option
    if rest:
        parser.commands.get(parsed.command, parser).refuse(rest)
    if not parsed.command:
        print(FIRST_STEPS, end="")
        raise SystemExit(0)
    parsed.found = found
    return parsed


def make_parser(
    asked: Iterable[str],
    problem: type[AnyProblem] | None = None,
    *,
    add_help: bool = True,
    names: Sequence[str] | None = None,
) -> _Parser:
    """The parser of the command.

    Args:
        asked: the commands that it knows; words that are no commands are left out.
        problem: whose parameters become options.
        add_help: whether to answer to --help.
        names: the names of the problems, if the shell is to complete them.
    """
    usage = "clew COMMAND [PROBLEM] [INSTANCE] [options]"
    about = f"{ABOUT}\n\n{examples()}"
    parser = _Parser("clew", usage=usage, description=about, add_help=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", prog="clew")
    options = parser.add_argument_group("options")  # behind the commands
    if add_help:
        options.add_argument("-h", "--help", action="help", help="show this help message and exit")
    options.add_argument("--version", nargs=0, action=_Version, help="show the version and the engine, and exit")

    for name in filter(SUMMARIES.__contains__, asked):
        usage = " ".join(["clew", name, *words.places(name), "[options]"])
        sub = commands.add_parser(name, help=SUMMARIES[name], usage=usage, add_help=add_help)
        sub.describe = partial(_described, name, problem)
        words.add(sub, name, problem, names)
        parser.commands[name] = sub
    return parser


def _described(command: str, problem: type[AnyProblem] | None) -> str:
    """The purpose of a command, the rules of a problem, and examples."""
    summary = SUMMARIES[command]
    lines = [f"{summary[0].upper()}{summary[1:]}.", ""]
    if problem is not None and problem.rules:
        lines += [*_rules(problem), ""]
    return "\n".join([*lines, examples(command)])


def _rules(problem: type[AnyProblem]) -> Iterable[str]:
    """The rules of a problem, its examples and its styles, in lines."""
    import shutil  # for who asks for help alone
    import textwrap

    named = ", ".join(example.name for example in problem.examples)
    styles = ", ".join(problem.styles)
    if problem.draw is Problem.draw and problem.styles == Problem.styles:
        styles = "names; also grid if the variables are cells"
    texts = (f"{title_of(problem)}: {problem.rules}", f"examples: {named}", f"styles: {styles}")
    width = shutil.get_terminal_size().columns - 2  # as argparse
    return [textwrap.fill(text, width, subsequent_indent="  ") for text in texts]

"""The words of the command. The options of a problem come from its declared parameters."""

from __future__ import annotations

import argparse
import re
import types
import typing
from argparse import Namespace
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final, Never

import attrs

import clew
from clew.errors import OptionError, meant
from clew.plugins import parameters_of
from clew.problem.fields import instance_field, title_of
from clew.problem.problem import AnyProblem, Problem
from clew.tools.cli import instances
from clew.tools.cli.commands import COMMANDS, FIRST_STEPS, SUMMARIES, examples
from clew.tools.cli.words import COMMON, INSTANCE, READERS, CommandWord, words_of

ABOUT: Final = "Describe a puzzle; clew finds, counts and checks its solutions by backtracking."


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Lists the commands by topic. Help alone asks for the width of a terminal: that loads more than a search needs."""

    def __init__(self, prog: str, width: int = 80) -> None:
        super().__init__(prog, width=width)

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
        self.command = ""
        self.problem: type[AnyProblem] | None = None
        self.commands: dict[str, _Parser] = {}

    def take(self, problem: type[AnyProblem]) -> None:
        """Add the options of a problem, if the command reads instances of it; its help describes the problem too.

        Raises:
            OptionError: a parameter of the problem has the name of an option of the command.
        """
        self.problem = problem
        for action in self._positionals._group_actions:
            if action.dest == "instance":
                action.help = _instance_help(problem)
            if action.dest in ("instance", "instances"):
                add_parameters(self, problem)  # shown behind the common options
                self._action_groups.insert(2, self._action_groups.pop())

    def format_help(self) -> str:
        """The help of all commands, or of one: its purpose, the rules of a problem, examples and options."""
        self.formatter_class = partial(_Formatter, width=_width())
        if self.command:
            summary = SUMMARIES[self.command]
            rules = [] if self.problem is None or not self.problem.rules else [*_rules(self.problem), ""]
            lines = [f"{summary[0].upper()}{summary[1:]}.", "", *rules, examples(self.command)]
            self.description = "\n".join(lines)
        return super().format_help()

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print the help; argparse would hide an error of the output."""
        print(message, end="", file=file)

    def error(self, message: str) -> Never:
        if match := re.match(r"argument COMMAND: invalid choice: '(.*?)' \(", message):
            known = f"the commands are {', '.join(SUMMARIES)}"
            message = f"there is no command {match[1]!r}: {meant(match[1], SUMMARIES, known)}"
        raise OptionError(f"{message} (see {self.prog} --help)")

    def refuse(self, words: Sequence[str]) -> Never:
        """Raise the error for words that no argument has taken.

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
    parser = make_parser([word for word in argv if not word.startswith("-")][:1])
    bare = [word for word in argv if word not in ("-h", "--help")]
    first, _ = parser.parse_known_args(bare)
    problem = getattr(first, "problem", None)
    if first.command == "watch" and bare == list(argv):
        first.words = argv  # they are parsed again for each search: the file may be broken now, and change
        return first
    found = instances.find(problem) if problem else None
    if first.command in (None, "test"):
        # The help of all commands lists them; a test finds a parameter that has the name of an option of any command.
        parser = make_parser(SUMMARIES)
    if found is not None:
        for sub in parser.commands.values():
            sub.take(found)
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


def make_parser(asked: Iterable[str], names: Sequence[str] | None = None) -> _Parser:
    """The parser of the command.

    Args:
        asked: the commands that it knows; words that are no commands are left out.
        names: the names of the problems, if the shell is to complete them.
    """
    usage = "clew COMMAND [PROBLEM] [INSTANCE] [options]"
    about = f"{ABOUT}\n\n{examples()}"
    parser = _Parser("clew", usage=usage, description=about, add_help=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", prog="clew")
    options = parser.add_argument_group("options")  # behind the commands
    options.add_argument("-h", "--help", action="help", help="show this help message and exit")
    options.add_argument("--version", nargs=0, action=_Version, help="show the version and the engine, and exit")

    for name in filter(SUMMARIES.__contains__, asked):
        places = [word.shown() for _, word in words_of(name) if not word.name.startswith("-")]
        usage = " ".join(["clew", name, *places, "[options]"])
        parser.commands[name] = sub = commands.add_parser(name, help=SUMMARIES[name], usage=usage)
        sub.command = name
        _add_words(sub, name, names)
    return parser


def _width() -> int:
    """The columns of a help: two less than the terminal has, as argparse takes them."""
    import shutil

    return shutil.get_terminal_size().columns - 2


def _rules(problem: type[AnyProblem]) -> Iterable[str]:
    """The rules of a problem, its examples and its styles, in lines."""
    import textwrap

    named = ", ".join(example.name for example in problem.examples)
    styles = ", ".join(problem.styles)
    if problem.draw is Problem.draw and problem.styles == Problem.styles:
        styles = "names; also grid if the variables are cells"
    texts = (f"{title_of(problem)}: {problem.rules}", f"examples: {named}", f"styles: {styles}")
    return [textwrap.fill(text, _width(), subsequent_indent="  ") for text in texts]


def _add_words(sub: argparse.ArgumentParser, command: str, names: Sequence[str] | None) -> None:
    """Add the words of a command to its parser.

    Args:
        sub: the parser.
        command: its name.
        names: the names of the problems, if the shell is to complete them.
    """
    choice = {} if names is None else {"choices": names, "metavar": None}
    titled = _titled(command)
    for title, chosen in titled.items():
        group = sub.add_argument_group(title) if title else sub
        either = group.add_mutually_exclusive_group()
        for word in chosen:
            details = {**word.details, **(choice if word.name == "problem" else {})}
            (either if word.either else group).add_argument(word.name, **details)
    sub._positionals.title = "arguments"
    sub._optionals.title = "common options" if len(titled) > 1 else "options"


def _titled(command: str) -> dict[str, list[CommandWord]]:
    """The words of a command by their group; the common ones, and those known by their place, have no title."""
    titled: dict[str, list[CommandWord]] = {"": []}
    for title, word in words_of(command):
        is_common = word.name in COMMON or command == "resume"
        titled.setdefault("" if is_common else title, []).append(word)
    titled[""].sort(key=lambda word: COMMON.index(word.name) if word.name in COMMON else -1)
    return titled


def _instance_help(problem: type[AnyProblem]) -> str:
    field = instance_field(problem)
    if field is None:
        return INSTANCE
    about = field.metadata["about"] or "the instance"
    return f"{about}: {field.metadata['form'].hint}; or a file, or - for standard input".replace("%", "%%")


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

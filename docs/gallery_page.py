"""The page of a puzzle in the gallery.

A page has the rules, an instance and its solution as pictures, the parameters, the styles, the examples, and the part
of the source that declares the puzzle. A file `docs/puzzles/NAME.md` may give a title, and explain the rules and the
forms of text at more length than the plugin; a plugin without such a file has its page too.
"""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import attrs

import clew
from gallery import Kind, Puzzle, playable, sentence, solved
from heads import head
from quoting import called_by, quoted

READING: Final = Path(__file__).parent / "reading"
HOOKS: Final = (
    "domains",
    "given",
    "constraints",
    "choose_variable",
    "enumerate_values",
    "is_consistent",
    "forward_check",
)
LONGEST: Final = 60  # characters of an instance in the table of examples
WIDEST: Final = 84  # characters of a drawing: the column of a page


def page(puzzle: Puzzle) -> str:
    """The page of a puzzle: text written by hand takes the place of the rules."""
    title, _, notes = puzzle.notes.partition("\n")
    parts = [
        head(description(puzzle)),
        title,
        sentence(puzzle.kind.summary),
        *shown(puzzle),
        "## Rules",
        notes.strip() or puzzle.kind.rules,
        *parameters(puzzle.kind),
        *styles(puzzle),
        *examples(puzzle),
        *declaration(puzzle),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def description(puzzle: Puzzle) -> str:
    """The line below its title in the results of a search engine."""
    return f"{puzzle.title}, solved in Python. {sentence(puzzle.kind.summary)}"


def shown(puzzle: Puzzle) -> Iterator[str]:
    """An instance and its solution."""
    if puzzle.example is None:
        return
    instance = f"![The instance {puzzle.example.name} of {puzzle.name}]({puzzle.name}-instance.svg)"
    solution = f"![A solution of it]({puzzle.name}-solution.svg)"
    yield f'<div class="pair" markdown>\n{instance}\n{solution}\n</div>'
    found = (
        "The instance and its only solution"
        if puzzle.example.count == 1
        else "The instance and a solution"
    )
    yield f"{found}, as this command draws it:"
    drawn = command("solve", puzzle, puzzle.example)
    yield f"```console\n$ {drawn} --to {puzzle.name}.svg\n```"
    for name in playable(puzzle):
        line = command("play", puzzle, puzzle.example)
        yield (
            f"You can [solve it yourself]({name}) in the browser, or on the terminal with `{line}`; "
            "[Play a puzzle](../play.md) has the keys."
        )
    if is_narrow(puzzle.example.text):
        text = puzzle.example.text.rstrip()
        yield f"The same instance as text:\n\n```text\n{text}\n```"


def is_narrow(text: str) -> bool:
    """Whether no line of a text is wider than a page."""
    return max(map(len, text.split("\n"))) <= WIDEST


def command(verb: str, puzzle: Puzzle, example: clew.Example) -> str:
    return f"clew {verb} {puzzle.name} --example {shlex.quote(example.name)}"


def parameters(kind: Kind) -> Iterator[str]:
    """A table of the parameters, with the options of the command."""
    fields = (
        [field for field in attrs.fields(kind) if "help" in field.metadata]
        if attrs.has(kind)
        else []
    )
    if fields:
        yield "## Parameters"
        rows = [
            f"| `{field.name}` | `{option(field)}` | `{field.default!r}` | {escaped(field.metadata['help'])} |"
            for field in fields
        ]
        yield "\n".join(
            [
                "| in Python | option | default | meaning |",
                "| --- | --- | --- | --- |",
                *rows,
            ]
        )


def option(field: attrs.Attribute[Any]) -> str:
    words = field.name.replace("_", "-")
    if field.default is True:
        return f"--no-{words}"
    return (
        f"--{words}"
        if field.default is False
        else f"--{words} {field.name.upper()}"
    )


def styles(puzzle: Puzzle) -> Iterator[str]:
    """The solution in each style in which it is narrow enough."""
    found = solved(puzzle)
    if found is None:
        return
    problem, solution = found
    yield "## Styles"
    yield "The same solution as text; `--style` chooses, and the first one is the default."
    for style in problem.styles:
        drawing = problem.draw(solution, style)
        if is_narrow(drawing):
            yield f"`{style}`\n\n```text\n{drawing}\n```"


def examples(puzzle: Puzzle) -> Iterator[str]:
    """A table of the examples, and commands about the one that is drawn."""
    if not puzzle.kind.examples:
        return
    yield "## Examples"
    yield "These instances come with the plugin, and its tests count the solutions of each."
    rows = [
        f"| {escaped(example.name)} | {code(example.text)} | {words(example.parameters)} | {example.count} |"
        for example in puzzle.kind.examples
    ]
    yield "\n".join(
        [
            "| `--example` | text | parameters | solutions |",
            "| --- | --- | --- | ---: |",
            *rows,
        ]
    )
    if puzzle.example is not None:
        lines = [
            f"$ {command(verb, puzzle, puzzle.example)}"
            for verb in ("show", "solve", "check", "trace")
        ]
        yield "\n".join(["```console", *lines, "```"])


def code(text: str) -> str:
    """A text of one line for a cell of a table, cut if it is long."""
    line = text.strip().replace("\n", " / ")
    return f"`{escaped(line if len(line) <= LONGEST else line[: LONGEST - 1] + '…')}`"


def words(values: Mapping[str, Any]) -> str:
    return ", ".join(f"`{name}={value!r}`" for name, value in values.items())


def escaped(text: str) -> str:
    return text.replace("|", "\\|")


def declaration(puzzle: Puzzle) -> Iterator[str]:
    """The methods that declare the puzzle, and the functions of the same module that they call."""
    own = vars(puzzle.kind)
    methods = [own[name] for name in HOOKS if name in own]
    if methods:
        yield "## Source"
        yield "The part of the plugin that declares the puzzle."
        if (READING / f"{puzzle.name}.md").is_file():
            yield f"[{puzzle.title}, line by line](../reading/{puzzle.name}.md) explains the whole file."
        yield from map(quoted, methods)
        yield from map(
            quoted,
            called_by(
                [method for method in methods if inspect.isroutine(method)]
            ),
        )

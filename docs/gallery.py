"""The gallery: a card and a page for each installed puzzle, made from its plugin.

A page has the rules, an instance and its solution as pictures, the parameters, the styles, the examples, and the part
of the source that declares the puzzle. A file `docs/puzzles/NAME.md` may give a title, and explain the rules and the
forms of text at more length than the plugin; a plugin without such a file has its page too.
"""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import attrs

import clew
from clew import plugins
from quoting import called_by, quoted

FOLDER: Final = "puzzles"
NOTES: Final = Path(__file__).parent / FOLDER
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

Kind = type[clew.Problem[Any, Any]]


@attrs.frozen
class Puzzle:
    """An installed puzzle.

    Attributes:
        name: the name of its plugin.
        kind: its class.
    """

    name: str
    kind: Kind

    @property
    def page(self) -> str:
        """The file of its page, below docs."""
        return f"{FOLDER}/{self.name}.md"

    @property
    def notes(self) -> str:
        """Text written by hand for its page: a title, and paragraphs below it. Without such a file, a title."""
        file = NOTES / f"{self.name}.md"
        return (
            file.read_text(encoding="utf-8")
            if file.is_file()
            else f"# {self.plain_title}\n"
        )

    @property
    def plain_title(self) -> str:
        return self.name.replace("-", " ").capitalize()

    @property
    def title(self) -> str:
        return self.notes.partition("\n")[0].removeprefix("# ")

    @property
    def example(self) -> clew.Example | None:
        """The example to draw: one with several variables if there is any, and with one solution if there is any."""
        solvable = [example for example in self.kind.examples if example.count]
        return min(solvable, key=self._dullness, default=None)

    def _dullness(self, example: clew.Example) -> tuple[bool, bool]:
        solution = clew.first(made(self.kind, example)) or {}
        return len(solution) < 2, example.count > 1


def made(kind: Kind, example: clew.Example) -> clew.Problem[Any, Any]:
    return kind.from_text(example.text, **example.parameters)


def puzzles() -> list[Puzzle]:
    """The installed puzzles, by name.

    Raises:
        PluginError: one of them is broken.
    """
    found = []
    for plugin in plugins.installed():
        if plugin.problem is None:
            raise clew.PluginError(
                f"{plugin.name} of {plugin.distribution}: {plugin.error}"
            )
        found.append(Puzzle(plugin.name, plugin.problem))
    return found


# -- pictures ------------------------------------------------------------------------------------


@lru_cache
def solved(
    puzzle: Puzzle,
) -> tuple[clew.Problem[Any, Any], Mapping[Any, Any]] | None:
    """The instance to draw, and its first solution."""
    if puzzle.example is None:
        return None
    problem = made(puzzle.kind, puzzle.example)
    return problem, clew.first(problem) or {}


def pictures(puzzle: Puzzle) -> dict[str, str]:
    """The drawings of an instance and of its solution, by the names of their files."""
    if (found := solved(puzzle)) is None:
        return {}
    problem, solution = found
    return {
        f"{puzzle.name}-instance.svg": problem.picture(problem.given()).svg(),
        f"{puzzle.name}-solution.svg": problem.picture(solution).svg(),
    }


# -- cards ---------------------------------------------------------------------------------------


def cards(some: Iterable[Puzzle], up: str = "") -> str:
    """A picture and a line for each puzzle, with a link to its page."""
    return "\n".join(
        [
            '<ul class="gallery">',
            *(card(puzzle, up) for puzzle in some),
            "</ul>",
        ]
    )


def card(puzzle: Puzzle, up: str) -> str:
    picture = f"{up}{puzzle.name}-solution.svg"
    drawn = (
        f'<img src="{picture}" alt="" loading="lazy">' if puzzle.example else ""
    )
    return (
        f'<li id="{puzzle.name}"><a href="{up}{puzzle.name}/">{drawn}<strong>{puzzle.title}</strong></a>'
        f"<span>{sentence(puzzle.kind.summary)}</span></li>"
    )


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def uses(some: Iterable[Puzzle]) -> str:
    """A table of the constraints that the puzzles declare."""
    by_constraint: dict[str, list[str]] = {}
    for puzzle in some:
        for name in constraints_of(puzzle):
            by_constraint.setdefault(name, []).append(
                f"[{puzzle.title}]({puzzle.name}.md)"
            )
    rows = [
        f"| {name} | {', '.join(links)} |"
        for name, links in sorted(by_constraint.items())
    ]
    return "\n".join(["| constraint | puzzles |", "| --- | --- |", *rows])


def constraints_of(puzzle: Puzzle) -> list[str]:
    """The kinds of constraints that the instance drawn declares, each once; hooks if it declares none."""
    found = solved(puzzle)
    constraints = found[0].constraints() if found else ()
    names = sorted(
        {public_name(type(constraint)) for constraint in constraints}
    )
    return [f"`{name}`" for name in names] or ["hooks alone"]


def public_name(kind: type[Any]) -> str:
    """The name of a constraint; if it is the plugin's own, that of the class which it extends."""
    return next(
        one.__name__
        for one in kind.__mro__
        if one.__module__.startswith("clew.")
    )


# -- pages ---------------------------------------------------------------------------------------


def page(puzzle: Puzzle) -> str:
    """The page of a puzzle: text written by hand takes the place of the rules."""
    title, _, notes = puzzle.notes.partition("\n")
    parts = [
        title,
        sentence(puzzle.kind.summary),
        *shown(puzzle),
        "## Rules",
        notes.strip() or puzzle.kind.rules,
        *parameters(puzzle.kind),
        *styles(puzzle),
        *examples(puzzle),
        *declaration(puzzle.kind),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


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
    yield f"```console\n$ {command('solve', puzzle, puzzle.example)} --to {puzzle.name}.svg\n```"


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
        if max(map(len, drawing.split("\n"))) <= WIDEST:
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


def declaration(kind: Kind) -> Iterator[str]:
    """The methods that declare the puzzle, and the functions of the same module that they call."""
    methods = [vars(kind)[name] for name in HOOKS if name in vars(kind)]
    if methods:
        yield "## Source"
        yield "The part of the plugin that declares the puzzle."
        yield from map(quoted, methods)
        yield from map(
            quoted,
            called_by(
                [method for method in methods if inspect.isroutine(method)]
            ),
        )

"""The gallery: a card for each installed puzzle, made from its plugin; `gallery_page` makes its page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

import attrs

import clew
from clew import plugins

FOLDER: Final = "puzzles"
NOTES: Final = Path(__file__).parent / FOLDER

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

    @cached_property
    def example(self) -> clew.Example | None:
        """The example to draw: one with several variables if there is any, and with one solution if there is any."""
        solvable = [example for example in self.kind.examples if example.count]
        return min(solvable, key=self._dullness, default=None)

    def _dullness(self, example: clew.Example) -> tuple[bool, bool]:
        solution = clew.first(made(self.kind, example))
        return len(solution or ()) < 2, example.count > 1


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


@lru_cache
def playable(puzzle: Puzzle) -> dict[str, str]:
    """The page on which the instance is played, by the name of its file; empty if the puzzle cannot be played."""
    from clew.puzzles.play.page import play_page
    from clew.puzzles.play.puzzles import puzzle_of

    if (found := solved(puzzle)) is None:
        return {}
    try:
        links = {f"← {puzzle.title}": f"{puzzle.name}/", "All puzzles": "./"}
        page = play_page(puzzle_of(found[0]), links)
        return {f"{puzzle.name}-play.html": page.html}
    except clew.OptionError:
        return {}


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

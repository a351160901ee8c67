"""Drawings in the styles that `--style` names, which may be several, and the pictures of `--to FILE.svg`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clew.errors import OptionError
from clew.problem.problem import AnyProblem
from clew.solution import AnySolution
from clew.tools.cli import answers

if TYPE_CHECKING:
    from clew.render import Picture

MOST: Final = 24
"""Solutions that are drawn into one picture."""

Styles = Sequence[str] | None
"""The names that `--style` gave; None if it was not used."""


def check(problem: AnyProblem, styles: Styles) -> None:
    """Refuse styles that a problem does not have, before it is searched.

    Raises:
        OptionError: it has no such style.
    """
    for style in styles or ():
        problem.check_style(style)


def drawings(draw: Callable[[str | None], str], styles: Styles) -> list[str]:
    """A drawing in each of the styles, or in the default."""
    return [draw(style) for style in styles or (None,)]


def titled(title: str, drawn: Sequence[str]) -> str:
    """Drawings below their title; the first stands behind it if it is one line."""
    text = "\n".join(drawn)
    between = "\n" if "\n" in drawn[0] else " "
    return f"{title}:{between}{text}" + "\n" * ("\n" in text)


def numbered(number: int, drawn: Sequence[str], stands_for: int | None = None) -> str:
    """The drawings of a solution below its number."""
    return titled(f"Solution {number}" + ("" if stands_for is None else f", for {stands_for}"), drawn)


def write_pictures(path: Path, solutions: Sequence[AnySolution], number: int, search: Picture | None) -> str | None:
    """Draw solutions into a file, side by side if there are several.

    Args:
        path: the file.
        solutions: the first few.
        number: how many there are.
        search: a picture of the whole search, if the problem has one: it is drawn instead.

    Returns:
        A sentence that reports it, or None if there is no solution.
    """
    from clew.render import beside

    if search is not None:
        return answers.write("--to", path, search.svg())
    if not solutions:
        return None
    pictures = [solution.picture() for solution in solutions]
    drawn = pictures[0] if len(pictures) == 1 else beside(pictures, f"{len(pictures)} solutions")
    some = f", with the first {MOST} solutions" if number > MOST else ""
    return f"{answers.write('--to', path, drawn.svg())}{some}"


def path_of(word: str | None) -> Path | None:
    """The file of a picture, if one is asked for.

    Raises:
        OptionError: it is no file for SVG.
    """
    if word is None:
        return None
    if not word.lower().endswith(".svg"):
        raise OptionError(f"--to: pictures are written as SVG: call the file NAME.svg, not {word!r}")
    return Path(word)

"""What `--to FILE.svg` does: pictures of instances and of solutions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.errors import OptionError
from clew.problem import Problem
from clew.solution import Solution

if TYPE_CHECKING:
    from clew.cli.domains import Domains
    from clew.render import Picture

MOST: Final = 24
"""Solutions that are drawn into one picture."""


@attrs.define
class Gallery:
    """Solutions to be drawn into a file, side by side if there are several.

    Attributes:
        path: the file.
        solutions: the first few.
        number: how many there are.
    """

    path: Path
    solutions: list[Solution[Any, Any]] = attrs.field(factory=list)
    number: int = 0

    def add(self, solution: Solution[Any, Any]) -> None:
        """Take in a solution."""
        self.number += 1
        if len(self.solutions) < MOST:
            self.solutions.append(solution)

    def write(self, search: Picture | None = None) -> str | None:
        """Draw what there is; what was written, in words, or None if there is no solution.

        Args:
            search: a picture of the whole search, if the problem has one: it is drawn instead.
        """
        from clew.render import beside

        if search is not None:
            return written(self.path, search.svg())
        if not self.solutions:
            return None
        pictures = [solution.picture() for solution in self.solutions]
        drawn = pictures[0] if len(pictures) == 1 else beside(pictures, f"{len(pictures)} solutions")
        some = f", with the first {MOST} solutions" if self.number > MOST else ""
        return f"{written(self.path, drawn.svg())}{some}"


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


def written(path: Path, svg: str) -> str:
    """Write a picture; what was done, in words."""
    try:
        path.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise OptionError(f"--to: {path} cannot be written: {error.strerror}") from None
    return f"{path} written"


def show(problem: Problem[Any, Any], given: dict[Any, Any], domains: Domains | None, path: Path) -> str:
    """Draw an instance into a file; what was done, in words.

    Args:
        problem: the instance.
        given: the values to show.
        domains: what the first propagation leaves to the other variables, if it is to be shown.
        path: the file.
    """
    from clew.pictures import with_conflicts

    left = None if domains is None else {v: values for v, values in domains.left.items() if v not in given}
    return written(path, with_conflicts(problem, given, left).svg())

"""What `--to FILE.svg` does: pictures of instances and of solutions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.cli import answers
from clew.errors import OptionError
from clew.solution import Solution

if TYPE_CHECKING:
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
            return answers.write("--to", self.path, search.svg())
        if not self.solutions:
            return None
        pictures = [solution.picture() for solution in self.solutions]
        drawn = pictures[0] if len(pictures) == 1 else beside(pictures, f"{len(pictures)} solutions")
        some = f", with the first {MOST} solutions" if self.number > MOST else ""
        return f"{answers.write('--to', self.path, drawn.svg())}{some}"


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

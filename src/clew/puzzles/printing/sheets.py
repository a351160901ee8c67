"""A sheet of puzzles: its title, its rules, the puzzles with number and tier, and their solutions at the end.

Every page is one SVG, drawn by the puzzles themselves. A sheet in HTML is its pages, one after the other, so both
forms look the same on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final, cast

import attrs

from clew.api import check
from clew.errors import OptionError, shown
from clew.problem.declared import Declared, is_declared
from clew.problem.naming import heading_of
from clew.problem.problem import AnyProblem
from clew.problem.undrawn import undrawn
from clew.puzzles.hints.steps import rate
from clew.puzzles.printing.layout import INKS, Block, alone, inside, pages_of
from clew.solution import Uniqueness

PER_PAGE: Final = 6
MOST_PER_PAGE: Final = 60
SMALLER: Final = 4
"""Solutions that take the place of one puzzle."""

PAGE: Final = Path(__file__).with_name("page.html")


@attrs.frozen
class Printed:
    """A puzzle of a sheet.

    Attributes:
        problem: the puzzle.
        tier: how hard it is for a person; empty if that is not known.
        answer: whether it has a solution, and one of them; None if no solution is printed.
        undrawn: the parts that its picture does not show, which stand below it; empty if none was found.
    """

    problem: AnyProblem
    tier: str
    answer: Uniqueness | None
    undrawn: str = ""


@attrs.frozen
class Sheet:
    """Puzzles to print. In notebooks it shows itself.

    Attributes:
        puzzles: the puzzles, with their solutions.
        title: stands at the top of each page.
        rules: stand below the title.
        per_page: how many puzzles a page has.
    """

    puzzles: Sequence[Printed]
    title: str
    rules: str
    per_page: int

    def pages(self) -> list[str]:
        """The pages, each a text in SVG with the margins of a sheet of paper. A4 and Letter have room for it."""
        return [alone(page) for page in self._drawn()]

    def html(self) -> str:
        """All pages as one page of HTML, which needs nothing else: each is a page of its own when it is printed."""
        pages = "".join(inside(page) for page in self._drawn())
        return Template(PAGE.read_text(encoding="utf-8")).substitute(TITLE=escape(self.title), INKS=INKS, PAGES=pages)

    def _repr_html_(self) -> str:
        return "".join(self.pages())

    def _drawn(self) -> list[str]:
        puzzles, solutions = [], []
        for number, one in enumerate(self.puzzles, 1):
            puzzles.append(Block(one.problem.picture(one.problem.given()), number, one.tier, one.undrawn))
            if one.answer is not None:
                remark = "one of several" if one.answer.answer == "several" else ""
                solutions.append(Block(one.problem.picture(one.answer.solutions[0]), number, remark))
        title = f"{self.title}: {'solutions' if len(solutions) > 1 else 'solution'}"
        first = self.title, self.rules, puzzles, self.per_page
        return pages_of([first, (title, "", solutions, SMALLER * self.per_page)])


def sheet(
    puzzles: Iterable[AnyProblem],
    *,
    title: str | None = None,
    rules: str | None = None,
    per_page: int = PER_PAGE,
    solutions: bool = True,
    tiers: bool = True,
) -> Sheet:
    """Puzzles to print, with number, tier and rules, and their solutions small on pages of their own at the end.

    It takes as long as `clew.rate` and `clew.check` take for each puzzle; without solutions and tiers, a moment.
    If a picture does not show all of its instance, the instance stands below it as text, or the constraints of a model.

    Args:
        puzzles: the puzzles, such as `clew.generate` makes them.
        title: stands at the top of each page; by default the name of the puzzle, and its parameters.
        rules: a sentence or two below the title; by default the puzzle in a line. Empty for none.
        per_page: how many puzzles a page has, from 1 to 60.
        solutions: whether the solutions are printed.
        tiers: whether each puzzle says how hard it is, if `clew.rate` can solve it.

    Raises:
        OptionError: there is no puzzle, or one of them has no solution to print, or per_page is no such number.
    """
    if isinstance(per_page, bool) or not isinstance(per_page, int) or not 1 <= per_page <= MOST_PER_PAGE:
        raise OptionError(f"per_page must be a whole number from 1 to {MOST_PER_PAGE}, not {shown(per_page)}")
    all_of_them = list(puzzles)
    if not all_of_them:
        raise OptionError("there is no puzzle to print")
    printed = []
    for number, one in enumerate(all_of_them, 1):
        tier, answer = _tier(one) if tiers else "", check(one) if solutions else None
        if answer is not None and answer.answer == "none":
            raise OptionError(f"puzzle {number} has no solution to print: leave it out, or print no solutions")
        printed.append(Printed(one, tier, answer, undrawn(one)))
    title = ", ".join(dict.fromkeys(map(_title, all_of_them))) if title is None else title
    if rules is None:
        summary, *others = dict.fromkeys(one.summary for one in all_of_them)
        rules = _sentence(summary) if summary and not others else ""
    return Sheet(printed, title, rules, per_page)


def _title(problem: AnyProblem) -> str:
    """The name of a puzzle, with those of its parameters that have another value than by default."""
    changed = [
        field.name if value is True else f"{field.name} {value}"
        for field in (attrs.fields(cast(Any, type(problem))) if attrs.has(type(problem)) else ())
        if "help" in field.metadata and (value := getattr(problem, field.name)) != field.default
    ]
    return heading_of(problem) + (f" ({', '.join(changed)})" if changed else "")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def _tier(problem: AnyProblem) -> str:
    """How hard a puzzle is; empty if it has hooks instead of constraints, or if its steps do not solve it."""
    declared = Declared(problem)
    rating = rate(problem) if is_declared(problem, declared.constraints, declared.domains) else None
    return rating.tier if rating and rating.is_solved else ""

"""A sheet of puzzles: its title, its rules, the puzzles with number and tier, and their solutions at the end.

Every page is one SVG, drawn by the puzzles themselves. A sheet in HTML is its pages, one after the other, so both
forms look the same on paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final, TypedDict, Unpack, cast

import attrs

from clew.api import check
from clew.errors import OptionError, shown
from clew.problem.declared import Declared, is_declared
from clew.problem.naming import heading_of, rules_of, translated
from clew.problem.problem import AnyProblem
from clew.problem.undrawn import undrawn
from clew.puzzles.generation.clues import check_name
from clew.puzzles.hints.hint import check_language
from clew.puzzles.hints.steps import rate
from clew.puzzles.hints.terms import PHRASES, Terms
from clew.puzzles.printing.layout import INKS, Block, alone, inside, pages_of
from clew.render.svg import grouped
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
        name: its name, if the puzzles of the sheet have several.
        rules: its rules, if the puzzles of the sheet have several; they stand below the title of each page with it.
    """

    problem: AnyProblem
    tier: str
    answer: Uniqueness | None
    undrawn: str = ""
    name: str = ""
    rules: str = ""


@attrs.frozen
class Sheet:
    """Puzzles to print. In notebooks it shows itself.

    Attributes:
        puzzles: the puzzles, with their solutions.
        title: stands at the top of each page.
        rules: stand below the title; empty if each kind of puzzle has its own.
        per_page: how many puzzles a page has at most.
        language: the language of the words around the puzzles.
    """

    puzzles: Sequence[Printed]
    title: str
    rules: str
    per_page: int
    language: str = "en"

    def pages(self) -> list[str]:
        """The pages, each a text in SVG with the margins of a sheet of paper. A4 and Letter have room for it."""
        return [alone(page) for page in self._drawn()]

    def html(self) -> str:
        """All pages as one page of HTML, which needs nothing else: each is a page of its own when it is printed."""
        pages = "".join(inside(page) for page in self._drawn())
        filling = {"TITLE": escape(self.title), "LANGUAGE": escape(self.language), "INKS": INKS, "PAGES": pages}
        return Template(PAGE.read_text(encoding="utf-8")).substitute(filling)

    def _repr_html_(self) -> str:
        return "".join(self.pages())

    def _drawn(self) -> list[str]:
        puzzles, solutions, phrases = [], [], PHRASES[self.language]
        for number, one in enumerate(self.puzzles, 1):
            remark = _remark(one.name, one.tier and phrases[f"tier {one.tier}"])
            terms = Terms(one.problem, self.language)
            picture = terms.pictured(one.problem.picture(one.problem.given()))
            puzzles.append(Block(picture, number, remark, one.undrawn, one.rules or self.rules))
            if one.answer is not None:
                remark = _remark(one.name, phrases["one of several"] * (one.answer.answer == "several"))
                picture = terms.pictured(one.problem.picture(one.answer.solutions[0]))
                solutions.append(Block(picture, number, remark))
        title = phrases["solutions of" if len(solutions) > 1 else "solution of"].format(title=self.title)
        return pages_of([(self.title, puzzles, self.per_page), (title, solutions, SMALLER * self.per_page)])


def _remark(*words: str) -> str:
    return ", ".join(filter(None, words))


class Printing(TypedDict, total=False):
    """The keyword options of `sheet`.

    Attributes:
        title: stands at the top of each page; by default the names of the puzzles, with their parameters.
        rules: a sentence or two below the title; by default `Problem.printed_rules` of each kind. Empty for none.
        per_page: how many puzzles a page has at most, from 1 to 60; 6 by default.
        solutions: whether the solutions are printed; they are by default.
        tiers: whether each puzzle says how hard it is, if `clew.rate` can solve it; it does by default.
        language: `en`, `fr` or `de`: that of the words around the puzzles, and of the names and rules that have
            `Problem.translations`; `en` by default.
    """

    title: str | None
    rules: str | None
    per_page: int
    solutions: bool
    tiers: bool
    language: str


def sheet(puzzles: Iterable[AnyProblem], **options: Unpack[Printing]) -> Sheet:
    """Puzzles to print, with number, tier and rules, and their solutions small on pages of their own at the end.

    It takes as long as `clew.rate` and `clew.check` take for each puzzle; without solutions and tiers, a moment.
    Puzzles of several kinds have their names above them, and each page has the rules of its kinds.
    If a picture does not show all of its instance, the instance stands below it as text, or the constraints of a model.

    Args:
        puzzles: the puzzles, such as `clew.generate` makes them.
        options: see `Printing`.

    Raises:
        OptionError: there is no puzzle, or one of them has no solution to print, or an option has no such value.
    """
    for name in options:
        check_name("option", name, Printing.__annotations__)
    per_page, language, rules = options.get("per_page", PER_PAGE), options.get("language", "en"), options.get("rules")
    if isinstance(per_page, bool) or not isinstance(per_page, int) or not 1 <= per_page <= MOST_PER_PAGE:
        raise OptionError(f"per_page must be a whole number from 1 to {MOST_PER_PAGE}, not {shown(per_page)}")
    check_language(language)
    all_of_them = list(puzzles)
    if not all_of_them:
        raise OptionError("there is no puzzle to print")
    titles = [_title(one, language) for one in all_of_them]
    said = [_sentences(rules_of(one, language)) for one in all_of_them]
    has_names, has_rules = len({*titles}) > 1, rules is None and len({*said}) > 1
    printed = [
        attrs.evolve(_printed(number, one, options), name=name * has_names, rules=line * has_rules)
        for number, (one, name, line) in enumerate(zip(all_of_them, titles, _labelled(titles, said), strict=True), 1)
    ]
    title, rules = options.get("title"), "" if has_rules else said[0] if rules is None else rules
    return Sheet(printed, ", ".join(dict.fromkeys(titles)) if title is None else title, rules, per_page, language)


def _printed(number: int, problem: AnyProblem, options: Printing) -> Printed:
    """The puzzle with a number: its tier and its solution, as far as they are wished for."""
    tier = _tier(problem) if options.get("tiers", True) else ""
    answer = check(problem) if options.get("solutions", True) else None
    if answer is not None and answer.answer == "none":
        raise OptionError(f"puzzle {number} has no solution to print: leave it out, or print no solutions")
    return Printed(problem, tier, answer, undrawn(problem, options.get("language", "en")))


def _labelled(titles: Sequence[str], said: Sequence[str]) -> list[str]:
    """For each puzzle its rules behind its name, and behind its number too if others have the name and other rules."""
    pairs = [*zip(titles, said, strict=True)]
    numbers = grouped((pair, str(number)) for number, pair in enumerate(pairs, 1))
    names, labelled = Counter(title for title, _ in numbers), {}
    for (title, text), some in numbers.items():
        name = f"{title} {', '.join(some)}" if names[title] > 1 else title
        labelled[title, text] = f"{name}: {' '.join(text.splitlines())}" if text else ""
    return [*map(labelled.__getitem__, pairs)]


def _title(problem: AnyProblem, language: str) -> str:
    """The name of a puzzle, with those of its parameters that have another value than by default."""
    changed = [
        translated(problem, field.name, language) + (f" {value}" if value is not True else "")
        for field in (attrs.fields(cast(Any, type(problem))) if attrs.has(type(problem)) else ())
        if "help" in field.metadata and (value := getattr(problem, field.name)) != field.default
    ]
    return heading_of(problem, language) + (f" ({', '.join(changed)})" if changed else "")


def _sentences(text: str) -> str:
    """Text that begins with a capital letter and ends with a full stop."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if not text or text.endswith((".", "!", "?")) else ".")


def _tier(problem: AnyProblem) -> str:
    """How hard a puzzle is; empty if it has hooks instead of constraints, or if its steps do not solve it."""
    declared = Declared(problem)
    rating = rate(problem) if is_declared(problem, declared.constraints, declared.domains) else None
    return rating.tier if rating and rating.is_solved else ""

"""A whole puzzle in steps, each the simplest deduction there is; and its grade, which the hardest step gives.

A page plays the steps: pictures, sentences, and a few buttons. It works from disk. Without scripts it shows all steps,
one after the other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import inf
from pathlib import Path
from typing import Any, Final

import attrs

from clew.problem.naming import heading_of
from clew.problem.origins import surfacing
from clew.problem.problem import AnyProblem
from clew.puzzles.hints.hint import Explain, Hint, check_language, hints_from
from clew.puzzles.hints.knowledge import Knowledge
from clew.puzzles.hints.rating import Rating, tier_of
from clew.puzzles.hints.terms import PHRASES
from clew.puzzles.hints.words import language_of
from clew.render.films import Animation, animation
from clew.render.html import page
from clew.render.svg import Picture, PlacedPicture

PAGE: Final = Path(__file__).with_name("page")


@attrs.frozen(eq=False)
class Steps:
    """The steps that solve a puzzle.

    Attributes:
        problem: the puzzle.
        hints: the steps, in their order. Each uses the conclusions of those before it.
        known: the variables with their values at the end.
        is_solved: whether all have one.
        explain: the language of the words, or the function that words a step.
    """

    problem: AnyProblem
    hints: tuple[Hint, ...]
    known: Mapping[Any, Any]
    is_solved: bool
    explain: Explain = attrs.field(default="en", repr=False)

    def __iter__(self) -> Iterator[Hint]:
        return iter(self.hints)

    def __len__(self) -> int:
        return len(self.hints)

    def __str__(self) -> str:
        return "\n".join(f"{number}. {hint}" for number, hint in enumerate(self.hints, 1))

    @property
    def rating(self) -> Rating:
        """How hard the puzzle is."""
        hardest = max((hint.grade for hint in self.hints), default=0.0)
        guesses = sum(hint.kind == "guess" for hint in self.hints)
        return Rating(hardest, len(self.hints), guesses, tier_of(hardest), self.is_solved)

    @property
    def language(self) -> str:
        """The language of the steps; English if a function words them."""
        return language_of(self.explain)

    def film(self, *, seconds: float = 2.0) -> Animation:
        """The steps one after the other, in one picture that moves by itself.

        Args:
            seconds: how long a step stays.

        Raises:
            OptionError: there is no step.
        """
        words = PHRASES[self.language]
        steps = words["one step" if len(self) == 1 else "steps"].format(count=len(self))
        title = words["solved in"].format(title=heading_of(self.problem, self.language), steps=steps)
        return animation([hint.picture() for hint in self.hints], title=title, seconds=seconds)

    def page(self) -> str:
        """The steps as a page in HTML that plays them: forwards, backwards, by itself. It needs nothing else."""
        pairs = [(str(hint), _uncaptioned(hint.picture()).svg()) for hint in self.hints]
        return steps_page(heading_of(self.problem, self.language), pairs, self.rating, self.language)

    def as_dict(self) -> dict[str, Any]:
        """All steps as JSON has them, with the rating."""
        return {"steps": [hint.to_json() for hint in self.hints], "rating": attrs.asdict(self.rating)}

    def to_json(self) -> str:
        """All steps as JSON, with the rating."""
        return json.dumps(self.as_dict(), ensure_ascii=False)


def _uncaptioned(picture: Picture) -> Picture:
    """A picture whose caption is beside it in words."""
    return picture.captioned("") if isinstance(picture, PlacedPicture) else picture


def steps_page(title: str, steps: Sequence[tuple[str, str]], rating: Rating, language: str = "en") -> str:
    """The page.

    Args:
        title: the name of the puzzle.
        steps: the sentence of each step, and its picture in SVG.
        rating: how hard the puzzle is.
        language: the language of the sentences.
    """
    items = [f'<li><p lang="{escape(language)}">{escape(text)}</p>\n{_plain(svg)}</li>' for text, svg in steps]
    words = {key.upper().replace(" ", "_"): text for key, text in PHRASES[language].items() if key.startswith("page ")}
    script = {name: words.pop(f"PAGE_{name.upper()}") for name in ("play", "pause", "number")}
    more = {"RATING": rating.said(language), "LANGUAGE": language, **words}
    filled = {name: escape(text) for name, text in more.items()}
    return page(PAGE, title, script, has_shared_style=True, STEPS="\n".join(items), **filled)


def _plain(svg: str) -> str:
    """A picture without a style sheet of its own: the page has these rules once."""
    return re.sub(r"<style>.*?</style>", "", svg, flags=re.DOTALL)


@surfacing()
def steps(problem: AnyProblem, *, given: Mapping[Any, Any] | None = None, explain: Explain = "en") -> Steps:
    """The whole puzzle in steps, each the simplest deduction that there is then.

    Equally simple deductions that are found together are steps one after the other; those from the same reason are
    one step.

    Args:
        problem: the puzzle; its constraints must be declared.
        given: values of more variables.
        explain: the language of the words, or a function that words a hint.

    Raises:
        OptionError: as `clew.hint`.
    """
    check_language(explain)
    parts = [*walked(problem, given, explain)]
    knowledge, new = parts[-1]
    hints = tuple(hint for _, some in parts for hint in some)
    return Steps(problem, hints, dict(knowledge.known), not new and not knowledge.targets, explain)


def walked(
    problem: AnyProblem, given: Mapping[Any, Any] | None = None, explain: Explain = "en", *, below: float = inf
) -> Iterator[tuple[Knowledge, Sequence[Hint]]]:
    """The steps that are found together, each time, with the knowledge before them; in the end none.

    They end earlier if they find that there is no solution.

    Args:
        problem: the puzzle.
        given: values of more variables.
        explain: the language of the words, or a function that words a hint.
        below: a grade; the walk ends with the first step that has this one or a higher one, or before it.
    """
    return walked_from(Knowledge.of(problem, given), explain, below)


def walked_from(knowledge: Knowledge, explain: Explain, below: float) -> Iterator[tuple[Knowledge, Sequence[Hint]]]:
    """The steps from some knowledge; see `walked`."""
    while new := _together(knowledge, explain, below):
        yield knowledge, new
        if new[-1].kind in ("contradiction", "unsolvable") or new[-1].grade >= below:
            return
        known = {**knowledge.known, **{v: w for one in new for v, w in one.assigned.items()}}
        gone = [(v, value) for one in new for v, values in one.excluded.items() for value in values]
        excluded = knowledge.excluded | knowledge.rules.lanes.bits(gone)
        knowledge = attrs.evolve(knowledge, known=known, excluded=excluded)
    yield knowledge, ()


def _together(knowledge: Knowledge, explain: Explain, below: float) -> list[Hint]:
    """The simplest hints; none behind one that is too hard."""
    found: list[Hint] = []
    for one in hints_from(knowledge, explain, below=below):
        found.append(one)
        if one.grade >= below:
            break
    return found


def rate(problem: AnyProblem, *, given: Mapping[Any, Any] | None = None) -> Rating:
    """How hard a puzzle is for a person: the grade of the hardest step, how many there are, whether to guess.

    Args:
        problem: the puzzle; its constraints must be declared.
        given: values of more variables.
    """
    return steps(problem, given=given).rating

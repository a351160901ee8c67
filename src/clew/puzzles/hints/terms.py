"""The names in a sentence: cells, decisions, values and rules, each listed and put together if they are alike.

Each language has a file of templates, with a key and its template on each line; a template may name what stands in
braces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import attrs

from clew.constraints.base import Constraint
from clew.problem.drawing import is_cell
from clew.problem.naming import Names, heading_of, translated, word_of
from clew.problem.problem import AnyProblem
from clew.render.boards import Board
from clew.render.languages import FILLED, formed, marked, templates
from clew.render.svg import Picture, PlacedPicture, grouped

FOLDER: Final = Path(__file__).with_name("languages")


PHRASES: Final[Mapping[str, Mapping[str, str]]] = {
    language: {key: marked(text) for key, text in templates(FOLDER, language).items()}
    for language in ("en", "fr", "de")
}
"""For each language the templates of its sentences, and the words that names of rules begin with, such as `row 3`.

A new language is a file with the same keys.
"""

CONTRACTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "fr": {
        " de le ": " du ",
        " de les ": " des ",
        " que (?=une? )": " qu'",
        "'en le ": "'au ",
        "'en la ": "'à la ",
        " en (?=l[ea] )": " sur ",
        "avec (?=avec |sans )": "",
        "il y a aucun": "il n'y a aucun",
        r"(?<=\w)(?=: )": " ",
    },
    "de": {
        ",(?=[,:])": "",
        " in (?=der (?:Ober|Unter|linken |rechten )[Kk]ante |[0-9]+ Plätzen)": " an ",
        "mit (?=mit |ohne )": "",
        " in dem ": " im ",
        " von dem ": " vom ",
        " bei dem ": " beim ",
        "eine (?=[A-Z][0-9]*[ ,])": "ein ",
    },
}
"""Patterns of words and marks that become one next to each other, or another before some words; such as
*in r1c1*, but *an der Oberkante*."""
RUN: Final = 3
"""Cells side by side that are named as a range."""
SHORT: Final = 4
"""Cells that are named one by one."""
PLURALS: Final[Mapping[str, str]] = {"is": "are", "est": "sont", "ist": "sind"}
"""The word of a decision that changes if several variables are its subject."""

Pair = tuple[Any, Any]
AnyPicture = TypeVar("AnyPicture", bound=Picture)


class Terms:
    """Names of a problem in a language.

    Args:
        problem: the puzzle, which names variables, values and constraints.
        language: the language.

    Attributes:
        phrases: the templates of the language.
        names: the names in English.
        variable: gives the name of a variable in the language, as far as there are words for it.
    """

    def __init__(self, problem: AnyProblem, language: str) -> None:
        self.problem = problem
        self.language = language
        self.phrases = PHRASES[language]
        self.names = Names(problem)
        self._own = {one: marked(other) for own, one, other in problem.translations if own == language}
        longest = "|".join(sorted(map(re.escape, self._own), key=len, reverse=True))
        self._pattern = re.compile(rf"(?<!\w)(?:{longest})(?!\w)")
        self.variable: Callable[[Any], str] = cache(lambda variable: self._translated(self.names.variable(variable)))

    def phrase(self, key: str, **words: Any) -> str:
        """A template of the language, filled in."""
        return FILLED.format(self.phrases[key], **words)

    def around(self, variable: Any, value: Any) -> tuple[str, str] | None:
        """The words of a decision before its variable, and those after it, in the language."""
        around = self.names.around(variable, value)
        return around and (self._translated(around[0]), self._translated(around[1]))

    def _translated(self, text: str) -> str:
        """A text with the problem's own words for it in the language."""
        if self.language != "en" and (whole := translated(self.problem, text, self.language)) != text:
            return marked(whole)
        return self._pattern.sub(lambda found: self._own[found[0]], text) if self._own else text

    def contracted(self, sentence: str) -> str:
        """A sentence with the first form of all words, in which words have become one that do so beside each other."""
        sentence = formed(sentence, 1)
        for several, one in CONTRACTIONS.get(self.language, {}).items():
            sentence = re.sub(several, one, sentence)
        return sentence

    def pictured(self, picture: AnyPicture) -> AnyPicture:
        """A picture of the problem with its title and its caption in the language."""
        if self.language == "en" or not isinstance(picture, PlacedPicture):
            return picture
        words = {"title": heading_of(self.problem, self.language), "caption": self._translated(picture.caption)}
        labels = {}
        if isinstance(picture, Board):
            names = "row_labels", "column_labels"
            labels = {name: [*map(self._translated, getattr(picture, name))] for name in names}
        texts = {name: self.contracted(text) for name, text in words.items()}
        return cast(AnyPicture, attrs.evolve(cast(Any, picture), **texts, **labels))

    def name(self, variable: Any, value: Any) -> str:
        """The name of a value beside that of its variable, as `Names.value` has it, in the language."""
        around = self.around(variable, value) if self.names.has_decisions else None
        return self.names.value(variable, value) if around is None else word_of(*around)

    def listed(self, words: list[str], word: str) -> str:
        """Words with commas, and `and` or `or` before the last."""
        return f" {self.phrases[word]} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))

    def rule(self, constraint: Constraint) -> str:
        """The name of a constraint, in the language as far as there are words for it."""
        first, space, rest = self._translated(self.problem.constraint_name(constraint)).partition(" ")
        return self.phrases.get(f"rule {first}", first) + space + rest

    def rules(self, constraints: Iterable[Constraint]) -> str:
        """The names of constraints."""
        return self.listed([*map(self.rule, constraints)], "and")

    def cells(self, variables: Iterable[Any], word: str) -> str:
        """The names of variables; three cells or more side by side in a row or a column as a range."""
        said: list[str] = []
        for run in runs(variables):
            names = [*map(self.variable, run)]
            if len(run) >= RUN:
                names = [self.phrase("range", first=names[0], last=names[-1])]
            said += names
        return self.listed(said, word)

    def places(self, count: int) -> str:
        """How many places."""
        return self.phrase("one place" if count == 1 else "places", count=count)

    # -- values ------------------------------------------------------------------------------------

    def value(self, value: Any, variables: Iterable[Any]) -> str:
        """A value of some variables by itself, as the first of them that has it names it."""
        domains = self.problem.domains() if self.names.has_decisions else {}
        around = next((self.around(one, value) for one in variables if value in domains.get(one, ())), None)
        return str(self.problem.value_name(value)) if around is None else word_of(*around)

    def is_one(self, value: Any, variables: Iterable[Any]) -> bool:
        """Whether all variables that can take a value name it alike, so that it can be counted."""
        domains = self.problem.domains()
        around = {self.around(one, value) for one in variables if value in domains[one]}
        return len(around) <= 1 or None in around

    def is_word(self, variable: Any, value: Any) -> bool:
        """Whether a decision is worded otherwise than `NAME = VALUE`."""
        around = self.around(variable, value)
        return around is not None and not around[1].startswith(" = ")

    def is_denied(self, variable: Any, value: Any) -> bool:
        """Whether a decision says in English that there is nothing: `no line at r1c1-r1c2`."""
        return (self.names.around(variable, value) or ("",))[0].startswith("no ")

    def found(self, variables: Iterable[Any], value: Any) -> str:
        """A value with the variables that have it: `5 in r1c1 and r2c2`, or `a line at the top of r1c1`."""
        some = [*variables]
        around = self.around(some[0], value)
        cells = self.places(len(some)) if len(some) > SHORT else self.cells(some, "and")
        if around is not None and around[0] and len(some) <= SHORT:
            return around[0] + formed(cells, 3)
        return self.phrase("found", value=self.value(value, some), cells=cells)

    # -- decisions ---------------------------------------------------------------------------------

    def decisions(self, pairs: Iterable[Pair]) -> list[str]:
        """Variables with their values; those that are worded alike together: `no line at r1c1-r1c2 and r1c1-r2c1`."""
        said = []
        for around, some in self._alike(pairs):
            if around is None:
                said.append(self.names.decision(*some[0]))
                continue
            before, after = around
            verb, _, word = after.strip().partition(" ")
            cells = self.cells([variable for variable, _ in some], "and")
            if len(some) > 1 and verb in PLURALS:
                after = f" {PLURALS[verb]} {formed(word, 3)}"
            said.append(before + (formed(cells, 3) if before else cells) + after)
        return said

    def supposed(self, pairs: Iterable[Pair]) -> list[str]:
        """Decisions of which each is supposed by itself: `no line at r1c1-r1c2 or r2c1-r2c2`, `black in r1c1`."""
        said: list[str] = []
        for around, some in self._alike(pairs):
            cells = self.cells([variable for variable, _ in some], "or")
            if around is None:
                said.append(self.names.decision(*some[0]))
            elif not self.is_word(*some[0]):
                said += [f"{self.variable(variable)}{around[1]}" for variable, _ in some]
            elif around[0]:
                said.append(around[0] + formed(cells, 3))
            else:
                said.append(self.phrase("found", value=self.name(*some[0]), cells=cells))
        return said

    def suppose(self, variable: Any, value: Any) -> str:
        """The line above the steps behind a supposition."""
        return self.contracted(self.phrase("suppose", decision=self.listed(self.supposed([(variable, value)]), "or")))

    def one_of(self, variables: list[Any], values: Iterable[Any]) -> str:
        """That each variable has one of a few values, if all decisions are worded with the variable at the end.

        Such as `a bridge or two bridges at r1c1-r1c4`; otherwise nothing.
        """
        found = dict.fromkeys(self.around(variable, value) for value in values for variable in variables)
        before = [around[0].split() if around and not around[1] else [] for around in found]
        last = {words[-1] for words in before if words}
        if not 2 <= len(before) <= SHORT or not all(before) or len(last) > 1:
            return ""
        values_said = self.listed([" ".join(words[:-1]) for words in before], "or")
        return f"{values_said} {last.pop()} {formed(self.cells(variables, 'and'), 3)}"

    def facts(self, pairs: Iterable[Pair]) -> list[str]:
        """Decisions as clauses with a verb: `r1c1 is 5`, `there is no line at the top of r1c1`."""
        said: list[str] = []
        for around, some in self._alike(pairs):
            if around is None or not self.is_word(*some[0]):
                said += [self.phrase("one of", cell=self.variable(v), values=self.name(v, w)) for v, w in some]
            elif around[0]:
                said += [self.phrase("there is", decision=one) for one in self.decisions(some)]
            else:
                said += self.decisions(some)
        return said

    def ruled_out(self, variables: list[Any], values: Iterable[Any]) -> str:
        """That some variables take none of some values."""
        first, some = variables[0], [*values]
        shown = self.listed([self.name(first, value) for value in some], "or")
        if not all(self.is_word(first, value) for value in some):
            return self.phrase("is not", cell=self.cells(variables, "or"), values=shown)
        pairs = [(variable, value) for value in some for variable in variables]
        if any(around is None or around[0] for around, _ in self._alike(pairs)):
            return self.phrase("not", decision=self.listed(self.supposed(pairs), "or"))
        key = "not one of" if len(variables) == 1 else "not any of"
        return self.phrase(key, cell=self.cells(variables, "and"), values=shown)

    def _alike(self, pairs: Iterable[Pair]) -> list[tuple[tuple[str, str] | None, list[Pair]]]:
        """Decisions put together if the words around their variables are the same."""
        worded = ((self.around(*pair), pair) for pair in pairs)
        alike = grouped(((around, None if around else pair), pair) for around, pair in worded)
        return [(around, some) for (around, _), some in alike.items()]


def runs(variables: Iterable[Any]) -> list[list[Any]]:
    """Variables in runs of cells, each side by side with the next, all in one row or one column."""
    found: list[list[Any]] = []
    before = None
    for variable in variables:
        step = _step(found[-1][-1], variable) if found else None
        if step in ((0, 1), (1, 0)) and (len(found[-1]) == 1 or step == before):
            found[-1].append(variable)
        else:
            found.append([variable])
        before = step
    return found


def _step(one: Any, other: Any) -> tuple[int, int] | None:
    """How many rows and columns lie between two cells; None if they are no cells."""
    return (other[0] - one[0], other[1] - one[1]) if is_cell(one) and is_cell(other) else None

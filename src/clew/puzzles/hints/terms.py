"""The names in a sentence: cells, decisions, values and rules, each listed and put together if they are alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.base import Constraint
from clew.problem.naming import Names, word_of
from clew.puzzles.hints.phrases import CONTRACTIONS, PHRASES
from clew.puzzles.hints.runs import runs

if TYPE_CHECKING:
    from clew.problem.problem import Problem

RUN: Final = 3
"""Cells side by side that are named as a range."""
SHORT: Final = 4
"""Cells that are named one by one."""
PLURALS: Final[Mapping[str, str]] = {"is": "are", "est": "sont", "ist": "sind"}
"""The word of a decision that changes if several variables are its subject."""

Pair = tuple[Any, Any]


@attrs.frozen
class Terms:
    """Names of a problem in a language.

    Args:
        problem: the puzzle, which names variables, values and constraints.
        language: the language.
    """

    problem: Problem[Any, Any]
    language: str
    names: Names = attrs.field(init=False, default=attrs.Factory(lambda self: Names(self.problem), takes_self=True))
    _own: Mapping[str, str] = attrs.field(init=False, repr=False)
    _pattern: re.Pattern[str] = attrs.field(init=False, repr=False)

    @_own.default
    def _own_words(self) -> Mapping[str, str]:
        """The problem's own words in the language."""
        return {one: other for language, one, other in self.problem.translations if language == self.language}

    @_pattern.default
    def _longest(self) -> re.Pattern[str]:
        """The longest of those words that stands in a text, whole words alone."""
        longest = "|".join(sorted(map(re.escape, self._own), key=len, reverse=True))
        return re.compile(rf"(?<!\w)(?:{longest})(?!\w)")

    @property
    def phrases(self) -> Mapping[str, str]:
        """The templates of the language."""
        return PHRASES[self.language]

    def around(self, variable: Any, value: Any) -> tuple[str, str] | None:
        """The words of a decision before its variable, and those after it, in the language."""
        around = self.names.around(variable, value)
        return around and (self._translated(around[0]), self._translated(around[1]))

    def _translated(self, text: str) -> str:
        """A text with the problem's own words for it in the language."""
        return self._pattern.sub(lambda found: self._own[found[0]], text) if self._own else text

    def contracted(self, sentence: str) -> str:
        """A sentence in which words have become one that do so beside each other."""
        for several, one in CONTRACTIONS.get(self.language, {}).items():
            sentence = sentence.replace(several, one)
        return sentence

    def name(self, variable: Any, value: Any) -> str:
        """The name of a value beside that of its variable, as `Names.value` has it, in the language."""
        around = self.around(variable, value) if self.names.has_decisions else None
        return self.names.value(variable, value) if around is None else word_of(*around)

    def listed(self, words: list[str], word: str) -> str:
        """Words with commas, and `and` or `or` before the last."""
        return f" {self.phrases[word]} ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""

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
        for run in runs([*variables]):
            names = [*map(self.names.variable, run)]
            if len(run) >= RUN:
                names = [self.phrases["range"].format(first=names[0], last=names[-1])]
            said += names
        return self.listed(said, word)

    def places(self, count: int) -> str:
        """How many places."""
        return self.phrases["one place" if count == 1 else "places"].format(count=count)

    # -- values ------------------------------------------------------------------------------------

    def value(self, value: Any, variables: Iterable[Any]) -> str:
        """A value of some variables by itself, as the first of them that has it names it."""
        domains = self.problem.domains() if self.names.has_decisions else {}
        owner = next(((one,) for one in variables if one in domains and value in domains[one]), None)
        if owner is None or self.around(owner[0], value) is None:
            return str(self.problem.value_name(value))
        return self.name(owner[0], value)

    def is_one(self, value: Any, variables: Iterable[Any]) -> bool:
        """Whether all variables that can take a value name it alike, so that it can be counted."""
        if not self.names.has_decisions:
            return True
        domains = self.problem.domains()
        around = {self.around(one, value) for one in variables if value in domains[one]}
        return len(around) <= 1 or None in around

    def is_word(self, variable: Any, value: Any) -> bool:
        """Whether a decision is worded otherwise than `NAME = VALUE`."""
        around = self.around(variable, value)
        return around is not None and not around[1].startswith(" = ")

    def found(self, variables: Iterable[Any], value: Any) -> str:
        """A value with the variables that have it: `5 in r1c1 and r2c2`, or `a line at r1c1-top`."""
        some = [*variables]
        around = self.around(some[0], value)
        if len(some) > SHORT:
            return self.phrases["found"].format(value=self.value(value, some), cells=self.places(len(some)))
        if around is not None and around[0]:
            return around[0] + self.cells(some, "and")
        return self.phrases["found"].format(value=self.value(value, some), cells=self.cells(some, "and"))

    # -- decisions ---------------------------------------------------------------------------------

    def decisions(self, pairs: Iterable[Pair]) -> list[str]:
        """Variables with their values; those that are worded alike together: `no line at r1c1-top and r1c1-left`."""
        said = []
        for around, some in self._alike(pairs):
            if around is None:
                said.append(self.names.decision(*some[0]))
                continue
            before, after = around
            verb, _, word = after.strip().partition(" ")
            if len(some) > 1 and verb in PLURALS:
                after = f" {PLURALS[verb]} {word}"
            said.append(before + self.cells([variable for variable, _ in some], "and") + after)
        return said

    def supposed(self, pairs: Iterable[Pair]) -> list[str]:
        """Decisions of which each is supposed by itself: `no line at r1c1-top or r1c1-left`, `black in r1c1`."""
        said: list[str] = []
        for around, some in self._alike(pairs):
            cells = self.cells([variable for variable, _ in some], "or")
            if around is None:
                said.append(self.names.decision(*some[0]))
            elif not self.is_word(*some[0]):
                said += [f"{self.names.variable(variable)}{around[1]}" for variable, _ in some]
            elif around[0]:
                said.append(around[0] + cells)
            else:
                said.append(self.phrases["found"].format(value=self.name(*some[0]), cells=cells))
        return said

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
        return f"{values_said} {last.pop()} {self.cells(variables, 'and')}"

    def facts(self, pairs: Iterable[Pair]) -> list[str]:
        """Decisions as clauses with a verb: `r1c1 is 5`, `there is no line at r1c1-top`."""
        said: list[str] = []
        for around, some in self._alike(pairs):
            if not self.is_word(*some[0]):
                said += [self._is(*pair) for pair in some]
            elif around and around[0]:
                said += [self.phrases["there is"].format(decision=one) for one in self.decisions(some)]
            else:
                said += self.decisions(some)
        return said

    def _is(self, variable: Any, value: Any) -> str:
        return self.phrases["one of"].format(cell=self.names.variable(variable), values=self.name(variable, value))

    def ruled_out(self, variables: list[Any], values: Iterable[Any]) -> str:
        """That some variables take none of some values."""
        first, some = variables[0], [*values]
        shown = self.listed([self.name(first, value) for value in some], "or")
        if not all(self.is_word(first, value) for value in some):
            return self.phrases["is not"].format(cell=self.cells(variables, "or"), values=shown)
        pairs = [(variable, value) for value in some for variable in variables]
        if any(around is None or around[0] for around, _ in self._alike(pairs)):
            return self.phrases["not"].format(decision=self.listed(self.supposed(pairs), "or"))
        key = "not one of" if len(variables) == 1 else "not any of"
        return self.phrases[key].format(cell=self.cells(variables, "and"), values=shown)

    def _alike(self, pairs: Iterable[Pair]) -> list[tuple[tuple[str, str] | None, list[Pair]]]:
        """Decisions put together if the words around their variables are the same."""
        alike: dict[Any, list[Pair]] = {}
        for pair in pairs:
            around = self.around(*pair)
            alike.setdefault((around, None if around else pair), []).append(pair)
        return [(around, some) for (around, _), some in alike.items()]

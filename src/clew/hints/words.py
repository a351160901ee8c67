"""The words of hints: each kind of deduction, and each kind of primitive, picks a template of the language's table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.base import Constraint
from clew.constraints.primitives import Cardinality, Distinct, Extension, Reading
from clew.hints.arguments import argument, kind_of, primitive_of, refutation, ways
from clew.hints.leaving import left_by_facts, left_now, left_supposed
from clew.hints.runs import runs
from clew.problem.naming import Names

if TYPE_CHECKING:
    from clew.hints.hint import Hint
    from clew.problem.problem import Problem


FEW: Final = 6
"""Values that are named one by one if they are ruled out together."""
SHORT: Final = 4
"""Values that a variable has left, if they are named instead of those that are gone."""
RUN: Final = 3
"""Cells side by side that are named as a range."""
COMPLETED: Final = (Extension, Reading)
"""Primitives that a few values leave one completion."""
PLACED: Final = (Cardinality, Distinct)
"""Primitives that want values in places."""


@attrs.frozen
class Wording:
    """Words hints.

    Args:
        problem: the puzzle, which names variables, values and constraints.
        phrases: the templates of a language.
    """

    problem: Problem[Any, Any]
    phrases: Mapping[str, str]
    names: Names = attrs.field(init=False, default=attrs.Factory(lambda self: Names(self.problem), takes_self=True))

    def sentence(self, hint: Hint) -> str:
        """The sentence of a hint."""
        match hint.kind:
            case "contradiction":
                return self._mistake(hint)
            case "unsolvable":
                return self._unsolvable(hint)
            case "last":
                rules = _plain_rules(hint)
                key = "last" if rules else "last without rules"
                said = self._argued(hint, rules) or self._known(hint, rules)
                return said or self._say(key, hint, constraints=self._rules(rules))
            case "place" if len(hint.assigned) == 1 and isinstance(primitive_of(hint.constraints[0]), PLACED):
                return self._only_place(hint, *hint.assigned.items())
            case "place" | "single":
                return self._single(hint)
            case "joint" | "supposition":
                return self._refuted(hint)
        return self._say(hint.kind, hint)

    def _say(self, key: str, hint: Hint, **words: Any) -> str:
        return self.phrases[key].format(conclusion=self.conclusion(hint), **words)

    def conclusion(self, hint: Hint) -> str:
        """The conclusion: `r3c2 = 7`, or `no 4 in r1c1`."""
        alike: dict[Any, list[Any]] = {}
        for variable, value in hint.assigned.items():
            alike.setdefault(variable if self.names.has_decisions else self._value(value), []).append(variable)
        found = [self._assigned(hint, variables) for variables in alike.values()]
        together: dict[tuple[str, ...], list[Any]] = {}
        for variable, values in hint.excluded.items():
            shown = tuple(self.names.value(variable, value) for value in values)
            together.setdefault(shown, []).append(variable)
        if len(together) > FEW:
            return self.phrases["many"].format(count=sum(map(len, hint.excluded.values())))
        found += [self._ruled_out(hint, variables, shown) for shown, variables in together.items()]
        return ", ".join(found)

    def _assigned(self, hint: Hint, variables: list[Any]) -> str:
        """That some variables have one value."""
        value = hint.assigned[variables[0]]
        if len(variables) == 1:
            return self.names.decision(variables[0], value)
        return self.phrases["alike"].format(cells=self._cells(variables, "and"), value=self._value(value))

    def _ruled_out(self, hint: Hint, variables: list[Any], values: tuple[str, ...]) -> str:
        """That some variables take none of some values; those that are left, or how many it takes, if they are many."""
        if len(values) <= FEW:
            cells, shown = self._cells(variables, "or"), self._listed([*values], "or")
            return self.phrases["is not"].format(cell=cells, values=shown)
        left = dict.fromkeys(
            self.names.value(one, value)
            for one in variables
            for value in hint.knowledge.values(one)
            if value not in hint.excluded[one]
        )
        cells = self._cells(variables, "and")
        if len(left) <= SHORT:
            return self.phrases["only"].format(cell=cells, values=self._listed([*left], "or"))
        return self.phrases["fewer"].format(cell=cells, count=len(values))

    # -- one constraint ----------------------------------------------------------------------------

    def _single(self, hint: Hint) -> str:
        (constraint,) = hint.constraints
        values = dict.fromkeys(value for left in hint.candidates.values() for value in left)
        if self._is_distinct(constraint) and len(values) == len(hint.candidates):
            cells, shown = self._cells(hint.candidates, "and"), self._values(values, "and")
            return self._say("set", hint, cells=cells, values=shown, constraint=self._rules([constraint]))
        return self._argued(hint, [constraint]) or self._completed(hint, constraint)

    def _only_place(self, hint: Hint, found: tuple[Any, Any]) -> str:
        """That a value has one place left."""
        cell, value = self.names.variable(found[0]), self._value(found[1])
        return self._say("place", hint, constraint=self._rules(hint.constraints), value=value, cell=cell)

    def _completed(self, hint: Hint, constraint: Constraint) -> str:
        """That a constraint holds only so: because of a few facts, or in so many ways, or because of many facts."""
        facts, rule = self._facts(hint), self._rule(constraint)
        number = None if 0 < len(hint.cells) <= SHORT else ways(constraint, left_now(hint, constraint))
        if number is not None:
            name = self.problem.constraint_name(constraint)
            return self._say({1: "one way", 2: "both ways"}.get(number, "ways"), hint, constraint=name, count=number)
        count = len(hint.candidates) + len({fact.variable for fact in hint.facts} - hint.candidates.keys())
        key = "single by many" if count > FEW else "single" if facts else "single without facts"
        return self._say(key, hint, rule=rule, facts=facts, count=count)

    def _known(self, hint: Hint, constraints: list[Constraint]) -> str | None:
        """That one constraint can be completed only so beside a few known values; None if it is of another kind."""
        known = dict.fromkeys(one for fact in hint.facts for one in fact.known)
        is_short = len(constraints) == 1 and len(constraints[0].scope) > 2 and len(known) < SHORT
        if not is_short or not isinstance(primitive_of(constraints[0]), COMPLETED):
            return None
        facts = [self._fact(one, (hint.knowledge.known[one],), ()) for one in known]
        return self._say("single", hint, rule=self._rule(constraints[0]), facts=self._listed(facts, "and"))

    def _argued(self, hint: Hint, constraints: list[Constraint]) -> str | None:
        """The conclusion of one constraint with the numbers that it follows from; None if there are no such numbers."""
        if len(constraints) != 1:
            return None
        (constraint,) = constraints
        domains, left = left_by_facts(hint, constraint)
        if hint.kind == "last":
            left |= {v: (hint.knowledge.known[v],) for fact in hint.facts for v in fact.known}
            left |= {variable: domains[variable] for variable in hint.assigned}
        concluded = {variable: (value,) for variable, value in hint.assigned.items()}
        for variable, gone in hint.excluded.items():
            concluded[variable] = tuple(value for value in left[variable] if value not in gone)
        found = argument(constraint, domains, left, concluded)
        if found is None:
            return None
        name, value = self.problem.constraint_name(constraint), self._value(found.value)
        if found.kind == "needed" and len(found.variables) == 1:
            return self._only_place(hint, (found.variables[0], found.value))
        count = found.numbers[0]
        key = "needed one" if found.kind == "needed" and count == 1 else found.kind
        cells = self._cells(found.variables, "and") if len(found.variables) <= SHORT else self._places(count)
        words = {"cells": cells, "places": self._places(count), "numbers": found.numbers}
        return self._say(key, hint, constraint=name, value=value, **words)

    def _places(self, count: int) -> str:
        return self.phrases["one place" if count == 1 else "places"].format(count=count)

    def _is_distinct(self, constraint: Constraint) -> bool:
        primitive = primitive_of(constraint)
        return isinstance(primitive, Distinct) and not primitive.is_mapped

    def _rule(self, constraint: Constraint) -> str:
        """That a constraint holds only so, as the kind of its primitive says it."""
        primitive = primitive_of(constraint)
        key = "other" if primitive is None else kind_of(primitive)
        template = self.phrases.get(key) or self.phrases["other"]
        return template.format(constraint=self.problem.constraint_name(constraint))

    # -- several constraints -----------------------------------------------------------------------

    def _refuted(self, hint: Hint) -> str:
        refuted = hint.refuted
        shown = self._listed([*starmap(self.names.decision, refuted)], "or")
        if hint.assigned and len(refuted) >= RUN:
            shown = self.phrases["opposite"]
        if hint.kind == "supposition":
            count, rules = hint.steps, self._rules(hint.constraints)
            return self._say("supposition", hint, decision=shown, count=count, constraints=rules)
        first, *others = hint.constraints
        name = self.problem.constraint_name(first)
        values = {value for _, value in refuted}
        if len(others) == len(values) == 1 and self._is_distinct(first):
            (value,) = values
            if all(value in fact.missing for fact in hint.facts):
                return self._say("locked", hint, constraint=name, value=self._value(value), others=self._rules(others))
        counted = self._counted(hint, shown, first, others)
        if counted is not None:
            rules = self._rules(others)
            return self.phrases["by"].format(reason=counted, constraints=rules) if rules else counted
        if not others:
            return self._say("refuted", hint, decision=shown, constraint=name)
        return self._say("joint", hint, decision=shown, constraint=name, constraints=self._rules(others))

    def _counted(self, hint: Hint, decision: str, constraint: Constraint, others: list[Constraint]) -> str | None:
        """That each refuted decision would leave a value too few places, or too many; None if not all do."""
        found = {refutation(constraint, *left_supposed(hint, pair, constraint, others)) for pair in hint.refuted}
        one = found.pop()
        if one is None or found:
            return None
        count, number = one.numbers
        key = {"few": "few" if count else "few none", "many": "many times"}[one.kind]
        words = {"value": self._value(one.value), "places": self._places(count), "number": number}
        return self._say(key, hint, decision=decision, constraint=self.problem.constraint_name(constraint), **words)

    def _mistake(self, hint: Hint) -> str:
        own = {*map(id, hint.constraints)}
        rules = self._rules(rule for rule in _plain_rules(hint) if id(rule) not in own)
        cells, constraint = self._cells(hint.excluded, "and"), self._rules(hint.constraints)
        key = ("no value" if hint.excluded else "contradiction") + (" by" if rules else "")
        return self.phrases[key].format(cell=cells, constraint=constraint, constraints=rules)

    def _unsolvable(self, hint: Hint) -> str:
        facts, constraints = self._facts(hint), self._rules(hint.constraints)
        key = "unsolvable" if facts and constraints else "unsolvable without rules"
        if not facts:
            key = "unsolvable alone" if len(hint.constraints) == 1 else "unsolvable without facts"
        return self.phrases[key].format(facts=facts, constraints=constraints)

    # -- names -------------------------------------------------------------------------------------

    def _facts(self, hint: Hint) -> str:
        """The known values of the reason, and the candidates of its open variables."""
        domains, said = self.problem.domains(), []
        missing: dict[Any, dict[Any, None]] = {}
        for fact in hint.facts:
            missing.setdefault(fact.variable, {}).update(dict.fromkeys(fact.missing))
        for variable, gone in missing.items():
            left = hint.candidates.get(variable) or tuple(value for value in domains[variable] if value not in gone)
            said.append(self._fact(variable, left, tuple(gone)))
        return self._listed(said, "and")

    def _fact(self, variable: Any, left: tuple[Any, ...], gone: tuple[Any, ...]) -> str:
        """The values that a variable has left, or those that are gone: the form with fewer words."""
        cell, value = self.names.variable(variable), partial(self.names.value, variable)
        if len(left) <= SHORT:
            return self.phrases["one of"].format(cell=cell, values=self._listed([*map(value, left)], "or"))
        if len(gone) > 1 and not self.names.has_decisions and all(isinstance(value, int) for value in (*left, *gone)):
            if max(left) < min(gone):
                return self.phrases["at most"].format(cell=cell, value=value(max(left)))
            if min(left) > max(gone):
                return self.phrases["at least"].format(cell=cell, value=value(min(left)))
        return self.phrases["not one of"].format(cell=cell, values=self._listed([*map(value, gone)], "or"))

    def _value(self, value: Any) -> str:
        return str(self.problem.value_name(value))

    def _values(self, values: Iterable[Any], word: str) -> str:
        return self._listed([*map(self._value, values)], word)

    def _cells(self, variables: Iterable[Any], word: str) -> str:
        """The names of variables; three cells or more side by side in a row or a column as a range."""
        said: list[str] = []
        for run in runs([*variables]):
            names = [*map(self.names.variable, run)]
            if len(run) >= RUN:
                names = [self.phrases["range"].format(first=names[0], last=names[-1])]
            said += names
        return self._listed(said, word)

    def _rules(self, constraints: Iterable[Any]) -> str:
        return self._listed([*map(self.problem.constraint_name, constraints)], "and")

    def _listed(self, words: list[str], word: str) -> str:
        return self.phrases[word].join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def _plain_rules(hint: Hint) -> list[Constraint]:
    """The plain rules that take the values that a hint needs to be missing."""
    rules = {id(fact.constraint): fact.constraint for fact in hint.facts if fact.constraint is not None}
    return [*rules.values()]

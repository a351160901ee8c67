"""The words of hints: each kind of deduction, and each kind of primitive, picks a template of the language's table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final

import attrs

from clew.constraints.base import Constraint
from clew.constraints.primitives import Cardinality, Distinct, Images, Primitive
from clew.problem.naming import Names

if TYPE_CHECKING:
    from clew.hints.hint import Hint
    from clew.problem.problem import Problem


FEW: Final = 6
"""Values that are named one by one if they are ruled out together."""
SHORT: Final = 4
"""Values that a variable has left, if they are named instead of those that are gone."""
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
                return self._say(key, hint, constraints=self._rules(rules))
            case "place" if any(isinstance(one, PLACED) for one in hint.constraints[0].primitives()):
                ((variable, value),) = hint.assigned.items()
                cell, shown = self.names.variable(variable), self._value(value)
                return self._say("place", hint, constraint=self._rules(hint.constraints), value=shown, cell=cell)
            case "place" | "single":
                return self._single(hint)
            case "joint" | "supposition":
                return self._refuted(hint)
        return self._say(hint.kind, hint)

    def _say(self, key: str, hint: Hint, **words: Any) -> str:
        return self.phrases[key].format(conclusion=self.conclusion(hint), **words)

    def conclusion(self, hint: Hint) -> str:
        """The conclusion: `r3c2 = 7`, or `no 4 in r1c1`."""
        found = [*starmap(self.names.decision, hint.assigned.items())]
        together: dict[tuple[str, ...], list[Any]] = {}
        for variable, values in hint.excluded.items():
            shown = tuple(self.names.value(variable, value) for value in values)
            together.setdefault(shown, []).append(variable)
        if len(together) > FEW:
            return self.phrases["many"].format(count=sum(map(len, hint.excluded.values())))
        found += [self._ruled_out(variables, shown) for shown, variables in together.items()]
        return ", ".join(found)

    def _ruled_out(self, variables: list[Any], values: tuple[str, ...]) -> str:
        """That some variables take none of some values; how many these are, if they are many."""
        if len(values) <= FEW:
            cells, shown = self._cells(variables, "or"), self._listed([*values], "or")
            return self.phrases["is not"].format(cell=cells, values=shown)
        return self.phrases["fewer"].format(cell=self._cells(variables, "and"), count=len(values))

    # -- one constraint ----------------------------------------------------------------------------

    def _single(self, hint: Hint) -> str:
        (constraint,) = hint.constraints
        values = dict.fromkeys(value for left in hint.candidates.values() for value in left)
        if self._is_distinct(constraint) and len(values) == len(hint.candidates):
            cells, shown = self._cells(hint.candidates, "and"), self._values(values, "and")
            return self._say("set", hint, cells=cells, values=shown, constraint=self._rules([constraint]))
        facts = self._facts(hint)
        rule = self._rule(constraint)
        return self._say("single" if facts else "single without facts", hint, rule=rule, facts=facts)

    def _is_distinct(self, constraint: Constraint) -> bool:
        primitives = [*constraint.primitives()]
        return len(primitives) == 1 and isinstance(primitives[0], Distinct) and not primitives[0].is_mapped

    def _rule(self, constraint: Constraint) -> str:
        """That a constraint holds only so, as the kind of its primitive says it."""
        primitives = [*constraint.primitives()]
        key = kind_of(primitives[0]) if len(primitives) == 1 else "other"
        template = self.phrases.get(key) or self.phrases["other"]
        return template.format(constraint=self.problem.constraint_name(constraint))

    # -- several constraints -----------------------------------------------------------------------

    def _refuted(self, hint: Hint) -> str:
        ((variable, (value, *_)),) = hint.excluded.items()
        shown = self.names.decision(variable, value)
        if hint.kind == "supposition":
            count, rules = hint.steps, self._rules(hint.constraints)
            return self._say("supposition", hint, decision=shown, count=count, constraints=rules)
        first, *others = hint.constraints
        name = self.problem.constraint_name(first)
        if not others:
            return self._say("refuted", hint, decision=shown, constraint=name)
        if len(others) == 1 and self._is_distinct(first) and all(value in fact.missing for fact in hint.facts):
            return self._say("locked", hint, constraint=name, value=self._value(value), others=self._rules(others))
        return self._say("joint", hint, decision=shown, constraint=name, constraints=self._rules(others))

    def _mistake(self, hint: Hint) -> str:
        if hint.excluded:
            rules = self._rules(_plain_rules(hint))
            key = "no value by" if rules else "no value"
            return self.phrases[key].format(cell=self._cells(hint.excluded, "and"), constraints=rules)
        return self.phrases["contradiction"].format(constraint=self._rules(hint.constraints))

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
        return self._listed([*map(self.names.variable, variables)], word)

    def _rules(self, constraints: Iterable[Any]) -> str:
        return self._listed([*map(self.problem.constraint_name, constraints)], "and")

    def _listed(self, words: list[str], word: str) -> str:
        return self.phrases[word].join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def _plain_rules(hint: Hint) -> list[Constraint]:
    """The plain rules that take the values that a hint needs to be missing."""
    rules = {id(fact.constraint): fact.constraint for fact in hint.facts if fact.constraint is not None}
    return [*rules.values()]


def kind_of(primitive: Primitive) -> str:
    """The kind of a primitive; of one about expressions that of what holds of them."""
    if isinstance(primitive, Images):
        inner = [*primitive.of.primitives()]
        return kind_of(inner[0]) if len(inner) == 1 else "other"
    return type(primitive).__name__

"""The words of hints: each kind of deduction, and each kind of primitive, picks a template of the language's table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from clew.constraints.base import Constraint
from clew.constraints.distinct_sums import DistinctSum
from clew.constraints.primitives import Callback, Cardinality, Distinct, Extension, Primitive, Reading
from clew.puzzles.hints.arguments import argument, kind_of, primitive_of, refutation, ways
from clew.puzzles.hints.knowledge import plain_rules
from clew.puzzles.hints.techniques import Pattern
from clew.puzzles.hints.terms import RUN, SHORT, Terms
from clew.render.languages import FILLED, formed, marked
from clew.render.svg import grouped

if TYPE_CHECKING:
    from clew.puzzles.hints.hint import Hint

FEW: Final = 6
"""Values that are named one by one if they are ruled out together."""
COMPLETED: Final = (Extension, Reading)
"""Primitives that a few values leave one completion."""
PLACED: Final = (Cardinality, Distinct)
"""Primitives that want values in places."""


def language_of(explain: object) -> str:
    """The language of words; English if a function makes them."""
    return explain if isinstance(explain, str) else "en"


class Wording(Terms):
    """Words the hints of a problem in a language."""

    def sentence(self, hint: Hint) -> str:
        """The sentence of a hint."""
        return self.contracted(self._sentence(hint))

    def _sentence(self, hint: Hint) -> str:
        match hint.kind:
            case "contradiction":
                return self._mistake(hint)
            case "unsolvable":
                return self._unsolvable(hint)
            case "last":
                rules = plain_rules(hint.facts)
                said = self._argued(hint, *rules) or self._known(hint, *rules) if len(rules) == 1 else None
                key = "last" if rules else "last without rules"
                return said or self._say(key, hint, constraints=self.rules(rules))
            case "place" if self._is_placed(hint):
                return self._only_place(hint, *hint.assigned.items())
            case "place" | "single":
                return self._single(hint)
            case "sum" if hint.sum and hint.sum.houses:
                facts = self.listed([*hint.sum.clauses(self), *self._facts(hint)], "and")
                key = "left over" if len(hint.sum.rule.scope) > 1 else "left alone"
                return self._say(key, hint, sum=hint.sum.equation(self), facts=facts)
            case "sum":
                return self._completed(hint, hint.constraints[0])
            case "joint" | "supposition":
                return self._refuted(hint)
        return self._say(hint.kind, hint)

    def _say(self, key: str, hint: Hint, **words: Any) -> str:
        conclusion = self.conclusion(hint)
        if name := hint.technique:
            conclusion = self.phrase("named", conclusion=conclusion, name=self.phrases[f"name {name}"])
        return self.phrase(key, conclusion=conclusion, **words)

    def conclusion(self, hint: Hint) -> str:
        """The conclusion: `r3c2 = 7`, or `no 4 in r1c1`."""
        found = self.decisions(hint.assigned.items())
        together = grouped((tuple(self.name(v, value) for value in gone), v) for v, gone in hint.excluded.items())
        if len(together) > FEW:
            return self.phrase("many", count=sum(map(len, hint.excluded.values())))
        found += [self._ruled_out(hint, variables) for variables in together.values()]
        return ", ".join(found)

    def _ruled_out(self, hint: Hint, variables: list[Any]) -> str:
        """That some variables take none of some values; those that are left, or how many it takes, if they are many."""
        values = hint.excluded[variables[0]]
        remaining = {tuple(one for one in hint.knowledge.values(v) if one not in values) for v in variables}
        if len(remaining) == 1 and (said := self.one_of(variables, *remaining)):
            return said
        if len(values) <= FEW:
            return self.ruled_out(variables, values)
        left = dict.fromkeys(self.name(v, w) for v in variables for w in hint.knowledge.values(v) if w not in values)
        cells = self.cells(variables, "and")
        if len(left) <= SHORT:
            return self.phrase("only", cell=cells, values=self.listed([*left], "or"))
        return self.phrase("fewer", cell=cells, count=len(values))

    # -- one constraint ----------------------------------------------------------------------------

    def _single(self, hint: Hint) -> str:
        (constraint,) = hint.constraints
        kind, within, among = Pattern(hint).set()
        if kind:
            domains, rule = self.problem.domains(), self.rule(constraint)
            some = [cell for cell in constraint.scope if cell in within]
            shown = self.listed([self.value(value, some) for value in domains[some[0]] if value in among], "and")
            key = "hidden" if kind.startswith("hidden") else "set"
            return self._say(key, hint, cells=self.cells(some, "and"), values=shown, constraint=rule)
        values = dict.fromkeys(value for left in hint.candidates.values() for value in left)
        if self._is_distinct(constraint) and len(values) == len(hint.candidates):
            cells = self.cells(hint.candidates, "and")
            shown = self.listed([self.value(value, hint.candidates) for value in values], "and")
            return self._say("set", hint, cells=cells, values=shown, constraint=self.rules([constraint]))
        return self._argued(hint, constraint) or self._completed(hint, constraint)

    def _is_placed(self, hint: Hint) -> bool:
        """Whether a constraint wants one value that follows in some place."""
        (constraint,), values = hint.constraints, [*hint.assigned.values()]
        is_placed = len(values) == 1 and isinstance(primitive_of(constraint), PLACED)
        return is_placed and self.is_one(values[0], constraint.scope)

    def _only_place(self, hint: Hint, found: tuple[Any, Any]) -> str:
        """That a value has one place left."""
        cell, value = self.variable(found[0]), self.value(found[1], found[:1])
        return self._say("place", hint, constraint=self.rules(hint.constraints), value=value, cell=cell)

    def _completed(self, hint: Hint, constraint: Constraint) -> str:
        """That a constraint fails otherwise: because of a few facts, or in so many ways, or because of many facts."""
        facts, rule = self.listed(self._facts(hint), "and"), self._rule(hint, constraint)
        left = {variable: hint.knowledge.values(variable) for variable in constraint.scope}
        number = None if 0 < len(hint.cells) <= SHORT else ways(constraint, left)
        if number is not None:
            name = self.rule(constraint)
            return self._say({1: "one way", 2: "both ways"}.get(number, "ways"), hint, constraint=name, count=number)
        count = len(hint.candidates) + len({fact.variable for fact in hint.facts} - hint.candidates.keys())
        key = "single by many" if count > FEW else "single" if facts else "single without facts"
        return self._say(key, hint, rule=rule, facts=facts, count=count)

    def _known(self, hint: Hint, constraint: Constraint) -> str | None:
        """That a constraint cannot be completed otherwise beside a few known values; None if it is of another kind."""
        known = dict.fromkeys(one for fact in hint.facts for one in fact.known)
        is_short = len(constraint.scope) > 2 and len(known) < SHORT
        if not is_short or not isinstance(primitive_of(constraint), COMPLETED):
            return None
        facts = self.facts((one, hint.knowledge.known[one]) for one in known)
        return self._say("single", hint, rule=self._rule(hint, constraint), facts=self.listed(facts, "and"))

    def _argued(self, hint: Hint, constraint: Constraint) -> str | None:
        """The conclusion of one constraint with the numbers that it follows from; None if there are no such numbers."""
        domains, left = hint.knowledge.left_by(hint.facts, constraint)
        if hint.kind == "last":
            left |= {v: (hint.knowledge.known[v],) for fact in hint.facts for v in fact.known}
            left |= {variable: domains[variable] for variable in hint.assigned}
        concluded = {variable: (value,) for variable, value in hint.assigned.items()}
        for variable, gone in hint.excluded.items():
            concluded[variable] = tuple(value for value in left[variable] if value not in gone)
        found = argument(constraint, domains, left, concluded)
        if found is None or not self.is_one(found.value, constraint.scope):
            return None
        if found.kind == "full" and self.is_denied(found.variables[0], found.value):
            return None
        if found.kind == "needed" and len(found.variables) == 1:
            return self._only_place(hint, (found.variables[0], found.value))
        name, value = self.rule(constraint), self.value(found.value, constraint.scope)
        if found.kind == "none" and self.is_word(*hint.refuted[0]):
            return self._say("nothing else", hint, constraint=name)
        count = found.numbers[0]
        words = {"places": self.places(count), "numbers": found.numbers}
        if found.kind == "full":
            words["found"] = self.found(found.variables, found.value)
        key = "needed one" if found.kind == "needed" and count == 1 else found.kind
        return self._say(key, hint, constraint=name, value=value, **words)

    def _is_distinct(self, constraint: Constraint) -> bool:
        primitive = primitive_of(constraint)
        return isinstance(primitive, Distinct) and not primitive.is_mapped

    def _rule(self, hint: Hint, constraint: Constraint) -> str:
        """That a constraint fails without the conclusion, as the kind of its primitive says it."""
        primitive = primitive_of(constraint)
        kind = DistinctSum if hint.sum else Callback if primitive is None else kind_of(primitive)
        return self._said(kind, hint, constraint)

    def _said(self, kind: type[Primitive], hint: Hint, constraint: Constraint) -> str:
        template = kind.record.hint.get(self.language) or self.phrases["other"]
        return FILLED.format(marked(template), constraint=self.rule(constraint), decision=self._supposed(hint, "any"))

    def _supposed(self, hint: Hint, many: str) -> str:
        """The opposite of a conclusion; many values as `any other value`, or as a phrase if they are ruled out."""
        supposed = self.supposed(hint.refuted)
        if len(supposed) < RUN or not (hint.assigned or many):
            return self.listed(supposed, "or")
        return self.phrases["opposite" if hint.assigned else many]

    # -- several constraints -----------------------------------------------------------------------

    def _refuted(self, hint: Hint) -> str:
        refuted = hint.refuted
        shown = self._supposed(hint, "")
        if hint.kind == "supposition":
            count, rules = hint.steps, self.rules(hint.constraints)
            return self._say("supposition", hint, decision=shown, count=count, constraints=rules)
        first, *others = hint.constraints
        name = self.rule(first)
        if self._is_locked(hint):
            value = self.value(refuted[0][1], first.scope)
            return self._say("locked", hint, constraint=name, value=value, others=self.rules(others))
        counted = self._counted(hint, shown, first, others)
        if counted is not None:
            rules = self.rules(others)
            return self.phrase("by", reason=counted, constraints=rules) if rules else counted
        if not others:
            return self._say("refuted", hint, decision=shown, constraint=name)
        return self._say("joint", hint, decision=shown, constraint=name, constraints=self.rules(others))

    def _is_locked(self, hint: Hint) -> bool:
        """Whether one constraint has all its places for a value in another one."""
        value, *others = {value for _, value in hint.refuted}
        is_pair = not others and len(hint.constraints) == 2 and self._is_distinct(hint.constraints[0])
        return is_pair and all(value in fact.missing for fact in hint.facts)

    def _counted(self, hint: Hint, decision: str, constraint: Constraint, others: list[Constraint]) -> str | None:
        """That each refuted decision would leave a value too few places, or too many; None if not all do."""
        found = {
            refutation(constraint, *hint.knowledge.left_by(hint.facts, constraint, [pair], others))
            for pair in hint.refuted
        }
        one = found.pop()
        if one is None or found or not self.is_one(one.value, constraint.scope):
            return None
        count, number = one.numbers
        key = {"few": "few" if count else "few none", "many": "many times"}[one.kind]
        value = self.value(one.value, constraint.scope)
        words = {"value": value, "places": self.places(count), "number": number}
        return self._say(key, hint, decision=decision, constraint=self.rule(constraint), **words)

    def _mistake(self, hint: Hint) -> str:
        own = {*map(id, hint.constraints)}
        rules = self.rules(rule for rule in plain_rules(hint.facts) if id(rule) not in own)
        cells, constraint = self.cells(hint.excluded, "and"), self.rules(hint.constraints)
        key = ("no value" if hint.excluded else "contradiction") + (" by" if rules else "")
        reason = self.phrase(key, cell=cells, constraint=constraint, constraints=rules)
        return self.phrase("dead end" if hint.knowledge.is_supposed else "mistake", reason=reason)

    def where(self, hint: Hint) -> str:
        """The rules of a deduction, which are the place to look at, as an object; nothing if they are many."""
        rules = [*(hint.constraints or plain_rules(hint.facts))]
        return self.contracted(formed(self.rules(rules), 2)) if len(rules) <= SHORT else ""

    def impossible(self, given: Mapping[Any, Any]) -> str:
        """That no solution has some values."""
        return self.contracted(self.phrase("impossible", facts=self.listed(self.decisions(given.items()), "and")))

    def _unsolvable(self, hint: Hint) -> str:
        facts, constraints = self.listed(self._facts(hint), "and"), self.rules(hint.constraints)
        key = "unsolvable" if facts and constraints else "unsolvable without rules"
        if not facts:
            key = "unsolvable alone" if len(hint.constraints) == 1 else "unsolvable without facts"
        return self.phrase(key, facts=facts, constraints=constraints)

    # -- names -------------------------------------------------------------------------------------

    def _facts(self, hint: Hint) -> list[str]:
        """The known values of the reason, and the candidates of its open variables."""
        domains = self.problem.domains()
        missing: dict[Any, dict[Any, None]] = {}
        for fact in hint.facts:
            missing.setdefault(fact.variable, {}).update(dict.fromkeys(fact.missing))
        known, said = [], []
        for variable, gone in missing.items():
            left = hint.candidates.get(variable) or tuple(value for value in domains[variable] if value not in gone)
            now = {*hint.knowledge.values(variable)}
            left = tuple(value for value in left if value in now) or left  # a reason may need less than is known
            if len(left) == 1:
                known.append((variable, *left))
            else:
                said.append(self._fact(variable, left, tuple(gone)))
        return [*self.facts(known), *said]

    def _fact(self, variable: Any, left: tuple[Any, ...], gone: tuple[Any, ...]) -> str:
        """The values that a variable has left, or those that are gone: the form with fewer words."""
        cell, shown = self.variable(variable), [self.name(variable, value) for value in left]
        if said := self.one_of([variable], left):
            return self.phrase("there is", decision=said)
        if len(left) <= SHORT:
            verb = (self.around(variable, left[0]) or ("", ""))[1].strip().partition(" ")[0]
            values = self.listed(shown, "or")
            is_verb = verb not in ("", "=")
            return f"{cell} {verb} {values}" if is_verb else self.phrase("one of", cell=cell, values=values)
        if len(gone) > 1 and not self.names.has_decisions and all(isinstance(value, int) for value in (*left, *gone)):
            if max(left) < min(gone):
                return self.phrase("at most", cell=cell, value=self.name(variable, max(left)))
            if min(left) > max(gone):
                return self.phrase("at least", cell=cell, value=self.name(variable, min(left)))
        lost = [self.name(variable, value) for value in gone]
        return self.phrase("not one of", cell=cell, values=self.listed(lost, "or"))
